//! Counts per block, available without reading the block: the number of states it holds and the
//! level at which it last grew. One 32-bit word per block.

use std::sync::atomic::{AtomicU32, Ordering};

/// Low bits for the count: the largest block (4x4, five digits) has 360,360 states.
const COUNT_BITS: u32 = 20;

/// One block's entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry(u32);

impl Entry {
    /// Number of states in the block.
    #[must_use]
    #[inline]
    pub fn count(self) -> u32 {
        self.0 & ((1 << COUNT_BITS) - 1)
    }

    /// The level at which the block last grew.
    #[must_use]
    #[inline]
    pub fn level(self) -> u32 {
        self.0 >> COUNT_BITS
    }

    /// Returns true if the block holds states and grew at `level`.
    #[must_use]
    #[inline]
    pub fn grew_at(self, level: u32) -> bool {
        self.level() == level && self.0 != 0
    }
}

/// The entries of several bitmaps. Threads write only the entries of their blocks and read only
/// entries written before the level began, so no ordering is needed.
#[derive(Debug)]
pub struct Ledger {
    entries: Vec<AtomicU32>,
    blocks: usize,
}

impl Ledger {
    /// Returns the ledger of empty blocks.
    #[must_use]
    pub fn new(maps: usize, blocks: usize) -> Self {
        let mut entries = Vec::new();
        entries.resize_with(maps * blocks, AtomicU32::default);
        Ledger { entries, blocks }
    }

    /// The entry of a block.
    #[must_use]
    #[inline]
    pub fn get(&self, map: usize, block: usize) -> Entry {
        Entry(self.entries[map * self.blocks + block].load(Ordering::Relaxed))
    }

    /// Records that a block grew to `count` states at `level` (below 4096; 0 if it is empty).
    #[inline]
    pub fn set(&self, map: usize, block: usize, count: u32, level: u32) {
        debug_assert!(count > 0 || level == 0, "an empty block never grew");
        debug_assert!(count >> COUNT_BITS == 0 && level < 1 << (32 - COUNT_BITS));
        self.entries[map * self.blocks + block]
            .store(level << COUNT_BITS | count, Ordering::Relaxed);
    }

    /// For `count` consecutive blocks: true if one of them grew at `level`, and true if one of them
    /// holds a state.
    #[must_use]
    pub fn summary(&self, map: usize, first: usize, count: usize, level: u32) -> (bool, bool) {
        let at = map * self.blocks + first;
        let entries = self.entries[at..at + count].iter().map(|e| Entry(e.load(Ordering::Relaxed)));
        entries
            .fold((false, false), |(grew, any), e| (grew | e.grew_at(level), any | (e.count() > 0)))
    }

    /// Number of states of a bitmap.
    #[must_use]
    pub fn total(&self, map: usize) -> u64 {
        let entries = &self.entries[map * self.blocks..][..self.blocks];
        entries.iter().map(|e| u64::from(Entry(e.load(Ordering::Relaxed)).count())).sum()
    }
}
