//! Lengths of two-phase solutions after a given time.
//!
//! ```text
//! cargo run --release -p loyd-cube --example two_phase -- CUBES MILLISECONDS THREADS
//! ```

use loyd_cube::cube3::{Cube3, TwoPhaseTables};
use loyd_cube::{Scrambler, Stickers};
use loyd_search::observe::{Limit, Outcome};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut next = |usual: u64| arguments.next().unwrap_or(Ok(usual));
    let (cubes, milliseconds, threads) = (next(100)?, next(20)?, next(1)? as usize);

    let clock = Instant::now();
    let tables = TwoPhaseTables::build(threads)?;
    println!("tables: {} bytes in {:?}", tables.bytes(), clock.elapsed());

    let limit = Limit { time: Some(Duration::from_millis(milliseconds)), ..Limit::none() };
    let (mut scrambler, mut lengths) = (Scrambler::new(1), [0u64; 64]);
    let (mut longest, mut expanded, clock) = (Duration::ZERO, 0, Instant::now());
    for _ in 0..cubes {
        let (cube, started) = (scrambler.cube3(), Instant::now());
        let report = tables.solve(cube, Cube3::SOLVED, threads, &limit, &mut |_| ());
        longest = longest.max(started.elapsed());
        expanded += report.statistics.expanded;
        let Outcome::Solved { path, .. } = report.outcome else {
            println!("no solution in time: {cube}");
            continue;
        };
        assert!(Stickers::from(cube).after(&path).is_solved());
        lengths[path.len()] += 1;
    }
    let seconds = clock.elapsed().as_secs_f64();
    let moves: u64 = (0..).zip(lengths).map(|(length, cubes)| length * cubes).sum();
    let solved: u64 = lengths.iter().sum();
    println!("{solved} of {cubes} solved, {:.3} moves on average", moves as f64 / solved as f64);
    println!("longest {longest:?}, {:.2} million nodes a second", expanded as f64 / seconds / 1e6);
    for (length, cubes) in lengths.iter().enumerate().filter(|(_, cubes)| **cubes > 0) {
        println!("{length:3} moves: {cubes}");
    }
    Ok(())
}
