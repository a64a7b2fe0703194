//! The portable steps of a batch, compiled for AVX2, and the places of tiles by lookups in registers.

use super::{Batch, Tables, portable};
use crate::arch::pdb::index::{Avx2, PADS};
use loyd_search::arch::cpu::InstructionSet;
use std::arch::x86_64::{
    __m128i, _mm_adds_epu8, _mm_blendv_epi8, _mm_cmplt_epi8, _mm_cvtsi64_si128, _mm_cvtsi128_si64,
    _mm_loadu_si128, _mm_or_si128, _mm_set1_epi8, _mm_setzero_si128, _mm_shuffle_epi8,
    _mm_sub_epi8,
};

/// True if the processor has the features that the steps are compiled for, within the limit of this
/// process.
pub(super) fn is_available() -> bool {
    InstructionSet::Avx2.is_allowed() && InstructionSet::Avx2.is_present()
}

/// See [`portable::fill`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn fill<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    portable::fill(tables, batch);
}

/// See [`portable::locate`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn locate<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    // SAFETY: AVX2 is enabled.
    unsafe { portable::locate_by::<C, L, Avx2>(tables, batch) };
}

/// See [`portable::judge`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn judge<const C: usize, const L: usize>(tables: &Tables<'_>, batch: &mut Batch<C, L>) {
    portable::judge(tables, batch);
}

/// See [`portable::places`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn places<const C: usize, const L: usize>(
    tables: &Tables<'_>,
    cells: &[u8; C],
) -> [u64; L] {
    let cell_of = Bytes::<C>::of(&portable::inverse(cells));
    let pads = _mm_cvtsi64_si128(PADS as i64);
    let mut places = [0; L];
    for (place, lane) in places.iter_mut().zip(&tables.lanes) {
        let tiles = _mm_cvtsi64_si128(i64::from_le_bytes(lane.tiles));
        let cells = Bytes::<C>::of(&lane.frame).at(cell_of.at(tiles));
        // Only the number of no tile has the sign bit.
        let unused = _mm_cmplt_epi8(tiles, _mm_setzero_si128());
        *place = _mm_cvtsi128_si64(_mm_blendv_epi8(cells, pads, unused)) as u64;
    }
    places
}

/// A table of `C` bytes, at most 32.
#[derive(Clone, Copy)]
struct Bytes<const C: usize>([__m128i; 2]);

impl<const C: usize> Bytes<C> {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn of(bytes: &[u8; 32]) -> Self {
        // SAFETY: each load takes half of the 32 bytes.
        unsafe {
            Self([
                _mm_loadu_si128(bytes.as_ptr().cast()),
                _mm_loadu_si128(bytes.as_ptr().add(16).cast()),
            ])
        }
    }

    /// The bytes at numbers below `C`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn at(self, numbers: __m128i) -> __m128i {
        if C <= 16 {
            return _mm_shuffle_epi8(self.0[0], numbers);
        }
        // A number with the upper bit gives 0: of each pair of lookups one gives the byte.
        let low = _mm_adds_epu8(numbers, _mm_set1_epi8(0x70));
        let high = _mm_sub_epi8(numbers, _mm_set1_epi8(16));
        _mm_or_si128(_mm_shuffle_epi8(self.0[0], low), _mm_shuffle_epi8(self.0[1], high))
    }
}
