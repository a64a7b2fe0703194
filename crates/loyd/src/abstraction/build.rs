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
//! 3. A distance that an entry cannot hold is not stored. All larger ones are then missing too, and
//!    are read as the largest value: min(distance, maximum), which is consistent if the distance
//!    is.

use super::cells::Cells;
use super::table::Table;
use super::{Abstraction, rank_of, residues};
use crate::observe::Cancel;
use crate::space::StateSpace;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Words of the table that a thread takes at a time.
const PIECE: usize = 1 << 11;

/// Expansions between two checks of the cancel flag.
const POLL: u64 = 1 << 10;

/// The form in which distances are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Storage {
    /// 8 bits: distances up to 253; larger ones are read as 254.
    #[default]
    Bytes,
    /// 4 bits: distances larger than the maximum are read as the maximum.
    Nibbles {
        /// The largest value, 1 to 14.
        maximum: u8,
    },
    /// 2 bits: distances modulo 3. Only possible if no move changes the distance by more than 1.
    Residues,
}

impl Storage {
    /// The largest value; only smaller distances are stored exactly.
    pub(super) fn limit(self) -> u32 {
        match self {
            Self::Bytes | Self::Residues => 254,
            Self::Nibbles { maximum } => u32::from(maximum),
        }
    }

    /// Bits of an entry while the table is built.
    fn bits(self) -> u32 {
        if matches!(self, Self::Nibbles { .. }) { 4 } else { 8 }
    }
}

/// Options for building a table.
#[derive(Clone, Debug)]
pub struct Options {
    /// The form of the entries.
    pub storage: Storage,
    /// Threads, at least 1; without the feature `threads` there is one.
    pub threads: usize,
    /// Stops the work from outside.
    pub cancel: Cancel,
}

impl Default for Options {
    /// [`Storage::Bytes`], one thread, and a new cancel flag.
    fn default() -> Self {
        Self { storage: Storage::Bytes, threads: 1, cancel: Cancel::new() }
    }
}

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

/// The reason why there is no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// The system refused the memory.
    #[error("a table of {bytes} bytes does not fit in memory")]
    Memory {
        /// Bytes requested.
        bytes: u64,
    },
    /// The maximum of [`Storage::Nibbles`] is not from 1 to 14.
    #[error("4 bits hold a maximum from 1 to 14, not {maximum}")]
    Maximum {
        /// The maximum requested.
        maximum: u8,
    },
    /// [`Storage::Residues`] was requested, and distances are too large to be checked.
    #[error("some abstract states are more than {limit} from the goal")]
    TooFar {
        /// The largest distance that can be checked.
        limit: u32,
    },
    /// [`Storage::Residues`] was requested, and a move changes the distance by more than 1.
    #[error("a move from rank {from} to rank {to} changes the distance from {before} to {after}")]
    Step {
        /// The rank before the move.
        from: u64,
        /// The rank after it.
        to: u64,
        /// The distance before the move.
        before: u32,
        /// The distance after it.
        after: u32,
    },
    /// A move is charged more than it costs: the distances would not be lower bounds.
    #[error("a move that costs {cost} is charged {charge}")]
    Overcharged {
        /// The charge of an action.
        charge: u32,
        /// The least cost of a move that is this action.
        cost: u32,
    },
    /// The work was cancelled.
    #[error("building the table was stopped")]
    Cancelled,
}

/// The distances of all abstract states of `abstraction` to the nearest of `goals`.
///
/// Expands every abstract state that can reach a goal once (twice for residues). `progress` is
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
    let goals: Vec<u64> =
        goals.iter().map(|goal| rank_of(abstraction, abstraction.project(goal))).collect();
    for &goal in &goals {
        cells.set(goal, 0);
    }
    let search = Search {
        abstraction,
        pending: cells.empty() - 1,
        limit: storage.limit(),
        cells: &cells,
        highest: AtomicU32::new(0),
        beyond: AtomicBool::new(false),
        any_pending: AtomicBool::new(false),
    };
    let (mut histogram, mut done, mut depth) = (Vec::new(), 0, 0);
    while depth <= search.highest.load(Relaxed) {
        let level = |words| search.expand(depth, words, &options.cancel);
        let found = share_out(cells.words(), options, level, &mut |here| {
            progress(&BuildProgress { depth, done: done + here, size });
        })?;
        if search.any_pending.swap(false, Relaxed) {
            settle(&cells, search.pending, depth, options)?;
        }
        histogram.push(found);
        done += found;
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
        let (mut found, mut stack) = (0u64, Vec::new());
        for rank in words.flat_map(|word| cells.in_word(word, depth)) {
            stack.push(rank);
            while let Some(rank) = stack.pop() {
                found += 1;
                if found.is_multiple_of(POLL) && cancel.is_cancelled() {
                    return Err(BuildError::Cancelled);
                }
                abstraction.predecessors(&abstraction.unrank(rank), |before, action| {
                    let before = rank_of(abstraction, before);
                    let distance = depth.saturating_add(abstraction.charge(action));
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
                        self.highest.fetch_max(distance, Relaxed);
                    }
                });
            }
        }
        Ok(found)
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

/// Distributes work on all words among threads, and returns the sum of its results. On the calling
/// thread, `watch` receives the sum so far over all threads.
pub(super) fn share_out(
    words: usize,
    options: &Options,
    work: impl Fn(Range<usize>) -> Result<u64, BuildError> + Sync,
    watch: &mut dyn FnMut(u64),
) -> Result<u64, BuildError> {
    let (next, sum) = (AtomicUsize::new(0), AtomicU64::new(0));
    let take = |watch: &mut dyn FnMut(u64)| {
        loop {
            let from = next.fetch_add(PIECE, Relaxed);
            if from >= words {
                return Ok(());
            }
            if options.cancel.is_cancelled() {
                return Err(BuildError::Cancelled);
            }
            let here = work(from..words.min(from + PIECE))?;
            watch(sum.fetch_add(here, Relaxed) + here);
        }
    };
    let threads = options.threads.min(words.div_ceil(PIECE));
    spread(threads, &take, watch)?;
    Ok(sum.load(Relaxed))
}

#[cfg(feature = "threads")]
fn spread(
    threads: usize,
    take: &(impl Fn(&mut dyn FnMut(u64)) -> Result<(), BuildError> + Sync),
    watch: &mut dyn FnMut(u64),
) -> Result<(), BuildError> {
    std::thread::scope(|scope| {
        // If the system refuses threads, fewer do the work.
        let other = |_| std::thread::Builder::new().spawn_scoped(scope, || take(&mut |_| ())).ok();
        let others: Vec<_> = (1..threads).map_while(other).collect();
        let mut result = take(watch);
        for other in others {
            match other.join() {
                Ok(ended) => result = result.and(ended),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        result
    })
}

#[cfg(not(feature = "threads"))]
fn spread(
    _threads: usize,
    take: &(impl Fn(&mut dyn FnMut(u64)) -> Result<(), BuildError> + Sync),
    watch: &mut dyn FnMut(u64),
) -> Result<(), BuildError> {
    take(watch)
}
