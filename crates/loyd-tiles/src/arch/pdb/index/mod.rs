//! From the cells of a pattern's tiles to the two parts of its index in a table: the set of
//! occupied cells and the rank of the tiles' order ([`crate::tile_order`]).
//!
//! ```text
//! for each slot i
//!   place i     := number of j with cell j < cell i           -- its place in the order
//!   inversions i := number of j < i with cell j > cell i      -- the Lehmer digit of that place
//! rank := sum of weight[place i] · inversions i
//! occupied := sum of 2^(cell i)
//! ```
//!
//! A pattern is eight bytes, one per slot; unused slots hold [`PAD`] + i, which is above all cells,
//! and the places they take have weight 0. Several patterns are several lanes of 64 bits, whose
//! slots are all compared by seven rotations of the lanes by whole bytes.
//!
//! | file | patterns | comparison | weights | cells |
//! |---|---|---|---|---|
//! | `avx512` | eight | into masks | `vpshufb`, `vpdpbusd` | `vpermb`, a table per eight cells |
//! | `avx2` | four | into bytes | `vpshufb`, `vpmaddubsw`, `vpmaddwd` | `vpshufb`, compared by eight cells |
//! | `simd128` | two | into bytes | a byte table, 16-bit products | a byte table for each eight cells |
//! | `plain` | one | one subtraction | a table of products | shifts |

// Vector code: one function per group, which must be inlined to be compiled for an instruction set.
#![allow(clippy::inline_always)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod plain;
#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
mod simd128;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::Vectors;
pub(crate) use plain::{Plain, rank};
#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
pub(crate) use simd128::Simd128;

use std::array::from_fn;

/// The value of slots beyond a pattern's tiles, to which the slot number is added.
pub(crate) const PAD: u64 = 0xf8;

/// Largest number of tiles of a pattern here.
pub(crate) const MAX_TILES: usize = 8;

/// Largest number of different patterns.
pub(crate) const MAX_PATTERNS: usize = 16;

/// Weight times inversions, at place + 8 * inversions.
pub(crate) type Products = [u32; 64];

/// The products of a pattern; `weights[m]` is the weight of the digit of place m.
pub(crate) fn products(weights: &[u16]) -> Products {
    from_fn(|key| {
        let weight = weights.get(key % 8).copied().unwrap_or(0);
        u32::from(weight) * (key as u32 / 8)
    })
}

/// Weights of the places of each pattern's order.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// The low and the high bytes of the weights, for vectors.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
    low: [u64; MAX_PATTERNS],
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
    high: [u64; MAX_PATTERNS],
    products: Box<[Products; MAX_PATTERNS]>,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            #[cfg(any(
                target_arch = "x86_64",
                target_arch = "aarch64",
                target_feature = "simd128"
            ))]
            low: [0; MAX_PATTERNS],
            #[cfg(any(
                target_arch = "x86_64",
                target_arch = "aarch64",
                target_feature = "simd128"
            ))]
            high: [0; MAX_PATTERNS],
            products: Box::new([[0; 64]; MAX_PATTERNS]),
        }
    }
}

impl Weights {
    /// Sets the weights of one pattern: `weights[m]` is the weight of the digit of place m.
    /// The last place has no inversions, so its weight does not matter.
    ///
    /// # Panics
    /// If there are too many, or one of the others has more than 15 bits.
    pub(crate) fn set(&mut self, pattern: usize, weights: &[u16]) {
        assert!(weights.len() <= MAX_TILES);
        assert!(weights.iter().rev().skip(1).all(|weight| weight >> 15 == 0));
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
        {
            let bytes = |shift: u32| {
                let byte = |m: usize| u64::from(weights[m] >> shift & 0xff) << (8 * m);
                (0..weights.len()).map(byte).sum()
            };
            (self.low[pattern], self.high[pattern]) = (bytes(0), bytes(8));
        }
        self.products[pattern] = products(weights);
    }
}

/// The eight bytes of a pattern without tiles.
pub(crate) const PADS: u64 = PAD * ONES + SLOTS;

/// The eight bytes of a pattern whose tiles are on `cells`.
pub(crate) fn pack(cells: &[u8]) -> u64 {
    let byte = |slot: usize| cells.get(slot).map_or(PAD + slot as u64, |&cell| u64::from(cell));
    (0..MAX_TILES).map(|slot| byte(slot) << (8 * slot)).sum()
}

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The number of each slot in its byte.
const SLOTS: u64 = 0x0706_0504_0302_0100;

/// Number of patterns that [`Index`] takes at a time.
pub(crate) const GROUP: usize = 8;

/// The occupied cells of a pattern in the lower half of a word, the rank of its order in the upper.
pub(crate) type Indices = [u64; GROUP];

/// A way to compute indices.
pub(crate) trait Index {
    /// The indices of patterns with the weights of `numbers`.
    ///
    /// # Safety
    /// The processor has the features that the implementation needs.
    unsafe fn indices(weights: &Weights, patterns: &[u64; GROUP], numbers: [u8; GROUP]) -> Indices;
}

/// Prefetches the cache line that holds `items[at]`, if there is one.
#[inline]
pub(crate) fn prefetch<T>(items: &[T], at: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    prefetch_address(items.as_ptr().wrapping_add(at) as u64);
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (items, at);
}

/// Prefetches the cache line of an address.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn prefetch_address(address: u64) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch of any address is harmless: nothing is read.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::without_provenance(address as usize)) };
}
