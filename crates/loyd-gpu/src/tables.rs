//! The tables of kernels: how each target is pulled from its sources, as words.
//!
//! A description of a pull has the fields of `PULL_WORDS` in `sources.wgsl`; shifts are triples of
//! the product of radices below, the number of values, and the place of the amounts to add.

use crate::kernel::Movement;
use loyd_tiles::arch::bitmap::LANES_PER_LINE;
use loyd_tiles::bitmap::addresses::{Part, ShiftTable};
use loyd_tiles::bitmap::rotation::Direction;
use loyd_tiles::bitmap::{Addresses, Layout, Parities, Pull};

/// The words, growing.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(crate) words: Vec<u32>,
    /// The first word of the states with odd digit sum.
    pub(crate) parity_at: u32,
}

/// The part of a pull's description that does not depend on the dispatch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PullTables {
    run: u32,
    lanes_at: u32,
    groups_at: u32,
    groups: u32,
    kind: u32,
    shifts: u32,
    shifts_at: u32,
    split_at: u32,
    chunk: u32,
}

/// The part that does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PullSource {
    /// The account of the bitmap's block 0.
    pub(crate) account: u32,
    /// The binding of its first piece that is bound.
    pub(crate) binding: u32,
    /// Number of pieces that are bound.
    pub(crate) pieces: u32,
    /// The cell whose states are counted.
    pub(crate) cell: u32,
}

/// Kinds of pulls, as in `sources.wgsl`.
const WHOLE: u32 = 0;
const SPLIT: u32 = 1;
const GATHER: u32 = 2;
const BITS_ABOVE: u32 = 3;
const BITS_BELOW: u32 = 4;

impl PullTables {
    pub(crate) fn movement(&self) -> Movement {
        match self.kind {
            GATHER => Movement::Lanes,
            BITS_ABOVE | BITS_BELOW => Movement::Bits,
            _ => Movement::Blocks,
        }
    }
}

impl Tables {
    /// The tables with the states of odd digit sum.
    pub(crate) fn new(layout: &Layout) -> Self {
        let mut tables = Tables::default();
        let parities = Parities::new(layout);
        let lanes = parities.odd_states().iter().flat_map(|line| line.0);
        tables.parity_at = tables.push(pairs(lanes));
        tables
    }

    /// Adds words; returns where they begin.
    pub(crate) fn push(&mut self, words: impl IntoIterator<Item = u32>) -> u32 {
        let at = self.words.len() as u32;
        self.words.extend(words);
        at
    }

    fn push_shifts(&mut self, shifts: &[ShiftTable]) -> u32 {
        let add: Vec<u32> = shifts
            .iter()
            .map(|shift| self.push(shift.add.iter().map(|&amount| amount as u32)))
            .collect();
        let triples = shifts.iter().zip(add).flat_map(|(it, at)| [it.below, it.values, at]);
        self.push(triples)
    }

    /// Adds the tables of a pull. For a source whose blocks the host has `arranged` in the order of the
    /// target, they have only the movement within runs of blocks.
    pub(crate) fn add(&mut self, layout: &Layout, pull: &Pull, arranged: bool) -> PullTables {
        let whole = PullTables {
            run: 1,
            lanes_at: 0,
            groups_at: 0,
            groups: 0,
            kind: WHOLE,
            shifts: 0,
            shifts_at: 0,
            split_at: 0,
            chunk: 1,
        };
        let Some(transport) = &pull.transport else { return whole };
        let mut addresses = transport.addresses(layout);
        if arranged {
            (addresses.shifts, addresses.split) = (Vec::new(), None);
        }
        let Addresses { shifts, split, run, lanes, groups, bits } = addresses;
        // Padding included.
        let lanes_of_block = (layout.block_lines * LANES_PER_LINE) as u32;
        let packed = |part: &Part| u32::from(part.number) << 16 | u32::from(part.lane);
        let kind = match (&split, bits, lanes.is_empty()) {
            (Some(_), _, _) => SPLIT,
            (None, Some(Direction::FromAbove), _) => BITS_ABOVE,
            (None, Some(Direction::FromBelow), _) => BITS_BELOW,
            (None, None, false) => GATHER,
            (None, None, true) => WHOLE,
        };
        // Lanes of a group of `groups`, which are consecutive.
        let chunk = lanes.iter().take_while(|part| part.number == 0).count();
        let lanes = if kind == BITS_BELOW { targets(&lanes, chunk) } else { lanes };
        PullTables {
            run,
            chunk: chunk as u32,
            lanes_at: self.push(lanes.iter().map(packed)),
            groups_at: self.push(
                groups
                    .iter()
                    .map(|group| u32::from(group.number) * lanes_of_block + u32::from(group.lane)),
            ),
            groups: groups.len() as u32 / run,
            kind,
            shifts: shifts.len() as u32,
            shifts_at: self.push_shifts(&shifts),
            split_at: split.map_or(0, |versions| self.push_shifts(&versions)),
        }
    }
}

/// The descriptions of the pulls of a dispatch.
pub(crate) fn descriptions(pulls: impl Iterator<Item = (PullTables, PullSource)>) -> Vec<u32> {
    pulls
        .flat_map(|(tables, source)| {
            [
                source.account,
                source.binding,
                source.pieces,
                tables.run,
                tables.lanes_at,
                tables.groups_at,
                tables.groups,
                tables.kind,
                tables.shifts,
                tables.shifts_at,
                tables.split_at,
                source.cell,
                tables.chunk,
            ]
        })
        .collect()
}

/// The inverse of `lanes`: by the place of the source, the lane of the target.
fn targets(lanes: &[Part], chunk: usize) -> Vec<Part> {
    let mut targets = lanes.to_vec();
    for (target, source) in lanes.iter().enumerate() {
        let place = usize::from(source.number) * chunk + usize::from(source.lane);
        targets[place] = Part { number: source.number, lane: target as u16 };
    }
    targets
}

/// Lanes in pairs, the first in the low half.
fn pairs(lanes: impl Iterator<Item = u16>) -> Vec<u32> {
    let lanes: Vec<u16> = lanes.collect();
    lanes.chunks(2).map(|pair| u32::from(pair[0]) | u32::from(pair[1]) << 16).collect()
}
