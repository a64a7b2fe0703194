//! Phase 1: the distance to the subgroup G1 = <U, D, R2, F2, L2, B2>, exactly, for every state.
//!
//! A state is in G1 if no edge is flipped, no corner twisted and the slice in its layer: its raw value
//! and its twist are 0. Distances are kept modulo 3, in two bits: neighbours differ by at most one, so
//! along a path each distance tells the next, and the first is found by walking down to G1.

use super::blocks::{self, BlockMoves, Blocks, UNSEEN, Way};
use super::flip_slice::{CLASSES, FlipSlice, raw};
use crate::cube3::building::{BuildError, BuildProgress, Building};
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
    /// Entries by distance from G1.
    pub(super) levels: Vec<u64>,
}

impl Phase1 {
    /// Builds the table: about 35 MiB.
    pub(super) fn build(building: &Building<'_>) -> Result<Self, BuildError> {
        let flip_slice = FlipSlice::new();
        let residues = Blocks::unseen(1, super::NAME)?;
        let moves = BlockMoves::new(&flip_slice, None, Half::TURNS);
        residues.set(0, 0, 0, 0);
        let mut in_last: Vec<_> = (0..CLASSES).map(|_| AtomicBool::new(false)).collect();
        in_last[0] = AtomicBool::new(true);
        let entries = (CLASSES * CORNER_ORIENTATIONS) as u64;
        let (mut levels, mut unseen) = (vec![1], entries - 1);
        while unseen > 0 {
            let distance = levels.len() as u64;
            let values = ((distance - 1) % 3, distance % 3);
            let way = Way::cheaper(levels[levels.len() - 1], unseen);
            let stop = |found| {
                let done = entries - unseen + found;
                building.tell(&BuildProgress { distance: distance as u32, done, entries })
            };
            let level = moves.level(&residues, values, way, &in_last, building.threads, &stop);
            let (found, in_next) = level.ok_or(BuildError::Stopped)?;
            if found == 0 {
                break;
            }
            levels.push(found);
            (unseen, in_last) = (unseen - found, in_next);
        }
        debug_assert_eq!(unseen, 0, "every state can be brought to G1");
        Ok(Self { flip_slice, residues, levels })
    }

    /// The entries, as they are stored.
    pub(super) fn blocks(&self) -> &Blocks {
        &self.residues
    }

    /// The table of stored entries.
    ///
    /// # Errors
    /// If they are too few or too many, or there is no memory for them.
    pub(super) fn of_bytes(levels: Vec<u64>, bytes: &[u8]) -> Result<Self, Unavailable> {
        let residues = Blocks::of_bytes(1, bytes, super::NAME)?;
        Ok(Self { flip_slice: FlipSlice::new(), residues, levels })
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
    use crate::{Scrambler, Turn};
    use std::collections::HashSet;

    /// The numbers of states by distance from G1, as H. Kociemba published them (*The Two-Phase
    /// Algorithm*), and the distance of each of these states: by a plain search.
    #[test]
    fn near_states_have_the_published_distances() {
        let phase1 = Phase1::build(&Building::unwatched(2)).expect("35 MiB");
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

    /// Far ones: a state's nearest neighbour is one move nearer, the others at most one farther, and
    /// 0 is in G1 only; which is what distances are.
    #[test]
    fn far_states_are_one_move_farther_than_their_nearest_neighbours() {
        let phase1 = Phase1::build(&Building::unwatched(2)).expect("35 MiB");
        let (mut scrambler, mut counts) = (Scrambler::new(40), [0; 13]);
        for _ in 0..5000 {
            let place = Place::of(scrambler.cube3());
            let distance = phase1.distance(place).expect("an entry");
            counts[distance as usize] += 1;
            let next = |turn: Turn| {
                let next = phase1.turned(place, turn.index());
                let beside = phase1.distance_beside(next, distance);
                assert!(!turn.index().is_multiple_of(6) || phase1.distance(next) == Some(beside));
                beside
            };
            let nearest = Turn::first::<18>().map(next).into_iter().min();
            assert_eq!(nearest, Some(distance.saturating_sub(1)));
        }
        // Of 2,217,093,120 states 821,605,960 are at 9 and 1,199,128,738 at 10.
        assert!((1600..2100).contains(&counts[9]) && (2450..2950).contains(&counts[10]));
    }

    #[test]
    fn turns_lead_no_farther_than_their_number() {
        let phase1 = Phase1::build(&Building::unwatched(1)).expect("35 MiB");
        let mut cube = Cube3::SOLVED;
        let mut place = Place::of(cube);
        let mut distance = 0;
        for step in 0..2000usize {
            let turn = Turn::of_index((step * step + step / 7) % 18);
            cube.turn(turn);
            place = phase1.turned(place, turn.index());
            assert_eq!(place, Place::of(cube));
            distance = phase1.distance_beside(place, distance);
            assert_eq!(phase1.distance(place), Some(distance));
            assert!(distance <= step as u32 + 1);
        }
    }
}
