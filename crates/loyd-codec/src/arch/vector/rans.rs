//! rANS over [`Vector`]: 64 states in eight vectors. Words are compressed and expanded by one shuffle of
//! eight words; escapes, which are rare, one by one.
//!
//! Encoding writes backwards: the words of eight states are compressed to the end of a register, which
//! ends where the last one began, and later ones overwrite the words before them.
//!
//! Decoding reads whole registers of words. The last words are copied to a buffer with zeros behind them, and
//! their number is checked after each group: units of thin levels have few words beyond that buffer.
//! Two vectors of symbols become one of words before their bits are counted and lanes put together, and each is
//! asked only once for escapes.
//!
//! *Limit.* With AVX2 decoding takes 21 instructions a lane, counted in the compiled loops; four of them load
//! entries of tables and the places of these: at four instructions a cycle 5.3 cycles. The measured cost on a
//! processor of 2024 is 1.7 ns a lane, 1.9 times that of AVX-512; that of encoding is 2.0 ns, 1.2 times, with a
//! division for each eight halves.

use super::tables::{COMPRESS16_TO_END, EXPAND16};
use super::{Half, Vector};
use crate::arch::scratch::Backward;
use crate::model::{ESCAPE, FIRST_STATE, HIGH_PRECISION, LOW_PRECISION, Model, STATES, Split};
use crate::shape::GROUP;

/// States of a vector.
const LANES: usize = 8;
/// Vectors of all states.
const VECTORS: usize = STATES / LANES;
/// Maximum bytes of words of a group: one word for each of its 128 halves.
const MAX_WORDS: usize = 2 * 2 * GROUP;
/// Bytes from the first word of a group that its registers can reach.
const REACH: usize = MAX_WORDS + 16;
/// Bytes of the last words, less than the reach of a group, with zeros for another one.
const TAIL: usize = 2 * REACH;

/// The tables of contexts: of the low halves, and of the high halves.
#[derive(Clone, Copy)]
struct Contexts<V>([[V; 2]; 2]);

impl<V: Vector> Contexts<V> {
    /// # Safety
    /// The instruction set of `V` is available.
    #[inline(always)]
    unsafe fn new(split: &Split) -> Self {
        let from = split.contexts.as_ptr();
        // SAFETY: by contract; four times 16 bytes.
        unsafe {
            Contexts([
                [V::load_twice(from), V::load_twice(from.add(16))],
                [V::load_twice(from.add(32)), V::load_twice(from.add(48))],
            ])
        }
    }

    /// The contexts of a group: those of the low halves in the low bytes of words, those of the high halves
    /// in the high bytes. Counts must be known up to lane `start`.
    ///
    /// # Safety
    /// The instruction set of `V` is available.
    #[inline(always)]
    unsafe fn at(self, split: &Split, counts: &[u16], start: usize) -> [V; GROUP / 16] {
        // SAFETY: by contract; 64 counts are read.
        unsafe {
            let mut sums = [V::splat16(0); GROUP / 16];
            for step in split.steps_at(start) {
                if step == 0 {
                    for sum in &mut sums {
                        *sum = sum.add16(V::splat16(split.middle));
                    }
                } else {
                    let from = counts[start - step..][..GROUP].as_ptr();
                    for (i, sum) in sums.iter_mut().enumerate() {
                        *sum = sum.add16(V::load(from.add(16 * i).cast()));
                    }
                }
            }
            let [low, high] = self.0;
            let high_bytes = V::splat16(0xff00);
            for sum in &mut sums {
                *sum = sum.look_up32(low).select(sum.look_up32(high), high_bytes);
            }
            sums
        }
    }
}

/// The vector version of [`portable::places`](crate::arch::portable::places).
///
/// # Safety
/// The instruction set of `V` is available.
#[inline(always)]
pub(in crate::arch) unsafe fn places<V: Vector>(split: &Split, lanes: &[u16], to: &mut Backward) {
    // SAFETY: the instruction set by contract; 16 lanes of a group each.
    unsafe {
        let tables = Contexts::<V>::new(split);
        let low_mask = V::splat16((1 << split.low_bits) - 1);
        let high_byte = V::splat16(0xff00);
        for start in (0..lanes.len()).step_by(GROUP) {
            let contexts = tables.at(split, &to.counts, start);
            let from = lanes[start..start + GROUP].as_ptr();
            let counts_to = to.counts[start..start + GROUP].as_mut_ptr();
            let low_to = to.low_at[start..start + GROUP].as_mut_ptr();
            let high_to = to.high_at[start..start + GROUP].as_mut_ptr();
            for (i, context) in contexts.into_iter().enumerate() {
                let lane = V::load(from.add(16 * i).cast());
                let (low, high) = (lane.and(low_mask), lane.shr16(split.low_bits));
                let counts = low.or(high.shl16(8)).count8();
                let low_at = context.shl16(8).or(low);
                let high_at = context.add16(counts.shl16(8)).and(high_byte).or(high);
                counts.store(counts_to.add(16 * i).cast());
                low_at.store(low_to.add(16 * i).cast());
                high_at.store(high_to.add(16 * i).cast());
            }
        }
    }
}

/// Encodes 8 halves, the first at `places`.
///
/// # Safety
/// The instruction set of `V` is available, and places are below the length of the table.
#[inline(always)]
unsafe fn push<V: Vector, const PRECISION: u32>(
    x: V,
    places: &[u16],
    table: &[u32],
    (words, word): (&mut [u16], &mut usize),
    (escapes, escape): (&mut [u8], &mut usize),
) -> V {
    debug_assert!(places.iter().all(|&place| usize::from(place) < table.len()));
    let places: &[u16; LANES] = places.try_into().expect("eight places");
    // SAFETY: by contract; eight words are read, and eight written.
    unsafe {
        let at = V::widen(V::Half::load(places.as_ptr().cast()));
        let entries = at.gather(table.as_ptr());
        let (frequency, start) = (entries.and(V::splat32(0xffff)), entries.shr32(16));
        let escaped = start.eq32(V::splat32(0)).bits32();
        if escaped != 0 {
            *escape -= escaped.count_ones() as usize;
            let of_mask = places.iter().enumerate().filter(|(i, _)| escaped >> i & 1 == 1);
            for (to, (_, &place)) in escapes[*escape..].iter_mut().zip(of_mask) {
                *to = place as u8;
            }
        }
        let over = x.ge32(frequency.shl32(32 - PRECISION));
        let bits = over.bits32();
        let row = V::Half::load(COMPRESS16_TO_END[usize::from(bits)].as_ptr());
        let to = &mut words[*word - LANES..*word];
        x.narrow().shuffle(row).store(to.as_mut_ptr().cast());
        *word -= bits.count_ones() as usize;
        let x = x.select(x.shr32(16), over);
        // x < frequency << (32 - P), so the quotient is below 2^(32 - P) <= 2^22.
        let quotient = x.quotient(frequency);
        let rest = x.sub32(quotient.mul32(frequency));
        let negative = V::splat32(0).gt32(rest);
        let rest = rest.add32(frequency.and(negative));
        let quotient = quotient.add32(negative);
        let fits = frequency.gt32(rest);
        let rest = rest.sub32(frequency.without(fits));
        let quotient = quotient.add32(V::splat32(1)).add32(fits);
        quotient.shl32(PRECISION).add32(rest.add32(start))
    }
}

/// The vector version of [`portable::encode_rans`](crate::arch::portable::encode_rans).
///
/// # Safety
/// The instruction set of `V` is available.
#[inline(always)]
pub(in crate::arch) unsafe fn encode_rans<V: Vector>(
    model: &Model,
    to: &mut Backward,
) -> [u32; STATES] {
    let Backward { low_at, high_at, words, escapes, word, escape, .. } = to;
    // SAFETY: the instruction set by contract. `places` are made by `portable::places` or its vector
    // version, from a context of the model and a symbol below 256; the tables have 256 entries for each context.
    unsafe {
        let mut x = [V::splat32(FIRST_STATE); VECTORS];
        for start in (0..low_at.len()).step_by(GROUP).rev() {
            for (i, x) in x.iter_mut().enumerate().rev() {
                let places = &high_at[start + LANES * i..][..LANES];
                let to = ((&mut words[..], &mut *word), (&mut escapes[..], &mut *escape));
                *x = push::<V, HIGH_PRECISION>(*x, places, &model.high.encode, to.0, to.1);
            }
            for (i, x) in x.iter_mut().enumerate().rev() {
                let places = &low_at[start + LANES * i..][..LANES];
                let to = ((&mut words[..], &mut *word), (&mut escapes[..], &mut *escape));
                *x = push::<V, LOW_PRECISION>(*x, places, &model.low.encode, to.0, to.1);
            }
        }
        let mut states = [0; STATES];
        for (to, x) in states.chunks_exact_mut(LANES).zip(x) {
            x.store(to.as_mut_ptr().cast());
        }
        states
    }
}

/// The remaining input.
struct Reader<'a> {
    escapes: core::slice::Iter<'a, u8>,
    words: &'a [u8],
    /// Position in bytes.
    word: usize,
    /// The OR of all escapes of the halves read so far.
    seen: u8,
}

impl Reader<'_> {
    /// Decodes 8 halves with the given contexts: their symbols, and the slots, of which those below
    /// [`ESCAPE`] stand for escapes.
    ///
    /// # Safety
    /// The instruction set of `V` is available, 16 bytes of words are left, and the table has 2^precision
    /// entries for each context.
    #[inline(always)]
    unsafe fn pull<V: Vector, const PRECISION: u32>(
        &mut self,
        x: &mut V,
        contexts: V,
        table: &[u32],
    ) -> (V, V) {
        // SAFETY: by contract.
        unsafe {
            let slot = x.and(V::splat32((1 << PRECISION) - 1));
            let entries = contexts.shl32(PRECISION).or(slot).gather(table.as_ptr());
            let frequency = entries.shr32(8).and(V::splat32(0xfff));
            let next = frequency.mul32(x.shr32(PRECISION)).add32(entries.shr32(20));
            let below = next.shr32(16).eq32(V::splat32(0));
            let bits = below.bits32();
            debug_assert!(self.word + 16 <= self.words.len());
            let words = V::Half::load(self.words.as_ptr().add(self.word));
            self.word += 2 * bits.count_ones() as usize;
            let row = V::Half::load(EXPAND16[usize::from(bits)].as_ptr());
            let words = V::widen(words.shuffle(row));
            *x = next.select(next.shl32(16).or(words), below);
            (entries.and(V::splat32(0xff)), slot)
        }
    }

    /// Decodes 16 halves with the contexts in words: symbols in words; `None` if the escapes end.
    ///
    /// # Safety
    /// The conditions of [`pull`](Reader::pull), with 32 bytes of words.
    #[inline(always)]
    unsafe fn pull_two<V: Vector, const PRECISION: u32>(
        &mut self,
        x: &mut [V; 2],
        contexts: V,
        table: &[u32],
    ) -> Option<V> {
        // SAFETY: by contract.
        unsafe {
            let [first, second] = contexts.halves();
            let (mut low, low_slot) = self.pull::<V, PRECISION>(&mut x[0], V::widen(first), table);
            let (mut high, high_slot) =
                self.pull::<V, PRECISION>(&mut x[1], V::widen(second), table);
            let escape = V::splat32(ESCAPE);
            let (in_low, in_high) = (escape.gt32(low_slot), escape.gt32(high_slot));
            if in_low.or(in_high).bits32() != 0 {
                low = self.escaped(low, in_low.bits32())?;
                high = self.escaped(high, in_high.bits32())?;
            }
            Some(V::pack(low, high))
        }
    }

    /// Replaces the symbols of a mask by escapes; `None` if they end.
    ///
    /// # Safety
    /// The instruction set of `V` is available.
    #[inline(always)]
    unsafe fn escaped<V: Vector>(&mut self, symbols: V, mut mask: u8) -> Option<V> {
        let mut all = [0u32; LANES];
        // SAFETY: by contract; eight numbers.
        unsafe { symbols.store(all.as_mut_ptr().cast()) };
        while mask != 0 {
            let &escape = self.escapes.next()?;
            self.seen |= escape;
            all[mask.trailing_zeros() as usize & 7] = u32::from(escape);
            mask &= mask - 1;
        }
        // SAFETY: as above.
        Some(unsafe { V::load(all.as_ptr().cast()) })
    }

    /// Returns whether all escapes so far were below `symbols`, a power of two, and resets them.
    #[inline(always)]
    fn escapes_fit(&mut self, symbols: u32) -> bool {
        u32::from(core::mem::take(&mut self.seen)) < symbols
    }

    /// Decodes a group; `None` if the escapes end or one is out of range.
    ///
    /// # Safety
    /// The instruction set of `V` is available, [`REACH`] bytes of words are left, and the contexts are those
    /// of the model.
    #[inline(always)]
    unsafe fn group<V: Vector>(
        &mut self,
        model: &Model,
        x: &mut [[V; 2]; VECTORS / 2],
        contexts: [V; GROUP / 16],
        lanes: &mut [u16; GROUP],
        counts: &mut [u16; GROUP],
    ) -> Option<()> {
        let split = model.split();
        // SAFETY: by contract; counts of low halves were checked before they add to a context. 16 lanes and 16
        // counts of 64 are written.
        unsafe {
            let mut lows = [V::splat16(0); GROUP / 16];
            for ((x, low), context) in x.iter_mut().zip(&mut lows).zip(contexts) {
                let context = context.and(V::splat16(0xff));
                *low = self.pull_two::<V, LOW_PRECISION>(x, context, &model.low.decode)?;
            }
            if !self.escapes_fit(1 << split.low_bits) {
                return None;
            }
            let low_lanes = lows.into_iter().zip(contexts);
            for (i, (x, (low, context))) in x.iter_mut().zip(low_lanes).enumerate() {
                let context = context.shr16(8).add16(low.count8());
                let high = self.pull_two::<V, HIGH_PRECISION>(x, context, &model.high.decode)?;
                let lane = low.or(high.shl16(split.low_bits));
                let count = low.or(high.shl16(8)).count8();
                lane.store(lanes[16 * i..][..16].as_mut_ptr().cast());
                count.store(counts[16 * i..][..16].as_mut_ptr().cast());
            }
        }
        self.escapes_fit(1 << split.high_bits).then_some(())
    }
}

/// The vector version of [`portable::decode_rans`](crate::arch::portable::decode_rans).
///
/// # Safety
/// The instruction set of `V` is available.
#[inline(always)]
pub(in crate::arch) unsafe fn decode_rans<V: Vector>(
    model: &Model,
    states: &[u32; STATES],
    escapes: &[u8],
    words: &[u8],
    lanes: &mut [u16],
    counts: &mut [u16],
) -> bool {
    let split = model.split();
    let (mut tail, mut end) = ([0; TAIL], None);
    let last = &words[words.len() - words.len().min(REACH - 1)..];
    tail[..last.len()].copy_from_slice(last);
    let mut reader = Reader { escapes: escapes.iter(), words, word: 0, seen: 0 };
    // SAFETY: the instruction set by contract; eight times eight states. Contexts are looked up in the table of
    // the model at sums of counts of lanes already decoded and checked.
    unsafe {
        let tables = Contexts::<V>::new(split);
        let mut x = [[V::splat32(0); 2]; VECTORS / 2];
        for (x, states) in x.as_flattened_mut().iter_mut().zip(states.chunks_exact(LANES)) {
            *x = V::load(states.as_ptr().cast());
        }
        let (lanes, _) = lanes.as_chunks_mut::<GROUP>();
        for (group, to) in lanes.iter_mut().enumerate() {
            let start = group * GROUP;
            let contexts = tables.at(split, counts, start);
            let of = (&mut counts[start..start + GROUP]).try_into().expect("a group");
            if end.is_none() && words.len() - reader.word < REACH {
                reader.word -= words.len() - last.len();
                (reader.words, end) = (&tail, Some(last.len()));
            }
            let decoded = reader.group(model, &mut x, contexts, to, of);
            if decoded.is_none() || end.is_some_and(|end| reader.word > end) {
                return false;
            }
        }
        let first = V::splat32(FIRST_STATE);
        reader.escapes.len() == 0
            && reader.word == end.unwrap_or(words.len())
            && x.as_flattened().iter().all(|&x| x.eq32(first).bits32() == u8::MAX)
    }
}
