//! The parts of a heuristic and a board that a batched search needs, laid out for it.

use super::automaton::{MoveRows, neighbour};
use crate::arch::pdb::batch::{self, Child, Margins, Meta, Node, ROWS, Tables};
use crate::arch::pdb::index::{self, Weights};
use crate::pdb::layout::half_ranks;
use crate::pdb::{Additive, Layout, Table};
use crate::tile_order;
use crate::{Position, Size};
use std::sync::Arc;

/// Largest number of views.
pub const MAX_VIEWS: usize = batch::MAX_VIEWS;

/// Largest number of patterns in all views together.
pub const MAX_LANES: usize = batch::MAX_LANES;

/// Largest number of cells: the limit of the automaton's boards and the layouts' region tables.
pub const MAX_CELLS: usize = 25;

/// A heuristic that the batched search does not support.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "batched search supports boards of at most {MAX_CELLS} cells, patterns of at most \
         {} tiles, {MAX_LANES} patterns and {MAX_VIEWS} views",
    index::MAX_TILES
)]
pub struct Unfit;

/// Checks that the batched search supports a heuristic.
///
/// # Errors
/// [`Unfit`] if the board is too large, there are too many patterns or views, or a table has the
/// distances of placements.
pub fn check(heuristic: &Additive) -> Result<(), Unfit> {
    let lanes = heuristic.lanes();
    let tiles = lanes.iter().map(|lane| lane.tiles.len());
    let fits = supports(heuristic.goal().size(), tiles, heuristic.views().len())
        && lanes.iter().all(|lane| lane.table.states().is_some());
    if fits { Ok(()) } else { Err(Unfit) }
}

/// Returns true if the batched search supports tables of states of this board, by the numbers of tiles of all
/// patterns, and this number of views.
pub fn supports(size: Size, tiles: impl Iterator<Item = usize> + Clone, views: usize) -> bool {
    size.cells() <= MAX_CELLS
        && tiles.clone().all(|tiles| tiles <= index::MAX_TILES)
        && tiles.count() <= MAX_LANES
        && (1..=MAX_VIEWS).contains(&views)
}

/// A table and the moves of the board in its frame.
#[derive(Clone, Debug)]
pub(super) struct LaneView {
    pub(super) table: Table,
    /// The layout of all patterns with as many tiles: every child reads a record of it, and a cache holds one copy
    /// (2.8 MB for six tiles on 5x5).
    layout: Arc<Layout>,
    /// For each cell of the blank and direction, in the frame of the table: the change to the byte
    /// of the tile that moves (low byte), and the cell of the blank after the move (high byte).
    pub(super) moves: [[u16; 4]; 32],
    /// The cell of the table's frame for each cell of the board.
    frame: [u8; 32],
    /// The tile of each byte of the pattern, or [`batch::NO_TILE`].
    tiles: [u8; 8],
}

impl LaneView {
    fn as_read<'a>(&'a self, moves: &'a [[u16; 4]; 32]) -> batch::Lane<'a> {
        let (bytes, stride) = (self.table.bytes(), self.layout.stride() as u32);
        let (frame, tiles) = (self.frame, self.tiles);
        batch::Lane { bytes, records: self.layout.records(), stride, moves, frame, tiles }
    }
}

/// The board, tables and pruning of a search.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) lanes: Vec<LaneView>,
    /// Lane and bit offset of the tile's byte, indexed by view and tile.
    seats: Vec<[(u8, u8); 32]>,
    weights: Weights,
    /// The target cell of the blank, indexed by cell and direction; 0 off the board.
    pub(super) targets: [[u8; 4]; 32],
    pub(super) goal: [u8; 32],
    pub(super) goal_blank: usize,
    /// Next states of the automaton, 16 bits for each direction.
    rows: Vec<u64>,
    starts: Vec<u16>,
    /// Number of bits of a set of cells in each half, and the colexicographic ranks of halves.
    halves: (u32, u32),
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Board {
    pub(super) fn new(heuristic: &Additive, rows: MoveRows) -> Result<Self, Unfit> {
        let goal = heuristic.goal();
        let size = goal.size();
        let cells = size.cells();
        check(heuristic)?;
        let mut weights = Weights::default();
        let mut lanes: Vec<LaneView> = Vec::new();
        for (number, lane) in heuristic.lanes().iter().enumerate() {
            let tiles = lane.tiles.len();
            let row: Vec<u16> = (0..tiles).map(|m| tile_order::weight(tiles, m) as u16).collect();
            weights.set(number, &row);
            let mut moves = [[0; 4]; 32];
            for (cell, row) in moves.iter_mut().enumerate().take(cells) {
                for (direction, change) in row.iter_mut().enumerate() {
                    let to = neighbour(size, cell, direction).unwrap_or(cell);
                    let (from, to) = (u16::from(lane.map[cell]), u16::from(lane.map[to]));
                    *change = (from ^ to) | to << 8;
                }
            }
            let table = lane.table.states().ok_or(Unfit)?.clone();
            let mut frame = [0; 32];
            frame[..cells].copy_from_slice(&lane.map[..cells]);
            let mut tiles = [batch::NO_TILE; 8];
            for (slot, &tile) in tiles.iter_mut().zip(&lane.tiles) {
                *slot = tile as u8;
            }
            let mut layouts = lanes.iter().map(|lane| &lane.layout);
            let same = layouts.find(|layout| layout.tiles() == table.layout().tiles());
            let layout = same.unwrap_or(table.layout()).clone();
            lanes.push(LaneView { table, layout, moves, frame, tiles });
        }
        let seats = heuristic.views().iter().map(|lanes| {
            let mut seats = [(lanes.start as u8, 0); 32];
            for number in lanes.clone() {
                for (slot, &tile) in heuristic.lanes()[number].tiles.iter().enumerate() {
                    seats[usize::from(tile)] = (number as u8, 8 * slot as u8);
                }
            }
            seats
        });
        let mut targets = [[0; 4]; 32];
        for (cell, row) in targets.iter_mut().enumerate().take(cells) {
            for (direction, to) in row.iter_mut().enumerate() {
                *to = neighbour(size, cell, direction).unwrap_or(0) as u8;
            }
        }
        let mut tiles = [0; 32];
        for (slot, &tile) in tiles.iter_mut().zip(goal.tiles()) {
            *slot = tile as u8;
        }
        let word =
            |row: &[u16; 4]| row.iter().rev().fold(0, |word, &state| word << 16 | u64::from(state));
        let mut next: Vec<u64> = rows.rows.iter().map(word).collect();
        next.resize(ROWS, 0);
        let (halves, low, high) = half_ranks(cells);
        Ok(Self {
            lanes,
            seats: seats.collect(),
            weights,
            targets,
            goal: tiles,
            goal_blank: goal.blank(),
            rows: next,
            starts: rows.starts,
            halves,
            low,
            high,
        })
    }

    /// The tables in the form that the kernels read.
    pub(super) fn tables(&self) -> Tables<'_> {
        self.tables_of(self.lanes.iter().map(|lane| lane.as_read(&lane.moves)).collect())
    }

    /// The tables with the same moves for all patterns, each in the frame of its table.
    pub(super) fn tables_with<'a>(&'a self, moves: &'a [[u16; 4]; 32]) -> Tables<'a> {
        self.tables_of(self.lanes.iter().map(|lane| lane.as_read(moves)).collect())
    }

    fn tables_of<'a>(&'a self, lanes: Vec<batch::Lane<'a>>) -> Tables<'a> {
        Tables::new(
            lanes,
            &self.seats,
            &self.targets,
            &self.rows,
            &self.weights,
            self.halves,
            &self.low,
            &self.high,
        )
    }

    pub(super) fn views(&self) -> usize {
        self.seats.len()
    }

    /// The next state of the automaton; 0 if the direction is forbidden.
    pub(super) fn next(&self, state: usize, direction: usize) -> u16 {
        (self.rows[state] >> (16 * direction)) as u16
    }

    /// The root of a search from `start`, with no slack.
    pub(super) fn root<const C: usize, const L: usize>(
        &self,
        heuristic: &Additive,
        start: &Position,
        values: &[u32],
    ) -> Node<C, L> {
        let mut cells = [0; C];
        for (cell, &tile) in start.tiles().iter().enumerate() {
            cells[cell] = tile as u8;
        }
        let mut lanes = [0; L];
        let mut residues = 0;
        for (number, lane) in heuristic.lanes().iter().enumerate() {
            lanes[number] = index::pack(&lane.see(start).0);
            residues |= (values[number] & 3) << (2 * number);
        }
        Node {
            lanes,
            cells,
            margins: Margins::new(residues),
            meta: Meta::new(0, self.starts[start.blank()], start.blank(), 0, 0),
        }
    }

    /// The child in a direction, computed one lookup at a time; `None` if the automaton forbids it, or if a view
    /// has no slack for it.
    pub(super) fn child<const C: usize, const L: usize>(
        &self,
        node: &Node<C, L>,
        direction: usize,
    ) -> Option<Node<C, L>> {
        let state = self.next(node.meta.state(), direction);
        if state == 0 {
            return None;
        }
        let mut child = *node;
        let blank = node.meta.blank();
        let to = usize::from(self.targets[blank][direction]);
        let tile = node.cells[to];
        for view in 0..self.views() {
            let (number, shift) = self.seat(view, tile);
            let lane = &self.lanes[number];
            let change = lane.moves[blank][direction];
            child.lanes[number] ^= u64::from(change & 0xff) << shift;
            let cells = child.lanes[number].to_le_bytes();
            let tiles = lane.table.pattern().tiles();
            let bit = lane.table.bit(&cells[..tiles], usize::from(change >> 8));
            let (margins, fits) = child.margins.after(number, view, u64::from(bit));
            if !fits {
                return None;
            }
            child.margins = margins;
        }
        child.cells[blank] = tile;
        child.cells[to] = 0;
        child.meta = Meta::new(0, state, to, direction, node.meta.depth() + 1);
        Some(child)
    }

    /// Makes the move of a child in a copy of its parent, which has the step `trail`.
    #[allow(clippy::inline_always)] // Runs for every child.
    #[inline(always)]
    pub(super) fn advance<const C: usize, const L: usize>(
        &self,
        node: &mut Node<C, L>,
        child: Child,
        margins: Margins,
        trail: u32,
    ) {
        let (blank, direction) = (child.blank(), child.direction());
        let to = usize::from(self.targets[blank][direction]);
        for view in 0..self.views() {
            let (lane, shift) = self.seat(view, child.tile());
            let change = self.lanes[lane].moves[blank][direction];
            node.lanes[lane] ^= u64::from(change & 0xff) << shift;
        }
        node.cells[blank % C] = child.tile();
        node.cells[to % C] = 0;
        node.margins = margins;
        node.meta = Meta::new(trail, child.state(), to, direction, node.meta.depth() + 1);
    }

    /// The position of a tile in a view: lane and bit offset of its byte.
    #[inline]
    pub(super) fn seat(&self, view: usize, tile: u8) -> (usize, u32) {
        let (lane, shift) = self.seats[view][usize::from(tile & 31)];
        (usize::from(lane), u32::from(shift))
    }

    #[inline]
    pub(super) fn is_goal(&self, cells: &[u8]) -> bool {
        *cells == self.goal[..cells.len()]
    }
}
