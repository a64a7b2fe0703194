//! A chain of phases as data, and the loop of growing efforts around it.

use super::beam::{self, Counts, Extent, Node, Paths, Phase};
use super::deepening::Deepening;
use super::space::Moves;
use crate::turn::Turn;
use loyd_search::observe::{Budget, Limit, Outcome, Progress, Report, Statistics, StopCause};
use std::time::Duration;

/// The largest factor of the extents.
const MAX_EFFORT: usize = 1 << 10;

/// A phase with the extent of its search at effort 1.
pub(super) struct Stage<const N: usize> {
    pub(super) phase: Box<dyn Phase<N> + Send>,
    pub(super) extent: Extent,
    /// True if all its ends are searched for, not by a beam.
    pub(super) is_exhaustive: bool,
}

impl<const N: usize> Stage<N> {
    /// A stage with a beam of this width, the part of a layer that one cell may have, and the number of ends.
    pub(super) fn new(
        phase: impl Phase<N> + Send + 'static,
        width: usize,
        share: usize,
        ends: usize,
    ) -> Self {
        let extent = Extent { width, slack: 1, ends, share, depth: 24 };
        Self { phase: Box::new(phase), extent, is_exhaustive: false }
    }
}

/// The ends of the last phase, the shortest first.
pub(super) fn ends<const N: usize>(
    moves: &Moves,
    stages: &[Stage<N>],
    mut nodes: Vec<Node<N>>,
    effort: usize,
    (paths, counts): (&mut Paths, &mut Counts),
    budget: &Budget,
) -> Vec<Node<N>> {
    for (number, stage) in stages.iter().enumerate() {
        let Extent { width, share, ends, .. } = stage.extent;
        let (width, share, ends) = (width * effort, share * effort, ends * effort);
        let extent = Extent { width, ends, share, ..stage.extent };
        let phase = &*stage.phase;
        nodes = if stage.is_exhaustive {
            let next = stages.get(number + 1);
            let next_letters = next.map_or(&[][..], |next| next.phase.letters());
            let search = Deepening { moves, phase, next_letters, extent, budget };
            search.search(&nodes, (paths, counts))
        } else {
            beam::search(moves, phase, nodes, extent, (paths, counts), budget)
        };
    }
    nodes
}

/// Attempts with growing effort: until the first path, or with a limit of time or nodes until the limit.
pub(super) fn improve(
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
    mut attempt: impl FnMut(usize, &mut Counts, &Budget, &mut Option<Vec<Turn>>),
) -> Report<Turn> {
    let budget = Budget::start(limit);
    let (mut best, mut counts): (Option<Vec<Turn>>, _) = (None, Counts::default());
    let is_limited = limit.time.is_some() || limit.nodes.is_some();
    let mut effort = 1;
    while effort <= MAX_EFFORT && (is_limited || best.is_none()) {
        attempt(effort, &mut counts, &budget, &mut best);
        let length = best.as_ref().map(|path| path.len() as u32);
        progress(&Progress {
            bound: 0,
            best: length,
            expanded: counts.expanded,
            generated: Some(counts.generated),
            lists: (0, 0),
            fraction: None,
            elapsed: budget.elapsed(),
            iteration_elapsed: Duration::ZERO,
        });
        if length == Some(0) || budget.exceeded(counts.expanded).is_some() {
            break;
        }
        effort *= 2;
    }
    let statistics = Statistics {
        expanded: counts.expanded,
        generated: counts.generated,
        ..Statistics::default()
    };
    // A limit ends the improvement normally; an interrupt is reported as a stop.
    let outcome = match (best, budget.exceeded(counts.expanded)) {
        (Some(path), None | Some(StopCause::Time | StopCause::Nodes)) => {
            let cost = path.len() as u32;
            Outcome::solved(path, cost, 0)
        }
        (best, cause) => {
            let cause = cause.unwrap_or(StopCause::Nodes);
            Outcome::Stopped { cause, lower_bound: 0, best }
        }
    };
    Report::new(outcome, statistics)
}
