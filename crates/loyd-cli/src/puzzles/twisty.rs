//! Twisty puzzles on the command line.

use super::published::{cube_levels, twisty_levels};
use crate::texts::{Columns, PuzzleTexts};
use loyd::PuzzleName;
use loyd::erased::AnyTask;
use loyd_twisty::{Twisty, is_scramble};

/// The texts of puzzles from definitions.
pub(crate) struct TwistyTexts;

impl PuzzleTexts for TwistyTexts {
    fn puzzle(&self) -> PuzzleName {
        PuzzleName::Twisty
    }

    fn compared(&self) -> String {
        "orientations,orbits".to_owned()
    }

    fn heuristic_forms(&self) -> Columns {
        &[
            ("orbit:NAME", "twisty puzzles: pattern databases of one orbit"),
            ("pdb:SIZE", "twisty puzzles: databases chosen by measurement, pdb:64MiB"),
        ]
    }

    fn has_position_files(&self) -> bool {
        true
    }

    /// A pattern in JSON whose first line does not end it, or a scramble file.
    fn is_one_text(&self, text: &str) -> bool {
        let first = text.trim_start().lines().next().unwrap_or_default().trim_end();
        first.starts_with('{') && !first.ends_with('}') || is_scramble(text)
    }

    /// Moves without quotes: R U' DFR2.
    fn is_one_position(&self, arguments: &[String]) -> bool {
        let is_word = |text: &String| {
            let text = text.trim();
            !text.is_empty() && !text.contains(char::is_whitespace)
        };
        arguments.len() > 1 && arguments.iter().all(is_word)
    }

    /// Levels are the same from every position that has the pieces of the solved one.
    fn published(&self, start: &dyn AnyTask, metric: &str) -> Option<Vec<u64>> {
        match start.typed::<Twisty>().start.model().id() {
            "twisty2x2x2" => cube_levels("2x2x2", metric),
            "twisty3x3x3" => cube_levels("3x3x3", metric),
            name => twisty_levels(name, metric),
        }
    }
}
