//! Kernels for pattern databases.
//!
//! | room | what |
//! |---|---|
//! | [`build`] | what the builder of tables does to the orders of one node |
//! | `index` | from the cells of tiles to occupied cells and rank of their order, eight at a time |
//! | `lines` | from the cells of tiles to their place in tables of the multi-tile metric |
//! | `batch` | the steps of a batched search: children, where their bits stand, what these say |

pub(crate) mod batch;
pub mod build;
pub(crate) mod index;
pub(crate) mod lines;
