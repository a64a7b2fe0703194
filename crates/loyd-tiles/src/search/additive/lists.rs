//! The nodes with children over the bound of an iteration, from which the next iteration continues.
//!
//! ```text
//! current := {start}; bound := h(start)
//! repeat
//!   depth-first search below the deepest nodes of current within the bound; end at a goal
//!     a node with children over the bound enters next, with the directions of these children
//!   current := next; next := {}; bound := bound + 2
//! ```
//!
//! No node is expanded twice: an iteration does not begin at the start again. A node is stored once for all of its
//! children over the bound, as in A. Felner, M. Goldenberg et al., *Partial-Expansion A\* with Selective Node Generation*
//! (AAAI 2012); they are within the next bound, since a move raises `f` of each view by 0 or 2. There are open lists by
//! depth and no closed list, as in Z. Bu, R. E. Korf, *A\*+IDA\*: A Simple Hybrid Search Algorithm* (IJCAI 2019), so
//! states that several paths reach are expanded for each.
//!
//! Memory is in chunks of one batch each, which both iterations share; the trail of a search with lists is not
//! truncated. When memory would become full the search changes to iterations that begin with the deepest nodes
//! ([`super::cuts`]). A stored node costs another expansion of some of its children: on Korf's hundred with 6-6-3,
//! lists of up to 128 MiB save a fifth of the states and no time.
//!
//! *Limit.* A stored node is written once and read once, 64 bytes for two partitions of the 15-puzzle into two patterns.

use super::cuts::within_next;
use crate::arch::pdb::batch::{Batch, NODES, Node};

/// Maximum number of bytes of stored nodes.
const MAX_BYTES: usize = 16 << 20;

/// Number of nodes for each one of the iteration before, by which memory is predicted.
const GROWTH: usize = 8;

/// Number of nodes for each one that is taken when memory would become full. A goal is below very few of them.
const STORED_A_PROBE: usize = 16;

/// The number that ends a list.
const NO_CHUNK: u32 = u32::MAX;

/// Numbers of depths that a node can have.
const DEPTHS: usize = 1 << 9;

struct Chunk<const C: usize, const L: usize> {
    nodes: [Node<C, L>; NODES],
    /// For each node a bit for each direction in which a child is over the bound.
    directions: [u8; NODES],
    length: usize,
    /// The next chunk of the list.
    next: u32,
}

/// For each depth the first chunk of its nodes.
struct Depths {
    first: [u32; DEPTHS],
    /// No deeper list has a node.
    deepest: usize,
}

/// The nodes of an iteration and of the next one.
pub(super) struct Lists<const C: usize, const L: usize> {
    chunks: Vec<Chunk<C, L>>,
    /// The first of the chunks without nodes.
    vacant: u32,
    current: Depths,
    next: Depths,
    views: usize,
    /// Number of nodes for the next iteration.
    stored: usize,
    /// Number of nodes that the iteration may still take.
    rest: usize,
}

impl Depths {
    fn new() -> Self {
        Self { first: [NO_CHUNK; DEPTHS], deepest: 0 }
    }

    /// Moves `deepest` to the deepest list with a node; false if all are empty.
    fn find_deepest(&mut self) -> bool {
        while self.first[self.deepest] == NO_CHUNK && self.deepest > 0 {
            self.deepest -= 1;
        }
        self.first[self.deepest] != NO_CHUNK
    }
}

impl<const C: usize, const L: usize> Lists<C, L> {
    const MAX_CHUNKS: usize = MAX_BYTES / size_of::<Chunk<C, L>>();

    pub(super) fn new(views: usize) -> Self {
        let (current, next) = (Depths::new(), Depths::new());
        Self {
            chunks: Vec::new(),
            vacant: NO_CHUNK,
            current,
            next,
            views,
            stored: 0,
            rest: usize::MAX,
        }
    }

    /// Begins an iteration with the nodes of the next bound; those of the last one must have been taken. If those after
    /// it may not fit in memory, it takes only the deepest ones and stores none.
    pub(super) fn advance(&mut self) {
        std::mem::swap(&mut self.current, &mut self.next);
        if GROWTH * self.stored > NODES * Self::MAX_CHUNKS {
            self.rest = self.stored / STORED_A_PROBE;
        }
        self.stored = 0;
    }

    /// True if the iteration takes all nodes and stores those for the next one.
    pub(super) fn is_complete(&self) -> bool {
        self.rest == usize::MAX
    }

    /// True if the iteration takes no more nodes.
    pub(super) fn is_empty(&mut self) -> bool {
        self.rest == 0 || !self.current.find_deepest()
    }

    /// Fills a batch with the deepest nodes of the iteration; `directions` become those of their children over the
    /// last bound.
    pub(super) fn take(&mut self, batch: &mut Batch<C, L>, directions: &mut [u8; NODES]) {
        while batch.count < NODES && !self.is_empty() {
            let first = &mut self.current.first[self.current.deepest];
            let chunk = &mut self.chunks[*first as usize];
            let count = chunk.length.min(NODES - batch.count).min(self.rest);
            if self.rest < usize::MAX {
                self.rest -= count;
            }
            let (from, to) = (chunk.length - count, batch.count + count);
            batch.nodes[batch.count..to].copy_from_slice(&chunk.nodes[from..chunk.length]);
            directions[batch.count..to].copy_from_slice(&chunk.directions[from..chunk.length]);
            (batch.count, chunk.length) = (to, from);
            if chunk.length == 0 {
                let next = std::mem::replace(&mut chunk.next, self.vacant);
                self.vacant = std::mem::replace(first, next);
            }
        }
    }

    /// Stores a node for the next iteration; false if memory is full.
    #[inline]
    pub(super) fn put(&mut self, node: &Node<C, L>, directions: u8) -> bool {
        if !self.is_complete() {
            return true;
        }
        let depth = node.meta.depth() % DEPTHS;
        let mut first = self.next.first[depth];
        if first == NO_CHUNK || self.chunks[first as usize].length == NODES {
            let Some(vacant) = self.vacant_chunk(node) else { return false };
            let chunk = &mut self.chunks[vacant as usize];
            (chunk.length, chunk.next) = (0, first);
            self.next.first[depth] = vacant;
            self.next.deepest = self.next.deepest.max(depth);
            first = vacant;
        }
        let chunk = &mut self.chunks[first as usize];
        let at = chunk.length % NODES;
        chunk.nodes[at] = Node { margins: within_next(node.margins, self.views), ..*node };
        chunk.directions[at] = directions;
        chunk.length = at + 1;
        self.stored += 1;
        true
    }

    /// The number of a chunk whose nodes may be overwritten, new ones copies of `node`; `None` if memory is full.
    fn vacant_chunk(&mut self, node: &Node<C, L>) -> Option<u32> {
        if self.vacant != NO_CHUNK {
            let vacant = self.vacant;
            self.vacant = self.chunks[vacant as usize].next;
            return Some(vacant);
        }
        if self.chunks.len() >= Self::MAX_CHUNKS {
            return None;
        }
        self.chunks.push(Chunk {
            nodes: [*node; NODES],
            directions: [0; NODES],
            length: 0,
            next: NO_CHUNK,
        });
        Some(self.chunks.len() as u32 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::pdb::batch::{Margins, Meta};

    fn node(number: u32, depth: usize) -> Node<16, 2> {
        let meta = Meta::new(number, 0, 0, 0, depth);
        Node { lanes: [0; 2], cells: [0; 16], margins: Margins::new(0), meta }
    }

    /// The numbers, depths, slack and directions of the nodes of an iteration, in the order of taking.
    fn taken(lists: &mut Lists<16, 2>) -> Vec<(u32, usize, u8, u8)> {
        let mut all = Vec::new();
        while !lists.is_empty() {
            let (mut batch, mut directions) = (Batch::new(), [0; NODES]);
            lists.take(&mut batch, &mut directions);
            let nodes = batch.nodes.iter().zip(directions).take(batch.count);
            all.extend(nodes.map(|(&Node { meta, margins, .. }, directions)| {
                (meta.trail(), meta.depth(), margins.slack(1), directions)
            }));
        }
        all
    }

    #[test]
    fn the_deepest_nodes_are_taken_first_and_each_once() {
        let mut lists = Lists::new(2);
        for round in 0..3 {
            let depth = |number: u32| (number as usize * 37 + round) % 100;
            let directions = |number: u32| (number % 15 + 1) as u8;
            for number in 0..2000 {
                assert!(lists.put(&node(number, depth(number)), directions(number)));
            }
            assert!(lists.is_empty(), "they are of the next iteration");
            lists.advance();
            let mut all = taken(&mut lists);
            assert!(all.is_sorted_by_key(|&(_, depth, ..)| std::cmp::Reverse(depth)));
            all.sort_unstable();
            let expected = (0..2000).map(|number| (number, depth(number), 1, directions(number)));
            assert!(all.into_iter().eq(expected));
            assert!(lists.chunks.len() < 2000 / NODES + 101, "chunks are used again");
        }
    }

    #[test]
    fn an_iteration_that_would_fill_memory_takes_the_deepest_nodes() {
        let mut lists = Lists::new(1);
        let count = (NODES * Lists::<16, 2>::MAX_CHUNKS / GROWTH + 1) as u32;
        for number in 0..count {
            assert!(lists.put(&node(number, number as usize % 8), 1));
        }
        lists.advance();
        assert!(!lists.is_complete());
        assert!(lists.put(&node(0, 0), 1), "it is not stored");
        let all = taken(&mut lists);
        assert_eq!(all.len() as u32, count / STORED_A_PROBE as u32);
        assert!(all.iter().all(|&(_, depth, ..)| depth == 7));
    }

    #[test]
    fn memory_is_limited() {
        let mut lists = Lists::new(1);
        let room = NODES * Lists::<16, 2>::MAX_CHUNKS;
        let stored = (0..2 * room as u32).take_while(|&number| lists.put(&node(number, 9), 1));
        assert_eq!(stored.count(), room);
    }
}
