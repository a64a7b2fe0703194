//! The layout of codes in a group of lanes for the [`tiers`](crate::tiers) method, as kernels need
//! it.

use crate::shape::GROUP;

/// The nibble of a lane whose code is a byte.
pub(crate) const MORE: u8 = 15;
/// The byte of a lane that is stored verbatim.
pub(crate) const RAW: u8 = 255;
/// Bytes of the nibbles of a group.
pub(crate) const NIBBLES: usize = GROUP / 2;

pub(crate) fn position(lane: usize) -> usize {
    16 * (lane / 8 % 4) + 8 * (lane / 32) + lane % 8
}
