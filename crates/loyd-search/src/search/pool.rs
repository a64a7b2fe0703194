//! Multi-threaded IDA* as the *Optimal 8/15-Puzzle Solver* (B. Borowski) describes it, for
//! comparison with [`super::deepening`].
//!
//! ```text
//! nodes := breadth-first levels from the start, until a level has at least as many nodes as
//!          there are threads; of nodes with the same board the cheapest stays
//! repeat with growing bounds
//!     threads take nodes and search below them depth-first within the bound
//! until a goal is found
//! ```
//!
//! There are twice as many threads as cores, so that cores stay busy while the last searches of an
//! iteration finish. A merged node has several last moves, so pruning restarts below every node.

use super::deepening::{Mode, OneStage, search_below as deepen};
use super::subtree::SpaceTree;
use crate::observe::{Limit, Outcome, Progress, Report, Statistics};
use crate::prune::{Pruning, StringPruning};
use crate::space::{Heuristic, MoveAlphabet, StateSpace};
use rustc_hash::FxHashMap;

/// [`search`] in the form of the registry: only the move back is pruned.
pub(super) fn run<S, H>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    cores: usize,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<S::Move>
where
    S: MoveAlphabet<State: Sync, Move: Send + Sync> + Sync,
    H: Heuristic<S> + Sync,
{
    let pruning = &StringPruning::last_move();
    let start = start.clone();
    let tree = SpaceTree { space, heuristic, pruning, start, forget: true };
    search(&tree, cores, limit, progress)
}

/// Threads per core.
pub const THREADS_A_CORE: usize = 2;

/// Finds a shortest path from the root of `tree`, which must forget paths, on `cores` cores.
pub fn search<S, H, P>(
    tree: &SpaceTree<'_, S, H, P>,
    cores: usize,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<S::Move>
where
    S: StateSpace<State: Sync, Move: Send + Sync> + Sync,
    H: Heuristic<S> + Sync,
    P: Pruning<S>,
{
    debug_assert!(tree.forget, "merged nodes have several last moves");
    let start = &tree.start;
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    if let Err(reason) = tree.space.solvable(start) {
        return Report::new(Outcome::Unsolvable(reason), statistics);
    }
    let proven = tree.heuristic.properties().admissible;
    let threads = cores * THREADS_A_CORE;
    let mut level = vec![(Vec::new(), 0, start.clone())];
    let mut cheapest: FxHashMap<S::State, u32> = [(start.clone(), 0)].into_iter().collect();
    let mut grows = true;
    while grows && level.len() < threads {
        grows = false;
        let mut next = Vec::new();
        for (path, cost, state) in level {
            if tree.space.is_goal(&state) {
                // There may be a cheaper path with more moves.
                next.push((path, cost, state));
                continue;
            }
            grows = true;
            statistics.expanded += 1;
            for mv in tree.space.moves(&state) {
                let (mut state, cost) = (state.clone(), cost + tree.space.cost(mv));
                tree.space.apply(&mut state, mv);
                statistics.generated += 1;
                if cheapest.get(&state).is_none_or(|&known| cost < known) {
                    cheapest.insert(state.clone(), cost);
                    let path = path.iter().copied().chain([mv]).collect();
                    next.push((path, cost, state));
                }
            }
        }
        level = next;
    }
    let prefixes = level.into_iter().map(|(path, ..)| path).collect();
    let mode = Mode { threads, proven, split: false };
    let mut report = deepen(&OneStage(tree), prefixes, mode, limit, progress);
    report.statistics.expanded += statistics.expanded;
    report.statistics.generated += statistics.generated - 1;
    report
}
