//! What an audit found.

use super::joint::Joint;

/// How much was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// Every state and every move: what was not found does not exist.
    EveryState,
    /// Some states: what was not found may exist.
    Sample,
}

/// A state whose estimate is above its distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overestimate<State> {
    /// The state.
    pub state: State,
    /// What the heuristic says.
    pub estimate: u32,
    /// What is true.
    pub distance: u32,
}

/// A move that lowers the estimate by more than it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistency<State, Move> {
    /// The state before the move.
    pub state: State,
    /// The move.
    pub mv: Move,
    /// The estimate before the move.
    pub before: u32,
    /// The estimate after it.
    pub after: u32,
    /// What the move costs.
    pub cost: u32,
}

impl<State, Move> Inconsistency<State, Move> {
    /// By how much the estimate falls more than it may.
    fn excess(&self) -> u32 {
        self.before - self.after - self.cost
    }
}

/// What an audit found of a heuristic.
#[derive(Clone, Debug)]
pub struct Findings<State, Move> {
    /// Whether every state was looked at.
    pub thoroughness: Thoroughness,
    /// States by distance and estimate; of a sample, those it began with.
    pub joint: Joint,
    /// States whose estimate was compared with their distance.
    pub states: u64,
    /// Moves over which the estimate was compared.
    pub moves: u64,
    /// States whose estimate is too high.
    pub overestimates: u64,
    /// The worst of them, the first of several.
    pub worst: Option<Overestimate<State>>,
    /// Moves that lower the estimate by more than they cost.
    pub inconsistencies: u64,
    /// The worst of them, the first of several.
    pub steepest: Option<Inconsistency<State, Move>>,
}

impl<State, Move> Findings<State, Move> {
    /// Nothing looked at yet.
    pub(super) fn none(thoroughness: Thoroughness) -> Self {
        Self {
            thoroughness,
            joint: Joint::default(),
            states: 0,
            moves: 0,
            overestimates: 0,
            worst: None,
            inconsistencies: 0,
            steepest: None,
        }
    }

    /// Whether no estimate was too high. A heuristic that is consistent and 0 at the goal is
    /// admissible too, and an audit of every state counts the goal among them.
    pub fn admissible(&self) -> bool {
        self.overestimates == 0
    }

    /// Whether no move lowered the estimate too far, and the goal's is 0.
    pub fn consistent(&self) -> bool {
        self.inconsistencies == 0 && self.admissible()
    }

    /// A state with its distance and estimate.
    pub(super) fn see(&mut self, distance: u32, estimate: u32, state: impl FnOnce() -> State) {
        self.states += 1;
        if estimate > distance {
            self.overestimates += 1;
            let worst = self.worst.as_ref().map_or(0, |worst| worst.estimate - worst.distance);
            if estimate - distance > worst {
                self.worst = Some(Overestimate { state: state(), estimate, distance });
            }
        }
    }

    /// A move with the estimates before and after it.
    pub(super) fn see_move(
        &mut self,
        found: impl FnOnce() -> Inconsistency<State, Move>,
        fell: bool,
    ) {
        self.moves += 1;
        if fell {
            self.inconsistencies += 1;
            let found = found();
            if self.steepest.as_ref().is_none_or(|steepest| found.excess() > steepest.excess()) {
                self.steepest = Some(found);
            }
        }
    }

    /// Adds what was found after this.
    pub(super) fn merge(&mut self, later: Self) {
        self.joint.merge(&later.joint);
        self.states += later.states;
        self.moves += later.moves;
        self.overestimates += later.overestimates;
        self.inconsistencies += later.inconsistencies;
        if let Some(worst) = later.worst {
            let high = |worst: &Overestimate<State>| worst.estimate - worst.distance;
            if self.worst.as_ref().is_none_or(|known| high(&worst) > high(known)) {
                self.worst = Some(worst);
            }
        }
        if let Some(steepest) = later.steepest
            && self.steepest.as_ref().is_none_or(|known| steepest.excess() > known.excess())
        {
            self.steepest = Some(steepest);
        }
    }
}
