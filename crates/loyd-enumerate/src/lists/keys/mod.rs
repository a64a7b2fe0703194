//! Lists of sorted keys: for any puzzle whose states, or classes of states, are keys.
//!
//! ```text
//! divide the keys into ranges with about equal numbers of successors, by a sample of the last level
//! for several ranges at a time, within the memory limit
//!     for each list of the last level, by all threads
//!         decode it; put each successor of each key into its range
//!     for each range, by all threads
//!         sort; remove duplicates, and the keys of previous levels
//!         count; encode the rest: the list of the range
//! ```
//!
//! A neighbour of a state at depth d is at depth d − 1, d or d + 1; where every move changes some
//! parity never at d, so that one previous level suffices. Ranges that exceed memory are made in
//! passes, and each pass expands the last level again.
//!
//! | file | contents |
//! |---|---|
//! | `level` | a stored level: its lists, and subtracting them |
//! | `code`, `rice` | coded lists: in bytes, and of keys of one word in bits |

mod code;
mod level;
pub(crate) mod rice;

use super::form::{LevelOrder, ListForm};
use super::level_run::{LevelFault, LevelRun};
use super::{CorruptList, ListExtent, ListNumber, ListStore};
use crate::Monitor;
use level::{Level, read};
use std::fmt;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

/// A state or a class of states as a number, its most significant word first.
pub type Key<const N: usize> = [u64; N];

/// The maximum number of words of a key: a length in bytes must fit a byte.
pub const MAX_WORDS: usize = 31;

/// The keys of a space.
pub trait KeySpace<const N: usize>: Send + Sync {
    /// The key of the start.
    fn start(&self) -> Key<N>;

    /// Calls `with` for every key one move away from one of `keys`, with repetitions.
    fn neighbours(&self, keys: &[Key<N>], with: impl FnMut(Key<N>));

    /// Returns whether a move can lead to a state at the same depth.
    fn stays_at_a_depth(&self) -> bool;

    /// Returns whether a key from a store can be one of the space.
    fn is_key(&self, _key: &Key<N>) -> bool {
        true
    }

    /// Number of states that keys stand for.
    fn states(&self, keys: &[Key<N>]) -> u64 {
        keys.len() as u64
    }

    /// The state of a key, for [`ListForm::states`]; `None` if it stands for several.
    fn state(&self, key: &Key<N>) -> Option<Vec<u8>>;
}

/// Approximate number of successors of a range: they are sorted in the second-level cache.
const RANGE_KEYS: u64 = 1 << 16;
/// The sample contains one key in this many.
const SAMPLE_EVERY: usize = 512;

/// A list of the new level.
#[derive(Debug)]
struct NewList<const N: usize> {
    number: ListNumber,
    states: u64,
    sample: Vec<Key<N>>,
}

/// The last levels, and the parameters to make the next.
pub struct Keys<S, const N: usize> {
    space: S,
    threads: usize,
    /// The last level, and the levels before it with which a new one is compared.
    levels: Vec<Level<N>>,
    /// Lists of the new, uncommitted level.
    new_lists: Vec<NewList<N>>,
}

impl<S, const N: usize> fmt::Debug for Keys<S, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("levels", &self.levels).finish_non_exhaustive()
    }
}

impl<S: KeySpace<N>, const N: usize> Keys<S, N> {
    const KEY_BYTES: u64 = 8 * N as u64;

    /// The form of a space, without levels.
    pub fn new(space: S, threads: usize) -> Self {
        Self { space, threads, levels: Vec::new(), new_lists: Vec::new() }
    }

    /// The boundaries between ranges, and the estimated number of successors.
    fn boundaries(&self, last: &Level<N>) -> (Vec<Key<N>>, f64) {
        let mut sample = Vec::new();
        self.space.neighbours(&last.sample, |successor| sample.push(successor));
        sample.sort_unstable();
        let branching = sample.len() as f64 / last.sample.len().max(1) as f64;
        let states: u64 = last.lists.iter().map(|(_, extent, _)| u64::from(extent.states)).sum();
        let successors = states as f64 * branching;
        // Several ranges for each thread, so that no thread idles for long.
        let few = (successors as u64 / 64).min(4 * self.threads as u64);
        let ranges = (successors as u64).div_ceil(RANGE_KEYS).max(few).max(1) as usize;
        let mut boundaries: Vec<Key<N>> =
            (1..ranges).filter_map(|i| sample.get(i * sample.len() / ranges).copied()).collect();
        boundaries.dedup();
        (boundaries, successors)
    }

    /// Puts the successors of the last level that lie in some ranges into them.
    fn expand(
        &self,
        context: &mut LevelContext<'_, '_, '_, N>,
        ranges: &Range<usize>,
    ) -> Result<Vec<Vec<Vec<Key<N>>>>, LevelFault> {
        let LevelContext { level_run, monitor, order, boundaries, last, .. } = context;
        let mut threads = vec![vec![Vec::new(); ranges.len()]; self.threads.max(1)];
        let bytes_in_use = AtomicU64::new(0);
        let room = order.memory;
        let low = ranges.start.checked_sub(1).map(|boundary| boundaries[boundary]);
        let high = boundaries.get(ranges.end - 1).copied();
        let inside = &boundaries[ranges.start..(ranges.end - 1).min(boundaries.len())];
        let memory = level_run.store.memory() + self.memory();
        let result = level_run.team(&mut threads, monitor, order.depth, memory, |buckets| {
            let (mut list, mut keys) = (Vec::new(), Vec::new());
            while let Some(task) = level_run.task(last.lists.len())? {
                let (unit, extent, _) = last.lists[task];
                read(level_run, last.depth, unit, &mut list, &mut keys)?;
                let mut grown = 0;
                self.space.neighbours(&keys, |successor| {
                    if low.is_some_and(|low| successor < low)
                        || high.is_some_and(|high| successor >= high)
                    {
                        return;
                    }
                    let bucket = inside.partition_point(|boundary| *boundary <= successor);
                    let bucket: &mut Vec<Key<N>> = &mut buckets[bucket];
                    let before = bucket.capacity();
                    bucket.push(successor);
                    grown += bucket.capacity() - before;
                });
                let grown = grown as u64 * Self::KEY_BYTES;
                let bytes_in_use = bytes_in_use.fetch_add(grown, Ordering::Relaxed) + grown;
                if bytes_in_use > room {
                    return Err(LevelFault::OutOfMemory);
                }
                level_run.add_done(u64::from(extent.states));
            }
            Ok(())
        });
        result?;
        let bytes_in_use = bytes_in_use.into_inner();
        level_run.transferred.fetch_add(bytes_in_use, Ordering::Relaxed);
        level_run.heap.fetch_max(bytes_in_use, Ordering::Relaxed);
        Ok(threads)
    }

    /// Makes the lists of some ranges from their successors; returns the number of states.
    fn merge_ranges(
        &mut self,
        context: &mut LevelContext<'_, '_, '_, N>,
        ranges: &Range<usize>,
        threads: Vec<Vec<Vec<Key<N>>>>,
    ) -> Result<u64, LevelFault> {
        let LevelContext { level_run, monitor, order, last, .. } = context;
        let buckets: Vec<Mutex<Vec<Vec<Key<N>>>>> =
            (0..ranges.len()).map(|_| Mutex::default()).collect();
        for thread in threads {
            for (bucket, keys) in buckets.iter().zip(thread) {
                bucket.lock().unwrap_or_else(PoisonError::into_inner).push(keys);
            }
        }
        let (new_lists, total) = (Mutex::new(Vec::new()), AtomicU64::new(0));
        let memory =
            level_run.store.memory() + self.memory() + level_run.heap.load(Ordering::Relaxed);
        let mut workers = vec![(); self.threads.max(1)];
        level_run.team(&mut workers, monitor, order.depth, memory, |()| {
            let (mut out, mut buffers) = (Vec::new(), (Vec::new(), Vec::new()));
            while let Some(task) = level_run.task(ranges.len())? {
                let mut parts = std::mem::take(
                    &mut *buckets[task].lock().unwrap_or_else(PoisonError::into_inner),
                );
                let mut keys = parts.pop().unwrap_or_default();
                for part in parts {
                    keys.extend(part);
                }
                keys.sort_unstable();
                keys.dedup();
                let last = self.space.stays_at_a_depth().then_some(&**last);
                for level in self.levels.iter().chain(last) {
                    level.subtract_from(&mut keys, level_run, &mut buffers)?;
                }
                let states = self.space.states(&keys);
                total.fetch_add(states, Ordering::Relaxed);
                if keys.is_empty() || !order.keep {
                    continue;
                }
                let number = (ranges.start + task) as ListNumber;
                out.clear();
                code::encode(&keys, &mut out);
                level_run.put(number, keys.len() as u32, &out)?;
                let sample = keys.iter().step_by(SAMPLE_EVERY).copied().collect();
                let mut new_lists = new_lists.lock().unwrap_or_else(PoisonError::into_inner);
                new_lists.push(NewList { number, states, sample });
            }
            Ok(())
        })?;
        self.new_lists.extend(new_lists.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ok(total.into_inner())
    }

    fn make(
        &mut self,
        context: &mut LevelContext<'_, '_, '_, N>,
        successors: f64,
    ) -> Result<u64, LevelFault> {
        let all = context.boundaries.len() + 1;
        // Growing vectors may be twice as large as their contents.
        let bytes = successors * Self::KEY_BYTES as f64 * 2.0;
        let rounds = (bytes / context.order.memory.max(1) as f64).ceil().max(1.0) as usize;
        let (mut first, mut length, mut states) = (0, all.div_ceil(rounds).max(1), 0);
        while first < all {
            let ranges = first..all.min(first + length);
            match self.expand(context, &ranges) {
                Err(LevelFault::OutOfMemory) if ranges.len() > 1 => {
                    length = ranges.len().div_ceil(2);
                }
                Err(fault) => return Err(fault),
                Ok(threads) => {
                    states += self.merge_ranges(context, &ranges, threads)?;
                    first = ranges.end;
                }
            }
        }
        Ok(states)
    }
}

struct LevelContext<'a, 'm, 's, const N: usize> {
    level_run: &'a LevelRun<'s>,
    monitor: &'a mut Monitor<'m>,
    order: LevelOrder,
    last: &'a Level<N>,
    boundaries: &'a [Key<N>],
}

impl<S: KeySpace<N>, const N: usize> ListForm for Keys<S, N> {
    fn start(&self) -> (ListNumber, Vec<u8>) {
        let mut list = Vec::new();
        code::encode(&[self.space.start()], &mut list);
        (0, list)
    }

    fn adopt(
        &mut self,
        store: &dyn ListStore,
        depth: u32,
        lists: Vec<(ListNumber, ListExtent)>,
    ) -> Result<u64, LevelFault> {
        let mut new_lists = std::mem::take(&mut self.new_lists);
        new_lists.sort_unstable_by_key(|new_list| new_list.number);
        let mut level = Level { depth, lists: Vec::new(), sample: Vec::new() };
        let (mut bytes, mut keys, mut all) = (Vec::new(), Vec::new(), 0u64);
        let is_new = new_lists.len() == lists.len();
        for (position, (list, extent)) in lists.into_iter().enumerate() {
            let corrupt = |what| LevelFault::Corrupt { depth, list, reason: CorruptList(what) };
            let (sample, states) = if is_new {
                let NewList { sample, states, .. } = &mut new_lists[position];
                (std::mem::take(sample), *states)
            } else {
                store.get(depth, list, &mut bytes).map_err(LevelFault::Store)?;
                keys.clear();
                code::decode(&bytes, &mut keys).map_err(|CorruptList(what)| corrupt(what))?;
                if keys.len() as u64 != u64::from(extent.states) {
                    return Err(corrupt("it has another number of keys than its index says"));
                }
                if !keys.iter().all(|key| self.space.is_key(key)) {
                    return Err(corrupt("it contains keys that do not belong to this puzzle"));
                }
                (keys.iter().step_by(SAMPLE_EVERY).copied().collect(), self.space.states(&keys))
            };
            let first = *sample.first().ok_or(corrupt("a list of keys is empty"))?;
            if level.lists.last().is_some_and(|(.., before)| *before >= first) {
                return Err(corrupt("its lists are not in order"));
            }
            level.lists.push((list, extent, first));
            level.sample.extend(sample);
            all = all.saturating_add(states);
        }
        self.levels.retain(|before| before.depth + 1 == depth);
        self.levels.push(level);
        Ok(all)
    }

    fn work(&self) -> u64 {
        let lists = self.levels.last().into_iter().flat_map(|level| &level.lists);
        lists.map(|(_, extent, _)| u64::from(extent.states)).sum()
    }

    fn step(
        &mut self,
        level_run: &LevelRun<'_>,
        monitor: &mut Monitor<'_>,
        order: LevelOrder,
    ) -> Result<u64, LevelFault> {
        self.new_lists.clear();
        let Some(memory) = order.memory.checked_sub(self.memory()) else {
            return Err(LevelFault::OutOfMemory);
        };
        let order = LevelOrder { memory, ..order };
        let Some(last) = self.levels.pop() else { return Ok(0) };
        let (boundaries, successors) = self.boundaries(&last);
        let mut context =
            LevelContext { level_run, monitor, order, last: &last, boundaries: &boundaries };
        let new_lists = self.make(&mut context, successors);
        self.levels.push(last);
        new_lists
    }

    fn memory(&self) -> u64 {
        let bytes = |level: &Level<N>| {
            level.lists.len() as u64 * (16 + Self::KEY_BYTES)
                + level.sample.len() as u64 * Self::KEY_BYTES
        };
        self.levels.iter().map(bytes).sum()
    }

    fn states(
        &self,
        _number: ListNumber,
        list: &[u8],
        max_states: usize,
    ) -> Result<Vec<Vec<u8>>, CorruptList> {
        let mut keys = Vec::new();
        code::decode::<N>(list, &mut keys)?;
        Ok(keys.iter().take(max_states).filter_map(|key| self.space.state(key)).collect())
    }
}
