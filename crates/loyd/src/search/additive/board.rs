//! What a batched search needs of a heuristic and a board, laid out for it.

use super::automaton::{MoveRows, neighbour};
use crate::arch::pdb::index::{self, Indexer, Weights};
use crate::pdb::{Additive, order};
use crate::puzzle::tiles::Position;

/// Most views.
pub const MAX_VIEWS: usize = 4;

/// Most patterns in all views together.
pub const MAX_LANES: usize = index::MAX_PATTERNS;

/// Most cells: as many as the automaton's boards and the layouts' tables of regions.
pub const MAX_CELLS: usize = 25;

/// Why there is no batched search with a heuristic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "batched search takes boards of at most {MAX_CELLS} cells, patterns of at most \
         {} tiles, {MAX_LANES} patterns and {MAX_VIEWS} views",
    index::MAX_TILES
)]
pub struct Unfit;

/// A position within a search, and how far it is within the bound.
///
/// `C` is 16 or 32 cells, `L` the number of patterns.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Node<const C: usize, const L: usize> {
    /// The cells of each pattern's tiles in the frame of its table, a byte each.
    pub(super) lanes: [u64; L],
    /// The tile on each cell.
    pub(super) cells: [u8; C],
    /// `(bound - g - h) / 2` by each view.
    pub(super) slack: [u8; MAX_VIEWS],
    /// Values modulo 4, two bits for each pattern.
    pub(super) residues: u32,
    /// Where in the trail the node that this is a child of stands.
    pub(super) trail: u32,
    /// The state of the automaton.
    pub(super) state: u16,
    /// The cell of the blank.
    pub(super) blank: u8,
    /// The direction by which it was reached.
    pub(super) direction: u8,
}

/// Where a tile stands in a view: lane, and bits to its byte.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seat {
    pub(super) lane: u8,
    pub(super) shift: u8,
}

/// A table and how boards are seen by it.
#[derive(Clone, Debug)]
pub(super) struct LaneView {
    pub(super) table: crate::pdb::Table,
    /// Bits between nodes of the layout.
    pub(super) stride: usize,
    /// From cells of the board to cells of the table's frame.
    pub(super) map: [u8; 32],
}

/// Board, tables and pruning of a search.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) views: usize,
    pub(super) lanes: Vec<LaneView>,
    /// Seats by view and tile.
    pub(super) seats: [[Seat; 32]; MAX_VIEWS],
    pub(super) weights: Weights,
    pub(super) indexer: Indexer,
    /// The cell that the blank goes to, by cell and direction; 0 off the board.
    pub(super) targets: [[u8; 4]; 32],
    pub(super) goal: [u8; 32],
    pub(super) goal_blank: u8,
    pub(super) rows: Vec<[u16; 4]>,
    pub(super) starts: Vec<u16>,
}

impl Board {
    pub(super) fn new(heuristic: &Additive, rows: MoveRows) -> Result<Self, Unfit> {
        let goal = heuristic.goal();
        let size = goal.size();
        let cells = size.cells();
        let too_long = heuristic.lanes().iter().any(|lane| lane.tiles.len() > index::MAX_TILES);
        if cells > MAX_CELLS
            || too_long
            || heuristic.lanes().len() > MAX_LANES
            || !(1..=MAX_VIEWS).contains(&heuristic.views().len())
        {
            return Err(Unfit);
        }
        let mut weights = Weights::default();
        let mut lanes = Vec::new();
        for (number, lane) in heuristic.lanes().iter().enumerate() {
            let tiles = lane.tiles.len();
            let row: Vec<u16> = (0..tiles).map(|m| order::weight(tiles, m) as u16).collect();
            weights.set(number, &row);
            let mut map = [0; 32];
            map[..cells].copy_from_slice(&lane.map);
            lanes.push(LaneView {
                stride: lane.table.layout().stride(),
                table: lane.table.clone(),
                map,
            });
        }
        let mut seats = [[Seat::default(); 32]; MAX_VIEWS];
        for (view, known) in heuristic.views().iter().enumerate() {
            for number in known.clone() {
                for (slot, &tile) in heuristic.lanes()[number].tiles.iter().enumerate() {
                    let seat = Seat { lane: number as u8, shift: 8 * slot as u8 };
                    seats[view][usize::from(tile)] = seat;
                }
            }
        }
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
        Ok(Self {
            views: heuristic.views().len(),
            lanes,
            seats,
            weights,
            indexer: Indexer::detect(),
            targets,
            goal: tiles,
            goal_blank: goal.blank() as u8,
            rows: rows.rows,
            starts: rows.starts,
        })
    }

    /// The root of a search from `start`, with no slack.
    pub(super) fn root<const C: usize, const L: usize>(
        &self,
        heuristic: &Additive,
        start: &Position,
        values: &[u32],
    ) -> Node<C, L> {
        let mut cells = [0; C];
        let mut cell_of = [0u8; 32];
        for (cell, &tile) in start.tiles().iter().enumerate() {
            cells[cell] = tile as u8;
            cell_of[usize::from(tile)] = cell as u8;
        }
        let mut lanes = [0; L];
        let mut residues = 0;
        for (number, lane) in heuristic.lanes().iter().enumerate() {
            let places: Vec<u8> = lane
                .tiles
                .iter()
                .map(|&tile| lane.map[usize::from(cell_of[usize::from(tile)])])
                .collect();
            lanes[number] = index::pack(&places);
            residues |= (values[number] & 3) << (2 * number);
        }
        Node {
            lanes,
            cells,
            slack: [0; MAX_VIEWS],
            residues,
            trail: 0,
            state: self.starts[start.blank()],
            blank: start.blank() as u8,
            direction: 0,
        }
    }

    /// The child in a direction, one lookup at a time; `None` where the automaton forbids it.
    pub(super) fn child<const C: usize, const L: usize>(
        &self,
        node: &Node<C, L>,
        direction: usize,
    ) -> Option<Node<C, L>> {
        let state = self.rows[usize::from(node.state)][direction];
        if state == 0 {
            return None;
        }
        let mut child = *node;
        let to = self.targets[usize::from(node.blank)][direction];
        let tile = node.cells[usize::from(to)];
        for view in 0..self.views {
            let seat = self.seat(view as u8, tile);
            let lane = &self.lanes[usize::from(seat.lane)];
            let number = usize::from(seat.lane);
            child.lanes[number] ^= self.change(seat, node.blank, to);
            let cells = child.lanes[number].to_le_bytes();
            let tiles = lane.table.pattern().tiles();
            let blank = usize::from(lane.map[usize::from(to)]);
            let residue = lane.table.residue(&cells[..tiles], blank);
            let before = child.residues >> (2 * number) & 3;
            child.residues ^= (before ^ residue) << (2 * number);
            child.slack[view] -= u8::from(residue == (before + 1) & 3);
        }
        child.cells[usize::from(node.blank)] = tile;
        child.cells[usize::from(to)] = 0;
        (child.state, child.blank, child.direction) = (state, to, direction as u8);
        Some(child)
    }

    /// Where a tile stands in a view.
    #[inline]
    pub(super) fn seat(&self, view: u8, tile: u8) -> Seat {
        self.seats[usize::from(view) % MAX_VIEWS][usize::from(tile & 31)]
    }

    /// What the move of the tile of this seat from `to` into the blank changes in its lane.
    #[inline]
    pub(super) fn change(&self, seat: Seat, blank: u8, to: u8) -> u64 {
        let map = &self.lanes[usize::from(seat.lane)].map;
        u64::from(map[usize::from(blank & 31)] ^ map[usize::from(to & 31)]) << seat.shift
    }

    /// Whether these are the goal's cells.
    #[inline]
    pub(super) fn is_goal(&self, cells: &[u8]) -> bool {
        *cells == self.goal[..cells.len()]
    }
}
