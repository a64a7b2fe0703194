//! Near-optimal bidirectional search: J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, *Front-to-End
//! Bidirectional Heuristic Search with Near-Optimal Node Expansions*, IJCAI 2017.
//!
//! ```text
//! lb(u, v) := max(fF(u), fB(v), gF(u) + gB(v) + 1)       -- u open forward, v open backward
//! best := ∞
//! repeat
//!     choose u and v with the least lb(u, v)
//!     if lb(u, v) ≥ best: best is the cost of a shortest path
//!     expand u forward and v backward; whenever a state has been reached from both sides,
//!         best := min(best, gF + gB)
//! ```
//!
//! Every path that is not yet known leads through an open pair, and costs at least its `lb`; an
//! algorithm that expands neither of the two cannot know that there is no such path. So at most
//! twice as many states are expanded as any front-to-end algorithm needs (with consistent
//! estimates). Because of this guarantee NBS was chosen rather than MM or BAE\*: MM may be worse
//! than A\* by any factor, and the error terms that BAE\* adds require consistent estimates in both
//! directions, which pattern databases and maxima need not provide.
//!
//! The pair is found as in the paper, by two queues per side: `waiting` by `f`, and `ready`, by
//! `g`, for states whose `f` is at most the bound proved so far:
//!
//! ```text
//! repeat
//!     if least g of ready forward + least g of ready backward + 1 ≤ bound: that is the pair
//!     move a state with f ≤ bound from waiting to ready, on either side
//!     otherwise: bound := min(least f waiting forward, least f waiting backward,
//!                             least g of ready forward + least g of ready backward + 1)
//! ```
//!
//! Departures:
//! 1. A closed state that is reached more cheaply is reopened, so admissible estimates are enough.
//!    The bound still holds: on a path not yet known, the first state that is not closed with its
//!    least cost is open with that cost, on both sides.
//! 2. States with `f ≥ best` are not stored.
//! 3. No entry of a queue is removed when its state's cost falls; a stale entry is recognised when
//!    it is taken. Until then it can only make the bound lower.
//! 4. If there is no heuristic for the backward search (pattern databases), 0 is used.

mod side;

use super::accounting::Accounting;
use super::bibfs::path_back;
use super::ida_star::exhausted;
use super::open_closed::{Child, NO_PARENT, Node, hash, path_to};
use crate::observe::{Limit, Observer, Outcome, Report, SearchEvent, StopCause};
use crate::space::{Heuristic, Packing, Reversible};
use side::{Side, ready_key, waiting_key};

/// The least cost of a move.
const MIN_COST: u32 = 1;

/// [`search`] in the form of the registry; it uses one thread.
pub(super) fn run<S: Packing + Reversible, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    _threads: usize,
    limit: &Limit,
    observer: &mut dyn Observer<S>,
) -> Report<S::Move> {
    search(space, heuristic, start, limit, observer)
}

/// Finds a shortest path from `start` to the goal, from both ends.
pub fn search<S: Packing + Reversible, H: Heuristic<S>>(
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

struct Search<'a, S: Packing, H, O: ?Sized> {
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

impl<S: Packing, H: Heuristic<S>, O: Observer<S> + ?Sized> Search<'_, S, H, O> {
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
            let pair = match self.pair() {
                Ok(Some(pair)) => pair,
                Ok(None) => return None,
                Err(cause) => return Some(cause),
            };
            for (side, number) in pair.into_iter().enumerate() {
                if !self.expand(side, number) {
                    return Some(StopCause::Memory);
                }
            }
        }
    }

    fn best_cost(&self) -> u32 {
        self.best.map_or(u32::MAX, |(cost, _)| cost)
    }

    /// The open pair with the least bound; `None` if no pair can give a better path.
    fn pair(&mut self) -> Result<Option<[u32; 2]>, StopCause> {
        loop {
            if self.bound >= self.best_cost() {
                return Ok(None);
            }
            let min_g = [self.sides[0].min_g(), self.sides[1].min_g()];
            let sum = match min_g {
                [Some(near), Some(far)] => near.saturating_add(far).saturating_add(MIN_COST),
                _ => u32::MAX,
            };
            if sum <= self.bound {
                if let Some(pair) = self.take_pair() {
                    return Ok(Some(pair));
                }
                continue;
            }
            let min_f = [self.sides[0].min_f(), self.sides[1].min_f()];
            if let Some(side) = (0..2).find(|&side| min_f[side] <= self.bound) {
                if !self.make_ready(side) {
                    return Err(StopCause::Memory);
                }
                continue;
            }
            let next = min_f[0].min(min_f[1]).min(sum);
            // On a side without open states every state has been expanded.
            let over = (0..2).any(|side| min_g[side].is_none() && min_f[side] == u32::MAX);
            if over || next == u32::MAX {
                self.bound = self.best_cost();
                return Ok(None);
            }
            self.bound = next;
        }
    }

    /// The first ready states; `None` if their entries were stale and the bound must be computed
    /// again.
    fn take_pair(&mut self) -> Option<[u32; 2]> {
        let near = self.sides[0].take(true)?;
        let far = self.sides[1].take(true);
        let g = |side: usize, number: u32| self.sides[side].nodes.get(number).g;
        let (near_g, far_g) = (g(0, near), far.map(|far| g(1, far)));
        if let (Some(far), Some(far_g)) = (far, far_g) {
            if near_g + far_g + MIN_COST <= self.bound {
                return Some([near, far]);
            }
            self.sides[1].ready.push(ready_key(far_g), far);
        }
        self.sides[0].ready.push(ready_key(near_g), near);
        None
    }

    /// Moves the first waiting state to the ready queue; `false` if memory is exhausted.
    fn make_ready(&mut self, side: usize) -> bool {
        let side = &mut self.sides[side];
        if !side.ready.reserve(1) {
            return false;
        }
        let Some(number) = side.take(false) else { return true };
        let node = side.nodes.get(number);
        let (g, f) = (node.g, node.g.saturating_add(node.h()));
        // After stale entries there may be a state that has to wait.
        if f <= self.bound {
            side.ready.push(ready_key(g), number);
        } else {
            side.waiting.push(waiting_key(g, f - g), number);
        }
        true
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
                (node.g, node.parent) = (g, parent);
                if node.closed() {
                    node.set_closed(false);
                    self.accounting.reopen();
                }
                number
            }
        };
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
