//! The image of the board on which lists work.
//!
//! Reflecting a board, or exchanging rows and columns, changes no distance. Lists use boards that
//! are not wider than high, so that a vertical move changes few digits, and whose start has the
//! blank near the first cell: early levels then differ in the first digits, which select the part
//! of a level.

use loyd_tiles::Size;

/// A board and its image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardImage {
    pub(super) size: Size,
    /// The image of the start cell.
    pub(super) start: usize,
    board: Size,
    board_start: usize,
    /// The image of each cell.
    cells: Vec<usize>,
}

impl BoardImage {
    pub(super) fn of(board: Size, board_start: usize) -> Self {
        let size = if board.width() > board.height() { board.transposed() } else { board };
        let images = [false, true].into_iter().flat_map(|across| {
            [false, true].map(|down| {
                let cells = (0..board.cells()).map(|cell| {
                    let (mut x, mut y) = (board.column(cell), board.row(cell));
                    if size != board {
                        (x, y) = (y, x);
                    }
                    let x = if across { size.width() - 1 - x } else { x };
                    let y = if down { size.height() - 1 - y } else { y };
                    y * size.width() + x
                });
                cells.collect::<Vec<_>>()
            })
        });
        let cells = images.min_by_key(|cells| cells[board_start]).unwrap_or_default();
        Self { size, start: cells[board_start], board, board_start, cells }
    }

    /// Returns the board of an image: tiles in reading order.
    pub(super) fn board(&self, image: &[u8]) -> Vec<u8> {
        // A tile is identified by its cell in the start, whose blank is on the start cell.
        let home = |tile: u8, start: usize| match usize::from(tile) {
            0 => start,
            tile if tile <= start => tile - 1,
            tile => tile,
        };
        let mut board_home = vec![0; self.board.cells()];
        for (cell, &image) in self.cells.iter().enumerate() {
            board_home[image] = cell;
        }
        let tile = |cell: usize| {
            let home = board_home[home(image[self.cells[cell]], self.start)];
            match home {
                home if home == self.board_start => 0,
                home if home < self.board_start => home as u8 + 1,
                home => home as u8,
            }
        };
        (0..self.board.cells()).map(tile).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_its_own_image_and_near_the_first_cell() {
        for (width, height) in [(3, 3), (4, 2), (2, 4), (1, 5), (5, 1), (4, 3), (5, 5)] {
            let board = Size::new(width, height).unwrap();
            for cell in 0..board.cells() {
                let image = BoardImage::of(board, cell);
                assert!(image.size.width() <= image.size.height());
                let (x, y) = (image.size.column(image.start), image.size.row(image.start));
                assert!(2 * x < image.size.width() && 2 * y < image.size.height());
                let solved = |size: Size, blank: usize| {
                    let mut tiles: Vec<u8> = (1..size.cells() as u8).collect();
                    tiles.insert(blank, 0);
                    tiles
                };
                let start = solved(image.size, image.start);
                assert_eq!(image.board(&start), solved(board, cell), "{board} from {cell}");
            }
        }
    }
}
