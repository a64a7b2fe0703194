//! The width of the codes in a state: one byte, or two for large puzzles.
//!
//! A [code](crate::orbit::Orbit::code) numbers the pieces of an orbit in their orientations. Puzzles of at most 256
//! slots whose orbits have at most 256 codes have states of bytes, and tables of a fixed size, whose entries are
//! found without a check of bounds.

use std::fmt::Debug;
use std::hash::Hash;

/// A code of a slot, or the number of a slot, in one byte or in two.
pub trait Code: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The code after a twist, for each code of an orbit.
    type Twist: Debug + Send + Sync + 'static;

    /// The code 0.
    const ZERO: Self;

    /// The number of codes that the width can tell apart.
    const COUNT: usize;

    /// Bytes of a code.
    const BYTES: usize;

    /// The code of a number below [`COUNT`](Self::COUNT).
    fn of(number: usize) -> Self;

    /// The number of the code.
    fn number(self) -> usize;

    /// The table of a twist for an orbit of this many codes.
    fn twist(codes: usize, after: impl Fn(usize) -> usize) -> Self::Twist;

    /// The code after a twist.
    #[must_use]
    fn twisted(self, twist: &Self::Twist) -> Self;

    /// Writes codes as bytes, each with its lowest byte first.
    fn write(codes: &[Self], bytes: &mut [u8]);

    /// The codes of bytes, as [`write`](Self::write) makes them.
    fn read(bytes: &[u8]) -> impl Iterator<Item = Self>;
}

impl Code for u8 {
    type Twist = [Self; 256];
    const ZERO: Self = 0;
    const COUNT: usize = 1 << 8;
    const BYTES: usize = 1;

    #[inline]
    fn of(number: usize) -> Self {
        number as Self
    }

    #[inline]
    fn number(self) -> usize {
        self.into()
    }

    fn twist(codes: usize, after: impl Fn(usize) -> usize) -> Self::Twist {
        std::array::from_fn(|code| if code < codes { Self::of(after(code)) } else { 0 })
    }

    #[inline]
    fn twisted(self, twist: &Self::Twist) -> Self {
        twist[usize::from(self)]
    }

    #[inline]
    fn write(codes: &[Self], bytes: &mut [u8]) {
        bytes.copy_from_slice(codes);
    }

    #[inline]
    fn read(bytes: &[u8]) -> impl Iterator<Item = Self> {
        bytes.iter().copied()
    }
}

impl Code for u16 {
    type Twist = Box<[Self]>;
    const ZERO: Self = 0;
    const COUNT: usize = 1 << 16;
    const BYTES: usize = 2;

    #[inline]
    fn of(number: usize) -> Self {
        number as Self
    }

    #[inline]
    fn number(self) -> usize {
        self.into()
    }

    fn twist(codes: usize, after: impl Fn(usize) -> usize) -> Self::Twist {
        (0..codes).map(|code| Self::of(after(code))).collect()
    }

    #[inline]
    fn twisted(self, twist: &Self::Twist) -> Self {
        twist[usize::from(self)]
    }

    #[inline]
    fn write(codes: &[Self], bytes: &mut [u8]) {
        for (pair, code) in bytes.chunks_exact_mut(2).zip(codes) {
            pair.copy_from_slice(&code.to_le_bytes());
        }
    }

    #[inline]
    fn read(bytes: &[u8]) -> impl Iterator<Item = Self> {
        bytes.chunks_exact(2).map(|pair| Self::from_le_bytes([pair[0], pair[1]]))
    }
}
