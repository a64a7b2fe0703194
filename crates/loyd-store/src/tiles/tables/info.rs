//! The description of a table and the statistics of its values.

use loyd_tiles::MetricName;
use loyd_tiles::pdb::Pattern;
use serde::{Deserialize, Serialize};

/// The kind of entries of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// One bit for every state with the blank's region: [`Table`](loyd_tiles::pdb::Table).
    Bit,
    /// Four bits for every placement: [`StandardTable`](loyd_tiles::pdb::StandardTable).
    Excess,
    /// One bit for every class of placements, for both classes of the goal, in the multi-tile
    /// metric: [`multi::Table`](loyd_tiles::pdb::multi::Table).
    Class,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 3] = [Self::Bit, Self::Excess, Self::Class];

    /// The encoding for searches in a metric.
    #[must_use]
    pub fn for_searches(metric: MetricName) -> Self {
        match metric {
            MetricName::Single => Self::Bit,
            MetricName::Multi => Self::Class,
        }
    }

    /// The metric.
    #[must_use]
    pub fn metric(self) -> MetricName {
        match self {
            Self::Bit | Self::Excess => MetricName::Single,
            Self::Class => MetricName::Multi,
        }
    }

    /// `bit`, `excess` or `class`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bit => "bit",
            Self::Excess => "excess",
            Self::Class => "class",
        }
    }
}

/// The description of a table and the statistics of its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableInfo {
    /// The pattern.
    pub pattern: Pattern,
    /// The encoding of its entries.
    pub encoding: Encoding,
    /// The number of states, placements or classes with each value; classes are counted for each
    /// class of the goal.
    pub histogram: Vec<u64>,
}

impl TableInfo {
    /// The number of states, placements or classes with a value.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// The largest value.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.histogram.len().saturating_sub(1)
    }

    /// The mean of all values.
    #[must_use]
    pub fn average(&self) -> f64 {
        let sum: u64 =
            self.histogram.iter().zip(0..).map(|(&states, h): (_, u64)| states * h).sum();
        sum as f64 / self.states().max(1) as f64
    }
}
