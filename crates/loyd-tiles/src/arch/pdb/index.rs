//! From the cells of a pattern's tiles to the two parts of its index in a table: the set of
//! occupied cells and the rank of the tiles' order ([`crate::tile_order`]).
//!
//! ```text
//! for each slot i
//!   place i     := number of j with cell j < cell i           -- its place in the order
//!   inversions i := number of j < i with cell j > cell i      -- the Lehmer digit of that place
//! rank := sum of weight[place i] · inversions i
//! occupied := sum of 2^(cell i)
//! ```
//!
//! A pattern is eight bytes, one per slot; unused slots hold [`PAD`] + i, which is above all cells,
//! and the places they take have weight 0. With AVX-512 eight patterns are eight lanes of 64 bits:
//!
//! 1. All pairs of slots are compared by seven rotations of the lanes by whole bytes.
//! 2. The weights are looked up by `vpshufb`, low and high bytes separately, and multiplied and
//!    added by `vpdpbusd`; different patterns may have different numbers of tiles.
//! 3. Bits of cells come from `vpermb`, one table per eight cells; as the cells differ, `vpsadbw`
//!    joins them.
//!
//! *Limit.* 62 vector operations for eight patterns on 4x4, of which two can run per cycle: 4
//! cycles per pattern.

/// The value of slots beyond a pattern's tiles, to which the slot number is added.
pub(crate) const PAD: u64 = 0xf8;

/// Largest number of tiles of a pattern here.
pub(crate) const MAX_TILES: usize = 8;

/// Largest number of different patterns.
pub(crate) const MAX_PATTERNS: usize = 16;

/// Weights of the places of each pattern's order, low and high bytes separately.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights {
    low: [u64; MAX_PATTERNS],
    high: [u64; MAX_PATTERNS],
}

impl Weights {
    /// Sets the weights of one pattern: `weights[m]` is the weight of the digit of place m.
    pub(crate) fn set(&mut self, pattern: usize, weights: &[u16]) {
        assert!(weights.len() <= MAX_TILES);
        let bytes = |shift: u32| {
            let byte = |m: usize| u64::from(weights[m] >> shift & 0xff) << (8 * m);
            (0..weights.len()).map(byte).sum()
        };
        (self.low[pattern], self.high[pattern]) = (bytes(0), bytes(8));
    }
}

/// The eight bytes of a pattern whose tiles are on `cells`.
pub(crate) fn pack(cells: &[u8]) -> u64 {
    let byte = |slot: usize| cells.get(slot).map_or(PAD + slot as u64, |&cell| u64::from(cell));
    (0..MAX_TILES).map(|slot| byte(slot) << (8 * slot)).sum()
}

/// Occupied cells and rank of the order, for the weights of pattern `number`.
#[inline]
pub(crate) fn portable(weights: &Weights, pattern: u64, number: usize) -> (u32, u32) {
    let cells = pattern.to_le_bytes();
    let (low, high) = (weights.low[number].to_le_bytes(), weights.high[number].to_le_bytes());
    let (mut occupied, mut rank) = (0u32, 0u32);
    for (slot, &cell) in cells.iter().enumerate().take_while(|&(_, &cell)| cell < PAD as u8) {
        let place = cells.iter().filter(|&&other| other < cell).count();
        let inversions = cells[..slot].iter().filter(|&&other| other > cell).count() as u32;
        occupied |= 1 << cell;
        rank += inversions * (u32::from(low[place]) + (u32::from(high[place]) << 8));
    }
    (occupied, rank)
}

/// Prefetches the cache line that holds `items[at]`, if there is one.
#[inline]
pub(crate) fn prefetch<T>(items: &[T], at: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    prefetch_address(items.as_ptr().wrapping_add(at) as u64);
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (items, at);
}

/// Prefetches the cache line of an address.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn prefetch_address(address: u64) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch of any address is harmless: nothing is read.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::without_provenance(address as usize)) };
}

#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::Vectors;

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::Weights;
    use loyd_search::arch::cpu::InstructionSet;
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi32, _mm512_add_epi64, _mm512_and_si512, _mm512_cmplt_epu8_mask,
        _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_mask_add_epi8, _mm512_or_si512,
        _mm512_permutex2var_epi64, _mm512_permutexvar_epi8, _mm512_rol_epi64, _mm512_sad_epu8,
        _mm512_set1_epi8, _mm512_set1_epi64, _mm512_setr_epi64, _mm512_setzero_si512,
        _mm512_shuffle_epi8, _mm512_slli_epi32, _mm512_slli_epi64, _mm512_srli_epi64,
    };

    /// `table[i] = 2^(i - 8·byte)` for the cells of that byte.
    const fn bits(byte: usize) -> [u8; 64] {
        let mut table = [0; 64];
        let mut bit = 0;
        while bit < 8 {
            table[8 * byte + bit] = 1 << bit;
            bit += 1;
        }
        table
    }

    static BITS: [[u8; 64]; 4] = [bits(0), bits(1), bits(2), bits(3)];

    /// Mask of bytes: the slots from `from` on.
    const fn slots_from(from: u32) -> u64 {
        0x0101_0101_0101_0101 * (0xff << from & 0xff)
    }

    /// The constants that the kernel keeps in registers.
    pub(crate) struct Vectors {
        low: [__m512i; 2],
        high: [__m512i; 2],
        bits: [__m512i; 4],
        /// Shuffle base for `vpshufb` to find the first byte of each pattern: the upper of two in
        /// 128 bits begins at 8.
        base: __m512i,
    }

    impl Vectors {
        /// True if the processor has the features that [`Vectors::index`] needs, within the limit of this process.
        pub(crate) fn is_available() -> bool {
            InstructionSet::Avx512.is_allowed()
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512vnni")
                && is_x86_feature_detected!("popcnt")
        }

        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vnni")]
        pub(crate) fn new(weights: &Weights) -> Self {
            // SAFETY: the tables have the length of the loads.
            unsafe {
                Self {
                    low: [
                        _mm512_loadu_si512(weights.low.as_ptr().cast()),
                        _mm512_loadu_si512(weights.low.as_ptr().add(8).cast()),
                    ],
                    high: [
                        _mm512_loadu_si512(weights.high.as_ptr().cast()),
                        _mm512_loadu_si512(weights.high.as_ptr().add(8).cast()),
                    ],
                    bits: [
                        _mm512_loadu_si512(BITS[0].as_ptr().cast()),
                        _mm512_loadu_si512(BITS[1].as_ptr().cast()),
                        _mm512_loadu_si512(BITS[2].as_ptr().cast()),
                        _mm512_loadu_si512(BITS[3].as_ptr().cast()),
                    ],
                    base: {
                        let eight = 0x0808_0808_0808_0808;
                        _mm512_setr_epi64(0, eight, 0, eight, 0, eight, 0, eight)
                    },
                }
            }
        }

        /// Occupied cells and ranks of eight patterns with the weights of `numbers`.
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vnni")]
        pub(crate) fn index(&self, cells: __m512i, numbers: __m512i) -> (__m512i, __m512i) {
            let (one, zero) = (_mm512_set1_epi8(1), _mm512_setzero_si512());
            let (mut place, mut inversions) = (self.base, zero);
            macro_rules! compare {
                ($($by:literal)*) => {$(
                    let other = _mm512_rol_epi64::<{ 8 * $by }>(cells);
                    let below = _mm512_cmplt_epu8_mask(other, cells);
                    place = _mm512_mask_add_epi8(place, below, place, one);
                    let above = !below & const { slots_from($by) };
                    inversions = _mm512_mask_add_epi8(inversions, above, inversions, one);
                )*};
            }
            compare!(1 2 3 4 5 6 7);
            let weight = |table: [__m512i; 2]| {
                let mine = _mm512_permutex2var_epi64(table[0], numbers, table[1]);
                _mm512_shuffle_epi8(mine, place)
            };
            let ones = _mm512_dpbusd_epi32(zero, weight(self.low), inversions);
            let more = _mm512_dpbusd_epi32(zero, weight(self.high), inversions);
            let sums = _mm512_add_epi32(ones, _mm512_slli_epi32::<8>(more));
            let rank = _mm512_and_si512(
                _mm512_add_epi64(sums, _mm512_srli_epi64::<32>(sums)),
                _mm512_set1_epi64(0xffff_ffff),
            );
            let byte =
                |i: usize| _mm512_sad_epu8(_mm512_permutexvar_epi8(cells, self.bits[i]), zero);
            let lower = _mm512_or_si512(byte(0), _mm512_slli_epi64::<8>(byte(1)));
            let upper = _mm512_or_si512(byte(2), _mm512_slli_epi64::<8>(byte(3)));
            (_mm512_or_si512(lower, _mm512_slli_epi64::<16>(upper)), rank)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile_order;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    #[test]
    fn the_weighted_inversions_are_the_rank_of_the_order() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut weights = Weights::default();
        for tiles in 1..=8 {
            let row: Vec<u16> = (0..tiles).map(|m| tile_order::weight(tiles, m) as u16).collect();
            weights.set(tiles + 7, &row);
        }
        let (mut patterns, mut numbers, mut expected) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..if cfg!(miri) { 40 } else { 4000 } {
            let tiles = random.next_u32() as usize % 8 + 1;
            let mut board: Vec<u8> = (0..32).collect();
            for i in 0..tiles {
                board.swap(i, i + random.next_u32() as usize % (32 - i));
            }
            let cells = &board[..tiles];
            let mut slots: Vec<u8> = (0..tiles as u8).collect();
            slots.sort_by_key(|&slot| cells[usize::from(slot)]);
            let occupied = cells.iter().fold(0u32, |set, &cell| set | 1 << cell);
            patterns.push(pack(cells));
            numbers.push(tiles as u8 + 7);
            expected.push((occupied, tile_order::rank(&slots) as u32));
        }
        let indices: Vec<_> = patterns
            .iter()
            .zip(&numbers)
            .map(|(&pattern, &number)| portable(&weights, pattern, usize::from(number)))
            .collect();
        assert_eq!(indices, expected);
    }
}
