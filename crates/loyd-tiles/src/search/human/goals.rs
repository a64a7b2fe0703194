//! The cells of intermediate goals on a board.
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
use loyd_search::search::Goals;

/// A cell that is not on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no cell {cell} on a {size} board: its cells are 0 to {}", size.cells() - 1)]
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
