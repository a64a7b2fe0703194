//! The automaton of duplicate slide strings, for boards of up to 16 cells.
//!
//! A letter is an axis and the place on its line to which the blank moves. Contexts are the blank's
//! cells without the axis: a string is also forbidden if one that begins along the other axis
//! replaces it. This keeps the least of all optimal solutions of a board, whichever axis it begins
//! along, so both axes must be searched.

use crate::Size;
use crate::pdb::multi::Axis;
use loyd_search::prune::{Dfa, MoveSystem, Probing};

/// The slides that the automaton allows.
#[derive(Clone, Debug)]
pub struct SlideRows {
    /// Next state, 0 if a slide is forbidden: indexed by state, axis, place.
    pub rows: Vec<u16>,
    /// Number of places per axis in a row.
    pub places: usize,
    /// Initial state, indexed by cell of the blank.
    pub starts: Vec<u16>,
}

/// Largest number of states with 16-bit numbers.
const MAX_STATES: usize = u16::MAX as usize;

impl SlideRows {
    /// Rejects duplicate strings of at most `length` slides, or of fewer if more than about
    /// `strings` strings would have to be examined or there are too many states.
    ///
    /// # Panics
    /// If the board has more than 16 cells or lines of more than 8.
    pub fn new(size: Size, length: usize, strings: usize) -> Self {
        assert!(size.cells() <= 16, "four bits a cell");
        match size.width().max(size.height()) {
            0..=4 => Self::with::<8>(size, length, strings),
            5..=8 => Self::with::<16>(size, length, strings),
            _ => panic!("lines of more than 8 cells"),
        }
    }

    fn with<const LETTERS: usize>(size: Size, length: usize, strings: usize) -> Self {
        let system = Slides::<LETTERS> { size };
        let fitting = (1..=length.max(1)).rev().find_map(|length| {
            let dfa = Dfa::<LETTERS>::within(&system, length, strings);
            (dfa.states() <= MAX_STATES).then_some(dfa)
        });
        let dfa = fitting.expect("strings of one letter make a few states");
        Self {
            rows: dfa.rows.iter().flatten().map(|&state| state as u16).collect(),
            places: LETTERS / 2,
            starts: dfa.starts.iter().map(|&state| state as u16).collect(),
        }
    }

    /// Returns the state after a slide, 0 if it is forbidden.
    pub fn next(&self, state: u16, axis: Axis, place: usize) -> u16 {
        self.rows[(usize::from(state) * 2 + axis as usize) * self.places + place]
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.rows.len() / (2 * self.places) - 1
    }
}

/// Boards of four bits per cell, with `LETTERS / 2` places for each axis.
struct Slides<const LETTERS: usize> {
    size: Size,
}

impl<const LETTERS: usize> MoveSystem<LETTERS> for Slides<LETTERS> {
    type State = u64;
    type Set = Probing;
    // Two slides along a line combine into one.
    const BIPARTITE: bool = false;

    fn contexts(&self) -> usize {
        self.size.cells()
    }

    fn representative(&self, blank: usize) -> u64 {
        let mut tiles = 1..;
        let tile = |cell| if cell == blank { 0 } else { tiles.next().unwrap_or(0) };
        let tiles: Vec<u64> = (0..self.size.cells()).map(tile).collect();
        tiles.iter().rev().fold(0, |board, &tile| board << 4 | tile)
    }

    fn apply(&self, &board: &u64, blank: usize, letter: usize) -> Option<(u64, usize)> {
        let axis = Axis::ALL[letter / (LETTERS / 2)];
        let place = letter % (LETTERS / 2);
        if place >= axis.other().lines(self.size) {
            return None;
        }
        let to = axis.along(self.size, blank, place);
        let step = if axis == Axis::Row { 1 } else { self.size.width() };
        let (mut board, mut blank) = (board, blank);
        if to == blank {
            return None;
        }
        while blank != to {
            let from = if to > blank { blank + step } else { blank - step };
            let tile = board >> (4 * from) & 15;
            board ^= tile << (4 * from) | tile << (4 * blank);
            blank = from;
        }
        Some((board, to))
    }
}
