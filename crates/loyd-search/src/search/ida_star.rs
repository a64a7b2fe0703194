//! Iterative-deepening A*, as published: R. E. Korf, *Depth-First Iterative-Deepening: An Optimal
//! Admissible Tree Search*, Artificial Intelligence 27 (1985).
//!
//! ```text
//! bound := h(start)
//! repeat
//!     next_bound := ∞
//!     depth-first search from start; at a state with f = g + h > bound,
//!         next_bound := min(next_bound, f), and do not expand it
//!     bound := next_bound
//! until a goal is found (then g is the length of a shortest path, if h never overestimates)
//! ```
//!
//! The faster searches are tested against this reference. Its only departure: a successor that the
//! space declares redundant after the last move ([`StateSpace::may_follow`], for sliding tiles the
//! parent) is not generated.
//!
//! Node counts: `generated` counts the root once, then every successor generated in every
//! iteration, those above the bound included; the search stops as soon as it enters a goal.

use crate::observe::{
    Budget, Expansion, Iteration, Limit, Observer, Outcome, Progress, Report, SearchEvent,
    Statistics, StopCause,
};
use crate::space::{Heuristic, StateSpace};

/// Finds a shortest path from `start` to a goal.
///
/// Memory is linear in the length of the path. The path is proven shortest if the heuristic is
/// admissible. A stopped search has proved the bound of the iteration in which it stopped.
pub fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    limit: &Limit,
    observer: &mut (impl Observer<S> + ?Sized),
) -> Report<S::Move> {
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    if let Err(reason) = space.solvable(start) {
        return Report::new(Outcome::Unsolvable(reason), statistics);
    }
    let memo = heuristic.start(start);
    let mut search = DepthFirst {
        space,
        heuristic,
        watching: observer.watches(),
        observer,
        budget: Budget::start(limit),
        state: start.clone(),
        path: Vec::new(),
        bound: heuristic.value(memo),
        next_bound: u32::MAX,
        expanded: 0,
        generated: 0,
        expanded_before: 0,
    };
    loop {
        search.observer.event(SearchEvent::Iteration(search.bound.into()));
        let result = search.visit(0, memo);
        statistics.expanded += search.expanded;
        statistics.generated += search.generated;
        statistics.iterations.push(Iteration {
            bound: search.bound,
            expanded: search.expanded,
            generated: search.generated,
        });
        let proven = heuristic.properties().admissible;
        let lower_bound = if proven { search.bound } else { 0 };
        let outcome = match result {
            Visit::Found { cost } => {
                let lower_bound = if proven { cost } else { 0 };
                Outcome::solved(search.path, cost, lower_bound)
            }
            Visit::Stopped(cause) => Outcome::Stopped { cause, lower_bound, best: None },
            Visit::Exhausted if search.next_bound == u32::MAX => Outcome::Unsolvable(exhausted()),
            Visit::Exhausted => {
                search.expanded_before += search.expanded;
                search.bound = search.next_bound;
                (search.next_bound, search.expanded, search.generated) = (u32::MAX, 0, 0);
                continue;
            }
        };
        return Report::new(outcome, statistics);
    }
}

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

/// The reason when every reachable state was visited without meeting a goal.
pub(crate) fn exhausted() -> crate::space::Unsolvable {
    crate::space::Unsolvable { reason: "every reachable state was searched; none is a goal".into() }
}

enum Visit {
    Found { cost: u32 },
    Exhausted,
    Stopped(StopCause),
}

struct DepthFirst<'a, S: StateSpace, H, O: ?Sized> {
    space: &'a S,
    heuristic: &'a H,
    observer: &'a mut O,
    watching: bool,
    budget: Budget,
    state: S::State,
    path: Vec<S::Move>,
    bound: u32,
    next_bound: u32,
    expanded: u64,
    generated: u64,
    expanded_before: u64,
}

/// Expansions between two readings of the clock; a power of two.
const CHECK_EVERY: u64 = 1 << 12;

impl<S: StateSpace, H: Heuristic<S>, O: Observer<S> + ?Sized> DepthFirst<'_, S, H, O> {
    /// Visits `self.state`, reached at cost `g`; restores it unless a goal was found.
    fn visit(&mut self, g: u32, memo: H::Memo) -> Visit {
        let h = self.heuristic.value(memo);
        if g + h > self.bound {
            self.next_bound = self.next_bound.min(g + h);
            return Visit::Exhausted;
        }
        if self.space.is_goal(&self.state) {
            return Visit::Found { cost: g };
        }
        if let Some(cause) = self.check() {
            return Visit::Stopped(cause);
        }
        if self.watching {
            self.observer.expanding(&Expansion::new(&self.state, g, h));
        }
        self.expanded += 1;
        let last = self.path.last().copied();
        for mv in self.space.moves(&self.state) {
            if last.is_some_and(|last| !self.space.may_follow(last, mv)) {
                continue;
            }
            self.generated += 1;
            let effect = self.space.apply(&mut self.state, mv);
            self.path.push(mv);
            let child = self.heuristic.step(memo, &self.state, effect);
            match self.visit(g + self.space.cost(mv), child) {
                Visit::Exhausted => {
                    self.path.pop();
                    self.space.undo(&mut self.state, effect);
                }
                end => return end,
            }
        }
        Visit::Exhausted
    }

    fn check(&mut self) -> Option<StopCause> {
        if self.expanded & (CHECK_EVERY - 1) != 0 {
            return None;
        }
        let expanded = self.expanded_before + self.expanded;
        self.observer.progress(&Progress {
            bound: self.bound,
            best: None,
            expanded,
            generated: None,
            lists: (0, 0),
            fraction: None,
            elapsed: self.budget.elapsed(),
            iteration_elapsed: self.budget.elapsed(),
        });
        self.budget.exceeded(expanded)
    }
}
