//! The index of each state of an abstraction in a table.
//!
//! A state consists of the cells that the pattern occupies, the region of free cells that contains
//! the blank, and the order of the tiles. A *node* is the first two: nodes are numbered by the
//! occupied cells (colexicographically) and within them by the least cell of the region. Each node
//! has a bit for every order ([`crate::tile_order`]), padded to whole words of 64 bits:
//!
//! ```text
//! bit = node · stride + rank(order)          stride = k! rounded up to a multiple of 64
//! ```
//!
//! A layout depends on the board and the number of tiles, not on which tiles: all patterns with
//! that many tiles share it.
//!
//! *Cost.* Looking up a node of a board of up to 25 cells reads three small tables: two halves of
//! the colexicographic rank (9 KB together on 4x4) and one 16-byte record with the first node of
//! the occupied cells and the number of each cell's region (13,000 records for 8 tiles of 4x4).

use super::pattern::{PatternError, Scientific};
use crate::Size;
use crate::arch::pdb::index::{self, Products};
use crate::tile_order::{self, MAX_TILES, orders, weight};
use loyd_search::insertion::insertion_sort;
use std::array::from_fn;
use std::ops::RangeInclusive;

/// The indices of the states of `tiles` tiles on a board.
#[derive(Clone, Debug)]
pub struct Layout {
    size: Size,
    tiles: usize,
    /// Number of bits in the lower half of a set of cells.
    half: u32,
    /// Colexicographic rank of the lower half.
    low: Vec<u32>,
    /// Rank of the upper half, by the number of cells in the lower half: see [`half_ranks`].
    high: Vec<u32>,
    /// For each set of cells: in the second word the region numbers of cells 0 to 15, a nibble
    /// each; in the first its first node, and from [`LABELS`] on those of the other cells.
    records: Vec<[u64; 2]>,
    nodes: Vec<Node>,
    /// For ranks of orders of up to [`index::MAX_TILES`] tiles.
    products: Products,
    /// The cells whose coordinates have an odd sum.
    odd: u64,
}

/// Occupied cells and a region of free cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// The cells of the pattern's tiles.
    pub occupied: u64,
    /// The free cells that the blank can reach without moving a pattern tile.
    pub region: u64,
}

/// Bit of a record's first word at which the region numbers begin.
const LABELS: u32 = 28; // 9 nibbles above

/// Largest number of cells whose region numbers fit in a record.
const LABELLED: usize = 25;

/// Largest number of sets of cells, so that everything but the table itself stays small.
const MAX_SETS: f64 = 2e7;

/// Largest number of bits of a table: 1 TiB.
const MAX_BITS: f64 = 8.8e12;

impl Layout {
    /// The layout for patterns of `tiles` tiles.
    ///
    /// # Errors
    /// [`PatternError`] if the board is too large or there are too many states.
    pub fn new(size: Size, tiles: usize) -> Result<Self, PatternError> {
        let cells = size.cells();
        let sets = Self::sets_of(size, tiles)?;
        let half = (cells as u32).div_ceil(2);
        // The weight of the last digit, which is always 0, may be too large for its type.
        let weights: Vec<u16> = (0..tiles).map(|place| weight(tiles, place) as u16).collect();
        let mut layout = Self {
            size,
            tiles,
            half,
            low: Vec::new(),
            high: Vec::new(),
            records: Vec::new(),
            nodes: Vec::new(),
            products: index::products(&weights),
            odd: (0..cells)
                .filter(|&cell| (size.column(cell) + size.row(cell)) % 2 == 1)
                .fold(0, |set, cell| set | 1 << cell),
        };
        if cells <= LABELLED {
            (_, layout.low, layout.high) = half_ranks(cells);
        }
        layout.number_nodes(sets);
        Ok(layout)
    }

    /// Number of sets of occupied cells that a layout would have; allocates nothing.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn sets_of(size: Size, tiles: usize) -> Result<usize, PatternError> {
        let cells = size.cells();
        if cells > super::Pattern::MAX_CELLS {
            return Err(PatternError::Board { size });
        }
        let sets = (0..tiles).map(|i| (cells - i.min(cells)) as f64 / (i + 1) as f64);
        let sets: f64 = sets.product();
        let placements = (0..tiles).map(|i| (cells - i.min(cells)) as f64).product();
        let too_large = tiles > MAX_TILES || sets > MAX_SETS || placements > MAX_BITS;
        if too_large || tiles == 0 || tiles >= cells {
            return Err(PatternError::TooLarge { tiles, size, states: Scientific(placements) });
        }
        Ok(sets.round() as usize)
    }

    /// Smallest and largest number of bytes that a table may have; allocates nothing.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn byte_range(size: Size, tiles: usize) -> Result<RangeInclusive<u64>, PatternError> {
        let sets = Self::sets_of(size, tiles)? as u64;
        let node = orders(tiles).next_multiple_of(64) as u64 / 8;
        // Each set of occupied cells leaves at least one region, and at most one per free cell.
        Ok(sets * node..=sets * node * (size.cells() - tiles) as u64)
    }

    fn number_nodes(&mut self, sets: usize) {
        let cells = self.size.cells();
        let mut occupied = (1u64 << self.tiles) - 1;
        for _ in 0..sets {
            let mut record = [self.nodes.len() as u64, 0];
            let mut free = all(cells) & !occupied;
            let mut label = 0u64;
            while free != 0 {
                let region = self.flood(free & free.wrapping_neg(), !occupied);
                free &= !region;
                self.nodes.push(Node { occupied, region });
                if cells <= LABELLED {
                    for cell in (0..cells).filter(|cell| region >> cell & 1 == 1) {
                        let (word, shift) = label_place(cell);
                        record[word] |= label << shift;
                    }
                }
                label += 1;
            }
            self.records.push(record);
            // The next set of this size in colexicographic order: ascending as a number.
            let lowest = occupied & occupied.wrapping_neg();
            let ripple = occupied.wrapping_add(lowest);
            if ripple == 0 {
                break;
            }
            occupied = ripple | (((occupied ^ ripple) >> 2) / lowest);
        }
        assert!(self.nodes.len() < 1 << LABELS, "no more nodes than a record can name");
    }

    /// The cells reachable from `from` through `free` cells.
    fn flood(&self, from: u64, free: u64) -> u64 {
        let (width, cells) = (self.size.width(), self.size.cells());
        let left_column = (0..self.size.height()).fold(0u64, |set, row| set | 1 << (row * width));
        let right_column = left_column << (width - 1);
        let mut region = from;
        loop {
            let spread = region
                | region.checked_shl(width as u32).unwrap_or(0)
                | region >> width
                | (region & !right_column) << 1
                | (region & !left_column) >> 1;
            let next = spread & free & all(cells);
            if next == region {
                return region;
            }
            region = next;
        }
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Number of tiles of a pattern.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the node with this number.
    ///
    /// # Panics
    /// If the number is out of range.
    pub fn node(&self, number: usize) -> Node {
        self.nodes[number]
    }

    /// Number of sets of occupied cells.
    pub fn sets(&self) -> usize {
        self.records.len()
    }

    /// The colexicographic number of a set of occupied cells.
    #[inline]
    pub fn set_of(&self, occupied: u64) -> usize {
        if self.low.is_empty() {
            return colex(occupied, 0) as usize;
        }
        let below = occupied & ((1 << self.half) - 1);
        let upper = (below.count_ones() << (self.size.cells() as u32 - self.half)) as usize
            + (occupied >> self.half) as usize;
        (self.low[below as usize] + self.high[upper]) as usize
    }

    /// The number of the node with these occupied cells whose region contains the cell `blank`.
    ///
    /// # Panics
    /// If that cell is occupied; on boards of up to 25 cells an arbitrary node is returned instead.
    #[inline]
    pub fn node_of(&self, occupied: u64, blank: usize) -> usize {
        let record = &self.records[self.set_of(occupied)];
        let first = record[0] as usize & ((1 << LABELS) - 1);
        if !self.low.is_empty() {
            let (word, shift) = label_place(blank);
            return first + (record[word] >> shift & 15) as usize;
        }
        let regions = self.nodes[first..].iter().position(|node| node.region >> blank & 1 == 1);
        first + regions.expect("the blank stands on a free cell")
    }

    /// For each set of occupied cells: in the second word the region numbers of cells 0 to 15, a
    /// nibble each; in the first its first node, and from bit 28 on those of the other cells.
    /// Above 25 cells there are no region numbers.
    pub(crate) fn records(&self) -> &[[u64; 2]] {
        &self.records
    }

    /// The index of the bit of a state: the tile of slot i is on `cells[i]`, the blank on `blank`.
    ///
    /// # Panics
    /// The panics of [`node_of`](Self::node_of).
    #[inline]
    pub fn index(&self, cells: &[u8], blank: usize) -> usize {
        self.node_of(occupied(cells), blank) * self.stride() + self.order(cells)
    }

    /// The sum of the coordinates of cells, modulo 2.
    #[inline]
    pub(crate) fn parity(&self, cells: &[u8]) -> u32 {
        (occupied(cells) & self.odd).count_ones() & 1
    }

    /// The rank of the order of a pattern's tiles.
    #[inline]
    fn order(&self, cells: &[u8]) -> usize {
        if cells.len() <= index::MAX_TILES {
            return index::rank(&self.products, index::pack(cells)) as usize;
        }
        let mut slots: [u8; MAX_TILES] = from_fn(|slot| slot as u8);
        let slots = &mut slots[..cells.len()];
        insertion_sort(slots, |&a, &b| cells[usize::from(a)] < cells[usize::from(b)]);
        tile_order::rank(slots)
    }

    /// Number of bits from one node to the next.
    #[inline]
    pub fn stride(&self) -> usize {
        orders(self.tiles).next_multiple_of(64)
    }

    /// Number of bytes of a table.
    pub fn bytes(&self) -> usize {
        self.nodes() * (self.stride() / 8)
    }

    /// Number of states, without padding.
    pub fn states(&self) -> u64 {
        self.nodes() as u64 * orders(self.tiles) as u64
    }
}

/// The colexicographic rank of a set of cells is the rank of its lower half plus the rank of its
/// upper half given the number of cells in the lower one. Returns the bits of both halves, the
/// ranks of lower halves, and the ranks of upper halves by (cells in the lower half, upper half).
///
/// # Panics
/// Above 32 cells, for which the tables would be large.
pub(crate) fn half_ranks(cells: usize) -> ((u32, u32), Vec<u32>, Vec<u32>) {
    assert!(cells <= 32);
    let half = (cells as u32).div_ceil(2);
    let above = cells as u32 - half;
    let low = (0..1u64 << half).map(|set| colex(set, 0)).collect();
    let ranks = |below| (0..1u64 << above).map(move |set| colex(set << half, below));
    ((half, above), low, (0..=half as usize).flat_map(ranks).collect())
}

/// The set of cells that the tiles occupy.
#[inline]
pub fn occupied(cells: &[u8]) -> u64 {
    cells.iter().fold(0, |set, &cell| set | 1 << cell)
}

/// The position of a cell's region number in a record: word and shift.
#[inline]
fn label_place(cell: usize) -> (usize, u32) {
    let late = cell >> 4 & 1;
    (1 - late, 4 * (cell as u32 & 15) + LABELS * late as u32)
}

fn all(cells: usize) -> u64 {
    if cells >= 64 { u64::MAX } else { (1 << cells) - 1 }
}

/// The sum of C(cell, i) over the cells of a set, where i counts them from `below` + 1.
fn colex(set: u64, below: usize) -> u32 {
    let mut rank = 0u64;
    let mut rest = set;
    let mut chosen = below as u64;
    while rest != 0 {
        let cell = u64::from(rest.trailing_zeros());
        chosen += 1;
        rank += binomial(cell, chosen);
        rest &= rest - 1;
    }
    u32::try_from(rank).unwrap_or(u32::MAX)
}

fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    // Sets of the upper half that belong to no pattern may overflow; they are never looked up.
    (0..k).fold(1u64, |product, i| product.saturating_mul(n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(w: usize, h: usize, tiles: usize) -> Layout {
        Layout::new(Size::new(w, h).expect("a size"), tiles).expect("a layout")
    }

    /// Every set of cells by counting, every region by flood fill.
    #[test]
    fn nodes_are_all_sets_of_cells_with_all_their_regions() {
        for (w, h, tiles) in [(3, 3, 3), (4, 2, 5), (2, 5, 4), (3, 2, 5), (4, 4, 3), (7, 1, 3)] {
            let layout = layout(w, h, tiles);
            let cells = w * h;
            let mut expected = Vec::new();
            for occupied in (0..1u64 << cells).filter(|set| set.count_ones() == tiles as u32) {
                let mut seen = occupied;
                for start in 0..cells {
                    if seen >> start & 1 == 1 {
                        continue;
                    }
                    let mut region = 0u64;
                    let mut queue = vec![start];
                    while let Some(cell) = queue.pop() {
                        if (occupied | region) >> cell & 1 == 1 {
                            continue;
                        }
                        region |= 1 << cell;
                        let (x, y) = (cell % w, cell / w);
                        if x > 0 {
                            queue.push(cell - 1);
                        }
                        if x + 1 < w {
                            queue.push(cell + 1);
                        }
                        if y > 0 {
                            queue.push(cell - w);
                        }
                        if y + 1 < h {
                            queue.push(cell + w);
                        }
                    }
                    seen |= region;
                    expected.push(Node { occupied, region });
                }
            }
            assert_eq!(layout.nodes, expected, "{w}x{h}, {tiles} tiles");
            for (number, node) in expected.iter().enumerate() {
                for cell in (0..cells).filter(|cell| node.region >> cell & 1 == 1) {
                    assert_eq!(layout.node_of(node.occupied, cell), number);
                }
            }
        }
    }

    #[test]
    fn boards_beyond_25_cells_are_looked_up_too() {
        let layout = layout(6, 5, 3);
        for number in (0..layout.nodes()).step_by(7) {
            let node = layout.node(number);
            assert_eq!(
                layout.node_of(node.occupied, node.region.trailing_zeros() as usize),
                number
            );
            assert_eq!(
                layout.node_of(node.occupied, 63 - node.region.leading_zeros() as usize),
                number
            );
        }
        let largest = Layout::new(Size::new(8, 8).expect("a size"), 2).expect("a layout");
        assert_eq!(largest.sets(), 64 * 63 / 2);
    }

    #[test]
    fn sizes_of_the_known_patterns() {
        let eight = layout(4, 4, 8);
        assert_eq!(eight.sets(), 12_870);
        // 518,918,400 placements, 1.4 G including their regions.
        assert!((1.3e9..1.5e9).contains(&(eight.states() as f64)), "{}", eight.states());
        assert!(eight.bytes() < 190 << 20);
        for layout in [&eight, &layout(3, 3, 8), &layout(7, 1, 3), &layout(6, 5, 3)] {
            let range = Layout::byte_range(layout.size(), layout.tiles()).expect("a layout");
            assert!(range.contains(&(layout.bytes() as u64)));
        }
        let six = layout(5, 5, 6);
        assert_eq!(six.sets(), 177_100);
        assert!(six.bytes() < 30 << 20, "{}", six.bytes());
    }

    #[test]
    fn too_large_is_an_error() {
        let size = Size::new(6, 6).expect("a size");
        assert!(matches!(Layout::new(size, 12), Err(PatternError::TooLarge { .. })));
        assert!(matches!(Layout::new(size, 0), Err(PatternError::TooLarge { .. })));
    }
}
