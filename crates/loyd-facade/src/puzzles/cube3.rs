//! The 3x3x3 cube in the list of puzzles.

use crate::listed::{Listed, levels_of_every_puzzle};
use loyd_cube::Scrambler;
use loyd_cube::cube2::TwoByTwo;
use loyd_cube::cube3::{HeuristicName, ThreeByThree};

impl Listed for ThreeByThree {
    const TITLE: &'static str = "The 3x3x3 cube";
    const NOUN: &'static str = TwoByTwo::NOUN;
    const GOAL: &'static str = TwoByTwo::GOAL;
    const GOALS: &'static [(&'static str, &'static str)] = TwoByTwo::GOALS;
    const METRIC_SUMMARIES: &'static [(&'static str, &'static str)] = TwoByTwo::METRIC_SUMMARIES;
    const GENERATOR: &'static str = Scrambler::GENERATOR;

    fn database_heuristics() -> Vec<(&'static str, &'static str)> {
        let large = HeuristicName::ALL.iter().filter(|name| !name.is_quick());
        large.map(|name| (name.info().name, name.info().summary)).collect()
    }

    levels_of_every_puzzle!();
}
