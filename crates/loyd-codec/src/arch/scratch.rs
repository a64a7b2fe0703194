//! Inputs of kernels in addition to lanes, and their outputs.

use crate::shape::GROUP;
use crate::tier_layout::NIBBLES;

/// The lanes of a dictionary, split into bytes.
#[derive(Clone, Debug)]
pub(crate) struct Dictionary {
    pub(crate) low: [u8; 256],
    pub(crate) high: [u8; 256],
}

impl Default for Dictionary {
    fn default() -> Self {
        Dictionary { low: [0; 256], high: [0; 256] }
    }
}

/// The output streams of the tiers of a unit.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    /// The code of each lane.
    pub(super) looked_up: Vec<u8>,
    pub(super) nibbles: Vec<u8>,
    pub(super) codes: Vec<u8>,
    pub(super) low: Vec<u8>,
    pub(super) high: Vec<u8>,
    /// Used length of `codes`.
    pub(crate) bytes: usize,
    /// Used length of `low` and `high`.
    pub(crate) raws: usize,
}

impl Streams {
    pub(crate) fn memory_bytes(&self) -> usize {
        let streams = [&self.looked_up, &self.nibbles, &self.codes, &self.low, &self.high];
        streams.iter().map(|stream| stream.capacity()).sum()
    }

    /// Allocates space for this many lanes and one register more.
    pub(super) fn reserve(&mut self, lanes: usize) {
        self.looked_up.resize(lanes, 0);
        self.nibbles.resize(lanes / GROUP * NIBBLES, 0);
        for stream in [&mut self.codes, &mut self.low, &mut self.high] {
            stream.resize(lanes + GROUP, 0);
        }
    }

    pub(crate) fn append_to(&self, nibbles: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.nibbles[..nibbles]);
        out.extend_from_slice(&self.codes[..self.bytes]);
        out.extend_from_slice(&self.low[..self.raws]);
        out.extend_from_slice(&self.high[..self.raws]);
    }
}

/// The output of rANS, from the end to the start.
#[derive(Debug, Default)]
pub(crate) struct Backward {
    /// The entries of the halves of each lane in the tables of frequencies.
    pub(super) low_at: Vec<u16>,
    pub(super) high_at: Vec<u16>,
    /// Population counts of the halves of each lane, in the bytes of a word.
    pub(super) counts: Vec<u16>,
    /// Room for a register before the first word that lanes can fill.
    pub(super) words: Vec<u16>,
    pub(super) escapes: Vec<u8>,
    /// The first word written.
    pub(super) word: usize,
    /// The first escape written.
    pub(super) escape: usize,
}

impl Backward {
    pub(crate) fn memory_bytes(&self) -> usize {
        let words = [&self.low_at, &self.high_at, &self.counts, &self.words];
        words.iter().map(|words| 2 * words.capacity()).sum::<usize>() + self.escapes.capacity()
    }

    pub(super) fn reserve(&mut self, lanes: usize) {
        self.low_at.resize(lanes, 0);
        self.high_at.resize(lanes, 0);
        self.counts.resize(lanes, 0);
        self.words.resize(2 * lanes + GROUP, 0);
        self.escapes.resize(2 * lanes, 0);
        self.word = self.words.len();
        self.escape = 2 * lanes;
    }

    /// The words that renormalisation wrote, in the order of decoding.
    pub(crate) fn words(&self) -> &[u16] {
        &self.words[self.word..]
    }

    /// The halves that have no frequency, in the order of decoding.
    pub(crate) fn escapes(&self) -> &[u8] {
        &self.escapes[self.escape..]
    }

    /// Places in the tables of frequencies.
    pub(crate) fn places(&self) -> (&[u16], &[u16]) {
        (&self.low_at, &self.high_at)
    }
}
