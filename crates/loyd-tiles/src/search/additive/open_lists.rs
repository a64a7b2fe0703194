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
//! 2. A child is stored as its *parent's* cells, four or five bits each, with the move: 24 bytes on 4x4 and 32 on 5x5.
//!    If it was over the bound in the first view, the bit of the second view was not read; the
//!    child is put into a batch that awaits only this test. Nothing is computed twice but the places of tiles
//!    in the patterns.
//! 3. A child is named by its parent's step in the trail, eight bytes for each expanded state, which stays in
//!    memory to the end. Without memory for lists and trail the search gives up; the caller
//!    then deepens from the bound reached.
//! 4. A batch has at most [`WIDTH`] nodes. More would use the vectors better, but while the search
//!    goes down to the goal in the last bound, all other nodes of the batches in flight are useless.

use super::batch::SearchEnd;
use super::board::Board;
use crate::arch::pdb::batch::{Batch, Child, Kernel, Margins, Meta, NODES, Node, Tables};

/// Maximum number of nodes of a batch.
const WIDTH: usize = 8;

/// Maximum number of views: a child that fails the test of one lacks at most one other.
pub(super) const MAX_VIEWS: usize = 2;

/// The number of the step above a root.
const NO_STEP: u32 = u32::MAX;

/// The number of the view of a child whose views were all read.
const NO_VIEW: u32 = 3;

/// The cells of a node, packed.
pub(super) trait Cells<const C: usize>: Copy {
    fn pack(cells: &[u8; C]) -> Self;
    fn unpack(self) -> [u8; C];
}

/// The packed cells of each number of cells.
pub(super) trait Packed<const C: usize> {
    type Cells: Cells<C>;
}

/// Implements [`Packed`].
pub(super) struct Packing;

impl Packed<16> for Packing {
    type Cells = u64;
}

impl Packed<32> for Packing {
    type Cells = [u64; 2];
}

/// Four bits a cell.
impl Cells<16> for u64 {
    #[inline]
    fn pack(cells: &[u8; 16]) -> Self {
        let nibbles = |half: usize| {
            let mut word = 0;
            for (i, &tile) in cells[8 * half..8 * half + 8].iter().enumerate() {
                word |= u64::from(tile) << (4 * i);
            }
            word
        };
        nibbles(0) | nibbles(1) << 32
    }

    #[inline]
    fn unpack(self) -> [u8; 16] {
        std::array::from_fn(|cell| (self >> (4 * cell)) as u8 & 15)
    }
}

/// Five bits a cell; those of the last cell are divided.
impl Cells<32> for [u64; 2] {
    #[inline]
    fn pack(cells: &[u8; 32]) -> Self {
        let part = |range: std::ops::Range<usize>| {
            range.rev().fold(0, |word, cell| word << 5 | u64::from(cells[cell]))
        };
        let last = u64::from(cells[24]);
        [part(0..12) | last >> 4 << 60, part(12..24) | (last & 15) << 60]
    }

    #[inline]
    fn unpack(self) -> [u8; 32] {
        let mut cells = [0; 32];
        for (cell, tile) in cells[..24].iter_mut().enumerate() {
            *tile = (self[cell / 12] >> (5 * (cell % 12))) as u8 & 31;
        }
        cells[24] = (self[1] >> 60) as u8 | ((self[0] >> 60) as u8 & 1) << 4;
        cells
    }
}

/// A child over the bound.
#[derive(Clone, Copy, Debug)]
struct Cut<P> {
    /// The cells of its parent.
    cells: P,
    /// Its margins for the next bound, except for a view not read.
    margins: Margins,
    /// State of the automaton (16 bits), cell of the parent's blank (5), direction (2), the view not read (2).
    child: u32,
    /// Its parent's step.
    step: u32,
}

/// An expanded node: its parent's step, the direction from it, and its depth.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    depth: u16,
    direction: u8,
}

/// A batch in flight.
struct Flight<const C: usize, const L: usize> {
    batch: Batch<C, L>,
    /// The steps of its nodes.
    steps: [u32; NODES],
    /// Tests that its children await.
    tests: usize,
}

/// Children over a bound, by depth.
struct Lists<P> {
    by_depth: Vec<Vec<Cut<P>>>,
    length: u64,
}

impl<P> Default for Lists<P> {
    fn default() -> Self {
        Self { by_depth: Vec::new(), length: 0 }
    }
}

impl<P> Lists<P> {
    #[inline]
    fn push(&mut self, depth: usize, cut: Cut<P>) {
        if self.by_depth.len() <= depth {
            self.by_depth.resize_with(depth + 1, Vec::new);
        }
        self.by_depth[depth].push(cut);
        self.length += 1;
    }

    /// Takes a child of the greatest depth.
    #[inline]
    fn pop(&mut self) -> Option<Cut<P>> {
        loop {
            if let Some(cut) = self.by_depth.last_mut()?.pop() {
                self.length -= 1;
                return Some(cut);
            }
            self.by_depth.pop();
        }
    }

    fn bytes(&self) -> u64 {
        self.by_depth.iter().map(|list| (list.capacity() * size_of::<Cut<P>>()) as u64).sum()
    }
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
pub(super) struct OpenLists<'a, const C: usize, const L: usize, P: Cells<C>> {
    board: &'a Board,
    tables: Tables<'a>,
    kernel: Kernel,
    flights: Vec<Flight<C, L>>,
    stack: Vec<Node<C, L>>,
    trail: Vec<Step>,
    open: Lists<P>,
    next: Lists<P>,
    counts: Counts,
}

impl<'a, const C: usize, const L: usize, P: Cells<C>> OpenLists<'a, C, L, P> {
    /// Expansions between two calls of `stop`.
    const INTERVAL: u64 = 1 << 14;

    /// A search from a root within its slack that is not the goal.
    pub(super) fn new(board: &'a Board, root: Node<C, L>) -> Self {
        let flight = || Flight { batch: Batch::new(), steps: [NO_STEP; NODES], tests: 0 };
        Self {
            tables: board.tables(),
            board,
            kernel: Kernel::detect(),
            flights: (0..=board.views()).map(|_| flight()).collect(),
            stack: vec![Node { meta: root.meta.with_trail(NO_STEP), ..root }],
            trail: Vec::new(),
            open: Lists::default(),
            next: Lists::default(),
            counts: Counts::default(),
        }
    }

    pub(super) fn counts(&self) -> Counts {
        let trail = (self.trail.capacity() * size_of::<Step>()) as u64;
        let bytes = trail + self.open.bytes() + self.next.bytes();
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
                if stop(self.counts()) || self.trail.len() + 2 * NODES > NO_STEP as usize {
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

    /// Fills a batch from the stack, or from the open lists if the stack is empty.
    #[inline]
    fn launch(&mut self, at: usize) {
        let Self { tables, kernel, flights, stack, trail, counts, .. } = self;
        let Flight { batch, steps, tests } = &mut flights[at];
        (batch.length, batch.count) = (0, 0);
        if stack.is_empty() {
            self.reopen(at);
            return;
        }
        let from = stack.len().saturating_sub(WIDTH);
        batch.count = stack.len() - from;
        batch.nodes[..batch.count].copy_from_slice(&stack[from..]);
        stack.truncate(from);
        for (node, step) in batch.nodes[..batch.count].iter().zip(steps) {
            let meta = node.meta;
            let depth = trail.get(meta.trail() as usize).map_or(0, |step| step.depth + 1);
            *step = trail.len() as u32;
            trail.push(Step { from: meta.trail(), depth, direction: meta.direction() as u8 });
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
        let Self { board, tables, kernel, flights, stack, open, .. } = self;
        let Flight { batch, steps, tests } = &mut flights[at];
        for _ in 0..WIDTH {
            let Some(Cut { cells, margins, child, step }) = open.pop() else { break };
            let cells = cells.unpack();
            let parent =
                Node { lanes: board.places(&cells), cells, margins, meta: Meta::default() };
            let (blank, direction) = (child as usize >> 16 & 31, child as usize >> 21 & 3);
            let tile = cells[usize::from(board.targets[blank][direction]) % C];
            let view = child >> 23 & 3;
            let number = batch.count;
            let child = Child(
                u64::from(child & 0xffff)
                    | (number as u64) << 16
                    | (direction as u64) << 24
                    | u64::from(tile) << 32
                    | (blank as u64) << 56
                    | if view == NO_VIEW { 0 } else { u64::from(view) << 40 },
            );
            if view == NO_VIEW {
                // It is not the goal, whose value is 0: it was over the bound.
                stack.push(parent);
                let node = stack.last_mut().expect("it was pushed");
                board.advance(node, child, margins, step);
            } else {
                (batch.nodes[number], steps[number]) = (parent, step);
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
        let Self { board, tables, kernel, flights, stack, trail, next, .. } = self;
        let Flight { batch, steps, tests } = &mut flights[at];
        let (children, margins, length) = (batch.children, batch.margins, batch.length);
        let is_first = *tests == tables.views && tables.views > 1;
        if !kernel.judge(tables, batch) {
            let mut passed = batch.children[..batch.length].iter().peekable();
            for (&child, &margins) in children[..length].iter().zip(&margins) {
                if passed.next_if(|passed| passed.has_origin_of(child)).is_some() {
                    continue;
                }
                let (parent, view) = (child.parent(), child.view());
                let step = steps[parent];
                let depth = usize::from(trail[step as usize].depth) + 1;
                let unread = if is_first { 1 - view as u32 } else { NO_VIEW };
                let word = u32::from(child.state())
                    | (child.blank() as u32) << 16
                    | (child.direction() as u32) << 21
                    | unread << 23;
                let margins = margins.over(child.lane(), view, tables.views);
                let cells = P::pack(&batch.nodes[parent].cells);
                next.push(depth, Cut { cells, margins, child: word, step });
            }
        }
        *tests = if batch.length > 0 { *tests - 1 } else { 0 };
        if *tests > 0 {
            kernel.locate(tables, batch);
            return None;
        }
        for (&child, &margins) in batch.children.iter().zip(&batch.margins).take(batch.length) {
            stack.push(batch.nodes[child.parent()]);
            let node = stack.last_mut().expect("it was pushed");
            board.advance(node, child, margins, steps[child.parent()]);
            if node.meta.blank() == board.goal_blank && board.is_goal(&node.cells) {
                let goal = *node;
                return Some(self.path(&goal));
            }
        }
        None
    }

    /// The directions from the root to a node.
    #[cold]
    fn path(&self, node: &Node<C, L>) -> Vec<u8> {
        let mut path = vec![node.meta.direction() as u8];
        let mut step = self.trail[node.meta.trail() as usize];
        while step.from != NO_STEP {
            path.push(step.direction);
            step = self.trail[step.from as usize];
        }
        path.reverse();
        path
    }
}
