//! Tiers with AVX-512: a group of 64 codes is one register, and streams are split and merged by
//! compression and expansion.

use core::arch::x86_64::*;

use super::scratch::{Dictionary, Streams};
use crate::shape::GROUP;
use crate::tier_layout::{MORE, NIBBLES, RAW, position};

/// The features that the AVX-512 files of this crate are compiled for; all must be present.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("ssse3")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// The lane at each position: an index for byte shuffles.
const LANE_AT: [u8; GROUP] = {
    let mut lanes = [0; GROUP];
    let mut lane = 0;
    while lane < GROUP {
        lanes[16 * (lane / 8 % 4) + 8 * (lane / 32) + lane % 8] = lane as u8;
        lane += 1;
    }
    lanes
};

/// The AVX-512 version of [`super::portable::count_ones`].
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
pub(super) fn count_ones(bytes: &[u8]) -> u64 {
    let mut sum = _mm512_setzero_si512();
    let lines = bytes.chunks_exact(64);
    let rest: u64 = lines.remainder().iter().map(|byte| u64::from(byte.count_ones())).sum();
    for line in lines {
        // SAFETY: 64 bytes.
        let line = unsafe { _mm512_loadu_si512(line.as_ptr().cast()) };
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(line));
    }
    rest + _mm512_reduce_add_epi64(sum) as u64
}

/// The AVX-512 version of [`super::portable::sieve`]; `rest` has room for one register more.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
pub(super) fn sieve(out: u16, lanes: &[u16], masks: &mut [u8], rest: &mut [u16]) -> usize {
    let out = _mm512_set1_epi16(out as i16);
    let mut count = 0;
    for (line, mask) in lanes.chunks_exact(32).zip(masks.chunks_exact_mut(4)) {
        // SAFETY: 32 lanes.
        let line = unsafe { _mm512_loadu_si512(line.as_ptr().cast()) };
        let other = _mm512_cmpneq_epi16_mask(line, out);
        mask.copy_from_slice(&other.to_le_bytes());
        let to = &mut rest[count..count + 32];
        // SAFETY: 32 lanes.
        unsafe {
            _mm512_storeu_si512(to.as_mut_ptr().cast(), _mm512_maskz_compress_epi16(other, line));
        }
        count += other.count_ones() as usize;
    }
    count
}

/// The AVX-512 version of [`super::portable::unsieve`]; `rest` has one register more.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
pub(super) fn unsieve(value: u16, masks: &[u8], rest: &[u16], lanes: &mut [u16]) {
    let value = _mm512_set1_epi16(value as i16);
    let mut at = 0;
    for (line, mask) in lanes.chunks_exact_mut(32).zip(masks.chunks_exact(4)) {
        let other = u32::from_le_bytes(mask.try_into().expect("four bytes"));
        let from = &rest[at..at + 32];
        // SAFETY: 32 lanes each.
        unsafe {
            let from = _mm512_loadu_si512(from.as_ptr().cast());
            let filled = _mm512_mask_expand_epi16(value, other, from);
            _mm512_storeu_si512(line.as_mut_ptr().cast(), filled);
        }
        at += other.count_ones() as usize;
    }
}

/// The AVX-512 version of [`super::portable::encode_tiers`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(super) fn encode_tiers(lanes: &[u16], streams: &mut Streams) {
    debug_assert!((0..GROUP).all(|lane| usize::from(LANE_AT[position(lane)]) == lane));
    let groups = lanes.len() / GROUP;
    assert!(streams.looked_up.len() >= groups * GROUP && streams.nibbles.len() >= groups * NIBBLES);
    let room = streams.codes.len().min(streams.low.len()).min(streams.high.len());
    assert!(room >= (groups + 1) * GROUP, "one register more than the streams can fill");
    let more = _mm512_set1_epi8(MORE as i8);
    let raw = _mm512_set1_epi8(RAW as i8);
    let low_bytes = _mm512_set1_epi16(0xff);
    let (mut bytes, mut raws) = (0, 0);
    // SAFETY: 64 bytes.
    let lane_at = unsafe { _mm512_loadu_si512(LANE_AT.as_ptr().cast()) };
    for group in 0..groups {
        // SAFETY: the group lies in `lanes` and, as asserted, in `looked_up`.
        let (a, b, codes) = unsafe {
            let from = lanes.as_ptr().add(group * GROUP);
            let codes = streams.looked_up.as_ptr().add(group * GROUP);
            (
                _mm512_loadu_si512(from.cast()),
                _mm512_loadu_si512(from.add(32).cast()),
                _mm512_loadu_si512(codes.cast()),
            )
        };
        let codes = _mm512_permutexvar_epi8(lane_at, codes);
        let nibbles = _mm512_min_epu8(codes, more);
        let upper = _mm512_extracti64x4_epi64::<1>(nibbles);
        let nibbles =
            _mm256_or_si256(_mm512_castsi512_si256(nibbles), _mm256_slli_epi16::<4>(upper));
        let long = _mm512_cmpge_epu8_mask(codes, more);
        let escaped = _mm512_cmpeq_epi8_mask(codes, raw);
        // SAFETY: at most 64 codes and 64 raw lanes a group, and one register more: a store ends
        // at most at (groups + 1) * 64.
        unsafe {
            _mm256_storeu_si256(streams.nibbles.as_mut_ptr().add(group * NIBBLES).cast(), nibbles);
            let packed = _mm512_maskz_compress_epi8(long, codes);
            _mm512_storeu_si512(streams.codes.as_mut_ptr().add(bytes).cast(), packed);
        }
        bytes += long.count_ones() as usize;
        if escaped != 0 {
            let low =
                _mm512_packus_epi16(_mm512_and_si512(a, low_bytes), _mm512_and_si512(b, low_bytes));
            let high = _mm512_packus_epi16(_mm512_srli_epi16::<8>(a), _mm512_srli_epi16::<8>(b));
            // SAFETY: as above.
            unsafe {
                let low = _mm512_maskz_compress_epi8(escaped, low);
                _mm512_storeu_si512(streams.low.as_mut_ptr().add(raws).cast(), low);
                let high = _mm512_maskz_compress_epi8(escaped, high);
                _mm512_storeu_si512(streams.high.as_mut_ptr().add(raws).cast(), high);
            }
            raws += escaped.count_ones() as usize;
        }
    }
    (streams.bytes, streams.raws) = (bytes, raws);
}

/// 256 bytes in four registers.
struct Table([__m512i; 4]);

impl Table {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(bytes: &[u8; 256]) -> Self {
        // SAFETY: four times 64 bytes.
        Table(core::array::from_fn(|i| unsafe {
            _mm512_loadu_si512(bytes.as_ptr().add(64 * i).cast())
        }))
    }

    /// The bytes at 64 positions; `upper` marks positions from 128 on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn look_up(&self, places: __m512i, upper: __mmask64) -> __m512i {
        let lower = _mm512_permutex2var_epi8(self.0[0], places, self.0[1]);
        let above = _mm512_permutex2var_epi8(self.0[2], places, self.0[3]);
        _mm512_mask_blend_epi8(upper, lower, above)
    }
}

/// Reads one byte of a stream for each one of `mask`, expanded to those positions.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi2,popcnt")]
fn expand(stream: &[u8], at: &mut usize, mask: __mmask64) -> Option<__m512i> {
    let count = mask.count_ones();
    let rest = stream.len() - *at;
    let bytes = if rest >= GROUP {
        // SAFETY: 64 bytes are left.
        unsafe { _mm512_loadu_si512(stream.as_ptr().add(*at).cast()) }
    } else if rest >= count as usize {
        // SAFETY: bytes beyond the mask, which has at most `rest` ones, are not touched.
        unsafe {
            _mm512_maskz_loadu_epi8(_bzhi_u64(u64::MAX, count), stream.as_ptr().add(*at).cast())
        }
    } else {
        return None;
    };
    *at += count as usize;
    Some(_mm512_maskz_expand_epi8(mask, bytes))
}

/// The AVX-512 version of [`super::portable::decode_tiers`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(super) fn decode_tiers(
    dictionary: &Dictionary,
    nibbles: &[u8],
    codes: &[u8],
    [low, high]: [&[u8]; 2],
    lanes: &mut [u16],
) -> Option<(usize, usize)> {
    let (low_table, high_table) = (Table::new(&dictionary.low), Table::new(&dictionary.high));
    let more = _mm512_set1_epi8(MORE as i8);
    let raw = _mm512_set1_epi8(RAW as i8);
    let (mut bytes, mut raws) = (0, 0);
    for (to, nibbles) in lanes.chunks_exact_mut(GROUP).zip(nibbles.chunks_exact(NIBBLES)) {
        // SAFETY: 32 bytes.
        let pairs = unsafe { _mm256_loadu_si256(nibbles.as_ptr().cast()) };
        let upper = _mm256_srli_epi16::<4>(pairs);
        let both = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(pairs), upper);
        let nibbles = _mm512_and_si512(both, more);
        let long = _mm512_cmpeq_epi8_mask(nibbles, more);
        let expanded = expand(codes, &mut bytes, long)?;
        let places = _mm512_mask_blend_epi8(long, nibbles, expanded);
        let above = _mm512_movepi8_mask(places);
        let mut low_bytes = low_table.look_up(places, above);
        let mut high_bytes = high_table.look_up(places, above);
        let escaped = _mm512_cmpeq_epi8_mask(places, raw);
        if escaped != 0 {
            let mut at = raws;
            low_bytes =
                _mm512_mask_blend_epi8(escaped, low_bytes, expand(low, &mut raws, escaped)?);
            high_bytes =
                _mm512_mask_blend_epi8(escaped, high_bytes, expand(high, &mut at, escaped)?);
        }
        // SAFETY: 64 lanes.
        unsafe {
            let to = to.as_mut_ptr();
            _mm512_storeu_si512(to.cast(), _mm512_unpacklo_epi8(low_bytes, high_bytes));
            _mm512_storeu_si512(to.add(32).cast(), _mm512_unpackhi_epi8(low_bytes, high_bytes));
        }
    }
    Some((bytes, raws))
}
