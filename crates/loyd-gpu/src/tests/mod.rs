//! Tests that need the inside of the crate.

#[cfg(feature = "device")]
mod block;
mod program;
mod translation;
