//! rANS (Duda 2009; byte-wise and interleaved as by Giesen 2014): halves of lanes in the context of
//! the population counts of lanes one step of a higher digit back.
//!
//! ```text
//! byte 0      method
//! varint      e, the number of escapes
//! 4 x 64      the states at which decoding begins, lowest byte first
//! e bytes     escapes: halves without a frequency
//! the rest    words of 16 bits, lowest byte first, in the order of decoding
//! ```
//!
//! A lane of n bits consists of a low half of ⌈n/2⌉ and a high half of ⌊n/2⌋ bits. Lane i of each
//! group of 64 belongs to state i; in each group the low halves are decoded, then the high ones.
//! With x the state, P the precision, f and s the frequency of a symbol and the sum of those before
//! it:
//!
//! ```text
//! decode  slot = x mod 2^P; the symbol is the one with s <= slot < s + f
//!         x = f (x >> P) + slot - s;  if x < 2^16: x = x << 16 | next word
//! encode  if x >= f << (32 - P): next word = x mod 2^16, x >>= 16
//!         x = (x / f) << P | (x mod f) + s
//! ```
//!
//! The first [`ESCAPE`](crate::model::ESCAPE) slots of each context stand for an escape, so that
//! symbols that were rare or absent when the model was trained cost the others nothing.
//!
//! # Contexts
//!
//! Neighbouring states have similar distances, and in these bitmaps the neighbours at small changes
//! of the digits `d_3`, `d_4` and `d_5` are lanes at three fixed steps back. The context of a low
//! half is the population count of the low halves of those three lanes; that of a high half the
//! population count of their high halves, and that of the low half just coded. Sums near both ends
//! are distinguished, those in the middle are grouped ([`Split`](crate::model::Split)). A step that
//! leaves the unit is replaced by the next smaller one. Closer lanes would be better predictors but
//! belong to the same group.
//!
//! The frequencies belong to a [`Model`], trained once for many units (a level of a board has
//! thousands) and stored by the caller.
//!
//! Limits: any unit of a board of the model; at least 256 bytes. Cost on one server core of 2023
//! with AVX-512: 1.2 ns a lane to decode (a gather and a multiplication for each 16 halves, in
//! tables of 0.7 MB for 13 bits, so the second-level cache is the limit) and 1.8 to encode (a
//! gather, a division and a compression); with AVX2 decoding takes 1.9 times as long, encoding 1.2 times.

mod train;

use crate::arch::{Backward, Kernels};
use crate::error::CodecError;
use crate::method::Method;
use crate::model::{Model, STATES};
use crate::varint;

/// Appends whole groups of lanes.
pub(crate) fn encode(
    kernels: Kernels,
    model: &Model,
    dense: &[u16],
    scratch: &mut Backward,
    out: &mut Vec<u8>,
) {
    let states = kernels.rans_encode(model, dense, scratch);
    let (escapes, words) = (scratch.escapes(), scratch.words());
    out.push(Method::Rans as u8);
    varint::push(escapes.len() as u64, out);
    out.extend(states.iter().flat_map(|state| state.to_le_bytes()));
    out.extend_from_slice(escapes);
    let start = out.len();
    out.resize(start + 2 * words.len(), 0);
    for (bytes, word) in out[start..].chunks_exact_mut(2).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

/// Decodes whole groups of lanes from the bytes after the method.
pub(crate) fn decode(
    kernels: Kernels,
    model: &Model,
    bytes: &[u8],
    dense: &mut [u16],
    counts: &mut Vec<u16>,
) -> Result<(), CodecError> {
    let parts = || {
        let (escapes, rest) = varint::read(bytes)?;
        let (states, rest) = rest.split_at_checked(4 * STATES)?;
        let (escapes, words) = varint::split(rest, escapes)?;
        Some((states, escapes, words))
    };
    let (bytes, escapes, words) = parts().ok_or(CodecError::Truncated { method: "rans" })?;
    let mut states = [0; STATES];
    for (state, bytes) in states.iter_mut().zip(bytes.chunks_exact(4)) {
        *state = u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    }
    if kernels.rans_decode(model, &states, escapes, words, dense, counts) {
        Ok(())
    } else {
        let what = "its codes end in the wrong state, or belong to another model";
        Err(CodecError::Damaged { method: "rans", what })
    }
}
