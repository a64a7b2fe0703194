//! Lists of intermediate goals: the argument `goals` of [`human`](super::AlgorithmName::Human).
//!
//! ```text
//! goals  := "rows" | "rows-columns" | "tiles" | stage { "/" stage }
//! stage  := cells { "." cells }          -- in addition to those of all earlier stages
//! cells  := number [ "-" number ]        -- cells from 0, in reading order
//! ```
//!
//! A puzzle says which cells the names stand for; `0-4/5.10.15.20` is the first row of a 5x5 board,
//! then the rest of its first column, then everything else.

use super::parameters::ParameterValue;
use crate::quote::quoted;
use std::fmt;
use std::str::FromStr;

/// A list of intermediate goals, for boards of any size.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goals {
    /// Row after row.
    Rows,
    /// Row, column, row, column.
    #[default]
    RowsColumns,
    /// First row, first column, and so on, each tile by tile, to the last tile.
    Tiles,
    /// Stages of cells, each in addition to those before.
    Cells(Vec<Vec<u16>>),
}

/// The error for a text that is not a list of goals.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{} is not a list of goals: write rows, rows-columns, tiles, or cells such as \
         0-4/5.10.15", quoted(.text)
)]
pub struct UnknownGoals {
    /// The text.
    pub text: String,
}

impl ParameterValue for Goals {
    const KEY: &'static str = "goals";
    const FORM: &'static str = "goals=rows|rows-columns|tiles|CELLS";

    /// Any text that is not a value of another parameter.
    fn may_be(_text: &str) -> bool {
        true
    }

    /// A single cell would be read as a weight.
    fn is_keyed(&self) -> bool {
        matches!(self, Self::Cells(_))
    }
}

impl FromStr for Goals {
    type Err = UnknownGoals;

    fn from_str(text: &str) -> Result<Self, UnknownGoals> {
        match text {
            "rows" => return Ok(Self::Rows),
            "rows-columns" => return Ok(Self::RowsColumns),
            "tiles" => return Ok(Self::Tiles),
            _ => {}
        }
        let unreadable = || UnknownGoals { text: text.to_owned() };
        let cell = |text: &str| text.parse::<u16>().map_err(|_| unreadable());
        let cells = |text: &str| match text.split_once('-') {
            None => cell(text).map(|cell| cell..=cell),
            Some((first, last)) => Ok(cell(first)?..=cell(last)?),
        };
        let stage = |text: &str| -> Result<Vec<u16>, UnknownGoals> {
            let ranges = text.split('.').map(cells).collect::<Result<Vec<_>, _>>()?;
            if ranges.iter().any(std::ops::RangeInclusive::is_empty) {
                return Err(unreadable());
            }
            Ok(ranges.into_iter().flatten().collect())
        };
        text.split('/').map(stage).collect::<Result<_, _>>().map(Self::Cells)
    }
}

/// The text that can be parsed again.
impl fmt::Display for Goals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stages = match self {
            Self::Rows => return f.write_str("rows"),
            Self::RowsColumns => return f.write_str("rows-columns"),
            Self::Tiles => return f.write_str("tiles"),
            Self::Cells(stages) => stages,
        };
        for (number, stage) in stages.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { "/" })?;
            let mut runs = stage.chunk_by(|&a, &b| a.checked_add(1) == Some(b)).peekable();
            while let Some(run) = runs.next() {
                match run {
                    [one] => write!(f, "{one}")?,
                    [first, .., last] => write!(f, "{first}-{last}")?,
                    [] => {}
                }
                f.write_str(if runs.peek().is_some() { "." } else { "" })?;
            }
        }
        Ok(())
    }
}
