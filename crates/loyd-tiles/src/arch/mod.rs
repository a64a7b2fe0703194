//! Everything that depends on the processor or the operating system, and the only place with
//! `unsafe`. All that is exported from here is safe to call.
//!
//! | room | what |
//! |---|---|
//! | `batch` | many boards of a depth-first search at once |
//! | [`bitmap`] | whole levels of a state space, one bit a state |
//! | [`pdb`] | pattern databases: building them, places in them |

pub(crate) mod batch;
pub mod bitmap;
pub mod pdb;
