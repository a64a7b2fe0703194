//! A dictionary in tiers: 1 bit for the most frequent lane of the unit if it is frequent enough;
//! else 4 bits for the 15 most frequent ones, 12 for the next 240, 28 for the others.
//!
//! ```text
//! byte 0      method
//! byte 1      1 if there is a sieve, else 0
//! 2           if so: the lane that is sieved out, lowest byte first
//! L/8         if so: one bit for each of the L lanes, 1: another lane than that, it is below
//! byte        s, the lanes in the dictionary after the first 15
//! varint      b, the number of byte codes;  varint  r, the number of raw lanes
//! 2(15+s)     the dictionary, lanes of 16 bits, lowest byte first; the tail of the first tier is
//!             filled with zeros if the unit has fewer different lanes
//! nibbles     one a lane, 32 bytes a group of 64 lanes: code, or 15
//! b bytes     one for each nibble 15: code 15 + i for the ith of the s lanes, or 255
//! r bytes     the low bytes of the lanes with byte 255
//! r bytes     their high bytes
//! ```
//!
//! Lanes come in groups of 64, the last one filled up with zero lanes, before and after the sieve.
//! Inside a group, lane i stands at *position* 16(i/8 mod 4) + 8(i/32) + i mod 8, the order in
//! which a 512-bit register of bytes falls apart into two of lanes; nibble j of the low half of
//! the positions is the low half of byte j. The streams are in the order of positions.
//!
//! So a group is decoded by one expansion of bytes, two lookups in 256 bytes that stay in
//! registers, two expansions for raw lanes, and one for the sieve; encoding looks up each lane
//! in a table of 2^bits bytes, then compresses as often. Limits: any unit. Cost on one server core
//! of 2023 with AVX-512: 0.2 ns a lane to decode (copying it in and out of the caches is half of
//! that) and 0.6 to encode (the loads of the lookup are the limit); with AVX2 2.0 and 1.2 times as long.
//!
//! The dictionary comes from a sample of the lanes: counting all would cost more than encoding.

use crate::arch::{Dictionary, Kernels, Streams};
use crate::error::CodecError;
use crate::method::Method;
use crate::shape::GROUP;
use crate::tier_layout::{MORE, NIBBLES, RAW};
use crate::varint;

/// Lanes in the dictionary.
const ENTRIES: usize = RAW as usize;
/// The maximum number of lanes of a sample.
const SAMPLE: usize = 8192;
/// The statistics of a sample, and the dictionary derived from them.
#[derive(Debug)]
pub(crate) struct Tiers {
    /// The frequency of each lane value in the sample; zero between calls.
    counts: Vec<u16>,
    /// The code of each lane value; [`RAW`] between calls.
    codes: Vec<u8>,
    /// Count and value of the values of the sample.
    found: Vec<u32>,
    entries: Vec<u16>,
    /// The lane that the sieve removes.
    sieved: Option<u16>,
    masks: Vec<u8>,
    /// The lanes after the sieve.
    rest: Vec<u16>,
    streams: Streams,
}

impl Tiers {
    pub(crate) fn new(bits: u32) -> Self {
        Tiers {
            counts: vec![0; 1 << bits],
            codes: vec![RAW; 1 << bits],
            found: Vec::new(),
            entries: Vec::with_capacity(ENTRIES),
            sieved: None,
            masks: Vec::new(),
            rest: Vec::new(),
            streams: Streams::default(),
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let words = [&self.counts, &self.entries, &self.rest];
        words.iter().map(|words| 2 * words.capacity()).sum::<usize>()
            + 4 * self.found.capacity()
            + self.codes.capacity()
            + self.masks.capacity()
            + self.streams.memory_bytes()
    }

    /// Chooses the dictionary of a unit and estimates its size in bytes.
    pub(crate) fn choose(&mut self, dense: &[u16]) -> u64 {
        // All lanes of a small unit, and at most some 8000 of a large one.
        const RUN: usize = 16;
        let every = dense.len().div_ceil(SAMPLE).max(1) * RUN;
        let sampled = self.count(dense.chunks(every).map(|run| &run[..run.len().min(RUN)]));
        for found in &mut self.found {
            let count = core::mem::take(&mut self.counts[*found as usize]);
            *found |= u32::from(count) << 16;
        }
        keep_largest(&mut self.found, ENTRIES + 1);
        // The sieve may remove the most frequent one; the next 15 have nibbles.
        let first = usize::from(MORE);
        if self.found.len() > first + 1 {
            self.found.select_nth_unstable_by(first, |a, b| b.cmp(a));
        }
        let top = self.found.len().min(first + 1);
        self.found[..top].sort_unstable_by(|a, b| b.cmp(a));
        let counted = |entries: &[u32]| -> u64 { entries.iter().map(|e| u64::from(e >> 16)).sum() };
        let most_frequent = counted(&self.found[..top.min(1)]);
        // One bit for all lanes pays off if it saves four bits for more than a quarter of them;
        // slightly more, since it takes time.
        let sieve = most_frequent * 10 > sampled * 3;
        self.sieved = sieve.then(|| self.found[0] as u16);
        let entries = &self.found[usize::from(sieve)..];
        let entries = &entries[..entries.len().min(ENTRIES)];
        let (short, long) = entries.split_at(entries.len().min(first));
        self.entries.clear();
        self.entries.extend(short.iter().map(|&entry| entry as u16));
        self.entries.resize(first, 0);
        // A lane seen once in a sparse sample does not justify two bytes of dictionary.
        let scale = (dense.len() as u64).div_ceil(sampled.max(1));
        let worth = |&&entry: &&u32| u64::from(entry >> 16) * scale > 2;
        let by_byte: u64 = long.iter().filter(worth).map(|entry| u64::from(entry >> 16)).sum();
        self.entries.extend(long.iter().filter(worth).map(|&entry| entry as u16));
        let rest = sampled - if sieve { most_frequent } else { 0 };
        let coded = rest - counted(short);
        let raw = coded - by_byte;
        let bits = 8 * u64::from(sieve) * sampled / 8 + 4 * rest + 8 * coded + 16 * raw;
        let per_lane = bits as f64 / (8 * sampled.max(1)) as f64;
        12 + 2 * self.entries.len() as u64 + (dense.len() as f64 * per_lane) as u64
    }

    /// Counts a sample, collects its different lanes in `found`, and returns its size.
    ///
    /// There is no branch on whether a lane was seen before, since it is unpredictable: each lane
    /// is written after the last one found, and stays if it is new.
    fn count<'a>(&mut self, runs: impl Iterator<Item = &'a [u16]>) -> u64 {
        self.found.resize(SAMPLE + 1, 0);
        let (mut sampled, mut found) = (0, 0);
        for run in runs {
            for &lane in run {
                let count = &mut self.counts[usize::from(lane)];
                self.found[found] = u32::from(lane);
                found += usize::from(*count == 0);
                *count += 1;
            }
            sampled += run.len() as u64;
        }
        self.found.truncate(found);
        sampled
    }

    /// Appends a unit with the dictionary chosen for it; `dense` has whole groups.
    pub(crate) fn encode(&mut self, kernels: Kernels, dense: &[u16], out: &mut Vec<u8>) {
        out.extend([Method::Tiers as u8, u8::from(self.sieved.is_some())]);
        let mut dense = dense;
        if let Some(lane) = self.sieved {
            let coded_lanes = kernels.sieve(lane, dense, &mut self.masks, &mut self.rest);
            dense = &self.rest[..coded_lanes];
            out.extend(lane.to_le_bytes());
            out.extend_from_slice(&self.masks);
        }
        // The first of equal values counts: padding of the first tier is never used.
        for (code, &value) in self.entries.iter().enumerate().rev() {
            self.codes[usize::from(value)] = code as u8;
        }
        let streams = &mut self.streams;
        kernels.tiers_encode(&self.codes, dense, streams);
        for &value in &self.entries {
            self.codes[usize::from(value)] = RAW;
        }
        out.push((self.entries.len() - usize::from(MORE)) as u8);
        varint::push(streams.bytes as u64, out);
        varint::push(streams.raws as u64, out);
        for value in &self.entries {
            out.extend(value.to_le_bytes());
        }
        streams.append_to(dense.len() / GROUP * NIBBLES, out);
    }

    /// Decodes into `dense`, whole groups, the bytes after the method.
    pub(crate) fn decode(
        &mut self,
        kernels: Kernels,
        bytes: &[u8],
        dense: &mut [u16],
    ) -> Result<(), CodecError> {
        let truncated = || CodecError::Truncated { method: "tiers" };
        let (&sieve, rest) = bytes.split_first().ok_or_else(truncated)?;
        match sieve {
            0 => decode_tiers(kernels, rest, dense),
            1 => {
                let (lane, rest) = rest.split_first_chunk().ok_or_else(truncated)?;
                let masks = dense.len() / 8;
                let (masks, rest) = rest.split_at_checked(masks).ok_or_else(truncated)?;
                let unsieved = kernels.count_ones(masks) as usize;
                let unsieved = unsieved.next_multiple_of(GROUP);
                // One more group, for a kernel that reads beyond the end.
                self.rest.resize(unsieved + GROUP, 0);
                decode_tiers(kernels, rest, &mut self.rest[..unsieved])?;
                kernels.unsieve(u16::from_le_bytes(*lane), masks, &self.rest, dense);
                Ok(())
            }
            _ => Err(CodecError::Damaged { method: "tiers", what: "its head is invalid" }),
        }
    }
}

fn keep_largest(found: &mut Vec<u32>, max_entries: usize) {
    if found.len() > max_entries {
        found.select_nth_unstable_by(max_entries, |a, b| b.cmp(a));
        found.truncate(max_entries);
    }
}

/// Decodes whole groups from the bytes after the sieve.
fn decode_tiers(kernels: Kernels, bytes: &[u8], dense: &mut [u16]) -> Result<(), CodecError> {
    let damaged = |what| CodecError::Damaged { method: "tiers", what };
    let parts = || {
        let (&second, rest) = bytes.split_first()?;
        let (count, rest) = varint::read(rest)?;
        let (raws, rest) = varint::read(rest)?;
        let entries = usize::from(MORE) + usize::from(second);
        let (dictionary, rest) = rest.split_at_checked(2 * entries)?;
        let (nibbles, rest) = rest.split_at_checked(dense.len() / GROUP * NIBBLES)?;
        let (codes, rest) = varint::split(rest, count)?;
        let (low, rest) = varint::split(rest, raws)?;
        let (high, rest) = varint::split(rest, raws)?;
        Some((dictionary, nibbles, codes, [low, high], rest))
    };
    let truncated = CodecError::Truncated { method: "tiers" };
    let (entries, nibbles, codes, raw, rest) = parts().ok_or(truncated)?;
    if entries.len() > 2 * ENTRIES || !rest.is_empty() {
        return Err(damaged("its length is wrong"));
    }
    let mut dictionary = Dictionary::default();
    for (i, entry) in entries.chunks_exact(2).enumerate() {
        dictionary.low[i] = entry[0];
        dictionary.high[i] = entry[1];
    }
    let used = kernels.tiers_decode(&dictionary, nibbles, codes, raw, dense);
    if used != Some((codes.len(), raw[0].len())) {
        return Err(damaged("its codes contradict its lengths"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Lanes of 11 bits of which value `v` has the weight `weight(v)`, in random order.
    fn lanes(length: usize, weight: impl Fn(usize) -> f64) -> Vec<u16> {
        let total: f64 = (0..2048).map(&weight).sum();
        let (mut state, mut lanes) = (1u64, Vec::with_capacity(length));
        for _ in 0..length {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(12345);
            let mut point = (state >> 11) as f64 / (1u64 << 53) as f64 * total;
            let value = (0..2047).position(|value| {
                point -= weight(value);
                point < 0.0
            });
            // Neighbouring values of the weight are not neighbours as lanes.
            lanes.push((value.unwrap_or(2047) * 1337 % 2048) as u16);
        }
        lanes
    }

    /// The size with and without a sieve, from counts of all lanes.
    fn sizes(lanes: &[u16]) -> [usize; 2] {
        let mut counts: HashMap<u16, usize> = HashMap::new();
        for &lane in lanes {
            *counts.entry(lane).or_default() += 1;
        }
        let mut counts: Vec<usize> = counts.into_values().collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        [0, 1].map(|sieve| {
            let counts = &counts[sieve..];
            let unsieved: usize = counts.iter().sum();
            let short: usize = counts.iter().take(15).sum();
            let long: Vec<usize> =
                counts.iter().skip(15).take(240).copied().filter(|&count| count > 2).collect();
            let raw = unsieved - short - long.iter().sum::<usize>();
            let heads = 10 + sieve * (2 + lanes.len() / 8);
            heads + 2 * (15 + long.len()) + unsieved / 2 + (unsieved - short) + 2 * raw
        })
    }

    /// Estimate, size in truth, and the best size of a unit.
    fn sizes_by_choice(unit: &[u16]) -> (usize, usize, usize) {
        let mut tiers = Tiers::new(11);
        let estimate = tiers.choose(unit) as usize;
        let mut bytes = Vec::new();
        tiers.encode(Kernels::detect(), unit, &mut bytes);
        let mut back = vec![0; unit.len()];
        tiers.decode(Kernels::detect(), &bytes[1..], &mut back).unwrap();
        assert!(back == unit);
        (estimate, bytes.len(), sizes(unit).into_iter().min().unwrap())
    }

    #[test]
    fn dictionaries_hold_the_most_frequent_lanes() {
        type Weight = fn(usize) -> f64;
        let weights: [(&str, Weight); 7] = [
            ("one", |v| if v < 1 { 1.0 } else { 0.0 }),
            ("ten alike", |v| if v < 10 { 1.0 } else { 0.0 }),
            ("one and forty", |v| [0.0, 1.0, 60.0][usize::from(v < 41) + usize::from(v < 1)]),
            ("sixteen", |v| if v < 16 { 16.0 } else { 0.001 }),
            ("two hundred", |v| if v < 200 { 1.0 } else { 0.0 }),
            ("Zipf", |v| 1.0 / (v + 1) as f64),
            ("all alike", |_| 1.0),
        ];
        for (name, weight) in weights {
            // All lanes are counted, then some.
            for (length, share) in [(6400, 0.0), (64_000, 0.08)] {
                let (estimate, size, best) = sizes_by_choice(&lanes(length, weight));
                // The lanes that fill the last group take up to 3.5 bytes each.
                let far = (size as f64 * share) as usize + 230;
                assert!(estimate.abs_diff(size) < far, "{name}: {estimate} estimated for {size}");
                assert!(best.abs_diff(size) < far, "{name}: {size} instead of {best}");
            }
        }
    }

    #[test]
    fn frequent_lanes_are_sieved_out() {
        for (share, sieved) in [(0.2, false), (0.27, false), (0.33, true), (0.9, true)] {
            let others = |v: usize| if v < 1 { share } else { (1.0 - share) / 2047.0 };
            let mut tiers = Tiers::new(11);
            tiers.choose(&lanes(6400, others));
            assert_eq!(tiers.sieved, sieved.then_some(0), "{share}");
        }
    }
}
