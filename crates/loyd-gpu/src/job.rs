//! The engine as a [`Job`].

use crate::adapter::{Adapter, AdapterChoice, AdapterKind};
use crate::error::GpuError;
use crate::level_counts::GpuStep;
use crate::level_loop::GpuLoop;
use crate::plan::GpuPlan;
use loyd_enumerate::checkpoint::{Boundary, Checkpoints, Snapshot, StoreError};
use loyd_enumerate::tiles::positions;
use loyd_enumerate::{Counted, EngineName, EnumerateError, Job, Monitor, Request};
use loyd_search::clock::Stopwatch;
use loyd_search::observe::StopCause;
use loyd_tiles::solver::Tiles;
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

/// Plans the engine for a request on an adapter of this choice. Looks for adapters, allocates
/// nothing.
///
/// # Errors
/// An [`EngineError`](loyd_enumerate::EngineError) with a [`GpuError`] if there is no such adapter or if it is too small; the
/// errors of the memory engine if the board is unsuitable, or if a software driver exceeds the
/// memory limit.
pub fn job(
    request: &Request<Tiles>,
    choice: &AdapterChoice,
) -> Result<Arc<GpuJob>, EnumerateError> {
    let adapter = Adapter::choose(choice).map_err(|error| error.of_request(request))?;
    let plan = GpuPlan::of_request(request, adapter.capacity(), &adapter.name())
        .map_err(|error| error.of_request(request))?;
    let job = GpuJob { adapter, plan, request: request.clone() };
    if job.memory() > request.memory {
        return Err(EnumerateError::DoesNotFit {
            engine: EngineName::Gpu,
            puzzle: request.size().to_string(),
            needed: job.memory(),
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

impl Job<Tiles> for GpuJob {
    fn method(&self) -> &'static str {
        "one bit a state on a graphics processor, whole levels at once"
    }

    fn memory(&self) -> u64 {
        // A checkpoint takes one bitmap at a time.
        let host = self.plan.host_bytes() + self.plan.layout().map_bytes();
        match self.adapter.kind() {
            AdapterKind::Software => host + self.plan.device_bytes(),
            _ => host,
        }
    }

    fn device_memory(&self) -> u64 {
        match self.adapter.kind() {
            AdapterKind::Software => 0,
            _ => self.plan.device_bytes(),
        }
    }

    fn keeps_state(&self) -> bool {
        true
    }

    fn run(
        &self,
        monitor: &mut Monitor<'_>,
        mut checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<Counted<Tiles>, EnumerateError> {
        let bytes = self.memory() + self.device_memory();
        let failed = |error: GpuError| error.of_request(&self.request);
        let Begun { mut levels, earlier, resumed_at, bytes_read, setup } =
            self.begin(checkpoints.as_deref_mut()).map_err(failed)?;
        monitor.resumed(levels.levels().iter().rev().skip(1).sum());
        monitor.level(levels.depth(), levels.levels().last().copied().unwrap_or(1), bytes);
        let mut stopped = monitor.check(levels.depth(), 0, bytes);
        let mut bytes_written = 0;
        let mut exhausted = false;
        while stopped.is_none() && Some(levels.depth()) != self.request.depth && !exhausted {
            let (depth, cancel) = (levels.depth(), monitor.cancel().clone());
            let most = self.request.depth.map_or(usize::MAX, |last| (last - depth) as usize);
            let mut report = |share| monitor.share(depth + 1, share, 0, bytes);
            match levels.step(most, cancel.flag(), &mut report).map_err(failed)? {
                GpuStep::Levels(_) => {
                    for depth in depth + 1..=levels.depth() {
                        let states = levels.levels()[depth as usize];
                        monitor.level(depth, states, bytes);
                        stopped = monitor.check(depth, states, bytes);
                    }
                }
                GpuStep::Interrupted => stopped = Some(StopCause::Cancelled),
                GpuStep::Complete => exhausted = true,
            }
            if let Some(checkpoints) = checkpoints.as_deref_mut()
                && !exhausted
                && stopped.is_none()
                && checkpoints.is_due(levels.depth())
            {
                // A failed checkpoint is not fatal: the previous one still exists, and the run
                // continues.
                let elapsed = earlier + monitor.elapsed().saturating_sub(setup);
                bytes_written += save(&levels, elapsed, checkpoints).unwrap_or(0);
            }
        }
        // Also when the requested depth is reached: a later run may go deeper.
        let saved = checkpoints.filter(|_| !exhausted).map(|checkpoints| {
            let elapsed = earlier + monitor.elapsed().saturating_sub(setup);
            save(&levels, elapsed, checkpoints).map(|bytes| bytes_written += bytes)
        });
        let size = self.request.size();
        Ok(Counted {
            levels: levels.levels().to_vec(),
            exhausted,
            stopped,
            setup,
            peak_memory_bytes: bytes,
            bytes_read,
            bytes_written,
            deepest: levels.counts.antipodes(&levels.plan, &self.request),
            samples: levels.samples().into_iter().map(|boards| positions(size, boards)).collect(),
            resumed_at,
            earlier,
            saved,
            statistics: Vec::new(),
        })
    }
}

/// A run that is about to start or to continue.
struct Begun {
    levels: GpuLoop,
    earlier: Duration,
    resumed_at: Option<u32>,
    bytes_read: u64,
    setup: Duration,
}

/// Saves the current level boundary.
fn save(
    levels: &GpuLoop,
    elapsed: Duration,
    checkpoints: &mut dyn Checkpoints,
) -> Result<u64, StoreError> {
    let read = |index| match levels.snapshot_bitmap(index) {
        Ok(bytes) => Ok(Cow::from(bytes)),
        Err(error) => Err(StoreError::environment(error.to_string())),
    };
    checkpoints.save(&Boundary {
        snapshot: Snapshot { elapsed, ..levels.snapshot() },
        bitmaps: levels.snapshot_maps(),
        bitmap_bytes: levels.plan().layout().map_bytes(),
        bitmap: &read,
    })
}

impl GpuJob {
    /// Starts, or continues from a checkpoint.
    fn begin(&self, checkpoints: Option<&mut (dyn Checkpoints + '_)>) -> Result<Begun, GpuError> {
        let clock = Stopwatch::start();
        let mut bytes_read = 0;
        let (mut earlier, mut resumed_at) = (Duration::ZERO, None);
        let resume = |checkpoints: &mut (dyn Checkpoints + '_)| {
            let Some(saved) = checkpoints.saved()? else { return Ok(None) };
            earlier = saved.elapsed;
            resumed_at = Some(saved.record.depth());
            let load = |index, bitmap: &mut [u8]| {
                bytes_read += checkpoints.load(index, bitmap)?;
                Ok(())
            };
            GpuLoop::resume(self.adapter.clone(), self.plan.clone(), &saved, load).map(Some)
        };
        let levels = match checkpoints.map_or(Ok(None), resume)? {
            Some(levels) => levels,
            None => GpuLoop::new(self.adapter.clone(), self.plan.clone())?,
        };
        Ok(Begun { levels, earlier, resumed_at, bytes_read, setup: clock.elapsed() })
    }
}
