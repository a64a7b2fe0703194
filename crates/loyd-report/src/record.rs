//! One result as named values in a fixed order, for JSON and CSV.

use serde_json::{Map, Value};

/// A row of CSV, an object of JSON.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    fields: Vec<(String, Value)>,
    notes: Vec<(String, Value)>,
}

/// The fields of an object.
impl From<Map<String, Value>> for Record {
    fn from(object: Map<String, Value>) -> Self {
        Self { fields: object.into_iter().collect(), notes: Vec::new() }
    }
}

impl Record {
    /// A record without fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field.
    pub fn push(&mut self, name: &str, value: impl Into<Value>) {
        self.fields.push((name.to_owned(), value.into()));
    }

    /// Adds a field from the input, renamed if there is one of that name.
    pub fn pass(&mut self, name: &str, value: &str) {
        let mut name = name.to_owned();
        while self.fields.iter().any(|(taken, _)| *taken == name) {
            name.insert_str(0, "input_");
        }
        self.fields.push((name, value.into()));
    }

    /// Adds a value that only JSON has room for.
    pub fn note(&mut self, name: &str, value: impl Into<Value>) {
        self.notes.push((name.to_owned(), value.into()));
    }

    /// Adds the fields and notes of another record behind those that are there.
    pub fn extend(&mut self, other: Record) {
        self.fields.extend(other.fields);
        self.notes.extend(other.notes);
    }

    /// Names and values in order.
    pub fn fields(&self) -> &[(String, Value)] {
        &self.fields
    }

    /// Names and values that are for JSON only.
    pub fn notes(&self) -> &[(String, Value)] {
        &self.notes
    }

    /// The fields and notes as an object of JSON, in order.
    pub fn json(&self) -> Value {
        Value::Object(self.fields.iter().chain(&self.notes).cloned().collect())
    }
}
