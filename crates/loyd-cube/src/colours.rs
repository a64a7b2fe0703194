//! Stickers as written: letters that name colours.

use crate::InvalidCube;
use crate::text::is_separator;

/// The letters of the stickers in capitals, without separators.
///
/// # Errors
/// The first character that is not a letter.
pub(crate) fn letters(text: &str) -> Result<Vec<char>, InvalidCube> {
    let letters = text.chars().filter(|&c| !is_separator(c));
    let letters: Vec<char> = letters.map(|c| c.to_ascii_uppercase()).collect();
    match letters.iter().position(|c| !c.is_alphabetic()) {
        Some(at) => Err(InvalidCube::NotALetter { found: letters[at], sticker: at + 1 }),
        None => Ok(letters),
    }
}

/// The stickers of a cube of `side`, if there are `N` of them.
pub(crate) fn stickers<const N: usize>(
    letters: &[char],
    side: usize,
) -> Result<[char; N], InvalidCube> {
    letters.try_into().map_err(|_| InvalidCube::Length { side, found: letters.len() })
}

/// The six colours in order of first appearance.
pub(crate) fn colours(stickers: &[char]) -> Result<[char; 6], InvalidCube> {
    let mut colours: Vec<char> = Vec::new();
    for &letter in stickers {
        if !colours.contains(&letter) {
            colours.push(letter);
        }
    }
    colours.try_into().map_err(|colours| InvalidCube::Colours { colours })
}

/// Checks that every colour is on as many stickers as a face of `side` has.
pub(crate) fn check_counts(
    stickers: &[char],
    colours: [char; 6],
    side: usize,
) -> Result<(), InvalidCube> {
    for colour in colours {
        let found = stickers.iter().filter(|&&c| c == colour).count();
        if found != side * side {
            return Err(InvalidCube::Count { side, colour, found });
        }
    }
    Ok(())
}
