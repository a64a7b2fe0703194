//! Breadth-first search over a ranked space, one bit a state.
//!
//! ```text
//! visited := frontier := starts
//! while the frontier is not empty
//!     report its size
//!     next := {}
//!     for each state in the frontier, for each of its neighbours
//!         if the neighbour is not in visited
//!             add it to visited and to next
//!     frontier := next
//! ```
//!
//! Cost: one rank a move and one unrank a state, and a sweep over the frontier's bitmap a level.
//! Memory: three sets (`visited`, `frontier`, `next`) of one bit for each rank. Lists of ranks
//! would need less than a bitmap only for frontiers below one state in 32 or 64, which the middle
//! levels of small boards exceed; and the size of bitmaps is fixed in advance.
//!
//! Departure: the frontier is taken in batches; the neighbours of a batch are generated first and
//! looked up afterwards, so that the lookups, which miss the cache, overlap.

use super::deepest::Deepest;
use crate::bitmap::Bitmap;
use crate::{EngineResult, EnumerateError, Monitor};
use loyd_search::puzzle::Puzzle;
use loyd_search::space::{Ranking, StateSpace};

/// Words of the frontier expanded at a time: at most 4096 states, well under a millisecond.
const BATCH: usize = 64;

/// Memory of [`levels`] in bytes for a number of ranks; `None` if this machine cannot address it.
pub fn memory(states: u64) -> Option<u64> {
    Some(3 * Bitmap::bytes_for(states)? as u64)
}

/// Counts the states at every distance from the nearest of `starts`, or down to `depth`; stores those of the last
/// level in `deepest`.
///
/// Every state reachable from `starts` must have a separate rank.
///
/// # Errors
/// If the system refuses memory.
pub fn levels<P: Puzzle, S: StateSpace>(
    space: &S,
    ranking: &impl Ranking<S::State>,
    starts: &[S::State],
    depth: Option<u32>,
    deepest: &mut Deepest<S::State>,
    monitor: &mut Monitor<'_>,
) -> Result<EngineResult<P>, EnumerateError> {
    let mut visited = Bitmap::new(ranking.size())?;
    let mut frontier = Bitmap::new(ranking.size())?;
    let mut next = Bitmap::new(ranking.size())?;
    let bytes = memory(ranking.size()).unwrap_or(u64::MAX);
    let mut counted = EngineResult {
        setup: monitor.elapsed(),
        peak_memory_bytes: bytes,
        ..EngineResult::default()
    };

    for start in starts {
        visited.insert(ranking.rank(start));
        frontier.insert(ranking.rank(start));
    }
    let mut neighbours = Vec::new();
    let mut states = frontier.count();
    for d in 0.. {
        monitor.level(d, states, bytes);
        counted.levels.push(states);
        deepest.replace(states, || frontier.numbers().map(|rank| ranking.unrank(rank)));
        if depth == Some(d) {
            return Ok(counted);
        }
        states = 0;
        for first in (0..frontier.len_words()).step_by(BATCH) {
            let end = frontier.len_words().min(first + BATCH);
            neighbours.clear();
            for rank in frontier.numbers_of(first..end) {
                let mut state = ranking.unrank(rank);
                for mv in space.moves(&state) {
                    let effect = space.apply(&mut state, mv);
                    neighbours.push(ranking.rank(&state));
                    space.undo(&mut state, effect);
                }
            }
            for &neighbour in &neighbours {
                if visited.insert(neighbour) {
                    next.insert(neighbour);
                    states += 1;
                }
            }
            if let Some(cause) = monitor.check(d + 1, states, bytes) {
                counted.stopped = Some(cause);
                return Ok(counted);
            }
        }
        if states == 0 {
            break;
        }
        std::mem::swap(&mut frontier, &mut next);
        next.clear();
    }
    counted.exhausted = true;
    Ok(counted)
}
