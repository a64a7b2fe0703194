//! The kernels with plain words, for every processor.

use super::group::Group;
#[cfg(any(test, not(target_feature = "simd128")))]
use super::{Rotation, group, settle};
#[cfg(any(test, not(target_feature = "simd128")))]
use crate::arch::bitmap::{Line, portable::Words as LineWords};
#[cfg(any(test, not(target_feature = "simd128")))]
use loyd_search::COMPACT;

/// Bits a <= b of byte b.
pub(super) const LOWER: u64 = 0xff7f_3f1f_0f07_0301;

/// A group of `N` words, or with `N` = 0 of any width; words beyond it are zero.
#[derive(Clone, Copy)]
pub(super) struct Words<const N: usize>([u64; 8]);

impl<const N: usize> Words<N> {
    #[inline(always)]
    fn width(width: usize) -> usize {
        if N == 0 { width } else { N }
    }
}

// SAFETY (all methods): no features are needed; addresses are guaranteed by the caller.
#[allow(clippy::undocumented_unsafe_blocks)]
impl<const N: usize> Group for Words<N> {
    type Order = ();

    /// The exchange of bytes needs no table.
    #[inline(always)]
    unsafe fn order(_bytes: &[u8; 64]) {}
    #[inline(always)]
    unsafe fn load(from: *const u64, width: usize) -> Self {
        let mut words = [0; 8];
        for (i, word) in words.iter_mut().enumerate().take(Self::width(width)) {
            *word = lanes(unsafe { *from.add(i) });
        }
        Words(words)
    }
    #[inline(always)]
    unsafe fn gather(from: *const u64, places: *const u32, width: usize) -> Self {
        let mut words = [0; 8];
        for (i, word) in words.iter_mut().enumerate().take(Self::width(width)) {
            *word = lanes(unsafe { *from.add(*places.add(i) as usize) });
        }
        Words(words)
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        Words(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
    #[inline(always)]
    unsafe fn exchange_bits(self) -> Self {
        Words(self.0.map(exchange_bits))
    }
    #[inline(always)]
    unsafe fn exchange_bytes(self, _order: ()) -> Self {
        Words(exchange_bytes(self.0))
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64, width: usize) {
        for (i, &word) in self.0.iter().enumerate().take(Self::width(width)) {
            unsafe { *to.add(i) = lanes(word) };
        }
    }
}

/// Converts between a word in memory and one with the first lane of a line in its lowest bits.
#[inline(always)]
fn lanes(word: u64) -> u64 {
    if cfg!(target_endian = "little") {
        return word;
    }
    let swapped = word.rotate_left(32);
    swapped << 16 & 0xffff_0000_ffff_0000 | swapped >> 16 & 0x0000_ffff_0000_ffff
}

/// Byte r, bit c to byte c, bit r (Warren, "Hacker's Delight", section 7-3).
#[inline]
fn transpose(word: u64) -> u64 {
    let swap = |x: u64, distance: u32, mask: u64| {
        let t = (x ^ x >> distance) & mask;
        x ^ t ^ t << distance
    };
    let x = swap(word, 7, 0x00aa_00aa_00aa_00aa);
    let x = swap(x, 14, 0x0000_cccc_0000_cccc);
    swap(x, 28, 0x0000_0000_f0f0_f0f0)
}

/// Exchanges `d_0` and `d_1`: bit a of byte b comes from bit b+1 of byte a, or b of a−1.
#[inline]
pub(super) fn exchange_bits(word: u64) -> u64 {
    let turned = transpose(word);
    turned >> 8 & LOWER | turned << 1 & !LOWER
}

/// Exchanges `d_1` and `d_2`, in the same manner: byte a of word b comes from byte b+1 of word a, or
/// b of a−1.
#[inline]
fn exchange_bytes(mut words: [u64; 8]) -> [u64; 8] {
    for (distance, mask) in
        [(4, 0x0000_0000_ffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff)]
    {
        for i in (0..8).filter(|i| i & distance == 0) {
            let t = (words[i] >> (8 * distance) ^ words[i + distance]) & mask;
            words[i] ^= t << (8 * distance);
            words[i + distance] ^= t;
        }
    }
    std::array::from_fn(|b| {
        let lower = u64::MAX >> (56 - 8 * b);
        let next = if b < 7 { words[b + 1] } else { 0 };
        next & lower | words[b] << 8 & !lower
    })
}

/// See [`super::Kernels::rotate`].
#[cfg(any(test, not(target_feature = "simd128")))]
pub(super) fn rotate(rotation: &Rotation, source: &[Line], out: &mut [Line], scratch: &mut [Line]) {
    // Of a width that is known, groups are copied without loops: building 7-8 takes half the time.
    // SAFETY: plain words need no features; the widths are those of the types; the caller has cut the
    // blocks to the lines of the rotation.
    unsafe {
        match rotation.group {
            4 => group::rotate::<Words<8>, Words<4>>(rotation, source, out, scratch),
            5 if !COMPACT => group::rotate::<Words<8>, Words<5>>(rotation, source, out, scratch),
            6 if !COMPACT => group::rotate::<Words<8>, Words<6>>(rotation, source, out, scratch),
            _ => group::rotate::<Words<8>, Words<0>>(rotation, source, out, scratch),
        }
    }
}

/// See [`super::Kernels::settle`].
#[cfg(any(test, not(target_feature = "simd128")))]
pub(super) fn settle(sources: &[&[Line]], within: &mut [Line], news: Option<&mut [Line]>) -> u64 {
    // SAFETY: plain words need no features; the caller has checked numbers and lengths.
    unsafe { settle::settle::<LineWords>(sources, within, news) }
}
