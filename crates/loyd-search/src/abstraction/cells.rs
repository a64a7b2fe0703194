//! Entries of 2, 4 or 8 bits in 64-bit words, which several threads may change.
//!
//! Entries of a level are found a word at a time: `word ^ (level in every entry)` has an entry of
//! zero where the level is, and `(x - 1 in every entry) & !x & (high bit of every entry)` is 0 only
//! if no entry of x is zero.

use crate::arch::memory::advise_huge_pages;
use crate::arch::slots::prefetch;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries, all ones at first.
#[derive(Debug)]
pub(super) struct Cells {
    words: Vec<AtomicU64>,
    bits: u32,
    /// Binary logarithm of the entries in a word.
    shift: u32,
    /// 1 in every entry.
    ones: u64,
}

impl Cells {
    /// Allocates `len` entries of 2, 4 or 8 bits; the error is the number of bytes that was
    /// refused.
    pub(super) fn new(len: u64, bits: u32) -> Result<Self, u64> {
        let shift = 6 - bits.ilog2();
        let count = len.div_ceil(1 << shift);
        let refused = count.saturating_mul(8);
        let count = usize::try_from(count).map_err(|_| refused)?;
        let mut words = Vec::new();
        words.try_reserve_exact(count).map_err(|_| refused)?;
        advise_huge_pages(words.spare_capacity_mut());
        words.resize_with(count, || AtomicU64::new(u64::MAX));
        Ok(Self { words, bits, shift, ones: u64::MAX / Self::mask(bits) })
    }

    /// The entries of stored bytes; `None` if their number differs from that of [`new`](Self::new),
    /// or the system refuses the memory.
    pub(super) fn of_bytes(len: u64, bits: u32, bytes: &[u8]) -> Option<Self> {
        let cells = Self::new(len, bits).ok()?;
        if bytes.len() as u64 != cells.bytes() {
            return None;
        }
        for (word, bytes) in cells.words.iter().zip(bytes.chunks_exact(8)) {
            word.store(u64::from_le_bytes(std::array::from_fn(|byte| bytes[byte])), Relaxed);
        }
        Some(cells)
    }

    /// Fills a buffer with the bytes from an offset on, a multiple of 8.
    pub(super) fn read_bytes(&self, offset: usize, buffer: &mut [u8]) {
        for (bytes, word) in buffer.chunks_mut(8).zip(&self.words[offset / 8..]) {
            let word = word.load(Relaxed).to_le_bytes();
            bytes.copy_from_slice(&word[..bytes.len()]);
        }
    }

    fn mask(bits: u32) -> u64 {
        (1 << bits) - 1
    }

    /// The value of an empty entry: all ones.
    pub(super) fn empty(&self) -> u32 {
        Self::mask(self.bits) as u32
    }

    pub(super) fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// Indices of the entries in some words, including those after the last entry.
    pub(super) fn indices(&self, words: Range<usize>) -> Range<u64> {
        (words.start as u64) << self.shift..(words.end as u64) << self.shift
    }

    fn place(&self, index: u64) -> (&AtomicU64, u32) {
        let within = index as u32 & ((1 << self.shift) - 1);
        (&self.words[(index >> self.shift) as usize], within * self.bits)
    }

    /// Prefetches an entry that will be read soon.
    #[inline]
    pub(super) fn prefetch(&self, index: u64) {
        prefetch(self.place(index).0);
    }

    #[inline]
    pub(super) fn get(&self, index: u64) -> u32 {
        let (word, above) = self.place(index);
        (word.load(Relaxed) >> above & Self::mask(self.bits)) as u32
    }

    /// Replaces an entry by the result of `new`, unless that is `None`. Returns true if it was
    /// replaced.
    ///
    /// Relaxed operations suffice: until the threads are joined, nothing but the entry itself
    /// depends on it.
    pub(super) fn update(&self, index: u64, new: impl Fn(u32) -> Option<u32>) -> bool {
        let (word, above) = self.place(index);
        let mask = Self::mask(self.bits);
        let mut old = word.load(Relaxed);
        loop {
            let Some(entry) = new((old >> above & mask) as u32) else { return false };
            let changed = old & !(mask << above) | u64::from(entry) << above;
            match word.compare_exchange_weak(old, changed, Relaxed, Relaxed) {
                Ok(_) => return true,
                Err(now) => old = now,
            }
        }
    }

    pub(super) fn set(&self, index: u64, entry: u32) {
        self.update(index, |_| Some(entry));
    }

    /// Indices of the entries of one word that have a value.
    pub(super) fn in_word(&self, word: usize, entry: u32) -> impl Iterator<Item = u64> + use<> {
        let (bits, mask) = (self.bits, Self::mask(self.bits));
        let mut differs = self.words[word].load(Relaxed) ^ (self.ones * u64::from(entry));
        let some = differs.wrapping_sub(self.ones) & !differs & (self.ones << (bits - 1)) != 0;
        let mut index = (word as u64) << self.shift;
        let mut remaining = if some { 1u32 << self.shift } else { 0 };
        std::iter::from_fn(move || {
            while remaining > 0 {
                let (is_equal, here) = (differs & mask == 0, index);
                differs = differs.checked_shr(bits).unwrap_or(0);
                (index, remaining) = (index + 1, remaining - 1);
                if is_equal {
                    return Some(here);
                }
            }
            None
        })
    }
}
