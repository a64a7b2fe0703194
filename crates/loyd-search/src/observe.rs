//! Inputs and outputs of a search other than states: limits, statistics, progress, outcome.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Stopwatch;
use crate::space::{StateSpace, Unsolvable};

/// A flag that stops a search from outside (Ctrl-C, a button); clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that holds a clone to stop within a few milliseconds.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The flag itself, for loops that read it so often that a call would cost too much.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// True if [`Cancel::cancel`] has been called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of a search. `None` means no limit.
#[derive(Clone, Debug, Default)]
pub struct Limit {
    /// Expanded states. Checked in batches, so a search stops somewhat later.
    pub nodes: Option<u64>,
    /// Time of this search.
    pub time: Option<Duration>,
    /// Bytes held by open and closed lists; depth-first searches hold almost none.
    pub memory: Option<u64>,
    /// Stops the search from outside.
    pub cancel: Option<Cancel>,
    /// The part of the tree that iterative deepening searches; other algorithms search everything.
    pub share: Option<Share>,
    /// The excess over the optimum that is enough, as a share of it: 0.05 for 5 %. Only
    /// [`solve_or_best`](crate::solver::Engine::solve_or_best) takes it into account, unless the program is
    /// compact ([`COMPACT`](crate::COMPACT)).
    pub excess: Option<f64>,
}

impl Limit {
    /// No limit at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// No limit but a flag that stops the search from outside.
    pub fn cancelled_by(cancel: &Cancel) -> Self {
        Self { cancel: Some(cancel.clone()), ..Self::none() }
    }
}

/// One of the equal parts of a search tree that are searched independently
/// ([`crate::search::deepening`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The number of this part, from 0.
    pub part: usize,
    /// The number of parts.
    pub parts: usize,
}

/// The reason why a search stopped before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopCause {
    /// [`Limit::nodes`] was reached.
    Nodes,
    /// [`Limit::time`] was reached.
    Time,
    /// [`Limit::memory`] was reached.
    Memory,
    /// [`Limit::cancel`] was set.
    Cancelled,
    /// The entries of a table of the heuristic are not distances: a walk to the goal fails.
    BrokenTable,
    /// A beam dropped states for its width, and none of the others leads to a goal.
    Width,
}

impl StopCause {
    /// The cause in words: "stopped by …".
    pub fn describe(self) -> &'static str {
        match self {
            Self::Nodes => "the node limit",
            Self::Time => "the time limit",
            Self::Memory => "the memory limit",
            Self::Cancelled => "an interrupt",
            Self::BrokenTable => "a table whose entries are not distances",
            Self::Width => "the width of the beam",
        }
    }
}

/// A [`Limit`] with the clock running.
#[derive(Clone, Debug)]
pub struct Budget {
    limit: Limit,
    clock: Stopwatch,
}

impl Budget {
    /// Starts the clock.
    pub fn start(limit: &Limit) -> Self {
        Self { limit: limit.clone(), clock: Stopwatch::start() }
    }

    /// The limit that is exceeded after this many expansions, if any. Reads the clock: call it
    /// about every ten thousand expansions, not at each.
    pub fn exceeded(&self, expanded: u64) -> Option<StopCause> {
        if self.limit.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Some(StopCause::Cancelled);
        }
        if self.limit.nodes.is_some_and(|max_nodes| expanded >= max_nodes) {
            return Some(StopCause::Nodes);
        }
        if self.limit.time.is_some_and(|max_time| self.clock.elapsed() >= max_time) {
            return Some(StopCause::Time);
        }
        None
    }

    /// True if lists of this many bytes exceed the memory limit.
    pub fn out_of_memory(&self, bytes: u64) -> bool {
        self.limit.memory.is_some_and(|max_bytes| bytes > max_bytes)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Expansions left before the node limit.
    pub fn nodes_left(&self, expanded: u64) -> u64 {
        self.limit.nodes.map_or(u64::MAX, |max_nodes| max_nodes.saturating_sub(expanded))
    }
}

/// Counters of a search.
///
/// *Expanded*: states whose successors were generated. *Generated*: successors generated, the
/// root included, those forbidden by pruning (the parent's state among them) excluded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Expanded states.
    pub expanded: u64,
    /// Generated states.
    pub generated: u64,
    /// One entry per iteration of an iterative-deepening search, the unfinished last one included.
    pub iterations: Vec<Iteration>,
    /// Maximum number of states on the open list (0 for depth-first searches).
    pub peak_open: u64,
    /// Maximum number of states on the closed list.
    pub peak_closed: u64,
    /// States put on the open list, each counted once (Nayak & Huang call them *expanded*).
    pub inserted: u64,
    /// Closed states that were reopened because a cheaper path to them was found.
    pub reopened: u64,
    /// Maximum bytes of open and closed list together, reserved capacity included.
    pub bytes: u64,
}

/// One iteration of iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The cost bound: no state with a larger `g + h` was expanded.
    pub bound: u32,
    /// States expanded in this iteration.
    pub expanded: u64,
    /// States generated in this iteration (the root not counted).
    pub generated: u64,
}

/// A report from a running search, a few times a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The bound of the current iteration: the goal is at least this far away.
    pub bound: u32,
    /// The cost of the best path found so far.
    pub best: Option<u32>,
    /// States expanded so far, all iterations.
    pub expanded: u64,
    /// States generated so far; `None` if the search counts them at the end of an iteration.
    pub generated: Option<u64>,
    /// States on the open and on the closed list; 0 for searches without lists.
    pub lists: (u64, u64),
    /// Share of the current iteration that is done, 0 to 1, if it can be estimated.
    pub fraction: Option<f64>,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Time since the current iteration began.
    pub iteration_elapsed: Duration,
}

/// A state about to be expanded, as reported to an observer.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a, State> {
    /// The state.
    pub state: &'a State,
    /// True if it belongs to the search from the goal of a bidirectional search.
    pub backward: bool,
    /// The cost of the path that leads to it.
    pub g: u32,
    /// The estimate.
    pub h: u32,
    /// The priority by which it was chosen: `g + h` in most searches.
    pub f: u64,
    /// States on the open list; 0 without one.
    pub open: u64,
    /// States on the closed list; 0 without one.
    pub closed: u64,
}

impl<'a, State> Expansion<'a, State> {
    /// An expansion of a search without lists, chosen by `g + h`.
    pub fn new(state: &'a State, g: u32, h: u32) -> Self {
        let f = u64::from(g) + u64::from(h);
        Self { state, backward: false, g, h, f, open: 0, closed: 0 }
    }
}

/// An event of a search between expansions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEvent {
    /// An iteration with this bound begins.
    Iteration(u64),
    /// An intermediate goal was reached; this is the number of the next, from 1.
    Stage(u64),
    /// A solution of this cost was found, better than those before.
    Solution(u64),
}

/// Watches a search. `()` watches nothing and costs nothing.
pub trait Observer<S: StateSpace> {
    /// Returns true if it wants to receive expansions; called once, before the search.
    fn watches(&self) -> bool {
        true
    }

    /// Called before a state is expanded. Only the plain algorithms report expansions; the kernels
    /// made for speed do not.
    fn expanding(&mut self, _expansion: &Expansion<'_, S::State>) {}

    /// Called at an event between expansions.
    fn event(&mut self, _event: SearchEvent) {}

    /// Called a few times a second by long searches.
    fn progress(&mut self, _progress: &Progress) {}
}

impl<S: StateSpace> Observer<S> for () {
    fn watches(&self) -> bool {
        false
    }
}

/// An [`Observer`] that passes progress on to a function.
pub struct OnProgress<F>(pub F);

impl<S: StateSpace, F: FnMut(&Progress)> Observer<S> for OnProgress<F> {
    fn watches(&self) -> bool {
        false
    }

    fn progress(&mut self, progress: &Progress) {
        (self.0)(progress);
    }
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A path to a goal.
    Solved {
        /// The moves from start to goal.
        path: Vec<M>,
        /// Their total cost.
        cost: u32,
        /// Proved: every path to a goal costs at least this much; at most `cost`.
        lower_bound: u32,
        /// True if no cheaper path exists: if `lower_bound` equals `cost`.
        proven: bool,
    },
    /// No goal can be reached; found without searching.
    Unsolvable(Unsolvable),
    /// A limit was reached. To resume an iterative-deepening search, start it at `lower_bound`.
    Stopped {
        /// The limit.
        cause: StopCause,
        /// Proved: every path to a goal costs at least this much.
        lower_bound: u32,
        /// The cheapest path found so far, not proven shortest.
        best: Option<Vec<M>>,
    },
}

impl<M> Outcome<M> {
    /// A path of this cost; it is optimal if the bound equals the cost.
    ///
    /// Bounds above the cost are those of cheaper paths that do not exist; they are cut to the cost.
    pub fn solved(path: Vec<M>, cost: u32, lower_bound: u32) -> Self {
        let proven = lower_bound >= cost;
        Self::Solved { path, cost, lower_bound: lower_bound.min(cost), proven }
    }

    /// The path, if the search ended with a solution.
    pub fn path(&self) -> Option<&[M]> {
        match self {
            Self::Solved { path, .. } => Some(path),
            _ => None,
        }
    }
}

/// An outcome and the counters of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The outcome.
    pub outcome: Outcome<M>,
    /// The counters.
    pub statistics: Statistics,
    /// The algorithm that proved the lower bound, where the search itself did not.
    pub bound_by: Option<&'static str>,
    /// The algorithm that found the path, where the search itself did not.
    pub found_by: Option<&'static str>,
}

impl<M> Report<M> {
    /// The report of a search that proved its bound and found its path itself.
    pub fn new(outcome: Outcome<M>, statistics: Statistics) -> Self {
        Self { outcome, statistics, bound_by: None, found_by: None }
    }

    /// Adds the path that another algorithm found to a stopped search without a path: the search is
    /// solved if the path is as long as its lower bound. Moves cost 1.
    pub fn add_path(&mut self, path: Vec<M>, found_by: &'static str) {
        if let Outcome::Stopped { lower_bound, best: best @ None, .. } = &mut self.outcome {
            let cost = path.len() as u32;
            self.found_by = Some(found_by);
            if *lower_bound >= cost {
                self.outcome = Outcome::solved(path, cost, *lower_bound);
            } else {
                *best = Some(path);
            }
        }
    }

    /// Raises the lower bound of a stopped search to the one that another algorithm proved.
    pub fn raise_bound(&mut self, bound: u32, proved_by: &'static str) {
        if let Outcome::Stopped { lower_bound, .. } = &mut self.outcome
            && bound > *lower_bound
        {
            *lower_bound = bound;
            self.bound_by = Some(proved_by);
        }
    }
}
