//! Requests to the library, with results that other parts of the library check. One binary, because each binary
//! contains all puzzles with all searches.

mod enumerations;
mod json;
mod positions;
mod shares;
