//! Learned weights of pairs of tiles: the part of the distance that tables of few tiles do not see.
//!
//! ```text
//! estimate = Manhattan distance + a · (largest excess of a view) + b · (mean excess of the views)
//!          + sum over tiles s   of  weight(s, cell of s)  + weight(cell of the blank)
//!          + sum over tiles s<t of  weight(s, cell of s, t, cell of t)
//! ```
//!
//! The weights are those of least squares on parts of solutions, with the tiles named anew so that the end of a part is
//! the goal: parts of up to 80 moves, on 7x7 boards 120, are near optimal even if the solution is not. Labels from whole solutions gave
//! longer solutions than no weights.
//!
//! Mean moves of the first boards of the sets `deepcubea24`, `35` and `48`, with the default tables of beam search:
//!
//! | boards | width | without weights | with weights |
//! |---|---|---|---|
//! | 50 of 5x5 | 1,000 | 95.1 | |
//! | all 248 of 5x5 | 1,000 | | 90.2 (optimal 89.0) |
//! | 100 of 6x6 | 1,000 | 160.6 | |
//! | all 250 of 6x6 | 1,000 | | 131.5 |
//! | 6 of 7x7 | 1,000 | 338.3 | |
//! | 30 of 7x7 | 1,000 | | 285.9 |
//! | 6 of 7x7 | 10,000 | 313.0 | 257.7 |
//!
//! *Limits.* The weights were first made by earlier forms of the example `pair_weights` and improved by its present one:
//! `pair_weights 5 FILE 1 4000 100000`; for 6x6 that and `6 FILE 1 4000 200000`; for 7x7 `7 FILE 1 1500 100000`,
//! `7 FILE 1 2000 200000` and `7 FILE 2 2000 300000`. The rounds of 7x7 shortened
//! the solutions of 30 boards by 2.4 %, 2.9 % and, two rounds together, 0.8 %; the last round of 6x6 those of 250 boards by
//! 0.3 %. In a trial fit to 9,000 solutions, errors on other boards were half as large again as on those of the fit.
//!
//! A move changes the pairs of one tile: the row of the tile and its old cell is subtracted, the row of its new cell
//! added. A row has a weight for each other tile on each other cell.

use crate::{Position, cell_maps};

/// The fractions of a move that weights count.
const UNIT: i32 = 32;

/// Number of columns of a square board, and the weights for the goal with the blank on the last cell: two factors of
/// the excesses and the weights of the tiles, 0 for the blank, in two bytes; then those of the pairs in one, in the order
/// of [`each_pair`].
static WEIGHTS: [(usize, &[u8]); 3] = [
    (5, include_bytes!("pairs-5x5.bin")),
    (6, include_bytes!("pairs-6x6.bin")),
    (7, include_bytes!("pairs-7x7.bin")),
];

/// The weights of pairs, for one goal.
pub(super) struct Pairs {
    /// The cells of the board.
    cells: usize,
    /// For each tile and cell, and each other cell and other tile.
    rows: Vec<i8>,
    /// For each tile and cell; the blank is tile 0.
    singles: Vec<i16>,
    /// The factors of the largest excess and of the mean.
    max: i32,
    mean: i32,
}

impl Pairs {
    /// The weights of this crate, if there are weights for the goal: the board is 5x5, 6x6 or 7x7, and the
    /// blank on a corner.
    pub(super) fn of_goal(goal: &Position) -> Option<Self> {
        let width = goal.size().width();
        let (_, bytes) = WEIGHTS.iter().find(|(side, _)| *side == width)?;
        Self::new(goal, bytes)
    }

    /// Reads the bytes of weights of a square board.
    pub(super) fn new(goal: &Position, bytes: &[u8]) -> Option<Self> {
        let size = goal.size();
        let (side, cells) = (size.width(), size.cells());
        if side != size.height() {
            return None;
        }
        let row = cells * cells;
        let (words, weights) = bytes.split_at_checked(2 * (2 + row))?;
        let word = |at: usize| i16::from_le_bytes([words[2 * at], words[2 * at + 1]]);
        // With the blank of the goal on the last cell, and each tile named by its home.
        let mut pairs = vec![0; row * row];
        let mut weights = weights.iter();
        let mut is_complete = true;
        each_pair(side, |places| {
            let weight = weights.next();
            is_complete &= weight.is_some();
            let weight = weight.map_or(0, |&weight| weight as i8);
            for (s, c, t, d) in places {
                pairs[(s * cells + c) * row + d * cells + t] = weight;
                pairs[(t * cells + d) * row + c * cells + s] = weight;
            }
        });
        if !is_complete || weights.next().is_some() {
            return None;
        }
        let maps = cell_maps(size);
        let map = maps.iter().find(|map| map[goal.blank()] == cells - 1)?;
        // The tile with the same home in the frame of the weights.
        let mut names = vec![0; cells];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            names[usize::from(tile)] = (map[cell] + 1) % cells;
        }
        let mut rows = vec![0; row * row];
        let mut singles = vec![0; row];
        for (tile, &name) in names.iter().enumerate() {
            for (cell, &image) in map.iter().enumerate() {
                singles[tile * cells + cell] = word(2 + name * cells + image);
                let from = &pairs[(name * cells + image) * row..][..row];
                let to = &mut rows[(tile * cells + cell) * row..][..row];
                for (other_cell, &other_image) in map.iter().enumerate() {
                    for (other, &other_name) in names.iter().enumerate() {
                        to[other_cell * cells + other] = from[other_image * cells + other_name];
                    }
                }
            }
        }
        Some(Self { cells, rows, singles, max: word(0).into(), mean: word(1).into() })
    }

    /// The sum of the weights of a board of `N` cells.
    pub(super) fn sum<const N: usize>(&self, tiles: &[u8; N]) -> i32 {
        assert_eq!(N, self.cells);
        let mut sum = 0;
        for (cell, &tile) in tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            let place = usize::from(tile) * N + cell;
            sum += i32::from(self.singles[place]);
            for (other_cell, &other) in tiles[..cell].iter().enumerate() {
                let at = other_cell * N + usize::from(other);
                sum += i32::from(self.rows[place * N * N + at]);
            }
        }
        sum
    }

    /// The change to the sum of a board of `N` cells by the move of a tile.
    #[inline]
    pub(super) fn change<const N: usize>(
        &self,
        tiles: &[u8; N],
        tile: u8,
        from: u8,
        to: u8,
    ) -> i16 {
        let first = usize::from(tile) * N;
        let (from, to) = (first + usize::from(from), first + usize::from(to));
        // The weights of one tile on one cell.
        let row = |place: usize| &self.rows[place * N * N..(place + 1) * N * N];
        let (old, new) = (row(from), row(to));
        let mut change = self.singles[to] - self.singles[from];
        for (cell, &other) in tiles.iter().enumerate() {
            // Without a test of the bounds.
            let at = cell * N + usize::from(other).min(N - 1);
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
        // Not below the order without weights, which is hardly above the distance: beams look for states that weights
        // of few samples take for near ones.
        let floor = 16 * distance as i32 + 16 * max as i32 + 16 * sum as i32 / views as i32;
        (estimate / 2).clamp(floor, u16::MAX.into()) as u16
    }
}

/// Two tiles and their cells: the greater tile, its cell, the lesser tile, its cell.
pub type Places = (usize, usize, usize, usize);

/// Visits all pairs of tiles on different cells of a square board, each with the pair that reflection in the diagonal
/// makes of it: both have one weight.
pub fn each_pair(side: usize, mut visit: impl FnMut([Places; 2])) {
    let cells = side * side;
    let across = |cell: usize| cell % side * side + cell / side;
    let reflected = |tile: usize| across(tile - 1) + 1;
    for s in 1..cells {
        for c in 0..cells {
            for t in 1..s {
                for d in (0..cells).filter(|&d| d != c) {
                    let (a, b) = ((reflected(s), across(c)), (reflected(t), across(d)));
                    let (a, b) = if a.0 > b.0 { (a, b) } else { (b, a) };
                    let image = (a.0, a.1, b.0, b.1);
                    if image >= (s, c, t, d) {
                        visit([(s, c, t, d), image]);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, Scrambler, Size, Slide};

    fn size(side: usize) -> Size {
        Size::new(side, side).expect("a size")
    }

    fn tiles<const N: usize>(position: &Position) -> [u8; N] {
        std::array::from_fn(|cell| position.tiles()[cell] as u8)
    }

    fn check_changes<const N: usize>(side: usize) {
        let goal = Position::blank_last(size(side));
        let pairs = Pairs::of_goal(&goal).expect("weights");
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
                let change = pairs.change(&tiles::<N>(&before), tile, from as u8, to as u8);
                let sum = |position| pairs.sum(&tiles::<N>(position));
                assert_eq!(i32::from(change), sum(&after) - sum(&before));
            }
        }
    }

    #[test]
    fn changes_add_up_to_the_sum() {
        check_changes::<25>(5);
        check_changes::<36>(6);
        check_changes::<49>(7);
    }

    fn check_corners<const N: usize>(side: usize) {
        let size = size(side);
        let last = Position::blank_last(size);
        let pairs = Pairs::of_goal(&last).expect("weights");
        let board = Scrambler::new(5).position(&last);
        for blank in [0, side - 1, N - side] {
            let goal = Position::blank_on(size, blank);
            let maps = cell_maps(size);
            let map = maps.iter().find(|map| map[blank] == N - 1).expect("a corner");
            // The tile of this goal whose home is mapped to that of a tile of the other.
            let named = |tile: u16| {
                let home = last.tiles().iter().position(|&other| other == tile).expect("a tile");
                (0..N).find(|&cell| map[cell] == home).map(|cell| goal.tiles()[cell])
            };
            let tile = |cell: usize| named(board.tiles()[map[cell]]).expect("a tile") as u8;
            let turned: [u8; N] = std::array::from_fn(tile);
            let of_goal = Pairs::of_goal(&goal).expect("weights");
            assert_eq!(of_goal.sum(&turned), pairs.sum(&tiles::<N>(&board)), "{blank}");
        }
        assert!(Pairs::of_goal(&Position::blank_on(size, side + 1)).is_none());
    }

    #[test]
    fn every_corner_and_every_naming_of_the_tiles_has_the_same_weights() {
        check_corners::<25>(5);
        check_corners::<36>(6);
        check_corners::<49>(7);
        assert!(Pairs::of_goal(&Position::blank_last(size(4))).is_none());
        assert!(Pairs::of_goal(&Position::blank_last(Size::new(6, 5).expect("a size"))).is_none());
    }

    #[test]
    fn every_pair_is_visited_once_alone_or_with_its_reflection() {
        for side in [4, 6] {
            let cells = side * side;
            let mut visits = std::collections::HashMap::new();
            each_pair(side, |[places, image]| {
                *visits.entry(places).or_insert(0) += 1;
                if image != places {
                    *visits.entry(image).or_insert(0) += 1;
                }
            });
            assert_eq!(visits.len(), (cells - 1) * (cells - 2) / 2 * cells * (cells - 1));
            assert!(visits.values().all(|&count| count == 1));
        }
    }
}
