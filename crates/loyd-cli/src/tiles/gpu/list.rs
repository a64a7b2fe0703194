//! `loyd gpu list`: adapters, their limits, and the boards that fit them. Opens no device.

use crate::args::OutputArgs;
use crate::exit::{Exit, Failure};
use crate::platform::drivers;
use crate::render::Reporter;
use clap::Args;
use loyd_gpu::{Adapter, AdapterKind, GpuPlan};
use loyd_report::numbers::bytes;
use loyd_report::record::Record;
use loyd_tiles::MetricName;
use loyd_tiles_enumerate::memory::MemoryTask;

/// `loyd gpu list`.
#[derive(Args, Debug)]
pub(crate) struct GpuListArgs {
    #[command(flatten)]
    output: OutputArgs,
}

/// The boards that have bitmaps, one of each shape.
pub(super) const BOARDS: [(usize, usize); 9] =
    [(4, 2), (3, 3), (5, 2), (4, 3), (6, 2), (7, 2), (5, 3), (4, 4), (8, 2)];

pub(super) fn run(args: &GpuListArgs) -> Result<Exit, Failure> {
    drivers::silence();
    let mut reporter = Reporter::open(&args.output)?;
    let adapters = Adapter::all();
    if adapters.is_empty() {
        reporter.text(|| {
            "no graphics adapter was found: no driver is installed, or this program cannot load one \
             (a static binary cannot)\n"
                .to_owned()
        })?;
    }
    for adapter in &adapters {
        reporter.record(&record(adapter), || text(adapter))?;
    }
    reporter.finish()?;
    Ok(Exit::Done)
}

/// The boards that fit the limits of an adapter in a metric, with the memory that each needs.
fn boards(adapter: &Adapter, metric: MetricName) -> Vec<(String, u64)> {
    let plan = |&(width, height): &(usize, usize)| {
        let task = MemoryTask::new(width, height, metric);
        let plan = GpuPlan::resident(&task, adapter.capacity(), &adapter.name()).ok()?;
        Some((format!("{width}x{height}"), plan.device_bytes()))
    };
    BOARDS.iter().filter_map(plan).collect()
}

fn names(boards: &[(String, u64)]) -> String {
    boards.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" ")
}

fn record(adapter: &Adapter) -> Record {
    let capacity = adapter.capacity();
    let mut record = Record::new();
    record.push("adapter", adapter.name());
    record.push("kind", adapter.kind().name());
    record.push("backend", adapter.backend());
    record.push("driver", adapter.driver());
    record.push("buffer_bytes", capacity.binding_bytes);
    record.push("buffers", capacity.storage_bindings);
    record.push("workgroups", capacity.workgroups);
    record.push("boards_single", names(&boards(adapter, MetricName::Single)));
    record.push("boards_multi", names(&boards(adapter, MetricName::Multi)));
    record
}

fn text(adapter: &Adapter) -> String {
    let capacity = adapter.capacity();
    let kind = match adapter.kind() {
        AdapterKind::Software => "runs on the processor; used only with --adapter software",
        AdapterKind::Discrete => "a card with separate memory",
        AdapterKind::Integrated => "shares the memory of the processor",
        AdapterKind::Virtual => "the card of a virtual machine",
        AdapterKind::Other => "of a kind that its driver does not tell",
    };
    let (single, multi) = (boards(adapter, MetricName::Single), boards(adapter, MetricName::Multi));
    let largest = |boards: &[(String, u64)]| match boards.last() {
        Some((name, needed)) => format!("{} ({name} needs {})", names(boards), bytes(*needed)),
        None => "none".to_owned(),
    };
    format!(
        "{}\n  kind       {kind}\n  driver     {}, {}\n  \
         limits     {} a buffer, {} buffers a kernel, {} workgroups a dimension\n  \
         single     {}\n  multi      {}\n  \
         memory     reported by the driver only to a run\n",
        adapter.name(),
        adapter.backend(),
        adapter.driver(),
        bytes(capacity.binding_bytes),
        capacity.storage_bindings,
        capacity.workgroups,
        largest(&single),
        largest(&multi),
    )
}
