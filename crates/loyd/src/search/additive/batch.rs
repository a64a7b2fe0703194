//! The pipeline: batches of nodes on their way from the stack, through one judgement a view, back
//! to the stack as children.

use super::board::{Board, MAX_VIEWS, Node};
use crate::arch::pdb::index::{GROUP, prefetch};
use crate::search::deepening::Tally;

/// Nodes of a batch: enough that the lines of one arrive while the next is worked on.
const NODES: usize = 16;

/// Most children of a batch.
const CHILDREN: usize = 4 * NODES;

/// Expansions after which the pipeline is drained so that the trail can be cut.
const DRAIN: usize = 4096;

/// How a node was reached: from which other, in which direction.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    direction: u8,
}

/// A child that is being judged.
#[derive(Clone, Copy, Debug, Default)]
struct Child {
    /// The bit in question.
    bit: usize,
    residues: u32,
    slack: [u8; MAX_VIEWS],
    state: u16,
    /// Its parent's place in the batch.
    parent: u8,
    direction: u8,
    to: u8,
    tile: u8,
    /// The view that judges it, and the pattern in it.
    view: u8,
    lane: u8,
}

/// Some nodes and those of their children that are still in the running.
struct Batch<const C: usize, const L: usize> {
    nodes: Vec<Node<C, L>>,
    /// The trail's number of the first node; the others follow.
    trail: u32,
    children: Vec<Child>,
}

/// Depth-first searches below one node at a time.
pub(super) struct Search<'a, const C: usize, const L: usize> {
    board: &'a Board,
    stack: Vec<Node<C, L>>,
    trail: Vec<Step>,
    /// Whether some child was over the bound.
    cut: bool,
    /// Scratch of the index kernel.
    patterns: [u64; CHILDREN],
    numbers: [u8; CHILDREN],
    occupied: [u32; CHILDREN],
    ranks: [u32; CHILDREN],
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// With the directions to the goal.
    Found(Vec<u8>),
    /// Without a goal.
    Exhausted {
        /// Whether some child was over the bound.
        cut: bool,
    },
    /// By the tally.
    Stopped,
}

impl<'a, const C: usize, const L: usize> Search<'a, C, L> {
    pub(super) fn new(board: &'a Board) -> Self {
        Self {
            board,
            stack: Vec::new(),
            trail: Vec::new(),
            cut: false,
            patterns: [0; CHILDREN],
            numbers: [0; CHILDREN],
            occupied: [0; CHILDREN],
            ranks: [0; CHILDREN],
        }
    }

    /// Searches below `root`, which is within its slack and not the goal.
    pub(super) fn run(&mut self, root: Node<C, L>, tally: &mut Tally<'_>) -> Ended {
        self.stack.clear();
        self.trail.clear();
        self.cut = false;
        self.stack.push(Node { trail: u32::MAX, ..root });
        let views = self.board.views;
        let mut batches: Vec<Batch<C, L>> = (0..=views)
            .map(|_| Batch {
                nodes: Vec::with_capacity(NODES),
                trail: 0,
                children: Vec::with_capacity(CHILDREN),
            })
            .collect();
        let (mut since_drain, mut since_poll) = (0, 0);
        for turn in views + 1.. {
            // The batch of `age` turns ago awaits its `age`-th judgement.
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
                } else if let Some(path) = self.push(batch) {
                    return Ended::Found(path);
                }
            }
            let batch = &mut batches[turn % (views + 1)];
            batch.children.clear();
            if since_drain >= DRAIN {
                if busy {
                    continue;
                }
                since_drain = 0;
                let live = self.stack.last().map_or(0, |node| node.trail.wrapping_add(1));
                self.trail.truncate(live as usize);
            }
            if self.stack.is_empty() {
                if busy {
                    continue;
                }
                return Ended::Exhausted { cut: self.cut };
            }
            self.fill(batch, tally);
            self.locate(batch);
            since_drain += batch.nodes.len();
            since_poll += batch.nodes.len();
            if since_poll as u64 >= Tally::INTERVAL {
                since_poll = 0;
                if tally.stop() {
                    return Ended::Stopped;
                }
            }
        }
        unreachable!("turns do not end")
    }

    /// Takes nodes from the stack and lists their children.
    #[inline]
    fn fill(&mut self, batch: &mut Batch<C, L>, tally: &mut Tally<'_>) {
        let from = self.stack.len().saturating_sub(NODES);
        batch.nodes.clear();
        batch.nodes.extend_from_slice(&self.stack[from..]);
        batch.trail = self.trail.len() as u32;
        self.stack.truncate(from);
        for (parent, node) in batch.nodes.iter().enumerate() {
            self.trail.push(Step { from: node.trail, direction: node.direction });
            let view = tightest(&node.slack[..self.board.views]);
            let targets = &self.board.targets[usize::from(node.blank & 31)];
            let row = self.board.rows[usize::from(node.state)];
            for (direction, &state) in row.iter().enumerate() {
                if state == 0 {
                    continue;
                }
                let to = targets[direction];
                batch.children.push(Child {
                    bit: 0,
                    residues: node.residues,
                    slack: node.slack,
                    state,
                    parent: parent as u8,
                    direction: direction as u8,
                    to,
                    tile: node.cells[usize::from(to) % C],
                    view,
                    lane: 0,
                });
            }
        }
        tally.expanded += batch.nodes.len() as u64;
        tally.generated += batch.children.len() as u64;
    }

    /// Works out where the bits stand that the children's views want, and asks for their lines.
    #[inline]
    fn locate(&mut self, batch: &mut Batch<C, L>) {
        let board = self.board;
        for (i, child) in batch.children.iter_mut().enumerate() {
            let node = &batch.nodes[usize::from(child.parent)];
            let seat = board.seat(child.view, child.tile);
            child.lane = seat.lane;
            self.patterns[i] =
                node.lanes[usize::from(seat.lane) % L] ^ board.change(seat, node.blank, child.to);
            self.numbers[i] = seat.lane;
        }
        let padded = batch.children.len().next_multiple_of(GROUP);
        board.indexer.run(
            &board.weights,
            &self.patterns[..padded],
            &self.numbers[..padded],
            &mut self.occupied[..padded],
            &mut self.ranks[..padded],
        );
        for (i, child) in batch.children.iter_mut().enumerate() {
            let lane = &board.lanes[usize::from(child.lane)];
            let blank = lane.map[usize::from(child.to & 31)];
            let node = lane.table.layout().node_of(u64::from(self.occupied[i]), usize::from(blank));
            child.bit = node * lane.stride + self.ranks[i] as usize;
            prefetch(lane.table.bytes(), child.bit / 8);
        }
    }

    /// Reads the bits and keeps those children whose view has the slack they cost.
    #[inline]
    fn judge(&mut self, batch: &mut Batch<C, L>) {
        let board = self.board;
        let mut kept = 0;
        for i in 0..batch.children.len() {
            let mut child = batch.children[i];
            let lane = &board.lanes[usize::from(child.lane)];
            let bit = u32::from(lane.table.bytes()[child.bit / 8] >> (child.bit % 8) & 1);
            let residue = child.residues >> (2 * child.lane) & 3;
            // One more than 0, 1, 2, 3 is 1, 2, 3, 0: the upper bits of these are 0, 1, 1, 0.
            let rises = u32::from(bit == (residue ^ residue >> 1) & 1);
            let view = usize::from(child.view) % MAX_VIEWS;
            let slack = child.slack[view];
            let fits = slack >= rises as u8;
            self.cut |= !fits;
            child.slack[view] = slack.wrapping_sub(rises as u8);
            let changed = residue.wrapping_add(2 * rises).wrapping_sub(1) & 3;
            child.residues ^= (residue ^ changed) << (2 * child.lane);
            child.view = (child.view + 1) % board.views as u8;
            batch.children[kept] = child;
            kept += usize::from(fits);
        }
        batch.children.truncate(kept);
    }

    /// Puts the children on the stack; the path, if one is the goal.
    #[inline]
    fn push(&mut self, batch: &Batch<C, L>) -> Option<Vec<u8>> {
        let board = self.board;
        for child in &batch.children {
            let mut node = batch.nodes[usize::from(child.parent)];
            for view in 0..board.views {
                let seat = board.seat(view as u8, child.tile);
                node.lanes[usize::from(seat.lane) % L] ^= board.change(seat, node.blank, child.to);
            }
            node.cells[usize::from(node.blank) % C] = child.tile;
            node.cells[usize::from(child.to) % C] = 0;
            node.slack = child.slack;
            node.residues = child.residues;
            node.trail = batch.trail + u32::from(child.parent);
            node.state = child.state;
            node.blank = child.to;
            node.direction = child.direction;
            if node.blank == board.goal_blank && board.is_goal(&node.cells) {
                return Some(self.path(&node));
            }
            self.stack.push(node);
        }
        None
    }

    /// The directions from the root to a node.
    #[cold]
    fn path(&self, node: &Node<C, L>) -> Vec<u8> {
        let mut path = vec![node.direction];
        let mut step = self.trail[node.trail as usize];
        while step.from != u32::MAX {
            path.push(step.direction);
            step = self.trail[step.from as usize];
        }
        path.reverse();
        path
    }
}

/// The view with the least slack.
#[inline]
fn tightest(slack: &[u8]) -> u8 {
    let mut least = 0;
    for view in 1..slack.len() {
        if slack[view] < slack[least] {
            least = view;
        }
    }
    least as u8
}
