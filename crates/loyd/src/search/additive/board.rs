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

/// How far a node is from the bound, and what is known of its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Margins(pub(super) u64);

impl Margins {
    /// Bits to the slack of the first view.
    const SLACK: u32 = 2 * MAX_LANES as u32;

    /// No slack.
    pub(super) fn new(residues: u32) -> Self {
        Self(u64::from(residues))
    }

    /// `(bound - g - h) / 2` by a view.
    #[inline]
    pub(super) fn slack(self, view: usize) -> u8 {
        (self.0 >> (Self::SLACK + 8 * view as u32)) as u8
    }

    /// With another slack.
    pub(super) fn with_slack(self, view: usize, slack: u8) -> Self {
        let shift = Self::SLACK + 8 * view as u32;
        Self(self.0 & !(0xff << shift) | u64::from(slack) << shift)
    }

    /// The value of a pattern modulo 4.
    #[inline]
    pub(super) fn residue(self, lane: usize) -> u32 {
        (self.0 >> (2 * lane)) as u32 & 3
    }

    /// After a move that changed the value of a pattern to one whose upper bit modulo 4 is `bit`:
    /// the margins, and whether the view had the slack for it.
    #[inline]
    pub(super) fn after(self, lane: usize, view: usize, bit: u64) -> (Self, bool) {
        let residue = self.0 >> (2 * lane) & 3;
        // One more than 0, 1, 2, 3 is 1, 2, 3, 0: the upper bits of these are 0, 1, 1, 0.
        let rises = 1 ^ bit ^ (residue ^ residue >> 1) & 1;
        let changed = residue.wrapping_add(2 * rises).wrapping_sub(1) & 3;
        let shift = Self::SLACK + 8 * view as u32;
        let fits = self.0 >> shift & 0xff >= rises;
        let next = (self.0 ^ (residue ^ changed) << (2 * lane)).wrapping_sub(rises << shift);
        (Self(next), fits)
    }
}

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
    /// Values modulo 4, two bits for each pattern; above them `(bound - g - h) / 2`, eight bits
    /// for each view: see [`Margins`].
    pub(super) margins: Margins,
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
    /// For each cell of the blank and direction: what the byte of the tile that moves changes by
    /// (low byte), and where the blank is then (high byte), in the frame of the table.
    pub(super) moves: [[u16; 4]; 32],
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
            let mut moves = [[0; 4]; 32];
            for (cell, row) in moves.iter_mut().enumerate().take(cells) {
                for (direction, change) in row.iter_mut().enumerate() {
                    let to = neighbour(size, cell, direction).unwrap_or(cell);
                    let (from, to) = (u16::from(lane.map[cell]), u16::from(lane.map[to]));
                    *change = (from ^ to) | to << 8;
                }
            }
            let table = lane.table.clone();
            lanes.push(LaneView { stride: table.layout().stride(), table, moves });
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
            margins: Margins::new(residues),
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
            let seat = self.seat(view, tile);
            let lane = &self.lanes[usize::from(seat.lane)];
            let number = usize::from(seat.lane);
            let change = lane.moves[usize::from(node.blank)][direction];
            child.lanes[number] ^= u64::from(change & 0xff) << seat.shift;
            let cells = child.lanes[number].to_le_bytes();
            let tiles = lane.table.pattern().tiles();
            let blank = usize::from(change >> 8);
            let bit = lane.table.bit(&cells[..tiles], blank);
            (child.margins, _) = child.margins.after(number, view, u64::from(bit));
        }
        child.cells[usize::from(node.blank)] = tile;
        child.cells[usize::from(to)] = 0;
        (child.state, child.blank, child.direction) = (state, to, direction as u8);
        Some(child)
    }

    /// Where a tile stands in a view.
    #[inline]
    pub(super) fn seat(&self, view: usize, tile: u8) -> Seat {
        self.seats[view % MAX_VIEWS][usize::from(tile & 31)]
    }

    /// Whether these are the goal's cells.
    #[inline]
    pub(super) fn is_goal(&self, cells: &[u8]) -> bool {
        *cells == self.goal[..cells.len()]
    }
}
