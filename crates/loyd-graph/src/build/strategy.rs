//! The strategies by name.

use loyd_search::names::did_you_mean;
use std::fmt;
use std::str::FromStr;

/// The way in which states get into the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// State by state.
    Row,
    /// Level by level, each state inserted on its own.
    Level,
    /// Level by level, in bulk.
    #[default]
    Bulk,
}

impl Strategy {
    /// All of them, in the order of the paper.
    pub const ALL: [Self; 3] = [Self::Row, Self::Level, Self::Bulk];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Level => "level",
            Self::Bulk => "bulk",
        }
    }

    /// A description.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Row => "the next unvisited state: query, insert, update; a transaction each",
            Self::Level => "all states of a level; each successor inserted on its own",
            Self::Bulk => "a level at a time, made in memory and loaded in bulk",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let strategy = Self::ALL.into_iter().find(|strategy| strategy.name() == text);
        strategy.ok_or_else(|| did_you_mean(text, Self::ALL.iter().map(|strategy| strategy.name())))
    }
}
