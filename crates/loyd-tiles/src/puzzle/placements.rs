//! Ranks of the cells of the blank and of some tiles; the other tiles are alike.
//!
//! The cells are a partial permutation. Its rank has mixed radices n, n − 1, …: a digit is the number of cells that
//! are before the cell of an item and hold none of the items before it.

use super::Board;

/// Most items whose ranks fit in 64 bits: a board of 20 cells has 20! placements of all its tiles.
const MAX_ITEMS: usize = 20;

/// The item of a tile that has none.
const NO_ITEM: u8 = u8::MAX;

/// The cells of the items, the blank first; the remaining entries are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places([u16; MAX_ITEMS]);

/// A perfect hash of the placements of the blank and some tiles.
#[derive(Clone, Debug)]
pub struct Placements {
    cells: usize,
    /// The tile of each item; the first is the blank.
    tiles: Vec<u16>,
    /// The item of each tile.
    item_of: Vec<u8>,
    size: u64,
}

impl Placements {
    /// The placements of the blank and `tiles` on a board; `None` if there are 2^64 or more.
    pub fn new(cells: usize, tiles: &[u16]) -> Option<Self> {
        let tiles = [&[0], tiles].concat();
        if tiles.len() > MAX_ITEMS.min(cells) {
            return None;
        }
        let choices = (0..tiles.len()).map(|item| (cells - item) as u64);
        let size = choices.into_iter().try_fold(1, u64::checked_mul)?;
        let mut item_of = vec![NO_ITEM; cells];
        for (item, &tile) in tiles.iter().enumerate() {
            item_of[usize::from(tile)] = item as u8;
        }
        Some(Self { cells, tiles, item_of, size })
    }

    /// Number of placements.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The tile of each item; the first is the blank.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The cells of the items on a board.
    #[inline]
    pub fn places<B: Board>(&self, board: &B) -> Places {
        let mut places = Places([0; MAX_ITEMS]);
        for cell in 0..self.cells {
            let item = self.item_of[board.tile(cell)];
            if item != NO_ITEM {
                places.0[usize::from(item)] = cell as u16;
            }
        }
        places
    }

    /// The rank of the cells of the items.
    #[inline]
    pub fn rank(&self, places: &Places) -> u64 {
        let places = &places.0[..self.tiles.len()];
        let mut rank = 0;
        for (item, &cell) in places.iter().enumerate() {
            let before = places[..item].iter().filter(|&&other| other < cell).count();
            rank = rank * (self.cells - item) as u64 + u64::from(cell) - before as u64;
        }
        rank
    }

    /// The cells of the items of a rank below [`size`](Self::size).
    #[inline]
    pub fn unrank(&self, mut rank: u64) -> Places {
        let (mut places, mut sorted) = (Places([0; MAX_ITEMS]), [0u16; MAX_ITEMS]);
        let items = self.tiles.len();
        for item in (0..items).rev() {
            let choices = (self.cells - item) as u64;
            places.0[item] = (rank % choices) as u16;
            rank /= choices;
        }
        for item in 0..items {
            let mut cell = places.0[item];
            let mut index = 0;
            while index < item && sorted[index] <= cell {
                cell += 1;
                index += 1;
            }
            sorted.copy_within(index..item, index + 1);
            sorted[index] = cell;
            places.0[item] = cell;
        }
        places
    }
}

impl Places {
    /// The cell of an item.
    #[inline]
    pub fn cell(&self, item: usize) -> usize {
        usize::from(self.0[item])
    }

    /// The item after the blank that is on a cell, of the first `items`.
    #[inline]
    pub fn item_on(&self, cell: usize, items: usize) -> Option<usize> {
        (1..items).find(|&item| usize::from(self.0[item]) == cell)
    }

    /// Puts an item on a cell.
    #[inline]
    pub fn set(&mut self, item: usize, cell: usize) {
        self.0[item] = cell as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_a_bijection() {
        for (cells, tiles) in [(6, &[4, 2][..]), (4, &[1, 2, 3]), (9, &[]), (5, &[3])] {
            let placements = Placements::new(cells, tiles).expect("few placements");
            let expected: u64 = (cells - tiles.len()..=cells).product::<usize>() as u64;
            assert_eq!(placements.size(), expected);
            for rank in 0..placements.size() {
                let places = placements.unrank(rank);
                let mut on: Vec<usize> = (0..=tiles.len()).map(|item| places.cell(item)).collect();
                assert_eq!(placements.rank(&places), rank);
                on.sort_unstable();
                on.dedup();
                assert!(on.len() == tiles.len() + 1 && on.iter().all(|&cell| cell < cells));
            }
        }
    }

    #[test]
    fn more_than_64_bits_are_refused() {
        assert!(Placements::new(20, &(1..20).collect::<Vec<_>>()).is_some());
        assert!(Placements::new(21, &(1..21).collect::<Vec<_>>()).is_none());
        assert!(Placements::new(65_536, &[1, 2, 3, 4]).is_none());
    }
}
