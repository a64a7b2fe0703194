//! Heuristics outside of loyd: a program that estimates positions, and a table of estimates.
//!
//! | file | contents |
//! |---|---|
//! | `program` | `command:PROGRAM`: positions in, numbers out |
//! | `table` | `table:FILE`: CSV or Parquet with positions and values |
//! | `audit` | the estimates of all states beside their distances |
//! | `opened` | a heuristic that is opened for one goal after the other |
//! | `solve` | best-first searches |
//! | `compare` | the searches of a comparison |

pub(crate) mod audit;
pub(crate) mod compare;
pub(crate) mod opened;
mod program;
pub(crate) mod solve;
mod table;
#[cfg(test)]
mod tests;

use crate::exit::Failure;
use loyd::erased::AnyTask;
use loyd_search::observe::Cancel;
use program::Program;
use std::path::Path;
use table::Table;

/// The estimates of positions from outside.
pub(crate) enum External {
    Program(Program),
    Table(Table),
}

impl External {
    /// The heuristic that a text names; `None` for the heuristics of loyd.
    ///
    /// # Errors
    /// If the program cannot be started, or the table cannot be read.
    pub(crate) fn open(
        text: &str,
        goal: &dyn AnyTask,
        cancel: &Cancel,
    ) -> Option<Result<Self, Failure>> {
        if let Some(line) = text.strip_prefix("command:") {
            return Some(Program::start(line.trim(), goal, cancel).map(Self::Program));
        }
        let file = text.strip_prefix("table:")?;
        Some(Table::read(Path::new(file.trim()), goal).map(Self::Table))
    }

    /// True if a text names such a heuristic.
    pub(crate) fn is_named(text: &str) -> bool {
        text.starts_with("command:") || text.starts_with("table:")
    }

    /// The estimates of positions, each on one line.
    ///
    /// # Errors
    /// If an estimate is missing or is not a whole number from 0 on.
    pub(crate) fn estimates(&mut self, positions: &[String]) -> Result<Vec<u32>, Failure> {
        match self {
            Self::Program(program) => program.estimates(positions),
            Self::Table(table) => table.estimates(positions),
        }
    }
}

/// Reads an estimate.
fn value(text: &str) -> Option<u32> {
    let number = text.trim().parse::<f64>().ok()?;
    let is_value = number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0;
    is_value.then_some(number as u32)
}
