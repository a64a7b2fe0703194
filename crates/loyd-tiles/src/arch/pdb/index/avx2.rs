//! Indices by AVX2, four patterns in a register.

use super::{GROUP, Index, Indices, MAX_PATTERNS, ONES, PAD, SLOTS, Weights};
use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_add_epi32, _mm256_and_si256, _mm256_blend_epi32,
    _mm256_cmpeq_epi8, _mm256_cmpgt_epi8, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_or_si256, _mm256_sad_epu8, _mm256_set_epi64x, _mm256_set1_epi16,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi64,
    _mm256_storeu_si256, _mm256_sub_epi8, _mm256_xor_si256,
};

/// Indices by AVX2.
pub(crate) struct Avx2;

impl Index for Avx2 {
    #[inline(always)]
    unsafe fn indices(weights: &Weights, patterns: &[u64; GROUP], numbers: [u8; GROUP]) -> Indices {
        let mut indices = [0; GROUP];
        for first in [0, 4] {
            let number = |i: usize| usize::from(numbers[first + i]) % MAX_PATTERNS;
            let numbers = [number(0), number(1), number(2), number(3)];
            // SAFETY: AVX2 by contract; four words of eight.
            unsafe {
                let cells = _mm256_loadu_si256(patterns.as_ptr().add(first).cast());
                let indices = indices.as_mut_ptr().add(first).cast();
                _mm256_storeu_si256(indices, four(weights, cells, numbers));
            }
        }
        indices
    }
}

/// The same word in all lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn all(word: u64) -> __m256i {
    _mm256_set1_epi64x(word.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
fn four(weights: &Weights, cells: __m256i, numbers: [usize; 4]) -> __m256i {
    macro_rules! each {
        ($table:expr) => {{
            let word = |i: usize| $table[numbers[i]].cast_signed();
            _mm256_set_epi64x(word(3), word(2), word(1), word(0))
        }};
    }
    let (low, high) = (each!(weights.low), each!(weights.high));
    let zero = _mm256_setzero_si256();

    // Padding is above all cells if compared with a sign.
    let signed = _mm256_xor_si256(cells, all(0x80 * ONES));
    // The upper of two words in 128 bits has the bytes 8 to 15.
    let upper = 8 * ONES.cast_signed();
    let bytes = _mm256_set_epi64x(upper, 0, upper, 0);
    let (mut place, mut inversions) = (bytes, all(SLOTS));
    macro_rules! compare {
        ($($by:literal)*) => {$(
            let rotation = _mm256_or_si256(bytes, all(SLOTS.rotate_left(8 * $by)));
            let other = _mm256_shuffle_epi8(signed, rotation);
            let below = _mm256_cmpgt_epi8(signed, other);
            place = _mm256_sub_epi8(place, below);
            // The inversions of slot i are i less those of its predecessors that are below.
            let before = _mm256_and_si256(below, all((ONES << (8 * $by)) * 0xff));
            inversions = _mm256_add_epi8(inversions, before);
        )*};
    }
    compare!(1 2 3 4 5 6 7);
    macro_rules! sums {
        ($weights:expr, $unit:literal) => {{
            let weights = _mm256_shuffle_epi8($weights, place);
            let pairs = _mm256_maddubs_epi16(weights, inversions);
            _mm256_madd_epi16(pairs, _mm256_set1_epi16($unit))
        }};
    }
    let ranks = _mm256_add_epi32(sums!(low, 1), sums!(high, 256));
    let ranks = _mm256_add_epi32(ranks, _mm256_slli_epi64::<32>(ranks));

    // The bit of each cell in its byte; none for padding, whose highest bit is set.
    let powers = all(0x8040_2010_0804_0201);
    let bits = _mm256_shuffle_epi8(powers, cells);
    let numbers = _mm256_and_si256(cells, all(0x18 * ONES));
    macro_rules! byte {
        ($number:literal) => {
            _mm256_sad_epu8(
                _mm256_and_si256(bits, _mm256_cmpeq_epi8(numbers, all(8 * $number * ONES))),
                zero,
            )
        };
    }
    let lower = _mm256_or_si256(byte!(0), _mm256_slli_epi64::<8>(byte!(1)));
    let occupied = _mm256_or_si256(
        lower,
        _mm256_or_si256(_mm256_slli_epi64::<16>(byte!(2)), _mm256_slli_epi64::<24>(byte!(3))),
    );
    _mm256_blend_epi32::<0b1010_1010>(occupied, ranks)
}

const _: () = assert!(PAD >= 0x80);
