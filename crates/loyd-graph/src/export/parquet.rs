//! Parquet: the columns of the CSV, each compressed on its own.
//!
//! | column | type | encoding |
//! |---|---|---|
//! | `key`, `parent` | 64-bit integer, or bytes of a fixed length | differences of neighbours; ascending keys take about a byte |
//! | `position` | text | the common prefix with the row before is left out |
//! | `level` | 32-bit integer | dictionary |
//! | `move` | text | dictionary |
//!
//! `move` and `parent` of the start are null. A row group has `GROUP` rows, which bounds the memory.

use super::{Block, blocks};
use crate::backend::Backend;
use crate::error::{GraphError, Result};
use crate::key::{Key, KeyForm};
use crate::space::MoveName;
use crate::stored::Stored;
use loyd_search::observe::Cancel;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::{ByteArray, FixedLenByteArray};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use std::io::Write;
use std::sync::Arc;

/// Rows of a row group.
const GROUP: usize = 1 << 18;

/// Definition levels of an optional column.
const PRESENT: i16 = 1;
const NULL: i16 = 0;

impl From<ParquetError> for GraphError {
    fn from(error: ParquetError) -> Self {
        match error {
            ParquetError::External(cause) => match cause.downcast::<std::io::Error>() {
                Ok(error) => Self::Write(*error),
                Err(other) => Self::Write(std::io::Error::other(other)),
            },
            other => Self::Write(std::io::Error::other(other)),
        }
    }
}

/// Writes all states; returns their number, or `None` if it was cancelled, and then `to` holds no
/// complete file.
///
/// # Errors
/// If the database holds no graph or fails, or `to` fails.
pub fn write<W: Write + Send>(
    backend: &mut dyn Backend,
    cancel: &Cancel,
    to: W,
) -> Result<Option<u64>> {
    let form = Stored::of(backend)?.space.form;
    let mut file = SerializedFileWriter::new(to, schema(form)?, Arc::new(properties(form)))?;
    let mut group = Group::default();
    let states = blocks(backend, cancel, &mut |block, moves| {
        group.take(block, moves);
        if group.levels.len() >= GROUP { group.write(form, &mut file) } else { Ok(()) }
    })?;
    if states.is_some() {
        group.write(form, &mut file)?;
        file.close()?;
    }
    Ok(states)
}

/// The columns.
fn schema(form: KeyForm) -> Result<TypePtr> {
    let key = |name, repetition| {
        let builder = match form.bytes() {
            Some(length) => Type::primitive_type_builder(name, Physical::FIXED_LEN_BYTE_ARRAY)
                .with_length(i32::try_from(length).unwrap_or(i32::MAX)),
            None => Type::primitive_type_builder(name, Physical::INT64),
        };
        builder.with_repetition(repetition).build().map(Arc::new)
    };
    let text = |name, repetition| {
        let builder = Type::primitive_type_builder(name, Physical::BYTE_ARRAY);
        let builder = builder.with_logical_type(Some(LogicalType::String));
        builder.with_repetition(repetition).build().map(Arc::new)
    };
    let level = Type::primitive_type_builder("level", Physical::INT32);
    let level = level.with_repetition(Repetition::REQUIRED).build().map(Arc::new);
    let fields = vec![
        key("key", Repetition::REQUIRED)?,
        text("position", Repetition::REQUIRED)?,
        level?,
        text("move", Repetition::OPTIONAL)?,
        key("parent", Repetition::OPTIONAL)?,
    ];
    Ok(Arc::new(Type::group_type_builder("state").with_fields(fields).build()?))
}

/// Encodings and compression.
fn properties(form: KeyForm) -> WriterProperties {
    let keys =
        if form.is_number() { Encoding::DELTA_BINARY_PACKED } else { Encoding::DELTA_BYTE_ARRAY };
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(format!("loyd {}", env!("CARGO_PKG_VERSION")));
    for (name, encoding) in
        [("key", keys), ("parent", keys), ("position", Encoding::DELTA_BYTE_ARRAY)]
    {
        let column = ColumnPath::from(name);
        builder = builder.set_column_dictionary_enabled(column.clone(), false);
        builder = builder.set_column_encoding(column, encoding);
    }
    builder.build()
}

/// The rows of a row group, column by column.
#[derive(Default)]
struct Group {
    keys: Vec<Key>,
    positions: Vec<ByteArray>,
    levels: Vec<i32>,
    moves: Vec<Option<ByteArray>>,
    parents: Vec<Option<Key>>,
}

impl Group {
    fn take(&mut self, block: &Block, moves: &[MoveName]) {
        let rows = &block.rows;
        self.keys.extend((0..rows.len()).map(|row| Key::at(&rows.keys, row)));
        self.positions.extend(block.positions.iter().map(|text| ByteArray::from(text.as_str())));
        self.levels
            .extend(rows.levels.iter().map(|&level| i32::try_from(level).unwrap_or(i32::MAX)));
        let name = |mv: &Option<_>| {
            let mv = mv.and_then(|mv| moves.get(usize::from(mv)));
            mv.map(|mv| ByteArray::from(mv.name.as_str()))
        };
        self.moves.extend(rows.moves.iter().map(name));
        self.parents.extend(block.parents.iter().cloned());
    }

    /// Writes the rows as a row group and forgets them.
    fn write<W: Write + Send>(
        &mut self,
        form: KeyForm,
        file: &mut SerializedFileWriter<W>,
    ) -> Result<()> {
        if self.levels.is_empty() {
            return Ok(());
        }
        let Self { keys, positions, levels, moves, parents } = std::mem::take(self);
        let mut group = file.next_row_group()?;
        put_keys(&mut group, form, keys.into_iter().map(Some).collect(), false)?;
        column(&mut group, |writer| match writer {
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                writer.write_batch(&positions, None, None)
            }
            _ => Err(mismatch()),
        })?;
        column(&mut group, |writer| match writer {
            ColumnWriter::Int32ColumnWriter(writer) => writer.write_batch(&levels, None, None),
            _ => Err(mismatch()),
        })?;
        let present = definitions(&moves);
        let names: Vec<ByteArray> = moves.into_iter().flatten().collect();
        column(&mut group, |writer| match writer {
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                writer.write_batch(&names, Some(&present), None)
            }
            _ => Err(mismatch()),
        })?;
        put_keys(&mut group, form, parents, true)?;
        group.close()?;
        Ok(())
    }
}

/// Writes a column of keys.
fn put_keys<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    form: KeyForm,
    keys: Vec<Option<Key>>,
    optional: bool,
) -> Result<()> {
    let present = optional.then(|| definitions(&keys));
    let keys = keys.into_iter().flatten();
    if form.is_number() {
        let number = |key| if let Key::Number(number) = key { Some(number) } else { None };
        let numbers: Vec<i64> = keys.filter_map(number).collect();
        return column(group, |writer| match writer {
            ColumnWriter::Int64ColumnWriter(writer) => {
                writer.write_batch(&numbers, present.as_deref(), None)
            }
            _ => Err(mismatch()),
        });
    }
    let bytes = |key| match key {
        Key::Bytes(bytes) => Some(FixedLenByteArray::from(Vec::from(bytes))),
        Key::Number(_) => None,
    };
    let all: Vec<FixedLenByteArray> = keys.filter_map(bytes).collect();
    column(group, |writer| match writer {
        ColumnWriter::FixedLenByteArrayColumnWriter(writer) => {
            writer.write_batch(&all, present.as_deref(), None)
        }
        _ => Err(mismatch()),
    })
}

/// Writes the next column of a row group.
fn column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    write: impl FnOnce(&mut ColumnWriter<'_>) -> parquet::errors::Result<usize>,
) -> Result<()> {
    let mut next = group.next_column()?.ok_or_else(mismatch)?;
    write(next.untyped())?;
    next.close()?;
    Ok(())
}

/// The definition levels of an optional column.
fn definitions<T>(values: &[Option<T>]) -> Vec<i16> {
    values.iter().map(|value| if value.is_some() { PRESENT } else { NULL }).collect()
}

fn mismatch() -> ParquetError {
    ParquetError::General("a column is not of the type of the schema".to_owned())
}
