//! The current step of a trace, and the moves to other steps.

use loyd_search::observe::SearchEvent;
use loyd_search::puzzle::Puzzle;
use loyd_search::trace::{Ending, Expansion, Step, Trace};

/// The current part of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The expansions, one after the other.
    Search,
    /// The solution found, move by move.
    Solution,
}

/// A trace and a place in it.
pub(super) struct TracePlayer<P: Puzzle> {
    pub(super) trace: Trace<P>,
    part: Part,
    /// The current step of the search.
    step: usize,
    /// The moves of the solution that were made.
    moves: usize,
    /// The positions of the solution, the start first.
    solution: Vec<P::Position>,
}

impl<P: Puzzle> TracePlayer<P> {
    /// A player that shows a step of the search, the last one if there are fewer.
    pub(super) fn new(trace: Trace<P>, first: usize) -> Self {
        let solution = solution(&trace);
        let step = first.min(trace.steps.len().saturating_sub(1));
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

    /// The number of steps of the part, and the current one.
    pub(super) fn place(&self) -> (usize, usize) {
        match self.part {
            Part::Search => (self.trace.steps.len(), self.step),
            Part::Solution => (self.solution.len(), self.moves),
        }
    }

    /// Goes this many steps forward, or back.
    pub(super) fn go(&mut self, by: isize) {
        let (steps, at) = self.place();
        self.show(at.saturating_add_signed(by).min(steps.saturating_sub(1)));
    }

    /// Goes to a step.
    pub(super) fn show(&mut self, step: usize) {
        let (steps, _) = self.place();
        let step = step.min(steps.saturating_sub(1));
        match self.part {
            Part::Search => self.step = step,
            Part::Solution => self.moves = step,
        }
    }

    /// True if the last step is current.
    pub(super) fn at_end(&self) -> bool {
        let (steps, at) = self.place();
        at + 1 >= steps
    }

    /// Goes to the next event between expansions, or the one before.
    pub(super) fn go_to_event(&mut self, forward: bool) {
        let is_event = |&at: &usize| matches!(self.trace.steps[at], Step::Event(_));
        let event = if forward {
            (self.step + 1..self.trace.steps.len()).find(is_event)
        } else {
            (0..self.step).rev().find(is_event)
        };
        if let (Part::Search, Some(event)) = (self.part, event) {
            self.step = event;
        }
    }

    /// The current expansion, or the last one before the current event.
    pub(super) fn expansion(&self) -> Option<(usize, &Expansion<P>)> {
        let steps = self.trace.steps.get(..=self.step)?;
        steps.iter().enumerate().rev().find_map(|(number, event)| match event {
            Step::Expansion(expansion) => Some((number, expansion)),
            Step::Event(_) => None,
        })
    }

    /// The last event that was passed.
    pub(super) fn event(&self) -> Option<SearchEvent> {
        let steps = self.trace.steps.get(..=self.step)?;
        steps.iter().rev().find_map(|step| match step {
            Step::Event(event) => Some(*event),
            Step::Expansion(_) => None,
        })
    }

    /// The current position, and the one before it on its path.
    pub(super) fn positions(&self) -> (P::Position, Option<P::Position>) {
        let start = || self.trace.header.start.clone();
        match self.part {
            Part::Solution => {
                let before = self.moves.checked_sub(1).map(|at| self.solution[at].clone());
                (self.solution.get(self.moves).cloned().unwrap_or_else(start), before)
            }
            Part::Search => {
                let Some((number, _)) = self.expansion() else { return (start(), None) };
                let line = self.trace.line(number);
                let position = |at: usize| self.trace.position(line[at]);
                let last = line.len() - 1;
                (position(last).unwrap_or_else(start), last.checked_sub(1).and_then(position))
            }
        }
    }

    /// `h` of the last expansions up to the current one, the oldest first.
    pub(super) fn recent(&self, limit: usize) -> Vec<u64> {
        let events = &self.trace.steps[..self.trace.steps.len().min(self.step + 1)];
        let mut values: Vec<u64> = events
            .iter()
            .rev()
            .filter_map(|step| match step {
                Step::Expansion(expansion) => Some(u64::from(expansion.h)),
                Step::Event(_) => None,
            })
            .take(limit)
            .collect();
        values.reverse();
        values
    }
}

/// The positions along the solution, as far as its moves are possible; the start alone without one.
fn solution<P: Puzzle>(trace: &Trace<P>) -> Vec<P::Position> {
    let path = match trace.end.as_ref().map(|end| &end.ending) {
        Some(Ending::Solved { path, .. }) => path.as_slice(),
        _ => &[],
    };
    let mut position = trace.header.start.clone();
    let mut positions = vec![position.clone()];
    for &mv in path {
        if P::apply(&mut position, mv).is_err() {
            break;
        }
        positions.push(position.clone());
    }
    positions
}
