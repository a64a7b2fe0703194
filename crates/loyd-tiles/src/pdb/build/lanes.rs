//! Orders of more than eight tiles: a lane of 16 bits for the digit `d_0`, and one lane for every
//! value of the other digits, `d_1` varying fastest.
//!
//! Such tables take minutes and gigabytes, and most of the time is spent waiting for memory, so the
//! kernels of whole levels serve here too ([`BitSwap`]) and everything else is simple.

use crate::arch::bitmap::{BitSwap, Kernels, Line};
use crate::tile_order::{orders, rank, unrank, weight};
use loyd_search::arch::line::{lanes, lanes_mut};

/// A rotation of places as steps on bits and on lanes; see
/// [`Rotation`](crate::arch::pdb::build::Rotation).
pub(super) struct LaneRotation {
    kernels: Kernels,
    low_first: bool,
    /// Exchange of the places 0 and 1.
    bits: Option<BitSwap>,
    chunks: Option<Chunks>,
    lines: usize,
}

/// Chunks of lanes that move together: lanes that agree in the digits up to the last one that
/// changes.
struct Chunks {
    lanes: usize,
    /// For each chunk of a run, the index of its source in the run, the same for all runs.
    sources: Vec<u32>,
}

pub(super) fn lanes_of(tiles: usize) -> usize {
    orders(tiles - 1)
}

impl LaneRotation {
    /// The rotation that moves the element of place `from` to place `to`.
    pub(super) fn new(kernels: Kernels, tiles: usize, from: usize, to: usize) -> Self {
        let (low, high) = (from.min(to), from.max(to));
        let beyond = |place: usize| place.max(1) - 1;
        Self {
            kernels,
            low_first: from > to,
            bits: (low == 0 && high > 0).then(|| BitSwap::new(tiles, orders(tiles - 2))),
            chunks: (high > 1).then(|| Chunks::new(tiles - 1, beyond(from), beyond(to))),
            lines: lanes_of(tiles).div_ceil(32),
        }
    }

    /// Adds the rotated states of `source` to `out`; `scratch` must hold two blocks.
    pub(super) fn rotate(&self, source: &[Line], out: &mut [Line], scratch: &mut [Line]) {
        let (scratch, turned) = scratch.split_at_mut(self.lines);
        match (&self.bits, &self.chunks) {
            (None, None) => add(source, out),
            (None, Some(chunks)) => chunks.add(source, out),
            (Some(bits), None) => {
                self.kernels.swap_bits(bits, source, scratch);
                add(scratch, out);
            }
            (Some(bits), Some(chunks)) if self.low_first => {
                self.kernels.swap_bits(bits, source, scratch);
                chunks.add(scratch, out);
            }
            (Some(bits), Some(chunks)) => {
                scratch.fill(Line::ZERO);
                chunks.add(source, scratch);
                self.kernels.swap_bits(bits, scratch, turned);
                add(turned, out);
            }
        }
    }
}

impl Chunks {
    fn new(tiles: usize, from: usize, to: usize) -> Self {
        let (low, high) = (from.min(to), from.max(to));
        let lanes = weight(tiles, low);
        // Digits below `low` and beyond `high` are unchanged.
        let source = |number| {
            let mut order = unrank(tiles - low, number);
            let element = order.remove(from - low);
            order.insert(to - low, element);
            rank(&order) as u32
        };
        Self { lanes, sources: (0..weight(tiles, high + 1) / lanes).map(source).collect() }
    }

    fn add(&self, source: &[Line], out: &mut [Line]) {
        let run = self.lanes * self.sources.len();
        for (from, to) in lanes(source).chunks_exact(run).zip(lanes_mut(out).chunks_exact_mut(run))
        {
            for (to, &at) in to.chunks_exact_mut(self.lanes).zip(&self.sources) {
                let from = &from[at as usize * self.lanes..][..self.lanes];
                for (to, &from) in to.iter_mut().zip(from) {
                    *to |= from;
                }
            }
        }
    }
}

fn add(source: &[Line], out: &mut [Line]) {
    for (to, &from) in lanes_mut(out).iter_mut().zip(lanes(source)) {
        *to |= from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_of_nine_tiles_move_the_elements_of_a_sequence() {
        const TILES: usize = 9;
        let kernels = Kernels::detect();
        let lines = lanes_of(TILES).div_ceil(32);
        let states: Vec<usize> = (0..orders(TILES)).step_by(101).collect();
        for (from, to) in (0..TILES).flat_map(|from| (0..TILES).map(move |to| (from, to))) {
            let mut source = vec![Line::ZERO; lines];
            let mut expected = source.clone();
            let put = |block: &mut [Line], order: usize| {
                lanes_mut(block)[order / TILES] |= 1 << (order % TILES);
            };
            for &state in &states {
                put(&mut expected, state);
                // The target's element from `order` has at `from` the element of place `to`.
                let mut order = unrank(TILES, state);
                let element = order.remove(from);
                order.insert(to, element);
                put(&mut source, rank(&order));
            }
            let (mut out, mut scratch) = (vec![Line::ZERO; lines], vec![Line::ZERO; 2 * lines]);
            LaneRotation::new(kernels, TILES, from, to).rotate(&source, &mut out, &mut scratch);
            assert!(out == expected, "{from} to {to}");
        }
    }
}
