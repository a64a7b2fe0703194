//! The numbers of disks and pegs.

use loyd_search::puzzle::InvalidText;
use loyd_search::quote::quoted;
use std::fmt;
use std::str::FromStr;

/// Maximum number of disks.
pub const MAX_DISKS: usize = 32;

/// Minimum number of pegs: with two pegs only a single disk can be moved to another peg.
pub const MIN_PEGS: usize = 3;

/// Maximum number of pegs.
pub const MAX_PEGS: usize = 8;

/// The beginning of the name of a shape.
const PREFIX: &str = "hanoi-";

/// A number of disks and a number of pegs with fewer than 2^63 states; its text is `hanoi-8x4`, or `hanoi-8` for three
/// pegs when it is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    disks: u8,
    pegs: u8,
}

impl Shape {
    /// # Errors
    /// If a number is out of range, or there are 2^63 states or more.
    pub fn new(disks: usize, pegs: usize) -> Result<Self, InvalidText> {
        let wrong = |reason| Err(InvalidText { reason });
        if !(1..=MAX_DISKS).contains(&disks) {
            return wrong(format!("{disks} disks: a shape has 1 to {MAX_DISKS} disks"));
        }
        if !(MIN_PEGS..=MAX_PEGS).contains(&pegs) {
            return wrong(format!("{pegs} pegs: a shape has {MIN_PEGS} to {MAX_PEGS} pegs"));
        }
        let states = (pegs as u64).checked_pow(disks as u32);
        if states.is_none_or(|states| states >= 1 << 63) {
            return wrong(format!("{disks} disks on {pegs} pegs have 2^63 states or more"));
        }
        Ok(Self { disks: disks as u8, pegs: pegs as u8 })
    }

    /// Number of disks.
    pub fn disks(self) -> usize {
        self.disks.into()
    }

    /// Number of pegs.
    pub fn pegs(self) -> usize {
        self.pegs.into()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}x{}", self.disks, self.pegs)
    }
}

impl FromStr for Shape {
    type Err = InvalidText;

    fn from_str(text: &str) -> Result<Self, InvalidText> {
        let lower = text.trim().to_ascii_lowercase();
        let numbers = lower.strip_prefix(PREFIX).map(|rest| match rest.split_once('x') {
            Some((disks, pegs)) => (disks.parse(), pegs.parse()),
            None => (rest.parse(), Ok(MIN_PEGS)),
        });
        let Some((Ok(disks), Ok(pegs))) = numbers else {
            let reason = format!(
                "{} is not a shape of the Towers of Hanoi: write hanoi-8x4 for 8 disks on 4 pegs",
                quoted(text)
            );
            return Err(InvalidText { reason });
        };
        Self::new(disks, pegs)
    }
}
