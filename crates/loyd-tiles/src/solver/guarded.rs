//! Engines that read tables step by step, protected against tables whose entries are not distances.
//!
//! Batched engines detect such tables when they build their first tree
//! ([`super::deepening_engine`]). Others would continue with a heuristic of 0. Here the tables are
//! walked from the start of each board before it is searched, and a search in which a later walk
//! failed claims nothing.

use super::deepening_engine::broken_table;
use super::{NotPersisted, Search, Strings, Tiles, Watch};
use crate::pdb::Additive;
use crate::{Position, Slide, solvable};
use loyd_search::observe::{Limit, Progress, Report, Statistics};
use loyd_search::search::deepening::checkpoint::Persistence;
use std::sync::Arc;

/// An engine and the tables of its heuristic.
pub(super) struct Guarded {
    pub(super) engine: Box<dyn Search>,
    pub(super) additive: Vec<Arc<Additive>>,
}

/// Returns true if one of these tables is broken.
pub(super) fn is_broken(additive: &[Arc<Additive>]) -> bool {
    additive.iter().any(|additive| additive.is_broken())
}

impl Guarded {
    fn leads_nowhere(&self, start: &Position) -> bool {
        let can_be_solved = |additive: &&Arc<Additive>| {
            let goal = additive.goal();
            solvable(goal.size(), start.tiles(), goal.tiles()).is_ok()
        };
        for additive in self.additive.iter().filter(can_be_solved) {
            additive.lane_values(start);
        }
        is_broken(&self.additive)
    }

    fn judged(&self, report: Report<Slide>) -> Report<Slide> {
        if is_broken(&self.additive) { broken_table(report.statistics) } else { report }
    }
}

impl Search for Guarded {
    fn solve(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<Slide> {
        if self.leads_nowhere(start) {
            return broken_table(Statistics::default());
        }
        self.judged(self.engine.solve(start, threads, limit, progress))
    }

    fn solve_persisted(
        &self,
        start: &Position,
        threads: usize,
        limit: &Limit,
        persistence: Persistence<'_, Slide>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<Slide>, NotPersisted> {
        if self.leads_nowhere(start) {
            return Ok(broken_table(Statistics::default()));
        }
        let report = self.engine.solve_persisted(start, threads, limit, persistence, progress)?;
        Ok(self.judged(report))
    }

    fn watch(
        &self,
        start: &Position,
        limit: &Limit,
        watcher: &mut dyn Watch<Tiles>,
    ) -> Option<Report<Slide>> {
        if self.leads_nowhere(start) {
            return Some(broken_table(Statistics::default()));
        }
        Some(self.judged(self.engine.watch(start, limit, watcher)?))
    }

    fn strings(&self) -> Strings {
        self.engine.strings()
    }
}
