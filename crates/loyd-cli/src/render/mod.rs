//! Results as text, JSON and CSV.

pub(crate) mod chart;
pub(crate) mod csv;
pub(crate) mod document;
pub(crate) mod enumerate;
pub(crate) mod json;
mod reporter;
pub(crate) mod solve;
pub(crate) mod text;

pub(crate) use reporter::Reporter;
