//! Anytime repairing A*: M. Likhachev, G. Gordon, S. Thrun, *ARA\*: Anytime A\* with Provable Bounds on
//! Sub-Optimality*, NIPS 2003.
//!
//! ```text
//! best := ∞, open := {start}, w := the first weight
//! loop
//!     -- improve the path
//!     expanded := {}
//!     while the least g + w h of open is less than best
//!         n := the state of open with the least g + w h; expanded := expanded ∪ {n}
//!         for each child c of n that is new, or reached more cheaply than before,
//!             with g(c) + h(c) < best
//!             if c is a goal: best := g(c), publish the path to it
//!             else if c is in expanded: put c aside
//!             else: put c in open
//!     bound := the least g + h of open and of the states put aside, at most best
//!     publish best / bound
//!     if bound = best: the path is a shortest one
//!     w := less, at most best / bound; open := open and the states put aside, in the new order
//! ```
//!
//! The first path comes as fast as weighted A* finds it. Each following search keeps all states and
//! their costs, and expands again only those that are reached more cheaply. After the first path, a
//! stopped search always has a path and a lower bound.
//!
//! Departures from the paper:
//! 1. A state with `g + h` of at least the best cost is not stored, and is dropped when the open
//!    list is reordered: no cheaper path leads through it (with an admissible heuristic).
//! 2. The excess of the weight over 1 is halved every time, and limited to the proved ratio; if
//!    it is below 1/8 it becomes 0. The paper lowers it by a constant.
//! 3. A path is published when its goal is generated, not when it would be expanded.

use super::accounting::Accounting;
use super::open_closed::{Child, Key, NO_PARENT, Node, Nodes, Open, hash, path_to};
use super::parameters::{Parameters, Weight};
use crate::observe::{Iteration, Limit, Observer, Outcome, Report, SearchEvent, StopCause};
use crate::space::{Heuristic, Packing};

/// The first weight if none is given.
pub const WEIGHT: Weight = match Weight::whole(5) {
    Some(weight) => weight,
    None => Weight::ONE,
};

/// The denominator of weights: they are counted in 64ths.
const UNIT: u64 = 64;

/// [`search`] in the form of the registry; it uses one thread.
pub(super) fn run<S: Packing, H: Heuristic<S>>(
    parameters: &Parameters,
    space: &S,
    heuristic: &H,
    start: &S::State,
    _threads: usize,
    limit: &Limit,
    observer: &mut dyn Observer<S>,
) -> Report<S::Move> {
    let weight = parameters.get().unwrap_or(WEIGHT);
    search(space, heuristic, start, weight, limit, observer)
}

/// Finds paths from `start` to a goal, each better than the one before, until one is proven
/// shortest or a limit is reached.
///
/// Each is reported to the observer: [`Progress::best`](crate::observe::Progress::best) is its cost
/// and [`Progress::bound`](crate::observe::Progress::bound) the proved bound.
pub fn search<S: Packing, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    weight: Weight,
    limit: &Limit,
    observer: &mut (impl Observer<S> + ?Sized),
) -> Report<S::Move> {
    let accounting = Accounting::start(limit, observer.watches(), 1);
    if let Err(reason) = space.solvable(start) {
        let statistics = accounting.statistics;
        return Report::new(Outcome::Unsolvable(reason), statistics);
    }
    let estimate = heuristic.value(heuristic.start(start));
    let admissible = heuristic.properties().admissible;
    let (numerator, denominator) = weight.fraction();
    let Some(nodes) = Nodes::new(space.bytes_on_heap()) else {
        return accounting.refused(if admissible { estimate } else { 0 });
    };
    let mut search = Search {
        space,
        heuristic,
        observer,
        accounting,
        weight: UNIT * u64::from(numerator) / u64::from(denominator),
        nodes,
        open: Open::new(false),
        aside: Vec::new(),
        expanded: Vec::new(),
        best: None,
        bound: if admissible { estimate } else { 0 },
        admissible,
    };
    let end = search.run(start, estimate);
    search.report(end)
}

struct Search<'a, S: Packing, H, O: ?Sized> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    accounting: Accounting,
    /// The weight of the heuristic, in units of 1/[`UNIT`].
    weight: u64,
    nodes: Nodes<S::Packed>,
    open: Open,
    /// States reached more cheaply after they had been expanded with this weight.
    aside: Vec<u32>,
    /// One bit per state number: set if the state was expanded with this weight.
    expanded: Vec<u64>,
    /// The goal that is reached most cheaply, and its cost.
    best: Option<(u32, u32)>,
    /// Proved: every path costs at least this much.
    bound: u32,
    admissible: bool,
}

impl<S: Packing, H: Heuristic<S>, O: Observer<S> + ?Sized> Search<'_, S, H, O> {
    /// Runs to the end, or returns the limit that stopped it.
    fn run(&mut self, start: &S::State, h: u32) -> Option<StopCause> {
        let packed = self.space.pack(start);
        let hash = hash(&packed);
        let first = Child { packed, hash, parent: NO_PARENT, g: 0, h };
        if !self.room_for(1) {
            return Some(StopCause::Memory);
        }
        self.reach(first, self.space.is_goal(start));
        loop {
            let before =
                [self.accounting.statistics.expanded, self.accounting.statistics.generated];
            let stopped = self.improve();
            self.bound = self.bound.max(self.min_f());
            let all = &mut self.accounting.statistics;
            let (expanded, generated) = (all.expanded - before[0], all.generated - before[1]);
            all.iterations.push(Iteration { bound: self.bound, expanded, generated });
            self.publish();
            let Some((_, cost)) = self.best else { return stopped };
            // Without an admissible heuristic, only the last, unweighted search ends it.
            let finished = if self.admissible { self.bound >= cost } else { self.weight == UNIT };
            if stopped.is_some() || finished {
                return stopped.filter(|_| !finished);
            }
            if !self.lower_weight(cost) {
                return Some(StopCause::Memory);
            }
        }
    }

    /// Searches with the current weight until no open state can lead to a better path.
    fn improve(&mut self) -> Option<StopCause> {
        self.expanded.fill(0);
        let mut popped = Vec::new();
        loop {
            let best = self.best.map(|(_, cost)| cost);
            if let Some(cause) = self.accounting.check(self.observer, self.bound, best) {
                return Some(cause);
            }
            let min_key = self.open.min_key()?;
            if self.best.is_some_and(|(_, cost)| min_key.priority >= UNIT * u64::from(cost)) {
                return None;
            }
            popped.clear();
            self.open.pop(1, &mut popped);
            let number = popped[0];
            let node = self.nodes.get(number);
            let late = self.best.is_some_and(|(_, cost)| node.g + node.h() >= cost);
            // A stale entry: the state got a smaller key since.
            if node.closed() || self.key(node.g, node.h()) != min_key || late {
                continue;
            }
            if !self.expand(number) {
                return Some(StopCause::Memory);
            }
        }
    }

    /// Generates the children of a state; `false` if memory is exhausted, in which case the
    /// state stays open.
    fn expand(&mut self, number: u32) -> bool {
        let node = self.nodes.get(number);
        let (g, h) = (node.g, node.h());
        let mut state = self.space.unpack(&node.packed);
        let mut children = Vec::new();
        let memo = self.heuristic.resume(&state, h);
        for mv in self.space.moves(&state) {
            let effect = self.space.apply(&mut state, mv);
            let child_h = self.heuristic.value(self.heuristic.step(memo, &state, effect));
            let packed = self.space.pack(&state);
            let goal = self.space.is_goal(&state);
            self.space.undo(&mut state, effect);
            let (hash, g) = (hash(&packed), g.saturating_add(self.space.cost(mv)));
            let h = child_h.min(Node::<S::Packed>::MAX_H);
            children.push((Child { packed, hash, parent: number, g, h }, goal));
        }
        if !self.room_for(children.len()) {
            return false;
        }
        let node_values = (g, h, self.key(g, h).priority / UNIT);
        self.accounting.expand(self.observer, &state, false, node_values);
        self.nodes.get_mut(number).set_closed(true);
        let word = number as usize / 64;
        if self.expanded.len() <= word {
            self.expanded.resize(word + 1, 0);
        }
        self.expanded[word] |= 1 << (number % 64);
        self.accounting.statistics.generated += children.len() as u64;
        for (child, goal) in children {
            self.reach(child, goal);
        }
        true
    }

    /// Records a path to a state.
    fn reach(&mut self, child: Child<S::Packed>, goal: bool) {
        let Child { packed, hash, parent, g, h } = child;
        let h = if goal { 0 } else { h };
        if self.best.is_some_and(|(_, cost)| g.saturating_add(h) >= cost) {
            return;
        }
        let number = match self.nodes.find(hash, &packed) {
            Err(vacancy) => {
                self.accounting.insert();
                self.nodes.insert(vacancy, hash, Node::new(packed, parent, g, h))
            }
            Ok(number) => {
                let node = self.nodes.get_mut(number);
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
        if goal {
            // Nothing is searched beyond a goal.
            self.nodes.get_mut(number).set_closed(true);
            self.accounting.close();
            self.best = Some((number, g));
            self.observer.event(SearchEvent::Solution(g.into()));
            self.publish();
        } else if self.is_expanded(number) {
            self.aside.push(number);
        } else {
            self.open.push(self.key(g, h), number);
        }
    }

    fn is_expanded(&self, number: u32) -> bool {
        let word = self.expanded.get(number as usize / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// The key of a state: `g + w h`, ties farther from the start first.
    fn key(&self, g: u32, h: u32) -> Key {
        Key { priority: UNIT * u64::from(g) + self.weight * u64::from(h), tie: u32::MAX - g }
    }

    /// Sets the next weight and reorders the open list; `false` if memory is exhausted.
    fn lower_weight(&mut self, cost: u32) -> bool {
        let excess = (self.weight - UNIT) / 2;
        let proved = UNIT * u64::from(cost - self.bound) / u64::from(self.bound.max(1));
        let excess = if self.admissible { excess.min(proved) } else { excess };
        self.weight = UNIT + if excess < UNIT / 8 { 0 } else { excess };
        self.aside.clear();
        self.open = Open::new(false);
        let open = |node: &Node<S::Packed>| !node.closed() && node.g + node.h() < cost;
        let waiting = self.nodes.iter().filter(|node| open(node)).count();
        let bytes = self.nodes.bytes() + self.open.missing(waiting);
        if !self.accounting.fits(bytes) || !self.open.reserve(waiting) {
            return false;
        }
        for (number, node) in self.nodes.iter().enumerate() {
            if open(node) {
                let key = self.key(node.g, node.h());
                self.open.push(key, number as u32);
            }
        }
        true
    }

    /// The least `g + h` of the states that are open or aside, at most the best cost; 0 if the
    /// heuristic is not admissible. Every cheaper path contains such a state, reached at its least
    /// cost.
    fn min_f(&self) -> u32 {
        if !self.admissible {
            return 0;
        }
        let waiting = self.nodes.iter().filter(|node| !node.closed());
        let min_f = waiting.map(|node| node.g.saturating_add(node.h())).min();
        let cost = self.best.map_or(u32::MAX, |(_, cost)| cost);
        min_f.unwrap_or(u32::MAX).min(cost)
    }

    fn publish(&mut self) {
        self.accounting.tell(self.observer, self.bound, self.best.map(|(_, cost)| cost));
    }

    /// Reserves memory for `states` more states; false if it is refused.
    fn room_for(&mut self, states: usize) -> bool {
        let others = self.open.bytes()
            + self.open.missing(states)
            + (4 * self.aside.capacity() + 8 * self.expanded.capacity()) as u64;
        self.accounting.room(&mut self.nodes, states, others) && self.open.reserve(states)
    }

    fn report(self, end: Option<StopCause>) -> Report<S::Move> {
        let path = self.best.map(|(goal, _)| path_to(self.space, &self.nodes, goal));
        let lower_bound = self.bound;
        let outcome = match (end, path) {
            (Some(cause), best) => Outcome::Stopped { cause, lower_bound, best },
            (None, Some(path)) => {
                // A state of the path may have been reached more cheaply after the goal was, and
                // an inadmissible heuristic keeps this from the states behind it.
                let cost = path.iter().map(|&mv| self.space.cost(mv)).sum();
                Outcome::solved(path, cost, lower_bound)
            }
            (None, None) => Outcome::Unsolvable(super::ida_star::exhausted()),
        };
        Report::new(outcome, self.accounting.statistics)
    }
}
