//! Kernels for pattern databases.
//!
//! | file | what |
//! |---|---|
//! | `index` | from the cells of tiles to occupied cells and rank of their order, eight at a time |

pub(crate) mod index;
