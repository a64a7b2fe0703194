//! Lists of intermediate goals, the argument `goals` of [`human`](super), and their cells on a board.
//!
//! ```text
//! goals  := "rows" | "rows-columns" | "tiles" | stage { "/" stage }
//! stage  := cells { "." cells }          -- in addition to those of all earlier stages
//! cells  := number [ "-" number ]        -- cells from 0, in reading order
//! ```
//!
//! `0-4/5.10.15.20` is the first row of a 5x5 board, then the rest of its first column, then everything else.
//!
//! | name | goals |
//! |---|---|
//! | `rows` | row after row; of the last two rows, column after column; the last 2x2 cells at once |
//! | `rows-columns` | across the longer side first: row, column, row, column, until 2x2 cells are left; these at once |
//! | `tiles` | the first row, the first column, and so on until the whole board is solved, tile by tile |
//!
//! Rows and columns are taken from the sides away from the goal's blank, so that the blank belongs
//! to the last cells for any goal.

use crate::Size;
use crate::search::constructive::Region;
use loyd_search::quote::quoted;
use loyd_search::search::ParameterValue;
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

/// A cell that is not on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cell {cell} is not on a {size} board: its cells are 0 to {}", size.cells() - 1)]
pub struct NoCell {
    /// The cell.
    pub cell: u16,
    /// The size of the board.
    pub size: Size,
}

/// Returns the cells that each goal adds to those of the goals before it; together they are all
/// cells.
///
/// # Errors
/// [`NoCell`] if a cell is not on the board.
pub fn cells_of(goals: &Goals, size: Size, blank: usize) -> Result<Vec<Vec<usize>>, NoCell> {
    let parts = match goals {
        Goals::Rows => rows(size, blank),
        Goals::RowsColumns => rows_columns(size, blank),
        Goals::Tiles => return Ok(tiles(size, blank)),
        Goals::Cells(stages) => {
            let wrong = stages.iter().flatten().find(|&&cell| cell as usize >= size.cells());
            if let Some(&cell) = wrong {
                return Err(NoCell { cell, size });
            }
            let stage = |stage: &Vec<u16>| stage.iter().map(|&cell| cell as usize).collect();
            stages.iter().map(stage).collect()
        }
    };
    let mut there = vec![false; size.cells()];
    let new = |part: Vec<usize>| -> Vec<usize> {
        let new = |&cell: &usize| !std::mem::replace(&mut there[cell], true);
        part.into_iter().filter(new).collect()
    };
    let all = (0..size.cells()).collect();
    Ok(parts.into_iter().chain([all]).map(new).filter(|part| !part.is_empty()).collect())
}

/// Side length up to which the remaining region is solved at once.
const AT_ONCE: usize = 2;

fn rows_columns(size: Size, blank: usize) -> Vec<Vec<usize>> {
    let (mut region, mut lines) = (Region::whole(size), Vec::new());
    while !size.is_line() && region.width.max(region.height) > AT_ONCE {
        lines.push(region.take_line(size, blank).cells().collect());
    }
    lines
}

fn rows(size: Size, blank: usize) -> Vec<Vec<usize>> {
    let (mut region, mut lines) = (Region::whole(size), Vec::new());
    while !size.is_line() && region.height > AT_ONCE {
        lines.push(region.take_row(size, blank).cells().collect());
    }
    while !size.is_line() && region.width > AT_ONCE {
        lines.push(region.take_column(size, blank).cells().collect());
    }
    lines
}

/// One goal per tile; the blank's cell follows from the others. On a single line, where tiles keep
/// their order, one goal for all tiles.
fn tiles(size: Size, blank: usize) -> Vec<Vec<usize>> {
    if size.is_line() {
        return vec![(0..size.cells()).collect()];
    }
    let (mut region, mut cells) = (Region::whole(size), Vec::new());
    while region.width > 1 || region.height > 1 {
        if region.height > 1 {
            cells.extend(region.take_row(size, blank).cells());
        }
        if region.width > 1 {
            cells.extend(region.take_column(size, blank).cells());
        }
    }
    let mut goals: Vec<Vec<usize>> = cells.into_iter().map(|cell| vec![cell]).collect();
    if let Some(last) = goals.last_mut() {
        last.push(blank);
    }
    goals
}
