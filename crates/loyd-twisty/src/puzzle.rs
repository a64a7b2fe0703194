//! Twisty puzzles as a [`Puzzle`]: text, plain moves, and the conversion to typed spaces.

use crate::catalogue::find;
use crate::code::Code;
use crate::error::MAX_SLOTS;
use crate::invalid::InvalidPosition;
use crate::metric::MetricName;
use crate::notation::{format_turns, parse_turns};
use crate::patterns::{PatternKey, PatternTables};
use crate::phases::PHASES;
use crate::position::{Position, SOLVED};
use crate::random::Scrambler;
use crate::ranking::{RankTurns, StateRanking};
use crate::reach::reachable;
use crate::space::TwistySpace;
use crate::spec::{HeuristicName, HeuristicSpec};
use crate::turn::Turn;
use loyd_search::COMPACT;
use loyd_search::puzzle::{
    HeuristicInfo, Puzzle, RandomPositions, Space, SpaceVisitor, Successors,
};
use loyd_search::search::{AlgorithmName, OwnSearches};
use loyd_search::space::{Properties, Unsolvable};
use std::convert::Infallible;

/// Puzzles from definitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Twisty;

/// Runs an expression with the smallest type of space that a model fits into.
macro_rules! with_space {
    ($goal:expr, $metric:expr, $space:ident => $body:expr) => {{
        let (goal, metric) = ($goal, $metric);
        let model = goal.model();
        if TwistySpace::<16, 1, u8>::fits(model) && !COMPACT {
            let $space = TwistySpace::<16, 1, u8>::new(goal, metric);
            $body
        } else if TwistySpace::<64, 8, u8>::fits(model) {
            let $space = TwistySpace::<64, 8, u8>::new(goal, metric);
            $body
        } else if TwistySpace::<256, 32, u8>::fits(model) && !COMPACT {
            let $space = TwistySpace::<256, 32, u8>::new(goal, metric);
            $body
        } else {
            // At most 4 codes in a word, since their number is at most twice that of points.
            let $space = TwistySpace::<MAX_SLOTS, { MAX_SLOTS / 4 }, u16>::new(goal, metric);
            $body
        }
    }};
}

pub(crate) use with_space;

impl Puzzle for Twisty {
    type Position = Position;
    type Move = Turn;
    type Metric = MetricName;
    type Heuristic = HeuristicSpec;
    type Partition = Infallible;
    type TableKey = PatternKey;
    type Tables = PatternTables;
    type Invalid = InvalidPosition;

    const NAME: &'static str = "twisty";
    const METRICS: &'static [MetricName] = &MetricName::ALL;
    const FIELDS: &'static [&'static str] = &["pattern"];
    const COLUMNS: &'static [&'static str] = &["pattern", "scramble"];
    const OWN_ALGORITHMS: &'static [AlgorithmName] = &[PHASES];

    fn metric_title(metric: MetricName) -> String {
        format!("{metric}-turn metric")
    }

    fn heuristics() -> Vec<HeuristicInfo> {
        HeuristicName::all()
    }

    fn properties(_heuristic: &HeuristicSpec, _metric: MetricName) -> Properties {
        Properties::CONSISTENT
    }

    fn zero() -> HeuristicSpec {
        HeuristicName::Zero.into()
    }

    fn usual_heuristic(_goal: &Position, _metric: MetricName) -> HeuristicSpec {
        HeuristicName::Orbits.into()
    }

    /// `shape` is the name of a puzzle ([`find`]).
    fn parse(text: &str, shape: Option<&str>) -> Result<Position, InvalidPosition> {
        let name = shape.ok_or(InvalidPosition::Unnamed)?.trim();
        let model = find(name)?;
        Position::parse(text, &model)
    }

    fn format(position: &Position) -> String {
        position.to_string()
    }

    fn shape(position: &Position) -> String {
        position.model().id().to_owned()
    }

    fn goal(text: Option<&str>, start: &Position) -> Result<Position, InvalidPosition> {
        Position::parse_goal(text.unwrap_or(SOLVED), start)
    }

    fn toward(start: Position, goal: &Position) -> Position {
        start.toward(goal)
    }

    fn is_goal(position: &Position, goal: &Position) -> bool {
        goal.admits(position)
    }

    fn goal_name(goal: &Position) -> String {
        if let Some(quotient) = goal.model().quotient().filter(|_| goal.is_solved()) {
            return quotient.goal.clone();
        }
        if goal.is_solved() { SOLVED.to_owned() } else { goal.to_string() }
    }

    fn parse_moves(text: &str) -> Result<Vec<Turn>, InvalidPosition> {
        Ok(parse_turns(text)?)
    }

    fn format_moves(moves: &[Turn]) -> String {
        format_turns(moves)
    }

    /// In the quarter-turn metric the cost of a turn is its amount.
    fn cost(turn: Turn, metric: MetricName) -> Option<u32> {
        Some(match metric {
            MetricName::Half => 1,
            MetricName::Quarter => turn.amount().unsigned_abs().into(),
        })
    }

    /// Moves the pieces one by one; shares nothing with the tables of searches.
    fn apply(position: &mut Position, turn: Turn) -> Result<(), String> {
        position.turn(turn)
    }

    fn solvable(start: &Position, goal: &Position) -> Result<(), Unsolvable> {
        reachable(start.model(), start.slots(), goal.slots())
    }

    fn random(seed: u64) -> RandomPositions<Self> {
        let mut scrambler = Scrambler::new(seed);
        Box::new(move |goal| scrambler.position(goal))
    }

    fn visit_space<V: SpaceVisitor<Self>>(
        goal: &Position,
        metric: MetricName,
        visitor: V,
    ) -> V::Output {
        with_space!(goal, metric, space => visitor.visit(space))
    }
}

impl<const N: usize, const W: usize, C: Code> OwnSearches for TwistySpace<N, W, C> {}

impl<const N: usize, const W: usize, C: Code> Space<Twisty> for TwistySpace<N, W, C> {
    type Ranking = StateRanking;

    fn state(&self, position: &Position) -> [C; N] {
        self.code(position.slots())
    }

    fn starts(&self, position: &Position) -> Vec<[C; N]> {
        let others = position.others().iter().map(|slots| self.code(slots));
        [self.code(position.slots())].into_iter().chain(others).collect()
    }

    fn position(&self, state: &[C; N]) -> Position {
        Position::of_slots(self.model(), self.slots(state))
    }

    fn ranking(&self) -> Option<StateRanking> {
        let goal = self.slots(&loyd_search::space::Reversible::goal_state(self));
        Some(StateRanking::new(self.model().axes(&goal)?))
    }

    fn states(&self) -> Option<u128> {
        let ranked = || {
            let goal = self.slots(&loyd_search::space::Reversible::goal_state(self));
            Some(self.model().axes(&goal)?.size().into())
        };
        self.model().faithful_states().or_else(ranked)
    }

    fn code_bytes(&self) -> usize {
        self.slot_count() * C::BYTES
    }

    #[inline]
    fn encode(&self, state: &[C; N], code: &mut [u8]) {
        C::write(&state[..self.slot_count()], code);
    }

    #[inline]
    fn decode(&self, code: &[u8]) -> Option<[C; N]> {
        self.checked(code)
    }

    fn successors(&self) -> Option<Box<dyn Successors>> {
        let goal = self.slots(&loyd_search::space::Reversible::goal_state(self));
        Some(Box::new(RankTurns::new(self.model().axes(&goal)?, self.half_letters())))
    }
}
