//! What `loyd bench` measures of boards alone: engines, codecs of their levels, tables.

pub(crate) mod codec;
pub(crate) mod enumerate;
pub(crate) mod pdb;
