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

/// Keys of a call that generates neighbours.
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
    /// The memory limit in bytes.
    pub(super) limit: u64,
    /// The minimum number of candidates of a round, if the level has more.
    pub(super) min_round: u64,
    /// The maximum of bytes in use.
    pub(super) peak: u64,
}

/// The buffers of a thread.
struct Worker {
    buffers: Buffers,
    neighbours: Vec<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Method {
    /// The number of passes, each for a part of the buckets.
    pub(super) passes: usize,
    /// The number of candidates after which duplicates are removed.
    pub(super) round: u64,
    /// True if new keys are stored: for the next level, or for the next round.
    keeps: bool,
    /// The maximum number of new keys of a pass.
    room: u64,
    /// Bytes of the buffers.
    bytes: u64,
}

/// The constants of a pass.
struct Pass<'p> {
    classes: &'p dyn Classes,
    levels: [&'p Level; 2],
    range: Range<usize>,
    candidates: &'p Candidates,
    /// By bucket.
    new_keys: &'p [Mutex<Vec<u64>>],
    method: Method,
    /// The number of new keys.
    key_count: AtomicU64,
    states: AtomicU64,
}

impl<'a> Levels<'a> {
    /// Bytes in use at every level.
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
        Self { classes, team, workers, previous, current, limit, min_round: MIN_ROUND, peak }
    }

    /// Bytes in use between levels.
    pub(super) fn bytes(&self) -> u64 {
        let fixed = Self::fixed(self.classes, self.workers.len());
        fixed + self.previous.bytes() + self.current.bytes()
    }

    /// Makes the next level; returns its number of states. Stores it unless it is the `last`.
    ///
    /// # Errors
    /// If memory does not suffice, or the step is cancelled; the run stays at the previous level.
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
        let memory = self.bytes() + method.bytes;
        self.peak = self.peak.max(memory);
        let new_keys: Vec<Mutex<Vec<u64>>> = (0..BUCKETS).map(|_| Mutex::default()).collect();
        let same = if self.classes.is_bipartite() { &Level::default() } else { &self.current };
        let mut states = 0;
        for number in 0..method.passes {
            let range = BUCKETS * number / method.passes..BUCKETS * (number + 1) / method.passes;
            let candidates = Candidates::new(method.round, &range);
            let pass = Pass {
                classes: self.classes,
                levels: [&self.previous, same],
                range,
                candidates: &candidates,
                new_keys: &new_keys,
                method,
                key_count: AtomicU64::new(0),
                states: AtomicU64::new(0),
            };
            let share = number as f64 / method.passes as f64;
            let report = |pass_share: f64, monitor: &mut Monitor<'_>| {
                monitor.share(depth, share + pass_share / method.passes as f64, 0, memory)
            };
            let parts = self.current.parts(PART);
            pass.run(&mut self.team, &self.workers, &parts, &mut |done| report(done, monitor))?;
            states += pass.states.into_inner();
            if last {
                for keys in &new_keys {
                    *lock(keys) = Vec::new();
                }
            }
        }
        if !last {
            let keys = |new_keys: Mutex<Vec<u64>>| {
                new_keys.into_inner().unwrap_or_else(PoisonError::into_inner)
            };
            let buckets = new_keys.into_iter().map(keys);
            self.previous = std::mem::replace(&mut self.current, Level::new(buckets.collect()));
        }
        Ok(states)
    }

    /// The way to make the next level that needs the fewest rounds and passes; `None` if no way
    /// fits the limit.
    pub(super) fn method(&self, last: bool) -> Option<Method> {
        let max_neighbours = self.classes.max_neighbours() as u64;
        let parts =
            (self.current.len() / PART as u64 + BUCKETS as u64) * size_of::<&[u64]>() as u64;
        let free = self.limit.checked_sub(self.bytes() + parts)?;
        let all = self.candidates();
        let min_candidates =
            all.min(self.min_round).max(max_neighbours * (PART * self.workers.len()) as u64);
        // A thread that removes duplicates holds the new keys of a bucket, and briefly a
        // second copy merged with the earlier ones.
        let scratch = |keys: u64| 2 * 8 * self.workers.len() as u64 * (keys / BUCKETS as u64 + 64);
        let whole = Candidates::bytes(all) + scratch(all);
        if last && whole <= free {
            let bytes = whole + parts;
            return Some(Method { passes: 1, round: all, keeps: false, room: 0, bytes });
        }
        let classes = self.prediction(all);
        for passes in 1..=if last { BUCKETS / 8 } else { 1 } {
            let room = classes / passes as u64 + 1;
            let stored = 8 * room + scratch(room);
            let Some(remaining) = free.checked_sub(stored) else { continue };
            // Nine bytes a candidate, see `Candidates`.
            let round = (remaining / 10).min(all / passes as u64 + 1);
            let bytes = stored + Candidates::bytes(round) + scratch(round);
            if round >= min_candidates.min(all / passes as u64 + 1) && bytes <= free {
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

    /// An upper bound for the classes of the next level: the last growth and a tenth; a larger level
    /// stops the run.
    fn prediction(&self, candidates: u64) -> u64 {
        if self.previous.len() < TREND_FROM {
            return candidates;
        }
        let growth = self.current.len() as f64 / self.previous.len() as f64;
        candidates.min((1.1 * growth * self.current.len() as f64) as u64)
    }
}

impl Pass<'_> {
    /// Expands all parts in rounds of the available size; `report` receives the finished share
    /// and returns the limit that is reached.
    fn run(
        &self,
        team: &mut Team,
        workers: &[Mutex<Worker>],
        parts: &[&[u64]],
        report: &mut dyn FnMut(f64) -> Option<StopCause>,
    ) -> Result<(), StopCause> {
        let keeps = self.method.keeps;
        // Keys whose candidates of this pass fill a round; one round if no keys are stored.
        let candidates_a_key = self.classes.max_neighbours() * self.range.len();
        let quota = (self.method.round as usize).saturating_mul(BUCKETS) / candidates_a_key;
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
                if keeps && self.key_count.load(Relaxed) > self.method.room {
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

    /// Removes duplicates and keys of earlier levels, and counts the states of the others; stores them
    /// with `keep`.
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
        for level in self.levels {
            remove(keys, level.bucket(bucket));
        }
        let mut new_keys = lock(&self.new_keys[bucket]);
        remove(keys, &new_keys);
        self.states.fetch_add(self.classes.states(keys), Relaxed);
        if keep && !keys.is_empty() {
            self.key_count.fetch_add(keys.len() as u64, Relaxed);
            *new_keys = merged(&new_keys, keys);
        }
    }
}

/// The first parts, at most this many of them and of keys, but at least one.
fn slice<'k, 'p>(parts: &'p [&'k [u64]], max_parts: usize, keys: usize) -> &'p [&'k [u64]] {
    let mut sum = 0;
    let fits = |part: &&&[u64]| {
        sum += part.len();
        sum <= keys
    };
    let fitting = parts.iter().take(max_parts).take_while(fits).count();
    &parts[..fitting.max(1)]
}

/// A guard, also of data whose last user panicked: the panic continues elsewhere.
fn lock<T>(data: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    data.lock().unwrap_or_else(PoisonError::into_inner)
}
