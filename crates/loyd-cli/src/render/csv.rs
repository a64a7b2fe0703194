//! A header, then one row a record.

use loyd_facade::record::Record;
use serde_json::Value;

/// The names of a record's fields.
pub(crate) fn header(record: &Record) -> String {
    row_of(record.fields().iter().map(|(name, _)| name.clone()))
}

/// The values of a record's fields; what is not known is empty.
pub(crate) fn row(record: &Record) -> String {
    row_of(record.fields().iter().map(|(_, value)| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        // Never in the form 6e-6, which not every reader takes.
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        other => other.to_string(),
    }))
}

fn row_of(fields: impl Iterator<Item = String>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(fields).and_then(|()| Ok(writer.flush()?));
    debug_assert!(written.is_ok(), "writing to memory cannot fail");
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}
