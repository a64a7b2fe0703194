//! The human-like solver: N. Nayak, A. Huang, *Comparing search algorithms for solving the
//! sliding-block puzzle*.
//!
//! ```text
//! for each intermediate goal, a set of cells that holds all cells of the goals before it
//!     search from the present board, by best-first search with f = g + W h,
//!         for a board on which these cells hold the right tiles,
//!         where h is the Manhattan distance of the tiles that belong there
//! ```
//!
//! Tiles in place may move while the next goal is sought; they must be back when it is reached. The
//! lists of goals are in `goals.rs`, the search for one of them in `stage.rs`, and its translation
//! for observers in `through.rs`.
//!
//! The paper describes three searches. Its section *Human-based algorithm implementation*, which is
//! about the program that its figures come from, puts the tiles 1, 2, 3, … of the first row in
//! place, then n + 1, 2n + 1, … of the first column, and so on until the whole board is solved,
//! with one goal per tile, each by the A* of its Algorithm 1; `W` is 3 for the 24-puzzle and 1 for
//! the others. That is `human(tiles)` and `human(tiles,3)`, without any departure: boards are
//! distinguished by all of their tiles, and no key is ever lowered, as in
//! [`nayak_huang`](loyd_search::search::nayak_huang). It is as slow as it was for the authors: `W = 1` is
//! too small for most 24-puzzles. With greedy order, which the program does not use, not all tiles
//! are distinguished, as with other goals; otherwise a plateau of states of equal `h` would have no
//! end.
//!
//! Its Algorithms 2 and 3 have rows and columns as goals. That is `human` with all other lists of
//! goals, where `W` is 3 unless given.
//!
//! Departures of these from the paper:
//! 1. The paper's Algorithm 2 solves the last 3x3 cells at once. Here rows and columns continue
//!    down to 2x2: otherwise the 8-puzzle would have no intermediate goal, and would be solved by
//!    weighted A*.
//! 2. Tiles that do not matter yet are indistinguishable: boards that differ in nothing else are
//!    one state. The paper distinguishes them, and so expands the same situation many times.
//! 3. A key that falls is lowered, and closed states are reopened
//!    ([`best_first`](loyd_search::search::best_first)).
//! 4. In the multi-tile metric the distances are added up as in the single-tile metric: since they
//!    guide the search and prove nothing, they need not be admissible. The same holds for `tiles`.
//!
//! The solution is not optimal, nor is that of any stage unless `W` is 1 and keys are lowered.
//! Statistics cover all stages together.

pub(super) mod goals;
mod sliding;
mod stage;
#[cfg(test)]
mod tests;
mod through;

pub use goals::{Goals, NoCell, UnknownGoals, cells_of};
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Limit, Observer, Outcome, Report, SearchEvent, Statistics};
use loyd_search::search::best_first::{Configuration, Lowering};
use loyd_search::search::weighted::WEIGHT;
use loyd_search::search::{Order, Parameters, Ties, Weight};
use loyd_search::space::{Heuristic, StateSpace, Unsolvable};

/// A space whose goal can be reached part by part.
pub trait Placing: StateSpace {
    /// Returns the intermediate goals of a list: the cells that each adds to those before it,
    /// ending with all cells.
    ///
    /// # Errors
    /// [`NoCell`] if the list does not fit the board.
    fn intermediate(&self, goals: &Goals) -> Result<Vec<Vec<usize>>, NoCell>;

    /// Searches from `start` for a state in which these cells agree with the goal.
    fn place(
        &self,
        start: &Self::State,
        cells: &[usize],
        configuration: &StageSearch,
        limit: &Limit,
        observer: &mut dyn Observer<Self>,
    ) -> Report<Self::Move>
    where
        Self: Sized;
}

/// The configuration of the search of each stage.
#[derive(Clone, Copy, Debug)]
pub struct StageSearch {
    /// The order of expansion.
    pub configuration: Configuration,
    /// True if boards that differ only in tiles that do not matter yet are different states.
    pub distinguish_all: bool,
}

/// Returns the configuration of the stages for these parameters.
pub fn stage_search(parameters: &Parameters) -> StageSearch {
    let greedy = parameters.get() == Some(Order::Greedy);
    let distinguish_all = parameters.get() == Some(Goals::Tiles) && !greedy;
    let usual = if distinguish_all { Weight::ONE } else { WEIGHT };
    let (numerator, denominator) = parameters.get().unwrap_or(usual).fraction();
    let g_weight = if greedy { 0 } else { denominator };
    let h_weight = if parameters.get() == Some(Order::Breadth) { 0 } else { numerator };
    let usual = Configuration::default();
    let configuration = Configuration {
        g_weight,
        h_weight,
        ties: parameters.get().unwrap_or(Ties::HighG),
        lowering: if distinguish_all { Lowering::Never } else { Lowering::Always },
        optimal: false,
        // Larger batches would expand states in another order.
        batch: if distinguish_all { 1 } else { usual.batch },
        ..usual
    };
    StageSearch { configuration, distinguish_all }
}

/// Runs [`search`] as the registry calls it, with one thread and its own heuristic. The given
/// heuristic only supplies the lower bound on the solution length.
pub(super) fn run<S: Placing, H: Heuristic<S>>(
    parameters: &Parameters,
    space: &S,
    heuristic: &H,
    start: &S::State,
    limit: &Limit,
    observer: &mut dyn Observer<S>,
) -> Report<S::Move> {
    let goals = parameters.get().unwrap_or_default();
    let estimate = heuristic.value(heuristic.start(start));
    let lower_bound = if heuristic.properties().admissible { estimate } else { 0 };
    search(space, start, &goals, &stage_search(parameters), lower_bound, limit, observer)
}

/// Finds a path from goal to goal; `lower_bound` is a known lower bound on the length of any path.
pub fn search<S: Placing>(
    space: &S,
    start: &S::State,
    goals: &Goals,
    stage_search: &StageSearch,
    lower_bound: u32,
    limit: &Limit,
    observer: &mut dyn Observer<S>,
) -> Report<S::Move> {
    let clock = Stopwatch::start();
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    let stages = space.solvable(start).and_then(|()| {
        let wrong = |why: NoCell| Unsolvable { reason: why.to_string() };
        space.intermediate(goals).map_err(wrong)
    });
    let stages = match stages {
        Ok(stages) => stages,
        Err(reason) => return Report::new(Outcome::Unsolvable(reason), statistics),
    };
    let (mut state, mut path) = (start.clone(), Vec::new());
    let mut cells = Vec::new();
    for (number, new) in stages.into_iter().enumerate() {
        cells.extend(new);
        if number > 0 {
            observer.event(SearchEvent::Stage(number as u64));
        }
        let rest = Limit {
            nodes: limit.nodes.map(|max| max.saturating_sub(statistics.expanded)),
            time: limit.time.map(|max| max.saturating_sub(clock.elapsed())),
            ..limit.clone()
        };
        let report = space.place(&state, &cells, stage_search, &rest, observer);
        add(&mut statistics, &report.statistics);
        match report.outcome {
            Outcome::Solved { path: part, .. } => {
                for &mv in &part {
                    space.apply(&mut state, mv);
                }
                path.extend(part);
            }
            Outcome::Stopped { cause, .. } => {
                let outcome = Outcome::Stopped { cause, lower_bound, best: None };
                return Report::new(outcome, statistics);
            }
            Outcome::Unsolvable(reason) => {
                return Report::new(Outcome::Unsolvable(reason), statistics);
            }
        }
    }
    let cost = path.iter().map(|&mv| space.cost(mv)).sum();
    observer.event(SearchEvent::Solution(u64::from(cost)));
    // A stage may end with a move that the next one undoes; the solution keeps both.
    Report::new(Outcome::solved(path, cost, lower_bound), statistics)
}

/// Adds the counts of a stage; its root was already generated by the previous stage.
fn add(all: &mut Statistics, stage: &Statistics) {
    all.expanded += stage.expanded;
    all.generated += stage.generated.saturating_sub(1);
    all.inserted += stage.inserted;
    all.reopened += stage.reopened;
    all.peak_open = all.peak_open.max(stage.peak_open);
    all.peak_closed = all.peak_closed.max(stage.peak_closed);
    all.bytes = all.bytes.max(stage.bytes);
}
