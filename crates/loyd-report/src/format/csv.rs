//! Records as CSV: a header, then one row each.

use super::{Form, Format, cell};
use crate::record::Record;

/// A header, then one row per result.
#[derive(Debug)]
pub struct Csv;

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn summary(&self) -> &'static str {
        "A header, then one row per result"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["csv"]
    }

    fn form(&self) -> Form {
        Form::Rows
    }

    fn header(&self, first: &Record) -> String {
        header(first)
    }

    fn record(&self, record: &Record, _text: &mut dyn FnMut() -> String) -> String {
        row(record)
    }
}

/// The names of a record's fields, line end included.
pub fn header(record: &Record) -> String {
    row_of(record.fields().iter().map(|(name, _)| name.clone()))
}

/// The values of a record's fields, line end included; null is an empty field.
pub fn row(record: &Record) -> String {
    row_of(record.fields().iter().map(|(_, value)| cell(value)))
}

fn row_of(fields: impl Iterator<Item = String>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(fields).and_then(|()| Ok(writer.flush()?));
    debug_assert!(written.is_ok(), "writing to memory cannot fail");
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn values_are_quoted_where_they_must_be_and_numbers_have_no_exponent() {
        let mut record = Record::new();
        record.push("text", "a,\"b\"");
        record.push("number", 6e-6);
        record.push("none", Value::Null);
        record.pass("text", "input");
        record.note("left out", 1);
        assert_eq!(header(&record), "text,number,none,input_text\n");
        assert_eq!(row(&record), "\"a,\"\"b\"\"\",0.000006,,input\n");
    }
}
