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
//! The work of an iteration is estimated from the one before: all subtrees grow by about the same
//! factor. Splitting the heavy ones in advance keeps all threads busy to the end without work
//! stealing inside a subtree, gives the share of the iteration that is done (for the time left),
//! and keeps the inner search a plain recursion.
//!
//! The length found does not depend on the number of threads. Neither does the path, if subtrees
//! are searched in depth-first order (all except those with pattern databases): after a thread
//! finds a goal below prefix i, all prefixes before i are still finished, and the first prefix with
//! a goal wins. Only node counts of the last iteration depend on timing. With one thread they equal
//! those of [`super::ida_star`].
//!
//! A tree may store nodes that an iteration cut. The next iteration then begins below these ([`Subtrees::probe`]),
//! and searches the whole tree only if no goal is there and some nodes were not stored.
//!
//! A search can be saved and continued later ([`checkpoint`]) by the prefixes of its iteration and their
//! results, and divided among processes ([`Limit::share`]).

pub mod checkpoint;
mod iteration;
mod probes;
mod share;
#[cfg(test)]
mod tests;

use crate::clock::Stopwatch;
use crate::observe::{Budget, Iteration, Limit, Outcome, Progress, Report, Statistics, StopCause};
use checkpoint::{Checkpoint, ForeignCheckpoint, Persistence, Slot};
use iteration::{Job, Prefix};
use probes::Probes;
use std::time::Duration;

/// A search tree whose nodes are named by the moves from the root, with bounded depth-first search
/// below any node.
///
/// There is one dynamic call per subtree. Naming nodes by paths costs replaying a few moves for
/// thousands of expansions, and in return everything in this module is compiled once for all boards
/// and heuristics.
pub trait Subtrees<M>: Sync {
    /// Returns true if pruning allows a path that an earlier stage of a search allowed.
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

    /// Searches below the node of `path`, whose `f` is at most `bound`, for a goal with
    /// `f <= bound`. If one is found, the moves to it are appended to `path`; otherwise `path` is
    /// unchanged, or longer if the search was stopped.
    fn search(&self, path: &mut Vec<M>, bound: u32, tally: &mut Tally<'_>) -> Visit;

    /// Number of probes with which the iteration of a bound begins: groups of nodes that the iteration before cut,
    /// the most promising ones first. 0 for a tree that stores no nodes.
    fn probes(&self, _bound: u32) -> usize {
        0
    }

    /// Searches below the nodes of one probe after the other, as `next` numbers them, for a goal with `f <= bound`.
    /// If one is found, `path` becomes the path from the root to it. A next bound says that the probes were the whole
    /// iteration.
    fn probe(
        &self,
        _next: &mut dyn FnMut() -> Option<usize>,
        _path: &mut Vec<M>,
        _bound: u32,
        _tally: &mut Tally<'_>,
    ) -> Visit {
        Visit::Exhausted { next_bound: None }
    }
}

/// A search that may change to a better tree between iterations, for example to one whose tables
/// are worth building only for large searches.
///
/// A later tree must not allow a path that an earlier one forbade, and must have the same values of
/// `f`.
pub trait Stages<M> {
    /// The tree for the next iteration and its number, after an iteration that expanded
    /// `last_expanded` nodes. The same number means the same tree.
    fn stage(&self, last_expanded: u64) -> (usize, &dyn Subtrees<M>);
}

/// A search with a single tree.
pub struct OneStage<'a, M>(pub &'a dyn Subtrees<M>);

impl<M> Stages<M> for OneStage<'_, M> {
    fn stage(&self, _last_expanded: u64) -> (usize, &dyn Subtrees<M>) {
        (0, self.0)
    }
}

/// The result of searching a subtree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// A goal was found.
    Found,
    /// No goal within the bound.
    Exhausted {
        /// The smallest `f` above the bound; `None` if no larger bound helps.
        next_bound: Option<u32>,
    },
    /// [`Tally::stop`] returned true.
    Stopped,
}

/// Counts the nodes of a subtree, and decides when to stop.
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

    /// An empty tally; `poll` receives the number of expansions so far and returns true to stop.
    pub fn new(poll: &'a mut dyn FnMut(u64) -> bool) -> Self {
        Self { expanded: 0, generated: 0, poll }
    }

    /// Returns true if the search should stop now. To be called about once every
    /// [`Tally::INTERVAL`] expansions.
    pub fn stop(&mut self) -> bool {
        (self.poll)(self.expanded)
    }
}

/// The mode in which iterations are run.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// Maximum number of threads.
    pub threads: usize,
    /// True if the heuristic is admissible, so that the first path found is shortest.
    pub proven: bool,
    /// True if heavy prefixes are split between iterations.
    pub split: bool,
}

/// Searches from the root with increasing bounds until a goal is found or a limit is reached.
///
/// With [`Limit::share`] only that part of the tree is searched, and nothing is claimed about the
/// rest: no path but the empty one is proven optimal, and [`Outcome::Unsolvable`] says that no goal is
/// in the part. The bound in the progress is that of the part.
pub fn search<M: Copy + PartialEq + Send + Sync>(
    stages: &dyn Stages<M>,
    mode: Mode,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<M> {
    let prefixes = share::prefixes(stages.stage(0).1, limit, mode.proven);
    let mode = Mode { proven: mode.proven && limit.share.is_none(), ..mode };
    search_below(stages, prefixes, mode, limit, progress)
}

/// Searches like [`search`], but only below these prefixes, and regardless of [`Limit::share`].
///
/// The prefixes must be in depth-first order. A solution is optimal only if they include at least
/// one node of a cheapest path.
pub fn search_below<M: Copy + PartialEq + Send + Sync>(
    stages: &dyn Stages<M>,
    prefixes: Vec<Vec<M>>,
    mode: Mode,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<M> {
    let search = Deepening::begin(stages, prefixes, mode);
    search.run(&Budget::start(limit), None, progress)
}

/// Searches like [`search`] from the root, saving checkpoints and continuing from that of an
/// earlier run. Limits apply to this run; counts include all runs.
///
/// # Errors
/// If the checkpoint does not belong to this search.
pub fn search_persisted<M: Copy + PartialEq + Send + Sync>(
    stages: &dyn Stages<M>,
    mode: Mode,
    limit: &Limit,
    persistence: Persistence<'_, M>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report<M>, ForeignCheckpoint> {
    let Persistence { from, keep } = persistence;
    let search = match &from {
        None => Deepening::begin(stages, vec![vec![]], mode),
        Some(checkpoint) => Deepening::resume(stages, checkpoint, mode)?,
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
    /// The counts of complete iterations.
    statistics: Statistics,
    /// Time of earlier runs: of all iterations, and of the current one.
    earlier: (Duration, Duration),
    /// Expansions of earlier runs, which do not count towards the limit of this one.
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

    fn resume(
        stages: &'a dyn Stages<M>,
        checkpoint: &Checkpoint<M>,
        mode: Mode,
    ) -> Result<Self, ForeignCheckpoint> {
        let iterations = &checkpoint.iterations;
        let tree = stages.stage(iterations.last().map_or(0, |last| last.expanded));
        if !checkpoint.fits(tree.1) {
            return Err(ForeignCheckpoint);
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

    /// Runs iterations until the end.
    fn run(
        mut self,
        budget: &Budget,
        mut keep: Option<&mut dyn checkpoint::CheckpointStore<M>>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report<M> {
        loop {
            let clock = Stopwatch::start();
            let times = || (self.earlier.0 + budget.elapsed(), self.earlier.1 + clock.elapsed());
            let mut watch = |expanded: u64, fraction| {
                let (elapsed, iteration_elapsed) = times();
                progress(&Progress {
                    bound: self.bound,
                    best: None,
                    expanded,
                    generated: None,
                    lists: (0, 0),
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
            };
            let end = match self.probe(&mut watch) {
                Some(probe) if probe.path.is_some() || probe.stopped.is_some() => probe,
                Some(probe) if probe.next_bound.is_some() => {
                    let each = probe.expanded / self.prefixes.len().max(1) as u64;
                    End { weights: vec![each; self.prefixes.len()], ..probe }
                }
                probe => {
                    let (expanded, generated) =
                        probe.map_or((0, 0), |probe| (probe.expanded, probe.generated));
                    let end =
                        self.iteration(&mut |more, fraction| watch(expanded + more, fraction));
                    End {
                        expanded: end.expanded + expanded,
                        generated: end.generated + generated,
                        ..end
                    }
                }
            };
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
                return Report::new(outcome, self.statistics);
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

    /// Runs one iteration, or the rest of it.
    fn iteration(&self, watch: &mut dyn FnMut(u64, Option<f64>) -> Option<StopCause>) -> End<M> {
        let (prefixes, slots, bound) = (&self.prefixes, &self.slots, self.bound);
        let job = Job { tree: self.tree.1, prefixes, bound, slots };
        let before = self.statistics.expanded;
        job.run(self.threads(), &mut |expanded, fraction| watch(before + expanded, fraction))
    }

    /// Searches below the nodes that the last iteration cut, if the tree stores some.
    fn probe(
        &self,
        watch: &mut dyn FnMut(u64, Option<f64>) -> Option<StopCause>,
    ) -> Option<End<M>> {
        let probes = Probes::new(self.tree.1, self.bound)?;
        let prefixes = vec![Prefix::new(Vec::new()); self.threads()];
        let slots: Vec<Slot> = prefixes.iter().map(|_| Slot::new()).collect();
        let job = Job { tree: &probes, prefixes: &prefixes, bound: self.bound, slots: &slots };
        let before = self.statistics.expanded;
        Some(job.run(prefixes.len(), &mut |expanded, _| watch(before + expanded, None)))
    }

    /// The number of threads of the next iteration: starting them takes longer than a small one.
    fn threads(&self) -> usize {
        let last = self.statistics.iterations.last().map_or(0, |last| last.expanded);
        if last < WORTH_A_THREAD { 1 } else { self.mode.threads.max(1) }
    }

    fn checkpoint(&self, (elapsed, iteration_elapsed): (Duration, Duration)) -> Checkpoint<M> {
        Checkpoint {
            iterations: self.statistics.iterations.clone(),
            bound: self.bound,
            subtrees: Prefix::to_subtrees(&self.prefixes, &self.slots),
            elapsed,
            iteration_elapsed,
        }
    }

    /// The outcome after an iteration, unless another one follows.
    fn outcome(&self, end: &End<M>) -> Option<Outcome<M>> {
        let proven = self.mode.proven;
        if let Some(path) = &end.path {
            let cost = self.tree.1.cost(path);
            let lower_bound = if proven { cost } else { 0 };
            return Some(Outcome::solved(path.clone(), cost, lower_bound));
        }
        if let Some(cause) = end.stopped {
            let lower_bound = if proven { self.bound } else { 0 };
            return Some(Outcome::Stopped { cause, lower_bound, best: None });
        }
        let over = end.next_bound.is_none();
        over.then(|| Outcome::Unsolvable(super::ida_star::exhausted()))
    }

    /// Prepares the next iteration.
    fn advance(&mut self, end: End<M>) {
        self.bound = end.next_bound.unwrap_or(self.bound);
        let tree = self.stages.stage(end.expanded);
        let tree_changed = tree.0 != self.tree.0;
        self.tree = tree;
        let share = end.expanded / (self.mode.threads as u64 * SHARES_A_THREAD);
        let share = share.clamp(SMALLEST_SHARE, LARGEST_SHARE);
        let share = if self.mode.split { share } else { u64::MAX };
        let prefixes = std::mem::take(&mut self.prefixes);
        let mut persistence: Vec<_> = prefixes.into_iter().zip(end.weights).collect();
        if tree_changed {
            persistence.retain(|(prefix, _)| tree.1.allows(prefix.path()));
        }
        self.prefixes = iteration::split(tree.1, persistence, share);
        self.slots = self.prefixes.iter().map(|_| Slot::new()).collect();
        self.earlier.1 = Duration::ZERO;
    }
}

/// If an iteration has at least this many expansions, the next one uses all threads.
const WORTH_A_THREAD: u64 = 200_000;

/// Minimum number of subtrees per thread: the last thread to finish then works alone for at most
/// about 1/64 of the time.
const SHARES_A_THREAD: u64 = 64;

/// Subtrees of fewer expansions are not split: they are a millisecond's work.
const SMALLEST_SHARE: u64 = 50_000;

/// Subtrees of more expansions are always split, because unfinished subtrees are lost when a search
/// is killed. With pattern databases this is seconds of work (a minute, if the next iteration has
/// eight times the nodes).
const LARGEST_SHARE: u64 = 1 << 27;

/// The result of an iteration.
struct End<M> {
    expanded: u64,
    generated: u64,
    next_bound: Option<u32>,
    /// Expansions below each prefix.
    weights: Vec<u64>,
    path: Option<Vec<M>>,
    stopped: Option<StopCause>,
}
