//! Levels of the 3x3x3 cube by classes, with what they take:
//! `cargo run --release -p loyd-enumerate --example cube_levels -- quarter 9 2 20`
//! (metric, depth, threads, GiB).

use loyd_cube::MetricName;
use loyd_cube::cube3::{Cube3, ThreeByThree};
use loyd_enumerate::{EngineName, Plan, Request, run};
use loyd_search::observe::Limit;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| arguments.get(at).map_or(Ok(usual), |text| text.parse::<u64>());
    let metric: MetricName = arguments.first().map_or("quarter", String::as_str).parse()?;
    let request = Request::<ThreeByThree> {
        metric,
        depth: Some(number(1, 8)? as u32),
        engine: Some(EngineName::Symmetric),
        threads: number(2, 2)? as usize,
        memory: number(3, 8)? << 30,
        ..Request::new(Cube3::SOLVED)
    };
    let plan = Plan::new(&request)?;
    println!("{}; at most {} MiB", plan.method(), plan.memory() >> 20);
    let result = run(&plan, &Limit::none(), &mut |level| {
        if level.finished {
            let seconds = level.level_elapsed.as_secs_f64();
            println!(
                "{:>3} {:>18} {seconds:8.2} s {:>6} MiB",
                level.depth,
                level.states,
                level.memory_bytes >> 20
            );
        }
    })?;
    println!("{:?}", result.stopped);
    println!(
        "{} states, {:.2} s, at most {} MiB",
        result.total,
        result.seconds,
        result.peak_memory_bytes >> 20
    );
    Ok(())
}
