//! Stickers as written: the letters of the colours, and the pairs of opposite colours.
//!
//! The letters U R F D L B are the homes of the stickers, in any orientation of the whole cube. Any
//! other six letters are colours of an unknown scheme, which follows from the corners: opposite
//! colours are those that never meet.

use crate::colours::{check_counts, colours, letters, stickers};
use crate::{Face, InvalidCube};

/// The numbers of the stickers of each corner, clockwise from its U or D side; stickers are
/// numbered as in [`Stickers`], four per face: U 0-3, R 4-7, F 8-11, D 12-15, L 16-19, B 20-23.
pub(super) const PLACES: [[u8; 3]; 8] = [
    [3, 4, 9],
    [2, 8, 17],
    [0, 16, 21],
    [1, 20, 5],
    [13, 11, 6],
    [12, 19, 10],
    [14, 23, 18],
    [15, 7, 22],
];

/// The 24 stickers as numbers of colours, below 6; each colour is on four of them.
pub(super) struct Painted {
    /// The colour of each sticker, in the order of [`crate::Stickers`].
    colours: [u8; 24],
    /// The letter of each colour.
    letters: [char; 6],
    /// True if the letters are those of [`Face`].
    pub faces: bool,
}

impl Painted {
    /// Reads 24 letters; white space and `, / | :` between them are skipped, case is ignored.
    pub fn parse(text: &str) -> Result<Self, InvalidCube> {
        Self::new(&letters(text)?)
    }

    /// The stickers with these letters.
    pub fn new(letters: &[char]) -> Result<Self, InvalidCube> {
        let stickers: [char; 24] = stickers(letters, 2)?;
        let faces = stickers.iter().all(|&letter| Face::from_letter(letter).is_some());
        let letters = if faces { Face::ALL.map(Face::letter) } else { colours(&stickers)? };
        check_counts(&stickers, letters, 2)?;
        let number = |letter: char| letters.iter().position(|&known| known == letter);
        let colours = stickers.map(|letter| number(letter).unwrap_or_default() as u8);
        Ok(Self { colours, letters, faces })
    }

    pub fn letters<const N: usize>(&self, colours: [u8; N]) -> [char; N] {
        colours.map(|colour| self.letters[colour as usize])
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
