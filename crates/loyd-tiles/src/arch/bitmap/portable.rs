//! The portable instruction set: plain words, and simple versions of the shuffling kernels.

use super::swaps::{BitSwap, LaneSwap};
use super::vector::{self, Vector};
use loyd_search::arch::line::Line;

/// One line in eight words.
#[derive(Clone, Copy)]
pub(in crate::arch) struct Words([u64; 8]);

impl Vector for Words {
    type Count = u64;

    #[inline(always)]
    unsafe fn load(line: &Line) -> Self {
        // SAFETY: both types are 64 bytes without padding and every pattern is valid.
        Words(unsafe { core::mem::transmute::<Line, [u64; 8]>(*line) })
    }
    #[inline(always)]
    unsafe fn store(self, line: &mut Line) {
        // SAFETY: as in `load`.
        *line = unsafe { core::mem::transmute::<[u64; 8], Line>(self.0) };
    }
    #[inline(always)]
    unsafe fn stream(self, line: &mut Line) {
        // SAFETY: `store` has no requirement here.
        unsafe { self.store(line) }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        Words(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }
    #[inline(always)]
    unsafe fn select(self, other: Self, mask: Self) -> Self {
        Words(core::array::from_fn(|i| (self.0[i] & !mask.0[i]) | (other.0[i] & mask.0[i])))
    }
    #[inline(always)]
    unsafe fn without(self, other: Self) -> Self {
        Words(core::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }
    #[inline(always)]
    unsafe fn zero_count() -> u64 {
        0
    }
    #[inline(always)]
    unsafe fn add_count(self, count: u64) -> u64 {
        count + self.0.iter().map(|w| u64::from(w.count_ones())).sum::<u64>()
    }
    #[inline(always)]
    unsafe fn total(count: u64) -> u64 {
        count
    }
    #[inline(always)]
    unsafe fn copy32(from: *const u8, to: *mut u8) {
        // SAFETY: the caller guarantees 32 readable and 32 writable bytes that do not overlap.
        unsafe { core::ptr::copy_nonoverlapping(from, to, 32) }
    }
    #[inline(always)]
    unsafe fn copy64(from: *const u8, to: *mut u8) {
        // SAFETY: the caller guarantees 64 readable and 64 writable bytes that do not overlap.
        unsafe { core::ptr::copy_nonoverlapping(from, to, 64) }
    }
    #[inline(always)]
    unsafe fn prefetch(_at: *const u8) {}
}

/// Exchanges `d_0` and `d_1` of every state, one 16 x 16 bit matrix per group of lanes.
///
/// With `M[j]` bit i = the state (`x_0`, `x_1`) = (i, j) of ranks, the exchange is the transposition
/// of M; lane b holds rows b and b+1 of M on either side of the diagonal.
#[inline(always)]
pub(super) fn swap_bits(shape: &BitSwap, source: &[u16], out: &mut [u16]) {
    let lanes = shape.group_lanes;
    for (from, to) in source.chunks_exact(lanes).zip(out.chunks_exact_mut(lanes)).take(shape.groups)
    {
        let mut m = [0u16; 16];
        for (b, &lane) in from.iter().enumerate() {
            m[b] |= lane & shape.above[b];
            m[b + 1] |= lane & shape.up_to[b];
        }
        transpose(&mut m);
        for (b, lane) in to.iter_mut().enumerate() {
            *lane = (m[b] & shape.above[b]) | (m[b + 1] & shape.up_to[b]);
        }
    }
}

/// Transposes a 16 x 16 bit matrix by exchanging ever smaller off-diagonal squares
/// (Warren, Hacker's Delight, section 7-3).
#[inline(always)]
fn transpose(m: &mut [u16; 16]) {
    macro_rules! squares {
        ($($size:literal $mask:literal),*) => {$(
            let mut i = 0;
            while i < 16 {
                for j in i..i + $size {
                    let t = ((m[j] >> $size) ^ m[j + $size]) & $mask;
                    m[j + $size] ^= t;
                    m[j] ^= t << $size;
                }
                i += 2 * $size;
            }
        )*};
    }
    squares!(8 0x00ff, 4 0x0f0f, 2 0x3333, 1 0x5555);
}

/// Exchanges `d_1` and `d_2` of every state: a fixed permutation of the lanes of each group.
#[inline(always)]
pub(super) fn swap_lanes(shape: &LaneSwap, source: &[u16], out: &mut [u16]) {
    let lanes = shape.source_of.len();
    for (from, to) in source.chunks_exact(lanes).zip(out.chunks_exact_mut(lanes)).take(shape.groups)
    {
        for (lane, &source) in to.iter_mut().zip(&shape.source_of) {
            *lane = from[usize::from(source)];
        }
    }
}

super::vector::entry_points!(Words);
