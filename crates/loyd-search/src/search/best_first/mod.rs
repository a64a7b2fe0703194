//! Best-first search with an open and a closed list: the common implementation of A* and its
//! relatives. Each of them is a [`Configuration`] with its own file beside this folder.
//!
//! ```text
//! open := {start}
//! loop
//!     n := the state of open with the least priority  a g(n) + b h(n), ties as configured
//!     if n is a goal: return the path to it
//!     close n
//!     for each child c of n, reached at g' = g(n) + cost
//!         if c is new:        g(c) := g', parent(c) := n, insert c in open
//!         else if g' < g(c):  g(c) := g', parent(c) := n,
//!                             lower its key if it is open, open it again if it is closed
//! ```
//!
//! (J. Pearl, *Heuristics*, 1984; the lists as in E. Burns et al., *Implementing Fast Heuristic
//! Search Code*, `SoCS` 2012.)
//!
//! | file | contents |
//! |---|---|
//! | `configuration` | the parameters |
//! | `report` | the path, and the bound proved at the end |
//! | `open_closed`, beside this folder | the states met and the open list |
//!
//! Departures from the pseudocode, and their reasons:
//!
//! 1. Up to [`Configuration::batch`] states of the *same* key are popped and expanded together:
//!    first all nodes are prefetched, then all index lines of their children, then the nodes found
//!    there, so that cache misses overlap. States of one key are ordered only by ties, so an
//!    optimal search stays optimal and expands the same states below the length of the solution; in
//!    the last layer it may expand a few more. The batch grows with the number of expansions, by
//!    one every [`PACE`]: small searches have exactly the counts of the pseudocode, and with a
//!    batch of 1 every search has.
//! 2. No key is lowered in place: the state is pushed again, and a stale entry is recognised when
//!    it is popped: its key differs from that of its state.
//! 3. A child that the space declares redundant after the move that led to its parent
//!    ([`may_follow`](crate::space::StateSpace::may_follow), for sliding tiles the move back) is
//!    not generated: it was reached at no higher cost when the parent's parent was expanded.
//! 4. Memory is requested before it is used. If it is refused, the states that could not be
//!    expanded are still open, and the least `g + h` among the open ones is a proved bound.

mod configuration;
mod report;
#[cfg(test)]
mod tests;

use super::accounting::Accounting;
use super::open_closed::{Child, Key, NO_PARENT, Node, Nodes, Open, hash};
use super::parameters::Ties;
use crate::observe::{Limit, Observer, Outcome, Report, StopCause};
use crate::space::{Heuristic, Packing};
pub use configuration::{Configuration, Lowering};

/// Expansions after which the batch grows by one.
pub const PACE: u64 = 4096;

/// Searches for a path from `start` to a goal.
///
/// Time and memory are proportional to the number of states met: at most all states that are nearer
/// than the goal.
pub fn search<S: Packing, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    configuration: &Configuration,
    limit: &Limit,
    observer: &mut (impl Observer<S> + ?Sized),
) -> Report<S::Move> {
    let accounting = Accounting::start(limit, observer.watches(), 1);
    if let Err(reason) = space.solvable(start) {
        let statistics = accounting.statistics;
        return Report::new(Outcome::Unsolvable(reason), statistics);
    }
    let memo = heuristic.start(start);
    let (estimate, memo) = (heuristic.value(memo), heuristic.pack_memo(memo));
    let admissible = heuristic.properties().admissible;
    let proved = if admissible { estimate } else { 0 };
    let Some(nodes) = Nodes::new(space.bytes_on_heap()) else { return accounting.refused(proved) };
    let Configuration { g_weight, h_weight, moves, lowering, .. } = *configuration;
    let mut search = Search {
        space,
        heuristic,
        observer,
        configuration: *configuration,
        accounting,
        nodes: if memo.is_some() { nodes.with_memos() } else { nodes },
        open: Open::new(configuration.ties == Ties::Fifo),
        estimate,
        memo,
        proved,
        ordered: admissible
            && (g_weight, h_weight) == (1, 1)
            && !moves
            && lowering == Lowering::Always,
        unit: true,
        batch: Batch {
            popped: Vec::new(),
            parents: Vec::new(),
            children: Vec::new(),
            memos: Vec::new(),
        },
    };
    let end = search.run(start);
    search.report(&end)
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
    configuration: Configuration,
    accounting: Accounting,
    nodes: Nodes<S::Packed>,
    open: Open,
    /// The estimate of the start.
    estimate: u32,
    /// Its packed memo, if the heuristic has them.
    memo: Option<u64>,
    /// The lower bound that the estimate proves.
    proved: u32,
    /// True if the least key of the open list is a lower bound too.
    ordered: bool,
    /// True if every move so far cost 1.
    unit: bool,
    batch: Batch<S>,
}

/// States that are expanded together.
struct Batch<S: Packing> {
    /// State numbers as popped from the open list.
    popped: Vec<u32>,
    /// The states among them that are to be expanded.
    parents: Vec<(u32, S::State)>,
    children: Vec<Child<S::Packed>>,
    /// The packed memo of each child, if the heuristic has them.
    memos: Vec<u64>,
}

impl<S: Packing, H: Heuristic<S>, O: Observer<S> + ?Sized> Search<'_, S, H, O> {
    fn run(&mut self, start: &S::State) -> End {
        if !self.room_for(1) {
            return End::Stopped(StopCause::Memory);
        }
        let packed = self.space.pack(start);
        let (hash, parent, h) = (hash(&packed), NO_PARENT, self.estimate);
        let child = Child { packed, hash, parent, g: 0, h: h.min(Node::<S::Packed>::MAX_H) };
        self.insert(child, self.memo);
        loop {
            let bound = self.quick_bound();
            if let Some(cause) = self.accounting.check(self.observer, bound, None) {
                return End::Stopped(cause);
            }
            if !self.select() {
                return End::Exhausted;
            }
            let goal = self.batch.parents.iter().find(|(_, state)| self.space.is_goal(state));
            if let Some(&(goal, _)) = goal {
                return End::Goal(goal);
            }
            self.generate();
            if !self.room_for(self.batch.children.len()) {
                return End::Stopped(StopCause::Memory);
            }
            self.close();
            let mut children = std::mem::take(&mut self.batch.children);
            for child in &children {
                self.nodes.prefetch_candidate(child.hash);
            }
            let mut memos = std::mem::take(&mut self.batch.memos);
            for (number, child) in children.drain(..).enumerate() {
                self.insert(child, memos.get(number).copied());
            }
            memos.clear();
            (self.batch.children, self.batch.memos) = (children, memos);
        }
    }

    /// A lower bound of the cost of every path to a goal that takes no search of the lists: the
    /// estimate of the start, or the least `g + h` of the open list if that determines the order.
    fn quick_bound(&self) -> u32 {
        let min_key = if self.ordered { self.open.min_key() } else { None };
        min_key.map_or(self.proved, |key| self.proved.max(key.priority as u32))
    }

    /// The key of a node in the open list.
    #[inline]
    fn key(&self, g: u32, h: u32) -> Key {
        let Configuration { g_weight, h_weight, ties, .. } = self.configuration;
        let priority = u64::from(g_weight) * u64::from(g) + u64::from(h_weight) * u64::from(h);
        let tie = match ties {
            Ties::HighG => u32::MAX - g,
            Ties::LowG => g,
            Ties::Lifo | Ties::Fifo => 0,
        };
        Key { priority, tie }
    }

    /// Pops states to be expanded from the open list, at least one; `false` if the list is empty.
    fn select(&mut self) -> bool {
        let expanded = self.accounting.statistics.expanded;
        let max_states = (self.configuration.batch as u64).min(1 + expanded / PACE);
        let max_states = max_states.min(self.accounting.expansions_left()) as usize;
        self.batch.parents.clear();
        while self.batch.parents.is_empty() {
            self.batch.popped.clear();
            let Some(key) = self.open.pop(max_states, &mut self.batch.popped) else { return false };
            for &number in &self.batch.popped {
                self.nodes.prefetch(number);
            }
            for &number in &self.batch.popped {
                let node = self.nodes.get(number);
                // Otherwise the entry is stale: the state was expanded already or got a smaller
                // key.
                if !node.closed() && self.key(node.g, node.h()) == key {
                    self.nodes.prefetch(node.parent);
                    self.nodes.prefetch_memo(number);
                    let state = self.space.unpack(&node.packed);
                    self.batch.parents.push((number, state));
                }
            }
        }
        true
    }

    /// Generates the children of the batch.
    fn generate(&mut self) {
        let Self { space, heuristic, nodes, batch, .. } = self;
        for (number, state) in &mut batch.parents {
            let node = nodes.get(*number);
            let last = (node.parent != NO_PARENT)
                .then(|| space.move_between(&nodes.get(node.parent).packed, &node.packed))
                .flatten();
            let memo = match nodes.memo(*number) {
                Some(packed) => heuristic.unpack_memo(state, node.h(), packed),
                None => heuristic.resume(state, node.h()),
            };
            for mv in space.moves(state) {
                if last.is_some_and(|last| !space.may_follow(last, mv)) {
                    continue;
                }
                let cost = space.cost(mv);
                self.unit &= cost == 1;
                let cost = if self.configuration.moves { 1 } else { cost };
                let effect = space.apply(state, mv);
                let memo = heuristic.step(memo, state, effect);
                let h = heuristic.value(memo);
                batch.memos.extend(heuristic.pack_memo(memo));
                let packed = space.pack(state);
                space.undo(state, effect);
                let hash = hash(&packed);
                nodes.prefetch_index(hash);
                let (g, h) = (node.g.saturating_add(cost), h.min(Node::<S::Packed>::MAX_H));
                batch.children.push(Child { packed, hash, parent: *number, g, h });
            }
        }
    }

    /// Reserves memory for `states` more states; false if it is refused.
    fn room_for(&mut self, states: usize) -> bool {
        let others = self.open.bytes() + self.open.missing(states);
        self.accounting.room(&mut self.nodes, states, others) && self.open.reserve(states)
    }

    /// Moves the batch to the closed list.
    fn close(&mut self) {
        for (number, state) in &self.batch.parents {
            let node = self.nodes.get(*number);
            let (g, h) = (node.g, node.h());
            let node_values = (g, h, self.key(g, h).priority);
            self.accounting.expand(self.observer, state, false, node_values);
            self.nodes.get_mut(*number).set_closed(true);
        }
        self.accounting.statistics.generated += self.batch.children.len() as u64;
    }

    /// Looks up a generated state, and puts it on the open list if it is new or reached more
    /// cheaply.
    #[inline]
    fn insert(&mut self, child: Child<S::Packed>, memo: Option<u64>) {
        let Child { packed, hash, parent, g, h } = child;
        let number = match self.nodes.find(hash, &packed) {
            Ok(number) => return self.lower(number, parent, g),
            Err(vacancy) => self.nodes.insert(vacancy, hash, Node::new(packed, parent, g, h)),
        };
        if let Some(memo) = memo {
            self.nodes.push_memo(memo);
        }
        self.open.push(self.key(g, h), number);
        self.accounting.insert();
    }

    /// Records another path to a known state.
    #[inline]
    fn lower(&mut self, number: u32, parent: u32, g: u32) {
        let (node, lowering) = (self.nodes.get(number), self.configuration.lowering);
        let closed = node.closed();
        if g >= node.g || lowering == Lowering::Never || closed && lowering == Lowering::Open {
            return;
        }
        let (before, now) = (self.key(node.g, node.h()), self.key(g, node.h()));
        let node = self.nodes.get_mut(number);
        (node.g, node.parent) = (g, parent);
        if closed {
            node.set_closed(false);
            self.accounting.reopen();
        }
        // If `g` has no part in the key, the existing entry is still valid.
        if closed || before != now {
            self.open.push(now, number);
        }
    }
}
