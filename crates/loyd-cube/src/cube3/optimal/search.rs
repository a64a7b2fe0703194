//! The search below a node, many nodes at a time.
//!
//! ```text
//! below(nodes, left):                      -- a path of `left` moves from one of the nodes?
//!     if left = 0: is one of them solved?
//!     for each batch of the nodes
//!         for each of its nodes: it, or its inverse: whichever leaves fewer turns              1
//!         successors := z · m for each turn m that may follow and is not of a tight axis     2
//!         for each axis, tight ones first
//!             for each successor: ask for its entry of this axis                              3
//!             successors := those whose entry is at most left - 1
//!         for each successor: make the state, ask for the entries of its inverse
//!         successors := those in which all are at most left - 1, and the least is less         2
//!         below(successors, left - 1)
//! ```
//!
//! 1. A path of z is, backwards, one of its inverse. So the next turn may be put at either end of
//!    the missing part.
//! 2. A path ends with a turn of some axis, which does not change whether the state is in the
//!    subgroup of that axis. So its distance to that subgroup is less than to solved: if the value of
//!    an axis is all that is left, the axis is *tight*, and no path ends with a turn of its faces. The
//!    paths of z begin as those of its inverse end. If all axes are tight there is no path.
//! 3. Memory takes the time: an entry is a line of a table of gigabytes. The successors of one node are
//!    seven on average, and of these one is left after the last axis. A batch of nodes asks for some
//!    hundred lines before the first of them is read, so that a core always waits for the largest
//!    possible number. The nodes of a batch are cousins: each level of the search is a list, and its
//!    batches are searched to the end one after the other.

use super::follow::{Follow, Last};
use super::places::Place;
use super::solver::{AXES, Solver};
use crate::cube3::Cube3;
use crate::{Metric, Turn};
use loyd_search::search::deepening::{Tally, Visit};
use std::ops::Range;

/// Expansions between two looks at the limits: about a millisecond.
const POLL: u64 = 1 << 12;

/// Nodes that are expanded together.
const BATCH: usize = 32;

/// By set of tight axes, the axes in the order in which successors are looked up. On a tight axis
/// only the few turns that bring it nearer are good enough: it comes first.
const TIGHT_FIRST: [[usize; AXES]; 1 << AXES] =
    [[0, 1, 2], [0, 1, 2], [1, 0, 2], [0, 1, 2], [2, 0, 1], [0, 2, 1], [1, 2, 0], [0, 1, 2]];

/// A state on the way, with its coordinates and those of its inverse.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) cube: Cube3,
    pub(super) places: [Place; AXES],
    pub(super) inverse: [Place; AXES],
    /// The tight axes of the state, as a set.
    pub(super) tight: u8,
    /// The tight axes of its inverse.
    pub(super) inverse_tight: u8,
}

/// A node with the way to it.
#[derive(Clone, Copy)]
struct Step {
    node: Node,
    /// The last turns at the state from which the search began, and at its inverse.
    last: [Last; 2],
    /// 1 if the node is the inverse of the state that the path was made from.
    side: u8,
    /// The turn that led here, made at this side.
    turn: u8,
    /// The node before, by its number in the list of its level.
    parent: u32,
}

/// A successor whose first axes have been looked up.
#[derive(Clone, Copy)]
struct Candidate {
    /// The node of the batch that it succeeds.
    parent: u8,
    turn: u8,
    /// The axes with the value that is left.
    tight: u8,
    /// True if an axis has a smaller value.
    smaller: bool,
    places: [Place; AXES],
    entry: u64,
}

/// A successor on whose inverse it depends.
#[derive(Clone, Copy)]
struct Survivor {
    parent: u8,
    turn: u8,
    node: Node,
    entries: [u64; AXES],
}

/// The search below a node, and its buffers.
pub(super) struct Search<'a, 't, M> {
    solver: &'a Solver<M>,
    tally: &'a mut Tally<'t>,
    /// By number of moves that are left: the nodes of the batch of the level above.
    levels: Vec<Vec<Step>>,
    /// The nodes of a batch as they are expanded, with their numbers in the level.
    batch: Vec<Step>,
    candidates: Vec<Candidate>,
    survivors: Vec<Survivor>,
    /// The solved node, by its number in the list of those without moves left.
    solved: usize,
}

impl<'a, 't, M: Metric> Search<'a, 't, M> {
    /// A search before its first batch.
    pub(super) fn new(solver: &'a Solver<M>, tally: &'a mut Tally<'t>) -> Self {
        let (candidates, survivors) = (Vec::with_capacity(BATCH * 18), Vec::new());
        let batch = Vec::with_capacity(BATCH);
        Self { solver, tally, levels: Vec::new(), batch, candidates, survivors, solved: 0 }
    }

    /// Searches below a node whose values are at most `left`, reached by a path with this last turn.
    pub(super) fn run(&mut self, node: Node, last: Last, left: u32) -> Visit {
        self.levels = vec![Vec::new(); left as usize + 1];
        let root = Step { node, last: [last, Last::NONE], side: 0, turn: 0, parent: 0 };
        self.levels[left as usize].push(root);
        self.below(left as usize)
    }

    /// The turns of the path to the solved node: those made at the state, and at its inverse.
    pub(super) fn turns_by_side(&self) -> [Vec<Turn>; 2] {
        let (mut turns_by_side, mut number) = ([Vec::new(), Vec::new()], self.solved);
        for level in &self.levels[..self.levels.len() - 1] {
            let step = &level[number];
            turns_by_side[usize::from(step.side)].push(Turn::of_index(step.turn.into()));
            number = step.parent as usize;
        }
        for turns in &mut turns_by_side {
            turns.reverse();
        }
        turns_by_side
    }

    fn below(&mut self, left: usize) -> Visit {
        if left == 0 {
            let solved = self.levels[0].iter().position(|step| step.node.cube == Cube3::SOLVED);
            let Some(solved) = solved else { return Visit::Exhausted { next_bound: None } };
            self.solved = solved;
            return Visit::Found;
        }
        let nodes = self.levels[left].len();
        for first in (0..nodes).step_by(BATCH) {
            let batch = first..nodes.min(first + BATCH);
            let before = self.tally.expanded;
            self.tally.expanded += batch.len() as u64;
            if before / POLL != self.tally.expanded / POLL && self.tally.stop() {
                return Visit::Stopped;
            }
            self.expand(left, batch);
            if self.levels[left - 1].is_empty() {
                continue;
            }
            let visit = self.below(left - 1);
            if !matches!(visit, Visit::Exhausted { .. }) {
                return visit;
            }
        }
        Visit::Exhausted { next_bound: None }
    }

    /// Makes the list of the next level: the successors of some nodes that may have a path of one move
    /// less.
    fn expand(&mut self, left: usize, nodes: Range<usize>) {
        self.begin(left, nodes);
        self.tally.generated += self.candidates.len() as u64;
        for stage in 0..AXES {
            self.look_up(stage, left as u32 - 1);
        }
        self.make_states();
        let next = &mut self.levels[left - 1];
        next.clear();
        for &Survivor { parent, turn, mut node, entries } in &self.survivors {
            let tight = tight(self.solver, entries, node.inverse, left as u32 - 1);
            let Some(tight) = tight else { continue };
            node.inverse_tight = tight;
            let Step { mut last, side, parent, .. } = self.batch[usize::from(parent)];
            let end = &mut last[usize::from(side)];
            *end = Follow::next(*end, turn.into());
            next.push(Step { node, last, side, turn, parent });
        }
    }

    /// Chooses the end at which each node continues, and lists its turns.
    fn begin(&mut self, left: usize, nodes: Range<usize>) {
        let Self { solver, levels, batch, candidates, .. } = self;
        batch.clear();
        candidates.clear();
        for number in nodes {
            let Step { node, last, side, turn, .. } = levels[left][number];
            let allowed = |side: u8, tight: u8| {
                let allowed = solver.follow.allowed(side.into(), last[usize::from(side)]);
                allowed & !solver.of_axes[usize::from(tight)]
            };
            let (here, there) = (allowed(side, node.inverse_tight), allowed(1 - side, node.tight));
            let (node, side, mut turns) = if there.count_ones() < here.count_ones() {
                (inverted(&node), 1 - side, there)
            } else {
                (node, side, here)
            };
            let parent = batch.len() as u8;
            batch.push(Step { node, last, side, turn, parent: number as u32 });
            while turns != 0 {
                candidates.push(Candidate {
                    parent,
                    turn: turns.trailing_zeros() as u8,
                    tight: 0,
                    smaller: left == 1,
                    places: [Place::default(); AXES],
                    entry: 0,
                });
                turns &= turns - 1;
            }
        }
    }

    /// Looks the successors up in the axis that comes at this place for their node, and removes those
    /// whose value there is larger than `left`.
    #[inline]
    fn look_up(&mut self, stage: usize, left: u32) {
        let Self { solver, batch, candidates, .. } = self;
        let (table, turns) = (&*solver.table, &solver.places.turns);
        let node_of = |candidate: &Candidate| &batch[usize::from(candidate.parent)].node;
        let axis_of =
            |candidate: &Candidate| TIGHT_FIRST[usize::from(node_of(candidate).tight)][stage];
        for candidate in candidates.iter_mut() {
            let axis = axis_of(candidate);
            let turn = turns[axis][usize::from(candidate.turn)];
            let place = table.turned(node_of(candidate).places[axis], turn.into());
            candidate.places[axis] = place;
            table.ask_for_class(place);
        }
        for candidate in candidates.iter_mut() {
            let axis = axis_of(candidate);
            candidate.entry = table.entry(candidate.places[axis]);
        }
        candidates.retain_mut(|candidate| {
            let axis = axis_of(candidate);
            let value = table.value(candidate.entry, candidate.places[axis]);
            candidate.tight |= u8::from(value == left) << axis;
            candidate.smaller |= value < left;
            value <= left
        });
    }

    /// Makes the states of the remaining successors, and prefetches the entries of their inverses.
    fn make_states(&mut self) {
        let Self { solver, batch, candidates, survivors, .. } = self;
        survivors.clear();
        for candidate in candidates.iter().filter(|candidate| candidate.smaller) {
            let &Candidate { parent, turn, tight, places, .. } = candidate;
            let mut cube = batch[usize::from(parent)].node.cube;
            cube.turn(Turn::of_index(turn.into()));
            let inverse = solver.of_inverse(cube);
            for place in inverse {
                solver.table.ask_for_class(place);
            }
            let node = Node { cube, places, inverse, tight, inverse_tight: 0 };
            survivors.push(Survivor { parent, turn, node, entries: [0; AXES] });
        }
        for survivor in survivors {
            for (entry, place) in survivor.entries.iter_mut().zip(survivor.node.inverse) {
                *entry = solver.table.entry(place);
            }
        }
    }
}

/// The tight axes of a state, if its values allow a path of `left` moves.
#[inline]
fn tight<M: Metric>(
    solver: &Solver<M>,
    entries: [u64; AXES],
    places: [Place; AXES],
    left: u32,
) -> Option<u8> {
    let (mut tight, mut smaller) = (0, left == 0);
    for axis in 0..AXES {
        let value = solver.table.value(entries[axis], places[axis]);
        if value > left {
            return None;
        }
        tight |= u8::from(value == left) << axis;
        smaller |= value < left;
    }
    smaller.then_some(tight)
}

fn inverted(node: &Node) -> Node {
    Node {
        cube: node.cube.inverse(),
        places: node.inverse,
        inverse: node.places,
        tight: node.inverse_tight,
        inverse_tight: node.tight,
    }
}
