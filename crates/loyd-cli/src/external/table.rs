//! A table of estimates: CSV or Parquet with a column `position` and one of values, as `loyd graph export` writes it.

use super::value;
use crate::exit::Failure;
use crate::files;
use loyd::erased::AnyTask;
#[cfg(feature = "parquet")]
use loyd_graph::export::parquet_rows::ParquetRows;
use loyd_search::quote::{quoted, shortened};
use std::collections::HashMap;
use std::path::Path;

/// Bytes of the longest table.
const MAX_BYTES: u64 = 4 << 30;

/// The names of a column of values, the first that is there.
const VALUES: [&str; 4] = ["value", "estimate", "distance", "level"];

/// A row with its number, or the reason why it cannot be read.
type NumberedRow = Result<(u64, Vec<String>), String>;

/// The rows of a file as texts.
struct Rows {
    header: Vec<String>,
    records: Box<dyn Iterator<Item = NumberedRow>>,
    /// The noun for the number of a row.
    unit: &'static str,
}

/// The rows of a file of CSV.
fn csv(file: &Path) -> Result<Rows, Failure> {
    let bytes = std::io::Cursor::new(files::read(file, MAX_BYTES)?);
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
    let header = reader.headers();
    let header = header.map_err(|why| Failure::input(format!("{}: {why}", file.display())))?;
    let header = header.iter().map(str::to_owned).collect();
    let rows = reader.into_records().map(|record| {
        let record = record.map_err(|why| why.to_string())?;
        let line = record.position().map_or(0, csv::Position::line);
        Ok((line, record.iter().map(str::to_owned).collect()))
    });
    Ok(Rows { header, records: Box::new(rows), unit: "line" })
}

/// The rows of a Parquet file.
#[cfg(feature = "parquet")]
fn parquet(file: &Path) -> Result<Rows, Failure> {
    files::reading(file)?;
    let failed = |why: &dyn std::fmt::Display| {
        Failure::input(format!("cannot read {} as Parquet: {why}", file.display()))
    };
    let opened = std::fs::File::open(file).map_err(|why| failed(&why))?;
    if !opened.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Err(failed(&"it is not a plain file"));
    }
    let rows = ParquetRows::open(opened).map_err(|why| failed(&why))?;
    let header = rows.names().to_vec();
    let rows = (1..).zip(rows).map(|(row, texts)| Ok((row, texts.map_err(|why| why.to_string())?)));
    Ok(Rows { header, records: Box::new(rows), unit: "row" })
}

#[cfg(not(feature = "parquet"))]
fn parquet(_file: &Path) -> Result<Rows, Failure> {
    Err(crate::left_out::failure("Parquet files", "parquet"))
}

/// The estimates of positions, by their text.
pub(crate) struct Table {
    name: String,
    values: HashMap<String, u32>,
}

impl Table {
    /// Reads a file.
    pub(super) fn read(file: &Path, goal: &dyn AnyTask) -> Result<Self, Failure> {
        let name = file.display().to_string();
        let is_parquet = file.extension().is_some_and(|it| it.eq_ignore_ascii_case("parquet"));
        let Rows { header, records, unit } = if is_parquet { parquet(file)? } else { csv(file)? };
        let wrong = |reason: String| Failure::input(format!("{name}: {reason}"));
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
        for row in records {
            let (line, row) = row.map_err(&wrong)?;
            let field = |at: usize| row.get(at).map_or("", String::as_str);
            let text = field(position);
            let task = puzzle.restore(&shape, text, &goal);
            let task = task.map_err(|why| {
                let text = quoted(&shortened(text));
                wrong(format!("{unit} {line}: {text} is not a position: {why}"))
            })?;
            let estimate = value(field(number)).ok_or_else(|| {
                let text = quoted(&shortened(field(number)));
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
