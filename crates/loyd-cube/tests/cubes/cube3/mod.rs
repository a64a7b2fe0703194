//! The 3x3x3 cube: the fast states against the plain cube, published tables and geometry.

mod classes;
mod coordinates;
mod heuristics;
mod invalid;
mod nearby;
mod optimal;
mod puzzle;
mod subset;
mod symmetry;
mod tables;
mod two_phase;

use loyd_cube::Turn;
use proptest::prelude::*;

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    prop::collection::vec((0usize..18).prop_map(Turn::of_index), 0..40)
}
