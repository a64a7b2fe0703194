//! The pipeline: batches of nodes pass from the stack through one test per view and return to the
//! stack as children.

use super::board::{Board, MAX_VIEWS};
use crate::arch::pdb::index::prefetch;
use crate::arch::pdb::lines::{Cells, Query};
use crate::pdb::multi::Axis;
use loyd_search::search::deepening::Tally;

/// Number of nodes in a batch: enough that the lines of one arrive while the next is processed.
const NODES: usize = 16;

/// A state within a search, and its slack within the bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) cells: Cells,
    /// The places of the blank along the path from the root, the last one in the lowest bits.
    path: u128,
    /// For each view, half the number of moves to spare.
    pub(super) slack: [u8; MAX_VIEWS],
    /// For each view, bit 1 of the distance of the node's class.
    pub(super) bits: u8,
    pub(super) blank: u8,
    /// The axis of the next move, and thereby of the node's class.
    pub(super) axis: Axis,
    depth: u8,
    pub(super) state: u16,
}

/// A child under test.
#[derive(Clone, Copy, Debug)]
struct Child {
    slack: [u8; MAX_VIEWS],
    /// The index of its byte in the table, and the bit within it.
    byte: u32,
    bit: u8,
    bits: u8,
    /// The index of its parent in the batch.
    parent: u8,
    /// The place to which the blank moves, and its cell.
    place: u8,
    to: u8,
    /// The view that tests it.
    view: u8,
    state: u16,
}

/// Nodes, and those of their children that have passed all tests so far.
#[derive(Default)]
struct Batch {
    nodes: Vec<Node>,
    children: Vec<Child>,
    /// The children's cells, used as queries.
    cells: Vec<Cells>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SearchEnd {
    /// The goal was found, by these places of the blank.
    Found(Vec<u8>),
    /// There is no goal within the bound.
    Exhausted,
    /// The tally stopped the search.
    Stopped,
}

/// Depth-first search below one node, for one target.
pub(super) struct Search<'a> {
    board: &'a Board,
    /// Indexed by view and axis.
    tables: [[&'a [u8]; 2]; MAX_VIEWS],
    target: Axis,
    stack: Vec<Node>,
    queries: Vec<Query>,
    ranks: Vec<u32>,
}

impl<'a> Search<'a> {
    pub(super) fn new(board: &'a Board, target: Axis) -> Self {
        let mut tables = [[&[][..]; 2]; MAX_VIEWS];
        for (view, tables) in tables.iter_mut().enumerate().take(board.views) {
            *tables = Axis::ALL.map(|axis| board.bytes(view, target, axis));
        }
        Self { board, tables, target, stack: Vec::new(), queries: Vec::new(), ranks: Vec::new() }
    }

    /// Length of the longest path that a node can record.
    pub(super) fn longest(board: &Board) -> u32 {
        128 / Self::bits(board)
    }

    fn bits(board: &Board) -> u32 {
        usize::BITS - (board.rows.places - 1).leading_zeros()
    }

    /// The root of a search for solutions of `length` moves, given the distance in each view;
    /// `None` if there are no such solutions.
    pub(super) fn root(
        cells: Cells,
        axis: Axis,
        state: u16,
        length: u32,
        distances: &[u32],
    ) -> Option<Node> {
        let mut node = Node {
            cells,
            path: 0,
            slack: [0; MAX_VIEWS],
            bits: 0,
            blank: cells.0[0],
            axis,
            depth: 0,
            state,
        };
        for (view, &distance) in distances.iter().enumerate() {
            let excess = length.checked_sub(1 + distance)?;
            debug_assert!(excess.is_multiple_of(2), "the length fits the target");
            node.slack[view] = u8::try_from(excess / 2).unwrap_or(u8::MAX);
            node.bits |= ((distance >> 1 & 1) as u8) << view;
        }
        Some(node)
    }

    pub(super) fn run(&mut self, root: Node, tally: &mut Tally<'_>) -> SearchEnd {
        self.stack.clear();
        self.stack.push(root);
        let views = self.board.views;
        let mut batches: Vec<Batch> = (0..=views).map(|_| Batch::default()).collect();
        let mut since_poll = 0;
        for turn in views + 1.. {
            // The batch of `age` turns ago awaits its `age`-th test.
            let mut busy = false;
            for age in (1..=views).rev() {
                let batch = &mut batches[(turn - age) % (views + 1)];
                if batch.children.is_empty() {
                    continue;
                }
                busy = true;
                self.judge(batch);
                if age < views {
                    self.locate(batch);
                } else {
                    self.push(batch);
                }
            }
            let batch = &mut batches[turn % (views + 1)];
            batch.children.clear();
            if self.stack.is_empty() {
                if busy {
                    continue;
                }
                return SearchEnd::Exhausted;
            }
            if let Some(path) = self.fill(batch, tally) {
                return SearchEnd::Found(path);
            }
            self.locate(batch);
            since_poll += batch.nodes.len();
            if since_poll as u64 >= Tally::INTERVAL {
                since_poll = 0;
                if tally.stop() {
                    return SearchEnd::Stopped;
                }
            }
        }
        unreachable!("turns do not end")
    }

    /// Takes nodes from the stack and lists their children; returns the path if one of them is the
    /// goal.
    #[inline]
    fn fill(&mut self, batch: &mut Batch, tally: &mut Tally<'_>) -> Option<Vec<u8>> {
        let board = self.board;
        let from = self.stack.len().saturating_sub(NODES);
        batch.nodes.clear();
        batch.nodes.extend_from_slice(&self.stack[from..]);
        batch.cells.clear();
        self.stack.truncate(from);
        for (parent, node) in batch.nodes.iter().enumerate() {
            let view = tightest(&node.slack[..board.views]);
            let axis = node.axis as usize;
            let targets = &board.targets[axis][usize::from(node.blank & 15)];
            let row = (usize::from(node.state) * 2 + axis) * board.rows.places;
            let row = &board.rows.rows[row..][..board.places[axis]];
            for (place, (&state, &to)) in row.iter().zip(targets).enumerate() {
                if state == 0 {
                    continue;
                }
                let cells =
                    board.lines.slide(usize::from(node.blank), usize::from(to), &node.cells);
                if usize::from(to) == board.goal_blank && cells == board.goal {
                    tally.expanded += batch.nodes.len() as u64;
                    tally.generated += batch.children.len() as u64;
                    return Some(self.path(node, place as u8));
                }
                batch.cells.push(cells);
                batch.children.push(Child {
                    slack: node.slack,
                    byte: 0,
                    bit: 0,
                    bits: node.bits,
                    parent: parent as u8,
                    place: place as u8,
                    to,
                    view,
                    state,
                });
            }
        }
        tally.expanded += batch.nodes.len() as u64;
        tally.generated += batch.children.len() as u64;
        None
    }

    /// Computes the bit indices that the children's views need, and prefetches their lines.
    #[inline]
    fn locate(&mut self, batch: &mut Batch) {
        let board = self.board;
        self.queries.clear();
        for child in &batch.children {
            let axis = batch.nodes[usize::from(child.parent)].axis.other();
            self.queries.push(Query::new(child.view, axis as u8, child.to));
        }
        self.ranks.resize(batch.children.len(), 0);
        board.lines.ranks(&batch.cells, &self.queries, &mut self.ranks);
        for (child, (query, &rank)) in
            batch.children.iter_mut().zip(self.queries.iter().zip(&self.ranks))
        {
            let axis = batch.nodes[usize::from(child.parent)].axis.other();
            child.byte = board.lines.line(*query) + rank / 8;
            child.bit = (rank % 8) as u8;
            let table = self.tables[usize::from(child.view) % MAX_VIEWS][axis as usize];
            prefetch(table, child.byte as usize);
        }
    }

    /// Reads the bits and keeps the children whose view has enough slack.
    #[inline]
    fn judge(&mut self, batch: &mut Batch) {
        let mut length = 0;
        for i in 0..batch.children.len() {
            let mut child = batch.children[i];
            let axis = batch.nodes[usize::from(child.parent)].axis;
            let view = usize::from(child.view) % MAX_VIEWS;
            let byte = self.tables[view][axis.other() as usize][child.byte as usize];
            // From even to odd distances bit 1 is unchanged when the distance rises and changes
            // when it falls; from odd to even it is the reverse.
            let changed = (byte >> (child.bit & 7) ^ child.bits >> view) & 1;
            let rises = changed ^ u8::from(axis == self.target);
            child.bits ^= changed << view;
            let fits = child.slack[view] >= rises;
            child.slack[view] = child.slack[view].wrapping_sub(rises);
            child.view = (child.view + 1) % self.board.views as u8;
            batch.children[length] = child;
            batch.cells[length] = batch.cells[i];
            length += usize::from(fits);
        }
        batch.children.truncate(length);
        batch.cells.truncate(length);
    }

    /// Puts the children on the stack.
    #[inline]
    fn push(&mut self, batch: &Batch) {
        let shift = Self::bits(self.board);
        for (child, &cells) in batch.children.iter().zip(&batch.cells) {
            let parent = &batch.nodes[usize::from(child.parent)];
            self.stack.push(Node {
                cells,
                path: parent.path << shift | u128::from(child.place),
                slack: child.slack,
                bits: child.bits,
                blank: child.to,
                axis: parent.axis.other(),
                depth: parent.depth + 1,
                state: child.state,
            });
        }
    }

    /// The places on the path from the root to a child of a node.
    #[cold]
    fn path(&self, node: &Node, place: u8) -> Vec<u8> {
        let bits = Self::bits(self.board);
        let moves = (0..u32::from(node.depth)).rev();
        let mut path: Vec<u8> =
            moves.map(|i| (node.path >> (bits * i)) as u8 & ((1 << bits) - 1)).collect();
        path.push(place);
        path
    }
}

/// The view with the least slack.
#[inline]
fn tightest(slack: &[u8]) -> u8 {
    let mut tightest_view = 0;
    for view in 1..slack.len() {
        if slack[view] < slack[tightest_view] {
            tightest_view = view;
        }
    }
    tightest_view as u8
}
