//! The batched kernel: many boards per step from an explicit stack.
//!
//! ```text
//! push the first nodes
//! while the stack is not empty
//!   take up to 16 nodes; if one is the goal: found
//!   for each direction
//!     push those children that the automaton allows and the slack pays for
//! ```
//!
//! 1. A step has no branch that depends on a board, while the recursion of the scalar kernel
//!    mispredicts on most expansions.
//! 2. A node is 12 bytes, or 16 with Walking Distance: the board, rotated so that the blank is
//!    nibble 0 and every move is a constant shift; and a word of blank, slack and automaton state.
//!    Last-move pruning is the automaton of depth 2.
//! 3. Nodes carry no path. The first moves are made by recursion, in the order of trial; the
//!    subtrees below are searched one after another, each to its end. The subtree that holds the
//!    goal is searched again in the same manner.
//!
//! By 3 the result is exactly that of the recursive kernel: the same path and the same counts, also
//! in the iteration that finds the goal. The second search covers only one of the many subtrees of
//! that iteration.

use super::pruning::Automaton;
use super::{
    Kernel, Node, SlackHeuristic, Tally, Visit,
    manhattan::Manhattan,
    next_bound,
    scalar::Scalar,
    tile_at,
    walking_distance::{Axis, WalkingDistance},
};
use crate::arch::batch::{
    Counts, Engine, Exit, MAX_SLACK, SLACK_SHIFT, STATE_SHIFT, Stack, Tables,
};

/// Number of steps between two polls.
const STEPS: u32 = super::POLL / crate::arch::batch::GROUP as u32;

/// Number of moves made by recursion before subtrees are searched in batches. With fewer, the
/// second search takes longer; with more, subtrees never fill a step.
const CUT: u32 = 7;
/// Number of expansions of a subtree above which the path is searched for in batches too.
const LARGE: u64 = 1 << 13;

/// A heuristic that the batched kernels support.
pub trait BatchHeuristic<const W: usize, const N: usize>: SlackHeuristic<W, N> + Sized {
    /// True for Walking Distance, false for Manhattan distance.
    const WALKING: bool;

    /// The tables of a kernel without the automaton; `None` if they are too large for its 16-bit
    /// entries.
    fn tables(&self) -> Option<Tables>;

    /// The memo in the form stored on the stack.
    fn packed(memo: Self::Memo) -> u32;
}

/// The batched kernel with heuristic `H`.
#[derive(Clone, Debug)]
pub struct Batch<const W: usize, const N: usize, H> {
    scalar: Scalar<W, N, H, Automaton<W, N>>,
    tables: Tables,
    engine: Engine,
}

impl<const W: usize, const N: usize, H: BatchHeuristic<W, N>> Batch<W, N, H> {
    /// Returns a kernel for this heuristic and automaton, or the scalar kernel if the heuristic's
    /// tables are too large.
    ///
    /// # Errors
    /// The scalar kernel with the same heuristic and automaton.
    pub fn new(
        heuristic: H,
        automaton: Automaton<W, N>,
        engine: Engine,
    ) -> Result<Self, Scalar<W, N, H, Automaton<W, N>>> {
        let tables = heuristic.tables();
        let rows = automaton.rows().to_vec();
        let scalar = Scalar::new(heuristic, automaton);
        match tables {
            Some(tables) => {
                Ok(Self { scalar, tables: Tables { automaton: rows, ..tables }, engine })
            }
            None => Err(scalar),
        }
    }

    fn push(&self, stack: &mut Stack, node: &Node<H::Memo>, bound: u32) {
        let budget = (bound - node.f()) / 2;
        let info = node.blank | budget << SLACK_SHIFT | node.prune << STATE_SHIFT;
        let relative = node.board.rotate_right(4 * node.blank);
        stack.push(&self.tables, relative, info, H::packed(node.memo));
    }

    /// Searches below `node`, which must be within the bound and not the goal: `cut` moves by
    /// recursion, the rest in batches. `None` if there is no goal.
    fn descend(
        &self,
        node: &Node<H::Memo>,
        cut: u32,
        bound: u32,
        stack: &mut Stack,
        tally: &mut Tally<'_>,
        path: &mut Vec<u8>,
    ) -> Option<Visit> {
        if cut == 0 {
            return self.subtree(node, bound, stack, tally, path);
        }
        tally.expanded += 1;
        let mut visit = None;
        self.scalar.children(node, &mut |direction, child| {
            if visit.is_some() {
                return;
            }
            tally.generated += 1;
            if child.f() > bound {
                return;
            }
            path.push(direction as u8);
            if self.is_goal(&child) {
                visit = Some(Visit::Found);
            } else {
                visit = self.descend(&child, cut - 1, bound, stack, tally, path);
            }
            if visit.is_none() {
                path.pop();
            }
        });
        visit
    }

    /// Searches below `node` in batches; if the goal is found, searches again for the path and the
    /// counts.
    fn subtree(
        &self,
        node: &Node<H::Memo>,
        bound: u32,
        stack: &mut Stack,
        tally: &mut Tally<'_>,
        path: &mut Vec<u8>,
    ) -> Option<Visit> {
        let before = (tally.expanded, tally.generated);
        stack.clear();
        self.push(stack, node, bound);
        loop {
            let mut counts = Counts::default();
            let ended = if H::WALKING {
                self.engine.run::<W, true>(&self.tables, stack, STEPS, &mut counts)
            } else {
                self.engine.run::<W, false>(&self.tables, stack, STEPS, &mut counts)
            };
            tally.expanded += counts.expanded;
            tally.generated += counts.generated;
            match ended {
                Exit::Empty => return None,
                Exit::Steps => {
                    if tally.stop() {
                        return Some(Visit::Stopped);
                    }
                }
                Exit::Goal => {
                    let large = tally.expanded - before.0 > LARGE;
                    (tally.expanded, tally.generated) = before;
                    return if large {
                        self.descend(node, CUT, bound, stack, tally, path)
                    } else {
                        Some(self.scalar.search(node, bound, tally, path))
                    };
                }
            }
        }
    }
}

impl<const W: usize, const N: usize, H: BatchHeuristic<W, N>> Kernel for Batch<W, N, H> {
    type Memo = H::Memo;

    fn root(&self, start: u64) -> Node<H::Memo> {
        self.scalar.root(start)
    }

    fn is_goal(&self, node: &Node<H::Memo>) -> bool {
        self.scalar.is_goal(node)
    }

    fn children(&self, node: &Node<H::Memo>, visit: &mut dyn FnMut(usize, Node<H::Memo>)) {
        self.scalar.children(node, visit);
    }

    fn search(
        &self,
        node: &Node<H::Memo>,
        bound: u32,
        tally: &mut Tally<'_>,
        path: &mut Vec<u8>,
    ) -> Visit {
        if node.f() > bound || self.is_goal(node) || (bound - node.f()) / 2 > MAX_SLACK {
            return self.scalar.search(node, bound, tally, path);
        }
        let (expanded, generated, length) = (tally.expanded, tally.generated, path.len());
        let mut stack = Stack::default();
        if let Some(visit) = self.descend(node, CUT, bound, &mut stack, tally, path) {
            if visit != Visit::Found {
                path.truncate(length);
            }
            return visit;
        }
        let over = tally.generated - generated + 1 != tally.expanded - expanded;
        Visit::Exhausted { next_bound: over.then(|| next_bound(node.f(), bound)) }
    }
}

/// Tables with everything but the heuristic, for `goal`.
fn blank_tables<const N: usize>(goal: u64) -> Tables {
    let blank = super::blank_of::<N>(goal) as u32;
    Tables {
        goal: goal.rotate_right(4 * blank),
        goal_blank: blank,
        automaton: Vec::new(),
        lines: [0; 64],
        thresholds: [0; 16],
        rows: Vec::new(),
        columns: Vec::new(),
        row_shift: 0,
        column_shift: 0,
    }
}

impl<const W: usize, const N: usize> BatchHeuristic<W, N> for Manhattan<W, N> {
    const WALKING: bool = false;

    fn tables(&self) -> Option<Tables> {
        let mut tables = blank_tables::<N>(self.goal());
        for tile in 0..16 {
            let (row, column) =
                (self.cell_of()[tile] as usize / W, self.cell_of()[tile] as usize % W);
            // Down and right raise where the goal line is *greater*.
            for (direction, line) in
                [row as i8, column as i8, -(column as i8), -(row as i8)].into_iter().enumerate()
            {
                tables.lines[16 * direction + tile] = line as u8;
            }
        }
        for cell in 0..N {
            let (row, column) = ((cell / W) as i8, (cell % W) as i8);
            tables.thresholds[cell] =
                u32::from_le_bytes([row, column, -column, -row].map(|line| line as u8));
        }
        Some(tables)
    }

    fn packed((): ()) -> u32 {
        0
    }
}

impl<const W: usize, const N: usize> BatchHeuristic<W, N> for WalkingDistance<W, N> {
    const WALKING: bool = true;

    fn tables(&self) -> Option<Tables> {
        let mut tables = blank_tables::<N>(self.goal());
        (tables.row_shift, tables.column_shift) = (self.rows().shift(), self.columns().shift());
        for tile in 0..16 {
            let row = tile_at(self.goal_rows(), tile);
            let column = tile_at(self.goal_columns(), tile);
            for (direction, line) in
                [row, column, column | 1 << tables.column_shift, row | 1 << tables.row_shift]
                    .into_iter()
                    .enumerate()
            {
                tables.lines[16 * direction + tile] = line as u8;
            }
        }
        tables.rows = compact(self.rows())?;
        tables.columns = compact(self.columns())?;
        Some(tables)
    }

    fn packed([row, column]: [u32; 2]) -> u32 {
        row | column << 16
    }
}

/// The entries of an axis in 16 bits, plus one more so that a 32-bit load of the last stays in
/// bounds.
fn compact(axis: &Axis) -> Option<Vec<u16>> {
    let entries = axis.entries().iter().chain(&[0]);
    entries.map(|&entry| u16::try_from(entry).ok()).collect()
}
