//! Random states of large puzzles, solved in phases: short paths soon, shorter ones until a limit.
//!
//! ```text
//! effort := 1
//! repeat
//!     ends := the start, as it is and with its axes exchanged
//!     for each phase: ends := the best ends of a beam search from them (`beam`)
//!     for each end, shortest first: the path to it, then the last stage's path to solved
//!     effort := 2 · effort
//! until a limit; without a limit once
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `space` | states as bytes, moves as maps of bytes |
//! | `beam` | the beam search through one phase |
//! | `deepening` | the exhaustive search through one phase |
//! | `tables` | tables of distances in coordinates |
//! | `chain` | phases as data, and attempts with growing effort |
//! | `cube`, `pairs` | large cubes, and the phases of the 4x4x4 cube |
//! | `five` | the phases of the 5x5x5 cube |
//! | `three` | the 3x3x3 cube at their end |
//! | `reduction` | their search |
//! | `megaminx` | the phases of the Megaminx |

mod beam;
mod chain;
mod cube;
mod deepening;
mod five;
mod megaminx;
mod pairs;
mod reduction;
mod space;
mod tables;
mod three;

use crate::position::Position;
use crate::turn::Turn;
use loyd_search::observe::{Limit, Progress, Report};
use loyd_search::search::{AlgorithmInfo, AlgorithmName, Guarantee};

/// The name of the algorithm.
pub(crate) const NAME: &str = "phases";

/// The puzzles that have phases, by name.
pub(crate) const PUZZLES: [&str; 3] = ["cube4", "cube5", "megaminx"];

/// The algorithm.
pub const PHASES: AlgorithmName = AlgorithmName::Own(&AlgorithmInfo {
    name: NAME,
    summary: "phases with a beam of the best ends of each: random states of cube4, cube5 and megaminx in seconds; improves until a limit",
    guarantee: Guarantee::None,
    informed: false,
    observed: false,
    improves_until_limit: true,
    deepens: false,
    parameters: &[],
});

/// True for the solved position of a puzzle that has phases.
pub(crate) fn supports(goal: &Position) -> bool {
    goal.is_solved() && PUZZLES.contains(&goal.model().id())
}

/// Solves a position of a puzzle that has phases; `None` if the system refuses the memory of its tables.
pub(crate) fn solve(
    start: &Position,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress),
) -> Option<Report<Turn>> {
    match start.model().id() {
        "megaminx" => Some(megaminx::solve(start, limit, progress)),
        _ => reduction::solve(start, limit, progress),
    }
}

/// Moves without two turns of the same layers in a row; a move has this order.
fn merged(turns: &[Turn], order: i16) -> Vec<Turn> {
    let mut merged: Vec<Turn> = Vec::with_capacity(turns.len());
    for &turn in turns {
        let last = merged.pop_if(|last| last.name() == turn.name());
        let amount = (last.map_or(0, Turn::amount) + turn.amount()).rem_euclid(order);
        let amount = if amount > order / 2 { amount - order } else { amount };
        if amount != 0 {
            merged.extend(Turn::new(turn.name(), amount));
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Scrambler;
    use loyd_search::clock::Stopwatch;

    fn replayed(name: &str, seed: u64, count: usize) {
        let solved = Position::solved(&crate::by_name(name).expect("a puzzle"));
        let mut scrambler = Scrambler::new(seed);
        for _ in 0..count {
            let start = scrambler.position(&solved);
            let report = solve(&start, &Limit::none(), &mut |_| ()).expect("memory");
            let path = report.outcome.path().expect("a solution");
            let mut end = start.clone();
            for &turn in path {
                end.turn(turn).expect("a move of the puzzle");
            }
            assert!(end.is_solved(), "{name}: {start}");
            assert!(path.len() < 120, "{} moves", path.len());
        }
    }

    #[test]
    fn random_4x4x4_cubes_are_solved() {
        replayed("cube4", 7, 1);
    }

    #[test]
    #[ignore = "takes ten seconds without optimisation"]
    fn random_megaminxes_are_solved() {
        replayed("megaminx", 7, 2);
    }

    #[test]
    #[ignore = "takes a minute without optimisation"]
    fn random_5x5x5_cubes_are_solved() {
        replayed("cube5", 7, 1);
    }

    /// Mean length and seconds of the solutions of random positions: `LOYD_PUZZLE`, `LOYD_COUNT`, `LOYD_SECONDS`.
    #[test]
    #[ignore = "a measurement of a minute or more"]
    fn random_positions_are_measured() {
        let variable = |name: &str| std::env::var(name).ok();
        let name = variable("LOYD_PUZZLE").unwrap_or_else(|| "cube4".to_owned());
        let count: u32 = variable("LOYD_COUNT").and_then(|text| text.parse().ok()).unwrap_or(100);
        let seconds: Option<f64> = variable("LOYD_SECONDS").and_then(|text| text.parse().ok());
        let time = seconds.map(std::time::Duration::from_secs_f64);
        let model = crate::by_name(&name).expect("a puzzle");
        let solved = Position::solved(&model);
        let mut scrambler = Scrambler::new(1);
        let run = |start: &Position| {
            let clock = Stopwatch::start();
            let limit = Limit { time, ..Limit::none() };
            let report = solve(start, &limit, &mut |_| ()).expect("memory");
            let path = report.outcome.path().expect("a solution").to_vec();
            let mut end = start.clone();
            for &turn in &path {
                end.turn(turn).expect("a move");
            }
            assert!(end.is_solved());
            (path.len(), clock.elapsed().as_secs_f64())
        };
        run(&solved);
        let results: Vec<_> = (0..count).map(|_| run(&scrambler.position(&solved))).collect();
        let total = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / f64::from(count);
        let moves = total(&mut results.iter().map(|(moves, _)| *moves as f64));
        let longest = results.iter().map(|(moves, _)| moves).max();
        let mean = total(&mut results.iter().map(|(_, seconds)| *seconds));
        println!(
            "{name}: {count} positions, mean {moves:.2} moves, longest {longest:?}, {mean:.2} s each"
        );
    }
}
