//! A problem as a state space of the searches of the library.

use super::{NoSolution, Problem, Solution};
use crate::observe::{Outcome, Report};
use crate::space::{Heuristic, Packing, Properties, StateSpace};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::mem;

/// A state with those before it on the path of a depth-first search.
#[derive(Clone, Debug)]
pub(super) struct Node<S> {
    pub(super) state: S,
    before: Vec<S>,
}

impl<S: Clone> Node<S> {
    pub(super) fn new(state: &S) -> Self {
        Self { state: state.clone(), before: Vec::new() }
    }
}

impl<S: PartialEq> PartialEq for Node<S> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<S: Eq> Eq for Node<S> {}

impl<S: Hash> Hash for Node<S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

/// A move to the successor with this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    number: u32,
    cost: u32,
}

/// A state and its successors.
type Expanded<S> = (S, Vec<S>);

/// A problem as a [`StateSpace`]. The successors of the last expanded state are cached.
pub(super) struct Adapter<'a, P: Problem> {
    problem: &'a P,
    cache: RefCell<Option<Expanded<P::State>>>,
}

impl<'a, P: Problem> Adapter<'a, P> {
    pub(super) fn new(problem: &'a P) -> Self {
        Self { problem, cache: RefCell::new(None) }
    }

    fn with_successors<T>(&self, state: &P::State, call: impl FnOnce(&[P::State]) -> T) -> T {
        let mut cache = self.cache.borrow_mut();
        if cache.as_ref().is_none_or(|(cached, _)| cached != state) {
            *cache = Some((state.clone(), self.problem.successors(state)));
        }
        call(cache.as_ref().map_or(&[], |(_, successors)| successors))
    }

    /// The states along the path of a report.
    pub(super) fn solution(
        &self,
        start: Node<P::State>,
        report: Report<Step>,
    ) -> Result<Solution<P::State>, NoSolution> {
        match report.outcome {
            Outcome::Solved { path, cost, .. } => {
                let mut node = start;
                for step in path {
                    self.apply(&mut node, step);
                }
                let mut states = node.before;
                states.push(node.state);
                Ok(Solution { states, cost, statistics: report.statistics })
            }
            Outcome::Unsolvable(_) => Err(NoSolution::Unsolvable),
            Outcome::Stopped { cause, lower_bound, .. } => {
                Err(NoSolution::Stopped { cause, lower_bound })
            }
        }
    }
}

impl<P: Problem> StateSpace for Adapter<'_, P> {
    type State = Node<P::State>;
    type Move = Step;
    type Effect = ();
    type Moves = std::vec::IntoIter<Step>;

    /// All moves but the one back to the state before.
    fn moves(&self, node: &Self::State) -> Self::Moves {
        let steps: Vec<Step> = self.with_successors(&node.state, |successors| {
            let numbered = (0..).zip(successors);
            let forward = numbered.filter(|(_, successor)| node.before.last() != Some(successor));
            let step = |(number, successor)| {
                let cost = self.problem.cost(&node.state, successor).max(1);
                Step { number, cost }
            };
            forward.map(step).collect()
        });
        steps.into_iter()
    }

    fn apply(&self, node: &mut Self::State, step: Step) {
        let successor = self
            .with_successors(&node.state, |successors| successors[step.number as usize].clone());
        node.before.push(mem::replace(&mut node.state, successor));
    }

    fn undo(&self, node: &mut Self::State, (): ()) {
        node.state = node.before.pop().expect("a move was applied");
    }

    fn may_follow(&self, _last: Step, _next: Step) -> bool {
        true
    }

    fn cost(&self, step: Step) -> u32 {
        step.cost
    }

    fn is_goal(&self, node: &Self::State) -> bool {
        self.problem.is_goal(&node.state)
    }
}

impl<P: Problem> Packing for Adapter<'_, P> {
    type Packed = P::State;

    fn pack(&self, node: &Self::State) -> P::State {
        node.state.clone()
    }

    fn unpack(&self, state: &P::State) -> Self::State {
        Node::new(state)
    }
}

/// The estimate of a problem, computed from scratch for every state.
pub(super) struct Estimate<'a, P>(pub(super) &'a P);

impl<P: Problem> Heuristic<Adapter<'_, P>> for Estimate<'_, P> {
    type Memo = u32;
    const PROPERTIES: Properties = Properties::ADMISSIBLE;

    fn start(&self, node: &Node<P::State>) -> u32 {
        self.0.heuristic(&node.state)
    }

    fn step(&self, _: u32, after: &Node<P::State>, (): ()) -> u32 {
        self.0.heuristic(&after.state)
    }

    fn value(&self, memo: u32) -> u32 {
        memo
    }

    fn resume(&self, _: &Node<P::State>, value: u32) -> u32 {
        value
    }
}
