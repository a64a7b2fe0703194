//! Additive pattern databases: one table built from a drawing, and a solver with a partition of the catalogue.
//! `cargo run --release -p loyd --example pattern_databases`

use loyd::search::observe::{Cancel, Limit};
use loyd::tiles::pdb::{Builder, Partition};
use loyd::tiles::solver::{Engine, Plan, Settings, Solver};
use loyd::tiles::{Position, format_moves, parse_position};
use std::time::Instant;

/// The fringe of the 15-puzzle; other tiles and the blank are points and a line.
const FRINGE: &str = "
    a . . .
    a . . .
    a . . .
    a a a _
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fringe = Partition::from_drawing(FRINGE)?;
    let pattern = &fringe.patterns()[0];
    let builder = Builder::new(pattern.size(), pattern.tiles(), 1)?;
    let built = builder.table(pattern, &Cancel::new(), &mut |_| ())?;
    let states: u64 = built.histogram.iter().sum();
    println!("the fringe: {states} states, at most {} moves", built.histogram.len() - 1);

    let start = parse_position("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", None)?;
    let goal = Position::blank_first(start.size());
    let settings = Settings { heuristic: Some("pdb:6-6-3".parse()?), ..Settings::default() };
    let clock = Instant::now();
    let solver = Solver::prepare(&Plan::new(&goal, &settings)?)?;
    println!("the tables 6-6-3 took {:.2?}", clock.elapsed());
    for part in solver.pattern_values(&start) {
        println!("tiles {:?} need {} moves", part.tiles, part.value);
    }
    let report = solver.solve(&start, 1, &Limit::none(), &mut |_| ());
    let path = report.outcome.path().ok_or("no solution")?;
    println!("{} moves, {} states expanded", path.len(), report.statistics.expanded);
    println!("{}", format_moves(path));
    Ok(())
}
