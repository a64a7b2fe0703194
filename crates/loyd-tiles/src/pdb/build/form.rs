//! The builder's own bitmap of the orders of a node, in which rotations are bulk operations.
//!
//! Up to eight tiles it consists of words ([`crate::arch::pdb::build`]), beyond that of lanes
//! ([`super::lanes`]). Both leave some bits unused; [`Form::pack`] converts the states to the
//! table's format.

use super::graph::{Graph, Kind};
use super::lanes::{LaneRotation, lanes_of};
use crate::arch::bitmap::{Kernels as LaneKernels, Line};
use crate::arch::pdb::build::{Kernels, Rotation};

/// The layout of the orders of a given number of tiles, and the rotations that occur.
pub(super) struct Form {
    pub(super) tiles: usize,
    words: bool,
    /// Number of lines per node.
    pub(super) lines: usize,
    /// Number of scratch lines that [`add_moved`](Form::add_moved) needs.
    pub(super) scratch_lines: usize,
    pub(super) kernels: Kernels,
    /// Indexed by the number of the kind; `None` if the order is unchanged or no move is of that
    /// kind.
    rotations: Vec<Option<Turn>>,
}

enum Turn {
    Words(Rotation),
    Lanes(Box<LaneRotation>),
}

impl Form {
    /// Number of lines per node.
    pub(super) fn lines(tiles: usize, words: bool) -> usize {
        if words { Rotation::words_of(tiles).div_ceil(8) } else { lanes_of(tiles).div_ceil(32) }
    }

    /// Builds the form in words, or otherwise in lanes.
    pub(super) fn new(tiles: usize, graph: &Graph, kernels: Kernels, words: bool) -> Self {
        let lane_kernels = if kernels == Kernels::portable() {
            LaneKernels::portable()
        } else {
            LaneKernels::detect()
        };
        let turn = |(kind, there): (usize, bool)| {
            let (from, to) = Kind::places(kind, tiles);
            (there && from != to).then(|| {
                if words {
                    Turn::Words(Rotation::new(tiles, from, to))
                } else {
                    Turn::Lanes(Box::new(LaneRotation::new(lane_kernels, tiles, from, to)))
                }
            })
        };
        let rotations = graph.kinds(tiles).into_iter().enumerate().map(turn).collect();
        let lines = Self::lines(tiles, words);
        Self { tiles, words, lines, scratch_lines: 2 * lines, kernels, rotations }
    }

    /// Returns true if moves of this kind leave the order unchanged.
    #[inline]
    pub(super) fn keeps_order(&self, kind: Kind) -> bool {
        self.rotations[kind.number()].is_none()
    }

    /// Adds the states of `source` to `out` after the move.
    pub(super) fn add_moved(
        &self,
        kind: Kind,
        source: &[Line],
        out: &mut [Line],
        scratch: &mut [Line],
    ) {
        match &self.rotations[kind.number()] {
            None => {
                self.kernels.settle(&[source], out, None);
            }
            Some(Turn::Words(rotation)) => {
                self.kernels.rotate(rotation, source, out, scratch);
            }
            Some(Turn::Lanes(rotation)) => rotation.rotate(source, out, scratch),
        }
    }

    /// Number of words or lanes of a block that hold states, and number of bits in each.
    fn pieces(&self) -> (usize, usize) {
        if self.words {
            let rows = self.tiles.saturating_sub(1).max(1);
            (Rotation::words_of(self.tiles), rows * self.tiles)
        } else {
            (lanes_of(self.tiles), self.tiles)
        }
    }

    /// The states of a word or lane, packed.
    #[inline]
    fn piece(&self, block: &[Line], number: usize) -> u64 {
        if !self.words {
            return u64::from(block[number / 32].0[number % 32]);
        }
        let word = block[number / 8].word(number % 8);
        if self.tiles == 8 {
            return word & u64::MAX >> 8;
        }
        let mask = (1u64 << self.tiles) - 1;
        let rows = 0..self.tiles.saturating_sub(1).max(1);
        rows.fold(0, |dense, row| dense | (word >> (8 * row) & mask) << (self.tiles * row))
    }

    /// Writes the states of a block in the table's format, bit r for rank r.
    pub(super) fn pack(&self, block: &[Line], out: &mut [u8]) {
        let (pieces, width) = self.pieces();
        let (mut pending, mut bits) = (0u128, 0);
        let mut out = out.chunks_exact_mut(8);
        let mut put = |word: u64| {
            out.next().expect("room for all orders").copy_from_slice(&word.to_le_bytes());
        };
        for number in 0..pieces {
            pending |= u128::from(self.piece(block, number)) << bits;
            bits += width;
            if bits >= 64 {
                put(pending as u64);
                pending >>= 64;
                bits -= 64;
            }
        }
        if bits > 0 {
            put(pending as u64);
        }
    }

    /// The ranks of the states of a block, ascending.
    pub(super) fn ranks<'a>(&'a self, block: &'a [Line]) -> impl Iterator<Item = usize> + 'a {
        let (pieces, width) = self.pieces();
        (0..pieces).flat_map(move |number| {
            let bits = |rest: &u64| Some(rest & rest.wrapping_sub(1));
            std::iter::successors(Some(self.piece(block, number)), bits)
                .take_while(|&rest| rest != 0)
                .map(move |rest| number * width + rest.trailing_zeros() as usize)
        })
    }
}
