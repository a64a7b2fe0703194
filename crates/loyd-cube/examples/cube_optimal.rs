//! Time and nodes of optimal solutions of the 3x3x3 cube.
//!
//! ```text
//! cargo run --release -p loyd-cube --example cube_optimal -- HEURISTIC METRIC THREADS [CUBES]
//! ```
//!
//! HEURISTIC is `pdb:g1`, `pdb:g1-35` or `pdb:g1-70`, METRIC `half` or `quarter`. Without a number of
//! random cubes it solves the ten of R. E. Korf (1997), whose lengths are known in half turns.

use loyd_cube::cube3::{Cube3, Optimal, Rows, ThreeByThree, parse_turns};
use loyd_cube::{Half, Metric, MetricName, Quarter, Scrambler, Stickers};
use loyd_search::observe::{Limit, Outcome};
use loyd_search::puzzle::Puzzle;
use loyd_search::solver::{Engine, Plan, Settings};
use std::time::Instant;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |at: usize, usual: &str| arguments.get(at).map_or(usual.to_owned(), Clone::clone);
    let (heuristic, metric) = (text(0, "pdb:g1"), text(1, "half").parse()?);
    let threads: usize = text(2, "1").parse()?;
    let cubes = arguments.get(3).map(|text| text.parse()).transpose()?;
    match metric {
        MetricName::Half => run::<Half>(&heuristic, threads, cubes),
        MetricName::Quarter => run::<Quarter>(&heuristic, threads, cubes),
    }
}

fn run<M: Metric>(heuristic: &str, threads: usize, cubes: Option<usize>) -> Result<(), Failure> {
    let (name, rows) = match heuristic {
        "pdb:g1" => ("pdb:g1", Rows::One),
        "pdb:g1-35" => ("pdb:g1-35", Rows::Halves),
        _ => ("pdb:g1-70", Rows::Tetrads),
    };
    let settings = Settings::<ThreeByThree> {
        metric: M::NAME,
        heuristic: Some(name.parse()?),
        ..Settings::default()
    };
    let plan = Plan::new(&Cube3::SOLVED, &settings)?;
    let clock = Instant::now();
    let engine = Optimal::<ThreeByThree, M>::new(&plan, rows, name, threads)?;
    println!("{name}: {} bytes in {:?}", rows.bytes(), clock.elapsed());
    let levels = engine.heuristic().levels();
    println!("entries by distance: {levels:?}");

    let mut scrambler = Scrambler::new(1);
    let cubes: Vec<(Cube3, Option<u32>)> = if let Some(cubes) = cubes {
        (0..cubes).map(|_| (scrambler.cube3(), None)).collect()
    } else {
        let scramble = |line: &str| -> Result<_, Failure> {
            let fields: Vec<&str> = line.split(',').collect();
            let cube = Cube3::SOLVED.after(&parse_turns(fields[1])?);
            Ok((cube, Some(fields[3].parse()?)))
        };
        loyd_data::KORF_RUBIK_10.lines().skip(1).map(scramble).collect::<Result<_, _>>()?
    };
    let mut scrambler = Scrambler::new(2);
    let estimate = |_| engine.estimate(&scrambler.cube3()).unwrap_or_default();
    let sum: u32 = (0..10_000).map(estimate).sum();
    println!("average estimate of a random cube: {:.3}", f64::from(sum) / 10_000.0);

    let (clock, mut generated, count) = (Instant::now(), 0, cubes.len());
    for (cube, known) in cubes {
        let started = Instant::now();
        let report = engine.solve(&cube, threads, &Limit::none(), &mut |_| ());
        let Outcome::Solved { path, cost, proven: true, .. } = report.outcome else {
            return Err("not solved".into());
        };
        assert!(Stickers::from(cube).after(&path).is_solved());
        assert!(known.is_none_or(|known| M::NAME == MetricName::Quarter || known == cost));
        generated += report.statistics.generated;
        let nodes = report.statistics.expanded as f64 / 1e6;
        let seconds = started.elapsed().as_secs_f64();
        let path = ThreeByThree::format_moves(&path);
        println!("{cost:2} moves, {nodes:8.2} million expanded, {seconds:6.2} s: {path}");
    }
    let (seconds, millions) = (clock.elapsed().as_secs_f64(), generated as f64 / 1e6);
    println!(
        "{:.2} s and {:.1} million nodes each",
        seconds / count as f64,
        millions / count as f64
    );
    println!("{:.2} million nodes a second", millions / seconds);
    Ok(())
}
