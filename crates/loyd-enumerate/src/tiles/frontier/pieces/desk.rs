//! One piece of a level, made by one thread.
//!
//! ```text
//! decode the piece's states at the last level, and what comes from other pieces
//! sort the states that move across stem and leaf into stems
//! for each cell, for each stem that any state comes to
//!     mark the leaves of the level before the last
//!     for each way into the cell, for each leaf that comes by it
//!         if it is not marked, mark it and note it: it is new
//!     count the leaves noted; encode them; take the marks away
//! ```
//!
//! The marks are 2.5 KB. What is decoded of a piece of 4x4 at depth 36 is about a megabyte: it stays
//! in the second-level cache while it is gone through.

use super::super::store::{Corrupt, Extent, Unit};
use super::super::watch::{Fault, Watch};
use super::layout::Layout;
use super::lists::Lists;
use super::run::{Code, MOST_RUN, Run, Runs, stems};
use super::tables::{Arrival, Tables};

/// What is needed to make any piece of a level.
pub(super) struct Scene<'a> {
    pub(super) tables: &'a Tables,
    pub(super) code: Code,
    pub(super) watch: &'a Watch<'a>,
    /// Units of the last level and of the one before, by number.
    pub(super) extents: &'a [Extent],
    /// The level made.
    pub(super) depth: u32,
    /// Whether it is kept; else it is only counted.
    pub(super) keep: bool,
}

impl Scene<'_> {
    pub(super) fn unit(&self, piece: usize, cell: usize) -> usize {
        piece * self.tables.layout.size.cells() + cell
    }

    /// Reads a unit of the last level or of the one before; how many states it holds.
    pub(super) fn read(&self, back: u32, unit: usize, into: &mut Vec<u8>) -> Result<usize, Fault> {
        let extent = self.extents[unit];
        self.watch.get(self.depth - back, unit as Unit, into)?;
        Ok(extent.states as usize)
    }

    /// Cells whose states are at the level made, or with `other` at the last.
    pub(super) fn cells(&self, other: bool) -> impl Iterator<Item = usize> + use<'_> {
        let layout = &self.tables.layout;
        let colour = (self.depth as usize + usize::from(other)) % 2;
        (0..layout.size.cells()).filter(move |&cell| layout.colour(cell) == colour)
    }

    fn corrupt(&self, back: u32, unit: usize) -> impl Fn(Corrupt) -> Fault + use<> {
        let (depth, unit) = (self.depth.saturating_sub(back), unit as Unit);
        move |reason| Fault::Corrupt { depth, unit, reason }
    }
}

/// Leaves seen, and those of them that are new.
#[derive(Debug)]
struct Marks {
    bits: Box<[u64; 1 << 10]>,
    found: Box<[u16; 1 << 16]>,
    count: usize,
}

impl Marks {
    /// Marks some leaves, and notes those that were not marked.
    #[inline]
    fn add(&mut self, leaves: impl Iterator<Item = u16>) {
        // What is changed in the loop is local, so that it stays in registers.
        let (bits, found, mut count) = (&mut *self.bits, &mut *self.found, self.count);
        leaves.for_each(|leaf| {
            let word = &mut bits[usize::from(leaf >> 6)];
            let (old, bit) = (*word, 1 << (leaf & 63));
            *word = old | bit;
            found[count & 0xffff] = leaf;
            count += usize::from(old & bit == 0);
        });
        self.count = count;
    }

    /// Marks the leaves of a run; to be done before all others.
    fn add_run(&mut self, code: &Code, run: Run<'_>) -> Result<(), Corrupt> {
        let (bits, found, mut count) = (&mut *self.bits, &mut *self.found, 0);
        code.decode(run, |leaf| {
            bits[usize::from(leaf >> 6)] |= 1 << (leaf & 63);
            found[count & 0xffff] = leaf;
            count += 1;
        })?;
        self.count = count;
        Ok(())
    }

    fn clear(&mut self, leaves: usize) {
        // Above this, clearing all is less work.
        if self.count > 100 {
            self.bits[..leaves.div_ceil(64)].fill(0);
        } else {
            for leaf in &self.found[..self.count] {
                self.bits[usize::from(leaf >> 6)] = 0;
            }
        }
        self.count = 0;
    }
}

/// What a thread works with.
#[derive(Debug)]
pub(super) struct Desk {
    /// States of the piece at the last level, by cell.
    sources: Vec<Lists>,
    /// States that come to a cell across stem and leaf, from other pieces, or out of one: by cell
    /// and way.
    arrived: Vec<Vec<Lists>>,
    marks: Marks,
    coded: Vec<u8>,
    moved: Vec<u32>,
    /// Stems to which states come.
    active: Vec<u8>,
    out: Vec<u8>,
    /// New states, in all pieces made so far.
    pub(super) states: u64,
}

impl Desk {
    pub(super) fn new(tables: &Tables) -> Self {
        let ways = tables.entries.iter().map(Vec::len);
        let zeros = vec![0; 1 << 16].into_boxed_slice();
        Self {
            sources: ways.clone().map(|_| Lists::default()).collect(),
            arrived: ways.map(|ways| vec![Lists::default(); ways]).collect(),
            marks: Marks {
                bits: Box::new([0; 1 << 10]),
                found: zeros.try_into().expect("it has this length"),
                count: 0,
            },
            coded: Vec::new(),
            moved: Vec::new(),
            active: Vec::new(),
            out: Vec::new(),
            states: 0,
        }
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> u64 {
        let lists = self.sources.iter().chain(self.arrived.iter().flatten()).map(Lists::memory);
        let buffers = self.coded.capacity() + 4 * self.moved.capacity() + self.out.capacity();
        lists.sum::<u64>() + (buffers + (1 << 17) + (1 << 13)) as u64
    }

    /// Makes a piece. `handed`: what other pieces handed over, by cell and way, in parts.
    pub(super) fn make<'h>(
        &mut self,
        scene: &Scene<'_>,
        piece: usize,
        handed: &dyn Fn(usize, usize) -> Vec<&'h [u8]>,
    ) -> Result<(), Fault> {
        if !self.gather(scene, piece, handed)? {
            return Ok(());
        }
        for cell in scene.cells(false) {
            self.fill(scene, piece, cell)?;
        }
        Ok(())
    }

    /// Decodes all that the new states come from; whether there is anything.
    fn gather<'h>(
        &mut self,
        scene: &Scene<'_>,
        piece: usize,
        handed: &dyn Fn(usize, usize) -> Vec<&'h [u8]>,
    ) -> Result<bool, Fault> {
        let (tables, code) = (scene.tables, &scene.code);
        let mut any = false;
        for cell in scene.cells(true) {
            let unit = scene.unit(piece, cell);
            any |= load(scene, unit, &mut self.coded, &mut self.sources[cell])?;
        }
        for cell in scene.cells(false) {
            for (way, entry) in tables.entries[cell].iter().enumerate() {
                let from = &self.sources[entry.from];
                let arrived = &mut self.arrived[cell][way];
                match &entry.arrival {
                    Arrival::Same | Arrival::Leaf(_) | Arrival::Stem(_) => {}
                    Arrival::Pushed(_) if from.is_empty() => arrived.clear(),
                    Arrival::Pushed(cross) => arrived.push(code, from, cross, &mut self.moved),
                    Arrival::Handed(_) => {
                        arrived.clear();
                        let parts = handed(cell, way);
                        if !parts.is_empty() {
                            let corrupt = scene.corrupt(1, scene.unit(piece, entry.from));
                            arrived.load_handed(code, &parts).map_err(corrupt)?;
                        }
                    }
                    Arrival::Piece(sources) => {
                        let unit = scene.unit(usize::from(sources[piece]), entry.from);
                        load(scene, unit, &mut self.coded, arrived)?;
                    }
                }
                any |= !arrived.is_empty();
            }
        }
        Ok(any)
    }

    /// Finds the new states of a cell.
    fn fill(&mut self, scene: &Scene<'_>, piece: usize, cell: usize) -> Result<(), Fault> {
        let Self { sources, arrived, marks, coded, active, out, .. } = self;
        let (tables, code) = (scene.tables, &scene.code);
        let unit = scene.unit(piece, cell);
        active.clear();
        active.resize(code.head(), 0);
        let entries = &tables.entries[cell];
        for (entry, arrived) in entries.iter().zip(&arrived[cell]) {
            note_active(&entry.arrival, &sources[entry.from], arrived, active);
        }
        let mut before = Runs::none(code);
        let corrupt_before = scene.corrupt(2, unit);
        // At the first level there is none two before it.
        if scene.depth > 1 && scene.extents[unit].bytes > 0 {
            scene.read(2, unit, coded)?;
            before = code.runs(coded).map_err(corrupt_before)?;
        }
        out.clear();
        out.resize(code.head(), 0);
        let (mut states, mut next_before) = (0, 0);
        let parity = usize::from(tables.piece_parity[piece]);
        stems(active, |stem| {
            for skipped in next_before..=stem {
                if before.has(skipped) {
                    let run = before.next()?;
                    if skipped == stem {
                        marks.add_run(code, run)?;
                    }
                }
            }
            next_before = stem + 1;
            let seen = marks.count;
            for (entry, arrived) in entries.iter().zip(&arrived[cell]) {
                let source = &sources[entry.from];
                let (list, stem_from) = match &entry.arrival {
                    Arrival::Same | Arrival::Leaf(_) => (source, stem),
                    Arrival::Stem(from) => (source, usize::from(from[stem])),
                    Arrival::Pushed(_) | Arrival::Handed(_) | Arrival::Piece(_) => (arrived, stem),
                };
                if list.is_empty() {
                    continue;
                }
                let leaves = list.of(stem_from);
                if let Arrival::Leaf(moves) = &entry.arrival {
                    let of_cell = tables.layout.parity(entry.from);
                    let of_stem = usize::from(tables.stem_parity[stem]);
                    let table = moves.table((parity + of_cell + of_stem) % 2);
                    marks.add(leaves.iter().map(|&leaf| table[usize::from(leaf & 0x7fff)]));
                } else {
                    marks.add(leaves.iter().copied());
                }
            }
            let new = &marks.found[seen..marks.count];
            if !new.is_empty() {
                states += new.len();
                if scene.keep {
                    out[stem / 8] |= 1 << (stem % 8);
                    code.encode(new, out);
                }
            }
            marks.clear(tables.layout.leaves);
            Ok(())
        })
        .map_err(scene.corrupt(2, unit))?;
        self.states += states as u64;
        if scene.keep && states > 0 {
            scene.watch.put(unit as Unit, states as u32, out)?;
        }
        Ok(())
    }
}

/// Reads and decodes a unit of the last level; whether it holds anything.
fn load(
    scene: &Scene<'_>,
    unit: usize,
    coded: &mut Vec<u8>,
    into: &mut Lists,
) -> Result<bool, Fault> {
    if scene.extents[unit].bytes == 0 {
        into.clear();
        return Ok(false);
    }
    let states = scene.read(1, unit, coded)?;
    into.load(&scene.code, coded, states).map_err(scene.corrupt(1, unit))?;
    Ok(true)
}

/// Adds the stems to which states come by a way.
fn note_active(arrival: &Arrival, source: &Lists, arrived: &Lists, active: &mut [u8]) {
    let list = match arrival {
        Arrival::Same | Arrival::Leaf(_) => source,
        Arrival::Pushed(_) | Arrival::Handed(_) | Arrival::Piece(_) => arrived,
        Arrival::Stem(from) => {
            if !source.is_empty() {
                for (stem, &from) in from.iter().enumerate() {
                    let comes = source.head[usize::from(from / 8)] >> (from % 8) & 1;
                    active[stem / 8] |= comes << (stem % 8);
                }
            }
            return;
        }
    };
    for (active, comes) in active.iter_mut().zip(&list.head) {
        *active |= comes;
    }
}

/// Bytes that a desk holds after a piece of so many states, at most: what is decoded, once as it
/// is and once moved, for either colour; what is sorted by stems; what is coded; and all of it in
/// buffers that are up to twice as large.
pub(super) fn most_bytes(layout: &Layout, states: u64) -> u64 {
    let cells = layout.size.cells() as u64;
    // One list a cell, and up to four for the ways into it.
    let lists = 5 * cells * (4 * (layout.stems as u64 + 1) + layout.stems.div_ceil(8) as u64);
    (1 << 17) + (1 << 13) + 16 * MOST_RUN as u64 + lists + 32 * states
}
