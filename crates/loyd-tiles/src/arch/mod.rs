//! All code that depends on the processor or the operating system, and the only `unsafe` code of
//! the crate. Everything exported from here is safe to call.
//!
//! | module | idea |
//! |---|---|
//! | `batch` | many boards of a depth-first search at once |
//! | [`bitmap`] | whole levels of a state space, one bit per state |
//! | [`pdb`] | pattern databases: construction, and indices of states |

pub(crate) mod batch;
pub mod bitmap;
pub mod pdb;
