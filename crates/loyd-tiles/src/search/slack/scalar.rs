//! The scalar kernel: one board at a time, by recursion.
//!
//! ```text
//! expand(board, slack):
//!   for each direction the pruning rule allows
//!     tile  = the tile that moves
//!     child = board with the tile slid
//!     if raises(tile) <= slack
//!       if child = goal: found
//!       expand(child, slack - raises(tile))
//! ```
//!
//! Departures made for speed:
//!
//! 1. On common shapes `expand` is instantiated for every cell of the blank and, under last-move
//!    pruning, every last direction: shifts, masks and the list of moves are immediates. The
//!    instances call each other through a constant table indexed by constants, which the compiler
//!    turns into direct calls.
//! 2. Expansions are counted by *degree* (number of children): one decrement in memory counts both
//!    expansions and generated children and, by its sign, triggers the poll for a stop. Children
//!    that a found goal leaves untried are subtracted while unwinding.
//! 3. The path is written while unwinding, so nodes carry no history.
//!
//! If every child generated was expanded, no node is over the bound, so the next bound needs no
//! bookkeeping either.
//!
//! *Limit.* Manhattan distance on 4x4 takes some 45 instructions per expansion (counted by hand), 8
//! cycles at best. The measured cost is 20 cycles (145 M expansions/s at 3 GHz). The likely cause,
//! which no counter has confirmed: whether a child is within the bound is nearly random at the
//! leaves, and each misprediction costs 15 to 20 cycles. Judging all children before entering the
//! first was measured and does not help; the batched kernel has no such branches and is faster.
//! Templates (1) give a factor of 1.3 to 1.8. With the automaton, the row of the next state,
//! usually in the second-level cache, delays that decision: 83 M expansions/s.

use super::pruning::Prune;
use super::{
    Kernel, Node, POLL, SlackHeuristic, Tally, Visit, blank_of, neighbour, next_bound, slide,
    tile_at,
};
use loyd_search::prune::FORBIDDEN;

/// IDA*'s bounded depth-first search with heuristic `H` and pruning rule `P`.
#[derive(Clone, Debug)]
pub struct Scalar<const W: usize, const N: usize, H, P> {
    heuristic: H,
    prune: P,
}

impl<const W: usize, const N: usize, H, P> Scalar<W, N, H, P> {
    /// Returns a kernel for this heuristic and pruning rule.
    pub const fn new(heuristic: H, prune: P) -> Self {
        Self { heuristic, prune }
    }
}

/// True for the shapes that get one instance per cell. Unit tests are compiled with those of the smaller
/// one, the tests in `tests/` with those of both.
const fn templated<const W: usize, const N: usize>() -> bool {
    match (W, N) {
        (3, 9) => true,
        (4, 16) => !cfg!(test),
        _ => false,
    }
}

/// The instance of `expand` that reads the cell and the state from its arguments.
const ANY: usize = 16;

type Expand<'a, 'c, const W: usize, const N: usize, H, P> = fn(
    &mut Run<'a, 'c, W, N, H, P>,
    u64,
    <H as SlackHeuristic<W, N>>::Memo,
    u32,
    u32,
    usize,
) -> bool;

struct Run<'a, 'c, const W: usize, const N: usize, H, P> {
    /// Expansions left until the next poll, by degree.
    left: [i32; 5],
    goal: u64,
    heuristic: &'a H,
    prune: &'a P,
    tally: &'a mut Tally<'c>,
    path: &'a mut Vec<u8>,
    found: bool,
}

/// The instances for the blank on a cell. The choice is made when constants are evaluated, so that instances
/// of impossible combinations are not compiled: they were 5,000 of 25,000 functions of this crate.
macro_rules! row {
    ($cell:literal) => {
        row!($cell: 0 1 2 3 4 5)
    };
    ($cell:literal: $($last:literal)*) => {
        [$(
            if !templated::<W, N>() {
                Self::expand::<ANY, 0> as Expand<'a, 'c, W, N, H, P>
            } else if $cell < N && P::BY_LAST == ($last != 0) {
                Self::expand::<$cell, $last>
            } else {
                Self::impossible
            },
        )*]
    };
}

impl<'a, 'c, const W: usize, const N: usize, H, P> Run<'a, 'c, W, N, H, P>
where
    H: SlackHeuristic<W, N>,
    P: Prune,
{
    /// Instances by cell and state of last-move pruning; column 0 is for rules whose state is known
    /// only at run time.
    const TABLE: [[Expand<'a, 'c, W, N, H, P>; 6]; 16] = [
        row!(0),
        row!(1),
        row!(2),
        row!(3),
        row!(4),
        row!(5),
        row!(6),
        row!(7),
        row!(8),
        row!(9),
        row!(10),
        row!(11),
        row!(12),
        row!(13),
        row!(14),
        row!(15),
    ];

    /// The instance for a child on `cell`, reached by `direction`.
    const fn instance(cell: usize, column: usize) -> Expand<'a, 'c, W, N, H, P> {
        Self::TABLE[cell][if P::BY_LAST { column } else { 0 }]
    }

    /// Stands for the combinations of cell and state that no search reaches.
    fn impossible(_: &mut Self, _: u64, _: H::Memo, _: u32, _: u32, _: usize) -> bool {
        false
    }

    /// Searches below a board that is not the goal; returns true to end the search.
    fn expand<const CELL: usize, const LAST: usize>(
        &mut self,
        board: u64,
        memo: H::Memo,
        state: u32,
        slack: u32,
        cell: usize,
    ) -> bool {
        let cell = if CELL == ANY { cell } else { CELL };
        let state = if LAST == 0 { state } else { LAST as u32 };
        let degree = self.prune.degree(state, cell);
        self.left[degree] -= 1;
        if self.left[degree] < 0 && self.poll() {
            return true;
        }
        macro_rules! attempt {
            ($direction:literal) => {
                let next = self.prune.next(state, cell, $direction);
                if next != FORBIDDEN
                    && let Some(to) = neighbour::<W, N>(cell, $direction)
                {
                    let tile = tile_at(board, to);
                    let (memo, raises) = self.heuristic.step(memo, board, cell, $direction, tile);
                    if raises <= slack {
                        let child = slide(board, cell, to);
                        let below = const {
                            match neighbour::<W, N>(CELL, $direction) {
                                Some(to) if CELL < N => Self::instance(to, $direction + 1),
                                _ => Self::instance(0, 0),
                            }
                        };
                        if child == self.goal {
                            self.found = true;
                            return self.unwind(state, cell, $direction);
                        }
                        if below(self, child, memo, next, slack - raises, to) {
                            return self.unwind(state, cell, $direction);
                        }
                    }
                }
            };
        }
        attempt!(0);
        attempt!(1);
        attempt!(2);
        attempt!(3);
        false
    }

    /// Updates the counts and returns true if the search must stop.
    #[cold]
    #[inline(never)]
    fn poll(&mut self) -> bool {
        self.settle();
        self.tally.stop()
    }

    fn settle(&mut self) {
        for (degree, left) in self.left.iter_mut().enumerate() {
            let count = (i64::from(POLL) - i64::from(*left)) as u64;
            self.tally.expanded += count;
            self.tally.generated = self.tally.generated.wrapping_add(count * degree as u64);
            *left = POLL as i32;
        }
    }

    /// Unwinds from the goal: records the move and subtracts the children that were counted but
    /// never tried.
    #[cold]
    #[inline(never)]
    fn unwind(&mut self, state: u32, cell: usize, direction: usize) -> bool {
        if self.found {
            self.path.push(direction as u8);
        }
        let untried = (direction + 1..4).filter(|&d| self.prune.next(state, cell, d) != FORBIDDEN);
        self.tally.generated = self.tally.generated.wrapping_sub(untried.count() as u64);
        true
    }
}

impl<const W: usize, const N: usize, H, P> Kernel for Scalar<W, N, H, P>
where
    H: SlackHeuristic<W, N>,
    P: Prune,
{
    type Memo = H::Memo;

    fn root(&self, start: u64) -> Node<H::Memo> {
        let (h, memo) = self.heuristic.start(start);
        let blank = blank_of::<N>(start);
        Node { board: start, memo, prune: self.prune.start(blank), g: 0, h, blank: blank as u32 }
    }

    fn is_goal(&self, node: &Node<H::Memo>) -> bool {
        node.board == self.heuristic.goal()
    }

    fn children(&self, node: &Node<H::Memo>, visit: &mut dyn FnMut(usize, Node<H::Memo>)) {
        let cell = node.blank as usize;
        for direction in 0..4 {
            let prune = self.prune.next(node.prune, cell, direction);
            if prune == FORBIDDEN {
                continue;
            }
            let Some(to) = neighbour::<W, N>(cell, direction) else {
                continue;
            };
            let tile = tile_at(node.board, to);
            let (memo, raises) = self.heuristic.step(node.memo, node.board, cell, direction, tile);
            visit(
                direction,
                Node {
                    board: slide(node.board, cell, to),
                    memo,
                    prune,
                    g: node.g + 1,
                    h: node.h + 2 * raises - 1,
                    blank: to as u32,
                },
            );
        }
    }

    fn search(
        &self,
        node: &Node<H::Memo>,
        bound: u32,
        tally: &mut Tally<'_>,
        path: &mut Vec<u8>,
    ) -> Visit {
        if node.f() > bound {
            return Visit::Exhausted { next_bound: Some(node.f()) };
        }
        if self.is_goal(node) {
            return Visit::Found;
        }
        let (expanded, generated, length) = (tally.expanded, tally.generated, path.len());
        let mut run = Run::<W, N, H, P> {
            left: [POLL as i32; 5],
            goal: self.heuristic.goal(),
            heuristic: &self.heuristic,
            prune: &self.prune,
            tally,
            path,
            found: false,
        };
        let slack = (bound - node.f()) / 2;
        let cell = node.blank as usize;
        let expand = Run::instance(cell, node.prune as usize);
        let ended = expand(&mut run, node.board, node.memo, node.prune, slack, cell);
        run.settle();
        if run.found {
            path[length..].reverse();
            return Visit::Found;
        }
        if ended {
            return Visit::Stopped;
        }
        let over = tally.generated - generated + 1 != tally.expanded - expanded;
        Visit::Exhausted { next_bound: over.then(|| next_bound(node.f(), bound)) }
    }
}
