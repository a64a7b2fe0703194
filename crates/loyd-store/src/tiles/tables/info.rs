//! What a table is of, and what is known of its values.

use loyd_tiles::MetricName;
use loyd_tiles::pdb::Pattern;
use serde::{Deserialize, Serialize};

/// What the entries of a table are.
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
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Bit, Self::Excess, Self::Class];

    /// The one that searches in a metric take.
    #[must_use]
    pub fn for_searches(metric: MetricName) -> Self {
        match metric {
            MetricName::Single => Self::Bit,
            MetricName::Multi => Self::Class,
        }
    }

    /// What counts as a move.
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

/// What a table is of, and what is known of its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableInfo {
    /// The pattern.
    pub pattern: Pattern,
    /// What its entries are.
    pub encoding: Encoding,
    /// How many states, placements or classes have each value; classes are counted for each of the
    /// goal's.
    pub histogram: Vec<u64>,
}

impl TableInfo {
    /// States, placements or classes that have a value.
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
