//! Portable versions of all kernels: the definition of the bytes.

use super::scratch::{Backward, Dictionary, Streams};
use crate::model::{ESCAPE, FIRST_STATE, HIGH_PRECISION, LOW_PRECISION, Model, STATES, Split};
use crate::shape::GROUP;
use crate::tier_layout::{MORE, NIBBLES, RAW, position};

/// The lane of a group at each position.
fn lane_at() -> [usize; GROUP] {
    let mut lanes = [0; GROUP];
    for lane in 0..GROUP {
        lanes[position(lane)] = lane;
    }
    lanes
}

/// Number of set bits.
pub(super) fn count_ones(bytes: &[u8]) -> u64 {
    let words = bytes.chunks_exact(8);
    let rest: u32 = words.remainder().iter().map(|byte| byte.count_ones()).sum();
    let ones = |word: &[u8]| u64::from_le_bytes(word.try_into().expect("eight")).count_ones();
    words.map(|word| u64::from(ones(word))).sum::<u64>() + u64::from(rest)
}

/// Copies the lanes that differ from `out` together, and returns their number.
pub(super) fn sieve(out: u16, lanes: &[u16], masks: &mut [u8], rest: &mut [u16]) -> usize {
    let mut count = 0;
    masks.fill(0);
    for (at, &lane) in lanes.iter().enumerate() {
        if lane != out {
            masks[at / 8] |= 1 << (at % 8);
            rest[count] = lane;
            count += 1;
        }
    }
    count
}

/// Fills lanes where masks have ones.
pub(super) fn unsieve(value: u16, masks: &[u8], rest: &[u16], lanes: &mut [u16]) {
    let mut rest = rest.iter();
    for (at, lane) in lanes.iter_mut().enumerate() {
        let copied = masks[at / 8] >> (at % 8) & 1 == 1;
        *lane = if copied { *rest.next().expect("a lane for each bit") } else { value };
    }
}

/// Encodes groups in tiers; `looked_up` has the codes.
pub(super) fn encode_tiers(lanes: &[u16], streams: &mut Streams) {
    let lane_at = lane_at();
    let (mut bytes, mut raws) = (0, 0);
    let nibbles = streams.nibbles.chunks_exact_mut(NIBBLES);
    let groups = lanes.chunks_exact(GROUP).zip(streams.looked_up.chunks_exact(GROUP));
    for ((lanes, codes), nibbles) in groups.zip(nibbles) {
        nibbles.fill(0);
        for (position, &lane) in lane_at.iter().enumerate() {
            let code = codes[lane];
            nibbles[position % NIBBLES] |= code.min(MORE) << (4 * (position / NIBBLES));
            if code >= MORE {
                streams.codes[bytes] = code;
                bytes += 1;
            }
            if code == RAW {
                [streams.low[raws], streams.high[raws]] = lanes[lane].to_le_bytes();
                raws += 1;
            }
        }
    }
    (streams.bytes, streams.raws) = (bytes, raws);
}

/// Decodes groups from tiers.
pub(super) fn decode_tiers(
    dictionary: &Dictionary,
    nibbles: &[u8],
    codes: &[u8],
    [low, high]: [&[u8]; 2],
    lanes: &mut [u16],
) -> Option<(usize, usize)> {
    let lane_at = lane_at();
    let (mut bytes, mut raws) = (0, 0);
    for (lanes, nibbles) in lanes.chunks_exact_mut(GROUP).zip(nibbles.chunks_exact(NIBBLES)) {
        for (position, &lane) in lane_at.iter().enumerate() {
            let mut code = nibbles[position % NIBBLES] >> (4 * (position / NIBBLES)) & MORE;
            if code == MORE {
                code = *codes.get(bytes)?;
                bytes += 1;
            }
            let at = usize::from(code);
            lanes[lane] = if code == RAW {
                raws += 1;
                u16::from_le_bytes([*low.get(raws - 1)?, high[raws - 1]])
            } else {
                u16::from_le_bytes([dictionary.low[at], dictionary.high[at]])
            };
        }
    }
    Some((bytes, raws))
}

/// Adds up gaps of Stream `VByte` as long as there are complete groups of four and their data;
/// returns the number of groups and bytes read.
pub(super) fn add_up(controls: &[u8], data: &[u8], to: &mut [u32]) -> (usize, usize) {
    let (mut last, mut rest) = (0u32, data);
    for (quad, (&control, to)) in controls.iter().zip(to.chunks_exact_mut(4)).enumerate() {
        let lens: [usize; 4] = core::array::from_fn(|i| usize::from(control >> (2 * i) & 3) + 1);
        if lens.iter().sum::<usize>() > rest.len() {
            return (quad, data.len() - rest.len());
        }
        for (to, len) in to.iter_mut().zip(lens) {
            let (gap, after) = rest.split_at(len);
            last = gap
                .iter()
                .rev()
                .fold(0, |gap, &byte| gap << 8 | u32::from(byte))
                .wrapping_add(last);
            (*to, rest) = (last, after);
        }
    }
    (to.len() / 4, data.len() - rest.len())
}

/// The contexts of the group that begins at lane `start`: of each low half in the low byte and, for
/// a low half of population count 0, of each high half in the high byte. `counts` are known up to
/// `start`.
fn contexts(split: &Split, counts: &[u16], start: usize) -> [u16; GROUP] {
    let mut sums = [0; GROUP];
    for step in split.steps_at(start) {
        if step == 0 {
            sums = sums.map(|sum| sum + split.middle);
        } else {
            for (sum, count) in sums.iter_mut().zip(&counts[start - step..]) {
                *sum += count;
            }
        }
    }
    sums.map(|sum| {
        let [low, high] = sum.to_le_bytes().map(usize::from);
        u16::from_le_bytes([split.contexts[low], split.contexts[32 + high]])
    })
}

/// Finds the table entry of each half of each lane.
pub(super) fn places(split: &Split, lanes: &[u16], to: &mut Backward) {
    for (start, lanes) in (0..).step_by(GROUP).zip(lanes.chunks_exact(GROUP)) {
        let contexts = contexts(split, &to.counts, start);
        for ((at, &lane), context) in (start..).zip(lanes).zip(contexts) {
            let (low, high) = split.halves(lane);
            to.counts[at] = Split::counts(low, high);
            to.low_at[at] = (context & 0xff) << 8 | low;
            to.high_at[at] = ((context >> 8) + low.count_ones() as u16) << 8 | high;
        }
    }
}

/// Encodes the halves from the last to the first: in each group the high ones, then the low ones.
pub(super) fn encode_rans(model: &Model, to: &mut Backward) -> [u32; STATES] {
    let mut states = [FIRST_STATE; STATES];
    for group in (0..to.low_at.len()).step_by(GROUP).rev() {
        let halves = [
            (&to.high_at[group..][..GROUP], &model.high.encode, HIGH_PRECISION),
            (&to.low_at[group..][..GROUP], &model.low.encode, LOW_PRECISION),
        ];
        for (places, table, precision) in halves {
            for (&place, x) in places.iter().zip(&mut states).rev() {
                let entry = table[usize::from(place)];
                let (frequency, start) = (entry & 0xffff, entry >> 16);
                if start == 0 {
                    to.escape -= 1;
                    to.escapes[to.escape] = place as u8;
                }
                if *x >= frequency << (32 - precision) {
                    to.word -= 1;
                    to.words[to.word] = *x as u16;
                    *x >>= 16;
                }
                *x = (*x / frequency) << precision | (*x % frequency + start);
            }
        }
    }
    states
}

/// The remaining input.
struct Reader<'a> {
    escapes: core::slice::Iter<'a, u8>,
    words: core::slice::ChunksExact<'a, u8>,
}

impl Reader<'_> {
    fn symbol(&mut self, x: &mut u32, table: &[u32], precision: u32, symbols: u32) -> Option<u16> {
        let slot = *x & ((1 << precision) - 1);
        let entry = table[slot as usize];
        let mut symbol = entry & 0xff;
        *x = (entry >> 8 & 0xfff) * (*x >> precision) + (entry >> 20);
        if slot < ESCAPE {
            symbol = u32::from(*self.escapes.next()?);
        }
        if *x < FIRST_STATE {
            let word = self.words.next()?;
            *x = *x << 16 | u32::from(u16::from_le_bytes([word[0], word[1]]));
        }
        (symbol < symbols).then_some(symbol as u16)
    }
}

/// Decodes groups of lanes.
pub(super) fn decode_rans(
    model: &Model,
    states: &[u32; STATES],
    escapes: &[u8],
    words: &[u8],
    lanes: &mut [u16],
    counts: &mut [u16],
) -> bool {
    let split = model.split();
    let mut states = *states;
    let mut reader = Reader { escapes: escapes.iter(), words: words.chunks_exact(2) };
    let mut group = || -> Option<()> {
        for start in (0..lanes.len()).step_by(GROUP) {
            let contexts = contexts(split, counts, start);
            let mut lows = [0; GROUP];
            for ((x, low), context) in states.iter_mut().zip(&mut lows).zip(contexts) {
                let table = &model.low.decode[usize::from(context & 0xff) << LOW_PRECISION..];
                *low = reader.symbol(x, table, LOW_PRECISION, 1 << split.low_bits)?;
            }
            let group = lanes[start..].iter_mut().zip(&mut counts[start..]);
            for (((x, low), context), (lane, count)) in
                states.iter_mut().zip(lows).zip(contexts).zip(group)
            {
                let context = usize::from(context >> 8) + low.count_ones() as usize;
                let table = &model.high.decode[context << HIGH_PRECISION..];
                let high = reader.symbol(x, table, HIGH_PRECISION, 1 << split.high_bits)?;
                *lane = low | high << split.low_bits;
                *count = Split::counts(low, high);
            }
        }
        Some(())
    };
    group().is_some()
        && reader.escapes.len() == 0
        && reader.words.len() == 0
        && words.len().is_multiple_of(2)
        && states.iter().all(|&x| x == FIRST_STATE)
}
