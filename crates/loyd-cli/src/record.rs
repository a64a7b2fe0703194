//! One result as named values in a fixed order; what JSON and CSV are made of.

use loyd::puzzle::Field;
use serde_json::Value;

/// A field of a position as a value of a record.
pub(crate) fn value(field: Field) -> Value {
    match field {
        Field::Text(text) => text.into(),
        Field::Number(number) => number.into(),
    }
}

/// A row of CSV, an object of JSON.
#[derive(Default)]
pub(crate) struct Record {
    fields: Vec<(String, Value)>,
    notes: Vec<(String, Value)>,
}

impl Record {
    /// No fields.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// One more field.
    pub(crate) fn push(&mut self, name: &str, value: impl Into<Value>) {
        self.fields.push((name.to_owned(), value.into()));
    }

    /// One more field from the input, renamed if there is one of that name.
    pub(crate) fn pass(&mut self, name: &str, value: &str) {
        let mut name = name.to_owned();
        while self.fields.iter().any(|(taken, _)| *taken == name) {
            name.insert_str(0, "input_");
        }
        self.fields.push((name, value.into()));
    }

    /// Something that only JSON has room for.
    pub(crate) fn note(&mut self, name: &str, value: impl Into<Value>) {
        self.notes.push((name.to_owned(), value.into()));
    }

    /// Names and values in order.
    pub(crate) fn fields(&self) -> &[(String, Value)] {
        &self.fields
    }

    /// As fields, for JSON only.
    pub(crate) fn notes(&self) -> &[(String, Value)] {
        &self.notes
    }
}
