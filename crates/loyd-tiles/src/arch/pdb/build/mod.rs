//! The table builder's operations on a block: the bitmap of all orders of one node, in *words*.
//!
//! A word of 64 bits holds the digits `d_0` and `d_1` of an order ([`crate::tile_order`]): bit
//! `d_0` of its byte `d_1`, so up to eight tiles fit. The index of the word consists of the other
//! digits, `d_2` varying fastest:
//!
//! ```text
//! bit = d_0 + 8 · d_1 + 64 · (d_2 + (k-2) · (d_3 + (k-3) · (…)))
//! ```
//!
//! Exchanging two neighbouring places is then
//!
//! ```text
//! places 0, 1:  bits within a word      transpose 8 x 8, shift, select by a mask
//! places 1, 2:  bytes within k-2 words  one byte shuffle
//! beyond:       whole words             a table of at most 720 places
//! ```
//!
//! and a rotation is a sequence of exchanges: [`Rotation`]. [`Kernels::rotate`] does one, and
//! [`Kernels::settle`] adds the united sources to the block.
//!
//! *Limits.* 8 tiles: 90 lines, 8 KB with the rotation's table; all steps but the first load of a
//! source work in the first-level cache. A rotation of bits or bytes costs about the load and the
//! store of a line; one of words 120 gathers of 6 words.

// Vector code: one short function per instruction, which must be inlined to become one instruction.
#![allow(clippy::inline_always)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod group;
mod portable;
mod rotation;
mod settle;
#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
mod simd128;
#[cfg(test)]
mod tests;

pub use rotation::Rotation;

use crate::arch::bitmap::Line;

/// Largest number of sources of [`Kernels::settle`].
pub const MAX_SOURCES: usize = 8;

/// An instruction set that was detected on this processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernels(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    #[cfg(any(test, not(target_feature = "simd128")))]
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
    Simd128,
}

impl Kernels {
    /// The fastest instruction set of this processor.
    pub fn detect() -> Self {
        Self::available().pop().unwrap_or_else(Self::portable)
    }

    /// The instruction set that every processor of this build has: a WebAssembly module with vectors has no
    /// other kernels.
    pub fn portable() -> Self {
        #[cfg(any(test, not(target_feature = "simd128")))]
        let set = Set::Portable;
        #[cfg(not(any(test, not(target_feature = "simd128"))))]
        let set = Set::Simd128;
        Self(set)
    }

    /// All instruction sets of this processor, slowest first.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut sets = vec![Self::portable()];
        #[cfg(target_arch = "x86_64")]
        {
            if avx2::is_available() {
                sets.push(Self(Set::Avx2));
            }
            if avx512::is_available() {
                sets.push(Self(Set::Avx512));
            }
        }
        #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
        if simd128::is_available() {
            sets.push(Self(Set::Simd128));
        }
        sets
    }

    /// `portable`, `avx2`, `avx512` or `simd128`.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(any(test, not(target_feature = "simd128")))]
            Set::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "avx512",
            #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
            Set::Simd128 => "simd128",
        }
    }

    /// Adds the rotated states of `source` to `out`. The contents of `scratch` are unspecified
    /// afterwards.
    ///
    /// # Panics
    /// If a block is shorter than the rotation's.
    pub fn rotate(
        self,
        rotation: &Rotation,
        source: &[Line],
        out: &mut [Line],
        scratch: &mut [Line],
    ) {
        let lines = rotation.lines();
        let (source, out, scratch) = (&source[..lines], &mut out[..lines], &mut scratch[..lines]);
        match self.0 {
            #[cfg(any(test, not(target_feature = "simd128")))]
            Set::Portable => portable::rotate(rotation, source, out, scratch),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the set was detected; the blocks have the lines of the rotation.
            Set::Avx2 => unsafe { avx2::rotate(rotation, source, out, scratch) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Set::Avx512 => unsafe { avx512::rotate(rotation, source, out, scratch) },
            #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
            Set::Simd128 => simd128::rotate(rotation, source, out, scratch),
        }
    }

    /// Adds the states of up to [`MAX_SOURCES`] blocks to the block `within`; the states that are
    /// new there are counted and added to `news`.
    ///
    /// # Panics
    /// If there are more sources, or a block is shorter than `within`.
    pub fn settle(
        self,
        sources: &[&[Line]],
        within: &mut [Line],
        news: Option<&mut [Line]>,
    ) -> u64 {
        assert!(sources.len() <= MAX_SOURCES, "too many sources");
        assert!(sources.iter().all(|source| source.len() >= within.len()), "a short source");
        assert!(news.as_ref().is_none_or(|news| news.len() >= within.len()), "short news");
        match self.0 {
            #[cfg(any(test, not(target_feature = "simd128")))]
            Set::Portable => portable::settle(sources, within, news),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the set was detected; numbers and lengths were checked.
            Set::Avx2 => unsafe { avx2::settle(sources, within, news) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Set::Avx512 => unsafe { avx512::settle(sources, within, news) },
            #[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
            Set::Simd128 => simd128::settle(sources, within, news),
        }
    }
}
