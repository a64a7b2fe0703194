//! Positions drawn for the terminal: one file for each puzzle.

pub(crate) mod tiles;
