//! Records as a table in Markdown.

use super::{Form, Format, cell};
use crate::document::markdown;
use crate::record::Record;

/// A table with a row per result.
#[derive(Debug)]
pub struct Markdown;

impl Format for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn summary(&self) -> &'static str {
        "A table in Markdown with one row per result"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["md"]
    }

    fn form(&self) -> Form {
        Form::Rows
    }

    fn header(&self, first: &Record) -> String {
        let fields = first.fields().iter();
        markdown::head(fields.map(|(name, value)| (&name[..], value.is_number())))
    }

    fn record(&self, record: &Record, _text: &mut dyn FnMut() -> String) -> String {
        markdown::row(record.fields().iter().map(|(_, value)| cell(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_on_the_right_and_bars_are_escaped() {
        let mut record = Record::new();
        record.push("text", "a|b");
        record.push("number", 6e-6);
        record.push("none", serde_json::Value::Null);
        record.note("left out", 1);
        let table = Markdown.header(&record) + &Markdown.record(&record, &mut String::new);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(
            lines,
            ["| text | number | none |", "| --- | ---: | --- |", "| a\\|b | 0.000006 |  |"]
        );
    }
}
