//! The resources of a run, computed before any allocation.

use super::error::MemoryError;
use super::level_result::CollectionLimits;
use loyd_tiles::MetricName;
use loyd_tiles::arch::bitmap::Bitmaps;
use loyd_tiles::bitmap::{Layout, Place, Ranking};

/// The enumeration to plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryTask {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The metric.
    pub metric: MetricName,
    /// The cell of the blank in the start state, in reading order.
    pub start: usize,
    /// Threads; small spaces use fewer.
    pub threads: usize,
    /// The memory limit in bytes; `None`: only the system's limit.
    pub memory: Option<u64>,
    /// Maximum number of states of the deepest level to keep.
    pub deepest_limit: usize,
    /// Size of the sample of each level.
    pub samples: usize,
}

impl MemoryTask {
    /// All states of a board from the corner, with a thread for each core.
    #[must_use]
    pub fn new(width: usize, height: usize, metric: MetricName) -> Self {
        MemoryTask {
            width,
            height,
            metric,
            start: 0,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: None,
            deepest_limit: 0,
            samples: 0,
        }
    }
}

/// The plan of a run and its resources.
#[derive(Clone, Debug)]
pub struct MemoryPlan {
    /// The task.
    pub request: MemoryTask,
    /// The shape of the bitmaps.
    pub layout: Layout,
    /// The number of bitmaps: one per cell (single-tile metric), or two per row and column as
    /// stored (multi-tile metric).
    pub maps: usize,
    /// Bytes of the bitmaps.
    pub bitmap_bytes: u64,
    /// Bytes of all tables in addition.
    pub table_bytes: u64,
    /// Number of threads.
    pub threads: usize,
    pub(super) ranking: Ranking,
}

/// Spaces with fewer states are faster with one thread: a level takes some microseconds.
const PARALLEL_FROM: u64 = 10_000_000;

impl MemoryPlan {
    /// Plans a run. Allocates next to nothing; O(n²).
    ///
    /// # Errors
    /// [`MemoryError::Layout`] or [`MemoryError::Start`] if the board or the start cell is
    /// unsuitable. Exceeding the memory limit is not an error here; see
    /// [`check`](MemoryPlan::check).
    pub fn new(request: MemoryTask) -> Result<Self, MemoryError> {
        let layout = Layout::new(request.width, request.height)?;
        let ranking = Ranking::new(&layout, request.start)?;
        let classes = layout.width + layout.height;
        let (maps, ledgers) = match request.metric {
            MetricName::Single => (layout.cells(), layout.cells()),
            // Two chains of classes; the columns also keep counts of states for both.
            MetricName::Multi => (2 * classes, 2 * classes + 2 * layout.width),
        };
        let (blocks, lines) = (layout.blocks as u64, layout.block_lines as u64);
        let threads = if layout.states() < PARALLEL_FROM { 1 } else { request.threads.max(1) };
        // Each thread collects up to the limit, and all collections are joined.
        let deepest_bytes =
            layout.states().min(request.deepest_limit as u64) * size_of::<Place>() as u64;
        Ok(MemoryPlan {
            bitmap_bytes: Bitmaps::bytes_needed(maps as u64, blocks, lines),
            table_bytes: ledgers as u64 * blocks * 4
                + blocks.div_ceil(8)
                + threads as u64 * 16 * lines * 64
                + (threads as u64 + 1) * deepest_bytes,
            maps,
            threads,
            layout,
            ranking,
            request,
        })
    }

    /// The ranking of the states.
    #[must_use]
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// All bytes that the run allocates.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bitmap_bytes + self.table_bytes
    }

    /// Checks the memory limit.
    ///
    /// # Errors
    /// [`MemoryError::TooBig`] if it is exceeded.
    pub fn check(&self) -> Result<(), MemoryError> {
        match self.request.memory {
            Some(allowed) if allowed < self.bytes() => {
                Err(MemoryError::TooBig { needed: self.bytes(), allowed })
            }
            _ => Ok(()),
        }
    }

    /// The states of each level to collect.
    pub(super) fn limits(&self) -> CollectionLimits {
        CollectionLimits {
            deepest: self.request.deepest_limit,
            samples: self.request.samples,
            visited: true,
        }
    }

    /// A line for people: the method and its size.
    #[must_use]
    pub fn method(&self) -> String {
        let what = match self.request.metric {
            MetricName::Single => "one bitmap per cell",
            MetricName::Multi => "two bitmaps per row and column",
        };
        format!(
            "ball ping-pong in memory, {what}: {} bitmaps of {} bytes in {} blocks",
            self.maps,
            self.layout.map_bytes(),
            self.layout.blocks
        )
    }
}
