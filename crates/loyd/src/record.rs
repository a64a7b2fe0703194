//! Fields of positions as values of records, and the progress of a search as an object.

use loyd_search::observe::Progress;
use loyd_search::puzzle::Field;
use serde_json::{Value, json};

pub use loyd_report::record::Record;

/// A field of a position as a value of a record.
pub fn value(field: Field) -> Value {
    match field {
        Field::Text(text) => text.into(),
        Field::Number(number) => number.into(),
    }
}

/// The progress of a search as an object of JSON.
pub fn progress_json(progress: &Progress) -> Value {
    json!({
        "bound": progress.bound,
        "best": progress.best,
        "expanded": progress.expanded,
        "generated": progress.generated,
        "open": progress.lists.0,
        "closed": progress.lists.1,
        "fraction": progress.fraction,
        "seconds": progress.elapsed.as_secs_f64(),
    })
}
