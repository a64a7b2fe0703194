//! `loyd graph stats`: levels, and the space that a graph takes.

use super::build::{level_rows, level_table};
use super::paper::bytes_of_a_state;
use super::{StoredArgs, metric_title};
use crate::args::OutputArgs;
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::render::Reporter;
use clap::Args;
use loyd_graph::{Stats, stats};
use loyd_report::numbers::{bytes, plural};
use loyd_report::record::Record;
use std::fmt::Write as _;

/// After the help of `graph stats`.
const HELP: &str = "\
Examples:
  loyd graph stats --db sqlite:8.db
  loyd graph stats --db sqlite:8.db --format json

Bytes per state stand beside those of Table 1 of `Exploring the Limits of Computing Through Exhaustive
Search`, and of a bitmap with one bit for each state of the puzzle, which `loyd enumerate` uses.";

/// `loyd graph stats`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    stored: StoredArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &StatsArgs) -> Result<Exit, Failure> {
    let mut backend = args.stored.open()?;
    let mut reporter = Reporter::open(&args.output)?;
    let stats = stats(&mut *backend).map_err(faults::of_graph)?;
    reporter.list(level_rows(&stats.levels), || record(args, &stats), || text(args, &stats))?;
    reporter.finish()?;
    Ok(Exit::Done)
}

fn record(args: &StatsArgs, stats: &Stats) -> Record {
    let mut record = Record::new();
    record.push("puzzle", stats.meta.shape.clone());
    record.push("metric", stats.meta.metric.clone());
    record.push("goal", stats.meta.goal.clone());
    record.push("db", args.stored.db.to_string());
    record.push("program", stats.meta.program.clone());
    record.push("key", stats.meta.key.to_string());
    record.push("strategy", stats.meta.strategy.clone());
    record.push("levels", stats.levels.clone());
    record.push("total", stats.total);
    record.push("complete", stats.meta.complete);
    record.push("table_bytes", stats.sizes.table);
    record.push("index_bytes", stats.sizes.index);
    record.push("bytes", stats.sizes.total);
    record.push("table_bytes_per_state", stats.table_bytes_per_state());
    record.push("index_bytes_per_state", stats.index_bytes_per_state());
    record.push("bytes_per_state", stats.bytes_per_state());
    record.push("bitmap_bytes_per_state", stats.bitmap_bytes_per_state());
    record.push("durability", stats.durability);
    record
}

fn text(args: &StatsArgs, stats: &Stats) -> String {
    let meta = &stats.meta;
    let mut text = format!("{}, {}, from {}\n\n", meta.shape, metric_title(meta), meta.goal);
    text += &level_table(&stats.levels);
    let all = if meta.complete { ", all there are" } else { "" };
    let _ = writeln!(text, "\ntotal       {}{all}", plural(stats.total, "state"));
    let _ = writeln!(
        text,
        "graph       {}, built by {} (loyd {})",
        args.stored.db, meta.strategy, meta.program
    );
    let _ = writeln!(
        text,
        "table       {}, {:.2} bytes per state, the primary key included",
        bytes(stats.sizes.table),
        stats.table_bytes_per_state()
    );
    let _ = writeln!(
        text,
        "indexes     {}, {:.2} bytes per state",
        bytes(stats.sizes.index),
        stats.index_bytes_per_state()
    );
    let _ = writeln!(
        text,
        "database    {}, {:.2} bytes per state",
        bytes(stats.sizes.total),
        stats.bytes_per_state()
    );
    if let Some(paper) = bytes_of_a_state(&meta.shape) {
        let _ = writeln!(text, "Table 1     {paper} bytes per state, without level and move");
    }
    if let Some(bitmap) = stats.bitmap_bytes_per_state() {
        let _ = writeln!(
            text,
            "bitmap      {bitmap:.3} bytes per stored state: a bit for each state of the puzzle"
        );
    }
    let _ = writeln!(text, "durability  {}", stats.durability);
    text
}
