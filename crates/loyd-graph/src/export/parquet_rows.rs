//! Rows of a Parquet file as texts, as the rows of CSV are.

pub use parquet::errors::ParquetError;
use parquet::errors::Result;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use std::fs::File;

/// A file with its rows.
pub struct ParquetRows {
    names: Vec<String>,
    rows: RowIter<'static>,
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
        Ok(Self { names, rows: RowIter::from_file_into(Box::new(reader)) })
    }

    /// The names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

impl Iterator for ParquetRows {
    type Item = Result<Vec<String>>;

    /// The next row; a null is an empty text.
    fn next(&mut self) -> Option<Self::Item> {
        let text = |(_, field): (&String, &Field)| match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            other => other.to_string(),
        };
        Some(self.rows.next()?.map(|row| row.get_column_iter().map(text).collect()))
    }
}
