//! `loyd bench enumerate` compares complete enumerations in memory with the speed of copying.

use crate::args::{MetricArgs, OutputArgs, ResourceArgs};
use crate::exit::{Exit, Failure};
use crate::hardware::hardware;
use crate::interrupt::on_interrupt;
use crate::published::Reference;
use crate::quantity::parse_count;
use crate::render::Reporter;
use crate::tiles::published::known_levels;
use crate::tiles::size;
use crate::{help, platform};
use clap::Args;
use loyd_report::numbers::{bytes, duration, grouped, rate};
use loyd_report::record::Record;
use loyd_search::observe::Cancel;
use loyd_tiles::arch::bitmap::Store;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate::memory::bandwidth::copy_bandwidth;
use loyd_tiles_enumerate::memory::{MemoryError, MemoryLoop, MemoryPlan, MemoryStep, MemoryTask};
use std::time::{Duration, Instant};

/// `loyd bench enumerate`.
#[derive(Args, Debug)]
#[command(after_help = help::BENCH_ENUMERATE)]
pub(crate) struct BenchEnumerateArgs {
    /// Boards, columns x rows.
    #[arg(value_name = "WxH", value_parser = size, default_values = ["3x3", "4x3", "6x2"])]
    sizes: Vec<Size>,
    #[command(flatten)]
    metric: MetricArgs,
    /// Number of runs of each board; the median time is reported.
    #[arg(long, value_name = "N", default_value = "3", value_parser = parse_count)]
    runs: u64,
    #[command(flatten)]
    resources: ResourceArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &BenchEnumerateArgs) -> Result<Exit, Failure> {
    let plan = |&size: &Size| {
        let task = MemoryTask {
            threads: args.resources.threads(),
            memory: Some(args.resources.memory()),
            ..MemoryTask::new(size.width(), size.height(), args.metric.of::<Tiles>()?)
        };
        let plan = MemoryPlan::new(task).and_then(|plan| plan.check().map(|()| plan));
        plan.map_err(|error| failure(size, &error))
    };
    let plans = args.sizes.iter().map(plan).collect::<Result<Vec<_>, _>>()?;
    let mut reporter = Reporter::open(&args.output)?;
    let (interrupted, began) = (on_interrupt(), Instant::now());
    let over = || {
        let limit = args.resources.max_time;
        interrupted.is_cancelled() || limit.is_some_and(|limit| began.elapsed() >= limit)
    };
    let bandwidth = probe(args)?;
    let copies = format!("copies {}", per_second(bandwidth));
    reporter.text(|| format!("{}, {copies}\n{HEADER}\n", hardware()))?;
    let mut exit = Exit::Done;
    for (&size, plan) in args.sizes.iter().zip(&plans) {
        let mut runs = Vec::new();
        for _ in 0..args.runs {
            let run = Run::measure(size, args.metric.of::<Tiles>()?, plan, &interrupted, &over)?;
            let Some(run) = run else {
                reporter.finish()?;
                return Ok(if exit == Exit::Done { Exit::Stopped } else { exit });
            };
            runs.push(run);
        }
        runs.sort_by_key(|run| run.time);
        let run = &runs[runs.len() / 2];
        exit = exit.max(run.reference.exit());
        reporter.record(&run.record(args, bandwidth), || run.line(bandwidth))?;
        reporter.flush()?;
    }
    reporter.finish()?;
    Ok(exit)
}

/// Bytes a second that this machine copies, read and written ones both counted.
fn probe(args: &BenchEnumerateArgs) -> Result<f64, Failure> {
    // Larger than the caches of most processors.
    const MAX: u64 = 256 << 20;
    let size = MAX.min(args.resources.memory() / 2) as usize;
    copy_bandwidth(size, args.resources.threads(), Store::Streamed)
        .map_err(|error| Failure::environment(error.to_string()))
}

fn failure(size: Size, error: &MemoryError) -> Failure {
    let exit = match error {
        MemoryError::Sum { .. } => Exit::Failed,
        MemoryError::Memory(_) => Exit::Environment,
        _ => Exit::BadInput,
    };
    Failure::Message { exit, text: format!("{size}: {error}") }
}

const HEADER: &str = "\
board  metric           states  radius      distances      time     setup      wall       per core-s  \
of copies    memory  published";

/// The result of one run of one board.
struct Run {
    size: Size,
    metric: MetricName,
    states: u64,
    radius: usize,
    /// The sum of the distances of all states: changes with any level.
    distances: u64,
    time: Duration,
    setup_seconds: f64,
    wall: Duration,
    threads: usize,
    moved_bytes: u64,
    memory: u64,
    reference: Reference,
}

impl Run {
    /// `None` if it is stopped.
    fn measure(
        size: Size,
        metric: MetricName,
        plan: &MemoryPlan,
        interrupted: &Cancel,
        over: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, Failure> {
        let started = Instant::now();
        let mut levels = MemoryLoop::new(plan.clone()).map_err(|error| failure(size, &error))?;
        let began = Instant::now();
        while levels.step(interrupted.flag()).map_err(|error| failure(size, &error))?
            != MemoryStep::Complete
        {
            if over() {
                return Ok(None);
            }
        }
        let counts = levels.levels();
        Ok(Some(Self {
            size,
            metric,
            time: began.elapsed(),
            wall: started.elapsed(),
            states: counts.iter().sum(),
            radius: counts.len() - 1,
            distances: counts
                .iter()
                .zip(0..)
                .map(|(&states, depth): (_, u64)| states * depth)
                .sum(),
            setup_seconds: levels.setup_seconds(),
            threads: plan.threads,
            moved_bytes: levels.min_bytes(),
            memory: plan.bytes(),
            reference: Reference::of_levels(known_levels(size, metric, 0), counts, true),
        }))
    }

    fn seconds(&self) -> f64 {
        self.time.as_secs_f64().max(1e-9)
    }

    fn core_seconds(&self) -> f64 {
        self.seconds() * self.threads as f64
    }

    /// The necessary bytes as a share of those that copying would have moved.
    fn share(&self, bandwidth: f64) -> f64 {
        self.moved_bytes as f64 / self.seconds() / bandwidth
    }

    fn record(&self, args: &BenchEnumerateArgs, bandwidth: f64) -> Record {
        let mut record = Record::new();
        record.push("puzzle", self.size.to_string());
        record.push("metric", self.metric.name());
        record.push("threads", self.threads);
        record.push("runs", args.runs);
        record.push("states", self.states);
        record.push("radius", self.radius);
        record.push("distances", self.distances);
        record.push("seconds", self.seconds());
        record.push("setup_seconds", self.setup_seconds);
        record.push("wall_seconds", self.wall.as_secs_f64());
        record.push("states_per_core_second", (self.states as f64 / self.core_seconds()).round());
        record.push("moved_bytes", self.moved_bytes);
        record.push("copy_bytes_per_second", bandwidth.round());
        record.push("share_of_copy_bandwidth", self.share(bandwidth));
        record.push("peak_memory_bytes", self.memory);
        record.push("reference", self.reference.name());
        record.push("cpu", platform::cpu_model());
        record.push("cores", platform::cores());
        record.push("simd", platform::simd().join(" "));
        record
    }

    fn line(&self, bandwidth: f64) -> String {
        format!(
            "{:<5}  {:<6} {:>16} {:>7} {:>14} {:>9} {:>9} {:>9} {:>16} {:>10} {:>9}  {}\n",
            self.size.to_string(),
            self.metric.name(),
            grouped(self.states),
            self.radius,
            grouped(self.distances),
            time(self.seconds()),
            time(self.setup_seconds),
            time(self.wall.as_secs_f64()),
            rate(self.states, self.core_seconds()),
            format!("{:.0} %", self.share(bandwidth) * 100.0),
            bytes(self.memory),
            self.reference.name(),
        )
    }
}

/// `0.31 ms`, from a tenth of a second on `0.12 s`
fn time(seconds: f64) -> String {
    if seconds < 0.1 { format!("{:.2} ms", seconds * 1e3) } else { duration(seconds) }
}

/// `57.3 GB/s`
fn per_second(bytes: f64) -> String {
    format!("{:.1} GB/s", bytes / 1e9)
}
