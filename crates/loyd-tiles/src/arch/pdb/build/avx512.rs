//! AVX-512 with VBMI, GFNI and VPOPCNTDQ: a group of words per register.

use super::group::{self, Group};
use super::{Rotation, settle};
use crate::arch::bitmap::Line;
use crate::arch::bitmap::avx512::Register;
use core::arch::x86_64::{
    __m512i, __mmask8, _mm_storel_epi64, _mm_storeu_si128, _mm256_maskz_loadu_epi32,
    _mm256_storeu_si256, _mm512_castsi512_si256, _mm512_extracti32x4_epi32,
    _mm512_gf2p8affine_epi64_epi8, _mm512_loadu_si512, _mm512_mask_i32gather_epi64,
    _mm512_mask_storeu_epi64, _mm512_maskz_loadu_epi64, _mm512_maskz_mov_epi64, _mm512_or_si512,
    _mm512_permutexvar_epi8, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shuffle_epi8,
    _mm512_slli_epi64, _mm512_srli_epi64, _mm512_storeu_si512, _mm512_ternarylogic_epi64,
};
use loyd_search::arch::cpu::InstructionSet;

/// The features that this file is compiled for; all must be present at run time, within the limit of this
/// process.
pub(super) fn is_available() -> bool {
    InstructionSet::Avx512.is_allowed()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni")
}

/// Up to eight words.
#[derive(Clone, Copy)]
struct Words(__m512i);

/// The first `width` of eight lanes.
#[inline(always)]
fn first(width: usize) -> __mmask8 {
    ((1u32 << width) - 1) as __mmask8
}

// SAFETY (all methods): the trait's contract says that the features of `is_available` are present;
// addresses are guaranteed by the caller.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Group for Words {
    type Order = __m512i;

    #[inline(always)]
    unsafe fn order(bytes: &[u8; 64]) -> __m512i {
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }
    #[inline(always)]
    unsafe fn load(from: *const u64, width: usize) -> Self {
        unsafe { Words(_mm512_maskz_loadu_epi64(first(width), from.cast())) }
    }
    #[inline(always)]
    unsafe fn gather(from: *const u64, places: *const u32, width: usize) -> Self {
        unsafe {
            let places = _mm256_maskz_loadu_epi32(first(width), places.cast());
            let zero = _mm512_setzero_si512();
            Words(_mm512_mask_i32gather_epi64::<8>(zero, first(width), places, from.cast()))
        }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Words(_mm512_or_si512(self.0, other.0)) }
    }
    /// Multiplying the identity by a matrix transposes it, and GF2P8AFFINEQB counts its rows
    /// backwards; then as [`super::portable::exchange_bits`].
    #[inline(always)]
    unsafe fn exchange_bits(self) -> Self {
        unsafe {
            let reverse = _mm512_set1_epi64(0x0001_0203_0405_0607);
            // The upper of two words in 128 bits has the bytes 8 to 15.
            let upper = _mm512_maskz_mov_epi64(0xaa, _mm512_set1_epi64(0x0808_0808_0808_0808));
            let reversed = _mm512_shuffle_epi8(self.0, _mm512_or_si512(reverse, upper));
            let identity = _mm512_set1_epi64(0x8040_2010_0804_0201_u64.cast_signed());
            let lower = _mm512_set1_epi64(0xff7f_3f1f_0f07_0301_u64.cast_signed());
            let turned = _mm512_gf2p8affine_epi64_epi8::<0>(identity, reversed);
            // 0xca = a ? b : c.
            let (down, right) = (_mm512_srli_epi64::<8>(turned), _mm512_slli_epi64::<1>(turned));
            Words(_mm512_ternarylogic_epi64::<0xca>(lower, down, right))
        }
    }
    #[inline(always)]
    unsafe fn exchange_bytes(self, order: __m512i) -> Self {
        unsafe { Words(_mm512_permutexvar_epi8(order, self.0)) }
    }
    /// A load waits for a masked store before it that covers an unwritten word of the load, so the groups of six to
    /// eight tiles are stored in parts: with masked stores the tables of 7-8 took 1.3 times as long.
    #[inline(always)]
    unsafe fn store(self, to: *mut u64, width: usize) {
        unsafe {
            let (low, rest) = (_mm512_castsi512_si256(self.0), to.add(4));
            let high = || _mm512_extracti32x4_epi32::<2>(self.0);
            match width {
                8 => _mm512_storeu_si512(to.cast(), self.0),
                6 => {
                    _mm256_storeu_si256(to.cast(), low);
                    _mm_storeu_si128(rest.cast(), high());
                }
                5 => {
                    _mm256_storeu_si256(to.cast(), low);
                    _mm_storel_epi64(rest.cast(), high());
                }
                4 => _mm256_storeu_si256(to.cast(), low),
                _ => _mm512_mask_storeu_epi64(to.cast(), first(width), self.0),
            }
        }
    }
}

/// See [`group::rotate`].
///
/// # Safety
/// The features of [`is_available`] are present; all blocks have the lines of the rotation.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512vbmi,gfni")]
pub(super) unsafe fn rotate(
    rotation: &Rotation,
    source: &[Line],
    out: &mut [Line],
    scratch: &mut [Line],
) {
    // SAFETY: the features are enabled; a register has every width; the rest by contract.
    unsafe { group::rotate::<Words, Words>(rotation, source, out, scratch) }
}

/// See [`settle::settle`].
///
/// # Safety
/// The features of [`is_available`] are present; the rest as there.
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
pub(super) unsafe fn settle(
    sources: &[&[Line]],
    within: &mut [Line],
    news: Option<&mut [Line]>,
) -> u64 {
    // SAFETY: the features are enabled; the rest by contract.
    unsafe { settle::settle::<Register>(sources, within, news) }
}
