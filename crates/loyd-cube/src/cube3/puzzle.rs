//! The 3x3x3 cube as a [`Cube`], which makes it a space and a puzzle, and the choice of engines.
//!
//! Positions are states with their centres in place. A move that [`Puzzle::parse_moves`] reads is a turn
//! of a face: wide turns, slices and rotations are [resolved](super::resolve).
//!
//! [`Puzzle::parse_moves`]: loyd_search::puzzle::Puzzle::parse_moves

use super::building::Building;
use super::cube::{FIELD, field};
use super::registry::{builders, visit_with};
use super::{
    CORNERS, CachedTable, Classes, Cube3, EDGES, HeuristicName, HeuristicSpec, Optimal, Rows,
    STATES, SubgroupDistance, SubgroupTable, TWO_PHASE, TableKey, Tables, TwoPhase, TwoPhaseTables,
    parse_cube, resolve, two_phase,
};
use crate::puzzle::GenericEngine;
use crate::{
    Corner, Cube, CubePuzzle, CubeSpace, Edge, Half, InvalidCube, Metric, MetricName, Quarter,
    Scrambler, Step, Turn,
};
use loyd_search::COMPACT;
use loyd_search::puzzle::{self, Successors};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::{
    Engine, Outlook, Plan, PruningChoice, Settings, Solve, Unavailable, generic,
};
use loyd_search::space::Ranking;
use std::sync::Arc;

/// The 3x3x3 cube with one goal, its turns counted in metric `M`.
pub type Cube3Space<M = Half> = CubeSpace<Cube3, M>;

/// The 3x3x3 cube.
pub type ThreeByThree = CubePuzzle<Cube3>;

/// Minimum number of cubes for which the slowest databases to build pay.
const MANY: u64 = 10;

/// Minimum number of cubes for which tables that take minutes to build pay: one far from solved
/// would be enough, but its distance is unknown.
const MINUTES_WORTH: u64 = 100;

/// Expansions for a cube before large tables are loaded: two tenths of a second.
const EASY: u64 = 200_000;

/// Bytes that these databases take, 85 MiB, with room for everything else.
const ROOM: u64 = 128 << 20;

/// The reason why the two phases cannot work with some of the turns.
const ALL_TURNS: &str =
    "its phases need all turns, and only some are allowed: choose idastar or auto";

/// Bits of the corners without the last, which follows from the others.
const CORNER_BITS: usize = 7 * FIELD;

/// Bits of the edges without the last.
const EDGE_BITS: usize = 11 * FIELD;

/// Bytes of the corners in a code: eight fields of five bits.
const CORNER_BYTES: usize = 5;

impl Cube for Cube3 {
    const SIDE: usize = 3;
    const NAME: &'static str = "cube3";
    const OWN_ALGORITHMS: &'static [AlgorithmName] = &[TWO_PHASE];
    const SOLVED: Self = Self::SOLVED;
    const STATES: u128 = STATES;
    const FACES: usize = 6;

    /// Twelve bytes: 35 bits of corners and 55 of edges.
    const CODE_BYTES: usize = CORNER_BYTES + 8;
    type Packed = [u32; 3];
    type Heuristic = HeuristicName;
    type Ranking = Unnumbered;
    type TableKey = TableKey;
    type Tables = Tables;

    #[inline]
    fn turn(&mut self, turn: Turn) {
        self.turn(turn);
    }

    fn then(self, next: Self) -> Self {
        self.then(next)
    }

    fn inverse(self) -> Self {
        self.inverse()
    }

    fn points(self) -> Vec<u16> {
        let corners = Corner::ALL.iter().flat_map(|&place| {
            let (corner, twist) = self.corner(place);
            (0..3).map(move |by| 3 * corner as u16 + (u16::from(twist) + by) % 3)
        });
        let edges = Edge::ALL.iter().flat_map(|&place| {
            let (edge, flip) = self.edge(place);
            (0..2).map(move |by| 24 + 2 * edge as u16 + (u16::from(flip) + by) % 2)
        });
        corners.chain(edges).collect()
    }

    #[inline]
    fn encode(self, code: &mut [u8]) {
        let (corners, edges) = self.words();
        let (first, last) = code.split_at_mut(CORNER_BYTES);
        first.copy_from_slice(&corners.to_be_bytes()[8 - CORNER_BYTES..]);
        last.copy_from_slice(&edges.to_be_bytes());
    }

    #[inline]
    fn decode(code: &[u8]) -> Option<Self> {
        let (first, last) = code.split_at_checked(CORNER_BYTES)?;
        let corners = first.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let edges = u64::from_be_bytes(last.try_into().ok()?);
        let state = Self::from_words(corners, edges);
        state.has_all_pieces().then_some(state)
    }

    #[inline]
    fn pack(self) -> [u32; 3] {
        let (corners, edges) = self.words();
        let (corners, edges) = (corners & ((1 << CORNER_BITS) - 1), edges & ((1 << EDGE_BITS) - 1));
        // 32 bits of edges, 23 more of them with 9 of corners, 26 more of corners.
        [edges as u32, (edges >> 32 | corners << 23) as u32, (corners >> 9) as u32]
    }

    #[inline]
    fn unpack(&[low, middle, high]: &[u32; 3]) -> Self {
        let edges = u64::from(low) | u64::from(middle & ((1 << 23) - 1)) << 32;
        let corners = u64::from(middle >> 23) | u64::from(high) << 9;
        let sums = |word: u64, places: usize, pieces: usize| {
            (0..places).fold((0, 0), |(piece, orientation), place| {
                let field = field(word, place);
                (piece + field % pieces, orientation + field / pieces)
            })
        };
        // Pieces sum up to 0 + … + 7 and 0 + … + 11, orientations to multiples of 3 and 2.
        let (piece, orientation) = sums(corners, 7, 8);
        let corner = 28 - piece + 8 * ((21 - orientation) % 3);
        let (piece, orientation) = sums(edges, 11, 16);
        let edge = 66 - piece + 16 * (orientation % 2);
        Self::from_words(
            corners | (corner as u64) << CORNER_BITS,
            edges | (edge as u64) << EDGE_BITS,
        )
    }

    fn parse_stickers(text: &str) -> Result<Self, InvalidCube> {
        parse_cube(text)
    }

    fn resolve(steps: &[Step]) -> Vec<Turn> {
        resolve(steps)
    }

    fn random(scrambler: &mut Scrambler) -> Self {
        scrambler.cube3()
    }

    /// None: [`Cube3::rank`] has 128 bits.
    fn ranking() -> Option<Unnumbered> {
        None
    }

    fn successors<M: Metric>() -> Option<Box<dyn Successors>> {
        None
    }

    fn classes<M: Metric>() -> Box<dyn puzzle::Classes> {
        Box::new(Classes::<M>::new())
    }

    fn quick_solution(
        start: Self,
        goal: Self,
        metric: MetricName,
    ) -> Option<(Vec<Turn>, AlgorithmName)> {
        let path = two_phase::quick_solution(start, goal, metric)?;
        Some((path, TWO_PHASE))
    }
}

impl Scrambler {
    /// A state chosen uniformly among all 43,252,003,274,489,856,000: there are more than one draw
    /// of 64 bits can distinguish, so two numbers are drawn, of the corners and then of the edges.
    pub fn cube3(&mut self) -> Cube3 {
        let corners = self.below(CORNERS);
        Cube3::numbered(corners, self.below(EDGES))
    }
}

/// A [`Ranking`] without values: states of this cube are not ranked.
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

impl Solve for ThreeByThree {
    /// The largest cached table that fits the memory. Other tables pay when many cubes share them.
    fn plan(
        goal: &Cube3,
        settings: &Settings<Self>,
        outlook: &Outlook<'_, Self>,
    ) -> Result<Plan<Self>, Unavailable> {
        let plan = generic::plan(goal, settings)?;
        if plan.algorithm.name == TWO_PHASE {
            two_phase::check(plan.metric)?;
            if !plan.moves.is_empty() {
                let (name, reason) = (TWO_PHASE.info().name, ALL_TURNS.to_owned());
                return Err(Unavailable { name, reason });
            }
        }
        if settings.heuristic.is_some() || !plan.algorithm.name.info().informed {
            return Ok(plan);
        }
        let best = if plan.algorithm.name == AlgorithmName::IdaStar {
            let is_cached = |rows| (outlook.is_cached)(&TableKey::Subgroup(rows));
            let worth =
                |rows| is_cached(rows) || rows == Rows::One || outlook.boards >= MINUTES_WORTH;
            HeuristicSpec::subgroup_within(outlook.memory, worth)
        } else {
            let pays = outlook.boards >= MANY && outlook.memory >= ROOM;
            pays.then(HeuristicSpec::thorough)
        };
        Ok(Plan { heuristic: best.unwrap_or(plan.heuristic), ..plan })
    }

    fn tables_of(plan: &Plan<Self>) -> Vec<TableKey> {
        if plan.algorithm.name == TWO_PHASE {
            return vec![TableKey::TwoPhase];
        }
        if let Some((_, rows)) = plan.heuristic.subgroup() {
            return vec![TableKey::Subgroup(rows)];
        }
        let patterns = plan.heuristic.parts().iter().filter_map(|name| name.pattern());
        patterns.map(TableKey::Pattern).collect()
    }

    /// Cubes up to some ten moves away need no large table: the smallest one does if it is cached,
    /// else some that take a fifth of a second.
    fn first_try(
        plan: &Plan<Self>,
        is_cached: &dyn Fn(&TableKey) -> bool,
    ) -> Option<(Plan<Self>, u64)> {
        let (_, rows) = plan.heuristic.subgroup()?;
        let smallest = is_cached(&TableKey::Subgroup(Rows::One));
        if plan.algorithm.name != AlgorithmName::IdaStar || (smallest && rows == Rows::One) {
            return None;
        }
        if smallest {
            let heuristic = HeuristicName::Subgroup.into();
            return Some((Plan { heuristic, ..plan.clone() }, EASY));
        }
        let pruning = match plan.pruning {
            // Strings of two turns: a longer automaton takes longer than the search.
            PruningChoice::Auto => PruningChoice::Length(2),
            given => given,
        };
        Some((Plan { heuristic: HeuristicSpec::light(), pruning, ..plan.clone() }, EASY))
    }

    /// Tables that are not there are built.
    fn prepare(plan: &Plan<Self>, tables: &Tables) -> Result<Box<dyn Engine<Self>>, Unavailable> {
        if plan.algorithm.name == TWO_PHASE {
            let tables = match tables.two_phase() {
                Some(tables) => tables,
                None => Arc::new(TwoPhaseTables::build(builders())?),
            };
            return Ok(Box::new(TwoPhase::new(plan, tables)?));
        }
        let Some((_, rows)) = plan.heuristic.subgroup() else {
            return match plan.metric {
                MetricName::Half => generic_engine::<Half>(plan, tables),
                MetricName::Quarter => generic_engine::<Quarter>(plan, tables),
            };
        };
        let table = match tables.subgroup(rows, plan.metric) {
            Some(table) => table,
            None => built(rows, plan.metric)?,
        };
        match plan.metric {
            MetricName::Half => with_table::<Half>(plan, table),
            MetricName::Quarter => with_table::<Quarter>(plan, table),
        }
    }
}

fn built(rows: Rows, metric: MetricName) -> Result<Arc<SubgroupTable>, Unavailable> {
    let building = Building::unwatched(builders());
    match CachedTable::build(TableKey::Subgroup(rows), metric, &building)? {
        CachedTable::Subgroup(table) => Ok(table),
        _ => unreachable!("another table was asked for"),
    }
}

/// The engine of a plan with a heuristic from small or pattern tables.
fn generic_engine<M: Metric>(
    plan: &Plan<ThreeByThree>,
    tables: &Tables,
) -> Result<Box<dyn Engine<ThreeByThree>>, Unavailable> {
    let space = Cube3Space::<M>::with_turns(plan.goal, &plan.moves);
    visit_with(&plan.heuristic, &space.clone(), tables, GenericEngine { plan, space })
}

/// The engine of a plan with a distance to a subgroup: `idastar` has a special one for all turns, the only one of a
/// compact program.
fn with_table<M: Metric>(
    plan: &Plan<ThreeByThree>,
    table: Arc<SubgroupTable>,
) -> Result<Box<dyn Engine<ThreeByThree>>, Unavailable> {
    if plan.algorithm.name == AlgorithmName::IdaStar && plan.moves.is_empty() {
        return Ok(Box::new(Optimal::<_, M>::with_table(plan, table)));
    }
    if COMPACT {
        let reason = "the WebAssembly module has it for idastar with all turns".to_owned();
        return Err(Unavailable { name: "pdb:g1", reason });
    }
    let space = Cube3Space::<M>::with_turns(plan.goal, &plan.moves);
    let heuristic = SubgroupDistance::with_table(&space, table);
    Ok(generic::engine(plan, space, heuristic))
}
