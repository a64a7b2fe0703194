//! Solvers of a puzzle that is known at run time.

use super::{AnyTask, Metric};
use crate::checking::Until;
use crate::choices::Choices;
use crate::error::Error;
#[cfg(feature = "store")]
use crate::folder::{BoardInFolder, solve_in_folder};
use crate::listed::Listed;
use crate::puzzles::{EveryTableCache, PuzzleName};
use crate::solve::{
    CountOptions, SolveRequest, SolveResult, count_all, finished, search, solve_by,
    solve_without_tables,
};
use crate::solvers::{Ready, Shared, Solvers};
use crate::tables::TableCache;
use crate::trace::{TraceSink, record_to};
use loyd_search::clock::Stopwatch;
use loyd_search::observe::{Limit, Outcome, Progress, Report, Statistics};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmName;
use std::any::Any;
use std::time::Duration;

/// A heuristic that an earlier run chose: the shape and the goal of its boards, and its name.
pub type Chosen = (String, String, String);

/// The readiness of the solver of a position.
#[derive(Clone, PartialEq, Debug)]
pub enum Readiness {
    /// The position was solved without the tables of its plan, or has no solution.
    Solved(Box<SolveResult>),
    /// The solver is ready and has this algorithm.
    Ready(AlgorithmName),
    /// Tables must be loaded or built first, or another thread is preparing a solver.
    NeedsTables,
}

/// The tiles of a pattern, and its share of the estimate of a position.
pub type PatternValue = (Vec<u16>, u32);

/// Solvers with the same choices for positions of any shape and goal, shared by threads.
pub trait AnySolvers: Send + Sync {
    /// The metric.
    fn metric(&self) -> Metric;

    /// Time spent on preparation.
    fn setup(&self) -> Duration;

    /// True if a prepared solver has tables of pattern databases.
    fn has_tables(&self) -> bool;

    /// Prepares the solver of a position if this takes some milliseconds, or solves the position of a
    /// request without it.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare).
    fn prepare_if_cheap(
        &self,
        task: &dyn AnyTask,
        request: &SolveRequest,
    ) -> Result<Readiness, Error>;

    /// Prepares the solver of a position.
    ///
    /// # Errors
    /// If the heuristic or the algorithm is unavailable for the goal, or a table or memory is.
    fn prepare(&self, task: &dyn AnyTask) -> Result<(), Error>;

    /// The prepared solver of a position: a [`Shared`] of its puzzle.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare).
    fn engine(&self, task: &dyn AnyTask) -> Result<Box<dyn Any>, Error>;

    /// The factor by which iterations of the search of a position are expected to grow.
    fn growth(&self, task: &dyn AnyTask) -> Option<f64>;

    /// The search that finds a path of a position if a limit stops the search for a shortest one; `None` if the
    /// plan has no such search. No table is built.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare) but for those of tables.
    fn fallback(&self, task: &dyn AnyTask) -> Result<Option<AlgorithmName>, Error>;

    /// Solves a position on up to `threads` threads. A stopped search returns the best solution that the
    /// engine can find in the time.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare).
    fn solve(
        &self,
        task: &dyn AnyTask,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error>;

    /// Solves the position of a request, and counts its shortest solutions if the request wants them.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare), and a part of the tree that cannot be searched.
    fn solve_request(
        &self,
        task: &dyn AnyTask,
        request: &SolveRequest,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error>;

    /// The patterns of additive databases that give a position its estimate. Empty for heuristics
    /// without such databases.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare), and a position without a solution.
    fn patterns(&self, task: &dyn AnyTask) -> Result<Vec<PatternValue>, Error>;

    /// The heuristic's value of a position; `None` if only a specialised search can read the heuristic, or
    /// the position has no solution.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare).
    fn estimate(&self, task: &dyn AnyTask) -> Result<Option<u32>, Error>;

    /// Searches a position with its prepared solver, to measure the search: no part of the time is reserved
    /// for a solution that is not the shortest. `clock` reads processor time, of which the search's is
    /// returned.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare).
    fn measure(
        &self,
        task: &dyn AnyTask,
        threads: usize,
        limit: &Limit,
        clock: &dyn Fn() -> Option<Duration>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(SolveResult, Option<Duration>), Error>;

    /// Counts the shortest solutions of a solved position, and those within a slack, and lists some in its result.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare).
    fn count_all(
        &self,
        task: &dyn AnyTask,
        result: &mut SolveResult,
        counted: CountOptions,
        limit: &Limit,
    ) -> Result<(), Error>;

    /// Solves a position on one thread and records up to `steps` expansions.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare), and an algorithm that does not report expansions.
    fn record(
        &self,
        task: &dyn AnyTask,
        steps: u32,
        limit: &Limit,
        sink: &mut dyn TraceSink,
    ) -> Result<SolveResult, Error>;

    /// Solves a board of a folder, from its checkpoint if it has one, and saves checkpoints.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare), and those of the checkpoint.
    #[cfg(feature = "store")]
    fn solve_in_folder(
        &self,
        task: &dyn AnyTask,
        threads: usize,
        limit: &Limit,
        board: &BoardInFolder<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error>;
}

impl dyn AnySolvers {
    /// The prepared solver of a position by the type of its puzzle.
    ///
    /// # Errors
    /// The errors of [`prepare`](AnySolvers::prepare).
    ///
    /// # Panics
    /// If the position is of another puzzle.
    pub fn typed<P: Puzzle>(&self, task: &dyn AnyTask) -> Result<Shared<P>, Error> {
        let engine = self.engine(task)?.downcast();
        Ok(*engine.unwrap_or_else(|_| panic!("the solvers are not of {}", P::NAME)))
    }
}

/// Solvers of a puzzle for `boards` positions, with the heuristics that earlier runs chose.
///
/// # Errors
/// The name in the choices that the puzzle does not have.
pub fn solvers<C: EveryTableCache + Send + 'static>(
    puzzle: PuzzleName,
    choices: &Choices<'_>,
    tables: C,
    (boards, chosen): (usize, &[Chosen]),
) -> Result<Box<dyn AnySolvers>, Error> {
    for_puzzle!(puzzle, P => solvers_of::<P, C>(choices, tables, (boards, chosen)))
}

/// Does the same for a puzzle by its type, so that the source of tables may be of this puzzle alone.
///
/// # Errors
/// The name in the choices that the puzzle does not have.
pub fn solvers_of<P: Listed, C: TableCache<P> + Send + 'static>(
    choices: &Choices<'_>,
    tables: C,
    (boards, chosen): (usize, &[Chosen]),
) -> Result<Box<dyn AnySolvers>, Error> {
    let parsed = |(shape, goal, heuristic): &Chosen| {
        Some((P::parse(goal, Some(shape)).ok()?, heuristic.parse().ok()?))
    };
    let chosen = chosen.iter().filter_map(parsed).collect();
    let settings = choices.settings::<P>()?;
    Ok(Box::new(Solvers::<P, C>::new(settings, tables, boards).with_choices(chosen)))
}

impl<P: Listed, C: TableCache<P> + Send> AnySolvers for Solvers<P, C> {
    fn metric(&self) -> Metric {
        Metric::of::<P>(self.metric())
    }

    fn setup(&self) -> Duration {
        self.setup()
    }

    fn has_tables(&self) -> bool {
        self.has_tables()
    }

    fn prepare_if_cheap(
        &self,
        task: &dyn AnyTask,
        request: &SolveRequest,
    ) -> Result<Readiness, Error> {
        let (task, limit) = (task.typed::<P>(), &request.limit);
        Ok(match self.ready((&task.start, &task.goal), request.threads, limit)? {
            Ready::NeedsTables => Readiness::NeedsTables,
            Ready::Solver(solver) => Readiness::Ready(solver.plan().algorithm.name),
            Ready::Solved((solver, report, began)) => {
                let mut result = finished(task, &*solver, report, began, limit);
                count_all(request, task, &*solver, &mut result);
                Readiness::Solved(Box::new(result))
            }
            Ready::Unsolvable(plan, why) => {
                let report = Report::new(Outcome::Unsolvable(why), Statistics::default());
                let mut result = SolveResult::of((task, &Until::done()), &plan, report, 0.0);
                if let Some(counted) = request.counted() {
                    result.want_all(counted);
                }
                Readiness::Solved(Box::new(result))
            }
        })
    }

    fn prepare(&self, task: &dyn AnyTask) -> Result<(), Error> {
        self.get(&task.typed::<P>().goal)?;
        Ok(())
    }

    fn engine(&self, task: &dyn AnyTask) -> Result<Box<dyn Any>, Error> {
        Ok(Box::new(self.get(&task.typed::<P>().goal)?))
    }

    fn growth(&self, task: &dyn AnyTask) -> Option<f64> {
        self.get(&task.typed::<P>().goal).ok()?.growth()
    }

    fn fallback(&self, task: &dyn AnyTask) -> Result<Option<AlgorithmName>, Error> {
        let plan = self.plan(&task.typed::<P>().goal)?;
        Ok(plan.fallback.map(|fallback| fallback.algorithm.name))
    }

    fn solve(
        &self,
        task: &dyn AnyTask,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error> {
        let task = task.typed::<P>();
        if let Some((result, _)) = solve_without_tables(task, self, threads, limit) {
            return Ok(result);
        }
        let solver = self.get(&task.goal)?;
        Ok(search(task, &*solver, limit, || {
            solver.solve_or_best(&task.start, threads, limit, progress)
        }))
    }

    fn solve_request(
        &self,
        task: &dyn AnyTask,
        request: &SolveRequest,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error> {
        solve_by(task.typed::<P>(), request, self, progress)
    }

    fn patterns(&self, task: &dyn AnyTask) -> Result<Vec<PatternValue>, Error> {
        let task = task.typed::<P>();
        P::solvable(&task.start, &task.goal).map_err(|why| Error::Unsolvable(why.reason))?;
        Ok(P::pattern_values(&*self.get(&task.goal)?, &task.start))
    }

    fn estimate(&self, task: &dyn AnyTask) -> Result<Option<u32>, Error> {
        let task = task.typed::<P>();
        Ok(self.get(&task.goal)?.estimate(&task.start))
    }

    fn measure(
        &self,
        task: &dyn AnyTask,
        threads: usize,
        limit: &Limit,
        clock: &dyn Fn() -> Option<Duration>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(SolveResult, Option<Duration>), Error> {
        let task = task.typed::<P>();
        let (solver, mut spent) = (self.get(&task.goal)?, None);
        let result = search(task, &*solver, limit, || {
            let before = clock();
            let report = solver.solve(&task.start, threads, limit, progress);
            spent = before.and_then(|before| clock()?.checked_sub(before));
            report
        });
        Ok((result, spent))
    }

    fn count_all(
        &self,
        task: &dyn AnyTask,
        result: &mut SolveResult,
        counted: CountOptions,
        limit: &Limit,
    ) -> Result<(), Error> {
        if let Some(length) = result.countable(counted) {
            let task = task.typed::<P>();
            let solver = self.get(&task.goal)?;
            result.count_all(task, &*solver, (length, counted), limit);
        }
        Ok(())
    }

    fn record(
        &self,
        task: &dyn AnyTask,
        steps: u32,
        limit: &Limit,
        sink: &mut dyn TraceSink,
    ) -> Result<SolveResult, Error> {
        let task = task.typed::<P>();
        let solver = self.get(&task.goal)?;
        let clock = Stopwatch::start();
        let report = record_to(task, &*solver, steps, limit, sink)?;
        let until = Until::end_of(clock.clone(), limit);
        let seconds = clock.elapsed().as_secs_f64();
        Ok(SolveResult::of((task, &until), solver.plan(), report, seconds))
    }

    #[cfg(feature = "store")]
    fn solve_in_folder(
        &self,
        task: &dyn AnyTask,
        threads: usize,
        limit: &Limit,
        board: &BoardInFolder<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<SolveResult, Error> {
        let task = task.typed::<P>();
        let solver = self.get(&task.goal)?;
        let until = Until::end_of(Stopwatch::start(), limit);
        let (report, time) = solve_in_folder(task, &*solver, (threads, limit), board, progress)?;
        Ok(SolveResult::of((task, &until), solver.plan(), report, time.as_secs_f64()))
    }
}
