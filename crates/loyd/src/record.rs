//! Results as objects of JSON and as rows, and the progress of a search.

use loyd_search::observe::Progress;
use loyd_search::puzzle::Field;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

pub use loyd_report::record::Record;

/// A field of a position as a value of a record.
pub fn value(field: Field) -> Value {
    match field {
        Field::Text(text) => text.into(),
        Field::Number(number) => number.into(),
    }
}

/// A result as an object of JSON.
pub fn json(result: &impl Serialize) -> Value {
    serde_json::to_value(result).unwrap_or_else(|why| unreachable!("keys are texts: {why}"))
}

/// The fields of a result.
pub(crate) fn object(result: &impl Serialize) -> Map<String, Value> {
    let Value::Object(fields) = json(result) else { unreachable!("results are objects") };
    fields
}

/// A result as a row.
pub(crate) fn record(result: &impl Serialize) -> Record {
    object(result).into()
}

/// Writes named values as fields of the object around them, for `serialize_with`.
pub(crate) fn columns<S: Serializer>(
    columns: &[(&'static str, impl Serialize)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(columns.iter().map(|(name, value)| (name, value)))
}

/// The progress of a search in plain values.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SolveProgress {
    /// The bound of the iteration, or the least f: every solution costs at least this much.
    pub bound: u32,
    /// The cost of the best solution so far.
    pub best: Option<u32>,
    /// States expanded.
    pub expanded: u64,
    /// States generated; null if the search counts them at the end of an iteration.
    pub generated: Option<u64>,
    /// States on the open list; 0 for searches without lists.
    pub open: u64,
    /// States on the closed list; 0 for searches without lists.
    pub closed: u64,
    /// The completed share of the iteration, from 0 to 1, if it can be estimated.
    pub fraction: Option<f64>,
    /// Seconds since the search began.
    pub seconds: f64,
}

impl From<&Progress> for SolveProgress {
    fn from(progress: &Progress) -> Self {
        let (open, closed) = progress.lists;
        Self {
            bound: progress.bound,
            best: progress.best,
            expanded: progress.expanded,
            generated: progress.generated,
            open,
            closed,
            fraction: progress.fraction,
            seconds: progress.elapsed.as_secs_f64(),
        }
    }
}

#[cfg(test)]
mod tests;
