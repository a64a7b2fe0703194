//! Recursive best-first search: R. E. Korf, *Linear-space best-first search*, Artificial Intelligence 62 (1993).
//!
//! ```text
//! rbfs(n, F(n), bound)
//!     if n is a goal: return the path to it
//!     for each child c of n
//!         F(c) := f(c), but at least F(n) if f(n) < F(n): n was expanded before
//!     while the least F of a child is at most bound
//!         c := the child with the least F;  F' := the least F of the other children
//!         F(c) := rbfs(c, F(c), min(bound, F'))
//!     return the least F of a child
//! ```
//!
//! States are expanded for the first time in the order of `f`, as by A\*, in memory for one path and its siblings.
//! The stored value `F(n)` is the least `f` below `n` that was not expanded. So the first goal is a cheapest one if
//! the heuristic is admissible, and the least `F` of the root's children is a lower bound at every time. A subtree is
//! generated again each time that it becomes the best one.
//!
//! Departures from the paper: the least two values are found by comparison, the children are not sorted; and a child
//! that the space declares redundant after the last move ([`StateSpace::may_follow`]) is not generated.

use super::ida_star::exhausted;
use crate::observe::{
    Budget, Expansion, Limit, Observer, Outcome, Progress, Report, Statistics, StopCause,
};
use crate::space::{Heuristic, StateSpace};

/// [`search`] in the form of the registry; it uses one thread.
pub(super) fn run<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    _threads: usize,
    limit: &Limit,
    observer: &mut dyn Observer<S>,
) -> Report<S::Move> {
    search(space, heuristic, start, limit, observer)
}

/// Finds a shortest path from `start` to a goal.
///
/// Memory is linear in the length of the path. The path is proven shortest if the heuristic is admissible.
pub fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    limit: &Limit,
    observer: &mut (impl Observer<S> + ?Sized),
) -> Report<S::Move> {
    let statistics = Statistics { generated: 1, ..Statistics::default() };
    if let Err(reason) = space.solvable(start) {
        return Report::new(Outcome::Unsolvable(reason), statistics);
    }
    let memo = heuristic.start(start);
    let estimate = heuristic.value(memo);
    let mut search = Search {
        space,
        heuristic,
        watching: observer.watches(),
        observer,
        budget: Budget::start(limit),
        state: start.clone(),
        path: Vec::new(),
        siblings: Vec::new(),
        bound: estimate,
        statistics,
    };
    let visit = search.visit(0, memo, estimate, u32::MAX - 1);
    let proven = heuristic.properties().admissible;
    let proved = |bound: u32| if proven { bound } else { 0 };
    let outcome = match visit {
        Visit::Goal { cost } => Outcome::solved(search.path, cost, proved(cost)),
        Visit::Stopped(cause) => {
            Outcome::Stopped { cause, lower_bound: proved(search.bound), best: None }
        }
        Visit::Raised(_) => Outcome::Unsolvable(exhausted()),
    };
    Report::new(outcome, search.statistics)
}

/// The result of a visit to a state.
enum Visit {
    /// The path ends at a goal.
    Goal {
        cost: u32,
    },
    /// The least `f` below the state that was not expanded; `u32::MAX` if everything was.
    Raised(u32),
    Stopped(StopCause),
}

/// A child of a state on the path.
struct Sibling<M, Memo> {
    mv: M,
    memo: Memo,
    /// The stored value `F`.
    value: u32,
}

struct Search<'a, S: StateSpace, H: Heuristic<S>, O: ?Sized> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    watching: bool,
    budget: Budget,
    state: S::State,
    path: Vec<S::Move>,
    /// The children of the states on the path, those of the root first.
    siblings: Vec<Sibling<S::Move, H::Memo>>,
    /// The least stored value of the root's children.
    bound: u32,
    statistics: Statistics,
}

/// Expansions between two readings of the clock; a power of two.
const CHECK_EVERY: u64 = 1 << 12;

impl<S: StateSpace, H: Heuristic<S>, O: Observer<S> + ?Sized> Search<'_, S, H, O> {
    /// Visits `self.state`, reached at cost `g`, with its stored value; restores it unless it leads to a goal.
    fn visit(&mut self, g: u32, memo: H::Memo, stored: u32, bound: u32) -> Visit {
        if self.space.is_goal(&self.state) {
            return Visit::Goal { cost: g };
        }
        if let Some(cause) = self.check() {
            return Visit::Stopped(cause);
        }
        let h = self.heuristic.value(memo);
        if self.watching {
            self.observer.expanding(&Expansion::new(&self.state, g, h));
        }
        self.statistics.expanded += 1;
        let first = self.siblings.len();
        self.generate(g, memo, if g + h < stored { stored } else { 0 });
        let end = loop {
            let Some((best, other)) = self.least(first) else { break Visit::Raised(u32::MAX) };
            let value = self.siblings[best].value;
            if first == 0 {
                self.bound = value;
            }
            if value > bound || value == u32::MAX {
                break Visit::Raised(value);
            }
            let Sibling { mv, memo, .. } = self.siblings[best];
            let cost = self.space.cost(mv);
            let effect = self.space.apply(&mut self.state, mv);
            self.path.push(mv);
            match self.visit(g + cost, memo, value, bound.min(other)) {
                Visit::Raised(value) => {
                    self.path.pop();
                    self.space.undo(&mut self.state, effect);
                    self.siblings[best].value = value;
                }
                end => break end,
            }
        };
        self.siblings.truncate(first);
        end
    }

    /// Lists the children of the state, with values of at least `least`.
    fn generate(&mut self, g: u32, memo: H::Memo, least: u32) {
        let last = self.path.last().copied();
        for mv in self.space.moves(&self.state) {
            if last.is_some_and(|last| !self.space.may_follow(last, mv)) {
                continue;
            }
            self.statistics.generated += 1;
            let effect = self.space.apply(&mut self.state, mv);
            let memo = self.heuristic.step(memo, &self.state, effect);
            self.space.undo(&mut self.state, effect);
            let f = g + self.space.cost(mv) + self.heuristic.value(memo);
            self.siblings.push(Sibling { mv, memo, value: f.max(least) });
        }
    }

    /// The number of the child with the least value, the first of several, and the least value of the others.
    fn least(&self, first: usize) -> Option<(usize, u32)> {
        let (mut best, mut other) = (None, u32::MAX);
        let mut minimum = u32::MAX;
        for (number, sibling) in self.siblings.iter().enumerate().skip(first) {
            if best.is_none() || sibling.value < minimum {
                (best, other, minimum) = (Some(number), minimum, sibling.value);
            } else {
                other = other.min(sibling.value);
            }
        }
        Some((best?, other))
    }

    fn check(&mut self) -> Option<StopCause> {
        let expanded = self.statistics.expanded;
        if expanded & (CHECK_EVERY - 1) != 0 {
            return None;
        }
        self.observer.progress(&Progress {
            bound: self.bound,
            best: None,
            expanded,
            generated: Some(self.statistics.generated),
            lists: (0, 0),
            fraction: None,
            elapsed: self.budget.elapsed(),
            iteration_elapsed: self.budget.elapsed(),
        });
        self.budget.exceeded(expanded)
    }
}
