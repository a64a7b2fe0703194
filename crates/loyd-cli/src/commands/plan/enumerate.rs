//! `loyd plan enumerate`: what a run would need and how long it might take, before anything is
//! allocated.
//!
//! The estimate assumes that the engine finds states of the board asked for as fast as states of
//! a small one, on which it is run for less than a second. Memory grows with the board, caches do
//! not, so it is an estimate and said to be one. Where levels are kept in files it cannot be
//! shorter than the disk takes for the bytes, at the speed at which it writes a file just now.
//! What lists of states take depends on the levels, which are known where they are published: then
//! the first of them are made for less than a second, and the rest taken to be as fast.

use crate::args::Format;
use crate::commands::enumerate::EnumerateArgs;
use crate::exit::{Exit, Failure};
use crate::published::known_levels;
use crate::record::Record;
use crate::render::Reporter;
use crate::render::text::{bytes, duration, grouped, plural};
use loyd::observe::Cancel;
use loyd_enumerate::disk::LevelSummary;
use loyd_enumerate::{EngineName, Enumeration, Plan, Request};
use loyd_store::Keep;
use loyd_tiles::Size;
use std::cmp::Reverse;
use std::time::Duration;

/// Runs the command.
pub(super) fn run(args: &EnumerateArgs) -> Result<Exit, Failure> {
    args.refuse_what_has_no_use_in_plans()?;
    let plan = args.plan(&args.request(None)?)?;
    let mut reporter = Reporter::open(args.output(), Format::Text)?;
    let estimate = match plan.engine() {
        Some(EngineName::Disk) => estimate_in_files(args, &plan),
        Some(EngineName::Frontier) => estimate_of_lists(&plan),
        _ => estimate(&plan),
    };
    let disk = match plan.engine() {
        Some(EngineName::Frontier) if !args.keeping().is_in_folder() => Some(0),
        Some(EngineName::Frontier) => bytes_of_lists(&plan),
        _ => Some(plan.disk()),
    };
    let (estimate, disk) = (estimate.as_ref(), Files(disk));
    let keep = args.keeping().keep_levels.unwrap_or_default();
    reporter.record(&record(&plan, estimate, &disk), || text(&plan, estimate, &disk, keep))?;
    reporter.finish()?;
    Ok(Exit::Done)
}

/// How long a run might take, and what that was concluded from.
struct Estimate {
    seconds: f64,
    setup_seconds: f64,
    sample: Size,
}

/// The sample is stopped after this time.
const MOST: Duration = Duration::from_millis(700);

/// Runs the engine of the plan on a small board. `None` if nobody knows how many states there will
/// be, or no small board suits the engine.
fn estimate(plan: &Plan) -> Option<Estimate> {
    const SAMPLES: [(usize, usize); 4] = [(4, 3), (3, 3), (2, 2), (1, 1)];
    // Sets of states are for the first levels, whose sizes are not known.
    let known = plan.is_exhaustive() || plan.request().depth.is_none();
    let states = plan.states().filter(|_| known)?;
    let sample = SAMPLES.iter().find_map(|&(width, height)| {
        let size = Size::new(width, height)?;
        let fewer = size.cells() <= plan.request().size.cells();
        let request = Request {
            size,
            start_cell: size.last_cell(),
            depth: None,
            engine: plan.engine(),
            antipodes: 0,
            ..plan.request().clone()
        };
        Plan::new(&request).ok().filter(|_| fewer)
    })?;
    let found = run_for(&sample, MOST)?;
    let share = states as f64 / found.total as f64;
    let growth = plan.memory() as f64 / sample.memory() as f64;
    Some(Estimate {
        seconds: found.seconds * share,
        setup_seconds: found.setup_seconds * growth,
        sample: found.size,
    })
}

/// As [`estimate`], for levels in files.
fn estimate_in_files(args: &EnumerateArgs, plan: &Plan) -> Option<Estimate> {
    /// Units of the size that large boards have.
    const MEMORY: u64 = 48 << 20;
    const LONGER: Duration = Duration::from_secs(3);
    let states = plan.states().filter(|_| plan.request().depth.is_none())? as f64;
    let size = Size::new(4, 3)?;
    let request =
        Request { size, start_cell: size.last_cell(), memory: MEMORY, ..plan.request().clone() };
    let sample = args.keeping().without_files(&request).ok()?;
    let found = run_for(&sample, LONGER)?;
    let of_states = |amount: f64| amount / found.total as f64 * states;
    let bytes = of_states((found.bytes_read + found.bytes_written) as f64);
    let files = args.keeping().write_speed().map_or(0.0, |speed| bytes / speed);
    let seconds = of_states(found.seconds).max(files);
    Some(Estimate { seconds, setup_seconds: found.setup_seconds, sample: found.size })
}

/// Bytes of files; `None` where they depend on levels that nobody has published.
struct Files(Option<u64>);

/// Bytes of a state in a coded list where levels are large; thinner ones have more.
const LIST_BYTES: f64 = 1.6;

/// The levels that lists are made of: those published, down to the depth asked for.
fn levels_of_lists(plan: &Plan) -> Option<Vec<u64>> {
    let mut levels = known(plan.request())?;
    levels.truncate(plan.request().depth.map_or(usize::MAX, |depth| depth as usize + 1));
    Some(levels)
}

/// What lists take in files: a level that is made and the two before it. The last is only counted.
fn bytes_of_lists(plan: &Plan) -> Option<u64> {
    let levels = levels_of_lists(plan)?;
    let stored = &levels[..levels.len() - 1];
    let most = (0..stored.len()).map(|last| stored[last.saturating_sub(2)..=last].iter().sum());
    most.max().map(|states: u64| (states as f64 * LIST_BYTES) as u64)
}

/// As [`estimate`], for lists: their first levels, begun on the board asked for. Large levels come
/// several times faster a state than small ones, so it is too long.
fn estimate_of_lists(plan: &Plan) -> Option<Estimate> {
    const LONGER: Duration = Duration::from_secs(2);
    let states: u64 = levels_of_lists(plan)?.iter().sum();
    let found = run_for(plan, LONGER)?;
    let seconds_a_state = |level: &LevelSummary| level.seconds / level.states as f64;
    let fastest = found.statistics.iter().skip(1).map(seconds_a_state).reduce(f64::min)?;
    let (seconds, size) = (fastest * states as f64, plan.request().size);
    Some(Estimate { seconds, setup_seconds: found.setup_seconds, sample: size })
}

/// Runs a plan for a short time.
fn run_for(plan: &Plan, most: Duration) -> Option<Enumeration> {
    let cancel = Cancel::new();
    let found = loyd_enumerate::run(plan, &cancel, &mut |progress| {
        if progress.elapsed >= most {
            cancel.cancel();
        }
    });
    found.ok()
}

/// The published levels of what is planned, whatever its depth.
fn known(request: &Request) -> Option<Vec<u64>> {
    known_levels(request.size, request.metric, request.start_cell)
}

/// Radius and largest level of what is planned, if they are published.
fn levels(request: &Request) -> String {
    let Some(levels) = known(request) else {
        return "not published for this board, metric and start".to_owned();
    };
    let largest = (0..levels.len()).max_by_key(|&depth| (levels[depth], Reverse(depth)));
    let Some(depth) = largest else { return String::new() };
    format!(
        "published: radius {}, most at depth {depth}: {}",
        levels.len() - 1,
        plural(levels[depth], "state"),
    )
}

fn record(plan: &Plan, estimate: Option<&Estimate>, disk: &Files) -> Record {
    let request = plan.request();
    let mut record = Record::new();
    record.push("puzzle", request.size.to_string());
    record.push("metric", request.metric.name());
    record.push("start_cell", request.start_cell);
    record.push("depth", request.depth);
    record.push("engine", plan.engine().map(|engine| engine.info().name));
    record.push("method", plan.method());
    // More than 64 bits of them, and so of no engine's concern, are left out.
    record.push("states", plan.states().and_then(|states| u64::try_from(states).ok()));
    record.push("memory_bytes", plan.memory());
    record.push("memory_allowed_bytes", request.memory);
    record.push("disk_bytes", disk.0);
    record.push("threads", request.threads);
    record.push("estimated_seconds", estimate.map(|estimate| estimate.seconds));
    record.push("estimated_setup_seconds", estimate.map(|estimate| estimate.setup_seconds));
    record.push("known_levels", known(request));
    record
}

fn text(plan: &Plan, estimate: Option<&Estimate>, disk: &Files, keep: Keep) -> String {
    let request = plan.request();
    let states = match plan.states() {
        Some(states) => u64::try_from(states).map_or_else(|_| format!("{states:e}"), grouped),
        None => "more than 2^128".to_owned(),
    };
    let disk = match disk.0 {
        Some(0) => "none".to_owned(),
        Some(most) if plan.engine() == Some(EngineName::Disk) && keep == Keep::ByRoom => {
            format!("about {} at most, and one more level while there is room", bytes(most))
        }
        Some(most) => format!("about {} at most", bytes(most)),
        None => {
            "about 1.6 bytes for each state of three levels; their states are not known".to_owned()
        }
    };
    let depth = request.depth.map_or_else(String::new, |depth| format!(", down to depth {depth}"));
    let estimate = match estimate {
        None => "none: how many states there are down to that depth is not known".to_owned(),
        Some(Estimate { seconds, setup_seconds, sample }) => format!(
            "{}about {} and {} of setup, from a run of {sample} just now",
            if request.depth.is_some() { "at most " } else { "" },
            duration(*seconds),
            duration(*setup_seconds),
        ),
    };
    format!(
        "{}, {}-tile metric, blank starts on cell {}{depth}\n\nstates    {states}\nlevels    {}\n\
         engine    {}\nmethod    {}\nmemory    {}, and {} are allowed\ndisk      {}\n\
         estimate  {estimate}\n",
        request.size,
        request.metric,
        request.start_cell,
        levels(request),
        plan.engine().map_or("another engine", |engine| engine.info().name),
        plan.method(),
        bytes(plan.memory()),
        bytes(request.memory),
        disk,
    )
}
