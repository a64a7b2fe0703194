//! Positions and moves as text, and plain moves that check the solutions of the searches.

use crate::shape::{MIN_PEGS, Shape};
use loyd_search::puzzle::InvalidText;
use loyd_search::quote::quoted;
use std::fmt;

/// The names of the positions with all disks on one peg.
pub(crate) const FIRST_PEG: &str = "first-peg";
pub(crate) const LAST_PEG: &str = "last-peg";

/// A position: the peg of each disk.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    shape: Shape,
    /// The peg of each disk from 0, the largest disk first.
    pegs: Vec<u8>,
}

/// A move: the smallest disk of one peg goes to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transfer {
    /// The peg that the disk leaves, from 0.
    pub from: u8,
    /// The peg that the disk reaches, from 0.
    pub to: u8,
}

impl fmt::Display for Transfer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.from), letter(self.to))
    }
}

/// The letter of a peg.
fn letter(peg: u8) -> char {
    char::from(b'A' + peg)
}

/// The peg of a letter, whether or not a shape has that peg.
fn peg(letter: char) -> Option<u8> {
    let upper = letter.to_ascii_uppercase();
    upper.is_ascii_uppercase().then(|| upper as u8 - b'A')
}

fn invalid(reason: String) -> InvalidText {
    InvalidText { reason }
}

impl Position {
    /// All disks on one peg, from 0.
    pub fn on_peg(shape: Shape, peg: usize) -> Self {
        Self { shape, pegs: vec![peg as u8; shape.disks()] }
    }

    /// The position with these pegs, one for each disk, the largest first.
    ///
    /// # Errors
    /// If their number is not that of the disks, or the shape lacks a peg.
    pub fn new(shape: Shape, pegs: Vec<u8>) -> Result<Self, InvalidText> {
        if pegs.len() != shape.disks() {
            let reason = format!("{} disks: {shape} has {} disks", pegs.len(), shape.disks());
            return Err(invalid(reason));
        }
        if let Some(&missing) = pegs.iter().find(|peg| usize::from(**peg) >= shape.pegs()) {
            return Err(invalid(format!("peg {}: {shape} has {} pegs", missing + 1, shape.pegs())));
        }
        Ok(Self { shape, pegs })
    }

    /// Parses `first-peg`, `last-peg` or a letter for each disk, the largest first; spaces are skipped. Letters
    /// without a shape are on three pegs.
    ///
    /// # Errors
    /// The part of the text that is wrong.
    pub fn parse(text: &str, shape: Option<Shape>) -> Result<Self, InvalidText> {
        let name = text.trim();
        if [FIRST_PEG, LAST_PEG].contains(&name) {
            let shape = shape
                .ok_or_else(|| invalid(format!("{name} needs a shape, for example hanoi-8x4")))?;
            return Ok(Self::on_peg(shape, if name == FIRST_PEG { 0 } else { shape.pegs() - 1 }));
        }
        let letters = name.chars().filter(|letter| !letter.is_whitespace());
        let number = |letter| {
            peg(letter).ok_or_else(|| {
                let reason = format!("{} in {}: pegs are letters from A", letter, quoted(text));
                invalid(reason)
            })
        };
        let pegs = letters.map(number).collect::<Result<Vec<u8>, _>>()?;
        let shape = match shape {
            Some(shape) => shape,
            None => Shape::new(pegs.len(), MIN_PEGS)?,
        };
        if let Some(missing) = pegs.iter().find(|peg| usize::from(**peg) >= shape.pegs()) {
            let (missing, last) = (letter(*missing), letter(shape.pegs() as u8 - 1));
            return Err(invalid(format!("peg {missing}: {shape} has the pegs A to {last}")));
        }
        Self::new(shape, pegs)
    }

    /// The numbers of disks and pegs.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The peg of each disk from 0, the largest disk first.
    pub fn pegs(&self) -> &[u8] {
        &self.pegs
    }

    /// True if all disks are on this peg.
    pub(crate) fn is_on_peg(&self, peg: usize) -> bool {
        self.pegs.iter().all(|&other| usize::from(other) == peg)
    }

    /// Moves the smallest disk of one peg to another peg.
    ///
    /// # Errors
    /// If a peg does not exist, the first one has no disk, or a smaller disk lies on the second one.
    pub fn apply(&mut self, Transfer { from, to }: Transfer) -> Result<(), String> {
        let missing = [from, to].into_iter().find(|peg| usize::from(*peg) >= self.shape.pegs());
        if let Some(missing) = missing {
            return Err(format!("{} has no peg {}", self.shape, letter(missing)));
        }
        let top = |peg| self.pegs.iter().rposition(|&other| other == peg);
        let Some(disk) = top(from) else {
            return Err(format!("peg {} has no disk", letter(from)));
        };
        if top(to).is_some_and(|other| other >= disk) {
            return Err(format!("the disk on peg {} is smaller", letter(to)));
        }
        self.pegs[disk] = to;
        Ok(())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pegs.iter().try_for_each(|&peg| write!(f, "{}", letter(peg)))
    }
}

/// Parses moves of two letters each, separated by spaces or commas.
///
/// # Errors
/// The first word that is not a move.
pub(crate) fn parse_moves(text: &str) -> Result<Vec<Transfer>, InvalidText> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let transfer = |word: &str| {
        let mut letters = word.chars().map(peg);
        match (letters.next(), letters.next(), letters.next()) {
            (Some(Some(from)), Some(Some(to)), None) => Ok(Transfer { from, to }),
            _ => Err(invalid(format!(
                "{} is not a move: write the pegs from and to, for example AC",
                quoted(word)
            ))),
        }
    };
    words.map(transfer).collect()
}
