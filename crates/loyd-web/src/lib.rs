//! The puzzles of loyd for a web page: requests and results in JSON.
//!
//! A page runs this crate in a worker as a WebAssembly module of a few exported functions
//! (`abi`), which call [`Engine::call`]; other programs can call it too.
//! Requests and results have the fields of `loyd … --format json`. A host that stops a request by ending the
//! worker calls `prepare` before `solve` and copies the module's memory between the two calls: a new worker
//! that starts with the copy has the tables.
//!
//! | operation | request beside the position | result |
//! |---|---|---|
//! | `names` | | the version, and the names that requests may use |
//! | `prepare` | those of `solve` | `solved`, the result of an easy position, or `seconds` that the tables took |
//! | `solve` | `algorithm`, `heuristic`, `max_nodes`, `max_time`, `memory`, `all` | the object of `loyd solve` |
//! | `check` | | the object of `loyd check` |
//! | `scramble` | `count`, `seed` | `positions` |
//! | `replay` | `moves` | the object of `loyd verify --moves` |
//! | `trace` | those of `solve`, and `steps` | the search step by step |
//! | `read_trace` | the bytes of a trace | the same |
//! | `enumerate` | `start`, `depth`, `antipodes`, `memory` | the object of `loyd enumerate` |
//! | `patterns` | `heuristic` | the patterns of a database and their shares of its value |
//!
//! A position is `puzzle` (`tiles` by default), `board`, `size`, `goal` and `metric`. An answer is
//! `{"result": …}` or `{"error": {"message", "what"}}`.
#![deny(unsafe_code)]

#[cfg(target_family = "wasm")]
mod abi;
mod operations;
mod request;

pub use operations::{Engine, Host};
