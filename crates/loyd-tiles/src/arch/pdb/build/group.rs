//! Rotations, written once over a [`Group`] of words: one pass over the groups of the target, or two
//! if words move after bytes.
//!
//! ```text
//! for each group of the target
//!   words := those at its place, or from the places of a table
//!   exchange bits, bytes, or both
//!   group := group | words
//! ```
//!
//! The methods are `inline(always)`; they become vector code when inlined into a function compiled
//! for the instruction set.

use super::Rotation;
use crate::arch::bitmap::Line;

/// Up to eight words in registers. Words beyond `width` are unspecified.
///
/// # Safety
/// All methods may use instructions of the implementing instruction set: they must be called only
/// where that set is known to be available, with a width that the implementation has.
pub(super) trait Group: Copy {
    /// The sources of the bytes of a group.
    type Order: Copy;

    unsafe fn order(bytes: &[u8; 64]) -> Self::Order;
    /// Loads words that follow each other.
    unsafe fn load(from: *const u64, width: usize) -> Self;
    /// Loads the words `from[places[0]]`, `from[places[1]]` and so on.
    unsafe fn gather(from: *const u64, places: *const u32, width: usize) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// Exchanges `d_0` and `d_1` in each word; see [`super::portable::exchange_bits`].
    unsafe fn exchange_bits(self) -> Self;
    unsafe fn exchange_bytes(self, order: Self::Order) -> Self;
    unsafe fn store(self, to: *mut u64, width: usize);
}

/// The place from which the words of a step come.
const HERE: u8 = 0;
const GROUPS: u8 = 1;
const WORDS: u8 = 2;

/// The operation between load and store.
const NOTHING: u8 = 0;
const BITS: u8 = 1;
const BYTES: u8 = 2;
const BITS_BYTES: u8 = 3;
const BYTES_BITS: u8 = 4;

/// Steps of up to eight words.
struct Steps<'a> {
    count: usize,
    width: usize,
    bytes: &'a [u8; 64],
    places: &'a [u32],
}

/// Runs the steps; with `OR`, adds to the contents of `to`.
///
/// # Safety
/// The conditions of [`Group`]; `from` and `to` have `count * width` words, and the places are
/// those of words (for `GROUPS`, of whole groups) of `from`.
#[inline(always)]
unsafe fn run<G: Group, const FROM: u8, const WHAT: u8, const OR: bool>(
    steps: &Steps<'_>,
    from: *const u64,
    to: *mut u64,
) {
    // SAFETY: by contract.
    unsafe {
        let order = G::order(steps.bytes);
        for step in 0..steps.count {
            let at = step * steps.width;
            let mut words = match FROM {
                HERE => G::load(from.add(at), steps.width),
                GROUPS => {
                    let place = *steps.places.get_unchecked(step) as usize;
                    G::load(from.add(place), steps.width)
                }
                _ => G::gather(from, steps.places.as_ptr().add(at), steps.width),
            };
            if WHAT == BITS || WHAT == BITS_BYTES {
                words = words.exchange_bits();
            }
            if WHAT == BYTES || WHAT == BITS_BYTES || WHAT == BYTES_BITS {
                words = words.exchange_bytes(order);
            }
            if WHAT == BYTES_BITS {
                words = words.exchange_bits();
            }
            if OR {
                words = words.or(G::load(to.add(at), steps.width));
            }
            words.store(to.add(at), steps.width);
        }
    }
}

/// See [`super::Kernels::rotate`], with `L` for whole lines and `G` for groups.
///
/// # Safety
/// The instruction set of `L` and `G` is available; `L` has width 8 and `G` that of the rotation's
/// groups; all blocks have the lines of the rotation.
#[inline(always)]
pub(super) unsafe fn rotate<L: Group, G: Group>(
    rotation: &Rotation,
    source: &[Line],
    out: &mut [Line],
    scratch: &mut [Line],
) {
    const NO_BYTES: [u8; 64] = [0; 64];
    let bytes = rotation.bytes.as_deref();
    let what = match (rotation.bits, bytes.is_some(), rotation.low_first) {
        (false, false, _) => NOTHING,
        (true, false, _) => BITS,
        (false, true, _) => BYTES,
        (true, true, true) => BITS_BYTES,
        (true, true, false) => BYTES_BITS,
    };
    let places = match (&rotation.places, &rotation.groups) {
        (Some(places), _) | (None, Some(places)) => &places[..],
        (None, None) => &[],
    };
    let from = if rotation.places.is_some() {
        WORDS
    } else if rotation.groups.is_some() {
        GROUPS
    } else {
        HERE
    };
    let groups = Steps {
        count: rotation.words / rotation.group,
        width: rotation.group,
        bytes: bytes.unwrap_or(&NO_BYTES),
        places,
    };
    let whole = Steps { count: source.len(), width: 8, ..groups };
    let (source, out): (*const u64, *mut u64) = (source.as_ptr().cast(), out.as_mut_ptr().cast());
    let scratch: *mut u64 = scratch.as_mut_ptr().cast();
    // SAFETY: groups and lines lie in the blocks; a rotation's places lie in a block.
    unsafe {
        match (from, what) {
            (HERE, NOTHING) => run::<L, HERE, NOTHING, true>(&whole, source, out),
            (HERE, BITS) => run::<L, HERE, BITS, true>(&whole, source, out),
            (HERE, BYTES) => run::<G, HERE, BYTES, true>(&groups, source, out),
            (HERE, BITS_BYTES) => run::<G, HERE, BITS_BYTES, true>(&groups, source, out),
            (HERE, _) => run::<G, HERE, BYTES_BITS, true>(&groups, source, out),
            (GROUPS, _) => run::<G, GROUPS, NOTHING, true>(&groups, source, out),
            (_, NOTHING) => run::<G, WORDS, NOTHING, true>(&groups, source, out),
            (_, BYTES) if rotation.low_first => {
                run::<G, HERE, BYTES, false>(&groups, source, scratch);
                run::<G, WORDS, NOTHING, true>(&groups, scratch, out);
            }
            (_, BITS_BYTES) => {
                run::<G, HERE, BITS_BYTES, false>(&groups, source, scratch);
                run::<G, WORDS, NOTHING, true>(&groups, scratch, out);
            }
            (_, BYTES) => run::<G, WORDS, BYTES, true>(&groups, source, out),
            (_, _) => run::<G, WORDS, BYTES_BITS, true>(&groups, source, out),
        }
    }
}
