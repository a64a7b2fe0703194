//! Sliding tiles as a [`Puzzle`]: text, plain moves, and the dispatch to typed boards.

use super::{Engine, KnownTables, Outlook, Plan, Settings, Solver, best_found, choose, tables_of};
use crate::boards::{BoardVisitor, with_shaped_board};
use crate::heuristic::{HeuristicName, HeuristicSpec, Unavailable};
use crate::pdb::{Partition, PatternTable};
use crate::puzzle::code;
use crate::search::{CONSTRUCTIVE, HUMAN};
use crate::{
    Board, BoardRanking, Goal, Metric, MetricName, Multi, NotationError, Position, Scrambler,
    Single, Slide, Sliding, format_moves, parse_goal, parse_moves, parse_position, parse_size,
    solvable, solvable_states,
};
use loyd_search::puzzle::{Field, HeuristicInfo, Puzzle, RandomPositions, Space, SpaceVisitor};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::Solve;
use loyd_search::space::{Properties, Unsolvable};

/// Sliding tiles on boards of every size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tiles;

impl Puzzle for Tiles {
    type Position = Position;
    type Move = Slide;
    type Metric = MetricName;
    type Heuristic = HeuristicSpec;
    type Partition = Partition;
    type TableKey = PatternTable;
    type Tables = KnownTables;
    type Invalid = NotationError;

    const NAME: &'static str = "tiles";
    const METRICS: &'static [MetricName] = &[MetricName::Single, MetricName::Multi];
    const FIELDS: &'static [&'static str] = &["tiles", "width", "height"];
    const COLUMNS: &'static [&'static str] = &["tiles"];
    const OWN_ALGORITHMS: &'static [AlgorithmName] = &[HUMAN, CONSTRUCTIVE];

    fn metric_title(metric: MetricName) -> String {
        format!("{metric}-tile metric")
    }

    fn quick_solution(
        start: &Position,
        goal: &Position,
        metric: MetricName,
    ) -> Option<(Vec<Slide>, AlgorithmName)> {
        let path = best_found::quick_solution(start, goal, metric)?;
        Some((path, CONSTRUCTIVE))
    }

    fn heuristics() -> Vec<HeuristicInfo> {
        let info = |name: &HeuristicName| {
            let info = name.info();
            HeuristicInfo { name: info.name, summary: info.summary }
        };
        HeuristicName::ALL.iter().map(info).collect()
    }

    fn properties(heuristic: &HeuristicSpec, metric: MetricName) -> Properties {
        heuristic.properties(metric)
    }

    fn zero() -> HeuristicSpec {
        HeuristicName::Zero.into()
    }

    fn usual_heuristic(_goal: &Position, _metric: MetricName) -> HeuristicSpec {
        HeuristicName::Manhattan.into()
    }

    fn parse(text: &str, shape: Option<&str>) -> Result<Position, NotationError> {
        let size = shape.map(parse_size).transpose()?;
        parse_position(text, size)
    }

    fn format(position: &Position) -> String {
        position.to_line()
    }

    fn shape(position: &Position) -> String {
        position.size().to_string()
    }

    fn fields(position: &Position) -> Vec<(&'static str, Field)> {
        let size = position.size();
        vec![
            ("tiles", Field::Text(position.to_line())),
            ("width", Field::Number(size.width() as u64)),
            ("height", Field::Number(size.height() as u64)),
        ]
    }

    fn goal(text: Option<&str>, start: &Position) -> Result<Position, NotationError> {
        let size = start.size();
        let goal = match text {
            None => Goal::default(),
            Some(text) => parse_goal(text, Some(size))?,
        };
        goal.position(size).ok_or_else(|| {
            let text = text.unwrap_or_default();
            NotationError::new(
                text,
                None,
                format!("the goal's size differs from the board's, {size}"),
            )
        })
    }

    fn goal_name(goal: &Position) -> String {
        Goal::of(goal).to_string()
    }

    fn parse_moves(text: &str) -> Result<Vec<Slide>, NotationError> {
        parse_moves(text)
    }

    fn format_moves(moves: &[Slide]) -> String {
        format_moves(moves)
    }

    fn cost(mv: Slide, metric: MetricName) -> Option<u32> {
        match metric {
            MetricName::Single => (mv.count == 1).then_some(1),
            MetricName::Multi => Some(1),
        }
    }

    fn apply(position: &mut Position, mv: Slide) -> Result<(), String> {
        position.slide(mv).map_err(|illegal| illegal.to_string())
    }

    fn apply_all(position: &mut Position, moves: &[Slide]) -> Result<(), (usize, String)> {
        position.slide_all(moves).map_err(|(number, illegal)| (number, illegal.to_string()))
    }

    fn solvable(start: &Position, goal: &Position) -> Result<(), Unsolvable> {
        solvable(start.size(), start.tiles(), goal.tiles())
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
        with_shaped_space(goal, metric, AnySpace(visitor))
    }
}

impl Solve for Tiles {
    fn plan(
        goal: &Position,
        settings: &Settings,
        outlook: &Outlook<'_>,
    ) -> Result<Plan, Unavailable> {
        choose(goal, settings, outlook)
    }

    fn tables_of(plan: &Plan) -> Vec<PatternTable> {
        tables_of(plan)
    }

    fn prepare(plan: &Plan, tables: &KnownTables) -> Result<Box<dyn Engine<Self>>, Unavailable> {
        Ok(Box::new(Solver::with_tables(plan, tables)?))
    }
}

impl<B: Board, M: Metric> Space<Tiles> for Sliding<B, M> {
    type Ranking = BoardRanking<B>;

    fn state(&self, position: &Position) -> B {
        Self::board(position)
    }

    fn position(&self, state: &B) -> Position {
        Position::from_permutation(state.size(), state.tiles())
    }

    fn ranking(&self) -> Option<BoardRanking<B>> {
        BoardRanking::new(&self.position(self.goal()))
    }

    fn states(&self) -> Option<u128> {
        solvable_states(self.size())
    }

    fn code_bytes(&self) -> usize {
        code::bytes(self.size().cells())
    }

    #[inline]
    fn encode(&self, state: &B, bytes: &mut [u8]) {
        code::encode(state, bytes);
    }

    #[inline]
    fn decode(&self, bytes: &[u8]) -> Option<B> {
        code::decode(self.size(), bytes)
    }

    fn digits(&self) -> Option<usize> {
        Some(self.size().cells()).filter(|&cells| cells <= code::MAX_DIGITS)
    }
}

/// A computation over the space of a goal with boards whose shape is known only at run time.
pub(super) trait ShapedVisitor {
    type Output;

    fn visit<B: Board, M: Metric>(self, space: Sliding<B, M>) -> Self::Output;
}

/// Runs a computation with the space of a goal.
pub(super) fn with_shaped_space<V: ShapedVisitor>(
    goal: &Position,
    metric: MetricName,
    visitor: V,
) -> V::Output {
    with_shaped_board(goal.size(), InSpace { goal, metric, visitor })
}

struct InSpace<'a, V> {
    goal: &'a Position,
    metric: MetricName,
    visitor: V,
}

impl<V: ShapedVisitor> BoardVisitor for InSpace<'_, V> {
    type Output = V::Output;

    fn visit<B: Board>(self) -> V::Output {
        match self.metric {
            MetricName::Single => self.visitor.visit(Sliding::<B, Single>::new(self.goal)),
            MetricName::Multi => self.visitor.visit(Sliding::<B, Multi>::new(self.goal)),
        }
    }
}

struct AnySpace<V>(V);

impl<V: SpaceVisitor<Tiles>> ShapedVisitor for AnySpace<V> {
    type Output = V::Output;

    fn visit<B: Board, M: Metric>(self, space: Sliding<B, M>) -> V::Output {
        self.0.visit(space)
    }
}
