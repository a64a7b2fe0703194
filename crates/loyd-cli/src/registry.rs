//! The list of puzzles on the command line, a line each.

use crate::puzzles::{cube2::Cube2Texts, cube3::Cube3Texts, twisty::TwistyTexts};
use crate::texts::PuzzleTexts;
use crate::tiles::TileTexts;
use loyd::PuzzleName;

/// The texts of a puzzle.
pub(crate) fn texts(puzzle: PuzzleName) -> &'static dyn PuzzleTexts {
    match puzzle {
        PuzzleName::Tiles => &TileTexts,
        PuzzleName::Cube2 => &Cube2Texts,
        PuzzleName::Cube3 => &Cube3Texts,
        PuzzleName::Twisty => &TwistyTexts,
    }
}
