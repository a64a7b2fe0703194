//! The report of a best-first search: the path, and the proved bound.

use super::{End, Lowering, Search};
use crate::observe::{Outcome, Report};
use crate::search::ida_star::exhausted;
use crate::search::open_closed::path_to;
use crate::space::{Heuristic, Packing};

impl<S: Packing, H: Heuristic<S>, O: ?Sized> Search<'_, S, H, O> {
    pub(super) fn report(self, end: &End) -> Report<S::Move> {
        let outcome = match *end {
            End::Goal(number) => {
                let path = path_to(self.space, &self.nodes, number);
                let cost = path.iter().map(|&mv| self.space.cost(mv)).sum();
                let proven = self.configuration.optimal
                    && self.heuristic.properties().admissible
                    && (self.unit || !self.configuration.moves);
                let lower_bound = if proven { cost } else { self.lower_bound() };
                Outcome::solved(path, cost, lower_bound)
            }
            End::Exhausted => Outcome::Unsolvable(exhausted()),
            End::Stopped(cause) => {
                Outcome::Stopped { cause, lower_bound: self.lower_bound(), best: None }
            }
        };
        Report::new(outcome, self.accounting.statistics)
    }

    /// A lower bound of the cost of every path to a goal; it may exceed that of the path found.
    ///
    /// With an admissible heuristic the estimate of the start is one such bound. If every cheaper
    /// path is taken, any path to a goal contains an open state reached at its least cost (or the
    /// goal found), so the least `g + h` of all open states is another. The goal was chosen for its
    /// least priority, so the cost found is at most `h_weight / g_weight` times that, if this ratio
    /// is at least 1.
    fn lower_bound(&self) -> u32 {
        if !self.heuristic.properties().admissible
            || self.configuration.lowering != Lowering::Always
        {
            return self.proved;
        }
        let open = self.nodes.iter().filter(|node| !node.closed());
        let min_f = open.map(|node| node.g.saturating_add(node.h())).min();
        self.proved.max(min_f.unwrap_or(0))
    }
}
