//! Records as JSON: one object a line.

use super::{Form, Format};
use crate::record::Record;

/// One object a line.
#[derive(Debug)]
pub struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn summary(&self) -> &'static str {
        "One object per line, written as soon as it is known"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["json", "jsonl", "ndjson"]
    }

    fn form(&self) -> Form {
        Form::Objects
    }

    fn record(&self, record: &Record, _text: &mut dyn FnMut() -> String) -> String {
        line(record)
    }
}

/// A record as a line, its end included.
pub fn line(record: &Record) -> String {
    format!("{}\n", record.json())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_fields_and_notes_in_order() {
        let mut record = Record::new();
        record.note("b", 2);
        record.push("c", "x\ny");
        record.push("a", 0.5);
        assert_eq!(line(&record), "{\"c\":\"x\\ny\",\"a\":0.5,\"b\":2}\n");
    }
}
