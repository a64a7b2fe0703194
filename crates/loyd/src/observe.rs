//! What goes in and out of a search beside the states: limits, statistics, progress, outcome.

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

    /// The flag itself, for loops that look at it more often than a call is worth.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Whether [`Cancel::cancel`] has been called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How much a search may spend. `None` means no limit.
#[derive(Clone, Debug, Default)]
pub struct Limit {
    /// Expanded states. Checked in batches, so a search stops somewhat later.
    pub nodes: Option<u64>,
    /// Time of this search.
    pub time: Option<Duration>,
    /// Bytes held by open and closed lists; depth-first searches hold next to none.
    pub memory: Option<u64>,
    /// Stops the search from outside.
    pub cancel: Option<Cancel>,
}

impl Limit {
    /// No limit at all.
    pub fn none() -> Self {
        Self::default()
    }
}

/// Why a search stopped before it was done.
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
    /// A table of the heuristic leads nowhere: its entries are no distances.
    BrokenTable,
}

impl StopCause {
    /// The cause in words: "stopped by …".
    pub fn describe(self) -> &'static str {
        match self {
            Self::Nodes => "the node limit",
            Self::Time => "the time limit",
            Self::Memory => "the memory limit",
            Self::Cancelled => "an interrupt",
            Self::BrokenTable => "a table whose entries are no distances",
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

    /// The cause to stop, if any, after this many expansions. Reads the clock: call it about
    /// every ten thousand expansions, not every one.
    pub fn exceeded(&self, expanded: u64) -> Option<StopCause> {
        if self.limit.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Some(StopCause::Cancelled);
        }
        if self.limit.nodes.is_some_and(|most| expanded >= most) {
            return Some(StopCause::Nodes);
        }
        if self.limit.time.is_some_and(|most| self.clock.elapsed() >= most) {
            return Some(StopCause::Time);
        }
        None
    }

    /// Whether lists of this many bytes are more than allowed.
    pub fn out_of_memory(&self, bytes: u64) -> bool {
        self.limit.memory.is_some_and(|most| bytes > most)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Expansions left before the node limit.
    pub fn nodes_left(&self, expanded: u64) -> u64 {
        self.limit.nodes.map_or(u64::MAX, |most| most.saturating_sub(expanded))
    }
}

/// What a search counted.
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
    /// Most states on the open list at once (0 for depth-first searches).
    pub peak_open: u64,
    /// Most states on the closed list.
    pub peak_closed: u64,
    /// States put on the open list, each state once (what Nayak & Huang call *expanded*).
    pub inserted: u64,
    /// States taken back from the closed list because a cheaper way to them showed.
    pub reopened: u64,
    /// Most bytes of open and closed list together, whatever they reserve included.
    pub bytes: u64,
}

/// One iteration of iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// No state with `g + h` above it was expanded.
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
    /// Share of the current iteration that is done, 0 to 1, where it can be estimated.
    pub fraction: Option<f64>,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Time since the current iteration began.
    pub iteration_elapsed: Duration,
}

/// A state about to be expanded, as an observer is told of it.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a, State> {
    /// The state.
    pub state: &'a State,
    /// Whether it belongs to the search from the goal of a bidirectional search.
    pub backward: bool,
    /// The cost of the path that leads to it.
    pub g: u32,
    /// The estimate.
    pub h: u32,
    /// What it was chosen by: `g + h` in most searches.
    pub f: u64,
    /// States on the open list, 0 where there is none.
    pub open: u64,
    /// States on the closed list, 0 where there is none.
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
    /// Whether it wants to be told of expansions; asked once, before the search.
    fn watches(&self) -> bool {
        true
    }

    /// A state is about to be expanded. Only the plain algorithms report expansions; the kernels
    /// made for speed do not.
    fn expanding(&mut self, _expansion: &Expansion<'_, S::State>) {}

    /// Something happened between expansions.
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

/// How a search ended.
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
        /// Whether the search proves that no cheaper path exists.
        proven: bool,
    },
    /// No goal can be reached; found without searching.
    Unsolvable(Unsolvable),
    /// A limit was met. To resume an iterative-deepening search, start it at `lower_bound`.
    Stopped {
        /// Which limit.
        cause: StopCause,
        /// Proved: every path to a goal costs at least this much.
        lower_bound: u32,
        /// The cheapest path found so far, not proven shortest.
        best: Option<Vec<M>>,
    },
}

impl<M> Outcome<M> {
    /// The path, if the search found one that it stands by.
    pub fn path(&self) -> Option<&[M]> {
        match self {
            Self::Solved { path, .. } => Some(path),
            _ => None,
        }
    }
}

/// An outcome and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// How the search ended.
    pub outcome: Outcome<M>,
    /// What it counted.
    pub statistics: Statistics,
}
