//! CSV, with commas, semicolons or tabs between its cells.

use csv::{Error, ErrorKind, ReaderBuilder, StringRecord};
use loyd_search::rows::Rows;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// Bytes that are read at a time.
const BUFFER: usize = 1 << 16;

/// The separators, the usual one last.
const SEPARATORS: [u8; 3] = [b';', b'\t', b','];

/// The rows of a file of CSV.
pub(super) struct CsvRows {
    reader: csv::Reader<BufReader<File>>,
    columns: Vec<String>,
    row: StringRecord,
}

impl CsvRows {
    /// Reads the names of the columns.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(super) fn new(file: File) -> Result<Self, String> {
        let mut file = BufReader::with_capacity(BUFFER, file);
        let start = file.fill_buf().map_err(|error| error.to_string())?;
        let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let count = |separator: &u8| line.split(|byte| byte == separator).count();
        let separator = SEPARATORS.into_iter().max_by_key(count).unwrap_or(b',');
        let mut reader = ReaderBuilder::new().delimiter(separator).from_reader(file);
        let columns = reader.headers().map_err(|error| reason(&error))?;
        let columns = columns.iter().map(|name| name.trim().to_owned()).collect();
        Ok(Self { reader, columns, row: StringRecord::new() })
    }
}

impl Rows for CsvRows {
    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn unit(&self) -> &'static str {
        "line"
    }

    fn advance(&mut self) -> Result<Option<u64>, String> {
        let is_row = self.reader.read_record(&mut self.row).map_err(|error| reason(&error))?;
        Ok(is_row.then(|| self.row.position().map_or(0, csv::Position::line)))
    }

    fn cell(&self, column: usize) -> &str {
        self.row.get(column).unwrap_or_default().trim()
    }
}

/// The place and the reason of an error.
fn reason(error: &Error) -> String {
    let line = error.position().map_or(1, csv::Position::line);
    match error.kind() {
        ErrorKind::Utf8 { .. } => format!("line {line} is not UTF-8: save the file as UTF-8"),
        ErrorKind::UnequalLengths { expected_len, len, .. } => {
            let cells = if *len == 1 { "1 cell".to_owned() } else { format!("{len} cells") };
            format!("line {line} has {cells}, but the first line names {expected_len} columns")
        }
        _ => error.to_string(),
    }
}
