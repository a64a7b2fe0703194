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
//!
//! A search can be kept and continued later ([`kept`]): by the prefixes of its iteration, and what became
//! of them.

mod iteration;
pub mod kept;

use crate::clock::Stopwatch;
use crate::observe::{Budget, Iteration, Limit, Outcome, Progress, Report, Statistics, StopCause};
use iteration::{Job, Prefix};
use kept::{Checkpoint, Foreign, Kept, Slot};
use std::time::Duration;

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
    let search = Deepening::begin(stages, prefixes, mode);
    search.run(&Budget::start(limit), None, progress)
}

/// As [`search`] from the root, kept, and continued where an earlier run of it was kept. Limits
/// are for this run; counts are those of all runs.
///
/// # Errors
/// If the checkpoint is not of this search.
pub fn search_kept<M: Copy + PartialEq + Send + Sync>(
    stages: &dyn Stages<M>,
    mode: Mode,
    limit: &Limit,
    kept: Kept<'_, M>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report<M>, Foreign> {
    let Kept { from, keep } = kept;
    let search = match &from {
        None => Deepening::begin(stages, vec![vec![]], mode),
        Some(checkpoint) => Deepening::go_on(stages, checkpoint, mode)?,
    };
    // Its paths are copied, and there may be many.
    drop(from);
    Ok(search.run(&Budget::start(limit), Some(keep), progress))
}

/// A search between two iterations, or within one that an earlier run began.
struct Deepening<'a, M> {
    stages: &'a dyn Stages<M>,
    mode: Mode,
    /// The number of the tree, and the tree.
    tree: (usize, &'a dyn Subtrees<M>),
    bound: u32,
    prefixes: Vec<Prefix<M>>,
    slots: Vec<Slot>,
    /// Of complete iterations.
    statistics: Statistics,
    /// Time of earlier runs: of all iterations, and of the one in work.
    earlier: (Duration, Duration),
    /// Expansions of earlier runs, for which this one has no limit.
    expanded_earlier: u64,
}

impl<'a, M: Copy + PartialEq + Send + Sync> Deepening<'a, M> {
    fn begin(stages: &'a dyn Stages<M>, prefixes: Vec<Vec<M>>, mode: Mode) -> Self {
        let tree = stages.stage(0);
        Self {
            stages,
            mode,
            tree,
            bound: prefixes.iter().map(|path| tree.1.f(path)).min().unwrap_or(0),
            slots: prefixes.iter().map(|_| Slot::new()).collect(),
            prefixes: prefixes.into_iter().map(Prefix::new).collect(),
            statistics: Statistics { generated: 1, ..Statistics::default() },
            earlier: (Duration::ZERO, Duration::ZERO),
            expanded_earlier: 0,
        }
    }

    fn go_on(
        stages: &'a dyn Stages<M>,
        checkpoint: &Checkpoint<M>,
        mode: Mode,
    ) -> Result<Self, Foreign> {
        let iterations = &checkpoint.iterations;
        let tree = stages.stage(iterations.last().map_or(0, |last| last.expanded));
        if !checkpoint.fits(tree.1) {
            return Err(Foreign);
        }
        let mut statistics = Statistics { generated: 1, ..Statistics::default() };
        statistics.expanded = iterations.iter().map(|iteration| iteration.expanded).sum();
        statistics.generated += iterations.iter().map(|iteration| iteration.generated).sum::<u64>();
        statistics.iterations.clone_from(iterations);
        let finished = checkpoint.subtrees.iter().filter_map(|subtree| subtree.finished);
        let in_work: u64 = finished.map(|finished| finished.expanded).sum();
        Ok(Self {
            stages,
            mode,
            tree,
            bound: checkpoint.bound,
            prefixes: Prefix::of(checkpoint),
            slots: checkpoint.slots(),
            expanded_earlier: statistics.expanded + in_work,
            statistics,
            earlier: (checkpoint.elapsed, checkpoint.iteration_elapsed),
        })
    }

    /// Iterations until the end.
    fn run(
        mut self,
        budget: &Budget,
        mut keep: Option<&mut dyn kept::Keep<M>>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<M> {
        loop {
            let clock = Stopwatch::start();
            let times = || (self.earlier.0 + budget.elapsed(), self.earlier.1 + clock.elapsed());
            let end = self.iteration(&mut |expanded, fraction| {
                let (elapsed, iteration_elapsed) = times();
                progress(&Progress {
                    bound: self.bound,
                    best: None,
                    expanded,
                    fraction,
                    elapsed,
                    iteration_elapsed,
                });
                if let Some(keep) = keep.as_mut()
                    && keep.is_due(false)
                {
                    keep.save(&self.checkpoint(times()));
                }
                budget.exceeded(expanded.saturating_sub(self.expanded_earlier))
            });
            if let Some(keep) =
                keep.as_mut().filter(|_| end.path.is_none() && end.stopped.is_some())
            {
                keep.save(&self.checkpoint(times()));
            }
            let (expanded, generated) = (end.expanded, end.generated);
            self.statistics.expanded += expanded;
            self.statistics.generated += generated;
            self.statistics.iterations.push(Iteration { bound: self.bound, expanded, generated });
            if let Some(outcome) = self.outcome(&end) {
                return Report { outcome, statistics: self.statistics };
            }
            self.advance(end);
            if let Some(keep) = keep.as_mut()
                && keep.is_due(true)
            {
                let elapsed = self.earlier.0 + budget.elapsed();
                keep.save(&self.checkpoint((elapsed, Duration::ZERO)));
            }
        }
    }

    /// One iteration, or what is left of it.
    fn iteration(&self, watch: &mut dyn FnMut(u64, Option<f64>) -> Option<StopCause>) -> End<M> {
        let (prefixes, slots, bound) = (&self.prefixes, &self.slots, self.bound);
        let job = Job { tree: self.tree.1, prefixes, bound, slots };
        let last = self.statistics.iterations.last().map_or(0, |last| last.expanded);
        // Starting threads takes longer than a small iteration.
        let threads = if last < WORTH_A_THREAD { 1 } else { self.mode.threads };
        let before = self.statistics.expanded;
        job.run(threads, &mut |expanded, fraction| watch(before + expanded, fraction))
    }

    fn checkpoint(&self, (elapsed, iteration_elapsed): (Duration, Duration)) -> Checkpoint<M> {
        Checkpoint {
            iterations: self.statistics.iterations.clone(),
            bound: self.bound,
            subtrees: Prefix::kept(&self.prefixes, &self.slots),
            elapsed,
            iteration_elapsed,
        }
    }

    /// What an iteration ended with, unless there is another.
    fn outcome(&self, end: &End<M>) -> Option<Outcome<M>> {
        let proven = self.mode.proven;
        if let Some(path) = &end.path {
            let cost = self.tree.1.cost(path);
            let lower_bound = if proven { cost } else { 0 };
            return Some(Outcome::Solved { path: path.clone(), cost, lower_bound, proven });
        }
        if let Some(cause) = end.stopped {
            let lower_bound = if proven { self.bound } else { 0 };
            return Some(Outcome::Stopped { cause, lower_bound, best: None });
        }
        let over = end.next_bound.is_none();
        over.then(|| Outcome::Unsolvable(super::ida_star::exhausted()))
    }

    /// Makes the next iteration ready.
    fn advance(&mut self, end: End<M>) {
        self.bound = end.next_bound.unwrap_or(self.bound);
        let tree = self.stages.stage(end.expanded);
        let tree_changed = tree.0 != self.tree.0;
        self.tree = tree;
        let share = end.expanded / (self.mode.threads as u64 * SHARES_A_THREAD);
        let share = share.clamp(SMALLEST_SHARE, LARGEST_SHARE);
        let share = if self.mode.split { share } else { u64::MAX };
        let prefixes = std::mem::take(&mut self.prefixes);
        let mut kept: Vec<_> = prefixes.into_iter().zip(end.weights).collect();
        if tree_changed {
            kept.retain(|(prefix, _)| tree.1.allows(prefix.path()));
        }
        self.prefixes = iteration::split(tree.1, kept, share);
        self.slots = self.prefixes.iter().map(|_| Slot::new()).collect();
        self.earlier.1 = Duration::ZERO;
    }
}

/// Expansions of an iteration from which on the next one uses all threads.
const WORTH_A_THREAD: u64 = 200_000;

/// Into how many subtrees per thread an iteration is cut at least: the last thread to finish then
/// works alone for about 1/64 of the time at most.
const SHARES_A_THREAD: u64 = 64;

/// Subtrees below this many expansions are not split: they are a millisecond's work.
const SMALLEST_SHARE: u64 = 50_000;

/// Subtrees above this many expansions are always split: what is in work when a search is killed
/// is lost, and with pattern databases these are seconds (a minute, when the next iteration has
/// eight times the nodes).
const LARGEST_SHARE: u64 = 1 << 27;

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
