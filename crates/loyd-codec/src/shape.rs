//! The lanes and bits of a unit that hold states; removing and restoring padding.
//!
//! No method sees padding: the lanes that hold states are copied together first (`gather`) and
//! apart afterwards (`scatter`), at the speed of the second-level cache. Both inspect every bit, so
//! a bit outside the states is detected when encoding and when decoding.

use crate::error::CodecError;

/// Lanes that kernels process at a time; scratch memory is a multiple of this, its tail zero.
pub(crate) const GROUP: usize = 64;
/// The maximum number of lanes of a unit: positions of its bits then fit 28 bits.
pub(crate) const MAX_LANES: usize = 1 << 24;

/// Returns an error if a unit has too many lanes for the positions of its bits.
pub(crate) fn check_length(lanes: &[u16]) -> Result<(), CodecError> {
    if lanes.len() > MAX_LANES {
        return Err(CodecError::TooLong { lanes: lanes.len(), max_lanes: MAX_LANES });
    }
    Ok(())
}

/// The shape of a level bitmap: known from the board, never stored.
///
/// Of every `stride` lanes the first `used` hold states in their low `bits` bits; all else is zero.
/// `bits` is the number of tiles n, and lane i of a block is the mixed-radix number `d_1 +
/// (n-1)(d_2 + (n-2)(d_3 + …))` of Lehmer digits, which determines the distance of neighbouring
/// lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    bits: u32,
    used: usize,
    stride: usize,
}

impl Shape {
    /// The shape of lanes of `bits` bits, `used` of every `stride` lanes.
    ///
    /// # Errors
    /// [`CodecError::Shape`] unless 2 ≤ `bits` ≤ 16 and 1 ≤ `used` ≤ `stride`, a multiple of 32.
    pub fn new(bits: u32, used: usize, stride: usize) -> Result<Self, CodecError> {
        let fail = |what| Err(CodecError::Shape { what });
        if !(2..=16).contains(&bits) {
            return fail("a lane has 2 to 16 bits");
        }
        if stride == 0 || !stride.is_multiple_of(32) {
            return fail("a block is some whole lines of 32 lanes");
        }
        if used == 0 || used > stride {
            return fail("1 or more lanes of a block hold states, and no more than it has");
        }
        Ok(Shape { bits, used, stride })
    }

    /// Bits of a lane that hold states: the number of tiles.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// Lanes of a block that hold states.
    #[must_use]
    pub fn used(self) -> usize {
        self.used
    }

    /// Lanes from one block to the next.
    #[must_use]
    pub fn stride(self) -> usize {
        self.stride
    }

    /// The number of lanes that hold states among the first `lanes` lanes.
    #[must_use]
    pub fn states_in(self, lanes: usize) -> usize {
        lanes / self.stride * self.used + (lanes % self.stride).min(self.used)
    }

    /// The number of bits that hold states in the first `lanes` lanes.
    #[must_use]
    pub fn slots(self, lanes: usize) -> u64 {
        self.states_in(lanes) as u64 * u64::from(self.bits)
    }

    /// A lane in which every state is set.
    pub(crate) fn full(self) -> u16 {
        u16::MAX >> (16 - self.bits)
    }

    /// Copies the lanes that hold states together, padded with zeros to whole groups.
    ///
    /// # Panics
    /// If a bit outside the states is set: it would be lost.
    pub(crate) fn gather(self, lanes: &[u16], dense: &mut Vec<u16>) {
        let len = self.states_in(lanes.len());
        dense.resize(len.next_multiple_of(GROUP), 0);
        dense[len..].fill(0);
        let (mut above, mut padding) = (0, 0);
        let blocks = dense[..len].chunks_mut(self.used).zip(lanes.chunks(self.stride));
        for (to, block) in blocks {
            let (from, rest) = block.split_at(to.len());
            for (to, &lane) in to.iter_mut().zip(from) {
                *to = lane;
                above |= lane;
            }
            padding |= rest.iter().fold(0, |or, lane| or | lane);
        }
        assert!(above & !self.full() == 0 && padding == 0, "a bit outside the states is set");
    }

    /// Copies the lanes that hold states to their positions, with zeros between; returns `false` if
    /// a bit outside the states is set.
    pub(crate) fn scatter(self, dense: &[u16], lanes: &mut [u16]) -> bool {
        let mut above = 0;
        for (from, block) in dense.chunks(self.used).zip(lanes.chunks_mut(self.stride)) {
            let (to, rest) = block.split_at_mut(from.len());
            for (to, &lane) in to.iter_mut().zip(from) {
                *to = lane;
                above |= lane;
            }
            rest.fill(0);
        }
        above & !self.full() == 0
    }
}
