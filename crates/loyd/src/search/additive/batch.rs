//! The pipeline: batches of nodes on their way from the stack, through one judgement a view, back
//! to the stack as children.

use super::board::{Board, LaneView, MAX_LANES, MAX_VIEWS, Margins, Node};
use crate::arch::pdb::index::{GROUP, prefetch};
use crate::pdb::Layout;
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

/// A child that is being judged, in one word: what was just written in pieces cannot be read
/// as a whole without waiting.
///
/// | bits | |
/// |---|---|
/// | 0–15 | the state of the automaton |
/// | 16–23 | its parent's place in the batch |
/// | 24–31 | the direction |
/// | 32–39 | the tile |
/// | 40–47 | the view that judges it |
/// | 48–55 | the pattern that judges it |
#[derive(Clone, Copy, Debug, Default)]
struct Child(u64);

impl Child {
    #[inline]
    fn new(state: u16, parent: usize, direction: usize, tile: u8, view: u64) -> Self {
        let word = u64::from(state) | (parent as u64) << 16 | (direction as u64) << 24;
        Self(word | u64::from(tile) << 32 | view << 40)
    }

    #[inline]
    fn state(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    fn parent(self) -> usize {
        (self.0 >> 16) as usize & (NODES - 1)
    }

    #[inline]
    fn direction(self) -> usize {
        (self.0 >> 24) as usize & 3
    }

    #[inline]
    fn tile(self) -> u8 {
        (self.0 >> 32) as u8
    }

    #[inline]
    fn view(self) -> usize {
        (self.0 >> 40) as usize & (MAX_VIEWS - 1)
    }

    #[inline]
    fn with_view(self, view: usize) -> Self {
        Self(self.0 & !(0xff << 40) | (view as u64) << 40)
    }

    #[inline]
    fn lane(self) -> usize {
        (self.0 >> 48) as usize & (MAX_LANES - 1)
    }

    #[inline]
    fn with_lane(self, lane: u8) -> Self {
        Self(self.0 & !(0xff << 48) | u64::from(lane) << 48)
    }
}

/// Some nodes and those of their children that are still in the running.
struct Batch<const C: usize, const L: usize> {
    nodes: Vec<Node<C, L>>,
    /// The trail's number of the first node; the others follow.
    trail: u32,
    /// How many children there are.
    length: usize,
    children: [Child; CHILDREN],
    margins: [Margins; CHILDREN],
    /// The bits that are to judge them.
    bits: [u64; CHILDREN],
}

/// A pattern's table, all indirection resolved.
#[derive(Clone, Copy)]
struct LaneRef<'a> {
    bytes: &'a [u8],
    layout: &'a Layout,
    view: &'a LaneView,
}

/// Depth-first searches below one node at a time.
pub(super) struct Search<'a, const C: usize, const L: usize> {
    board: &'a Board,
    lanes: Vec<LaneRef<'a>>,
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
        let lane = |view: &'a LaneView| LaneRef {
            bytes: view.table.bytes(),
            layout: view.table.layout(),
            view,
        };
        Self {
            board,
            lanes: board.lanes.iter().map(lane).collect(),
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
                length: 0,
                children: [Child(0); CHILDREN],
                margins: [Margins(0); CHILDREN],
                bits: [0; CHILDREN],
            })
            .collect();
        let (mut since_drain, mut since_poll) = (0, 0);
        let mut in_flight = false;
        for turn in views + 1.. {
            let batch = &mut batches[turn % (views + 1)];
            batch.length = 0;
            let draining = since_drain >= DRAIN && in_flight;
            if !draining {
                if self.stack.is_empty() && !in_flight {
                    return Ended::Exhausted { cut: self.cut };
                }
                if since_drain >= DRAIN {
                    since_drain = 0;
                    let live = self.stack.last().map_or(0, |node| node.trail.wrapping_add(1));
                    self.trail.truncate(live as usize);
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
            in_flight = batch.length > 0;
            // The batch of `age` turns ago awaits its `age`-th judgement.
            for age in (1..=views).rev() {
                let batch = &mut batches[(turn - age) % (views + 1)];
                if batch.length == 0 {
                    continue;
                }
                in_flight = true;
                self.judge(batch);
                if age < views {
                    self.locate(batch);
                } else if let Some(path) = self.push(batch) {
                    return Ended::Found(path);
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
        let mut length = 0;
        for (parent, node) in batch.nodes.iter().enumerate() {
            self.trail.push(Step { from: node.trail, direction: node.direction });
            let view = self.tightest(node.margins);
            let targets = self.board.targets[usize::from(node.blank & 31)];
            let row = self.board.rows[usize::from(node.state)];
            for (direction, &state) in row.iter().enumerate() {
                let tile = node.cells[usize::from(targets[direction]) % C];
                batch.children[length] = Child::new(state, parent, direction, tile, view);
                batch.margins[length] = node.margins;
                length += usize::from(state != 0);
            }
        }
        batch.length = length;
        tally.expanded += batch.nodes.len() as u64;
        tally.generated += length as u64;
    }

    /// The view with the least slack.
    #[inline]
    fn tightest(&self, margins: Margins) -> u64 {
        let mut least = 0;
        for view in 1..self.board.views {
            if margins.slack(view) < margins.slack(least) {
                least = view;
            }
        }
        least as u64
    }

    /// Works out where the bits stand that the children's views want, and asks for their lines.
    #[inline]
    fn locate(&mut self, batch: &mut Batch<C, L>) {
        let board = self.board;
        let mut blanks = [0u8; CHILDREN];
        for i in 0..batch.length {
            let child = batch.children[i];
            let node = &batch.nodes[child.parent()];
            let seat = board.seat(child.view(), child.tile());
            let lane = usize::from(seat.lane);
            let change =
                self.lanes[lane].view.moves[usize::from(node.blank & 31)][child.direction()];
            batch.children[i] = child.with_lane(seat.lane);
            self.patterns[i] = node.lanes[lane] ^ u64::from(change & 0xff) << seat.shift;
            self.numbers[i] = seat.lane;
            blanks[i] = (change >> 8) as u8;
        }
        let padded = batch.length.next_multiple_of(GROUP);
        board.indexer.run(
            &board.weights,
            &self.patterns[..padded],
            &self.numbers[..padded],
            &mut self.occupied[..padded],
            &mut self.ranks[..padded],
        );
        for i in 0..batch.length {
            let lane = &self.lanes[usize::from(self.numbers[i])];
            let node = lane.layout.node_of(u64::from(self.occupied[i]), usize::from(blanks[i]));
            let bit = node * lane.view.stride + self.ranks[i] as usize;
            prefetch(lane.bytes, bit / 8);
            batch.bits[i] = bit as u64;
        }
    }

    /// Reads the bits and keeps those children whose view has the slack they cost.
    #[inline]
    fn judge(&mut self, batch: &mut Batch<C, L>) {
        let mut kept = 0;
        for i in 0..batch.length {
            let (child, bit) = (batch.children[i], batch.bits[i]);
            let byte = self.lanes[child.lane()].bytes[(bit / 8) as usize];
            let bit = u64::from(byte >> (bit % 8) & 1);
            let view = child.view();
            let (margins, fits) = batch.margins[i].after(child.lane(), view, bit);
            let next = if view + 1 == self.board.views { 0 } else { view + 1 };
            batch.children[kept] = child.with_view(next);
            batch.margins[kept] = margins;
            kept += usize::from(fits);
        }
        self.cut |= kept < batch.length;
        batch.length = kept;
    }

    /// Puts the children on the stack; the path, if one is the goal.
    #[inline]
    fn push(&mut self, batch: &Batch<C, L>) -> Option<Vec<u8>> {
        let board = self.board;
        for (child, &margins) in batch.children.iter().zip(&batch.margins).take(batch.length) {
            let parent = &batch.nodes[child.parent()];
            let (blank, direction) = (parent.blank, child.direction());
            let to = board.targets[usize::from(blank & 31)][direction];
            let at = self.stack.len();
            self.stack.push(*parent);
            let node = &mut self.stack[at];
            for view in 0..board.views {
                let seat = board.seat(view, child.tile());
                let lane = usize::from(seat.lane);
                let change = self.lanes[lane].view.moves[usize::from(blank & 31)][direction];
                node.lanes[lane] ^= u64::from(change & 0xff) << seat.shift;
            }
            node.cells[usize::from(blank) % C] = child.tile();
            node.cells[usize::from(to) % C] = 0;
            node.margins = margins;
            node.trail = batch.trail + child.parent() as u32;
            node.state = child.state();
            node.blank = to;
            node.direction = direction as u8;
            if to == board.goal_blank && board.is_goal(&node.cells) {
                let node = *node;
                return Some(self.path(&node));
            }
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
