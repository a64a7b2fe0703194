//! The list of puzzles on the command line, a line each.

use crate::puzzles::{cube2::CUBE2, cube3::CUBE3, twisty::TwistyTexts};
use crate::texts::PuzzleTexts;
use crate::tiles::TileTexts;
use loyd::PuzzleName;
use loyd::erased::AnyTask;
use serde_json::Value;

/// The texts of a puzzle.
pub(crate) fn texts(puzzle: PuzzleName) -> &'static dyn PuzzleTexts {
    match puzzle {
        PuzzleName::Tiles => &TileTexts,
        PuzzleName::Cube2 => &CUBE2,
        PuzzleName::Cube3 => &CUBE3,
        PuzzleName::Twisty => &TwistyTexts,
    }
}

/// The columns of [`PuzzleTexts::listed`] with their values.
pub(crate) fn listed(
    puzzle: PuzzleName,
    task: &dyn AnyTask,
    goal: &str,
) -> Vec<(&'static str, Value)> {
    let fields = task.fields();
    let columns = texts(puzzle).listed().iter().map(|&(name, _)| {
        let field = fields.iter().find(|(known, _)| *known == name);
        (name, field.map_or_else(|| goal.into(), |(_, value)| value.clone()))
    });
    columns.collect()
}
