//! Fields of positions as values of records.

use loyd::puzzle::Field;
use serde_json::Value;

pub use loyd_report::record::Record;

/// A field of a position as a value of a record.
pub fn value(field: Field) -> Value {
    match field {
        Field::Text(text) => text.into(),
        Field::Number(number) => number.into(),
    }
}
