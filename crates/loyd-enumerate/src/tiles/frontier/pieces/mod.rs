//! Lists of boards of up to 16 cells, single-tile metric: the fast form.
//!
//! ```text
//! for ranges of pieces, as large as memory allows
//!     for each piece of their groups, by all threads
//!         hand the runs of leaves that move across piece and stem to the pieces in the range
//!     for each piece of the range, by all threads
//!         make it                                                     (see `desk`)
//! commit the level
//! ```
//!
//! In most moves of 4x4 nothing leaves its piece: 12 of 24 change no digit, 8 only digits of stem
//! and leaf. The move between cells 0 and 4 takes a whole piece to another, which is read there. What
//! is left are three moves, whose windows lie across piece and stem; they keep their leaves, so they
//! are handed over as they are coded.
//!
//! | file | what |
//! |---|---|
//! | [`layout`] | pieces, stems and leaves |
//! | `tables` | what moves do to them |
//! | `run` | sets of leaves in few bytes |
//! | `lists` | the same decoded |
//! | `desk` | a piece of a level |

mod desk;
pub(super) mod layout;
mod lists;
mod run;
mod tables;

use super::form::{Form, Order};
use super::store::{Corrupt, Extent, ListStore, Unit};
use super::watch::{Fault, Watch};
use crate::Monitor;
use desk::{Desk, Scene, most_bytes};
use layout::Layout;
use lists::hand;
use run::{Code, stems};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use tables::{Arrival, Cross, Tables};

/// The last two levels, and what is needed to make the next.
#[derive(Debug)]
pub(super) struct Pieces {
    tables: Tables,
    code: Code,
    desks: Vec<Desk>,
    /// Of each unit, a cell of a piece, at the last level at which the blank can be on the cell.
    extents: Vec<Extent>,
}

/// A way by which runs are handed over: into a cell, in the order of its ways.
struct Handing<'a> {
    cell: usize,
    way: usize,
    from: usize,
    cross: &'a Cross,
}

/// What a thread has handed over: for each piece of a range, for each way.
type Handed = Vec<Vec<u8>>;

impl Pieces {
    pub(super) fn new(layout: &Layout, threads: usize) -> Self {
        let tables = Tables::new(layout);
        Self {
            desks: (0..threads.max(1)).map(|_| Desk::new(&tables)).collect(),
            extents: vec![Extent::default(); layout.pieces * layout.size.cells()],
            code: Code::new(layout.stems, layout.leaves),
            tables,
        }
    }

    /// Bytes that are needed whatever the level.
    pub(super) fn least_memory(layout: &Layout, threads: usize) -> u64 {
        let extents = layout.pieces * layout.size.cells() * size_of::<Extent>();
        Tables::BYTES + extents as u64 + threads.max(1) as u64 * most_bytes(layout, 1 << 12)
    }

    /// Bytes that will be held for the next level beside the lists and what is handed over.
    fn next_memory(&self) -> u64 {
        let layout = &self.tables.layout;
        let states = |units: &[Extent]| units.iter().map(|unit| u64::from(unit.states)).sum();
        let largest = self.extents.chunks(layout.size.cells()).map(states).max().unwrap_or(0);
        let extents = (self.extents.len() * size_of::<Extent>()) as u64;
        Tables::BYTES + extents + self.desks.len() as u64 * most_bytes(layout, largest)
    }
}

impl Form for Pieces {
    fn start(&self) -> (Unit, Vec<u8>) {
        let mut list = vec![0; self.code.head()];
        list[0] = 1;
        self.code.encode(&[0], &mut list);
        (self.tables.layout.start as Unit, list)
    }

    fn know(
        &mut self,
        _store: &dyn ListStore,
        depth: u32,
        units: Vec<(Unit, Extent)>,
    ) -> Result<(), Fault> {
        let layout = &self.tables.layout;
        let cells = layout.size.cells();
        for (number, extent) in self.extents.iter_mut().enumerate() {
            if layout.colour(number % cells) == depth as usize % 2 {
                *extent = Extent::default();
            }
        }
        for (unit, extent) in units {
            let reason = Corrupt("there is no list of this number");
            let place = self.extents.get_mut(unit as usize);
            *place.ok_or(Fault::Corrupt { depth, unit, reason })? = extent;
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        // Handing over is little beside making pieces.
        self.tables.layout.pieces as u64
    }

    fn step(
        &mut self,
        watch: &Watch<'_>,
        monitor: &mut Monitor<'_>,
        order: Order,
    ) -> Result<u64, Fault> {
        let held = self.memory().max(self.next_memory());
        let Some(room) = order.memory.checked_sub(held) else { return Err(Fault::Full) };
        let mut desks = std::mem::take(&mut self.desks);
        let scene = Scene {
            tables: &self.tables,
            code: self.code,
            watch,
            extents: &self.extents,
            depth: order.depth,
            keep: order.keep,
        };
        let made = make_level(&scene, &mut desks, monitor, room, held);
        self.desks = desks;
        let states = self.desks.iter_mut().map(|desk| std::mem::take(&mut desk.states)).sum();
        made.map(|()| states)
    }

    fn memory(&self) -> u64 {
        let desks = self.desks.iter().map(Desk::memory).sum::<u64>();
        Tables::BYTES + (self.extents.len() * size_of::<Extent>()) as u64 + desks
    }

    fn boards(&self, unit: Unit, list: &[u8], most: usize) -> Result<Vec<Vec<u8>>, Corrupt> {
        let layout = &self.tables.layout;
        let (piece, cell) =
            (unit as usize / layout.size.cells(), unit as usize % layout.size.cells());
        let mut runs = self.code.runs(list)?;
        let mut boards = Vec::new();
        stems(runs.head, |stem| {
            let run = runs.next()?;
            self.code.decode(run, |leaf| {
                if boards.len() < most {
                    let code = layout.code(cell, piece, stem, usize::from(leaf));
                    boards.push(super::digits::board(&code, cell));
                }
            })
        })?;
        Ok(boards)
    }
}

/// All ranges of a level.
fn make_level(
    scene: &Scene<'_>,
    desks: &mut [Desk],
    monitor: &mut Monitor<'_>,
    room: u64,
    held: u64,
) -> Result<(), Fault> {
    let layout = &scene.tables.layout;
    let handings: Vec<Handing<'_>> = scene
        .cells(false)
        .flat_map(|cell| scene.tables.entries[cell].iter().enumerate().map(move |it| (cell, it)))
        .filter_map(|(cell, (way, entry))| match &entry.arrival {
            Arrival::Handed(cross) => Some(Handing { cell, way, from: entry.from, cross }),
            _ => None,
        })
        .collect();
    let (mut first, mut most) = (0, layout.pieces);
    while first < layout.pieces {
        let length = range_length(scene, &handings, desks.len(), first, room).min(most);
        let range = first..first + length;
        let mut workers: Vec<(&mut Desk, Handed)> =
            desks.iter_mut().map(|desk| (desk, Handed::new())).collect();
        match hand_over(scene, &handings, &range, &mut workers, monitor, room) {
            // It was too much for the room: fewer pieces at a time.
            Err(Fault::Full) if range.len() > 1 => {
                most = range.len().div_ceil(2);
                continue;
            }
            other => other?,
        }
        let handed: Vec<Handed> =
            workers.iter_mut().map(|(_, handed)| std::mem::take(handed)).collect();
        let bytes = handed.iter().flatten().map(|part| part.capacity() as u64).sum::<u64>();
        let memory = scene.watch.store.memory() + held + bytes;
        let parts = |piece: usize, cell: usize, way: usize| {
            let number = handings.iter().position(|it| (it.cell, it.way) == (cell, way));
            let bucket = number.map(|number| (piece - range.start) * handings.len() + number);
            let parts = handed.iter().filter_map(|handed| handed.get(bucket?));
            parts.map(Vec::as_slice).filter(|part| !part.is_empty()).collect()
        };
        scene.watch.team(&mut workers, monitor, scene.depth, memory, |(desk, _)| {
            while let Some(task) = scene.watch.task(range.len())? {
                let piece = range.start + task;
                desk.make(scene, piece, &|cell, way| parts(piece, cell, way))?;
                scene.watch.done(1);
            }
            Ok(())
        })?;
        first = range.end;
    }
    Ok(())
}

/// How many pieces from `first` on to make at once: whole groups, as many as are handed about
/// [`AT_ONCE`] bytes, so that each is read once; a part of one only where memory demands it.
fn range_length(
    scene: &Scene<'_>,
    handings: &[Handing<'_>],
    threads: usize,
    first: usize,
    room: u64,
) -> usize {
    let layout = &scene.tables.layout;
    let group = group_pieces(layout);
    let empty = (group * handings.len() * threads * size_of::<Vec<u8>>()) as u64;
    let handed = |piece| {
        let unit = |handing: &Handing<'_>| scene.extents[scene.unit(piece, handing.from)];
        // Buffers that grow are up to twice as large as what is in them.
        handings.iter().map(|handing| 2 * u64::from(unit(handing).bytes)).sum::<u64>()
    };
    let (mut end, mut bytes) = (first, 0);
    while end < layout.pieces {
        let begin = end / group * group;
        bytes += empty + (begin..begin + group).map(handed).sum::<u64>();
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

/// Bytes that are handed over at once, where memory allows more: the rest is of more use to the
/// system, which keeps files in it.
const AT_ONCE: u64 = 1 << 30;

/// Pieces of a group.
fn group_pieces(layout: &Layout) -> usize {
    layout.pieces / layout.numbers(0, layout.group_digits())
}

/// Hands over what moves across piece and stem into a range of pieces.
fn hand_over(
    scene: &Scene<'_>,
    handings: &[Handing<'_>],
    range: &Range<usize>,
    workers: &mut [(&mut Desk, Handed)],
    monitor: &mut Monitor<'_>,
    room: u64,
) -> Result<(), Fault> {
    if handings.is_empty() {
        return Ok(());
    }
    let group = group_pieces(&scene.tables.layout);
    let groups = range.start / group * group..range.end.div_ceil(group) * group;
    let buckets = range.len() * handings.len();
    let buckets_bytes = buckets * workers.len() * size_of::<Vec<u8>>();
    if buckets_bytes as u64 > room && range.len() > 1 {
        return Err(Fault::Full);
    }
    let held = AtomicU64::new(buckets_bytes as u64);
    let memory = scene.watch.store.memory();
    scene.watch.team(workers, monitor, scene.depth, memory, |(_, handed)| {
        handed.resize_with(buckets, Vec::new);
        let mut coded = Vec::new();
        while let Some(task) = scene.watch.task(groups.len())? {
            let piece = groups.start + task;
            for (number, handing) in handings.iter().enumerate() {
                let unit = scene.unit(piece, handing.from);
                if scene.extents[unit].bytes == 0 {
                    continue;
                }
                scene.read(1, unit, &mut coded)?;
                let grown = hand_unit(
                    scene,
                    handing,
                    &coded,
                    |to, stem, run| {
                        let bucket = to.checked_sub(range.start)? * handings.len() + number;
                        let bucket = handed.get_mut(bucket)?;
                        let before = bucket.capacity();
                        hand(stem, run, bucket);
                        Some((bucket.capacity() - before) as u64)
                    },
                    piece,
                );
                let grown = grown.map_err(|reason| Fault::Corrupt {
                    depth: scene.depth - 1,
                    unit: unit as Unit,
                    reason,
                })?;
                let held = held.fetch_add(grown, Ordering::Relaxed) + grown;
                if held > room && range.len() > 1 {
                    return Err(Fault::Full);
                }
            }
        }
        Ok(())
    })?;
    let held = held.into_inner();
    scene.watch.handed.fetch_add(held, Ordering::Relaxed);
    scene.watch.heap.fetch_max(held, Ordering::Relaxed);
    Ok(())
}

/// Hands over the runs of a unit; what the buckets have grown by.
fn hand_unit(
    scene: &Scene<'_>,
    handing: &Handing<'_>,
    unit: &[u8],
    mut to: impl FnMut(usize, u16, run::Run<'_>) -> Option<u64>,
    piece: usize,
) -> Result<u64, Corrupt> {
    let tail = handing.cross.tail(piece);
    let others = piece - tail;
    let mut runs = scene.code.runs(unit)?;
    let mut grown = 0;
    stems(runs.head, |stem| {
        let run = runs.next()?;
        let (tail, stem) = handing.cross.apply(tail, stem as u16);
        grown += to(others + tail, stem, run).unwrap_or(0);
        Ok(())
    })?;
    Ok(grown)
}
