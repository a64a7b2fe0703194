//! NEON: 32 bytes are two registers.

use core::arch::aarch64::*;

use super::vector::{self, Half, Vector};

/// The feature that this file is compiled for.
pub(super) fn is_available() -> bool {
    std::arch::is_aarch64_feature_detected!("neon")
}

/// 32 bytes.
#[derive(Clone, Copy)]
pub(super) struct Pair(uint8x16_t, uint8x16_t);

/// 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Register(uint8x16_t);

/// Applies an expression to both registers. A closure might remain a call.
macro_rules! each {
    ($($x:ident = $from:expr),+ => $value:expr) => {
        Pair({ $(let $x = $from.0;)+ $value }, { $(let $x = $from.1;)+ $value })
    };
}

/// Applies an instruction for unsigned numbers of 16 bits.
macro_rules! words {
    ($name:ident($a:expr, $b:expr)) => {
        vreinterpretq_u8_u16($name(vreinterpretq_u16_u8($a), $b))
    };
}

/// Applies an instruction for unsigned numbers of 32 bits.
macro_rules! numbers {
    ($name:ident($a:expr, $b:expr)) => {
        vreinterpretq_u8_u32($name(vreinterpretq_u32_u8($a), $b))
    };
}

// SAFETY (all methods): the trait's contract says that NEON is available, and that addresses have the
// bytes to be read or written.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Half for Register {
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        unsafe { Register(vld1q_u8(from)) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        unsafe { vst1q_u8(to, self.0) }
    }
    #[inline(always)]
    unsafe fn load8(from: *const u8) -> Self {
        unsafe { Register(vcombine_u8(vld1_u8(from), vdup_n_u8(0))) }
    }
    #[inline(always)]
    unsafe fn store_low(self, to: *mut u8) {
        unsafe { vst1_u8(to, vget_low_u8(self.0)) }
    }
    #[inline(always)]
    unsafe fn store_high(self, to: *mut u8) {
        unsafe { vst1_u8(to, vget_high_u8(self.0)) }
    }
    #[inline(always)]
    unsafe fn splat16(word: u16) -> Self {
        unsafe { Register(vreinterpretq_u8_u16(vdupq_n_u16(word))) }
    }
    #[inline(always)]
    unsafe fn shuffle(self, positions: Self) -> Self {
        unsafe { Register(vqtbl1q_u8(self.0, positions.0)) }
    }
    #[inline(always)]
    unsafe fn shuffle_or(self, positions: Self, other: Self) -> Self {
        unsafe { Register(vqtbx1q_u8(other.0, self.0, positions.0)) }
    }
}

// SAFETY (all methods): as above.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Vector for Pair {
    type Half = Register;
    type Count = uint64x2_t;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        unsafe { Pair(vld1q_u8(from), vld1q_u8(from.add(16))) }
    }
    #[inline(always)]
    unsafe fn load_twice(from: *const u8) -> Self {
        let half = unsafe { vld1q_u8(from) };
        Pair(half, half)
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        unsafe {
            vst1q_u8(to, self.0);
            vst1q_u8(to.add(16), self.1);
        }
    }
    #[inline(always)]
    unsafe fn splat8(byte: u8) -> Self {
        let half = unsafe { vdupq_n_u8(byte) };
        Pair(half, half)
    }
    #[inline(always)]
    unsafe fn splat16(word: u16) -> Self {
        let half = unsafe { vreinterpretq_u8_u16(vdupq_n_u16(word)) };
        Pair(half, half)
    }
    #[inline(always)]
    unsafe fn splat32(number: u32) -> Self {
        let half = unsafe { vreinterpretq_u8_u32(vdupq_n_u32(number)) };
        Pair(half, half)
    }
    #[inline(always)]
    unsafe fn halves(self) -> [Register; 2] {
        [Register(self.0), Register(self.1)]
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { each!(a = self, b = other => vandq_u8(a, b)) }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { each!(a = self, b = other => vorrq_u8(a, b)) }
    }
    #[inline(always)]
    unsafe fn without(self, mask: Self) -> Self {
        unsafe { each!(a = self, m = mask => vbicq_u8(a, m)) }
    }
    #[inline(always)]
    unsafe fn select(self, other: Self, mask: Self) -> Self {
        unsafe { each!(a = self, b = other, m = mask => vbslq_u8(m, b, a)) }
    }

    #[inline(always)]
    unsafe fn add16(self, other: Self) -> Self {
        unsafe { each!(a = self, b = other => words!(vaddq_u16(a, vreinterpretq_u16_u8(b)))) }
    }
    #[inline(always)]
    unsafe fn shl16(self, bits: u32) -> Self {
        unsafe {
            let by = vdupq_n_s16(bits as i16);
            each!(a = self => words!(vshlq_u16(a, by)))
        }
    }
    #[inline(always)]
    unsafe fn shr16(self, bits: u32) -> Self {
        unsafe {
            let by = vdupq_n_s16(-(bits as i16));
            each!(a = self => words!(vshlq_u16(a, by)))
        }
    }
    #[inline(always)]
    unsafe fn add32(self, other: Self) -> Self {
        unsafe { each!(a = self, b = other => numbers!(vaddq_u32(a, vreinterpretq_u32_u8(b)))) }
    }
    #[inline(always)]
    unsafe fn sub32(self, other: Self) -> Self {
        unsafe { each!(a = self, b = other => numbers!(vsubq_u32(a, vreinterpretq_u32_u8(b)))) }
    }
    #[inline(always)]
    unsafe fn mul32(self, other: Self) -> Self {
        unsafe { each!(a = self, b = other => numbers!(vmulq_u32(a, vreinterpretq_u32_u8(b)))) }
    }
    #[inline(always)]
    unsafe fn shl32(self, bits: u32) -> Self {
        unsafe {
            let by = vdupq_n_s32(bits.cast_signed());
            each!(a = self => numbers!(vshlq_u32(a, by)))
        }
    }
    #[inline(always)]
    unsafe fn shr32(self, bits: u32) -> Self {
        unsafe {
            let by = vdupq_n_s32(-bits.cast_signed());
            each!(a = self => numbers!(vshlq_u32(a, by)))
        }
    }
    /// Three roundings of 2^-24 each.
    #[inline(always)]
    unsafe fn quotient(self, divisor: Self) -> Self {
        unsafe {
            each!(a = self, b = divisor => {
                let a = vcvtq_f32_u32(vreinterpretq_u32_u8(a));
                let b = vcvtq_f32_u32(vreinterpretq_u32_u8(b));
                vreinterpretq_u8_u32(vcvtq_u32_f32(vdivq_f32(a, b)))
            })
        }
    }

    #[inline(always)]
    unsafe fn min8(self, other: Self) -> Self {
        unsafe { each!(a = self, b = other => vminq_u8(a, b)) }
    }
    #[inline(always)]
    unsafe fn eq8(self, other: Self) -> Self {
        unsafe { each!(a = self, b = other => vceqq_u8(a, b)) }
    }
    #[inline(always)]
    unsafe fn eq16(self, other: Self) -> Self {
        unsafe { each!(a = self, b = other => words!(vceqq_u16(a, vreinterpretq_u16_u8(b)))) }
    }
    #[inline(always)]
    unsafe fn eq32(self, other: Self) -> Self {
        unsafe { each!(a = self, b = other => numbers!(vceqq_u32(a, vreinterpretq_u32_u8(b)))) }
    }
    #[inline(always)]
    unsafe fn gt32(self, other: Self) -> Self {
        unsafe {
            each!(a = self, b = other => {
                let (a, b) = (vreinterpretq_s32_u8(a), vreinterpretq_s32_u8(b));
                vreinterpretq_u8_u32(vcgtq_s32(a, b))
            })
        }
    }
    #[inline(always)]
    unsafe fn ge32(self, other: Self) -> Self {
        unsafe { each!(a = self, b = other => numbers!(vcgeq_u32(a, vreinterpretq_u32_u8(b)))) }
    }
    #[inline(always)]
    unsafe fn bits8(self) -> u32 {
        unsafe {
            let bits = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
            let sums = vpaddq_u8(vandq_u8(self.0, bits), vandq_u8(self.1, bits));
            let sums = vpaddq_u8(sums, sums);
            vgetq_lane_u32::<0>(vreinterpretq_u32_u8(vpaddq_u8(sums, sums)))
        }
    }
    #[inline(always)]
    unsafe fn bits16(low: Self, high: Self) -> u32 {
        unsafe {
            // The low bytes of the words of two registers.
            Pair(vuzp1q_u8(low.0, low.1), vuzp1q_u8(high.0, high.1)).bits8()
        }
    }
    #[inline(always)]
    unsafe fn bits32(self) -> u8 {
        unsafe {
            let words = vuzp1q_u8(self.0, self.1);
            let bytes = vget_low_u8(vuzp1q_u8(words, words));
            vaddv_u8(vand_u8(bytes, vcreate_u8(0x8040_2010_0804_0201)))
        }
    }

    #[inline(always)]
    unsafe fn look_up(self, table: Self) -> Self {
        unsafe { Pair(vqtbl1q_u8(table.0, self.0), vqtbl1q_u8(table.1, self.1)) }
    }
    #[inline(always)]
    unsafe fn look_up32(self, [first, second]: [Self; 2]) -> Self {
        unsafe {
            let table = uint8x16x2_t(first.0, second.0);
            Pair(vqtbl2q_u8(table, self.0), vqtbl2q_u8(table, self.1))
        }
    }
    #[inline(always)]
    unsafe fn count8(self) -> Self {
        unsafe { each!(a = self => vcntq_u8(a)) }
    }
    #[inline(always)]
    unsafe fn interleave8(low: Self, high: Self) -> [Self; 2] {
        unsafe {
            let first = each!(a = low, b = high => vzip1q_u8(a, b));
            [first, each!(a = low, b = high => vzip2q_u8(a, b))]
        }
    }
    #[inline(always)]
    unsafe fn gather(self, table: *const u32) -> Self {
        unsafe {
            let mut numbers = [0u32; 8];
            self.store(numbers.as_mut_ptr().cast());
            for number in &mut numbers {
                *number = table.add(*number as usize).read();
            }
            Self::load(numbers.as_ptr().cast())
        }
    }
    #[inline(always)]
    unsafe fn widen(words: Register) -> Self {
        unsafe {
            let words = vreinterpretq_u16_u8(words.0);
            let low = vmovl_u16(vget_low_u16(words));
            Pair(vreinterpretq_u8_u32(low), vreinterpretq_u8_u32(vmovl_high_u16(words)))
        }
    }
    #[inline(always)]
    unsafe fn narrow(self) -> Register {
        unsafe {
            let (low, high) = (vreinterpretq_u16_u8(self.0), vreinterpretq_u16_u8(self.1));
            Register(vreinterpretq_u8_u16(vuzp1q_u16(low, high)))
        }
    }

    #[inline(always)]
    unsafe fn pack(low: Self, high: Self) -> Self {
        unsafe { Pair(low.narrow().0, high.narrow().0) }
    }

    #[inline(always)]
    unsafe fn zero_count() -> uint64x2_t {
        unsafe { vdupq_n_u64(0) }
    }
    #[inline(always)]
    unsafe fn add_count(self, count: uint64x2_t) -> uint64x2_t {
        unsafe {
            let bytes = vaddq_u8(vcntq_u8(self.0), vcntq_u8(self.1));
            vpadalq_u32(count, vpaddlq_u16(vpaddlq_u8(bytes)))
        }
    }
    #[inline(always)]
    unsafe fn total(count: uint64x2_t) -> u64 {
        unsafe { vaddvq_u64(count) }
    }
}

vector::entry_points!(Pair, "neon");
