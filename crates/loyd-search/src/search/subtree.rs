//! Bounded depth-first search over any state space, heuristic and pruning rule: the inner part of
//! [`super::deepening`] for boards without a specialised kernel.

use super::deepening::checkpoint::{ForeignCheckpoint, Persistence};
use super::deepening::{self, Mode, OneStage, Subtrees, Tally, Visit};
use crate::observe::{Limit, Outcome, Progress, Report, Statistics};
use crate::prune::{Pruning, StringPruning};
use crate::space::{Heuristic, MoveAlphabet, StateSpace};

/// The search tree of a space from one state, under a heuristic and a pruning rule.
pub struct SpaceTree<'a, S: StateSpace, H, P> {
    /// The space: moves and goal.
    pub space: &'a S,
    /// The heuristic.
    pub heuristic: &'a H,
    /// The pruning rule.
    pub pruning: &'a P,
    /// The root.
    pub start: S::State,
    /// True if pruning below the root of a subtree ignores the moves to it: needed if several paths
    /// to a state are represented by one.
    pub forget: bool,
}

/// Iterative deepening from the root, with heavy prefixes split among threads.
pub fn search<S, H, P>(
    tree: &SpaceTree<'_, S, H, P>,
    threads: usize,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<S::Move>
where
    S: StateSpace<State: Sync, Move: Send + Sync> + Sync,
    H: Heuristic<S> + Sync,
    P: Pruning<S>,
{
    if let Err(reason) = tree.space.solvable(&tree.start) {
        return Report::new(Outcome::Unsolvable(reason), Statistics::default());
    }
    let proven = tree.heuristic.properties().admissible;
    let mode = Mode { threads, proven, split: true };
    deepening::search(&OneStage(tree), mode, limit, progress)
}

/// Searches like [`search`], saving checkpoints and continuing from one
/// ([`deepening::search_persisted`]).
///
/// # Errors
/// If the checkpoint does not belong to this search.
pub fn search_persisted<S, H, P>(
    tree: &SpaceTree<'_, S, H, P>,
    threads: usize,
    limit: &Limit,
    persistence: Persistence<'_, S::Move>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report<S::Move>, ForeignCheckpoint>
where
    S: StateSpace<State: Sync, Move: Send + Sync> + Sync,
    H: Heuristic<S> + Sync,
    P: Pruning<S>,
{
    if let Err(reason) = tree.space.solvable(&tree.start) {
        let outcome = Outcome::Unsolvable(reason);
        return Ok(Report::new(outcome, Statistics::default()));
    }
    let proven = tree.heuristic.properties().admissible;
    let mode = Mode { threads, proven, split: true };
    deepening::search_persisted(&OneStage(tree), mode, limit, persistence, progress)
}

/// [`search`] in the form of the registry: only the move back is pruned.
pub(super) fn run<S, H>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    threads: usize,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Report<S::Move>
where
    S: MoveAlphabet<State: Sync, Move: Send + Sync> + Sync,
    H: Heuristic<S> + Sync,
{
    let pruning = &StringPruning::last_move();
    let start = start.clone();
    let tree = SpaceTree { space, heuristic, pruning, start, forget: false };
    search(&tree, threads, limit, progress)
}

/// A node: everything that a search below it needs.
struct Node<S: StateSpace, H: Heuristic<S>, P: Pruning<S>> {
    state: S::State,
    g: u32,
    memo: H::Memo,
    last: P::State,
}

impl<S: StateSpace, H: Heuristic<S>, P: Pruning<S>> SpaceTree<'_, S, H, P> {
    fn node(&self, path: &[S::Move]) -> Node<S, H, P> {
        let mut node = Node {
            g: 0,
            memo: self.heuristic.start(&self.start),
            last: self.pruning.root(self.space, &self.start),
            state: self.start.clone(),
        };
        for &mv in path {
            let effect = self.space.apply(&mut node.state, mv);
            node.memo = self.heuristic.step(node.memo, &node.state, effect);
            node.g += self.space.cost(mv);
            node.last = if self.forget {
                self.pruning.root(self.space, &node.state)
            } else {
                let next = self.pruning.next(self.space, node.last, mv);
                next.expect("prefixes are made of moves that pruning allows")
            };
        }
        node
    }
}

impl<S, H, P> Subtrees<S::Move> for SpaceTree<'_, S, H, P>
where
    S: StateSpace<State: Sync, Move: Send + Sync> + Sync,
    H: Heuristic<S> + Sync,
    P: Pruning<S>,
{
    fn allows(&self, path: &[S::Move]) -> bool {
        let root = (self.start.clone(), self.pruning.root(self.space, &self.start));
        let end = path.iter().try_fold(root, |(mut state, last), &mv| {
            let legal = self.space.moves(&state).any(|legal| legal == mv);
            let last = self.pruning.next(self.space, last, mv).filter(|_| legal)?;
            self.space.apply(&mut state, mv);
            Some((state, last))
        });
        end.is_some()
    }

    fn f(&self, path: &[S::Move]) -> u32 {
        let node = self.node(path);
        node.g + self.heuristic.value(node.memo)
    }

    fn moves(&self, path: &[S::Move]) -> Vec<S::Move> {
        let node = self.node(path);
        let allowed = |&mv: &S::Move| self.pruning.next(self.space, node.last, mv).is_some();
        self.space.moves(&node.state).filter(allowed).collect()
    }

    fn cost(&self, path: &[S::Move]) -> u32 {
        path.iter().map(|&mv| self.space.cost(mv)).sum()
    }

    fn search(&self, path: &mut Vec<S::Move>, bound: u32, tally: &mut Tally<'_>) -> Visit {
        let Node { state, g, memo, last } = self.node(path);
        let mut visit = Bounded { tree: self, bound, next_bound: None, state, tally, path };
        visit.below(g, memo, last)
    }
}

/// Expansions between two checks of the limits: on boards of thousands of cells each takes some
/// microseconds.
const POLL: u64 = Tally::INTERVAL >> 4;

struct Bounded<'a, 't, S: StateSpace, H, P> {
    tree: &'a SpaceTree<'a, S, H, P>,
    bound: u32,
    next_bound: Option<u32>,
    state: S::State,
    tally: &'a mut Tally<'t>,
    path: &'a mut Vec<S::Move>,
}

impl<S: StateSpace, H: Heuristic<S>, P: Pruning<S>> Bounded<'_, '_, S, H, P> {
    /// Searches below `self.state`, which is within the bound, and restores it unless a goal is
    /// found.
    fn below(&mut self, g: u32, memo: H::Memo, last: P::State) -> Visit {
        let SpaceTree { space, heuristic, pruning, .. } = *self.tree;
        if space.is_goal(&self.state) {
            return Visit::Found;
        }
        self.tally.expanded += 1;
        if self.tally.expanded.is_multiple_of(POLL) && self.tally.stop() {
            return Visit::Stopped;
        }
        for mv in space.moves(&self.state) {
            let Some(last) = pruning.next(space, last, mv) else { continue };
            self.tally.generated += 1;
            let effect = space.apply(&mut self.state, mv);
            let memo = heuristic.step(memo, &self.state, effect);
            let g = g + space.cost(mv);
            let f = g + heuristic.value(memo);
            if f <= self.bound {
                self.path.push(mv);
                match self.below(g, memo, last) {
                    Visit::Exhausted { .. } => self.path.pop(),
                    end => return end,
                };
            } else {
                self.next_bound = self.next_bound.into_iter().chain([f]).min();
            }
            space.undo(&mut self.state, effect);
        }
        Visit::Exhausted { next_bound: self.next_bound }
    }
}
