//! The surroundings of runs, which only the program knows: tables, clocks, the processor, a display.

use crate::plan::{Board, Cell, Group};
use loyd::choices::SearchChoices;
use loyd::erased::{AnySolvers, AnyTask, solvers};
use loyd::{Error, NoTables, PuzzleName, Remark, SolveResult};
use loyd_search::observe::{Limit, Progress};
use std::time::Duration;

/// The searches of a cell.
pub trait Searches: Send + Sync {
    /// Prepares the search of a position.
    ///
    /// # Errors
    /// If the heuristic is unavailable for the goal, or a table or memory is.
    fn prepare(&self, task: &dyn AnyTask) -> Result<(), Error>;

    /// Time spent on preparation.
    fn setup(&self) -> Duration;

    /// The heuristic's value of a position; `None` if it is unknown.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare).
    fn estimate(&self, task: &dyn AnyTask) -> Result<Option<u32>, Error>;

    /// Searches a position on one thread; also returns the time of the search by `clock`.
    ///
    /// # Errors
    /// The errors of [`prepare`](Self::prepare).
    fn measure(
        &self,
        task: &dyn AnyTask,
        limit: &Limit,
        clock: &dyn Fn() -> Option<Duration>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(SolveResult, Option<Duration>), Error>;
}

impl Searches for Box<dyn AnySolvers> {
    fn prepare(&self, task: &dyn AnyTask) -> Result<(), Error> {
        (**self).prepare(task)
    }

    fn setup(&self) -> Duration {
        (**self).setup()
    }

    fn estimate(&self, task: &dyn AnyTask) -> Result<Option<u32>, Error> {
        (**self).estimate(task)
    }

    fn measure(
        &self,
        task: &dyn AnyTask,
        limit: &Limit,
        clock: &dyn Fn() -> Option<Duration>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(SolveResult, Option<Duration>), Error> {
        (**self).measure(task, 1, limit, clock, progress)
    }
}

/// The surroundings of runs. The defaults are those of a program without tables, clocks and a display.
pub trait Environment: Sync {
    /// The searches of a number of positions, with the tables of the program.
    ///
    /// # Errors
    /// The name in the choices that the puzzle does not have.
    fn searches(
        &self,
        puzzle: PuzzleName,
        choices: &SearchChoices,
        boards: usize,
    ) -> Result<Box<dyn Searches>, Error> {
        let tables = NoTables { memory: 1 << 30 };
        Ok(Box::new(solvers(puzzle, &choices.names(), tables, (boards, &[]))?))
    }

    /// The command that repeats the work.
    fn command(&self) -> Option<&str> {
        None
    }

    /// The model of the processor.
    fn processor(&self) -> String {
        "unknown".to_owned()
    }

    /// The number of cores that the process may use.
    fn cores(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    /// The processor time of the process.
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// Bytes of addresses that the process may use; `None` without a limit.
    fn address_space(&self) -> Option<u64> {
        None
    }

    /// The text of a remark on a wrong result.
    fn message(&self, remark: &Remark) -> String {
        remark.to_string()
    }

    /// Receives the progress.
    fn progress(&self, _progress: &RunProgress<'_>) {}
}

/// The environment of a program without additions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Environment for Plain {}

/// The progress of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct RunProgress<'a> {
    /// The number of finished runs.
    pub done: usize,
    /// The number of runs.
    pub runs: usize,
    /// The group of the current run.
    pub group: &'a Group,
    /// The cell of the current run.
    pub cell: &'a Cell,
    /// The current board, and the progress of its search.
    pub search: Option<(&'a Board, &'a Progress)>,
}
