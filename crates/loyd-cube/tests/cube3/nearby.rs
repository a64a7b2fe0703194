//! Cubes whose distances are known without any table.

use loyd_cube::cube3::Cube3;
use loyd_cube::{MetricName, Turn};

/// Cubes at known distances, by a plain breadth-first search: some of every level.
pub fn near(goal: Cube3, metric: MetricName, depth: u32) -> Vec<(Cube3, u32)> {
    let amounts =
        |turn: &Turn| metric == MetricName::Half || turn.amount != loyd_cube::Amount::Half;
    let turns = loyd_cube::Face::ALL
        .into_iter()
        .flat_map(|face| loyd_cube::Amount::ALL.map(|amount| Turn { face, amount }));
    let turns: Vec<Turn> = turns.filter(amounts).collect();
    let mut seen = std::collections::HashSet::from([goal]);
    let (mut level, mut some) = (vec![goal], vec![(goal, 0)]);
    for distance in 1..=depth {
        let mut next = Vec::new();
        for cube in level {
            for turn in &turns {
                let after = cube.after(&[*turn]);
                if seen.insert(after) {
                    next.push(after);
                }
            }
        }
        some.extend(next.iter().step_by(next.len() / 2).map(|&cube| (cube, distance)));
        level = next;
    }
    some
}
