//! The pipeline: batches of nodes pass from the stack through one test per view and return to the
//! stack as children.

use super::board::Board;
use crate::arch::pdb::batch::{Batch, Kernel, NODES, Node, Tables};
use loyd_search::search::deepening::Tally;

/// Number of expansions after which the pipeline is drained so that the trail can be truncated.
const DRAIN: usize = 4096;

/// The origin of a node: its parent's step and the direction from it.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    direction: u8,
}

/// Depth-first searches, each below one node.
pub(super) struct Search<'a, const C: usize, const L: usize> {
    board: &'a Board,
    tables: Tables<'a>,
    kernel: Kernel,
    stack: Vec<Node<C, L>>,
    trail: Vec<Step>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SearchEnd {
    /// The goal was found, by these directions.
    Found(Vec<u8>),
    /// There is no goal within the bound.
    Exhausted {
        /// True if some child was over the bound.
        cut: bool,
    },
    /// The tally stopped the search.
    Stopped,
}

impl<'a, const C: usize, const L: usize> Search<'a, C, L> {
    pub(super) fn new(board: &'a Board) -> Self {
        Self {
            board,
            tables: board.tables(),
            kernel: Kernel::detect(),
            stack: Vec::new(),
            trail: Vec::new(),
        }
    }

    /// Searches below `root`, which must be within its slack and not the goal.
    pub(super) fn run(&mut self, root: Node<C, L>, tally: &mut Tally<'_>) -> SearchEnd {
        self.stack.clear();
        self.trail.clear();
        self.stack.push(Node { meta: root.meta.with_trail(u32::MAX), ..root });
        let views = self.tables.views;
        let mut batches: Vec<Batch<C, L>> = (0..=views).map(|_| Batch::new()).collect();
        let mut cut = false;
        let (mut since_drain, mut since_poll) = (0, 0);
        let mut in_flight = false;
        for turn in views + 1.. {
            let batch = &mut batches[turn % (views + 1)];
            batch.length = 0;
            let draining = since_drain >= DRAIN && in_flight;
            if !draining {
                if self.stack.is_empty() && !in_flight {
                    return SearchEnd::Exhausted { cut };
                }
                if since_drain >= DRAIN {
                    since_drain = 0;
                    self.cut_trail();
                }
                self.pop(batch);
                self.kernel.fill(&self.tables, batch);
                self.kernel.locate(&self.tables, batch);
                tally.expanded += batch.count as u64;
                tally.generated += batch.length as u64;
                since_drain += batch.count;
                since_poll += batch.count;
                if since_poll as u64 >= Tally::INTERVAL {
                    since_poll = 0;
                    if tally.stop() {
                        return SearchEnd::Stopped;
                    }
                }
            }
            in_flight = batch.length > 0;
            // The batch of `age` turns ago awaits its `age`-th test.
            for age in (1..=views).rev() {
                let batch = &mut batches[(turn - age) % (views + 1)];
                if batch.length == 0 {
                    continue;
                }
                in_flight = true;
                cut |= !self.kernel.judge(&self.tables, batch);
                if age < views {
                    self.kernel.locate(&self.tables, batch);
                } else if let Some(path) = self.push(batch) {
                    return SearchEnd::Found(path);
                }
            }
        }
        unreachable!("turns do not end")
    }

    /// Forgets the steps that no node on the stack needs; no other nodes may be in flight. Batches
    /// put their children on the stack in the order of creation, so the last step that is needed is
    /// one of the children of the last batch.
    fn cut_trail(&mut self) {
        let top = self.stack.len().saturating_sub(4 * NODES);
        let steps = self.stack[top..].iter().map(|node| node.meta.trail().wrapping_add(1));
        self.trail.truncate(steps.max().unwrap_or(0) as usize);
    }

    /// Takes nodes from the stack.
    #[inline]
    fn pop(&mut self, batch: &mut Batch<C, L>) {
        let from = self.stack.len().saturating_sub(NODES);
        batch.count = self.stack.len() - from;
        batch.nodes[..batch.count].copy_from_slice(&self.stack[from..]);
        self.stack.truncate(from);
        batch.trail = self.trail.len() as u32;
        let steps = batch.nodes[..batch.count].iter().map(|node| node.meta);
        self.trail.extend(
            steps.map(|meta| Step { from: meta.trail(), direction: meta.direction() as u8 }),
        );
    }

    /// Puts the children on the stack; returns the path if one of them is the goal.
    #[inline]
    fn push(&mut self, batch: &Batch<C, L>) -> Option<Vec<u8>> {
        let board = self.board;
        for (child, &margins) in batch.children.iter().zip(&batch.margins).take(batch.length) {
            let at = self.stack.len();
            self.stack.push(batch.nodes[child.parent()]);
            let node = &mut self.stack[at];
            board.advance(node, *child, margins, batch.trail + child.parent() as u32);
            if node.meta.blank() == board.goal_blank && board.is_goal(&node.cells) {
                let node = *node;
                return Some(self.path(&node));
            }
        }
        None
    }

    /// The directions from the root to a node.
    #[cold]
    fn path(&self, node: &Node<C, L>) -> Vec<u8> {
        let mut path = vec![node.meta.direction() as u8];
        let mut step = self.trail[node.meta.trail() as usize];
        while step.from != u32::MAX {
            path.push(step.direction);
            step = self.trail[step.from as usize];
        }
        path.reverse();
        path
    }
}
