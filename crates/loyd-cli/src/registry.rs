//! The texts of each puzzle on the command line; a puzzle without a line has the plain ones.

use crate::puzzles::{cube2::CUBE2, cube3::CUBE3, twisty::TwistyTexts};
use crate::texts::{PlainTexts, PuzzleTexts};
use crate::tiles::TileTexts;
use loyd::PuzzleName;
use std::sync::LazyLock;

pub(crate) fn texts(puzzle: PuzzleName) -> &'static dyn PuzzleTexts {
    static PLAIN: LazyLock<Vec<PlainTexts>> =
        LazyLock::new(|| PuzzleName::ALL.iter().copied().map(PlainTexts).collect());
    let special: [&'static dyn PuzzleTexts; 4] = [&TileTexts, &CUBE2, &CUBE3, &TwistyTexts];
    let texts = special.into_iter().find(|texts| texts.puzzle() == puzzle);
    texts.unwrap_or_else(|| &PLAIN[puzzle as usize])
}
