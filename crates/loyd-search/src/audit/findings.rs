//! The findings of an audit.

use super::joint::Joint;

/// The extent of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// Every state and every move: a violation that was not found does not exist.
    EveryState,
    /// Every state up to a distance from the goal, with all its moves; possibly some states of the
    /// next distance too.
    UpTo(u32),
    /// Only some states: violations that were not found may exist.
    Sample,
}

/// A state whose estimate is above its distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overestimate<State> {
    /// The state.
    pub state: State,
    /// The estimate of the heuristic.
    pub estimate: u32,
    /// The true distance.
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
    /// The cost of the move.
    pub cost: u32,
}

impl<State> Overestimate<State> {
    /// The amount by which the estimate is too high.
    fn excess(&self) -> u32 {
        self.estimate - self.distance
    }
}

impl<State, Move> Inconsistency<State, Move> {
    /// The amount by which the estimate falls more than allowed.
    fn excess(&self) -> u32 {
        self.before - self.after - self.cost
    }
}

/// The findings of an audit of a heuristic.
#[derive(Clone, Debug)]
pub struct Findings<State, Move> {
    /// The extent of the audit.
    pub thoroughness: Thoroughness,
    /// States by distance and estimate; of a sample, only the starts.
    pub joint: Joint,
    /// States whose estimate was compared with their distance.
    pub states: u64,
    /// Moves over which the estimate was compared.
    pub moves: u64,
    /// States whose estimate is too high.
    pub overestimates: u64,
    /// The worst of them; of equals the one with the smallest rank.
    pub worst: Option<Overestimate<State>>,
    worst_rank: u64,
    /// Moves that lower the estimate by more than they cost.
    pub inconsistencies: u64,
    /// The worst of them; of equals the one with the smallest rank.
    pub steepest: Option<Inconsistency<State, Move>>,
    steepest_rank: u64,
}

impl<State, Move> Findings<State, Move> {
    /// No findings yet.
    pub(super) fn none(thoroughness: Thoroughness) -> Self {
        Self {
            thoroughness,
            joint: Joint::default(),
            states: 0,
            moves: 0,
            overestimates: 0,
            worst: None,
            worst_rank: 0,
            inconsistencies: 0,
            steepest: None,
            steepest_rank: 0,
        }
    }

    /// The same findings with the states and moves of the examples converted.
    pub fn map<S, M>(
        self,
        form: impl Fn(&State) -> S,
        move_form: impl Fn(Move) -> M,
    ) -> Findings<S, M> {
        let worst = self.worst.map(|Overestimate { state, estimate, distance }| Overestimate {
            state: form(&state),
            estimate,
            distance,
        });
        let steepest = self.steepest.map(|Inconsistency { state, mv, before, after, cost }| {
            let (state, mv) = (form(&state), move_form(mv));
            Inconsistency { state, mv, before, after, cost }
        });
        Findings {
            thoroughness: self.thoroughness,
            joint: self.joint,
            states: self.states,
            moves: self.moves,
            overestimates: self.overestimates,
            worst,
            worst_rank: self.worst_rank,
            inconsistencies: self.inconsistencies,
            steepest,
            steepest_rank: self.steepest_rank,
        }
    }

    /// True if no estimate was too high. A heuristic that is consistent and 0 at the goal is also
    /// admissible, and an audit of every state includes the goal.
    pub fn admissible(&self) -> bool {
        self.overestimates == 0
    }

    /// True if no move lowered the estimate too far and the goal's estimate is 0.
    pub fn consistent(&self) -> bool {
        self.inconsistencies == 0 && self.admissible()
    }

    /// Records a state with its distance and estimate. Of equally bad ones the smallest `rank`
    /// counts.
    pub(super) fn see(
        &mut self,
        (distance, estimate): (u32, u32),
        rank: impl FnOnce() -> u64,
        state: impl FnOnce() -> State,
    ) {
        self.states += 1;
        if estimate <= distance {
            return;
        }
        self.overestimates += 1;
        let excess = estimate - distance;
        let worst_excess = self.worst.as_ref().map_or(0, Overestimate::excess);
        if excess < worst_excess {
            return;
        }
        let rank = rank();
        if excess > worst_excess || rank < self.worst_rank {
            self.worst = Some(Overestimate { state: state(), estimate, distance });
            self.worst_rank = rank;
        }
    }

    /// Records a move with the estimates before and after it, from the state of this rank.
    pub(super) fn see_move(
        &mut self,
        fell: bool,
        rank: impl FnOnce() -> u64,
        finding: impl FnOnce() -> Inconsistency<State, Move>,
    ) {
        self.moves += 1;
        if !fell {
            return;
        }
        self.inconsistencies += 1;
        let finding = finding();
        let steepest_excess = self.steepest.as_ref().map_or(0, Inconsistency::excess);
        if finding.excess() < steepest_excess {
            return;
        }
        let rank = rank();
        if finding.excess() > steepest_excess || rank < self.steepest_rank {
            (self.steepest, self.steepest_rank) = (Some(finding), rank);
        }
    }

    /// Merges other findings into these.
    pub fn merge(&mut self, other: Self) {
        self.joint.merge(&other.joint);
        self.states += other.states;
        self.moves += other.moves;
        self.overestimates += other.overestimates;
        self.inconsistencies += other.inconsistencies;
        if let Some(worst) = other.worst {
            let worst_excess = self.worst.as_ref().map_or(0, Overestimate::excess);
            let first = worst.excess() == worst_excess && other.worst_rank < self.worst_rank;
            if worst.excess() > worst_excess || first {
                (self.worst, self.worst_rank) = (Some(worst), other.worst_rank);
            }
        }
        if let Some(steepest) = other.steepest {
            let steepest_excess = self.steepest.as_ref().map_or(0, Inconsistency::excess);
            let first =
                steepest.excess() == steepest_excess && other.steepest_rank < self.steepest_rank;
            if steepest.excess() > steepest_excess || first {
                (self.steepest, self.steepest_rank) = (Some(steepest), other.steepest_rank);
            }
        }
    }
}
