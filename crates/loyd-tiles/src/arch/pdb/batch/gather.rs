//! Eight words gathered from eight addresses, each of which may lie in another table.
//!
//! The gathers of `std::arch` take one base pointer and eight offsets, so all addresses must belong
//! to the allocation of that pointer. Each table is a separate allocation, so no base reaches all
//! of them. The intended operation is eight reads through eight pointers,
//!
//! ```text
//! word i := read(with_exposed_provenance(address i))
//! ```
//!
//! of tables whose provenance the caller has exposed ([`address_of`]). The instruction does exactly
//! that, and is used directly.

use std::arch::asm;
use std::arch::x86_64::{__m512i, __mmask8, _mm512_setzero_si512};

/// Returns the address of the first byte of a slice and exposes its provenance, so that [`gather`]
/// may read it.
#[inline]
pub(super) fn address_of<T>(slice: &[T]) -> u64 {
    slice.as_ptr().expose_provenance() as u64
}

/// The words at the addresses selected by `live`; 0 in the other lanes.
///
/// # Safety
/// At every address selected by `live` there are eight initialised bytes of a slice that is
/// currently borrowed and was passed to [`address_of`], and that nothing modifies during the call.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn gather(live: __mmask8, addresses: __m512i) -> __m512i {
    let mut words = _mm512_setzero_si512();
    // SAFETY: the instruction reads at the addresses of the mask, which the caller guarantees, and
    // writes the two registers named. It leaves the mask empty.
    unsafe {
        asm!(
            "vpgatherqq {words} {{{live}}}, [{addresses}]",
            words = inout(zmm_reg) words,
            live = inout(kreg) live => _,
            addresses = in(zmm_reg) addresses,
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::arch::x86_64::_mm512_loadu_si512;

    #[target_feature(enable = "avx512f")]
    fn gathered(live: __mmask8, addresses: [u64; 8]) -> [u64; 8] {
        // SAFETY: a vector is eight words; the addresses are those of words below.
        unsafe {
            let words = gather(live, _mm512_loadu_si512(addresses.as_ptr().cast()));
            std::mem::transmute::<__m512i, [u64; 8]>(words)
        }
    }

    #[test]
    fn words_of_several_tables_come_from_their_places() {
        if !is_x86_feature_detected!("avx512f") {
            return;
        }
        let tables: Vec<Vec<u64>> =
            (0..5).map(|t| (0..100).map(|i| 1000 * t + i).collect()).collect();
        let word = |i: usize| (&tables[i % 5], i * 37 % 100);
        let addresses = std::array::from_fn(|i| address_of(&word(i).0[word(i).1..]));
        for live in 0..=255u8 {
            // SAFETY: the processor's features were checked.
            let words = unsafe { gathered(live, addresses) };
            for (i, words) in words.into_iter().enumerate() {
                let expected = if live >> i & 1 == 1 { word(i).0[word(i).1] } else { 0 };
                assert_eq!(words, expected);
            }
        }
        // Addresses that the mask does not select are not read.
        // SAFETY: as above.
        assert_eq!(unsafe { gathered(0, [8; 8]) }, [0; 8]);
    }
}
