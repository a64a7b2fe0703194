//! The list of puzzles on the command line, a line each.

use crate::puzzles::{cube2::CUBE2, cube3::CUBE3, twisty::TwistyTexts};
use crate::texts::PuzzleTexts;
use crate::tiles::TileTexts;
use loyd::PuzzleName;

pub(crate) fn texts(puzzle: PuzzleName) -> &'static dyn PuzzleTexts {
    match puzzle {
        PuzzleName::Tiles => &TileTexts,
        PuzzleName::Cube2 => &CUBE2,
        PuzzleName::Cube3 => &CUBE3,
        PuzzleName::Twisty => &TwistyTexts,
    }
}
