//! The resources of a run on a device, before anything is opened or allocated.
//!
//! A binding ends at 2 GiB or earlier, and a bitmap of 5x3 has 6.2 GB. So bitmaps are *whole*, one
//! buffer each, or *cut* by their top digit, which has three values: three buffers each. A cell or
//! class is then computed in three dispatches. Only sources that change the top digit need all three
//! pieces; the others read the piece of the target.

use crate::error::GpuError;
use crate::kernel::Kernel;
use loyd_enumerate::Request;
use loyd_tiles::MetricName;
use loyd_tiles::bitmap::Layout;
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate::memory::{MemoryPlan, MemoryTask};

/// The limits of an adapter that decide which boards it can hold. Its memory is unknown before an
/// allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Bytes of the largest buffer that a kernel can use.
    pub binding_bytes: u64,
    /// Number of buffers that a kernel can use.
    pub storage_bindings: u32,
    /// Number of workgroups in each dimension of a dispatch.
    pub workgroups: u32,
}

impl Capacity {
    /// The limits that every device of WebGPU has.
    pub const DEFAULT: Capacity =
        Capacity { binding_bytes: 128 << 20, storage_bindings: 8, workgroups: 65_535 };
}

/// The form of the bitmaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One buffer a bitmap.
    Whole,
    /// Three buffers a bitmap, one for each value of the top digit.
    Cut,
}

impl Form {
    /// Number of buffers of a bitmap.
    #[must_use]
    pub fn pieces(self) -> usize {
        match self {
            Form::Whole => 1,
            Form::Cut => 3,
        }
    }
}

/// States of a level that are listed for the host at most, if samples are requested.
const LISTED: usize = 4096;

/// Bytes of all level lists of a submission, unless a single one is larger.
const LIST_BYTES: u64 = 64 << 20;

/// The levels that are computed in one submission at most.
pub(crate) const LEVELS: usize = 16;

/// The largest number of source bitmaps of one dispatch.
pub(crate) const SOURCES: usize = 8;

/// Candidates for a place of the sample that a list has room for; as in `collect.wgsl`.
pub(crate) const CANDIDATES: usize = 64;

/// Counters of traffic; as in `sources.wgsl`.
pub(crate) const TRAFFIC: u64 = 256;

/// Bytes that are transferred between processor and device at a time.
pub(crate) const TRANSFER: u64 = 32 << 20;

/// The plan of a run.
#[derive(Clone, Debug)]
pub struct GpuPlan {
    bitmaps: MemoryPlan,
    form: Form,
    capacity: Capacity,
    adapter: String,
}

impl GpuPlan {
    /// Plans the run of a request.
    ///
    /// # Errors
    /// The errors of [`new`](GpuPlan::new).
    pub fn of_request(
        request: &Request<Tiles>,
        capacity: Capacity,
        adapter: &str,
    ) -> Result<Self, GpuError> {
        let size = request.start.size();
        let task = MemoryTask {
            start: request.start.blank(),
            deepest_limit: request.antipodes,
            samples: request.samples,
            ..MemoryTask::new(size.width(), size.height(), request.metric)
        };
        Self::new(&task, capacity, adapter)
    }

    /// Plans a run: chooses the form of the bitmaps. `adapter` is the name for error messages.
    ///
    /// # Errors
    /// [`GpuError::Bitmaps`] if board or start are unsuitable, [`GpuError::TooSmall`] if a limit of
    /// the adapter is too low.
    pub fn new(task: &MemoryTask, capacity: Capacity, adapter: &str) -> Result<Self, GpuError> {
        let form = match Self::with_form(task, capacity, adapter, Form::Whole) {
            Err(GpuError::TooSmall { .. }) => Form::Cut,
            _ => Form::Whole,
        };
        Self::with_form(task, capacity, adapter, form)
    }

    /// Works as [`new`](GpuPlan::new) does, with a chosen form.
    ///
    /// # Errors
    /// The errors of [`new`](GpuPlan::new).
    pub fn with_form(
        task: &MemoryTask,
        capacity: Capacity,
        adapter: &str,
        form: Form,
    ) -> Result<Self, GpuError> {
        let puzzle = format!("{}x{}", task.width, task.height);
        let bitmaps = MemoryPlan::new(MemoryTask { threads: 1, memory: None, ..task.clone() })?;
        let plan = GpuPlan { bitmaps, form, capacity, adapter: adapter.to_owned() };
        let bytes = |bytes: u64| format!("{bytes} bytes");
        let too_small = |what, needed, allowed| GpuError::TooSmall {
            adapter: adapter.to_owned(),
            puzzle: puzzle.clone(),
            what,
            needed,
            allowed,
        };
        // A bitmap that is read through all its pieces is the least; of edges two at once.
        let needed = |kernel: &Kernel| {
            let sources = form.pieces() * if *kernel == Kernel::Edges { 2 } else { 1 };
            kernel.other_bindings() + sources as u32
        };
        let min_bindings = plan.kernels().iter().map(needed).max().unwrap_or(0);
        if capacity.storage_bindings < min_bindings {
            return Err(too_small(
                "a kernel has at most",
                format!("{min_bindings} buffers"),
                format!("{} buffers", capacity.storage_bindings),
            ));
        }
        let largest = plan
            .piece_bytes()
            .max(plan.account_words() * 4)
            .max(plan.list_words() * 4 * plan.slots() as u64);
        // Words of kernels are numbered by 32 bits.
        let allowed = capacity.binding_bytes.min(16 * u64::from(u32::MAX));
        if largest > allowed {
            return Err(too_small("a buffer has at most", bytes(largest), bytes(allowed)));
        }
        let (across, blocks) = (u64::from(capacity.workgroups), plan.piece_blocks() as u64);
        if across * across < blocks || plan.account_words() > u64::from(u32::MAX) {
            return Err(too_small(
                "a dispatch has at most",
                format!("{blocks} workgroups"),
                format!("{} workgroups", across * across),
            ));
        }
        Ok(plan)
    }

    /// The form of the bitmaps.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// The name of the adapter.
    #[must_use]
    pub fn adapter(&self) -> &str {
        &self.adapter
    }

    /// The plan of the bitmaps, which is that of the memory engine.
    #[must_use]
    pub fn bitmaps(&self) -> &MemoryPlan {
        &self.bitmaps
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.bitmaps.layout
    }

    pub(crate) fn metric(&self) -> MetricName {
        self.bitmaps.request.metric
    }

    pub(crate) fn capacity(&self) -> Capacity {
        self.capacity
    }

    /// Source bitmaps of one dispatch of a kernel, pieces counted: those of a target, within the
    /// limits.
    pub(crate) fn sources(&self, kernel: Kernel) -> usize {
        let (layout, pieces) = (self.layout(), self.form.pieces());
        let useful = match (kernel, self.metric()) {
            // Only the two vertical neighbours are read through all pieces.
            (Kernel::Cells | Kernel::ListingCells, MetricName::Single) => 2 + 2 * pieces,
            (Kernel::Cells | Kernel::ListingCells, MetricName::Multi) => layout.width * pieces,
            (Kernel::Columns, _) => layout.height - 1 + pieces,
            (Kernel::Edges, _) => 2 * pieces,
        };
        let free_bindings = self.capacity.storage_bindings.saturating_sub(kernel.other_bindings());
        (free_bindings as usize).min(SOURCES).min(useful)
    }

    /// The kernels of a level step in the order of their dispatches.
    pub(crate) fn kernels(&self) -> Vec<Kernel> {
        match (self.metric(), self.collects()) {
            (MetricName::Single, false) => vec![Kernel::Cells],
            (MetricName::Single, true) => vec![Kernel::ListingCells],
            (MetricName::Multi, false) => vec![Kernel::Columns, Kernel::Cells],
            (MetricName::Multi, true) => vec![Kernel::Edges, Kernel::Columns, Kernel::Cells],
        }
    }

    /// Blocks of a piece.
    #[must_use]
    pub fn piece_blocks(&self) -> usize {
        self.layout().blocks / self.form.pieces()
    }

    /// Bytes of a piece.
    #[must_use]
    pub fn piece_bytes(&self) -> u64 {
        self.layout().map_bytes() / self.form.pieces() as u64
    }

    /// The first counter of traffic in the accounts.
    pub(crate) fn traffic_at(&self) -> u64 {
        self.account_words() - TRAFFIC
    }

    /// Words of the accounts: one for each block of each bitmap; in the multi-tile metric then one
    /// for each block of each cell, for two levels; then the counters of traffic.
    pub(crate) fn account_words(&self) -> u64 {
        let layout = self.layout();
        let counts = match self.metric() {
            MetricName::Single => 0,
            MetricName::Multi => 2 * layout.cells(),
        };
        (self.bitmaps.maps + counts) as u64 * layout.blocks as u64 + TRAFFIC
    }

    /// True if new states are listed for the host.
    pub(crate) fn collects(&self) -> bool {
        self.bitmaps.request.deepest_limit > 0 || self.bitmaps.request.samples > 0
    }

    /// States of a level that are listed at most.
    pub(crate) fn list_entries(&self) -> usize {
        let request = &self.bitmaps.request;
        let sampled = if request.samples > 0 { LISTED } else { 0 };
        let deepest = self.layout().states().min(request.deepest_limit as u64) as usize;
        deepest.max(sampled)
    }

    /// Words of the list of a level; one if nothing is listed.
    pub(crate) fn list_words(&self) -> u64 {
        if !self.collects() {
            return 1;
        }
        let places = self.bitmaps.request.samples;
        (2 + places + 2 * self.list_entries() + 3 * CANDIDATES * places) as u64
    }

    /// Levels of a submission for which there are lists.
    pub(crate) fn slots(&self) -> usize {
        ((LIST_BYTES / (4 * self.list_words())) as usize).clamp(1, LEVELS)
    }

    /// Bytes of all buffers on the device, tables excluded (some megabytes).
    #[must_use]
    pub fn device_bytes(&self) -> u64 {
        self.bitmaps.maps as u64 * self.layout().map_bytes()
            + self.account_words() * 4
            + self.list_words() * 4 * self.slots() as u64
            + self.host_bytes()
    }

    /// Bytes of the memory of the processor: transfers, lists.
    #[must_use]
    pub fn host_bytes(&self) -> u64 {
        let listed = self.list_words() * 4 * self.slots() as u64;
        TRANSFER + 2 * listed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: Capacity =
        Capacity { binding_bytes: (2 << 30) - 1, storage_bindings: 16, workgroups: 65_535 };

    fn task(width: usize, height: usize) -> MemoryTask {
        MemoryTask::new(width, height, MetricName::Single)
    }

    #[test]
    fn large_bitmaps_are_cut_and_larger_ones_refused() {
        let form = |w, h| GpuPlan::new(&task(w, h), CARD, "card").map(|plan| plan.form());
        assert_eq!(form(6, 2), Ok(Form::Whole));
        assert_eq!(form(7, 2), Ok(Form::Whole));
        assert_eq!(form(5, 3), Ok(Form::Cut));
        for (w, h) in [(4, 4), (8, 2)] {
            let error = form(w, h).unwrap_err();
            assert!(matches!(error, GpuError::TooSmall { .. }), "{error}");
        }
        assert!(matches!(form(3, 2), Err(GpuError::Bitmaps(_))));
    }

    #[test]
    fn the_limits_of_webgpu_suffice_for_small_boards() {
        let plan = GpuPlan::new(&task(4, 3), Capacity::DEFAULT, "card").unwrap();
        assert_eq!((plan.form(), plan.sources(Kernel::Cells)), (Form::Whole, 4));
        let error = GpuPlan::new(&task(7, 2), Capacity::DEFAULT, "card").unwrap_err();
        assert!(error.to_string().contains("134217728 bytes"), "{error}");
    }

    #[test]
    fn the_bitmaps_of_5x3_fit_a_card_of_141_gb() {
        let plan = GpuPlan::new(&task(5, 3), CARD, "card").unwrap();
        assert!((93e9..95e9).contains(&(plan.device_bytes() as f64)), "{}", plan.device_bytes());
        assert!(plan.piece_bytes() > 2_000_000_000, "{}", plan.piece_bytes());
    }
}
