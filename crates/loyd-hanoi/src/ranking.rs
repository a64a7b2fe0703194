//! The states as numbers: the pegs of the disks as digits in base P, the smallest disk as the lowest digit.
//!
//! A move changes one digit, so enumerations work on numbers alone. The smallest disk of each peg is found in
//! the lowest digits: four disks of four pegs are seen within about eight digits.

use crate::shape::{MAX_DISKS, MAX_PEGS, Shape};
use crate::towers::Towers;
use loyd_search::puzzle::Successors;
use loyd_search::space::Ranking;

/// The ranks of the states of a shape: P^D numbers without gaps.
#[derive(Clone, Debug)]
pub struct Ranks {
    shape: Shape,
    /// P^i for the i-th smallest disk.
    powers: [u64; MAX_DISKS],
}

impl Ranks {
    /// The ranks of a shape.
    pub fn new(shape: Shape) -> Self {
        let mut powers = [0; MAX_DISKS];
        let mut power = 1;
        for entry in &mut powers[..shape.disks()] {
            *entry = power;
            power *= shape.pegs() as u64;
        }
        Self { shape, powers }
    }

    /// The place value of the i-th smallest disk.
    pub(crate) fn power(&self, disk: usize) -> u64 {
        self.powers[disk]
    }

    /// The smallest disk of each peg, and the number of disks for an empty peg.
    fn tops(&self, mut rank: u64) -> [usize; MAX_PEGS] {
        let (disks, pegs) = (self.shape.disks(), self.shape.pegs());
        let mut tops = [disks; MAX_PEGS];
        let mut empty = pegs;
        for disk in 0..disks {
            let top = &mut tops[(rank % pegs as u64) as usize];
            rank /= pegs as u64;
            if *top == disks {
                *top = disk;
                empty -= 1;
                if empty == 0 {
                    break;
                }
            }
        }
        tops
    }
}

impl Ranking<Towers> for Ranks {
    fn size(&self) -> u64 {
        (self.shape.pegs() as u64).pow(self.shape.disks() as u32)
    }

    fn rank(&self, towers: &Towers) -> u64 {
        let place = |disk: usize| self.powers[disk];
        let peg = |peg: usize| peg as u64 * towers.disks_of(peg).map(place).sum::<u64>();
        (0..self.shape.pegs()).map(peg).sum()
    }

    fn unrank(&self, mut rank: u64) -> Towers {
        let pegs = self.shape.pegs() as u64;
        let digit = |_| {
            let digit = rank % pegs;
            rank /= pegs;
            digit as usize
        };
        Towers::of((0..self.shape.disks()).map(digit))
    }
}

impl Successors for Ranks {
    fn append(&self, ranks: &[u64], into: &mut Vec<u64>) {
        let (disks, pegs) = (self.shape.disks(), self.shape.pegs());
        for &rank in ranks {
            let tops = self.tops(rank);
            for from in 0..pegs {
                let disk = tops[from];
                if disk == disks {
                    continue;
                }
                let without = rank - from as u64 * self.powers[disk];
                let larger = (0..pegs).filter(|&to| tops[to] > disk);
                into.extend(larger.map(|to| without + to as u64 * self.powers[disk]));
            }
        }
    }
}
