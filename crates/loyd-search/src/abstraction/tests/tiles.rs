//! Five tiles on two rows of three cells, patterns of them, and distances by a slow reference
//! implementation.

use crate::abstraction::{Abstraction, neighbours};
use crate::space::StateSpace;
use std::collections::HashMap;

pub(super) type Board = [u8; 6];

/// A tile that is indistinguishable from others.
const MERGED: u8 = 9;

/// The goal; mirrored, and with tiles 1 and 2, 3 and 5 exchanged, it is itself.
pub(super) const GOAL: Board = [1, 0, 2, 3, 4, 5];

fn blank(board: Board) -> usize {
    board.iter().position(|&tile| tile == 0).expect("a blank")
}

/// Neighbours of a cell in its row and column.
fn adjacent_cells(cell: usize) -> Vec<usize> {
    let (row, column) = (cell / 3, cell % 3);
    (0..6usize)
        .filter(|&other| (other / 3).abs_diff(row) + (other % 3).abs_diff(column) == 1)
        .collect()
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Tiles;

impl StateSpace for Tiles {
    type State = Board;
    /// The number of cells by which the blank moves.
    type Move = i8;
    type Effect = i8;
    type Moves = std::vec::IntoIter<i8>;

    fn moves(&self, board: &Board) -> Self::Moves {
        let from = blank(*board);
        adjacent_cells(from).iter().map(|&to| to as i8 - from as i8).collect::<Vec<_>>().into_iter()
    }

    fn apply(&self, board: &mut Board, mv: i8) -> i8 {
        let from = blank(*board);
        board.swap(from, from.wrapping_add_signed(mv.into()));
        mv
    }

    fn undo(&self, board: &mut Board, effect: i8) {
        self.apply(board, -effect);
    }

    fn may_follow(&self, last: i8, next: i8) -> bool {
        last != -next
    }

    fn is_goal(&self, board: &Board) -> bool {
        *board == GOAL
    }
}

/// A set of tiles and the blank.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) tiles: Vec<u8>,
    pub(super) charges: [u32; 6],
    /// The charge of a move of a merged tile.
    pub(super) merged: u32,
    /// True if mirror images count as one board.
    pub(super) mirrored: bool,
}

impl Pattern {
    /// Charges only moves of these tiles.
    pub(super) fn additive(tiles: &[u8]) -> Self {
        let charges = std::array::from_fn(|tile| u32::from(tiles.contains(&(tile as u8))));
        Self { tiles: tiles.to_vec(), charges, merged: 0, mirrored: false }
    }

    /// Charges every move.
    pub(super) fn whole(tiles: &[u8]) -> Self {
        Self { charges: [1; 6], merged: 1, ..Self::additive(tiles) }
    }

    fn merge(&self, board: Board) -> Board {
        board.map(|tile| if tile == 0 || self.tiles.contains(&tile) { tile } else { MERGED })
    }

    /// Distances of all boards with merged tiles to the goal.
    pub(super) fn naive(&self) -> HashMap<Board, u32> {
        self.naive_to(&[GOAL])
    }

    /// Distances to the nearest of some goals, by relaxing every move until nothing changes.
    pub(super) fn naive_to(&self, goals: &[Board]) -> HashMap<Board, u32> {
        let goals: Vec<Board> = goals.iter().map(|&goal| self.merge(goal)).collect();
        let mut boards = goals.clone();
        let mut moves = Vec::new();
        let mut at = 0;
        while at < boards.len() {
            let from = boards[at];
            for cell in adjacent_cells(blank(from)) {
                let tile = from[cell];
                let mut to = from.map(|other| if other == 0 { tile } else { other });
                to[cell] = 0;
                let charge = if tile == MERGED { self.merged } else { self.charges[tile as usize] };
                moves.push((from, to, charge));
                if !boards.contains(&to) {
                    boards.push(to);
                }
            }
            at += 1;
        }
        let mut distance: HashMap<Board, u32> = goals.iter().map(|&goal| (goal, 0)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &(from, to, charge) in &moves {
                let Some(&there) = distance.get(&to) else { continue };
                if distance.get(&from).is_none_or(|&known| there + charge < known) {
                    distance.insert(from, there + charge);
                    changed = true;
                }
            }
        }
        distance
    }
}

impl Abstraction<Tiles> for Pattern {
    type State = Board;
    type Action = Option<u8>;

    fn name(&self) -> String {
        format!("{:?}", self.tiles)
    }

    fn project(&self, board: &Board) -> Board {
        self.merge(*board)
    }

    fn size(&self) -> u64 {
        6u64.pow(1 + self.tiles.len() as u32)
    }

    /// Digits of base 6, so that many ranks have no board.
    fn rank(&self, board: &Board) -> u64 {
        let cell = |tile: &u8| {
            board.iter().position(|other| other == tile).expect("a distinct tile") as u64
        };
        self.tiles.iter().fold(cell(&0), |rank, tile| rank * 6 + cell(tile))
    }

    fn unrank(&self, mut rank: u64) -> Board {
        let mut board = [MERGED; 6];
        for &tile in self.tiles.iter().rev() {
            board[(rank % 6) as usize] = tile;
            rank /= 6;
        }
        board[rank as usize] = 0;
        board
    }

    fn predecessors(&self, board: &Board, mut visit: impl FnMut(Board, Option<u8>)) {
        let hole = blank(*board);
        neighbours(&Tiles, board, |before, _| {
            let tile = before[hole];
            visit(before, (tile != MERGED).then_some(tile));
        });
    }

    fn charge(&self, action: Option<u8>) -> u32 {
        action.map_or(self.merged, |tile| self.charges[tile as usize])
    }

    fn actions(&self) -> Vec<(Option<u8>, u32)> {
        (1..6).map(|tile| (Some(tile), 1)).collect()
    }

    fn canonical(&self, board: &mut Board) {
        if self.mirrored {
            let mirror = [2, 1, 0, 5, 4, 3].map(|cell: usize| match board[cell] {
                MERGED => MERGED,
                tile => [0, 2, 1, 5, 4, 3][tile as usize],
            });
            *board = mirror.min(*board);
        }
    }
}
