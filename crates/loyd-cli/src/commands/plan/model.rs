//! What a plan of solving is made of: the tables a search takes, its rate, and the iterations that
//! are expected of a board.

use crate::commands::pdb::plan::states_per_second;
use crate::input::Task;
use crate::published::mean_length;
use crate::record::Record;
use crate::render::text::{bytes, duration};
use crate::solvers::Solvers;
use loyd::observe::{Cancel, Iteration, Limit, Outcome};
use loyd::pdb::Builder;
use loyd::predict::Expected;
use loyd::puzzle::tiles::{Position, Scrambler};
use loyd::solver::{Plan, Predictor, Solver};
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long boards are searched, all together.
pub(super) const TRIAL: Duration = Duration::from_millis(200);

/// Iterations shown beyond the one that is likely to be the last.
pub(super) const BEYOND: u32 = 8;

/// Iterations shown where nobody knows how long solutions are.
pub(super) const UNKNOWN: u32 = 24;

/// What tables take.
pub(super) struct Needs {
    pub(super) tables: usize,
    pub(super) bytes: u64,
    /// Most memory while one is built, and how long all take that are not there yet.
    pub(super) memory: u64,
    pub(super) seconds: f64,
    pub(super) missing: usize,
}

impl Needs {
    pub(super) fn of(plan: &Plan, solvers: &Solvers, threads: usize) -> Self {
        // Small ones are built sooner than a rate is found.
        const SMALL: u64 = 100_000_000;
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
        if states > SMALL {
            needs.seconds = states_per_second(threads).map_or(0.0, |rate| states as f64 / rate);
        }
        needs
    }

    pub(super) fn text(&self, plan: &Plan, allowed: u64) -> String {
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
                "tables    {all}, {}; {missing} to be built, in {} of memory ({} are allowed), {}",
                bytes(self.bytes),
                bytes(self.memory),
                bytes(allowed),
                if self.seconds > 0.0 {
                    format!("about {}", duration(self.seconds))
                } else {
                    "soon done".to_owned()
                },
            ),
        };
        text
    }

    pub(super) fn record(&self, plan: &Plan) -> Record {
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
pub(super) struct Model {
    pub(super) solver: Arc<Solver>,
    pub(super) predictor: Predictor,
    pub(super) needs: Needs,
    pub(super) threads: usize,
    /// Expansions a second of one thread.
    pub(super) rate: Option<f64>,
    pub(super) limit: Limit,
}

/// A board searched for a moment.
pub(super) struct Trial {
    /// Complete iterations.
    pub(super) measured: Vec<Iteration>,
    /// The length, if it was solved.
    pub(super) solved: Option<u32>,
    pub(super) expanded: u64,
    pub(super) seconds: f64,
}

/// One row of the table.
pub(super) struct Row {
    pub(super) expected: Expected,
    /// Expected expansions of all iterations up to this one.
    pub(super) in_all: f64,
    pub(super) measured: Option<u64>,
    /// Whether this may well be the last.
    pub(super) typical: bool,
}

impl Model {
    pub(super) fn search(&self, start: &Position, time: Duration) -> Trial {
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
    pub(super) fn find_rate(&mut self, goal: &Position) {
        let mut scrambler = Scrambler::new(1);
        // What the first searches build is no part of the rate.
        self.search(&scrambler.position(goal), TRIAL / 4);
        let (mut expanded, mut seconds) = (0, 0.0);
        while seconds < TRIAL.as_secs_f64() {
            let left = TRIAL.saturating_sub(Duration::from_secs_f64(seconds));
            let trial = self.search(&scrambler.position(goal), left);
            if self.limit.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
                break;
            }
            expanded += trial.expanded;
            seconds += trial.seconds;
        }
        self.rate = (expanded > 0).then(|| expanded as f64 / seconds);
    }

    pub(super) fn seconds(&self, expanded: f64, threads: usize) -> Option<f64> {
        self.rate.map(|rate| expanded / rate / threads as f64)
    }

    /// The length of a solution of a board with this h, if it is like those of others: h is below
    /// it by as much as it is on average.
    pub(super) fn typical_length(&self, goal: &Position, h: u32) -> Option<u32> {
        let below = mean_length(goal.size(), goal.blank())? - self.predictor.mean();
        Some(h + 2 * (below.max(0.0) / 2.0).round() as u32)
    }

    /// The iterations of a board, scaled by the last one that was measured.
    pub(super) fn rows(&self, task: &Task, trial: &Trial) -> Vec<Row> {
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
