//! Lists by prefix, for boards of up to 16 cells in the single-tile metric: the fast form.
//!
//! ```text
//! for ranges of prefixes, as large as memory allows
//!     for each prefix of their groups, by all threads
//!         transfer the suffix sets that move across prefix and middle to the prefixes in the range
//!     for each prefix of the range, by all threads
//!         make its states                                             (see `worker`)
//! commit the level
//! ```
//!
//! In most moves of 4x4 no state leaves its prefix: 12 of 24 change no digit, 8 only digits of
//! middle and suffix. The move between cells 0 and 4 takes a whole prefix to another, where it is
//! read. The windows of the remaining three moves lie across prefix and middle; the suffixes do not
//! change, so the coded sets are transferred as they are.
//!
//! | file | contents |
//! |---|---|
//! | [`layout`] | prefix, middle and suffix |
//! | `move_tables` | tables of moves on them |
//! | `set_code` | coded sets of suffixes |
//! | `suffix_lists` | decoded sets |
//! | `worker` | the states with one prefix |

pub(super) mod layout;
mod move_tables;
mod set_code;
mod suffix_lists;
mod worker;

use layout::Layout;
use loyd_enumerate::Monitor;
use loyd_enumerate::lists::form::{LevelOrder, ListForm};
use loyd_enumerate::lists::level_run::{LevelFault, LevelRun};
use loyd_enumerate::lists::{CorruptList, ListExtent, ListNumber, ListStore};
use move_tables::{CrossTable, MoveEffect, Tables};
use set_code::{SetCode, middles};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use suffix_lists::append_set;
use worker::{LevelContext, Worker, max_bytes};

/// The last two levels, and the tables to make the next.
#[derive(Debug)]
pub(super) struct PrefixLists {
    tables: Tables,
    code: SetCode,
    workers: Vec<Worker>,
    /// Sizes of the lists, one for each prefix and cell, at the last level at which the blank can
    /// be on the cell.
    extents: Vec<ListExtent>,
}

/// A move by which sets are transferred into a cell.
struct Transfer<'a> {
    cell: usize,
    incoming: usize,
    from: usize,
    cross_table: &'a CrossTable,
}

/// The sets that a thread has transferred, for each prefix of a range and each move.
type Transferred = Vec<Vec<u8>>;

impl PrefixLists {
    pub(super) fn new(layout: &Layout, threads: usize) -> Self {
        let tables = Tables::new(layout);
        Self {
            workers: (0..threads.max(1)).map(|_| Worker::new(&tables)).collect(),
            extents: vec![ListExtent::default(); layout.prefixes * layout.size.cells()],
            code: SetCode::new(layout.middles, layout.suffixes),
            tables,
        }
    }

    /// The minimum memory for any level, in bytes.
    pub(super) fn min_memory(layout: &Layout, threads: usize) -> u64 {
        let extents = layout.prefixes * layout.size.cells() * size_of::<ListExtent>();
        Tables::BYTES + extents as u64 + threads.max(1) as u64 * max_bytes(layout, 1 << 12)
    }

    /// Memory for the next level in addition to the lists and transferred sets, in bytes.
    fn next_memory(&self) -> u64 {
        let layout = &self.tables.layout;
        let states = |units: &[ListExtent]| units.iter().map(|unit| u64::from(unit.states)).sum();
        let largest = self.extents.chunks(layout.size.cells()).map(states).max().unwrap_or(0);
        let extents = (self.extents.len() * size_of::<ListExtent>()) as u64;
        Tables::BYTES + extents + self.workers.len() as u64 * max_bytes(layout, largest)
    }
}

impl ListForm for PrefixLists {
    fn start(&self) -> (ListNumber, Vec<u8>) {
        let mut list = vec![0; self.code.head()];
        list[0] = 1;
        self.code.encode(&[0], &mut list);
        (self.tables.layout.start as ListNumber, list)
    }

    fn adopt(
        &mut self,
        _store: &dyn ListStore,
        depth: u32,
        units: Vec<(ListNumber, ListExtent)>,
    ) -> Result<u64, LevelFault> {
        let states = units.iter().map(|(_, extent)| u64::from(extent.states)).sum();
        let layout = &self.tables.layout;
        let cells = layout.size.cells();
        for (number, extent) in self.extents.iter_mut().enumerate() {
            if layout.colour(number % cells) == depth as usize % 2 {
                *extent = ListExtent::default();
            }
        }
        for (unit, extent) in units {
            let reason = CorruptList("the number of a list is out of range");
            let place = self.extents.get_mut(unit as usize);
            *place.ok_or(LevelFault::Corrupt { depth, list: unit, reason })? = extent;
        }
        Ok(states)
    }

    fn work(&self) -> u64 {
        // Transferring takes little time compared with making states.
        self.tables.layout.prefixes as u64
    }

    fn step(
        &mut self,
        level_run: &LevelRun<'_>,
        monitor: &mut Monitor<'_>,
        order: LevelOrder,
    ) -> Result<u64, LevelFault> {
        let memory = self.memory().max(self.next_memory());
        let Some(room) = order.memory.checked_sub(memory) else {
            return Err(LevelFault::OutOfMemory);
        };
        let mut workers = std::mem::take(&mut self.workers);
        let context = LevelContext {
            tables: &self.tables,
            code: self.code,
            level_run,
            extents: &self.extents,
            depth: order.depth,
            keep: order.keep,
        };
        let result = make_level(&context, &mut workers, monitor, room, memory);
        self.workers = workers;
        let states = self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.states)).sum();
        result.map(|()| states)
    }

    fn memory(&self) -> u64 {
        let workers = self.workers.iter().map(Worker::memory).sum::<u64>();
        Tables::BYTES + (self.extents.len() * size_of::<ListExtent>()) as u64 + workers
    }

    fn states(
        &self,
        unit: ListNumber,
        list: &[u8],
        max_states: usize,
    ) -> Result<Vec<Vec<u8>>, CorruptList> {
        let layout = &self.tables.layout;
        let (prefix, cell) =
            (unit as usize / layout.size.cells(), unit as usize % layout.size.cells());
        let mut runs = self.code.runs(list)?;
        let mut boards = Vec::new();
        middles(runs.head, |middle| {
            let run = runs.next()?;
            self.code.decode(run, |suffix| {
                if boards.len() < max_states {
                    let code = layout.code(cell, prefix, middle, usize::from(suffix));
                    boards.push(super::digits::board(&code, cell));
                }
            })
        })?;
        Ok(boards)
    }
}

fn make_level(
    context: &LevelContext<'_>,
    workers: &mut [Worker],
    monitor: &mut Monitor<'_>,
    room: u64,
    own_memory: u64,
) -> Result<(), LevelFault> {
    let layout = &context.tables.layout;
    let transfers: Vec<Transfer<'_>> = context
        .cells(false)
        .flat_map(|cell| {
            context.tables.into_cell[cell].iter().enumerate().map(move |it| (cell, it))
        })
        .filter_map(|(cell, (incoming, move_table))| match &move_table.effect {
            MoveEffect::PrefixMiddle(cross_table) => {
                Some(Transfer { cell, incoming, from: move_table.from, cross_table })
            }
            _ => None,
        })
        .collect();
    let (mut first, mut max_length) = (0, layout.prefixes);
    while first < layout.prefixes {
        let length = range_length(context, &transfers, workers.len(), first, room).min(max_length);
        let range = first..first + length;
        let mut workers: Vec<(&mut Worker, Transferred)> =
            workers.iter_mut().map(|worker| (worker, Transferred::new())).collect();
        match transfer_sets(context, &transfers, &range, &mut workers, monitor, room) {
            // The transferred sets exceed the memory limit: make fewer prefixes at a time.
            Err(LevelFault::OutOfMemory) if range.len() > 1 => {
                max_length = range.len().div_ceil(2);
                continue;
            }
            other => other?,
        }
        let transferred: Vec<Transferred> =
            workers.iter_mut().map(|(_, transferred)| std::mem::take(transferred)).collect();
        let bytes = transferred.iter().flatten().map(|part| part.capacity() as u64).sum::<u64>();
        let memory = context.level_run.store.memory() + own_memory + bytes;
        let parts = |prefix: usize, cell: usize, incoming: usize| {
            let number = transfers.iter().position(|it| (it.cell, it.incoming) == (cell, incoming));
            let bucket = number.map(|number| (prefix - range.start) * transfers.len() + number);
            let parts = transferred.iter().filter_map(|transferred| transferred.get(bucket?));
            parts.map(Vec::as_slice).filter(|part| !part.is_empty()).collect()
        };
        context.level_run.team(&mut workers, monitor, context.depth, memory, |(worker, _)| {
            while let Some(task) = context.level_run.task(range.len())? {
                let prefix = range.start + task;
                worker.make(context, prefix, &|cell, incoming| parts(prefix, cell, incoming))?;
                context.level_run.add_done(1);
            }
            Ok(())
        })?;
        first = range.end;
    }
    Ok(())
}

/// The number of prefixes from `first` on to make at once: whole groups that receive about
/// [`AT_ONCE`] bytes, so that each is read once; a part of a group only if memory requires it.
fn range_length(
    context: &LevelContext<'_>,
    transfers: &[Transfer<'_>],
    threads: usize,
    first: usize,
    room: u64,
) -> usize {
    let layout = &context.tables.layout;
    let group = group_prefixes(layout);
    let empty = (group * transfers.len() * threads * size_of::<Vec<u8>>()) as u64;
    let transferred = |prefix| {
        let unit = |transfer: &Transfer<'_>| context.extents[context.unit(prefix, transfer.from)];
        // Growing buffers may be twice as large as their contents.
        transfers.iter().map(|transfer| 2 * u64::from(unit(transfer).bytes)).sum::<u64>()
    };
    let (mut end, mut bytes) = (first, 0);
    while end < layout.prefixes {
        let begin = end / group * group;
        bytes += empty + (begin..begin + group).map(transferred).sum::<u64>();
        if bytes > room.min(AT_ONCE) && end > first {
            break;
        }
        end = begin + group;
        if bytes > room {
            let part = (end - first) as u64 * room / bytes;
            return (part as usize).max(1);
        }
    }
    end - first
}

/// Bytes to transfer at once, if memory allows more: the system makes better use of the rest, as a
/// file cache.
const AT_ONCE: u64 = 1 << 30;

fn group_prefixes(layout: &Layout) -> usize {
    layout.prefixes / layout.numbers(0, layout.group_digits())
}

/// Transfers the sets that move across prefix and middle into a range of prefixes.
fn transfer_sets(
    context: &LevelContext<'_>,
    transfers: &[Transfer<'_>],
    range: &Range<usize>,
    workers: &mut [(&mut Worker, Transferred)],
    monitor: &mut Monitor<'_>,
    room: u64,
) -> Result<(), LevelFault> {
    if transfers.is_empty() {
        return Ok(());
    }
    let group = group_prefixes(&context.tables.layout);
    let groups = range.start / group * group..range.end.div_ceil(group) * group;
    let buckets = range.len() * transfers.len();
    let buckets_bytes = buckets * workers.len() * size_of::<Vec<u8>>();
    if buckets_bytes as u64 > room && range.len() > 1 {
        return Err(LevelFault::OutOfMemory);
    }
    let buffer_bytes = AtomicU64::new(buckets_bytes as u64);
    let memory = context.level_run.store.memory();
    context.level_run.team(workers, monitor, context.depth, memory, |(_, transferred)| {
        transferred.resize_with(buckets, Vec::new);
        let mut coded = Vec::new();
        while let Some(task) = context.level_run.task(groups.len())? {
            let prefix = groups.start + task;
            for (number, transfer) in transfers.iter().enumerate() {
                let unit = context.unit(prefix, transfer.from);
                if context.extents[unit].bytes == 0 {
                    continue;
                }
                context.read(1, unit, &mut coded)?;
                let grown = transfer_list(
                    context,
                    transfer,
                    &coded,
                    |to, middle, run| {
                        let bucket = to.checked_sub(range.start)? * transfers.len() + number;
                        let bucket = transferred.get_mut(bucket)?;
                        let before = bucket.capacity();
                        append_set(middle, run, bucket);
                        Some((bucket.capacity() - before) as u64)
                    },
                    prefix,
                );
                let grown = grown.map_err(|reason| LevelFault::Corrupt {
                    depth: context.depth - 1,
                    list: unit as ListNumber,
                    reason,
                })?;
                let buffer_bytes = buffer_bytes.fetch_add(grown, Ordering::Relaxed) + grown;
                if buffer_bytes > room && range.len() > 1 {
                    return Err(LevelFault::OutOfMemory);
                }
            }
        }
        Ok(())
    })?;
    let buffer_bytes = buffer_bytes.into_inner();
    context.level_run.transferred.fetch_add(buffer_bytes, Ordering::Relaxed);
    context.level_run.heap.fetch_max(buffer_bytes, Ordering::Relaxed);
    Ok(())
}

/// Transfers the sets of a list; returns the growth of the buffers in bytes.
fn transfer_list(
    context: &LevelContext<'_>,
    transfer: &Transfer<'_>,
    unit: &[u8],
    mut to: impl FnMut(usize, u16, set_code::CodedSet<'_>) -> Option<u64>,
    prefix: usize,
) -> Result<u64, CorruptList> {
    let tail = transfer.cross_table.tail(prefix);
    let others = prefix - tail;
    let mut runs = context.code.runs(unit)?;
    let mut grown = 0;
    middles(runs.head, |middle| {
        let run = runs.next()?;
        let (tail, middle) = transfer.cross_table.apply(tail, middle as u16);
        grown += to(others + tail, middle, run).unwrap_or(0);
        Ok(())
    })?;
    Ok(grown)
}
