//! Manhattan distance plus linear conflict in slack form.
//!
//! Hansson, Mayer & Yung (1992). Tiles in their goal line but in the wrong order cannot all stay in
//! it: the fewest that must step aside is the number of such tiles minus the longest subsequence in
//! goal order, and each costs two moves more than its Manhattan distance.
//!
//! ```text
//! a move takes a tile out of one line across its way and puts it into another;
//! only the line where the tile belongs can change its conflicts:
//!   h rises  <=>  Manhattan rises, unless the line it leaves loses a conflict
//!   h rises   <=  Manhattan falls, but the line it enters gains a conflict
//! ```
//!
//! So everything depends on one question about the goal line *with* the tile in it: would the
//! conflict shrink without the tile?
//!
//! 1. For lines of up to four cells, one bit of a table indexed by their 16 bits gives the answer.
//!    Columns are gathered by a multiplication.
//! 2. Longer lines run the patience rule over a bit set of goal positions.

use super::{DOWN, SlackHeuristic, UP, manhattan::Manhattan, tile_at};

/// Manhattan distance plus two for each tile that must leave its goal line.
#[derive(Clone, Debug)]
pub struct LinearConflict<const W: usize, const N: usize> {
    manhattan: Manhattan<W, N>,
    /// Position in goal row `r` of tile `t`, or 8 if it belongs elsewhere:
    /// nibble `t` of `in_row[r]`; likewise for columns.
    in_row: [u64; 8],
    in_column: [u64; 8],
    /// Bit `p` of entry `line`: removing the tile at `p` frees a conflict.
    /// One table of 65,536 entries for each line; empty if lines are long.
    row_tables: Vec<u8>,
    column_tables: Vec<u8>,
}

/// Marks a tile that belongs to another line.
const ELSEWHERE: u64 = 8;
/// Number of entries of a table: four cells of four bits.
const TABLE: usize = 1 << 16;

impl<const W: usize, const N: usize> LinearConflict<W, N> {
    const H: usize = N / W;

    /// Builds the heuristic for `goal`.
    #[must_use]
    pub fn new(goal: u64) -> Self {
        let manhattan = Manhattan::new(goal);
        let (mut in_row, mut in_column) = ([0; 8], [0; 8]);
        for tile in 0..16 {
            let cell = manhattan.cell_of()[tile] as usize;
            let belongs = tile > 0 && tile < N;
            for line in 0..8 {
                let row = belongs && cell / W == line;
                let column = belongs && cell % W == line;
                let place = |here, position| if here { position as u64 } else { ELSEWHERE };
                in_row[line] |= place(row, cell % W) << (4 * tile);
                in_column[line] |= place(column, cell / W) << (4 * tile);
            }
        }
        Self {
            manhattan,
            row_tables: tables(&in_row[..Self::H], W),
            column_tables: tables(&in_column[..W], Self::H),
            in_row,
            in_column,
        }
    }

    /// The `W` tiles of a row, the first in the lowest nibble.
    #[inline(always)]
    fn row(board: u64, row: usize) -> u64 {
        let cells = board >> (4 * W * row);
        if W == 16 { cells } else { cells & ((1 << (4 * W)) - 1) }
    }

    /// The tiles of a column, the first in the lowest nibble.
    #[inline(always)]
    fn column(board: u64, column: usize) -> u64 {
        let cells = board >> (4 * column);
        if W == 4 && N == 16 {
            // The product brings the nibbles at 0, 16, 32, 48 side by side into the top 16 bits; no
            // two partial products overlap.
            let spread = cells & 0x000f_000f_000f_000f;
            return spread.wrapping_mul(0x0001_0010_0100_1000) >> 48;
        }
        (0..Self::H).fold(0, |line, row| line | (cells >> (4 * W * row) & 15) << (4 * row))
    }

    /// Conflicts of the whole board: number of tiles that must leave a line.
    fn conflicts(&self, board: u64) -> u32 {
        let rows = (0..Self::H).map(|r| conflict(Self::row(board, r), W, self.in_row[r]));
        let columns = (0..W).map(|c| conflict(Self::column(board, c), Self::H, self.in_column[c]));
        rows.sum::<u32>() + columns.sum::<u32>()
    }
}

/// Tables of [`critical`] for lines of `length` cells, if they are short.
fn tables(places: &[u64], length: usize) -> Vec<u8> {
    if length > 4 {
        return Vec::new();
    }
    let mut tables = vec![0; places.len() * TABLE];
    for (&places, table) in places.iter().zip(tables.chunks_exact_mut(TABLE)) {
        for (line, bits) in table.iter_mut().enumerate().take(1 << (4 * length)) {
            for position in 0..length {
                let critical = critical(line as u64, length, places, position);
                *bits |= u8::from(critical) << position;
            }
        }
    }
    tables
}

/// The fewest tiles to take out of a line so that those that belong to it are in goal order.
/// Patience rule: `tails` holds the least possible last position of an ordered subsequence of each
/// length.
fn conflict(line: u64, length: usize, places: u64) -> u32 {
    let (mut tails, mut tiles) = (0_u32, 0);
    for position in 0..length {
        let place = tile_at(places, tile_at(line, position));
        if place as u64 == ELSEWHERE {
            continue;
        }
        let above = tails & !((2 << place) - 1);
        tails = (tails | 1 << place) & !(above & above.wrapping_neg());
        tiles += 1;
    }
    tiles - tails.count_ones()
}

/// Returns true if removing the tile at `position` frees a conflict.
fn critical(line: u64, length: usize, places: u64, position: usize) -> bool {
    // An empty cell and a tile that belongs elsewhere both count as nothing.
    let without = line & !(15 << (4 * position));
    conflict(line, length, places) > conflict(without, length, places)
}

impl<const W: usize, const N: usize> SlackHeuristic<W, N> for LinearConflict<W, N> {
    type Memo = ();

    #[inline(always)]
    fn goal(&self) -> u64 {
        self.manhattan.goal()
    }

    fn start(&self, board: u64) -> (u32, ()) {
        (self.manhattan.estimate(board) + 2 * self.conflicts(board), ())
    }

    #[inline(always)]
    fn step(&self, (): (), board: u64, cell: usize, direction: usize, tile: usize) -> ((), u32) {
        let raises = self.manhattan.raises(cell, direction, tile);
        let vertical = direction == UP || direction == DOWN;
        let (from, to) = match direction {
            UP => (cell / W - 1, cell / W),
            DOWN => (cell / W + 1, cell / W),
            super::LEFT => (cell % W - 1, cell % W),
            _ => (cell % W + 1, cell % W),
        };
        let home = self.manhattan.cell_of()[tile] as usize;
        let home = if vertical { home / W } else { home % W };
        if home != from && home != to {
            return ((), raises);
        }
        // The goal line with the tile in it, before or after the move.
        let changed = if vertical {
            let position = cell % W;
            let arriving = if home == to { tile as u64 } else { 0 };
            let line = Self::row(board, home) | arriving << (4 * position);
            if W <= 4 {
                self.row_tables[home * TABLE + line as usize] >> position & 1 == 1
            } else {
                critical(line, W, self.in_row[home], position)
            }
        } else {
            let position = cell / W;
            let arriving = if home == to { tile as u64 } else { 0 };
            let line = Self::column(board, home) | arriving << (4 * position);
            if Self::H <= 4 {
                self.column_tables[home * TABLE + line as usize] >> position & 1 == 1
            } else {
                critical(line, Self::H, self.in_column[home], position)
            }
        };
        ((), raises ^ u32::from(changed))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Random;
    use super::super::{blank_of, neighbour, slide};
    use super::*;

    /// The fewest tiles whose removal leaves no reversed pair, found by trying all sets.
    fn removals(line: u64, length: usize, places: u64) -> u32 {
        let place = |position| tile_at(places, tile_at(line, position));
        (0_u32..1 << length)
            .filter(|removed| {
                let rest: Vec<usize> = (0..length)
                    .filter(|position| removed >> position & 1 == 0)
                    .map(place)
                    .filter(|&place| place as u64 != ELSEWHERE)
                    .collect();
                rest.is_sorted()
            })
            .map(u32::count_ones)
            .min()
            .expect("removing all tiles leaves no conflict")
    }

    #[test]
    fn conflicts_are_the_fewest_removals() {
        let mut random = Random(1);
        for _ in 0..300 {
            let goal = random.goal::<16>();
            let board = random.goal::<16>();
            let wide = LinearConflict::<8, 16>::new(goal);
            let row = LinearConflict::<8, 16>::row(board, 1);
            assert_eq!(conflict(row, 8, wide.in_row[1]), removals(row, 8, wide.in_row[1]));
        }
        // A whole row reversed: all tiles but one step aside.
        let goal = super::super::pack(&(0..16).collect::<Vec<u8>>());
        let heuristic = LinearConflict::<4, 16>::new(goal);
        assert_eq!(conflict(0x4567, 4, heuristic.in_row[1]), 3);
    }

    fn steps<const W: usize, const N: usize>() {
        let mut random = Random(2 + N as u64);
        for _ in 0..4 {
            let goal = random.goal::<N>();
            let heuristic = LinearConflict::<W, N>::new(goal);
            for moves in 0..500 {
                let board = random.walk::<W, N>(goal, moves);
                let blank = blank_of::<N>(board);
                let h = heuristic.start(board).0;
                for direction in 0..4 {
                    if let Some(to) = neighbour::<W, N>(blank, direction) {
                        let tile = tile_at(board, to);
                        let ((), raises) = heuristic.step((), board, blank, direction, tile);
                        let child = slide(board, blank, to);
                        assert_eq!(heuristic.start(child).0, h + 2 * raises - 1);
                    }
                }
            }
        }
    }

    #[test]
    fn a_step_agrees_with_a_fresh_start() {
        steps::<4, 16>();
        steps::<3, 15>();
        steps::<5, 15>();
        steps::<8, 16>();
        steps::<2, 6>();
    }
}
