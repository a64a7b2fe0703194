//! `loyd bench gpu`: complete enumerations on a card, every level compared with the published ones
//! or with the memory engine, and how far they are from a copy on the same card.

use super::{choice, list::BOARDS};
use crate::args::OutputArgs;
use crate::exit::{Exit, Failure};
use crate::interrupt::on_interrupt;
use crate::published::Reference;
use crate::quantity::parse_bytes;
use crate::render::Reporter;
use crate::tiles::published::known_levels;
use crate::tiles::size;
use crate::{faults, help, platform};
use clap::Args;
use loyd_gpu::{Adapter, GpuError, GpuLoop, GpuPlan, GpuStep, bandwidth};
use loyd_report::numbers::{bytes, grouped};
use loyd_report::record::Record;
use loyd_search::observe::Cancel;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate::memory::{MemoryLoop, MemoryPlan, MemoryStep, MemoryTask};
use std::io::Write;
use std::time::Instant;

/// `loyd bench gpu`.
#[derive(Args, Debug)]
#[command(after_help = help::BENCH_GPU)]
pub(crate) struct BenchGpuArgs {
    /// Boards, columns x rows [default: all that fit the card].
    #[arg(value_name = "WxH", value_parser = size)]
    sizes: Vec<Size>,
    /// The card, by a part of its name, or `software` for a driver that runs on the processor.
    #[arg(long, value_name = "NAME|software")]
    adapter: Option<String>,
    /// The memory of the card that may be used; larger boards that are named pass through it in pieces
    /// [default: as much as it grants].
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    memory: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Bytes of the buffer that is copied.
const COPIED: u64 = 1 << 30;
/// Copies that are measured; the fastest counts.
const COPIES: usize = 10;

pub(crate) fn run(args: &BenchGpuArgs) -> Result<Exit, Failure> {
    platform::drivers::silence();
    let of_card = |error| faults::of_card(&error);
    let adapter = Adapter::choose(&choice(args.adapter.as_deref())).map_err(of_card)?;
    let mut reporter = Reporter::open(&args.output)?;
    let interrupted = on_interrupt();
    let copied = COPIED.min(adapter.capacity().binding_bytes / 16 * 16);
    let copy = bandwidth::measure(adapter.clone(), copied, COPIES).map_err(of_card)?;
    reporter.text(|| {
        format!(
            "{}, {} {}, copies {}\n{HEADER}\n",
            adapter.name(),
            adapter.backend(),
            adapter.driver(),
            per_second(copy)
        )
    })?;
    let mut exit = Exit::Done;
    for plan in plans(args, &adapter)? {
        match Run::measure(&adapter, &plan, &interrupted) {
            Ok(Some(run)) => {
                exit = exit.max(run.reference.exit);
                reporter.record(&run.record(&adapter, copy), || run.line(copy))?;
                reporter.flush()?;
            }
            Ok(None) => {
                reporter.finish()?;
                return Ok(if exit == Exit::Done { Exit::Stopped } else { exit });
            }
            // Only the card knows if a board fits.
            Err(GpuError::OutOfMemory { bytes: needed, .. }) if args.sizes.is_empty() => {
                if !args.output.quiet {
                    let _ = writeln!(
                        std::io::stderr(),
                        "{} does not fit: the card refused {}",
                        puzzle(&plan),
                        bytes(needed)
                    );
                }
            }
            Err(error) => return Err(faults::of_card(&error)),
        }
    }
    reporter.finish()?;
    Ok(exit)
}

/// The plans of the requested boards, or of those that fit the limits, in both metrics. A board that is
/// named is streamed if it exceeds the memory that may be used.
fn plans(args: &BenchGpuArgs, adapter: &Adapter) -> Result<Vec<GpuPlan>, Failure> {
    let sizes: Vec<(usize, usize)> = match &args.sizes[..] {
        [] => BOARDS.to_vec(),
        sizes => sizes.iter().map(|size| (size.width(), size.height())).collect(),
    };
    let mut plans = Vec::new();
    for (width, height) in sizes {
        for metric in [MetricName::Single, MetricName::Multi] {
            let task = MemoryTask::new(width, height, metric);
            let (capacity, name) = (adapter.capacity(), adapter.name());
            let planned = match args.memory {
                Some(_) if !args.sizes.is_empty() => {
                    GpuPlan::new(&task, capacity, &name, args.memory)
                }
                _ => GpuPlan::resident(&task, capacity, &name),
            };
            match planned {
                Ok(plan) if plan.host_bytes() > platform::default_memory() => {
                    return Err(Failure::environment(format!(
                        "{} needs {} of the memory of this machine, and {} are allowed: name smaller \
                         boards",
                        puzzle(&plan),
                        bytes(plan.host_bytes()),
                        bytes(platform::default_memory())
                    )));
                }
                Ok(plan) if args.memory.is_none_or(|limit| plan.device_bytes() <= limit) => {
                    plans.push(plan);
                }
                Err(error) if !args.sizes.is_empty() => return Err(faults::of_card(&error)),
                _ => {}
            }
        }
    }
    Ok(plans)
}

fn puzzle(plan: &GpuPlan) -> String {
    let task = &plan.bitmaps().request;
    format!("{}x{}", task.width, task.height)
}

const HEADER: &str = "\
board  metric  form              states  levels      time   ms/level     setup       moved  of copies  \
      sent  checked by";

/// The result of one run of one board.
struct Run {
    puzzle: String,
    plan: GpuPlan,
    states: u64,
    levels: usize,
    seconds: f64,
    setup_seconds: f64,
    moved_bytes: u64,
    /// Bytes between processor and card.
    sent_bytes: u64,
    reference: Checked,
}

impl Run {
    /// `None` if it is stopped.
    fn measure(
        adapter: &Adapter,
        plan: &GpuPlan,
        interrupted: &Cancel,
    ) -> Result<Option<Self>, GpuError> {
        let started = Instant::now();
        let mut levels = GpuLoop::new(adapter.clone(), plan.clone())?;
        let began = Instant::now();
        loop {
            match levels.step(usize::MAX, interrupted.flag(), &mut |_| ())? {
                GpuStep::Complete => break,
                GpuStep::Interrupted => return Ok(None),
                GpuStep::Levels(_) => {}
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        let task = &plan.bitmaps().request;
        let counts = levels.levels();
        let reference = checked(task, counts);
        Ok(Some(Self {
            puzzle: puzzle(plan),
            states: counts.iter().sum(),
            levels: counts.len(),
            seconds,
            setup_seconds: (began - started).as_secs_f64(),
            moved_bytes: levels.bytes_moved()?,
            sent_bytes: levels.bytes_transferred(),
            reference,
            plan: plan.clone(),
        }))
    }

    fn level_seconds(&self) -> f64 {
        self.seconds / self.levels as f64
    }

    /// The bytes a second, by those that copying moves.
    fn share(&self, copy: f64) -> f64 {
        self.moved_bytes as f64 / self.seconds / copy
    }

    fn metric(&self) -> MetricName {
        self.plan.bitmaps().request.metric
    }

    fn record(&self, adapter: &Adapter, copy: f64) -> Record {
        let mut record = Record::new();
        record.push("adapter", adapter.name());
        record.push("backend", adapter.backend());
        record.push("driver", adapter.driver());
        record.push("puzzle", self.puzzle.clone());
        record.push("metric", self.metric().name());
        record.push("form", self.plan.form().name());
        record.push("states", self.states);
        record.push("levels", self.levels);
        record.push("seconds", self.seconds);
        record.push("seconds_per_level", self.level_seconds());
        record.push("setup_seconds", self.setup_seconds);
        record.push("moved_bytes", self.moved_bytes);
        record.push("copy_bytes_per_second", copy.round());
        record.push("share_of_copy_bandwidth", self.share(copy));
        record.push("device_memory_bytes", self.plan.device_bytes());
        record.push("sent_bytes", self.sent_bytes);
        record.push("reference", self.reference.name);
        record.push("cpu", platform::cpu_model());
        record
    }

    fn line(&self, copy: f64) -> String {
        format!(
            "{:<5}  {:<6}  {:<8} {:>15} {:>7} {:>9} {:>10.3} {:>9} {:>11} {:>10} {:>10}  {}\n",
            self.puzzle,
            self.metric().name(),
            self.plan.form().name(),
            grouped(self.states),
            self.levels,
            seconds(self.seconds),
            self.level_seconds() * 1e3,
            seconds(self.setup_seconds),
            bytes(self.moved_bytes),
            format!("{:.0} %", self.share(copy) * 100.0),
            bytes(self.sent_bytes),
            self.reference.name,
        )
    }
}

/// The comparison of all levels.
struct Checked {
    name: &'static str,
    exit: Exit,
}

/// Compares levels with the published ones, or else with the memory engine.
fn checked(task: &MemoryTask, counts: &[u64]) -> Checked {
    let published = Size::new(task.width, task.height).map_or(Reference::None, |size| {
        Reference::of_levels(known_levels(size, task.metric, 0), counts, true)
    });
    if !matches!(published, Reference::None) {
        return Checked { name: published.name(), exit: published.exit() };
    }
    match in_memory(task) {
        Some(levels) if levels == counts => Checked { name: "memory engine", exit: Exit::Done },
        Some(_) => Checked { name: "mismatch", exit: Exit::Failed },
        None => Checked { name: "sum only", exit: Exit::Done },
    }
}

/// The levels that the memory engine counts, if that takes seconds and not minutes.
fn in_memory(task: &MemoryTask) -> Option<Vec<u64>> {
    const MAX: u64 = 1_000_000_000;
    let threads = platform::cores();
    let plan = MemoryPlan::new(MemoryTask { threads, ..task.clone() }).ok()?;
    if plan.layout.states() > MAX {
        return None;
    }
    let mut levels = MemoryLoop::new(plan).ok()?;
    let go_on = Cancel::new();
    while levels.step(go_on.flag()).ok()? != MemoryStep::Complete {}
    Some(levels.levels().to_vec())
}

/// `12.3 ms`, from a tenth of a second on `0.12 s`
fn seconds(seconds: f64) -> String {
    if seconds < 0.1 { format!("{:.2} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}

/// `57.3 GB/s`
fn per_second(bytes: f64) -> String {
    format!("{:.1} GB/s", bytes / 1e9)
}
