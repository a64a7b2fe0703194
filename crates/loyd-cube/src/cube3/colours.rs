//! Stickers as written: any six letters, which the centres name.

use crate::colours::{check_counts, colours, stickers};
use crate::{Face, InvalidCube};

pub(super) const STICKERS: usize = 54;

/// The sticker in the middle of each face.
const CENTRES: [usize; 6] = [4, 13, 22, 31, 40, 49];

/// The 54 stickers, each with the face whose centre has its colour.
pub(super) struct Painted {
    /// The home of each sticker, in the order of [`crate::Stickers`].
    pub homes: [Face; STICKERS],
    /// The letter of each home.
    letters: [char; 6],
}

impl Painted {
    /// The stickers with these letters.
    pub fn new(letters: &[char]) -> Result<Self, InvalidCube> {
        let stickers: [char; STICKERS] = stickers(letters, 3)?;
        check_counts(&stickers, colours(&stickers)?, 3)?;
        let letters = CENTRES.map(|centre| stickers[centre]);
        for (second, &colour) in letters.iter().enumerate() {
            if let Some(first) = letters[..second].iter().position(|&c| c == colour) {
                let (first, second) = (Face::ALL[first], Face::ALL[second]);
                return Err(InvalidCube::SameCentre { colour, first, second });
            }
        }
        let home = |letter: char| letters.iter().position(|&known| known == letter);
        // Six centres of six colours: each letter is on one of them.
        let homes = stickers.map(|letter| Face::ALL[home(letter).unwrap_or_default()]);
        Ok(Self { homes, letters })
    }

    /// The numbers of the faces that the centres name, if their letters are those of faces.
    pub fn face_order(&self) -> Option<[usize; 6]> {
        let number = |letter: char| Face::ALL.iter().position(|face| face.letter() == letter);
        let mut order = [0; 6];
        for (face, letter) in order.iter_mut().zip(self.letters) {
            *face = number(letter)?;
        }
        Some(order)
    }

    pub fn letters<const N: usize>(&self, homes: [Face; N]) -> [char; N] {
        homes.map(|home| self.letters[home as usize])
    }
}
