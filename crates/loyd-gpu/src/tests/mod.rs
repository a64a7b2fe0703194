//! Tests that need the inside of the crate.

mod block;
mod program;
mod translation;
