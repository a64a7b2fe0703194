//! The surroundings of runs, which only the program knows: tables, clocks, the processor, a display.

use crate::plan::{Board, Cell, Group};
use loyd::choices::SearchChoices;
use loyd::erased::{AnySolvers, solvers};
use loyd::{Error, NoTables, PuzzleName, Remark};
use loyd_search::observe::Progress;
use std::time::Duration;

/// The surroundings of runs. The defaults are those of a program without tables, clocks and a display.
pub trait Environment: Sync {
    /// Solvers for a number of positions, with the tables of the program.
    ///
    /// # Errors
    /// The name in the choices that the puzzle does not have.
    fn solvers(
        &self,
        puzzle: PuzzleName,
        choices: &SearchChoices,
        boards: usize,
    ) -> Result<Box<dyn AnySolvers>, Error> {
        let tables = NoTables { memory: 1 << 30 };
        solvers(puzzle, &choices.names(), tables, (boards, &[]))
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
