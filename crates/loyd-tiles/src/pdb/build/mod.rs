//! How tables are made: breadth-first search that never holds a state on its own.
//!
//! Every move leads to a node of the other colour (`graph`), so the states within the distance
//! d that have the colour of d are
//!
//! ```text
//! W_(d+1) = N(W_d)              N: all that one move leads to
//! ```
//!
//! and one bitmap per node is enough: at each level the nodes of one colour take up what their
//! neighbours, all of the other colour, have.
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
//! A move keeps the order of the tiles or rotates some neighbouring places of it, and that is a
//! rearrangement of bits, bytes and words of the node's bitmap (`form`,
//! [`crate::arch::pdb::build`]).
//!
//! Departures for speed:
//! 1. A source that got nothing at its last level has nothing to give, and a node that has all its
//!    orders takes nothing.
//! 2. All sources that need no rotation are added while the node itself is; the others before, to a
//!    block in the first-level cache.
//! 3. The table takes the place of the states' bitmaps, which are not needed any more.
//! 4. Both colours are numbered by themselves and lie apart, so that one is read while the other
//!    is written, piece by piece, by all threads.
//!
//! *Limits.* The 8 tiles of the 15-puzzle have 35,347 nodes of 5.8 KB, 204 MB, with 4.6 sources
//! each. With no value above 38 there are 19 levels of each colour: without departure 1 that would be
//! 18 GB to be read and 8 GB for the nodes themselves: 2.6 s of CPU if a core moves 10 GB/s. 1.5 s
//! were measured, beside what the system takes to clear 400 MB of memory.

mod bits;
mod excess;
mod form;
mod graph;
mod lanes;
mod levels;
#[cfg(test)]
mod tests;

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
use loyd::arch::memory::OutOfMemory;
use loyd::observe::Cancel;
use std::sync::Arc;

/// Makes the tables of all patterns of a number of tiles on a board.
pub struct Builder {
    layout: Arc<Layout>,
    graph: Graph,
    threads: usize,
    kernels: Kernels,
    /// Whether the orders of a node are laid out in words.
    words: bool,
}

/// What a table is made with: one level after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// The distance from the goal whose states were found last.
    pub distance: u32,
    /// How many there are.
    pub found: u64,
    /// States found so far.
    pub done: u64,
    /// All states that there are places for; some may be out of reach.
    pub states: u64,
}

/// A finished table.
#[derive(Clone, Debug)]
pub struct Built<T> {
    /// The table.
    pub table: T,
    /// For each value how many states have it: all states for a [`Table`], all placements for a
    /// [`StandardTable`], by their exact value even where the table's entry is saturated.
    pub histogram: Vec<u64>,
}

/// Why there is no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// Memory could not be had.
    #[error("{0}")]
    Memory(OutOfMemory),
    /// The work was cancelled.
    #[error("building the table was stopped")]
    Stopped,
}

impl Builder {
    /// A builder for patterns of `tiles` tiles that works with so many threads.
    ///
    /// # Errors
    /// If the states are too many.
    pub fn new(size: Size, tiles: usize, threads: usize) -> Result<Self, PatternError> {
        let layout = Arc::new(Layout::new(size, tiles)?);
        let graph = Graph::new(&layout);
        let words = tiles <= Rotation::MAX_TILES;
        Ok(Self { layout, graph, threads: threads.max(1), kernels: Kernels::detect(), words })
    }

    /// Uses these kernels instead of the fastest.
    #[must_use]
    pub fn with_kernels(self, kernels: Kernels) -> Self {
        Self { kernels, ..self }
    }

    /// Where the states have their places.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// What making a table of so many tiles takes at least, in bytes: known without a builder, which
    /// takes memory itself.
    ///
    /// # Errors
    /// If the states are too many for a table.
    pub fn least_memory(size: Size, tiles: usize) -> Result<u64, PatternError> {
        let sets = Layout::sets_of(size, tiles)? as u64;
        let lines = Form::lines(tiles, tiles <= Rotation::MAX_TILES);
        Ok(sets * lines as u64 * 64)
    }

    /// The most memory that making a [`Table`] takes, in bytes, the table included.
    pub fn memory(&self) -> u64 {
        let block = Form::lines(self.layout.tiles(), self.words) as u64 * 64;
        2 * self.layout.nodes() as u64 * block + self.graph.bytes()
    }

    /// The most memory that making a [`StandardTable`] takes.
    pub fn standard_memory(&self) -> u64 {
        let block = Form::lines(self.layout.tiles(), self.words) as u64 * 64;
        let blocks = (self.layout.nodes() + self.layout.sets()) as u64 * block;
        blocks + StandardTable::entries(&self.layout) as u64 + self.graph.bytes()
    }

    /// The table of a pattern.
    ///
    /// # Errors
    /// If there is not enough memory, or the work is cancelled.
    ///
    /// # Panics
    /// If the pattern has another number of tiles or another board.
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

    /// The standard table of a pattern.
    ///
    /// # Errors
    /// As [`table`](Builder::table).
    ///
    /// # Panics
    /// As [`table`](Builder::table).
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
