//! Where in a trace one is, and how one gets elsewhere.

use loyd_tiles::Position;
use loyd_tiles::trace::{Ending, Event, Expansion, Landmark, Trace};

/// What is being looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scene {
    /// The expansions, one after the other.
    Search,
    /// The solution found, move by move.
    Solution,
}

/// A trace and a place in it.
pub(super) struct Film {
    pub(super) trace: Trace,
    scene: Scene,
    /// The event shown.
    event: usize,
    /// The moves of the solution that were made.
    moves: usize,
    /// The boards of the solution, the start first.
    solution: Vec<Position>,
}

impl Film {
    /// From an event on.
    pub(super) fn new(trace: Trace, first: usize) -> Self {
        let solution = solution(&trace);
        let event = first.min(trace.events.len().saturating_sub(1));
        Self { trace, scene: Scene::Search, event, moves: 0, solution }
    }

    /// What is being looked at.
    pub(super) fn scene(&self) -> Scene {
        self.scene
    }

    /// Changes between search and solution, if there is one.
    pub(super) fn switch(&mut self) {
        self.scene = match self.scene {
            Scene::Search if self.solution.len() > 1 => Scene::Solution,
            _ => Scene::Search,
        };
    }

    /// Steps of the scene, and the one shown.
    pub(super) fn place(&self) -> (usize, usize) {
        match self.scene {
            Scene::Search => (self.trace.events.len(), self.event),
            Scene::Solution => (self.solution.len(), self.moves),
        }
    }

    /// Goes so many steps forward, or back.
    pub(super) fn go(&mut self, by: isize) {
        let (steps, at) = self.place();
        self.show(at.saturating_add_signed(by).min(steps.saturating_sub(1)));
    }

    /// Goes to a step.
    pub(super) fn show(&mut self, step: usize) {
        let (steps, _) = self.place();
        let step = step.min(steps.saturating_sub(1));
        match self.scene {
            Scene::Search => self.event = step,
            Scene::Solution => self.moves = step,
        }
    }

    /// Whether the last step is shown.
    pub(super) fn at_end(&self) -> bool {
        let (steps, at) = self.place();
        at + 1 >= steps
    }

    /// Goes to the next landmark, or the one before.
    pub(super) fn go_to_landmark(&mut self, forward: bool) {
        let is_landmark = |&at: &usize| matches!(self.trace.events[at], Event::Landmark(_));
        let found = if forward {
            (self.event + 1..self.trace.events.len()).find(is_landmark)
        } else {
            (0..self.event).rev().find(is_landmark)
        };
        if let (Scene::Search, Some(found)) = (self.scene, found) {
            self.event = found;
        }
    }

    /// The expansion shown, or the last one before the landmark that is.
    pub(super) fn expansion(&self) -> Option<(usize, &Expansion)> {
        let events = self.trace.events.get(..=self.event)?;
        events.iter().enumerate().rev().find_map(|(number, event)| match event {
            Event::Expansion(expansion) => Some((number, expansion)),
            Event::Landmark(_) => None,
        })
    }

    /// The last landmark that was passed.
    pub(super) fn landmark(&self) -> Option<Landmark> {
        let events = self.trace.events.get(..=self.event)?;
        events.iter().rev().find_map(|event| match event {
            Event::Landmark(landmark) => Some(*landmark),
            Event::Expansion(_) => None,
        })
    }

    /// The board shown, and the one before it on its path.
    pub(super) fn boards(&self) -> (Position, Option<Position>) {
        let start = || self.trace.header.start.clone();
        match self.scene {
            Scene::Solution => {
                let before = self.moves.checked_sub(1).map(|at| self.solution[at].clone());
                (self.solution.get(self.moves).cloned().unwrap_or_else(start), before)
            }
            Scene::Search => {
                let Some((number, _)) = self.expansion() else { return (start(), None) };
                let line = self.trace.line(number);
                let board = |at: usize| self.trace.position(line[at]);
                let last = line.len() - 1;
                (board(last).unwrap_or_else(start), last.checked_sub(1).and_then(board))
            }
        }
    }

    /// `h` of the last expansions up to the one shown, the oldest first.
    pub(super) fn recent(&self, most: usize) -> Vec<u64> {
        let events = &self.trace.events[..self.trace.events.len().min(self.event + 1)];
        let mut values: Vec<u64> = events
            .iter()
            .rev()
            .filter_map(|event| match event {
                Event::Expansion(expansion) => Some(u64::from(expansion.h)),
                Event::Landmark(_) => None,
            })
            .take(most)
            .collect();
        values.reverse();
        values
    }
}

/// The boards along the solution; none if there is none, or one that does not fit the start.
fn solution(trace: &Trace) -> Vec<Position> {
    let path = match trace.end.as_ref().map(|end| &end.ending) {
        Some(Ending::Solved { path, .. }) => path.as_slice(),
        _ => &[],
    };
    let mut board = trace.header.start.clone();
    let mut boards = vec![board.clone()];
    for &slide in path {
        if board.slide(slide).is_err() {
            break;
        }
        boards.push(board.clone());
    }
    boards
}
