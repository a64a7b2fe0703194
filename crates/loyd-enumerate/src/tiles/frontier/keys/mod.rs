//! Lists of sorted keys: for boards of any size, and both metrics.
//!
//! ```text
//! divide the keys into ranges with about equal numbers of successors, by a sample of the last level
//! for as many ranges at a time as memory allows
//!     for each list of the last level, by all threads
//!         decode it; put each successor of each key into its range
//!     for each range, by all threads
//!         sort; remove duplicates, and the keys of previous levels
//!         count; encode the rest: the list of the range
//! ```
//!
//! A neighbour of a state at depth d is at depth d − 1, d or d + 1; in the single-tile metric never
//! at d, so that one previous level suffices, see the [reference](crate::tiles::reference::sparse).
//!
//! | file | contents |
//! |---|---|
//! | [`packing`] | states as keys, and moves on keys |
//! | `list` | coded lists |

mod list;
pub(super) mod packing;

use super::list_form::{LevelOrder, ListForm};
use crate::Monitor;
use crate::lists::level_run::{LevelFault, LevelRun};
use crate::lists::{CorruptList, ListExtent, ListNumber, ListStore};
use packing::{Key, Packing};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

/// Approximate number of successors of a range: they are sorted in the second-level cache.
const RANGE_KEYS: u64 = 1 << 16;
/// The sample contains one key in this many.
const SAMPLE_EVERY: usize = 512;

/// The maximum number of words of a key: a length in bytes must fit a byte.
pub(super) const MOST_WORDS: usize = 31;

/// A level, without its keys.
#[derive(Debug)]
struct Level<const N: usize> {
    depth: u32,
    /// Its lists in ascending order of keys: number, size, first key.
    lists: Vec<(ListNumber, ListExtent, Key<N>)>,
    /// A sample of its keys.
    sample: Vec<Key<N>>,
}

impl<const N: usize> Level<N> {
    /// Removes the keys of the level from ascending keys.
    fn subtract_from(
        &self,
        keys: &mut Vec<Key<N>>,
        level_run: &LevelRun<'_>,
        buffers: &mut (Vec<u8>, Vec<Key<N>>),
    ) -> Result<(), LevelFault> {
        let Some(lowest) = keys.first() else { return Ok(()) };
        let begin = self.lists.partition_point(|(.., first)| first <= lowest).saturating_sub(1);
        let (list, known) = buffers;
        let (mut kept, mut next) = (0, 0);
        for (unit, _, first) in &self.lists[begin..] {
            if next == keys.len() || keys[keys.len() - 1] < *first {
                break;
            }
            read(level_run, self.depth, *unit, list, known)?;
            let mut known = known.iter().peekable();
            while next < keys.len() {
                let key = keys[next];
                while known.next_if(|&&known| known < key).is_some() {}
                match known.peek() {
                    // The rest may be in later lists.
                    None => break,
                    Some(&&found) if found == key => {}
                    Some(_) => {
                        keys[kept] = key;
                        kept += 1;
                    }
                }
                next += 1;
            }
        }
        keys.copy_within(next.., kept);
        keys.truncate(kept + keys.len() - next);
        Ok(())
    }
}

/// Reads and decodes a list.
fn read<const N: usize>(
    level_run: &LevelRun<'_>,
    depth: u32,
    unit: ListNumber,
    list: &mut Vec<u8>,
    keys: &mut Vec<Key<N>>,
) -> Result<(), LevelFault> {
    level_run.get(depth, unit, list)?;
    keys.clear();
    list::decode(list, keys).map_err(|reason| LevelFault::Corrupt { depth, list: unit, reason })
}

/// A list of the new level.
#[derive(Debug)]
struct NewList<const N: usize> {
    unit: ListNumber,
    sample: Vec<Key<N>>,
}

/// The last levels, and the parameters to make the next.
#[derive(Debug)]
pub(super) struct Keys<const N: usize> {
    packing: Packing,
    start: usize,
    threads: usize,
    /// The last level, and the levels before it with which a new one is compared.
    levels: Vec<Level<N>>,
    /// Lists of the new, uncommitted level.
    new_lists: Vec<NewList<N>>,
}

/// The lists for a packing; `None` if its keys have too many words.
pub(super) fn of(packing: &Packing, start: usize, threads: usize) -> Option<Box<dyn ListForm>> {
    fn form<const N: usize>(packing: &Packing, start: usize, threads: usize) -> Box<dyn ListForm> {
        let packing = packing.clone();
        Box::new(Keys::<N> { packing, start, threads, levels: Vec::new(), new_lists: Vec::new() })
    }
    let form = match packing.words() {
        1 => form::<1>,
        2 => form::<2>,
        3 => form::<3>,
        4..=6 => form::<6>,
        7..=12 => form::<12>,
        13..=MOST_WORDS => form::<MOST_WORDS>,
        _ => return None,
    };
    Some(form(packing, start, threads))
}

impl<const N: usize> Keys<N> {
    const KEY_BYTES: u64 = 8 * N as u64;

    /// The boundaries between ranges, and the estimated number of successors.
    fn boundaries(&self, last: &Level<N>) -> (Vec<Key<N>>, f64) {
        let mut sample = Vec::new();
        for key in &last.sample {
            self.packing.successors(key, |successor| sample.push(successor));
        }
        sample.sort_unstable();
        let branching = sample.len() as f64 / last.sample.len().max(1) as f64;
        let states: u64 = last.lists.iter().map(|(_, extent, _)| u64::from(extent.states)).sum();
        let successors = states as f64 * branching;
        // At least a few for each thread, so that no thread idles for long.
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
        let held = AtomicU64::new(0);
        let room = order.memory;
        let low = ranges.start.checked_sub(1).map(|boundary| boundaries[boundary]);
        let high = boundaries.get(ranges.end - 1).copied();
        let inside = &boundaries[ranges.start..(ranges.end - 1).min(boundaries.len())];
        let memory = level_run.store.memory() + self.memory();
        let done = level_run.team(&mut threads, monitor, order.depth, memory, |buckets| {
            let (mut list, mut keys) = (Vec::new(), Vec::new());
            while let Some(task) = level_run.task(last.lists.len())? {
                let (unit, extent, _) = last.lists[task];
                read(level_run, last.depth, unit, &mut list, &mut keys)?;
                let mut grown = 0;
                for key in &keys {
                    self.packing.successors(key, |successor| {
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
                }
                let grown = grown as u64 * Self::KEY_BYTES;
                let held = held.fetch_add(grown, Ordering::Relaxed) + grown;
                if held > room {
                    return Err(LevelFault::OutOfMemory);
                }
                level_run.done(u64::from(extent.states));
            }
            Ok(())
        });
        done?;
        let held = held.into_inner();
        level_run.transferred.fetch_add(held, Ordering::Relaxed);
        level_run.heap.fetch_max(held, Ordering::Relaxed);
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
                let last = self.packing.stays_at_a_depth().then_some(&**last);
                for level in self.levels.iter().chain(last) {
                    level.subtract_from(&mut keys, level_run, &mut buffers)?;
                }
                total.fetch_add(keys.len() as u64, Ordering::Relaxed);
                if keys.is_empty() || !order.keep {
                    continue;
                }
                let unit = (ranges.start + task) as ListNumber;
                out.clear();
                list::encode(&keys, &mut out);
                level_run.put(unit, keys.len() as u32, &out)?;
                let sample = keys.iter().step_by(SAMPLE_EVERY).copied().collect();
                let mut new_lists = new_lists.lock().unwrap_or_else(PoisonError::into_inner);
                new_lists.push(NewList { unit, sample });
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

/// The context of a level.
struct LevelContext<'a, 'm, 's, const N: usize> {
    level_run: &'a LevelRun<'s>,
    monitor: &'a mut Monitor<'m>,
    order: LevelOrder,
    last: &'a Level<N>,
    /// The boundaries between ranges.
    boundaries: &'a [Key<N>],
}

impl<const N: usize> ListForm for Keys<N> {
    fn start(&self) -> (ListNumber, Vec<u8>) {
        let mut list = Vec::new();
        list::encode(&[self.packing.start::<N>(self.start)], &mut list);
        (0, list)
    }

    fn know(
        &mut self,
        store: &dyn ListStore,
        depth: u32,
        units: Vec<(ListNumber, ListExtent)>,
    ) -> Result<(), LevelFault> {
        let mut new_lists = std::mem::take(&mut self.new_lists);
        new_lists.sort_unstable_by_key(|new_lists| new_lists.unit);
        let mut level = Level { depth, lists: Vec::new(), sample: Vec::new() };
        let (mut list, mut keys) = (Vec::new(), Vec::new());
        let is_new = new_lists.len() == units.len();
        for (number, (unit, extent)) in units.into_iter().enumerate() {
            let corrupt = |reason| LevelFault::Corrupt { depth, list: unit, reason };
            let sample = if is_new {
                std::mem::take(&mut new_lists[number].sample)
            } else {
                store.get(depth, unit, &mut list).map_err(LevelFault::Store)?;
                keys.clear();
                list::decode(&list, &mut keys).map_err(corrupt)?;
                keys.iter().step_by(SAMPLE_EVERY).copied().collect()
            };
            let first = *sample.first().ok_or(corrupt(CorruptList("a list of keys is empty")))?;
            if level.lists.last().is_some_and(|(.., before)| *before >= first) {
                return Err(corrupt(CorruptList("its lists are not in order")));
            }
            level.lists.push((unit, extent, first));
            level.sample.extend(sample);
        }
        self.levels.retain(|before| before.depth + 1 == depth);
        self.levels.push(level);
        Ok(())
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

    fn boards(
        &self,
        unit: ListNumber,
        list: &[u8],
        most: usize,
    ) -> Result<Vec<Vec<u8>>, CorruptList> {
        let _ = unit;
        let mut keys = Vec::new();
        list::decode::<N>(list, &mut keys)?;
        let board = |key| {
            let (cell, code) = self.packing.unpack(key);
            super::digits::board(&code, cell)
        };
        Ok(keys.iter().take(most).map(board).collect())
    }
}
