//! The table: distances to a subgroup of G1, two bits an entry.
//!
//! ```text
//! coordinate   flips and slice up to symmetry · twists · places of the corners of U
//!              64,430                         · 2,187  · 1, 35 or 70
//! value        0: at most b   1: b + 1   2: b + 2   3: at least b + 3
//! ```
//!
//! The states with all of these 0 are a subgroup: that of all states with the corners of U in U too, or
//! in U or D, or all of G1. The rare small distances are not distinguished: for them the exact distance
//! of flips and slice and that of the twists alone have to do. The base b is chosen when the levels are
//! known: the search for more of them ends when most entries are in a level.

use super::places::Place;
use crate::cube3::building::{BuildError, BuildProgress, Building};
use crate::cube3::two_phase::blocks::{self, BlockMoves, Blocks, Way, forget_last};
use crate::cube3::two_phase::flip_slice::{self, CLASSES, FlipSlice, Tetrads};
use crate::cube3::{CORNER_ORIENTATIONS, Cube3, EDGE_ORIENTATIONS, corner_orientation};
use crate::{Metric, MetricName};
use loyd_search::solver::Unavailable;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The parts of a coordinate beside flips, slice and twists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rows {
    /// None: distances to G1, 34 MiB.
    One,
    /// Also which four corners are in U or D: 1.2 GiB.
    Halves,
    /// Also which four corners are in U: 2.3 GiB.
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

    /// Entries of the table.
    pub const fn entries(self) -> u64 {
        (CLASSES * CORNER_ORIENTATIONS * self.count()) as u64
    }

    /// The places of the corners of U, as far as the table distinguishes them.
    fn tetrads(self) -> Option<Tetrads> {
        (self != Self::One).then(|| Tetrads::new(self == Self::Tetrads))
    }

    /// Bytes of the table, without smaller ones of some 6 MiB.
    pub const fn bytes(self) -> u64 {
        blocks::bytes(self.count())
    }
}

/// Distances to a subgroup in one metric, for states seen from one axis.
pub struct SubgroupTable {
    rows: Rows,
    pub(super) metric: MetricName,
    pub(super) flip_slice: FlipSlice,
    tetrads: Option<Tetrads>,
    blocks: Blocks,
    /// The distance of entries with the value 1, minus 1.
    base: u32,
    /// By class of flips and slice.
    class_distances: Vec<u8>,
    /// By twist.
    twist_distances: Vec<u8>,
    levels: Vec<u64>,
}

/// The share of all entries whose levels are computed. With more than one row the last level takes
/// as long as all before; most of the rest is one move farther.
const fn share(rows: Rows) -> f64 {
    match rows {
        Rows::One => 0.9,
        Rows::Halves | Rows::Tetrads => 0.35,
    }
}

impl SubgroupTable {
    /// The version of the stored bytes: it changes when the same bytes would mean something else.
    pub const LAYOUT: u32 = 1;

    /// Distances that share an entry value, plus one, and the two exact ones.
    const BELOW_LAST: usize = 3;

    /// Builds the table; `name` is that of the heuristic.
    ///
    /// # Errors
    /// If memory is insufficient, or it was stopped.
    pub fn build<M: Metric>(
        rows: Rows,
        name: &'static str,
        building: &Building<'_>,
    ) -> Result<Self, BuildError> {
        let flip_slice = FlipSlice::new();
        let tetrads = rows.tetrads();
        let blocks = Blocks::unseen(rows.count(), name)?;
        let moves = BlockMoves::new(&flip_slice, tetrads.as_ref(), M::TURNS);
        let all = rows.entries();
        let target = (share(rows) * all as f64) as u64;
        blocks.set(0, 0, 0, 1);
        let mut in_last: Vec<_> = (0..CLASSES).map(|_| AtomicBool::new(false)).collect();
        in_last[0] = AtomicBool::new(true);
        let (mut levels, mut unseen) = (vec![1], all - 1);
        loop {
            let (distance, last) = (levels.len() as u32, levels[levels.len() - 1]);
            let stop = |found| {
                let reached = all - unseen + found;
                building.tell(&BuildProgress {
                    distance,
                    done: reached,
                    entries: target.max(reached),
                })
            };
            let way = Way::cheaper(last, unseen);
            let level = moves.level(&blocks, (1, 2), way, &in_last, building.threads, &stop);
            let (new_entries, in_next) = level.ok_or(BuildError::Stopped)?;
            levels.push(new_entries);
            unseen -= new_entries;
            if new_entries == 0 || unseen <= all - target {
                break;
            }
            let either =
                |class: usize| in_last[class].load(Relaxed) || in_next[class].load(Relaxed);
            forget_last(&blocks, &either, building.threads);
            in_last = in_next;
        }
        levels.push(unseen);
        let base = levels.len() - 1 - Self::BELOW_LAST;
        Ok(Self::new::<M>(rows, (flip_slice, tetrads, blocks), base as u32, levels))
    }

    /// The table of stored bytes, those of [`read_bytes`](Self::read_bytes), and the numbers of entries
    /// by distance. The bytes must be those of the same [`LAYOUT`](Self::LAYOUT), rows and metric.
    ///
    /// # Errors
    /// If they are too few or too many, or memory is insufficient.
    pub fn from_bytes<M: Metric>(
        rows: Rows,
        name: &'static str,
        levels: Vec<u64>,
        bytes: &[u8],
    ) -> Result<Self, Unavailable> {
        let entries: u64 = levels.iter().fold(0, |sum, &level| sum.saturating_add(level));
        let all = rows.entries();
        let base = levels.len().checked_sub(1 + Self::BELOW_LAST);
        let (Some(base), true) = (base.filter(|&base| base < 32), entries == all) else {
            let reason = "the numbers of its entries are not those of the table".to_owned();
            return Err(Unavailable { name, reason });
        };
        let blocks = Blocks::of_bytes(rows.count(), bytes, name)?;
        Ok(Self::new::<M>(rows, (FlipSlice::new(), rows.tetrads(), blocks), base as u32, levels))
    }

    fn new<M: Metric>(
        rows: Rows,
        (flip_slice, tetrads, blocks): (FlipSlice, Option<Tetrads>, Blocks),
        base: u32,
        levels: Vec<u64>,
    ) -> Self {
        let (class_distances, twist_distances) = small_distances::<M>(&flip_slice);
        let metric = M::NAME;
        Self {
            rows,
            metric,
            flip_slice,
            tetrads,
            blocks,
            base,
            class_distances,
            twist_distances,
            levels,
        }
    }

    /// Fills a buffer with the stored bytes from an offset on, a multiple of 8. There are
    /// [`Rows::bytes`] of them.
    pub fn read_bytes(&self, offset: usize, buffer: &mut [u8]) {
        self.blocks.read_bytes(offset, buffer);
    }

    /// Entries by distance; the last are those at this distance or farther.
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// The distances that the values of entries stand for: at most the first, each of the next two, at
    /// least the last.
    pub fn ranges(&self) -> [u32; 4] {
        [0, 1, 2, 3].map(|value| self.base + value)
    }

    /// The value of the entry of a state, 0 to 3: see [`ranges`](Self::ranges).
    pub fn entry_of(&self, cube: Cube3) -> usize {
        let tetrad = self.tetrads.as_ref().map_or(0, |tetrads| tetrads.of(cube));
        let raw = flip_slice::raw(cube);
        let (flip, slice) = (raw % EDGE_ORIENTATIONS, raw / EDGE_ORIENTATIONS);
        let (flip, slice) = (flip as u16, slice as u16);
        let twist = corner_orientation(cube) as u16;
        self.blocks.read(self.entry(Place { flip, slice, twist, tetrad })) as usize
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> u64 {
        self.rows.bytes() + self.flip_slice.bytes() as u64
    }

    /// The place of a state whose tetrad is a set.
    pub(super) fn numbered(&self, place: Place) -> Place {
        let tetrad = self.tetrads.as_ref().map_or(0, |tetrads| tetrads.number(place.tetrad));
        Place { tetrad, ..place }
    }

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
