//! The values of all patterns at the root, found by walking to the goal in each.
//!
//! ```text
//! value := 0 for each pattern
//! while some pattern is not at its goal
//!   list the moves of the tiles of all such patterns
//!   ask for all their bits at once, then read them
//!   each such pattern: make a move whose value modulo 4 is one less; value += 1
//! ```
//!
//! *Limit.* The walk of a random 15-puzzle with two views takes some 25 steps in each of four
//! patterns, with 8 moves per step to choose from. The lines of a step arrive together: one wait
//! for memory per step, not one per move.

use super::automaton::neighbour;
use super::board::Board;
use crate::Position;
use crate::arch::pdb::batch::{Batch, Child, Kernel, Lane, NODES};
use crate::arch::pdb::index;
use crate::pdb::Additive;
use crate::pdb::table::LONGEST_WALK;

/// The data that walks share, for one board.
#[derive(Clone, Debug)]
pub(super) struct Walks {
    /// For each cell of the blank and direction: the change, and the cell of the blank after the
    /// move, for any table in its own frame.
    moves: [[u16; 4]; 32],
    /// Adjacent cells, indexed by cell and direction; `None` off the board.
    neighbours: Vec<[Option<u8>; 4]>,
    /// The view of each lane.
    views: Vec<u8>,
}

/// The state of one pattern's walk.
#[derive(Clone, Copy)]
struct Walker {
    pattern: u64,
    node: usize,
    residue: u32,
    value: u32,
    done: bool,
}

impl Walks {
    pub(super) fn new(heuristic: &Additive) -> Self {
        let size = heuristic.goal().size();
        let neighbours: Vec<[Option<u8>; 4]> = (0..size.cells())
            .map(|cell| std::array::from_fn(|d| neighbour(size, cell, d).map(|to| to as u8)))
            .collect();
        let mut moves = [[0; 4]; 32];
        for (cell, row) in neighbours.iter().enumerate() {
            for (direction, to) in row.iter().enumerate() {
                let to = to.map_or(cell as u16, u16::from);
                moves[cell][direction] = (cell as u16 ^ to) | to << 8;
            }
        }
        let mut views = vec![0; heuristic.lanes().len()];
        for (view, lanes) in heuristic.views().iter().enumerate() {
            views[lanes.clone()].fill(view as u8);
        }
        Self { moves, neighbours, views }
    }

    /// The value of each pattern for `start`; 0 if a table does not lead to the goal, which is
    /// [broken](crate::pdb::Table::is_broken) from then on.
    pub(super) fn values<const C: usize, const L: usize>(
        &self,
        board: &Board,
        heuristic: &Additive,
        start: &Position,
    ) -> Vec<u32> {
        let tables = board.tables_with(&self.moves);
        let mut walkers: Vec<Walker> = heuristic
            .lanes()
            .iter()
            .zip(&board.lanes)
            .map(|(lane, view)| {
                let (cells, blank) = lane.see(start);
                let (table, layout) = (&view.table, view.table.layout());
                let occupied = cells.iter().fold(0, |set, &cell| set | 1 << cell);
                Walker {
                    pattern: index::pack(&cells),
                    node: layout.node_of(occupied, blank),
                    residue: table.residue(&cells, blank),
                    value: 0,
                    done: table.is_goal(&cells, blank),
                }
            })
            .collect();
        let mut batch = Batch::<C, L>::new();
        let kernel = Kernel::detect();
        while walkers.iter().any(|walker| !walker.done) {
            let mut first = 0;
            while first < walkers.len() {
                let mut next = first;
                // The end of each walker's range of children.
                let mut ends = Vec::with_capacity(walkers.len());
                batch.length = 0;
                while next < walkers.len()
                    && self.list((heuristic, board), next, &walkers[next], &mut batch)
                {
                    batch.nodes[0].lanes[next] = walkers[next].pattern;
                    ends.push(batch.length);
                    next += 1;
                }
                kernel.locate(&tables, &mut batch);
                let mut from = 0;
                for (number, &end) in (first..next).zip(&ends) {
                    if !walkers[number].done {
                        let lane = &tables.lanes[number];
                        let table = &board.lanes[number].table;
                        let children = batch.children[from..end].iter().zip(&batch.bits[from..end]);
                        let walker = &mut walkers[number];
                        if self.step(walker, lane, children) {
                            let (goal, layout) = (table.pattern(), table.layout());
                            walker.done = walker.pattern == index::pack(goal.cells())
                                && layout.node(walker.node).region >> goal.blank() & 1 == 1;
                        } else {
                            table.set_broken();
                            (walker.value, walker.done) = (0, true);
                        }
                    }
                    from = end;
                }
                first = next;
            }
        }
        walkers.into_iter().map(|walker| walker.value).collect()
    }

    /// Adds the moves of a pattern to the batch; returns false if the batch might not hold them
    /// all.
    fn list<const C: usize, const L: usize>(
        &self,
        (heuristic, board): (&Additive, &Board),
        number: usize,
        walker: &Walker,
        batch: &mut Batch<C, L>,
    ) -> bool {
        let lane = &heuristic.lanes()[number];
        if batch.length + 4 * lane.tiles.len() > 4 * NODES {
            return false;
        }
        if walker.done {
            return true;
        }
        let region = board.lanes[number].table.layout().node(walker.node).region;
        let cells = walker.pattern.to_le_bytes();
        for (&tile, &cell) in lane.tiles.iter().zip(&cells) {
            for (direction, to) in self.neighbours[usize::from(cell)].iter().enumerate() {
                if let Some(to) = to.filter(|to| region >> to & 1 == 1) {
                    // The blank comes from `to`, opposite to the direction of the tile.
                    batch.children[batch.length] = Child(
                        (3 - direction as u64) << 24
                            | u64::from(tile) << 32
                            | u64::from(self.views[number]) << 40
                            | u64::from(to) << 56,
                    );
                    batch.length += 1;
                }
            }
        }
        true
    }

    /// Makes a move towards the goal; returns false if no move leads there or the walk is too long,
    /// which means that the entries are not distances.
    fn step<'a>(
        &self,
        walker: &mut Walker,
        lane: &Lane<'_>,
        children: impl Iterator<Item = (&'a Child, &'a u64)>,
    ) -> bool {
        let cells = walker.pattern.to_le_bytes();
        for (child, &bit) in children {
            let upper = u32::from(lane.bytes[(bit / 8) as usize] >> (bit % 8) & 1);
            // The parity changes with every move.
            let residue = upper << 1 | (walker.residue & 1 ^ 1);
            if residue == (walker.residue + 3) % 4 {
                let change = self.moves[child.blank()][child.direction()];
                let slot = cells.iter().position(|&cell| cell == (change >> 8) as u8);
                let slot = slot.expect("the tile stood where the blank is now");
                walker.pattern ^= u64::from(change & 0xff) << (8 * slot);
                walker.node = (bit / u64::from(lane.stride)) as usize;
                walker.residue = residue;
                walker.value += 1;
                return walker.value <= LONGEST_WALK;
            }
        }
        false
    }
}
