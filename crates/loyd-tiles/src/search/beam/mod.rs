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
//!    On 5x5, 6x6 and 7x7 boards, learned weights of pairs of tiles are added (`pairs`).
//! 2. A child is a key of 16 bytes until it is selected; a third of them are. States are read and written in order.
//! 3. A level leaves a nibble for each state: which of its children were selected. The path is found by counting
//!    bits.
//!
//! *Limit.* A child reads one entry a view from tables larger than any cache: 12 ns to compute its number, 10 ns to
//! read it with some twenty prefetches in flight, and 20 ns for its key.

mod level;
mod pairs;
mod state;
mod tables;

use crate::pdb::Additive;
use crate::{Position, Slide, solvable};
use level::Levels;
use loyd_search::observe::{Limit, Outcome, Progress, Report, Statistics};
use loyd_search::search::beam::Passes;
use pairs::Pairs;
#[doc(hidden)]
pub use pairs::{Places, each_pair};
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
        let pairs = Pairs::of_goal(additive.first()?.goal());
        Some(Self { views: Views::new(additive, pairs)?, additive: additive.to_vec() })
    }

    /// The same search with these weights of pairs, or without weights: for the example `pair_weights`. `None` also if
    /// the weights have another length, or are for another goal.
    #[doc(hidden)]
    pub fn with_weights(additive: &[Arc<Additive>], weights: Option<&[u8]>) -> Option<Self> {
        let pairs = match weights {
            Some(weights) => Some(Pairs::new(additive.first()?.goal(), weights)?),
            None => None,
        };
        Some(Self { views: Views::new(additive, pairs)?, additive: additive.to_vec() })
    }

    /// The terms of the estimate of a board of `N` cells: Manhattan distance, the half of the largest excess of a view,
    /// and that of the mean excess.
    #[doc(hidden)]
    pub fn terms<const N: usize>(&self, board: &Position) -> (f32, f32, f32) {
        let state = self.views.start::<N, MAX_LANES>(board);
        let sums = &state.sums[..self.views.count()];
        let sum: u32 = sums.iter().copied().map(u32::from).sum();
        let max = sums.iter().copied().max().unwrap_or(0);
        (state.distance.into(), max.into(), sum as f32 / sums.len() as f32)
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
            (37..=49, _) => self.run::<49, 16>(start, passes, width, threads),
            _ => self.run::<64, 16>(start, passes, width, threads),
        }
    }

    /// The state with a number, counted around, of the level at which a beam stops at `limit`: for the example
    /// `pair_weights`.
    #[doc(hidden)]
    pub fn state_of_level<const N: usize>(
        &self,
        start: &Position,
        width: usize,
        limit: &Limit,
        number: usize,
    ) -> Option<Position> {
        let mut ignore = |_: &Progress| ();
        let passes = Passes::start(limit, 0, None, &mut ignore);
        let mut levels = Levels::<N, MAX_LANES>::new(&self.views, 1);
        passes.run(Some(width), |passes, width| levels.pass(passes, start, width));
        let states = levels.states();
        let state = &states[number.checked_rem(states.len())?];
        let tiles = state.tiles.map(u64::from);
        Position::new(start.size(), &tiles).ok()
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
