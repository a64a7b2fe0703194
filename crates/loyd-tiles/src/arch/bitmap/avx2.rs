//! AVX2: two 32-byte registers per line; population counts by nibble look-up (Muła, Kurz, Lemire,
//! "Faster population counts using AVX2 instructions", section 3).

use core::arch::x86_64::*;

use super::portable;
use super::swaps::{BitSwap, LaneSwap};
use super::vector::{self, Vector};
use loyd_search::arch::line::Line;

/// One line in two registers.
#[derive(Clone, Copy)]
pub(in crate::arch) struct Pair(__m256i, __m256i);

// SAFETY (all methods): the trait's contract says that AVX2 is available; addresses come from
// references to whole aligned lines or are guaranteed by the caller.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Vector for Pair {
    type Count = __m256i;

    #[inline(always)]
    unsafe fn load(line: &Line) -> Self {
        let at: *const __m256i = core::ptr::from_ref(line).cast();
        unsafe { Pair(_mm256_load_si256(at), _mm256_load_si256(at.add(1))) }
    }
    #[inline(always)]
    unsafe fn store(self, line: &mut Line) {
        let at: *mut __m256i = core::ptr::from_mut(line).cast();
        unsafe {
            _mm256_store_si256(at, self.0);
            _mm256_store_si256(at.add(1), self.1);
        }
    }
    #[inline(always)]
    unsafe fn stream(self, line: &mut Line) {
        let at: *mut __m256i = core::ptr::from_mut(line).cast();
        unsafe {
            _mm256_stream_si256(at, self.0);
            _mm256_stream_si256(at.add(1), self.1);
        }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Pair(_mm256_or_si256(self.0, other.0), _mm256_or_si256(self.1, other.1)) }
    }
    #[inline(always)]
    unsafe fn select(self, other: Self, mask: Self) -> Self {
        // No closure: it might remain a function without these instructions.
        unsafe {
            let [a, b] = [_mm256_andnot_si256(mask.0, self.0), _mm256_andnot_si256(mask.1, self.1)];
            let [c, d] = [_mm256_and_si256(mask.0, other.0), _mm256_and_si256(mask.1, other.1)];
            Pair(_mm256_or_si256(a, c), _mm256_or_si256(b, d))
        }
    }
    #[inline(always)]
    unsafe fn without(self, other: Self) -> Self {
        unsafe { Pair(_mm256_andnot_si256(other.0, self.0), _mm256_andnot_si256(other.1, self.1)) }
    }
    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        unsafe {
            let any = _mm256_or_si256(self.0, self.1);
            _mm256_testz_si256(any, any) != 0
        }
    }
    #[inline(always)]
    unsafe fn zero_count() -> __m256i {
        unsafe { _mm256_setzero_si256() }
    }
    #[inline(always)]
    unsafe fn add_count(self, count: __m256i) -> __m256i {
        unsafe {
            let bytes = _mm256_add_epi8(count_bytes(self.0), count_bytes(self.1));
            _mm256_add_epi64(count, _mm256_sad_epu8(bytes, _mm256_setzero_si256()))
        }
    }
    #[inline(always)]
    unsafe fn total(count: __m256i) -> u64 {
        let words: [u64; 4] = unsafe { core::mem::transmute(count) };
        words.iter().sum()
    }
    #[inline(always)]
    unsafe fn copy32(from: *const u8, to: *mut u8) {
        unsafe { _mm256_storeu_si256(to.cast(), _mm256_loadu_si256(from.cast())) }
    }
    #[inline(always)]
    unsafe fn copy64(from: *const u8, to: *mut u8) {
        unsafe {
            let (a, b) = (_mm256_loadu_si256(from.cast()), _mm256_loadu_si256(from.add(32).cast()));
            _mm256_storeu_si256(to.cast(), a);
            _mm256_storeu_si256(to.add(32).cast(), b);
        }
    }
    #[inline(always)]
    unsafe fn prefetch(at: *const u8) {
        unsafe { _mm_prefetch::<_MM_HINT_T1>(at.cast()) }
    }
}

/// Population counts of bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn count_bytes(v: __m256i) -> __m256i {
    let bits = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    let low = _mm256_set1_epi8(0x0f);
    let lo = _mm256_shuffle_epi8(bits, _mm256_and_si256(v, low));
    let hi = _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(v, 4), low));
    _mm256_add_epi8(lo, hi)
}

/// The portable bit exchange, compiled for AVX2.
#[target_feature(enable = "avx2")]
pub(super) fn swap_bits(shape: &BitSwap, source: &[u16], out: &mut [u16]) {
    portable::swap_bits(shape, source, out);
}

/// The portable lane exchange, compiled for AVX2.
#[target_feature(enable = "avx2")]
pub(super) fn swap_lanes(shape: &LaneSwap, source: &[u16], out: &mut [u16]) {
    portable::swap_lanes(shape, source, out);
}

super::vector::entry_points!(Pair, "avx2");
