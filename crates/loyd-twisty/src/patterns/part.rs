//! A part of an orbit in a pattern, and the ranks of its values.
//!
//! The value of a part is a *class* for each slot: 0 for the indistinguishable pieces, other numbers for the kinds
//! of pieces in their orientations. With n slots and kinds of c₁, c₂, … pieces, a value is ranked kind by kind:
//!
//! ```text
//! the places: kind k has one of C(n - c₁ - … - cₖ₋₁, cₖ) subsets of the free slots, in the combinatorial number system
//! the twists: a digit for each piece, in the order of kinds and slots
//! ```
//!
//! If no move changes the sum of all twists of the orbit, and the part has all of them, the last digit follows from
//! the others and is not part of the rank. Values that a parity excludes have ranks and stay without a distance.

use crate::coordinate::Projection;
use crate::letters::Letters;
use crate::orbit::{Kind, Orbit, Slot};
use std::ops::Range;

/// Maximum number of slots of a pattern.
pub(super) const SLOTS: usize = 64;

/// The class of each slot of a pattern.
pub(super) type Classes = [u8; SLOTS];

/// `BINOMIALS[n][k]`.
static BINOMIALS: [[u64; SLOTS + 1]; SLOTS + 1] = binomials();

#[expect(clippy::large_stack_arrays, reason = "it is evaluated at compile time")]
const fn binomials() -> [[u64; SLOTS + 1]; SLOTS + 1] {
    let mut table = [[0; SLOTS + 1]; SLOTS + 1];
    let mut n = 0;
    while n <= SLOTS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// Pieces of a kind that the part distinguishes from others.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    count: usize,
    /// Number of orientations that the part distinguishes.
    modulus: u8,
    /// The class of orientation 0; the other orientations follow.
    first: u8,
}

/// A part of an orbit.
#[derive(Debug)]
pub(super) struct Part {
    /// The slots of the puzzle.
    pub(super) slots: Range<usize>,
    /// Empty if the part has only orientations.
    kinds: Vec<Pieces>,
    /// The class of each code of the orbit.
    class_of: Vec<u8>,
    /// The kind of each class but 0.
    kind_of: Vec<u8>,
    /// The modulus of the orientations, if the part has only these.
    orientations: Option<u8>,
    /// The sum of all twists, if the last one follows from it: the sum and its modulus.
    total: Option<(u32, u32)>,
    size: u64,
}

impl Part {
    /// The part of an orbit that a projection keeps; `None` if it has more than `max` values, or too many slots or
    /// classes. `goals` are the patterns from which distances count.
    pub(super) fn new(
        orbit: &Orbit,
        keep: &Projection,
        letters: &Letters,
        goals: &[&[Slot]],
        max: u64,
    ) -> Option<Self> {
        let slots = orbit.slots();
        if slots.len() > SLOTS || (*keep == Projection::Orientations && !orbit.is_uniform()) {
            return None;
        }
        let total = total(orbit, letters, goals);
        if *keep == Projection::Orientations {
            let modulus = orbit.orientations();
            let class_of = (0..orbit.codes()).map(|code| orbit.slot(code).orientation).collect();
            let digits = slots.len() - usize::from(total.is_some());
            let size = power(modulus, digits).filter(|&size| size <= max)?;
            let (kinds, kind_of, orientations) = (Vec::new(), Vec::new(), Some(modulus));
            return Some(Self { slots, kinds, class_of, kind_of, orientations, total, size });
        }
        let is_among = |kind: &Kind| match keep {
            Projection::Some(pieces) | Projection::SomePieces(pieces) => {
                pieces.contains(&kind.piece)
            }
            Projection::Pieces | Projection::Everything | Projection::Orientations => true,
        };
        let is_oriented = matches!(keep, Projection::Everything | Projection::Some(_));
        let (mut kinds, mut kind_of, mut class_of) = (Vec::new(), vec![0], Vec::new());
        let (mut size, mut free) = (1u64, slots.len());
        for kind in &orbit.kinds {
            if !is_among(kind) {
                class_of.extend((0..kind.modulus).map(|_| 0));
                continue;
            }
            let modulus = if is_oriented { kind.modulus } else { 1 };
            let first = u8::try_from(kind_of.len()).ok()?;
            class_of.extend((0..kind.modulus).map(|twist| first + twist % modulus));
            kind_of.extend((0..modulus).map(|_| kinds.len() as u8));
            kinds.push(Pieces { count: kind.count, modulus, first });
            size = size.checked_mul(BINOMIALS[free][kind.count])?;
            free -= kind.count;
            size = size.checked_mul(power(modulus, kind.count)?)?;
        }
        let total = total.filter(|_| is_oriented && kinds.len() == orbit.kinds.len());
        if let Some((_, modulus)) = total {
            size /= u64::from(modulus);
        }
        let fits = u8::try_from(kind_of.len()).is_ok() && size <= max;
        fits.then_some(Self { slots, kinds, class_of, kind_of, orientations: None, total, size })
    }

    /// Number of ranks.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The class of a code of the orbit.
    #[inline]
    pub(super) fn class(&self, code: usize) -> u8 {
        self.class_of[code]
    }

    /// The class after a twist, for each class.
    pub(super) fn twist(&self, delta: u8) -> [u8; 256] {
        let mut after = [0; 256];
        if let Some(modulus) = self.orientations {
            for class in 0..modulus {
                after[usize::from(class)] =
                    ((u16::from(class) + u16::from(delta)) % u16::from(modulus)) as u8;
            }
            return after;
        }
        for kind in &self.kinds {
            for twist in 0..kind.modulus {
                let twisted = (u16::from(twist) + u16::from(delta)) % u16::from(kind.modulus);
                after[usize::from(kind.first + twist)] = kind.first + twisted as u8;
            }
        }
        after
    }

    /// The rank of a value, a class for each slot.
    #[inline]
    pub(super) fn rank(&self, classes: &[u8]) -> u64 {
        if let Some(modulus) = self.orientations {
            let digits = classes.len() - usize::from(self.total.is_some());
            let join = |rank, &class: &u8| rank * u64::from(modulus) + u64::from(class);
            return classes[..digits].iter().fold(0, join);
        }
        let mut masks = [0u64; SLOTS];
        let masks = &mut masks[..self.kinds.len()];
        for (slot, &class) in classes.iter().enumerate() {
            if class != 0 {
                masks[usize::from(self.kind_of[usize::from(class)])] |= 1 << slot;
            }
        }
        let (mut rank, mut free) = (0, u64::MAX >> (SLOTS - classes.len()));
        let mut slots = classes.len();
        for (kind, &mask) in self.kinds.iter().zip(&*masks) {
            if kind.count == 1 {
                rank = rank * slots as u64 + u64::from((free & mask.wrapping_sub(1)).count_ones());
            } else {
                let (mut subset, mut rest, mut chosen) = (0, mask, 1);
                while rest != 0 {
                    let below = (rest & rest.wrapping_neg()) - 1;
                    subset += BINOMIALS[(free & below).count_ones() as usize][chosen];
                    chosen += 1;
                    rest &= rest - 1;
                }
                rank = rank * BINOMIALS[slots][kind.count] + subset;
            }
            slots -= kind.count;
            free &= !mask;
        }
        let mut last = 1;
        for (kind, &mask) in self.kinds.iter().zip(&*masks) {
            if kind.modulus == 1 {
                continue;
            }
            let mut rest = mask;
            while rest != 0 {
                let twist = u64::from(classes[rest.trailing_zeros() as usize] - kind.first);
                (rank, last) = (rank * u64::from(kind.modulus) + twist, kind.modulus);
                rest &= rest - 1;
            }
        }
        // The last digit is the lowest.
        if self.total.is_some() { rank / u64::from(last) } else { rank }
    }

    /// Writes the value of a rank.
    pub(super) fn unrank(&self, mut rank: u64, classes: &mut [u8]) {
        let mut digit = |base: u64| {
            let digit = rank % base;
            rank /= base;
            digit
        };
        if let Some(modulus) = self.orientations {
            let digits = classes.len() - usize::from(self.total.is_some());
            let mut sum = 0;
            for class in classes[..digits].iter_mut().rev() {
                *class = digit(modulus.into()) as u8;
                sum += u32::from(*class);
            }
            if let Some((total, modulus)) = self.total {
                classes[digits] = ((total + modulus - sum % modulus) % modulus) as u8;
            }
            return;
        }
        let pieces = self.kinds.iter().map(|kind| kind.count).sum::<usize>();
        let mut twists = [0u8; SLOTS];
        let (mut at, mut sum) = (pieces, 0);
        for (index, kind) in self.kinds.iter().enumerate().rev() {
            for place in (0..kind.count).rev() {
                at -= 1;
                let is_implied = index + 1 == self.kinds.len() && place + 1 == kind.count;
                if kind.modulus > 1 && !(is_implied && self.total.is_some()) {
                    twists[at] = digit(kind.modulus.into()) as u8;
                    sum += u32::from(twists[at]);
                }
            }
        }
        if let Some((total, modulus)) = self.total {
            twists[pieces - 1] = ((total + modulus - sum % modulus) % modulus) as u8;
        }
        let mut subsets = [0u64; SLOTS];
        let mut free_after = classes.len() - pieces;
        for (subset, kind) in subsets[..self.kinds.len()].iter_mut().zip(&self.kinds).rev() {
            free_after += kind.count;
            *subset = digit(BINOMIALS[free_after][kind.count]);
        }
        classes.fill(0);
        let (mut free, mut at) = (u64::MAX >> (SLOTS - classes.len()), 0);
        for (kind, &subset) in self.kinds.iter().zip(&subsets) {
            let mask = self::subset(free, kind.count, subset);
            let mut rest = mask;
            while rest != 0 {
                classes[rest.trailing_zeros() as usize] = kind.first + twists[at];
                at += 1;
                rest &= rest - 1;
            }
            free &= !mask;
        }
    }
}

/// The subset of `count` of the free slots with a number in the combinatorial number system.
fn subset(free: u64, count: usize, mut number: u64) -> u64 {
    let (mut mask, mut slots) = (0, free.count_ones() as usize);
    for chosen in (1..=count).rev() {
        // The largest number of free slots below, of which no more subsets than the number precede.
        while BINOMIALS[slots - 1][chosen] > number {
            slots -= 1;
        }
        slots -= 1;
        number -= BINOMIALS[slots][chosen];
        mask |= nth(free, slots);
    }
    mask
}

/// The bit of the n-th free slot, from 0.
fn nth(mut free: u64, n: usize) -> u64 {
    for _ in 0..n {
        free &= free - 1;
    }
    free & free.wrapping_neg()
}

fn power(base: u8, exponent: usize) -> Option<u64> {
    u64::from(base).checked_pow(u32::try_from(exponent).ok()?)
}

/// The sum of all twists of an orbit and its modulus, if no letter changes it and it is the same in all goals.
fn total(orbit: &Orbit, letters: &Letters, goals: &[&[Slot]]) -> Option<(u32, u32)> {
    let modulus = u32::from(orbit.orientations());
    let sum_of = |pattern: &[Slot]| {
        pattern[orbit.slots()].iter().map(|slot| u32::from(slot.orientation)).sum::<u32>() % modulus
    };
    let is_invariant = letters.transformations.iter().all(|letter| {
        let twists = letter.delta[orbit.slots()].iter().map(|&delta| u32::from(delta));
        twists.sum::<u32>().is_multiple_of(modulus)
    });
    let total = sum_of(goals.first()?);
    let is_common = goals.iter().all(|goal| sum_of(goal) == total);
    (modulus > 1 && orbit.is_uniform() && is_invariant && is_common).then_some((total, modulus))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::find;
    use crate::metric::MetricName;

    /// The classes of slots after a letter, by the definition.
    fn after(part: &Part, letter: &crate::transformation::Transformation, value: &[u8]) -> Vec<u8> {
        let slots = part.slots.clone();
        let moved = |slot: usize| {
            let origin = usize::from(letter.source[slot]) - slots.start;
            part.twist(letter.delta[slot])[usize::from(value[origin])]
        };
        slots.clone().map(moved).collect()
    }

    #[test]
    fn every_rank_is_that_of_its_value_and_moves_stay_within() {
        let names = ["pyraminx", "skewb", "twisty2x2x2", "twisty3x3x3", "megaminx", "cube4"];
        let mut checked = 0;
        for name in names {
            let model = find(name).expect(name);
            let letters = model.letters(MetricName::Half);
            let start = model.definition().start();
            for orbit in model.definition().orbits() {
                let some: Vec<u16> = orbit.kinds.iter().map(|kind| kind.piece).take(3).collect();
                let projections = [
                    Projection::Orientations,
                    Projection::Pieces,
                    Projection::Everything,
                    Projection::Some(some.clone()),
                    Projection::SomePieces(some),
                ];
                for keep in &projections {
                    let part = Part::new(orbit, keep, letters, &[start], 1 << 30);
                    let Some(part) = part else { continue };
                    let step = (part.size() / 1_000).max(1);
                    let mut value = vec![0; orbit.slots().len()];
                    for rank in (0..part.size()).step_by(step as usize) {
                        part.unrank(rank, &mut value);
                        assert_eq!(part.rank(&value), rank, "{name} {keep:?}");
                        for letter in &letters.transformations {
                            let next = after(&part, letter, &value);
                            let number = part.rank(&next);
                            let mut back = value.clone();
                            part.unrank(number, &mut back);
                            assert_eq!(back, next, "{name} {keep:?}");
                        }
                        checked += 1;
                    }
                }
            }
        }
        assert!(checked > 10_000, "{checked}");
    }
}
