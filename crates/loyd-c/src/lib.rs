//! The C library: requests and results are JSON, with the fields of the server (`docs/http-api.md`), so that a
//! program in any language that can call C embeds the solver. `include/loyd.h` describes the functions.
//!
//! | file | contents |
//! |---|---|
//! | `ffi` | the functions of the header; the only `unsafe` of the crate |
//! | `session` | solvers between requests; a request by its name |
#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod ffi;
mod session;
