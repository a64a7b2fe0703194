//! An independent model: definitions read as plain JSON, states as lists of numbers, every move made
//! slot by slot from the words of the format, breadth-first search over a set.

use loyd_twisty::built_in_text;
use serde_json::Value;
use std::collections::HashSet;

/// Pieces, then orientations, orbit by orbit.
pub(crate) type State = Vec<u16>;

/// The moves of a puzzle with its solved state. Every orbit has all its pieces different.
pub(crate) struct Slow {
    pub(crate) solved: State,
    /// For each move and orbit: the place of the orbit in a state, its number of orientations,
    /// permutation, and twists.
    moves: Vec<(String, Vec<Change>)>,
}

struct Change {
    first: usize,
    orientations: u16,
    permutation: Vec<usize>,
    delta: Vec<u16>,
}

fn numbers(value: &Value) -> Vec<usize> {
    let list = value.as_array().expect("a list");
    list.iter().map(|number| number.as_u64().expect("a number") as usize).collect()
}

fn apply_changes(state: &State, changes: &[Change]) -> State {
    let mut after = state.clone();
    for Change { first, orientations, permutation, delta } in changes {
        let n = permutation.len();
        for slot in 0..n {
            let from = permutation[slot];
            after[first + slot] = state[first + from];
            after[first + n + slot] = (state[first + n + from] + delta[slot]) % orientations;
        }
    }
    after
}

impl Slow {
    pub(crate) fn built_in(name: &str) -> Self {
        let text = built_in_text(name).expect("a puzzle of the crate");
        let definition: Value = serde_json::from_str(text).expect("JSON");
        let orbits = definition["orbits"].as_array().expect("a list");
        let mut solved = Vec::new();
        for orbit in orbits {
            let pattern =
                &definition["defaultPattern"][orbit["orbitName"].as_str().expect("a name")];
            solved.extend(numbers(&pattern["pieces"]).into_iter().map(|piece| piece as u16));
            solved.extend(numbers(&pattern["orientation"]).into_iter().map(|o| o as u16));
        }
        let change = |of: &Value| {
            let mut first = 0;
            let orbit = |orbit: &Value| {
                let of = &of[orbit["orbitName"].as_str().expect("a name")];
                let permutation = numbers(&of["permutation"]);
                let delta =
                    numbers(&of["orientationDelta"]).into_iter().map(|d| d as u16).collect();
                let orientations = orbit["numOrientations"].as_u64().expect("a number") as u16;
                first += 2 * permutation.len();
                Change { first: first - 2 * permutation.len(), orientations, permutation, delta }
            };
            orbits.iter().map(orbit).collect()
        };
        let moves = definition["moves"].as_object().expect("an object");
        Self { solved, moves: moves.iter().map(|(name, of)| (name.clone(), change(of))).collect() }
    }

    /// The state after a move with its amount, from 1.
    pub(crate) fn after(&self, state: &State, name: &str, amount: usize) -> State {
        let (_, changes) = self.moves.iter().find(|(known, _)| known == name).expect("a move");
        (0..amount).fold(state.clone(), |state, _| apply_changes(&state, changes))
    }

    /// States at each distance from the solved one, any power of a move counted as one.
    pub(crate) fn levels(&self, depth: usize) -> Vec<Vec<State>> {
        let mut seen = HashSet::from([self.solved.clone()]);
        let mut levels = vec![vec![self.solved.clone()]];
        while levels.len() <= depth {
            let mut next = Vec::new();
            for state in levels.last().into_iter().flatten() {
                for (_, changes) in &self.moves {
                    let mut next_state = apply_changes(state, changes);
                    while next_state != *state {
                        if seen.insert(next_state.clone()) {
                            next.push(next_state.clone());
                        }
                        next_state = apply_changes(&next_state, changes);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            levels.push(next);
        }
        levels
    }
}
