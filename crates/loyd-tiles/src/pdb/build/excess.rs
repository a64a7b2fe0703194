//! Stores, for a standard table, the excess of the least distance of a placement over its sum of
//! Manhattan distances.

use super::form::Form;
use super::graph::Graph;
use super::levels::{Keep, split};
use crate::arch::bitmap::{Line, Team};
use crate::pdb::layout::Layout;
use crate::pdb::pattern::Pattern;
use crate::pdb::standard::{SATURATED, StandardTable, distance};
use crate::pdb::table::Bytes;
use crate::tile_order::{orders, unrank};
use loyd_search::arch::memory::{Lines, OutOfMemory};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// The entries under construction.
pub(super) struct Excess<'a> {
    layout: &'a Layout,
    pattern: &'a Pattern,
    /// For each colour and node, the number of its set of occupied cells among the sets of the
    /// colour.
    sets: [Vec<u32>; 2],
    /// The colour of each set.
    colours: Vec<u8>,
    /// Number of placements by value.
    histogram: Mutex<Vec<u64>>,
}

pub(super) struct Sets {
    /// The orders found in any region.
    seen: Lines,
    /// The entries of each set, two per byte; each set starts at a new byte.
    entries: Vec<u8>,
}

/// A range of the sets of one colour.
pub(super) struct Part<'a> {
    seen: &'a mut [Line],
    entries: &'a mut [u8],
    /// The number of the set of each node.
    sets: &'a [u32],
    /// The numbers of the nodes in the layout.
    nodes: &'a [u32],
    /// The new states of a node, and the new placements among them.
    new: [Vec<Line>; 2],
}

impl<'a> Excess<'a> {
    pub(super) fn new(layout: &'a Layout, graph: &'a Graph, pattern: &'a Pattern) -> Self {
        let mut sets = [Vec::new(), Vec::new()];
        let mut colours = Vec::with_capacity(layout.sets());
        let (mut last, mut numbers) = (0, [0u32; 2]);
        for (node, &(colour, _)) in graph.places().iter().enumerate() {
            let occupied = layout.node(node).occupied;
            if occupied != last {
                last = occupied;
                colours.push(colour);
                numbers[usize::from(colour)] += 1;
            }
            sets[usize::from(colour)].push(numbers[usize::from(colour)] - 1);
        }
        Self { layout, pattern, sets, colours, histogram: Mutex::default() }
    }

    fn set_bytes(&self) -> usize {
        orders(self.layout.tiles()).div_ceil(2)
    }

    fn manhattan(&self, occupied: u64, rank: usize) -> u32 {
        let mut rest = occupied;
        let home = |slot: u8| {
            let cell = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            distance(self.pattern.size(), cell, self.pattern.cells()[usize::from(slot)])
        };
        unrank(self.layout.tiles(), rank).into_iter().map(home).sum()
    }
}

impl Keep for Excess<'_> {
    type Half = Sets;
    type Piece<'a>
        = Part<'a>
    where
        Self: 'a;
    type Result = (Bytes, Vec<u64>);

    fn half(&self, colour: usize, form: &Form, team: &mut Team) -> Result<Sets, OutOfMemory> {
        let sets = self.sets[colour].last().map_or(0, |&last| last as usize + 1);
        let mut seen = Lines::zeroed(sets * form.lines)?;
        seen.touch(team);
        Ok(Sets { seen, entries: vec![0; sets * self.set_bytes()] })
    }

    fn cut<'a>(
        &'a self,
        half: &'a mut Sets,
        colour: usize,
        nodes: &'a [u32],
        form: &Form,
        ranges: &[Range<usize>],
    ) -> Vec<Part<'a>> {
        let sets = &self.sets[colour];
        let counts = || {
            let count =
                |range: &Range<usize>| (sets[range.end - 1] - sets[range.start]) as usize + 1;
            ranges.iter().map(count)
        };
        let seen = split(half.seen.all_mut(), counts().map(|sets| sets * form.lines));
        let entries = split(&mut half.entries, counts().map(|sets| sets * self.set_bytes()));
        let part = |((seen, entries), range): ((_, _), &Range<usize>)| Part {
            seen,
            entries,
            sets: &sets[range.clone()],
            nodes: &nodes[range.clone()],
            new: [vec![Line::ZERO; form.lines], vec![Line::ZERO; form.lines]],
        };
        seen.into_iter().zip(entries).zip(ranges).map(part).collect()
    }

    fn settle(
        &self,
        part: &mut Part<'_>,
        node: usize,
        distance: u32,
        form: &Form,
        sources: &[&[Line]],
        within: &mut [Line],
    ) -> u64 {
        let [new, first] = &mut part.new;
        new.fill(Line::ZERO);
        let count = form.kernels.settle(sources, within, Some(new));
        if count == 0 {
            return 0;
        }
        let set = (part.sets[node] - part.sets[0]) as usize;
        first.fill(Line::ZERO);
        let seen = &mut part.seen[set * form.lines..][..form.lines];
        let placements = form.kernels.settle(&[new], seen, Some(first));
        let entries = &mut part.entries[set * self.set_bytes()..][..self.set_bytes()];
        let occupied = self.layout.node(part.nodes[node] as usize).occupied;
        for rank in form.ranks(first) {
            let excess = (distance - self.manhattan(occupied, rank)) / 2;
            let entry = excess.min(u32::from(SATURATED)) as u8;
            entries[rank / 2] |= entry << (4 * (rank % 2));
        }
        if placements > 0 {
            let mut histogram = self.histogram.lock().unwrap_or_else(PoisonError::into_inner);
            let length = histogram.len().max(distance as usize + 1);
            histogram.resize(length, 0);
            histogram[distance as usize] += placements;
        }
        count
    }

    fn finish(
        self,
        halves: [Sets; 2],
        _form: &Form,
        _team: &mut Team,
        _room: Lines,
        _states: Vec<u64>,
    ) -> Self::Result {
        let mut out = vec![0; StandardTable::entries(self.layout).div_ceil(2)];
        let each = orders(self.layout.tiles());
        let mut entries = halves.each_ref().map(|half| half.entries.chunks(self.set_bytes()));
        for (set, &colour) in self.colours.iter().enumerate() {
            let entries = entries[usize::from(colour)].next().expect("entries of every set");
            if each == 1 {
                out[set / 2] |= entries[0] << (4 * (set % 2));
            } else {
                out[set * each / 2..][..entries.len()].copy_from_slice(entries);
            }
        }
        let histogram = self.histogram.into_inner().unwrap_or_else(PoisonError::into_inner);
        (Arc::new(out), histogram)
    }
}
