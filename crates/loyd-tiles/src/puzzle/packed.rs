//! Boards in little memory: words without alignment, so that structures holding them need no
//! padding.

use std::hash::{Hash, Hasher};

/// A 64-bit word without its alignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed64([u32; 2]);

impl Packed64 {
    /// Packs a word.
    #[inline]
    pub fn new(word: u64) -> Self {
        Self([word as u32, (word >> 32) as u32])
    }

    /// The word.
    #[inline]
    pub fn word(self) -> u64 {
        u64::from(self.0[0]) | u64::from(self.0[1]) << 32
    }
}

impl Hash for Packed64 {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.word());
    }
}

/// A 128-bit word without its alignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed128([u32; 4]);

impl Packed128 {
    /// Packs a word.
    #[inline]
    pub fn new(word: u128) -> Self {
        Self(std::array::from_fn(|part| (word >> (32 * part)) as u32))
    }

    /// The word.
    #[inline]
    pub fn word(self) -> u128 {
        self.0.iter().rev().fold(0, |word, &part| word << 32 | u128::from(part))
    }
}

impl Hash for Packed128 {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let word = self.word();
        state.write_u64(word as u64);
        state.write_u64((word >> 64) as u64);
    }
}
