//! Bidirectional breadth-first search: I. Pohl, *Bi-directional Search*, Machine Intelligence 6
//! (1971), without a heuristic.
//!
//! ```text
//! forward := {start}, backward := {goal}, both at depth 0
//! repeat
//!     side := the one whose last layer has fewer states
//!     for each state n of the last layer of side
//!         for each child c of n that side has not met
//!             add c to the next layer of side
//!             if the other side has met c: the way through c is a shortest one
//! ```
//!
//! *Stopping.* Layers are expanded as a whole. While no state has been met from both sides, every
//! path has more than `depth forward + depth backward` moves. The path through the first state met
//! from both sides has one more than that, so it is shortest and the search ends.
//!
//! For spaces whose moves all cost 1. The cost of every move is checked; if another cost occurs,
//! the path is not reported as shortest. Memory: all states met, about twice the square root of the
//! number that breadth-first search would meet.

use super::accounting::Accounting;
use super::ida_star::exhausted;
use super::open_closed::{NO_PARENT, Node, Nodes, hash, path_to};
use crate::observe::{Limit, Observer, Outcome, Report, StopCause};
use crate::space::{Packing, Reversible};

/// [`search`] in the form of the registry; it uses one thread and no heuristic.
pub(super) fn run<S: Packing + Reversible, H>(
    space: &S,
    _heuristic: &H,
    start: &S::State,
    _threads: usize,
    limit: &Limit,
    observer: &mut dyn Observer<S>,
) -> Report<S::Move> {
    search(space, start, limit, observer)
}

/// Finds a shortest path from `start` to the goal of a space whose moves cost 1.
pub fn search<S: Packing + Reversible>(
    space: &S,
    start: &S::State,
    limit: &Limit,
    observer: &mut (impl Observer<S> + ?Sized),
) -> Report<S::Move> {
    let accounting = Accounting::start(limit, observer.watches(), 2);
    if let Err(reason) = space.solvable(start) {
        let statistics = accounting.statistics;
        return Report::new(Outcome::Unsolvable(reason), statistics);
    }
    let on_heap = space.bytes_on_heap();
    let (Some(forward), Some(backward)) = (Side::new(on_heap), Side::new(on_heap)) else {
        return accounting.refused(0);
    };
    let sides = [forward, backward];
    let reversed = space.reversed(start);
    let spaces = [space, &reversed];
    let mut search = Search { spaces, observer, accounting, sides, unit: true };
    let end = search.run([vec![start.clone()], space.goal_states()]);
    search.report(end)
}

/// The states met from one side, layer by layer.
struct Side<P> {
    /// States in the order in which they were met.
    nodes: Nodes<P>,
    /// The first number of the last layer.
    layer: u32,
    /// The number of the next state.
    end: u32,
    depth: u32,
}

impl<P: std::hash::Hash + Eq> Side<P> {
    fn new(on_heap: usize) -> Option<Self> {
        Some(Self { nodes: Nodes::new(on_heap)?, layer: 0, end: 0, depth: 0 })
    }

    fn frontier(&self) -> u32 {
        self.end - self.layer
    }
}

#[derive(Clone, Copy)]
enum End {
    /// At a state with these numbers on the two sides.
    Met([u32; 2]),
    Exhausted,
    Stopped(StopCause),
}

struct Search<'a, S: Packing, O: ?Sized> {
    /// The spaces of the two sides.
    spaces: [&'a S; 2],
    observer: &'a mut O,
    accounting: Accounting,
    /// Forward and backward.
    sides: [Side<S::Packed>; 2],
    /// True if every move so far cost 1.
    unit: bool,
}

impl<S: Packing, O: Observer<S> + ?Sized> Search<'_, S, O> {
    fn run(&mut self, roots: [Vec<S::State>; 2]) -> End {
        let same = roots[1].iter().position(|goal| roots[0].contains(goal));
        for (side, roots) in roots.into_iter().enumerate() {
            if !self.room_for(side, roots.len()) {
                return End::Stopped(StopCause::Memory);
            }
            for root in roots {
                self.add(side, self.spaces[side].pack(&root), NO_PARENT);
            }
        }
        if let Some(goal) = same {
            return End::Met([0, goal as u32]);
        }
        loop {
            let side = usize::from(self.sides[1].frontier() < self.sides[0].frontier());
            if self.sides[side].frontier() == 0 {
                return End::Exhausted;
            }
            if let Some(end) = self.layer(side) {
                return end;
            }
        }
    }

    fn layer(&mut self, side: usize) -> Option<End> {
        let (first, end) = (self.sides[side].layer, self.sides[side].end);
        let space = self.spaces[side];
        for number in first..end {
            let bound = self.bound();
            if let Some(cause) = self.accounting.check(self.observer, bound, None) {
                return Some(End::Stopped(cause));
            }
            let mut state = space.unpack(&self.sides[side].nodes.get(number).packed);
            if !self.room_for(side, space.moves(&state).count()) {
                return Some(End::Stopped(StopCause::Memory));
            }
            let g = self.sides[side].depth;
            self.accounting.expand(self.observer, &state, side == 1, (g, 0, g.into()));
            for mv in space.moves(&state) {
                self.unit &= space.cost(mv) == 1;
                self.accounting.statistics.generated += 1;
                let effect = space.apply(&mut state, mv);
                let packed = space.pack(&state);
                space.undo(&mut state, effect);
                let hash = hash(&packed);
                if self.sides[side].nodes.find(hash, &packed).is_ok() {
                    continue;
                }
                let opposite = self.sides[1 - side].nodes.find(hash, &packed);
                let own = self.add(side, packed, number);
                if let Ok(other) = opposite {
                    return Some(End::Met(if side == 0 { [own, other] } else { [other, own] }));
                }
            }
        }
        self.sides[side].layer = end;
        self.sides[side].depth += 1;
        None
    }

    /// Adds a state that a side has not met; memory was reserved before.
    fn add(&mut self, side: usize, packed: S::Packed, parent: u32) -> u32 {
        let side = &mut self.sides[side];
        let hash = hash(&packed);
        let g = if parent == NO_PARENT { 0 } else { side.depth + 1 };
        let Err(vacancy) = side.nodes.find(hash, &packed) else {
            unreachable!("only states that were not met are added")
        };
        side.end += 1;
        self.accounting.insert();
        side.nodes.insert(vacancy, hash, Node::new(packed, parent, g, 0))
    }

    /// The lower bound while no state has been met from both sides.
    fn bound(&self) -> u32 {
        self.sides[0].depth + self.sides[1].depth + 1
    }

    /// Reserves memory for `states` more states; false if it is refused.
    fn room_for(&mut self, side: usize, states: usize) -> bool {
        let others = self.sides[1 - side].nodes.bytes();
        self.accounting.room(&mut self.sides[side].nodes, states, others)
    }

    fn report(self, end: End) -> Report<S::Move> {
        let ([forward, backward], space) = (&self.sides, self.spaces[0]);
        let outcome = match end {
            End::Met([near, far]) => {
                let mut path = path_to(space, &forward.nodes, near);
                path.extend(path_back(space, &backward.nodes, far));
                let cost = path.iter().map(|&mv| space.cost(mv)).sum();
                let lower_bound = if self.unit { cost } else { self.bound() };
                Outcome::solved(path, cost, lower_bound)
            }
            End::Exhausted => Outcome::Unsolvable(exhausted()),
            End::Stopped(cause) => {
                Outcome::Stopped { cause, lower_bound: self.bound(), best: None }
            }
        };
        Report::new(outcome, self.accounting.statistics)
    }
}

/// The moves to the goal from a state that was met from the goal.
pub(super) fn path_back<S: Packing>(space: &S, nodes: &Nodes<S::Packed>, met: u32) -> Vec<S::Move> {
    let mut path = Vec::new();
    let mut node = nodes.get(met);
    while node.parent != NO_PARENT {
        let next = nodes.get(node.parent);
        let mv = space.move_between(&node.packed, &next.packed);
        path.push(mv.expect("a move that leads away from the goal can be taken back"));
        node = next;
    }
    path
}
