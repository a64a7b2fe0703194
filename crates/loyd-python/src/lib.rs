//! The Python package `loyd`: the requests of the library, and arrays of states.
//!
//! The functions here take plain texts, numbers and arrays; `python/loyd` gives them signatures with defaults,
//! reads positions of every form and makes results into classes. Results cross the border as JSON, which has the
//! fields of the command line and of the server; states cross it as arrays of numbers
//! ([`Listed::numbers`](loyd::Listed::numbers)).
//!
//! | file | contents |
//! |---|---|
//! | `calls` | work on another thread, with progress, warnings and Ctrl-C; exceptions |
//! | `options` | the options of a request, read from a dictionary |
//! | `requests` | solve, check, replay, scramble, enumerate, names, definitions, pictures of levels |
//! | `space` | the states of a puzzle as arrays: ranks, distances, audits, graphs, searches with a Python heuristic |
//! | `problems` | puzzles written in Python |
#![forbid(unsafe_code)]
// Functions that Python calls own their arguments.
#![allow(clippy::needless_pass_by_value)]

mod calls;
mod options;
mod problems;
mod requests;
mod space;

use pyo3::prelude::*;

/// The compiled part of the package `loyd`.
#[pymodule(gil_used = false)]
fn _loyd(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("LoydError", module.py().get_type::<calls::LoydError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    requests::add(module)?;
    space::add(module)?;
    problems::add(module)
}
