//! The Towers of Hanoi as a [`Puzzle`]: text, plain moves, and the conversion to the typed space.

use crate::heuristic::{HeuristicName, Misplaced, Patterns};
use crate::position::{FIRST_PEG, LAST_PEG, Position, Transfer, parse_moves};
use crate::ranking::Ranks;
use crate::shape::Shape;
use crate::space::HanoiSpace;
use crate::towers::Towers;
use loyd_search::puzzle::{
    EveryMove, HeuristicInfo, InvalidText, Puzzle, RandomPositions, Space, SpaceVisitor, Successors,
};
use loyd_search::random::Numbers;
use loyd_search::search::iddfs::ZeroHeuristic;
use loyd_search::search::{AlgorithmName, OwnSearches};
use loyd_search::solver::{Engine, Outlook, Plan, Settings, Solve, Unavailable, generic};
use loyd_search::space::{Properties, Ranking, Unsolvable};
use std::convert::Infallible;

/// The Towers of Hanoi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hanoi;

impl Puzzle for Hanoi {
    type Position = Position;
    type Move = Transfer;
    type Metric = EveryMove;
    type Heuristic = HeuristicName;
    type Partition = Infallible;
    type TableKey = Infallible;
    type Tables = ();
    type Invalid = InvalidText;

    const NAME: &'static str = "hanoi";
    const METRICS: &'static [EveryMove] = &[EveryMove];
    const FIELDS: &'static [&'static str] = &["towers"];

    fn heuristics() -> Vec<HeuristicInfo> {
        HeuristicName::all()
    }

    fn properties(_heuristic: &HeuristicName, _metric: EveryMove) -> Properties {
        Properties::CONSISTENT
    }

    fn zero() -> HeuristicName {
        HeuristicName::Zero
    }

    fn usual_heuristic(_goal: &Position, _metric: EveryMove) -> HeuristicName {
        HeuristicName::Patterns(None)
    }

    /// `shape` is a text such as `hanoi-8x4`.
    fn parse(text: &str, shape: Option<&str>) -> Result<Position, InvalidText> {
        Position::parse(text, shape.map(str::parse::<Shape>).transpose()?)
    }

    fn format(position: &Position) -> String {
        position.to_string()
    }

    fn shape(position: &Position) -> String {
        position.shape().to_string()
    }

    fn goal(text: Option<&str>, start: &Position) -> Result<Position, InvalidText> {
        Position::parse(text.unwrap_or(LAST_PEG), Some(start.shape()))
    }

    fn goal_name(goal: &Position) -> String {
        if goal.is_on_peg(goal.shape().pegs() - 1) {
            return LAST_PEG.to_owned();
        }
        if goal.is_on_peg(0) { FIRST_PEG.to_owned() } else { goal.to_string() }
    }

    fn parse_moves(text: &str) -> Result<Vec<Transfer>, InvalidText> {
        parse_moves(text)
    }

    fn format_moves(moves: &[Transfer]) -> String {
        moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn apply(position: &mut Position, mv: Transfer) -> Result<(), String> {
        position.apply(mv)
    }

    /// Every position of a shape can reach every other one.
    fn solvable(start: &Position, goal: &Position) -> Result<(), Unsolvable> {
        if start.shape() == goal.shape() {
            return Ok(());
        }
        Err(Unsolvable { reason: format!("{} is not {}", start.shape(), goal.shape()) })
    }

    fn random(seed: u64) -> RandomPositions<Self> {
        let mut scrambler = Scrambler::new(seed);
        Box::new(move |goal| scrambler.position(goal.shape()))
    }

    fn visit_space<V: SpaceVisitor<Self>>(
        goal: &Position,
        _metric: EveryMove,
        visitor: V,
    ) -> V::Output {
        visitor.visit(HanoiSpace::new(goal))
    }
}

/// A source of uniform random positions: a number below P is the peg of a disk, for the largest disk first.
#[derive(Debug)]
pub struct Scrambler {
    numbers: Numbers,
}

impl Scrambler {
    /// The name of the generator: a seed gives the same positions as long as this name stays.
    pub const GENERATOR: &'static str = "chacha8-pegs-v1";

    /// The source for a seed.
    pub fn new(seed: u64) -> Self {
        Self { numbers: Numbers::new(seed) }
    }

    /// A position that is uniform over all those of a shape.
    pub fn position(&mut self, shape: Shape) -> Position {
        let pegs = (0..shape.disks()).map(|_| self.numbers.below(shape.pegs() as u64) as u8);
        let position = Position::new(shape, pegs.collect());
        position.unwrap_or_else(|error| unreachable!("pegs below their number: {error}"))
    }
}

/// The generic engine. Many paths lead to the same state, so the default algorithm is A*, not IDA*.
impl Solve for Hanoi {
    fn plan(
        goal: &Position,
        settings: &Settings<Self>,
        _outlook: &Outlook<'_, Self>,
    ) -> Result<Plan<Self>, Unavailable> {
        let algorithm = settings.algorithm.clone().unwrap_or_else(|| AlgorithmName::AStar.into());
        generic::plan(goal, &Settings { algorithm: Some(algorithm), ..settings.clone() })
    }

    fn prepare(plan: &Plan<Self>, (): &()) -> Result<Box<dyn Engine<Self>>, Unavailable> {
        let space = HanoiSpace::new(&plan.goal);
        match plan.heuristic {
            HeuristicName::Zero => Ok(generic::engine(plan, space, ZeroHeuristic)),
            HeuristicName::Misplaced => {
                let misplaced = Misplaced::new(&space);
                Ok(generic::engine(plan, space, misplaced))
            }
            HeuristicName::Patterns(disks) => {
                Ok(generic::engine(plan, space, Patterns::new(&plan.goal, disks)?))
            }
        }
    }
}

impl OwnSearches for HanoiSpace {}

impl Space<Hanoi> for HanoiSpace {
    type Ranking = Ranks;

    fn state(&self, position: &Position) -> Towers {
        Towers::from(position)
    }

    fn position(&self, towers: &Towers) -> Position {
        let pegs = (0..self.shape().disks()).rev().map(|disk| towers.peg_of(disk) as u8).collect();
        let position = Position::new(self.shape(), pegs);
        position.unwrap_or_else(|error| unreachable!("a state has the pegs of its shape: {error}"))
    }

    fn ranking(&self) -> Option<Ranks> {
        Some(self.ranks().clone())
    }

    fn successors(&self) -> Option<Box<dyn Successors>> {
        Some(Box::new(self.ranks().clone()))
    }

    fn code_bytes(&self) -> usize {
        size_of::<u64>()
    }

    fn encode(&self, towers: &Towers, code: &mut [u8]) {
        code.copy_from_slice(&self.ranks().rank(towers).to_le_bytes());
    }

    fn decode(&self, code: &[u8]) -> Option<Towers> {
        let rank = u64::from_le_bytes(code.try_into().ok()?);
        (rank < self.ranks().size()).then(|| self.ranks().unrank(rank))
    }
}
