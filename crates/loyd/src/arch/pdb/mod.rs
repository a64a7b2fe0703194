//! Kernels for pattern databases.
//!
//! | room | what |
//! |---|---|
//! | [`build`] | what the builder of tables does to the orders of one node |
//! | `index` | from the cells of tiles to occupied cells and rank of their order, eight at a time |

pub mod build;
pub(crate) mod index;
