//! The pipeline: batches of nodes pass from the stack through one test per view and return to the
//! stack as children.

use super::STORES;
use super::board::{Board, MAX_VIEWS};
use super::cuts::{Collector, Cuts};
use super::lists::Lists;
use crate::arch::pdb::batch::{Batch, Child, Kernel, NODES, Node, Tables};
use loyd_search::search::deepening::Tally;
use std::iter::from_fn;
use std::mem::take;

/// Number of expansions after which the pipeline is drained so that the trail can be truncated.
const DRAIN: usize = 4096;

/// A node that was expanded: the moves to it since an earlier one, its *anchor*. A word has up to fourteen moves,
/// so that a path is read in few steps.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The index of the anchor in the trail; of a root, its number with all bits inverted.
    anchor: u32,
    /// Two bits for each move below a leading one.
    moves: u32,
}

impl Step {
    /// The step of a root.
    fn root(number: u32) -> Self {
        Self { anchor: !number, moves: 1 }
    }

    /// The step of a child of the step with this index.
    #[inline]
    fn child(self, index: u32, direction: usize) -> Self {
        let (anchor, moves) =
            if self.moves < 1 << 28 { (self.anchor, self.moves) } else { (index, 1) };
        Self { anchor, moves: moves << 2 | direction as u32 }
    }
}

/// The directions of all children of a node.
const ALL: u8 = 0b1111;

/// The bit that distinguishes roots from indices in the trail.
const ROOT: u32 = 1 << 31;

/// A node below which a search begins, and the path to it.
#[derive(Clone, Copy)]
pub(super) struct Root<'a, const C: usize, const L: usize> {
    pub(super) node: Node<C, L>,
    pub(super) path: &'a [u8],
}

/// Depth-first searches, each below some nodes.
pub(super) struct Search<'a, const C: usize, const L: usize> {
    board: &'a Board,
    tables: Tables<'a>,
    kernel: Kernel,
    stack: Vec<Node<C, L>>,
    trail: Vec<Step>,
    /// One for each test and one that is filled.
    batches: Vec<Batch<C, L>>,
    /// For a search that continues from one iteration to the next.
    lists: Option<Box<Lists<C, L>>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SearchEnd {
    /// The goal was found, by these directions from the start.
    Found(Vec<u8>),
    /// There is no goal within the bound.
    Exhausted {
        /// True if some child was over the bound.
        cut: bool,
    },
    /// The tally stopped the search.
    Stopped,
    /// The lists are full, and the iteration is incomplete.
    Full,
}

impl<'a, const C: usize, const L: usize> Search<'a, C, L> {
    pub(super) fn new(board: &'a Board) -> Self {
        let tables = board.tables();
        Self {
            board,
            kernel: Kernel::detect(),
            stack: Vec::new(),
            trail: Vec::new(),
            batches: (0..=tables.views).map(|_| Batch::new()).collect(),
            lists: None,
            tables,
        }
    }

    /// The same search, which stores each node with children over the bound.
    pub(super) fn with_lists(self) -> Self {
        Self { lists: Some(Box::new(Lists::new(self.tables.views))), ..self }
    }

    /// Searches below the nodes that the last iteration stored, within the next bound, or below the deepest of them if
    /// memory would become full: [`SearchEnd::Full`]. `root` is that of the first iteration.
    pub(super) fn resume(&mut self, root: &Root<'_, C, L>, tally: &mut Tally<'_>) -> SearchEnd {
        if let Some(lists) = self.lists() {
            lists.advance();
        }
        let end = self.run_on(std::slice::from_ref(root), None, tally);
        let is_complete = self.lists().is_none_or(|lists| lists.is_complete());
        match end {
            SearchEnd::Exhausted { .. } if !is_complete => SearchEnd::Full,
            end => end,
        }
    }

    /// Searches below the roots, the last one first. They must be within their slack and not the goal. Nodes over
    /// the bound are added to `cuts`.
    pub(super) fn run(
        &mut self,
        roots: &[Root<'_, C, L>],
        cuts: Option<&Cuts>,
        tally: &mut Tally<'_>,
    ) -> SearchEnd {
        self.trail.clear();
        self.stack.clear();
        self.stack.extend((0..).zip(roots).map(|(number, &Root { node, .. })| Node {
            meta: node.meta.with_trail(ROOT | number),
            ..node
        }));
        self.run_on(roots, cuts, tally)
    }

    /// Searches below the nodes of the stack and of the lists.
    fn run_on(
        &mut self,
        roots: &[Root<'_, C, L>],
        cuts: Option<&Cuts>,
        tally: &mut Tally<'_>,
    ) -> SearchEnd {
        let mut batches = take(&mut self.batches);
        for batch in &mut batches {
            batch.length = 0;
        }
        let end = self.run_in(&mut batches, roots, cuts.map(Collector::new), tally);
        self.batches = batches;
        end
    }

    fn run_in(
        &mut self,
        batches: &mut [Batch<C, L>],
        roots: &[Root<'_, C, L>],
        mut cuts: Option<Collector<'_>>,
        tally: &mut Tally<'_>,
    ) -> SearchEnd {
        let (views, mut cut) = (self.tables.views, false);
        let (mut since_drain, mut since_poll) = (0, 0);
        // The greatest depth of each batch.
        let mut depths = [0; MAX_VIEWS + 1];
        // For each node of each batch the directions of its children, if it is stored with those over the bound.
        let mut generated = [[0; NODES]; MAX_VIEWS + 1];
        let mut in_flight = false;
        for turn in views + 1.. {
            let batch = &mut batches[turn % (views + 1)];
            batch.length = 0;
            // The lists need the whole trail.
            let drains = since_drain >= DRAIN && self.lists().is_none();
            if !(drains && in_flight) {
                let is_over = self.stack.is_empty() && !in_flight;
                if is_over && self.lists().is_none_or(Lists::is_empty) {
                    return SearchEnd::Exhausted { cut };
                }
                if drains {
                    since_drain = 0;
                    self.cut_trail();
                    cuts.as_mut().map(Collector::flush);
                }
                let at = turn % (views + 1);
                let mut directions = [ALL; NODES];
                let (depth, expanded) = self.pop(batch, &mut directions);
                self.kernel.fill(&self.tables, batch);
                if self.lists().is_some() {
                    generated[at] = restrict(batch, &directions);
                }
                depths[at] = depth;
                self.kernel.locate(&self.tables, batch);
                tally.expanded += expanded as u64;
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
                let at = (turn - age) % (views + 1);
                let batch = &mut batches[at];
                if batch.length == 0 {
                    continue;
                }
                in_flight = true;
                cut |= match cuts.as_mut().filter(|cuts| cuts.takes(depths[at])) {
                    None => !self.kernel.judge(&self.tables, batch),
                    Some(cuts) => self.collect(batch, roots, cuts),
                };
                if age < views {
                    self.kernel.locate(&self.tables, batch);
                } else if let Some(path) = self.push(batch, roots) {
                    return SearchEnd::Found(path);
                }
                if let Some(lists) = self.lists()
                    && (age == views || batch.length == 0)
                    && !store(lists, batch, generated[at])
                {
                    return SearchEnd::Full;
                }
            }
        }
        unreachable!("turns do not end")
    }

    /// Tests the children of a batch, and adds those that fail; returns true if some do.
    fn collect(
        &self,
        batch: &mut Batch<C, L>,
        roots: &[Root<'_, C, L>],
        cuts: &mut Collector<'_>,
    ) -> bool {
        let (before, length) = (batch.children, batch.length);
        if self.kernel.judge(&self.tables, batch) {
            return false;
        }
        let mut fitting = batch.children[..batch.length].iter();
        let mut next = fitting.next();
        for &child in &before[..length] {
            let same = |other: &Child| other.same_child(child);
            if next.is_some_and(same) {
                next = fitting.next();
                continue;
            }
            let Node { margins, meta, .. } = batch.nodes[child.parent()];
            if cuts.takes(meta.depth()) {
                let step = batch.trail + child.parent() as u32;
                cuts.add(margins, meta, child.direction(), self.moves(step, roots));
            }
        }
        true
    }

    /// Forgets the steps that no node on the stack needs; no other nodes may be in flight. Batches
    /// put their children on the stack in the order of creation, so the last step that is needed is
    /// one of the children of the last batch.
    fn cut_trail(&mut self) {
        let top = self.stack.len().saturating_sub(4 * NODES);
        let steps = self.stack[top..].iter().map(|node| node.meta.trail());
        let last = steps.filter(|step| step & ROOT == 0).max();
        self.trail.truncate(last.map_or(0, |last| last as usize + 1));
    }

    /// Takes nodes from the stack, and from the lists with the directions of their children; returns the greatest
    /// depth and the number of nodes from the stack.
    #[inline]
    fn pop(&mut self, batch: &mut Batch<C, L>, directions: &mut [u8; NODES]) -> (usize, usize) {
        let from = self.stack.len().saturating_sub(NODES);
        batch.count = self.stack.len() - from;
        batch.nodes[..batch.count].copy_from_slice(&self.stack[from..]);
        self.stack.truncate(from);
        let expanded = batch.count;
        if let Some(lists) = self.lists().filter(|_| expanded < NODES) {
            lists.take(batch, directions);
        }
        batch.trail = self.trail.len() as u32;
        let mut depth = 0;
        for node in &batch.nodes[..batch.count] {
            depth = depth.max(node.meta.depth());
            let parent = node.meta.trail();
            let step = match self.trail.get(parent as usize) {
                Some(step) => step.child(parent, node.meta.direction()),
                None => Step::root(parent & !ROOT),
            };
            self.trail.push(step);
        }
        (depth, expanded)
    }

    /// Puts the children on the stack; returns the path if one of them is the goal.
    #[inline]
    fn push(&mut self, batch: &Batch<C, L>, roots: &[Root<'_, C, L>]) -> Option<Vec<u8>> {
        let board = self.board;
        for (child, &margins) in batch.children.iter().zip(&batch.margins).take(batch.length) {
            let at = self.stack.len();
            self.stack.push(batch.nodes[child.parent()]);
            let node = &mut self.stack[at];
            board.advance(node, *child, margins, batch.trail + child.parent() as u32);
            if node.meta.blank() == board.goal_blank && board.is_goal(&node.cells) {
                let meta = node.meta;
                let mut path = Vec::new();
                for (moves, count) in self.moves(meta.trail(), roots) {
                    path.extend((0..count).map(|number| (moves >> (2 * number)) as u8 & 3));
                }
                path.reverse();
                path.push(meta.direction() as u8);
                return Some(path);
            }
        }
        None
    }

    /// The moves from the start to the node of a step, the last ones first: words of two bits for each move, the last
    /// move lowest, and their numbers of moves.
    fn moves(&self, step: u32, roots: &[Root<'_, C, L>]) -> impl Iterator<Item = (u32, u32)> {
        let mut step = self.trail[step as usize];
        let mut of_root: Option<&[u8]> = None;
        from_fn(move || {
            if let Some(path) = of_root {
                let (&direction, before) = path.split_last()?;
                of_root = Some(before);
                return Some((u32::from(direction), 1));
            }
            let count = step.moves.ilog2() / 2;
            let moves = step.moves ^ 1 << (2 * count);
            match self.trail.get(step.anchor as usize) {
                Some(&anchor) => step = anchor,
                None => of_root = Some(roots[!step.anchor as usize].path),
            }
            Some((moves, count))
        })
    }

    /// The lists, if the search has some.
    #[inline]
    fn lists(&mut self) -> Option<&mut Lists<C, L>> {
        self.lists.as_deref_mut().filter(|_| STORES)
    }

    pub(super) fn board(&self) -> &'a Board {
        self.board
    }

    /// The cells of each pattern's tiles.
    pub(super) fn places(&self, cells: &[u8; C]) -> [u64; L] {
        self.kernel.places(&self.tables, cells)
    }
}

/// Removes the children of a batch in other directions than these; returns those of the others for each node.
#[inline]
fn restrict<const C: usize, const L: usize>(
    batch: &mut Batch<C, L>,
    directions: &[u8; NODES],
) -> [u8; NODES] {
    let (mut generated, mut length) = ([0; NODES], 0);
    for number in 0..batch.length {
        let child = batch.children[number];
        let direction = directions[child.parent()] & 1 << child.direction();
        generated[child.parent()] |= direction;
        batch.children[length] = child;
        batch.margins[length] = batch.margins[number];
        length += usize::from(direction != 0);
    }
    batch.length = length;
    generated
}

/// Stores the nodes of a batch some of whose children were over the bound; false if memory is full.
#[inline]
fn store<const C: usize, const L: usize>(
    lists: &mut Lists<C, L>,
    batch: &Batch<C, L>,
    mut over: [u8; NODES],
) -> bool {
    for child in &batch.children[..batch.length] {
        over[child.parent()] &= !(1 << child.direction());
    }
    let nodes = batch.nodes.iter().zip(over).take(batch.count);
    let mut stored = nodes.filter(|&(_, over)| over != 0);
    stored.all(|(node, over)| lists.put(node, over))
}
