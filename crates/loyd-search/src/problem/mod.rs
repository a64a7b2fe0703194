//! A problem in a few lines: states, successors and a goal; no packing, no undo, no ranks.
//!
//! ```
//! use loyd_search::observe::Limit;
//! use loyd_search::problem::{Problem, astar, levels};
//!
//! /// A stack of pancakes; a move turns over those above a place.
//! struct Pancakes;
//!
//! impl Problem for Pancakes {
//!     type State = Vec<u8>;
//!     fn successors(&self, stack: &Vec<u8>) -> Vec<Vec<u8>> {
//!         let flipped = |k| [stack[..k].iter().rev().copied().collect(), stack[k..].to_vec()].concat();
//!         (2..=stack.len()).map(flipped).collect()
//!     }
//!     fn is_goal(&self, stack: &Vec<u8>) -> bool {
//!         stack.is_sorted()
//!     }
//!     fn heuristic(&self, stack: &Vec<u8>) -> u32 {
//!         stack.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) > 1).count() as u32
//!     }
//! }
//!
//! let solution = astar(&Pancakes, &vec![3, 1, 4, 0, 2], &Limit::none())?;
//! assert_eq!((solution.cost, solution.states.len()), (5, 6));
//! let levels = levels(&Pancakes, &vec![0, 1, 2, 3, 4], &Limit::none());
//! assert_eq!(levels.counts, [1, 4, 12, 35, 48, 20]);
//! # Ok::<(), loyd_search::problem::NoSolution>(())
//! ```
//!
//! The searches are those of [`crate::search`], on an adapter that stores whole states and takes a move
//! back with a copy. A space that implements [`StateSpace`](crate::space::StateSpace) itself is searched faster, since its moves change
//! one state in place and its packed states are small: A* on 300 boards of the 8-puzzle takes 2.4 times as long
//! here as with the space of the library (`cargo run --release -p loyd --example eight`, AMD EPYC, November 2026).
//!
//! [`astar_in_batches`] and [`beam`] estimate many states in one call, for heuristics that are a model or a
//! function of another language.

mod adapter;
mod batches;

pub use batches::{Estimates, astar_in_batches, beam};

use crate::observe::{Budget, Limit, Statistics, StopCause};
use crate::search::Parameters;
use crate::search::{best_first, ida_star, iddfs};
use adapter::{Adapter, Estimate, Node};
use rustc_hash::FxHashSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::mem;

/// States, successors, a goal.
pub trait Problem {
    /// A state.
    type State: Clone + Eq + Hash + Debug + Send;

    /// The states one move away, always in the same order for the same state.
    fn successors(&self, state: &Self::State) -> Vec<Self::State>;

    /// Returns true if a state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// An estimate of the cost of the cheapest path to a goal. Solutions are optimal if it never
    /// exceeds that cost.
    fn heuristic(&self, _state: &Self::State) -> u32 {
        0
    }

    /// The cost of the move from a state to its successor, at least 1.
    fn cost(&self, _from: &Self::State, _to: &Self::State) -> u32 {
        1
    }
}

/// A problem of two closures: successors, and a test for goals.
pub fn problem<S: Clone + Eq + Hash + Debug + Send>(
    successors: impl Fn(&S) -> Vec<S>,
    is_goal: impl Fn(&S) -> bool,
) -> impl Problem<State = S> {
    Closures { successors, is_goal, state: std::marker::PhantomData }
}

struct Closures<F, G, S> {
    successors: F,
    is_goal: G,
    state: std::marker::PhantomData<fn() -> S>,
}

impl<S, F, G> Problem for Closures<F, G, S>
where
    S: Clone + Eq + Hash + Debug + Send,
    F: Fn(&S) -> Vec<S>,
    G: Fn(&S) -> bool,
{
    type State = S;

    fn successors(&self, state: &S) -> Vec<S> {
        (self.successors)(state)
    }

    fn is_goal(&self, state: &S) -> bool {
        (self.is_goal)(state)
    }
}

/// A path from the start to a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Solution<S> {
    /// The states from the start to the goal, both included.
    pub states: Vec<S>,
    /// The total cost of the moves.
    pub cost: u32,
    /// The cost of the search.
    pub statistics: Statistics,
}

/// The reason why a search returns no path.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSolution {
    /// The search reached every state, and no goal.
    #[error("no goal can be reached")]
    Unsolvable,
    /// A limit ended the search.
    #[error("the search was stopped by {}, and every solution costs at least {lower_bound}", .cause.describe())]
    Stopped {
        /// The limit.
        cause: StopCause,
        /// The cost of a solution is at least this much, if the heuristic never exceeds it.
        lower_bound: u32,
    },
    /// A beam dropped states, and no path to a goal remains in it.
    #[error("no goal was found among the {width} best states of each level: widen the beam")]
    Dropped {
        /// The width of the beam.
        width: usize,
    },
}

/// The state counts of a breadth-first search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Levels {
    /// The number of states that are 0, 1, 2, … moves from the start; complete levels only.
    pub counts: Vec<u64>,
    /// The limit that ended the search, if any.
    pub stopped: Option<StopCause>,
}

/// A cheapest path by A* ([`crate::search::astar`]); memory grows with the number of states.
///
/// # Errors
/// [`NoSolution`] if no goal is reachable or a limit ends the search.
pub fn astar<P: Problem>(
    problem: &P,
    start: &P::State,
    limit: &Limit,
) -> Result<Solution<P::State>, NoSolution> {
    let configuration = crate::search::astar::configuration(&Parameters::default());
    let (space, start) = (Adapter::new(problem), Node::new(start));
    let report =
        best_first::search(&space, &Estimate(problem), &start, &configuration, limit, &mut ());
    space.solution(start, report)
}

/// A path with the fewest moves by breadth-first search ([`crate::search::bfs`]).
///
/// # Errors
/// [`NoSolution`] if no goal is reachable or a limit ends the search.
pub fn bfs<P: Problem>(
    problem: &P,
    start: &P::State,
    limit: &Limit,
) -> Result<Solution<P::State>, NoSolution> {
    let configuration = crate::search::bfs::configuration(&Parameters::default());
    let (space, start) = (Adapter::new(problem), Node::new(start));
    let report =
        best_first::search(&space, &iddfs::ZeroHeuristic, &start, &configuration, limit, &mut ());
    space.solution(start, report)
}

/// A cheapest path by IDA* ([`crate::search::ida_star`]), in memory that grows with the length of the
/// path only. Without a limit it does not end if no goal is reachable.
///
/// # Errors
/// [`NoSolution::Stopped`] if a limit ends the search.
pub fn ida_star<P: Problem>(
    problem: &P,
    start: &P::State,
    limit: &Limit,
) -> Result<Solution<P::State>, NoSolution> {
    let (space, start) = (Adapter::new(problem), Node::new(start));
    let report = ida_star::search(&space, &Estimate(problem), &start, limit, &mut ());
    space.solution(start, report)
}

/// Counts the states at each number of moves from a start, by breadth-first search with one set of all
/// states. [`Limit::nodes`] limits the expanded states, [`Limit::memory`] an estimate of the set's bytes.
pub fn levels<P: Problem>(problem: &P, start: &P::State, limit: &Limit) -> Levels {
    /// States expanded between two checks of the limit.
    const BATCH: u64 = 1024;
    let budget = Budget::start(limit);
    let mut visited = FxHashSet::from_iter([start.clone()]);
    let mut level = vec![start.clone()];
    let mut levels = Levels { counts: Vec::new(), stopped: None };
    let mut expanded = 0;
    while !level.is_empty() {
        levels.counts.push(level.len() as u64);
        let mut next = Vec::new();
        for state in mem::take(&mut level) {
            let bytes = visited.capacity() as u64 * (mem::size_of::<P::State>() as u64 + 8);
            if (expanded % BATCH == 0 || limit.nodes.is_some())
                && let Some(cause) = budget
                    .exceeded(expanded)
                    .or_else(|| budget.out_of_memory(bytes).then_some(StopCause::Memory))
            {
                levels.stopped = Some(cause);
                return levels;
            }
            expanded += 1;
            for successor in problem.successors(&state) {
                if !visited.contains(&successor) {
                    visited.insert(successor.clone());
                    next.push(successor);
                }
            }
        }
        level = next;
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of numbers with costly steps up, cheap ones down, and a dead end at 100.
    struct Ring;

    impl Problem for Ring {
        type State = u32;

        fn successors(&self, &n: &u32) -> Vec<u32> {
            if n == 100 { Vec::new() } else { vec![(n + 1) % 20, (n + 19) % 20, 100] }
        }

        fn is_goal(&self, &n: &u32) -> bool {
            n == 5
        }

        fn cost(&self, &from: &u32, &to: &u32) -> u32 {
            if to == (from + 1) % 20 { 4 } else { 1 }
        }
    }

    /// No successors at all: no goal can be reached.
    fn dead() -> impl Problem<State = u32> {
        problem(|_| Vec::new(), |&n| n == 5)
    }

    #[test]
    fn the_cheapest_path_is_found_and_the_shortest_by_bfs() {
        let none = Limit::none();
        for result in [astar(&Ring, &0, &none), ida_star(&Ring, &0, &none)] {
            let solution = result.expect("a path");
            // Fifteen cheap steps down cost less than five up.
            assert_eq!((solution.cost, solution.states.len()), (15, 16));
            assert_eq!((solution.states[0], solution.states[15]), (0, 5));
        }
        assert_eq!(bfs(&Ring, &0, &none).expect("a path").states, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn dead_ends_and_limits_are_reported() {
        let none = Limit::none();
        assert_eq!(astar(&dead(), &0, &none), Err(NoSolution::Unsolvable));
        assert_eq!(bfs(&dead(), &0, &none), Err(NoSolution::Unsolvable));
        assert_eq!(astar(&dead(), &5, &none).map(|found| found.states), Ok(vec![5]));
        let cancel = crate::observe::Cancel::new();
        cancel.cancel();
        let cancelled = Limit::cancelled_by(&cancel);
        let endless = problem(|&n: &u64| vec![2 * n % 1_000_003, n + 1], |_| false);
        let stopped =
            |found| matches!(found, Err(NoSolution::Stopped { cause: StopCause::Cancelled, .. }));
        assert!(stopped(astar(&endless, &1, &cancelled)));
        assert!(stopped(ida_star(&endless, &1, &cancelled)));
        assert_eq!(levels(&endless, &1, &cancelled).stopped, Some(StopCause::Cancelled));
    }

    #[test]
    fn levels_count_each_state_once_and_stop_at_limits() {
        let ring = problem(|&n: &u32| vec![(n + 1) % 6, (n + 5) % 6], |_| false);
        assert_eq!(levels(&ring, &0, &Limit::none()).counts, [1, 2, 2, 1]);
        let few = Limit { nodes: Some(2), ..Limit::none() };
        let stopped = levels(&ring, &0, &few);
        assert_eq!((stopped.counts, stopped.stopped), (vec![1, 2], Some(StopCause::Nodes)));
    }
}
