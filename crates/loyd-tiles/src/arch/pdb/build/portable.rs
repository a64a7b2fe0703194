//! The kernels with plain words, for every processor.

use super::{Rotation, settle};
use crate::arch::bitmap::Line;
use crate::arch::bitmap::portable::Words;

/// Bits a <= b of byte b.
pub(super) const LOWER: u64 = 0xff7f_3f1f_0f07_0301;

#[inline]
fn word(lines: &[Line], at: usize) -> u64 {
    lines[at / 8].word(at % 8)
}

#[inline]
fn put(lines: &mut [Line], at: usize, word: u64) {
    lines[at / 8].set_word(at % 8, word);
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

/// Exchanges `d_1` and `d_2` in a group of up to eight words.
#[inline]
fn exchange_bytes(from: &[u8; 64], group: &mut [u64]) {
    let old: [u64; 8] = std::array::from_fn(|i| group.get(i).copied().unwrap_or(0));
    for (words, from) in group.iter_mut().zip(from.chunks_exact(8)) {
        *words = from
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | old[usize::from(byte / 8)] >> (byte % 8 * 8) & 0xff);
    }
}

pub(super) fn rotate(rotation: &Rotation, source: &[Line], out: &mut [Line], scratch: &mut [Line]) {
    let place = |at: usize| {
        let group = rotation.group;
        match (&rotation.places, &rotation.groups) {
            (Some(places), _) => places[at] as usize,
            (None, Some(groups)) => groups[at / group] as usize + at % group,
            (None, None) => at,
        }
    };
    let exchanged = |group: &mut [u64]| {
        let bits = |group: &mut [u64]| {
            if rotation.bits {
                for word in group {
                    *word = exchange_bits(*word);
                }
            }
        };
        if rotation.low_first {
            bits(group);
        }
        if let Some(from) = &rotation.bytes {
            exchange_bytes(from, group);
        }
        if !rotation.low_first {
            bits(group);
        }
    };
    let mut group = [0u64; 8];
    let group = &mut group[..rotation.group];
    for first in (0..rotation.words).step_by(rotation.group) {
        for (i, to) in group.iter_mut().enumerate() {
            let at = first + i;
            *to = word(source, if rotation.low_first { at } else { place(at) });
        }
        exchanged(group);
        for (i, &new) in group.iter().enumerate() {
            if rotation.low_first {
                put(scratch, first + i, new);
            } else {
                put(out, first + i, word(out, first + i) | new);
            }
        }
    }
    if rotation.low_first {
        for at in 0..rotation.words {
            put(out, at, word(out, at) | word(scratch, place(at)));
        }
    }
}

/// See [`super::Kernels::settle`].
pub(super) fn settle(sources: &[&[Line]], within: &mut [Line], news: Option<&mut [Line]>) -> u64 {
    // SAFETY: plain words need no features; the caller has checked numbers and lengths.
    unsafe { settle::settle::<Words>(sources, within, news) }
}
