//! The 2x2x2 cube on the command line.

use super::Family;
use crate::exit::Failure;
use crate::input::Item;
use crate::progress::Display;
use crate::solution::Solution;
use crate::solvers::Solvers;
use crate::tables::Tables;
use loyd::observe::Limit;
use loyd_cube::cube2::TwoByTwo;
use loyd_cube::{MetricName, Scrambler};
use std::convert::Infallible;
use std::path::Path;

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

    fn trace(
        item: &Item<Self>,
        solvers: &Solvers<Self>,
        _trace: (&Path, u32),
        limit: &Limit,
        _display: &Display,
    ) -> Solution {
        Solution::find_by(item, solvers, limit, |_, _| {
            Err(Failure::input("--trace: a trace is of boards of tiles, and --puzzle says cube2"))
        })
    }
}
