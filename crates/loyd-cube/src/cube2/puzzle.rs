//! The 2x2x2 cube as a [`Puzzle`]: text, plain moves, and the conversion to typed spaces.
//!
//! Positions are states with DBL in place, so two cubes that differ only in how they are held are
//! one position. [`Puzzle::parse_moves`] returns turns of U, R and F: turns of the other faces and
//! rotations are [resolved](super::resolve), each turn to one turn, so a solution with turns of all
//! six faces keeps its cost. [`Puzzle::apply`] also accepts a turn of D, L or B; colours are then
//! renamed after the corner that comes to DBL.

use super::classes::Classes;
use super::successors::RankTurns;
use super::text::SOLVED;
use super::{
    Cube2, Cube2Ranking, Cube2Space, HeuristicName, HeuristicSpec, HeuristicVisitor, InvalidText,
    parse_text, parse_turns, with_heuristic,
};
use crate::{Half, Metric, MetricName, Quarter, Scrambler, Stickers, Turn, format_turns};
use loyd::puzzle::{
    self, HeuristicInfo, Puzzle, RandomPositions, SearchVisitor, Space, SpaceVisitor, Successors,
};
use loyd::search::OwnSearches;
use loyd::solver::{Solve, Unavailable};
use loyd::space::{Heuristic, Properties};
use std::convert::Infallible;

/// The name of the family, and of its only shape.
pub(super) const NAME: &str = "cube2";

/// The 2x2x2 cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TwoByTwo;

impl Puzzle for TwoByTwo {
    type Position = Cube2;
    type Move = Turn;
    type Metric = MetricName;
    type Heuristic = HeuristicSpec;
    type Partition = Infallible;
    type TableKey = Infallible;
    type Tables = ();
    type Invalid = InvalidText;

    const NAME: &'static str = NAME;
    const METRICS: &'static [MetricName] = &MetricName::ALL;
    const FIELDS: &'static [&'static str] = &["facelets"];
    const COLUMNS: &'static [&'static str] = &["facelets", "scramble"];

    fn metric_title(metric: MetricName) -> String {
        format!("{metric}-turn metric")
    }

    fn heuristics() -> Vec<HeuristicInfo> {
        HeuristicName::ALL.iter().map(|name| name.info()).collect()
    }

    fn properties(_heuristic: &HeuristicSpec, _metric: MetricName) -> Properties {
        Properties::CONSISTENT
    }

    fn zero() -> HeuristicSpec {
        HeuristicName::Zero.into()
    }

    fn usual_heuristic(_goal: &Cube2, _metric: MetricName) -> HeuristicSpec {
        HeuristicSpec::usual()
    }

    fn parse(text: &str, shape: Option<&str>) -> Result<Cube2, InvalidText> {
        match shape {
            Some(found) if found.trim() != NAME => {
                Err(InvalidText::Shape { found: found.to_owned() })
            }
            _ => parse_text(text),
        }
    }

    fn format(position: &Cube2) -> String {
        position.to_string()
    }

    fn goal(text: Option<&str>, _start: &Cube2) -> Result<Cube2, InvalidText> {
        text.map_or(Ok(Cube2::SOLVED), parse_text)
    }

    fn goal_name(goal: &Cube2) -> String {
        if *goal == Cube2::SOLVED { SOLVED.to_owned() } else { goal.to_string() }
    }

    fn parse_moves(text: &str) -> Result<Vec<Turn>, InvalidText> {
        Ok(parse_turns(text)?)
    }

    fn format_moves(moves: &[Turn]) -> String {
        format_turns(moves)
    }

    /// A half turn costs 2 in the quarter-turn metric.
    fn cost(turn: Turn, metric: MetricName) -> Option<u32> {
        Some(match metric {
            MetricName::Half => Half::length(turn),
            MetricName::Quarter => Quarter::length(turn),
        })
    }

    /// Turns the [`Stickers`]. Any turn is possible.
    fn apply(position: &mut Cube2, turn: Turn) -> Result<(), String> {
        let stickers = Stickers::from(*position).after(&[turn]);
        *position = Cube2::try_from(&stickers).map_err(|invalid| invalid.to_string())?;
        Ok(())
    }

    fn random(seed: u64) -> RandomPositions<Self> {
        let mut scrambler = Scrambler::new(seed);
        Box::new(move |_| scrambler.cube2())
    }

    fn visit_space<V: SpaceVisitor<Self>>(
        &goal: &Cube2,
        metric: MetricName,
        visitor: V,
    ) -> V::Output {
        match metric {
            MetricName::Half => visitor.visit(Cube2Space::<Half>::new(goal)),
            MetricName::Quarter => visitor.visit(Cube2Space::<Quarter>::new(goal)),
        }
    }

    fn visit<V: SearchVisitor<Self>>(
        &goal: &Cube2,
        metric: MetricName,
        heuristic: &HeuristicSpec,
        visitor: V,
    ) -> Result<V::Output, Unavailable> {
        match metric {
            MetricName::Half => typed(Cube2Space::<Half>::new(goal), heuristic, visitor),
            MetricName::Quarter => typed(Cube2Space::<Quarter>::new(goal), heuristic, visitor),
        }
    }
}

impl Solve for TwoByTwo {}

impl<M: Metric> OwnSearches for Cube2Space<M> {}

impl<M: Metric> Space<TwoByTwo> for Cube2Space<M> {
    type Ranking = Cube2Ranking;

    fn state(&self, position: &Cube2) -> Cube2 {
        *position
    }

    fn position(&self, state: &Cube2) -> Cube2 {
        *state
    }

    fn ranking(&self) -> Option<Cube2Ranking> {
        Some(Cube2Ranking::new())
    }

    fn successors(&self) -> Option<Box<dyn Successors>> {
        Some(Box::new(RankTurns::new(&Cube2Ranking::new(), Self::TURNS)))
    }

    fn classes(&self) -> Option<Box<dyn puzzle::Classes>> {
        Some(Box::new(Classes::<M>::new()))
    }
}

fn typed<M: Metric, V: SearchVisitor<TwoByTwo>>(
    space: Cube2Space<M>,
    heuristic: &HeuristicSpec,
    visitor: V,
) -> Result<V::Output, Unavailable> {
    with_heuristic(heuristic, &space.clone(), WithSpace { space, visitor })
}

/// A [`SearchVisitor`] with its space, waiting for the heuristic.
struct WithSpace<M, V> {
    space: Cube2Space<M>,
    visitor: V,
}

impl<M: Metric, V: SearchVisitor<TwoByTwo>> HeuristicVisitor<M> for WithSpace<M, V> {
    type Output = V::Output;

    fn visit<H>(self, heuristic: H) -> V::Output
    where
        H: Heuristic<Cube2Space<M>, Memo: Send + Sync> + Clone + Send + Sync + 'static,
    {
        self.visitor.visit(self.space, heuristic)
    }
}
