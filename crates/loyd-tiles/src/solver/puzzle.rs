//! Sliding tiles as a [`Puzzle`]: text, plain moves, and the dispatch to typed boards.

use super::{
    Engine, KnownTables, Outlook, Plan, Settings, Solver, admitted, best_found, choose, tables_of,
};
use crate::boards::{BoardVisitor, with_shaped_board};
use crate::heuristic::{HeuristicName, HeuristicSpec, Unavailable};
use crate::pdb::{Partition, PatternTable};
use crate::puzzle::code;
#[cfg(not(target_family = "wasm"))]
use crate::search::IDASTAR_PROBE;
use crate::search::{CONSTRUCTIVE, HUMAN};
use crate::{
    Board, BoardRanking, Goal, Metric, MetricName, Multi, NotationError, Position, Quotient,
    QuotientRanking, Scrambler, Single, Slide, Sliding, Wide, Word64, format_moves, parse_goal,
    parse_moves, parse_position, parse_size, solvable, solvable_states,
};
use loyd_search::COMPACT;
use loyd_search::puzzle::{Field, HeuristicInfo, Puzzle, RandomPositions, Space, SpaceVisitor};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::Solve;
use loyd_search::space::{Properties, StateSpace, Unsolvable};

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
    const OWN_ALGORITHMS: &'static [AlgorithmName] = &[
        HUMAN,
        CONSTRUCTIVE,
        #[cfg(not(target_family = "wasm"))]
        IDASTAR_PROBE,
    ];

    fn metric_title(metric: MetricName) -> String {
        format!("{metric}-tile metric")
    }

    fn quick_solution(
        start: &Position,
        goal: &Position,
        metric: MetricName,
    ) -> Option<(Vec<Slide>, AlgorithmName)> {
        let board = goal.reachable_board(start)?;
        let path = best_found::quick_solution(start, &board, metric)?;
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

    /// A goal that admits several boards is a position too: so it is read again from files.
    fn parse(text: &str, shape: Option<&str>) -> Result<Position, NotationError> {
        let size = shape.map(parse_size).transpose()?;
        match parse_goal(text, size) {
            Ok(Goal::Board(goal)) if !goal.is_board() => Ok(goal),
            Ok(goal @ Goal::Nearest(_)) => {
                let size = size.or(goal.size());
                let position = size.and_then(|size| goal.position(size));
                position.ok_or_else(|| NotationError::new(text, None, "its size is unknown"))
            }
            _ => parse_position(text, size),
        }
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

    fn is_goal(position: &Position, goal: &Position) -> bool {
        goal.admits(position)
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
        if goal.is_board() {
            return solvable(start.size(), start.tiles(), goal.tiles());
        }
        let space = Quotient::<Wide, Single>::new(goal);
        space.solvable(&space.board(start))
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
        if !goal.is_board() {
            return with_quotient(goal, metric, AnySpace(visitor));
        }
        if COMPACT {
            // Enumerations of boards have their own engines.
            return InSpace { goal, metric, visitor: AnySpace(visitor) }.visit::<Wide>();
        }
        with_shaped_space(goal, metric, AnySpace(visitor))
    }
}

impl Solve for Tiles {
    fn plan(
        goal: &Position,
        settings: &Settings,
        outlook: &Outlook<'_>,
    ) -> Result<Plan, Unavailable> {
        if goal.is_board() {
            choose(goal, settings, outlook)
        } else {
            admitted::plan(goal, settings, outlook)
        }
    }

    fn tables_of(plan: &Plan) -> Vec<PatternTable> {
        tables_of(plan)
    }

    fn prepare(plan: &Plan, tables: &KnownTables) -> Result<Box<dyn Engine<Self>>, Unavailable> {
        if plan.goal.is_board() {
            Ok(Box::new(Solver::with_tables(plan, tables)?))
        } else {
            admitted::prepare(plan)
        }
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

impl<B: Board, M: Metric> Space<Tiles> for Quotient<B, M> {
    type Ranking = QuotientRanking<B>;

    fn state(&self, position: &Position) -> B {
        self.board(position)
    }

    fn starts(&self, position: &Position) -> Vec<B> {
        if position.is_board() { vec![self.board(position)] } else { self.boards(position) }
    }

    fn position(&self, state: &B) -> Position {
        self.position_of(state)
    }

    fn ranking(&self) -> Option<QuotientRanking<B>> {
        self.ranking_of()
    }

    fn states(&self) -> Option<u128> {
        self.state_count()
    }

    fn code_bytes(&self) -> usize {
        code::bytes(self.size().cells())
    }

    fn encode(&self, state: &B, bytes: &mut [u8]) {
        code::encode(state, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<B> {
        let tiles = code::tiles(self.size(), bytes)?;
        self.is_state(&tiles).then(|| B::new(self.size(), &tiles))
    }
}

/// A computation over the quotient of a goal.
pub(super) trait QuotientVisitor {
    type Output;

    fn visit<B: Board, M: Metric>(self, space: Quotient<B, M>) -> Self::Output;
}

/// Runs a computation with the quotient of a goal that admits several boards.
pub(super) fn with_quotient<V: QuotientVisitor>(
    goal: &Position,
    metric: MetricName,
    visitor: V,
) -> V::Output {
    let is_small = goal.size().cells() <= Word64::MAX_CELLS;
    match (metric, is_small) {
        (MetricName::Single, true) => visitor.visit(Quotient::<Word64, Single>::new(goal)),
        (MetricName::Single, false) => visitor.visit(Quotient::<Wide, Single>::new(goal)),
        (MetricName::Multi, true) => visitor.visit(Quotient::<Word64, Multi>::new(goal)),
        (MetricName::Multi, false) => visitor.visit(Quotient::<Wide, Multi>::new(goal)),
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

impl<V: SpaceVisitor<Tiles>> QuotientVisitor for AnySpace<V> {
    type Output = V::Output;

    fn visit<B: Board, M: Metric>(self, space: Quotient<B, M>) -> V::Output {
        self.0.visit(space)
    }
}

impl<V: SpaceVisitor<Tiles>> ShapedVisitor for AnySpace<V> {
    type Output = V::Output;

    fn visit<B: Board, M: Metric>(self, space: Sliding<B, M>) -> V::Output {
        self.0.visit(space)
    }
}
