//! Kernels for pattern databases.
//!
//! | file | what |
//! |---|---|
//! | `index` | from the cells of tiles to occupied cells and rank of their order, eight at a time |
//! | `lines` | from the cells of tiles to their place in tables of the multi-tile metric |

pub(crate) mod index;
pub(crate) mod lines;
