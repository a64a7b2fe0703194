//! Intermediate goals of sliding tiles: some tiles in place.

use super::stage::{Distance, Stage};
use super::through::Through;
use super::{Goals, NoCell, Placing, StageSearch, cells_of};
use crate::{Board, Metric, Slide, Sliding};
use loyd_search::observe::{Limit, Observer, Report};
use loyd_search::search::best_first;

impl<B: Board, M: Metric> Placing for Sliding<B, M> {
    fn intermediate(&self, goals: &Goals) -> Result<Vec<Vec<usize>>, NoCell> {
        cells_of(goals, self.size(), self.goal().blank())
    }

    fn place(
        &self,
        start: &B,
        cells: &[usize],
        how: &StageSearch,
        limit: &Limit,
        observer: &mut dyn Observer<Self>,
    ) -> Report<Slide> {
        let stage = if how.distinguish_all {
            Stage::distinguishing_all(self, cells)
        } else {
            Stage::new(self, cells)
        };
        let masked = stage.masked(start);
        let mut through = Through::new(&stage, start, observer);
        let distance = Distance::new(&stage);
        best_first::search(&stage, &distance, &masked, &how.configuration, limit, &mut through)
    }
}
