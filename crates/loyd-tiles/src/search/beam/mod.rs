//! Beam search with tables of placements: [`loyd_search::search::beam`], made for boards of up to 64 cells.
//!
//! ```text
//! expand   for the states of a piece, in batches: the places of each child in the table of each view,
//!          prefetched; then its values, its hash and its key
//! merge    for each part of the hashes: the keys without duplicates, counted by score
//! select   the keys below the limit of the level mark their child in a byte
//! advance  for the states of a piece: its marked children are made, in order
//! ```
//!
//! 1. A *view* is a partition of the tiles, directly or through a symmetry. The estimate of a view is Manhattan
//!    distance plus the excesses of its patterns. States are ordered by the sum of the maximum and the mean of the
//!    views: on 30 24-puzzles with a width of 10,000, the solutions of four views are 2.0 moves longer than optimal,
//!    by the mean alone 2.3, with two views 2.7, 2.9, and by the maximum 3.1.
//! 2. A child is a key of 16 bytes until it is selected; a third of them are. States are read and written in order.
//! 3. A level leaves a nibble for each state: which of its children were selected. The path is found by counting
//!    bits.
//!
//! *Limit.* A child reads one entry a view from tables larger than any cache: 12 ns to compute its number, 10 ns to
//! read it with some twenty prefetches in flight, and 20 ns for its key.

mod level;
mod state;
mod tables;

use crate::pdb::Additive;
use crate::{Position, Slide, solvable};
use level::Levels;
use loyd_search::observe::{Limit, Outcome, Progress, Report, Statistics};
use loyd_search::search::beam::Passes;
use state::Views;
use std::sync::Arc;

/// Largest number of views.
pub const MAX_VIEWS: usize = 4;

/// Largest number of patterns in all views together.
pub const MAX_LANES: usize = 16;

/// A beam search for a goal, with its tables.
pub struct TileBeam {
    views: Views,
    additive: Vec<Arc<Additive>>,
}

impl TileBeam {
    /// A search with up to [`MAX_VIEWS`] views of these databases; `None` if a table is not of placements or has a
    /// pattern of more than seven tiles, or no view has up to [`MAX_LANES`] patterns.
    pub fn new(additive: &[Arc<Additive>]) -> Option<Self> {
        Some(Self { views: Views::new(additive)?, additive: additive.to_vec() })
    }

    /// Finds paths from `start`, as [`loyd_search::search::beam::search`] does.
    ///
    /// # Panics
    /// If start and goal differ in size.
    pub fn search(
        &self,
        start: &Position,
        width: Option<usize>,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        let goal = self.additive[0].goal();
        assert_eq!(start.size(), goal.size());
        if let Err(reason) = solvable(goal.size(), start.tiles(), goal.tiles()) {
            return Report::new(Outcome::Unsolvable(reason), Statistics::default());
        }
        let bound = self.additive.iter().map(|additive| additive.value(start)).max().unwrap_or(0);
        let best = (start == goal).then(Vec::new);
        let passes = Passes::start(limit, bound, best, progress);
        match (goal.size().cells(), self.views.lanes()) {
            (..=25, ..=8) => self.run::<25, 8>(start, passes, width, threads),
            (..=25, _) => self.run::<25, 16>(start, passes, width, threads),
            (26..=36, _) => self.run::<36, 16>(start, passes, width, threads),
            _ => self.run::<64, 16>(start, passes, width, threads),
        }
    }

    fn run<const N: usize, const L: usize>(
        &self,
        start: &Position,
        passes: Passes<'_, Slide>,
        width: Option<usize>,
        threads: usize,
    ) -> Report<Slide> {
        let mut levels = Levels::<N, L>::new(&self.views, threads);
        passes.run(width, |passes, width| levels.pass(passes, start, width))
    }
}
