//! The states of the searches: a word of bits for each peg, whose lowest bit is its smallest disk.

use crate::position::Position;
use crate::shape::MAX_PEGS;

/// A state: bit i of a peg is set if the i-th smallest disk lies on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Towers(pub(crate) [u32; MAX_PEGS]);

impl Towers {
    /// The state whose disks, smallest first, lie on these pegs.
    pub(crate) fn of(pegs: impl Iterator<Item = usize>) -> Self {
        let mut towers = [0; MAX_PEGS];
        pegs.enumerate().for_each(|(disk, peg)| towers[peg] |= 1 << disk);
        Self(towers)
    }

    /// The disks of a peg, smallest first.
    pub(crate) fn disks_of(&self, peg: usize) -> impl Iterator<Item = usize> {
        let mut disks = self.0[peg];
        std::iter::from_fn(move || {
            let disk = disks.trailing_zeros();
            disks &= disks.wrapping_sub(1);
            (disk < u32::BITS).then_some(disk as usize)
        })
    }

    /// The peg of a disk.
    pub(crate) fn peg_of(&self, disk: usize) -> usize {
        (0..MAX_PEGS).find(|&peg| self.0[peg] >> disk & 1 == 1).unwrap_or_default()
    }
}

impl From<&Position> for Towers {
    fn from(position: &Position) -> Self {
        Self::of(position.pegs().iter().rev().map(|&peg| peg.into()))
    }
}
