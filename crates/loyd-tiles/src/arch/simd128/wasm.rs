//! SIMD128 of WebAssembly.

use core::arch::wasm32::{
    i8x16_add, i8x16_gt, i8x16_shuffle, i8x16_sub, i8x16_swizzle, i16x8_shuffle, i32x4_add,
    i32x4_bitmask, i32x4_dot_i16x8, i32x4_eq, i32x4_gt, i32x4_shl, i32x4_shuffle, i32x4_sub,
    i64x2_eq, i64x2_shl, i64x2_shuffle, u16x8_extend_high_u8x16, u16x8_extend_low_u8x16, u32x4,
    u32x4_extract_lane, u32x4_shr, u32x4_splat, u64x2, u64x2_extract_lane, u64x2_shr, u64x2_splat,
    v128, v128_and, v128_any_true, v128_load, v128_or, v128_store, v128_xor,
};

/// True: a module with these instructions runs only where they are known.
pub(in crate::arch) const fn is_available() -> bool {
    true
}

/// Sixteen bytes.
#[derive(Clone, Copy)]
pub(in crate::arch) struct Bytes(v128);

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
        Self(unsafe { v128_load(from.cast()) })
    }
    /// # Safety
    /// There are sixteen bytes to write.
    #[inline(always)]
    pub(in crate::arch) unsafe fn store(self, to: *mut u8) {
        // SAFETY: by contract.
        unsafe { v128_store(to.cast(), self.0) };
    }
    #[inline(always)]
    pub(in crate::arch) fn words(low: u64, high: u64) -> Self {
        Self(u64x2(low, high))
    }
    #[inline(always)]
    pub(in crate::arch) fn both(word: u64) -> Self {
        Self(u64x2_splat(word))
    }
    #[inline(always)]
    pub(in crate::arch) fn to_words(self) -> [u64; 2] {
        [u64x2_extract_lane::<0>(self.0), u64x2_extract_lane::<1>(self.0)]
    }
    #[inline(always)]
    pub(in crate::arch) fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }
    #[inline(always)]
    pub(in crate::arch) fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }
    #[inline(always)]
    pub(in crate::arch) fn add8(self, other: Self) -> Self {
        Self(i8x16_add(self.0, other.0))
    }
    #[inline(always)]
    pub(in crate::arch) fn sub8(self, other: Self) -> Self {
        Self(i8x16_sub(self.0, other.0))
    }
    /// -1 in the signed bytes that are above those of `other`, else 0.
    #[inline(always)]
    pub(in crate::arch) fn above8(self, other: Self) -> Self {
        Self(i8x16_gt(self.0, other.0))
    }
    /// Both words shifted to the left.
    #[inline(always)]
    pub(in crate::arch) fn shl64<const BY: i32>(self) -> Self {
        Self(i64x2_shl(self.0, BY as u32))
    }
    /// Both words shifted to the right.
    #[inline(always)]
    pub(in crate::arch) fn shr64<const BY: i32>(self) -> Self {
        Self(u64x2_shr(self.0, BY as u32))
    }
    /// The bytes of this table at `places`; 0 for places from 16 on.
    #[inline(always)]
    pub(in crate::arch) fn at(self, places: Self) -> Self {
        Self(i8x16_swizzle(self.0, places.0))
    }
    /// The lower eight bytes of both, alternating.
    #[inline(always)]
    pub(in crate::arch) fn zip8_low(self, other: Self) -> Self {
        Self(i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(
            self.0, other.0,
        ))
    }
    /// The upper eight bytes of both, alternating.
    #[inline(always)]
    pub(in crate::arch) fn zip8_high(self, other: Self) -> Self {
        Self(i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(
            self.0, other.0,
        ))
    }
    /// The lower four 16-bit numbers of both, alternating.
    #[inline(always)]
    pub(in crate::arch) fn zip16_low(self, other: Self) -> Self {
        Self(i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(self.0, other.0))
    }
    /// The upper four 16-bit numbers of both, alternating.
    #[inline(always)]
    pub(in crate::arch) fn zip16_high(self, other: Self) -> Self {
        Self(i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(self.0, other.0))
    }
    /// The lower eight bytes as numbers of 16 bits.
    #[inline(always)]
    pub(in crate::arch) fn widen_low(self) -> Self {
        Self(u16x8_extend_low_u8x16(self.0))
    }
    /// The upper eight bytes as numbers of 16 bits.
    #[inline(always)]
    pub(in crate::arch) fn widen_high(self) -> Self {
        Self(u16x8_extend_high_u8x16(self.0))
    }
    /// Four sums of two products each, of the signed numbers of 16 bits. The order of the products differs
    /// between processors.
    #[inline(always)]
    pub(in crate::arch) fn dot16(self, other: Self) -> Self {
        Self(i32x4_dot_i16x8(self.0, other.0))
    }
    /// For each of four vectors the sum of its numbers of 32 bits.
    #[inline(always)]
    pub(in crate::arch) fn sums32(a: Self, b: Self, c: Self, d: Self) -> Self {
        macro_rules! halves {
            ($a:ident, $b:ident) => {
                i32x4_add(
                    i32x4_shuffle::<0, 4, 1, 5>($a.0, $b.0),
                    i32x4_shuffle::<2, 6, 3, 7>($a.0, $b.0),
                )
            };
        }
        let (ab, cd) = (halves!(a, b), halves!(c, d));
        Self(i32x4_add(i64x2_shuffle::<0, 2>(ab, cd), i64x2_shuffle::<1, 3>(ab, cd)))
    }
    #[inline(always)]
    pub(in crate::arch) fn xor(self, other: Self) -> Self {
        Self(v128_xor(self.0, other.0))
    }
    #[inline(always)]
    pub(in crate::arch) fn add32(self, other: Self) -> Self {
        Self(i32x4_add(self.0, other.0))
    }
    #[inline(always)]
    pub(in crate::arch) fn sub32(self, other: Self) -> Self {
        Self(i32x4_sub(self.0, other.0))
    }
    /// All numbers of 32 bits shifted to the left.
    #[inline(always)]
    pub(in crate::arch) fn shl32<const BY: i32>(self) -> Self {
        Self(i32x4_shl(self.0, BY as u32))
    }
    /// -1 in the signed numbers of 32 bits that are above those of `other`, else 0.
    #[inline(always)]
    pub(in crate::arch) fn above32(self, other: Self) -> Self {
        Self(i32x4_gt(self.0, other.0))
    }
    /// -1 in the numbers of 32 bits that are equal, else 0.
    #[inline(always)]
    pub(in crate::arch) fn equal32(self, other: Self) -> Self {
        Self(i32x4_eq(self.0, other.0))
    }
    /// -1 in the words that are equal, else 0.
    #[inline(always)]
    pub(in crate::arch) fn equal64(self, other: Self) -> Self {
        Self(i64x2_eq(self.0, other.0))
    }
    #[inline(always)]
    pub(in crate::arch) fn is_zero(self) -> bool {
        !v128_any_true(self.0)
    }
    /// The sign bits of numbers of 32 bits.
    #[inline(always)]
    pub(in crate::arch) fn mask32(self) -> u32 {
        u32::from(i32x4_bitmask(self.0))
    }
    /// The lower halves of the words of both.
    #[inline(always)]
    pub(in crate::arch) fn even32(self, other: Self) -> Self {
        Self(i32x4_shuffle::<0, 2, 4, 6>(self.0, other.0))
    }
    /// The upper halves of the words of both.
    #[inline(always)]
    pub(in crate::arch) fn odd32(self, other: Self) -> Self {
        Self(i32x4_shuffle::<1, 3, 5, 7>(self.0, other.0))
    }
    /// All numbers of 32 bits shifted to the right.
    #[inline(always)]
    pub(in crate::arch) fn shr32<const BY: i32>(self) -> Self {
        Self(u32x4_shr(self.0, BY as u32))
    }
    /// All numbers of 32 bits shifted to the left by less than 32.
    #[inline(always)]
    pub(in crate::arch) fn shl32_by(self, by: u32) -> Self {
        Self(i32x4_shl(self.0, by))
    }
    /// The same number four times.
    #[inline(always)]
    pub(in crate::arch) fn all32(number: u32) -> Self {
        Self(u32x4_splat(number))
    }
    #[inline(always)]
    pub(in crate::arch) fn numbers(numbers: [u32; 4]) -> Self {
        let [a, b, c, d] = numbers;
        Self(u32x4(a, b, c, d))
    }
    #[inline(always)]
    pub(in crate::arch) fn to_numbers(self) -> [u32; 4] {
        [
            u32x4_extract_lane::<0>(self.0),
            u32x4_extract_lane::<1>(self.0),
            u32x4_extract_lane::<2>(self.0),
            u32x4_extract_lane::<3>(self.0),
        ]
    }
}
