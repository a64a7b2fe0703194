//! States of a beam, and the estimates of their views.

use super::pairs::Pairs;
use super::tables::{Placements, unused};
use super::{MAX_LANES, MAX_VIEWS};
use crate::pdb::Additive;
use crate::search::additive::neighbour;
use crate::{Position, Size};
use std::sync::Arc;

/// A state: its board, and the cells and the excess of each pattern.
#[derive(Clone, Copy)]
pub(super) struct State<const N: usize, const L: usize> {
    /// The cells of each pattern's tiles in the frame of its table, one byte each.
    lanes: [u64; L],
    pub(super) hash: u64,
    /// The excess of each pattern, four bits each.
    pub(super) excesses: u64,
    /// The sum of the weights of pairs.
    pairs: i32,
    /// The sum of Manhattan distances.
    pub(super) distance: u16,
    /// The sum of the excesses of each view.
    pub(super) sums: [u8; MAX_VIEWS],
    /// The tile on each cell.
    pub(super) tiles: [u8; N],
    pub(super) blank: u8,
    /// The direction of the move that led here, [`NONE`] at the start.
    pub(super) last: u8,
}

/// The direction of no move, and of no inverse move.
const NONE: u8 = 8;

impl<const N: usize, const L: usize> State<N, L> {
    pub(super) const EMPTY: Self = Self {
        lanes: [0; L],
        hash: 0,
        excesses: 0,
        pairs: 0,
        distance: 0,
        sums: [0; MAX_VIEWS],
        tiles: [0; N],
        blank: 0,
        last: NONE,
    };
}

/// One pattern of one view.
struct Lane {
    table: Arc<Placements>,
    /// The number of tiles.
    count: usize,
    /// For each cell of the board, that of the table.
    map: [u8; 64],
}

impl Lane {
    /// The entry of a placement.
    #[inline]
    fn entry(&self, cells: u64) -> usize {
        match self.count {
            6 => self.table.entry::<6>(cells),
            5 => self.table.entry::<5>(cells),
            4 => self.table.entry::<4>(cells),
            7 => self.table.entry::<7>(cells),
            3 => self.table.entry::<3>(cells),
            2 => self.table.entry::<2>(cells),
            _ => self.table.entry::<1>(cells),
        }
    }

    /// The change to a placement by a move of the tile in the byte at `shift`.
    #[inline]
    fn change(&self, shift: u8, from: u8, to: u8) -> u64 {
        let map = |cell: u8| self.map[usize::from(cell & 63)];
        u64::from(map(from) ^ map(to)) << shift
    }
}

/// The pattern of a tile, and the bits below its byte.
#[derive(Clone, Copy, Default)]
struct Seat {
    lane: u8,
    shift: u8,
}

/// The tables of all views, and what a move changes.
pub(super) struct Views {
    pub(super) size: Size,
    count: usize,
    lanes: Vec<Lane>,
    /// For each view and tile.
    seats: Vec<Seat>,
    /// For each tile and cell, the hash, and the Manhattan distance.
    hashes: Vec<u64>,
    distances: Vec<u8>,
    /// For each cell of the blank and direction, the cell of the tile that moves.
    targets: Vec<[u8; 4]>,
    pairs: Option<Pairs>,
}

/// The cell beyond the border.
pub(super) const NOWHERE: u8 = u8::MAX;

/// A child: what its parent's state does not tell.
#[derive(Clone, Copy, Default)]
pub(super) struct Child {
    pub(super) parent: u8,
    pub(super) direction: u8,
    pub(super) tile: u8,
    pub(super) from: u8,
    lanes: [u8; MAX_VIEWS],
    entries: [usize; MAX_VIEWS],
}

/// The terms of an estimate that a move changes.
#[derive(Clone, Copy, Default)]
pub(super) struct Terms {
    /// The new excess of one pattern of each view, four bits each.
    excesses: u16,
    /// The change to the sum of the weights of pairs.
    pairs: i16,
}

/// The estimate of a child.
#[derive(Clone, Copy)]
pub(super) struct Estimate {
    pub(super) terms: Terms,
    /// Manhattan distance and the largest excess of a view: a lower bound.
    pub(super) bound: u32,
    /// The order within a level.
    pub(super) score: u16,
    pub(super) hash: u64,
}

impl Views {
    pub(super) fn new(additive: &[Arc<Additive>], pairs: Option<Pairs>) -> Option<Self> {
        let goal = additive.first()?.goal();
        let (size, cells) = (goal.size(), goal.size().cells());
        let mut views = Self {
            size,
            count: 0,
            lanes: Vec::new(),
            seats: Vec::new(),
            hashes: hashes(cells * cells),
            distances: vec![0; cells * cells],
            targets: Vec::new(),
            pairs,
        };
        for (cell, &tile) in goal.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            for other in 0..cells {
                let columns = size.column(cell).abs_diff(size.column(other));
                let rows = size.row(cell).abs_diff(size.row(other));
                views.distances[usize::from(tile) * cells + other] = (columns + rows) as u8;
            }
        }
        for blank in 0..cells {
            let target = |direction| neighbour(size, blank, direction);
            let cell = |direction| target(direction).map_or(NOWHERE, |cell| cell as u8);
            views.targets.push([0, 1, 2, 3].map(cell));
        }
        let mut tables: Vec<(Vec<u8>, Arc<Placements>)> = Vec::new();
        for additive in additive {
            for view in additive.views() {
                if views.count == MAX_VIEWS || views.lanes.len() + view.len() > MAX_LANES {
                    break;
                }
                views.count += 1;
                let mut seats = vec![Seat::default(); cells];
                for lane in &additive.lanes()[view.clone()] {
                    for (slot, &tile) in lane.tiles.iter().enumerate() {
                        let (lane, shift) = (views.lanes.len() as u8, 8 * slot as u8);
                        seats[usize::from(tile)] = Seat { lane, shift };
                    }
                    let placements = lane.table.placements()?;
                    let pattern = placements.pattern().cells();
                    let table = tables.iter().find(|(cells, _)| cells == pattern);
                    let table = if let Some((_, table)) = table {
                        table.clone()
                    } else {
                        let table = Arc::new(Placements::new(placements)?);
                        tables.push((pattern.to_vec(), table.clone()));
                        table
                    };
                    let mut map = [0; 64];
                    map[..cells].copy_from_slice(&lane.map);
                    views.lanes.push(Lane { table, count: lane.tiles.len(), map });
                }
                views.seats.extend(seats);
            }
        }
        (views.count > 0).then_some(views)
    }

    /// The number of patterns.
    pub(super) fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// The state of a position.
    pub(super) fn start<const N: usize, const L: usize>(&self, start: &Position) -> State<N, L> {
        let size = self.size.cells();
        let mut state = State::EMPTY;
        for (word, lane) in state.lanes.iter_mut().zip(&self.lanes) {
            *word = unused(lane.count);
        }
        for (cell, &tile) in start.tiles().iter().enumerate() {
            state.tiles[cell] = tile as u8;
            if tile == 0 {
                state.blank = cell as u8;
                continue;
            }
            let at = usize::from(tile) * size + cell;
            state.hash ^= self.hashes[at];
            state.distance += u16::from(self.distances[at]);
            for view in 0..self.count {
                let Seat { lane, shift } = self.seats[view * size + usize::from(tile)];
                let lane = usize::from(lane);
                state.lanes[lane] |= u64::from(self.lanes[lane].map[cell]) << shift;
            }
        }
        for (number, lane) in self.lanes.iter().enumerate() {
            let excess = lane.table.excess(lane.entry(state.lanes[number]));
            state.excesses |= u64::from(excess) << (4 * number);
            let view = (0..self.count).find(|view| {
                let seats = &self.seats[view * size + 1..(view + 1) * size];
                seats.iter().any(|seat| usize::from(seat.lane) == number)
            });
            state.sums[view.unwrap_or(0)] += excess;
        }
        state.pairs = self.pairs.as_ref().map_or(0, |pairs| pairs.sum(&state.tiles));
        state
    }

    /// The number of views.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Lists the children of a state but its parent, and prefetches their values; returns their number.
    #[inline]
    pub(super) fn children<const N: usize, const L: usize>(
        &self,
        state: &State<N, L>,
        parent: u8,
        children: &mut [Child],
    ) -> usize {
        let size = self.size.cells();
        let mut count = 0;
        for (direction, &from) in self.targets[usize::from(state.blank)].iter().enumerate() {
            // The inverse of direction d is 3 - d.
            if from == NOWHERE || direction as u8 + state.last == 3 {
                continue;
            }
            let tile = state.tiles[usize::from(from)];
            let child = &mut children[count];
            (child.parent, child.direction) = (parent, direction as u8);
            (child.tile, child.from) = (tile, from);
            for view in 0..self.count {
                let Seat { lane: number, shift } = self.seats[view * size + usize::from(tile)];
                let lane = &self.lanes[usize::from(number)];
                let change = lane.change(shift, from, state.blank);
                let entry = lane.entry(state.lanes[usize::from(number)] ^ change);
                lane.table.prefetch(entry);
                (child.lanes[view], child.entries[view]) = (number, entry);
            }
            count += 1;
        }
        count
    }

    /// The estimate of a child that [`children`](Self::children) listed.
    #[inline]
    pub(super) fn estimate<const N: usize, const L: usize>(
        &self,
        state: &State<N, L>,
        child: &Child,
    ) -> Estimate {
        let (mut excesses, mut max, mut sum) = (0, 0, 0);
        for view in 0..self.count {
            let lane = child.lanes[view];
            let excess = self.lanes[usize::from(lane)].table.excess(child.entries[view]);
            let before = (state.excesses >> (4 * lane) & 15) as u32;
            let all = u32::from(state.sums[view]) + u32::from(excess) - before;
            excesses |= u16::from(excess) << (4 * view);
            max = max.max(all);
            sum += all;
        }
        let row = usize::from(child.tile) * self.size.cells();
        let (to, from) = (row + usize::from(state.blank), row + usize::from(child.from));
        let distance = u32::from(state.distance) + u32::from(self.distances[to])
            - u32::from(self.distances[from]);
        let hash = state.hash ^ self.hashes[to] ^ self.hashes[from];
        let (mut pairs, score) = (0, 4 * (distance + max) + 4 * sum / self.count as u32);
        let mut score = score as u16;
        if let Some(weights) = &self.pairs {
            pairs = weights.change(&state.tiles, child.tile, child.from, state.blank);
            let excess = (max, sum, self.count);
            score = weights.score(distance, excess, state.pairs + i32::from(pairs), child.from);
        }
        let terms = Terms { excesses, pairs };
        Estimate { terms, bound: distance + 2 * max, score, hash }
    }

    /// The state after a move, with the terms of its estimate.
    #[inline]
    pub(super) fn advance<const N: usize, const L: usize>(
        &self,
        state: &State<N, L>,
        direction: usize,
        terms: Terms,
    ) -> State<N, L> {
        let mut next = *state;
        let cells = self.size.cells();
        let from = self.targets[usize::from(state.blank)][direction];
        let tile = state.tiles[usize::from(from)];
        let row = usize::from(tile) * cells;
        for view in 0..self.count {
            let Seat { lane, shift } = self.seats[view * cells + usize::from(tile)];
            let change = self.lanes[usize::from(lane)].change(shift, from, state.blank);
            next.lanes[usize::from(lane)] ^= change;
            let excess = terms.excesses >> (4 * view) & 15;
            let before = state.excesses >> (4 * lane) & 15;
            next.sums[view] = (next.sums[view] + excess as u8) - before as u8;
            next.excesses ^= (before ^ u64::from(excess)) << (4 * lane);
        }
        next.pairs += i32::from(terms.pairs);
        let (to, start) = (row + usize::from(state.blank), row + usize::from(from));
        next.hash ^= self.hashes[to] ^ self.hashes[start];
        next.distance =
            next.distance + u16::from(self.distances[to]) - u16::from(self.distances[start]);
        next.tiles[usize::from(state.blank)] = tile;
        next.tiles[usize::from(from)] = 0;
        (next.blank, next.last) = (from, direction as u8);
        next
    }
}

/// Fixed random words (S. Vigna, `SplitMix64`).
fn hashes(count: usize) -> Vec<u64> {
    let mut state = 0u64;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    (0..count).map(|_| next()).collect()
}
