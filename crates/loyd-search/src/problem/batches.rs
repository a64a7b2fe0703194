//! Searches that estimate many states in one call.
//!
//! ```text
//! weighted A* in batches (F. Agostinelli et al., Solving the Rubik's cube with deep reinforcement
//! learning and search, Nature Machine Intelligence 1, 2019):
//!
//! open := {start}
//! loop
//!     pop up to B states with the least  g + W h;  stop before a goal
//!     if the first one is a goal: return the path to it
//!     expand them all; estimate the new states in one call; insert them in open
//! ```
//!
//! A goal that is not the first of its batch goes back to the open list: the states before it have a
//! smaller key, and so may their successors. With an admissible heuristic and W = 1 the solution is therefore
//! a cheapest one for every B. A batch of 1 expands the states of A*; a larger one expands more of them, in
//! fewer calls.

use super::{NoSolution, Problem, Solution};
use crate::observe::{Budget, Limit, Statistics, StopCause};
use rustc_hash::FxHashMap;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::collections::hash_map::Entry;
use std::mem;

/// Estimates states: a value for each, at least 0 and not NaN. `None` stops the search as a flag does.
pub type Estimates<'a, S> = dyn FnMut(&[S]) -> Option<Vec<f64>> + 'a;

/// The parent of the start.
const NONE: u32 = u32::MAX;

/// Tolerance when a floating-point estimate of a whole number is rounded up to a bound.
const EPSILON: f64 = 1e-6;

/// The states met, by number.
struct Nodes<S> {
    numbers: FxHashMap<S, u32>,
    list: Vec<Node<S>>,
    bytes_each: u64,
}

struct Node<S> {
    state: S,
    parent: u32,
    g: u32,
    /// Not a number before the state is estimated.
    h: f64,
    is_open: bool,
}

impl<S: Clone + Eq + std::hash::Hash> Nodes<S> {
    fn new() -> Self {
        // A node, and an entry of the map with its control byte at 7/8 load.
        let bytes_each =
            (mem::size_of::<Node<S>>() + mem::size_of::<(S, u32)>() * 8 / 7 + 1) as u64;
        Self { numbers: FxHashMap::default(), list: Vec::new(), bytes_each }
    }

    /// Inserts a state that was not met before; returns its number.
    fn insert(&mut self, state: S, parent: u32, g: u32) -> Option<u32> {
        let number = self.list.len() as u32;
        match self.numbers.entry(state) {
            Entry::Occupied(_) => None,
            Entry::Vacant(vacant) => {
                let state = vacant.key().clone();
                vacant.insert(number);
                self.list.push(Node { state, parent, g, h: f64::NAN, is_open: true });
                Some(number)
            }
        }
    }

    fn bytes(&self) -> u64 {
        self.list.len() as u64 * self.bytes_each
    }

    /// The states from the start to a node.
    fn path(&self, mut number: u32) -> Vec<S> {
        let mut path = Vec::new();
        while number != NONE {
            let node = &self.list[number as usize];
            path.push(node.state.clone());
            number = node.parent;
        }
        path.reverse();
        path
    }

    /// Removes the nodes from a number on but those of a list; returns the numbers of these.
    fn retain(&mut self, first: usize, numbers: &[u32]) -> Vec<u32> {
        let mut tail: Vec<Option<Node<S>>> = self.list.drain(first..).map(Some).collect();
        for &number in numbers {
            let node = tail[number as usize - first].take();
            self.list.extend(node);
        }
        for node in tail.into_iter().flatten() {
            self.numbers.remove(&node.state);
        }
        for (number, node) in self.list.iter().enumerate().skip(first) {
            self.numbers.insert(node.state.clone(), number as u32);
        }
        (first as u32..self.list.len() as u32).collect()
    }

    /// Stores the estimates of nodes; `false` after a refusal.
    fn estimate(&mut self, numbers: &[u32], estimates: &mut Estimates<'_, S>) -> bool {
        if numbers.is_empty() {
            return true;
        }
        let state = |&number: &u32| self.list[number as usize].state.clone();
        let states: Vec<S> = numbers.iter().map(state).collect();
        let Some(values) = estimates(&states) else { return false };
        for (&number, h) in numbers.iter().zip(values) {
            self.list[number as usize].h = h;
        }
        true
    }
}

/// An entry of the open list: the least key first, of equal ones the deepest, then the latest.
#[derive(Clone, Copy, PartialEq)]
struct Key {
    priority: f64,
    g: u32,
    number: u32,
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let priority = self.priority.total_cmp(&other.priority);
        priority.then((other.g, other.number).cmp(&(self.g, self.number)))
    }
}

/// A path by weighted A* that expands up to `batch` states at once: a cheapest one if `weight` is 1 and no
/// estimate exceeds the cost to a goal; at most `weight` times as expensive if `weight` is more. Memory grows
/// with the number of states.
///
/// # Errors
/// [`NoSolution`] if no goal is reachable or a limit ends the search.
///
/// # Panics
/// If `weight` is negative or not a number, or `batch` is 0.
pub fn astar_in_batches<P: Problem>(
    problem: &P,
    start: &P::State,
    (weight, batch): (f64, usize),
    limit: &Limit,
    estimates: &mut Estimates<'_, P::State>,
) -> Result<Solution<P::State>, NoSolution> {
    assert!(weight >= 0.0 && batch > 0, "a weight of at least 0 and a batch of at least 1");
    let budget = Budget::start(limit);
    let mut statistics = Statistics { inserted: 1, ..Statistics::default() };
    let (mut nodes, mut open) = (Nodes::new(), BinaryHeap::new());
    let stopped = |nodes: &Nodes<P::State>, cause| {
        let open = nodes.list.iter().filter(|node| node.is_open);
        let min = open.map(|node| f64::from(node.g) + node.h).fold(f64::INFINITY, f64::min);
        let lower_bound = if min.is_finite() { (min - EPSILON).ceil().max(0.0) as u32 } else { 0 };
        NoSolution::Stopped { cause, lower_bound }
    };
    let mut pending: Vec<u32> = nodes.insert(start.clone(), NONE, 0).into_iter().collect();
    let mut popped: Vec<u32> = Vec::new();
    loop {
        if !nodes.estimate(&pending, estimates) {
            return Err(stopped(&nodes, StopCause::Cancelled));
        }
        for number in pending.drain(..) {
            let node = &nodes.list[number as usize];
            open.push(Reverse(Key {
                priority: f64::from(node.g) + weight * node.h,
                g: node.g,
                number,
            }));
        }
        statistics.peak_open = statistics.peak_open.max(open.len() as u64);
        let cause = budget.exceeded(statistics.expanded);
        let full = || budget.out_of_memory(nodes.bytes()).then_some(StopCause::Memory);
        if let Some(cause) = cause.or_else(full) {
            return Err(stopped(&nodes, cause));
        }
        popped.clear();
        let batch = budget.nodes_left(statistics.expanded).min(batch as u64) as usize;
        while popped.len() < batch
            && let Some(Reverse(key)) = open.pop()
        {
            let node = &mut nodes.list[key.number as usize];
            if !node.is_open || node.g != key.g {
                continue;
            }
            if problem.is_goal(&node.state) {
                if popped.is_empty() {
                    let cost = node.g;
                    statistics.peak_closed = nodes.list.len() as u64;
                    statistics.bytes = nodes.bytes();
                    return Ok(Solution { states: nodes.path(key.number), cost, statistics });
                }
                open.push(Reverse(key));
                break;
            }
            node.is_open = false;
            popped.push(key.number);
        }
        if popped.is_empty() {
            return Err(NoSolution::Unsolvable);
        }
        for &parent in &popped {
            let Node { state, g, .. } = &nodes.list[parent as usize];
            let (state, g) = (state.clone(), *g);
            statistics.expanded += 1;
            for successor in problem.successors(&state) {
                statistics.generated += 1;
                let g = g + problem.cost(&state, &successor).max(1);
                let Some(&number) = nodes.numbers.get(&successor) else {
                    statistics.inserted += 1;
                    pending.extend(nodes.insert(successor, parent, g));
                    continue;
                };
                let node = &mut nodes.list[number as usize];
                if g >= node.g {
                    continue;
                }
                statistics.reopened += u64::from(!node.is_open);
                (node.g, node.parent, node.is_open) = (g, parent, true);
                // A state of this batch is inserted when it is estimated.
                if !node.h.is_nan() {
                    let priority = f64::from(g) + weight * node.h;
                    open.push(Reverse(Key { priority, g, number }));
                }
            }
        }
    }
}

/// A path by beam search: each level keeps the `width` states with the least estimates among the successors
/// of the level before. The path need not be a shortest one; a wider beam finds shorter paths. Every move
/// counts as 1. Time is proportional to `width` times the length of the path, memory to the
/// states that the levels keep.
///
/// # Errors
/// [`NoSolution`] if no goal is reachable, the beam dropped every path to a goal, or a limit ends the search.
///
/// # Panics
/// If `width` is 0.
pub fn beam<P: Problem>(
    problem: &P,
    start: &P::State,
    width: usize,
    limit: &Limit,
    estimates: &mut Estimates<'_, P::State>,
) -> Result<Solution<P::State>, NoSolution> {
    assert!(width > 0, "a width of at least 1");
    let budget = Budget::start(limit);
    let mut statistics = Statistics { inserted: 1, ..Statistics::default() };
    let mut nodes = Nodes::new();
    let mut level: Vec<u32> = nodes.insert(start.clone(), NONE, 0).into_iter().collect();
    let mut goal = problem.is_goal(start).then_some(0);
    let mut has_dropped = false;
    loop {
        if let Some(number) = goal {
            let states = nodes.path(number);
            statistics.bytes = nodes.bytes();
            return Ok(Solution { cost: states.len() as u32 - 1, states, statistics });
        }
        if level.is_empty() {
            return Err(if has_dropped {
                NoSolution::Dropped { width }
            } else {
                NoSolution::Unsolvable
            });
        }
        let (first, mut next) = (nodes.list.len(), Vec::new());
        for &parent in &level {
            let full = || budget.out_of_memory(nodes.bytes()).then_some(StopCause::Memory);
            if let Some(cause) = budget.exceeded(statistics.expanded).or_else(full) {
                return Err(NoSolution::Stopped { cause, lower_bound: 0 });
            }
            let Node { state, g, .. } = &nodes.list[parent as usize];
            let (state, g) = (state.clone(), *g + 1);
            statistics.expanded += 1;
            for successor in problem.successors(&state) {
                statistics.generated += 1;
                if let Some(number) = nodes.insert(successor, parent, g) {
                    if problem.is_goal(&nodes.list[number as usize].state) {
                        goal = goal.or(Some(number));
                    }
                    next.push(number);
                }
            }
        }
        if goal.is_some() {
            continue;
        }
        if !nodes.estimate(&next, estimates) {
            return Err(NoSolution::Stopped { cause: StopCause::Cancelled, lower_bound: 0 });
        }
        statistics.inserted += next.len() as u64;
        statistics.peak_open = statistics.peak_open.max(next.len() as u64);
        if next.len() > width {
            has_dropped = true;
            let h = |number: u32| nodes.list[number as usize].h;
            next.sort_by(|&one, &other| h(one).total_cmp(&h(other)).then(one.cmp(&other)));
            // A dropped state may be met again, on a level where it is among the best.
            next = nodes.retain(first, &next[..width]);
        }
        level = next;
    }
}

#[cfg(test)]
mod tests;
