//! Stream `VByte` (Lemire, Kurz & Rupp 2018): sorted numbers as gaps of one to four whole bytes.
//!
//! Published enumerations on disk store the sorted *frontier* (the states new at a level) in this
//! code. For level bitmaps, in which up to every state is set, it is larger than the bitmap.
//!
//! ```text
//! varint      m, the number of numbers
//! ⌈m/4⌉       control bytes, one for four numbers: length - 1 of number i in bits 2i, 2i + 1;
//!             those of numbers after the last are 0
//! data        the gaps, each in as few bytes as it needs, lowest byte first, at least one
//! ```
//!
//! A gap is the difference from the number before; the first number is its own gap. The numbers of
//! a unit are the positions lane * bits + bit of its set bits.
//!
//! Limits: numbers below 2^32. Cost: with a byte shuffle for four numbers about 0.6 ns to decode a
//! number, bound by the dependency from length to address; at least 1.25 bytes a number.

use crate::arch::Kernels;
use crate::error::CodecError;
use crate::shape::{self, Shape};
use crate::varint;

/// Appends ascending numbers.
///
/// # Panics
/// If they do not ascend.
pub fn encode(numbers: &[u32], out: &mut Vec<u8>) {
    varint::push(numbers.len() as u64, out);
    let controls = out.len();
    out.resize(controls + numbers.len().div_ceil(4), 0);
    let mut last = 0;
    for (control_at, four) in (controls..).zip(numbers.chunks(4)) {
        for (i, &number) in four.iter().enumerate() {
            let gap = number.checked_sub(last).expect("numbers ascend");
            let len = 4 - (gap | 1).leading_zeros() as usize / 8;
            out[control_at] |= (len as u8 - 1) << (2 * i);
            out.extend_from_slice(&gap.to_le_bytes()[..len]);
            last = number;
        }
    }
}

/// Replaces `numbers` by those that [`encode`] wrote, at most `max_count` of them.
///
/// # Errors
/// [`CodecError`] if the bytes end too early or too late, or hold too many numbers or ones that do
/// not ascend.
pub fn decode(bytes: &[u8], max_count: usize, numbers: &mut Vec<u32>) -> Result<(), CodecError> {
    decode_with(Kernels::detect(), bytes, max_count, numbers)
}

/// Works as [`decode`] does, with chosen kernels.
pub(crate) fn decode_with(
    kernels: Kernels,
    bytes: &[u8],
    max_count: usize,
    numbers: &mut Vec<u32>,
) -> Result<(), CodecError> {
    let truncated = CodecError::Truncated { method: "stream-vbyte" };
    let damaged = |what| CodecError::Damaged { method: "stream-vbyte", what };
    let (count, rest) = varint::read(bytes).ok_or(truncated.clone())?;
    if count > max_count as u64 {
        return Err(damaged("it holds too many numbers"));
    }
    let count = count as usize;
    let (controls, data) = rest.split_at_checked(count.div_ceil(4)).ok_or(truncated.clone())?;
    numbers.resize(count, 0);
    let (quads, mut at) = kernels.vbyte_add_up(controls, data, numbers);
    let mut last = quads.checked_sub(1).map_or(0, |quad| numbers[4 * quad + 3]);
    for (i, number) in numbers.iter_mut().enumerate().skip(4 * quads) {
        let len = usize::from(controls[i / 4] >> (2 * (i % 4)) & 3) + 1;
        let gap = data.get(at..at + len).ok_or(truncated.clone())?;
        let mut word = [0; 4];
        word[..len].copy_from_slice(gap);
        last = last.wrapping_add(u32::from_le_bytes(word));
        *number = last;
        at += len;
    }
    if at != data.len() {
        return Err(damaged("its length is wrong"));
    }
    if numbers.windows(2).any(|pair| pair[0] > pair[1]) {
        return Err(damaged("its numbers do not ascend"));
    }
    Ok(())
}

/// Encodes and decodes units of one shape as the positions of their set bits: one for each thread.
#[derive(Debug)]
pub struct UnitCoder {
    shape: Shape,
    kernels: Kernels,
    /// The lanes that hold states.
    dense: Vec<u16>,
    positions: Vec<u32>,
}

impl UnitCoder {
    /// A coder for units of a shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self::with_kernels(shape, Kernels::detect())
    }

    /// Works as [`new`](UnitCoder::new) does, with chosen kernels.
    #[must_use]
    pub fn with_kernels(shape: Shape, kernels: Kernels) -> Self {
        UnitCoder { shape, kernels, dense: Vec::new(), positions: Vec::new() }
    }

    /// Appends a unit to `out`.
    ///
    /// # Errors
    /// [`CodecError::TooLong`] if the unit has more than 2^24 lanes.
    ///
    /// # Panics
    /// If a bit outside the states is set.
    pub fn encode(&mut self, lanes: &[u16], out: &mut Vec<u8>) -> Result<(), CodecError> {
        shape::check_length(lanes)?;
        self.shape.gather(lanes, &mut self.dense);
        let states = self.shape.states_in(lanes.len());
        positions(&self.dense[..states], self.shape.bits(), &mut self.positions);
        encode(&self.positions, out);
        Ok(())
    }

    /// Fills `lanes` with the unit that [`encode`](UnitCoder::encode) wrote, padding included.
    /// After an error their contents are unspecified.
    ///
    /// # Errors
    /// [`CodecError`] if the bytes are not those of a unit of this length.
    pub fn decode(&mut self, bytes: &[u8], lanes: &mut [u16]) -> Result<(), CodecError> {
        shape::check_length(lanes)?;
        let (states, bits) = (self.shape.states_in(lanes.len()), self.shape.bits());
        decode_with(self.kernels, bytes, states * bits as usize, &mut self.positions)?;
        self.dense.resize(states.next_multiple_of(shape::GROUP), 0);
        let damaged = |what| CodecError::Damaged { method: "stream-vbyte", what };
        if !set(&self.positions, bits, &mut self.dense[..states]) {
            return Err(damaged("a position is out of range or occurs twice"));
        }
        if !self.shape.scatter(&self.dense[..states], lanes) {
            return Err(damaged("a bit outside the states is set"));
        }
        Ok(())
    }
}

/// The positions lane * bits + bit of the set bits.
fn positions(dense: &[u16], bits: u32, to: &mut Vec<u32>) {
    to.clear();
    for (first, &lane) in (0..).step_by(bits as usize).zip(dense) {
        let mut rest = lane;
        while rest != 0 {
            to.push(first + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
}

/// Sets the bits at `positions`; `false` if one lies outside or comes twice.
fn set(positions: &[u32], bits: u32, dense: &mut [u16]) -> bool {
    dense.fill(0);
    let twice = positions.windows(2).any(|pair| pair[0] == pair[1]);
    if twice
        || positions
            .last()
            .is_some_and(|&last| u64::from(last) >= dense.len() as u64 * u64::from(bits))
    {
        return false;
    }
    for &position in positions {
        dense[(position / bits) as usize] |= 1 << (position % bits);
    }
    true
}
