//! Focal search, A\*ε: J. Pearl, J. H. Kim, *Studies in Semi-Admissible Heuristics*, IEEE Transactions on
//! Pattern Analysis and Machine Intelligence 4 (1982).
//!
//! ```text
//! open := {start}
//! loop
//!     f_min := the least f = g + h of open
//!     focal := the states of open with f ≤ W f_min
//!     n := the state of focal with the least h, ties farther from the start first
//!     if n is a goal: return the path to it
//!     close n
//!     for each child c of n that is new, or reached more cheaply than before: put c in open
//! ```
//!
//! With an admissible heuristic the path costs at most `W` times the least: a state of a cheapest path
//! is always open and reached at its least cost, so `f_min` is a lower bound, and the cost of the goal
//! is its `f`. This requires reopening closed states. The second order may be any: weighted A\* has
//! this guarantee from the order itself, here the focal list gives it. The weakness is known (J. T.
//! Thayer, W. Ruml, *Bounded Suboptimal Search*, IJCAI 2011): children have a greater `f` than their
//! parents, so for a small `W` the focal list runs dry and the states of `f_min` are expanded first, as
//! by A\*.
//!
//! Departures from the paper:
//!
//! 1. `f_min` never falls: the greatest so far is used, which is a lower bound too. The two differ only
//!    if the heuristic is inconsistent. So no state has to leave the focal list.
//! 2. An open state is in one of two queues: focal, or waiting by `f` until `f_min` is large enough.
//!    The number of open states of each `f` gives `f_min`.
//! 3. No entry of a queue is removed when its state is reached more cheaply; a stale entry is
//!    recognised when it is popped: its key differs from that of its state.
//! 4. A child that the space declares redundant after the move that led to its parent is not generated,
//!    as in [`best_first`](super::best_first).
//! 5. Memory is requested before it is used. If it is refused, the state that could not be expanded is
//!    still open, and the bound holds.

use super::accounting::Accounting;
use super::ida_star::exhausted;
use super::open_closed::{Child, Key, NO_PARENT, Node, Nodes, Open, hash, path_to};
use super::parameters::{Parameters, Weight};
use crate::observe::{Limit, Observer, Outcome, Report, StopCause};
use crate::space::{Heuristic, Packing};
use std::collections::BTreeMap;

/// The weight if none is given: the one of weighted A\*, which promises the same.
pub const WEIGHT: Weight = super::weighted::WEIGHT;

/// Number of entries that move from one queue to the other together.
const TOGETHER: usize = 64;

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

/// Finds a path from `start` to a goal that costs at most `weight` times the least.
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
    let estimate = heuristic.value(heuristic.start(start)).min(Node::<S::Packed>::MAX_H);
    let admissible = heuristic.properties().admissible;
    let Some(nodes) = Nodes::new(space.bytes_on_heap()) else {
        return accounting.refused(if admissible { estimate } else { 0 });
    };
    let mut search = Search {
        space,
        heuristic,
        observer,
        accounting,
        weight,
        nodes,
        focal: Open::new(false),
        waiting: Open::new(false),
        open_states: BTreeMap::new(),
        min_f: estimate,
        max_f: product(weight, estimate),
        admissible,
        children: Vec::new(),
        entries: Vec::new(),
    };
    let end = search.run(start);
    search.report(&end)
}

/// `W f`, rounded down: a whole number is at most `W f` if and only if it is at most this.
fn product(weight: Weight, f: u32) -> u32 {
    let (numerator, denominator) = weight.fraction();
    let product = u64::from(numerator) * u64::from(f) / u64::from(denominator);
    product.try_into().unwrap_or(u32::MAX)
}

enum End {
    /// The goal with this number was chosen for expansion.
    Goal(u32),
    /// The open list is empty.
    Exhausted,
    /// A limit was reached.
    Stopped(StopCause),
}

struct Search<'a, S: Packing, H, O: ?Sized> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    accounting: Accounting,
    weight: Weight,
    nodes: Nodes<S::Packed>,
    /// The open states with an `f` of at most `max_f`, by `h`.
    focal: Open,
    /// The other open states, by `f`.
    waiting: Open,
    /// The number of open states by `f`, without zeros.
    open_states: BTreeMap<u32, u32>,
    /// The greatest `f_min` so far.
    min_f: u32,
    /// The greatest `f` in the focal list.
    max_f: u32,
    admissible: bool,
    /// The children of one state, and entries of one queue: empty between two uses.
    children: Vec<Child<S::Packed>>,
    entries: Vec<u32>,
}

impl<S: Packing, H: Heuristic<S>, O: Observer<S> + ?Sized> Search<'_, S, H, O> {
    fn run(&mut self, start: &S::State) -> End {
        if !self.room_for(1, 1) {
            return End::Stopped(StopCause::Memory);
        }
        let packed = self.space.pack(start);
        let (hash, parent, h) = (hash(&packed), NO_PARENT, self.min_f);
        self.reach(Child { packed, hash, parent, g: 0, h });
        loop {
            if !self.raise_bound() {
                return End::Stopped(StopCause::Memory);
            }
            if let Some(cause) = self.accounting.check(self.observer, self.proved(), None) {
                return End::Stopped(cause);
            }
            let Some(number) = self.choose() else { return End::Exhausted };
            let mut state = self.space.unpack(&self.nodes.get(number).packed);
            if self.space.is_goal(&state) {
                return End::Goal(number);
            }
            self.generate(number, &mut state);
            if !self.room_for(self.children.len(), self.children.len()) {
                return End::Stopped(StopCause::Memory);
            }
            self.close(number, &state);
            let mut children = std::mem::take(&mut self.children);
            for child in children.drain(..) {
                self.reach(child);
            }
            self.children = children;
        }
    }

    /// Raises `f_min`, and moves the states that are within the weight of it to the focal list; `false`
    /// if memory is exhausted.
    fn raise_bound(&mut self) -> bool {
        let Some((&min_f, _)) = self.open_states.first_key_value() else { return true };
        if min_f <= self.min_f {
            return true;
        }
        (self.min_f, self.max_f) = (min_f, product(self.weight, min_f));
        let last = waiting_key(self.max_f);
        while self.waiting.min_key().is_some_and(|key| key <= last) {
            if !self.room_for(0, TOGETHER) {
                return false;
            }
            self.entries.clear();
            let key = self.waiting.pop(TOGETHER, &mut self.entries);
            for &number in &self.entries {
                let node = self.nodes.get(number);
                if !node.closed() && key == Some(waiting_key(f(node))) {
                    self.focal.push(focal_key(node), number);
                }
            }
        }
        true
    }

    /// Takes the first state of the focal list, which is empty only if no state is open.
    fn choose(&mut self) -> Option<u32> {
        loop {
            self.entries.clear();
            let key = self.focal.pop(1, &mut self.entries)?;
            let number = self.entries[0];
            let node = self.nodes.get(number);
            if !node.closed() && focal_key(node) == key {
                return Some(number);
            }
        }
    }

    /// Generates the children of a state.
    fn generate(&mut self, number: u32, state: &mut S::State) {
        let Self { space, heuristic, nodes, children, .. } = self;
        children.clear();
        let node = nodes.get(number);
        let last = (node.parent != NO_PARENT)
            .then(|| space.move_between(&nodes.get(node.parent).packed, &node.packed))
            .flatten();
        let memo = heuristic.resume(state, node.h());
        for mv in space.moves(state) {
            if last.is_some_and(|last| !space.may_follow(last, mv)) {
                continue;
            }
            let effect = space.apply(state, mv);
            let h = heuristic.value(heuristic.step(memo, state, effect));
            let packed = space.pack(state);
            space.undo(state, effect);
            let hash = hash(&packed);
            nodes.prefetch_index(hash);
            let g = node.g.saturating_add(space.cost(mv));
            let h = h.min(Node::<S::Packed>::MAX_H);
            children.push(Child { packed, hash, parent: number, g, h });
        }
    }

    /// Moves a state to the closed list.
    fn close(&mut self, number: u32, state: &S::State) {
        let node = self.nodes.get_mut(number);
        node.set_closed(true);
        let (g, h, f) = (node.g, node.h(), f(node));
        self.accounting.expand(self.observer, state, false, (g, h, f.into()));
        self.accounting.statistics.generated += self.children.len() as u64;
        self.remove(f);
    }

    /// Looks up a generated state, and puts it on the open list if it is new or reached more cheaply.
    fn reach(&mut self, child: Child<S::Packed>) {
        let Child { packed, hash, parent, g, h } = child;
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
                let f_before = f(node);
                (node.g, node.parent) = (g, parent);
                if node.closed() {
                    node.set_closed(false);
                    self.accounting.reopen();
                } else {
                    self.remove(f_before);
                }
                number
            }
        };
        let node = self.nodes.get(number);
        let f = f(node);
        *self.open_states.entry(f).or_default() += 1;
        if f <= self.max_f {
            self.focal.push(focal_key(node), number);
        } else {
            self.waiting.push(waiting_key(f), number);
        }
    }

    /// Counts an open state less.
    fn remove(&mut self, f: u32) {
        if let Some(states) = self.open_states.get_mut(&f) {
            *states -= 1;
            if *states == 0 {
                self.open_states.remove(&f);
            }
        }
    }

    /// Reserves memory for `states` more states and `entries` more entries in either queue; `false` if
    /// it is refused.
    fn room_for(&mut self, states: usize, entries: usize) -> bool {
        let Self { focal, waiting, .. } = self;
        let queues = focal.bytes() + waiting.bytes();
        let others = queues + focal.missing(entries) + waiting.missing(entries);
        self.accounting.room(&mut self.nodes, states, others)
            && focal.reserve(entries)
            && waiting.reserve(entries)
    }

    /// The proved lower bound of all paths.
    fn proved(&self) -> u32 {
        if self.admissible { self.min_f } else { 0 }
    }

    fn report(self, end: &End) -> Report<S::Move> {
        let lower_bound = self.proved();
        let outcome = match *end {
            End::Goal(number) => {
                let path = path_to(self.space, &self.nodes, number);
                let cost = path.iter().map(|&mv| self.space.cost(mv)).sum();
                Outcome::solved(path, cost, lower_bound)
            }
            End::Exhausted => Outcome::Unsolvable(exhausted()),
            End::Stopped(cause) => Outcome::Stopped { cause, lower_bound, best: None },
        };
        Report::new(outcome, self.accounting.statistics)
    }
}

/// The least cost of a path through a state, by the estimate.
fn f<P>(node: &Node<P>) -> u32 {
    node.g.saturating_add(node.h())
}

fn focal_key<P>(node: &Node<P>) -> Key {
    Key { priority: node.h().into(), tie: u32::MAX - node.g }
}

fn waiting_key(f: u32) -> Key {
    Key { priority: f.into(), tie: 0 }
}
