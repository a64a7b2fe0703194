//! Cubes as text: stickers, or the moves that scramble a solved cube.
//!
//! Both are letters, so they are distinguished as follows. A text with a digit, a prime, a
//! parenthesis or a comment is moves. A text of letters alone, one per sticker, is stickers. Any
//! other number of letters is moves if they are separated, otherwise too few or too many stickers.

use crate::colours::{is_separator, letters};
use crate::cube::scrambled;
use crate::invalid::are_colour_names;
use crate::{Cube, InvalidCube, NotationError, parse_steps};
use loyd_search::quote::quoted;

/// The error for a text that is not a cube, goal or sequence of moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidText {
    /// The text is empty or white space.
    #[error("there is nothing to read: write {stickers} stickers, or moves such as R U' F2")]
    Empty {
        /// The number of stickers of the cube.
        stickers: usize,
    },
    /// The stickers are not a cube.
    #[error("{}", .fault.message(*.are_colour_names))]
    Cube {
        /// The fault.
        fault: InvalidCube,
        /// True if the letters are those of colours (W, Y, R, O, G, B), which the message then names.
        are_colour_names: bool,
    },
    /// The moves are invalid.
    #[error("{0}")]
    Moves(#[from] NotationError),
    /// The shape belongs to another puzzle.
    #[error("{} is not a shape of this puzzle; its only shape is {only}", quoted(.found))]
    Shape {
        /// The shape requested.
        found: String,
        /// The shape of the puzzle.
        only: &'static str,
    },
}

pub(crate) const SOLVED: &str = "solved";

/// Parses a cube: its stickers ([`Cube::parse_stickers`]), the moves that lead to it from solved,
/// or `solved`.
///
/// # Errors
/// The reason why it is neither.
pub fn parse_text<C: Cube>(text: &str) -> Result<C, InvalidText> {
    let (trimmed, stickers) = (text.trim(), 6 * C::SIDE * C::SIDE);
    if trimmed.is_empty() {
        return Err(InvalidText::Empty { stickers });
    }
    if trimmed.eq_ignore_ascii_case(SOLVED) {
        return Ok(C::SOLVED);
    }
    if is_scramble(trimmed, stickers) {
        return Ok(scrambled(&parse_steps(text, C::SIDE)?));
    }
    C::parse_stickers(text).map_err(|fault| {
        let are_colour_names = letters(text).is_ok_and(|letters| are_colour_names(&letters));
        InvalidText::Cube { fault, are_colour_names }
    })
}

/// Returns true if a text is meant as moves rather than as stickers.
fn is_scramble(text: &str, stickers: usize) -> bool {
    if text.contains("//") || text.chars().any(|c| !c.is_alphabetic() && !is_separator(c)) {
        return true;
    }
    let mut words = text.split(is_separator).filter(|word| !word.is_empty());
    let letters = text.chars().filter(|&c| !is_separator(c)).count();
    let single = |word: &str| word.strip_suffix('w').unwrap_or(word).chars().count() == 1;
    letters != stickers && words.all(single)
}
