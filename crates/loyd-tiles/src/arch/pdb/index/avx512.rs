//! Indices by AVX-512, eight patterns in a register.
//!
//! 1. The weights are looked up by `vpshufb`, low and high bytes separately, and multiplied and
//!    added by `vpdpbusd`; different patterns may have different numbers of tiles.
//! 2. Bits of cells come from `vpermb`, one table per eight cells; as the cells differ, `vpsadbw`
//!    joins them.
//!
//! *Limit.* 62 vector operations for eight patterns on 4x4, of which two can run per cycle: 4
//! cycles per pattern.

use super::Weights;
use loyd_search::arch::cpu::InstructionSet;
use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_add_epi64, _mm512_and_si512, _mm512_cmplt_epu8_mask,
    _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_mask_add_epi8, _mm512_or_si512,
    _mm512_permutex2var_epi64, _mm512_permutexvar_epi8, _mm512_rol_epi64, _mm512_sad_epu8,
    _mm512_set1_epi8, _mm512_set1_epi64, _mm512_setr_epi64, _mm512_setzero_si512,
    _mm512_shuffle_epi8, _mm512_slli_epi32, _mm512_slli_epi64, _mm512_srli_epi64,
};

/// `table[i] = 2^(i - 8·byte)` for the cells of that byte.
const fn bits(byte: usize) -> [u8; 64] {
    let mut table = [0; 64];
    let mut bit = 0;
    while bit < 8 {
        table[8 * byte + bit] = 1 << bit;
        bit += 1;
    }
    table
}

static BITS: [[u8; 64]; 4] = [bits(0), bits(1), bits(2), bits(3)];

/// Mask of bytes: the slots from `from` on.
const fn slots_from(from: u32) -> u64 {
    0x0101_0101_0101_0101 * (0xff << from & 0xff)
}

/// The constants that the kernel keeps in registers.
pub(crate) struct Vectors {
    low: [__m512i; 2],
    high: [__m512i; 2],
    bits: [__m512i; 4],
    /// Shuffle base for `vpshufb` to find the first byte of each pattern: the upper of two in
    /// 128 bits begins at 8.
    base: __m512i,
}

impl Vectors {
    /// True if the processor has the features that [`Vectors::index`] needs, within the limit of this process.
    pub(crate) fn is_available() -> bool {
        InstructionSet::Avx512.is_allowed()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("popcnt")
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vnni")]
    pub(crate) fn new(weights: &Weights) -> Self {
        // SAFETY: the tables have the length of the loads.
        unsafe {
            Self {
                low: [
                    _mm512_loadu_si512(weights.low.as_ptr().cast()),
                    _mm512_loadu_si512(weights.low.as_ptr().add(8).cast()),
                ],
                high: [
                    _mm512_loadu_si512(weights.high.as_ptr().cast()),
                    _mm512_loadu_si512(weights.high.as_ptr().add(8).cast()),
                ],
                bits: [
                    _mm512_loadu_si512(BITS[0].as_ptr().cast()),
                    _mm512_loadu_si512(BITS[1].as_ptr().cast()),
                    _mm512_loadu_si512(BITS[2].as_ptr().cast()),
                    _mm512_loadu_si512(BITS[3].as_ptr().cast()),
                ],
                base: {
                    let eight = 0x0808_0808_0808_0808;
                    _mm512_setr_epi64(0, eight, 0, eight, 0, eight, 0, eight)
                },
            }
        }
    }

    /// Occupied cells and ranks of eight patterns with the weights of `numbers`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vnni")]
    pub(crate) fn index(&self, cells: __m512i, numbers: __m512i) -> (__m512i, __m512i) {
        let (one, zero) = (_mm512_set1_epi8(1), _mm512_setzero_si512());
        let (mut place, mut inversions) = (self.base, zero);
        macro_rules! compare {
            ($($by:literal)*) => {$(
                let other = _mm512_rol_epi64::<{ 8 * $by }>(cells);
                let below = _mm512_cmplt_epu8_mask(other, cells);
                place = _mm512_mask_add_epi8(place, below, place, one);
                let above = !below & const { slots_from($by) };
                inversions = _mm512_mask_add_epi8(inversions, above, inversions, one);
            )*};
        }
        compare!(1 2 3 4 5 6 7);
        let weight = |table: [__m512i; 2]| {
            let mine = _mm512_permutex2var_epi64(table[0], numbers, table[1]);
            _mm512_shuffle_epi8(mine, place)
        };
        let ones = _mm512_dpbusd_epi32(zero, weight(self.low), inversions);
        let more = _mm512_dpbusd_epi32(zero, weight(self.high), inversions);
        let sums = _mm512_add_epi32(ones, _mm512_slli_epi32::<8>(more));
        let rank = _mm512_and_si512(
            _mm512_add_epi64(sums, _mm512_srli_epi64::<32>(sums)),
            _mm512_set1_epi64(0xffff_ffff),
        );
        let byte = |i: usize| _mm512_sad_epu8(_mm512_permutexvar_epi8(cells, self.bits[i]), zero);
        let lower = _mm512_or_si512(byte(0), _mm512_slli_epi64::<8>(byte(1)));
        let upper = _mm512_or_si512(byte(2), _mm512_slli_epi64::<8>(byte(3)));
        (_mm512_or_si512(lower, _mm512_slli_epi64::<16>(upper)), rank)
    }
}
