//! Cubes as text: stickers, or the moves that scramble a solved cube.
//!
//! Both are letters, so something has to tell them apart. A text with a digit, a prime, a
//! parenthesis or a comment is moves. Of letters alone, 54 are stickers; any other number is moves
//! if each stands by itself, and stickers too few or too many if they stand together.

use super::{Cube3, InvalidCube, parse_cube};
use crate::{NotationError, parse_steps};
use loyd::quote::quoted;

/// A text that is no cube, goal or sequence of moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidText {
    /// Nothing but white space.
    #[error("there is nothing to read: write 54 stickers, or moves such as R U' F2")]
    Empty,
    /// Stickers that are no cube.
    #[error("{0}")]
    Cube(#[from] InvalidCube),
    /// Moves that are none.
    #[error("{0}")]
    Moves(#[from] NotationError),
    /// A shape of another puzzle.
    #[error("{} is no shape of this puzzle, which has one: {}", quoted(.found), super::puzzle::NAME)]
    Shape {
        /// The shape asked for.
        found: String,
    },
}

/// The name of the solved cube.
pub(super) const SOLVED: &str = "solved";

/// Parses a cube: its 54 stickers ([`parse_cube`]), the moves that lead to it from solved
/// ([`Cube3::scrambled`]), or `solved`.
///
/// # Errors
/// Why it is none of them.
pub fn parse_text(text: &str) -> Result<Cube3, InvalidText> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(InvalidText::Empty);
    }
    if trimmed.eq_ignore_ascii_case(SOLVED) {
        return Ok(Cube3::SOLVED);
    }
    if is_scramble(trimmed) {
        return Ok(Cube3::scrambled(&parse_steps(text, 3)?));
    }
    Ok(parse_cube(text)?)
}

/// True if a text is meant as moves rather than as stickers.
fn is_scramble(text: &str) -> bool {
    let separator = |c: char| c.is_whitespace() || ",/|:".contains(c);
    if text.contains("//") || text.chars().any(|c| !c.is_alphabetic() && !separator(c)) {
        return true;
    }
    let mut words = text.split(separator).filter(|word| !word.is_empty());
    let stickers = text.chars().filter(|&c| !separator(c)).count();
    let single = |word: &str| {
        let letter = word.strip_suffix('w').unwrap_or(word);
        letter.chars().count() == 1
    };
    stickers != 54 && words.all(single)
}
