//! Rice codes of the gaps between the rarer bits, for sparse and nearly full units.
//!
//! ```text
//! byte 0      method
//! byte 1      k, the bits of a remainder (0..=27); + 128 if zeros are the rarer bits
//! varint      m, the number of rarer bits
//! bits        m codes, lowest bit first: gap >> k zeros, a one, the low k bits of gap
//! ```
//!
//! A gap is the number of other bits before the next rarer one, in the order lane, bit. For
//! geometrically distributed gaps (independent bits of density p) Golomb's parameter 2^k is optimal
//! near ln 2 / p; Rice's restriction to powers of two costs at most 3 %.
//!
//! Limits: any unit. Cost: scanning a unit without rarer bits takes the time of reading it; each
//! rarer bit takes about 4 ns to write and to read (a chain of shifts: one code must be read before
//! the next), so this codec is for less than about one such bit in 50.

use crate::error::CodecError;
use crate::method::Method;
use crate::varint;

const ZEROS: u8 = 0x80;
/// Gaps fit 28 bits.
const MAX_K: u32 = 27;
/// Zeros that are skipped at a time: with one less, a one and a remainder, a code has 56 bits, and
/// a window of the reader 57.
const STEP: u32 = 56 - MAX_K;
/// Words of four lanes that are scanned at a time.
const WORDS: usize = 1024;

/// The parameters for a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    k: u32,
    zeros: bool,
    pub(crate) count: u64,
    /// Approximate number of bytes.
    pub(crate) bytes: u64,
}

/// The parameters for `ones` set bits among `slots`.
pub(crate) fn choose(ones: u64, slots: u64) -> Choice {
    let zeros = ones > slots - ones;
    let count = if zeros { slots - ones } else { ones };
    let gaps = slots - count;
    let mean = gaps as f64 / count.max(1) as f64;
    let k = ((mean + 1.0) * core::f64::consts::LN_2).log2().round().max(0.0) as u32;
    let k = k.min(MAX_K);
    let bits = count * u64::from(k + 1) + (gaps >> k);
    Choice { k, zeros, count, bytes: 8 + bits / 8 }
}

/// Appends the unit `dense`, for which `choice` was made.
pub(crate) fn encode(choice: Choice, bits: u32, full: u16, dense: &[u16], out: &mut Vec<u8>) {
    let Choice { k, zeros, count, .. } = choice;
    out.extend([Method::Rice as u8, k as u8 | if zeros { ZEROS } else { 0 }]);
    varint::push(count, out);
    let flip = if zeros { full } else { 0 };
    let flips = u64::from(flip) * 0x0001_0001_0001_0001;
    let mut writer = Writer::new(out, choice.bytes as usize);
    // The next position to code.
    let mut next = 0;
    let mut code = |index: usize, mut word: u64| {
        while word != 0 {
            let bit = word.trailing_zeros();
            word &= word - 1;
            let at = (4 * index as u32 + bit / 16) * bits + bit % 16;
            writer.gap(at - next, k);
            next = at + 1;
        }
    };
    // Words without rarer bits are filtered out first, without a branch: mispredictions on nearly
    // random data would cost more than everything else.
    let mut offsets = [0u16; WORDS];
    for (number, chunk) in dense.chunks(4 * WORDS).enumerate() {
        let (words, rest) = chunk.as_chunks::<4>();
        let mut count = 0;
        for (i, four) in words.iter().enumerate() {
            offsets[count] = i as u16;
            count += usize::from(word(*four) != flips);
        }
        for &i in &offsets[..count] {
            let i = usize::from(i);
            code(number * WORDS + i, word(words[i]) ^ flips);
        }
        if !rest.is_empty() {
            let mut four = [flip; 4];
            four[..rest.len()].copy_from_slice(rest);
            code(number * WORDS + words.len(), word(four) ^ flips);
        }
    }
    writer.finish();
}

fn word(lanes: [u16; 4]) -> u64 {
    let [a, b, c, d] = lanes.map(u64::from);
    a | b << 16 | c << 32 | d << 48
}

/// Decodes into `dense` the bytes after the method.
pub(crate) fn decode(
    bytes: &[u8],
    bits: u32,
    full: u16,
    dense: &mut [u16],
) -> Result<(), CodecError> {
    let truncated = CodecError::Truncated { method: "rice" };
    let damaged = |what| CodecError::Damaged { method: "rice", what };
    let (&head, rest) = bytes.split_first().ok_or(truncated.clone())?;
    let (count, codes) = varint::read(rest).ok_or(truncated)?;
    let (k, zeros) = (u32::from(head & !ZEROS), head & ZEROS != 0);
    let slots = dense.len() as u64 * u64::from(bits);
    if k > MAX_K || count > slots {
        return Err(damaged("its head is invalid"));
    }
    let flip = if zeros { full } else { 0 };
    dense.fill(flip);
    // Exact for positions below 2^28, since bits < 2^4.
    let reciprocal = (1u64 << 32).div_ceil(u64::from(bits));
    let mut reader = Reader { codes, at: 0 };
    let mut next = 0u64;
    for _ in 0..count {
        let at = next + reader.gap(k, slots);
        if at >= slots {
            return Err(damaged("a gap exceeds it"));
        }
        let lane = (at * reciprocal) >> 32;
        dense[lane as usize] ^= 1 << (at - lane * u64::from(bits));
        next = at + 1;
    }
    // The length must be exactly that of the codes, with zeros after the last.
    let end = reader.at.div_ceil(8);
    if end != codes.len()
        || (!reader.at.is_multiple_of(8) && codes[end - 1] >> (reader.at % 8) != 0)
    {
        return Err(damaged("its length is wrong"));
    }
    Ok(())
}

/// Writes eight bytes at a time, of which the complete ones count.
struct Writer<'a> {
    out: &'a mut Vec<u8>,
    /// The byte that is being filled.
    at: usize,
    word: u64,
    /// Bits in `word`, at most 7 between calls.
    filled: u32,
}

impl<'a> Writer<'a> {
    /// Appends at most `max_bytes` bytes.
    fn new(out: &'a mut Vec<u8>, max_bytes: usize) -> Self {
        let at = out.len();
        out.resize(at + max_bytes + 16, 0);
        Writer { out, at, word: 0, filled: 0 }
    }

    fn gap(&mut self, gap: u32, k: u32) {
        let mut zeros = gap >> k;
        while zeros >= STEP {
            self.push(0, STEP);
            zeros -= STEP;
        }
        let rest = u64::from(gap) & ((1 << k) - 1);
        self.push((rest << 1 | 1) << zeros, zeros + 1 + k);
    }

    /// Appends a code of at most 56 bits.
    fn push(&mut self, code: u64, len: u32) {
        self.word |= code << self.filled;
        self.filled += len;
        self.out[self.at..self.at + 8].copy_from_slice(&self.word.to_le_bytes());
        let bytes = self.filled / 8;
        self.at += bytes as usize;
        // At most 63 bits are filled, never eight bytes.
        self.word >>= 8 * bytes;
        self.filled %= 8;
    }

    fn finish(self) {
        self.out.truncate(self.at + usize::from(self.filled > 0));
    }
}

struct Reader<'a> {
    codes: &'a [u8],
    /// The next bit.
    at: usize,
}

impl Reader<'_> {
    /// At least 57 bits from the current position; zeros after the end.
    fn window(&self) -> u64 {
        let byte = self.at / 8;
        let word = if let Some(word) = self.codes.get(byte..byte + 8) {
            u64::from_le_bytes(word.try_into().expect("eight bytes"))
        } else {
            let rest = self.codes.get(byte..).unwrap_or_default();
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            u64::from_le_bytes(word)
        };
        word >> (self.at % 8)
    }

    /// The next gap, or a value of at least `max_gap`.
    fn gap(&mut self, k: u32, max_gap: u64) -> u64 {
        let mut quotient = 0;
        let mut window = self.window();
        let mut zeros = window.trailing_zeros();
        while zeros >= STEP {
            quotient += u64::from(STEP);
            self.at += STEP as usize;
            if quotient << k >= max_gap || self.at > 8 * self.codes.len() {
                return max_gap;
            }
            window = self.window();
            zeros = window.trailing_zeros();
        }
        quotient += u64::from(zeros);
        self.at += (zeros + 1 + k) as usize;
        quotient << k | (window >> (zeros + 1)) & ((1 << k) - 1)
    }
}
