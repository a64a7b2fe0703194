//! The step from a level to the next, together with the other processes.

use super::collector::Collector;
use crate::Monitor;
use crate::checkpoint::StoreError;
use crate::lists::keys::rice;
use crate::processes::KeyExchange;
use crate::symmetric::buckets::{BUCKETS, Buffers, Level, Sink, owner};
use loyd_search::arch::team::Team;
use loyd_search::memory::granted;
use loyd_search::observe::StopCause;
use loyd_search::puzzle::Classes;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Keys that a thread takes at a time.
const PART: usize = 256;
/// Keys of a call that generates neighbours.
const BATCH: usize = 32;
/// Parts that a thread takes, on average, between two looks at the monitor.
const PARTS: usize = 64;
/// Keys of a block that is sent.
const BLOCK_KEYS: usize = 1 << 16;
/// Levels with fewer keys do not predict the growth of the next one.
const TREND_FROM: u64 = 1000;
/// The maximum number of passes of a last level.
const MAX_PASSES: usize = BUCKETS / 8;

/// The part of a run that a process has, between two levels.
pub(super) struct SharedLevels {
    pub(super) classes: Arc<dyn Classes>,
    exchange: Arc<dyn KeyExchange>,
    team: Team,
    workers: Vec<Mutex<Worker>>,
    pub(super) previous: Arc<Level>,
    pub(super) current: Arc<Level>,
    /// The memory limit in bytes.
    limit: u64,
    pub(super) peak: u64,
    /// The pass that takes what others send.
    receiving: Arc<Mutex<Option<Arc<Collector>>>>,
}

/// The buffers of a thread.
struct Worker {
    buffers: Buffers,
    neighbours: Vec<u64>,
    outgoing: Vec<Vec<u64>>,
}

pub(super) enum StepResult {
    /// The states of the level, of all processes; and the flags that all have set in common, see
    /// [`SharedLevels::step`].
    Level(u64, bool),
    Stopped(StopCause),
}

/// The keys of other processes on their way out.
struct Outgoing<'a> {
    collector: &'a Collector,
    exchange: &'a dyn KeyExchange,
    epoch: u32,
    keys: &'a mut [Vec<u64>],
    failure: &'a Mutex<Option<StoreError>>,
}

impl Outgoing<'_> {
    fn send(&mut self, to: usize) {
        let keys = &mut self.keys[to];
        if keys.is_empty() {
            return;
        }
        keys.sort_unstable();
        keys.dedup();
        let mut block = Vec::new();
        rice::encode(keys, &mut block);
        keys.clear();
        if let Err(error) = self.exchange.send(to, self.epoch, block) {
            lock(self.failure).get_or_insert(error);
        }
    }
}

impl Sink for Outgoing<'_> {
    fn take(&mut self, bucket: usize, keys: &[u64]) {
        let to = owner(bucket, self.exchange.processes());
        if to == self.exchange.process() {
            return self.collector.add(bucket, keys);
        }
        self.keys[to].extend_from_slice(keys);
        if self.keys[to].len() >= BLOCK_KEYS {
            self.send(to);
        }
    }
}

impl SharedLevels {
    /// Bytes in use at every level.
    pub(super) fn fixed(classes: &dyn Classes, threads: usize, processes: usize) -> u64 {
        let neighbours = (BATCH * classes.max_neighbours() * 8) as u64;
        // Keys of a block, and the block.
        let outgoing = (processes * (BLOCK_KEYS + 64) * 16) as u64;
        let lists = 6 * BUCKETS as u64 * size_of::<Mutex<Vec<u64>>>() as u64;
        classes.bytes() + lists + threads as u64 * (Buffers::BYTES + neighbours + outgoing)
    }

    /// A run with the start as its only level.
    pub(super) fn new(
        classes: Arc<dyn Classes>,
        threads: usize,
        limit: u64,
        exchange: Arc<dyn KeyExchange>,
    ) -> Self {
        let team = Team::new(threads);
        let processes = exchange.processes();
        let worker = || Worker {
            buffers: Buffers::new(),
            neighbours: Vec::new(),
            outgoing: vec![Vec::new(); processes],
        };
        let workers = (0..team.size()).map(|_| Mutex::new(worker())).collect();
        let start = Level::of(classes.goal());
        let is_mine = start.owner(processes) == Some(exchange.process());
        let current = if is_mine { start } else { Level::empty() };
        let receiving: Arc<Mutex<Option<Arc<Collector>>>> = Arc::default();
        let pass = receiving.clone();
        exchange.receive(Box::new(move |from, block| {
            let collector = lock(&pass).clone();
            let wrong = || StoreError::data(format!("the keys of process {from} are damaged"));
            let collector = collector.ok_or_else(wrong)?;
            let mut good = true;
            let decoded = rice::decode(block, |key| good &= collector.add_received(key));
            if decoded.is_ok() && good { Ok(()) } else { Err(wrong()) }
        }));
        let peak = Self::fixed(&*classes, threads, processes);
        SharedLevels {
            classes,
            exchange,
            team,
            workers,
            previous: Arc::new(Level::empty()),
            current: Arc::new(current),
            limit,
            peak,
            receiving,
        }
    }

    /// Bytes in use between levels.
    pub(super) fn bytes(&self) -> u64 {
        let processes = self.exchange.processes();
        let fixed = Self::fixed(&*self.classes, self.workers.len(), processes);
        fixed + self.previous.bytes() + self.current.bytes()
    }

    /// The bytes allowed.
    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// Makes the next level, and stores it unless it is the `last`. Whether a checkpoint is due is gathered
    /// with the counts: the result has the answer of process 0.
    pub(super) fn step(
        &mut self,
        depth: u32,
        last: bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<StepResult, StoreError> {
        let passes = self.passes(last).map_or(0, |passes| passes as u32);
        let Some(all) = self.exchange.gather(passes.to_le_bytes().to_vec())? else {
            return Ok(StepResult::Stopped(monitor.cause_of_stop()));
        };
        let of = |bytes: &Vec<u8>| bytes[..].try_into().map_or(0, u32::from_le_bytes);
        if all.iter().any(|bytes| of(bytes) == 0) {
            return Ok(StepResult::Stopped(StopCause::Memory));
        }
        let passes = all.iter().map(of).max().unwrap_or(1) as usize;
        let (max_pending, max_keys) = self.shares(passes);
        let (mut states, mut flagged) = (0, false);
        let mut new_keys = Vec::new();
        for pass in 0..passes {
            let range = BUCKETS * pass / passes..BUCKETS * (pass + 1) / passes;
            let levels = [self.current.clone(), self.previous.clone()];
            let collector =
                Collector::new(self.classes.clone(), levels, range, max_pending, max_keys);
            let collector = Arc::new(collector);
            *lock(&self.receiving) = Some(collector.clone());
            let epoch = depth * MAX_PASSES as u32 + pass as u32;
            self.exchange.begin(epoch);
            if !self.expand(&collector, epoch, (pass, passes), depth, monitor)? {
                return Ok(StepResult::Stopped(monitor.cause_of_stop()));
            }
            // After this no block is in transit.
            if self.exchange.gather(Vec::new())?.is_none() {
                return Ok(StepResult::Stopped(monitor.cause_of_stop()));
            }
            let own = self.settle(&collector);
            let mut message = own.to_le_bytes().to_vec();
            message.extend([u8::from(collector.is_full()), u8::from(monitor.is_due(depth))]);
            let Some(all) = self.exchange.gather(message)? else {
                return Ok(StepResult::Stopped(monitor.cause_of_stop()));
            };
            for (process, message) in all.iter().enumerate() {
                let Some((count, &[is_full, flag])) = message.split_first_chunk() else {
                    return Err(StoreError::data(format!("process {process} sent no count")));
                };
                if is_full != 0 {
                    return Ok(StepResult::Stopped(StopCause::Memory));
                }
                states += u64::from_le_bytes(*count);
                flagged |= process == 0 && flag != 0;
            }
            if !last {
                new_keys = collector.take();
            }
        }
        *lock(&self.receiving) = None;
        if !last {
            let next = Arc::new(Level::new(new_keys));
            self.previous = std::mem::replace(&mut self.current, next);
            self.peak = self.peak.max(self.bytes());
        }
        Ok(StepResult::Level(states, flagged))
    }

    /// The passes that the next level needs here; `None` if the limit is too small for any number.
    fn passes(&self, last: bool) -> Option<usize> {
        let free = self.limit.checked_sub(self.bytes())?;
        let predicted = self.prediction();
        let passes = 1..=if last { MAX_PASSES } else { 1 };
        // A list that grows is briefly in memory twice; candidates need the same amount.
        let needed = |passes: usize| 12 * (predicted / passes as u64 + 1) + self.min_pending();
        let passes = passes.into_iter().find(|&passes| needed(passes) <= free)?;
        granted(needed(passes)).then_some(passes)
    }

    /// Bytes for the fewest candidates that are worth sorting.
    fn min_pending(&self) -> u64 {
        16 * 64 * (BUCKETS / self.exchange.processes()) as u64
    }

    /// The limits of waiting candidates in a bucket, and of new keys.
    fn shares(&self, passes: usize) -> (usize, u64) {
        let free = self.limit.saturating_sub(self.bytes()).max(self.min_pending());
        let pending = (free / 4).max(self.min_pending());
        let buckets = (BUCKETS / self.exchange.processes() / passes).max(1) as u64;
        let each = (pending / buckets / 16).max(64);
        (each as usize, free.saturating_sub(pending) / 9)
    }

    /// An upper bound for the keys of the own part of the next level.
    fn prediction(&self) -> u64 {
        let candidates = self.current.len().saturating_mul(self.classes.max_neighbours() as u64);
        if self.previous.len() < TREND_FROM {
            return candidates;
        }
        let growth = self.current.len() as f64 / self.previous.len() as f64;
        candidates.min((1.1 * growth * self.current.len() as f64) as u64)
    }

    /// Makes the candidates of a pass; returns false if the run was stopped.
    fn expand(
        &mut self,
        collector: &Collector,
        epoch: u32,
        (pass, passes): (usize, usize),
        depth: u32,
        monitor: &mut Monitor<'_>,
    ) -> Result<bool, StoreError> {
        let (range, memory, failure) = (collector.range(), self.bytes(), Mutex::new(None));
        let SharedLevels { current, team, workers, exchange, classes, .. } = self;
        let parts = current.parts(PART);
        let slices: Vec<&[&[u64]]> = parts.chunks(PARTS * workers.len()).collect();
        let count = slices.len().max(1);
        // A process without keys flushes its buffers, too.
        for (number, slice) in slices.iter().copied().chain([&[][..]]).enumerate() {
            let next = AtomicUsize::new(0);
            let is_end = number == slices.len();
            team.run(&|thread| {
                let mut worker = lock(&workers[thread]);
                let Worker { buffers, neighbours, outgoing } = &mut *worker;
                let mut sink = Outgoing {
                    collector,
                    exchange: &**exchange,
                    epoch,
                    keys: outgoing,
                    failure: &failure,
                };
                while let Some(part) = slice.get(next.fetch_add(1, Relaxed)) {
                    for batch in part.chunks(BATCH) {
                        neighbours.clear();
                        classes.append(batch, neighbours);
                        buffers.scatter(neighbours, &range, &mut sink);
                    }
                }
                if is_end {
                    buffers.flush_all(&mut sink);
                    (0..exchange.processes()).for_each(|to| sink.send(to));
                }
            });
            if let Some(error) = lock(&failure).take() {
                return Err(error);
            }
            let share = (pass as f64 + number as f64 / count as f64) / passes as f64;
            if monitor.share(depth, share.min(1.0), 0, memory).is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Settles all buckets of a pass; returns the states of the new keys.
    fn settle(&mut self, collector: &Collector) -> u64 {
        let range = collector.range();
        let (next, states) = (AtomicUsize::new(range.start), AtomicU64::new(0));
        self.team.run(&|_| {
            loop {
                let bucket = next.fetch_add(1, Relaxed);
                if bucket >= range.end {
                    return;
                }
                collector.settle(bucket);
                states.fetch_add(collector.states(bucket), Relaxed);
            }
        });
        states.into_inner()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
