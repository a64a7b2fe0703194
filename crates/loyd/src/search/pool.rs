//! Multi-threaded IDA* as the *Optimal 8/15-Puzzle Solver* (B. Borowski) describes it, kept to be
//! compared with [`super::deepening`].
//!
//! ```text
//! nodes := breadth-first levels from the start, until a level has at least as many nodes as
//!          there are threads; nodes with the same board are merged
//! repeat with growing bounds
//!     threads take nodes and search below them depth-first within the bound
//! until a goal is found
//! ```
//!
//! There are twice as many threads as cores, so that cores stay busy while the last searches of an
//! iteration taper off. A merged node has several last moves, so pruning starts anew below every
//! node.

use super::deepening::{Mode, OneStage, search as deepen};
use super::subtree::SpaceTree;
use crate::observe::{Limit, Outcome, Progress, Report, Statistics};
use crate::prune::{Pruning, StringPruning};
use crate::space::{Heuristic, MoveAlphabet, StateSpace};
use rustc_hash::FxHashSet;

/// [`search`] in the form of the registry: only the way back is pruned.
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
    let tree = SpaceTree { space, heuristic, pruning, start, forget: true };
    search(&tree, cores, limit, progress)
}

/// Threads of the pool for every core.
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
    let start = tree.start;
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    if let Err(reason) = tree.space.solvable(start) {
        return Report { outcome: Outcome::Unsolvable(reason), statistics };
    }
    let proven = tree.heuristic.properties().admissible;
    let threads = cores * THREADS_A_CORE;
    let mut level = vec![(Vec::new(), start.clone())];
    let mut seen: FxHashSet<S::State> = [start.clone()].into_iter().collect();
    while level.len() < threads && !level.is_empty() {
        let mut next = Vec::new();
        for (path, state) in &level {
            if tree.space.is_goal(state) {
                let (path, cost) = (path.clone(), path.len() as u32);
                let lower_bound = if proven { cost } else { 0 };
                let outcome = Outcome::Solved { path, cost, lower_bound, proven };
                return Report { outcome, statistics };
            }
            statistics.expanded += 1;
            for mv in tree.space.moves(state) {
                let mut state = state.clone();
                tree.space.apply(&mut state, mv);
                statistics.generated += 1;
                if seen.insert(state.clone()) {
                    let path = path.iter().copied().chain([mv]).collect();
                    next.push((path, state));
                }
            }
        }
        level = next;
    }
    let prefixes = level.into_iter().map(|(path, _)| path).collect();
    let mode = Mode { threads, proven, split: false };
    let mut report = deepen(&OneStage(tree), prefixes, mode, limit, progress);
    report.statistics.expanded += statistics.expanded;
    report.statistics.generated += statistics.generated - 1;
    report
}
