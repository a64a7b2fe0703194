//! The encodings of tables, and the table of a pattern in one of them.

use super::pattern::Pattern;
use crate::MetricName;

/// The kind of entries of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// One bit for every state with the blank's region: [`Table`](super::Table).
    Bit,
    /// Four bits for every placement: [`StandardTable`](super::StandardTable).
    Excess,
    /// One bit for every class of placements, for both classes of the goal, in the multi-tile
    /// metric: [`multi::Table`](super::multi::Table).
    Class,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 3] = [Self::Bit, Self::Excess, Self::Class];

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

    /// The encoding of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name)
    }
}

/// The table of a pattern, without its entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternTable {
    /// The pattern.
    pub pattern: Pattern,
    /// The encoding of its entries.
    pub encoding: Encoding,
}

impl PatternTable {
    /// The table of the canonical form of a pattern.
    #[must_use]
    pub fn canonical(pattern: &Pattern, encoding: Encoding) -> Self {
        Self { pattern: pattern.canonical().0, encoding }
    }
}
