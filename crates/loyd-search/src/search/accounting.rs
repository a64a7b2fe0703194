//! Accounting of list searches of any order: limits, open and closed states, bytes, and progress
//! reports.

use super::open_closed::Nodes;
use crate::observe::{
    Budget, Expansion, Limit, Observer, Outcome, Progress, Report, Statistics, StopCause,
};
use crate::space::StateSpace;
use std::hash::Hash;
use std::time::Duration;

pub(super) struct Accounting {
    budget: Budget,
    /// True if every expansion is reported to the observer.
    watching: bool,
    /// Current number of states on the open and on the closed list.
    open: u64,
    closed: u64,
    /// The expansion at which the clock is read next, the number of expansions between two
    /// readings, and the time of the last reading.
    next_check: u64,
    interval: u64,
    last_check: Duration,
    pub(super) statistics: Statistics,
}

/// Maximum number of expansions between two readings of the clock.
const MAX_BETWEEN: u64 = 1 << 12;

/// Approximate maximum time between two readings of the clock: on boards of thousands of cells a
/// state takes many microseconds.
const BETWEEN: Duration = Duration::from_millis(5);

impl Accounting {
    /// Starts the clock of a search with this many roots.
    pub(super) fn start(limit: &Limit, watching: bool, roots: u64) -> Self {
        Self {
            budget: Budget::start(limit),
            watching,
            open: 0,
            closed: 0,
            next_check: 0,
            interval: 1,
            last_check: Duration::ZERO,
            statistics: Statistics { generated: roots, ..Statistics::default() },
        }
    }

    /// Returns the limit that is reached, if any. From time to time it reads the clock and reports
    /// the proved bound and the best cost to the observer.
    #[inline]
    pub(super) fn check<S: StateSpace>(
        &mut self,
        observer: &mut (impl Observer<S> + ?Sized),
        bound: u32,
        best: Option<u32>,
    ) -> Option<StopCause> {
        let expanded = self.statistics.expanded;
        if self.expansions_left() == 0 {
            return Some(StopCause::Nodes);
        }
        if expanded < self.next_check {
            return None;
        }
        let elapsed = self.budget.elapsed();
        let took = elapsed.saturating_sub(self.last_check);
        if took > BETWEEN {
            self.interval = (self.interval / 2).max(1);
        } else if took < BETWEEN / 4 {
            self.interval = (self.interval * 2).min(MAX_BETWEEN);
        }
        (self.next_check, self.last_check) = (expanded + self.interval, elapsed);
        self.tell(observer, bound, best);
        self.budget.exceeded(expanded)
    }

    /// Reports progress to the observer.
    pub(super) fn tell<S: StateSpace>(
        &self,
        observer: &mut (impl Observer<S> + ?Sized),
        bound: u32,
        best: Option<u32>,
    ) {
        let (elapsed, expanded) = (self.budget.elapsed(), self.statistics.expanded);
        let (fraction, iteration_elapsed) = (None, elapsed);
        observer.progress(&Progress {
            bound,
            best,
            expanded,
            generated: Some(self.statistics.generated),
            lists: (self.open, self.closed),
            fraction,
            elapsed,
            iteration_elapsed,
        });
    }

    /// Number of expansions that the limit leaves.
    #[inline]
    pub(super) fn expansions_left(&self) -> u64 {
        self.budget.nodes_left(self.statistics.expanded)
    }

    /// True if the lists may take this many bytes.
    pub(super) fn fits(&self, bytes: u64) -> bool {
        !self.budget.out_of_memory(bytes)
    }

    /// Reserves capacity for `states` more states, when everything else takes `others` bytes;
    /// `false` if the memory is refused. Must be called before anything is put on a list.
    pub(super) fn room<P: Hash + Eq>(
        &mut self,
        nodes: &mut Nodes<P>,
        states: usize,
        others: u64,
    ) -> bool {
        let budget = &self.budget;
        let room = nodes.reserve(states, |bytes| !budget.out_of_memory(bytes + others));
        let bytes = nodes.bytes() + others;
        let fits = room && self.fits(bytes);
        if fits {
            self.statistics.bytes = self.statistics.bytes.max(bytes);
        }
        fits
    }

    /// Counts the expansion of an open state and closes it, after reporting it to a watching observer.
    #[inline]
    pub(super) fn expand<S: StateSpace>(
        &mut self,
        observer: &mut (impl Observer<S> + ?Sized),
        state: &S::State,
        backward: bool,
        node_values: (u32, u32, u64),
    ) {
        self.expand_partially(observer, state, backward, node_values);
        self.close();
    }

    /// Counts the expansion of a state that stays open, after reporting it to a watching observer.
    #[inline]
    pub(super) fn expand_partially<S: StateSpace>(
        &mut self,
        observer: &mut (impl Observer<S> + ?Sized),
        state: &S::State,
        backward: bool,
        (g, h, f): (u32, u32, u64),
    ) {
        if self.watching {
            let (open, closed) = (self.open, self.closed);
            observer.expanding(&Expansion { state, backward, g, h, f, open, closed });
        }
        self.statistics.expanded += 1;
    }

    /// Moves an open state to the closed list.
    #[inline]
    pub(super) fn close(&mut self) {
        self.open -= 1;
        self.closed += 1;
        self.statistics.peak_closed = self.statistics.peak_closed.max(self.closed);
    }

    /// Puts a new state on the open list.
    #[inline]
    pub(super) fn insert(&mut self) {
        self.statistics.inserted += 1;
        self.open();
    }

    /// Moves a closed state back to the open list.
    #[inline]
    pub(super) fn reopen(&mut self) {
        self.statistics.reopened += 1;
        self.closed -= 1;
        self.open();
    }

    #[inline]
    fn open(&mut self) {
        self.open += 1;
        self.statistics.peak_open = self.statistics.peak_open.max(self.open);
    }

    /// The report of a search that got no memory at the start.
    pub(super) fn refused<M>(self, lower_bound: u32) -> Report<M> {
        let outcome = Outcome::Stopped { cause: StopCause::Memory, lower_bound, best: None };
        Report::new(outcome, self.statistics)
    }
}
