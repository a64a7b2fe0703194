//! The parts of a plan of solving: the tables a search takes, its rate, and the iterations that
//! are expected of a board.

use crate::tiles::pdb::plan::{classes_per_second, states_per_second};
use crate::tiles::published::mean_length;
use crate::tiles::tables::TileSolvers;
use loyd::{Shared, Task};
use loyd_report::numbers::{bytes, duration};
use loyd_report::record::Record;
use loyd_search::observe::{Cancel, Iteration, Limit, Outcome};
use loyd_tiles::pdb::{Builder, Encoding, PatternTable, StandardTable, multi};
use loyd_tiles::predict::Expected;
use loyd_tiles::solver::tables_of;
use loyd_tiles::solver::{Plan, Predictor, Tiles};
use loyd_tiles::{MetricName, Position, Scrambler};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The time for searching boards, in total.
pub(super) const TRIAL: Duration = Duration::from_millis(200);

/// Iterations shown beyond the one that is likely to be the last.
pub(super) const BEYOND: u32 = 8;

/// Iterations shown where the length of solutions is unknown.
pub(super) const UNKNOWN: u32 = 24;

/// The cost of tables.
pub(super) struct Needs {
    pub(super) tables: usize,
    pub(super) bytes: u64,
    /// Peak memory of a build, and the time for all missing tables.
    pub(super) memory: u64,
    pub(super) seconds: f64,
    pub(super) missing: usize,
}

impl Needs {
    pub(super) fn of(plan: &Plan, solvers: &TileSolvers, threads: usize) -> Self {
        // Small ones are built faster than a rate is measured.
        const SMALL: u64 = 100_000_000;
        let mut needs = Self { tables: 0, bytes: 0, memory: 0, seconds: 0.0, missing: 0 };
        let mut states = 0;
        for table in tables_of(plan) {
            needs.tables += 1;
            let Some(need) = Need::of(&table, threads) else { continue };
            needs.bytes += need.bytes;
            if !solvers.is_cached(&table) {
                needs.missing += 1;
                needs.memory = needs.memory.max(need.memory);
                states += need.states;
            }
        }
        if states > SMALL {
            let rate = match plan.metric {
                MetricName::Single => states_per_second(threads),
                MetricName::Multi => classes_per_second(threads),
            };
            needs.seconds = rate.map_or(0.0, |rate| states as f64 / rate);
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
            (0, _) => writeln!(text, "tables    none to be stored"),
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

/// The cost of one table.
struct Need {
    bytes: u64,
    memory: u64,
    states: u64,
}

impl Need {
    /// `None` if the table cannot exist.
    fn of(table: &PatternTable, threads: usize) -> Option<Self> {
        let (size, tiles) = (table.pattern.size(), table.pattern.tiles());
        match table.encoding {
            Encoding::Bit => {
                let builder = Builder::new(size, tiles, threads).ok()?;
                let (memory, layout) = (builder.memory(), builder.layout());
                Some(Self { bytes: layout.bytes() as u64, memory, states: layout.states() })
            }
            Encoding::Excess => {
                let builder = Builder::new(size, tiles, threads).ok()?;
                let (memory, states) = (builder.standard_memory(), builder.layout().states());
                Some(Self { bytes: StandardTable::bytes_of(size, tiles).ok()?, memory, states })
            }
            Encoding::Class => {
                let places = multi::Places::new(size, tiles).ok()?;
                let memory = multi::build::bytes(&places);
                Some(Self { bytes: places.table_bytes() as u64, memory, states: places.classes() })
            }
        }
    }
}

/// A solver and its measured rate.
pub(super) struct Model {
    pub(super) solver: Shared<Tiles>,
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
    /// True if this may well be the last.
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
        // The first searches also build tables.
        self.search(&scrambler.position(goal), TRIAL / 4);
        let (mut expanded, mut seconds) = (0, 0.0);
        while seconds < TRIAL.as_secs_f64() {
            let rest = TRIAL.saturating_sub(Duration::from_secs_f64(seconds));
            let trial = self.search(&scrambler.position(goal), rest);
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
    /// it by the average difference.
    pub(super) fn typical_length(&self, goal: &Position, h: u32) -> Option<u32> {
        let below = mean_length(goal.size(), goal.blank())? - self.predictor.mean();
        Some(h + 2 * (below.max(0.0) / 2.0).round() as u32)
    }

    /// The iterations of a board: as measured, then each from the one before it.
    ///
    /// Iterations of single boards grow faster than their mean, which is predicted, and the excess
    /// goes down by about the same power with each: on Korf's hundred boards, with four heuristics,
    /// each iteration followed from the two before it to a factor of 1.08 to 1.31 (root mean square)
    /// with a bias of 2 to 8 per cent; without the excess it was 1.5 to 1.7.
    pub(super) fn rows(&self, task: &Task<Tiles>, trial: &Trial) -> Vec<Row> {
        /// Smaller iterations predict larger ones badly.
        const TELLING: u64 = 100;
        /// The exponent by which the excess fades in one iteration.
        const FADING: f64 = 0.8;
        let h = self.predictor.value(&task.start);
        let typical = self.typical_length(&task.goal, h);
        let predicted = typical.map_or(h + UNKNOWN, |typical| typical + BEYOND);
        let reached = trial.measured.last().map_or(h, |last| last.bound + BEYOND);
        let last = trial.solved.unwrap_or_else(|| predicted.max(reached));
        let mut rows: Vec<Row> = Vec::new();
        let (mut in_all, mut excess, mut mean_before) = (0.0, 1.0_f64, 0.0);
        for mut mean in self.predictor.iterations(task.start.blank(), h, last) {
            // Near the goal all samples may be higher.
            mean.expanded = mean.expanded.max(1e-6);
            let iteration = trial.measured.iter().find(|iteration| iteration.bound == mean.bound);
            let before = rows.last().map(|row| row.expected.expanded);
            let growth = before.map(|before| before * mean.expanded / mean_before);
            let (expanded, error) = match (iteration, growth) {
                (Some(iteration), _) => (iteration.expanded as f64, 0.0),
                (None, Some(growth)) => {
                    excess = excess.powf(FADING);
                    (growth * excess, growth * excess * mean.error / mean.expanded)
                }
                (None, None) => (mean.expanded, mean.error),
            };
            if before.is_some_and(|before| before >= TELLING as f64) && iteration.is_some() {
                excess = growth.map_or(1.0, |growth| expanded / growth);
            }
            in_all += expanded;
            mean_before = mean.expanded;
            let expected = Expected { bound: mean.bound, expanded, error };
            let typical = trial.solved.or(typical) == Some(mean.bound);
            rows.push(Row {
                expected,
                in_all,
                measured: iteration.map(|iteration| iteration.expanded),
                typical,
            });
        }
        rows
    }
}
