//! Breadth-first search over a space too large to be ranked in memory: the first levels only.
//!
//! ```text
//! previous := {}; current := starts
//! repeat
//!     report the size of current
//!     next := {}
//!     for each state in current, for each of its neighbours
//!         if the neighbour is in none of previous, current, next
//!             add it to next
//!     previous := current; current := next
//! until next is empty, or deep enough, or the next level does not fit in memory
//! ```
//!
//! Two levels suffice: moves are reversible, so if v is a neighbour of u then the distances of
//! u and v differ by at most 1. A neighbour of a state at depth d is at depth d − 1, d or d + 1,
//! and older levels are not needed. (In the single-tile metric depth d cannot occur, because
//! every move changes the colour of the blank's cell on a chessboard; in the multi-tile metric it
//! does. One more lookup is the price of one search for both.)
//!
//! Cost: two or three lookups a move. Memory: three sets of keys ([`super::keys`]), each sized for
//! the moves that can lead to a new state, whose number is available when the level before it is
//! finished; so the search stops between levels, never inside one, if the next does not fit.
//!
//! Departure: the current level is taken in batches; the neighbours of a batch are generated first
//! and looked up afterwards, so that the lookups, which miss the cache, overlap.

use super::deepest::Deepest;
use super::keys::{KeySet, Packing};
use crate::{EngineResult, EnumerateError, Monitor};
use loyd_search::observe::StopCause;
use loyd_search::puzzle::Puzzle;
use loyd_search::space::StateSpace;

/// Slots whose states are expanded at a time: their neighbours and the inspected slots fit a
/// second-level cache.
const BATCH: usize = 64;

/// Counts the states at every distance from the nearest of `starts` down to `depth`, within `memory` bytes; stores
/// those of the last level in `deepest`.
///
/// Every move must have an inverse among the moves, of the same cost 1, and a move that
/// [`StateSpace::may_follow`] forbids must lead to a state no farther from the starts than the one
/// it leaves; both hold for sliding tiles.
///
/// # Errors
/// If the system refuses memory within the limit.
///
/// # Panics
/// If the space violates the second condition, so that a level exceeds its bound.
pub fn levels<P: Puzzle, S: StateSpace>(
    space: &S,
    packing: &impl Packing<S::State>,
    starts: &[S::State],
    depth: Option<u32>,
    memory: u64,
    deepest: &mut Deepest<S::State>,
    monitor: &mut Monitor<'_>,
) -> Result<EngineResult<P>, EnumerateError> {
    let words = packing.words();
    let mut key = vec![0; words];
    // The keys of a batch's neighbours, and the number of moves that lead on from each.
    let (mut neighbours, mut onwards) = (Vec::new(), Vec::new());
    let mut counted = EngineResult::default();
    let mut previous = KeySet::new(0, words)?;
    let mut current = KeySet::new(starts.len() as u64, words)?;
    for start in starts {
        packing.pack(start, &mut key);
        current.insert(&key);
    }
    // An upper bound for the number of states of the next level.
    let mut room = starts.iter().map(|start| space.moves(start).count() as u64).sum();
    for d in 0.. {
        let memory_in_use = previous.memory() + current.memory();
        counted.peak_memory_bytes = counted.peak_memory_bytes.max(memory_in_use);
        monitor.level(d, current.len(), memory_in_use);
        counted.levels.push(current.len());
        deepest.replace(current.len(), || current.keys().map(|key| packing.unpack(key)));
        if depth == Some(d) {
            return Ok(counted);
        }
        let memory_in_use = memory_in_use.saturating_add(KeySet::bytes(room, 8 * words));
        if memory_in_use > memory {
            counted.stopped = Some(StopCause::Memory);
            return Ok(counted);
        }
        counted.peak_memory_bytes = counted.peak_memory_bytes.max(memory_in_use);
        let before = monitor.elapsed();
        let mut next = KeySet::new(room, words)?;
        counted.setup += monitor.elapsed().saturating_sub(before);
        room = 0;
        for batch in current.batches(BATCH) {
            neighbours.clear();
            onwards.clear();
            for expanded in batch {
                let mut state = packing.unpack(expanded);
                for mv in space.moves(&state) {
                    let effect = space.apply(&mut state, mv);
                    let new = neighbours.len();
                    neighbours.resize(new + words, 0);
                    packing.pack(&state, &mut neighbours[new..]);
                    let further = space.moves(&state).filter(|&then| space.may_follow(mv, then));
                    onwards.push(further.count() as u64);
                    space.undo(&mut state, effect);
                }
            }
            for set in [&previous, &current, &next] {
                set.touch(&neighbours);
            }
            for (key, further) in neighbours.chunks_exact(words).zip(&onwards) {
                if !previous.contains(key) && !current.contains(key) && next.insert(key) {
                    room += further;
                }
            }
            if let Some(cause) = monitor.check(d + 1, next.len(), memory_in_use) {
                counted.stopped = Some(cause);
                return Ok(counted);
            }
        }
        if next.len() == 0 {
            break;
        }
        (previous, current) = (current, next);
    }
    counted.exhausted = true;
    Ok(counted)
}
