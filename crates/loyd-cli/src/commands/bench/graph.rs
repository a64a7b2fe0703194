//! `loyd bench graph`: graphs built by each strategy in each database, beside a raw load of the same
//! rows and the figures of the paper.

use crate::args::{Format, OutputArgs, ResourceArgs};
use crate::exit::{Exit, Failure};
use crate::family::Family;
use crate::faults;
use crate::hardware::hardware;
use crate::interrupt::on_interrupt;
use crate::names;
use crate::puzzle_args::Which;
use crate::quantity::{parse_count, parse_depth};
use crate::render::Reporter;
use clap::Args;
use loyd::observe::Cancel;
use loyd_facade::for_puzzle;
use loyd_graph::measure::{RawLoad, raw_load};
use loyd_graph::{Access, BuildRequest, Built, DatabaseUrl, Strategy, build, open};
use loyd_report::numbers::{duration, grouped, rate};
use loyd_report::record::Record;
use std::fs;
use std::path::{Path, PathBuf};

/// After the help of `bench graph`.
const HELP: &str = "\
Examples:
  loyd bench graph
  loyd bench graph 4x4 --depth 22 --strategy bulk --runs 1
  loyd bench graph cube3 --metric quarter --depth 6 --strategy bulk --format json

`seconds` include the rebuild at the end. `raw load` loads the rows of the finished graph into the same
empty tables, a transaction each level, and rebuilds them; `of raw` is the time of the build relative to
that. `paper` has the times of `Exploring the Limits of Computing Through Exhaustive Search` (MySQL on
a Core 2 of 2009) for the same states. Databases are files in --dir and are removed at the end.";

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

/// The times of the paper in seconds: shape, states, database, strategy.
const PAPER: [(&str, u64, &str, Strategy, f64); 5] = [
    ("3x3", 181_440, "sqlite", Strategy::Row, 4.5 * 3600.0),
    ("3x3", 181_440, "sqlite", Strategy::Level, 30.0 * 60.0),
    ("3x3", 181_440, "sqlite", Strategy::Bulk, 12.0),
    ("3x3", 181_440, "memory", Strategy::Bulk, 8.0),
    ("4x4", 12_318_701, "sqlite", Strategy::Bulk, 20.0 * 60.0),
];

/// A measurement.
struct Row {
    database: &'static str,
    strategy: Strategy,
    built: Built,
    bytes: u64,
    raw: Option<RawLoad>,
}

impl Row {
    fn states(&self) -> u64 {
        self.built.levels.iter().sum()
    }

    fn paper(&self) -> Option<f64> {
        let same = |(shape, states, database, strategy, _): &&(&str, u64, &str, Strategy, f64)| {
            (*shape, *states) == (&*self.built.meta.shape, self.states())
                && (*database, *strategy) == (self.database, self.strategy)
        };
        PAPER.iter().find(same).map(|row| row.4)
    }

    fn bytes_per_state(&self) -> f64 {
        self.bytes as f64 / self.states().max(1) as f64
    }

    fn raw_seconds(&self) -> Option<f64> {
        self.raw.map(|raw| raw.seconds + raw.rebuild_seconds)
    }

    fn record(&self) -> Record {
        let seconds = self.built.seconds;
        let mut record = Record::new();
        record.push("puzzle", self.built.meta.shape.clone());
        record.push("metric", self.built.meta.metric.clone());
        record.push("database", self.database);
        record.push("strategy", self.strategy.name());
        record.push("states", self.states());
        record.push("levels", self.built.levels.len());
        record.push("seconds", seconds);
        record.push("rebuild_seconds", self.built.rebuild_seconds);
        record.push("rows_per_second", self.states() as f64 / seconds);
        record.push("bytes_per_state", self.bytes_per_state());
        record.push("raw_seconds", self.raw_seconds());
        record.push("of_raw", self.raw_seconds().map(|raw| seconds / raw));
        record.push("paper_seconds", self.paper());
        record
    }

    fn line(&self) -> String {
        let seconds = self.built.seconds;
        let raw = self.raw_seconds();
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        format!(
            "{:<8} {:<8} {:>12} {:>10} {:>12} {:>8.2} {:>10} {:>7} {:>9}\n",
            self.database,
            self.strategy.name(),
            grouped(self.states()),
            duration(seconds),
            rate(self.states(), seconds),
            self.bytes_per_state(),
            or_dash(raw.map(duration)),
            or_dash(raw.map(|raw| format!("{:.2}", seconds / raw))),
            or_dash(self.paper().map(duration)),
        )
    }
}

const HEADER: &str = "database strategy       states    seconds         rate  B/state   raw load  of raw     paper\n";

/// Runs the command.
pub(crate) fn run(args: &BenchGraphArgs) -> Result<Exit, Failure> {
    for_puzzle!(args.which.puzzle, P => typed::<P>(args))
}

fn typed<P: Family>(args: &BenchGraphArgs) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let cancel = on_interrupt();
    reporter.text(|| format!("{}\n{HEADER}", hardware()))?;
    let all = Strategy::ALL.to_vec();
    let strategies = if args.strategy.is_empty() { &all } else { &args.strategy };
    for database in ["sqlite", "memory"] {
        for &strategy in strategies {
            let Some(row) = measure::<P>(args, database, strategy, &cancel)? else {
                reporter.finish()?;
                return Ok(Exit::Stopped);
            };
            reporter.record(&row.record(), || row.line())?;
            reporter.flush()?;
        }
    }
    reporter.finish()?;
    Ok(Exit::Done)
}

/// The median of some runs; `None` if one was stopped.
fn measure<P: Family>(
    args: &BenchGraphArgs,
    database: &'static str,
    strategy: Strategy,
    cancel: &Cancel,
) -> Result<Option<Row>, Failure> {
    let folder = args.dir.clone().unwrap_or_else(std::env::temp_dir);
    let file =
        |what: &str| Temporary(folder.join(format!("loyd-{}-{what}.db", std::process::id())));
    let request = BuildRequest {
        metric: args.metric.clone(),
        depth: args.depth,
        strategy,
        memory: args.resources.memory(),
        threads: args.resources.threads(),
        ..BuildRequest::new(args.which.shape.as_deref())
    };
    let mut rows = Vec::new();
    for _ in 0..args.runs.max(1) {
        let (built_file, raw_file) = (file("graph"), file("raw"));
        let url = |file: &Temporary| match database {
            "sqlite" => DatabaseUrl::Sqlite(file.0.clone()),
            _ => DatabaseUrl::Memory,
        };
        let mut backend = open(&url(&built_file), Access::Build).map_err(faults::of_graph)?;
        let built = build::<P>(&request, &mut *backend, cancel, &mut |_| ());
        let built = built.map_err(faults::of_graph)?;
        if built.stopped {
            return Ok(None);
        }
        let bytes = backend.sizes().map_err(faults::of_graph)?.total;
        let raw = if strategy == Strategy::Bulk {
            let mut into = open(&url(&raw_file), Access::Build).map_err(faults::of_graph)?;
            Some(raw_load::<P>(&mut *backend, &mut *into).map_err(faults::of_graph)?)
        } else {
            None
        };
        rows.push(Row { database, strategy, built, bytes, raw });
    }
    rows.sort_by(|one, other| one.built.seconds.total_cmp(&other.built.seconds));
    let median = rows.len() / 2;
    Ok(Some(rows.swap_remove(median)))
}

/// A database file that is removed at the end, with what is beside it.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let mut name = self.0.clone().into_os_string();
            name.push(suffix);
            let _ = fs::remove_file(Path::new(&name));
        }
    }
}
