//! Distances in a coordinate that has flips and slice as a factor, in two bits an entry.
//!
//! The coordinate is (flips and slice, twist, row): the row is another coordinate of the corners, or
//! nothing. Up to the 16 symmetries of [`super::flip_slice`] it has 64,430 · 2,187 · rows values.
//! The entries of a class are a *block*: for each row its 2,187 twists, padded to whole words.
//!
//! A turn takes all of a block to one other block, the turn and a symmetry permuting rows and twists.
//! So breadth-first search goes by blocks, and needs no random access to the whole table:
//!
//! ```text
//! for each level
//!     for each block b                       -- by one thread, which alone writes to it
//!         for each turn m: (c, s) := class and symmetry of b after m
//!             few in the last level: for each entry y of c that is in it
//!                 x := the entry of b that m and s take to y; if x is unseen: x is in this level
//!             few unseen:            for each unseen entry x of b
//!                 y := the entry of c that m and s take x to; if y is in the last level: x is in this
//! ```
//!
//! An entry of a symmetric class has equals in its block. They need no care: each of them is
//! reached by separate turns, and to blocks whose equals are equal.

mod bytes;

use super::flip_slice::{CLASSES, FlipSlice, SYMMETRIES, Tetrads};
use crate::Turn;
use crate::cube3::CORNER_ORIENTATIONS;
use loyd_search::COMPACT;
use loyd_search::arch::slots::{advise_huge_pages, prefetch};
use loyd_search::solver::Unavailable;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

/// Entries of a word.
const ENTRIES: usize = 32;

/// Words of a row.
const ROW: usize = CORNER_ORIENTATIONS.div_ceil(ENTRIES);

/// The lower bit of every entry of a row's last word that is a twist.
const LAST: u64 = LOW & ((1 << (2 * (CORNER_ORIENTATIONS % ENTRIES))) - 1);

/// The lower bit of every entry.
const LOW: u64 = 0x5555_5555_5555_5555;

/// The value of an entry that no level has reached.
pub(in crate::cube3) const UNSEEN: u64 = 3;

/// Blocks that a thread takes at a time.
const SHARE: usize = 16;

pub(in crate::cube3) struct Blocks {
    words: Vec<AtomicU64>,
    rows: usize,
}

/// Bytes that blocks of this many rows take.
pub(in crate::cube3) const fn bytes(rows: usize) -> u64 {
    (CLASSES * rows * ROW * 8) as u64
}

impl Blocks {
    /// Blocks of this many rows, all entries unseen.
    ///
    /// # Errors
    /// If memory is insufficient.
    pub(in crate::cube3) fn unseen(rows: usize, name: &'static str) -> Result<Self, Unavailable> {
        let mut words = Self::reserved(rows, name)?;
        words.resize_with(CLASSES * rows * ROW, || AtomicU64::new(u64::MAX));
        Ok(Self { words, rows })
    }

    fn reserved(rows: usize, name: &'static str) -> Result<Vec<AtomicU64>, Unavailable> {
        let mut words: Vec<AtomicU64> = Vec::new();
        words.try_reserve_exact(CLASSES * rows * ROW).map_err(|_| Unavailable {
            name,
            reason: format!("the system does not grant its {} bytes", bytes(rows)),
        })?;
        advise_huge_pages(words.spare_capacity_mut());
        Ok(words)
    }

    /// Word and shift of an entry.
    #[inline]
    fn at(&self, class: usize, row: usize, twist: usize) -> (usize, u32) {
        let word = (class * self.rows + row) * ROW + twist / ENTRIES;
        (word, 2 * (twist % ENTRIES) as u32)
    }

    #[inline]
    pub(in crate::cube3) fn get(&self, class: usize, row: usize, twist: usize) -> u64 {
        let (word, shift) = self.at(class, row, twist);
        self.words[word].load(Relaxed) >> shift & 3
    }

    /// The number of an entry, for [`prefetch`](Self::prefetch) and [`read`](Self::read).
    #[inline]
    pub(in crate::cube3) fn place(&self, class: usize, row: usize, twist: usize) -> u64 {
        let (word, shift) = self.at(class, row, twist);
        (word as u64) << 6 | u64::from(shift)
    }

    /// Asks for the memory of an entry that will soon be read.
    #[inline]
    pub(in crate::cube3) fn prefetch(&self, place: u64) {
        prefetch(&self.words[(place >> 6) as usize]);
    }

    #[inline]
    pub(in crate::cube3) fn read(&self, place: u64) -> u64 {
        self.words[(place >> 6) as usize].load(Relaxed) >> (place & 63) & 3
    }

    pub(in crate::cube3) fn set(&self, class: usize, row: usize, twist: usize, value: u64) {
        let (word, shift) = self.at(class, row, twist);
        let old = self.words[word].load(Relaxed);
        self.words[word].store(old & !(3 << shift) | value << shift, Relaxed);
    }

    fn block(&self, class: usize) -> &[AtomicU64] {
        &self.words[class * self.rows * ROW..][..self.rows * ROW]
    }
}

/// The lower bits of the entries of a word that have a value.
#[inline]
fn having(word: u64, value: u64) -> u64 {
    let same = !(word ^ (value * LOW));
    same & (same >> 1) & LOW
}

/// Calls a function with the word and the twist of each entry with a value in a row.
#[inline]
fn for_each_having(row: &[AtomicU64], value: u64, mut visit: impl FnMut(usize, usize)) {
    for (number, word) in row.iter().enumerate() {
        let mut here = having(word.load(Relaxed), value);
        if number == ROW - 1 {
            here &= LAST;
        }
        while here != 0 {
            visit(number, number * ENTRIES + here.trailing_zeros() as usize / 2);
            here &= here - 1;
        }
    }
}

/// Gives the unseen entries whose lower bits are set in `which` a value.
#[inline]
fn settle(word: &AtomicU64, which: u64, value: u64) {
    if which != 0 {
        word.store(word.load(Relaxed) ^ (which * (UNSEEN ^ value)), Relaxed);
    }
}

/// The joint effect of turns and symmetries within blocks.
pub(in crate::cube3) struct BlockMoves<'a> {
    flip_slice: &'a FlipSlice,
    turns: &'static [Turn],
    rows: usize,
    /// By number of the turn and symmetry: forwards and backwards.
    pairs: Vec<[PairMap; 2]>,
}

/// A permutation of twists and one of rows.
struct PairMap {
    twists: Vec<u16>,
    rows: Vec<u8>,
}

impl PairMap {
    fn inverse(&self) -> Self {
        let (mut twists, mut rows) = (self.twists.clone(), self.rows.clone());
        for (from, &to) in self.twists.iter().enumerate() {
            twists[to as usize] = from as u16;
        }
        for (from, &to) in self.rows.iter().enumerate() {
            rows[to as usize] = from as u8;
        }
        Self { twists, rows }
    }
}

impl<'a> BlockMoves<'a> {
    /// Of blocks whose rows are tetrads, or that have one row.
    pub(in crate::cube3) fn new(
        flip_slice: &'a FlipSlice,
        tetrads: Option<&Tetrads>,
        turns: &'static [Turn],
    ) -> Self {
        let mut pairs = Vec::with_capacity(turns.len() * SYMMETRIES);
        for turn in turns.iter().map(|turn| turn.index()) {
            for symmetry in 0..SYMMETRIES {
                let twisted =
                    |twist: &[u16; 18]| flip_slice.twist_images[twist[turn] as usize][symmetry];
                let twists = flip_slice.twist_turned.iter().map(twisted).collect();
                let rows = tetrads.map_or(vec![0], |tetrads| {
                    let moved = |tetrad: &[u8; 18]| tetrads.images[tetrad[turn] as usize][symmetry];
                    tetrads.turned.iter().map(moved).collect()
                });
                let map = PairMap { twists, rows };
                let back = map.inverse();
                pairs.push([map, back]);
            }
        }
        Self { flip_slice, turns, rows: tetrads.map_or(1, |tetrads| tetrads.turned.len()), pairs }
    }

    /// Finds the next level: unseen entries one turn from those with the value `last` get the value
    /// `next`. `in_last` marks the blocks that have some of those; returns the number of entries of
    /// the level, and the marks of its blocks. `None` if `stop`, which gets the number of entries
    /// so far, returned true.
    pub(in crate::cube3) fn level(
        &self,
        blocks: &Blocks,
        (last, next): (u64, u64),
        way: Way,
        in_last: &[AtomicBool],
        threads: usize,
        stop: &(dyn Fn(u64) -> bool + Sync),
    ) -> Option<(u64, Vec<AtomicBool>)> {
        let in_next: Vec<_> = (0..CLASSES).map(|_| AtomicBool::new(false)).collect();
        let count = AtomicU64::new(0);
        let stop = || stop(count.load(Relaxed));
        let complete = each_share(threads, &stop, &|classes| {
            let mut new_entries = 0;
            for class in classes {
                let here = self.block_level(blocks, class, (last, next), way, in_last);
                in_next[class].store(here > 0, Relaxed);
                new_entries += here;
            }
            count.fetch_add(new_entries, Relaxed);
        });
        complete.then(|| (count.load(Relaxed), in_next))
    }

    fn block_level(
        &self,
        blocks: &Blocks,
        class: usize,
        (last, next): (u64, u64),
        way: Way,
        in_last: &[AtomicBool],
    ) -> u64 {
        let raw = self.flip_slice.representatives()[class] as usize;
        let (target, mut found) = (blocks.block(class), 0);
        for (number, turn) in self.turns.iter().enumerate() {
            let (neighbour, symmetry) =
                self.flip_slice.class(self.flip_slice.turned(raw, turn.index()));
            if !in_last[neighbour].load(Relaxed) {
                continue;
            }
            let source = blocks.block(neighbour);
            let [there, back] = &self.pairs[number * SYMMETRIES + symmetry];
            for row in 0..self.rows {
                // No branch depends on an entry: none could be predicted.
                match way {
                    Way::FromLast => {
                        let target = &target[back.rows[row] as usize * ROW..][..ROW];
                        for_each_having(&source[row * ROW..][..ROW], last, |_, twist| {
                            let to = back.twists[twist] as usize;
                            let (word, shift) = (&target[to / ENTRIES], 2 * (to % ENTRIES));
                            let old = word.load(Relaxed);
                            let unseen = u64::from(old >> shift & 3 == UNSEEN);
                            word.store(old ^ (unseen * (UNSEEN ^ next)) << shift, Relaxed);
                            found += unseen;
                        });
                    }
                    Way::FromUnseen => {
                        let source = &source[there.rows[row] as usize * ROW..][..ROW];
                        let target = &target[row * ROW..][..ROW];
                        let (mut number, mut reached) = (0, 0);
                        for_each_having(target, UNSEEN, |at, twist| {
                            if at != number {
                                settle(&target[number], reached, next);
                                found += u64::from(reached.count_ones());
                                (number, reached) = (at, 0);
                            }
                            let from = there.twists[twist] as usize;
                            let value = source[from / ENTRIES].load(Relaxed);
                            let near = value >> (2 * (from % ENTRIES)) & 3 == last;
                            reached |= u64::from(near) << (2 * (twist % ENTRIES));
                        });
                        settle(&target[number], reached, next);
                        found += u64::from(reached.count_ones());
                    }
                }
            }
        }
        found
    }
}

/// The part of the table that is scanned for a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cube3) enum Way {
    /// Next to the entries of the last level.
    FromLast,
    /// At the entries that are still unseen.
    FromUnseen,
}

impl Way {
    /// The way with less work. For an unseen entry the loop ends at the first neighbour in the last
    /// level, after about a third of the turns.
    pub(in crate::cube3) fn cheaper(last: u64, unseen: u64) -> Self {
        if unseen < 3 * last { Self::FromUnseen } else { Self::FromLast }
    }
}

/// Ages the levels of the marked blocks: the last level, value 1, joins the earlier ones, value 0;
/// the next one, value 2, becomes the last.
pub(in crate::cube3) fn forget_last(
    blocks: &Blocks,
    which: &(dyn Fn(usize) -> bool + Sync),
    threads: usize,
) {
    each_share(threads, &|| false, &|classes| {
        for class in classes.filter(|&class| which(class)) {
            for word in blocks.block(class) {
                let old = word.load(Relaxed);
                let (high, low) = (old >> 1 & LOW, old & LOW);
                word.store((high & low) << 1 | high, Relaxed);
            }
        }
    });
}

/// Processes all classes, a share at a time, on several threads; returns true if it was not
/// stopped.
fn each_share(
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    work: &(dyn Fn(std::ops::Range<usize>) + Sync),
) -> bool {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let take = || {
        loop {
            let from = next.fetch_add(SHARE, Relaxed);
            if from >= CLASSES || stopped.load(Relaxed) {
                return;
            }
            work(from..CLASSES.min(from + SHARE));
            if stop() {
                stopped.store(true, Relaxed);
            }
        }
    };
    on_threads(threads, &take);
    !stopped.load(Relaxed)
}

/// Runs a function on several threads, the calling one among them. It needs none of the threads
/// that the system may refuse.
pub(in crate::cube3) fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    if COMPACT {
        return work();
    }
    std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        work();
        for other in others {
            if let Err(panic) = other.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}
