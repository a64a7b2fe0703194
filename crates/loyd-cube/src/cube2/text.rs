//! Cubes as text: stickers, or the moves that scramble a solved cube.
//!
//! Both are letters, so they are distinguished as follows. A text with a digit, a prime, a
//! parenthesis or a comment is moves. A text of 24 letters alone is stickers. Any other number of
//! letters is moves if they are separated, otherwise too few or too many stickers.

use super::{Cube2, InvalidCube, parse_cube};
use crate::{NotationError, parse_steps};
use loyd::quote::quoted;

/// The error for a text that is not a cube, goal or sequence of moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidText {
    /// The text is empty or white space.
    #[error("there is nothing to read: write 24 stickers, or moves such as R U' F2")]
    Empty,
    /// The stickers are not a cube.
    #[error("{0}")]
    Cube(#[from] InvalidCube),
    /// The moves are invalid.
    #[error("{0}")]
    Moves(#[from] NotationError),
    /// The shape belongs to another puzzle.
    #[error("{} is not a shape of this puzzle; its only shape is {}", quoted(.found), super::puzzle::NAME)]
    Shape {
        /// The shape requested.
        found: String,
    },
}

/// The name of the solved cube.
pub(super) const SOLVED: &str = "solved";

/// Parses a cube: its 24 stickers ([`parse_cube`]), the moves that lead to it from solved
/// ([`Cube2::scrambled`]), or `solved`.
///
/// # Errors
/// The reason why it is none of them.
pub fn parse_text(text: &str) -> Result<Cube2, InvalidText> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(InvalidText::Empty);
    }
    if trimmed.eq_ignore_ascii_case(SOLVED) {
        return Ok(Cube2::SOLVED);
    }
    if is_scramble(trimmed) {
        return Ok(Cube2::scrambled(&parse_steps(text, 2)?));
    }
    Ok(parse_cube(text)?)
}

/// Returns true if a text is meant as moves rather than as stickers.
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
    stickers != 24 && words.all(single)
}
