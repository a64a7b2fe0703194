//! Units without a code: empty, full, raw.
//!
//! ```text
//! empty, full   byte 0: method
//! raw           byte 0: method; then the lanes that hold states, 16 bits each, lowest byte first
//! ```
//!
//! Raw is for units that no other method makes smaller: 16 / n bits for each state, for any
//! contents.

use crate::error::CodecError;
use crate::method::Method;

/// Appends the lanes as they are.
pub(crate) fn encode_raw(dense: &[u16], out: &mut Vec<u8>) {
    out.push(Method::Raw as u8);
    out.extend(dense.iter().flat_map(|lane| lane.to_le_bytes()));
}

/// Decodes into `dense` the bytes after the method.
pub(crate) fn decode_raw(bytes: &[u8], dense: &mut [u16]) -> Result<(), CodecError> {
    if bytes.len() < 2 * dense.len() {
        return Err(CodecError::Truncated { method: "raw" });
    }
    if bytes.len() > 2 * dense.len() {
        return Err(CodecError::Damaged { method: "raw", what: "its length is wrong" });
    }
    for (lane, pair) in dense.iter_mut().zip(bytes.chunks_exact(2)) {
        *lane = u16::from_le_bytes([pair[0], pair[1]]);
    }
    Ok(())
}

/// Fills `dense` with one lane; checks the bytes after the method.
pub(crate) fn decode_uniform(
    method: Method,
    lane: u16,
    bytes: &[u8],
    dense: &mut [u16],
) -> Result<(), CodecError> {
    if !bytes.is_empty() {
        return Err(CodecError::Damaged { method: method.name(), what: "its length is wrong" });
    }
    dense.fill(lane);
    Ok(())
}
