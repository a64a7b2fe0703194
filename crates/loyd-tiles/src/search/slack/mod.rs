//! Bounded depth-first search in *slack form* over boards of up to 16 cells.
//!
//! For a heuristic that changes by exactly one with every move (Manhattan
//! distance, linear conflict, Walking Distance), `f = g + h` either stays or
//! grows by two. So a search below `bound` needs neither `g` nor `h`, only
//!
//! ```text
//! slack = (bound - g - h) / 2
//! ```
//!
//! A move that lowers `h` is free; one that raises `h` costs one unit. A move is thus judged by a
//! single bit, which is all that a heuristic has to supply.
//!
//! A board is a `u64`: nibble `i` holds the tile on cell `i`, 0 is the blank.
//! Directions are those of the blank, numbered in the order of trial.

// Kernels consist of many tiny functions whose calls would cost more than their bodies.
#![allow(clippy::inline_always)]

pub mod batch;
pub mod linear_conflict;
pub mod manhattan;
pub mod pruning;
pub mod scalar;
mod tree;
pub mod walking_distance;

#[cfg(test)]
mod tests;

pub use tree::word;

use loyd_search::search::deepening::{Tally, Visit};

/// Blank up (a tile moves down).
pub const UP: usize = 0;
/// Blank left.
pub const LEFT: usize = 1;
/// Blank right.
pub const RIGHT: usize = 2;
/// Blank down.
pub const DOWN: usize = 3;

/// The direction that undoes `direction`.
#[cfg(test)]
#[must_use]
pub const fn inverse(direction: usize) -> usize {
    3 - direction
}

/// The cell next to `cell`, if it is on the board.
#[inline(always)]
#[must_use]
pub const fn neighbour<const W: usize, const N: usize>(
    cell: usize,
    direction: usize,
) -> Option<usize> {
    match direction {
        UP if cell >= W => Some(cell - W),
        LEFT if !cell.is_multiple_of(W) => Some(cell - 1),
        RIGHT if !(cell + 1).is_multiple_of(W) => Some(cell + 1),
        DOWN if cell + W < N => Some(cell + W),
        _ => None,
    }
}

/// The tile on `cell`.
#[inline(always)]
#[must_use]
pub const fn tile_at(board: u64, cell: usize) -> usize {
    (board >> (4 * cell)) as usize & 15
}

/// Moves the tile on `to` into the empty cell `blank`.
#[inline(always)]
#[must_use]
pub const fn slide(board: u64, blank: usize, to: usize) -> u64 {
    let tile = board >> (4 * to) & 15;
    board ^ (tile << (4 * to)) ^ (tile << (4 * blank))
}

/// The cell of the blank on a board of `N` cells.
///
/// # Panics
/// If the board has no blank.
#[must_use]
pub fn blank_of<const N: usize>(board: u64) -> usize {
    (0..N).find(|&cell| tile_at(board, cell) == 0).expect("a board has a blank")
}

/// Packs tiles in reading order into a board.
#[cfg(test)]
#[must_use]
pub fn pack(tiles: &[u8]) -> u64 {
    tiles.iter().rev().fold(0, |board, &tile| board << 4 | u64::from(tile))
}

/// A heuristic that changes by exactly one with every move.
pub trait SlackHeuristic<const W: usize, const N: usize>: Send + Sync {
    /// The data carried from node to node.
    type Memo: Copy + Send + Eq + std::fmt::Debug;

    fn goal(&self) -> u64;

    /// `h` and the memo of a board.
    fn start(&self, board: u64) -> (u32, Self::Memo);

    /// Evaluates a move of the blank from `cell` in `direction`, before it is made, with `tile`
    /// moving the opposite way: returns the memo after the move, and 1 if `h` grows, 0 if it falls.
    fn step(
        &self,
        memo: Self::Memo,
        board: u64,
        cell: usize,
        direction: usize,
        tile: usize,
    ) -> (Self::Memo, u32);
}

/// A node of the search tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<M> {
    pub board: u64,
    /// The heuristic's memo.
    pub memo: M,
    /// State of the pruning rule.
    pub prune: u32,
    /// Moves made since the root.
    pub g: u32,
    /// Heuristic estimate of the remaining moves.
    pub h: u32,
    /// Cell of the blank.
    pub blank: u32,
}

impl<M> Node<M> {
    /// `g + h`.
    #[must_use]
    pub fn f(&self) -> u32 {
        self.g + self.h
    }
}

/// Number of expansions between two polls for a stop: a fraction of a millisecond.
const POLL: u32 = Tally::INTERVAL as u32;

/// A bounded depth-first search from any node.
pub trait Kernel: Send + Sync {
    /// The heuristic's memo.
    type Memo: Copy + Send + Eq + std::fmt::Debug;

    /// The root node of a search from `start`.
    fn root(&self, start: u64) -> Node<Self::Memo>;

    fn is_goal(&self, node: &Node<Self::Memo>) -> bool;

    /// Expands one node: calls `visit` with each direction and child that the pruning rule allows,
    /// including those over any bound, in the order of trial.
    fn children(&self, node: &Node<Self::Memo>, visit: &mut dyn FnMut(usize, Node<Self::Memo>));

    /// Searches below `node`. On [`Visit::Found`] the directions from `node`
    /// to the goal are appended to `path`.
    fn search(
        &self,
        node: &Node<Self::Memo>,
        bound: u32,
        tally: &mut Tally<'_>,
        path: &mut Vec<u8>,
    ) -> Visit;
}

/// The smallest bound above `bound` that adds nodes to a search below a node of this `f`: `f` keeps
/// its parity.
fn next_bound(f: u32, bound: u32) -> u32 {
    if f > bound { f } else { bound + 2 - (bound - f) % 2 }
}
