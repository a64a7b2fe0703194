//! Copying units into the bitmaps of a segment and out of them.
//!
//! Departures for speed:
//! 1. Rows of zeros are not written where the destination is marked as zero: the early levels
//!    touch next to nothing.
//! 2. A target block without states in its sources was not written; its part of a unit is zero.
//! 3. States are counted while rows are copied.
//!
//! Bytes moved for each unit: it is decoded into a buffer of the thread, which stays in the
//! second-level cache, and copied once to its position; the same on the way out.

use super::segment_plan::{SourceUnit, TargetUnit};
use super::segmentation::{Half, Segmentation};
use super::store::{Unit, UnitShape};
use core::ops::Range;
use loyd_tiles::arch::bitmap::{Grid, Kernels, LANES_PER_LINE, Line, Patch, Sources, Store};
use loyd_tiles::bitmap::{Ledger, Place};
use std::sync::atomic::{AtomicBool, Ordering};

/// The positions of units in the bitmaps of a segment.
pub(super) struct UnitTransfer<'a> {
    pub(super) segmentation: &'a Segmentation,
    pub(super) half: Half,
    pub(super) ledger: &'a Ledger,
    pub(super) kernels: Kernels,
    pub(super) store: Store,
    /// Flags of the zero rows, for `across` patches of each map.
    pub(super) zero: &'a [AtomicBool],
    pub(super) across: usize,
    pub(super) grid: Grid,
}

impl UnitTransfer<'_> {
    /// Band and column of a unit in the grid of the segment.
    pub(super) fn at(&self, across: usize) -> (usize, usize) {
        match self.half {
            Half::Upper => (0, across),
            Half::Lower => (across, 0),
        }
    }

    /// The zero flags of the rows of a patch.
    fn zero(&self, map: usize, across: usize) -> &[AtomicBool] {
        let rows = self.grid.rows;
        &self.zero[(map * self.across + across) * rows..][..rows]
    }

    fn segment(&self, unit: Unit) -> usize {
        match self.half {
            Half::Upper => unit.band as usize,
            Half::Lower => unit.column as usize,
        }
    }

    /// Clears a patch without a zero flag: a block without states may be read together
    /// with others, by a gather or as one of the two sources of a move that involves the implied
    /// digit.
    pub(super) fn clear(&self, source: &SourceUnit, patch: &mut Patch<'_>) {
        for (j, zero) in self.zero(source.map, source.across).iter().enumerate() {
            clear(zero, patch.row(j));
        }
    }

    /// Copies the lines of a unit of level `depth` to their positions; returns the number of
    /// states.
    pub(super) fn scatter(
        &self,
        source: &SourceUnit,
        depth: u32,
        lines: &[Line],
        patch: &mut Patch<'_>,
    ) -> u64 {
        let zero = self.zero(source.map, source.across);
        let width = self.segmentation.lines(source.unit.column as usize).len();
        let segment = self.segment(source.unit);
        let mut states = 0;
        for (j, from) in lines.chunks_exact(width).enumerate() {
            let to = patch.row(j);
            if is_empty(from) {
                clear(&zero[j], to);
                continue;
            }
            zero[j].store(false, Ordering::Relaxed);
            for (block, piece) in pieces(self.segmentation, self.half, segment, source.across, j) {
                let block_lines = [&from[piece.clone()]];
                let sources = Sources { plain: &block_lines, ..Sources::default() };
                let count = self.kernels.merge(&sources, &mut to[piece], self.store);
                if count > 0 {
                    self.ledger.set(source.map, block, 1, depth);
                }
                states += count;
            }
            to[width..].fill(Line::ZERO);
        }
        states
    }

    /// Collects the lines of a target unit; returns the number of states. Without states it
    /// writes nothing.
    pub(super) fn collect(
        &self,
        target: &TargetUnit,
        lines: &mut [Line],
        patch: &mut Patch<'_>,
    ) -> u64 {
        let segment = self.segment(target.unit);
        let pieces = |j: usize| pieces(self.segmentation, self.half, segment, target.across, j);
        let written = |block: usize| self.ledger.get(target.map, block).count() > 0;
        if !(0..patch.rows()).any(|j| pieces(j).any(|(block, _)| written(block))) {
            return 0;
        }
        let zero = self.zero(target.map, target.across);
        let width = self.segmentation.lines(target.unit.column as usize).len();
        let mut states = 0;
        for (j, to) in lines.chunks_exact_mut(width).enumerate() {
            let from = patch.row(j);
            for (block, piece) in pieces(j) {
                if written(block) {
                    zero[j].store(false, Ordering::Relaxed);
                    let source = [&from[piece.clone()]];
                    let sources = Sources { plain: &source, ..Sources::default() };
                    states += self.kernels.merge(&sources, &mut to[piece], Store::Cached);
                } else {
                    to[piece].fill(Line::ZERO);
                }
            }
        }
        states
    }

    /// Clears the zero flags of a closed target unit, which may have been written in part.
    pub(super) fn spoil(&self, target: &TargetUnit) {
        for zero in self.zero(target.map, target.across) {
            zero.store(false, Ordering::Relaxed);
        }
    }
}

/// Clears a row without a zero flag.
fn clear(zero: &AtomicBool, row: &mut [Line]) {
    if !zero.swap(true, Ordering::Relaxed) {
        row.fill(Line::ZERO);
    }
}

fn is_empty(lines: &[Line]) -> bool {
    lines.iter().all(|line| line.0.iter().fold(0, |any, &lane| any | lane) == 0)
}

/// The arrangement of the lines of a unit in blocks.
pub(super) fn shape(segmentation: &Segmentation, unit: Unit) -> UnitShape {
    let lines = segmentation.lines(unit.column as usize);
    UnitShape {
        tiles: segmentation.layout.tiles,
        block_lanes: segmentation.layout.block_lanes,
        block_lines: segmentation.layout.block_lines,
        rows: segmentation.rows(),
        row_lines: lines.len(),
        first_line: lines.start % segmentation.layout.block_lines,
    }
}

/// Locates a state: unit, line in the unit, lane and bit.
pub(super) fn locate(segmentation: &Segmentation, place: Place) -> (Unit, usize, usize, usize) {
    let layout = &segmentation.layout;
    let states = u64::from(layout.block_states());
    let (block, inside) = ((place.rank / states) as usize, (place.rank % states) as usize);
    let (lane, bit) = (inside / layout.tiles, inside % layout.tiles);
    let line = block * layout.block_lines + lane / LANES_PER_LINE;
    let (row, line) = (line / segmentation.row_lines(), line % segmentation.row_lines());
    let (band, column) = (row / segmentation.rows(), segmentation.column(line));
    let unit = segmentation.unit(Half::Upper, place.cell, band, column);
    let columns = segmentation.lines(column);
    let number = row % segmentation.rows() * columns.len() + line - columns.start;
    (unit, number, lane % LANES_PER_LINE, bit)
}

/// A unit that contains one state, that of a rank.
pub(super) fn seed(segmentation: &Segmentation, place: Place) -> (Unit, Vec<Line>) {
    let (unit, number, lane, bit) = locate(segmentation, place);
    let mut lines =
        vec![Line::ZERO; segmentation.rows() * segmentation.lines(unit.column as usize).len()];
    lines[number].0[lane] = 1 << bit;
    (unit, lines)
}

/// Sets every state of a unit.
pub(super) fn fill(shape: &UnitShape, lines: &mut [Line]) {
    let lane = ((1u32 << shape.tiles) - 1) as u16;
    for (number, line) in lines.iter_mut().enumerate() {
        let inside = (shape.first_line + number % shape.row_lines) % shape.block_lines * 32;
        let used = |i: usize| if inside + i < shape.block_lanes { lane } else { 0 };
        line.0 = core::array::from_fn(used);
    }
}

/// The blocks of a segment that contain row j of a unit, each with its part of the row.
pub(super) fn pieces(
    segmentation: &Segmentation,
    half: Half,
    segment: usize,
    across: usize,
    j: usize,
) -> impl Iterator<Item = (usize, Range<usize>)> {
    // In the lower half a block is as wide as a column.
    let (lines, length, first) = match half {
        Half::Upper => (
            segmentation.lines(across),
            segmentation.layout.block_lines,
            j * segmentation.row_blocks(),
        ),
        Half::Lower => (
            0..segmentation.lines(segment).len(),
            segmentation.column_lines,
            across * segmentation.rows() + j,
        ),
    };
    (lines.start / length..lines.end.div_ceil(length)).map(move |number| {
        let start = lines.start.max(number * length) - lines.start;
        let end = lines.end.min((number + 1) * length) - lines.start;
        (first + number, start..end)
    })
}
