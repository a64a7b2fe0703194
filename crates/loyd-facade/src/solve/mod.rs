//! A shortest solution of a position, asked for and answered in texts and numbers.

mod remark;
mod result;

pub use remark::Remark;
pub use result::{Shortest, SolveResult, Status, position};

use crate::checking::Until;
use crate::choices::Choices;
use crate::error::Error;
use crate::listed::Listed;
use crate::puzzles::{EveryTableCache, PuzzleName};
use crate::solvers::Solvers;
use crate::tables::TableCache;
use loyd::clock::Stopwatch;
use loyd::observe::{Limit, Progress};

/// A request to solve a position. `None` leaves a choice open.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The puzzle: `tiles`, `cube2`, `cube3`.
    pub puzzle: String,
    /// The position.
    pub position: String,
    /// The shape, such as `4x3`, where the position does not tell it.
    pub shape: Option<String>,
    /// The goal, by name or as a position.
    pub goal: Option<String>,
    /// The metric.
    pub metric: Option<String>,
    /// The algorithm, such as `astar` or `wastar(3)`.
    pub algorithm: Option<String>,
    /// The heuristic, such as `manhattan` or `pdb:7-8`.
    pub heuristic: Option<String>,
    /// The move strings that `idastar` does not follow: `auto`, `last-move`, or a length.
    pub pruning: Option<String>,
    /// Threads of the search.
    pub threads: usize,
    /// The limits of the search, and the flag that stops it.
    pub limit: Limit,
    /// Count all shortest solutions too, and list up to so many of them.
    pub all: Option<usize>,
}

impl SolveRequest {
    /// Solves a position with every choice open, on one thread and without a limit.
    pub fn new(puzzle: &str, position: &str) -> Self {
        Self {
            puzzle: puzzle.to_owned(),
            position: position.to_owned(),
            shape: None,
            goal: None,
            metric: None,
            algorithm: None,
            heuristic: None,
            pruning: None,
            threads: 1,
            limit: Limit::none(),
            all: None,
        }
    }
}

/// Solves a position. A position without a solution and a limit that is met are results, not errors.
///
/// # Errors
/// If the request names what there is not, or the tables of its heuristic are not to be had.
pub fn solve<C: EveryTableCache>(
    request: &SolveRequest,
    tables: C,
    progress: &mut dyn FnMut(&Progress),
) -> Result<SolveResult, Error> {
    let puzzle = PuzzleName::named(&request.puzzle)?;
    for_puzzle!(puzzle, P => solve_typed::<P, C>(request, tables, progress))
}

fn solve_typed<P: Listed, C: TableCache<P>>(
    request: &SolveRequest,
    tables: C,
    progress: &mut dyn FnMut(&Progress),
) -> Result<SolveResult, Error> {
    let choices = Choices {
        metric: request.metric.as_deref(),
        algorithm: request.algorithm.as_deref(),
        heuristic: request.heuristic.as_deref(),
        pruning: request.pruning.as_deref(),
    };
    let settings = choices.settings::<P>()?;
    let task = P::read(&request.position, request.shape.as_deref(), request.goal.as_deref())?;
    let solvers = Solvers::new(settings, tables, 1);
    let (start, threads) = (&task.start, request.threads);
    let easily = solvers.try_easily(start, &task.goal, threads, &request.limit);
    let (solver, report, began) = if let Some(easily) = easily {
        easily
    } else {
        let solver = solvers.get(&task.goal)?;
        let began = Stopwatch::start();
        let report = solver.solve_or_best(start, threads, &request.limit, progress);
        (solver, report, began)
    };
    let seconds = began.elapsed().as_secs_f64();
    let until = Until::end_of(began, &request.limit);
    let mut result = SolveResult::of((&task, &until), solver.plan(), report, seconds);
    if let Some(most) = request.all
        && let Some(length) = result.countable()
    {
        result.count_all(&task, &*solver, (length, most), &request.limit);
    }
    Ok(result)
}
