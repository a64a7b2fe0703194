//! The current step of a trace, and the moves to other steps.

use crate::screen::Steps;
use loyd::TraceExpansion;
use loyd::erased::{AnyTask, AnyTrace};
use loyd_search::observe::SearchEvent;
use std::sync::Arc;

/// The current part of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The expansions, one after the other.
    Search,
    /// The solution found, move by move.
    Solution,
}

/// A trace and a place in it.
pub(super) struct TracePlayer {
    pub(super) trace: Box<dyn AnyTrace>,
    part: Part,
    /// The current step of the search.
    step: usize,
    /// The moves of the solution that were made.
    moves: usize,
    /// The positions of the solution, the start first.
    solution: Vec<Arc<dyn AnyTask>>,
}

impl TracePlayer {
    /// A player that shows a step of the search, the last one if there are fewer.
    pub(super) fn new(trace: Box<dyn AnyTrace>, first: usize) -> Self {
        let solution = trace.solution();
        let step = first.min(trace.steps().saturating_sub(1));
        Self { trace, part: Part::Search, step, moves: 0, solution }
    }

    pub(super) fn part(&self) -> Part {
        self.part
    }

    /// Changes between the search and the solution of a solved board.
    pub(super) fn switch(&mut self) {
        self.part = match self.part {
            Part::Search if self.solution.len() > 1 => Part::Solution,
            _ => Part::Search,
        };
    }

    /// Goes to the next event between expansions, or the one before.
    pub(super) fn go_to_event(&mut self, forward: bool) {
        let is_event = |&at: &usize| self.trace.event(at).is_some();
        let event = if forward {
            (self.step + 1..self.trace.steps()).find(is_event)
        } else {
            (0..self.step).rev().find(is_event)
        };
        if let (Part::Search, Some(event)) = (self.part, event) {
            self.step = event;
        }
    }

    /// The step of the current expansion, or of the last one before the current event.
    fn expansion_step(&self) -> Option<usize> {
        let steps = 0..self.trace.steps().min(self.step + 1);
        steps.rev().find(|&at| self.trace.event(at).is_none())
    }

    /// The current expansion, or the last one before the current event.
    pub(super) fn expansion(&self) -> Option<(usize, TraceExpansion)> {
        let step = self.expansion_step()?;
        Some((step, self.trace.expansion(step)?))
    }

    /// The last event that was passed.
    pub(super) fn event(&self) -> Option<SearchEvent> {
        (0..=self.step).rev().find_map(|at| self.trace.event(at))
    }

    /// The current position, and the one before it on its path.
    pub(super) fn positions(&self) -> (Arc<dyn AnyTask>, Option<Arc<dyn AnyTask>>) {
        match self.part {
            Part::Solution => {
                let before = self.moves.checked_sub(1).map(|at| self.solution[at].clone());
                (self.solution[self.moves].clone(), before)
            }
            Part::Search => {
                let start = || self.solution[0].clone();
                let Some(step) = self.expansion_step() else { return (start(), None) };
                let line = self.trace.line(step);
                let position = |at: usize| self.trace.task(line[at]);
                let last = line.len() - 1;
                (position(last).unwrap_or_else(start), last.checked_sub(1).and_then(position))
            }
        }
    }

    /// `h` of the last expansions up to the current one, the oldest first.
    pub(super) fn recent(&self, limit: usize) -> Vec<u64> {
        let steps = 0..self.trace.steps().min(self.step + 1);
        let estimates = steps.rev().filter_map(|at| Some(self.trace.expansion(at)?.h.into()));
        let mut values: Vec<u64> = estimates.take(limit).collect();
        values.reverse();
        values
    }
}

impl Steps for TracePlayer {
    /// Of the current part.
    fn place(&self) -> (usize, usize) {
        match self.part {
            Part::Search => (self.trace.steps(), self.step),
            Part::Solution => (self.solution.len(), self.moves),
        }
    }

    fn show(&mut self, step: usize) {
        let (steps, _) = self.place();
        let step = step.min(steps.saturating_sub(1));
        match self.part {
            Part::Search => self.step = step,
            Part::Solution => self.moves = step,
        }
    }
}
