//! `loyd distance`: the lengths of shortest solutions, looked up.

#[cfg_attr(not(feature = "graph"), path = "stored_left_out.rs")]
mod stored;

use crate::args::{BoardArgs, MetricArgs, OutputArgs, ResourceArgs};
use crate::database::{DatabaseUrl, database};
use crate::distance_table::{DistanceTable, MAX_STATES};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::input::{self, Batch, Item, located};
use crate::interrupt::on_interrupt;
use crate::render::Reporter;
use crate::solution::position;
use clap::Args;
use loyd::erased::{AnyTask, Metric};
use loyd::spaces::space_of;
use loyd_report::numbers::{grouped, plural};
use loyd_report::record::Record;
use loyd_search::observe::Limit;
use std::io::Write;

/// `loyd distance`.
#[derive(Args, Debug)]
#[command(after_help = help::DISTANCE)]
pub(crate) struct DistanceArgs {
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    metric: MetricArgs,
    /// Look the positions up in a stored graph: `sqlite:FILE`, `mysql://USER@HOST/DATABASE` or
    /// `postgres://USER@HOST/DATABASE`.
    #[arg(long, value_name = "URL", value_parser = database, help_heading = "Search",
          conflicts_with_all = ["metric", "goal", "size", "set"])]
    db: Option<DatabaseUrl>,
    #[command(flatten)]
    resources: ResourceArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The result for a position.
enum Distance {
    Moves(u32),
    Unsolvable(String),
    Invalid(String),
    /// The graph does not store the position.
    #[cfg_attr(not(feature = "graph"), allow(dead_code))]
    Deeper(String),
}

impl Distance {
    fn exit(&self) -> Exit {
        match self {
            Self::Moves(_) => Exit::Done,
            Self::Unsolvable(_) => Exit::Failed,
            Self::Invalid(_) => Exit::BadInput,
            Self::Deeper(_) => Exit::Stopped,
        }
    }

    /// The distance, or the reason why it is missing.
    fn moves(&self) -> Result<u32, &str> {
        match self {
            Self::Moves(moves) => Ok(*moves),
            Self::Unsolvable(why) | Self::Invalid(why) | Self::Deeper(why) => Err(why),
        }
    }
}

/// The distances of spaces in memory; the last space is stored.
struct Spaces<'a> {
    metric: &'a Metric,
    threads: usize,
    limit: Limit,
    quiet: bool,
    table: Option<(String, DistanceTable)>,
}

impl Spaces<'_> {
    fn distance(&mut self, task: &dyn AnyTask) -> Result<Distance, Failure> {
        let name = format!("{} {}", task.shape(), task.goal());
        if self.table.as_ref().is_none_or(|(of, _)| *of != name) {
            let space = space_of(task, Some(&self.metric.name))?;
            match DistanceTable::of(space, self.threads, &self.limit, self.quiet)? {
                Ok(table) => self.table = Some((name, table)),
                Err(space) => return Ok(Distance::Invalid(too_large(task, space.states()))),
            }
        }
        let Some((_, table)) = &self.table else { unreachable!("computed above") };
        Ok(match table.distance(task) {
            Ok(Some(moves)) => Distance::Moves(moves),
            Ok(None) => Distance::Unsolvable("no moves lead to the goal".to_owned()),
            Err(why) => Distance::Unsolvable(why),
        })
    }
}

/// The reason why a space has no table.
fn too_large(task: &dyn AnyTask, states: Option<u128>) -> String {
    let states = states.map_or("an unknown number of".to_owned(), |states| {
        u64::try_from(states).map_or_else(|_| states.to_string(), grouped)
    });
    format!(
        "{} has {states} states, and distances are computed for up to {} states with ranks: find the length \
         with `loyd solve`",
        task.shape(),
        grouped(MAX_STATES)
    )
}

pub(crate) fn run(args: &DistanceArgs) -> Result<Exit, Failure> {
    if let Some(url) = &args.db {
        return stored::run(args, url);
    }
    let batch = input::read(&args.boards, args.output.quiet)?;
    let metric = batch.puzzle.puzzle().metric(args.metric.name())?;
    let resources = &args.resources;
    let cancel = on_interrupt();
    let limit = Limit { memory: Some(resources.memory()), ..resources.time_limit(&cancel) };
    let threads = resources.threads();
    let quiet = args.output.quiet;
    let mut spaces = Spaces { metric: &metric, threads, limit, quiet, table: None };
    report(&args.output, &batch, &metric.name, &mut |task| spaces.distance(task))
}

/// Prints the distance of each position.
fn report(
    output: &OutputArgs,
    batch: &Batch,
    metric: &str,
    distance: &mut dyn FnMut(&dyn AnyTask) -> Result<Distance, Failure>,
) -> Result<Exit, Failure> {
    let mut reporter = Reporter::open(output)?;
    let mut exit = Exit::Done;
    for item in &batch.items {
        let distance = match &item.task {
            Ok(task) => distance(&**task)?,
            Err(why) => Distance::Invalid(why.clone()),
        };
        exit = exit.max(distance.exit());
        if let Distance::Invalid(why) = &distance {
            let _ = writeln!(std::io::stderr(), "error: {}", located(&item.place, why));
        }
        let is_single = batch.items.len() == 1;
        reporter.record(&record((batch, item), metric, &distance), || {
            line(&distance, (!is_single).then_some(&item.id[..]))
        })?;
        reporter.flush()?;
    }
    reporter.finish()?;
    Ok(exit)
}

/// The distance of one of several positions, or of a single one without an id, as text.
fn line(distance: &Distance, id: Option<&str>) -> String {
    let text = match distance {
        Distance::Moves(moves) => plural(u64::from(*moves), "move"),
        Distance::Unsolvable(why) => format!("unsolvable: {why}"),
        Distance::Deeper(why) => why.clone(),
        Distance::Invalid(_) if id.is_none() => return String::new(),
        Distance::Invalid(why) => format!("invalid: {}", why.lines().next().unwrap_or_default()),
    };
    id.map_or_else(|| format!("{text}\n"), |id| format!("{id:>6}  {text}\n"))
}

/// The distance as a row, with the columns of the input.
fn record((batch, item): (&Batch, &Item), metric: &str, distance: &Distance) -> Record {
    let mut record = Record::new();
    let task = item.task.as_ref().ok();
    record.push("id", item.id.clone());
    record.push("puzzle", task.map(|task| task.shape()));
    for (name, value) in position(batch, item) {
        record.push(name, value);
    }
    record.push("goal", task.map(|task| task.goal_name()));
    record.push("metric", metric);
    record.push("distance", distance.moves().ok());
    for (column, value) in batch.columns.iter().zip(&item.passed) {
        record.pass(column, value);
    }
    if let Err(message) = distance.moves() {
        record.note("message", located(&item.place, message));
    }
    record
}
