//! rANS with AVX-512: 64 states in four registers, renormalised by compression and expansion.

use core::arch::x86_64::*;

use super::scratch::Backward;
use crate::model::{ESCAPE, FIRST_STATE, HIGH_PRECISION, LOW_PRECISION, Model, STATES, Split};
use crate::shape::GROUP;

/// Maximum bytes of words of a group: one word for each of its 128 halves.
const MAX_WORDS: usize = 2 * 2 * GROUP;

/// The contexts of a group: those of the low halves in the low bytes of words, those of the high
/// halves in the high bytes. Counts must be known up to lane `start`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn contexts(split: &Split, table: __m512i, counts: &[u16], start: usize) -> [__m512i; 2] {
    let high = _mm512_set1_epi16(32 << 8);
    let mut sums = [high; 2];
    for step in split.steps_at(start) {
        if step == 0 {
            let middle = _mm512_set1_epi16(split.middle as i16);
            sums = sums.map(|sum| _mm512_add_epi16(sum, middle));
        } else {
            let from = &counts[start - step..][..GROUP];
            // SAFETY: 64 counts.
            let (a, b) = unsafe {
                (
                    _mm512_loadu_si512(from.as_ptr().cast()),
                    _mm512_loadu_si512(from.as_ptr().add(32).cast()),
                )
            };
            sums = [_mm512_add_epi16(sums[0], a), _mm512_add_epi16(sums[1], b)];
        }
    }
    sums.map(|sum| _mm512_permutexvar_epi8(sum, table))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn context_table(split: &Split) -> __m512i {
    // SAFETY: 64 bytes.
    unsafe { _mm512_loadu_si512(split.contexts.as_ptr().cast()) }
}

/// Words 0..16 or 16..32 of a register as 32-bit numbers.
#[inline]
#[target_feature(enable = "avx512f")]
fn widen(words: __m512i, upper: bool) -> __m512i {
    let half =
        if upper { _mm512_extracti64x4_epi64::<1>(words) } else { _mm512_castsi512_si256(words) };
    _mm512_cvtepu16_epi32(half)
}

/// The AVX-512 version of [`super::portable::places`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
pub(super) fn places(split: &Split, lanes: &[u16], to: &mut Backward) {
    let table = context_table(split);
    let low_mask = _mm512_set1_epi16((1 << split.low_bits) - 1);
    let low_byte = _mm512_set1_epi16(0xff);
    let low_bits = _mm_cvtsi32_si128(split.low_bits as i32);
    for start in (0..lanes.len()).step_by(GROUP) {
        let contexts = contexts(split, table, &to.counts, start);
        for (i, context) in contexts.into_iter().enumerate() {
            let at = start + 32 * i;
            let part = at..at + 32;
            let from = &lanes[part.clone()];
            // SAFETY: 32 lanes.
            let lane = unsafe { _mm512_loadu_si512(from.as_ptr().cast()) };
            let low = _mm512_and_si512(lane, low_mask);
            let high = _mm512_srl_epi16(lane, low_bits);
            let halves = _mm512_or_si512(low, _mm512_slli_epi16::<8>(high));
            let counts = _mm512_popcnt_epi8(halves);
            let low_at = _mm512_or_si512(_mm512_slli_epi16::<8>(context), low);
            let of_low = _mm512_slli_epi16::<8>(counts);
            let high_context = _mm512_andnot_si512(low_byte, _mm512_add_epi16(context, of_low));
            let high_at = _mm512_or_si512(high_context, high);
            for (to, words) in
                [(&mut to.counts, counts), (&mut to.low_at, low_at), (&mut to.high_at, high_at)]
            {
                // SAFETY: 32 words.
                unsafe { _mm512_storeu_si512(to[part.clone()].as_mut_ptr().cast(), words) };
            }
        }
    }
}

/// Encodes 16 halves, the first at `places`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi2,bmi2,popcnt")]
fn push<const PRECISION: u32>(
    x: __m512i,
    places: &[u16],
    table: &[u32],
    (words, word): (&mut [u16], &mut usize),
    (escapes, escape): (&mut [u8], &mut usize),
) -> __m512i {
    let places: &[u16; 16] = places.try_into().expect("sixteen places");
    // SAFETY: 16 words.
    let places = _mm512_cvtepu16_epi32(unsafe { _mm256_loadu_si256(places.as_ptr().cast()) });
    debug_assert!(_mm512_reduce_max_epu32(places) < table.len() as u32);
    // SAFETY: `places` come from `super::portable::places` or its vector version, which put together a
    // context of the model and a symbol below 256; the table has 256 entries for each context.
    let entries = unsafe { _mm512_i32gather_epi32::<4>(places, table.as_ptr().cast()) };
    let frequency = _mm512_and_si512(entries, _mm512_set1_epi32(0xffff));
    let start = _mm512_srli_epi32::<16>(entries);
    let escaped = _mm512_testn_epi32_mask(start, start);
    if escaped != 0 {
        let count = escaped.count_ones();
        *escape -= count as usize;
        let bytes = _mm512_cvtepi32_epi8(_mm512_maskz_compress_epi32(escaped, places));
        let to = &mut escapes[*escape..][..count as usize];
        // SAFETY: `count` bytes are written.
        unsafe {
            _mm_mask_storeu_epi8(to.as_mut_ptr().cast(), _bzhi_u32(0xffff, count) as u16, bytes);
        }
    }
    let limit = _mm512_sll_epi32(frequency, _mm_cvtsi32_si128(32 - PRECISION as i32));
    let over = _mm512_cmpge_epu32_mask(x, limit);
    let count = over.count_ones();
    let packed = _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(over, x));
    *word -= count as usize;
    let to = &mut words[*word..][..count as usize];
    // SAFETY: `count` words are written.
    unsafe {
        _mm256_mask_storeu_epi16(to.as_mut_ptr().cast(), _bzhi_u32(0xffff, count) as u16, packed);
    }
    let x = _mm512_mask_srli_epi32::<16>(x, over, x);
    // x < frequency << (32 - P), so the quotient is below 2^(32 - P) <= 2^21: the three roundings
    // of 2^-24 each leave it less than one from the true one.
    let quotient = _mm512_div_ps(_mm512_cvtepu32_ps(x), _mm512_cvtepi32_ps(frequency));
    let quotient = _mm512_cvttps_epi32(quotient);
    let rest = _mm512_sub_epi32(x, _mm512_mullo_epi32(quotient, frequency));
    let one = _mm512_set1_epi32(1);
    let below = _mm512_movepi32_mask(rest);
    let quotient = _mm512_mask_sub_epi32(quotient, below, quotient, one);
    let rest = _mm512_mask_add_epi32(rest, below, rest, frequency);
    let above = _mm512_cmpge_epi32_mask(rest, frequency);
    let quotient = _mm512_mask_add_epi32(quotient, above, quotient, one);
    let rest = _mm512_mask_sub_epi32(rest, above, rest, frequency);
    let high = _mm512_sll_epi32(quotient, _mm_cvtsi32_si128(PRECISION as i32));
    _mm512_add_epi32(high, _mm512_add_epi32(rest, start))
}

/// The AVX-512 version of [`super::portable::encode_rans`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi2,bmi2,popcnt")]
pub(super) fn encode_rans(model: &Model, to: &mut Backward) -> [u32; STATES] {
    let Backward { low_at, high_at, words, escapes, word, escape, .. } = to;
    let mut x = [_mm512_set1_epi32(FIRST_STATE as i32); 4];
    for start in (0..low_at.len()).step_by(GROUP).rev() {
        for (i, x) in x.iter_mut().enumerate().rev() {
            let places = &high_at[start + 16 * i..][..16];
            let to = ((&mut words[..], &mut *word), (&mut escapes[..], &mut *escape));
            *x = push::<HIGH_PRECISION>(*x, places, &model.high.encode, to.0, to.1);
        }
        for (i, x) in x.iter_mut().enumerate().rev() {
            let places = &low_at[start + 16 * i..][..16];
            let to = ((&mut words[..], &mut *word), (&mut escapes[..], &mut *escape));
            *x = push::<LOW_PRECISION>(*x, places, &model.low.encode, to.0, to.1);
        }
    }
    let mut states = [0; STATES];
    for (to, x) in states.chunks_exact_mut(16).zip(x) {
        // SAFETY: 16 numbers.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), x) };
    }
    states
}

/// The remaining input.
struct Reader<'a> {
    escapes: &'a [u8],
    escape: usize,
    words: &'a [u8],
    /// Position in bytes.
    word: usize,
    /// The OR of all escapes of the halves read so far.
    seen: __m128i,
}

impl Reader<'_> {
    /// Decodes 16 halves with the given contexts; `None` if the streams end. With `NEAR_END` false
    /// there must be 32 bytes of words left.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi2,popcnt")]
    fn pull<const PRECISION: u32, const NEAR_END: bool>(
        &mut self,
        x: &mut __m512i,
        contexts: __m512i,
        table: &[u32],
    ) -> Option<__m512i> {
        let mask = _mm512_set1_epi32((1 << PRECISION) - 1);
        let precision = _mm_cvtsi32_si128(PRECISION as i32);
        let slot = _mm512_and_si512(*x, mask);
        let place = _mm512_or_si512(_mm512_sll_epi32(contexts, precision), slot);
        debug_assert!(_mm512_reduce_max_epu32(place) < table.len() as u32);
        // SAFETY: the contexts are those of the model (`contexts` looks them up in its table at
        // sums of counts of lanes already decoded and checked), and the table has 2^precision
        // entries for each of them.
        let entries = unsafe { _mm512_i32gather_epi32::<4>(place, table.as_ptr().cast()) };
        let mut symbols = _mm512_and_si512(entries, _mm512_set1_epi32(0xff));
        let frequency = _mm512_and_si512(_mm512_srli_epi32::<8>(entries), _mm512_set1_epi32(0xfff));
        let upper = _mm512_srl_epi32(*x, precision);
        let bias = _mm512_srli_epi32::<20>(entries);
        let next = _mm512_add_epi32(_mm512_mullo_epi32(frequency, upper), bias);
        let escaped = _mm512_cmplt_epu32_mask(slot, _mm512_set1_epi32(ESCAPE as i32));
        if escaped != 0 {
            let count = escaped.count_ones();
            let from = self.escapes.get(self.escape..self.escape + count as usize)?;
            // SAFETY: `count` bytes are read.
            let bytes = unsafe {
                _mm_maskz_loadu_epi8(_bzhi_u32(0xffff, count) as u16, from.as_ptr().cast())
            };
            self.seen = _mm_or_si128(self.seen, bytes);
            symbols = _mm512_mask_expand_epi32(symbols, escaped, _mm512_cvtepu8_epi32(bytes));
            self.escape += count as usize;
        }
        let below = _mm512_cmplt_epu32_mask(next, _mm512_set1_epi32(FIRST_STATE as i32));
        let bytes = 2 * below.count_ones() as usize;
        let words = if NEAR_END {
            let from = self.words.get(self.word..self.word + bytes)?;
            let mask = _bzhi_u32(0xffff, below.count_ones()) as u16;
            // SAFETY: exactly the words just taken from the slice are read.
            unsafe { _mm256_maskz_loadu_epi16(mask, from.as_ptr().cast()) }
        } else {
            debug_assert!(self.word + 32 <= self.words.len());
            // SAFETY: by the contract of this function, which its only caller checks.
            unsafe { _mm256_loadu_si256(self.words.as_ptr().add(self.word).cast()) }
        };
        self.word += bytes;
        let words = _mm512_maskz_expand_epi32(below, _mm512_cvtepu16_epi32(words));
        *x = _mm512_mask_or_epi32(next, below, _mm512_slli_epi32::<16>(next), words);
        Some(symbols)
    }

    /// Returns whether all escapes so far were below `symbols`, and resets them.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn escapes_fit(&mut self, symbols: u32) -> bool {
        let last_symbol = _mm_set1_epi8((symbols - 1) as i8);
        let fit = _mm_cmpgt_epu8_mask(self.seen, last_symbol) == 0;
        self.seen = _mm_setzero_si128();
        fit
    }

    /// Decodes a group; `None` if the streams end or an escape is out of range.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,bmi2,popcnt")]
    fn group<const NEAR_END: bool>(
        &mut self,
        model: &Model,
        x: &mut [__m512i; 4],
        contexts: [__m512i; 2],
        lanes: &mut [u16; GROUP],
        counts: &mut [u16; GROUP],
    ) -> Option<()> {
        let split = model.split();
        let low_byte = _mm512_set1_epi32(0xff);
        let mut lows = [_mm512_setzero_si512(); 4];
        for i in 0..4 {
            let context = _mm512_and_si512(widen(contexts[i / 2], i % 2 == 1), low_byte);
            let table = &model.low.decode;
            lows[i] = self.pull::<LOW_PRECISION, NEAR_END>(&mut x[i], context, table)?;
        }
        if !self.escapes_fit(1 << split.low_bits) {
            return None;
        }
        let low_bits = _mm_cvtsi32_si128(split.low_bits as i32);
        for i in 0..4 {
            let of_low = _mm512_popcnt_epi32(lows[i]);
            let context = _mm512_srli_epi32::<8>(widen(contexts[i / 2], i % 2 == 1));
            let context = _mm512_add_epi32(context, of_low);
            let table = &model.high.decode;
            let high = self.pull::<HIGH_PRECISION, NEAR_END>(&mut x[i], context, table)?;
            let lane = _mm512_or_si512(lows[i], _mm512_sll_epi32(high, low_bits));
            let of_high = _mm512_slli_epi32::<8>(_mm512_popcnt_epi32(high));
            let count = _mm512_or_si512(of_low, of_high);
            let part = 16 * i..16 * i + 16;
            // SAFETY: 16 lanes and 16 counts.
            unsafe {
                let lanes = lanes[part.clone()].as_mut_ptr();
                _mm256_storeu_si256(lanes.cast(), _mm512_cvtepi32_epi16(lane));
                let counts = counts[part].as_mut_ptr();
                _mm256_storeu_si256(counts.cast(), _mm512_cvtepi32_epi16(count));
            }
        }
        self.escapes_fit(1 << split.high_bits).then_some(())
    }
}

/// The AVX-512 version of [`super::portable::decode_rans`].
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,avx512vpopcntdq,bmi2,popcnt"
)]
pub(super) fn decode_rans(
    model: &Model,
    states: &[u32; STATES],
    escapes: &[u8],
    words: &[u8],
    lanes: &mut [u16],
    counts: &mut [u16],
) -> bool {
    let split = model.split();
    let table = context_table(split);
    // SAFETY: four times 16 numbers.
    let mut x: [__m512i; 4] =
        core::array::from_fn(|i| unsafe { _mm512_loadu_si512(states.as_ptr().add(16 * i).cast()) });
    let mut reader = Reader { escapes, escape: 0, words, word: 0, seen: _mm_setzero_si128() };
    for start in (0..lanes.len()).step_by(GROUP) {
        let contexts = contexts(split, table, counts, start);
        let to: &mut [u16; GROUP] = (&mut lanes[start..start + GROUP]).try_into().expect("a group");
        let of: &mut [u16; GROUP] =
            (&mut counts[start..start + GROUP]).try_into().expect("a group");
        let decoded = if reader.word + MAX_WORDS <= words.len() {
            reader.group::<false>(model, &mut x, contexts, to, of)
        } else {
            reader.group::<true>(model, &mut x, contexts, to, of)
        };
        if decoded.is_none() {
            return false;
        }
    }
    let first = _mm512_set1_epi32(FIRST_STATE as i32);
    reader.escape == escapes.len()
        && reader.word == words.len()
        && x.iter().all(|&x| _mm512_cmpeq_epi32_mask(x, first) == u16::MAX)
}
