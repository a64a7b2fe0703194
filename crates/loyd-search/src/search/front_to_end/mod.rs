//! The part that front-to-end bidirectional searches share: states met from both ends, the cheapest known path, and
//! the bound of the paths that are not known.
//!
//! ```text
//! repeat
//!     choose open states, forward or backward or both           -- the difference between the searches
//!     if the bound is at least best: best is the cost of a shortest path
//!     expand them; whenever a state has been reached from both sides, best := min(best, gF + gB)
//! ```
//!
//! 1. A closed state that is reached more cheaply is reopened, so admissible estimates are enough. On a path that is
//!    not yet known, the first state that is not closed with its least cost is open with that cost, on both sides.
//! 2. States with `f ≥ best` are not stored.
//! 3. No entry of a queue is removed when its state's cost falls; a stale entry is recognised when it is taken. Until
//!    then it can only make the bound lower.
//! 4. If there is no heuristic for the backward search (pattern databases), 0 is used.
//! 5. The cheapest edge is taken to cost 1, the least that a space may have.

mod side;

use super::accounting::Accounting;
use super::bibfs::path_back;
use super::ida_star::exhausted;
use super::open_closed::{Child, NO_PARENT, Node, hash, path_to};
use crate::observe::{Limit, Observer, Outcome, Report, SearchEvent, StopCause};
use crate::space::{Heuristic, Packing, Reversible};
use side::waiting_key;
pub(super) use side::{Side, ready_key};

/// The least cost of a move.
pub(super) const MIN_COST: u32 = 1;

/// The choice of the states to expand.
pub(super) trait Choice<S: Packing> {
    /// Open states to expand, forward and backward; `None` if no unknown path costs less than `best`. Raises the
    /// lower bound of unknown paths.
    ///
    /// # Errors
    /// The limit that was reached.
    fn choose(
        &mut self,
        sides: &mut [Side<'_, S>; 2],
        bound: &mut u32,
        best: u32,
    ) -> Result<Option<[Option<u32>; 2]>, StopCause>;

    /// Records that a state with this `g` is open on a side.
    fn open(&mut self, _side: usize, _g: u32) {}

    /// Records that a side closes an open state with this `g`, or gives it a lower `g`.
    fn remove(&mut self, _side: usize, _g: u32) {}
}

/// Finds a shortest path from `start` to the goal, from both ends.
pub(super) fn search<S: Packing + Reversible, H: Heuristic<S>>(
    choice: impl Choice<S>,
    space: &S,
    heuristic: &H,
    start: &S::State,
    limit: &Limit,
    observer: &mut (impl Observer<S> + ?Sized),
) -> Report<S::Move> {
    let accounting = Accounting::start(limit, observer.watches(), 2);
    if let Err(reason) = space.solvable(start) {
        let statistics = accounting.statistics;
        return Report::new(Outcome::Unsolvable(reason), statistics);
    }
    let backward = space.reversed(start);
    let back = heuristic.reversed(&backward);
    let admissible = heuristic.properties().admissible;
    let on_heap = space.bytes_on_heap();
    let (Some(near), Some(far)) = (Side::new(space, on_heap), Side::new(&backward, on_heap)) else {
        return accounting.refused(0);
    };
    let mut search = Search {
        choice,
        estimates: [Some(heuristic), back.as_ref()],
        observer,
        accounting,
        sides: [near, far],
        best: None,
        bound: 0,
        admissible,
    };
    let end = search.run([vec![start.clone()], space.goal_states()]);
    search.report(end)
}

struct Search<'a, S: Packing, H, O: ?Sized, C> {
    choice: C,
    /// Heuristics forward and backward.
    estimates: [Option<&'a H>; 2],
    observer: &'a mut O,
    accounting: Accounting,
    sides: [Side<'a, S>; 2],
    /// The cheapest known path: its cost, and the numbers of a state on it on both sides.
    best: Option<(u32, [u32; 2])>,
    /// Lower bound of the cost of all paths that are not known.
    bound: u32,
    admissible: bool,
}

impl<S: Packing, H: Heuristic<S>, O: Observer<S> + ?Sized, C: Choice<S>> Search<'_, S, H, O, C> {
    /// Runs to the end, or returns the limit that stopped it.
    fn run(&mut self, roots: [Vec<S::State>; 2]) -> Option<StopCause> {
        let roots = roots.into_iter().enumerate();
        for (side, root) in
            roots.flat_map(|(side, roots)| roots.into_iter().map(move |it| (side, it)))
        {
            if !self.room_for(side, 1) {
                return Some(StopCause::Memory);
            }
            let h = self.estimates[side].map_or(0, |h| h.value(h.start(&root)));
            let packed = self.sides[side].space.pack(&root);
            let hash = hash(&packed);
            self.reach(side, Child { packed, hash, parent: NO_PARENT, g: 0, h });
        }
        loop {
            let (proved, best) = (self.proved(), self.best.map(|(cost, _)| cost));
            if let Some(cause) = self.accounting.check(self.observer, proved, best) {
                return Some(cause);
            }
            let best = self.best_cost();
            let numbers = match self.choice.choose(&mut self.sides, &mut self.bound, best) {
                Ok(Some(numbers)) => numbers,
                Ok(None) => return None,
                Err(cause) => return Some(cause),
            };
            for (side, number) in numbers.into_iter().enumerate() {
                if number.is_some_and(|number| !self.expand(side, number)) {
                    return Some(StopCause::Memory);
                }
            }
        }
    }

    fn best_cost(&self) -> u32 {
        self.best.map_or(u32::MAX, |(cost, _)| cost)
    }

    /// Generates the children of a state; `false` if memory is exhausted, in which case the
    /// state stays open.
    fn expand(&mut self, side: usize, number: u32) -> bool {
        let Side { space, nodes, .. } = &self.sides[side];
        let node = nodes.get(number);
        let (g, h) = (node.g, node.h());
        let mut state = space.unpack(&node.packed);
        let estimate = self.estimates[side].map(|estimate| (estimate, estimate.resume(&state, h)));
        let mut children = Vec::new();
        for mv in space.moves(&state) {
            let effect = space.apply(&mut state, mv);
            let h = estimate.map_or(0, |(h, memo)| h.value(h.step(memo, &state, effect)));
            let packed = space.pack(&state);
            space.undo(&mut state, effect);
            let (hash, g) = (hash(&packed), g.saturating_add(space.cost(mv)));
            children.push(Child { packed, hash, parent: number, g, h });
        }
        if !self.room_for(side, children.len()) {
            return false;
        }
        let node_values = (g, h, u64::from(g) + u64::from(h));
        self.accounting.expand(self.observer, &state, side == 1, node_values);
        self.sides[side].nodes.get_mut(number).set_closed(true);
        self.choice.remove(side, g);
        self.accounting.statistics.generated += children.len() as u64;
        for child in children {
            self.reach(side, child);
        }
        true
    }

    /// Records a path to a state.
    fn reach(&mut self, side: usize, child: Child<S::Packed>) {
        let Child { packed, hash, parent, g, h } = child;
        let h = h.min(Node::<S::Packed>::MAX_H);
        let other = self.sides[1 - side].nodes.find(hash, &packed).ok();
        let best = self.best_cost();
        if g.saturating_add(h) >= best {
            return;
        }
        let Side { nodes, waiting, .. } = &mut self.sides[side];
        let number = match nodes.find(hash, &packed) {
            Err(vacancy) => {
                self.accounting.insert();
                nodes.insert(vacancy, hash, Node::new(packed, parent, g, h))
            }
            Ok(number) => {
                let node = nodes.get_mut(number);
                if g >= node.g {
                    return;
                }
                let g_before = std::mem::replace(&mut node.g, g);
                node.parent = parent;
                if node.closed() {
                    node.set_closed(false);
                    self.accounting.reopen();
                } else {
                    self.choice.remove(side, g_before);
                }
                number
            }
        };
        self.choice.open(side, g);
        let h = nodes.get(number).h();
        waiting.push(waiting_key(g, h), number);
        if let Some(other) = other {
            let cost = g.saturating_add(self.sides[1 - side].nodes.get(other).g);
            if cost < best {
                let meeting = if side == 0 { [number, other] } else { [other, number] };
                self.best = Some((cost, meeting));
                self.observer.event(SearchEvent::Solution(cost.into()));
            }
        }
    }

    /// The proved lower bound of all paths.
    fn proved(&self) -> u32 {
        if self.admissible { self.bound.min(self.best_cost()) } else { 0 }
    }

    /// Reserves memory for `states` more states; false if it is refused. Every open state may
    /// become ready, and so have an entry in both queues.
    fn room_for(&mut self, side: usize, states: usize) -> bool {
        let other = self.sides[1 - side].bytes();
        let Side { nodes, waiting, ready, .. } = &mut self.sides[side];
        let queues = waiting.bytes() + ready.bytes();
        let others = other + queues + waiting.missing(states) + ready.missing(states);
        self.accounting.room(nodes, states, others)
            && waiting.reserve(states)
            && ready.reserve(states)
    }

    fn report(self, end: Option<StopCause>) -> Report<S::Move> {
        let [near, far] = &self.sides;
        let path = |[forward, backward]: [u32; 2]| {
            let mut path = path_to(near.space, &near.nodes, forward);
            path.extend(path_back(near.space, &far.nodes, backward));
            path
        };
        let lower_bound = self.proved();
        let outcome = match (end, self.best) {
            (Some(cause), best) => {
                let best = best.map(|(_, meeting)| path(meeting));
                Outcome::Stopped { cause, lower_bound, best }
            }
            (None, Some((_, meeting))) => {
                let path = path(meeting);
                let cost = path.iter().map(|&mv| near.space.cost(mv)).sum();
                Outcome::solved(path, cost, lower_bound)
            }
            (None, None) => Outcome::Unsolvable(exhausted()),
        };
        Report::new(outcome, self.accounting.statistics)
    }
}
