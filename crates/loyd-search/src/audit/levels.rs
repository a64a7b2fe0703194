//! Compares a heuristic with states of known distance, from several threads: for callers that
//! enumerate the states level by level.

use super::exhaustive::around;
use super::findings::{Findings, Thoroughness};
use crate::space::{Heuristic, StateSpace};
use std::sync::{Mutex, PoisonError};

/// The findings of several threads so far.
#[derive(Debug)]
pub struct Gathered<State, Move> {
    /// By thread, so that none waits for another.
    by_thread: Vec<Mutex<Findings<State, Move>>>,
}

impl<State, Move> Gathered<State, Move> {
    /// No findings yet, for this many threads.
    pub fn new(threads: usize) -> Self {
        let none = || Mutex::new(Findings::none(Thoroughness::EveryState));
        Self { by_thread: (0..threads.max(1)).map(|_| none()).collect() }
    }

    /// Compares a heuristic with states at a distance. Of equally bad states the one with the
    /// smallest `rank` is reported, so the result does not depend on the threads.
    pub fn see<S, H>(
        &self,
        thread: usize,
        (space, heuristic): (&S, &H),
        distance: u32,
        states: impl Iterator<Item = State>,
        rank: impl Fn(&State) -> u64,
    ) where
        S: StateSpace<State = State, Move = Move>,
        H: Heuristic<S>,
    {
        let findings = &self.by_thread[thread % self.by_thread.len()];
        let mut findings = findings.lock().unwrap_or_else(PoisonError::into_inner);
        for state in states {
            let estimate = around(space, heuristic, state, distance, &rank, &mut findings);
            findings.joint.add(distance, estimate);
        }
    }

    /// The merged findings of all threads.
    pub fn finish(self, thoroughness: Thoroughness) -> Findings<State, Move> {
        let mut all = Findings::none(thoroughness);
        for findings in self.by_thread {
            all.merge(findings.into_inner().unwrap_or_else(PoisonError::into_inner));
        }
        all
    }
}
