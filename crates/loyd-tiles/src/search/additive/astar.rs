//! The algorithm `tree-astar`: [`OpenLists`] as far as memory reaches, then iterative deepening.

use super::batch::SearchEnd;
use super::open_lists::{Counts, MAX_VIEWS, OpenLists};
use super::packing::Packed;
use super::tree::Tree;
use crate::{Direction, Slide};
use loyd_search::observe::{
    Budget, Iteration, Limit, Outcome, Progress, Report, Statistics, StopCause,
};
use loyd_search::search::deepening::{self, Mode, OneStage, Subtrees, Tally, Visit};

/// Bytes of open lists and trail if the limits allow any number.
const MEMORY: u64 = 256 << 20;

/// Finds a shortest solution from the root of a tree.
///
/// If lists and trail exceed the memory limit, the search continues from its bound by iterative deepening, which
/// takes no memory and uses all threads. Its part of a divided search is searched by deepening, too.
pub(super) fn search<const C: usize, const L: usize, P: Packed<C>>(
    tree: &Tree<'_, C, L>,
    threads: usize,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<Slide> {
    let (root, mut bound) = tree.start();
    if tree.board.is_goal(&root.cells) {
        return Report::new(Outcome::solved(Vec::new(), 0, 0), Statistics::default());
    }
    if tree.board.views() > MAX_VIEWS || limit.share.is_some() {
        return deepen(tree, bound, threads, limit, Statistics::default(), progress);
    }
    let budget = Budget::start(limit);
    let max_bytes = limit.memory.unwrap_or(MEMORY);
    let mut lists = OpenLists::<C, L, P>::new(tree.board, root);
    let mut statistics = Statistics::default();
    loop {
        let (began, before) = (budget.elapsed(), lists.counts());
        let mut cause = None;
        let end = lists.iteration(&mut |counts: Counts| {
            let elapsed = budget.elapsed();
            progress(&Progress {
                bound,
                best: None,
                expanded: counts.expanded,
                generated: Some(counts.generated),
                lists: (counts.open, counts.expanded),
                fraction: None,
                elapsed,
                iteration_elapsed: elapsed.saturating_sub(began),
            });
            cause = budget.exceeded(counts.expanded);
            cause.is_some() || counts.bytes > max_bytes
        });
        add(&mut statistics, bound, before, lists.counts());
        let outcome = match (end, cause) {
            (SearchEnd::Found(directions), _) => {
                let cost = directions.len() as u32;
                Outcome::solved(slides(&directions), cost, cost)
            }
            (SearchEnd::Exhausted { .. }, _) => {
                bound += 2;
                continue;
            }
            (SearchEnd::Stopped, Some(cause)) => {
                Outcome::Stopped { cause, lower_bound: bound, best: None }
            }
            (SearchEnd::Stopped, None) => {
                drop(lists);
                let time = limit.time.map(|time| time.saturating_sub(budget.elapsed()));
                let limit = Limit { time, ..limit.clone() };
                return deepen(tree, bound, threads, &limit, statistics, progress);
            }
        };
        return Report::new(outcome, statistics);
    }
}

/// Adds an iteration with these counts before and after it.
fn add(statistics: &mut Statistics, bound: u32, before: Counts, after: Counts) {
    let (expanded, generated) =
        (after.expanded - before.expanded, after.generated - before.generated);
    statistics.iterations.push(Iteration { bound, expanded, generated });
    (statistics.expanded, statistics.generated) = (after.expanded, after.generated);
    statistics.peak_open = statistics.peak_open.max(after.open);
    statistics.bytes = statistics.bytes.max(after.bytes);
}

fn slides(directions: &[u8]) -> Vec<Slide> {
    directions.iter().map(|&direction| Slide::one(Direction::ALL[usize::from(direction)])).collect()
}

/// Iterative deepening from a bound, after a search with these counts.
fn deepen<const C: usize, const L: usize>(
    tree: &Tree<'_, C, L>,
    bound: u32,
    threads: usize,
    limit: &Limit,
    mut statistics: Statistics,
    progress: &mut dyn FnMut(&Progress),
) -> Report<Slide> {
    let nodes = limit.nodes.map(|nodes| nodes.saturating_sub(statistics.expanded));
    if nodes == Some(0) {
        let cause = StopCause::Nodes;
        return Report::new(Outcome::Stopped { cause, lower_bound: bound, best: None }, statistics);
    }
    let limit = Limit { nodes, ..limit.clone() };
    let from = FromBound { tree, bound };
    let mode = Mode { threads, proven: true, split: true };
    let mut report = deepening::search(&OneStage(&from), mode, &limit, progress);
    statistics.expanded += report.statistics.expanded;
    statistics.generated += report.statistics.generated;
    statistics.iterations.append(&mut report.statistics.iterations);
    Report { statistics, ..report }
}

/// A tree of which it is known that no solution is within a smaller bound.
struct FromBound<'a, T> {
    tree: &'a T,
    bound: u32,
}

impl<T: Subtrees<Slide>> Subtrees<Slide> for FromBound<'_, T> {
    fn allows(&self, path: &[Slide]) -> bool {
        self.tree.allows(path)
    }

    fn f(&self, path: &[Slide]) -> u32 {
        self.tree.f(path).max(self.bound)
    }

    fn moves(&self, path: &[Slide]) -> Vec<Slide> {
        self.tree.moves(path)
    }

    fn search(&self, path: &mut Vec<Slide>, bound: u32, tally: &mut Tally<'_>) -> Visit {
        self.tree.search(path, bound, tally)
    }
}
