//! Pattern databases of any puzzle: enumerate an abstraction, read it as a heuristic.
//!
//! An *abstraction* maps every state of a space to an abstract state. Abstract states are few
//! enough to be ranked and stored: some pieces stay distinct, the others become indistinguishable.
//! Every move of the space is a move between the abstract states too, so the cheapest abstract path
//! to the goal costs no more than the cheapest real path, and its cost is an admissible and
//! consistent estimate (J. C. Culberson, J. Schaeffer, *Pattern Databases*, Computational
//! Intelligence 14, 1998).
//!
//! A move may be *charged* less in the abstraction than it costs, down to nothing. If no move is
//! charged more than it costs by several abstractions together, the sum of their estimates is
//! admissible too (F. Yang, J. Culberson, R. Holte, U. Zahavi, A. Felner, *A General Theory of
//! Additive State Space Abstractions*, Journal of Artificial Intelligence Research 32, 2008):
//! disjoint tile sets, each charging only moves of its tiles, are the best-known case.
//!
//! | file | contents |
//! |---|---|
//! | `mod` | [`Abstraction`]: everything that a puzzle has to provide |
//! | `build` | [`build`]: distances of all abstract states, backwards from the goal |
//! | `residues` | distances modulo 3, and the check that they suffice |
//! | `cells` | entries of 2, 4 or 8 bits that several threads may lower |
//! | `table` | [`Table`]: entries, histogram, mean |
//! | `database` | [`PatternDatabase`]: a table read as a heuristic |
//! | `combine` | [`Sum`] and [`Maximum`] of several |
//!
//! `examples/pancakes.rs` adds a puzzle with all of these in one short file.
//!
//! # Cost model
//!
//! With N abstract states, b moves each and D the largest distance:
//!
//! | storage | bytes per state, stored | while built | values |
//! |---|---|---|---|
//! | [`Storage::Bytes`] | 1 | 1 | up to 254 |
//! | [`Storage::Nibbles`] | 1/2 | 1/2 | up to a maximum of at most 14 |
//! | [`Storage::Residues`] | 1/4 | 5/4 | up to 253, changing by at most 1 per move |
//!
//! Building expands each abstract state once: one unranking, b rankings, and b random accesses to
//! entries, each about a cache miss once the table exceeds the cache. It also reads the table once
//! per level, D N bytes in order, at least eight entries at a time: little compared with the
//! expansions unless D / b is in the tens. `Residues` are built as bytes, checked by expanding
//! every state again, and then packed. A search pays one projection, one ranking and one random
//! access for every generated state and table. With residues a start also costs a descent of at
//! most D steps, including the plateaus on it.
//!
//! Measured on all 10! stacks of 10 pancakes, 9 flips each: 4 million states per second on one
//! core, 7 million on two, half as many with residues. Most of the time is spent in the ranking of
//! the puzzle.

mod build;
mod cells;
mod combine;
mod database;
mod options;
mod residues;
mod sharing;
mod table;
#[cfg(test)]
mod tests;

pub use build::{BuildProgress, build};
pub use combine::{Maximum, Sum, SumError};
pub use database::PatternDatabase;
pub use options::{BuildError, Options, Storage};
pub use table::Table;

use crate::space::StateSpace;
use std::fmt::Debug;

/// A map of the states of a space to fewer, numbered states.
///
/// Conditions:
/// 1. *Every move has an image.* If a move leads from s to t, then [`predecessors`] of the
///    projection of t visits the projection of s, with an action whose charge is at most the move's
///    cost.
/// 2. *Every move can be undone.* If a move leads from s to t, some move leads from t to s. The two
///    may be charged differently, because the table is built from predecessors; residues modulo 3
///    need both charges to be at most 1.
/// 3. *Merged pieces.* The abstract state does not say which of the merged pieces moves. Such a
///    move must be an action that is charged no more than any of the actions that it represents. A
///    separate action that is charged nothing (the `None` of `Option<Piece>`) is always correct; if
///    all moves have the same charge, so is any action.
///
/// [`predecessors`]: Abstraction::predecessors
pub trait Abstraction<S: StateSpace> {
    /// An abstract state: a state with pieces merged, the places of some pieces, …
    type State: Clone;

    /// Everything on which the charge of a move depends: the move itself, the piece that moves, …
    type Action: Copy + PartialEq + Debug;

    /// A name for reports, such as the distinct pieces; by default the name of the type.
    fn name(&self) -> String {
        std::any::type_name::<Self>().into()
    }

    /// The abstract state of a state.
    fn project(&self, state: &S::State) -> Self::State;

    /// Number of ranks.
    fn size(&self) -> u64;

    /// The number of an abstract state, below [`size`](Abstraction::size).
    fn rank(&self, state: &Self::State) -> u64;

    /// The abstract state of a rank.
    fn unrank(&self, rank: u64) -> Self::State;

    /// Visits every abstract state from which a move leads to `state`, with the action of that
    /// move. [`neighbours`] helps if abstract states are states of the space.
    fn predecessors(&self, state: &Self::State, visit: impl FnMut(Self::State, Self::Action));

    /// The cost of an action in this abstraction, 0 allowed.
    fn charge(&self, action: Self::Action) -> u32;

    /// Every action of the space, including those of pieces that are merged here, each with the
    /// least cost of a move that is this action. [`Sum`] uses them to check charges.
    fn actions(&self) -> Vec<(Self::Action, u32)>;

    /// Replaces an abstract state by the canonical one of those that are equal by a symmetry. The
    /// symmetry must map goals to goals, and moves to moves of the same charge. The entries of
    /// states that are not canonical stay empty.
    fn canonical(&self, _state: &mut Self::State) {}
}

/// Visits the states one move away from `state`, with the moves that lead there.
///
/// Helps abstractions whose abstract states are states of the space with some pieces merged: the
/// predecessors are these neighbours, and the move to be charged is the inverse of the one visited.
pub fn neighbours<S: StateSpace>(
    space: &S,
    state: &S::State,
    mut visit: impl FnMut(S::State, S::Move),
) {
    for mv in space.moves(state) {
        let mut neighbour = state.clone();
        space.apply(&mut neighbour, mv);
        visit(neighbour, mv);
    }
}

/// The rank of an abstract state after symmetry reduction.
fn rank_of<S: StateSpace, A: Abstraction<S>>(abstraction: &A, mut state: A::State) -> u64 {
    abstraction.canonical(&mut state);
    abstraction.rank(&state)
}
