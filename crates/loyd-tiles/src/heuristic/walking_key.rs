//! The states of Walking Distance as 64-bit keys.
//!
//! For each line, from the lowest bits, the number of tiles that it holds of each goal line but the
//! last, in fields just wide enough; then the line of the blank. Tiles of the last goal line need
//! not be stored, because every line is full but for the blank. So moving a tile or the blank is
//! the addition of a constant.

/// The parameters of an axis on which its table depends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AxisShape {
    pub(crate) lines: usize,
    /// Cells in each line.
    pub(crate) cells: usize,
    /// The line of the blank in the goal.
    pub(crate) goal_blank: usize,
}

/// The layout of the states of one axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    shape: AxisShape,
    bits: u32,
}

impl Key {
    /// Returns `None` if 64 bits do not suffice; the table would be far too large anyway.
    pub(crate) fn new(shape: AxisShape) -> Option<Self> {
        let bits = usize::BITS - shape.cells.leading_zeros();
        let key = Self { shape, bits };
        let blank_bits = usize::BITS - shape.lines.leading_zeros();
        (shape.lines <= 64 && key.blank_shift() + blank_bits <= u64::BITS).then_some(key)
    }

    pub(crate) fn shape(self) -> AxisShape {
        self.shape
    }

    fn blank_shift(self) -> u32 {
        let lines = self.shape.lines as u32;
        lines * (lines - 1) * self.bits
    }

    fn shift(self, line: usize, goal_line: usize) -> u32 {
        (line * (self.shape.lines - 1) + goal_line) as u32 * self.bits
    }

    /// The contribution of a tile to the key.
    pub(crate) fn tile(self, line: usize, goal_line: usize) -> u64 {
        if goal_line == self.shape.lines - 1 { 0 } else { 1 << self.shift(line, goal_line) }
    }

    /// The contribution of the blank to the key.
    pub(crate) fn with_blank(self, line: usize) -> u64 {
        (line as u64) << self.blank_shift()
    }

    pub(crate) fn blank(self, key: u64) -> usize {
        (key >> self.blank_shift()) as usize
    }

    pub(crate) fn tiles(self, key: u64, line: usize, goal_line: usize) -> usize {
        let last = self.shape.lines - 1;
        let field =
            |goal_line| (key >> self.shift(line, goal_line)) as usize & ((1 << self.bits) - 1);
        if goal_line < last {
            return field(goal_line);
        }
        let written: usize = (0..last).map(field).sum();
        self.shape.cells - usize::from(self.blank(key) == line) - written
    }

    /// Exchanges the blank in line `blank` with a tile in line `next`.
    pub(crate) fn exchange(self, key: u64, blank: usize, next: usize, goal_line: usize) -> u64 {
        let added = self.tile(blank, goal_line) + self.with_blank(next);
        key + added - self.tile(next, goal_line) - self.with_blank(blank)
    }

    /// The key with all tiles and the blank in their goal lines.
    pub(crate) fn goal(self) -> u64 {
        let AxisShape { lines, cells, goal_blank } = self.shape;
        let tiles = |line| (cells - usize::from(line == goal_blank)) as u64;
        (0..lines).map(|line| tiles(line) * self.tile(line, line)).sum::<u64>()
            + self.with_blank(goal_blank)
    }

    /// Number of ways to fill the lines, or `None` if it exceeds `max_states`.
    ///
    /// This is the number of matrices whose row sums are the numbers of tiles in each line and
    /// whose column sums are the numbers of tiles of each goal line, for each line that may hold
    /// the blank; the choice of that line does not change the number.
    pub(crate) fn count_states(self, max_states: usize) -> Option<usize> {
        let AxisShape { lines, cells, goal_blank } = self.shape;
        let mut free_cells = vec![cells; lines];
        free_cells[goal_blank] -= 1;
        let ways = fillings(&mut free_cells, cells, max_states / lines + 1, lines, 0, cells);
        Some(ways * lines).filter(|&states| states <= max_states)
    }
}

/// Number of ways to fill the remaining lines from the tiles `left` of each goal line, where the
/// current line has `room` free cells and takes tiles of `goal_line` and later ones; about `enough`
/// if it is larger. All lines but the last are full.
fn fillings(
    left: &mut [usize],
    cells: usize,
    enough: usize,
    lines: usize,
    goal_line: usize,
    room: usize,
) -> usize {
    if room == 0 {
        return fillings(left, cells, enough, lines - 1, 0, cells);
    }
    if lines == 2 && goal_line == 0 {
        return choices(left, cells, enough);
    }
    if lines == 1 {
        return 1; // It takes all that is left.
    }
    let here = left[goal_line];
    let later: usize = left[goal_line + 1..].iter().sum();
    let mut ways = 0;
    for take in room.saturating_sub(later)..=room.min(here) {
        left[goal_line] = here - take;
        ways += fillings(left, cells, enough, lines, goal_line + 1, room - take);
        left[goal_line] = here;
        if ways >= enough {
            break;
        }
    }
    ways
}

/// Number of ways to fill a line of `cells` cells from the tiles `left` of each goal line; about
/// `enough` if it is larger.
fn choices(left: &[usize], cells: usize, enough: usize) -> usize {
    // ways[n]: number of ways to take n tiles of the goal lines so far.
    let mut ways = vec![0; cells + 1];
    ways[0] = 1;
    for &here in left {
        // The sum of the last `here + 1` entries, from the top down so that they are still old.
        let mut window: usize = ways[cells.saturating_sub(here)..].iter().sum();
        for taken in (0..=cells).rev() {
            let old = ways[taken];
            ways[taken] = window.min(enough);
            window -= old;
            if taken > here {
                window += ways[taken - here - 1];
            }
        }
    }
    ways[cells]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(lines: usize, cells: usize) -> Option<usize> {
        Key::new(AxisShape { lines, cells, goal_blank: lines - 1 })?.count_states(1_000_000)
    }

    #[test]
    fn known_numbers_of_states() {
        assert_eq!(count(2, 2), Some(4));
        assert_eq!(count(3, 3), Some(105));
        assert_eq!(count(4, 3), Some(4_324));
        assert_eq!(count(4, 4), Some(24_964));
        assert_eq!(count(4, 5), Some(107_712));
        assert_eq!(count(5, 3), Some(352_560));
        assert_eq!(count(6, 2), Some(367_560));
        assert_eq!(count(5, 4), None);
    }

    #[test]
    fn choices_are_counted() {
        assert_eq!(choices(&[1, 1, 1, 1], 2, 100), 6);
        assert_eq!(choices(&[3, 0, 2], 4, 100), 2);
        assert_eq!(choices(&[5, 5, 5], 5, 100), 21);
        assert_eq!(choices(&[5, 5, 5], 5, 10), 10);
    }

    #[test]
    fn keys_round_trip() {
        let key = Key::new(AxisShape { lines: 4, cells: 5, goal_blank: 2 }).expect("it fits");
        let goal = key.goal();
        assert_eq!(key.blank(goal), 2);
        for line in 0..4 {
            for goal_line in 0..4 {
                let tiles = [0, if line == 2 { 4 } else { 5 }][usize::from(line == goal_line)];
                assert_eq!(key.tiles(goal, line, goal_line), tiles);
            }
        }
        let after = key.exchange(goal, 2, 3, 3);
        assert_eq!(key.blank(after), 3);
        assert_eq!((key.tiles(after, 2, 3), key.tiles(after, 3, 3)), (1, 4));
        assert_eq!(key.exchange(after, 3, 2, 3), goal);
    }
}
