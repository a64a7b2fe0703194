//! The tables of puzzles in files: their subjects, and how each is built.

mod cube3;
mod tiles;
#[cfg(feature = "more-puzzles")]
mod twisty;

pub use cube3::CubeTable;

use crate::cached_tables::{CachedTables, TableError};
use crate::tables::TableCache;
use loyd_cube::cube2::TwoByTwo;
#[cfg(feature = "more-puzzles")]
use loyd_edges::Edges;
#[cfg(feature = "more-puzzles")]
use loyd_hanoi::Hanoi;

/// The tables of these puzzles are built in milliseconds, by their solvers.
macro_rules! without_stored_tables {
    ($($puzzle:ty),*) => {$(
        impl TableCache<$puzzle> for CachedTables {
            type Error = TableError;

            fn memory(&self) -> u64 {
                self.memory_limit()
            }
        }
    )*};
}

without_stored_tables!(TwoByTwo);
#[cfg(feature = "more-puzzles")]
without_stored_tables!(Edges, Hanoi);
