//! The 2x2x2 cube on the command line.

use super::Family;
use crate::drawing;
use crate::exit::Failure;
use crate::tables::Tables;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_cube::{MetricName, Scrambler, Stickers};
use ratatui::text::Line;
use std::convert::Infallible;

/// Letters of the longest move: a turn of two layers by a half, backwards.
const LONGEST_MOVE: usize = 4;

impl Family for TwoByTwo {
    const NOUN: &'static str = "cube";
    const GOAL: &'static str = "solved";
    const GENERATOR: &'static str = Scrambler::GENERATOR;
    const COMPARED: &'static str = "permutation,pdb:corners-4";
    const LISTED: &'static [(&'static str, &'static str)] = &[
        ("facelets", "the stickers of the cube, face by face: U R F D L B"),
        ("goal", "the goal, in the same order"),
    ];
    const MOVES: &'static str = "the solution: turns of faces";

    /// Moves without quotes: R U F2.
    fn is_one_position(arguments: &[String]) -> bool {
        let letters = |text: &String| text.trim().chars().count();
        arguments.len() > 1 && arguments.iter().all(|text| letters(text) <= LONGEST_MOVE)
    }

    fn is_at_hand(_tables: &Tables, key: &Infallible, _metric: MetricName) -> bool {
        match *key {}
    }

    fn find_table(
        _tables: &mut Tables,
        key: &Infallible,
        _metric: MetricName,
        (): &mut (),
    ) -> Result<(), Failure> {
        match *key {}
    }

    fn draw(&position: &Cube2, &target: &Cube2, before: Option<&Cube2>) -> Vec<Line<'static>> {
        let before = before.copied().map(Stickers::from);
        drawing::cube::draw(&position.into(), &target.into(), before.as_ref())
    }
}
