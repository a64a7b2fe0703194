//! The table: distances to a subgroup of G1, two bits an entry.
//!
//! ```text
//! coordinate   flips and slice up to symmetry · twists · places of the corners of U
//!              64,430                         · 2,187  · 1, 35 or 70
//! value        0: at most b   1: b + 1   2: b + 2   3: at least b + 3
//! ```
//!
//! The states with all of these 0 are a subgroup: that of all states with the corners of U in U too, or
//! in U or D, or all of G1. The rare small distances are not told apart: for them the exact distance of
//! flips and slice and that of the twists alone have to do. The base b is chosen when the levels are
//! known: the search for more of them ends when most entries are in a level.

use super::places::Place;
use crate::Metric;
use crate::cube3::two_phase::blocks::{self, BlockMoves, Blocks, Way, forget_last};
use crate::cube3::two_phase::flip_slice::{CLASSES, FlipSlice, Tetrads};
use crate::cube3::{CORNER_ORIENTATIONS, EDGE_ORIENTATIONS};
use loyd::solver::Unavailable;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The parts of a coordinate beside flips, slice and twists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rows {
    /// None: distances to G1, 34 MiB.
    One,
    /// Corners of U and D apart, whichever: 1.2 GiB.
    Halves,
    /// Corners of U and D apart: 2.3 GiB.
    Tetrads,
}

impl Rows {
    /// From small to large.
    pub const ALL: [Self; 3] = [Self::One, Self::Halves, Self::Tetrads];

    /// Values.
    pub const fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Halves => 35,
            Self::Tetrads => 70,
        }
    }

    /// Bytes of the table, without smaller ones of some 6 MiB.
    pub const fn bytes(self) -> u64 {
        blocks::bytes(self.count())
    }
}

/// Distances to a subgroup in one metric, for states seen from one axis.
pub(super) struct Table {
    pub(super) flip_slice: FlipSlice,
    tetrads: Option<Tetrads>,
    blocks: Blocks,
    /// The distance of entries with the value 1, minus 1.
    base: u32,
    /// By class of flips and slice.
    class_distances: Vec<u8>,
    /// By twist.
    twist_distances: Vec<u8>,
    /// Entries by distance; the last are those at this distance or farther.
    pub(super) levels: Vec<u64>,
}

/// The share of all entries that levels are found for. With more than one row the last level takes as
/// long as all before; most that is left is one move farther.
const fn share(rows: Rows) -> f64 {
    match rows {
        Rows::One => 0.9,
        Rows::Halves | Rows::Tetrads => 0.35,
    }
}

impl Table {
    /// Builds the table; `name` is what the heuristic is called.
    pub(super) fn build<M: Metric>(
        rows: Rows,
        name: &'static str,
        threads: usize,
    ) -> Result<Self, Unavailable> {
        let flip_slice = FlipSlice::new();
        let tetrads = (rows != Rows::One).then(|| Tetrads::new(rows == Rows::Tetrads));
        let blocks = Blocks::unseen(rows.count(), name)?;
        let moves = BlockMoves::new(&flip_slice, tetrads.as_ref(), M::TURNS);
        let all = (CLASSES * CORNER_ORIENTATIONS * rows.count()) as u64;
        blocks.set(0, 0, 0, 1);
        let mut in_last: Vec<_> = (0..CLASSES).map(|_| AtomicBool::new(false)).collect();
        in_last[0] = AtomicBool::new(true);
        let (mut levels, mut unseen) = (vec![1], all - 1);
        loop {
            let last = levels[levels.len() - 1];
            let way = Way::cheaper(last, unseen);
            let (found, in_next) = moves.level(&blocks, (1, 2), way, &in_last, threads);
            levels.push(found);
            unseen -= found;
            if found == 0 || unseen as f64 <= (1.0 - share(rows)) * all as f64 {
                break;
            }
            let either =
                |class: usize| in_last[class].load(Relaxed) || in_next[class].load(Relaxed);
            forget_last(&blocks, &either, threads);
            in_last = in_next;
        }
        let base = levels.len() as u32 - 3;
        levels.push(unseen);
        let (class_distances, twist_distances) = small_distances::<M>(&flip_slice);
        Ok(Self { flip_slice, tetrads, blocks, base, class_distances, twist_distances, levels })
    }

    /// Bytes of all tables.
    pub(super) fn bytes(&self) -> u64 {
        let rows = self.tetrads.as_ref().map_or(1, |tetrads| tetrads.turned.len());
        blocks::bytes(rows) + self.flip_slice.bytes() as u64
    }

    /// The place of a state whose tetrad is a set.
    pub(super) fn numbered(&self, place: Place) -> Place {
        let tetrad = self.tetrads.as_ref().map_or(0, |tetrads| tetrads.number(place.tetrad));
        Place { tetrad, ..place }
    }

    /// A place after a turn.
    #[inline]
    pub(super) fn turned(&self, place: Place, turn: usize) -> Place {
        Place {
            flip: self.flip_slice.flip_turned[place.flip as usize][turn],
            slice: self.flip_slice.slice_turned[place.slice as usize][turn],
            twist: self.flip_slice.twist_turned[place.twist as usize][turn],
            tetrad: match &self.tetrads {
                Some(tetrads) => tetrads.turned[place.tetrad as usize][turn],
                None => 0,
            },
        }
    }

    /// Asks for the memory that [`entry`](Self::entry) reads.
    #[inline]
    pub(super) fn ask_for_class(&self, place: Place) {
        self.flip_slice.prefetch(raw(place));
    }

    /// The address of a place's entry, whose memory is requested ahead.
    #[inline]
    pub(super) fn entry(&self, place: Place) -> u64 {
        let (class, symmetry) = self.flip_slice.class(raw(place));
        let twist = self.flip_slice.twist_images[place.twist as usize][symmetry];
        let row = match &self.tetrads {
            Some(tetrads) => tetrads.images[place.tetrad as usize][symmetry],
            None => 0,
        };
        let entry = self.blocks.place(class, row.into(), twist.into());
        self.blocks.prefetch(entry);
        entry
    }

    /// A lower bound of the distance of a place, whose entry is known.
    #[inline]
    pub(super) fn value(&self, entry: u64, place: Place) -> u32 {
        match self.blocks.read(entry) {
            0 => self.small(place),
            value => self.base + value as u32,
        }
    }

    #[cold]
    fn small(&self, place: Place) -> u32 {
        let class = self.class_distances[self.flip_slice.class(raw(place)).0];
        class.max(self.twist_distances[place.twist as usize]).into()
    }
}

#[inline]
fn raw(place: Place) -> usize {
    place.slice as usize * EDGE_ORIENTATIONS + place.flip as usize
}

/// Distances of classes of flips and slice, and of twists.
fn small_distances<M: Metric>(flip_slice: &FlipSlice) -> (Vec<u8>, Vec<u8>) {
    let turns = || M::TURNS.iter().map(|turn| turn.index());
    let classes = distances(CLASSES, |class, visit| {
        let raw = flip_slice.representatives()[class] as usize;
        turns().for_each(|turn| visit(flip_slice.class(flip_slice.turned(raw, turn)).0));
    });
    let twists = distances(CORNER_ORIENTATIONS, |twist, visit| {
        turns().for_each(|turn| visit(flip_slice.twist_turned[twist][turn].into()));
    });
    (classes, twists)
}

/// Distances from 0 by breadth-first search.
fn distances(size: usize, neighbours: impl Fn(usize, &mut dyn FnMut(usize))) -> Vec<u8> {
    const UNSEEN: u8 = u8::MAX;
    let mut distances = vec![UNSEEN; size];
    distances[0] = 0;
    let (mut queue, mut next) = (vec![0], 0);
    while let Some(&here) = queue.get(next) {
        next += 1;
        neighbours(here, &mut |there| {
            if distances[there] == UNSEEN {
                distances[there] = distances[here] + 1;
                queue.push(there);
            }
        });
    }
    distances
}
