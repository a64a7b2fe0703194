//! Iterative deepening over subtrees, on any number of threads.
//!
//! ```text
//! prefixes := [the empty path]                      -- leaves of a search tree, in depth-first order
//! repeat with bound := h(start), then the smallest f that exceeded the last bound
//!     threads take prefixes in order and search the subtree below each within the bound
//!     split the prefixes whose subtrees took more than their share into their children
//! until a goal is found
//! ```
//!
//! The work of an iteration is known from the one before it: subtrees grow by about the same
//! factor. Splitting the heavy ones in advance leaves threads no idle tail without any stealing
//! inside a subtree, gives the share of the iteration that is done (for the time left), and keeps
//! the inner search a plain recursion.
//!
//! The length found does not depend on the number of threads. Neither does the path, where subtrees
//! are searched in depth-first order (all but those with pattern databases): a thread that finds a
//! goal below prefix i lets all prefixes before i be finished, and the first prefix with a goal wins.
//! Only node counts of the last iteration depend on timing, unless there is one thread: then they
//! equal those of [`super::ida_star`].

mod iteration;

use crate::clock::Stopwatch;
use crate::observe::{Budget, Iteration, Limit, Outcome, Progress, Report, Statistics, StopCause};
use iteration::{Job, Prefix};

/// A search tree, its nodes named by the moves that lead to them from the root, with bounded
/// depth-first search below any node.
///
/// One dynamic call a subtree: naming nodes by paths costs replaying a few moves for thousands of
/// expansions, and everything in this module is compiled once for all boards and heuristics.
pub trait Subtrees<M>: Sync {
    /// Whether pruning allows a path that an earlier stage of a search allowed.
    fn allows(&self, _path: &[M]) -> bool {
        true
    }

    /// `g + h` of a node.
    fn f(&self, path: &[M]) -> u32;

    /// The moves that pruning allows from a node, in the order of trial.
    fn moves(&self, path: &[M]) -> Vec<M>;

    /// The cost of a path from the root.
    fn cost(&self, path: &[M]) -> u32 {
        path.len() as u32
    }

    /// Searches below the node that `path` leads to, whose `f` is at most `bound`, for a goal with
    /// `f <= bound`. If one is found, the moves to it are appended to `path`; otherwise `path` is
    /// left as it was, or longer if the search was stopped.
    fn search(&self, path: &mut Vec<M>, bound: u32, tally: &mut Tally<'_>) -> Visit;
}

/// A search that may change to a better tree between iterations: one whose tables pay only for
/// large searches, say.
///
/// A later tree must allow no path that an earlier one forbade, and keep all values of `f`.
pub trait Stages<M> {
    /// The tree for the next iteration, after one that expanded so many nodes, and its number:
    /// the same number means the same tree.
    fn stage(&self, last_expanded: u64) -> (usize, &dyn Subtrees<M>);
}

/// A search that keeps to one tree.
pub struct OneStage<'a, M>(pub &'a dyn Subtrees<M>);

impl<M> Stages<M> for OneStage<'_, M> {
    fn stage(&self, _last_expanded: u64) -> (usize, &dyn Subtrees<M>) {
        (0, self.0)
    }
}

/// How the search of a subtree ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// At a goal.
    Found,
    /// No goal within the bound.
    Exhausted {
        /// The smallest `f` above the bound; `None` if there was none, so that no larger bound
        /// helps.
        next_bound: Option<u32>,
    },
    /// [`Tally::stop`] said so.
    Stopped,
}

/// Counts the nodes of a subtree, and knows when to stop.
pub struct Tally<'a> {
    /// Expanded nodes.
    pub expanded: u64,
    /// Generated nodes.
    pub generated: u64,
    poll: &'a mut dyn FnMut(u64) -> bool,
}

impl<'a> Tally<'a> {
    /// Nodes that a search may expand between two calls of [`Tally::stop`].
    pub const INTERVAL: u64 = 1 << 16;

    /// A tally of nothing yet; `poll` is given the number of expansions so far.
    pub fn new(poll: &'a mut dyn FnMut(u64) -> bool) -> Self {
        Self { expanded: 0, generated: 0, poll }
    }

    /// Whether to stop now. To be asked about once in [`Tally::INTERVAL`] expansions.
    pub fn stop(&mut self) -> bool {
        (self.poll)(self.expanded)
    }
}

/// How the iterations are run.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// Most threads at once.
    pub threads: usize,
    /// Whether the heuristic is admissible, so that the first path found is shortest.
    pub proven: bool,
    /// Whether heavy prefixes are split between iterations.
    pub split: bool,
}

/// Searches below the prefixes with growing bounds until a goal is found or a limit is met.
///
/// The prefixes must hold at least one node of a cheapest path, and be in depth-first order;
/// usually there is one, the root.
pub fn search<M: Copy + PartialEq + Send + Sync>(
    stages: &dyn Stages<M>,
    prefixes: Vec<Vec<M>>,
    mode: Mode,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<M> {
    let budget = Budget::start(limit);
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    let (mut number, mut tree) = stages.stage(0);
    let mut bound = prefixes.iter().map(|path| tree.f(path)).min().unwrap_or(0);
    let mut prefixes: Vec<_> = prefixes.into_iter().map(Prefix::new).collect();
    let mut last_expanded = 0;
    loop {
        let clock = Stopwatch::start();
        let job = Job { tree, prefixes: &prefixes, bound };
        // Starting threads takes longer than a small iteration.
        let threads = if last_expanded < WORTH_A_THREAD { 1 } else { mode.threads };
        let before = statistics.expanded;
        let end = job.run(threads, &mut |expanded, fraction| {
            progress(&Progress {
                bound,
                expanded: before + expanded,
                fraction,
                elapsed: budget.elapsed(),
                iteration_elapsed: clock.elapsed(),
            });
            budget.exceeded(before + expanded)
        });
        statistics.expanded += end.expanded;
        statistics.generated += end.generated;
        let (expanded, generated) = (end.expanded, end.generated);
        statistics.iterations.push(Iteration { bound, expanded, generated });
        let outcome = if let Some(path) = end.path {
            let (cost, proven) = (tree.cost(&path), mode.proven);
            let lower_bound = if proven { cost } else { 0 };
            Outcome::Solved { path, cost, lower_bound, proven }
        } else if let Some(cause) = end.stopped {
            let lower_bound = if mode.proven { bound } else { 0 };
            Outcome::Stopped { cause, lower_bound, best: None }
        } else if end.next_bound.is_none() {
            Outcome::Unsolvable(super::ida_star::exhausted())
        } else {
            bound = end.next_bound.unwrap_or(bound);
            last_expanded = end.expanded;
            let (next_number, next_tree) = stages.stage(last_expanded);
            let tree_changed = next_number != number;
            (number, tree) = (next_number, next_tree);
            let share = end.expanded / (mode.threads as u64 * SHARES_A_THREAD);
            let share = if mode.split { share.max(SMALLEST_SHARE) } else { u64::MAX };
            let mut kept: Vec<_> = prefixes.into_iter().zip(end.weights).collect();
            if tree_changed {
                kept.retain(|(prefix, _)| tree.allows(prefix.path()));
            }
            prefixes = iteration::split(tree, kept, share);
            continue;
        };
        return Report { outcome, statistics };
    }
}

/// Expansions of an iteration from which on the next one uses all threads.
const WORTH_A_THREAD: u64 = 200_000;

/// Into how many subtrees per thread an iteration is cut at least: the last thread to finish then
/// works alone for about 1/64 of the time at most.
const SHARES_A_THREAD: u64 = 64;

/// Subtrees below this many expansions are not split: they are a millisecond's work.
const SMALLEST_SHARE: u64 = 50_000;

/// What an iteration came to.
struct End<M> {
    expanded: u64,
    generated: u64,
    next_bound: Option<u32>,
    /// Expansions below each prefix.
    weights: Vec<u64>,
    path: Option<Vec<M>>,
    stopped: Option<StopCause>,
}
