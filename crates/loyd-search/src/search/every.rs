//! All shortest paths, and those that are a little longer, counted and listed.
//!
//! ```text
//! ways(state, last, left):                -- paths of exactly `left` moves to the goal
//!   if h(state) > left: 0
//!   if state is the goal: 1 if left = 0, else 0
//!   sum of ways(child, move, left - cost) over the children whose move may follow the last one
//! ```
//!
//! The length of a shortest path is known, and each call passes on the remaining length. The counts are
//! stored by (state, left): paths that meet share their continuations, so the count is exact however
//! large it is. The list is then made by following only children with a count above 0, in the order of
//! the moves.
//!
//! A path that is longer than the shortest by up to the *slack* counts if it comes to the goal only at its
//! end, and if each of its moves may follow the one before ([`StateSpace::may_follow`]): no two of them in a
//! row are one move or none. The second condition depends on the last move, which is then a part of the key;
//! on shortest paths it always holds.
//!
//! Finite-state pruning is not used: of several equally long paths it leaves only one.
//!
//! *Cost.* Expansions as in the last iteration of IDA*, each state once for each remaining length, with slack
//! also for each last move; some 100 bytes for each.

use crate::observe::{Budget, Limit, StopCause};
use crate::space::{Heuristic, MoveAlphabet, StateSpace};
use rustc_hash::FxHashMap;

/// The paths that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The cost of a shortest path.
    pub length: u32,
    /// The greatest difference from it; 0 for shortest paths alone.
    pub slack: u32,
    /// The number of paths that are listed at most.
    pub max_paths: usize,
}

/// Paths between two states: the shortest ones, or those within a slack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortestPaths<M> {
    /// Number of paths; saturates at `u128::MAX`.
    pub count: u128,
    /// The listed ones, by length, then in the order of the moves.
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
    let extent = Extent { length, slack: 0, max_paths };
    search_by(space, heuristic, start, extent, limit, |_| 0)
}

/// Counts all paths of an extent from `start` to the goal, and lists the shortest of them.
///
/// [`Extent::length`] must be the cost of a shortest path and the heuristic admissible.
///
/// # Errors
/// The limit that stopped it.
pub fn search_within<S, H>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    extent: Extent,
    limit: &Limit,
) -> Result<ShortestPaths<S::Move>, StopCause>
where
    S: MoveAlphabet,
    H: Heuristic<S>,
{
    if extent.slack == 0 {
        return search_by(space, heuristic, start, extent, limit, |_| 0);
    }
    search_by(space, heuristic, start, extent, limit, |last| space.letter(last) as u32 + 1)
}

/// Counts paths; `number` is equal for last moves after which the same moves may follow.
fn search_by<S, H>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    extent: Extent,
    limit: &Limit,
    number: impl Fn(S::Move) -> u32,
) -> Result<ShortestPaths<S::Move>, StopCause>
where
    S: StateSpace,
    H: Heuristic<S>,
{
    let budget = Budget::start(limit);
    let mut search =
        Search { space, heuristic, number, budget, known: FxHashMap::default(), expanded: 0 };
    let memo = heuristic.start(start);
    let (mut count, mut paths) = (0u128, Vec::new());
    for length in extent.length..=extent.length.saturating_add(extent.slack) {
        count = count.saturating_add(search.ways(start, memo, None, length)?);
        search.list((start, None), length, &mut Vec::new(), extent.max_paths, &mut paths);
    }
    Ok(ShortestPaths { count, paths, expanded: search.expanded })
}

/// A state, the number of the last move, and the remaining cost.
type Key<S> = (<S as StateSpace>::State, u32, u32);

struct Search<'a, S: StateSpace, H, N> {
    space: &'a S,
    heuristic: &'a H,
    number: N,
    budget: Budget,
    /// Number of paths; only for states within the bound.
    known: FxHashMap<Key<S>, u128>,
    expanded: u64,
}

impl<S: StateSpace, H: Heuristic<S>, N: Fn(S::Move) -> u32> Search<'_, S, H, N> {
    fn key(&self, state: &S::State, last: Option<S::Move>, left: u32) -> Key<S> {
        (state.clone(), last.map_or(0, &self.number), left)
    }

    /// False if a move shortens the path together with the last one.
    fn may_follow(&self, last: Option<S::Move>, next: S::Move) -> bool {
        last.is_none_or(|last| self.space.may_follow(last, next))
    }

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
        let key = self.key(state, last, left);
        if let Some(&ways) = self.known.get(&key) {
            return Ok(ways);
        }
        self.expanded += 1;
        if self.expanded.is_multiple_of(1024) {
            if let Some(cause) = self.budget.exceeded(self.expanded) {
                return Err(cause);
            }
            let entry = size_of::<(Key<S>, u128)>() as u64 + ENTRY;
            if self.budget.out_of_memory(self.known.len() as u64 * entry) {
                return Err(StopCause::Memory);
            }
        }
        let mut ways = 0u128;
        for mv in self.space.moves(state) {
            let cost = self.space.cost(mv);
            if cost > left || !self.may_follow(last, mv) {
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
        (state, last): (&S::State, Option<S::Move>),
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
        if self.known.get(&self.key(state, last, left)).is_none_or(|&ways| ways == 0) {
            return;
        }
        for mv in self.space.moves(state) {
            let cost = self.space.cost(mv);
            if cost > left || !self.may_follow(last, mv) {
                continue;
            }
            let mut child = state.clone();
            self.space.apply(&mut child, mv);
            path.push(mv);
            self.list((&child, Some(mv)), left - cost, path, max_paths, paths);
            path.pop();
        }
    }
}

/// Additional bytes per entry: a board on the heap, and empty slots of the table.
const ENTRY: u64 = 64;
