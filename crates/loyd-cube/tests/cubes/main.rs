//! Cubes: common properties, states against the plain cube, text and the puzzle by name; then each.

mod cube2;
mod cube3;
mod notation;
mod states;
mod text;

use loyd_cube::{Amount, Face, Layers, Step, Turn};
use proptest::prelude::*;

fn turns(faces: usize) -> impl Strategy<Value = Vec<Turn>> {
    prop::collection::vec((0..3 * faces).prop_map(Turn::of_index), 0..40)
}

/// Turns of all faces, wide turns, rotations, and of the 3x3x3 cube slices.
fn steps(side: usize) -> impl Strategy<Value = Vec<Step>> {
    let layers = [Layers::Outer, Layers::Wide, Layers::All, Layers::Middle];
    let layers = prop::sample::select(layers[..if side == 2 { 3 } else { 4 }].to_vec());
    let step = (0usize..6, layers, 0usize..3).prop_map(|(face, layers, amount)| Step {
        face: Face::ALL[face],
        layers,
        amount: Amount::ALL[amount],
    });
    prop::collection::vec(step, 0..40)
}
