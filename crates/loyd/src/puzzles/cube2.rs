//! The 2x2x2 cube in the list of puzzles.

#[cfg(feature = "pictures")]
use super::cube_picture::{cube, homes};
use crate::listed::{Listed, levels_of_every_puzzle};
#[cfg(feature = "pictures")]
use crate::pictures::Style;
use crate::task::Task;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_cube::{Scrambler, Turn};
#[cfg(feature = "pictures")]
use loyd_report::scene::Scene;

impl Listed for TwoByTwo {
    const TITLE: &'static str = "The 2x2x2 cube";
    const NOUN: &'static str = "cube";
    const GOAL: &'static str = "solved";
    const GOALS: &'static [(&'static str, &'static str)] =
        &[("solved", "cubes: every face of one colour")];
    const METRIC_SUMMARIES: &'static [(&'static str, &'static str)] = &[
        ("half", "cubes: a move turns a face by any amount"),
        ("quarter", "cubes: a move turns a face by a quarter"),
    ];
    const GENERATOR: &'static str = Scrambler::GENERATOR;
    const LIST_COLUMNS: &'static [(&'static str, &'static str)] = &[
        ("facelets", "the stickers of the cube, face by face: U R F D L B"),
        ("goal", "the goal, in the same order"),
    ];
    const MOVES: &'static str = "the solution: turns of faces";
    const SCRAMBLED_BY: &'static [(&'static str, &'static str)] = &[("idastar", "pdb:full")];

    #[cfg(feature = "pictures")]
    fn picture(task: &Task<Self>, style: &Style) -> Option<Scene> {
        Some(cube(&homes(&task.start.into()), style))
    }

    fn inverse(turn: Turn, _of: &Cube2) -> Option<Turn> {
        Some(turn.inverse())
    }

    fn origin(_task: &Task<Self>) -> Cube2 {
        Cube2::SOLVED
    }

    levels_of_every_puzzle!();
}
