//! Phase 1: the distance to the subgroup G1 = <U, D, R2, F2, L2, B2>.
//!
//! A state is in G1 if no edge is flipped, no corner twisted and the slice in its layer: its raw value
//! and its twist are 0. The table has the states up to 8 moves away, 1 in 16, and all others, which are 9
//! to 12 moves away, as *far*. It holds distances modulo 3, in two bits: neighbours differ by at most
//! one, so along a path each distance tells the next, and the first is found by walking down to G1.
//!
//! Levels 9 and 10 hold nine states of ten, and are nearly all of the work of a complete table.
//! A search misses them only where 9 or more moves are left: it expands there all successors instead
//! of two in five, and has most of its nodes below.

use super::blocks::{self, Blocks, UNSEEN};
use super::flip_slice::{CLASSES, FlipSlice, raw};
use crate::cube3::building::{BuildError, BuildProgress, Building};
use crate::cube3::{CORNER_ORIENTATIONS, Cube3, EDGE_ORIENTATIONS, corner_orientation};
use loyd_search::solver::Unavailable;

/// The coordinates of phase 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) flip: u16,
    pub(super) slice: u16,
    pub(super) twist: u16,
}

impl Place {
    pub(super) fn of(cube: Cube3) -> Self {
        let raw = raw(cube);
        Self {
            flip: (raw % EDGE_ORIENTATIONS) as u16,
            slice: (raw / EDGE_ORIENTATIONS) as u16,
            twist: corner_orientation(cube) as u16,
        }
    }
}

/// The value of all distances that the table does not have: the least of them.
pub(super) const FAR: u32 = 9;

/// The largest distance.
const DIAMETER: u32 = 12;

/// A class and a twist.
type Entry = (u32, u16);

/// Calls a function with the entries one turn from some entries of one class.
fn reach_neighbours(flip_slice: &FlipSlice, entries: &[Entry], mut reach: impl FnMut(Entry)) {
    let raw = flip_slice.representatives()[entries[0].0 as usize] as usize;
    for turn in 0..18 {
        let (class, symmetry) = flip_slice.class(flip_slice.turned(raw, turn));
        let keep = flip_slice.symmetries_of(class);
        for &(_, twist) in entries {
            let twist = flip_slice.twist_turned[twist as usize][turn];
            let twist = flip_slice.twist_images[twist as usize][symmetry];
            // Equals under the symmetries of the class, the identity among them.
            let mut keep = keep;
            while keep != 0 {
                let equal = flip_slice.twist_images[twist as usize][keep.trailing_zeros() as usize];
                reach((class as u32, equal));
                keep &= keep - 1;
            }
        }
    }
}

/// The table of phase 1, in half turns.
pub(super) struct Phase1 {
    flip_slice: FlipSlice,
    residues: Blocks,
    /// Entries by distance from G1, the last of them all that are far.
    pub(super) levels: Vec<u64>,
}

impl Phase1 {
    /// Builds the table, about 35 MiB, by breadth-first search: each level is a list of entries, sorted so
    /// that those of a class are turned together and reach the same blocks.
    pub(super) fn build(building: &Building<'_>) -> Result<Self, BuildError> {
        let flip_slice = FlipSlice::new();
        let residues = Blocks::unseen(1, super::NAME)?;
        residues.set(0, 0, 0, 0);
        let all = (CLASSES * CORNER_ORIENTATIONS) as u64;
        let (mut level, mut levels, mut done) = (vec![(0, 0)], vec![1], 1);
        for distance in 1..FAR {
            // One in 16 is near.
            if building.tell(&BuildProgress { distance, done, entries: all / 16 }) {
                return Err(BuildError::Stopped);
            }
            // Entries as numbers, in the same order.
            let (mut next, mut found, is_last) = (Vec::new(), 0, distance == FAR - 1);
            for entries in level.chunk_by(|a: &Entry, b: &Entry| a.0 == b.0) {
                reach_neighbours(&flip_slice, entries, |(class, twist)| {
                    let number = twist.into();
                    if residues.get(class as usize, 0, number) == UNSEEN {
                        residues.set(class as usize, 0, number, u64::from(distance % 3));
                        found += 1;
                        if !is_last {
                            next.push((u64::from(class) << 16) | u64::from(twist));
                        }
                    }
                });
            }
            next.sort_unstable();
            levels.push(found);
            let entry = |number: u64| ((number >> 16) as u32, number as u16);
            (level, done) = (next.into_iter().map(entry).collect(), done + found);
        }
        levels.push(all - done);
        Ok(Self { flip_slice, residues, levels })
    }

    /// The entries, as they are stored.
    pub(super) fn blocks(&self) -> &Blocks {
        &self.residues
    }

    /// The table of stored entries.
    ///
    /// # Errors
    /// If they are too few or too many, or memory is insufficient.
    pub(super) fn of_bytes(levels: Vec<u64>, bytes: &[u8]) -> Result<Self, Unavailable> {
        let residues = Blocks::of_bytes(1, bytes, super::NAME)?;
        Ok(Self { flip_slice: FlipSlice::new(), residues, levels })
    }

    pub(super) fn bytes(&self) -> u64 {
        blocks::bytes(1) + self.flip_slice.bytes() as u64
    }

    #[inline]
    pub(super) fn turned(&self, place: Place, turn: usize) -> Place {
        Place {
            flip: self.flip_slice.flip_turned[place.flip as usize][turn],
            slice: self.flip_slice.slice_turned[place.slice as usize][turn],
            twist: self.flip_slice.twist_turned[place.twist as usize][turn],
        }
    }

    /// The distance of a place, modulo 3, or [`UNSEEN`] if it is far.
    #[inline]
    fn residue(&self, place: Place) -> u32 {
        let raw = place.slice as usize * EDGE_ORIENTATIONS + place.flip as usize;
        let (class, symmetry) = self.flip_slice.class(raw);
        let twist = self.flip_slice.twist_images[place.twist as usize][symmetry];
        self.residues.get(class, 0, twist.into()) as u32
    }

    /// The value of a place that is at most one move from one with the value `neighbour`: its distance, or
    /// [`FAR`].
    #[inline]
    pub(super) fn value_next_to(&self, place: Place, neighbour: u32) -> u32 {
        let residue = self.residue(place);
        if residue == UNSEEN as u32 {
            return FAR;
        }
        // The difference modulo 3, where 2 is -1. From a far place it is -1: no other neighbour is near.
        let difference = (residue + 3 - neighbour % 3) % 3;
        (neighbour + difference).wrapping_sub(3 * (difference >> 1))
    }

    /// The distance of a place. A table whose entries are not distances gives `None`.
    pub(super) fn distance(&self, place: Place) -> Option<u32> {
        match self.value(place)? {
            FAR => (FAR..=DIAMETER).find(|&max_distance| self.is_within(place, FAR, max_distance)),
            value => Some(value),
        }
    }

    /// True if a place with a value is at most this many moves from G1.
    fn is_within(&self, place: Place, value: u32, max_distance: u32) -> bool {
        let next_is_within = |turn| {
            let next = self.turned(place, turn);
            self.is_within(next, self.value_next_to(next, value), max_distance - 1)
        };
        value <= max_distance && (value < FAR || (0..18).any(next_is_within))
    }

    /// The value of a place: its distance, or [`FAR`]. A table whose entries are not distances
    /// gives `None`.
    pub(super) fn value(&self, mut place: Place) -> Option<u32> {
        const SOLVED: Place = Place { flip: 0, slice: 0, twist: 0 };
        if self.residue(place) == UNSEEN as u32 {
            return Some(FAR);
        }
        let mut steps = 0;
        while place != SOLVED {
            let residue = self.residue(place);
            if steps == FAR {
                return None;
            }
            let mut neighbours = (0..18).map(|turn| self.turned(place, turn));
            place = neighbours.find(|&next| self.residue(next) == (residue + 2) % 3)?;
            steps += 1;
        }
        Some(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Scrambler, Turn};
    use std::collections::HashSet;

    /// The numbers of states by distance from G1, as H. Kociemba published them (*The Two-Phase
    /// Algorithm*), and the distance of each of these states: by a plain search.
    #[test]
    fn near_states_have_the_published_distances() {
        let phase1 = Phase1::build(&Building::unwatched(1)).expect("35 MiB");
        let start = Place::of(Cube3::SOLVED);
        let code = |place: Place| [place.flip, place.slice, place.twist];
        let (mut seen, mut level) = (HashSet::from([code(start)]), vec![start]);
        for (distance, count) in (0..).zip([1, 4, 50, 592, 7_156, 87_236]) {
            assert_eq!(level.len(), count);
            assert!(level.iter().all(|&place| phase1.distance(place) == Some(distance)));
            let mut next = Vec::new();
            for place in level {
                for turn in 0..18 {
                    let after = phase1.turned(place, turn);
                    if seen.insert(code(after)) {
                        next.push(after);
                    }
                }
            }
            level = next;
        }
    }

    /// Far ones: a state's nearest neighbour is one move nearer, the others at most one farther,
    /// and only G1 has 0: the definition of distances.
    #[test]
    fn far_states_are_one_move_farther_than_their_nearest_neighbours() {
        let phase1 = Phase1::build(&Building::unwatched(1)).expect("35 MiB");
        let (mut scrambler, mut counts) = (Scrambler::new(40), [0; 13]);
        for _ in 0..2000 {
            let place = Place::of(scrambler.cube3());
            let distance = phase1.distance(place).expect("an entry");
            counts[distance as usize] += 1;
            let next = |turn: Turn| {
                let next = phase1.turned(place, turn.index());
                let value = phase1.value_next_to(next, distance.min(FAR));
                let neighbour = phase1.distance(next).expect("an entry");
                assert!(value == neighbour.min(FAR) && phase1.value(next) == Some(value));
                neighbour
            };
            let nearest = Turn::first::<18>().map(next).into_iter().min();
            assert_eq!(nearest, Some(distance.saturating_sub(1)));
        }
        // Of 2,217,093,120 states 821,605,960 are at 9 and 1,199,128,738 at 10.
        assert!((640..840).contains(&counts[9]) && (980..1180).contains(&counts[10]));
    }

    #[test]
    fn turns_lead_no_farther_than_their_number() {
        let phase1 = Phase1::build(&Building::unwatched(1)).expect("35 MiB");
        let mut cube = Cube3::SOLVED;
        let mut place = Place::of(cube);
        let mut value = 0;
        for step in 0..2000usize {
            let turn = Turn::of_index((step * step + step / 7) % 18);
            cube.turn(turn);
            place = phase1.turned(place, turn.index());
            assert_eq!(place, Place::of(cube));
            value = phase1.value_next_to(place, value);
            assert_eq!(phase1.value(place), Some(value));
            assert!(value <= step as u32 + 1);
        }
    }
}
