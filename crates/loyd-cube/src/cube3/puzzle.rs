//! The 3x3x3 cube as a [`Puzzle`]: text, plain moves, and the step to typed spaces.
//!
//! Positions are states with their centres in place, so two cubes that differ only in how they are
//! held are one position. A move that [`Puzzle::parse_moves`] reads is a turn of a face: wide turns,
//! slices and rotations are [resolved](super::resolve).

use super::building::Building;
use super::registry::builders;
use super::text::SOLVED;
use super::{
    Classes, Cube3, Cube3Space, HeuristicName, HeuristicSpec, HeuristicVisitor, InvalidText,
    KeptTable, Optimal, Rows, STATES, SubgroupDistance, SubgroupTable, TableKey, Tables, TwoPhase,
    TwoPhaseTables, parse_text, parse_turns, two_phase, with_heuristic,
};
use crate::{Half, Metric, MetricName, Quarter, Scrambler, Stickers, Turn, format_turns};
use loyd::puzzle::{
    self, HeuristicInfo, Puzzle, RandomPositions, SearchVisitor, Space, SpaceVisitor,
};
use loyd::search::{AlgorithmName, OwnSearches};
use loyd::solver::{Engine, Outlook, Plan, PruningChoice, Settings, Solve, Unavailable, generic};
use loyd::space::{Heuristic, Properties, Ranking};
use std::convert::Infallible;
use std::sync::Arc;

/// The name of the family, and of its only shape.
pub(super) const NAME: &str = "cube3";

/// Cubes from which on the databases that take the longest to build are worth it.
const MANY: u64 = 10;

/// Cubes from which on tables that take minutes to build are worth it: one far from solved would be
/// enough, but how far they are is not known yet.
const MINUTES_WORTH: u64 = 100;

/// Expansions that are made for a cube before large tables are loaded: some tenths of a second.
const EASY: u64 = 300_000;

/// Bytes that these databases take, 85 MiB, with room for everything else.
const ROOM: u64 = 128 << 20;

/// The 3x3x3 cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreeByThree;

impl Puzzle for ThreeByThree {
    type Position = Cube3;
    type Move = Turn;
    type Metric = MetricName;
    type Heuristic = HeuristicSpec;
    type Partition = Infallible;
    type TableKey = TableKey;
    type Tables = Tables;
    type Invalid = InvalidText;

    const NAME: &'static str = NAME;
    const METRICS: &'static [MetricName] = &MetricName::ALL;
    const FIELDS: &'static [&'static str] = &["facelets"];
    const COLUMNS: &'static [&'static str] = &["facelets", "scramble"];

    fn metric_title(metric: MetricName) -> String {
        format!("{metric}-turn metric")
    }

    fn algorithms() -> Vec<AlgorithmName> {
        let others = [AlgorithmName::Human, AlgorithmName::Constructive];
        AlgorithmName::ALL.iter().copied().filter(|name| !others.contains(name)).collect()
    }

    /// The heuristics whose tables take milliseconds; [`HeuristicName::ALL`] has the others too.
    fn heuristics() -> Vec<HeuristicInfo> {
        let quick = HeuristicName::ALL.iter().filter(|name| name.is_quick());
        quick.map(|name| name.info()).collect()
    }

    fn properties(heuristic: &HeuristicSpec, _metric: MetricName) -> Properties {
        if heuristic.subgroup().is_some() { Properties::ADMISSIBLE } else { Properties::CONSISTENT }
    }

    fn zero() -> HeuristicSpec {
        HeuristicName::Zero.into()
    }

    /// For one cube; [`Solve::plan`] knows more.
    fn usual_heuristic(_goal: &Cube3, _metric: MetricName) -> HeuristicSpec {
        HeuristicSpec::quick()
    }

    fn parse(text: &str, shape: Option<&str>) -> Result<Cube3, InvalidText> {
        match shape {
            Some(found) if found.trim() != NAME => {
                Err(InvalidText::Shape { found: found.to_owned() })
            }
            _ => parse_text(text),
        }
    }

    fn format(position: &Cube3) -> String {
        position.to_string()
    }

    fn goal(text: Option<&str>, _start: &Cube3) -> Result<Cube3, InvalidText> {
        text.map_or(Ok(Cube3::SOLVED), parse_text)
    }

    fn goal_name(goal: &Cube3) -> String {
        if *goal == Cube3::SOLVED { SOLVED.to_owned() } else { goal.to_string() }
    }

    fn parse_moves(text: &str) -> Result<Vec<Turn>, InvalidText> {
        Ok(parse_turns(text)?)
    }

    fn format_moves(moves: &[Turn]) -> String {
        format_turns(moves)
    }

    /// A half turn counts two in the quarter-turn metric.
    fn cost(turn: Turn, metric: MetricName) -> Option<u32> {
        Some(match metric {
            MetricName::Half => Half::length(turn),
            MetricName::Quarter => Quarter::length(turn),
        })
    }

    /// Turns the [`Stickers`]. Any turn is possible.
    fn apply(position: &mut Cube3, turn: Turn) -> Result<(), String> {
        let stickers = Stickers::from(*position).after(&[turn]);
        *position = Cube3::try_from(&stickers).map_err(|invalid| invalid.to_string())?;
        Ok(())
    }

    fn random(seed: u64) -> RandomPositions<Self> {
        let mut scrambler = Scrambler::new(seed);
        Box::new(move |_| scrambler.cube3())
    }

    fn visit_space<V: SpaceVisitor<Self>>(
        &goal: &Cube3,
        metric: MetricName,
        visitor: V,
    ) -> V::Output {
        match metric {
            MetricName::Half => visitor.visit(Cube3Space::<Half>::new(goal)),
            MetricName::Quarter => visitor.visit(Cube3Space::<Quarter>::new(goal)),
        }
    }

    fn visit<V: SearchVisitor<Self>>(
        &goal: &Cube3,
        metric: MetricName,
        heuristic: &HeuristicSpec,
        visitor: V,
    ) -> Result<V::Output, Unavailable> {
        match metric {
            MetricName::Half => typed(Cube3Space::<Half>::new(goal), heuristic, visitor),
            MetricName::Quarter => typed(Cube3Space::<Quarter>::new(goal), heuristic, visitor),
        }
    }
}

impl Solve for ThreeByThree {
    /// The largest table that is at hand and fits the memory. Tables that have to be built pay when many
    /// cubes share them.
    fn plan(
        goal: &Cube3,
        settings: &Settings<Self>,
        outlook: &Outlook<'_, Self>,
    ) -> Result<Plan<Self>, Unavailable> {
        let plan = generic::plan(goal, settings)?;
        if plan.algorithm.name == AlgorithmName::TwoPhase {
            two_phase::check(plan.metric)?;
        }
        if settings.heuristic.is_some() || !plan.algorithm.name.info().informed {
            return Ok(plan);
        }
        let best = if plan.algorithm.name == AlgorithmName::IdaStar {
            let at_hand = |rows| (outlook.at_hand)(&TableKey::Subgroup(rows));
            let worth =
                |rows| at_hand(rows) || rows == Rows::One || outlook.boards >= MINUTES_WORTH;
            HeuristicSpec::subgroup_within(outlook.memory, worth)
        } else {
            let pays = outlook.boards >= MANY && outlook.memory >= ROOM;
            pays.then(HeuristicSpec::thorough)
        };
        Ok(Plan { heuristic: best.unwrap_or(plan.heuristic), ..plan })
    }

    fn tables_of(plan: &Plan<Self>) -> Vec<TableKey> {
        if plan.algorithm.name == AlgorithmName::TwoPhase {
            return vec![TableKey::TwoPhase];
        }
        plan.heuristic.subgroup().map(|(_, rows)| TableKey::Subgroup(rows)).into_iter().collect()
    }

    /// Cubes up to some ten moves away need none of the large tables.
    fn first_try(plan: &Plan<Self>) -> Option<(Plan<Self>, u64)> {
        let large =
            plan.algorithm.name == AlgorithmName::IdaStar && plan.heuristic.subgroup().is_some();
        let pruning = match plan.pruning {
            // All that two turns can repeat: a longer automaton takes longer than the search.
            PruningChoice::Auto => PruningChoice::Length(2),
            given => given,
        };
        let heuristic = HeuristicSpec::quick();
        large.then(|| (Plan { heuristic, pruning, ..plan.clone() }, EASY))
    }

    /// Tables that are not there are built.
    fn prepare(plan: &Plan<Self>, tables: &Tables) -> Result<Box<dyn Engine<Self>>, Unavailable> {
        if plan.algorithm.name == AlgorithmName::TwoPhase {
            let tables = match tables.two_phase() {
                Some(tables) => tables,
                None => Arc::new(TwoPhaseTables::build(builders())?),
            };
            return Ok(Box::new(TwoPhase::new(plan, tables)?));
        }
        let Some((_, rows)) = plan.heuristic.subgroup() else { return generic::prepare(plan) };
        let table = match tables.subgroup(rows, plan.metric) {
            Some(table) => table,
            None => built(rows, plan.metric)?,
        };
        Ok(match plan.metric {
            MetricName::Half => with_table::<Half>(plan, table),
            MetricName::Quarter => with_table::<Quarter>(plan, table),
        })
    }
}

/// Builds the table of a distance to a subgroup.
fn built(rows: Rows, metric: MetricName) -> Result<Arc<SubgroupTable>, Unavailable> {
    let building = Building::unwatched(builders());
    match KeptTable::build(TableKey::Subgroup(rows), metric, &building)? {
        KeptTable::Subgroup(table) => Ok(table),
        KeptTable::TwoPhase(_) => unreachable!("another table was asked for"),
    }
}

/// The engine of a plan with a distance to a subgroup: `idastar` has one of its own.
fn with_table<M: Metric>(
    plan: &Plan<ThreeByThree>,
    table: Arc<SubgroupTable>,
) -> Box<dyn Engine<ThreeByThree>> {
    if plan.algorithm.name == AlgorithmName::IdaStar {
        return Box::new(Optimal::<_, M>::with_table(plan, table));
    }
    let space = Cube3Space::<M>::new(plan.goal);
    let heuristic = SubgroupDistance::with_table(&space, table);
    generic::engine(plan, space, heuristic)
}

impl<M: Metric> OwnSearches for Cube3Space<M> {}

impl<M: Metric> Space<ThreeByThree> for Cube3Space<M> {
    type Ranking = Unnumbered;

    fn state(&self, position: &Cube3) -> Cube3 {
        *position
    }

    fn position(&self, state: &Cube3) -> Cube3 {
        *state
    }

    /// None: there are more states than 64 bits can number ([`Cube3::rank`] has 128).
    fn ranking(&self) -> Option<Unnumbered> {
        None
    }

    fn states(&self) -> Option<u128> {
        Some(STATES)
    }

    /// Levels from any cube are those from the solved one: s is as far from g as g⁻¹ · s from
    /// solved, and what keys stand for is g⁻¹ · s.
    fn classes(&self) -> Option<Box<dyn puzzle::Classes>> {
        Some(Box::new(Classes::<M>::new()))
    }
}

/// The numbering that there is not.
#[derive(Clone, Copy, Debug)]
pub enum Unnumbered {}

impl Ranking<Cube3> for Unnumbered {
    fn size(&self) -> u64 {
        match *self {}
    }

    fn rank(&self, _cube: &Cube3) -> u64 {
        match *self {}
    }

    fn unrank(&self, _rank: u64) -> Cube3 {
        match *self {}
    }
}

fn typed<M: Metric, V: SearchVisitor<ThreeByThree>>(
    space: Cube3Space<M>,
    heuristic: &HeuristicSpec,
    visitor: V,
) -> Result<V::Output, Unavailable> {
    with_heuristic(heuristic, &space.clone(), WithSpace { space, visitor })
}

/// A [`SearchVisitor`] that lacks only the heuristic.
struct WithSpace<M, V> {
    space: Cube3Space<M>,
    visitor: V,
}

impl<M: Metric, V: SearchVisitor<ThreeByThree>> HeuristicVisitor<M> for WithSpace<M, V> {
    type Output = V::Output;

    fn visit<H>(self, heuristic: H) -> V::Output
    where
        H: Heuristic<Cube3Space<M>, Memo: Send + Sync> + Clone + Send + Sync + 'static,
    {
        self.visitor.visit(self.space, heuristic)
    }
}
