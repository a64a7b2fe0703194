//! The engine as a [`Job`].

use crate::adapter::{Adapter, AdapterChoice, AdapterKind};
use crate::error::GpuError;
use crate::level_counts::GpuStep;
use crate::level_loop::GpuLoop;
use crate::plan::{Form, GpuPlan};
use loyd_enumerate::checkpoint::{Boundary, Checkpoints, Snapshot, StoreError};
use loyd_enumerate::level_loop::{Begin, LevelEngine, LevelOrder, Step, count_levels};
use loyd_enumerate::{EngineName, EngineResult, EnumerateError, Job, Monitor, Request};
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate::memory::MemoryTask;
use loyd_tiles_enumerate::positions;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// An enumeration on a device, planned; nothing is opened or allocated.
#[derive(Debug)]
pub struct GpuJob {
    adapter: Adapter,
    plan: GpuPlan,
    request: Request<Tiles>,
}

/// Plans the engine for a request on an adapter of this choice, with at most `budget` bytes on the card:
/// bitmaps on the card if they fit its limits and the budget, else streamed from the memory of the host.
/// Looks for adapters, allocates nothing.
///
/// # Errors
/// An [`EngineError`](loyd_enumerate::EngineError) with a [`GpuError`] if no adapter has that name, or if its
/// limits or the budget exclude the board; the errors of the memory engine if the board is unsuitable, or if
/// streamed bitmaps or a software driver exceed the memory limit.
pub fn job(
    request: &Request<Tiles>,
    choice: &AdapterChoice,
    budget: Option<u64>,
) -> Result<Arc<GpuJob>, EnumerateError> {
    planned(request, choice, |task, adapter| {
        GpuPlan::new(task, adapter.capacity(), &adapter.name(), budget)
    })
}

/// Works as [`job`] does, with all bitmaps on the card.
///
/// # Errors
/// The errors of [`job`].
pub fn resident_job(
    request: &Request<Tiles>,
    choice: &AdapterChoice,
) -> Result<Arc<GpuJob>, EnumerateError> {
    planned(request, choice, |task, adapter| {
        GpuPlan::resident(task, adapter.capacity(), &adapter.name())
    })
}

fn planned(
    request: &Request<Tiles>,
    choice: &AdapterChoice,
    plan: impl FnOnce(&MemoryTask, &Adapter) -> Result<GpuPlan, GpuError>,
) -> Result<Arc<GpuJob>, EnumerateError> {
    let adapter = Adapter::choose(choice).map_err(|error| error.of_request(request))?;
    let plan =
        plan(&GpuPlan::task(request), &adapter).map_err(|error| error.of_request(request))?;
    let job = GpuJob { adapter, plan, request: request.clone() };
    let needed = match job.adapter.kind() {
        AdapterKind::Software => job.memory() + job.device_memory(),
        _ => job.memory(),
    };
    if needed > request.memory {
        return Err(EnumerateError::DoesNotFit {
            engine: EngineName::Gpu,
            puzzle: request.start.size().to_string(),
            needed,
            allowed: request.memory,
        });
    }
    Ok(Arc::new(job))
}

impl GpuJob {
    /// The adapter.
    #[must_use]
    pub fn adapter(&self) -> &Adapter {
        &self.adapter
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &GpuPlan {
        &self.plan
    }

    /// Opens the device and allocates all its memory once, to learn whether it would be granted.
    ///
    /// # Errors
    /// If the device refuses the memory, or fails.
    pub fn try_memory(&self) -> Result<(), GpuError> {
        GpuLoop::new(self.adapter.clone(), self.plan.clone()).map(|_| ())
    }
}

impl GpuJob {
    /// True if the bitmaps are on a card that is the memory of the processor. Those that are streamed have
    /// a budget for the card, also in software.
    fn is_one_memory(&self) -> bool {
        self.adapter.kind() == AdapterKind::Software && self.plan.form() != Form::Streamed
    }
}

impl Job<Tiles> for GpuJob {
    fn method(&self) -> &'static str {
        match self.plan.form() {
            Form::Streamed => {
                "one bit a state in the memory of the host, level by level in pieces on a graphics \
                 processor"
            }
            Form::Whole | Form::Cut => {
                "one bit a state on a graphics processor, whole levels at once"
            }
        }
    }

    fn memory(&self) -> u64 {
        // A checkpoint takes one bitmap at a time.
        let host = self.plan.host_bytes() + self.plan.layout().map_bytes();
        if self.is_one_memory() { host + self.plan.device_bytes() } else { host }
    }

    fn device_memory(&self) -> u64 {
        if self.is_one_memory() { 0 } else { self.plan.device_bytes() }
    }

    fn device_transfers(&self) -> u64 {
        self.plan.level_transfer_bytes()
    }

    fn keeps_state(&self) -> bool {
        true
    }

    fn run(&self, monitor: &mut Monitor<'_>) -> Result<EngineResult<Tiles>, EnumerateError> {
        let request = &self.request;
        let levels = self.begin(monitor).map_err(|error| error.of_request(request))?;
        let memory = self.memory() + self.device_memory();
        let mut engine = Engine { levels, request, memory };
        let counted =
            count_levels::<Tiles>(&mut engine, Begin::of(monitor), request.depth, monitor)?;
        let Engine { levels, .. } = engine;
        let samples = levels.samples().into_iter();
        Ok(EngineResult {
            deepest: levels.counts.antipodes(levels.plan(), request),
            samples: samples.map(|boards| positions(request.start.size(), boards)).collect(),
            ..counted
        })
    }
}

struct Engine<'a> {
    levels: GpuLoop,
    request: &'a Request<Tiles>,
    memory: u64,
}

impl LevelEngine for Engine<'_> {
    fn counts(&self) -> Vec<u64> {
        self.levels.levels().to_vec()
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn step(
        &mut self,
        order: LevelOrder,
        monitor: &mut Monitor<'_>,
    ) -> Result<Step, EnumerateError> {
        let (bytes, cancel) = (self.memory, monitor.stop_flag());
        let max_levels =
            order.requested.map_or(usize::MAX, |last| (last - order.depth) as usize + 1);
        let mut report = |share| {
            monitor.share(order.depth, share, 0, bytes);
        };
        let step = self.levels.step(max_levels, cancel.flag(), &mut report);
        match step.map_err(|error| error.of_request(self.request))? {
            GpuStep::Levels(_) => Ok(Step::Level),
            GpuStep::Interrupted => Ok(Step::Stopped(monitor.cause_of_stop())),
            GpuStep::Complete => Ok(Step::Complete),
        }
    }

    fn save(
        &mut self,
        elapsed: Duration,
        checkpoints: &mut dyn Checkpoints,
    ) -> Result<u64, StoreError> {
        let levels = &self.levels;
        let read = |index| match levels.snapshot_bitmap(index) {
            Ok(bytes) => Ok(Cow::from(bytes)),
            Err(error) => Err(StoreError::environment(error.to_string())),
        };
        checkpoints.save(&Boundary {
            snapshot: Snapshot { elapsed, ..levels.snapshot() },
            parts: vec![levels.plan().layout().map_bytes(); levels.snapshot_maps()],
            part: &read,
        })
    }
}

impl GpuJob {
    /// Starts, or continues from a checkpoint.
    fn begin(&self, monitor: &mut Monitor<'_>) -> Result<GpuLoop, GpuError> {
        let Some(saved) = monitor.saved()? else {
            return GpuLoop::new(self.adapter.clone(), self.plan.clone());
        };
        let load = |_, bitmap: &mut [u8]| Ok(monitor.load(bitmap)?);
        GpuLoop::resume(self.adapter.clone(), self.plan.clone(), &saved, load)
    }
}
