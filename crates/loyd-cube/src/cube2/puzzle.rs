//! The 2x2x2 cube as a [`Cube`], which makes it a space and a puzzle.
//!
//! Positions are states with DBL in place. [`Puzzle::parse_moves`] returns turns of U, R and F: turns
//! of the other faces and rotations are [resolved](super::resolve), each turn to one turn, so a
//! solution with turns of all six faces keeps its cost. [`Puzzle::apply`] also accepts a turn of D, L
//! or B; colours are then renamed after the corner that comes to DBL.
//!
//! [`Puzzle::parse_moves`]: loyd_search::puzzle::Puzzle::parse_moves
//! [`Puzzle::apply`]: loyd_search::puzzle::Puzzle::apply

use super::classes::Classes;
use super::ranking::unrank_without_tables;
use super::successors::RankTurns;
use super::{Cube2, Cube2Ranking, HeuristicName, STATES, parse_cube, resolve};
use crate::puzzle::GenericEngine;
use crate::{
    Cube, CubePuzzle, CubeSpace, Half, InvalidCube, Metric, MetricName, NamedHeuristic, Quarter,
    Scrambler, Step, Turn,
};
use loyd_search::puzzle::{self, Successors};
use loyd_search::solver::{Engine, Outlook, Plan, Settings, Solve, Unavailable, generic};
use std::convert::Infallible;

/// The 2x2x2 cube with one goal; turns of U, R and F are counted in metric `M`.
pub type Cube2Space<M = Half> = CubeSpace<Cube2, M>;

/// The 2x2x2 cube.
pub type TwoByTwo = CubePuzzle<Cube2>;

/// Number of places that are packed, 5 bits each; DBL does not move, and DRB follows from the
/// others.
const PACKED: usize = 6;

impl Cube for Cube2 {
    const SIDE: usize = 2;
    const NAME: &'static str = "cube2";
    const SOLVED: Self = Self::SOLVED;
    const STATES: u128 = STATES as u128;
    const FACES: usize = 3;

    const CODE_BYTES: usize = 8;
    type Packed = u32;
    type Heuristic = HeuristicName;
    type Ranking = Cube2Ranking;
    type TableKey = Infallible;
    type Tables = ();

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
        let turned = |byte: u8| (0..3).map(move |by| (byte / 3 * 3 + (byte + by) % 3).into());
        self.bytes().into_iter().flat_map(turned).collect()
    }

    #[inline]
    fn encode(self, code: &mut [u8]) {
        code.copy_from_slice(&self.bytes());
    }

    #[inline]
    fn decode(code: &[u8]) -> Option<Self> {
        let bytes: [u8; 8] = code.try_into().ok()?;
        let pieces = bytes.iter().fold(0u32, |seen, &byte| seen | 1 << (byte / 3).min(8));
        (pieces == 0xFF).then(|| Self::from_bytes(bytes))
    }

    #[inline]
    fn pack(self) -> u32 {
        self.bytes()[..PACKED].iter().rev().fold(0, |word, &byte| word << 5 | u32::from(byte))
    }

    #[inline]
    fn unpack(&packed: &u32) -> Self {
        let mut bytes = Self::SOLVED.bytes();
        let (mut pieces, mut orientations) = (0, 0);
        for (place, byte) in bytes[..PACKED].iter_mut().enumerate() {
            *byte = (packed >> (5 * place) & 31) as u8;
            pieces += *byte / 3;
            orientations += *byte % 3;
        }
        // The pieces without DBL sum to 0 + … + 5 + 7, all orientations to a multiple of 3.
        bytes[7] = 3 * (22 - pieces) + (12 - orientations) % 3;
        Self::from_bytes(bytes)
    }

    fn parse_stickers(text: &str) -> Result<Self, InvalidCube> {
        parse_cube(text)
    }

    fn resolve(steps: &[Step]) -> Vec<Turn> {
        resolve(steps)
    }

    fn random(scrambler: &mut Scrambler) -> Self {
        scrambler.cube2()
    }

    fn ranking() -> Option<Cube2Ranking> {
        Some(Cube2Ranking::new())
    }

    fn successors<M: Metric>() -> Option<Box<dyn Successors>> {
        Some(Box::new(RankTurns::new(&Cube2Ranking::new(), Cube2Space::<M>::TURNS)))
    }

    fn classes<M: Metric>() -> Box<dyn puzzle::Classes> {
        Box::new(Classes::<M>::new())
    }
}

impl Scrambler {
    /// A state chosen uniformly among all 3,674,160: that of a random rank.
    pub fn cube2(&mut self) -> Cube2 {
        unrank_without_tables(self.below(STATES))
    }
}

/// The generic engine. The plan is written here although it is the default, so that it is compiled with this
/// crate and not in every program.
impl Solve for TwoByTwo {
    fn plan(
        goal: &Cube2,
        settings: &Settings<Self>,
        _outlook: &Outlook<'_, Self>,
    ) -> Result<Plan<Self>, Unavailable> {
        generic::plan(goal, settings)
    }

    fn prepare(plan: &Plan<Self>, (): &()) -> Result<Box<dyn Engine<Self>>, Unavailable> {
        match plan.metric {
            MetricName::Half => generic_engine::<Half>(plan),
            MetricName::Quarter => generic_engine::<Quarter>(plan),
        }
    }
}

fn generic_engine<M: Metric>(
    plan: &Plan<TwoByTwo>,
) -> Result<Box<dyn Engine<TwoByTwo>>, Unavailable> {
    let space = Cube2Space::<M>::with_turns(plan.goal, &plan.moves);
    HeuristicName::visit(&plan.heuristic, &space.clone(), GenericEngine { plan, space })
}
