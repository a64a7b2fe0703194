//! Breadth-first search over a space without ranks: sets of packed states.
//!
//! ```text
//! previous := {}; current := starts
//! while current is not empty
//!     report its size
//!     next := neighbours of current that are in neither previous nor current
//!     previous := current; current := next
//! ```
//!
//! Every move must have an inverse among the moves, of the same cost 1.

use crate::{EngineResult, EnumerateError, Monitor};
use loyd_search::observe::StopCause;
use loyd_search::puzzle::Puzzle;
use loyd_search::space::{Packing, StateSpace};
use rustc_hash::FxHashSet;

/// States expanded between two checks of the monitor.
const BATCH: usize = 1 << 12;

/// Upper bound for the bytes that a set takes for each state it has room for. Sets grow by doubling,
/// so they may be half empty, and they are copied as they grow.
pub(crate) fn key_bytes<S: Packing>(space: &S) -> usize {
    let entry = size_of::<S::Packed>() + space.bytes_on_heap() + 1;
    3 * entry
}

/// Counts the states at every distance from the nearest of `starts` down to `depth`, within `memory` bytes.
///
/// # Errors
/// If the system refuses memory within the limit.
pub(crate) fn levels<P: Puzzle, S: Packing>(
    space: &S,
    starts: &[S::State],
    depth: Option<u32>,
    memory: u64,
    monitor: &mut Monitor<'_>,
) -> Result<EngineResult<P>, EnumerateError> {
    let bytes = |states: usize| states as u64 * key_bytes(space) as u64;
    let mut counted = EngineResult::default();
    let (mut previous, mut current) = (FxHashSet::default(), FxHashSet::default());
    current.extend(starts.iter().map(|start| space.pack(start)));
    for d in 0.. {
        let memory_in_use = bytes(previous.len() + current.len());
        let states = current.len() as u64;
        counted.peak_memory_bytes = counted.peak_memory_bytes.max(memory_in_use);
        monitor.level(d, states, memory_in_use);
        counted.levels.push(states);
        if depth == Some(d) {
            return Ok(counted);
        }
        let mut next = FxHashSet::default();
        for (expanded, packed) in current.iter().enumerate() {
            let mut state = space.unpack(packed);
            for mv in space.moves(&state) {
                let effect = StateSpace::apply(space, &mut state, mv);
                let neighbour = space.pack(&state);
                space.undo(&mut state, effect);
                if previous.contains(&neighbour) || current.contains(&neighbour) {
                    continue;
                }
                if next.len() == next.capacity() {
                    let more = next.len().max(BATCH);
                    let needed = memory_in_use + bytes(next.len() + more);
                    if needed > memory {
                        counted.stopped = Some(StopCause::Memory);
                        return Ok(counted);
                    }
                    let refused = |_| EnumerateError::OutOfMemory { bytes: needed };
                    next.try_reserve(more).map_err(refused)?;
                    counted.peak_memory_bytes = counted.peak_memory_bytes.max(needed);
                }
                next.insert(neighbour);
            }
            if expanded % BATCH == BATCH - 1
                && let Some(cause) = monitor.check(d + 1, next.len() as u64, memory_in_use)
            {
                counted.stopped = Some(cause);
                return Ok(counted);
            }
        }
        if next.is_empty() {
            break;
        }
        (previous, current) = (current, next);
    }
    counted.exhausted = true;
    Ok(counted)
}
