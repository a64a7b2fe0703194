//! One move of any puzzle: a name and an amount.

use crate::error::MAX_NAME;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The number of a move that has not been looked up in a list of moves.
const UNKNOWN: u16 = u16::MAX;

/// A power of a named move: `R`, `R2`, `R'`, `2Rw2'`.
///
/// It knows no puzzle: whether a puzzle has such a move is known when it is made. Two turns are
/// equal if their names and amounts are.
#[derive(Clone, Copy)]
pub struct Turn {
    /// The name, padded with zeros.
    name: [u8; MAX_NAME],
    amount: i16,
    /// The number of the turn in the list of moves from which it was taken: a shortcut, which is
    /// compared with the list before it is used.
    number: u16,
}

impl Turn {
    /// The power of a move; `None` if the name is longer than [`MAX_NAME`] bytes.
    pub fn new(name: &str, amount: i16) -> Option<Self> {
        let mut padded = [0; MAX_NAME];
        padded.get_mut(..name.len())?.copy_from_slice(name.as_bytes());
        Some(Self { name: padded, amount, number: UNKNOWN })
    }

    #[must_use]
    pub(crate) fn numbered(self, number: usize) -> Self {
        Self { number: number as u16, ..self }
    }

    /// The number of the turn in the list from which it may have been taken.
    #[inline]
    pub(crate) fn number(self) -> usize {
        self.number.into()
    }

    /// The name of the move.
    pub fn name(&self) -> &str {
        let length = self.name.iter().position(|&byte| byte == 0).unwrap_or(MAX_NAME);
        std::str::from_utf8(&self.name[..length]).unwrap_or_default()
    }

    /// The power: 1 for the move itself, -1 for its inverse; not 0.
    #[inline]
    pub fn amount(self) -> i16 {
        self.amount
    }

    /// The turn that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { amount: -self.amount, number: UNKNOWN, ..self }
    }
}

impl PartialEq for Turn {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.amount == other.amount && self.name == other.name
    }
}

impl Eq for Turn {}

impl Hash for Turn {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.amount.hash(state);
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self.amount.unsigned_abs() {
            1 => {}
            amount => write!(f, "{amount}")?,
        }
        if self.amount < 0 { f.write_str("'") } else { Ok(()) }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
