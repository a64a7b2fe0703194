//! Indices by plain words, for every processor.

use super::{GROUP, Index, Indices, MAX_PATTERNS, MAX_TILES, ONES, SLOTS, Weights};

/// Indices by plain words.
pub(crate) struct Plain;

impl Index for Plain {
    /// All bytes of a pattern are compared in one subtraction, which borrows from none of them:
    /// cells and padding differ in the lower seven bits, and the minuend has the highest bit of
    /// each byte.
    #[inline(always)]
    unsafe fn indices(weights: &Weights, patterns: &[u64; GROUP], numbers: [u8; GROUP]) -> Indices {
        // For each slot place + 8 * inversions.
        let mut keys = [0; GROUP];
        for (key, &pattern) in keys.iter_mut().zip(patterns) {
            let cells = pattern & (0x7f * ONES);
            let minuend = cells | (0x80 * ONES);
            // The inversions of slot i are i less those of its predecessors that are below.
            let (mut place, mut inversions) = (0, SLOTS);
            for by in 1..8 {
                let below = (minuend - cells.rotate_left(8 * by)) >> 7 & ONES;
                place += below;
                inversions -= below & u64::MAX << (8 * by);
            }
            *key = place | inversions << 3;
        }
        let mut indices = [0; GROUP];
        for (i, index) in indices.iter_mut().enumerate() {
            let products = &weights.products[usize::from(numbers[i]) % MAX_PATTERNS];
            let (mut cells, mut rank) = (0, 0);
            for slot in 0..MAX_TILES {
                rank += products[(keys[i] >> (8 * slot)) as usize & 63];
                // The bits of padding are those from 56 on.
                cells |= 1u64 << (patterns[i] >> (8 * slot) & 63);
            }
            *index = cells & 0xffff_ffff | u64::from(rank) << 32;
        }
        indices
    }
}
