//! A new heuristic for sliding tiles: Gaschnig's, the number of moves if the blank may swap with any tile. An
//! audit of all boards of 3x3 proves its properties; IDA* uses it beside Manhattan distance.
//! `cargo run --release -p loyd --example new_heuristic`

use loyd::search::audit::{Distances, exhaustive};
use loyd::search::observe::Limit;
use loyd::search::search::ida_star;
use loyd::search::space::{Heuristic, Properties};
use loyd::tiles::heuristic::{Manhattan, TileHeuristic};
use loyd::tiles::{Board, BoardRanking, Nibbles, Position, Single, Slid, Sliding, parse_position};
use std::slice::from_ref;

/// The goal cell of each tile, that of the blank included.
struct Gaschnig {
    goal_cells: Vec<u16>,
}

impl Gaschnig {
    /// Swaps the blank with the tile whose goal cell it occupies; where that is the blank's own, with any
    /// misplaced tile.
    fn swaps(&self, board: &impl Board) -> u32 {
        let goal_cell = |tile: usize| usize::from(self.goal_cells[tile]);
        let mut tiles: Vec<usize> =
            (0..self.goal_cells.len()).map(|cell| board.tile(cell)).collect();
        let mut blank = board.blank();
        for swaps in 0.. {
            let next = if blank == goal_cell(0) {
                (0..tiles.len()).find(|&cell| goal_cell(tiles[cell]) != cell)
            } else {
                (0..tiles.len()).find(|&cell| goal_cell(tiles[cell]) == blank)
            };
            let Some(next) = next else { return swaps };
            tiles.swap(blank, next);
            blank = next;
        }
        unreachable!("every two swaps put a tile on its goal cell")
    }
}

impl<B: Board> Heuristic<Sliding<B, Single>> for Gaschnig {
    type Memo = u32;
    // The audit below would refute a false promise.
    const PROPERTIES: Properties = Properties::CONSISTENT;

    fn start(&self, board: &B) -> u32 {
        self.swaps(board)
    }

    fn step(&self, _before: u32, after: &B, _slid: Slid) -> u32 {
        self.swaps(after)
    }

    fn value(&self, swaps: u32) -> u32 {
        swaps
    }
}

type Space = Sliding<Nibbles<3, 9>, Single>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = parse_position("8 6 7 2 5 4 3 0 1", None)?;
    let goal = Position::blank_last(start.size());
    let space = Space::new(&goal);
    let gaschnig = Gaschnig { goal_cells: space.goal_cells() };
    let none = Limit::none();

    let ranking = BoardRanking::new(&goal).ok_or("too many cells")?;
    let distances = Distances::of(&space, &ranking, from_ref(space.goal()), 1, &none, &mut |_| ())?;
    let findings = exhaustive(&space, &ranking, &distances, &gaschnig, 1, &none, &mut |_| ())?;
    println!("{} boards: admissible {}", findings.states, findings.admissible());
    println!("{} moves: consistent {}", findings.moves, findings.consistent());

    let board = Space::board(&start);
    let report = ida_star::search(&space, &gaschnig, &board, &none, &mut ());
    println!("gaschnig   {} states expanded", report.statistics.expanded);
    let manhattan = <Manhattan as TileHeuristic<Nibbles<3, 9>, Single>>::new(&space)?;
    let report = ida_star::search(&space, &manhattan, &board, &none, &mut ());
    println!("manhattan  {} states expanded", report.statistics.expanded);
    Ok(())
}
