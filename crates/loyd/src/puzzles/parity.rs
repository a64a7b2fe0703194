//! The two parities that are equal if a board can reach its goal: the parity of the permutation of all cells,
//! and the parity of the distance of the blank.

use crate::task::Task;
use loyd_search::puzzle::Field;
use loyd_tiles::solver::Tiles;

/// The parity of the permutation, `odd` or `even`, and the distance of the blank in cells.
pub(super) fn facts(task: &Task<Tiles>) -> Vec<Field> {
    let size = task.start.size();
    let (from, to) = (task.start.blank(), task.goal.blank());
    let columns = size.column(from).abs_diff(size.column(to));
    let distance = (columns + size.row(from).abs_diff(size.row(to))) as u64;
    let parity = if is_odd(task) { "odd" } else { "even" };
    vec![Field::Text(parity.to_owned()), Field::Number(distance)]
}

/// Counts the cycles of the permutation from start to goal.
fn is_odd(task: &Task<Tiles>) -> bool {
    let cells = task.start.size().cells();
    let mut goal_cell = vec![0; cells];
    for (cell, &tile) in task.goal.tiles().iter().enumerate() {
        goal_cell[tile as usize] = cell;
    }
    let mut visited = vec![false; cells];
    let mut odd = false;
    for first in 0..cells {
        let mut cell = first;
        while !visited[cell] {
            visited[cell] = true;
            cell = goal_cell[task.start.tiles()[cell] as usize];
            // A cycle of n cells takes n - 1 exchanges.
            odd ^= cell != first;
        }
    }
    odd
}
