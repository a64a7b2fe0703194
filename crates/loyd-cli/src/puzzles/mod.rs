//! The puzzles on the command line: a file or folder each, those of tiles in [`tiles`](crate::tiles).

mod cube2;
mod cube3;
mod cube_drawing;
mod cube_texts;
mod published;
mod twisty;

use crate::texts::PuzzleTexts;
use crate::tiles::TileTexts;
use loyd::PuzzleName;

/// The texts of a puzzle.
pub(crate) fn texts(puzzle: PuzzleName) -> &'static dyn PuzzleTexts {
    match puzzle {
        PuzzleName::Tiles => &TileTexts,
        PuzzleName::Cube2 => &cube2::Cube2Texts,
        PuzzleName::Cube3 => &cube3::Cube3Texts,
        PuzzleName::Twisty => &twisty::TwistyTexts,
    }
}
