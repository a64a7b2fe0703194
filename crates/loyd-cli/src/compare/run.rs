//! The runs themselves: cell by cell, board by board, each solution replayed.

use super::algorithms::{informed, lists};
use super::date;
use super::plan::{Board, Cell, Experiment};
use super::result::{Ending, RunResult};
use crate::batch::in_order;
use crate::exit::Failure;
use crate::family::Family;
use crate::family::Solvers;
use crate::platform;
use crate::progress::{Display, Status};
use crate::tables::broken;
use loyd::Task;
use loyd::checking::check_path;
use loyd_report::numbers::{count, duration, grouped};
use loyd_search::observe::{Cancel, Limit, Outcome, Progress, Report, StopCause};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::{Engine, Settings};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// An experiment with all that it takes to run it.
pub(crate) struct Runner<'a, P: Family> {
    pub(crate) experiment: &'a Experiment<P>,
    pub(crate) cancel: &'a Cancel,
    pub(crate) display: &'a Display,
    /// Makes a source of tables.
    pub(crate) tables: &'a (dyn Fn() -> P::Cache + Sync),
}

/// The cost of the runs beside the searches.
#[derive(Default)]
pub(crate) struct Spent {
    /// Tables built or loaded.
    pub(crate) setup: Duration,
}

impl<P: Family> Runner<'_, P> {
    /// Does all runs that are not among those done, and hands each to `keep` as it ends.
    pub(crate) fn run(
        &self,
        done: &[RunResult],
        keep: &mut dyn FnMut(RunResult) -> Result<(), Failure>,
    ) -> Result<Spent, Failure> {
        let known: HashSet<(usize, usize, u32)> =
            done.iter().map(|run| (run.cell, run.board, run.repeat)).collect();
        let finished = AtomicUsize::new(known.len());
        let mut spent = Spent::default();
        for (index, cell) in self.experiment.cells.iter().enumerate() {
            let boards = self.experiment.groups[cell.group].boards.len();
            // All boards once, then all again: what slows the machine for a while is shared out.
            let left: Vec<(u32, usize)> = (1..=self.experiment.repeats)
                .flat_map(|repeat| (0..boards).map(move |board| (repeat, board)))
                .filter(|&(repeat, board)| !known.contains(&(index, board, repeat)))
                .collect();
            if left.is_empty() || self.cancel.is_cancelled() {
                continue;
            }
            self.cell(index, cell, &left, &finished, &mut spent, keep)?;
        }
        Ok(spent)
    }

    /// The runs of one cell.
    fn cell(
        &self,
        index: usize,
        cell: &Cell<P>,
        left: &[(u32, usize)],
        finished: &AtomicUsize,
        spent: &mut Spent,
        keep: &mut dyn FnMut(RunResult) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let experiment = self.experiment;
        let boards = &experiment.groups[cell.group].boards;
        let settings = cell.settings(experiment.metric, experiment.pruning);
        let solvers = Solvers::new(settings, (self.tables)(), boards.len());
        for &(_, board) in left {
            // Tables are built before any clock runs.
            solvers.get(&boards[board].goal)?;
        }
        let limit = self.limit();
        let processor = platform::cpu_model();
        let one_at_a_time = experiment.limits.at_once == 1;
        in_order(
            left,
            experiment.limits.at_once,
            |&(repeat, board)| {
                if self.cancel.is_cancelled() {
                    return Ok(None);
                }
                let of = &boards[board];
                let solver = solvers.get(&of.goal)?;
                let mut progress = |progress: &Progress| {
                    self.display.status(|| self.status(cell, of, finished, progress));
                };
                let mut result = search(&*solver, of, &limit, one_at_a_time, &mut progress);
                (result.cell, result.board, result.repeat) = (index, board, repeat);
                (result.processor, result.date) = (processor.clone(), date::today());
                Ok(Some(result))
            },
            |result: Result<Option<RunResult>, Failure>| {
                // After a failure no search continues for nothing.
                let result = result.inspect_err(|_| self.cancel.cancel())?;
                let Some(result) = result.filter(|run| run.ending != Ending::Interrupted) else {
                    return Ok(());
                };
                let done = finished.fetch_add(1, Ordering::Relaxed) + 1;
                self.display.status(|| self.share(done, cell));
                self.display.around(|| keep(result)).inspect_err(|_| self.cancel.cancel())
            },
        )?;
        spent.setup += solvers.setup();
        Ok(())
    }

    /// The limits of one run: memory is shared among those that run at once.
    fn limit(&self) -> Limit {
        let limits = self.experiment.limits;
        Limit {
            nodes: limits.nodes,
            time: limits.time,
            memory: Some(limits.memory / limits.at_once as u64),
            cancel: Some(self.cancel.clone()),
            ..Limit::none()
        }
    }

    /// The number of finished runs, and the kind in progress.
    fn share(&self, done: usize, cell: &Cell<P>) -> Status {
        let all = self.experiment.runs();
        let elapsed = self.display.elapsed().as_secs_f64();
        Status::of(done as f64 / all.max(1) as f64, elapsed)
            .with(format!("{} of {} runs", grouped(done as u64), grouped(all as u64)))
            .with(format!("{} {}", self.experiment.groups[cell.group].name, cell.name()))
    }

    /// The same with what one run is busy with.
    fn status(
        &self,
        cell: &Cell<P>,
        board: &Board<P>,
        done: &AtomicUsize,
        progress: &Progress,
    ) -> Status {
        self.share(done.load(Ordering::Relaxed), cell)
            .with(format!("{} {}", P::NOUN, board.id))
            .with(format!("{} nodes", count(progress.expanded)))
            .with(duration(progress.elapsed.as_secs_f64()))
    }
}

/// The values of a cell's heuristic for its boards: once for each board, outside all clocks. Returns
/// why nothing is known of a heuristic whose tables cannot be had any more.
pub(crate) fn estimates<P: Family>(
    experiment: &Experiment<P>,
    tables: &dyn Fn() -> P::Cache,
    results: &mut [RunResult],
) -> Vec<String> {
    let mut missing = Vec::new();
    let mut known: HashMap<(usize, String, usize), Option<u32>> = HashMap::new();
    for (index, cell) in experiment.cells.iter().enumerate() {
        let Some(heuristic) = cell.heuristic.as_ref().filter(|_| informed(&cell.algorithm)) else {
            continue;
        };
        let mut solvers: Option<Solvers<P>> = None;
        for result in results.iter_mut().filter(|result| result.cell == index) {
            if result.estimate.is_some() {
                continue;
            }
            let key = (cell.group, heuristic.to_string(), result.board);
            if let Some(estimate) = known.get(&key) {
                result.estimate = *estimate;
                continue;
            }
            let board = &experiment.groups[cell.group].boards[result.board];
            let solvers = solvers.get_or_insert_with(|| {
                let settings = Settings {
                    algorithm: Some(AlgorithmName::IdaStarPlain.into()),
                    ..cell.settings(experiment.metric, experiment.pruning)
                };
                Solvers::new(settings, tables(), 1)
            });
            match solvers.get(&board.goal) {
                Ok(solver) => result.estimate = solver.estimate(&board.start),
                Err(why) => {
                    let why = Failure::from(why);
                    let group = &experiment.groups[cell.group].name;
                    let why = format!("{group}: no values of {heuristic} are known: {why}");
                    if !missing.contains(&why) {
                        missing.push(why);
                    }
                }
            }
            known.insert(key, result.estimate);
        }
    }
    missing
}

/// One search, timed, its path replayed.
fn search<P: Family>(
    solver: &dyn Engine<P>,
    board: &Board<P>,
    limit: &Limit,
    one_at_a_time: bool,
    progress: &mut dyn FnMut(&Progress),
) -> RunResult {
    let cpu = one_at_a_time.then(platform::cpu_time).flatten();
    let began = Instant::now();
    let report = solver.solve(&board.start, 1, limit, progress);
    let seconds = began.elapsed().as_secs_f64();
    let cpu = cpu.and_then(|before| platform::cpu_time()?.checked_sub(before));
    let mut result = counted(&report);
    result.seconds = seconds;
    result.cpu_seconds = cpu.map(|cpu| cpu.as_secs_f64());
    let metric = solver.plan().metric;
    match report.outcome {
        Outcome::Solved { path, cost, proven, lower_bound } => {
            (result.ending, result.proven) = (Ending::Solved, proven);
            result.lower_bound = Some(lower_bound);
            take_path(&mut result, board, metric, &path, Some(cost));
        }
        Outcome::Unsolvable(reason) => {
            (result.ending, result.message) = (Ending::Unsolvable, Some(reason.reason));
        }
        Outcome::Stopped { cause, lower_bound, best } => {
            result.ending = match cause {
                StopCause::Nodes => Ending::NodeLimit,
                StopCause::Time => Ending::TimeLimit,
                StopCause::Memory => Ending::MemoryLimit,
                StopCause::Cancelled => Ending::Interrupted,
                StopCause::BrokenTable => Ending::Wrong,
            };
            if cause == StopCause::BrokenTable {
                result.message = Some(broken(&solver.plan().heuristic.to_string()));
            }
            result.lower_bound = Some(lower_bound);
            if let Some(path) = best {
                take_path(&mut result, board, metric, &path, None);
            }
        }
    }
    result
}

fn counted<M>(report: &Report<M>) -> RunResult {
    let statistics = &report.statistics;
    let [inserted, reopened, bytes] = lists(statistics);
    RunResult {
        cell: 0,
        board: 0,
        repeat: 1,
        ending: Ending::Solved,
        length: None,
        proven: false,
        lower_bound: None,
        estimate: None,
        expanded: statistics.expanded,
        generated: statistics.generated,
        inserted,
        reopened,
        max_open: statistics.peak_open,
        max_closed: statistics.peak_closed,
        bytes,
        seconds: 0.0,
        cpu_seconds: None,
        moves: None,
        message: None,
        processor: String::new(),
        date: String::new(),
    }
}

/// Takes a path if it is a solution; a path that is none is a bug, and said to be one.
fn take_path<P: Family>(
    result: &mut RunResult,
    board: &Board<P>,
    metric: P::Metric,
    path: &[P::Move],
    cost: Option<u32>,
) {
    let task = Task::<P> { start: board.start.clone(), goal: board.goal.clone() };
    match check_path(&task, metric, path, cost) {
        Ok(()) => {
            result.length = Some(P::length(path, metric));
            result.moves = Some(P::format_moves(path));
        }
        Err(why) => {
            (result.ending, result.proven, result.lower_bound) = (Ending::Wrong, false, None);
            result.message = Some(format!("internal error: {why}; this is a bug in loyd"));
        }
    }
}
