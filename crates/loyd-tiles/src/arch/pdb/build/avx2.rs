//! AVX2: a group of four to eight words in two registers.

use super::group::{self, Group};
use super::{Rotation, portable, settle};
use crate::arch::bitmap::Line;
use crate::arch::bitmap::avx2::Pair;
use core::arch::x86_64::{
    __m256i, _mm_loadl_epi64, _mm_loadu_si128, _mm_storel_epi64, _mm_storeu_si128,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi64, _mm256_srli_epi64,
    _mm256_storeu_si256, _mm256_xor_si256, _mm256_zextsi128_si256,
};
use loyd_search::arch::cpu::InstructionSet;

/// The feature that this file is compiled for; it must be present at run time, within the limit of
/// this process.
pub(super) fn is_available() -> bool {
    InstructionSet::Avx2.is_allowed() && is_x86_feature_detected!("avx2")
}

/// `N` words, 4 to 6 or 8.
#[derive(Clone, Copy)]
struct Words<const N: usize>(__m256i, __m256i);

/// For each register of the result and each half of a source register the shuffle of the bytes
/// that come from there. Groups whose bytes are exchanged have at most six words: three halves.
#[derive(Clone, Copy)]
struct Order([[__m256i; 3]; 2]);

// SAFETY (all methods): the trait's contract says that AVX2 is available; addresses are guaranteed
// by the caller.
#[allow(clippy::undocumented_unsafe_blocks)]
impl<const N: usize> Group for Words<N> {
    type Order = Order;

    #[inline(always)]
    unsafe fn order(bytes: &[u8; 64]) -> Order {
        let mut order = [[unsafe { _mm256_setzero_si256() }; 3]; 2];
        for (register, shuffles) in order.iter_mut().enumerate() {
            for (half, shuffle) in shuffles.iter_mut().enumerate() {
                // An index with its highest bit set makes the byte zero.
                let mut indices = [0x80u8; 32];
                for (index, &from) in indices.iter_mut().zip(&bytes[32 * register..]) {
                    if usize::from(from) / 16 == half {
                        *index = from % 16;
                    }
                }
                *shuffle = unsafe { _mm256_loadu_si256(indices.as_ptr().cast()) };
            }
        }
        Order(order)
    }
    #[inline(always)]
    unsafe fn load(from: *const u64, _width: usize) -> Self {
        unsafe {
            let rest = from.add(4);
            let rest = match N {
                8 => _mm256_loadu_si256(rest.cast()),
                6 => _mm256_zextsi128_si256(_mm_loadu_si128(rest.cast())),
                5 => _mm256_zextsi128_si256(_mm_loadl_epi64(rest.cast())),
                _ => _mm256_setzero_si256(),
            };
            Words(_mm256_loadu_si256(from.cast()), rest)
        }
    }
    #[inline(always)]
    unsafe fn gather(from: *const u64, places: *const u32, _width: usize) -> Self {
        // The words are loaded one by one.
        macro_rules! word {
            ($number:literal) => {
                if $number < N {
                    (*from.add(*places.add($number) as usize)).cast_signed()
                } else {
                    0
                }
            };
        }
        unsafe {
            Words(
                _mm256_set_epi64x(word!(3), word!(2), word!(1), word!(0)),
                _mm256_set_epi64x(word!(7), word!(6), word!(5), word!(4)),
            )
        }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        unsafe { Words(_mm256_or_si256(self.0, other.0), _mm256_or_si256(self.1, other.1)) }
    }
    #[inline(always)]
    unsafe fn exchange_bits(self) -> Self {
        unsafe { Words(exchange_bits(self.0), if N > 4 { exchange_bits(self.1) } else { self.1 }) }
    }
    #[inline(always)]
    unsafe fn exchange_bytes(self, order: Order) -> Self {
        unsafe {
            let halves = [
                _mm256_permute2x128_si256::<0x00>(self.0, self.0),
                _mm256_permute2x128_si256::<0x11>(self.0, self.0),
                _mm256_permute2x128_si256::<0x00>(self.1, self.1),
            ];
            let low = shuffle::<N>(halves, order.0[0]);
            Words(low, if N > 4 { shuffle::<N>(halves, order.0[1]) } else { self.1 })
        }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64, _width: usize) {
        unsafe {
            _mm256_storeu_si256(to.cast(), self.0);
            let rest = to.add(4);
            match N {
                8 => _mm256_storeu_si256(rest.cast(), self.1),
                6 => _mm_storeu_si128(rest.cast(), _mm256_castsi256_si128(self.1)),
                5 => _mm_storel_epi64(rest.cast(), _mm256_castsi256_si128(self.1)),
                _ => (),
            }
        }
    }
}

/// One register of the rearranged bytes of `N` words.
#[inline]
#[target_feature(enable = "avx2")]
fn shuffle<const N: usize>(halves: [__m256i; 3], order: [__m256i; 3]) -> __m256i {
    let [a, b] =
        [_mm256_shuffle_epi8(halves[0], order[0]), _mm256_shuffle_epi8(halves[1], order[1])];
    let bytes = _mm256_or_si256(a, b);
    if N > 4 { _mm256_or_si256(bytes, _mm256_shuffle_epi8(halves[2], order[2])) } else { bytes }
}

/// See [`portable::exchange_bits`].
#[inline]
#[target_feature(enable = "avx2")]
fn exchange_bits(words: __m256i) -> __m256i {
    macro_rules! swap {
        ($x:expr, $distance:literal, $mask:literal) => {{
            let x = $x;
            let t = _mm256_xor_si256(x, _mm256_srli_epi64::<$distance>(x));
            let t = _mm256_and_si256(t, _mm256_set1_epi64x($mask));
            _mm256_xor_si256(_mm256_xor_si256(x, t), _mm256_slli_epi64::<$distance>(t))
        }};
    }
    let x = swap!(words, 7, 0x00aa_00aa_00aa_00aa);
    let x = swap!(x, 14, 0x0000_cccc_0000_cccc);
    let turned = swap!(x, 28, 0x0000_0000_f0f0_f0f0);
    let lower = _mm256_set1_epi64x(portable::LOWER.cast_signed());
    let (down, right) = (_mm256_srli_epi64::<8>(turned), _mm256_slli_epi64::<1>(turned));
    _mm256_or_si256(_mm256_and_si256(lower, down), _mm256_andnot_si256(lower, right))
}

/// See [`group::rotate`]. Groups of fewer than four words, those of up to five tiles, take the
/// portable kernel: their tables are small.
///
/// # Safety
/// The feature of [`is_available`] is present; all blocks have the lines of the rotation.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn rotate(
    rotation: &Rotation,
    source: &[Line],
    out: &mut [Line],
    scratch: &mut [Line],
) {
    type Whole = Words<8>;
    // SAFETY: AVX2 is enabled; the widths are those of the types; the rest by contract.
    unsafe {
        match rotation.group {
            4 => group::rotate::<Whole, Words<4>>(rotation, source, out, scratch),
            5 => group::rotate::<Whole, Words<5>>(rotation, source, out, scratch),
            6 => group::rotate::<Whole, Words<6>>(rotation, source, out, scratch),
            _ => portable::rotate(rotation, source, out, scratch),
        }
    }
}

/// See [`settle::settle`].
///
/// # Safety
/// The feature of [`is_available`] is present; the rest as there.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn settle(
    sources: &[&[Line]],
    within: &mut [Line],
    news: Option<&mut [Line]>,
) -> u64 {
    // SAFETY: AVX2 is enabled; the rest by contract.
    unsafe { settle::settle::<Pair>(sources, within, news) }
}
