//! The measurements of `loyd bench` that only boards have: engines, codecs of their levels, tables.

pub(crate) mod codec;
pub(crate) mod enumerate;
pub(crate) mod pdb;
