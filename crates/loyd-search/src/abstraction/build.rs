//! Distances of all abstract states: Dial's algorithm over ranks, backwards from the goal.
//!
//! ```text
//! distance[every rank] := unseen; distance[goals] := 0
//! for d = 0, 1, 2, … while some entry is at least d
//!     for each rank with distance d, and those found at a charge of 0 on the way
//!         for each predecessor p and the charge c of its move
//!             if c = 0 and distance[p] > d: p is pending, to be expanded at this level
//!             if c > 0: distance[p] := min(distance[p], d + c)
//!     pending ranks get the distance d
//! ```
//!
//! 1. The table is its own queue: a level is found by reading all entries, so there are no lists,
//!    and memory is the size of the table.
//! 2. While level d is read, no entries d are written, only larger and pending ones, and a rank
//!    becomes pending at most once. So each state is expanded once, and the result does not depend
//!    on the number of threads.
//! 3. If every action is charged 1, and fewer ranks are empty than have the distance d, the level is read the other
//!    way round: an empty rank with a neighbour at the distance d has the distance d + 1. The last levels, whose
//!    ranks are most of all, are then not expanded. Neighbours are predecessors, because every move can be undone.
//! 4. The entry of a predecessor is a cache miss in a large table. So the ranks of all predecessors are computed and
//!    prefetched before the first entry is read.
//! 5. A distance that an entry cannot hold is not stored. All larger ones are then missing too, and
//!    are read as the largest value: min(distance, maximum), which is consistent if the distance
//!    is.

use super::cells::Cells;
use super::options::{BuildError, Options, Storage};
use super::sharing::share_out;
use super::table::Table;
use super::{Abstraction, rank_of, residues};
use crate::insertion::insertion_sort;
use crate::observe::Cancel;
use crate::space::StateSpace;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

/// Expansions between two checks of the cancel flag.
const POLL: u64 = 1 << 10;

/// Progress of building a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// The distance whose states are being expanded.
    pub depth: u32,
    /// States whose distances are known.
    pub done: u64,
    /// Number of ranks, including those that will never be reached.
    pub size: u64,
}

/// The distances of all abstract states of `abstraction` to the nearest of `goals`.
///
/// Expands every abstract state that can reach a goal at most once (twice for residues). `progress` is
/// called on the calling thread about every 10,000 ranks; a callback that takes long must skip most
/// calls.
///
/// # Errors
/// If memory is refused, the storage does not suit the abstraction, or the work is cancelled.
pub fn build<S, A>(
    abstraction: &A,
    goals: &[S::State],
    options: &Options,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<Table, BuildError>
where
    S: StateSpace,
    A: Abstraction<S> + Sync,
{
    let (storage, size) = (options.storage, abstraction.size());
    if let Storage::Nibbles { maximum } = storage
        && !(1..=14).contains(&maximum)
    {
        return Err(BuildError::Maximum { maximum });
    }
    let cells = Cells::new(size, storage.bits()).map_err(|bytes| BuildError::Memory { bytes })?;
    let mut goals: Vec<u64> =
        goals.iter().map(|goal| rank_of(abstraction, abstraction.project(goal))).collect();
    insertion_sort(&mut goals, |a, b| a < b);
    goals.dedup();
    for &goal in &goals {
        cells.set(goal, 0);
    }
    let is_uniform =
        abstraction.actions().iter().all(|&(action, _)| abstraction.charge(action) == 1);
    let search = Search {
        abstraction,
        pending: cells.empty() - 1,
        limit: storage.limit(),
        cells: &cells,
        highest: AtomicU32::new(0),
        beyond: AtomicBool::new(false),
        any_pending: AtomicBool::new(false),
        next: AtomicU64::new(0),
    };
    let (mut histogram, mut done, mut depth) = (Vec::new(), 0, 0);
    // Ranks at the depth, if all charges are 1.
    let mut of_level = goals.len() as u64;
    while depth <= search.highest.load(Relaxed) {
        let is_backward = is_uniform && size - done - of_level < of_level;
        let level = |words| {
            if is_backward {
                search.fill(depth, words, &options.cancel)
            } else {
                search.expand(depth, words, &options.cancel)
            }
        };
        let total = if is_backward { size - done - of_level } else { of_level };
        let expanded = share_out(cells.words(), options, level, &mut |here| {
            let share = if is_backward && total > 0 { of_level * here / total } else { here };
            progress(&BuildProgress { depth, done: done + share.min(size - done), size });
        })?;
        let count = if is_backward { of_level } else { expanded };
        of_level = search.next.swap(0, Relaxed);
        if search.any_pending.swap(false, Relaxed) {
            settle(&cells, search.pending, depth, options)?;
        }
        histogram.push(count);
        done += count;
        depth += 1;
    }
    // The largest distances may all have been lowered since they were stored.
    while histogram.len() > 1 && histogram.last() == Some(&0) {
        histogram.pop();
    }
    let unreached = size - done;
    let saturated = search.beyond.load(Relaxed) && unreached > 0;
    let exact = Table { cells, storage, size, histogram, saturated };
    if storage == Storage::Residues {
        residues::packed(abstraction, exact, options)
    } else {
        Ok(exact)
    }
}

/// State shared by the threads of a search.
struct Search<'a, A> {
    abstraction: &'a A,
    cells: &'a Cells,
    /// The entry of a rank that is expanded at the current level but was not stored when the level
    /// began.
    pending: u32,
    /// Upper bound: all stored distances are smaller.
    limit: u32,
    /// The largest distance stored.
    highest: AtomicU32,
    /// Set once a distance is not below the limit.
    beyond: AtomicBool,
    /// Set while some rank is pending.
    any_pending: AtomicBool,
    /// Ranks that were empty and have a distance since the level began.
    next: AtomicU64,
}

impl<A> Search<'_, A> {
    /// Expands the ranks of a level in some words, and returns their number.
    fn expand<S: StateSpace>(
        &self,
        depth: u32,
        words: Range<usize>,
        cancel: &Cancel,
    ) -> Result<u64, BuildError>
    where
        A: Abstraction<S>,
    {
        let Self { abstraction, cells, pending, limit, .. } = *self;
        let (mut expanded, mut stack, mut reached) = (0u64, Vec::new(), 0);
        // The predecessors of a rank and their distances.
        let mut before = Vec::new();
        for rank in words.flat_map(|word| cells.in_word(word, depth)) {
            stack.push(rank);
            while let Some(rank) = stack.pop() {
                expanded += 1;
                if expanded.is_multiple_of(POLL) && cancel.is_cancelled() {
                    return Err(BuildError::Cancelled);
                }
                abstraction.predecessors(&abstraction.unrank(rank), |state, action| {
                    let rank = rank_of(abstraction, state);
                    cells.prefetch(rank);
                    before.push((rank, depth.saturating_add(abstraction.charge(action))));
                });
                for (before, distance) in before.drain(..) {
                    let lower = |entry| entry != pending && distance < entry;
                    if distance == depth {
                        if cells.update(before, |entry| lower(entry).then_some(pending)) {
                            stack.push(before);
                            self.any_pending.store(true, Relaxed);
                        }
                    } else if distance >= limit {
                        if cells.get(before) == cells.empty() {
                            self.beyond.store(true, Relaxed);
                        }
                    } else if cells.update(before, |entry| lower(entry).then_some(distance)) {
                        reached += 1;
                        self.highest.fetch_max(distance, Relaxed);
                    }
                }
            }
        }
        self.next.fetch_add(reached, Relaxed);
        Ok(expanded)
    }

    /// Gives the next distance to the empty ranks in some words that have a neighbour at this depth, and returns the
    /// number of ranks examined. For charges of 1.
    fn fill<S: StateSpace>(
        &self,
        depth: u32,
        words: Range<usize>,
        cancel: &Cancel,
    ) -> Result<u64, BuildError>
    where
        A: Abstraction<S>,
    {
        let Self { abstraction, cells, limit, .. } = *self;
        let (mut examined, mut reached, size) = (0u64, 0, abstraction.size());
        let empty = words.flat_map(|word| cells.in_word(word, cells.empty()));
        for rank in empty.filter(|&rank| rank < size) {
            examined += 1;
            if examined.is_multiple_of(POLL) && cancel.is_cancelled() {
                return Err(BuildError::Cancelled);
            }
            let state = abstraction.unrank(rank);
            if rank_of(abstraction, state.clone()) != rank {
                // Not canonical.
                continue;
            }
            let mut is_next = false;
            abstraction.predecessors(&state, |neighbour, _| {
                is_next = is_next || cells.get(rank_of(abstraction, neighbour)) == depth;
            });
            if is_next && depth + 1 >= limit {
                self.beyond.store(true, Relaxed);
            } else if is_next {
                cells.set(rank, depth + 1);
                reached += 1;
                self.highest.fetch_max(depth + 1, Relaxed);
            }
        }
        self.next.fetch_add(reached, Relaxed);
        Ok(examined)
    }
}

/// Gives pending ranks their distance.
fn settle(cells: &Cells, pending: u32, depth: u32, options: &Options) -> Result<(), BuildError> {
    let settle = |words: Range<usize>| {
        let ranks = words.flat_map(|word| cells.in_word(word, pending));
        Ok(ranks.map(|rank| cells.set(rank, depth)).count() as u64)
    };
    share_out(cells.words(), options, settle, &mut |_| ()).map(|_| ())
}
