//! Cubes whose distances are known without any table.

use loyd_cube::cube3::Cube3;
use loyd_cube::{MetricName, Turn};

/// Cubes at known distances: some of every level.
pub fn near(goal: Cube3, metric: MetricName, depth: u32) -> Vec<(Cube3, u32)> {
    let some_of = |(distance, level): (u32, Vec<Cube3>)| {
        let step = (level.len() / 2).max(1);
        level.into_iter().step_by(step).map(move |cube| (cube, distance))
    };
    (0..).zip(levels(goal, metric, depth)).flat_map(some_of).collect()
}

/// The cubes at each distance, by a plain breadth-first search.
pub fn levels(goal: Cube3, metric: MetricName, depth: u32) -> Vec<Vec<Cube3>> {
    let amounts =
        |turn: &Turn| metric == MetricName::Half || turn.amount != loyd_cube::Amount::Half;
    let turns = loyd_cube::Face::ALL
        .into_iter()
        .flat_map(|face| loyd_cube::Amount::ALL.map(|amount| Turn { face, amount }));
    let turns: Vec<Turn> = turns.filter(amounts).collect();
    let mut seen = std::collections::HashSet::from([goal]);
    let mut levels = vec![vec![goal]];
    for _ in 0..depth {
        let mut next = Vec::new();
        for cube in levels.last().into_iter().flatten() {
            for turn in &turns {
                let after = cube.after(&[*turn]);
                if seen.insert(after) {
                    next.push(after);
                }
            }
        }
        levels.push(next);
    }
    levels
}
