//! Twisty puzzles on the command line.

use super::published::{cube_levels, twisty_levels};
use crate::enumerable::{Enumerable, metric_option};
use crate::family::Family;
use crate::texts::{Columns, PuzzleTexts};
use loyd::{CachedTables, PuzzleName};
use loyd_search::puzzle::Puzzle;
use loyd_twisty::{BUILT_IN, MetricName, Position, Twisty};

impl Family for Twisty {
    type Cache = CachedTables;
}

/// The texts of puzzles from definitions.
pub(crate) struct TwistyTexts;

impl PuzzleTexts for TwistyTexts {
    fn puzzle(&self) -> PuzzleName {
        PuzzleName::Twisty
    }

    fn compared(&self) -> &'static str {
        "orientations,orbits"
    }

    fn heuristic_forms(&self) -> Columns {
        &[("orbit:NAME", "twisty puzzles: pattern databases of one orbit")]
    }

    /// Moves without quotes: R U' DFR2.
    fn is_one_position(&self, arguments: &[String]) -> bool {
        let is_word = |text: &String| {
            let text = text.trim();
            !text.is_empty() && !text.contains(char::is_whitespace)
        };
        arguments.len() > 1 && arguments.iter().all(is_word)
    }
}

impl Enumerable for Twisty {
    /// Levels are the same from every position that has the pieces of the solved one.
    fn published(start: &Position, metric: MetricName) -> Option<Vec<u64>> {
        let metric = metric.to_string();
        match start.model().id() {
            "twisty2x2x2" => cube_levels("2x2x2", &metric),
            "twisty3x3x3" => cube_levels("3x3x3", &metric),
            name if BUILT_IN.iter().any(|(built_in, _)| *built_in == name) => {
                twisty_levels(name, &metric)
            }
            _ => None,
        }
    }

    fn arguments(start: &Position) -> String {
        let shape = Self::shape(start);
        if start.is_solved() { shape } else { format!("{shape} --start \"{start}\"") }
    }

    fn solve_command(goal: &Position, metric: MetricName) -> String {
        let goal_option =
            if goal.is_solved() { String::new() } else { format!(" --goal \"{goal}\"") };
        let (shape, metric) = (Self::shape(goal), metric_option::<Self>(metric));
        format!("loyd solve --puzzle {shape}{metric}{goal_option}")
    }
}
