//! The report of a best-first search: the path, and the proved bound.

use super::{End, Lowering, Search};
use crate::observe::{Outcome, Report};
use crate::search::ida_star::exhausted;
use crate::search::open_closed::path_to;
use crate::space::{Heuristic, Packing};

impl<S: Packing, H: Heuristic<S>, O: ?Sized> Search<'_, S, H, O> {
    /// The report of a search with this end.
    pub(super) fn report(self, end: &End) -> Report<S::Move> {
        let outcome = match *end {
            End::Goal(number) => {
                let path = path_to(self.space, &self.nodes, number);
                let cost = path.iter().map(|&mv| self.space.cost(mv)).sum();
                let proven = self.configuration.optimal
                    && self.heuristic.properties().admissible
                    && (self.unit || !self.configuration.moves);
                let lower_bound = if proven { cost } else { self.lower_bound(Some(cost)) };
                Outcome::solved(path, cost, lower_bound)
            }
            End::Exhausted => Outcome::Unsolvable(exhausted()),
            End::Stopped(cause) => {
                Outcome::Stopped { cause, lower_bound: self.lower_bound(None), best: None }
            }
        };
        Report { outcome, statistics: self.accounting.statistics }
    }

    /// A lower bound of the cost of every path to a goal; `cost` is that of the path found.
    ///
    /// With an admissible heuristic the estimate of the start is one such bound. If every cheaper
    /// path is taken, any path to a goal contains an open state reached at its least cost (or the
    /// goal found), so the least `g + h` of all open states is another. The goal was chosen for its
    /// least priority, so the cost found is at most `h_weight / g_weight` times the shortest, if
    /// that ratio is at least 1.
    fn lower_bound(&self, cost: Option<u32>) -> u32 {
        if !self.heuristic.properties().admissible {
            return 0;
        }
        let mut bound = self.estimate;
        if self.configuration.lowering == Lowering::Always {
            let open = self.nodes.iter().filter(|node| !node.closed());
            let least = open.map(|node| node.g.saturating_add(node.h())).min();
            bound = bound.max(least.unwrap_or(0));
            let (g, h) = (self.configuration.g_weight, self.configuration.h_weight);
            if let Some(cost) = cost.filter(|_| h >= g && g > 0 && !self.configuration.moves) {
                let share = (u64::from(cost) * u64::from(g)).div_ceil(u64::from(h));
                bound = bound.max(share as u32);
            }
        }
        bound
    }
}
