//! Tables in files, CSV or Parquet by the ending, as rows of texts.

mod csv;

use crate::exit::Failure;
use crate::files;
#[cfg(feature = "parquet")]
use loyd_graph::export::parquet_rows::ParquetRows;
use loyd_search::rows::Rows;
use std::path::Path;

/// Bytes of the longest file.
const MAX_BYTES: u64 = 4 << 30;

/// True for the name of a file of Parquet.
pub(crate) fn is_parquet(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet"))
}

/// Opens a table.
///
/// # Errors
/// If the file cannot be read, is not a table, or is too long.
pub(crate) fn open(file: &Path) -> Result<Box<dyn Rows>, Failure> {
    if is_parquet(file) {
        return parquet(file);
    }
    let opened = files::open(file, MAX_BYTES)?;
    let rows = csv::CsvRows::new(opened);
    let rows = rows.map_err(|why| Failure::input(format!("{}: {why}", file.display())))?;
    Ok(Box::new(rows))
}

#[cfg(feature = "parquet")]
fn parquet(file: &Path) -> Result<Box<dyn Rows>, Failure> {
    let opened = files::open(file, u64::MAX)?;
    let failed = |why: &dyn std::fmt::Display| {
        Failure::input(format!("cannot read {} as Parquet: {why}", file.display()))
    };
    if !opened.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Err(failed(&"it is not a plain file"));
    }
    Ok(Box::new(ParquetRows::open(opened).map_err(|why| failed(&why))?))
}

#[cfg(not(feature = "parquet"))]
fn parquet(_file: &Path) -> Result<Box<dyn Rows>, Failure> {
    Err(crate::left_out::failure("Parquet files", "parquet"))
}
