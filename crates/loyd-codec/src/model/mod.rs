//! Frequencies of the halves of lanes in each context, as tables for coding and as bytes.
//! [`Model::train`] in `rans/train.rs` counts and scales them.
//!
//! ```text
//! byte 0      version
//! byte 1      bits of a lane
//! per context, first of the low halves, then of the high halves:
//!   varint    the frequency of each symbol; after a 0, the number of further zeros
//! ```
//!
//! The frequencies of a context and [`ESCAPE`] add up to 2^precision.

mod split;

use crate::error::CodecError;
use crate::shape::Shape;
use crate::varint;

pub(crate) use split::Split;

/// Number of rANS states: one for each lane of a group.
pub(crate) const STATES: usize = crate::shape::GROUP;
/// The initial state of encoding, and the lower bound of states.
pub(crate) const FIRST_STATE: u32 = 1 << 16;
/// Slots of a context that stand for an escape.
pub(crate) const ESCAPE: u32 = 8;
/// log2 of the slots of a low-half context.
pub(crate) const LOW_PRECISION: u32 = 12;
/// log2 of the slots of a high-half context, which have more contexts and fewer symbols: one bit
/// more would save 0.3 % on 7x2, and double most of the tables.
pub(crate) const HIGH_PRECISION: u32 = 10;
const VERSION: u8 = 1;
/// Entries of a context in a table for encoding.
pub(crate) const SYMBOLS: usize = 256;

/// The statistics that units of a level share: trained once, stored once, needed to encode and to
/// decode.
///
/// A unit can be coded with any model of its board; the closer the level, the fewer bytes. On 4x3
/// and 7x2 a model of 16 units is as good as one of the whole level; one of the level before costs
/// 0.3 % more where most bytes are, and one of two levels before 1 %. So a level can be encoded
/// while it is computed, with the model of the one before.
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
    /// The frequency of each symbol of each context; 0 for escaped symbols.
    frequencies: Vec<u16>,
    /// At context << 8 | symbol: frequency | start << 16, those of the escape for symbols without
    /// frequency. Only an escape starts at 0.
    pub(crate) encode: Vec<u32>,
    /// At context << precision | slot: symbol | frequency << 8 | (slot - start) << 20.
    pub(crate) decode: Vec<u32>,
}

impl Half {
    /// The tables for the frequencies of all contexts; `None` if those of one have a wrong sum.
    pub(crate) fn new(symbols: usize, precision: u32, frequencies: Vec<u16>) -> Option<Self> {
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

    /// Reads the result of [`store`](Half::store); returns the rest, too.
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

impl Model {
    /// A model for lanes of `bits` bits, from the tables of their halves.
    pub(crate) fn new(bits: u32, split: Split, low: Half, high: Half) -> Self {
        Model { bits, split, low, high }
    }

    /// Bits of the lanes of this model.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    pub(crate) fn split(&self) -> &Split {
        &self.split
    }

    /// Serializes the model: 2 to 10 KB.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION, self.bits as u8];
        self.low.store(&mut bytes);
        self.high.store(&mut bytes);
        bytes
    }

    /// Deserializes the result of [`to_bytes`](Model::to_bytes).
    ///
    /// # Errors
    /// [`CodecError::Model`] if it has another shape, or is visibly damaged.
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
