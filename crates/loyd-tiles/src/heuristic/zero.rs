//! The zero heuristic, for blind search.

use super::{Memoised, TileHeuristic, Unavailable};
use crate::{Board, Metric, Slid, Sliding};
use loyd_search::space::{Heuristic, Properties};

/// 0 for every state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl Memoised for Zero {
    type Memo = ();
}

impl<B: Board, M: Metric> TileHeuristic<B, M> for Zero {
    fn new(_space: &Sliding<B, M>) -> Result<Self, Unavailable> {
        Ok(Self)
    }
}

impl<B: Board, M: Metric> Heuristic<Sliding<B, M>> for Zero {
    type Memo = ();
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, _state: &B) {}

    fn step(&self, (): (), _after: &B, _slid: Slid) {}

    fn value(&self, (): ()) -> u32 {
        0
    }

    fn reversed(&self, space: &Sliding<B, M>) -> Option<Self> {
        TileHeuristic::new(space).ok()
    }
}
