//! Kernels for pattern databases.
//!
//! | module | idea |
//! |---|---|
//! | [`build`] | the table builder's operations on the orders of one node |
//! | `index` | from the cells of tiles to occupied cells and rank of their order, eight at a time |
//! | `lines` | from the cells of tiles to their index in tables of the multi-tile metric |
//! | `batch` | the steps of a batched search: children, the indices of their bits, tests |

pub(crate) mod batch;
pub mod build;
pub(crate) mod index;
pub(crate) mod lines;
