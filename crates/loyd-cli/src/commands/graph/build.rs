//! `loyd graph build`: every state of a puzzle in a database.

use super::{GraphOf, database, metric_title};
use crate::args::{OutputArgs, ResourceArgs};
use crate::exit::{Exit, Failure};
use crate::faults;
use crate::interrupt::on_interrupt;
use crate::progress::{Display, Status};
use crate::render::Reporter;
use crate::usage::shell_word;
use clap::Args;
use loyd_graph::backend::Sizes;
use loyd_graph::key::Representation;
use loyd_graph::{
    Access, Backend, BuildProgress, BuildRequest, Built, DatabaseUrl, Strategy, build,
};
use loyd_report::numbers::{bytes, count, duration, grouped, plural, rate};
use loyd_report::record::Record;
use std::fmt::Write as _;
use std::io::Write as _;
use std::str::FromStr;

/// After the help of `graph build`.
const HELP: &str = "\
Examples:
  loyd graph build 3x3 --db sqlite:8.db                       all 181,440 states
  loyd graph build 4x4 --db sqlite:15.db --depth 20           the first levels of the 15-puzzle
  loyd graph build 4x4 --db sqlite:15.db --depth 22           two more levels
  loyd graph build 3x2 --db sqlite:5.db --strategy row        state by state
  loyd graph build cube3 --metric quarter --depth 5 --db sqlite:cube.db
  loyd graph build 3x3 --db sqlite:text.db --key text         positions as keys
  loyd graph build 3x3 --db memory:                           stored nowhere

Strategies, those of `Exploring the Limits of Computing Through Exhaustive Search`:
  row     the next unvisited state: query, insert, update; a transaction each
  level   all states of a level; each successor inserted on its own; a transaction each level
  bulk    a level at a time, made in memory and loaded in bulk; a transaction each level

A build that was stopped or killed is continued by the same command: at the next level, with row at
the next state. A larger --depth extends a graph. A database of another puzzle, metric or goal is
refused and not changed. Exits with 3 if it was stopped.";

/// `loyd graph build`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    of: GraphOf,
    /// The database: `sqlite:FILE`, `mysql://USER@HOST/DATABASE` (MariaDB or MySQL),
    /// `postgres://USER@HOST/DATABASE`, or `memory:` for none. Passwords are read from
    /// `LOYD_DB_PASSWORD`, `MYSQL_PWD` or PGPASSWORD.
    #[arg(long, value_name = "URL", value_parser = database)]
    db: DatabaseUrl,
    /// The way in which states get into the database: `row`, `level` or `bulk`.
    #[arg(long, value_name = "NAME", default_value_t = Strategy::Bulk)]
    strategy: Strategy,
    /// The keys of states: `packed` (the digits of a board, the bytes of a cube), `rank` (a number), or
    /// `text` (the position, as in the paper) [default: numbers where states have them, else bytes].
    #[arg(long, value_name = "NAME", value_parser = Representation::from_str)]
    key: Option<Representation>,
    /// Store no positions as text beside keys that cannot be read (puzzles other than tiles to 4x4).
    #[arg(long)]
    compact: bool,
    #[command(flatten)]
    resources: ResourceArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Show progress even if standard error is not a terminal, as plain lines.
    #[arg(long, help_heading = "Output", conflicts_with = "quiet")]
    progress: bool,
}

pub(super) fn run(args: &BuildArgs) -> Result<Exit, Failure> {
    let request = args.request();
    let mut reporter = Reporter::open(&args.output)?;
    let mut backend = loyd_graph::open(&args.db, Access::Build).map_err(faults::of_graph)?;
    let display = Display::new(args.output.quiet, args.progress, 1, 1);
    let limit = args.resources.time_limit(&on_interrupt());
    let mut report = |progress: &BuildProgress| display.status(|| status(progress));
    let built = build(&request, &mut *backend, &limit, &mut report);
    display.finish();
    let built = built.map_err(faults::of_graph)?;
    let sizes = sizes(&mut *backend)?;
    print(args, &built, sizes, &mut reporter)?;
    reporter.finish()?;
    let Some(cause) = built.stopped else { return Ok(Exit::Done) };
    if !args.output.quiet {
        let levels = built.levels.len().saturating_sub(1);
        let _ = writeln!(
            std::io::stderr(),
            "stopped by {}: the levels to {levels} are complete; to continue, run\n  {}",
            cause.describe(),
            args.again(),
        );
    }
    Ok(Exit::Stopped)
}

impl BuildArgs {
    fn request(&self) -> BuildRequest {
        BuildRequest {
            strategy: self.strategy,
            memory: self.resources.memory(),
            threads: self.resources.threads(),
            positions: !self.compact,
            representation: self.key,
            ..self.of.request()
        }
    }

    /// The command that continues the build.
    fn again(&self) -> String {
        let mut command = format!(
            "loyd graph build {} --db {}",
            shell_word(&self.of.which.to_string()),
            shell_word(&self.db.to_string())
        );
        if self.strategy != Strategy::default() {
            let _ = write!(command, " --strategy {}", self.strategy);
        }
        if let Some(key) = self.key {
            let _ = write!(command, " --key {key}");
        }
        if let Some(metric) = &self.of.metric {
            let _ = write!(command, " --metric {metric}");
        }
        if let Some(goal) = &self.of.goal {
            let _ = write!(command, " --goal {}", shell_word(goal));
        }
        if let Some(depth) = self.of.depth {
            let _ = write!(command, " --depth {depth}");
        }
        command
    }
}

fn sizes(backend: &mut dyn Backend) -> Result<Sizes, Failure> {
    backend.sizes().map_err(faults::of_graph)
}

fn status(progress: &BuildProgress) -> Status {
    let seconds = progress.elapsed.as_secs_f64();
    Status::open()
        .with(format!("level {}", progress.level))
        .with(format!("{} states", count(progress.states)))
        .with(duration(seconds))
        .with(rate(progress.states - progress.earlier, seconds))
}

/// Levels as a table, with their running total.
pub(super) fn level_table(levels: &[u64]) -> String {
    let total: u64 = levels.iter().sum();
    let width = grouped(total).len().max("states".len());
    let mut text = format!("{:>5}  {:>width$}  {:>width$}\n", "level", "states", "total");
    let mut sum = 0;
    for (level, &states) in levels.iter().enumerate() {
        sum += states;
        let _ = writeln!(text, "{level:>5}  {:>width$}  {:>width$}", grouped(states), grouped(sum));
    }
    text
}

pub(super) fn level_rows(levels: &[u64]) -> impl Iterator<Item = Record> {
    levels.iter().enumerate().map(|(level, &states)| {
        let mut record = Record::new();
        record.push("level", level);
        record.push("states", states);
        record
    })
}

fn print(
    args: &BuildArgs,
    built: &Built,
    sizes: Sizes,
    reporter: &mut Reporter,
) -> Result<(), Failure> {
    let total: u64 = built.levels.iter().sum();
    let per_state = sizes.total as f64 / total.max(1) as f64;
    let record = || {
        let mut record = Record::new();
        record.push("puzzle", built.meta.shape.clone());
        record.push("metric", built.meta.metric.clone());
        record.push("goal", built.meta.goal.clone());
        record.push("db", args.db.to_string());
        record.push("strategy", args.strategy.name());
        record.push("key", built.meta.key.representation().name());
        record.push("levels", built.levels.clone());
        record.push("total", total);
        record.push("complete", built.meta.complete);
        record.push("resumed_at_level", built.resumed_at);
        record.push("stored", built.stored);
        record.push("seconds", built.seconds);
        record.push("rebuild_seconds", built.rebuild_seconds);
        record.push("bytes", sizes.total);
        record.push("bytes_per_state", per_state);
        record
    };
    reporter.list(level_rows(&built.levels), record, || {
        let all = if built.meta.complete { ", all there are" } else { "" };
        let mut text = format!("{}, {}\n\n", built.meta.shape, metric_title(&built.meta));
        text += &level_table(&built.levels);
        let _ = writeln!(text, "\ntotal     {}{all}", plural(total, "state"));
        let _ = writeln!(text, "graph     {}, {}", args.db, bytes(sizes.total));
        let _ = writeln!(
            text,
            "stored    {} by {} in {} ({})",
            plural(built.stored, "state"),
            args.strategy,
            duration(built.seconds),
            rate(built.stored, built.seconds),
        );
        text
    })
}
