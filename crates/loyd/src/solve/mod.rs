//! Solves a position: a request and a result in texts and numbers.

mod remark;
mod result;

pub use remark::Remark;
#[cfg(test)]
pub(crate) use result::ListStatistics;
pub use result::{SolutionCount, SolveResult, Status, position};

use crate::checking::Until;
use crate::choices::Choices;
use crate::erased::{AnyTask, solvers};
use crate::error::{Error, Unreadable};
use crate::listed::Listed;
use crate::puzzles::{EveryTableCache, PuzzleName, for_goal};
use crate::solvers::{Shared, Solvers};
use crate::tables::{NoTables, TableCache};
use crate::task::Task;
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Limit, Progress, Report, Share};
use loyd_search::solver::{Engine, Plan};
use std::sync::Arc;

/// A request to solve a position. `None` leaves a choice open.
///
/// ```
/// use std::time::Duration;
///
/// let request = loyd::solve("tiles", "8 6 7 2 5 4 3 0 1").heuristic("manhattan");
/// let result = request.max_time(Duration::from_secs(10)).threads(2).run()?;
/// assert_eq!((result.length, result.proven), (Some(31), true));
/// # Ok::<(), loyd::Error>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct SolveRequest {
    /// The puzzle: `tiles`, `cube2`, `cube3`.
    #[cfg_attr(test, ts(as = "Option<String>"))]
    pub puzzle: String,
    /// The position.
    #[cfg_attr(test, ts(rename = "board"))]
    pub position: String,
    /// The shape, such as `4x3`, where the position does not tell it.
    #[cfg_attr(test, ts(rename = "size"))]
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
    #[cfg_attr(test, ts(skip))]
    pub pruning: Option<String>,
    /// The moves that are allowed, such as `U,R2`, if not all are; of cubes and twisty puzzles.
    pub moves: Option<String>,
    /// Threads of the search.
    #[cfg_attr(test, ts(as = "Option<usize>"))]
    pub threads: usize,
    /// The limits of the search, and the flag that stops it. With [`Limit::share`] only a part of the
    /// tree is searched: no solution with moves is proven, and *unsolvable* means none in that part.
    #[cfg_attr(test, ts(skip))]
    pub limit: Limit,
    /// Count all shortest solutions too, and list up to this many of them.
    pub all: Option<usize>,
    /// Count and list also solutions that are up to this many moves longer than the shortest, at most 20; without
    /// `all` it lists 100.
    #[cfg_attr(test, ts(as = "Option<u32>"))]
    pub slack: u32,
}

/// The greatest slack of counted solutions.
pub const MAX_SLACK: u32 = 20;

/// The number of solutions that are listed if only a slack is given.
pub const LISTED: usize = 100;

/// The solutions that are counted beside a shortest one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountOptions {
    /// The number of solutions that are listed at most.
    pub list: usize,
    /// The greatest difference of their lengths from the shortest.
    pub slack: u32,
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
            moves: None,
            threads: 1,
            limit: Limit::none(),
            all: None,
            slack: 0,
        }
    }

    /// Sets the limit of expanded states.
    #[must_use]
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.limit.nodes = Some(nodes);
        self
    }

    /// Counts all shortest solutions too, and lists up to `list` of them.
    #[must_use]
    pub fn all(mut self, list: usize) -> Self {
        self.all = Some(list);
        self
    }

    /// Counts and lists also solutions that are up to `slack` moves longer than the shortest.
    #[must_use]
    pub fn slack(mut self, slack: u32) -> Self {
        self.slack = slack;
        self
    }

    /// The solutions to count, if the request wants any counted.
    pub fn counted(&self) -> Option<CountOptions> {
        let list = self.all.or((self.slack > 0).then_some(LISTED))?;
        Some(CountOptions { list, slack: self.slack.min(MAX_SLACK) })
    }

    /// Solves the position. A position without a solution and an exceeded limit are results, not errors.
    ///
    /// # Errors
    /// If a name in the request is unknown, the position cannot be read, or a table does not fit the memory.
    pub fn run(&self) -> Result<SolveResult, Error> {
        let memory = self.limit.memory.unwrap_or(1 << 30);
        self.run_with(NoTables { memory }, &mut |_| ())
    }

    /// Works as [`run`](Self::run) does, with a source of tables and reports of the progress.
    ///
    /// # Errors
    /// The errors of [`run`](Self::run), and tables that are unavailable.
    pub fn run_with<C: EveryTableCache + Send + 'static>(
        &self,
        tables: C,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error> {
        let (puzzle, request) = self.with_puzzle_of_goal()?;
        let solvers = solvers(puzzle, &request.choices(), tables, (1, &[]))?;
        solvers.solve_request(&*request.read(puzzle)?, &request, progress)
    }

    /// The puzzle that reads the goal, and the request with its name.
    pub(crate) fn with_puzzle_of_goal(&self) -> Result<(PuzzleName, Self), Error> {
        let (shape, goal) = (self.shape.clone(), self.goal.as_deref());
        let (puzzle, shape) = for_goal(PuzzleName::named(&self.puzzle)?, shape, goal);
        Ok((puzzle, Self { puzzle: puzzle.name().to_owned(), shape, ..self.clone() }))
    }

    /// Reads the position and its goal.
    pub(crate) fn read(&self, puzzle: PuzzleName) -> Result<Arc<dyn AnyTask>, Error> {
        let goal = self.goal.as_deref();
        let named = self.shape_with_moves(puzzle).transpose()?;
        let shape = named.as_deref().or(self.shape.as_deref());
        Ok(puzzle.puzzle().read(&self.position, shape, goal)?)
    }

    /// The shape that names the allowed moves, if some moves are and shapes of the puzzle do.
    fn shape_with_moves(&self, puzzle: PuzzleName) -> Option<Result<String, Unreadable>> {
        puzzle.puzzle().with_moves(self.shape.as_deref(), self.moves.as_deref()?)
    }

    /// True if the allowed moves are a part of the shape, and so not a choice.
    fn moves_are_of_shape(&self) -> bool {
        let puzzle = PuzzleName::named(&self.puzzle);
        puzzle.is_ok_and(|puzzle| self.shape_with_moves(puzzle).is_some())
    }

    /// The choices by name.
    pub fn choices(&self) -> Choices<'_> {
        Choices {
            metric: self.metric.as_deref(),
            algorithm: self.algorithm.as_deref(),
            heuristic: self.heuristic.as_deref(),
            pruning: self.pruning.as_deref(),
            moves: self.moves.as_deref().filter(|_| !self.moves_are_of_shape()),
        }
    }
}

limit_options! { SolveRequest:
    /// Sets the limit of memory in bytes, of tables and of lists; the default is 1 GiB for tables and none
    /// for lists.
}

text_options! { SolveRequest:
    /// Sets the shape, such as `4x3`.
    shape,
    /// Sets the goal, by name or as a position.
    goal,
    /// Sets the metric.
    metric,
    /// Sets the algorithm, such as `astar` or `wastar(3)`.
    algorithm,
    /// Sets the heuristic, such as `manhattan` or `pdb:7-8`.
    heuristic,
    /// Sets the move strings that `idastar` does not follow.
    pruning,
    /// Sets the moves that are allowed, such as `U,R2`.
    moves,
}

/// A request to solve a position of a puzzle; [`SolveRequest::run`] solves it.
pub fn solve(puzzle: &str, position: &str) -> SolveRequest {
    SolveRequest::new(puzzle, position)
}

/// Solves a position by solvers with the choices of the request.
pub(crate) fn solve_by<P: Listed, C: TableCache<P>>(
    task: &Task<P>,
    request: &SolveRequest,
    solvers: &Solvers<P, C>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<SolveResult, Error> {
    let (threads, limit) = (request.threads, &request.limit);
    let (mut result, solver) =
        if let Some(solved) = solve_without_tables(task, solvers, threads, limit) {
            solved
        } else {
            let solver = solvers.get(&task.goal)?;
            check_share(request, solver.plan())?;
            let run = || solver.solve_or_best(&task.start, threads, limit, progress);
            (search(task, &*solver, limit, run), solver)
        };
    count_all(request, task, &*solver, &mut result);
    Ok(result)
}

/// Counts all shortest solutions if the request wants them.
pub(crate) fn count_all<P: Listed>(
    request: &SolveRequest,
    task: &Task<P>,
    solver: &dyn Engine<P>,
    result: &mut SolveResult,
) {
    if let Some(counted) = request.counted()
        && let Some(length) = result.countable(counted)
    {
        result.count_all(task, solver, (length, counted), &request.limit);
    }
}

/// The result of a search that begins now; the limit holds until its path is replayed.
pub(crate) fn search<P: Listed>(
    task: &Task<P>,
    solver: &dyn Engine<P>,
    limit: &Limit,
    run: impl FnOnce() -> Report<P::Move>,
) -> SolveResult {
    let began = Stopwatch::start();
    let report = run();
    finished(task, solver, report, began, limit)
}

/// Refuses a part of a tree that cannot be searched.
fn check_share<P: Listed>(request: &SolveRequest, plan: &Plan<P>) -> Result<(), Error> {
    let Some(Share { part, parts }) = request.limit.share else { return Ok(()) };
    if parts > MAX_PARTS || part >= parts {
        return Err(Error::Share { part, parts, max: MAX_PARTS });
    }
    if plan.algorithm.name.info().deepens {
        return Ok(());
    }
    let algorithm = plan.algorithm.to_string();
    let reason = format!("{algorithm} cannot search a part of the tree on its own: idastar can");
    Err(Error::Algorithm { reason })
}

/// The greatest number of parts of a tree.
const MAX_PARTS: usize = 256;

/// The result for an easy position and its solver, before the tables of the plan are built; see
/// [`Solvers::solve_without_tables`].
pub(crate) fn solve_without_tables<P: Listed, C: TableCache<P>>(
    task: &Task<P>,
    solvers: &Solvers<P, C>,
    threads: usize,
    limit: &Limit,
) -> Option<(SolveResult, Shared<P>)> {
    let (solver, report, began) =
        solvers.solve_without_tables(&task.start, &task.goal, threads, limit)?;
    Some((finished(task, &*solver, report, began, limit), solver))
}

/// The result of a report of a search that began at a time.
pub(crate) fn finished<P: Listed>(
    task: &Task<P>,
    solver: &dyn Engine<P>,
    report: Report<P::Move>,
    began: Stopwatch,
    limit: &Limit,
) -> SolveResult {
    let seconds = began.elapsed().as_secs_f64();
    SolveResult::of((task, &Until::end_of(began, limit)), solver.plan(), report, seconds)
}
