//! The kernels written once over a small vector trait, for instruction sets without compression and
//! expansion: AVX2 and NEON.
//!
//! [`Vector`] is 32 bytes, in one or two registers, so that the loops are the same for both; [`Half`] is
//! 16 bytes, in which both shuffle bytes freely. Compression and expansion, one instruction with AVX-512, are a shuffle of
//! eight numbers by a row of a table with 256 rows (`tables`). Trait methods are `inline(always)`: they
//! become vector code when inlined into a function that is compiled for the instruction set
//! ([`entry_points`]). A closure may remain a function without these instructions, so the kernels are loops.

pub(super) mod rans;
mod tables;
pub(super) mod tiers;

/// 32 bytes in registers: 8 numbers of 32 bits, 16 of 16 or 32 of 8. A *mask* has all bits of a number
/// set or none.
///
/// # Safety
/// All methods may use the instructions of the implementing set: they must be called only where they are
/// known to be available. Those with addresses read or write 32 bytes there, unless another length is
/// stated.
pub(super) trait Vector: Copy {
    type Half: Half;
    /// Partial population counts.
    type Count: Copy;

    unsafe fn load(from: *const u8) -> Self;
    /// 16 bytes in both halves.
    unsafe fn load_twice(from: *const u8) -> Self;
    unsafe fn store(self, to: *mut u8);
    unsafe fn splat8(byte: u8) -> Self;
    unsafe fn splat16(word: u16) -> Self;
    unsafe fn splat32(number: u32) -> Self;
    unsafe fn halves(self) -> [Self::Half; 2];

    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// The bits of `self` that `mask` lacks.
    unsafe fn without(self, mask: Self) -> Self;
    /// `self` where `mask` is 0, `other` where it is 1.
    unsafe fn select(self, other: Self, mask: Self) -> Self;

    unsafe fn add16(self, other: Self) -> Self;
    unsafe fn shl16(self, bits: u32) -> Self;
    unsafe fn shr16(self, bits: u32) -> Self;
    unsafe fn add32(self, other: Self) -> Self;
    unsafe fn sub32(self, other: Self) -> Self;
    unsafe fn mul32(self, other: Self) -> Self;
    unsafe fn shl32(self, bits: u32) -> Self;
    unsafe fn shr32(self, bits: u32) -> Self;
    /// The quotient of unsigned numbers, at most one from the true one, if that is below 2^22.
    unsafe fn quotient(self, divisor: Self) -> Self;

    unsafe fn min8(self, other: Self) -> Self;
    unsafe fn eq8(self, other: Self) -> Self;
    unsafe fn eq16(self, other: Self) -> Self;
    unsafe fn eq32(self, other: Self) -> Self;
    /// Greater, as signed numbers.
    unsafe fn gt32(self, other: Self) -> Self;
    /// At least `other`, as unsigned numbers.
    unsafe fn ge32(self, other: Self) -> Self;
    /// A bit of a mask for each byte.
    unsafe fn bits8(self) -> u32;
    /// A bit of two masks for each word.
    unsafe fn bits16(low: Self, high: Self) -> u32;
    /// A bit of a mask for each number of 32 bits.
    unsafe fn bits32(self) -> u8;

    /// Bytes of `table`, the same 16 in both halves, at positions below 16.
    unsafe fn look_up(self, table: Self) -> Self;
    /// Bytes of two tables at positions below 32.
    unsafe fn look_up32(self, tables: [Self; 2]) -> Self;
    /// Population counts of bytes.
    unsafe fn count8(self) -> Self;
    /// The bytes of each half of `low` and `high` in turn: the first eight of both, and the others.
    unsafe fn interleave8(low: Self, high: Self) -> [Self; 2];
    /// `table[i]` for the eight numbers i, which must lie in the table.
    unsafe fn gather(self, table: *const u32) -> Self;
    /// Eight words as numbers of 32 bits.
    unsafe fn widen(words: Self::Half) -> Self;
    /// The low words of eight numbers.
    unsafe fn narrow(self) -> Self::Half;
    /// Sixteen numbers below 2^16 as words.
    unsafe fn pack(low: Self, high: Self) -> Self;

    unsafe fn zero_count() -> Self::Count;
    unsafe fn add_count(self, count: Self::Count) -> Self::Count;
    unsafe fn total(count: Self::Count) -> u64;
}

/// 16 bytes in a register.
///
/// # Safety
/// The conditions of [`Vector`], with 16 bytes at addresses.
pub(super) trait Half: Copy {
    unsafe fn load(from: *const u8) -> Self;
    unsafe fn store(self, to: *mut u8);
    /// Reads eight bytes; the others are 0.
    unsafe fn load8(from: *const u8) -> Self;
    /// Writes the first eight bytes.
    unsafe fn store_low(self, to: *mut u8);
    /// Writes the last eight bytes.
    unsafe fn store_high(self, to: *mut u8);
    unsafe fn splat16(word: u16) -> Self;
    /// The bytes at positions below 16; 0 for positions from 128 on.
    unsafe fn shuffle(self, positions: Self) -> Self;
    /// Like [`shuffle`](Half::shuffle), with the bytes of `other` for positions from 128 on.
    unsafe fn shuffle_or(self, positions: Self, other: Self) -> Self;
}

/// Compiles the kernels for one instruction set.
macro_rules! entry_points {
    ($vector:ty, $features:literal) => {
        use super::scratch::{Backward, Dictionary, Streams};
        use super::vector::{rans, tiers};
        use crate::model::{Model, STATES, Split};

        #[target_feature(enable = $features)]
        pub(super) fn count_ones(bytes: &[u8]) -> u64 {
            // SAFETY: the features are enabled.
            unsafe { tiers::count_ones::<$vector>(bytes) }
        }
        #[target_feature(enable = $features)]
        pub(super) fn sieve(out: u16, lanes: &[u16], masks: &mut [u8], rest: &mut [u16]) -> usize {
            // SAFETY: as above.
            unsafe { tiers::sieve::<$vector>(out, lanes, masks, rest) }
        }
        #[target_feature(enable = $features)]
        pub(super) fn unsieve(value: u16, masks: &[u8], rest: &[u16], lanes: &mut [u16]) {
            // SAFETY: as above.
            unsafe { tiers::unsieve::<$vector>(value, masks, rest, lanes) }
        }
        #[target_feature(enable = $features)]
        pub(super) fn encode_tiers(lanes: &[u16], streams: &mut Streams) {
            // SAFETY: as above.
            unsafe { tiers::encode_tiers::<$vector>(lanes, streams) }
        }
        #[target_feature(enable = $features)]
        pub(super) fn decode_tiers(
            dictionary: &Dictionary,
            nibbles: &[u8],
            codes: &[u8],
            raw: [&[u8]; 2],
            lanes: &mut [u16],
        ) -> Option<(usize, usize)> {
            // SAFETY: as above.
            unsafe { tiers::decode_tiers::<$vector>(dictionary, nibbles, codes, raw, lanes) }
        }
        #[target_feature(enable = $features)]
        pub(super) fn places(split: &Split, lanes: &[u16], to: &mut Backward) {
            // SAFETY: as above.
            unsafe { rans::places::<$vector>(split, lanes, to) }
        }
        #[target_feature(enable = $features)]
        pub(super) fn encode_rans(model: &Model, to: &mut Backward) -> [u32; STATES] {
            // SAFETY: as above.
            unsafe { rans::encode_rans::<$vector>(model, to) }
        }
        #[target_feature(enable = $features)]
        pub(super) fn decode_rans(
            model: &Model,
            states: &[u32; STATES],
            escapes: &[u8],
            words: &[u8],
            lanes: &mut [u16],
            counts: &mut [u16],
        ) -> bool {
            // SAFETY: as above.
            unsafe { rans::decode_rans::<$vector>(model, states, escapes, words, lanes, counts) }
        }
    };
}
pub(super) use entry_points;
