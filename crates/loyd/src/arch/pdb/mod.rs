//! Kernels for pattern databases.
//!
//! | file | what |
//! |---|---|
//! | `index` | from the cells of tiles to occupied cells and rank of their order, eight at a time |
//! | `batch` | the steps of a batched search: children, where their bits stand, what these say |

pub(crate) mod batch;
pub(crate) mod index;
