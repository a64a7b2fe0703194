//! All shortest paths, counted and listed.
//!
//! ```text
//! ways(state, left):                          -- paths of exactly `left` moves to the goal
//!   if h(state) > left: 0
//!   if state is the goal: 1 if left = 0, else 0
//!   sum of ways(child, left - cost) over the children
//! ```
//!
//! The length of a shortest path is known, and each call passes on the remaining length, so exactly
//! the shortest paths are found. The counts are stored by (state, left): paths that meet share
//! their continuations, so the count is exact however large it is. The list is then made by
//! following only children with a count above 0, in the order of the moves.
//!
//! Finite-state pruning is not used: of several equally long paths it leaves only one.
//!
//! *Cost.* Expansions as in the last iteration of IDA*, each state once; some 100 bytes for each.

use crate::observe::{Budget, Limit, StopCause};
use crate::space::{Heuristic, StateSpace};
use rustc_hash::FxHashMap;

/// The shortest paths between two states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortestPaths<M> {
    /// Number of paths; saturates at `u128::MAX`.
    pub count: u128,
    /// The listed ones, in the order of the moves.
    pub paths: Vec<Vec<M>>,
    /// Number of states examined.
    pub expanded: u64,
}

/// Counts all paths of cost `length` from `start` to the goal, and lists up to `max_paths` of them.
///
/// `length` must be the cost of a shortest path and the heuristic admissible: then these are all
/// the shortest paths.
///
/// # Errors
/// The limit that stopped it.
pub fn search<S, H>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    length: u32,
    max_paths: usize,
    limit: &Limit,
) -> Result<ShortestPaths<S::Move>, StopCause>
where
    S: StateSpace,
    H: Heuristic<S>,
{
    let mut search = Search {
        space,
        heuristic,
        budget: Budget::start(limit),
        known: FxHashMap::default(),
        expanded: 0,
    };
    let memo = heuristic.start(start);
    let count = search.ways(start, memo, None, length)?;
    let mut paths = Vec::new();
    search.list(start, length, &mut Vec::new(), max_paths, &mut paths);
    Ok(ShortestPaths { count, paths, expanded: search.expanded })
}

struct Search<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    budget: Budget,
    /// Number of paths by state and remaining cost; only for states within the bound.
    known: FxHashMap<(S::State, u32), u128>,
    expanded: u64,
}

impl<S: StateSpace, H: Heuristic<S>> Search<'_, S, H> {
    fn ways(
        &mut self,
        state: &S::State,
        memo: H::Memo,
        last: Option<S::Move>,
        left: u32,
    ) -> Result<u128, StopCause> {
        if self.space.is_goal(state) {
            return Ok(u128::from(left == 0));
        }
        if left == 0 || self.heuristic.value(memo) > left {
            return Ok(0);
        }
        let key = (state.clone(), left);
        if let Some(&ways) = self.known.get(&key) {
            return Ok(ways);
        }
        self.expanded += 1;
        if self.expanded.is_multiple_of(1024) {
            if let Some(cause) = self.budget.exceeded(self.expanded) {
                return Err(cause);
            }
            let entry = size_of::<((S::State, u32), u128)>() as u64 + ENTRY;
            if self.budget.out_of_memory(self.known.len() as u64 * entry) {
                return Err(StopCause::Memory);
            }
        }
        let mut ways = 0u128;
        for mv in self.space.moves(state) {
            let cost = self.space.cost(mv);
            // A move that may not follow is never part of a shortest path.
            if cost > left || last.is_some_and(|last| !self.space.may_follow(last, mv)) {
                continue;
            }
            let mut child = state.clone();
            let effect = self.space.apply(&mut child, mv);
            let memo = self.heuristic.step(memo, &child, effect);
            ways = ways.saturating_add(self.ways(&child, memo, Some(mv), left - cost)?);
        }
        self.known.insert(key, ways);
        Ok(ways)
    }

    /// Lists the paths counted by [`ways`](Self::ways).
    fn list(
        &self,
        state: &S::State,
        left: u32,
        path: &mut Vec<S::Move>,
        max_paths: usize,
        paths: &mut Vec<Vec<S::Move>>,
    ) {
        if paths.len() >= max_paths {
            return;
        }
        if self.space.is_goal(state) {
            if left == 0 {
                paths.push(path.clone());
            }
            return;
        }
        if self.known.get(&(state.clone(), left)).is_none_or(|&ways| ways == 0) {
            return;
        }
        for mv in self.space.moves(state) {
            let cost = self.space.cost(mv);
            if cost > left {
                continue;
            }
            let mut child = state.clone();
            self.space.apply(&mut child, mv);
            path.push(mv);
            self.list(&child, left - cost, path, max_paths, paths);
            path.pop();
        }
    }
}

/// Additional bytes per entry: a board on the heap, and empty slots of the table.
const ENTRY: u64 = 64;
