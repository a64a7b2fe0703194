//! Partial-expansion A\*, PEA\*: T. Yoshizumi, T. Miura, T. Ishida, *A\* with Partial Expansion for Large Branching
//! Factor Problems*, AAAI 2000.
//!
//! ```text
//! open := {start},  F(start) := f(start)
//! loop
//!     n := the state of open with the least F, ties farther from the start first
//!     if n is a goal: return the path to it
//!     for each child c of n with f(c) ≤ F(n) that is new, or reached more cheaply than before:
//!         F(c) := f(c), put c in open
//!     if a child has f(c) > F(n): F(n) := the least such f(c), n stays open
//!     otherwise close n
//! ```
//!
//! A\* stores the children of every state that it expands, also those with an `f` greater than the cost of the
//! solution, which it never expands. Here no such state is stored. The price is that a state is expanded again for
//! each value of `f` among its children: all of them are generated and evaluated each time. The paper has a cutoff,
//! here 0, by which the `f` of a stored child may exceed `F(n)`. EPEA\* (A. Felner et al., *Partial-Expansion A\* with
//! Selective Node Generation*, AAAI 2012) generates only the children of the current `f`; it needs to know the change
//! of the estimate before a move is made, which only one puzzle and heuristic can tell, so it is not implemented.
//!
//! *Counts.* Every expansion of a state counts, the first and the later ones, and every child that is evaluated is
//! generated, stored or not. The states that are stored are `inserted`.
//!
//! Departures from the paper:
//!
//! 1. A node stores `F(n) - g(n)` instead of `h(n)`, so that it takes no more memory than in A\*. If its state is
//!    reached more cheaply, `h(n)` of the new path replaces it: all children count as not yet stored.
//! 2. No entry of the queue is removed when its state is reached more cheaply; a stale entry is recognised when it
//!    is popped: its key differs from that of its state.
//! 3. A child that the space declares redundant after the move that led to its parent is not generated, as in
//!    [`best_first`](super::best_first): the parent's parent stores it in time, at no higher cost.
//! 4. Memory is requested before it is used. If it is refused, the state that could not be expanded is still open, and
//!    the bound holds.

use super::accounting::Accounting;
use super::ida_star::exhausted;
use super::open_closed::{Child, Key, NO_PARENT, Node, Nodes, Open, hash, path_to};
use crate::observe::{Limit, Observer, Outcome, Report, StopCause};
use crate::space::{Heuristic, Packing};

/// [`search`] in the form of the registry; it uses one thread.
pub(super) fn run<S: Packing, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    _threads: usize,
    limit: &Limit,
    observer: &mut dyn Observer<S>,
) -> Report<S::Move> {
    search(space, heuristic, start, limit, observer)
}

/// Finds a shortest path from `start` to a goal; proven shortest if the heuristic is admissible.
pub fn search<S: Packing, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
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
        nodes,
        open: Open::new(false),
        bound: estimate,
        admissible,
        children: Vec::new(),
    };
    let (outcome, statistics) = (search.run(start), search.accounting.statistics);
    Report::new(outcome, statistics)
}

struct Search<'a, S: Packing, H, O: ?Sized> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    accounting: Accounting,
    nodes: Nodes<S::Packed>,
    open: Open,
    /// The greatest `F` of an expanded state.
    bound: u32,
    admissible: bool,
    /// The children of one state that are to be stored: empty between two uses.
    children: Vec<Child<S::Packed>>,
}

impl<S: Packing, H: Heuristic<S>, O: Observer<S> + ?Sized> Search<'_, S, H, O> {
    fn run(&mut self, start: &S::State) -> Outcome<S::Move> {
        if !self.room_for(1) {
            return self.stopped(StopCause::Memory);
        }
        let packed = self.space.pack(start);
        let (hash, parent, h) = (hash(&packed), NO_PARENT, self.bound);
        self.reach(Child { packed, hash, parent, g: 0, h });
        loop {
            if let Some(cause) = self.accounting.check(self.observer, self.proved(), None) {
                return self.stopped(cause);
            }
            let Some(number) = self.choose() else { return Outcome::Unsolvable(exhausted()) };
            let node = self.nodes.get(number);
            self.bound = self.bound.max(f(node));
            let mut state = self.space.unpack(&node.packed);
            if self.space.is_goal(&state) {
                let path = path_to(self.space, &self.nodes, number);
                let cost = path.iter().map(|&mv| self.space.cost(mv)).sum();
                return Outcome::solved(path, cost, self.proved());
            }
            if !self.expand(number, &mut state) {
                return self.stopped(StopCause::Memory);
            }
        }
    }

    /// Takes the first valid state of the open list.
    fn choose(&mut self) -> Option<u32> {
        let mut numbers = Vec::with_capacity(1);
        loop {
            numbers.clear();
            let key = self.open.pop(1, &mut numbers)?;
            let node = self.nodes.get(numbers[0]);
            if !node.closed() && self::key(node) == key {
                return Some(numbers[0]);
            }
        }
    }

    /// Stores the children of the current `f` and closes the state, or keeps it open for the other children; `false`
    /// if memory is exhausted.
    fn expand(&mut self, number: u32, state: &mut S::State) -> bool {
        let memo = self.heuristic.start(state);
        let (generated, next_f) = self.generate(number, state, memo);
        let mut children = std::mem::take(&mut self.children);
        if !self.room_for(children.len() + 1) {
            return false;
        }
        let node = self.nodes.get_mut(number);
        let node_values = (node.g, self.heuristic.value(memo), f(node).into());
        self.accounting.expand_partially(self.observer, state, false, node_values);
        self.accounting.statistics.generated += generated;
        if let Some(next_f) = next_f {
            *node = Node::new(node.packed.clone(), node.parent, node.g, next_f - node.g);
            self.open.push(key(node), number);
        } else {
            node.set_closed(true);
            self.accounting.close();
        }
        for child in children.drain(..) {
            self.reach(child);
        }
        self.children = children;
        true
    }

    /// Lists the children with an `f` of at most `F`; returns the number of all children, and the least `f` of the
    /// others.
    fn generate(&mut self, number: u32, state: &mut S::State, memo: H::Memo) -> (u64, Option<u32>) {
        let Self { space, heuristic, nodes, children, .. } = self;
        let node = nodes.get(number);
        let stored = f(node);
        let last = (node.parent != NO_PARENT)
            .then(|| space.move_between(&nodes.get(node.parent).packed, &node.packed))
            .flatten();
        let (mut generated, mut next_f) = (0, None);
        for mv in space.moves(state) {
            if last.is_some_and(|last| !space.may_follow(last, mv)) {
                continue;
            }
            generated += 1;
            let effect = space.apply(state, mv);
            let h = heuristic.value(heuristic.step(memo, state, effect));
            let (g, h) = (node.g.saturating_add(space.cost(mv)), h.min(Node::<S::Packed>::MAX_H));
            // A node has room for no greater `F`.
            let f = g.saturating_add(h).min(node.g.saturating_add(Node::<S::Packed>::MAX_H));
            if f <= stored {
                let packed = space.pack(state);
                let hash = hash(&packed);
                nodes.prefetch_index(hash);
                children.push(Child { packed, hash, parent: number, g, h });
            } else {
                next_f = Some(next_f.map_or(f, |next_f: u32| next_f.min(f)));
            }
            space.undo(state, effect);
        }
        (generated, next_f)
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
                if node.closed() {
                    self.accounting.reopen();
                }
                *node = Node::new(packed, parent, g, h);
                number
            }
        };
        self.open.push(key(self.nodes.get(number)), number);
    }

    /// Reserves memory for `states` more states; `false` if it is refused.
    fn room_for(&mut self, states: usize) -> bool {
        let others = self.open.bytes() + self.open.missing(states);
        self.accounting.room(&mut self.nodes, states, others) && self.open.reserve(states)
    }

    /// The proved lower bound of all paths.
    fn proved(&self) -> u32 {
        if self.admissible { self.bound } else { 0 }
    }

    fn stopped(&self, cause: StopCause) -> Outcome<S::Move> {
        Outcome::Stopped { cause, lower_bound: self.proved(), best: None }
    }
}

/// The stored value `F`.
fn f<P>(node: &Node<P>) -> u32 {
    node.g.saturating_add(node.h())
}

fn key<P>(node: &Node<P>) -> Key {
    Key { priority: f(node).into(), tie: u32::MAX - node.g }
}
