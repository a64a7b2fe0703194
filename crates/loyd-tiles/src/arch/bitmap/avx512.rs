//! AVX-512 with VPOPCNTDQ, VBMI and GFNI: one register per line.

use core::arch::x86_64::*;

use super::swaps::{BitSwap, LaneSwap};
use super::vector::{self, Vector};
use loyd_search::arch::line::Line;

#[derive(Clone, Copy)]
pub(in crate::arch) struct Register(__m512i);

/// The features that this file is compiled for; all must be present at run time.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni")
}

// SAFETY (all methods): the trait's contract says that the features of `is_available` are present;
// addresses come from references to whole aligned lines or are guaranteed by the caller.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Vector for Register {
    type Count = __m512i;

    #[inline(always)]
    unsafe fn load(line: &Line) -> Self {
        unsafe { Register(_mm512_load_si512(core::ptr::from_ref(line).cast())) }
    }
    #[inline(always)]
    unsafe fn store(self, line: &mut Line) {
        unsafe { _mm512_store_si512(core::ptr::from_mut(line).cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn stream(self, line: &mut Line) {
        unsafe { _mm512_stream_si512(core::ptr::from_mut(line).cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Register(_mm512_or_si512(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn select(self, other: Self, mask: Self) -> Self {
        // Truth table of mask ? other : self with operands (mask, other, self).
        unsafe { Register(_mm512_ternarylogic_epi64::<0xca>(mask.0, other.0, self.0)) }
    }
    #[inline(always)]
    unsafe fn without(self, other: Self) -> Self {
        unsafe { Register(_mm512_andnot_si512(other.0, self.0)) }
    }
    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
    }
    #[inline(always)]
    unsafe fn zero_count() -> __m512i {
        unsafe { _mm512_setzero_si512() }
    }
    #[inline(always)]
    unsafe fn add_count(self, count: __m512i) -> __m512i {
        unsafe { _mm512_add_epi64(count, _mm512_popcnt_epi64(self.0)) }
    }
    #[inline(always)]
    unsafe fn total(count: __m512i) -> u64 {
        unsafe { _mm512_reduce_add_epi64(count).cast_unsigned() }
    }
    #[inline(always)]
    unsafe fn copy32(from: *const u8, to: *mut u8) {
        unsafe { _mm256_storeu_si256(to.cast(), _mm256_loadu_si256(from.cast())) }
    }
    #[inline(always)]
    unsafe fn copy64(from: *const u8, to: *mut u8) {
        unsafe { _mm512_storeu_si512(to.cast(), _mm512_loadu_si512(from.cast())) }
    }
    #[inline(always)]
    unsafe fn prefetch(at: *const u8) {
        unsafe { _mm_prefetch::<_MM_HINT_T1>(at.cast()) }
    }
}

/// Vector version of [`super::portable::swap_bits`]: spread, transpose, collect; five shuffles for
/// two groups.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
pub(super) fn swap_bits(shape: &BitSwap, source: &[u16], out: &mut [u16]) {
    let get = |(index, mask): &(Line, Line)| {
        // SAFETY: AVX-512 is enabled for this function.
        unsafe { (Register::load(index).0, Register::load(mask).0) }
    };
    let ((i0, m0), (i1, m1)) = (get(&shape.tables.spread[0]), get(&shape.tables.spread[1]));
    let ((o0, n0), (o1, n1)) = (get(&shape.tables.collect[0]), get(&shape.tables.collect[1]));
    let identity = _mm512_set1_epi64(0x8040_2010_0804_0201_u64.cast_signed());
    let mut at = 0;
    let mut groups_left = shape.groups;
    while groups_left > 0 {
        let lanes = groups_left.min(2) * shape.group_lanes;
        let part: __mmask32 = (1u32 << lanes) - 1;
        let (from, to) = (&source[at..at + lanes], &mut out[at..at + lanes]);
        // SAFETY: `part` selects exactly the lanes of `from` and `to`; lanes <= 30.
        let v = unsafe { _mm512_maskz_loadu_epi16(part, from.as_ptr().cast()) };
        // 0xf8 = a | (b & c).
        let rows = _mm512_and_si512(_mm512_permutexvar_epi8(i0, v), m0);
        let rows = _mm512_ternarylogic_epi64::<0xf8>(rows, _mm512_permutexvar_epi8(i1, v), m1);
        let t = _mm512_gf2p8affine_epi64_epi8::<0>(identity, rows);
        let lanes_out = _mm512_and_si512(_mm512_permutexvar_epi8(o0, t), n0);
        let lanes_out =
            _mm512_ternarylogic_epi64::<0xf8>(lanes_out, _mm512_permutexvar_epi8(o1, t), n1);
        // SAFETY: as for the load.
        unsafe { _mm512_mask_storeu_epi16(to.as_mut_ptr().cast(), part, lanes_out) };
        at += lanes;
        groups_left = groups_left.saturating_sub(2);
    }
}

/// Vector version of [`super::portable::swap_lanes`]: at most R² shuffles for the R registers of a
/// group.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn swap_lanes(shape: &LaneSwap, source: &[u16], out: &mut [u16]) {
    match shape.tables.index.len() {
        1 => swap_lanes_in::<1>(shape, source, out),
        2 => swap_lanes_in::<2>(shape, source, out),
        3 => swap_lanes_in::<3>(shape, source, out),
        4 => swap_lanes_in::<4>(shape, source, out),
        5 => swap_lanes_in::<5>(shape, source, out),
        _ => swap_lanes_in::<6>(shape, source, out),
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn swap_lanes_in<const R: usize>(shape: &LaneSwap, source: &[u16], out: &mut [u16]) {
    let lanes = shape.source_of.len();
    let last: __mmask32 = u32::MAX >> (32 * R - lanes);
    let part = |r: usize| if r + 1 == R { last } else { u32::MAX };
    for group in 0..shape.groups {
        let (from, to) = (&source[group * lanes..][..lanes], &mut out[group * lanes..][..lanes]);
        let mut registers = [_mm512_setzero_si512(); R];
        for (r, register) in registers.iter_mut().enumerate() {
            // SAFETY: 32·r < lanes, and the mask ends with the last lane of the group.
            *register =
                unsafe { _mm512_maskz_loadu_epi16(part(r), from.as_ptr().add(32 * r).cast()) };
        }
        for r in 0..R {
            // SAFETY: AVX-512 is enabled for this function.
            let index = unsafe { Register::load(&shape.tables.index[r]).0 };
            let masks = &shape.tables.mask[r];
            let mut v = _mm512_setzero_si512();
            for (s, &register) in registers.iter().enumerate() {
                v = _mm512_mask_permutexvar_epi16(v, masks[s], index, register);
            }
            // SAFETY: as for the load.
            unsafe { _mm512_mask_storeu_epi16(to.as_mut_ptr().add(32 * r).cast(), part(r), v) };
        }
    }
}

super::vector::entry_points!(Register, "avx512f,avx512bw,avx512vpopcntdq");
