//! The contract of a cube with a packed state: the facts that differ from side to side.
//!
//! The common code of both cubes is written once against it: the [state space](crate::CubeSpace),
//! the [puzzle](crate::CubePuzzle), positions and heuristics as text, distances from tables.

use crate::{InvalidCube, Metric, MetricName, NamedHeuristic, Scrambler, Step, Stickers, Turn};
use loyd_search::puzzle::{Classes, Successors};
use loyd_search::search::AlgorithmName;
use loyd_search::space::Ranking;
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// The state of a cube of a certain side, packed and never impossible.
///
/// [`Stickers`] are the plain form: a state is converted to them and back, and [`Display`] writes
/// them.
pub trait Cube:
    Copy
    + Eq
    + Hash
    + Default
    + Debug
    + Display
    + Into<Stickers>
    + for<'a> TryFrom<&'a Stickers, Error = InvalidCube>
    + Send
    + Sync
    + 'static
{
    /// The number of small cubes along an edge.
    const SIDE: usize;

    /// The name of the puzzle, and of its only shape.
    const NAME: &'static str;

    /// The solved cube.
    const SOLVED: Self;

    /// The number of states.
    const STATES: u128;

    /// The number of faces whose turns are moves: the first ones of [`crate::Face::ALL`].
    const FACES: usize;

    /// A state without the parts that follow from its other parts.
    type Packed: Clone + Eq + Hash + Debug + Send + Sync;

    /// The heuristics by name.
    type Heuristic: NamedHeuristic<Cube = Self>;

    /// The perfect hash of all states.
    type Ranking: Ranking<Self> + Send + Sync;

    /// The key of a table that a cache can store.
    type TableKey: Clone + Eq + Debug + Send + Sync;

    /// Tables that exist before a solver is prepared.
    type Tables: Clone + Default + Send + Sync;

    /// Makes a move.
    fn turn(&mut self, turn: Turn);

    /// The product: this state after any turns that lead from solved to `next`.
    #[must_use]
    fn then(self, next: Self) -> Self;

    /// The inverse: solved after any turns that lead from solved to this state.
    #[must_use]
    fn inverse(self) -> Self;

    /// The state as a permutation of points, each a place and an orientation: that of a product is the permutation
    /// of its second state, then that of its first.
    fn points(self) -> Vec<u16>;

    /// Packs the state.
    fn pack(self) -> Self::Packed;

    /// Unpacks a state.
    fn unpack(packed: &Self::Packed) -> Self;

    /// Algorithms that only this cube has.
    const OWN_ALGORITHMS: &'static [AlgorithmName] = &[];

    /// Bytes of a code.
    const CODE_BYTES: usize;

    /// Writes the code of the state: its words, the most significant byte first.
    fn encode(self, code: &mut [u8]);

    /// The state of a code; `None` if the bytes are not pieces in places.
    fn decode(code: &[u8]) -> Option<Self>;

    /// The state with these stickers, written as letters.
    ///
    /// # Errors
    /// The reason why these are not the stickers of a solvable cube.
    fn parse_stickers(text: &str) -> Result<Self, InvalidCube>;

    /// The moves that have the effect of `steps`, up to a rotation of the whole cube.
    fn resolve(steps: &[Step]) -> Vec<Turn>;

    /// A state chosen uniformly among all.
    fn random(scrambler: &mut Scrambler) -> Self;

    /// The perfect hash of all states; `None` if they are too many for 64 bits.
    fn ranking() -> Option<Self::Ranking>;

    /// The moves on ranks; `None` if states have no [`ranking`](Self::ranking).
    fn successors<M: Metric>() -> Option<Box<dyn Successors>>;

    /// States up to symmetry, as keys.
    fn classes<M: Metric>() -> Box<dyn Classes>;

    /// See [`loyd_search::puzzle::Puzzle::quick_solution`].
    fn quick_solution(
        _start: Self,
        _goal: Self,
        _metric: MetricName,
    ) -> Option<(Vec<Turn>, AlgorithmName)> {
        None
    }
}

/// The state of a solved cube scrambled by these steps and held as they leave it.
pub(crate) fn scrambled<C: Cube>(steps: &[Step]) -> C {
    let stickers = Stickers::solved(C::SIDE).after(steps);
    C::try_from(&stickers).unwrap_or_else(|error| unreachable!("steps keep it whole: {error}"))
}
