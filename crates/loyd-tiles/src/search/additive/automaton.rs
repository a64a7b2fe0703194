//! The automaton of duplicate move strings for a board of any size up to 25 cells.

use crate::boards::{NibbleVisitor, with_nibbles};
use crate::search::slack::pruning::{Automaton, MAX_STATES, Prune};
use crate::{Direction, Size};
use loyd_search::prune::{Dfa, MoveSystem, StateSet};
use rustc_hash::FxHashSet;

/// The transition table of an automaton: for each state the next state by direction, 0 if the move
/// is forbidden, and the initial states by cell of the blank.
#[derive(Clone, Debug)]
pub struct MoveRows {
    /// Next state, indexed by state and direction.
    pub rows: Vec<[u16; 4]>,
    /// Initial state, indexed by cell of the blank.
    pub starts: Vec<u16>,
}

/// Returns the automaton that rejects duplicate strings of at most `length` moves, or of fewer
/// moves if it would have too many states.
///
/// # Panics
/// Above 25 cells.
pub fn move_rows(size: Size, length: usize) -> MoveRows {
    with_nibbles(size, Small { length, cells: size.cells() }).unwrap_or_else(|| {
        assert!(size.cells() <= 25, "five bits a cell");
        let fitting = (1..=length).rev().find_map(|length| {
            let dfa = Dfa::build(&Grid { size }, length);
            (dfa.states() <= MAX_STATES).then_some(dfa)
        });
        let dfa = fitting.expect("strings of one letter make a few states");
        MoveRows {
            rows: dfa.rows.iter().map(|row| row.map(|state| state as u16)).collect(),
            starts: dfa.starts.iter().map(|&state| state as u16).collect(),
        }
    })
}

struct Small {
    length: usize,
    cells: usize,
}

impl NibbleVisitor for Small {
    type Output = MoveRows;

    fn visit<const W: usize, const N: usize>(self) -> MoveRows {
        let automaton = Automaton::<W, N>::at_most(self.length);
        let starts = (0..self.cells).map(|cell| automaton.start(cell) as u16).collect();
        MoveRows { rows: automaton.rows().to_vec(), starts }
    }
}

/// Boards of up to 25 cells, five bits per cell.
struct Grid {
    size: Size,
}

/// The set of boards already reached.
struct Reached(FxHashSet<u128>);

impl StateSet<u128> for Reached {
    fn new() -> Self {
        Self(FxHashSet::default())
    }

    fn clear(&mut self, entries: usize) {
        self.0.clear();
        self.0.reserve(entries);
    }

    fn insert(&mut self, state: &u128) -> bool {
        self.0.insert(*state)
    }
}

impl MoveSystem<4> for Grid {
    type State = u128;
    type Set = Reached;
    const BIPARTITE: bool = true;

    fn contexts(&self) -> usize {
        self.size.cells()
    }

    fn representative(&self, blank: usize) -> u128 {
        let cells = 0..self.size.cells();
        let tile = |cell: usize| if cell == blank { 0 } else { (cell + 1) as u128 };
        // Cell 24 holds at most 25; five bits hold up to 31.
        cells.map(|cell| tile(cell) << (5 * cell)).sum()
    }

    #[inline]
    fn apply(&self, &board: &u128, blank: usize, direction: usize) -> Option<(u128, usize)> {
        let to = neighbour(self.size, blank, direction)?;
        let tile = board >> (5 * to) & 31;
        Some((board ^ tile << (5 * to) ^ tile << (5 * blank), to))
    }
}

/// The cell to which the blank moves.
pub(crate) fn neighbour(size: Size, blank: usize, direction: usize) -> Option<usize> {
    let direction = Direction::ALL[direction];
    (direction.room(size, blank) > 0).then(|| match direction {
        Direction::Down => blank - size.width(),
        Direction::Right => blank - 1,
        Direction::Left => blank + 1,
        Direction::Up => blank + size.width(),
    })
}
