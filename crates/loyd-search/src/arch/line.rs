//! A cache line as the unit of every bitmap.
//!
//! Alignment is part of the type, so kernels need neither heads nor tails, and a
//! non-temporal store always fills whole lines.

/// 16-bit lanes in one [`Line`].
pub const LANES_PER_LINE: usize = 32;

/// 64 bytes, aligned to 64: 32 lanes of 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Line(pub [u16; LANES_PER_LINE]);

impl Line {
    /// The line without a set bit.
    pub const ZERO: Line = Line([0; LANES_PER_LINE]);

    /// Four lanes as a word, the first in its lowest bits.
    #[must_use]
    #[inline]
    pub fn word(&self, number: usize) -> u64 {
        let lanes = &self.0[4 * number..][..4];
        lanes.iter().rev().fold(0, |word, &lane| word << 16 | u64::from(lane))
    }

    /// Sets four lanes from a word, see [`word`](Line::word).
    #[inline]
    pub fn set_word(&mut self, number: usize, word: u64) {
        for (i, lane) in self.0[4 * number..][..4].iter_mut().enumerate() {
            *lane = (word >> (16 * i)) as u16;
        }
    }
}

impl Default for Line {
    fn default() -> Self {
        Line::ZERO
    }
}

/// The same memory seen as lanes.
#[inline]
#[must_use]
pub fn lanes(lines: &[Line]) -> &[u16] {
    // SAFETY: `Line` is `repr(C)` around `[u16; 32]`, of the same size (64 bytes) and a
    // larger alignment, so `32 * len` lanes starting there are initialised and in bounds.
    unsafe { core::slice::from_raw_parts(lines.as_ptr().cast(), lines.len() * LANES_PER_LINE) }
}

/// The same memory seen as mutable lanes.
#[inline]
#[must_use]
pub fn lanes_mut(lines: &mut [Line]) -> &mut [u16] {
    let len = lines.len() * LANES_PER_LINE;
    // SAFETY: as in `lanes`; the exclusive borrow is passed on.
    unsafe { core::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), len) }
}

/// The same memory seen as bytes, in memory order, for files. Lanes are in the byte order of the
/// processor.
#[inline]
#[must_use]
pub fn bytes(lines: &[Line]) -> &[u8] {
    // SAFETY: any initialised memory may be read as bytes; length and start are those of
    // the borrowed lines, and `Line` has no padding (64 bytes of payload).
    unsafe { core::slice::from_raw_parts(lines.as_ptr().cast(), size_of_val(lines)) }
}

/// The same memory seen as mutable bytes, see [`bytes`].
#[inline]
#[must_use]
pub fn bytes_mut(lines: &mut [Line]) -> &mut [u8] {
    let len = size_of_val(lines);
    // SAFETY: as in `bytes`; every byte pattern is a valid `Line`.
    unsafe { core::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), len) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_cover_the_same_memory() {
        let mut lines = vec![Line::ZERO; 3];
        lanes_mut(&mut lines)[33] = 0x0201;
        assert_eq!(lines[1].0[1], 0x0201);
        assert_eq!(lanes(&lines).len(), 96);
        assert_eq!(bytes(&lines).len(), 192);
        assert_eq!(u16::from_ne_bytes([bytes(&lines)[66], bytes(&lines)[67]]), 0x0201);
        bytes_mut(&mut lines)[191] = 0xff;
        assert_ne!(lines[2].0[31], 0);
    }
}
