//! `loyd plan solve` predicts the tables of a search, and the nodes and time of each board.
//!
//! The nodes are those of `loyd_tiles::predict`, means over all boards with the blank on the same cell. A
//! board is first searched for a moment: that gives the rate, and its smallest iterations, by
//! which the means are scaled to this board.

mod iterations;
mod model;

use crate::args::{BoardArgs, LimitArgs, OutputArgs, SearchArgs, refuse};
use crate::exit::{Exit, Failure};
use crate::help;
use crate::input::{self, Batch, Item};
use crate::render::Reporter;
use crate::tables::CacheArgs;
use crate::texts::only_of;
use crate::tiles::published::mean_length;
use crate::tiles::tables::{TileSolvers, TileTables};
use clap::Args;
use iterations::report;
use loyd::{PuzzleName, Task};
use loyd_report::numbers::{duration, plural, rate, scaled};
use loyd_search::observe::{Cancel, Limit};
use loyd_search::solver::Engine;
use loyd_tiles::predict::Sampling;
use loyd_tiles::solver::{Solver, Tiles};
use loyd_tiles::{Position, parse_size, solvable};
use model::{Model, Needs, Row, TRIAL};
use std::io::{Write, stderr};

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

pub(crate) fn run(args: &PlanSolveArgs) -> Result<Exit, Failure> {
    args.search.check_unused_options()?;
    let why = "iterations are predicted for boards of tiles";
    only_of(PuzzleName::Tiles, args.boards.puzzle.puzzle(), "plan solve", why)?;
    refuse(
        &[
            ("--max-time", args.limits.resources.max_time.is_some()),
            ("--max-nodes", args.limits.max_nodes.is_some()),
        ],
        "is for searches, and a plan searches only for a moment",
    )?;
    let has_boards =
        !args.boards.boards.is_empty() || args.boards.input.is_some() || args.boards.set.is_given();
    let batch = if has_boards { Some(input::read(&args.boards, args.output.quiet)?) } else { None };
    let goals = goals(args, batch.as_ref())?;
    let mut reporter = Reporter::open(&args.output)?;
    // A part of a plan is useless, so a request to stop ends the process at once.
    let cancel = Cancel::new();
    let tables = TileTables(args.cache.limited(&args.limits, args.output.quiet, &cancel));
    let count = batch.as_ref().map_or(1, |batch| batch.items.len());
    let solvers = TileSolvers::new(args.search.settings()?, tables, count);
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
                "expected  unknown without the tables, which the first search builds and stores\n"
                    .to_owned()
            })?;
            continue;
        }
        let solver = solvers.get(&goal)?;
        let sampling = Sampling { samples: SAMPLES, ..Sampling::default() };
        let predictor = solver_of(&*solver)
            .predictor(sampling)
            .map_err(|why| Failure::input(why.to_string()))?;
        let cancelled = Limit::cancelled_by(&cancel);
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
                let _ = writeln!(stderr(), "error: {}", input::located(&item.place, why));
                exit = exit.max(Exit::BadInput);
            }
        }
    }
    reporter.finish()?;
    Ok(exit)
}

/// The solver of boards behind an engine.
fn solver_of(engine: &dyn Engine<Tiles>) -> &Solver {
    let solver = engine.as_any().downcast_ref::<Solver>();
    solver.unwrap_or_else(|| unreachable!("tiles have no other engine"))
}

/// The goals, in the order of the boards.
fn goals(args: &PlanSolveArgs, batch: Option<&Batch>) -> Result<Vec<Position>, Failure> {
    let Some(batch) = batch else {
        let shape = &args.boards.shape;
        let size = shape.size.as_deref().and_then(|size| parse_size(size).ok());
        let goal = shape.goal().as_deref().map(|goal| crate::tiles::goal(goal, size));
        let goal = goal.transpose()?.unwrap_or_default();
        let nothing = "nothing to plan for: give boards, or the --size of random ones, such as 4x4";
        let size = size.or(goal.size()).ok_or_else(|| Failure::input(nothing))?;
        let wrong = || Failure::input(format!("the goal is not a {size} board"));
        return Ok(vec![goal.position(size).filter(Position::is_board).ok_or_else(wrong)?]);
    };
    let mut goals = Vec::new();
    for task in batch.items.iter().filter_map(typed) {
        if !task.goal.is_board() {
            let why = "iterations are predicted for a goal that is a single board";
            return Err(Failure::input(why));
        }
        if !goals.contains(&task.goal) {
            goals.push(task.goal.clone());
        }
    }
    Ok(goals)
}

/// The board of an item, if it was read.
fn typed(item: &Item) -> Option<&Task<Tiles>> {
    Some(item.task.as_ref().ok()?.typed::<Tiles>())
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
    let of_goal: Vec<(&Item, &Task<Tiles>)> = batch
        .items
        .iter()
        .filter_map(|item| Some((item, typed(item)?)))
        .filter(|(_, task)| task.goal == *goal)
        .collect();
    let each = TRIAL.max(TRIAL * 10 / of_goal.len().max(1) as u32).min(TRIAL);
    // Boards are on one thread each when there are enough of them.
    let at_once = if of_goal.len() >= model.threads { 1 } else { model.threads };
    let (mut nodes, mut exit) = (0.0, Exit::Done);
    for (item, task) in &of_goal {
        let solvable = solvable(goal.size(), task.start.tiles(), goal.tiles());
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
    let last = length
        .map_or(mean + f64::from(model::UNKNOWN), |length| length + f64::from(model::BEYOND))
        as u32;
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
    let rate = model.rate.map_or("unknown".into(), |nodes| rate(nodes as u64, 1.0));
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
