//! AVX-512 with VPOPCNTDQ, VBMI and GFNI: one register per line.

use core::arch::x86_64::*;

use super::kernels::{BitSwap, LaneSwap};
use super::line::Line;
use super::vector::{self, Vector};

/// One line in one register.
#[derive(Clone, Copy)]
pub(super) struct Register(__m512i);

/// The features that this file is compiled for; all must be present at run time.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni")
}

// SAFETY (all methods): the trait's contract says that the features of `is_available` are
// present; addresses come from references to whole aligned lines or are vouched for by the
// caller.
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

/// Byte shuffles and masks for [`swap_bits`]; two groups of lanes per register.
///
/// A 16 x 16 matrix is four 8 x 8 matrices, one per 64-bit word: word 2·J + I holds byte I of
/// rows 8·J+7 … 8·J, in this order, because GF2P8AFFINEQB counts rows backwards. Multiplying
/// the identity by such a word transposes it.
#[derive(Clone, Debug)]
pub(super) struct BitTables {
    /// Lane j−1 to row j and lane j to row j, before the transposition.
    spread: [(Line, Line); 2],
    /// Rows b+1 and b to lane b, after it.
    collect: [(Line, Line); 2],
}

impl BitTables {
    pub(super) fn new(group_lanes: usize, up_to: &[u16; 16], above: &[u16; 16]) -> Self {
        let mut spread = [([0u8; 64], [0u8; 64]); 2];
        let mut collect = spread;
        let byte = |lane: u16, i: usize| lane.to_le_bytes()[i];
        let address =
            |group: usize, lane: usize, i: usize| (2 * (group * group_lanes + lane) + i) as u8;
        for at in 0..64 {
            let (group, word, p) = (at / 32, at / 8 % 4, at % 8);
            let (row, i) = (8 * (word / 2) + 7 - p, word % 2);
            if row >= 1 && row <= group_lanes {
                spread[0].0[at] = address(group, row - 1, i);
                spread[0].1[at] = byte(up_to[row - 1], i);
            }
            if row < group_lanes {
                spread[1].0[at] = address(group, row, i);
                spread[1].1[at] = byte(above[row], i);
            }
        }
        let cell = |group: usize, row: usize, i: usize| {
            (32 * group + 8 * (2 * i + row / 8) + row % 8) as u8
        };
        for group in 0..2 {
            for lane in 0..group_lanes {
                for i in 0..2 {
                    let at = usize::from(address(group, lane, i));
                    collect[0].0[at] = cell(group, lane + 1, i);
                    collect[0].1[at] = byte(up_to[lane], i);
                    collect[1].0[at] = cell(group, lane, i);
                    collect[1].1[at] = byte(above[lane], i);
                }
            }
        }
        let line = |bytes: [u8; 64]| {
            Line(core::array::from_fn(|i| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])))
        };
        let lines = |t: [([u8; 64], [u8; 64]); 2]| t.map(|(index, mask)| (line(index), line(mask)));
        BitTables { spread: lines(spread), collect: lines(collect) }
    }
}

/// Twin of [`super::portable::swap_bits`]: spread, transpose, collect; five shuffles for two
/// groups.
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
    let mut left = shape.groups;
    while left > 0 {
        let lanes = left.min(2) * shape.group_lanes;
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
        left = left.saturating_sub(2);
    }
}

/// Lane indices and masks for [`swap_lanes`]: output register v takes the lanes of
/// `index[v]` from source register s where `mask[v][s]` is set.
#[derive(Clone, Debug)]
pub(super) struct LaneTables {
    index: Vec<Line>,
    mask: Vec<[u32; 6]>,
}

impl LaneTables {
    pub(super) fn new(source_of: &[u8]) -> Self {
        let registers = source_of.len().div_ceil(32);
        let mut index = vec![Line::ZERO; registers];
        let mut mask = vec![[0u32; 6]; registers];
        for (lane, &source) in source_of.iter().enumerate() {
            index[lane / 32].0[lane % 32] = u16::from(source % 32);
            mask[lane / 32][usize::from(source / 32)] |= 1 << (lane % 32);
        }
        LaneTables { index, mask }
    }
}

/// Twin of [`super::portable::swap_lanes`]: at most R² shuffles for the R registers of a group.
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

super::kernels::entry_points!(Register, "avx512f,avx512bw,avx512vpopcntdq");
