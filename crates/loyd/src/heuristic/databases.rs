//! Additive pattern databases as a heuristic for any search and any board.
//!
//! Plain: the pattern that a move concerns is put together anew from the board, one bit is read.
//! The batched searches ([`crate::search::additive`]) do the same without looking at the board.

use super::{Memoised, TileHeuristic, Unavailable};
use crate::pdb::Additive;
use crate::pdb::pattern::Pattern;
use crate::puzzle::tiles::{Board, Metric, MetricName, Position, Slid, Sliding};
use crate::space::{Heuristic, Properties};
use std::sync::Arc;

/// Most patterns in all views together.
const MAX_LANES: usize = 16;

/// A heuristic from tables, in the single-tile metric.
#[derive(Clone, Debug)]
pub struct Databases {
    additive: Arc<Additive>,
    /// By view and tile the lane that has it.
    lanes: Vec<Vec<u8>>,
}

impl Databases {
    /// The heuristic of these tables.
    ///
    /// # Errors
    /// If there are more patterns than are carried along with a state.
    pub fn new(additive: Arc<Additive>) -> Result<Self, Unavailable> {
        if additive.lanes().len() > MAX_LANES {
            return Err(Unavailable {
                name: "pdb",
                reason: format!("more than {MAX_LANES} patterns: use fewer, larger ones"),
            });
        }
        let tiles = additive.goal().tiles().len();
        let lanes = additive.views().iter().map(|view| {
            let mut lanes = vec![0; tiles];
            for number in view.clone() {
                for &tile in &additive.lanes()[number].tiles {
                    lanes[usize::from(tile)] = number as u8;
                }
            }
            lanes
        });
        let lanes = lanes.collect();
        Ok(Self { additive, lanes })
    }

    /// What such tables promise: nothing where one move may move several tiles.
    pub(super) fn promises<M: Metric>() -> Properties {
        match M::NAME {
            MetricName::Single => Properties::CONSISTENT,
            MetricName::Multi => Properties::NONE,
        }
    }
}

impl Memoised for Databases {
    /// The value of each lane.
    type Memo = [u8; MAX_LANES];
}

impl<B: Board, M: Metric> TileHeuristic<B, M> for Databases {
    fn new(_: &Sliding<B, M>) -> Result<Self, Unavailable> {
        let reason = "its tables must be made or loaded first".into();
        Err(Unavailable { name: "pdb", reason })
    }
}

impl<B: Board, M: Metric> Heuristic<Sliding<B, M>> for Databases {
    type Memo = [u8; MAX_LANES];
    /// Depends on the metric.
    const PROPERTIES: Properties = Properties::NONE;

    fn start(&self, state: &B) -> Self::Memo {
        let position = Position::from_permutation(state.size(), state.tiles());
        let mut memo = [0; MAX_LANES];
        for (slot, value) in memo.iter_mut().zip(self.additive.lane_values(&position)) {
            *slot = u8::try_from(value).expect("values of patterns of at most 12 tiles are small");
        }
        memo
    }

    fn step(&self, mut memo: Self::Memo, after: &B, slid: Slid) -> Self::Memo {
        let mut cell_of = [0u8; Pattern::MAX_CELLS];
        for cell in 0..after.size().cells() {
            cell_of[after.tile(cell)] = cell as u8;
        }
        // In the single-tile metric the tile stands where the blank was.
        let tile = after.tile(usize::from(slid.blank_from));
        for view in &self.lanes {
            let number = usize::from(view[tile]);
            let lane = &self.additive.lanes()[number];
            let mut cells = [0; crate::pdb::order::MAX_TILES];
            for (cell, &tile) in cells.iter_mut().zip(&lane.tiles) {
                *cell = lane.map[usize::from(cell_of[usize::from(tile)])];
            }
            let blank = usize::from(lane.map[usize::from(slid.blank_to)]);
            let residue = lane.table.residue(&cells[..lane.tiles.len()], blank);
            let rises = residue == (u32::from(memo[number]) + 1) % 4;
            memo[number] = memo[number].wrapping_add(if rises { 1 } else { u8::MAX });
        }
        memo
    }

    fn value(&self, memo: Self::Memo) -> u32 {
        let sum = |view: &std::ops::Range<usize>| memo[view.clone()].iter().map(|&v| u32::from(v));
        self.additive.views().iter().map(|view| sum(view).sum()).max().unwrap_or(0)
    }

    fn properties(&self) -> Properties {
        Self::promises::<M>()
    }
}
