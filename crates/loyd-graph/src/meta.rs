//! Facts about a graph, as its table `meta` has them.

use crate::error::{GraphError, Result};
use crate::key::KeyForm;

/// The version of the format. A database of another one is refused.
pub const FORMAT: u32 = 1;

/// Facts about a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meta {
    /// The version of the program that created it.
    pub program: String,
    /// The family: `tiles`, `cube2`.
    pub puzzle: String,
    /// The shape: `3x3`, `cube2`.
    pub shape: String,
    /// The goal as a position, which is the start of the graph.
    pub goal: String,
    /// The metric.
    pub metric: String,
    /// The form of its keys.
    pub key: KeyForm,
    /// True if the table of states has positions as text.
    pub positions: bool,
    /// The strategy of the last build.
    pub strategy: String,
    /// True if every state that can reach the goal is stored.
    pub complete: bool,
}

impl Meta {
    /// The names and values of the table.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        let flag = |flag: bool| if flag { "yes" } else { "no" }.to_owned();
        vec![
            ("format", FORMAT.to_string()),
            ("program", self.program.clone()),
            ("puzzle", self.puzzle.clone()),
            ("shape", self.shape.clone()),
            ("goal", self.goal.clone()),
            ("metric", self.metric.clone()),
            ("key", self.key.to_string()),
            ("positions", flag(self.positions)),
            ("strategy", self.strategy.clone()),
            ("complete", flag(self.complete)),
        ]
    }

    /// The facts in the rows of the table.
    ///
    /// # Errors
    /// If the format is another one, or a value is missing or unreadable.
    pub fn read(place: &str, rows: &[(String, String)]) -> Result<Self> {
        let damaged = |reason: String| GraphError::Damaged { place: place.to_owned(), reason };
        let value = |name: &str| {
            let value = rows.iter().find(|(its, _)| its == name).map(|(_, value)| value.clone());
            value.ok_or_else(|| damaged(format!("its table meta has no {name}")))
        };
        let format = value("format")?;
        if format != FORMAT.to_string() {
            let place = place.to_owned();
            return Err(GraphError::Version { place, format, supported: FORMAT });
        }
        let key = value("key")?;
        let key = key.parse().map_err(|()| damaged(format!("{key} is not a form of keys")))?;
        Ok(Self {
            program: value("program")?,
            puzzle: value("puzzle")?,
            shape: value("shape")?,
            goal: value("goal")?,
            metric: value("metric")?,
            key,
            positions: value("positions")? == "yes",
            strategy: value("strategy")?,
            complete: value("complete")? == "yes",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_back_and_other_formats_are_refused() {
        let meta = Meta {
            program: "0.1.0".to_owned(),
            puzzle: "tiles".to_owned(),
            shape: "3x3".to_owned(),
            goal: "1 2 3 4 5 6 7 8 0".to_owned(),
            metric: "multi".to_owned(),
            key: KeyForm::Board(9),
            positions: false,
            strategy: "bulk".to_owned(),
            complete: true,
        };
        let rows = meta.values().into_iter().map(|(name, value)| (name.to_owned(), value));
        let mut rows: Vec<_> = rows.collect();
        assert_eq!(Meta::read("here", &rows).expect("all values"), meta);
        rows[0].1 = "2".to_owned();
        assert!(matches!(Meta::read("here", &rows), Err(GraphError::Version { .. })));
        rows.remove(0);
        assert!(matches!(Meta::read("here", &rows), Err(GraphError::Damaged { .. })));
    }
}
