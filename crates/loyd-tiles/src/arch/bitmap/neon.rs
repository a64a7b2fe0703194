//! NEON: four 16-byte registers per line; the processor counts the bits of bytes.

use core::arch::aarch64::*;

use super::portable;
use super::swaps::{BitSwap, LaneSwap};
use super::vector::{self, Vector};
use loyd_search::arch::line::Line;

/// One line in four registers.
#[derive(Clone, Copy)]
pub(in crate::arch) struct Quad([uint8x16_t; 4]);

/// The feature that this file is compiled for.
pub(super) fn is_available() -> bool {
    std::arch::is_aarch64_feature_detected!("neon")
}

// SAFETY (all methods): the trait's contract says that NEON is available; addresses come from
// references to whole aligned lines or are guaranteed by the caller.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Vector for Quad {
    type Count = uint64x2_t;

    #[inline(always)]
    unsafe fn load(line: &Line) -> Self {
        let at: *const u8 = core::ptr::from_ref(line).cast();
        unsafe {
            Quad([vld1q_u8(at), vld1q_u8(at.add(16)), vld1q_u8(at.add(32)), vld1q_u8(at.add(48))])
        }
    }
    #[inline(always)]
    unsafe fn store(self, line: &mut Line) {
        let at: *mut u8 = core::ptr::from_mut(line).cast();
        for (i, part) in self.0.into_iter().enumerate() {
            unsafe { vst1q_u8(at.add(16 * i), part) }
        }
    }
    #[inline(always)]
    unsafe fn stream(self, line: &mut Line) {
        unsafe { self.store(line) }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        unsafe { Quad([vorrq_u8(a, e), vorrq_u8(b, f), vorrq_u8(c, g), vorrq_u8(d, h)]) }
    }
    #[inline(always)]
    unsafe fn select(self, other: Self, mask: Self) -> Self {
        let mut parts = self.0;
        for ((part, mask), other) in parts.iter_mut().zip(mask.0).zip(other.0) {
            *part = unsafe { vbslq_u8(mask, other, *part) };
        }
        Quad(parts)
    }
    #[inline(always)]
    unsafe fn without(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        unsafe { Quad([vbicq_u8(a, e), vbicq_u8(b, f), vbicq_u8(c, g), vbicq_u8(d, h)]) }
    }
    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        unsafe {
            let [a, b, c, d] = self.0;
            vmaxvq_u8(vorrq_u8(vorrq_u8(a, b), vorrq_u8(c, d))) == 0
        }
    }
    #[inline(always)]
    unsafe fn zero_count() -> uint64x2_t {
        unsafe { vdupq_n_u64(0) }
    }
    #[inline(always)]
    unsafe fn add_count(self, count: uint64x2_t) -> uint64x2_t {
        unsafe {
            let [a, b, c, d] = self.0;
            let (a, b) = (vaddq_u8(vcntq_u8(a), vcntq_u8(b)), vaddq_u8(vcntq_u8(c), vcntq_u8(d)));
            let bytes = vaddq_u8(a, b);
            vpadalq_u32(count, vpaddlq_u16(vpaddlq_u8(bytes)))
        }
    }
    #[inline(always)]
    unsafe fn total(count: uint64x2_t) -> u64 {
        unsafe { vaddvq_u64(count) }
    }
    #[inline(always)]
    unsafe fn copy32(from: *const u8, to: *mut u8) {
        unsafe {
            let (a, b) = (vld1q_u8(from), vld1q_u8(from.add(16)));
            vst1q_u8(to, a);
            vst1q_u8(to.add(16), b);
        }
    }
    #[inline(always)]
    unsafe fn copy64(from: *const u8, to: *mut u8) {
        unsafe {
            Self::copy32(from, to);
            Self::copy32(from.add(32), to.add(32));
        }
    }
    #[inline(always)]
    unsafe fn prefetch(_at: *const u8) {}
}

/// The portable bit exchange, compiled for NEON.
#[target_feature(enable = "neon")]
pub(super) fn swap_bits(shape: &BitSwap, source: &[u16], out: &mut [u16]) {
    portable::swap_bits(shape, source, out);
}

/// The portable lane exchange, compiled for NEON.
#[target_feature(enable = "neon")]
pub(super) fn swap_lanes(shape: &LaneSwap, source: &[u16], out: &mut [u16]) {
    portable::swap_lanes(shape, source, out);
}

super::vector::entry_points!(Quad, "neon");
