//! A cube as a [`Puzzle`]: text, plain moves, and the conversion to typed spaces.
//!
//! Two cubes that differ only in how they are held are one position.

use crate::only_moves::only_moves;
use crate::text::{SOLVED, parse_text};
use crate::{
    Cube, CubeSpace, Half, HeuristicSpec, HeuristicVisitor, InvalidText, Metric, MetricName,
    NamedHeuristic, Quarter, Scrambler, Turn, format_turns, parse_steps,
};
use loyd_search::puzzle::{HeuristicInfo, Puzzle, RandomPositions, SpaceVisitor};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::{Engine, Plan, generic};
use loyd_search::space::{Heuristic, Properties};
use std::convert::Infallible;
use std::marker::PhantomData;

/// The puzzle of a cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CubePuzzle<C>(PhantomData<C>);

impl<C: Cube> Puzzle for CubePuzzle<C> {
    type Position = C;
    type Move = Turn;
    type Metric = MetricName;
    type Heuristic = HeuristicSpec<C::Heuristic>;
    type Partition = Infallible;
    type TableKey = C::TableKey;
    type Tables = C::Tables;
    type Invalid = InvalidText;

    const NAME: &'static str = C::NAME;
    const METRICS: &'static [MetricName] = &MetricName::ALL;
    const FIELDS: &'static [&'static str] = &["facelets"];
    const COLUMNS: &'static [&'static str] = &["facelets", "scramble"];
    const OWN_ALGORITHMS: &'static [AlgorithmName] = C::OWN_ALGORITHMS;

    fn metric_title(metric: MetricName) -> String {
        format!("{metric}-turn metric")
    }

    fn quick_solution(
        &start: &C,
        &goal: &C,
        metric: MetricName,
    ) -> Option<(Vec<Turn>, AlgorithmName)> {
        C::quick_solution(start, goal, metric)
    }

    /// The heuristics whose tables take milliseconds; [`NamedHeuristic::ALL`] has the others too.
    fn heuristics() -> Vec<HeuristicInfo> {
        let quick = C::Heuristic::ALL.iter().filter(|name| name.is_quick());
        quick.map(|name| name.info()).collect()
    }

    fn properties(heuristic: &HeuristicSpec<C::Heuristic>, _metric: MetricName) -> Properties {
        heuristic.properties()
    }

    fn zero() -> HeuristicSpec<C::Heuristic> {
        C::Heuristic::ZERO.into()
    }

    /// For one cube; a plan may know more.
    fn usual_heuristic(_goal: &C, _metric: MetricName) -> HeuristicSpec<C::Heuristic> {
        C::Heuristic::usual()
    }

    fn parse(text: &str, shape: Option<&str>) -> Result<C, InvalidText> {
        match shape {
            Some(found) if found.trim() != C::NAME => {
                Err(InvalidText::Shape { found: found.to_owned(), only: C::NAME })
            }
            _ => parse_text(text),
        }
    }

    fn format(position: &C) -> String {
        position.to_string()
    }

    fn goal(text: Option<&str>, _start: &C) -> Result<C, InvalidText> {
        text.map_or(Ok(C::SOLVED), parse_text)
    }

    fn goal_name(goal: &C) -> String {
        if *goal == C::SOLVED { SOLVED.to_owned() } else { goal.to_string() }
    }

    fn parse_moves(text: &str) -> Result<Vec<Turn>, InvalidText> {
        Ok(C::resolve(&parse_steps(text, C::SIDE)?))
    }

    fn format_moves(moves: &[Turn]) -> String {
        format_turns(moves)
    }

    /// A quarter turn allows all turns of its face, a half turn only itself.
    fn only_moves(text: &str, metric: MetricName) -> Result<Vec<Turn>, String> {
        let turns = match metric {
            MetricName::Half => CubeSpace::<C, Half>::TURNS,
            MetricName::Quarter => CubeSpace::<C, Quarter>::TURNS,
        };
        only_moves(text, C::SIDE, turns)
    }

    /// A half turn costs 2 in the quarter-turn metric.
    fn cost(turn: Turn, metric: MetricName) -> Option<u32> {
        Some(match metric {
            MetricName::Half => Half::length(turn),
            MetricName::Quarter => Quarter::length(turn),
        })
    }

    /// Turns the [`Stickers`](crate::Stickers). Any turn of any face is possible.
    fn apply(position: &mut C, turn: Turn) -> Result<(), String> {
        let stickers = (*position).into().after(&[turn]);
        *position = C::try_from(&stickers).map_err(|invalid| invalid.to_string())?;
        Ok(())
    }

    fn random(seed: u64) -> RandomPositions<Self> {
        let mut scrambler = Scrambler::new(seed);
        Box::new(move |_| C::random(&mut scrambler))
    }

    fn visit_space<V: SpaceVisitor<Self>>(&goal: &C, metric: MetricName, visitor: V) -> V::Output {
        match metric {
            MetricName::Half => visitor.visit(CubeSpace::<C, Half>::new(goal)),
            MetricName::Quarter => visitor.visit(CubeSpace::<C, Quarter>::new(goal)),
        }
    }
}

/// The generic engine of a plan in its space, which lacks the heuristic.
pub(crate) struct GenericEngine<'a, C: Cube, M> {
    pub(crate) plan: &'a Plan<CubePuzzle<C>>,
    pub(crate) space: CubeSpace<C, M>,
}

impl<C: Cube, M: Metric> HeuristicVisitor<CubeSpace<C, M>> for GenericEngine<'_, C, M> {
    type Output = Box<dyn Engine<CubePuzzle<C>>>;

    fn visit<H>(self, heuristic: H) -> Self::Output
    where
        H: Heuristic<CubeSpace<C, M>, Memo: Send + Sync> + Clone + Send + Sync + 'static,
    {
        generic::engine(self.plan, self.space, heuristic)
    }
}
