//! The state space of the searches: a state is a number, a move an entry of the compressed rows.

use crate::edge::{Edge, List};
use crate::graph::Graph;
use crate::lists::Lists;
use crate::position::Position;
use loyd_search::puzzle::Successors;
use loyd_search::quote::quoted;
use loyd_search::space::{MoveAlphabet, Packing, Ranking, Reversible, StateSpace, Unsolvable};
use std::ops::Range;
use std::sync::Arc;

/// A graph with one goal.
#[derive(Clone, Debug)]
pub struct EdgeSpace {
    graph: Arc<Graph>,
    goal: u32,
    /// True if edges are turned round.
    is_backward: bool,
}

/// The moves of a state.
#[derive(Clone, Debug)]
pub struct Moves {
    list: List,
    numbers: Range<u32>,
}

impl Iterator for Moves {
    type Item = Edge;

    fn next(&mut self) -> Option<Edge> {
        let number = self.numbers.next()?;
        Some(Edge { list: self.list, number })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.numbers.size_hint()
    }
}

impl EdgeSpace {
    /// The space of a goal.
    pub fn new(goal: &Position) -> Self {
        Self { graph: goal.graph.clone(), goal: goal.state, is_backward: false }
    }

    /// The graph.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    fn lists(&self) -> &Lists {
        if self.is_backward { self.graph.backward() } else { &self.graph.forward }
    }

    fn list(&self) -> List {
        // A graph with all opposite edges has only one list.
        if self.is_backward && self.graph.backward.is_some() {
            List::Backward(self.graph.number)
        } else {
            List::Forward(self.graph.number)
        }
    }

    fn end(&self, Edge { number, .. }: Edge) -> u32 {
        self.lists().states[number as usize]
    }
}

impl StateSpace for EdgeSpace {
    type State = u32;
    type Move = Edge;
    /// The state before the move.
    type Effect = u32;
    type Moves = Moves;

    /// In the order of the file.
    fn moves(&self, &state: &u32) -> Moves {
        Moves { list: self.list(), numbers: self.lists().range(state) }
    }

    #[inline]
    fn apply(&self, state: &mut u32, edge: Edge) -> u32 {
        std::mem::replace(state, self.end(edge))
    }

    #[inline]
    fn undo(&self, state: &mut u32, before: u32) {
        *state = before;
    }

    /// An edge back to the state before is a detour.
    fn may_follow(&self, last: Edge, next: Edge) -> bool {
        self.end(next) != self.lists().owner(last.number)
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == self.goal
    }

    fn solvable(&self, &state: &u32) -> Result<(), Unsolvable> {
        solvable(&self.graph, state, self.goal)
    }
}

/// Checks that edges lead from a state to another.
pub(crate) fn solvable(graph: &Graph, start: u32, goal: u32) -> Result<(), Unsolvable> {
    if graph.reaching(goal).contains(start) {
        return Ok(());
    }
    let [start, goal] = [start, goal].map(|state| quoted(graph.key(state)));
    Err(Unsolvable { reason: format!("no edges lead from {start} to {goal}") })
}

impl Packing for EdgeSpace {
    type Packed = u32;

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, &state: &u32) -> u32 {
        state
    }
}

impl Reversible for EdgeSpace {
    fn goal_state(&self) -> u32 {
        self.goal
    }

    fn reversed(&self, &start: &u32) -> Self {
        Self { graph: self.graph.clone(), goal: start, is_backward: !self.is_backward }
    }

    fn has_inverses(&self) -> bool {
        false
    }
}

/// An edge is a letter, and a state a context: too many for an automaton, unless the graph is small.
impl MoveAlphabet for EdgeSpace {
    fn letters(&self) -> usize {
        self.lists().states.len()
    }

    fn max_moves(&self) -> usize {
        self.letters().div_ceil(self.graph.states()) + 1
    }

    fn letter(&self, edge: Edge) -> usize {
        edge.number as usize
    }

    fn move_of(&self, letter: usize) -> Edge {
        Edge { list: self.list(), number: letter as u32 }
    }

    fn contexts(&self) -> usize {
        self.graph.states()
    }

    fn context(&self, &state: &u32) -> usize {
        state as usize
    }

    fn representative(&self, context: usize) -> u32 {
        context as u32
    }
}

/// The numbers of states as ranks.
#[derive(Clone, Debug)]
pub struct Ranks(EdgeSpace);

impl Ranks {
    /// The ranks of the states of a space.
    pub(crate) fn new(space: &EdgeSpace) -> Self {
        Self(space.clone())
    }
}

impl Ranking<u32> for Ranks {
    fn size(&self) -> u64 {
        self.0.graph.states() as u64
    }

    fn rank(&self, &state: &u32) -> u64 {
        state.into()
    }

    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }
}

impl Successors for Ranks {
    fn append(&self, ranks: &[u64], into: &mut Vec<u64>) {
        for &rank in ranks {
            into.extend(self.0.lists().of(rank as u32).iter().map(|&state| u64::from(state)));
        }
    }

    /// The edges that lead to each state are those of the space turned round.
    fn retain_near(&self, ranks: &mut Vec<u64>, set: &[u8]) {
        let turned = self.0.reversed(&self.0.goal);
        let contains = |state: &u32| set[*state as usize / 8] >> (state % 8) & 1 == 1;
        ranks.retain(|&rank| turned.lists().of(rank as u32).iter().any(contains));
    }
}
