//! Reflections and rotations of the board.
//!
//! Rotating or reflecting a board together with its goal preserves all distances. Only the maps
//! that preserve the *size* are symmetries of one space: four for rectangles, eight for squares.

use super::{Board, Position, Size};
use loyd_search::space::Symmetry;

/// The symmetries of a board size that renumber tiles so as to preserve the goal where possible:
/// element `e` maps the tile whose goal is cell c to the tile whose goal is the image of c. It
/// preserves the whole goal only if it fixes the cell of the goal's blank.
#[derive(Clone, Debug)]
pub struct BoardSymmetry {
    size: Size,
    goal: Position,
    /// For each element that fixes the goal's blank: cell → image.
    maps: Vec<Vec<usize>>,
}

/// All maps of a size onto itself, cell → image; identity first.
pub(crate) fn cell_maps(size: Size) -> Vec<Vec<usize>> {
    let (w, h) = (size.width(), size.height());
    let mut maps = Vec::new();
    for transpose in [false, true] {
        if transpose && w != h {
            continue;
        }
        for flip_rows in [false, true] {
            for flip_columns in [false, true] {
                let map: Vec<usize> = (0..size.cells())
                    .map(|cell| {
                        let (mut x, mut y) = (size.column(cell), size.row(cell));
                        if transpose {
                            (x, y) = (y, x);
                        }
                        x = if flip_columns { w - 1 - x } else { x };
                        y = if flip_rows { h - 1 - y } else { y };
                        y * w + x
                    })
                    .collect();
                if !maps.contains(&map) {
                    maps.push(map);
                }
            }
        }
    }
    maps
}

/// Returns the cells that no symmetry maps to a smaller cell: one for each class of start
/// positions.
///
/// Level tables differ only between these classes; the diameter is the largest radius over them.
pub fn distinct_cells(size: Size) -> Vec<usize> {
    let maps = cell_maps(size);
    (0..size.cells()).filter(|&cell| maps.iter().all(|map| map[cell] >= cell)).collect()
}

impl BoardSymmetry {
    /// Returns the symmetries that preserve this goal.
    pub fn of(goal: &Position) -> Self {
        let blank = goal.blank();
        let maps = cell_maps(goal.size()).into_iter().filter(|map| map[blank] == blank).collect();
        Self { size: goal.size(), goal: goal.clone(), maps }
    }
}

impl<B: Board> Symmetry<B> for BoardSymmetry {
    fn order(&self) -> usize {
        self.maps.len()
    }

    fn image(&self, element: usize, board: &B) -> B {
        let map = &self.maps[element];
        let goal = self.goal.tiles();
        let mut renumbered = vec![0; goal.len()];
        for (cell, &tile) in goal.iter().enumerate() {
            renumbered[tile as usize] = goal[map[cell]];
        }
        let mut tiles = vec![0; goal.len()];
        for cell in 0..goal.len() {
            tiles[map[cell]] = renumbered[board.tile(cell)];
        }
        B::new(self.size, &tiles)
    }
}
