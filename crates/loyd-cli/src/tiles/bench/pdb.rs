//! `loyd bench pdb` measures builds of the tables of well-known partitions.

use crate::args::{OutputArgs, ResourceArgs, refuse};
use crate::exit::{Exit, Failure};
use crate::hardware::hardware;
use crate::interrupt::on_interrupt;
use crate::platform::KernelArgs;
use crate::quantity::parse_count;
use crate::render::Reporter;
use crate::tiles::partitions::Named;
use crate::{help, platform};
use clap::Args;
use loyd_report::numbers::{bytes, duration, grouped, rate};
use loyd_report::record::Record;
use loyd_search::arch::cpu::InstructionSet;
use loyd_search::observe::Cancel;
use loyd_tiles::pdb::{BuildError, Builder};
use std::time::Instant;

/// `loyd bench pdb`.
#[derive(Args, Debug)]
#[command(after_help = help::BENCH_PDB)]
pub(crate) struct BenchPdbArgs {
    /// Names of partitions, or files with drawings.
    #[arg(value_name = "NAME", default_values = ["7-8", "6-6-6-6"])]
    partitions: Vec<String>,
    /// Number of runs of each; the median time is reported.
    #[arg(long, value_name = "N", default_value = "3", value_parser = parse_count)]
    runs: u64,
    #[command(flatten)]
    kernels: KernelArgs,
    #[command(flatten)]
    resources: ResourceArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &BenchPdbArgs) -> Result<Exit, Failure> {
    refuse(
        &[("--max-time", args.resources.max_time.is_some())],
        "would interrupt the measured build",
    )?;
    let mut reporter = Reporter::open(&args.output)?;
    let interrupted = on_interrupt();
    let ratio = if args.kernels.compares() { RATIO } else { "" };
    reporter.text(|| format!("{}\n{HEADER}{ratio}\n", hardware()))?;
    let named = |name: &String| Named::parse(name, None, None);
    let partitions = args.partitions.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    for partition in &partitions {
        let all =
            args.kernels.measure(args.runs, || Run::measure(partition, args, &interrupted))?;
        let mut medians = Vec::new();
        for (set, runs) in all {
            let Some(mut runs) = runs.into_iter().collect::<Option<Vec<_>>>() else {
                reporter.finish()?;
                return Ok(Exit::Stopped);
            };
            runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
            medians.push((set, runs.swap_remove(runs.len() / 2)));
        }
        let fastest = medians.last().map_or(f64::NAN, |(_, run)| run.seconds);
        for (set, run) in medians {
            let ratio = || format!("  {:<9} {:>7.2}", set.name(), run.seconds / fastest);
            let ratio = if args.kernels.compares() { ratio() } else { String::new() };
            reporter.record(&run.record(args, set), || format!("{}{ratio}\n", run.line()))?;
        }
        reporter.flush()?;
    }
    reporter.finish()?;
    Ok(Exit::Done)
}

const HEADER: &str = "\
partition          states  distances     built in   states/core/s     memory     tables";
/// The columns of the times of several instruction sets.
const RATIO: &str = "  kernels     times";

/// All tables of a partition, one after the other.
struct Run {
    name: String,
    threads: usize,
    seconds: f64,
    states: u64,
    /// The sum of all distances: a signature.
    distances: u64,
    memory: u64,
    bytes: u64,
}

impl Run {
    /// `None` if it is stopped.
    fn measure(
        named: &Named,
        args: &BenchPdbArgs,
        interrupted: &Cancel,
    ) -> Result<Option<Self>, Failure> {
        let threads = args.resources.threads();
        let began = Instant::now();
        let mut run = Self {
            name: named.name.clone(),
            threads,
            seconds: 0.0,
            states: 0,
            distances: 0,
            memory: 0,
            bytes: 0,
        };
        let mut builder: Option<Builder> = None;
        let patterns = named.partition.patterns();
        for pattern in patterns.iter().map(|pattern| pattern.canonical().0) {
            let fits = |builder: &Builder| builder.layout().tiles() == pattern.tiles();
            // Patterns with the same number of tiles share a layout.
            let same = builder.take().filter(fits);
            let new = || Builder::new(pattern.size(), pattern.tiles(), threads);
            let same = same.map_or_else(new, Ok);
            let builder =
                builder.insert(same.map_err(|error| Failure::environment(error.to_string()))?);
            if builder.memory() > args.resources.memory() {
                let (needs, may) = (bytes(builder.memory()), bytes(args.resources.memory()));
                return Err(Failure::environment(format!(
                    "building {} needs {needs} of memory and may use {may}",
                    named.name
                )));
            }
            let built = match builder.table(&pattern, interrupted, &mut |_| {}) {
                Ok(built) => built,
                Err(BuildError::Stopped) => return Ok(None),
                Err(error) => return Err(Failure::environment(error.to_string())),
            };
            run.memory = run.memory.max(builder.memory());
            run.bytes += built.table.bytes().len() as u64;
            run.states += built.histogram.iter().sum::<u64>();
            run.distances += built
                .histogram
                .iter()
                .zip(0..)
                .map(|(&states, h): (_, u64)| states * h)
                .sum::<u64>();
        }
        run.seconds = began.elapsed().as_secs_f64();
        Ok(Some(run))
    }

    fn per_core(&self) -> f64 {
        self.states as f64 / (self.seconds * self.threads as f64)
    }

    fn record(&self, args: &BenchPdbArgs, set: InstructionSet) -> Record {
        let mut record = Record::new();
        record.push("partition", self.name.clone());
        record.push("threads", self.threads);
        record.push("runs", args.runs);
        record.push("states", self.states);
        record.push("distances", self.distances);
        record.push("seconds", self.seconds);
        record.push("states_per_core_second", self.per_core().round());
        record.push("peak_memory_bytes", self.memory);
        record.push("table_bytes", self.bytes);
        record.push("cpu", platform::cpu_model());
        record.push("cores", platform::cores());
        record.push("simd", platform::simd().join(" "));
        record.push("kernels", set.name());
        record
    }

    fn line(&self) -> String {
        format!(
            "{:<9}  {:>14} {:>14} {:>10} {:>15} {:>10} {:>10}",
            self.name,
            grouped(self.states),
            grouped(self.distances),
            duration(self.seconds),
            rate(self.states, self.seconds * self.threads as f64),
            bytes(self.memory),
            bytes(self.bytes),
        )
    }
}
