//! Level counts of the complete space against published tables.

use super::Measured;
use loyd_cube::cube2::{Coordinates, Cube2, Cube2Ranking, Cube2Space, STATES, TurnTables};
use loyd_cube::{Half, Metric, Quarter, Turn};
use loyd_search::space::{MoveAlphabet, StateSpace};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/cube_levels.csv");

fn published(metric: &str) -> Vec<u64> {
    let mut file = csv::Reader::from_path(TABLES).expect("the file is there");
    let mut levels = Vec::new();
    for row in file.records() {
        let row = row.expect("a row");
        if &row[0] == "2x2x2" && &row[1] == metric {
            assert_eq!(row[2].parse(), Ok(levels.len()), "depths without a gap");
            levels.push(row[3].parse().expect("a number"));
        }
    }
    levels
}

/// Breadth-first search with two look-ups a move.
fn enumerated<M: Metric>() -> Vec<u64> {
    let tables = TurnTables::new(&Cube2Ranking::new());
    let space = Cube2Space::<M>::new(Cube2::SOLVED);
    let turns: Vec<Turn> = (0..space.letters()).map(|letter| space.move_of(letter)).collect();
    let mut seen = vec![false; STATES as usize];
    seen[Coordinates::SOLVED.rank() as usize] = true;
    let mut frontier = vec![Coordinates::SOLVED];
    let mut levels = Vec::new();
    while !frontier.is_empty() {
        levels.push(frontier.len() as u64);
        let mut next = Vec::new();
        for here in frontier {
            for &turn in &turns {
                let there = tables.turn(here, turn);
                if !std::mem::replace(&mut seen[there.rank() as usize], true) {
                    next.push(there);
                }
            }
        }
        frontier = next;
    }
    levels
}

fn check<M: Measured>(radius: usize) {
    let published = published(M::NAME.name());
    assert_eq!(published.len(), radius + 1);
    assert_eq!(published.iter().sum::<u64>(), STATES);
    assert_eq!(enumerated::<M>(), published, "by coordinates");
    let mut by_moves = vec![0; radius + 1];
    M::distances().by_rank.iter().for_each(|&distance| by_moves[distance as usize] += 1);
    assert_eq!(by_moves, published, "by the moves of the space");
}

#[test]
fn half_turns() {
    check::<Half>(11);
}

#[test]
fn quarter_turns() {
    check::<Quarter>(14);
}

#[test]
fn moves_are_tried_in_the_documented_order() {
    let text = |turns: Vec<Turn>| loyd_cube::format_turns(&turns);
    let half = Cube2Space::<Half>::default();
    assert_eq!(text(half.moves(&Cube2::SOLVED).collect()), "U U2 U' R R2 R' F F2 F'");
    let quarter = Cube2Space::<Quarter>::default();
    assert_eq!(text(quarter.moves(&Cube2::SOLVED).collect()), "U U' R R' F F'");
}
