//! The bitmaps of a run, and the step to the next level.

use crate::bitmap::Bitmap;
use crate::{EnumerateError, Monitor};
use loyd_search::arch::team::Team;
use loyd_search::observe::StopCause;
use loyd_search::puzzle::Successors;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Words of the frontier that a thread expands in a round: well under a millisecond with tables,
/// and many times the cost of starting a round.
const WORDS: usize = 512;

/// Number of states whose successors are generated together.
const BATCH: usize = 256;

/// A level is generated backward, from the states without a distance, if there are at most this many of
/// them for each state of the frontier: then no state is generated twice. Milliseconds of a whole enumeration
/// with one thread, minimum of nine runs, for some values of this constant (0 means never):
///
/// | space | 0 | 1 | 2 | 3 | 5 | 9 |
/// |---|---|---|---|---|---|---|
/// | 2x2x2 cube, half turns | 130 | 82 | 56 | 60 | 60 | 60 |
/// | 2x2x2 cube, quarter turns | 99 | 79 | 58 | 62 | 62 | 92 |
/// | skewb | 145 | 87 | 82 | 83 | 81 | 146 |
const BACKWARD: u64 = 3;

/// Spaces with fewer states are faster with one thread.
const PARALLEL_FROM: u64 = 100_000;

/// The useful number of threads for a number of states.
pub(super) fn threads(states: u64, threads: usize) -> usize {
    if states < PARALLEL_FROM { 1 } else { threads.max(1) }
}

/// Memory of [`Levels`] in bytes, for states of up to `moves` moves each; `None` if this machine
/// cannot address it.
pub(super) fn memory(states: u64, moves: usize, threads: usize) -> Option<u64> {
    let bitmaps = 3 * Bitmap::bytes_for(states)? as u64;
    let moves = moves as u64;
    let expanded = states.min(WORDS as u64 * 64);
    let (new, batch) = (expanded * moves * 8, BATCH as u64 * (moves + 1) * 8);
    Some(bitmaps + threads as u64 * (new + batch + 8 * WORDS as u64))
}

/// The state of a run between two levels.
pub(super) struct Levels<'a> {
    successors: &'a dyn Successors,
    states: u64,
    team: Team,
    workers: Vec<Mutex<Worker>>,
    pub(super) visited: Bitmap,
    pub(super) frontier: Bitmap,
    /// Empty between levels.
    next: Bitmap,
}

/// The buffers of a thread.
struct Worker {
    batch: Vec<u64>,
    successors: Vec<u64>,
    /// Successors that were not visited before the round.
    unvisited: Vec<u64>,
    /// The states of its words that belong to the next level.
    level: Bitmap,
}

/// The direction in which a level is generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    /// From the frontier to its successors.
    Forward,
    /// From each unvisited state to a neighbour in the frontier.
    Backward,
}

impl Worker {
    fn new(states: u64, moves: usize) -> Result<Self, EnumerateError> {
        let expanded = states.min(WORDS as u64 * 64) as usize;
        Ok(Self {
            batch: Vec::with_capacity(BATCH),
            successors: Vec::with_capacity(BATCH * moves),
            unvisited: Vec::with_capacity(expanded * moves),
            level: Bitmap::new(WORDS as u64 * 64)?,
        })
    }

    /// Generates the unvisited successors of a range of the frontier.
    fn expand(
        &mut self,
        successors: &dyn Successors,
        (frontier, visited): (&Bitmap, &Bitmap),
        words: Range<usize>,
    ) {
        let mut ranks = frontier.numbers_of(words);
        loop {
            self.batch.clear();
            self.batch.extend(ranks.by_ref().take(BATCH));
            if self.batch.is_empty() {
                return;
            }
            self.successors.clear();
            successors.append(&self.batch, &mut self.successors);
            let new = |rank: &&u64| !visited.contains(**rank);
            self.unvisited.extend(self.successors.iter().filter(new));
        }
    }

    /// Finds the unvisited states of a range of words that have a neighbour in the frontier.
    fn search_back(
        &mut self,
        successors: &dyn Successors,
        (frontier, visited): (&Bitmap, &Bitmap),
        words: Range<usize>,
        states: u64,
    ) {
        self.level.clear();
        let first = words.start as u64 * 64;
        let mut ranks = visited.missing_of(words, states);
        loop {
            self.batch.clear();
            self.batch.extend(ranks.by_ref().take(BATCH));
            if self.batch.is_empty() {
                return;
            }
            successors.retain_near(&mut self.batch, frontier.as_bytes());
            for rank in &self.batch {
                self.level.insert(rank - first);
            }
        }
    }
}

impl<'a> Levels<'a> {
    /// A run without levels; touches its memory.
    pub(super) fn new(
        successors: &'a dyn Successors,
        states: u64,
        moves: usize,
        threads: usize,
    ) -> Result<Self, EnumerateError> {
        let team = Team::new(threads);
        let worker = |_| Worker::new(states, moves).map(Mutex::new);
        let workers = (0..team.size()).map(worker).collect::<Result<_, _>>()?;
        let [visited, frontier, next] =
            [Bitmap::new(states)?, Bitmap::new(states)?, Bitmap::new(states)?];
        Ok(Self { successors, states, team, workers, visited, frontier, next })
    }

    /// Makes the starts the only states.
    pub(super) fn begin(&mut self, starts: &[u64]) {
        for &start in starts {
            self.visited.insert(start);
            self.frontier.insert(start);
        }
    }

    /// Makes the next level the frontier, and returns its number of states; or returns why it was
    /// interrupted, and stays at the level before.
    pub(super) fn step(
        &mut self,
        depth: u32,
        bytes: u64,
        monitor: &mut Monitor<'_>,
    ) -> Result<u64, StopCause> {
        let unvisited = self.states - self.visited.count();
        let direction = if unvisited <= self.frontier.count().saturating_mul(BACKWARD) {
            Direction::Backward
        } else {
            Direction::Forward
        };
        let mut states = 0;
        let mut first = 0;
        while first < self.frontier.len_words() {
            first = self.round(direction, first, &mut states);
            if let Some(cause) = monitor.check(depth, states, bytes) {
                self.visited.remove_all(&self.next);
                self.next.clear();
                return Err(cause);
            }
        }
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.next.clear();
        Ok(states)
    }

    /// Searches a block for each thread, from a word of the bitmaps; returns the first word of the
    /// next round.
    fn round(&mut self, direction: Direction, first: usize, states: &mut u64) -> usize {
        let (length, blocks) = (self.frontier.len_words(), self.workers.len());
        let (workers, successors, all) = (&self.workers, self.successors, self.states);
        let bitmaps = (&self.frontier, &self.visited);
        self.team.run(&|thread| {
            let words = block(first, thread, length);
            let mut worker = workers[thread].lock().unwrap_or_else(PoisonError::into_inner);
            match direction {
                Direction::Forward => worker.expand(successors, bitmaps, words),
                Direction::Backward => worker.search_back(successors, bitmaps, words, all),
            }
        });
        for (thread, worker) in self.workers.iter_mut().enumerate() {
            let worker = worker.get_mut().unwrap_or_else(PoisonError::into_inner);
            for rank in worker.unvisited.drain(..) {
                if self.visited.insert(rank) {
                    self.next.insert(rank);
                    *states += 1;
                }
            }
            if direction == Direction::Backward {
                let words = block(first, thread, length);
                *states += worker.level.count();
                self.next.add(words.clone(), &worker.level);
                self.visited.add(words, &worker.level);
            }
        }
        length.min(first + blocks * WORDS)
    }
}

/// The words of a thread in the round that begins at word `first`.
fn block(first: usize, thread: usize, length: usize) -> Range<usize> {
    let begin = length.min(first + thread * WORDS);
    begin..length.min(begin + WORDS)
}
