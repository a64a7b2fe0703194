//! The 3x3x3 cube: the fast states against the plain cube, published tables and geometry.

mod classes;
mod coordinates;
mod heuristics;
mod invalid;
mod nearby;
mod optimal;
mod puzzle;
mod states;
mod symmetry;
mod two_phase;

use loyd_cube::{Amount, Face, Layers, Step, Turn};
use proptest::prelude::*;

/// Turns of all faces.
fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let turn = (0usize..6, 0usize..3)
        .prop_map(|(face, amount)| Turn { face: Face::ALL[face], amount: Amount::ALL[amount] });
    prop::collection::vec(turn, 0..40)
}

/// Turns of all faces, wide turns, slices and rotations.
fn steps() -> impl Strategy<Value = Vec<Step>> {
    let layers =
        prop::sample::select(vec![Layers::Outer, Layers::Wide, Layers::Middle, Layers::All]);
    let step = (0usize..6, layers, 0usize..3).prop_map(|(face, layers, amount)| Step {
        face: Face::ALL[face],
        layers,
        amount: Amount::ALL[amount],
    });
    prop::collection::vec(step, 0..40)
}
