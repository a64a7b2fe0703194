//! A table of estimates: CSV with a column `position` and one of values, as `loyd graph export` writes it.

use super::value;
use crate::exit::Failure;
use crate::files;
use loyd::erased::AnyTask;
use loyd_search::quote::{quoted, shortened};
use std::collections::HashMap;
use std::path::Path;

/// Bytes of the longest table.
const MAX_BYTES: u64 = 4 << 30;

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
        let bytes = files::read(file, MAX_BYTES)?;
        let wrong = |reason: String| Failure::input(format!("{name}: {reason}"));
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(&bytes[..]);
        let header = reader.headers().map_err(|why| wrong(why.to_string()))?.clone();
        let column = |names: &[&str]| {
            let mut names = names.iter();
            names.find_map(|name| header.iter().position(|it| it.eq_ignore_ascii_case(name)))
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
        for record in reader.records() {
            let record = record.map_err(|why| wrong(why.to_string()))?;
            let line = record.position().map_or(0, csv::Position::line);
            let field = |at: usize| record.get(at).unwrap_or_default();
            let text = field(position);
            let task = puzzle.restore(&shape, text, &goal);
            let task = task.map_err(|why| {
                wrong(format!("line {line}: {} is not a position: {why}", quoted(&shortened(text))))
            })?;
            let estimate = value(field(number)).ok_or_else(|| {
                let text = quoted(&shortened(field(number)));
                wrong(format!("line {line}: {text} is not a whole number from 0 on"))
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
