//! Frequencies of the halves of lanes in each context: counted on sample units, scaled, stored.
//!
//! ```text
//! byte 0      version
//! byte 1      bits of a lane
//! per context, first of the low halves, then of the high halves:
//!   varint    the frequency of each symbol; after a 0, the number of further zeros
//! ```
//!
//! The frequencies of a context and [`ESCAPE`] add up to 2^precision.

use super::split::Split;
use crate::arch::{Backward, Kernels};
use crate::error::CodecError;
use crate::shape::Shape;
use crate::varint;

/// Slots of a context that mean an escape.
pub(crate) const ESCAPE: u32 = 8;
/// log2 of the slots of a context of low halves …
pub(crate) const LOW_PRECISION: u32 = 12;
/// … and of high halves, which have more contexts and fewer symbols: one bit more would save
/// 0.3 % on 7x2, and double most of the tables.
pub(crate) const HIGH_PRECISION: u32 = 10;
const VERSION: u8 = 1;
/// Places of a context in a table for encoding.
const SYMBOLS: usize = 256;

/// What units of a level have in common: made once, stored once, needed to encode and to decode.
///
/// Any unit of the board can be coded by any model of it; the closer the level, the fewer bytes.
/// On 4x3 and 7x2 a model of 16 units is as good as one of the whole level, one of the level
/// before costs 0.3 % more where most bytes are, and one of two levels before 1 %. So a level can
/// be encoded while it is computed, by the model of the one before.
#[derive(Clone, Debug)]
pub struct Model {
    bits: u32,
    split: Split,
    pub(crate) low: Half,
    pub(crate) high: Half,
}

/// Tables of all contexts of one half.
#[derive(Clone, Debug)]
pub(crate) struct Half {
    symbols: usize,
    /// Of each symbol of each context; 0 means that it is escaped.
    frequencies: Vec<u16>,
    /// At context << 8 | symbol: frequency | start << 16, those of the escape for symbols without
    /// frequency. Only an escape starts at 0.
    pub(crate) encode: Vec<u32>,
    /// At context << precision | slot: symbol | frequency << 8 | (slot - start) << 20.
    pub(crate) decode: Vec<u32>,
}

impl Half {
    /// From the frequencies of all contexts; `None` if those of one do not add up.
    fn new(symbols: usize, precision: u32, frequencies: Vec<u16>) -> Option<Self> {
        let contexts = frequencies.len() / symbols;
        let mut encode = vec![ESCAPE; contexts * SYMBOLS];
        let mut decode = Vec::with_capacity(contexts << precision);
        for (context, row) in frequencies.chunks_exact(symbols).enumerate() {
            if row.iter().map(|&f| u32::from(f)).sum::<u32>() + ESCAPE != 1 << precision {
                return None;
            }
            decode.extend((0..ESCAPE).map(|bias| ESCAPE << 8 | bias << 20));
            let mut start = ESCAPE;
            for (symbol, &frequency) in row.iter().enumerate() {
                let frequency = u32::from(frequency);
                if frequency > 0 {
                    encode[context * SYMBOLS + symbol] = frequency | start << 16;
                }
                let entry = symbol as u32 | frequency << 8;
                decode.extend((0..frequency).map(|bias| entry | bias << 20));
                start += frequency;
            }
        }
        Some(Half { symbols, frequencies, encode, decode })
    }

    /// From counts at context << 8 | symbol.
    fn train(contexts: usize, symbols: usize, precision: u32, counts: &[u32]) -> Self {
        let mut frequencies = Vec::with_capacity(contexts * symbols);
        for row in counts.chunks_exact(SYMBOLS).take(contexts) {
            scale(&row[..symbols], (1 << precision) - ESCAPE, &mut frequencies);
        }
        Half::new(symbols, precision, frequencies).expect("scaled to this sum")
    }

    fn store(&self, out: &mut Vec<u8>) {
        for row in self.frequencies.chunks_exact(self.symbols) {
            let mut rest = row;
            while let Some((&frequency, after)) = rest.split_first() {
                varint::push(u64::from(frequency), out);
                rest = after;
                if frequency == 0 {
                    let zeros = rest.iter().take_while(|&&f| f == 0).count();
                    varint::push(zeros as u64, out);
                    rest = &rest[zeros..];
                }
            }
        }
    }

    /// Reads what [`store`](Half::store) wrote, and returns what follows.
    fn load(
        contexts: usize,
        symbols: usize,
        precision: u32,
        mut bytes: &[u8],
    ) -> Option<(Self, &[u8])> {
        let mut frequencies = Vec::with_capacity(contexts * symbols);
        for end in (1..=contexts).map(|context| context * symbols) {
            while frequencies.len() < end {
                let (frequency, rest) = varint::read(bytes)?;
                bytes = rest;
                frequencies.push(u16::try_from(frequency).ok()?);
                if frequency == 0 {
                    let (zeros, rest) = varint::read(bytes)?;
                    bytes = rest;
                    if zeros > (end - frequencies.len()) as u64 {
                        return None;
                    }
                    frequencies.resize(frequencies.len() + zeros as usize, 0);
                }
            }
        }
        Some((Half::new(symbols, precision, frequencies)?, bytes))
    }
}

/// Appends frequencies that add up to `sum`, in proportion to `counts`.
///
/// A frequency of 1 costs the other symbols of the context 1.44 / 2^P bits each time, an escape
/// costs about 5 bits more than a frequency of 1: it is given from 0.3 / 2^P on.
fn scale(counts: &[u32], sum: u32, frequencies: &mut Vec<u16>) {
    let uniform = vec![1; counts.len()];
    let total: u64 = counts.iter().map(|&c| u64::from(c)).sum();
    let (counts, total) =
        if total == 0 { (&uniform[..], counts.len() as u64) } else { (counts, total) };
    let first = frequencies.len();
    let mut left = i64::from(sum);
    for &count in counts {
        let share = f64::from(count) * f64::from(sum) / total as f64;
        let frequency = if share < 0.3 { 0 } else { share.round().max(1.0) as u16 };
        left -= i64::from(frequency);
        frequencies.push(frequency);
    }
    // What rounding left over or took too much: from the largest, where it matters least.
    while left != 0 {
        let largest = frequencies[first..].iter_mut().max().expect("there are symbols");
        let change = left.max(-i64::from(*largest) / 2);
        *largest = (i64::from(*largest) + change) as u16;
        left -= change;
    }
}

impl Model {
    /// Counts the lanes of sample units: some hundred thousand lanes from all over a level are
    /// enough. O(lanes).
    ///
    /// # Panics
    /// If a bit is set where the shape has no state.
    #[must_use]
    pub fn train(shape: Shape, units: &[&[u16]]) -> Self {
        let kernels = Kernels::detect();
        let (mut dense, mut places) = (Vec::new(), Backward::default());
        let empty = Model::from_counts(shape.bits(), &[], &[]);
        let mut low = vec![0u32; empty.split.low_contexts * SYMBOLS];
        let mut high = vec![0u32; empty.split.high_contexts * SYMBOLS];
        for unit in units {
            shape.gather(unit, &mut dense);
            kernels.rans_places(&empty, &dense, &mut places);
            let (low_at, high_at) = places.places();
            for (&l, &h) in low_at.iter().zip(high_at).take(shape.states_in(unit.len())) {
                low[usize::from(l)] = low[usize::from(l)].saturating_add(1);
                high[usize::from(h)] = high[usize::from(h)].saturating_add(1);
            }
        }
        Model::from_counts(shape.bits(), &low, &high)
    }

    /// From counts at context << 8 | symbol; all symbols alike if there are none.
    fn from_counts(bits: u32, low: &[u32], high: &[u32]) -> Self {
        let split = Split::new(bits);
        let half = |contexts: usize, bits: u32, precision, counts: &[u32]| {
            let none = vec![0; contexts * SYMBOLS];
            let counts = if counts.is_empty() { &none } else { counts };
            Half::train(contexts, 1 << bits, precision, counts)
        };
        let low = half(split.low_contexts, split.low_bits, LOW_PRECISION, low);
        let high = half(split.high_contexts, split.high_bits, HIGH_PRECISION, high);
        Model { bits, split, low, high }
    }

    /// The bits of the lanes that this model is for.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    pub(crate) fn split(&self) -> &Split {
        &self.split
    }

    /// The model as bytes: 2 to 10 KB.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION, self.bits as u8];
        self.low.store(&mut bytes);
        self.high.store(&mut bytes);
        bytes
    }

    /// Reads what [`to_bytes`](Model::to_bytes) wrote.
    ///
    /// # Errors
    /// [`CodecError::Model`] if it is of another shape, or damaged in a way that can be seen.
    pub fn from_bytes(shape: Shape, bytes: &[u8]) -> Result<Self, CodecError> {
        let fail = |what| CodecError::Model { what };
        let (&[version, bits], rest) =
            bytes.split_first_chunk::<2>().ok_or(fail("it ends too early"))?;
        if version != VERSION {
            return Err(fail("its version is unknown"));
        }
        if u32::from(bits) != shape.bits() {
            return Err(fail("its lanes have another number of bits"));
        }
        let split = Split::new(shape.bits());
        let (low_symbols, high_symbols) = (1 << split.low_bits, 1 << split.high_bits);
        let halves = || {
            let (low, rest) = Half::load(split.low_contexts, low_symbols, LOW_PRECISION, rest)?;
            let (high, rest) = Half::load(split.high_contexts, high_symbols, HIGH_PRECISION, rest)?;
            rest.is_empty().then_some((low, high))
        };
        let (low, high) = halves().ok_or(fail("its frequencies do not add up"))?;
        Ok(Model { bits: shape.bits(), split, low, high })
    }
}
