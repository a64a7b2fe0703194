//! A* on the tree of move strings: open lists by depth instead of repeated iterations.
//!
//! ```text
//! bound := h(start); open := { 0: [start] }; next := {}
//! repeat
//!   while open has nodes or the stack does
//!     expand nodes of the stack in batches, else those of the deepest list
//!     each child within the bound goes to the stack, each other one to next, at its depth
//!   open := next; next := {}; bound := bound + 2
//! until a child is the goal
//! ```
//!
//! The idea is the first phase of A*+IDA* (Z. Bu, R. E. Korf, *A\*+IDA\*: A Simple Hybrid Search Algorithm*,
//! IJCAI 2019), without a closed list: the automaton of duplicate strings forbids most duplicates, so no state is
//! hashed or compared. Iterative deepening expands every state of the earlier bounds again, and in the last
//! bound half of its states on average. Here each string is expanded once, and since the deepest nodes come
//! first, the last bound ends after a small part of it.
//!
//! 1. A child over the bound exceeds it by exactly two, and all are needed at the next bound: there
//!    is one set of lists, and no priority queue.
//! 2. Each expanded state has a *step* in the trail, with its packed cells; a child over the bound is the step of
//!    its parent and the move, 16 bytes ([`lists`](super::lists)). If it was over the bound in the first view, the
//!    bit of the second was not read, and it enters a batch that awaits only this test.
//! 3. Steps stay in memory to the end: 16 bytes on 4x4, 32 on 5x5. Without memory for lists and trail the search
//!    gives up, and the caller deepens from the bound reached.
//! 4. Batches are full, or nearly: as soon as the stack has few nodes, children of the deepest list join them. Only
//!    a small search expands the deepest alone.
//!
//! *Measured* on one thread of an Intel Xeon, 200 random 15-puzzles, medians of seven ratios to iterative deepening
//! (`loyd bench solve -a idastar -a tree-astar --threads 1`):
//!
//! | tables | states | time with AVX-512 | with AVX2 |
//! |---|---|---|---|
//! | 6-6-3 | 0.46 | 0.74 | 0.62 |
//! | 7-8 | 0.48 | 0.98 | 0.81 |
//!
//! The 24-puzzles 25, 38 and 40 with 6-6-6-6 take 0.33 of the states and 0.93 of the time, and 1.1 GiB. Lists are
//! written and read for each state, and batches have fewer children, 5.9 instead of 7.0 in a vector of eight. So
//! `auto` does not choose this search.

use super::batch::SearchEnd;
use super::board::Board;
use super::lists::{Cut, Lists, NO_VIEW, Pool, Step, Trail};
use super::packing::Packed;
use crate::arch::pdb::batch::{Batch, Kernel, Meta, NODES, Node, Tables};

/// Number of expansions up to which batches are not filled from the open lists: in a small search, nodes that are
/// not the deepest are many of all.
const SMALL: u64 = 1 << 14;

/// Maximum number of views: a child over the bound in one lacks at most one other.
pub(super) const MAX_VIEWS: usize = 2;

/// The number of the step above a root.
const NO_STEP: u32 = u32::MAX;

/// A batch in flight.
struct Flight<const C: usize, const L: usize> {
    batch: Batch<C, L>,
    /// The steps and the depths of its nodes.
    steps: [u32; NODES],
    depths: [u16; NODES],
    /// Tests that its children await.
    tests: usize,
}

/// The size and the counts of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Children on open lists.
    pub(super) open: u64,
    /// Bytes of open lists and trail.
    pub(super) bytes: u64,
}

/// A search from one start.
pub(super) struct OpenLists<'a, const C: usize, const L: usize, P: Packed<C>> {
    board: &'a Board,
    tables: Tables<'a>,
    kernel: Kernel,
    flights: Vec<Flight<C, L>>,
    stack: Vec<Node<C, L>>,
    /// The depth of each node of the stack.
    depths: Vec<u16>,
    trail: Trail<P>,
    open: Lists,
    next: Lists,
    pool: Pool,
    counts: Counts,
}

impl<'a, const C: usize, const L: usize, P: Packed<C>> OpenLists<'a, C, L, P> {
    /// Expansions between two calls of `stop`.
    const INTERVAL: u64 = 1 << 14;

    /// A search from a root within its slack that is not the goal.
    pub(super) fn new(board: &'a Board, root: Node<C, L>) -> Self {
        let flight = || Flight {
            batch: Batch::new(),
            steps: [NO_STEP; NODES],
            depths: [0; NODES],
            tests: 0,
        };
        Self {
            tables: board.tables(),
            board,
            kernel: Kernel::detect(),
            flights: (0..=board.views()).map(|_| flight()).collect(),
            stack: vec![Node { meta: root.meta.with_trail(NO_STEP), ..root }],
            depths: vec![0],
            trail: Trail::new(),
            open: Lists::default(),
            next: Lists::default(),
            pool: Pool::default(),
            counts: Counts::default(),
        }
    }

    pub(super) fn counts(&self) -> Counts {
        let bytes = self.trail.bytes() + self.pool.bytes();
        Counts { open: self.open.length + self.next.length, bytes, ..self.counts }
    }

    /// Expands every node within the bound, or up to the goal. Afterwards the bound is two more. `stop` is
    /// called every few thousand expansions.
    pub(super) fn iteration(&mut self, stop: &mut dyn FnMut(Counts) -> bool) -> SearchEnd {
        let views = self.tables.views;
        let mut polled = self.counts.expanded;
        for turn in views + 1.. {
            if self.counts.expanded - polled >= Self::INTERVAL {
                polled = self.counts.expanded;
                if stop(self.counts()) || self.trail.length() + 2 * NODES > NO_STEP as usize {
                    return SearchEnd::Stopped;
                }
            }
            self.launch(turn % (views + 1));
            let mut is_busy = self.flights[turn % (views + 1)].tests > 0;
            for age in (1..=views).rev() {
                let at = (turn - age) % (views + 1);
                if self.flights[at].tests > 0 {
                    is_busy = true;
                    if let Some(path) = self.test(at) {
                        return SearchEnd::Found(path);
                    }
                }
            }
            if !is_busy && self.stack.is_empty() && self.open.length == 0 {
                break;
            }
        }
        std::mem::swap(&mut self.open, &mut self.next);
        SearchEnd::Exhausted { cut: self.open.length > 0 }
    }

    /// Fills a batch from the stack, or from the open lists if the stack has few nodes.
    #[inline]
    fn launch(&mut self, at: usize) {
        let few = if self.counts.expanded < SMALL { 1 } else { NODES };
        if self.stack.len() < few && self.open.length > 0 {
            self.reopen(at);
            return;
        }
        let Self { tables, kernel, flights, stack, trail, counts, .. } = self;
        let Flight { batch, steps, depths, tests } = &mut flights[at];
        let from = stack.len().saturating_sub(NODES);
        batch.count = stack.len() - from;
        batch.nodes[..batch.count].copy_from_slice(&stack[from..]);
        depths[..batch.count].copy_from_slice(&self.depths[from..]);
        stack.truncate(from);
        self.depths.truncate(from);
        for (node, step) in batch.nodes[..batch.count].iter().zip(steps) {
            let (cells, from, direction) =
                (P::pack(&node.cells), node.meta.trail(), node.meta.direction() as u8);
            *step = trail.push(Step { cells, from, direction });
        }
        kernel.fill(tables, batch);
        kernel.locate(tables, batch);
        counts.expanded += batch.count as u64;
        counts.generated += batch.length as u64;
        *tests = if batch.length > 0 { tables.views } else { 0 };
    }

    /// Takes children from the deepest open list: those whose views were all read go to the stack, the others
    /// into a batch that awaits one test.
    fn reopen(&mut self, at: usize) {
        let Self { board, tables, kernel, flights, stack, open, trail, pool, .. } = self;
        let Flight { batch, steps, depths, tests } = &mut flights[at];
        batch.count = 0;
        while batch.count < NODES && stack.len() < 2 * NODES {
            let Some((depth, cut)) = open.pop(pool) else { break };
            let (margins, step) = (cut.margins, cut.step());
            let cells = trail.step(step).cells.unpack();
            let lanes = kernel.places(tables, &cells);
            let parent = Node { lanes, cells, margins, meta: Meta::default() };
            let tile = cells[usize::from(board.targets[cut.blank()][cut.direction()]) % C];
            let number = batch.count;
            let child = cut.child(number, tile);
            if cut.unread() == NO_VIEW {
                // It is not the goal, whose value is 0: it was over the bound.
                stack.push(parent);
                self.depths.push(depth as u16);
                let node = stack.last_mut().expect("it was pushed");
                board.advance(node, child, margins, step);
            } else {
                batch.nodes[number] = parent;
                (steps[number], depths[number]) = (step, depth as u16 - 1);
                (batch.children[number], batch.margins[number]) = (child, margins);
                batch.count += 1;
            }
        }
        batch.length = batch.count;
        kernel.locate(tables, batch);
        *tests = usize::from(batch.length > 0);
    }

    /// Tests the children of a batch; if it was the last test, puts them on the stack and returns the path if one of
    /// them is the goal.
    #[inline]
    fn test(&mut self, at: usize) -> Option<Vec<u8>> {
        let Self { board, tables, kernel, flights, stack, next, pool, .. } = self;
        let Flight { batch, steps, depths, tests } = &mut flights[at];
        let is_first = *tests == tables.views && tables.views > 1;
        kernel.divide(tables, batch);
        for (&child, &margins) in batch.cut.iter().zip(&batch.cut_margins).take(batch.cuts) {
            let parent = child.parent();
            let unread = if is_first { child.view() as u64 } else { NO_VIEW };
            let cut = Cut::new(child, margins, steps[parent], unread);
            next.push(usize::from(depths[parent]) + 1, cut, pool);
        }
        *tests = if batch.length > 0 { *tests - 1 } else { 0 };
        if *tests > 0 {
            kernel.locate(tables, batch);
            return None;
        }
        for (&child, &margins) in batch.children.iter().zip(&batch.margins).take(batch.length) {
            let parent = child.parent();
            stack.push(batch.nodes[parent]);
            self.depths.push(depths[parent] + 1);
            let node = stack.last_mut().expect("it was pushed");
            board.advance(node, child, margins, steps[parent]);
            if node.meta.blank() == board.goal_blank && board.is_goal(&node.cells) {
                let meta = node.meta;
                return Some(self.path(meta.trail(), meta.direction() as u8));
            }
        }
        None
    }

    /// The directions from the root to a child of a step.
    #[cold]
    fn path(&self, mut step: u32, direction: u8) -> Vec<u8> {
        let mut path = vec![direction];
        while step != NO_STEP {
            let Step { from, direction, .. } = self.trail.step(step);
            path.push(direction);
            step = from;
        }
        // The root has no direction.
        path.pop();
        path.reverse();
        path
    }
}
