//! Learned weights of pairs of tiles: the part of the distance that tables of few tiles do not see.
//!
//! ```text
//! estimate = Manhattan distance + a · (largest excess of a view) + b · (mean excess of the views)
//!          + sum over tiles s   of  weight(s, cell of s)  + weight(cell of the blank)
//!          + sum over tiles s<t of  weight(s, cell of s, t, cell of t)
//! ```
//!
//! The weights are those of least squares on parts of solutions, with the tiles named anew so that the end of a part is
//! the goal: parts of up to 80 moves are near optimal even if the solution is not. Labels from whole solutions gave
//! longer solutions than no weights.
//!
//! On 100 boards of the set `deepcubea35`, a beam of 1000 states with 5-5-5-5-5-5-5 finds 136.0 moves on average with
//! these weights and 160.6 without. *Limit.* The example `pair_weights` makes weights in the same way, but from fewer
//! solutions and without those that begin at states of the levels, and its weights give 140.7.
//!
//! A move changes the pairs of one tile: the row of the tile and its old cell is subtracted, the row of its new cell
//! added. A row has a weight for each other tile on each other cell.

use crate::{Position, Size, cell_maps};

/// The number of cells of the boards that weights are known for.
const CELLS: usize = 36;

/// Bytes of the weights of one tile on one cell.
const ROW: usize = CELLS * CELLS;

/// The fractions of a move that weights count.
const UNIT: i32 = 32;

/// The weights for goals with the blank on the last cell: two factors of the excesses and the weights of the tiles, 0
/// for the blank, in two bytes; then those of the pairs in one, by the greater tile, its cell, the lesser tile, its
/// cell.
static KNOWN: &[u8] = include_bytes!("pairs-6x6.bin");

/// The weights of pairs, for one goal.
pub(super) struct Pairs {
    /// For each tile and cell, and each other cell and other tile.
    rows: Vec<i8>,
    /// For each tile and cell; the blank is tile 0.
    singles: Vec<i16>,
    /// The factors of the largest excess and of the mean.
    max: i32,
    mean: i32,
}

impl Pairs {
    /// The weights of this crate, if there are weights for the goal: the board is 6x6, and the blank on a corner.
    pub(super) fn known(goal: &Position) -> Option<Self> {
        Self::new(goal, KNOWN)
    }

    /// Reads the bytes of weights.
    pub(super) fn new(goal: &Position, bytes: &[u8]) -> Option<Self> {
        let size = goal.size();
        if Some(size) != Size::new(6, 6) || bytes.len() != Self::bytes() {
            return None;
        }
        let maps = cell_maps(size);
        let map = maps.iter().find(|map| map[goal.blank()] == CELLS - 1)?;
        // The tile with the same home in the frame of the weights.
        let mut names = [0; CELLS];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            names[usize::from(tile)] = (map[cell] + 1) % CELLS;
        }
        let (words, weights) = bytes.split_at(2 * (2 + ROW));
        let word = |at: usize| i16::from_le_bytes([words[2 * at], words[2 * at + 1]]);
        let mut pairs = Self {
            rows: vec![0; ROW * ROW],
            singles: vec![0; ROW],
            max: word(0).into(),
            mean: word(1).into(),
        };
        for (tile, &name) in names.iter().enumerate() {
            for (cell, &image) in map.iter().enumerate() {
                pairs.singles[tile * CELLS + cell] = word(2 + name * CELLS + image);
            }
            for (other, &other_name) in names.iter().enumerate() {
                if other_name == 0 || other_name >= name {
                    continue;
                }
                let first = (name - 1) * (name - 2) / 2;
                for (cell, &image) in map.iter().enumerate() {
                    let row = (first * CELLS + image * (name - 1) + other_name - 1) * CELLS;
                    for (other_cell, &other_image) in map.iter().enumerate() {
                        let weight = weights[row + other_image] as i8;
                        let place = |s, c, t, d| (s * CELLS + c) * ROW + d * CELLS + t;
                        pairs.rows[place(tile, cell, other, other_cell)] = weight;
                        pairs.rows[place(other, other_cell, tile, cell)] = weight;
                    }
                }
            }
        }
        Some(pairs)
    }

    /// The length of the bytes of weights.
    const fn bytes() -> usize {
        2 * (2 + ROW) + (CELLS - 1) * (CELLS - 2) / 2 * ROW
    }

    /// The sum of the weights of a board.
    pub(super) fn sum<const N: usize>(&self, tiles: &[u8; N]) -> i32 {
        let mut sum = 0;
        for (cell, &tile) in tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            let place = usize::from(tile) * CELLS + cell;
            sum += i32::from(self.singles[place]);
            for (other_cell, &other) in tiles[..cell].iter().enumerate() {
                let at = other_cell * CELLS + usize::from(other);
                sum += i32::from(self.rows[place * ROW + at]);
            }
        }
        sum
    }

    /// The change to the sum of a board by the move of a tile.
    #[inline]
    pub(super) fn change<const N: usize>(
        &self,
        tiles: &[u8; N],
        tile: u8,
        from: u8,
        to: u8,
    ) -> i16 {
        let first = usize::from(tile) * CELLS;
        let (from, to) = (first + usize::from(from), first + usize::from(to));
        let row = |place: usize| &self.rows[place * ROW..(place + 1) * ROW];
        let (old, new) = (row(from), row(to));
        let mut change = self.singles[to] - self.singles[from];
        for (cell, &other) in tiles.iter().enumerate().take(CELLS) {
            // Without a test of the bounds.
            let at = cell * CELLS + usize::from(other).min(CELLS - 1);
            change += i16::from(new[at]) - i16::from(old[at]);
        }
        change
    }

    /// The order of a state: 16 times its estimate. Excesses are halves; `sum` is that of the views.
    #[inline]
    pub(super) fn score(
        &self,
        distance: u32,
        (max, sum, views): (u32, u32, usize),
        pairs: i32,
        blank: u8,
    ) -> u16 {
        let excess = self.max * max as i32 + self.mean * sum as i32 / views as i32;
        let estimate = UNIT * distance as i32 + excess + pairs;
        let estimate = estimate + i32::from(self.singles[usize::from(blank)]);
        (estimate / 2).clamp(0, u16::MAX.into()) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, Scrambler, Slide};

    fn tiles(position: &Position) -> [u8; CELLS] {
        std::array::from_fn(|cell| position.tiles()[cell] as u8)
    }

    #[test]
    fn changes_add_up_to_the_sum() {
        let goal = Position::blank_last(Size::new(6, 6).expect("a size"));
        let pairs = Pairs::known(&goal).expect("weights");
        let mut scrambler = Scrambler::new(3);
        for _ in 0..20 {
            let before = scrambler.position(&goal);
            for direction in Direction::ALL {
                let mut after = before.clone();
                if after.slide(Slide::one(direction)).is_err() {
                    continue;
                }
                let (from, to) = (after.blank(), before.blank());
                let tile = before.tiles()[from] as u8;
                let change = pairs.change(&tiles(&before), tile, from as u8, to as u8);
                let difference = pairs.sum(&tiles(&after)) - pairs.sum(&tiles(&before));
                assert_eq!(i32::from(change), difference);
            }
        }
    }

    #[test]
    fn every_corner_and_every_naming_of_the_tiles_has_the_same_weights() {
        let size = Size::new(6, 6).expect("a size");
        let last = Position::blank_last(size);
        let pairs = Pairs::known(&last).expect("weights");
        let board = Scrambler::new(5).position(&last);
        for blank in [0, 5, 30] {
            let goal = Position::blank_on(size, blank);
            let maps = cell_maps(size);
            let map = maps.iter().find(|map| map[blank] == CELLS - 1).expect("a corner");
            // The tile of this goal whose home is mapped to that of a tile of the other.
            let named = |tile: u16| {
                let home = last.tiles().iter().position(|&other| other == tile).expect("a tile");
                (0..CELLS).find(|&cell| map[cell] == home).map(|cell| goal.tiles()[cell])
            };
            let tile = |cell: usize| named(board.tiles()[map[cell]]).expect("a tile") as u8;
            let turned: [u8; CELLS] = std::array::from_fn(tile);
            let of_goal = Pairs::known(&goal).expect("weights");
            assert_eq!(of_goal.sum(&turned), pairs.sum(&tiles(&board)), "{blank}");
        }
        assert!(Pairs::known(&Position::blank_on(size, 7)).is_none());
        assert!(Pairs::known(&Position::blank_last(Size::new(5, 5).expect("a size"))).is_none());
    }
}
