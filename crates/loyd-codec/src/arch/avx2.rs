//! AVX2: 32 bytes are one register.

use core::arch::x86_64::*;

use super::vector::{self, Half, Vector};

/// The features that this file is compiled for; all must be present at run time.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// 32 bytes.
#[derive(Clone, Copy)]
pub(super) struct Wide(__m256i);

/// 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Narrow(__m128i);

// SAFETY (all methods): the trait's contract says that AVX2 is available, and that addresses have the
// bytes to be read or written.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Half for Narrow {
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        unsafe { Narrow(_mm_loadu_si128(from.cast())) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        unsafe { _mm_storeu_si128(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn load8(from: *const u8) -> Self {
        unsafe { Narrow(_mm_loadl_epi64(from.cast())) }
    }
    #[inline(always)]
    unsafe fn store_low(self, to: *mut u8) {
        unsafe { _mm_storel_epi64(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn store_high(self, to: *mut u8) {
        unsafe { _mm_storel_epi64(to.cast(), _mm_unpackhi_epi64(self.0, self.0)) }
    }
    #[inline(always)]
    unsafe fn splat16(word: u16) -> Self {
        unsafe { Narrow(_mm_set1_epi16(word.cast_signed())) }
    }
    #[inline(always)]
    unsafe fn shuffle(self, positions: Self) -> Self {
        unsafe { Narrow(_mm_shuffle_epi8(self.0, positions.0)) }
    }
    #[inline(always)]
    unsafe fn shuffle_or(self, positions: Self, other: Self) -> Self {
        unsafe {
            let shuffled = _mm_shuffle_epi8(self.0, positions.0);
            Narrow(_mm_blendv_epi8(shuffled, other.0, positions.0))
        }
    }
}

// SAFETY (all methods): as above.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Vector for Wide {
    type Half = Narrow;
    type Count = __m256i;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        unsafe { Wide(_mm256_loadu_si256(from.cast())) }
    }
    #[inline(always)]
    unsafe fn load_twice(from: *const u8) -> Self {
        unsafe { Wide(_mm256_broadcastsi128_si256(_mm_loadu_si128(from.cast()))) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        unsafe { _mm256_storeu_si256(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn splat8(byte: u8) -> Self {
        unsafe { Wide(_mm256_set1_epi8(byte.cast_signed())) }
    }
    #[inline(always)]
    unsafe fn splat16(word: u16) -> Self {
        unsafe { Wide(_mm256_set1_epi16(word.cast_signed())) }
    }
    #[inline(always)]
    unsafe fn splat32(number: u32) -> Self {
        unsafe { Wide(_mm256_set1_epi32(number.cast_signed())) }
    }
    #[inline(always)]
    unsafe fn halves(self) -> [Narrow; 2] {
        unsafe {
            let high = _mm256_extracti128_si256::<1>(self.0);
            [Narrow(_mm256_castsi256_si128(self.0)), Narrow(high)]
        }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        unsafe { Wide(_mm256_and_si256(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Wide(_mm256_or_si256(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn without(self, mask: Self) -> Self {
        unsafe { Wide(_mm256_andnot_si256(mask.0, self.0)) }
    }
    #[inline(always)]
    unsafe fn select(self, other: Self, mask: Self) -> Self {
        unsafe { Wide(_mm256_blendv_epi8(self.0, other.0, mask.0)) }
    }

    #[inline(always)]
    unsafe fn add16(self, other: Self) -> Self {
        unsafe { Wide(_mm256_add_epi16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn shl16(self, bits: u32) -> Self {
        unsafe { Wide(_mm256_sll_epi16(self.0, _mm_cvtsi32_si128(bits.cast_signed()))) }
    }
    #[inline(always)]
    unsafe fn shr16(self, bits: u32) -> Self {
        unsafe { Wide(_mm256_srl_epi16(self.0, _mm_cvtsi32_si128(bits.cast_signed()))) }
    }
    #[inline(always)]
    unsafe fn add32(self, other: Self) -> Self {
        unsafe { Wide(_mm256_add_epi32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn sub32(self, other: Self) -> Self {
        unsafe { Wide(_mm256_sub_epi32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn mul32(self, other: Self) -> Self {
        unsafe { Wide(_mm256_mullo_epi32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn shl32(self, bits: u32) -> Self {
        unsafe { Wide(_mm256_sll_epi32(self.0, _mm_cvtsi32_si128(bits.cast_signed()))) }
    }
    #[inline(always)]
    unsafe fn shr32(self, bits: u32) -> Self {
        unsafe { Wide(_mm256_srl_epi32(self.0, _mm_cvtsi32_si128(bits.cast_signed()))) }
    }
    /// Numbers from 2^31 on are converted as negative ones, and 2^32 is added: one more rounding, so that
    /// four roundings of 2^-24 each leave the quotient less than one from the true one.
    #[inline(always)]
    unsafe fn quotient(self, divisor: Self) -> Self {
        unsafe {
            let wrapped = _mm256_castsi256_ps(_mm256_srai_epi32::<31>(self.0));
            let wrapped = _mm256_and_ps(wrapped, _mm256_set1_ps(4_294_967_296.0));
            let dividend = _mm256_add_ps(_mm256_cvtepi32_ps(self.0), wrapped);
            let quotient = _mm256_div_ps(dividend, _mm256_cvtepi32_ps(divisor.0));
            Wide(_mm256_cvttps_epi32(quotient))
        }
    }

    #[inline(always)]
    unsafe fn min8(self, other: Self) -> Self {
        unsafe { Wide(_mm256_min_epu8(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn eq8(self, other: Self) -> Self {
        unsafe { Wide(_mm256_cmpeq_epi8(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn eq16(self, other: Self) -> Self {
        unsafe { Wide(_mm256_cmpeq_epi16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn eq32(self, other: Self) -> Self {
        unsafe { Wide(_mm256_cmpeq_epi32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn gt32(self, other: Self) -> Self {
        unsafe { Wide(_mm256_cmpgt_epi32(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn ge32(self, other: Self) -> Self {
        unsafe { Wide(_mm256_cmpeq_epi32(_mm256_max_epu32(self.0, other.0), self.0)) }
    }
    #[inline(always)]
    unsafe fn bits8(self) -> u32 {
        unsafe { _mm256_movemask_epi8(self.0).cast_unsigned() }
    }
    #[inline(always)]
    unsafe fn bits16(low: Self, high: Self) -> u32 {
        unsafe {
            let packed = _mm256_packs_epi16(low.0, high.0);
            Wide(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed)).bits8()
        }
    }
    #[inline(always)]
    unsafe fn bits32(self) -> u8 {
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(self.0)) as u8 }
    }

    #[inline(always)]
    unsafe fn look_up(self, table: Self) -> Self {
        unsafe { Wide(_mm256_shuffle_epi8(table.0, self.0)) }
    }
    /// Positions from 128 on yield zeros, so each table gets positions that are so for the other one's bytes.
    #[inline(always)]
    unsafe fn look_up32(self, [first, second]: [Self; 2]) -> Self {
        unsafe {
            let in_first = _mm256_adds_epu8(self.0, _mm256_set1_epi8(0x70));
            let in_second = _mm256_sub_epi8(self.0, _mm256_set1_epi8(16));
            let first = _mm256_shuffle_epi8(first.0, in_first);
            Wide(_mm256_or_si256(first, _mm256_shuffle_epi8(second.0, in_second)))
        }
    }
    #[inline(always)]
    unsafe fn count8(self) -> Self {
        unsafe {
            let ones = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let nibble = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(ones, _mm256_and_si256(self.0, nibble));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), nibble);
            Wide(_mm256_add_epi8(low, _mm256_shuffle_epi8(ones, high)))
        }
    }
    #[inline(always)]
    unsafe fn interleave8(low: Self, high: Self) -> [Self; 2] {
        unsafe {
            let first = Wide(_mm256_unpacklo_epi8(low.0, high.0));
            [first, Wide(_mm256_unpackhi_epi8(low.0, high.0))]
        }
    }
    #[inline(always)]
    unsafe fn gather(self, table: *const u32) -> Self {
        // No slower than the instruction, which microcode against its leaks makes many times slower on some
        // processors.
        unsafe {
            let mut numbers = [0u32; 8];
            self.store(numbers.as_mut_ptr().cast());
            for number in &mut numbers {
                *number = table.add(*number as usize).read();
            }
            let [a, b, c, d, e, f, g, h] = numbers.map(u32::cast_signed);
            Wide(_mm256_setr_epi32(a, b, c, d, e, f, g, h))
        }
    }
    #[inline(always)]
    unsafe fn widen(words: Narrow) -> Self {
        unsafe { Wide(_mm256_cvtepu16_epi32(words.0)) }
    }
    #[inline(always)]
    unsafe fn narrow(self) -> Narrow {
        unsafe {
            let [low, high] = self.and(Self::splat32(0xffff)).halves();
            Narrow(_mm_packus_epi32(low.0, high.0))
        }
    }

    #[inline(always)]
    unsafe fn pack(low: Self, high: Self) -> Self {
        unsafe {
            let packed = _mm256_packus_epi32(low.0, high.0);
            Wide(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed))
        }
    }

    #[inline(always)]
    unsafe fn zero_count() -> __m256i {
        unsafe { _mm256_setzero_si256() }
    }
    #[inline(always)]
    unsafe fn add_count(self, count: __m256i) -> __m256i {
        unsafe {
            let words = _mm256_sad_epu8(self.count8().0, _mm256_setzero_si256());
            _mm256_add_epi64(count, words)
        }
    }
    #[inline(always)]
    unsafe fn total(count: __m256i) -> u64 {
        let words: [u64; 4] = unsafe { core::mem::transmute(count) };
        words.iter().sum()
    }
}

vector::entry_points!(Wide, "avx2,bmi1,bmi2,lzcnt,popcnt");
