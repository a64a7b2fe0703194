//! Hints in a game of the 15-puzzle: the next move of a shortest solution, or of a good one where a search takes
//! too long. The tables are built once; then a hint takes less than a millisecond.
//! `cargo run --release -p loyd --example hint`

use loyd::search::observe::Limit;
use loyd::tiles::solver::{Engine, Plan, Settings, Solver};
use loyd::tiles::{Position, Size, format_moves, random_position};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = Size::square(16).ok_or("a square")?;
    let goal = Position::blank_last(size);
    let settings = Settings { heuristic: Some("pdb:6-6-3".parse()?), ..Settings::default() };
    let clock = Instant::now();
    let solver = Solver::prepare(&Plan::new(&goal, &settings)?)?;
    println!("prepared in {:.2?}", clock.elapsed());

    let limit = Limit { time: Some(Duration::from_micros(500)), ..Limit::none() };
    let mut position = random_position(size, 1);
    let mut times = Vec::new();
    while position != goal {
        let clock = Instant::now();
        let report = solver.solve_or_best(&position, 1, &limit, &mut |_| ());
        let path = report.outcome.path().ok_or("no solution")?;
        times.push(clock.elapsed());
        println!("{} … of {} moves, {:.1?}", format_moves(&path[..1]), path.len(), clock.elapsed());
        position.slide_all(&path[..1]).map_err(|_| "an illegal move")?;
    }
    times.sort();
    let slowest = times.last().copied().unwrap_or_default();
    println!("{} hints, median {:.1?}, at most {slowest:.1?}", times.len(), times[times.len() / 2]);
    Ok(())
}
