//! Levels, and the space that a graph takes.

use crate::backend::{Backend, Sizes, check_levels};
use crate::error::Result;
use crate::meta::Meta;
use crate::stored::Stored;

/// Numbers of a stored graph.
#[derive(Clone, PartialEq, Debug)]
pub struct Stats {
    /// The facts.
    pub meta: Meta,
    /// The states of each complete level.
    pub levels: Vec<u64>,
    /// The sum of the levels.
    pub total: u64,
    /// The space that the graph takes.
    pub sizes: Sizes,
    /// The number of states of the puzzle; `None` if it is unknown.
    pub states: Option<u128>,
    /// The crashes that a committed transaction survives.
    pub durability: &'static str,
}

impl Stats {
    /// Bytes of the table of states per stored state.
    pub fn table_bytes_per_state(&self) -> f64 {
        self.sizes.table as f64 / self.total.max(1) as f64
    }

    /// Bytes of further indexes per stored state.
    pub fn index_bytes_per_state(&self) -> f64 {
        self.sizes.index as f64 / self.total.max(1) as f64
    }

    /// Bytes of the database per stored state.
    pub fn bytes_per_state(&self) -> f64 {
        self.sizes.total as f64 / self.total.max(1) as f64
    }

    /// Bytes per stored state of a bitmap with a bit for each state of the puzzle.
    pub fn bitmap_bytes_per_state(&self) -> Option<f64> {
        Some(self.states? as f64 / 8.0 / self.total.max(1) as f64)
    }
}

/// The numbers of a stored graph.
///
/// # Errors
/// If the database holds no graph, a recorded level differs from the stored states, or the database fails.
pub fn stats(backend: &mut dyn Backend) -> Result<Stats> {
    let stored = Stored::of(backend)?;
    let levels = backend.levels()?;
    let counts = backend.counts()?;
    check_levels(backend, &levels, stored.meta.complete, &counts)?;
    Ok(Stats {
        meta: stored.meta,
        total: levels.iter().sum(),
        levels,
        sizes: backend.sizes()?,
        states: stored.space.states,
        durability: backend.durability(),
    })
}
