//! The deepest nodes that an iteration cut, below which the next one begins.
//!
//! ```text
//! bound := h(start); cuts := {}
//! repeat
//!   search below each node of cuts within the bound, the deepest first; end at a goal
//!   cuts := {}
//!   search below the start within the bound; end at a goal
//!     a child over the bound enters cuts; if cuts is full, the least depth in it leaves and enters no more
//!   bound := bound + 2
//! ```
//!
//! Iterative deepening takes most of its time for the last iteration, of which it expands half on average. Z. Bu,
//! R. E. Korf, *A\*+IDA\*: A Simple Hybrid Search Algorithm* (IJCAI 2019), avoid it with open lists whose deepest
//! nodes are taken first, until memory is full; A. Reinefeld, T. A. Marsland, *Enhanced Iterative-Deepening Search*
//! (IEEE PAMI 16, 1994), order it by what the iteration before has seen. Here one iteration passes its deepest cut
//! nodes on to the next: a goal is below a very small part of them.
//!
//! *Limit.* A search that stores all cut nodes and takes the deepest first finds the goal of the 24-puzzles 25, 32,
//! 38, 40 and 44 of Korf and Felner (6-6-6-6) below 0.7, 0.003, 4, 0.008 and 0.13 per cent of them. On Korf's hundred
//! 15-puzzles (7-8) it expands 335,775 states before the last bound and 94,282 within it.

use super::batch::Search;
use crate::arch::pdb::batch::{Margins, Meta, Node};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of nodes of a probe.
pub(super) const PROBE: usize = 256;

/// Maximum number of bytes of stored nodes.
const MAX_BYTES: usize = 64 << 20;

/// Minimum capacity, in nodes.
const MIN_CAPACITY: usize = 64;

/// Nodes expanded by the iteration before for each node of the capacity.
const EXPANDED_A_NODE: u64 = 2;

/// A child over the bound.
pub(super) struct Cut {
    /// Values and slack of its parent within the bound that cut the child.
    margins: Margins,
    /// The state of the automaton of its parent.
    state: u16,
    /// The moves from the start to the child.
    path: Path,
}

impl Cut {
    /// The child as a root within the next bound; `None` if another view is over it.
    pub(super) fn root<const C: usize, const L: usize>(
        &self,
        search: &Search<'_, C, L>,
        start: &Node<C, L>,
    ) -> Option<Node<C, L>> {
        let board = search.board();
        let (mut cells, mut blank, mut direction) = (start.cells, start.meta.blank(), 0);
        for (number, next) in self.path.iter().enumerate() {
            if number > 0 {
                let to = usize::from(board.targets[blank][direction]);
                (cells[blank % C], cells[to % C]) = (cells[to % C], 0);
                blank = to;
            }
            direction = usize::from(next);
        }
        let parent = Node {
            lanes: search.places(&cells),
            cells,
            margins: within_next(self.margins, board.views()),
            meta: Meta::new(0, self.state, blank, 0, self.path.length() - 1),
        };
        board.child(&parent, direction)
    }

    /// The directions from the start to the child.
    pub(super) fn path(&self) -> impl Iterator<Item = u8> {
        self.path.iter()
    }
}

/// The margins of a node within the next bound: one more unit of slack in each view.
#[inline]
pub(super) fn within_next(margins: Margins, views: usize) -> Margins {
    (0..views).fold(margins, |margins, view| {
        margins.with_slack(view, margins.slack(view).saturating_add(1))
    })
}

/// Up to 128 directions.
#[derive(Clone, Copy, Default)]
struct Path {
    /// Two bits for each, the last one lowest.
    words: [u64; 4],
    length: u16,
}

impl Path {
    const MAX: usize = 128;

    /// Puts moves before the others.
    #[inline]
    fn precede(&mut self, moves: u32, count: u32) {
        let (word, shift) = (usize::from(self.length) / 32, 2 * (u32::from(self.length) % 32));
        let moves = u128::from(moves) << shift;
        self.words[word % 4] |= moves as u64;
        self.words[(word + 1) % 4] |= (moves >> 64) as u64;
        self.length += count as u16;
    }

    fn length(&self) -> usize {
        usize::from(self.length)
    }

    fn iter(&self) -> impl Iterator<Item = u8> {
        let numbers = (0..self.length()).rev();
        numbers.map(|number| (self.words[number / 32] >> (2 * (number % 32))) as u8 & 3)
    }
}

/// The nodes that the iterations of a search cut.
pub(super) struct Cuts {
    /// Nodes whose parent has a lesser depth are not stored.
    min_depth: AtomicUsize,
    lists: Mutex<Lists>,
}

struct Lists {
    /// The bound of the iteration in progress, or of the last one.
    bound: u32,
    /// Number of nodes that it expanded.
    expanded: u64,
    capacity: usize,
    length: usize,
    /// By the depth of the parent.
    by_depth: Vec<Vec<Cut>>,
    /// The nodes of the probes, the deepest first.
    probes: Arc<Vec<Cut>>,
}

impl Cuts {
    pub(super) fn new() -> Self {
        let lists = Lists {
            bound: 0,
            expanded: 0,
            capacity: MIN_CAPACITY,
            length: 0,
            by_depth: Vec::new(),
            probes: Arc::default(),
        };
        Self { min_depth: AtomicUsize::new(0), lists: Mutex::new(lists) }
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prepares the lists for an iteration, unless a thread has done so.
    pub(super) fn begin(&self, bound: u32) {
        let mut lists = self.lists();
        if lists.bound != bound {
            let max = MAX_BYTES / size_of::<Cut>();
            let capacity = (lists.expanded / EXPANDED_A_NODE) as usize;
            // As deep below the bound as in the iteration before, and shallower if its lists did not become full.
            let is_full = 2 * lists.length >= lists.capacity;
            let min_depth = self.min_depth.load(Relaxed) + if is_full { 2 } else { 0 };
            self.min_depth.store(min_depth, Relaxed);
            *lists = Lists {
                bound,
                expanded: 0,
                capacity: capacity.clamp(MIN_CAPACITY, max),
                length: 0,
                by_depth: Vec::new(),
                probes: Arc::default(),
            };
        }
    }

    /// Counts expanded nodes of the iteration in progress.
    pub(super) fn count(&self, expanded: u64) {
        self.lists().expanded += expanded;
    }

    /// Number of probes of the iteration of a bound.
    pub(super) fn probes(&self, bound: u32) -> usize {
        let mut lists = self.lists();
        if lists.bound + 2 != bound {
            return 0;
        }
        // Its length remains: it decides on the least depth of the next iteration.
        let by_depth = std::mem::take(&mut lists.by_depth);
        lists.probes = Arc::new(by_depth.into_iter().rev().flatten().collect());
        lists.probes.len().div_ceil(PROBE)
    }

    /// The nodes of all probes, in groups of [`PROBE`].
    pub(super) fn nodes(&self) -> Arc<Vec<Cut>> {
        self.lists().probes.clone()
    }

    fn add(&self, cuts: &mut Vec<Cut>) {
        let mut lists = self.lists();
        let lists = &mut *lists;
        for cut in cuts.drain(..) {
            let depth = cut.path.length() - 1;
            if depth < self.min_depth.load(Relaxed) {
                continue;
            }
            if lists.by_depth.len() <= depth {
                lists.by_depth.resize_with(depth + 1, Vec::new);
            }
            lists.by_depth[depth].push(cut);
            lists.length += 1;
            if lists.length > lists.capacity {
                let shallowest = lists.by_depth.iter().position(|list| !list.is_empty());
                let shallowest = shallowest.unwrap_or(0);
                lists.length -= std::mem::take(&mut lists.by_depth[shallowest]).len();
                self.min_depth.store(shallowest + 1, Relaxed);
            }
        }
    }
}

/// The nodes that one search has cut and not yet added to the lists.
pub(super) struct Collector<'a> {
    cuts: &'a Cuts,
    /// Nodes whose parent has a lesser depth are not stored.
    min_depth: usize,
    nodes: Vec<Cut>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(cuts: &'a Cuts) -> Self {
        Self { cuts, min_depth: cuts.min_depth.load(Relaxed), nodes: Vec::new() }
    }

    /// Returns true if children of a node of this depth are stored.
    #[inline]
    pub(super) fn takes(&self, depth: usize) -> bool {
        depth >= self.min_depth && depth < Path::MAX
    }

    /// Stores the child of a node in a direction; `moves` are words of the moves to the node, the last ones first.
    pub(super) fn add(
        &mut self,
        margins: Margins,
        meta: Meta,
        direction: usize,
        moves: impl Iterator<Item = (u32, u32)>,
    ) {
        let mut path = Path::default();
        path.precede(direction as u32, 1);
        for (moves, count) in moves {
            path.precede(moves, count);
        }
        self.nodes.push(Cut { margins, state: meta.state() as u16, path });
        if self.nodes.len() >= PROBE {
            self.flush();
        }
    }

    /// Adds the nodes to the lists.
    pub(super) fn flush(&mut self) {
        self.cuts.add(&mut self.nodes);
        self.min_depth = self.cuts.min_depth.load(Relaxed);
    }
}

impl Drop for Collector<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}
