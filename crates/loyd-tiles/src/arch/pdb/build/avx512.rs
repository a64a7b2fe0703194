//! AVX-512 with VBMI, GFNI and VPOPCNTDQ: a group of words per register.

use super::{MAX_SOURCES, Rotation};
use crate::arch::bitmap::Line;
use core::arch::x86_64::{
    __m512i, __mmask8, _mm256_maskz_loadu_epi32, _mm512_add_epi64, _mm512_andnot_si512,
    _mm512_gf2p8affine_epi64_epi8, _mm512_load_si512, _mm512_loadu_si512,
    _mm512_mask_i32gather_epi64, _mm512_mask_storeu_epi64, _mm512_maskz_loadu_epi64,
    _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_popcnt_epi64, _mm512_reduce_add_epi64,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_slli_epi64,
    _mm512_srli_epi64, _mm512_store_si512, _mm512_ternarylogic_epi64, _mm512_test_epi64_mask,
};
use loyd_search::arch::cpu::InstructionSet;

/// The features that this file is compiled for; all must be present at run time, within the limit of this
/// process.
pub(super) fn is_available() -> bool {
    InstructionSet::Avx512.is_allowed()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni")
}

/// The place from which the words of a step come.
const HERE: u8 = 0;
const GROUPS: u8 = 1;
const WORDS: u8 = 2;

/// The operation between load and store.
const NOTHING: u8 = 0;
const BITS: u8 = 1;
const BYTES: u8 = 2;
const BITS_BYTES: u8 = 3;
const BYTES_BITS: u8 = 4;

/// Steps of up to eight words.
struct Steps<'a> {
    count: usize,
    width: usize,
    bytes: &'a [u8; 64],
    places: &'a [u32],
}

/// Exchanges `d_0` and `d_1` in each word, whose bytes are in reverse order.
///
/// Multiplying the identity by a matrix transposes it, and GF2P8AFFINEQB counts its rows
/// backwards; then as [`super::portable::exchange_bits`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn exchange_reversed(v: __m512i) -> __m512i {
    let identity = _mm512_set1_epi64(0x8040_2010_0804_0201_u64.cast_signed());
    let lower = _mm512_set1_epi64(0xff7f_3f1f_0f07_0301_u64.cast_signed());
    let turned = _mm512_gf2p8affine_epi64_epi8::<0>(identity, v);
    // 0xca = a ? b : c.
    let (down, right) = (_mm512_srli_epi64::<8>(turned), _mm512_slli_epi64::<1>(turned));
    _mm512_ternarylogic_epi64::<0xca>(lower, down, right)
}

/// Runs the steps; with `OR`, adds to the contents of `to`.
///
/// # Safety
/// `from` and `to` have `count * width` words, and the places are those of words (for `GROUPS`, of
/// whole groups) of `from`.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512vbmi,gfni")]
unsafe fn run<const FROM: u8, const WHAT: u8, const OR: bool>(
    steps: &Steps<'_>,
    from: *const u64,
    to: *mut u64,
) {
    let mask = ((1u32 << steps.width) - 1) as __mmask8;
    // `i ^ 7` reverses the bytes of each word.
    let order: [u8; 64] =
        core::array::from_fn(|i| steps.bytes[if WHAT == BYTES_BITS { i ^ 7 } else { i }]);
    let reverse: [u8; 64] = core::array::from_fn(|i| (i % 16) as u8 ^ 7);
    // SAFETY: 64 bytes; everything else by contract.
    unsafe {
        let order = _mm512_loadu_si512(order.as_ptr().cast());
        let reverse = _mm512_loadu_si512(reverse.as_ptr().cast());
        for step in 0..steps.count {
            let at = step * steps.width;
            let mut v = match FROM {
                HERE => _mm512_maskz_loadu_epi64(mask, from.add(at).cast()),
                GROUPS => {
                    let place = *steps.places.get_unchecked(step) as usize;
                    _mm512_maskz_loadu_epi64(mask, from.add(place).cast())
                }
                _ => {
                    let places = steps.places.as_ptr().add(at);
                    let places = _mm256_maskz_loadu_epi32(mask, places.cast());
                    let zero = _mm512_setzero_si512();
                    _mm512_mask_i32gather_epi64::<8>(zero, mask, places, from.cast())
                }
            };
            if WHAT == BITS || WHAT == BITS_BYTES {
                v = exchange_reversed(_mm512_shuffle_epi8(v, reverse));
            }
            if WHAT == BYTES || WHAT == BITS_BYTES || WHAT == BYTES_BITS {
                v = _mm512_permutexvar_epi8(order, v);
            }
            if WHAT == BYTES_BITS {
                v = exchange_reversed(v);
            }
            if OR {
                v = _mm512_or_si512(v, _mm512_maskz_loadu_epi64(mask, to.add(at).cast()));
            }
            _mm512_mask_storeu_epi64(to.add(at).cast(), mask, v);
        }
    }
}

/// Vector version of [`super::portable::rotate`].
///
/// # Safety
/// The features of [`is_available`] are present; all blocks have the lines of the rotation.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512vbmi,gfni")]
pub(super) unsafe fn rotate(
    rotation: &Rotation,
    source: &[Line],
    out: &mut [Line],
    scratch: &mut [Line],
) {
    const NO_BYTES: [u8; 64] = [0; 64];
    let bytes = rotation.bytes.as_deref();
    let what = match (rotation.bits, bytes.is_some(), rotation.low_first) {
        (false, false, _) => NOTHING,
        (true, false, _) => BITS,
        (false, true, _) => BYTES,
        (true, true, true) => BITS_BYTES,
        (true, true, false) => BYTES_BITS,
    };
    let places = match (&rotation.places, &rotation.groups) {
        (Some(places), _) | (None, Some(places)) => &places[..],
        (None, None) => &[],
    };
    let from = if rotation.places.is_some() {
        WORDS
    } else if rotation.groups.is_some() {
        GROUPS
    } else {
        HERE
    };
    let groups = Steps {
        count: rotation.words / rotation.group,
        width: rotation.group,
        bytes: bytes.unwrap_or(&NO_BYTES),
        places,
    };
    let whole = Steps { count: source.len(), width: 8, ..groups };
    let (source, out): (*const u64, *mut u64) = (source.as_ptr().cast(), out.as_mut_ptr().cast());
    let scratch: *mut u64 = scratch.as_mut_ptr().cast();
    // SAFETY: groups and lines lie in the blocks; a rotation's places lie in a block.
    unsafe {
        match (from, what) {
            (HERE, NOTHING) => run::<HERE, NOTHING, true>(&whole, source, out),
            (HERE, BITS) => run::<HERE, BITS, true>(&whole, source, out),
            (HERE, BYTES) => run::<HERE, BYTES, true>(&groups, source, out),
            (HERE, BITS_BYTES) => run::<HERE, BITS_BYTES, true>(&groups, source, out),
            (HERE, _) => run::<HERE, BYTES_BITS, true>(&groups, source, out),
            (GROUPS, _) => run::<GROUPS, NOTHING, true>(&groups, source, out),
            (_, NOTHING) => run::<WORDS, NOTHING, true>(&groups, source, out),
            (_, BYTES) if rotation.low_first => {
                run::<HERE, BYTES, false>(&groups, source, scratch);
                run::<WORDS, NOTHING, true>(&groups, scratch, out);
            }
            (_, BITS_BYTES) => {
                run::<HERE, BITS_BYTES, false>(&groups, source, scratch);
                run::<WORDS, NOTHING, true>(&groups, scratch, out);
            }
            (_, BYTES) => run::<WORDS, BYTES, true>(&groups, source, out),
            (_, _) => run::<WORDS, BYTES_BITS, true>(&groups, source, out),
        }
    }
}

/// Vector version of [`super::portable::settle`].
///
/// # Safety
/// The features of [`is_available`] are present; there are at most [`MAX_SOURCES`] sources; all
/// blocks are as long as `within`.
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
pub(super) unsafe fn settle(
    sources: &[&[Line]],
    within: &mut [Line],
    news: Option<&mut [Line]>,
) -> u64 {
    let mut starts = [core::ptr::null(); MAX_SOURCES];
    for (start, source) in starts.iter_mut().zip(sources) {
        *start = source.as_ptr();
    }
    let news = news.map_or(core::ptr::null_mut(), <[Line]>::as_mut_ptr);
    macro_rules! arms {
        ($($n:literal)*) => {
            match sources.len() {
                // SAFETY: passed on.
                $($n => unsafe { settle_n::<$n>(&starts, within, news) },)*
                _ => unreachable!("the number of sources was checked"),
            }
        };
    }
    arms!(0 1 2 3 4 5 6 7 8)
}

/// # Safety
/// The conditions of [`settle`]; `news` may be null.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
unsafe fn settle_n<const N: usize>(
    starts: &[*const Line; MAX_SOURCES],
    within: &mut [Line],
    news: *mut Line,
) -> u64 {
    let mut count = _mm512_setzero_si512();
    for (i, line) in within.iter_mut().enumerate() {
        let line: *mut __m512i = core::ptr::from_mut(line).cast();
        // SAFETY: by contract.
        unsafe {
            let old = _mm512_load_si512(line.cast());
            let mut all = _mm512_setzero_si512();
            for &start in &starts[..N] {
                all = _mm512_or_si512(all, _mm512_load_si512(start.add(i).cast()));
            }
            let new = _mm512_andnot_si512(old, all);
            if _mm512_test_epi64_mask(new, new) != 0 {
                _mm512_store_si512(line.cast(), _mm512_or_si512(old, new));
                if !news.is_null() {
                    let at = news.add(i).cast();
                    _mm512_store_si512(at, _mm512_or_si512(new, _mm512_load_si512(at)));
                }
                count = _mm512_add_epi64(count, _mm512_popcnt_epi64(new));
            }
        }
    }
    _mm512_reduce_add_epi64(count).cast_unsigned()
}
