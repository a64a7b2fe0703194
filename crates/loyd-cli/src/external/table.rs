//! A table of estimates: CSV or Parquet with a column `position` and one of values, as `loyd graph export` writes it.

use super::value;
use crate::exit::Failure;
use crate::rows;
use loyd::erased::AnyTask;
use loyd_search::quote::{quoted, shortened};
use std::collections::HashMap;
use std::path::Path;

/// The names of a column of values, the first that is there.
const VALUES: [&str; 4] = ["value", "estimate", "distance", "level"];

/// The estimates of positions, by their text.
pub(crate) struct Table {
    name: String,
    values: HashMap<String, u32>,
}

impl Table {
    /// Reads a file.
    pub(super) fn read(file: &Path, goal: &dyn AnyTask) -> Result<Self, Failure> {
        let name = file.display().to_string();
        let mut rows = rows::open(file)?;
        let wrong = |reason: String| Failure::input(format!("{name}: {reason}"));
        let column = |names: &[&str]| {
            let mut names = names.iter();
            names
                .find_map(|name| rows.columns().iter().position(|it| it.eq_ignore_ascii_case(name)))
        };
        let columns = (column(&["position", "key"]), column(&VALUES));
        let (Some(position), Some(number)) = columns else {
            return Err(wrong(format!(
                "a table of estimates has a column position, and one of {}",
                VALUES.join(", ")
            )));
        };
        let (puzzle, shape, goal) = (goal.puzzle().puzzle(), goal.shape(), goal.goal());
        let mut values = HashMap::new();
        while let Some(line) = rows.advance().map_err(&wrong)? {
            let (unit, text) = (rows.unit(), rows.cell(position));
            let task = puzzle.restore(&shape, text, &goal);
            let task = task.map_err(|why| {
                let text = quoted(&shortened(text));
                wrong(format!("{unit} {line}: {text} is not a position: {why}"))
            })?;
            let estimate = value(rows.cell(number)).ok_or_else(|| {
                let text = quoted(&shortened(rows.cell(number)));
                wrong(format!("{unit} {line}: {text} is not a whole number from 0 on"))
            })?;
            values.insert(task.start(), estimate);
        }
        Ok(Self { name, values })
    }

    /// The values of positions.
    pub(super) fn estimates(&self, positions: &[String]) -> Result<Vec<u32>, Failure> {
        let value = |position: &String| {
            self.values
                .get(position)
                .copied()
                .ok_or_else(|| Failure::input(format!("{} has no value for {position}", self.name)))
        };
        positions.iter().map(value).collect()
    }
}
