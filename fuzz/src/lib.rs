//! The common parts of the fuzz targets: one module for each kind of input.
#![forbid(unsafe_code)]

pub mod codec;
pub mod folder;
pub mod table;
pub mod text;
pub mod trace;
pub mod twisty;
