//! Positions drawn for the terminal: one file for each kind of puzzle.

pub(crate) mod cube;
pub(crate) mod tiles;
