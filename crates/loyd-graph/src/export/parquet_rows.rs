//! Rows of a Parquet file as texts, as the rows of CSV are.

use loyd_search::rows::Rows;
use parquet::basic::{ConvertedType, Type as Physical};
pub use parquet::errors::ParquetError;
use parquet::errors::Result;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use parquet::schema::types::Type;
use std::fmt::Write;
use std::fs::File;

/// A file with its rows.
pub struct ParquetRows {
    names: Vec<String>,
    /// The types of columns whose cells are neither texts nor whole numbers.
    unfit: Vec<Option<String>>,
    rows: RowIter<'static>,
    number: u64,
    cells: Vec<String>,
}

impl ParquetRows {
    /// Opens a file.
    ///
    /// # Errors
    /// If it is not a Parquet file, or cannot be read.
    pub fn open(file: File) -> Result<Self> {
        let reader = SerializedFileReader::new(file)?;
        let columns = reader.metadata().file_metadata().schema_descr().root_schema().get_fields();
        let names = columns.iter().map(|column| column.name().to_owned()).collect();
        let unfit = columns.iter().map(|column| unfit_type(column)).collect();
        let cells = vec![String::new(); columns.len()];
        let rows = RowIter::from_file_into(Box::new(reader));
        Ok(Self { names, unfit, rows, number: 0, cells })
    }
}

/// The type of a column whose cells are neither texts nor whole numbers.
fn unfit_type(column: &Type) -> Option<String> {
    if !column.is_primitive() {
        return Some("list or group".to_owned());
    }
    let (physical, converted) =
        (column.get_physical_type(), column.get_basic_info().converted_type());
    let is_fit = match physical {
        Physical::INT32 | Physical::INT64 => !matches!(
            converted,
            ConvertedType::DECIMAL
                | ConvertedType::DATE
                | ConvertedType::TIME_MILLIS
                | ConvertedType::TIME_MICROS
                | ConvertedType::TIMESTAMP_MILLIS
                | ConvertedType::TIMESTAMP_MICROS
        ),
        Physical::BYTE_ARRAY => matches!(converted, ConvertedType::UTF8 | ConvertedType::ENUM),
        // Keys of states in an export.
        Physical::FIXED_LEN_BYTE_ARRAY => converted == ConvertedType::NONE,
        _ => false,
    };
    let name = || match converted {
        ConvertedType::NONE => physical.to_string(),
        converted => converted.to_string(),
    };
    (!is_fit).then(name)
}

impl Rows for ParquetRows {
    fn columns(&self) -> &[String] {
        &self.names
    }

    fn unit(&self) -> &'static str {
        "row"
    }

    fn unfit_type(&self, column: usize) -> Option<&str> {
        self.unfit[column].as_deref()
    }

    /// A null is an empty text.
    fn advance(&mut self) -> std::result::Result<Option<u64>, String> {
        let Some(row) = self.rows.next() else { return Ok(None) };
        self.number += 1;
        let row = row.map_err(|why| format!("row {}: {why}", self.number))?;
        for ((_, field), cell) in row.get_column_iter().zip(&mut self.cells) {
            cell.clear();
            match field {
                Field::Null => {}
                Field::Str(text) => cell.push_str(text),
                other => {
                    let _ = write!(cell, "{other}");
                }
            }
        }
        Ok(Some(self.number))
    }

    fn cell(&self, column: usize) -> &str {
        self.cells[column].trim()
    }
}
