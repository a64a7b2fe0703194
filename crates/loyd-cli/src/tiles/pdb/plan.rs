//! `loyd plan pdb` for tiles predicts the needs of building the tables of a partition.
//!
//! The estimate assumes that states are found as fast as those of a small table, which is built
//! now. Memory grows with the table, caches do not, so it is printed as an estimate.

use super::Target;
use crate::args::refuse;
use crate::exit::{Exit, Failure};
use crate::pdb::arguments::PlanPdbArgs;
use crate::render::Reporter;
use loyd_report::numbers::{bytes, duration, grouped, plural};
use loyd_report::record::Record;
use loyd_search::observe::Cancel;
use loyd_tiles::Size;
use loyd_tiles::pdb::{Builder, Pattern, multi};
use std::time::Instant;

pub(crate) fn run(args: &PlanPdbArgs) -> Result<Exit, Failure> {
    refuse(
        &[("--max-time", args.resources.max_time.is_some())],
        "is for builds, and a plan builds nothing",
    )?;
    let target = Target::of(&args.target)?;
    let (threads, allowed) = (args.resources.threads(), args.resources.memory());
    let mut reporter = Reporter::open(&args.output)?;
    let rate = states_per_second(threads);
    reporter.text(|| target.text())?;
    let (mut states, mut table_bytes, mut memory) = (0, 0, 0);
    for (letter, pattern, tiles) in target.patterns() {
        let builder = Builder::new(pattern.size(), pattern.tiles(), threads);
        let builder = builder.map_err(|error| Failure::input(error.to_string()))?;
        let layout = builder.layout();
        let seconds = rate.map(|rate| layout.states() as f64 / rate);
        states += layout.states();
        table_bytes += layout.bytes() as u64;
        memory = builder.memory().max(memory);
        let mut record = Record::new();
        record.push("partition", target.name.clone());
        record.push("letter", letter.to_string());
        record.push("puzzle", pattern.size().to_string());
        record.push("tiles", tiles.clone());
        record.push("states", layout.states());
        record.push("bytes", layout.bytes());
        record.push("memory_bytes", builder.memory());
        record.push("memory_allowed_bytes", allowed);
        record.push("estimated_seconds", seconds);
        reporter.record(&record, || {
            format!(
                "{letter}  {}: {} states, {}, built in {}\n",
                plural(pattern.tiles() as u64, "tile"),
                grouped(layout.states()),
                bytes(layout.bytes() as u64),
                bytes(builder.memory()),
            )
        })?;
    }
    reporter.text(|| {
        let time = rate.map_or_else(
            || "unknown".to_owned(),
            |rate| format!("about {}", duration(states as f64 / rate)),
        );
        format!(
            "\nstates    {}\ntables    {}\nmemory    {}, and {} are allowed\nestimate  {time}, \
             from a small table built just now\n",
            grouped(states),
            bytes(table_bytes),
            bytes(memory),
            bytes(allowed),
        )
    })?;
    reporter.finish()?;
    Ok(Exit::Done)
}

/// The rate, in states per second.
pub(crate) fn states_per_second(threads: usize) -> Option<f64> {
    let size = Size::new(4, 4)?;
    let pattern = Pattern::new(size, 0, &[1, 2, 4, 5, 6, 9]).ok()?.canonical().0;
    let began = Instant::now();
    let builder = Builder::new(size, pattern.tiles(), threads).ok()?;
    let built = builder.table(&pattern, &Cancel::new(), &mut |_| {}).ok()?;
    Some(built.histogram.iter().sum::<u64>() as f64 / began.elapsed().as_secs_f64().max(1e-6))
}

/// The rate in the multi-tile metric, in classes per second.
pub(crate) fn classes_per_second(threads: usize) -> Option<f64> {
    let size = Size::new(4, 4)?;
    let pattern = Pattern::new(size, 0, &[1, 2, 4, 5, 6]).ok()?.canonical().0;
    let began = Instant::now();
    let built = multi::build_watched(&pattern, threads, &Cancel::new(), &mut |_| {}).ok()?;
    Some(built.histogram.iter().sum::<u64>() as f64 / began.elapsed().as_secs_f64().max(1e-6))
}
