//! Hints in a game of the 15-puzzle: the next move of a shortest solution where the pattern databases promise a
//! short search, else of a longer solution. The tables are built once; then nearly every hint takes less than a
//! millisecond, most of them 50 microseconds.
//! `cargo run --release -p loyd --example hint`

use loyd::search::observe::Limit;
use loyd::search::search::AlgorithmName;
use loyd::tiles::solver::{Engine, Plan, Settings, Solver};
use loyd::tiles::{Position, Size, format_moves, random_position};
use std::time::Instant;

/// The greatest estimate of a position that is solved optimally for a hint.
const MAX_ESTIMATE: u32 = 28;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = Size::square(16).ok_or("a square")?;
    let goal = Position::blank_last(size);
    let clock = Instant::now();
    let settings = Settings { heuristic: Some("pdb:6-6-3".parse()?), ..Settings::default() };
    let optimal = Solver::prepare(&Plan::new(&goal, &settings)?)?;
    let settings = Settings {
        algorithm: Some(AlgorithmName::Greedy.into()),
        heuristic: Some("pdb:6-6-3".parse()?),
        ..Settings::default()
    };
    let quick = Solver::prepare(&Plan::new(&goal, &settings)?)?;
    // A first search prepares the solver's own tables.
    optimal.solve(&random_position(size, 0), 1, &Limit::none(), &mut |_| ());
    println!("prepared in {:.2?}", clock.elapsed());

    let seed = std::env::args().nth(1).map_or(Ok(1), |seed| seed.parse())?;
    let mut position = random_position(size, seed);
    let mut route = Vec::new();
    let mut times = Vec::new();
    while position != goal {
        let clock = Instant::now();
        let estimate: u32 = optimal.pattern_values(&position).iter().map(|part| part.value).sum();
        let is_easy = estimate <= MAX_ESTIMATE;
        if is_easy || route.is_empty() {
            let solver = if is_easy { &optimal } else { &quick };
            let report = solver.solve(&position, 1, &Limit::none(), &mut |_| ());
            route = report.outcome.path().ok_or("no solution")?.to_vec();
        }
        times.push(clock.elapsed());
        println!(
            "{} … of {} moves, {:.1?}",
            format_moves(&route[..1]),
            route.len(),
            clock.elapsed()
        );
        // The player follows the hint.
        position.slide(route.remove(0))?;
    }
    times.sort();
    let slowest = times.last().copied().unwrap_or_default();
    println!("{} hints, median {:.1?}, at most {slowest:.1?}", times.len(), times[times.len() / 2]);
    Ok(())
}
