//! The contract between puzzles, searches and heuristics.
//!
//! A *state space* is a set of states, the moves of each state and their costs. Every search in
//! [`crate::search`] is written once over [`StateSpace`] and [`Heuristic`]; all calls made per
//! node are statically dispatched.
//!
//! # A worked example
//!
//! The puzzle: a number from 0 to 99; a move adds 1, subtracts 1 or doubles it; the goal is given.
//!
//! ```
//! use loyd_search::observe::Limit;
//! use loyd_search::search::ida_star;
//! use loyd_search::space::{Heuristic, Properties, StateSpace};
//!
//! struct Numbers { goal: i32 }
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//! enum Step { Add, Subtract, Double }
//!
//! impl StateSpace for Numbers {
//!     type State = i32;
//!     type Move = Step;
//!     type Effect = i32; // the number before the move: enough to undo it
//!     type Moves = std::vec::IntoIter<Step>; // real puzzles return an iterator that owns no heap
//!
//!     fn moves(&self, &n: &i32) -> Self::Moves {
//!         let mut moves = Vec::new();
//!         if n < 99 { moves.push(Step::Add) }
//!         if n > 0 { moves.push(Step::Subtract) }
//!         if n <= 49 { moves.push(Step::Double) }
//!         moves.into_iter()
//!     }
//!     fn apply(&self, n: &mut i32, step: Step) -> i32 {
//!         let before = *n;
//!         *n = match step { Step::Add => *n + 1, Step::Subtract => *n - 1, Step::Double => *n * 2 };
//!         before
//!     }
//!     fn undo(&self, n: &mut i32, before: i32) { *n = before }
//!     fn may_follow(&self, last: Step, next: Step) -> bool {
//!         !matches!((last, next), (Step::Add, Step::Subtract) | (Step::Subtract, Step::Add))
//!     }
//!     fn is_goal(&self, &n: &i32) -> bool { n == self.goal }
//! }
//!
//! /// No move makes a number more than twice as large.
//! struct Halvings { goal: i32 }
//!
//! impl Heuristic<Numbers> for Halvings {
//!     type Memo = i32;
//!     const PROPERTIES: Properties = Properties { admissible: true, consistent: true };
//!     fn start(&self, &n: &i32) -> i32 { n }
//!     fn step(&self, _: i32, &after: &i32, _: i32) -> i32 { after }
//!     fn value(&self, n: i32) -> u32 {
//!         let mut reach = n.max(1);
//!         let mut moves = 0;
//!         while reach < self.goal { reach *= 2; moves += 1; }
//!         moves
//!     }
//! }
//!
//! let space = Numbers { goal: 37 };
//! let report = ida_star::search(&space, &Halvings { goal: 37 }, &5, &Limit::none(), &mut ());
//! let path = report.outcome.path().expect("37 is within reach of 5");
//! // 5, 10, 9, 18, 36, 37
//! assert_eq!(path, [Step::Double, Step::Subtract, Step::Double, Step::Double, Step::Add]);
//! ```

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

/// States, moves, costs and a goal.
///
/// Implementations must be deterministic: the same state always lists the same moves in the same
/// order, because node counts are compared between programs and versions.
pub trait StateSpace {
    /// One position of the puzzle.
    type State: Clone + Eq + Hash + Debug;
    /// One move, independent of the state to which it is applied.
    type Move: Copy + Eq + Debug;
    /// The effect of a move: enough to undo it, and for a heuristic to update its value.
    type Effect: Copy + Debug;
    /// An iterator over the moves of a state; it owns its data and does not allocate.
    type Moves: Iterator<Item = Self::Move>;

    /// The legal moves of `state`, in a fixed order.
    fn moves(&self, state: &Self::State) -> Self::Moves;

    /// Applies a legal move. An illegal move is a programming error and may panic.
    fn apply(&self, state: &mut Self::State, mv: Self::Move) -> Self::Effect;

    /// Undoes the move that had this effect; `state` must be the state just after it.
    fn undo(&self, state: &mut Self::State, effect: Self::Effect);

    /// Returns `false` only if no shortest path makes `next` directly after `last`.
    ///
    /// Let `last` lead from p to s and `next` from s to t. The result may be `false` only if t is
    /// no farther from p than s is, so that no shortest path makes the two moves in a row. This
    /// holds for the inverse of `last`; for a second slide along the same line if sliding any
    /// number of tiles is one move; and for a second turn of the same face if any turn is one move.
    /// It does not hold for a second quarter turn in the quarter-turn metric, where two of them are
    /// the shortest way to a half turn.
    ///
    /// Both orders of moves that commute must be allowed: both are shortest paths, and all shortest
    /// paths are counted ([`crate::search::every`]). Removing one of the orders is the task of
    /// [`crate::prune::StringPruning`]. [`crate::prune::wrongly_forbidden`] checks an
    /// implementation.
    fn may_follow(&self, last: Self::Move, next: Self::Move) -> bool;

    /// The cost of a move, at least 1.
    fn cost(&self, _mv: Self::Move) -> u32 {
        1
    }

    /// Returns true if `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Checks that a goal can be reached. Called before every search, so that none runs forever.
    ///
    /// # Errors
    /// The reason, in words, why no goal can be reached from `state`.
    fn solvable(&self, _state: &Self::State) -> Result<(), Unsolvable> {
        Ok(())
    }
}

/// A space whose states can be packed; searches with lists store packed states.
pub trait Packing: StateSpace {
    /// A state without the parts that follow from its other parts or from the space.
    type Packed: Clone + Eq + Hash + Debug + Send;

    /// Packs a state.
    fn pack(&self, state: &Self::State) -> Self::Packed;

    /// Unpacks a state.
    fn unpack(&self, packed: &Self::Packed) -> Self::State;

    /// The cheapest move from one state to another that is known to be one move away.
    fn move_between(&self, from: &Self::Packed, to: &Self::Packed) -> Option<Self::Move> {
        let mut state = self.unpack(from);
        let mut best: Option<Self::Move> = None;
        for mv in self.moves(&state) {
            let effect = self.apply(&mut state, mv);
            let arrives = self.pack(&state) == *to;
            self.undo(&mut state, effect);
            if arrives && best.is_none_or(|best| self.cost(mv) < self.cost(best)) {
                best = Some(mv);
            }
        }
        best
    }

    /// Bytes that a packed state takes on the heap.
    fn bytes_on_heap(&self) -> usize {
        0
    }
}

/// A space that can be searched from the goal: every move has an inverse of the same cost, or its moves can be turned
/// round.
pub trait Reversible: StateSpace + Sized {
    /// The goal; the first one of several.
    fn goal_state(&self) -> Self::State;

    /// All goals, each once: the states of which [`is_goal`](StateSpace::is_goal) is true. A space with several
    /// searches for the nearest of them. By default there is one.
    fn goal_states(&self) -> Vec<Self::State> {
        vec![self.goal_state()]
    }

    /// The same states with `start` as the goal, and with the same moves, or all moves turned round if some have no
    /// [inverses](Self::has_inverses).
    #[must_use]
    fn reversed(&self, start: &Self::State) -> Self;

    /// True if every move has an inverse of the same cost, as in most puzzles.
    fn has_inverses(&self) -> bool {
        true
    }
}

/// The reason why no sequence of moves leads to the goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unsolvable {
    /// The reason in words, fit to be shown to a person.
    pub reason: String,
}

/// A space whose moves can be numbered and whose move *strings* act alike on many states.
///
/// Finite-state pruning ([`crate::prune`]) explores strings of letters once per *context* (for
/// sliding tiles: per cell of the blank), not once per state: within one context a string must
/// either be legal from every state or from none, and two strings must either lead to equal states
/// from every state or to different states from every state.
pub trait MoveAlphabet: StateSpace {
    /// Number of letters; letters are `0..letters()`.
    fn letters(&self) -> usize;
    /// The number of moves of a state for which lists reserve memory: by default that of letters.
    fn max_moves(&self) -> usize {
        self.letters()
    }
    /// The letter of a move.
    fn letter(&self, mv: Self::Move) -> usize;
    /// The move of a letter.
    fn move_of(&self, letter: usize) -> Self::Move;
    /// Number of contexts.
    fn contexts(&self) -> usize;
    /// The context of a state.
    fn context(&self, state: &Self::State) -> usize;
    /// A state of the context in which all movable parts can be distinguished.
    fn representative(&self, context: usize) -> Self::State;
}

/// A perfect hash: the reachable states of a space, numbered `0..size()`.
pub trait Ranking<State> {
    /// Number of ranked states.
    fn size(&self) -> u64;
    /// The rank of a state. Passing a state outside the ranked set is a programming error.
    fn rank(&self, state: &State) -> u64;
    /// The state of a rank below [`Ranking::size`].
    fn unrank(&self, rank: u64) -> State;
}

/// A group of distance-preserving maps of the space onto itself.
pub trait Symmetry<State> {
    /// Number of elements, the identity (element 0) included.
    fn order(&self) -> usize;
    /// The image of a state under an element.
    fn image(&self, element: usize, state: &State) -> State;
}

/// The guaranteed properties of a heuristic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Properties {
    /// Never more than the true distance to the nearest goal.
    pub admissible: bool,
    /// Never falls by more than the cost of a move, and 0 at goals; implies admissible.
    pub consistent: bool,
}

impl Properties {
    /// Admissible and consistent.
    pub const CONSISTENT: Self = Self { admissible: true, consistent: true };
    /// Admissible but perhaps not consistent: A* must reopen states.
    pub const ADMISSIBLE: Self = Self { admissible: true, consistent: false };
    /// No guarantee: paths found with it are not proven shortest.
    pub const NONE: Self = Self { admissible: false, consistent: false };
}

/// An estimate of the distance to the goal, updated move by move.
///
/// The *memo* is any data that the heuristic carries with a state so that [`step`](Heuristic::step)
/// need not examine the whole state again.
pub trait Heuristic<S: StateSpace> {
    /// Carried with every node of a search.
    type Memo: Copy + PartialEq + Debug;

    /// Properties that hold for every goal and every state of every space of this type; checked by
    /// an exhaustive test on small boards.
    const PROPERTIES: Properties;

    /// The memo of a state, computed from scratch.
    fn start(&self, state: &S::State) -> Self::Memo;

    /// The memo after a move, given the memo before it.
    fn step(&self, memo: Self::Memo, after: &S::State, effect: S::Effect) -> Self::Memo;

    /// The estimate, in units of move cost.
    fn value(&self, memo: Self::Memo) -> u32;

    /// A memo for a state whose estimate is known, for searches that store states but no memos.
    /// Later steps and values must be the same as with [`start`](Heuristic::start).
    fn resume(&self, state: &S::State, _value: u32) -> Self::Memo {
        self.start(state)
    }

    /// The memo in eight bytes, for searches that store it with each state; `None`, for every memo alike, if it
    /// takes more bytes or [`resume`](Heuristic::resume) is fast.
    fn pack_memo(&self, _memo: Self::Memo) -> Option<u64> {
        None
    }

    /// The memo of a state from its estimate and its [packed memo](Heuristic::pack_memo).
    fn unpack_memo(&self, state: &S::State, value: u32, _packed: u64) -> Self::Memo {
        self.resume(state, value)
    }

    /// The same heuristic for another goal of the same space, with the same properties; `None` if
    /// it is not available.
    fn reversed(&self, _space: &S) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// [`Self::PROPERTIES`], unless they depend on run-time parts.
    fn properties(&self) -> Properties {
        Self::PROPERTIES
    }
}

/// A heuristic whose tables are shared by its clones.
impl<S: StateSpace, H: Heuristic<S>> Heuristic<S> for Arc<H> {
    type Memo = H::Memo;
    const PROPERTIES: Properties = H::PROPERTIES;

    fn start(&self, state: &S::State) -> H::Memo {
        H::start(self, state)
    }

    #[inline]
    fn step(&self, memo: H::Memo, after: &S::State, effect: S::Effect) -> H::Memo {
        H::step(self, memo, after, effect)
    }

    #[inline]
    fn value(&self, memo: H::Memo) -> u32 {
        H::value(self, memo)
    }

    fn resume(&self, state: &S::State, value: u32) -> H::Memo {
        H::resume(self, state, value)
    }

    fn pack_memo(&self, memo: H::Memo) -> Option<u64> {
        H::pack_memo(self, memo)
    }

    fn unpack_memo(&self, state: &S::State, value: u32, packed: u64) -> H::Memo {
        H::unpack_memo(self, state, value, packed)
    }

    fn reversed(&self, space: &S) -> Option<Self> {
        H::reversed(self, space).map(Self::new)
    }

    fn properties(&self) -> Properties {
        H::properties(self)
    }
}
