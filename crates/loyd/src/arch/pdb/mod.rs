//! Kernels for pattern databases, each with a portable twin.
//!
//! | room | what |
//! |---|---|
//! | [`build`] | what the builder of tables does to the orders of one node |

pub mod build;
