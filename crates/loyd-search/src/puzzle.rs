//! The contract of a puzzle for programs: positions as text, metrics, heuristics, and the
//! conversion to a typed state space.
//!
//! [`StateSpace`](crate::space::StateSpace) is for searches: one goal, one metric, states packed
//! for speed. [`Puzzle`] is for programs: they read positions, solve them by the names of an
//! algorithm and a heuristic, and print solutions. Everything above the searches (solver, audits,
//! enumeration, the command line) is written once over `Puzzle`.
//!
//! ```text
//! text ──parse──▶ Position ──plan──▶ Plan ──prepare──▶ Engine ──solve──▶ Report ──replay, format──▶ text
//!                                            │
//!                                            └─ Solve::prepare: names become types
//! ```
//!
//! A puzzle implements the text, the plain replay of moves and its typed spaces. In
//! [`Solve::prepare`](crate::solver::Solve::prepare) it gives a space and a heuristic to the generic engine
//! ([`crate::solver::generic`]), which runs every algorithm of the registry, or returns a faster engine.
//! `examples/pancakes.rs` is a whole puzzle in one short file.

use crate::search::{AlgorithmName, OwnSearches};
use crate::space::{MoveAlphabet, Packing, Properties, Ranking, Reversible, Unsolvable};
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::marker::PhantomData;
use std::str::FromStr;

/// A family of puzzles: sliding tiles of all sizes, or the 2x2x2 cube.
pub trait Puzzle: Sized + Debug + Clone + Send + Sync + 'static {
    /// A position without a goal, in a plain form that is easy to check by eye.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// One move.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;
    /// The rule that counts moves; its text is the name on the command line.
    type Metric: Copy + Eq + Hash + Debug + Default + Display + Send + Sync;
    /// A heuristic, or a combination of several, by name; the text can be parsed again.
    type Heuristic: Clone + Eq + Debug + Display + FromStr<Err: Error + Send + Sync> + Send + Sync;
    /// The patterns denoted by the name of a pattern database.
    type Partition: Clone + Debug + Send + Sync;
    /// The key of a table that a cache can store.
    type TableKey: Clone + Eq + Debug + Send + Sync;
    /// Tables that exist before a solver is prepared.
    type Tables: Clone + Default + Send + Sync;
    /// The error for a text that is not a position, goal or move of this puzzle.
    type Invalid: Error + Send + Sync;

    /// The name of the family: `tiles`, `cube2`.
    const NAME: &'static str;

    /// All metrics, the default one first.
    const METRICS: &'static [Self::Metric];

    /// The columns that describe a position in a result.
    const FIELDS: &'static [&'static str] = &["position"];

    /// Columns of a table that may hold a position, in the order in which they are tried.
    const COLUMNS: &'static [&'static str] = Self::FIELDS;

    /// The algorithms that only this puzzle has, by the [searches](OwnSearches) of its spaces or its engines.
    const OWN_ALGORITHMS: &'static [AlgorithmName] = &[];

    /// The name of a metric within a sentence: "single-tile metric".
    fn metric_title(metric: Self::Metric) -> String {
        format!("{metric} metric")
    }

    /// The algorithms that search this puzzle.
    fn algorithms() -> Vec<AlgorithmName> {
        [AlgorithmName::ALL, Self::OWN_ALGORITHMS].concat()
    }

    /// A solution by a fast suboptimal algorithm of the puzzle, if it has one, and its name: the
    /// result of a search that is stopped without a solution. Takes less than a second.
    fn quick_solution(
        _start: &Self::Position,
        _goal: &Self::Position,
        _metric: Self::Metric,
    ) -> Option<(Vec<Self::Move>, AlgorithmName)> {
        None
    }

    /// Names and summaries of the heuristics, weakest first.
    fn heuristics() -> Vec<HeuristicInfo>;

    /// The properties of a heuristic in a metric.
    fn properties(heuristic: &Self::Heuristic, metric: Self::Metric) -> Properties;

    /// The heuristic that is 0 everywhere.
    fn zero() -> Self::Heuristic;

    /// The heuristic that `auto` stands for with the generic engine.
    fn usual_heuristic(goal: &Self::Position, metric: Self::Metric) -> Self::Heuristic;

    /// Parses a position; `shape` is its size if the text alone does not determine it.
    ///
    /// # Errors
    /// The part of the text that is wrong, and why.
    fn parse(text: &str, shape: Option<&str>) -> Result<Self::Position, Self::Invalid>;

    /// A position on one line, as accepted by [`parse`](Puzzle::parse).
    fn format(position: &Self::Position) -> String;

    /// The shape of a position, as results name it: `4x4`, `cube2`. The default is the name of the
    /// family, for families with a single shape.
    fn shape(_position: &Self::Position) -> String {
        Self::NAME.to_owned()
    }

    /// The values of [`FIELDS`](Puzzle::FIELDS), each with its name. The default is the text of
    /// [`format`](Puzzle::format) as the only field.
    fn fields(position: &Self::Position) -> Vec<(&'static str, Field)> {
        Self::FIELDS.iter().map(|&name| (name, Field::Text(Self::format(position)))).collect()
    }

    /// The goal named by `text` for positions of this shape; the default goal if there is no text.
    ///
    /// # Errors
    /// If the text does not name a goal of this shape.
    fn goal(text: Option<&str>, start: &Self::Position) -> Result<Self::Position, Self::Invalid>;

    /// A start as a goal tells its pieces apart: the same, unless the goal leaves pieces free.
    fn toward(start: Self::Position, _goal: &Self::Position) -> Self::Position {
        start
    }

    /// Returns true if a position is the goal, or one of those that the goal admits.
    fn is_goal(position: &Self::Position, goal: &Self::Position) -> bool {
        position == goal
    }

    /// The name of a goal, or by default the goal as a position on one line.
    fn goal_name(goal: &Self::Position) -> String {
        Self::format(goal)
    }

    /// Reads moves separated by spaces.
    ///
    /// # Errors
    /// The part of the text that is wrong, and why.
    fn parse_moves(text: &str) -> Result<Vec<Self::Move>, Self::Invalid>;

    /// Moves with single spaces between them; [`parse_moves`](Puzzle::parse_moves) reads them again.
    fn format_moves(moves: &[Self::Move]) -> String;

    /// The moves that a list such as `U,R2` allows in a metric, with their inverses, for searches that make no
    /// others.
    ///
    /// # Errors
    /// The reason why it is not such a list. By default the puzzle has none.
    fn only_moves(_text: &str, _metric: Self::Metric) -> Result<Vec<Self::Move>, String> {
        Err(format!("searches of {} make all moves", Self::NAME))
    }

    /// The cost of a move in a metric; `None` if it is not a move of that metric. By default every move
    /// costs 1.
    fn cost(_mv: Self::Move, _metric: Self::Metric) -> Option<u32> {
        Some(1)
    }

    /// Makes a move on the plain position. Shares no code with the searches, so that it can check
    /// their solutions.
    ///
    /// # Errors
    /// The reason why the move is not possible.
    fn apply(position: &mut Self::Position, mv: Self::Move) -> Result<(), String>;

    /// Makes moves one after the other, like [`Puzzle::apply`]. To be overridden where that looks at
    /// the whole position: a solution of a large board has millions of moves.
    ///
    /// # Errors
    /// The index of the first move that is not possible, from 0, and the reason; the moves before it
    /// have then been made.
    fn apply_all(
        position: &mut Self::Position,
        moves: &[Self::Move],
    ) -> Result<(), (usize, String)> {
        moves.iter().enumerate().try_for_each(|(number, &mv)| {
            Self::apply(position, mv).map_err(|reason| (number, reason))
        })
    }

    /// Checks that a position can reach a goal of the same shape.
    ///
    /// # Errors
    /// The reason, in words, why it cannot. By default every position can.
    fn solvable(_start: &Self::Position, _goal: &Self::Position) -> Result<(), Unsolvable> {
        Ok(())
    }

    /// A source of random positions, uniform over those that can reach the goal it is given. A seed
    /// gives the same positions in every version.
    fn random(seed: u64) -> RandomPositions<Self>;

    /// Runs a computation with the typed state space of a goal and a metric.
    fn visit_space<V: SpaceVisitor<Self>>(
        goal: &Self::Position,
        metric: Self::Metric,
        visitor: V,
    ) -> V::Output;
}

/// A source of random positions that can reach a goal.
pub type RandomPositions<P> =
    Box<dyn FnMut(&<P as Puzzle>::Position) -> <P as Puzzle>::Position + Send>;

/// The metric of a puzzle that has only one: every move counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct EveryMove;

impl Display for EveryMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("every-move")
    }
}

/// A text that is not a position, goal or move, for puzzles whose errors carry only the reason.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct InvalidText {
    /// The reason, in words fit to be shown to a person.
    pub reason: String,
}

/// A value in a column of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// A text.
    Text(String),
    /// A number.
    Number(u64),
}

/// The reason why a heuristic or an algorithm is not available for a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} cannot be used here: {reason}")]
pub struct Unavailable {
    /// The heuristic, or the algorithm.
    pub name: &'static str,
    /// The reason, and an alternative.
    pub reason: String,
}

/// Properties of a heuristic that are known before it is built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeuristicInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
}

/// A typed state space of a puzzle, with everything that generic algorithms may use.
pub trait Space<P: Puzzle>:
    MoveAlphabet<Move = P::Move, State: Send + Sync>
    + Packing<Packed: Sync>
    + Reversible
    + OwnSearches
    + Clone
    + Send
    + Sync
    + 'static
{
    /// A perfect hash of the reachable states.
    type Ranking: Ranking<Self::State> + Send + Sync;

    /// The state of a position of this shape.
    fn state(&self, position: &P::Position) -> Self::State;

    /// The states that a position stands for, each once: several only for a goal that admits several.
    fn starts(&self, position: &P::Position) -> Vec<Self::State> {
        vec![self.state(position)]
    }

    /// The position of a state.
    fn position(&self, state: &Self::State) -> P::Position;

    /// Ranks of the states that can reach the goal; `None` if there are 2^64 or more.
    fn ranking(&self) -> Option<Self::Ranking>;

    /// Number of states that can reach the goal; `None` if it is unknown or exceeds `u128`.
    fn states(&self) -> Option<u128> {
        Some(self.ranking()?.size().into())
    }

    /// The moves on ranks instead of states, if the states can be [ranked](Space::ranking). A
    /// puzzle with tables of its moves should override this, to avoid unranking every state.
    fn successors(&self) -> Option<Box<dyn Successors>> {
        let ranking = self.ranking()?;
        Some(Box::new(Unranked { space: self.clone(), ranking, puzzle: PhantomData::<fn() -> P> }))
    }

    /// Bytes of a [code](Space::encode); the same for all states.
    fn code_bytes(&self) -> usize;

    /// Writes the code of a state: bytes that no other state of the space has, the same in every
    /// version, so that states can be stored.
    fn encode(&self, state: &Self::State, code: &mut [u8]);

    /// The state of a code; `None` if the bytes are not a code.
    fn decode(&self, code: &[u8]) -> Option<Self::State>;

    /// Number of cells of a board, if codes are its tiles in reading order as hexadecimal digits, and
    /// the [context](MoveAlphabet::context) of a state is the cell of the digit 0. Each move then
    /// shifts the digits of some cells by the same distance.
    fn digits(&self) -> Option<usize> {
        None
    }

    /// The states up to symmetry; `None` if the puzzle has no symmetries, or not that of this goal.
    fn classes(&self) -> Option<Box<dyn Classes>> {
        None
    }
}

/// The moves of a space on the ranks of its states.
pub trait Successors: Send + Sync {
    /// Appends to `into` the ranks of all states one move away from each of `ranks`, in any order
    /// and with repetitions.
    fn append(&self, ranks: &[u64], into: &mut Vec<u64>);

    /// Removes from `ranks` the states that no move leads to a state of `set`, where bit r % 8 of
    /// byte r / 8 stands for the state with rank r. An implementation may stop at the first such move. Moves without
    /// [inverses](Reversible::has_inverses) count turned round: from a state of `set` to one of `ranks`.
    fn retain_near(&self, ranks: &mut Vec<u64>, set: &[u8]) {
        let mut near = Vec::new();
        ranks.retain(|&rank| {
            near.clear();
            self.append(&[rank], &mut near);
            near.iter().any(|&rank| set[(rank / 8) as usize] >> (rank % 8) & 1 == 1)
        });
    }
}

/// The states of a space in classes with a key each: states that symmetries map to one another.
///
/// Conditions:
/// 1. All states of a class are equally far from the goal.
/// 2. Two states have the same key if and only if they are of the same class. A key is not a hash: it
///    must distinguish classes with certainty.
/// 3. Every move can be taken back by one of the same cost, 1.
///
/// The maps need not take neighbours to neighbours, as long as the first condition holds: the
/// inverse of a cube is as far from solved as the cube, though it has other neighbours.
pub trait Classes: Send + Sync {
    /// The key of the goal.
    fn goal(&self) -> u64;

    /// Appends to `into` the keys of all states one move away from *any* state of each of `keys`,
    /// in any order and with repetitions.
    fn append(&self, keys: &[u64], into: &mut Vec<u64>);

    /// The maximum number of keys that [`append`](Classes::append) appends for one key.
    fn max_neighbours(&self) -> usize;

    /// Returns the total number of states in the classes of `keys`.
    fn states(&self, keys: &[u64]) -> u64;

    /// Returns whether a number from a file can be a key. The other methods may panic for numbers
    /// that cannot.
    fn is_key(&self, number: u64) -> bool;

    /// Returns true if a move always changes the distance from the goal.
    fn is_bipartite(&self) -> bool;

    /// Bytes of tables.
    fn bytes(&self) -> u64;
}

/// Successors made by unranking each state.
struct Unranked<S, R, P> {
    space: S,
    ranking: R,
    puzzle: PhantomData<fn() -> P>,
}

impl<P: Puzzle, S: Space<P>> Successors for Unranked<S, S::Ranking, P> {
    fn append(&self, ranks: &[u64], into: &mut Vec<u64>) {
        for &rank in ranks {
            let mut state = self.ranking.unrank(rank);
            for mv in self.space.moves(&state) {
                let effect = self.space.apply(&mut state, mv);
                into.push(self.ranking.rank(&state));
                self.space.undo(&mut state, effect);
            }
        }
    }
}

/// A computation over any state space of a puzzle.
pub trait SpaceVisitor<P: Puzzle> {
    /// The result of the computation.
    type Output;

    /// Runs with a space.
    fn visit<S: Space<P>>(self, space: S) -> Self::Output;
}

/// Replays moves on a plain position and returns their total cost in a metric.
///
/// # Errors
/// The index of the wrong move, from 0, and the reason.
pub fn replay<P: Puzzle>(
    start: &P::Position,
    moves: &[P::Move],
    metric: P::Metric,
) -> Result<(P::Position, u32), (usize, String)> {
    let (mut position, mut cost) = (start.clone(), 0);
    let foreign = moves.iter().position(|&mv| {
        let price = P::cost(mv, metric);
        cost += price.unwrap_or(0);
        price.is_none()
    });
    P::apply_all(&mut position, &moves[..foreign.unwrap_or(moves.len())])?;
    match foreign {
        Some(number) => Err((number, format!("it is not a move of the {metric} metric"))),
        None => Ok((position, cost)),
    }
}
