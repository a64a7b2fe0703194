//! The step from a level to the next, within a limit of memory.

use super::buckets::{BUCKETS, Buffers, Candidates, Level, merged, remove};
use crate::Monitor;
use loyd_search::arch::team::Team;
use loyd_search::memory::granted;
use loyd_search::observe::StopCause;
use loyd_search::puzzle::Classes;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Keys that a thread takes at a time.
const PART: usize = 256;

/// Keys whose neighbours are made together.
const BATCH: usize = 32;

/// Parts that a thread takes, on average, between two looks at the monitor: some tens of
/// milliseconds.
const PARTS: usize = 64;

/// Least candidates of a round: fewer would not be worth a look at all buckets.
const MIN_ROUND: u64 = 1 << 20;

/// Levels with fewer classes say little about how much the next one is larger.
const TREND_FROM: u64 = 1000;

/// A run between two levels.
pub(super) struct Levels<'a> {
    pub(super) classes: &'a dyn Classes,
    team: Team,
    workers: Vec<Mutex<Worker>>,
    pub(super) previous: Level,
    pub(super) current: Level,
    /// Most bytes to hold at once.
    pub(super) limit: u64,
    /// Least candidates of a round, unless there are fewer.
    pub(super) least_round: u64,
    /// Most bytes held so far.
    pub(super) peak: u64,
}

/// The buffers of a thread.
struct Worker {
    buffers: Buffers,
    neighbours: Vec<u64>,
}

/// The method of making a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Method {
    /// Times that it is made, each time for a part of the buckets.
    pub(super) passes: usize,
    /// Most candidates that are collected before duplicates are removed.
    pub(super) round: u64,
    /// True if found keys are kept: for the next level, or for the next round.
    keeps: bool,
    /// Most keys that a pass may keep.
    room: u64,
    /// Bytes that all of this takes.
    bytes: u64,
}

/// The constants of a pass.
struct Pass<'p> {
    classes: &'p dyn Classes,
    known: [&'p Level; 2],
    range: Range<usize>,
    candidates: &'p Candidates,
    /// By bucket.
    found: &'p [Mutex<Vec<u64>>],
    method: Method,
    /// Keys found and kept.
    kept: AtomicU64,
    states: AtomicU64,
}

impl<'a> Levels<'a> {
    /// Bytes that are held whatever the level.
    pub(super) fn fixed(classes: &dyn Classes, threads: usize) -> u64 {
        let neighbours = (BATCH * classes.max_neighbours() * 8) as u64;
        // Two levels, the next one, candidates.
        let lists = 4 * BUCKETS as u64 * size_of::<Mutex<Vec<u64>>>() as u64;
        classes.bytes() + lists + threads as u64 * (Buffers::BYTES + neighbours)
    }

    /// A run with the start as its only level.
    pub(super) fn new(classes: &'a dyn Classes, threads: usize, limit: u64) -> Self {
        let team = Team::new(threads);
        let worker = || Worker { buffers: Buffers::new(), neighbours: Vec::new() };
        let workers = (0..team.size()).map(|_| Mutex::new(worker())).collect();
        let (previous, current) = (Level::default(), Level::of(classes.goal()));
        let peak = Self::fixed(classes, threads);
        Self { classes, team, workers, previous, current, limit, least_round: MIN_ROUND, peak }
    }

    /// Bytes held between levels.
    pub(super) fn bytes(&self) -> u64 {
        let fixed = Self::fixed(self.classes, self.workers.len());
        fixed + self.previous.bytes() + self.current.bytes()
    }

    /// Makes the next level; returns how many states it has. Keeps it only if it is not the `last`.
    ///
    /// # Errors
    /// If there is no room for it, or it was cancelled; the run stays at the level before.
    pub(super) fn step(
        &mut self,
        depth: u32,
        last: bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<u64, StopCause> {
        let method = self.method(last).ok_or(StopCause::Memory)?;
        if !granted(method.bytes) {
            return Err(StopCause::Memory);
        }
        let held = self.bytes() + method.bytes;
        self.peak = self.peak.max(held);
        let found: Vec<Mutex<Vec<u64>>> = (0..BUCKETS).map(|_| Mutex::default()).collect();
        let same = if self.classes.is_bipartite() { &Level::default() } else { &self.current };
        let mut states = 0;
        for number in 0..method.passes {
            let range = BUCKETS * number / method.passes..BUCKETS * (number + 1) / method.passes;
            let candidates = Candidates::new(method.round, &range);
            let pass = Pass {
                classes: self.classes,
                known: [&self.previous, same],
                range,
                candidates: &candidates,
                found: &found,
                method,
                kept: AtomicU64::new(0),
                states: AtomicU64::new(0),
            };
            let share = number as f64 / method.passes as f64;
            let report = |done: f64, monitor: &mut Monitor<'_>| {
                monitor.share(depth, share + done / method.passes as f64, 0, held)
            };
            let parts = self.current.parts(PART);
            pass.run(&mut self.team, &self.workers, &parts, &mut |done| report(done, monitor))?;
            states += pass.states.into_inner();
            if last {
                for keys in &found {
                    *lock(keys) = Vec::new();
                }
            }
        }
        if !last {
            let keys =
                |found: Mutex<Vec<u64>>| found.into_inner().unwrap_or_else(PoisonError::into_inner);
            let buckets = found.into_iter().map(keys);
            self.previous = std::mem::replace(&mut self.current, Level::new(buckets.collect()));
        }
        Ok(states)
    }

    /// The way to make the next level that needs the fewest rounds and passes; `None` if no way
    /// fits the limit.
    pub(super) fn method(&self, last: bool) -> Option<Method> {
        let most = self.classes.max_neighbours() as u64;
        let parts =
            (self.current.len() / PART as u64 + BUCKETS as u64) * size_of::<&[u64]>() as u64;
        let free = self.limit.checked_sub(self.bytes() + parts)?;
        let all = self.candidates();
        let least = all.min(self.least_round).max(most * (PART * self.workers.len()) as u64);
        // A thread that removes duplicates holds what it finds in a bucket, and for a moment a
        // second time with what was found before.
        let scratch = |keys: u64| 2 * 8 * self.workers.len() as u64 * (keys / BUCKETS as u64 + 64);
        let whole = Candidates::bytes(all) + scratch(all);
        if last && whole <= free {
            let bytes = whole + parts;
            return Some(Method { passes: 1, round: all, keeps: false, room: 0, bytes });
        }
        let classes = self.prediction(all);
        for passes in 1..=if last { BUCKETS / 8 } else { 1 } {
            let room = classes / passes as u64 + 1;
            let kept = 8 * room + scratch(room);
            let Some(left) = free.checked_sub(kept) else { continue };
            // Nine bytes a candidate, see `Candidates`.
            let round = (left / 10).min(all / passes as u64 + 1);
            let bytes = kept + Candidates::bytes(round) + scratch(round);
            if round >= least.min(all / passes as u64 + 1) && bytes <= free {
                let bytes = bytes + parts;
                return Some(Method { passes, round, keeps: true, room, bytes });
            }
        }
        None
    }

    /// Candidates of the next level.
    pub(super) fn candidates(&self) -> u64 {
        self.current.len().saturating_mul(self.classes.max_neighbours() as u64)
    }

    /// Most classes of the next level: as many more as this one had than the one before, and a
    /// tenth; a level that turns out to be larger is given up.
    fn prediction(&self, candidates: u64) -> u64 {
        if self.previous.len() < TREND_FROM {
            return candidates;
        }
        let growth = self.current.len() as f64 / self.previous.len() as f64;
        candidates.min((1.1 * growth * self.current.len() as f64) as u64)
    }
}

impl Pass<'_> {
    /// Expands all parts, as many at a time as a round has room for; `report` receives the finished share
    /// and returns the limit that is reached.
    fn run(
        &self,
        team: &mut Team,
        workers: &[Mutex<Worker>],
        parts: &[&[u64]],
        report: &mut dyn FnMut(f64) -> Option<StopCause>,
    ) -> Result<(), StopCause> {
        let keeps = self.method.keeps;
        // Keys whose candidates of this pass fill a round. Without a list of what was found there
        // is one round only.
        let kept_of = self.classes.max_neighbours() * self.range.len();
        let quota = (self.method.round as usize).saturating_mul(BUCKETS) / kept_of;
        let quota = if keeps { quota } else { usize::MAX };
        let (mut done, mut pending) = (0, 0);
        while done < parts.len() {
            let slice = slice(&parts[done..], PARTS * workers.len(), quota - pending);
            self.expand(team, workers, slice);
            done += slice.len();
            pending += slice.iter().map(|part| part.len()).sum::<usize>();
            let next = parts.get(done).map_or(usize::MAX, |part| pending + part.len());
            if next > quota || done == parts.len() {
                self.settle(team, keeps);
                pending = 0;
                if keeps && self.kept.load(Relaxed) > self.method.room {
                    return Err(StopCause::Memory);
                }
            }
            if let Some(cause) = report(done as f64 / parts.len() as f64) {
                return Err(cause);
            }
        }
        Ok(())
    }

    /// Puts the neighbours of some parts into buckets.
    fn expand(&self, team: &mut Team, workers: &[Mutex<Worker>], parts: &[&[u64]]) {
        let next = AtomicUsize::new(0);
        team.run(&|thread| {
            let mut worker = lock(&workers[thread]);
            let mut candidates = self.candidates;
            let Worker { buffers, neighbours } = &mut *worker;
            while let Some(part) = parts.get(next.fetch_add(1, Relaxed)) {
                for batch in part.chunks(BATCH) {
                    neighbours.clear();
                    self.classes.append(batch, neighbours);
                    buffers.scatter(neighbours, &self.range, &mut candidates);
                }
            }
            buffers.flush_all(&mut candidates);
        });
    }

    /// Removes duplicates and known keys, and counts the states of the others; keeps them if
    /// wanted.
    fn settle(&self, team: &mut Team, keep: bool) {
        let next = AtomicUsize::new(self.range.start);
        team.run(&|_| {
            loop {
                let bucket = next.fetch_add(1, Relaxed);
                if bucket >= self.range.end {
                    return;
                }
                self.candidates.drain(bucket, |keys| self.settle_bucket(bucket, keys, keep));
            }
        });
    }

    fn settle_bucket(&self, bucket: usize, keys: &mut Vec<u64>, keep: bool) {
        keys.sort_unstable();
        keys.dedup();
        for level in self.known {
            remove(keys, level.bucket(bucket));
        }
        let mut found = lock(&self.found[bucket]);
        remove(keys, &found);
        self.states.fetch_add(self.classes.states(keys), Relaxed);
        if keep && !keys.is_empty() {
            self.kept.fetch_add(keys.len() as u64, Relaxed);
            *found = merged(&found, keys);
        }
    }
}

/// The first parts, at most this many of them and of keys, but at least one.
fn slice<'k, 'p>(parts: &'p [&'k [u64]], most: usize, keys: usize) -> &'p [&'k [u64]] {
    let mut sum = 0;
    let fits = |part: &&&[u64]| {
        sum += part.len();
        sum <= keys
    };
    let fitting = parts.iter().take(most).take_while(fits).count();
    &parts[..fitting.max(1)]
}

/// A guard, also of data whose last user panicked: the panic continues elsewhere.
fn lock<T>(data: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    data.lock().unwrap_or_else(PoisonError::into_inner)
}
