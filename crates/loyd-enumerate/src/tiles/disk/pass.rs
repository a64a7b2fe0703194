//! One pass over the bitmaps: its segments one after the other, their units read ahead and written
//! behind.
//!
//! ```text
//! reader:   for each segment, each source unit to be read:  get it; push it            (bounded)
//! all others, for each segment:
//!     load:   fill in what is empty or full; pop the others, decode, copy to their places
//!     sweep:  every target block := OR of its sources, as in memory
//!     save:   collect each target unit, counting its states; encode; push it           (bounded)
//! writer:   pop each unit; put it
//! ```
//!
//! While a segment is computed the units of the next are read and those of the last are written,
//! as far as the buffers reach. So a level takes the longest of three: reading, computing,
//! writing.
//!
//! Between two segments a [mark](super::mark) may be set, from which the pass can go on.
//!
//! Any failure ends the pass: the first one is returned, what was not yet written is dropped.

use super::agenda::{Agenda, Load, Save};
use super::crew::{Bench, Crew, Failure, Traffic};
use super::error::DiskError;
use super::index::Index;
use super::mark::Marks;
use super::partials::Partials;
use super::places::{self, Places};
use super::pool::Pool;
use super::queue::{CloseOnDrop, CloseOnPanic, Queue};
use super::stage::{Fresh, Stage};
use super::store::{Kind, LevelStore, Scarce, StoreError, Unit};
use super::watched::Watched;
use crate::checkpoint::StoreFault;
use crate::tiles::memory::harvest::Keep;
use crate::tiles::memory::step::Watch;
use loyd_tiles::arch::bitmap::Patches;
use loyd_tiles::bitmap::Parities;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

/// What a pass needs beside the bitmaps and the threads.
pub(super) struct Pass<'a> {
    /// The level that is read.
    pub(super) depth: u32,
    pub(super) store: &'a dyn LevelStore,
    pub(super) index: &'a Index,
    pub(super) partials: &'a Partials,
    pub(super) pool: &'a Pool,
    /// The digit sums of whole maps.
    pub(super) whole: &'a Parities,
    pub(super) traffic: &'a Traffic,
    /// What the sources of counted bitmaps added to them.
    pub(super) counted: &'a AtomicU64,
    pub(super) watched: &'a Watched,
    pub(super) read_ahead: usize,
    pub(super) write_behind: usize,
    pub(super) cancel: &'a AtomicBool,
    /// Segments that were done before.
    pub(super) done: usize,
    pub(super) marks: &'a Marks,
    /// Sets a mark in the store: so many segments are done.
    pub(super) mark: &'a (dyn Fn(usize) -> Result<(), DiskError> + Sync),
}

type Reads = Queue<(Load, Vec<u8>)>;
type Writes = Queue<(Kind, Unit, Vec<u8>)>;

/// What the threads of a pass share.
struct Lines<'a> {
    reads: &'a Reads,
    writes: &'a Writes,
    failure: &'a Failure,
}

impl Pass<'_> {
    /// Does all segments, or some if it is cancelled. `progress`: segments done.
    pub(super) fn run(
        &self,
        stage: &mut Stage,
        crew: &mut Crew,
        progress: &mut dyn FnMut(usize),
    ) -> Result<(), DiskError> {
        let (reads, writes) = (Reads::new(self.read_ahead), Writes::new(self.write_behind));
        let failure = Failure::default();
        let lines = Lines { reads: &reads, writes: &writes, failure: &failure };
        let slots = stage.slots[self.parity()].clone();
        let (cut, half) = (stage.cut.clone(), stage.half);
        std::thread::scope(|scope| -> Result<(), DiskError> {
            let _guards = (CloseOnDrop(&reads), CloseOnDrop(&writes));
            let name = |role: &str| std::thread::Builder::new().name(role.to_owned());
            let refused = |error: std::io::Error| DiskError::Thread(error.to_string());
            name("reader")
                .spawn_scoped(scope, || {
                    let _guard = CloseOnPanic(&reads);
                    for segment in self.done..cut.segments(half) {
                        let agenda = Agenda::new(&cut, half, &slots, self.index, segment);
                        if self.read(&agenda, &lines).is_none() {
                            return;
                        }
                    }
                    reads.end();
                })
                .map_err(refused)?;
            let writer =
                name("writer").spawn_scoped(scope, || self.write(&lines)).map_err(refused)?;
            for segment in self.done..cut.segments(half) {
                let agenda = Agenda::new(&cut, half, &slots, self.index, segment);
                let mut is_done = true;
                if agenda.is_idle() {
                    agenda.saves.iter().for_each(|save| self.conclude(save));
                } else {
                    is_done = self.segment(stage, crew, segment, &agenda, &lines);
                }
                if failure.is_set() {
                    return Ok(());
                }
                let handed_on = agenda.reads.iter().filter(|load| load.kind == Kind::Partial);
                handed_on.filter(|_| is_done).for_each(|load| self.partials.release(load.unit));
                let is_cancelled = self.cancel.load(Ordering::Relaxed);
                if self.marks.is_due() || is_cancelled && self.marks.are_wanted() {
                    self.set_mark(segment + usize::from(is_done), &lines);
                }
                if is_cancelled || failure.is_set() {
                    return Ok(());
                }
                progress(segment + 1);
            }
            writes.end();
            // The scope raises a panic of the reader again, but not that of a thread joined here.
            writer.join().unwrap_or_else(|payload| resume_unwind(payload));
            Ok(())
        })?;
        let waited = reads.waited_to_pop() + writes.waited_to_push();
        self.traffic.waited.fetch_add(waited.as_nanos() as u64, Ordering::Relaxed);
        failure.take().map_or(Ok(()), Err)
    }

    fn parity(&self) -> usize {
        (self.depth as usize + 1) % 2
    }

    fn stops(&self, failure: &Failure) -> bool {
        failure.is_set() || self.cancel.load(Ordering::Relaxed)
    }

    /// Sets a mark: all that was found for later segments and passes goes to the store first.
    fn set_mark(&self, segments: usize, lines: &Lines<'_>) {
        let begun = Instant::now();
        for unit in self.partials.take_unstored() {
            let mut coded = self.pool.take();
            let bytes = if self.partials.copy(unit, &mut coded) { coded.capacity() } else { 0 };
            if lines.writes.push((Kind::Partial, unit, coded), bytes).is_err() {
                return;
            }
        }
        if lines.writes.wait_until_settled().is_err() {
            return;
        }
        if let Err(error) = (self.mark)(segments) {
            lines.failure.report(error);
        }
        self.marks.set(begun);
    }

    /// Reads the units of a segment; `None` if no one wants them any more.
    fn read(&self, agenda: &Agenda, lines: &Lines<'_>) -> Option<()> {
        let units: Vec<(Kind, Unit)> =
            agenda.reads.iter().map(|load| (load.kind, load.unit)).collect();
        self.store.announce(self.depth, &units);
        for &load in &agenda.reads {
            let coded = self.fetch(&load).map_err(|reason| {
                lines.failure.report(if reason.fault == StoreFault::Data {
                    self.corrupt(&load, reason.message)
                } else {
                    let at = format!("reading {}", load.unit);
                    DiskError::Store { depth: self.depth + 1, at, reason }
                });
                lines.reads.close();
            });
            let coded = coded.ok()?;
            let bytes = coded.capacity();
            lines.reads.push((load, coded), bytes).ok()?;
        }
        Some(())
    }

    fn fetch(&self, load: &Load) -> Result<Vec<u8>, StoreError> {
        let depth = match load.kind {
            Kind::Level => self.depth,
            Kind::Partial => self.depth + 1,
        };
        let mut coded = self.pool.take();
        if load.kind == Kind::Partial && self.partials.copy(load.unit, &mut coded) {
            return Ok(coded);
        }
        self.store.get(depth, load.kind, load.unit, &mut coded)?;
        self.traffic.read.fetch_add(coded.len() as u64, Ordering::Relaxed);
        Ok(coded)
    }

    /// Writes what comes, to the end.
    fn write(&self, lines: &Lines<'_>) {
        let _guard = CloseOnPanic(lines.writes);
        while let Some((kind, unit, coded)) = lines.writes.pop() {
            if let Err(reason) = self.store.put(self.depth + 1, kind, unit, &coded) {
                let at = format!("writing {unit}");
                lines.failure.report(DiskError::Store { depth: self.depth + 1, at, reason });
                lines.writes.close();
                return;
            }
            self.traffic.written.fetch_add(coded.len() as u64, Ordering::Relaxed);
            self.pool.give(coded);
            lines.writes.settle();
        }
    }

    /// Load, sweep, save; whether all of it was done.
    fn segment(
        &self,
        stage: &mut Stage,
        crew: &mut Crew,
        segment: usize,
        agenda: &Agenda,
        lines: &Lines<'_>,
    ) -> bool {
        stage.prepare(segment, self.whole, agenda);
        self.load(stage, crew, agenda, lines);
        if self.stops(lines.failure) {
            return false;
        }
        let plane = &stage.planes[self.parity()];
        let mut quiet = |_: f64| ();
        let watch = Watch::new(self.cancel, &mut quiet);
        let rule = Fresh(&stage.slots[self.parity()]);
        let (field, team) = (&mut stage.field, &mut crew.team);
        let harvest = field.sweep(plane, &rule, self.depth, team, &watch, Keep::NOTHING);
        // A sweep that was cancelled has done some blocks only.
        if self.stops(lines.failure) {
            return false;
        }
        self.counted.fetch_add(harvest.new, Ordering::Relaxed);
        self.save(stage, crew, agenda, lines);
        true
    }

    fn load(&self, stage: &mut Stage, crew: &mut Crew, agenda: &Agenda, lines: &Lines<'_>) {
        let (bitmaps, places) = stage.split();
        let patches = bitmaps.patches(places.grid);
        let (filled, popped) = (AtomicUsize::new(0), AtomicUsize::new(0));
        crew.work(&|bench| {
            while let Some(load) = agenda.fills.get(filled.fetch_add(1, Ordering::Relaxed)) {
                self.bring(load, None, bench, &places, &patches, lines);
                if self.stops(lines.failure) {
                    return;
                }
            }
            while popped.fetch_add(1, Ordering::Relaxed) < agenda.reads.len() {
                let Some((load, coded)) = lines.reads.pop() else {
                    return lines.failure.report(gone());
                };
                self.bring(&load, Some(&coded), bench, &places, &patches, lines);
                self.pool.give(coded);
                if self.stops(lines.failure) {
                    return;
                }
            }
        });
    }

    /// Brings a source unit to its place. `coded` is `None` for those that are empty or full.
    fn bring(
        &self,
        load: &Load,
        coded: Option<&[u8]>,
        bench: &mut Bench,
        places: &Places<'_>,
        patches: &Patches<'_>,
        lines: &Lines<'_>,
    ) {
        let (band, column) = places.at(load.across);
        let Some(mut patch) = patches.take(load.map, band, column) else { return };
        let shape = places::shape(places.cut, load.unit);
        let unit = &mut bench.lines[..shape.lines()];
        match coded {
            None if load.states == 0 => return places.clear(load, &mut patch),
            None => places::fill(&shape, unit),
            Some(coded) => {
                if let Err(reason) = bench.coder.decode(&shape, coded, unit) {
                    return lines.failure.report(self.corrupt(load, reason.0));
                }
            }
        }
        let states = places.scatter(load, self.depth, unit, &mut patch);
        if states != u64::from(load.states) {
            let reason = format!("{states} states instead of {}", load.states);
            lines.failure.report(self.corrupt(load, reason));
        }
    }

    fn corrupt(&self, load: &Load, reason: String) -> DiskError {
        let depth = self.depth + u32::from(load.kind == Kind::Partial);
        DiskError::Corrupt { depth, unit: load.unit, reason }
    }

    /// Whole segments only can be marked, so this goes on when the run is cancelled.
    fn save(&self, stage: &mut Stage, crew: &mut Crew, agenda: &Agenda, lines: &Lines<'_>) {
        let (bitmaps, places) = stage.split();
        let patches = bitmaps.patches(places.grid);
        let next = AtomicUsize::new(0);
        crew.work(&|bench| {
            while let Some(save) = agenda.saves.get(next.fetch_add(1, Ordering::Relaxed)) {
                if save.closed {
                    places.spoil(save);
                    self.conclude(save);
                } else {
                    self.encode(save, bench, &places, &patches, lines);
                }
                if lines.failure.is_set() {
                    return;
                }
            }
        });
    }

    /// Counts a target unit and passes it on, unless it is empty or full.
    fn encode(
        &self,
        save: &Save,
        bench: &mut Bench,
        places: &Places<'_>,
        patches: &Patches<'_>,
        lines: &Lines<'_>,
    ) {
        let (band, column) = places.at(save.across);
        let Some(mut patch) = patches.take(save.map, band, column) else { return };
        let shape = places::shape(places.cut, save.unit);
        let Bench { coder, lines: unit, coded } = bench;
        let unit = &mut unit[..shape.lines()];
        let states = places.collect(save, unit, &mut patch);
        self.index.record(save.kind, save.unit, states as u32);
        if save.kind == Kind::Level && states > 0 {
            self.watched.see(save.unit, unit);
        }
        if states == 0 || states == u64::from(self.index.full(save.unit)) {
            return;
        }
        coded.clear();
        let waiting = lines.writes.is_filling() || lines.reads.is_starved();
        let scarce = if waiting { Scarce::Bytes } else { Scarce::Time };
        coder.encode(&shape, states, scarce, unit, coded);
        let mut out = self.pool.take();
        out.reserve_exact(coded.len());
        out.extend_from_slice(coded);
        if save.kind == Kind::Partial {
            self.traffic.partial.fetch_add(coded.len() as u64, Ordering::Relaxed);
            match self.partials.keep(save.unit, out) {
                Ok(()) => return,
                Err(refused) => out = refused,
            }
        }
        let bytes = out.capacity();
        if lines.writes.push((save.kind, save.unit, out), bytes).is_err() {
            lines.failure.report(gone());
        }
    }

    /// Records a target unit that is not computed: full, or without sources.
    fn conclude(&self, save: &Save) {
        let states = if save.closed { self.index.full(save.unit) } else { 0 };
        self.index.record(save.kind, save.unit, states);
    }
}

/// The other end of a queue was given up. Why was reported before, if it was no panic.
fn gone() -> DiskError {
    DiskError::Thread("the one that reads or writes has ended".to_owned())
}
