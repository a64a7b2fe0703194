//! Strategy `bulk`: a level is made in memory as sorted keys without duplicates, and loaded in bulk.
//!
//! ```text
//! for each level d, in one transaction
//!     by all threads: successors of a part of level d - 1, sorted, without duplicates
//!     by all threads, for a range of keys each: merge; subtract the levels d - 2 and d - 1
//!     load the ranges in ascending order
//! ```
//!
//! Neighbours of a state of level d - 1 are at levels d - 2, d - 1 or d, as every move can be taken
//! back; so two levels are all that has to be subtracted. If they and the successors exceed the memory
//! limit, the level is made [in ranges](super::ranges) from the stored levels.

use super::Run;
use super::ranges;
use crate::coding::NoState;
use crate::error::{GraphError, Result};
use crate::key::{Key, Rows, Word};
use crate::space::{Arrival, KeySpace, NO_MOVE};
use std::thread;

/// Rows loaded at a time.
pub(crate) const BATCH: usize = 1 << 14;

/// States read at a time.
pub(super) const PAGE: usize = 1 << 16;

/// Keys that are worth a thread.
const MIN_PART: usize = 1 << 11;

/// A level in memory.
#[derive(Default)]
struct Level<const W: usize> {
    /// In ascending order.
    keys: Vec<Word<W>>,
    /// The move that led to each.
    moves: Vec<u16>,
}

/// Builds levels until the graph is complete, the depth is reached or a limit is reached.
pub(super) fn build<const W: usize>(run: &mut Run<'_>, space: &dyn KeySpace<W>) -> Result<()> {
    let mut cached: Option<[Level<W>; 2]> = None;
    while run.last() < run.depth {
        let new = run.last() + 1;
        let cached_states = run.levels.iter().rev().take(2).sum::<u64>();
        if !fits::<W>(run, cached_states) {
            cached = None;
        } else if cached.is_none() {
            let before = if new >= 2 { read(run, new - 2)? } else { Level::default() };
            cached = Some([before, read(run, new - 1)?]);
        }
        run.backend.begin()?;
        let states = match cached.as_mut() {
            Some(levels) => from_memory(run, space, new, levels)?,
            None => ranges::next_level(run, space, new)?,
        };
        let Some(states) = states else { return run.backend.rollback() };
        run.commit_level(new, states)?;
        if states == 0 {
            break;
        }
    }
    Ok(())
}

/// Returns true if the successors of the last level fit in memory beside `cached_states` states.
fn fits<const W: usize>(run: &Run<'_>, cached_states: u64) -> bool {
    let states = run.levels.last().copied().unwrap_or(0);
    let growth = match run.levels.as_slice() {
        [.., before, last] if *before > 0 => (last * 2 / before).max(2),
        _ => run.space.moves.len() as u64,
    };
    let successors = states.saturating_mul(growth.min(run.space.moves.len() as u64).max(1));
    // Successors are in memory twice, before and after the merge.
    let bytes = cached_states * size_of::<Word<W>>() as u64
        + successors.saturating_mul(2 * size_of::<Arrival<W>>() as u64);
    bytes <= run.memory
}

/// Reads a level.
fn read<const W: usize>(run: &mut Run<'_>, level: u32) -> Result<Level<W>> {
    let mut stored = Level::default();
    let (mut page, mut after) = (Rows::new(run.space.form), None::<Key>);
    loop {
        run.backend.page(Some(level), after.as_ref(), PAGE, &mut page)?;
        stored.keys.extend((0..page.len()).map(|row| page.keys.word::<W>(row)));
        stored.moves.extend(page.moves.iter().map(|mv| mv.unwrap_or(NO_MOVE)));
        match page.last_key() {
            Some(last) => after = Some(last),
            None => return Ok(stored),
        }
    }
}

/// Makes and loads a level from the two before it, which it replaces; `None` if a limit is reached.
fn from_memory<const W: usize>(
    run: &mut Run<'_>,
    space: &dyn KeySpace<W>,
    new: u32,
    cached: &mut [Level<W>; 2],
) -> Result<Option<u64>> {
    let [before, last] = cached;
    let runs = expand(run, space, &last.keys, &last.moves)?;
    if run.is_stopped() {
        return Ok(None);
    }
    let parts = merge(&runs, run.threads, [&before.keys, &last.keys]);
    let mut level = Level::default();
    let states = parts.iter().map(Vec::len).sum();
    level.keys.reserve_exact(states);
    level.moves.reserve_exact(states);
    *before = Level::default();
    for part in parts {
        if !load(run, space, new, &part)? {
            run.stored -= level.keys.len() as u64;
            return Ok(None);
        }
        level.keys.extend(part.iter().map(|(key, _)| *key));
        level.moves.extend(part.iter().map(|(_, mv)| *mv));
    }
    std::mem::swap(before, last);
    *last = level;
    Ok(Some(states as u64))
}

/// The successors of keys by all threads: sorted lists without duplicates.
pub(super) fn expand<const W: usize>(
    run: &Run<'_>,
    space: &dyn KeySpace<W>,
    keys: &[Word<W>],
    moves: &[u16],
) -> Result<Vec<Vec<Arrival<W>>>> {
    let part = keys.len().div_ceil(run.threads).max(MIN_PART);
    let successors: Vec<std::result::Result<Vec<Arrival<W>>, NoState>> = thread::scope(|scope| {
        let parts = keys.chunks(part).zip(moves.chunks(part));
        let expand = |(keys, moves): (&'_ [Word<W>], &'_ [u16])| {
            let mut successors = Vec::new();
            space.append(keys, moves, &mut successors)?;
            successors.sort_unstable();
            successors.dedup_by_key(|(key, _)| *key);
            Ok(successors)
        };
        let mut parts: Vec<_> = parts.collect();
        let own = parts.pop();
        let others: Vec<_> =
            parts.into_iter().map(|part| scope.spawn(move || expand(part))).collect();
        let own = own.map(expand);
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        others.into_iter().map(join).chain(own).collect()
    });
    let successors: std::result::Result<Vec<_>, NoState> = successors.into_iter().collect();
    successors.map_err(|NoState| GraphError::Damaged {
        place: run.backend.place(),
        reason: "a key is not a state".to_owned(),
    })
}

/// Merges sorted lists by all threads, without duplicates and the stored keys: ranges in ascending
/// order.
fn merge<const W: usize>(
    runs: &[Vec<Arrival<W>>],
    threads: usize,
    stored: [&[Word<W>]; 2],
) -> Vec<Vec<Arrival<W>>> {
    let Some(longest) = runs.iter().max_by_key(|run| run.len()) else { return Vec::new() };
    // Fewer keys are merged sooner than a thread starts.
    let threads = if longest.len() < MIN_PART { 1 } else { threads };
    let boundary = |part: usize| longest.get(part * longest.len() / threads).map(|(key, _)| *key);
    let boundaries: Vec<Option<Word<W>>> = (0..=threads).map(boundary).collect();
    let one = |part: usize| {
        let low = boundaries[part].filter(|_| part > 0);
        let high = boundaries[part + 1].filter(|_| part + 1 < threads);
        let mut all = Vec::new();
        for run in runs {
            let begin = low.map_or(0, |low| run.partition_point(|(key, _)| *key < low));
            let end = high.map_or(run.len(), |high| run.partition_point(|(key, _)| *key < high));
            all.extend_from_slice(run.get(begin..end).unwrap_or_default());
        }
        // Stable: it merges sorted runs.
        all.sort_by(Arrival::<W>::cmp);
        all.dedup_by_key(|(key, _)| *key);
        for keys in stored {
            subtract(&mut all, keys);
        }
        all
    };
    thread::scope(|scope| {
        let one = &one;
        let others: Vec<_> = (1..threads).map(|part| scope.spawn(move || one(part))).collect();
        let first = one(0);
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        std::iter::once(first).chain(others.into_iter().map(join)).collect()
    })
}

/// Removes keys from an ascending list; both are in ascending order.
pub(super) fn subtract<const W: usize>(list: &mut Vec<Arrival<W>>, keys: &[Word<W>]) {
    let Some((first, _)) = list.first() else { return };
    let mut next = keys.partition_point(|key| key < first);
    list.retain(|(key, _)| {
        while next < keys.len() && keys[next] < *key {
            next += 1;
        }
        keys.get(next) != Some(key)
    });
}

/// Loads states of a level; returns false if a limit is reached.
pub(super) fn load<const W: usize>(
    run: &mut Run<'_>,
    space: &dyn KeySpace<W>,
    level: u32,
    states: &[Arrival<W>],
) -> Result<bool> {
    let mut rows = Rows::new(run.space.form);
    for batch in states.chunks(BATCH) {
        rows.clear();
        for (key, mv) in batch {
            rows.keys.push_word(key);
            rows.levels.push(level);
            rows.moves.push(Some(*mv));
            if run.positions {
                let text = space.text(key);
                let invalid_key = |NoState| GraphError::invalid_key(&Key::of(run.space.form, key));
                rows.positions.push(text.map_err(invalid_key)?);
            }
        }
        run.backend.load(&rows)?;
        if run.advance(level, batch.len() as u64) {
            return Ok(false);
        }
    }
    Ok(true)
}
