//! A solution as the fields of a record.

use super::Solution;
use crate::input::Item;
use crate::puzzles::Family;
use crate::record::{Record, value};
use serde_json::Value;

/// The columns of a position; of a text that is none, what was given.
pub(crate) fn position<P: Family>(item: &Item<P>) -> Vec<(&'static str, Value)> {
    if let Ok(task) = &item.task {
        let fields = P::fields(&task.start).into_iter();
        return fields.map(|(name, field)| (name, value(field))).collect();
    }
    let mut values: Vec<_> = P::FIELDS.iter().map(|&name| (name, Value::Null)).collect();
    if let (Some(first), Some(given)) = (values.first_mut(), &item.given) {
        first.1 = given.clone().into();
    }
    values
}

impl Solution {
    /// The result as fields, those of the input that are passed through last.
    pub(crate) fn record(&self, columns: &[String]) -> Record {
        let mut record = Record::new();
        record.push("id", self.id.clone());
        record.push("status", self.status.name());
        record.push("length", self.length);
        record.push("proven", self.proven);
        record.push("lower_bound", self.lower_bound);
        record.push("moves", self.moves.clone());
        record.push("expanded", self.expanded);
        record.push("generated", self.generated);
        record.push("seconds", self.seconds.map(|seconds| (seconds * 1e6).round() / 1e6));
        record.push("algorithm", self.algorithm.clone());
        record.push("heuristic", self.heuristic.clone());
        record.push("puzzle", self.puzzle.clone());
        for (name, value) in &self.position {
            record.push(name, value.clone());
        }
        record.push("goal", self.goal.clone());
        record.push("metric", self.metric.clone());
        if self.wants_all {
            // Larger numbers than JSON readers can hold are text.
            let count = self.all.as_ref().map_or(Value::Null, |all| {
                u32::try_from(all.count).map_or_else(|_| all.count.to_string().into(), Value::from)
            });
            record.push("solutions", count);
            let moves = self.all.iter().flat_map(|all| all.moves.clone());
            record.note("all_moves", moves.collect::<Vec<_>>());
        }
        // Searches without lists insert nothing.
        if self.statistics.inserted > 0 {
            record.note("inserted", self.statistics.inserted);
            record.note("reopened", self.statistics.reopened);
            record.note("peak_open", self.statistics.peak_open);
            record.note("peak_closed", self.statistics.peak_closed);
            record.note("bytes", self.statistics.bytes);
        }
        for (column, value) in columns.iter().zip(&self.passed) {
            record.pass(column, value);
        }
        if let Some(message) = self.error().as_ref().or(self.message.as_ref()) {
            record.note("message", message.clone());
        }
        record
    }
}
