//! Indices by plain words, for every processor.

use super::{GROUP, Index, Indices, MAX_PATTERNS, MAX_TILES, ONES, Products, SLOTS, Weights};

/// Indices by plain words.
pub(crate) struct Plain;

impl Index for Plain {
    #[inline(always)]
    unsafe fn indices(weights: &Weights, patterns: &[u64; GROUP], numbers: [u8; GROUP]) -> Indices {
        let keys = patterns.map(key);
        let mut indices = [0; GROUP];
        for (i, index) in indices.iter_mut().enumerate() {
            let products = &weights.products[usize::from(numbers[i]) % MAX_PATTERNS];
            let cell = |slot: usize| patterns[i] >> (8 * slot) & 63;
            // The bits of padding are those from 56 on.
            let cells = (0..MAX_TILES).fold(0u64, |cells, slot| cells | 1 << cell(slot));
            *index = cells & 0xffff_ffff | u64::from(sum(products, keys[i])) << 32;
        }
        indices
    }
}

/// The rank of the order of a pattern's tiles.
#[inline]
pub(crate) fn rank(products: &Products, pattern: u64) -> u32 {
    sum(products, key(pattern))
}

/// For each slot place + 8 * inversions.
///
/// All bytes are compared in one subtraction, which borrows from none of them: cells and padding
/// differ in the lower seven bits, and the minuend has the highest bit of each byte.
#[inline(always)]
fn key(pattern: u64) -> u64 {
    let cells = pattern & (0x7f * ONES);
    let minuend = cells | (0x80 * ONES);
    // The inversions of slot i are i less those of its predecessors that are below.
    let (mut place, mut inversions) = (0, SLOTS);
    for by in 1..8 {
        let below = (minuend - cells.rotate_left(8 * by)) >> 7 & ONES;
        place += below;
        inversions -= below & u64::MAX << (8 * by);
    }
    place | inversions << 3
}

#[inline(always)]
fn sum(products: &Products, key: u64) -> u32 {
    (0..MAX_TILES).map(|slot| products[(key >> (8 * slot)) as usize & 63]).sum()
}
