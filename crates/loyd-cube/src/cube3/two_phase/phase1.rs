//! Phase 1: the distance to the subgroup G1 = <U, D, R2, F2, L2, B2>, exactly, for every state.
//!
//! A state is in G1 if no edge is flipped, no corner twisted and the slice in its layer: its raw value
//! and its twist are 0. Distances are kept modulo 3, in two bits: neighbours differ by at most one, so
//! along a path each distance tells the next, and the first is found by walking down to G1.

use super::blocks::{self, BlockMoves, Blocks, UNSEEN, Way};
use super::flip_slice::{CLASSES, FlipSlice, raw};
use crate::cube3::{CORNER_ORIENTATIONS, Cube3, EDGE_ORIENTATIONS, corner_orientation};
use crate::{Half, Metric};
use loyd::solver::Unavailable;
use std::sync::atomic::AtomicBool;

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

/// The table of phase 1, in half turns.
pub(super) struct Phase1 {
    flip_slice: FlipSlice,
    residues: Blocks,
}

impl Phase1 {
    /// Builds the table: about 35 MiB.
    pub(super) fn build(threads: usize) -> Result<Self, Unavailable> {
        let flip_slice = FlipSlice::new();
        let residues = Blocks::unseen(1, super::NAME)?;
        let moves = BlockMoves::new(&flip_slice, None, Half::TURNS);
        residues.set(0, 0, 0, 0);
        let mut in_last: Vec<_> = (0..CLASSES).map(|_| AtomicBool::new(false)).collect();
        in_last[0] = AtomicBool::new(true);
        let (mut last, mut unseen) = (1, (CLASSES * CORNER_ORIENTATIONS) as u64 - 1);
        let mut distance = 0u64;
        while unseen > 0 {
            let values = (distance % 3, (distance + 1) % 3);
            let way = Way::cheaper(last, unseen);
            let level = moves.level(&residues, values, way, &in_last, threads, &|| false);
            let Some((found, in_next)) = level.filter(|&(found, _)| found > 0) else { break };
            (last, unseen, in_last) = (found, unseen - found, in_next);
            distance += 1;
        }
        debug_assert_eq!(unseen, 0, "every state can be brought to G1");
        Ok(Self { flip_slice, residues })
    }

    /// The words of the table.
    pub(super) fn words(&self) -> impl ExactSizeIterator<Item = u64> {
        self.residues.words()
    }

    /// The table of words that [`words`](Self::words) returned once.
    pub(super) fn of_words(words: impl ExactSizeIterator<Item = u64>) -> Option<Self> {
        Some(Self { flip_slice: FlipSlice::new(), residues: Blocks::of_words(words)? })
    }

    /// Bytes of all tables.
    pub(super) fn bytes(&self) -> u64 {
        blocks::bytes(1) + self.flip_slice.bytes() as u64
    }

    /// The place after a turn.
    #[inline]
    pub(super) fn turned(&self, place: Place, turn: usize) -> Place {
        Place {
            flip: self.flip_slice.flip_turned[place.flip as usize][turn],
            slice: self.flip_slice.slice_turned[place.slice as usize][turn],
            twist: self.flip_slice.twist_turned[place.twist as usize][turn],
        }
    }

    /// The distance of a place, modulo 3.
    #[inline]
    fn residue(&self, place: Place) -> u32 {
        let raw = place.slice as usize * EDGE_ORIENTATIONS + place.flip as usize;
        let (class, symmetry) = self.flip_slice.class(raw);
        let twist = self.flip_slice.twist_images[place.twist as usize][symmetry];
        self.residues.get(class, 0, twist.into()) as u32
    }

    /// The distance of a place that is at most one move from one with the distance `beside`.
    #[inline]
    pub(super) fn distance_beside(&self, place: Place, beside: u32) -> u32 {
        // The difference modulo 3, where 2 is -1.
        let difference = (self.residue(place) + 3 - beside % 3) % 3;
        (beside + difference).wrapping_sub(3 * (difference >> 1))
    }

    /// The distance of a place: at most 12. A table whose entries are no distances gives `None`.
    pub(super) fn distance(&self, mut place: Place) -> Option<u32> {
        const SOLVED: Place = Place { flip: 0, slice: 0, twist: 0 };
        const MOST: u32 = 12;
        let mut steps = 0;
        while place != SOLVED {
            let residue = self.residue(place);
            if steps == MOST || u64::from(residue) == UNSEEN {
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
    use crate::cube3::moving::turns;

    /// The numbers of states by distance from G1 (H. Kociemba, *The Two-Phase Algorithm*), from the
    /// table by counting every value of every class; and every distance is that of a neighbour plus
    /// one, which with 0 in G1 only is what distances are.
    #[test]
    fn distances_are_distances() {
        let phase1 = Phase1::build(2).expect("35 MiB");
        let mut members = vec![0u64; CLASSES];
        for raw in 0..super::super::flip_slice::RAW {
            members[phase1.flip_slice.class(raw).0] += 1;
        }
        let mut counts = [0u64; 13];
        let mut state = 7u64;
        for (class, &representative) in phase1.flip_slice.representatives().iter().enumerate() {
            let (flip, slice) = (representative % 2048, representative / 2048);
            // All twists of some classes, and one of each of the others.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            let twists = if class % 512 == 0 {
                0..CORNER_ORIENTATIONS
            } else {
                let twist = (state >> 33) as usize % CORNER_ORIENTATIONS;
                twist..twist + 1
            };
            for twist in twists {
                let place = Place { flip: flip as u16, slice: slice as u16, twist: twist as u16 };
                let distance = phase1.distance(place).expect("an entry for each");
                counts[distance as usize] += members[class];
                let after = |turn| phase1.distance(phase1.turned(place, turn)).expect("an entry");
                let nearest = (0..18).map(after).inspect(|&next| {
                    assert!(next.abs_diff(distance) <= 1);
                });
                let nearest = nearest.min();
                assert_eq!(nearest, Some(if distance == 0 { 0 } else { distance - 1 }));
                for (number, turn) in turns().into_iter().enumerate().step_by(5) {
                    assert_eq!(number, turn.index());
                    let next = phase1.turned(place, number);
                    let distance_next = phase1.distance(next).expect("an entry");
                    assert_eq!(phase1.distance_beside(next, distance), distance_next);
                }
            }
        }
        assert!(counts[9] > 0 && counts[10] > counts[8]);
    }

    #[test]
    fn turns_lead_no_farther_than_their_number() {
        let phase1 = Phase1::build(1).expect("35 MiB");
        let mut cube = Cube3::SOLVED;
        let mut place = Place::of(cube);
        let mut distance = 0;
        for step in 0..2000usize {
            let turn = turns()[(step * step + step / 7) % 18];
            cube.turn(turn);
            place = phase1.turned(place, turn.index());
            assert_eq!(place, Place::of(cube));
            distance = phase1.distance_beside(place, distance);
            assert_eq!(phase1.distance(place), Some(distance));
            assert!(distance <= step as u32 + 1);
        }
    }
}
