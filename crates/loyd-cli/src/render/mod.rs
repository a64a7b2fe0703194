//! Results of commands as text, JSON and CSV.

pub(crate) mod enumerate;
mod reporter;
pub(crate) mod solve;

pub(crate) use reporter::Reporter;
