//! The resources of a run on a device, before anything is opened or allocated.
//!
//! A binding ends at 2 GiB or earlier, and a bitmap of 5x3 has 6.2 GB. So bitmaps are *whole*, one
//! buffer each, or *cut* by their top digit, which has three values: three buffers each. A cell or
//! class is then computed in three dispatches. Only sources that change the top digit need all three
//! pieces; the others read the piece of the target.
//!
//! Bitmaps that exceed a limit of the card, or the memory that it may use, are *streamed*: they stay
//! in the memory of the host, and the card holds one piece of a target with its sources.

mod limits;
mod streamed;

use crate::error::GpuError;
use crate::kernel::Kernel;
pub use limits::Capacity;
use loyd_enumerate::Request;
use loyd_tiles::MetricName;
use loyd_tiles::bitmap::Layout;
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate::memory::{MemoryPlan, MemoryTask};
pub(crate) use streamed::Stream;

/// The form of the bitmaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One buffer a bitmap.
    Whole,
    /// Three buffers a bitmap, one for each value of the top digit.
    Cut,
    /// Bitmaps in the memory of the host, and buffers for one piece of a target and its sources.
    Streamed,
}

impl Form {
    /// Number of buffers of a bitmap that a dispatch may read.
    #[must_use]
    pub fn pieces(self) -> usize {
        match self {
            Form::Whole | Form::Streamed => 1,
            Form::Cut => 3,
        }
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::Whole => "whole",
            Form::Cut => "cut",
            Form::Streamed => "streamed",
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
    pub(crate) bitmaps: MemoryPlan,
    pub(crate) form: Form,
    pub(crate) piece_blocks: usize,
    /// The resources of the streamed form; nothing in the others.
    pub(crate) stream: Stream,
    pub(crate) capacity: Capacity,
    pub(crate) adapter: String,
}

impl GpuPlan {
    /// The task of a request.
    #[must_use]
    pub fn task(request: &Request<Tiles>) -> MemoryTask {
        let size = request.start.size();
        MemoryTask {
            start: request.start.blank(),
            deepest_limit: request.antipodes,
            samples: request.samples,
            ..MemoryTask::new(size.width(), size.height(), request.metric)
        }
    }

    /// Plans a run with all bitmaps on the card: chooses whether they are cut.
    ///
    /// # Errors
    /// [`GpuError::Bitmaps`] if board or start are unsuitable, [`GpuError::TooSmall`] if a limit of
    /// the adapter is too low.
    pub fn resident(
        task: &MemoryTask,
        capacity: Capacity,
        adapter: &str,
    ) -> Result<Self, GpuError> {
        let form = match Self::on_card(task, capacity, adapter, Form::Whole) {
            Err(GpuError::TooSmall { .. }) => Form::Cut,
            _ => Form::Whole,
        };
        Self::on_card(task, capacity, adapter, form)
    }

    /// Works as [`resident`](GpuPlan::resident) does, with a chosen form.
    pub(crate) fn on_card(
        task: &MemoryTask,
        capacity: Capacity,
        adapter: &str,
        form: Form,
    ) -> Result<Self, GpuError> {
        let bitmaps = MemoryPlan::new(MemoryTask { threads: 1, memory: None, ..task.clone() })?;
        let piece_blocks = bitmaps.layout.blocks / form.pieces();
        let stream = Stream::default();
        let adapter = adapter.to_owned();
        let plan = GpuPlan { bitmaps, form, piece_blocks, stream, capacity, adapter };
        plan.check_limits()?;
        Ok(plan)
    }

    /// The board, as columns x rows.
    pub(crate) fn puzzle(&self) -> String {
        let MemoryTask { width, height, .. } = self.bitmaps.request;
        format!("{width}x{height}")
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

    /// Blocks of a piece; the last piece of a streamed bitmap may have fewer.
    #[must_use]
    pub fn piece_blocks(&self) -> usize {
        self.piece_blocks
    }

    /// Bytes of a piece.
    #[must_use]
    pub fn piece_bytes(&self) -> u64 {
        self.piece_blocks as u64 * self.block_bytes()
    }

    /// Bytes of a block.
    pub(crate) fn block_bytes(&self) -> u64 {
        self.layout().map_bytes() / self.layout().blocks as u64
    }

    /// The first counter of traffic in the accounts.
    pub(crate) fn traffic_at(&self) -> u64 {
        self.account_words() - TRAFFIC
    }

    /// Words of the accounts: one for each block of each bitmap; in the multi-tile metric then one
    /// for each block of each cell, for two levels; then the counters of traffic. For streamed
    /// bitmaps: one for each block of each buffer of a piece, then one for each block of each source
    /// as the count of its row, then the counters of traffic.
    pub(crate) fn account_words(&self) -> u64 {
        let layout = self.layout();
        if self.form == Form::Streamed {
            let pieces = self.piece_buffers() + self.source_buffers();
            return (pieces * self.piece_blocks) as u64 + TRAFFIC;
        }
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
        if self.form == Form::Streamed {
            return 1;
        }
        ((LIST_BYTES / (4 * self.list_words())) as usize).clamp(1, LEVELS)
    }

    /// Bytes of the buffer through which the host reads.
    pub(crate) fn staging_bytes(&self) -> u64 {
        match self.form {
            Form::Streamed => TRANSFER.min(4 * TRAFFIC.max(self.list_words())),
            Form::Whole | Form::Cut => TRANSFER,
        }
    }

    /// Buffers for pieces: those of all bitmaps, or of the pieces of one target and its sources.
    pub(crate) fn piece_buffers(&self) -> usize {
        match self.form {
            Form::Streamed => {
                1 + self.source_buffers() + usize::from(self.metric() == MetricName::Multi)
            }
            Form::Whole | Form::Cut => self.bitmaps.maps * self.form.pieces(),
        }
    }

    /// Bytes of all buffers on the device; tables of resident bitmaps are excluded (some megabytes).
    #[must_use]
    pub fn device_bytes(&self) -> u64 {
        if self.form == Form::Streamed {
            return self.streamed_device_bytes();
        }
        self.bitmaps.maps as u64 * self.layout().map_bytes()
            + self.account_words() * 4
            + self.list_words() * 4 * self.slots() as u64
            + self.host_bytes()
    }

    /// Bytes of the memory of the processor: transfers, lists, and streamed bitmaps.
    #[must_use]
    pub fn host_bytes(&self) -> u64 {
        let listed = self.list_words() * 4 * self.slots() as u64;
        2 * listed + if self.form == Form::Streamed { self.streamed_host_bytes() } else { TRANSFER }
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
        let form = |w, h| GpuPlan::resident(&task(w, h), CARD, "card").map(|plan| plan.form());
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
        let plan = GpuPlan::resident(&task(4, 3), Capacity::DEFAULT, "card").unwrap();
        assert_eq!((plan.form(), plan.sources(Kernel::Cells)), (Form::Whole, 4));
        let error = GpuPlan::resident(&task(7, 2), Capacity::DEFAULT, "card").unwrap_err();
        assert!(error.to_string().contains("134217728 bytes"), "{error}");
    }

    #[test]
    fn the_bitmaps_of_5x3_fit_a_card_of_141_gb() {
        let plan = GpuPlan::resident(&task(5, 3), CARD, "card").unwrap();
        assert!((93e9..95e9).contains(&(plan.device_bytes() as f64)), "{}", plan.device_bytes());
        assert!(plan.piece_bytes() > 2_000_000_000, "{}", plan.piece_bytes());
    }
}
