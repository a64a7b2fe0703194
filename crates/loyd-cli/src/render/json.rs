//! One object a line.

use loyd_facade::record::Record;
use serde_json::{Map, Value};

/// A record as a line, its end included.
pub(crate) fn line(record: &Record) -> String {
    let all = record.fields().iter().chain(record.notes()).cloned();
    let object: Map<String, Value> = all.collect();
    format!("{}\n", Value::Object(object))
}
