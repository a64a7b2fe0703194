//! Construction of tables: breadth-first search that never represents a state on its own.
//!
//! Every move leads to a node of the other colour (`graph`), so the states within distance d that
//! have the colour of d are
//!
//! ```text
//! W_(d+1) = N(W_d)              N: all successors by one move
//! ```
//!
//! and one bitmap per node is enough: at each level the nodes of one colour add the states of their
//! neighbours, all of which have the other colour.
//!
//! ```text
//! W[goal node] = { goal order }
//! for d = 1, 2, … while states are added:
//!     for each node n of colour d mod 2 (of the goal's, that is 0):
//!         new = OR over the moves into n: rotate(move, W[source]) , without W[n]
//!         W[n] += new ;  histogram[d] += |new|
//!         if d mod 4 is 2 or 3:  bits[n] += new
//! ```
//!
//! A move keeps the order of the tiles or rotates some neighbouring places of it, which is a
//! rearrangement of bits, bytes and words of the node's bitmap (`form`,
//! [`crate::arch::pdb::build`]).
//!
//! Departures for speed:
//! 1. A source that gained nothing at its last level contributes nothing, and a node that has all
//!    its orders needs no sources.
//! 2. All sources that need no rotation are added in one pass over the node; the others are rotated
//!    first, into a block in the first-level cache.
//! 3. The table overwrites the states' bitmaps, which are no longer needed.
//! 4. The two colours are numbered and stored separately, so that one is read while the other is
//!    written, piece by piece, by all threads.
//!
//! *Limits.* The 8 tiles of the 15-puzzle have 35,347 nodes of 5.8 KB, 204 MB, with 4.6 sources
//! each. No value exceeds 38, so there are 19 levels of each colour: without departure 1 that would
//! be 18 GB of reads and 8 GB for the nodes themselves, or 2.6 s of CPU time if a core moves 10
//! GB/s. The measured time is 1.5 s, in addition to the time the system takes to clear 400 MB of
//! memory.

mod bits;
mod excess;
mod form;
mod graph;
mod lanes;
mod levels;
#[cfg(test)]
mod tests;

use super::additive::AdditiveTable;
use super::encoding::Encoding;
use super::layout::Layout;
use super::pattern::{Pattern, PatternError};
use super::standard::StandardTable;
use super::table::Table;
use crate::Size;
use crate::arch::pdb::build::{Kernels, Rotation};
use bits::Bits;
use excess::Excess;
use form::Form;
use graph::Graph;
use levels::{Keep, Levels};
use loyd_search::arch::memory::OutOfMemory;
use loyd_search::observe::Cancel;
use std::sync::Arc;

/// A builder for the tables of all patterns with a given number of tiles on a board.
pub struct Builder {
    layout: Arc<Layout>,
    graph: Graph,
    threads: usize,
    kernels: Kernels,
    /// True if the orders of a node are laid out in words.
    words: bool,
}

/// The progress of building a table, reported after each level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// The distance from the goal of the level just completed.
    pub distance: u32,
    /// Number of states at that distance.
    pub found: u64,
    /// States found so far.
    pub done: u64,
    /// Number of states that the table has entries for; some may be unreachable.
    pub states: u64,
}

/// A finished table.
#[derive(Clone, Debug)]
pub struct Built<T> {
    /// The table.
    pub table: T,
    /// Number of states with each value: all states for a [`Table`], all placements for a
    /// [`StandardTable`], by exact value even where the table's entry is saturated.
    pub histogram: Vec<u64>,
}

/// The reason why a table was not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// Memory could not be allocated.
    #[error("{0}")]
    Memory(OutOfMemory),
    /// The work was cancelled.
    #[error("building the table was stopped")]
    Stopped,
}

impl Builder {
    /// Returns a builder for patterns of `tiles` tiles that uses this number of threads.
    ///
    /// # Errors
    /// [`PatternError`] if there are too many states.
    pub fn new(size: Size, tiles: usize, threads: usize) -> Result<Self, PatternError> {
        let layout = Arc::new(Layout::new(size, tiles)?);
        let graph = Graph::new(&layout);
        let words = tiles <= Rotation::MAX_TILES;
        Ok(Self { layout, graph, threads: threads.max(1), kernels: Kernels::detect(), words })
    }

    /// Uses these kernels instead of the fastest ones.
    #[must_use]
    pub fn with_kernels(self, kernels: Kernels) -> Self {
        Self { kernels, ..self }
    }

    /// The layout of the states.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Lower bound on the bytes needed to build a table of this many tiles; computed without a
    /// builder, which itself takes memory.
    ///
    /// # Errors
    /// [`PatternError`] if there are too many states for a table.
    pub fn min_memory(size: Size, tiles: usize) -> Result<u64, PatternError> {
        let sets = Layout::sets_of(size, tiles)? as u64;
        let lines = Form::lines(tiles, tiles <= Rotation::MAX_TILES);
        Ok(sets * lines as u64 * 64)
    }

    /// Peak memory for building a [`Table`], in bytes, including the table.
    pub fn memory(&self) -> u64 {
        let block = Form::lines(self.layout.tiles(), self.words) as u64 * 64;
        2 * self.layout.nodes() as u64 * block + self.graph.bytes()
    }

    /// Peak memory for building a [`StandardTable`], in bytes, including the table.
    pub fn standard_memory(&self) -> u64 {
        let block = Form::lines(self.layout.tiles(), self.words) as u64 * 64;
        let blocks = (self.layout.nodes() + self.layout.sets()) as u64 * block;
        blocks + StandardTable::entries(&self.layout) as u64 + self.graph.bytes()
    }

    /// Builds the table of a pattern.
    ///
    /// # Errors
    /// [`BuildError`] if memory is too small, or the work is cancelled.
    ///
    /// # Panics
    /// If the pattern has a different number of tiles or belongs to a different board.
    pub fn table(
        &self,
        pattern: &Pattern,
        cancel: &Cancel,
        progress: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Built<Table>, BuildError> {
        let keep = Bits { layout: &self.layout, graph: &self.graph };
        let (bytes, histogram) = self.run(keep, pattern, cancel, progress)?;
        let table = Table::new(pattern.clone(), Arc::clone(&self.layout), bytes);
        Ok(Built { table: table.expect("as long as the layout says"), histogram })
    }

    /// Builds the standard table of a pattern.
    ///
    /// # Errors
    /// The errors of [`table`](Builder::table).
    ///
    /// # Panics
    /// The panics of [`table`](Builder::table).
    pub fn standard(
        &self,
        pattern: &Pattern,
        cancel: &Cancel,
        progress: &mut dyn FnMut(&BuildProgress),
    ) -> Result<Built<StandardTable>, BuildError> {
        let keep = Excess::new(&self.layout, &self.graph, pattern);
        let (bytes, histogram) = self.run(keep, pattern, cancel, progress)?;
        let table = StandardTable::new(pattern.clone(), Arc::clone(&self.layout), bytes);
        Ok(Built { table: table.expect("as long as the layout says"), histogram })
    }

    /// Builds the table of a pattern for sums: with [`Encoding::Excess`] a standard table, else one of
    /// states.
    ///
    /// # Errors
    /// The errors of [`table`](Builder::table).
    ///
    /// # Panics
    /// The panics of [`table`](Builder::table).
    pub fn additive(
        &self,
        pattern: &Pattern,
        encoding: Encoding,
        cancel: &Cancel,
        progress: &mut dyn FnMut(&BuildProgress),
    ) -> Result<AdditiveTable, BuildError> {
        if encoding == Encoding::Excess {
            let built = self.standard(pattern, cancel, progress)?;
            return Ok(AdditiveTable::Placements(built.table));
        }
        Ok(AdditiveTable::States(self.table(pattern, cancel, progress)?.table))
    }

    fn run<K: Keep>(
        &self,
        keep: K,
        pattern: &Pattern,
        cancel: &Cancel,
        progress: &mut dyn FnMut(&BuildProgress),
    ) -> Result<K::Result, BuildError> {
        let board = (pattern.size(), pattern.tiles());
        assert_eq!(board, (self.layout.size(), self.layout.tiles()), "a pattern of this builder");
        let form = Form::new(self.layout.tiles(), &self.graph, self.kernels, self.words);
        Levels::new(&self.layout, &self.graph, &form, keep, self.threads)
            .map_err(BuildError::Memory)?
            .run(pattern, cancel, progress)
    }
}
