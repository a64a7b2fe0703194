//! Disjoint patterns of one board, and their written forms.
//!
//! A partition may be written as a drawing of the goal board, with a letter for each pattern, `_`
//! for the blank, `.` for tiles of no pattern; lines that begin with `#` are remarks:
//!
//! ```text
//! _ A B B
//! A A B B
//! A A B B
//! A A B B
//! ```
//!
//! as lists of tiles, `1,4,5,8,9,12,13/2,3,6,7,10,11,14,15`; or as bit masks of tiles, with bit t
//! for tile t, `0x3332/0xcccc`. Bit 0, of the blank, changes nothing: masks of Kpuzzle3 such as
//! `0xff/0xff00` cover all cells.

use super::pattern::{Pattern, PatternError};
use crate::{Position, Size, cell_maps};
use loyd_search::insertion::insertion_sort;
use std::fmt;

/// Disjoint patterns of one board; some tiles may belong to none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partition {
    size: Size,
    blank: usize,
    patterns: Vec<Pattern>,
}

/// The reason why a text is not a partition.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PartitionError {
    /// The tiles do not form patterns.
    #[error("{0}")]
    Pattern(#[from] PatternError),
    /// A token that is not a number.
    #[error(
        "{} is not a tile: write the tiles of a pattern as 1,4,5 and / between patterns, or \
         masks such as 0x32", loyd_search::quote::quoted(.0)
    )]
    Tile(String),
    /// A drawing without a row.
    #[error("the drawing has no cells: write a row of the goal board in each line")]
    NoCells,
    /// Rows of different lengths.
    #[error("row {row} of the drawing has {found} cells, the one before it {expected}")]
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// Number of cells of the previous rows.
        expected: usize,
        /// Number of cells of this row.
        found: usize,
    },
    /// A mark that is not a cell.
    #[error(
        "{} in row {row} of the drawing is not a cell: write a letter for each pattern, _ \
         for the blank, . for tiles of no pattern", loyd_search::quote::quoted(.mark)
    )]
    Mark {
        /// The mark.
        mark: String,
        /// The row, counted from 1.
        row: usize,
    },
    /// No blank, or several blanks.
    #[error("the drawing has {0} blanks (_); it needs exactly one")]
    Blanks(usize),
    /// A board that is too small or too large.
    #[error("a board of {width} columns and {height} rows is too large or too small")]
    Size {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
}

impl Partition {
    /// Returns the partition with these patterns.
    ///
    /// # Errors
    /// [`PartitionError`] if patterns overlap.
    ///
    /// # Panics
    /// If there are no patterns, or they belong to different boards or goals.
    pub fn new(patterns: Vec<Pattern>) -> Result<Self, PartitionError> {
        let (size, blank) = (patterns[0].size(), patterns[0].blank());
        let mut occupied = 0u64;
        for pattern in &patterns {
            assert_eq!((pattern.size(), pattern.blank()), (size, blank), "one goal");
            for &cell in pattern.cells() {
                if occupied >> cell & 1 == 1 {
                    return Err(PatternError::Twice { tile: usize::from(cell) }.into());
                }
                occupied |= 1 << cell;
            }
        }
        Ok(Self { size, blank, patterns })
    }

    /// Parses a drawing.
    ///
    /// # Errors
    /// [`PartitionError`] if the text is not a drawing.
    pub fn from_drawing(text: &str) -> Result<Self, PartitionError> {
        let mut cells = Vec::new();
        let (mut width, mut height) = (0, 0);
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            height += 1;
            let before = cells.len();
            for mark in line.split_whitespace() {
                let mut letters = mark.chars();
                match (letters.next(), letters.next()) {
                    (Some(letter), None) if letter.is_alphabetic() || "_.".contains(letter) => {
                        cells.push(letter);
                    }
                    _ => {
                        // Truncated to fit in a message, since the text may be any file.
                        let mark = mark.chars().take(20).collect();
                        return Err(PartitionError::Mark { mark, row: height });
                    }
                }
            }
            let count = cells.len() - before;
            if height > 1 && count != width {
                return Err(PartitionError::Ragged { row: height, expected: width, found: count });
            }
            width = count;
        }
        if cells.is_empty() {
            return Err(PartitionError::NoCells);
        }
        let size = Size::new(width, height).ok_or(PartitionError::Size { width, height })?;
        let on = |mark: char| -> Vec<usize> {
            (0..cells.len()).filter(|&cell| cells[cell] == mark).collect()
        };
        let [blank] = on('_')[..] else {
            return Err(PartitionError::Blanks(on('_').len()));
        };
        let mut letters: Vec<char> = cells.iter().copied().filter(|c| c.is_alphabetic()).collect();
        insertion_sort(&mut letters, |a, b| a < b);
        letters.dedup();
        if letters.is_empty() {
            return Err(PatternError::Empty.into());
        }
        let patterns = letters.into_iter().map(|letter| Pattern::new(size, blank, &on(letter)));
        Self::new(patterns.collect::<Result<_, _>>()?)
    }

    /// Parses lists or masks of the tiles of a goal.
    ///
    /// # Errors
    /// [`PartitionError`] if a tile is not on the board or is named twice.
    pub fn from_tiles(text: &str, goal: &Position) -> Result<Self, PartitionError> {
        let (size, blank) = (goal.size(), goal.blank());
        let mut named = Vec::new();
        let mut patterns = Vec::new();
        for part in text.split('/') {
            let tiles = tiles(part)?;
            let mut cells = Vec::new();
            for tile in tiles {
                let home = goal.tiles().iter().position(|&other| usize::from(other) == tile);
                let home = home.ok_or(PatternError::Unknown { tile, size })?;
                if tile == 0 {
                    return Err(PatternError::Blank.into());
                }
                if named.contains(&tile) {
                    return Err(PatternError::Twice { tile }.into());
                }
                named.push(tile);
                cells.push(home);
            }
            patterns.push(Pattern::new(size, blank, &cells)?);
        }
        Self::new(patterns)
    }

    /// Returns the partition transformed so that the board has this size and the goal's blank is on
    /// this cell, if a symmetry does so.
    pub fn turned_to(&self, size: Size, blank: usize) -> Option<Self> {
        let transposed = self.size.transposed();
        let plain: Vec<usize> = (0..self.size.cells()).collect();
        let across = plain
            .iter()
            .map(|&cell| self.size.column(cell) * self.size.height() + self.size.row(cell));
        let boards = [(self.size, plain.clone()), (transposed, across.collect())];
        let (_, first) = boards.into_iter().find(|(board, _)| *board == size)?;
        let maps = cell_maps(size)
            .into_iter()
            .map(|map| -> Vec<usize> { first.iter().map(|&cell| map[cell]).collect() });
        let map = maps.into_iter().find(|map| map[self.blank] == blank)?;
        let turned = |pattern: &Pattern| {
            let cells: Vec<usize> =
                pattern.cells().iter().map(|&cell| map[usize::from(cell)]).collect();
            Pattern::new(size, blank, &cells)
        };
        let patterns = self.patterns.iter().map(turned).collect::<Result<_, _>>().ok()?;
        Some(Self { size, blank, patterns })
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cell of the goal's blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// The patterns.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The letter of a pattern in drawings.
    pub fn letter(number: usize) -> char {
        let letters = ('A'..='Z').chain('a'..='z');
        letters.cycle().nth(number).unwrap_or('A')
    }
}

impl fmt::Display for Partition {
    /// Writes the drawing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..self.size.cells() {
            let of = |pattern: &Pattern| pattern.cells().contains(&(cell as u8));
            let mark = match self.patterns.iter().position(of) {
                Some(number) => Self::letter(number),
                None if cell == self.blank => '_',
                None => '.',
            };
            let end = if self.size.column(cell) + 1 == self.size.width() { '\n' } else { ' ' };
            write!(f, "{mark}{end}")?;
        }
        Ok(())
    }
}

/// The tiles of one pattern, given as numbers or a mask.
fn tiles(text: &str) -> Result<Vec<usize>, PartitionError> {
    let text = text.trim();
    let wrong = |token: &str| PartitionError::Tile(token.to_owned());
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        let mask = u64::from_str_radix(digits, 16).map_err(|_| wrong(text))?;
        let first = usize::from(mask != 1);
        return Ok((first..64).filter(|tile| mask >> tile & 1 == 1).collect());
    }
    let tokens = text.split([',', ' ', ';']).filter(|token| !token.is_empty());
    tokens.map(|token| token.parse().map_err(|_| wrong(token))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(w: usize, h: usize) -> Size {
        Size::new(w, h).expect("a size")
    }

    const SEVEN_EIGHT: &str = "# the usual one\n_ A B B\nA A B B\n\nA A B B\nA A B B\n";

    #[test]
    fn drawings_lists_and_masks_are_equivalent() {
        let drawn = Partition::from_drawing(SEVEN_EIGHT).expect("a drawing");
        assert_eq!(drawn.to_string(), "_ A B B\nA A B B\nA A B B\nA A B B\n");
        let goal = Position::blank_first(size(4, 4));
        for text in [
            "1,4,5,8,9,12,13/2,3,6,7,10,11,14,15",
            " 1 4 5 8 9 12 13 / 2 3 6 7 10 11 14 15 ",
            "0x3332/0xcccc",
        ] {
            assert_eq!(Partition::from_tiles(text, &goal).as_ref(), Ok(&drawn), "{text}");
        }
    }

    #[test]
    fn tiles_are_those_of_the_goal() {
        let goal = Position::blank_last(size(3, 3));
        let partition = Partition::from_tiles("1,2/8", &goal).expect("tiles");
        assert_eq!(partition.to_string(), "A A .\n. . .\n. B _\n");
    }

    #[test]
    fn invalid_partitions_are_refused() {
        let goal = Position::blank_first(size(3, 3));
        let why = |text| Partition::from_tiles(text, &goal).expect_err(text).to_string();
        assert!(why("1,2/2,3").contains("tile 2 is named twice"));
        assert!(why("1,9").contains("tile 9 is not on"));
        assert!(why("0,1").contains("the blank is not a tile"));
        assert!(why("1//2").contains("at least one tile"));
        assert!(why("1,a").contains("\"a\" is not a tile"));
        assert!(why("0x200").contains("tile 9 is not on"));
        assert!(why("0x1").contains("the blank"));
        let why = |text| Partition::from_drawing(text).expect_err(text).to_string();
        assert!(why("").contains("no cells"));
        assert!(why("_ A\nA").contains("row 2"));
        assert!(why("A A\nA A").contains("0 blanks"));
        assert!(why("_ A\nA _").contains("2 blanks"));
        assert!(why("_ 1\nA A").contains("\"1\" in row 1"));
        assert!(why("_ .\n. .").contains("at least one tile"));
    }

    #[test]
    fn partitions_turn_with_the_blank() {
        let drawn = Partition::from_drawing("_ A B B\nA A B B\nA A B B\n").expect("a drawing");
        let turned = drawn.turned_to(size(4, 3), 11).expect("the opposite corner");
        assert_eq!(turned.to_string(), "B B A A\nB B A A\nB B A _\n");
        let upright = drawn.turned_to(size(3, 4), 0).expect("transposed");
        assert_eq!(upright.to_string(), "_ A A\nA A A\nB B B\nB B B\n");
        assert_eq!(drawn.turned_to(size(4, 3), 5), None);
        assert_eq!(drawn.turned_to(size(4, 4), 0), None);
    }
}
