//! Stickers as written: the letters of the colours, and the pairs of opposite colours.
//!
//! The letters U R F D L B are the homes of the stickers, in any orientation of the whole cube. Any
//! other six letters are colours of an unknown scheme, which follows from the corners: opposite
//! colours are those that never meet.

use super::InvalidCube;
use super::facelets::PLACES;
use crate::Face;

/// The 24 stickers as numbers of colours, below 6.
pub(super) struct Painted {
    /// The colour of each sticker, in the order of [`crate::Stickers`].
    pub colours: [u8; 24],
    /// The letter of each colour.
    pub letters: [char; 6],
    /// True if the letters are those of [`Face`].
    pub faces: bool,
}

impl Painted {
    /// Reads 24 letters; white space and `, / | :` between them are skipped, case is ignored.
    pub fn parse(text: &str) -> Result<Self, InvalidCube> {
        let separator = |c: char| c.is_whitespace() || ",/|:".contains(c);
        let stickers: Vec<char> =
            text.chars().filter(|&c| !separator(c)).map(|c| c.to_ascii_uppercase()).collect();
        if let Some(at) = stickers.iter().position(|c| !c.is_alphabetic()) {
            return Err(InvalidCube::NotALetter { found: stickers[at], sticker: at + 1 });
        }
        let stickers: [char; 24] = stickers
            .try_into()
            .map_err(|stickers: Vec<char>| InvalidCube::Length { found: stickers.len() })?;
        let faces = stickers.iter().all(|&letter| Face::from_letter(letter).is_some());
        let letters = if faces { Face::ALL.map(Face::letter) } else { six(&stickers)? };
        let number = |letter: char| letters.iter().position(|&known| known == letter);
        let colours = stickers.map(|letter| number(letter).unwrap_or_default() as u8);
        Ok(Self { colours, letters, faces })
    }

    /// The letters of some colours.
    pub fn letters<const N: usize>(&self, colours: [u8; N]) -> [char; N] {
        colours.map(|colour| self.letters[colour as usize])
    }

    /// Checks that every colour is on four stickers.
    pub fn count(&self) -> Result<(), InvalidCube> {
        for (colour, &letter) in self.letters.iter().enumerate() {
            let found = self.colours.iter().filter(|&&c| c as usize == colour).count();
            if found != 4 {
                return Err(InvalidCube::Count { colour: letter, found });
            }
        }
        Ok(())
    }

    /// The colours of each corner, clockwise from its U or D side.
    pub fn corners(&self) -> [[u8; 3]; 8] {
        PLACES.map(|stickers| stickers.map(|sticker| self.colours[sticker as usize]))
    }

    /// The opposite of each colour.
    pub fn opposites(&self) -> Result<[u8; 6], InvalidCube> {
        let mut opposites = [3, 4, 5, 0, 1, 2];
        if self.faces {
            return Ok(opposites);
        }
        let mut meets = [[false; 6]; 6];
        for corner in self.corners() {
            for (a, b) in [(0, 1), (1, 2), (2, 0)] {
                meets[corner[a] as usize][corner[b] as usize] = true;
                meets[corner[b] as usize][corner[a] as usize] = true;
            }
        }
        for colour in 0..6 {
            let others = |met: bool| {
                (0..6u8).filter(move |&c| c as usize != colour && meets[colour][c as usize] == met)
            };
            let apart: Vec<u8> = others(false).collect();
            let [opposite] = apart[..] else {
                return Err(InvalidCube::NoOpposite {
                    colour: self.letters[colour],
                    meets: others(true).map(|c| self.letters[c as usize]).collect(),
                });
            };
            opposites[colour] = opposite;
        }
        Ok(opposites)
    }
}

/// The six letters in order of first appearance.
fn six(stickers: &[char]) -> Result<[char; 6], InvalidCube> {
    let mut colours: Vec<char> = Vec::new();
    for &letter in stickers {
        if !colours.contains(&letter) {
            colours.push(letter);
        }
    }
    colours.try_into().map_err(|colours| InvalidCube::Colours { colours })
}
