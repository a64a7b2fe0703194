//! Advanced SIMD of 64-bit Arm.

use core::arch::aarch64::{
    int16x8_t, int32x4_t, uint8x16_t, uint32x4_t, uint64x2_t, vaddq_u8, vaddq_u32, vaddvq_u32,
    vandq_u8, vceqq_u32, vceqq_u64, vcgtq_s8, vcgtq_s32, vcombine_u64, vcreate_u64, vdupq_n_s32,
    vdupq_n_u32, vdupq_n_u64, veorq_u8, vget_high_u8, vget_low_s16, vget_low_u8, vgetq_lane_u32,
    vgetq_lane_u64, vld1q_u8, vmaxvq_u32, vmlal_high_s16, vmovl_u8, vmull_s16, vorrq_u8,
    vpaddq_s32, vqtbl1q_u8, vreinterpretq_s8_u8, vreinterpretq_s16_u8, vreinterpretq_s32_u8,
    vreinterpretq_u8_s32, vreinterpretq_u8_u16, vreinterpretq_u8_u32, vreinterpretq_u8_u64,
    vreinterpretq_u16_u8, vreinterpretq_u32_u8, vreinterpretq_u64_u8, vshlq_n_u32, vshlq_n_u64,
    vshlq_u32, vshrq_n_u32, vshrq_n_u64, vst1q_u8, vsubq_u8, vsubq_u32, vuzp1q_u32, vuzp2q_u32,
    vzip1q_u8, vzip1q_u16, vzip2q_u8, vzip2q_u16,
};
use loyd_search::arch::cpu::InstructionSet;

/// True within the limit of this process, if bytes and numbers have the same order.
pub(in crate::arch) fn is_available() -> bool {
    cfg!(target_endian = "little")
        && InstructionSet::Neon.is_allowed()
        && InstructionSet::Neon.is_present()
}

/// Sixteen bytes.
#[derive(Clone, Copy)]
pub(in crate::arch) struct Bytes(uint8x16_t);

/// Computes by instructions of NEON.
macro_rules! neon {
    ($value:expr) => {
        // SAFETY: NEON belongs to the instructions for which 64-bit Arm code is compiled, and these
        // read no memory.
        unsafe { $value }
    };
}

const _: () = assert!(cfg!(target_feature = "neon"));

#[inline(always)]
fn from64(words: uint64x2_t) -> Bytes {
    Bytes(neon!(vreinterpretq_u8_u64(words)))
}

#[inline(always)]
fn as16(bytes: Bytes) -> int16x8_t {
    neon!(vreinterpretq_s16_u8(bytes.0))
}

#[inline(always)]
fn as32(bytes: Bytes) -> int32x4_t {
    neon!(vreinterpretq_s32_u8(bytes.0))
}

#[inline(always)]
fn unsigned32(bytes: Bytes) -> uint32x4_t {
    neon!(vreinterpretq_u32_u8(bytes.0))
}

#[inline(always)]
fn from32(numbers: uint32x4_t) -> Bytes {
    Bytes(neon!(vreinterpretq_u8_u32(numbers)))
}

#[inline(always)]
fn unsigned64(bytes: Bytes) -> uint64x2_t {
    neon!(vreinterpretq_u64_u8(bytes.0))
}

/// The same operations as those for WebAssembly.
impl Bytes {
    #[inline(always)]
    pub(in crate::arch) fn from_array(bytes: &[u8; 16]) -> Self {
        // SAFETY: sixteen bytes.
        unsafe { Self::load(bytes.as_ptr()) }
    }
    /// # Safety
    /// There are sixteen bytes to read.
    #[inline(always)]
    pub(in crate::arch) unsafe fn load(from: *const u8) -> Self {
        // SAFETY: by contract.
        Self(unsafe { vld1q_u8(from) })
    }
    /// # Safety
    /// There are sixteen bytes to write.
    #[inline(always)]
    pub(in crate::arch) unsafe fn store(self, to: *mut u8) {
        // SAFETY: by contract.
        unsafe { vst1q_u8(to, self.0) };
    }
    #[inline(always)]
    pub(in crate::arch) fn words(low: u64, high: u64) -> Self {
        from64(neon!(vcombine_u64(vcreate_u64(low), vcreate_u64(high))))
    }
    #[inline(always)]
    pub(in crate::arch) fn both(word: u64) -> Self {
        from64(neon!(vdupq_n_u64(word)))
    }
    #[inline(always)]
    pub(in crate::arch) fn to_words(self) -> [u64; 2] {
        let words = neon!(vreinterpretq_u64_u8(self.0));
        neon!([vgetq_lane_u64::<0>(words), vgetq_lane_u64::<1>(words)])
    }
    #[inline(always)]
    pub(in crate::arch) fn and(self, other: Self) -> Self {
        Self(neon!(vandq_u8(self.0, other.0)))
    }
    #[inline(always)]
    pub(in crate::arch) fn or(self, other: Self) -> Self {
        Self(neon!(vorrq_u8(self.0, other.0)))
    }
    #[inline(always)]
    pub(in crate::arch) fn add8(self, other: Self) -> Self {
        Self(neon!(vaddq_u8(self.0, other.0)))
    }
    #[inline(always)]
    pub(in crate::arch) fn sub8(self, other: Self) -> Self {
        Self(neon!(vsubq_u8(self.0, other.0)))
    }
    /// -1 in the signed bytes that are above those of `other`, else 0.
    #[inline(always)]
    pub(in crate::arch) fn above8(self, other: Self) -> Self {
        Self(neon!(vcgtq_s8(vreinterpretq_s8_u8(self.0), vreinterpretq_s8_u8(other.0))))
    }
    /// Both words shifted to the left.
    #[inline(always)]
    pub(in crate::arch) fn shl64<const BY: i32>(self) -> Self {
        from64(neon!(vshlq_n_u64::<BY>(vreinterpretq_u64_u8(self.0))))
    }
    /// Both words shifted to the right.
    #[inline(always)]
    pub(in crate::arch) fn shr64<const BY: i32>(self) -> Self {
        from64(neon!(vshrq_n_u64::<BY>(vreinterpretq_u64_u8(self.0))))
    }
    /// The bytes of this table at `places`; 0 for places from 16 on.
    #[inline(always)]
    pub(in crate::arch) fn at(self, places: Self) -> Self {
        Self(neon!(vqtbl1q_u8(self.0, places.0)))
    }
    /// The lower eight bytes of both, alternating.
    #[inline(always)]
    pub(in crate::arch) fn zip8_low(self, other: Self) -> Self {
        Self(neon!(vzip1q_u8(self.0, other.0)))
    }
    /// The upper eight bytes of both, alternating.
    #[inline(always)]
    pub(in crate::arch) fn zip8_high(self, other: Self) -> Self {
        Self(neon!(vzip2q_u8(self.0, other.0)))
    }
    /// The lower four 16-bit numbers of both, alternating.
    #[inline(always)]
    pub(in crate::arch) fn zip16_low(self, other: Self) -> Self {
        let (own, other) = neon!((vreinterpretq_u16_u8(self.0), vreinterpretq_u16_u8(other.0)));
        Self(neon!(vreinterpretq_u8_u16(vzip1q_u16(own, other))))
    }
    /// The upper four 16-bit numbers of both, alternating.
    #[inline(always)]
    pub(in crate::arch) fn zip16_high(self, other: Self) -> Self {
        let (own, other) = neon!((vreinterpretq_u16_u8(self.0), vreinterpretq_u16_u8(other.0)));
        Self(neon!(vreinterpretq_u8_u16(vzip2q_u16(own, other))))
    }
    /// The lower eight bytes as numbers of 16 bits.
    #[inline(always)]
    pub(in crate::arch) fn widen_low(self) -> Self {
        Self(neon!(vreinterpretq_u8_u16(vmovl_u8(vget_low_u8(self.0)))))
    }
    /// The upper eight bytes as numbers of 16 bits.
    #[inline(always)]
    pub(in crate::arch) fn widen_high(self) -> Self {
        Self(neon!(vreinterpretq_u8_u16(vmovl_u8(vget_high_u8(self.0)))))
    }
    /// Four sums of two products each, of the signed numbers of 16 bits. The order of the products differs
    /// between processors.
    #[inline(always)]
    pub(in crate::arch) fn dot16(self, other: Self) -> Self {
        let (own, other) = (as16(self), as16(other));
        let low = neon!(vmull_s16(vget_low_s16(own), vget_low_s16(other)));
        Self(neon!(vreinterpretq_u8_s32(vmlal_high_s16(low, own, other))))
    }
    /// For each of four vectors the sum of its numbers of 32 bits.
    #[inline(always)]
    pub(in crate::arch) fn sums32(a: Self, b: Self, c: Self, d: Self) -> Self {
        let sums = neon!(vpaddq_s32(vpaddq_s32(as32(a), as32(b)), vpaddq_s32(as32(c), as32(d))));
        Self(neon!(vreinterpretq_u8_s32(sums)))
    }
    #[inline(always)]
    pub(in crate::arch) fn xor(self, other: Self) -> Self {
        Self(neon!(veorq_u8(self.0, other.0)))
    }
    #[inline(always)]
    pub(in crate::arch) fn add32(self, other: Self) -> Self {
        from32(neon!(vaddq_u32(unsigned32(self), unsigned32(other))))
    }
    #[inline(always)]
    pub(in crate::arch) fn sub32(self, other: Self) -> Self {
        from32(neon!(vsubq_u32(unsigned32(self), unsigned32(other))))
    }
    /// All numbers of 32 bits shifted to the left.
    #[inline(always)]
    pub(in crate::arch) fn shl32<const BY: i32>(self) -> Self {
        from32(neon!(vshlq_n_u32::<BY>(unsigned32(self))))
    }
    /// -1 in the signed numbers of 32 bits that are above those of `other`, else 0.
    #[inline(always)]
    pub(in crate::arch) fn above32(self, other: Self) -> Self {
        from32(neon!(vcgtq_s32(as32(self), as32(other))))
    }
    /// -1 in the numbers of 32 bits that are equal, else 0.
    #[inline(always)]
    pub(in crate::arch) fn equal32(self, other: Self) -> Self {
        from32(neon!(vceqq_u32(unsigned32(self), unsigned32(other))))
    }
    /// -1 in the words that are equal, else 0.
    #[inline(always)]
    pub(in crate::arch) fn equal64(self, other: Self) -> Self {
        from64(neon!(vceqq_u64(unsigned64(self), unsigned64(other))))
    }
    #[inline(always)]
    pub(in crate::arch) fn is_zero(self) -> bool {
        neon!(vmaxvq_u32(unsigned32(self))) == 0
    }
    /// The sign bits of numbers of 32 bits, each of which is 0 or -1.
    #[inline(always)]
    pub(in crate::arch) fn mask32(self) -> u32 {
        let bits = self.and(Self::words(1 | 2 << 32, 4 | 8 << 32));
        neon!(vaddvq_u32(unsigned32(bits)))
    }
    /// The lower halves of the words of both.
    #[inline(always)]
    pub(in crate::arch) fn even32(self, other: Self) -> Self {
        from32(neon!(vuzp1q_u32(unsigned32(self), unsigned32(other))))
    }
    /// The upper halves of the words of both.
    #[inline(always)]
    pub(in crate::arch) fn odd32(self, other: Self) -> Self {
        from32(neon!(vuzp2q_u32(unsigned32(self), unsigned32(other))))
    }
    /// All numbers of 32 bits shifted to the right.
    #[inline(always)]
    pub(in crate::arch) fn shr32<const BY: i32>(self) -> Self {
        from32(neon!(vshrq_n_u32::<BY>(unsigned32(self))))
    }
    /// All numbers of 32 bits shifted to the left by less than 32.
    #[inline(always)]
    pub(in crate::arch) fn shl32_by(self, by: u32) -> Self {
        from32(neon!(vshlq_u32(unsigned32(self), vdupq_n_s32(by as i32))))
    }
    /// The same number four times.
    #[inline(always)]
    pub(in crate::arch) fn all32(number: u32) -> Self {
        from32(neon!(vdupq_n_u32(number)))
    }
    #[inline(always)]
    pub(in crate::arch) fn numbers(numbers: [u32; 4]) -> Self {
        let [a, b, c, d] = numbers.map(u64::from);
        Self::words(a | b << 32, c | d << 32)
    }
    #[inline(always)]
    pub(in crate::arch) fn to_numbers(self) -> [u32; 4] {
        let numbers = unsigned32(self);
        neon!([
            vgetq_lane_u32::<0>(numbers),
            vgetq_lane_u32::<1>(numbers),
            vgetq_lane_u32::<2>(numbers),
            vgetq_lane_u32::<3>(numbers),
        ])
    }
}
