//! Graphs as a [`Puzzle`]: text, plain moves, and the conversion to the typed space.

use crate::catalogue::{RIVER, find};
use crate::edge::{Edge, parse_moves};
use crate::position::{FIRST, Position};
use crate::space::{EdgeSpace, Ranks, solvable};
use loyd_search::puzzle::{
    EveryMove, HeuristicInfo, InvalidText, Puzzle, RandomPositions, Space, SpaceVisitor, Successors,
};
use loyd_search::quote::quoted;
use loyd_search::random::Numbers;
use loyd_search::search::iddfs::ZeroHeuristic;
use loyd_search::search::{AlgorithmName, OwnSearches};
use loyd_search::solver::{Engine, Outlook, Plan, Settings, Solve, Unavailable, generic};
use loyd_search::space::{Properties, Reversible, Unsolvable};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// Graphs from files of edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edges;

/// The heuristic of graphs: 0 everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeuristicName;

/// The name of the heuristic.
const ZERO: &str = "zero";

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ZERO)
    }
}

/// The error for a text that does not name a heuristic of graphs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not a heuristic of a file of edges: write {ZERO}, or give a table of estimates", quoted(.text))]
pub struct UnknownHeuristic {
    text: String,
}

impl FromStr for HeuristicName {
    type Err = UnknownHeuristic;

    fn from_str(text: &str) -> Result<Self, UnknownHeuristic> {
        if text.trim().eq_ignore_ascii_case(ZERO) {
            return Ok(Self);
        }
        Err(UnknownHeuristic { text: text.to_owned() })
    }
}

impl Puzzle for Edges {
    type Position = Position;
    type Move = Edge;
    type Metric = EveryMove;
    type Heuristic = HeuristicName;
    type Partition = Infallible;
    type TableKey = Infallible;
    type Tables = ();
    type Invalid = InvalidText;

    const NAME: &'static str = "edges";
    const METRICS: &'static [EveryMove] = &[EveryMove];
    const FIELDS: &'static [&'static str] = &["state"];

    fn heuristics() -> Vec<HeuristicInfo> {
        let summary = "0 everywhere: no information, makes A* uniform-cost search";
        vec![HeuristicInfo { name: ZERO, summary }]
    }

    fn properties(_heuristic: &HeuristicName, _metric: EveryMove) -> Properties {
        Properties::CONSISTENT
    }

    fn zero() -> HeuristicName {
        HeuristicName
    }

    fn usual_heuristic(_goal: &Position, _metric: EveryMove) -> HeuristicName {
        HeuristicName
    }

    /// `shape` is the name of a graph; without one it is the graph that comes with the crate.
    fn parse(text: &str, shape: Option<&str>) -> Result<Position, InvalidText> {
        Position::parse(text, &find(shape.unwrap_or(RIVER).trim())?)
    }

    fn format(position: &Position) -> String {
        position.to_string()
    }

    fn shape(position: &Position) -> String {
        position.graph().id().to_owned()
    }

    fn goal(text: Option<&str>, start: &Position) -> Result<Position, InvalidText> {
        Position::parse(text.unwrap_or(FIRST), start.graph())
    }

    fn goal_name(goal: &Position) -> String {
        if goal.is_first() { FIRST.to_owned() } else { goal.to_string() }
    }

    fn parse_moves(text: &str) -> Result<Vec<Edge>, InvalidText> {
        parse_moves(text)
    }

    fn format_moves(moves: &[Edge]) -> String {
        moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn apply(position: &mut Position, edge: Edge) -> Result<(), String> {
        position.apply(edge)
    }

    fn solvable(start: &Position, goal: &Position) -> Result<(), Unsolvable> {
        if start.graph().id() != goal.graph().id() {
            let [start, goal] = [start, goal].map(|position| position.graph().id());
            return Err(Unsolvable { reason: format!("{start} is not {goal}") });
        }
        solvable(start.graph(), start.state(), goal.state())
    }

    fn random(seed: u64) -> RandomPositions<Self> {
        let mut scrambler = Scrambler::new(seed);
        Box::new(move |goal| scrambler.position(goal))
    }

    fn visit_space<V: SpaceVisitor<Self>>(
        goal: &Position,
        _metric: EveryMove,
        visitor: V,
    ) -> V::Output {
        visitor.visit(EdgeSpace::new(goal))
    }
}

/// A source of uniform random positions.
#[derive(Debug)]
pub struct Scrambler {
    numbers: Numbers,
}

impl Scrambler {
    /// The name of the generator: a seed gives the same positions as long as this name stays.
    pub const GENERATOR: &'static str = "chacha8-states-v1";

    /// The source for a seed.
    pub fn new(seed: u64) -> Self {
        Self { numbers: Numbers::new(seed) }
    }

    /// A position that is uniform over all those that reach a goal.
    pub fn position(&mut self, goal: &Position) -> Position {
        let graph = goal.graph();
        let reaching = graph.reaching(goal.state());
        let state = reaching.nth(self.numbers.below(reaching.count()));
        Position { graph: graph.clone(), state }
    }
}

/// The generic engine. The default algorithm searches from both ends, level by level.
impl Solve for Edges {
    fn plan(
        goal: &Position,
        settings: &Settings<Self>,
        _outlook: &Outlook<'_, Self>,
    ) -> Result<Plan<Self>, Unavailable> {
        let algorithm = settings.algorithm.clone().unwrap_or_else(|| AlgorithmName::Bibfs.into());
        generic::plan(goal, &Settings { algorithm: Some(algorithm), ..settings.clone() })
    }

    fn prepare(plan: &Plan<Self>, (): &()) -> Result<Box<dyn Engine<Self>>, Unavailable> {
        Ok(generic::engine(plan, EdgeSpace::new(&plan.goal), ZeroHeuristic))
    }
}

impl OwnSearches for EdgeSpace {}

impl Space<Edges> for EdgeSpace {
    type Ranking = Ranks;

    fn state(&self, position: &Position) -> u32 {
        position.state()
    }

    fn position(&self, &state: &u32) -> Position {
        Position { graph: self.graph().clone(), state }
    }

    /// Ranks of all states: also of those that do not reach the goal.
    fn ranking(&self) -> Option<Ranks> {
        Some(Ranks::new(self))
    }

    /// The states that are reached from the goal, the start of an enumeration.
    fn states(&self) -> Option<u128> {
        Some(self.graph().reached_from(self.goal_state()).count().into())
    }

    fn successors(&self) -> Option<Box<dyn Successors>> {
        Some(Box::new(Ranks::new(self)))
    }

    fn code_bytes(&self) -> usize {
        size_of::<u32>()
    }

    fn encode(&self, state: &u32, code: &mut [u8]) {
        code.copy_from_slice(&state.to_le_bytes());
    }

    fn decode(&self, code: &[u8]) -> Option<u32> {
        let state = u32::from_le_bytes(code.try_into().ok()?);
        ((state as usize) < self.graph().states()).then_some(state)
    }
}
