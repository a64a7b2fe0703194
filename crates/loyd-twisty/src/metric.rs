//! Metrics: the rules that count moves.

use loyd_search::names::did_you_mean;
use loyd_search::quote::quoted;
use std::fmt::{self, Display};
use std::str::FromStr;

/// The rule that counts moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MetricName {
    /// Every power of a move is one move: R, R2 and R' of a move with order 4.
    #[default]
    Half,
    /// A move and its inverse are one move each: R2 is two.
    Quarter,
}

impl MetricName {
    /// Every metric.
    pub const ALL: [Self; 2] = [Self::Half, Self::Quarter];

    /// `half` or `quarter`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::Quarter => "quarter",
        }
    }
}

impl Display for MetricName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that does not name a metric.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} is not a metric of twisty puzzles: {hint}", quoted(.text))]
pub struct UnknownMetric {
    text: String,
    hint: String,
}

impl FromStr for MetricName {
    type Err = UnknownMetric;

    /// Accepts the names and the aliases `htm`, `ftm`, `face`, `qtm`, like the cubes.
    fn from_str(text: &str) -> Result<Self, UnknownMetric> {
        match text.trim().to_ascii_lowercase().as_str() {
            "half" | "htm" | "ftm" | "face" => Ok(Self::Half),
            "quarter" | "qtm" => Ok(Self::Quarter),
            other => Err(UnknownMetric {
                text: text.to_owned(),
                hint: did_you_mean(other, Self::ALL.iter().map(|metric| metric.name())),
            }),
        }
    }
}
