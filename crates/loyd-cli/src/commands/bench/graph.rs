//! `loyd bench graph`: graphs built by each strategy in each database, beside a raw load of the same
//! rows and the figures of the paper.

use crate::args::{OutputArgs, ResourceArgs};
use crate::database::{ServerUrl, server};
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::hardware::hardware;
use crate::interrupt::on_interrupt;
use crate::names;
use crate::puzzle_args::Which;
use crate::quantity::{parse_count, parse_depth};
use crate::render::Reporter;
use clap::Args;
use loyd_graph::{BuildRequest, Strategy};
use loyd_lab::graph_times::{Database, Measurement, Timed};
use loyd_report::numbers::{duration, grouped, rate};
use loyd_report::record::Record;
use loyd_search::observe::Cancel;
use std::path::PathBuf;

/// After the help of `bench graph`.
const HELP: &str = "\
Examples:
  loyd bench graph
  loyd bench graph 4x4 --depth 22 --strategy bulk --runs 1
  loyd bench graph cube3 -m quarter --depth 6 --strategy bulk --format json
  loyd bench graph 3x3 --db mysql://user@localhost/empty

`seconds` include the rebuild at the end. `raw load` loads the rows of the finished graph into the same
empty tables, a transaction each level, and rebuilds them; `of raw` is the time of the build relative to
that. `paper` has the times of `Exploring the Limits of Computing Through Exhaustive Search` (MySQL on
a Core 2 of 2009) for the same states. Files of SQLite are in --dir and are removed at the end; so are
the tables of a server.";

/// `loyd bench graph`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct BenchGraphArgs {
    /// Columns x rows of a board of tiles, or the name of a puzzle.
    #[arg(value_name = "WxH|PUZZLE", value_parser = which, default_value = "3x3")]
    which: Which,
    /// The metric.
    #[arg(short, long, value_name = "METRIC", value_parser = names::metrics(),
          hide_possible_values = true)]
    metric: Option<String>,
    /// Stop after this level.
    #[arg(short, long, value_name = "N", value_parser = parse_depth)]
    depth: Option<u32>,
    /// A strategy; repeat it to compare several [default: all].
    #[arg(long, value_name = "NAME")]
    strategy: Vec<Strategy>,
    /// An empty database on a server, beside SQLite and memory: `mysql://USER@HOST/DATABASE` or
    /// `postgres://USER@HOST/DATABASE`; repeat it for several.
    #[arg(long, value_name = "URL", value_parser = server)]
    db: Vec<ServerUrl>,
    /// Number of runs; the median time is reported.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count)]
    runs: u64,
    /// The folder for databases [default: that of temporary files].
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    resources: ResourceArgs,
    #[command(flatten)]
    output: OutputArgs,
}

fn which(text: &str) -> Result<Which, String> {
    Which::parse(text, "3x3")
}

/// A measurement as fields.
fn record(timed: &Timed) -> Record {
    let seconds = timed.built.seconds;
    let mut record = Record::new();
    record.push("puzzle", timed.built.meta.shape.clone());
    record.push("metric", timed.built.meta.metric.clone());
    record.push("database", timed.database.name());
    record.push("strategy", timed.strategy.name());
    record.push("states", timed.states());
    record.push("levels", timed.built.levels.len());
    record.push("seconds", seconds);
    record.push("rebuild_seconds", timed.built.rebuild_seconds);
    record.push("rows_per_second", timed.states() as f64 / seconds);
    record.push("bytes_per_state", timed.bytes_per_state());
    record.push("raw_seconds", timed.raw_seconds());
    record.push("of_raw", timed.raw_seconds().map(|raw| seconds / raw));
    record.push("paper_seconds", timed.paper());
    record
}

/// A measurement as a line of the table.
fn line(timed: &Timed) -> String {
    let seconds = timed.built.seconds;
    let raw = timed.raw_seconds();
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    format!(
        "{:<8} {:<8} {:>12} {:>10} {:>12} {:>8.2} {:>10} {:>7} {:>9}\n",
        timed.database.name(),
        timed.strategy.name(),
        grouped(timed.states()),
        duration(seconds),
        rate(timed.states(), seconds),
        timed.bytes_per_state(),
        or_dash(raw.map(duration)),
        or_dash(raw.map(|raw| format!("{:.2}", seconds / raw))),
        or_dash(timed.paper().map(duration)),
    )
}

const HEADER: &str = "database strategy       states    seconds         rate  B/state   raw load  of raw     paper\n";

pub(crate) fn run(args: &BenchGraphArgs) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(&args.output)?;
    let cancel = on_interrupt();
    reporter.text(|| format!("{}\n{HEADER}", hardware()))?;
    let all = Strategy::ALL.to_vec();
    let strategies = if args.strategy.is_empty() { &all } else { &args.strategy };
    for database in &Database::all(&args.db) {
        for &strategy in strategies {
            let measured = args.measure(database, strategy, &cancel)?;
            let Some(timed) = measured else {
                reporter.finish()?;
                return Ok(Exit::Stopped);
            };
            reporter.record(&record(&timed), || line(&timed))?;
            reporter.flush()?;
        }
    }
    reporter.finish()?;
    Ok(Exit::Done)
}

impl BenchGraphArgs {
    fn measure(
        &self,
        database: &Database,
        strategy: Strategy,
        cancel: &Cancel,
    ) -> Result<Option<Timed>, Failure> {
        let request = BuildRequest {
            metric: self.metric.clone(),
            depth: self.depth,
            strategy,
            memory: self.resources.memory(),
            threads: self.resources.threads(),
            ..BuildRequest::new(self.which.puzzle, self.which.shape.as_deref())
        };
        let folder = self.dir.clone().unwrap_or_else(std::env::temp_dir);
        let (request, folder, runs) = (&request, &*folder, self.runs);
        Measurement { request, database, runs, folder, cancel }.run().map_err(faults::of_graph)
    }
}
