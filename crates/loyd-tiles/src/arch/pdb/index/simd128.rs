//! Indices by vectors of 128 bits, two patterns in a vector.
//!
//! 1. The words are shifted instead of rotated. The zeros that come in are above no cell, so that nothing is masked.
//!    Each pair of slots is compared once; the result counts for both:
//!
//!    ```text
//!    for each distance d, for each slot i
//!      above i := cell (i+d) > cell i                   -- false beyond the last slot
//!      successors i += above i                          -- number of j > i with cell j > cell i
//!      inversions (i+d) -= above i                      -- from i+d at first: the number of j < i+d
//!    place i := 7 - successors i - inversions i
//!    ```
//!
//! 2. Weights and inversions are multiplied as numbers of 16 bits, so weights are below 2^15, except that of the
//!    last place, which has no inversions.
//! 3. The bit of a cell comes from one table for each eight cells; other cells are outside the table or at zeros.
//!    As cells differ, any sum joins their bits, and the additions that end the ranks end these too.
//!
//! *Limit.* 90 instructions for two patterns, of which 35 compare, beside loads and the store. In Node.js on an Intel
//! Xeon, IDA* with 6-6-3 takes three quarters of the time that it takes with plain words. On a Neoverse N1, eight
//! patterns take 287 cycles, and 378 with plain words, by the model of llvm-mca; NEON has not been timed.

use super::{GROUP, Index, Indices, MAX_PATTERNS, ONES, SLOTS, Weights};
use crate::arch::simd128::Bytes;

/// `2^i` in byte i.
const BITS: u64 = 0x8040_2010_0804_0201;

/// Indices by vectors of 128 bits.
pub(crate) struct Simd128;

impl Index for Simd128 {
    // One copy for all boards: a module is loaded over the network.
    #[inline(never)]
    unsafe fn indices(weights: &Weights, patterns: &[u64; GROUP], numbers: [u8; GROUP]) -> Indices {
        let mut indices = [0; GROUP];
        for ((indices, patterns), numbers) in indices
            .as_chunks_mut()
            .0
            .iter_mut()
            .zip(patterns.as_chunks().0)
            .zip(numbers.as_chunks().0)
        {
            *indices = two(weights, patterns, numbers);
        }
        indices
    }
}

/// Two indices.
#[inline(always)]
fn two(weights: &Weights, patterns: &[u64; 2], numbers: &[u8; 2]) -> [u64; 2] {
    let (first, second) =
        (usize::from(numbers[0]) % MAX_PATTERNS, usize::from(numbers[1]) % MAX_PATTERNS);
    let slots = Bytes::words(patterns[0], patterns[1]);
    // Padding is above all cells, and not negative.
    let cells = slots.and(Bytes::both(0x7f * ONES));
    // The upper pattern finds its weights in the bytes 8 to 15.
    let mut place = Bytes::words(7 * ONES, 15 * ONES);
    let mut inversions = Bytes::both(SLOTS);
    macro_rules! compare {
        ($($by:literal)*) => {$(
            let above = cells.shr64::<{ 8 * $by }>().above8(cells);
            place = place.add8(above);
            inversions = inversions.add8(above.shl64::<{ 8 * $by }>());
        )*};
    }
    compare!(1 2 3 4 5 6 7);
    let place = place.sub8(inversions);
    let low = Bytes::words(weights.low[first], weights.low[second]).at(place);
    let high = Bytes::words(weights.high[first], weights.high[second]).at(place);
    let ranks = [
        low.zip8_low(high).dot16(inversions.widen_low()),
        low.zip8_high(high).dot16(inversions.widen_high()),
    ];

    // The bit of each cell, in tables for the cells 0 to 7 and 8 to 15.
    let (lower, upper) = (Bytes::words(BITS, 0), Bytes::words(0, BITS));
    let beyond = slots.sub8(Bytes::both(16 * ONES));
    let bytes = [lower.at(slots), upper.at(slots), lower.at(beyond), upper.at(beyond)];
    // Four sums of 32 bits for each pattern.
    let halves = [bytes[0].zip8_low(bytes[1]), bytes[2].zip8_low(bytes[3])];
    let first = halves[0].zip16_low(halves[1]).or(halves[0].zip16_high(halves[1]));
    let halves = [bytes[0].zip8_high(bytes[1]), bytes[2].zip8_high(bytes[3])];
    let second = halves[0].zip16_low(halves[1]).or(halves[0].zip16_high(halves[1]));
    Bytes::sums32(first, ranks[0], second, ranks[1]).to_words()
}
