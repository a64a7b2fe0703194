//! `loyd plan solve`: what tables a search takes, and how many nodes and how much time is expected
//! of each board.
//!
//! The nodes are those of `loyd::predict`, means over all boards with the blank on the same cell. A
//! board is first searched for a moment: that gives the rate, and its smallest iterations, by
//! which the means are scaled to this board.

use crate::args::{BoardArgs, Format, LimitArgs, OutputArgs, SearchArgs};
use crate::commands::pdb::plan::states_per_second;
use crate::exit::{Exit, Failure};
use crate::help;
use crate::input::{self, Batch, Item, Task};
use crate::interrupt::on_interrupt;
use crate::published::mean_length;
use crate::record::Record;
use crate::render::Reporter;
use crate::render::text::{bytes, duration, grouped, plural, rate, scaled};
use crate::solvers::Solvers;
use crate::tables::CacheArgs;
use clap::Args;
use loyd::observe::{Iteration, Limit, Outcome};
use loyd::pdb::Builder;
use loyd::predict::{Expected, Sampling};
use loyd::puzzle::tiles::{Position, Scrambler};
use loyd::solver::{Plan, Predictor, Solver};
use serde_json::json;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// `loyd plan solve`.
#[derive(Args, Debug)]
#[command(after_help = help::PLAN_SOLVE)]
pub(crate) struct PlanSolveArgs {
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Tables that would take longer are not built for a plan.
const WORTH_BUILDING: f64 = 20.0;

/// Boards of which the heuristic is taken.
const SAMPLES: usize = 60_000;

/// How long boards are searched, all together.
const TRIAL: Duration = Duration::from_millis(200);

/// Iterations shown beyond the one that is likely to be the last.
const BEYOND: u32 = 8;

/// Iterations shown where nobody knows how long solutions are.
const UNKNOWN: u32 = 24;

/// Runs the command.
pub(super) fn run(args: &PlanSolveArgs) -> Result<Exit, Failure> {
    let given = !args.boards.boards.is_empty() || args.boards.input.is_some();
    let batch = if given { Some(input::read(&args.boards, args.output.quiet)?) } else { None };
    let goals = goals(args, batch.as_ref())?;
    let mut reporter = Reporter::open(&args.output, Format::Text)?;
    let cancel = on_interrupt();
    let tables = args.cache.tables(&args.limits, args.output.quiet, &cancel);
    let count = batch.as_ref().map_or(1, |batch| batch.items.len());
    let solvers = Solvers::new(args.search.settings(), tables, count);
    let threads = args.limits.resources.threads();
    let mut exit = Exit::Done;
    for goal in goals {
        let plan = solvers.plan(&goal)?;
        let needs = Needs::of(&plan, &solvers, threads);
        if needs.seconds > WORTH_BUILDING {
            reporter.record(&needs.record(&plan), || {
                needs.text(&plan, args.limits.resources.memory())
            })?;
            reporter.text(|| {
                format!(
                    "expected  unknown without the tables: `loyd pdb build` makes and keeps them\n"
                )
            })?;
            continue;
        }
        let solver = solvers.get(&goal)?;
        let sampling = Sampling { samples: SAMPLES, ..Sampling::default() };
        let predictor =
            solver.predictor(sampling).map_err(|why| Failure::input(why.to_string()))?;
        let cancelled = Limit { cancel: Some(cancel.clone()), ..Limit::none() };
        let mut model = Model { solver, predictor, needs, threads, rate: None, limit: cancelled };
        reporter.text(|| model.needs.text(&plan, args.limits.resources.memory()))?;
        exit = exit.max(match &batch {
            Some(batch) => boards(&mut model, batch, &goal, &mut reporter)?,
            None => random(&mut model, &goal, &mut reporter)?,
        });
    }
    if let Some(batch) = &batch {
        for item in &batch.items {
            if let Err(why) = &item.task {
                eprintln!("error: {}", input::located(&item.place, why));
                exit = exit.max(Exit::BadInput);
            }
        }
    }
    reporter.finish()?;
    Ok(exit)
}

/// The goals that there are, in the order of the boards.
fn goals(args: &PlanSolveArgs, batch: Option<&Batch>) -> Result<Vec<Position>, Failure> {
    let Some(batch) = batch else {
        let goal = args.boards.shape.goal()?;
        let size = match (&goal, args.boards.shape.size) {
            (_, Some(size)) => size,
            (loyd::puzzle::tiles::Goal::Board(board), None) => board.size(),
            _ => {
                return Err(Failure::input(
                    "nothing to plan for: give boards, or the --size of random ones, such as 4x4",
                ));
            }
        };
        let wrong = || Failure::input(format!("the goal is no {size} board"));
        return Ok(vec![goal.position(size).ok_or_else(wrong)?]);
    };
    let mut goals = Vec::new();
    for task in batch.items.iter().filter_map(|item| item.task.as_ref().ok()) {
        if !goals.contains(&task.goal) {
            goals.push(task.goal.clone());
        }
    }
    Ok(goals)
}

/// What tables take.
struct Needs {
    tables: usize,
    bytes: u64,
    /// Most memory while one is built, and how long all take that are not there yet.
    memory: u64,
    seconds: f64,
    missing: usize,
}

impl Needs {
    fn of(plan: &Plan, solvers: &Solvers, threads: usize) -> Self {
        let mut needs =
            Self { tables: 0, bytes: plan.own_tables(), memory: 0, seconds: 0.0, missing: 0 };
        let mut states = 0;
        for pattern in plan.patterns() {
            needs.tables += 1;
            let Ok(builder) = Builder::new(pattern.size(), pattern.tiles(), threads) else {
                continue;
            };
            needs.bytes += builder.layout().bytes() as u64;
            if !solvers.is_at_hand(&pattern) {
                needs.missing += 1;
                needs.memory = needs.memory.max(builder.memory());
                states += builder.layout().states();
            }
        }
        // Small ones are built sooner than a rate is found.
        const SMALL: u64 = 100_000_000;
        if states > SMALL {
            needs.seconds = states_per_second(threads).map_or(0.0, |rate| states as f64 / rate);
        }
        needs
    }

    fn text(&self, plan: &Plan, allowed: u64) -> String {
        let mut text = format!(
            "{}, {}-tile metric, {} with {}\n",
            plan.goal.size(),
            plan.metric,
            plan.algorithm,
            plan.heuristic
        );
        let _ = match (self.tables, self.missing) {
            (0, _) => writeln!(text, "tables    none to be kept"),
            (all, 0) => writeln!(text, "tables    {all}, {}, in the cache", bytes(self.bytes)),
            (all, missing) => writeln!(
                text,
                "tables    {all}, {}; {missing} to be built, in {} of memory ({} are allowed), about {}",
                bytes(self.bytes),
                bytes(self.memory),
                bytes(allowed),
                duration(self.seconds),
            ),
        };
        text
    }

    fn record(&self, plan: &Plan) -> Record {
        let mut record = Record::new();
        record.push("puzzle", plan.goal.size().to_string());
        record.push("metric", plan.metric.name());
        record.push("algorithm", plan.algorithm.to_string());
        record.push("heuristic", plan.heuristic.to_string());
        record.push("table_bytes", self.bytes);
        record.push("tables_to_build", self.missing);
        record.push("build_memory_bytes", self.memory);
        record.push("build_seconds", self.seconds);
        record
    }
}

/// A solver, and what is known of it.
struct Model {
    solver: Arc<Solver>,
    predictor: Predictor,
    needs: Needs,
    threads: usize,
    /// Expansions a second of one thread.
    rate: Option<f64>,
    limit: Limit,
}

/// A board searched for a moment.
struct Trial {
    /// Complete iterations.
    measured: Vec<Iteration>,
    /// The length, if it was solved.
    solved: Option<u32>,
    expanded: u64,
    seconds: f64,
}

/// One row of the table.
struct Row {
    expected: Expected,
    /// Expected expansions of all iterations up to this one.
    in_all: f64,
    measured: Option<u64>,
    /// Whether this may well be the last.
    typical: bool,
}

impl Model {
    fn search(&self, start: &Position, time: Duration) -> Trial {
        let limit = Limit { time: Some(time), ..self.limit.clone() };
        let began = Instant::now();
        let report = self.solver.solve(start, 1, &limit, &mut |_| ());
        let seconds = began.elapsed().as_secs_f64();
        let mut measured = report.statistics.iterations;
        measured.pop();
        let solved = match report.outcome {
            Outcome::Solved { cost, .. } => Some(cost),
            _ => None,
        };
        Trial { measured, solved, expanded: report.statistics.expanded, seconds }
    }

    /// Finds the rate on random boards, until they took long enough.
    fn find_rate(&mut self, goal: &Position) {
        let mut scrambler = Scrambler::new(1);
        // What the first searches build is no part of the rate.
        self.search(&scrambler.position(goal), TRIAL / 4);
        let (mut expanded, mut seconds) = (0, 0.0);
        while seconds < TRIAL.as_secs_f64() {
            let left = TRIAL.saturating_sub(Duration::from_secs_f64(seconds));
            let trial = self.search(&scrambler.position(goal), left);
            if self.limit.cancel.as_ref().is_some_and(loyd::observe::Cancel::is_cancelled) {
                break;
            }
            expanded += trial.expanded;
            seconds += trial.seconds;
        }
        self.rate = (expanded > 0).then(|| expanded as f64 / seconds);
    }

    fn seconds(&self, expanded: f64, threads: usize) -> Option<f64> {
        self.rate.map(|rate| expanded / rate / threads as f64)
    }

    /// The length of a solution of a board with this h, if it is like those of others: h is below
    /// it by as much as it is on average.
    fn typical_length(&self, goal: &Position, h: u32) -> Option<u32> {
        let below = mean_length(goal.size(), goal.blank())? - self.predictor.mean();
        Some(h + 2 * (below.max(0.0) / 2.0).round() as u32)
    }

    /// The iterations of a board, scaled by the last one that was measured.
    fn rows(&self, task: &Task, trial: &Trial) -> Vec<Row> {
        /// Smaller iterations say little of larger ones.
        const TELLING: u64 = 200;
        let h = self.predictor.value(&task.start);
        let typical = self.typical_length(&task.goal, h);
        let shown = typical.map_or(h + UNKNOWN, |typical| typical + BEYOND);
        let reached = trial.measured.last().map_or(h, |last| last.bound + BEYOND);
        let last = trial.solved.unwrap_or_else(|| shown.max(reached));
        let expected = self.predictor.iterations(task.start.blank(), h, last);
        let measured = |bound: u32| trial.measured.iter().find(|found| found.bound == bound);
        let telling = expected.iter().rev().find_map(|one| {
            let found = measured(one.bound).filter(|found| found.expanded >= TELLING)?;
            Some(found.expanded as f64 / one.expanded)
        });
        let scale = telling.unwrap_or(1.0);
        let mut in_all = 0.0;
        let row = |one: Expected| {
            let measured = measured(one.bound).map(|found| found.expanded);
            let expanded = measured.map_or(one.expanded * scale, |found| found as f64);
            in_all += expanded;
            let error = if measured.is_some() { 0.0 } else { one.error * scale };
            let expected = Expected { expanded, error, ..one };
            let end = trial.solved.or(typical);
            Row { expected, in_all, measured, typical: end == Some(one.bound) }
        };
        expected.into_iter().map(row).collect()
    }
}

/// The boards of a goal, one after the other.
fn boards(
    model: &mut Model,
    batch: &Batch,
    goal: &Position,
    reporter: &mut Reporter,
) -> Result<Exit, Failure> {
    model.find_rate(goal);
    reporter.text(|| rate_text(model))?;
    let of_goal: Vec<(&Item, &Task)> = batch
        .items
        .iter()
        .filter_map(|item| Some((item, item.task.as_ref().ok()?)))
        .filter(|(_, task)| task.goal == *goal)
        .collect();
    let each = TRIAL.max(TRIAL * 10 / of_goal.len().max(1) as u32).min(TRIAL);
    // Boards are on one thread each when there are enough of them.
    let at_once = if of_goal.len() >= model.threads { 1 } else { model.threads };
    let (mut nodes, mut exit) = (0.0, Exit::Done);
    for (item, task) in &of_goal {
        let solvable = loyd::puzzle::tiles::solvable(goal.size(), task.start.tiles(), goal.tiles());
        if let Err(why) = solvable {
            reporter.text(|| format!("\n{}  unsolvable: {}\n", item.id, why.reason))?;
            exit = exit.max(Exit::Failed);
            continue;
        }
        let trial = model.search(&task.start, each);
        let rows = model.rows(task, &trial);
        let end = rows.iter().find(|row| row.typical).or(rows.last());
        nodes += end.map_or(0.0, |row| row.in_all);
        report(model, &item.id, &rows, trial.solved, at_once, reporter)?;
    }
    if of_goal.len() > 1 {
        let time = model.seconds(nodes, model.threads);
        reporter.text(|| {
            format!(
                "\n{}: about {} expansions and {} to the lengths marked *\n",
                plural(of_goal.len() as u64, "board"),
                scaled(nodes),
                time.map_or("an unknown time".into(), duration),
            )
        })?;
    }
    Ok(exit)
}

/// Random boards: means over all of them.
fn random(model: &mut Model, goal: &Position, reporter: &mut Reporter) -> Result<Exit, Failure> {
    model.find_rate(goal);
    reporter.text(|| rate_text(model))?;
    let mean = model.predictor.mean();
    let length = mean_length(goal.size(), goal.blank());
    let last = length.map_or(mean + f64::from(UNKNOWN), |length| length + f64::from(BEYOND)) as u32;
    let mut rows = Vec::new();
    for parity in 0..2 {
        let mut in_all = 0.0;
        for expected in model.predictor.of_random_boards(parity, last) {
            in_all += expected.expanded;
            let typical = length.is_some_and(|length| length.round() as u32 == expected.bound);
            rows.push(Row { expected, in_all, measured: None, typical });
        }
    }
    rows.retain(|row| row.expected.expanded >= 1.0);
    rows.sort_by_key(|row| row.expected.bound);
    report(model, "random", &rows, None, model.threads, reporter)?;
    Ok(Exit::Done)
}

fn rate_text(model: &Model) -> String {
    let rate = model.rate.map_or("unknown".into(), |found| rate(found as u64, 1.0));
    let length = mean_length(model.solver.plan().goal.size(), model.solver.plan().goal.blank());
    let length = length.map_or_else(
        || "lengths are not known".to_owned(),
        |length| format!("solutions {length:.1}"),
    );
    format!(
        "heuristic {:.1} on average over all boards, {length}\nrate      {rate} on one thread just \
         now; {}\n",
        model.predictor.mean(),
        plural(model.threads as u64, "thread"),
    )
}

fn report(
    model: &Model,
    id: &str,
    rows: &[Row],
    solved: Option<u32>,
    threads: usize,
    reporter: &mut Reporter,
) -> Result<(), Failure> {
    match reporter.format() {
        Format::Text => reporter.text(|| table(model, id, rows, solved, threads)),
        Format::Csv => {
            for row in rows {
                let mut record = Record::new();
                record.push("id", id);
                push_row(&mut record, row, model, threads);
                reporter.record(&record, String::new)?;
            }
            Ok(())
        }
        Format::Json => {
            let plan = model.solver.plan();
            let mut record = model.needs.record(plan);
            record.push("id", id);
            record.push("mean_heuristic", model.predictor.mean());
            record.push("mean_length", mean_length(plan.goal.size(), plan.goal.blank()));
            record.push("expanded_per_second", model.rate);
            record.push("threads", threads);
            record.push("solved_length", solved);
            let rows = rows.iter().map(|row| {
                let mut fields = Record::new();
                push_row(&mut fields, row, model, threads);
                let fields = fields.fields().iter();
                json!(fields.cloned().collect::<serde_json::Map<_, _>>())
            });
            record.note("iterations", rows.collect::<Vec<_>>());
            reporter.record(&record, String::new)
        }
    }
}

fn push_row(record: &mut Record, row: &Row, model: &Model, threads: usize) {
    let rounded = |value: f64| value.round();
    record.push("bound", row.expected.bound);
    record.push("expected", rounded(row.expected.expanded));
    record.push("standard_error", rounded(row.expected.error));
    record.push("in_all", rounded(row.in_all));
    record.push("seconds", model.seconds(row.expected.expanded, threads));
    record.push("seconds_in_all", model.seconds(row.in_all, threads));
    record.push("measured", row.measured);
    record.push("typical", row.typical);
}

/// The iterations of a board for people.
fn table(model: &Model, id: &str, rows: &[Row], solved: Option<u32>, threads: usize) -> String {
    let mut text = match solved {
        Some(length) => format!("\nboard {id}, solved while it was tried: {length} moves\n"),
        None => format!("\nboard {id}\n"),
    };
    text.push_str("   bound          expanded            in all          time\n");
    for row in rows {
        let expanded = match row.measured {
            Some(measured) => grouped(measured),
            None => format!("about {}", scaled(row.expected.expanded)),
        };
        let time = model.seconds(row.in_all, threads);
        let _ = writeln!(
            text,
            "{} {:>6}  {expanded:>16}  {:>16}  {:>12}",
            if row.typical { "*" } else { " " },
            row.expected.bound,
            scaled(row.in_all),
            time.map_or("-".into(), duration),
        );
    }
    text
}
