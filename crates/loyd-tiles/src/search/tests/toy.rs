//! Small spaces for testing searches: random graphs whose moves cost 1 to 9, with estimates that
//! are admissible and very inconsistent.

use loyd_search::space::{Heuristic, Packing, Properties, Reversible, StateSpace, Unsolvable};
use std::sync::Arc;

/// A move along an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    from: u32,
    to: u32,
    cost: u32,
}

/// An undirected graph with a goal.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    edges: Arc<Vec<Vec<Edge>>>,
    goal: u32,
}

/// The next number of a pseudorandom sequence.
fn random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

impl Graph {
    /// A random graph with this many states; it need not be connected.
    pub(super) fn any(states: u32, edges: u32, dearest: u64, seed: u64) -> Self {
        let mut seed = seed;
        let mut list = vec![Vec::new(); states as usize];
        for _ in 0..edges {
            let from = random(&mut seed) as u32 % states;
            let to = random(&mut seed) as u32 % states;
            let cost = 1 + (random(&mut seed) % dearest) as u32;
            list[from as usize].push(Edge { from, to, cost });
            list[to as usize].push(Edge { from: to, to: from, cost });
        }
        Self { edges: Arc::new(list), goal: random(&mut seed) as u32 % states }
    }

    pub(super) fn states(&self) -> u32 {
        self.edges.len() as u32
    }

    /// The distance of every state from the goal, by relaxing all edges until nothing changes.
    pub(super) fn distances(&self) -> Vec<Option<u32>> {
        let mut distance = vec![None; self.edges.len()];
        distance[self.goal as usize] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for edge in self.edges.iter().flatten() {
                let Some(there) = distance[edge.from as usize] else { continue };
                let entry = &mut distance[edge.to as usize];
                if entry.is_none_or(|entry| there + edge.cost < entry) {
                    *entry = Some(there + edge.cost);
                    changed = true;
                }
            }
        }
        distance
    }

    /// The cost of a path from a state to the goal; panics if it is not such a path.
    pub(super) fn cost_of(&self, start: u32, path: &[Edge]) -> u32 {
        let end = path.iter().fold(start, |at, edge| {
            assert_eq!(edge.from, at);
            edge.to
        });
        assert_eq!(end, self.goal);
        path.iter().map(|edge| edge.cost).sum()
    }
}

impl StateSpace for Graph {
    type State = u32;
    type Move = Edge;
    type Effect = u32;
    type Moves = std::vec::IntoIter<Edge>;

    fn moves(&self, &state: &u32) -> Self::Moves {
        self.edges[state as usize].clone().into_iter()
    }

    fn apply(&self, state: &mut u32, edge: Edge) -> u32 {
        std::mem::replace(state, edge.to)
    }

    fn undo(&self, state: &mut u32, before: u32) {
        *state = before;
    }

    fn may_follow(&self, _last: Edge, _next: Edge) -> bool {
        true
    }

    fn cost(&self, edge: Edge) -> u32 {
        edge.cost
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == self.goal
    }

    fn solvable(&self, _state: &u32) -> Result<(), Unsolvable> {
        Ok(())
    }
}

impl Packing for Graph {
    type Packed = u32;

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, &packed: &u32) -> u32 {
        packed
    }
}

impl Reversible for Graph {
    fn goal_state(&self) -> u32 {
        self.goal
    }

    fn reversed(&self, &start: &u32) -> Self {
        Self { edges: self.edges.clone(), goal: start }
    }
}

/// A random fraction of the true distance.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    estimates: Vec<u32>,
    seed: u64,
}

impl Guess {
    pub(super) fn new(graph: &Graph, seed: u64) -> Self {
        let mut rest = seed;
        let mut part = |distance: Option<u32>| {
            let share = random(&mut rest) % 5;
            (u64::from(distance.unwrap_or(1_000)) * share / 4) as u32
        };
        let estimates = graph.distances().into_iter().map(&mut part).collect();
        Self { estimates, seed }
    }
}

impl Heuristic<Graph> for Guess {
    type Memo = u32;
    const PROPERTIES: Properties = Properties::ADMISSIBLE;

    fn start(&self, &state: &u32) -> u32 {
        self.estimates[state as usize]
    }

    fn step(&self, _memo: u32, &after: &u32, _before: u32) -> u32 {
        self.estimates[after as usize]
    }

    fn value(&self, memo: u32) -> u32 {
        memo
    }

    fn reversed(&self, graph: &Graph) -> Option<Self> {
        // Some have no reversed form.
        (!self.seed.is_multiple_of(4)).then(|| Self::new(graph, self.seed + 1))
    }
}
