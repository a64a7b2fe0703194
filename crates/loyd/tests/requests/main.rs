//! Requests to the facade, and results that other parts of the library check. One binary, because each
//! has all puzzles with all searches in it.

mod enumerations;
mod json;
mod positions;
mod shares;
