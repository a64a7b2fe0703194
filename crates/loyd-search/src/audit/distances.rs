//! The distance of every state of a small space, by breadth-first search over ranks.
//!
//! ```text
//! distance[every state] := unseen; distance[goal] := 0; frontier := {goal}
//! repeat: for each state of the frontier and each of its moves,
//!             if distance[successor] is unseen: set it to depth + 1, put it in the next frontier
//! until the frontier is empty
//! ```
//!
//! Memory: one byte per state, and four per state of the largest frontiers. Successors are looked
//! up at random addresses, so a state costs about one cache miss per move.

use crate::observe::{Budget, Limit, StopCause};
use crate::pieces::share_out;
use crate::space::{Ranking, StateSpace};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// No distance yet.
const UNSEEN: u8 = u8::MAX;

/// Frontier states in a piece of work.
const PIECE: usize = 1 << 14;

/// The distance of every state of a space from its nearest goal.
#[derive(Debug)]
pub struct Distances {
    by_rank: Vec<AtomicU8>,
    radius: u32,
}

/// The reason why not every state was examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Incomplete {
    /// A limit was reached.
    #[error("stopped by {}", .0.describe())]
    Stopped(StopCause),
    /// The table does not fit in memory.
    #[error("the space has {states} states, and a table of all distances needs {bytes} bytes")]
    TooLarge {
        /// Number of states of the space.
        states: u64,
        /// Bytes that the distances would take, frontiers included.
        bytes: u64,
    },
    /// A state is too far away for a byte.
    #[error("states are more than 254 moves from the goal, too far for a table of bytes")]
    TooFar,
}

impl Distances {
    /// Maximum bytes of the table of a space with this many states, frontiers included.
    pub fn memory(states: u64) -> u64 {
        // Two frontiers of at most a fifth of the states each, four bytes a state, and those that
        // growing lists keep in reserve.
        states.saturating_mul(5)
    }

    /// Searches a whole space from its goals.
    ///
    /// Moves must cost 1 and have inverses, so that the distance from the goal is the distance to
    /// it; a space without inverses is given [turned round](crate::space::Reversible::reversed). `progress` receives the number of states seen so far.
    ///
    /// # Errors
    /// If the table exceeds the memory limit or ranks exceed 32 bits, or a limit was reached.
    pub fn of<S, R>(
        space: &S,
        ranking: &R,
        goals: &[S::State],
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Self, Incomplete>
    where
        S: StateSpace + Sync,
        R: Ranking<S::State> + Sync,
    {
        let budget = Budget::start(limit);
        let (states, bytes) = (ranking.size(), Self::memory(ranking.size()));
        if budget.out_of_memory(bytes) || states > u64::from(u32::MAX) {
            return Err(Incomplete::TooLarge { states, bytes });
        }
        let by_rank: Vec<AtomicU8> = (0..states).map(|_| AtomicU8::new(UNSEEN)).collect();
        let mut frontier: Vec<u32> = goals.iter().map(|goal| ranking.rank(goal) as u32).collect();
        for &goal in &frontier {
            by_rank[goal as usize].store(0, Relaxed);
        }
        let (mut radius, mut seen) = (0, frontier.len() as u64);
        loop {
            let next = radius + 1;
            let expand = |piece: u64| {
                let from = piece as usize * PIECE;
                let mut successors = Vec::new();
                for &rank in &frontier[from..frontier.len().min(from + PIECE)] {
                    let mut state = ranking.unrank(u64::from(rank));
                    for mv in space.moves(&state) {
                        let effect = space.apply(&mut state, mv);
                        let successor = ranking.rank(&state);
                        space.undo(&mut state, effect);
                        let slot = &by_rank[successor as usize];
                        // If several threads meet a state at once, one wins.
                        let first = slot.load(Relaxed) == UNSEEN
                            && slot.compare_exchange(UNSEEN, next, Relaxed, Relaxed).is_ok();
                        if first {
                            successors.push(successor as u32);
                        }
                    }
                }
                successors
            };
            let mut cause = None;
            let mut watch = |done: u64| {
                let now = (seen + done * PIECE as u64).min(states);
                progress(now);
                cause = budget.exceeded(now);
                cause.is_none()
            };
            let pieces = frontier.len().div_ceil(PIECE) as u64;
            let Some(successors) = share_out(pieces, threads, expand, &mut watch) else {
                return Err(Incomplete::Stopped(cause.unwrap_or(StopCause::Cancelled)));
            };
            let successors: Vec<u32> = successors.concat();
            if successors.is_empty() {
                return Ok(Self { by_rank, radius: u32::from(radius) });
            }
            if next == UNSEEN {
                return Err(Incomplete::TooFar);
            }
            seen += successors.len() as u64;
            (frontier, radius) = (successors, next);
        }
    }

    /// The distance of the state of this rank; `None` if the goal cannot be reached from it.
    #[inline]
    pub fn get(&self, rank: u64) -> Option<u32> {
        let distance = self.by_rank[rank as usize].load(Relaxed);
        (distance != UNSEEN).then_some(u32::from(distance))
    }

    /// The largest distance.
    pub fn radius(&self) -> u32 {
        self.radius
    }

    /// A shortest path from a state to the goal: always the first move that leads closer.
    ///
    /// # Panics
    /// If the goal cannot be reached from it.
    pub fn path<S: StateSpace, R: Ranking<S::State>>(
        &self,
        space: &S,
        ranking: &R,
        start: &S::State,
    ) -> Vec<S::Move> {
        let (mut state, mut path) = (start.clone(), Vec::new());
        let mut distance = self.get(ranking.rank(&state)).expect("the goal can be reached");
        while distance > 0 {
            let closer = space.moves(&state).find(|&mv| {
                let effect = space.apply(&mut state, mv);
                let is_closer = self.get(ranking.rank(&state)) == Some(distance - 1);
                space.undo(&mut state, effect);
                is_closer
            });
            let mv = closer.expect("some move leads closer");
            space.apply(&mut state, mv);
            path.push(mv);
            distance -= 1;
        }
        path
    }
}
