//! The states of a level with one prefix, made by one thread.
//!
//! ```text
//! decode the states with the prefix at the last level, and those transferred from other prefixes
//! sort the states that move across middle and suffix by middle
//! for each cell, for each middle with incoming states
//!     mark the suffixes of the level before the last as seen
//!     for each move into the cell, for each incoming suffix
//!         if it is not seen, mark it and note it: it is new
//!     count the noted suffixes; encode them; clear the marks
//! ```
//!
//! The marks take 2.5 KB. The decoded states of a prefix of 4x4 at depth 36 take about a megabyte,
//! so they stay in the second-level cache.

use super::layout::Layout;
use super::move_tables::{MoveEffect, Tables};
use super::set_code::{CodedSet, CodedSets, MAX_SET_BYTES, SetCode, middles};
use super::suffix_lists::SuffixLists;
use crate::lists::level_run::{LevelFault, LevelRun};
use crate::lists::{CorruptList, ListExtent, ListNumber};

/// The context of a level, shared by its workers.
pub(super) struct LevelContext<'a> {
    pub(super) tables: &'a Tables,
    pub(super) code: SetCode,
    pub(super) level_run: &'a LevelRun<'a>,
    /// Sizes of the lists of the last two levels, by number.
    pub(super) extents: &'a [ListExtent],
    /// The new level.
    pub(super) depth: u32,
    /// True if it is stored; otherwise it is only counted.
    pub(super) keep: bool,
}

impl LevelContext<'_> {
    pub(super) fn unit(&self, prefix: usize, cell: usize) -> usize {
        prefix * self.tables.layout.size.cells() + cell
    }

    /// Reads a list of the last level or of the one before; returns its number of states.
    pub(super) fn read(
        &self,
        back: u32,
        unit: usize,
        into: &mut Vec<u8>,
    ) -> Result<usize, LevelFault> {
        let extent = self.extents[unit];
        self.level_run.get(self.depth - back, unit as ListNumber, into)?;
        Ok(extent.states as usize)
    }

    /// The cells with states at the new level, or with `other` at the last one.
    pub(super) fn cells(&self, other: bool) -> impl Iterator<Item = usize> + use<'_> {
        let layout = &self.tables.layout;
        let colour = (self.depth as usize + usize::from(other)) % 2;
        (0..layout.size.cells()).filter(move |&cell| layout.colour(cell) == colour)
    }

    fn corrupt(&self, back: u32, unit: usize) -> impl Fn(CorruptList) -> LevelFault + use<> {
        let (depth, unit) = (self.depth.saturating_sub(back), unit as ListNumber);
        move |reason| LevelFault::Corrupt { depth, list: unit, reason }
    }
}

/// The suffixes seen, and the new ones among them.
#[derive(Debug)]
struct SeenSuffixes {
    bits: Box<[u64; 1 << 10]>,
    found: Box<[u16; 1 << 16]>,
    count: usize,
}

impl SeenSuffixes {
    /// Marks suffixes as seen, and notes those that were not.
    #[inline]
    fn add(&mut self, suffixes: impl Iterator<Item = u16>) {
        // Variables that change in the loop are local, so that they stay in registers.
        let (bits, found, mut count) = (&mut *self.bits, &mut *self.found, self.count);
        suffixes.for_each(|suffix| {
            let word = &mut bits[usize::from(suffix >> 6)];
            let (old, bit) = (*word, 1 << (suffix & 63));
            *word = old | bit;
            found[count & 0xffff] = suffix;
            count += usize::from(old & bit == 0);
        });
        self.count = count;
    }

    /// Marks the suffixes of a set; must be called before all others.
    fn add_run(&mut self, code: &SetCode, run: CodedSet<'_>) -> Result<(), CorruptList> {
        let (bits, found, mut count) = (&mut *self.bits, &mut *self.found, 0);
        code.decode(run, |suffix| {
            bits[usize::from(suffix >> 6)] |= 1 << (suffix & 63);
            found[count & 0xffff] = suffix;
            count += 1;
        })?;
        self.count = count;
        Ok(())
    }

    fn clear(&mut self, suffixes: usize) {
        // Above this number, clearing everything is faster.
        if self.count > 100 {
            self.bits[..suffixes.div_ceil(64)].fill(0);
        } else {
            for suffix in &self.found[..self.count] {
                self.bits[usize::from(suffix >> 6)] = 0;
            }
        }
        self.count = 0;
    }
}

/// The buffers of a thread.
#[derive(Debug)]
pub(super) struct Worker {
    /// The states with the prefix at the last level, by cell.
    sources: Vec<SuffixLists>,
    /// The states that move across middle and suffix, or come from other prefixes: by cell and
    /// move.
    arrived: Vec<Vec<SuffixLists>>,
    seen: SeenSuffixes,
    coded: Vec<u8>,
    moved: Vec<u32>,
    /// The middles with incoming states.
    active: Vec<u8>,
    out: Vec<u8>,
    /// New states of all prefixes made so far.
    pub(super) states: u64,
}

impl Worker {
    pub(super) fn new(tables: &Tables) -> Self {
        let incoming_moves = tables.into_cell.iter().map(Vec::len);
        let zeros = vec![0; 1 << 16].into_boxed_slice();
        Self {
            sources: incoming_moves.clone().map(|_| SuffixLists::default()).collect(),
            arrived: incoming_moves
                .map(|incoming_moves| vec![SuffixLists::default(); incoming_moves])
                .collect(),
            seen: SeenSuffixes {
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

    /// Bytes of memory in use.
    pub(super) fn memory(&self) -> u64 {
        let lists =
            self.sources.iter().chain(self.arrived.iter().flatten()).map(SuffixLists::memory);
        let buffers = self.coded.capacity() + 4 * self.moved.capacity() + self.out.capacity();
        lists.sum::<u64>() + (buffers + (1 << 17) + (1 << 13)) as u64
    }

    /// Makes the states with a prefix. `transferred` gives the sets from other prefixes, by cell
    /// and move.
    pub(super) fn make<'h>(
        &mut self,
        context: &LevelContext<'_>,
        prefix: usize,
        transferred: &dyn Fn(usize, usize) -> Vec<&'h [u8]>,
    ) -> Result<(), LevelFault> {
        if !self.gather(context, prefix, transferred)? {
            return Ok(());
        }
        for cell in context.cells(false) {
            self.fill(context, prefix, cell)?;
        }
        Ok(())
    }

    /// Decodes the predecessors of the new states; returns whether there are any.
    fn gather<'h>(
        &mut self,
        context: &LevelContext<'_>,
        prefix: usize,
        transferred: &dyn Fn(usize, usize) -> Vec<&'h [u8]>,
    ) -> Result<bool, LevelFault> {
        let (tables, code) = (context.tables, &context.code);
        let mut any = false;
        for cell in context.cells(true) {
            let unit = context.unit(prefix, cell);
            any |= load(context, unit, &mut self.coded, &mut self.sources[cell])?;
        }
        for cell in context.cells(false) {
            for (incoming, move_table) in tables.into_cell[cell].iter().enumerate() {
                let from = &self.sources[move_table.from];
                let arrived = &mut self.arrived[cell][incoming];
                match &move_table.effect {
                    MoveEffect::Same | MoveEffect::Suffix(_) | MoveEffect::Middle(_) => {}
                    MoveEffect::MiddleSuffix(_) if from.is_empty() => arrived.clear(),
                    MoveEffect::MiddleSuffix(cross_table) => {
                        arrived.push(code, from, cross_table, &mut self.moved);
                    }
                    MoveEffect::PrefixMiddle(_) => {
                        arrived.clear();
                        let parts = transferred(cell, incoming);
                        if !parts.is_empty() {
                            let corrupt = context.corrupt(1, context.unit(prefix, move_table.from));
                            arrived.load_transferred(code, &parts).map_err(corrupt)?;
                        }
                    }
                    MoveEffect::Prefix(sources) => {
                        let unit = context.unit(usize::from(sources[prefix]), move_table.from);
                        load(context, unit, &mut self.coded, arrived)?;
                    }
                }
                any |= !arrived.is_empty();
            }
        }
        Ok(any)
    }

    /// Finds the new states of a cell.
    fn fill(
        &mut self,
        context: &LevelContext<'_>,
        prefix: usize,
        cell: usize,
    ) -> Result<(), LevelFault> {
        let Self { sources, arrived, seen, coded, active, out, .. } = self;
        let (tables, code) = (context.tables, &context.code);
        let unit = context.unit(prefix, cell);
        active.clear();
        active.resize(code.head(), 0);
        let move_tables = &tables.into_cell[cell];
        for (move_table, arrived) in move_tables.iter().zip(&arrived[cell]) {
            note_active(&move_table.effect, &sources[move_table.from], arrived, active);
        }
        let mut before = CodedSets::none(code);
        let corrupt_before = context.corrupt(2, unit);
        // The first level has no level two before it.
        if context.depth > 1 && context.extents[unit].bytes > 0 {
            context.read(2, unit, coded)?;
            before = code.runs(coded).map_err(corrupt_before)?;
        }
        out.clear();
        out.resize(code.head(), 0);
        let (mut states, mut next_before) = (0, 0);
        let parity = usize::from(tables.prefix_parity[prefix]);
        middles(active, |middle| {
            for skipped in next_before..=middle {
                if before.has(skipped) {
                    let run = before.next()?;
                    if skipped == middle {
                        seen.add_run(code, run)?;
                    }
                }
            }
            next_before = middle + 1;
            let before_count = seen.count;
            for (move_table, arrived) in move_tables.iter().zip(&arrived[cell]) {
                let source = &sources[move_table.from];
                let (list, middle_from) = match &move_table.effect {
                    MoveEffect::Same | MoveEffect::Suffix(_) => (source, middle),
                    MoveEffect::Middle(from) => (source, usize::from(from[middle])),
                    MoveEffect::MiddleSuffix(_)
                    | MoveEffect::PrefixMiddle(_)
                    | MoveEffect::Prefix(_) => (arrived, middle),
                };
                if list.is_empty() {
                    continue;
                }
                let suffixes = list.of(middle_from);
                if let MoveEffect::Suffix(moves) = &move_table.effect {
                    let of_cell = tables.layout.parity(move_table.from);
                    let of_middle = usize::from(tables.middle_parity[middle]);
                    let table = moves.table((parity + of_cell + of_middle) % 2);
                    seen.add(suffixes.iter().map(|&suffix| table[usize::from(suffix & 0x7fff)]));
                } else {
                    seen.add(suffixes.iter().copied());
                }
            }
            let new = &seen.found[before_count..seen.count];
            if !new.is_empty() {
                states += new.len();
                if context.keep {
                    out[middle / 8] |= 1 << (middle % 8);
                    code.encode(new, out);
                }
            }
            seen.clear(tables.layout.suffixes);
            Ok(())
        })
        .map_err(context.corrupt(2, unit))?;
        self.states += states as u64;
        if context.keep && states > 0 {
            context.level_run.put(unit as ListNumber, states as u32, out)?;
        }
        Ok(())
    }
}

/// Reads and decodes a list of the last level; returns whether it has states.
fn load(
    context: &LevelContext<'_>,
    unit: usize,
    coded: &mut Vec<u8>,
    into: &mut SuffixLists,
) -> Result<bool, LevelFault> {
    if context.extents[unit].bytes == 0 {
        into.clear();
        return Ok(false);
    }
    let states = context.read(1, unit, coded)?;
    into.load(&context.code, coded, states).map_err(context.corrupt(1, unit))?;
    Ok(true)
}

/// Adds the middles with states that come by a move.
fn note_active(
    effect: &MoveEffect,
    source: &SuffixLists,
    arrived: &SuffixLists,
    active: &mut [u8],
) {
    let list = match effect {
        MoveEffect::Same | MoveEffect::Suffix(_) => source,
        MoveEffect::MiddleSuffix(_) | MoveEffect::PrefixMiddle(_) | MoveEffect::Prefix(_) => {
            arrived
        }
        MoveEffect::Middle(from) => {
            if !source.is_empty() {
                for (middle, &from) in from.iter().enumerate() {
                    let comes = source.head[usize::from(from / 8)] >> (from % 8) & 1;
                    active[middle / 8] |= comes << (middle % 8);
                }
            }
            return;
        }
    };
    for (active, comes) in active.iter_mut().zip(&list.head) {
        *active |= comes;
    }
}

/// Maximum memory of a worker after a prefix with this number of states, in bytes: decoded states,
/// once as they are and once moved, for either colour; states sorted by middle; coded lists; all in
/// buffers up to twice as large.
pub(super) fn most_bytes(layout: &Layout, states: u64) -> u64 {
    let cells = layout.size.cells() as u64;
    // One list for each cell, and up to four for the moves into it.
    let lists = 5 * cells * (4 * (layout.middles as u64 + 1) + layout.middles.div_ceil(8) as u64);
    (1 << 17) + (1 << 13) + 16 * MAX_SET_BYTES as u64 + lists + 32 * states
}
