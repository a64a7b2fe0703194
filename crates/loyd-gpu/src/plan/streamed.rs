//! Plans of bitmaps that stay in the memory of the host.
//!
//! ```text
//! host     all bitmaps, with one account word for each block
//! card     the piece of one target | as many pieces of sources as the largest target has
//!          | the ball of the column (multi-tile) | accounts of these pieces | tables, lists
//! bus      for each target piece: its sources to the card, then the target to the host
//! ```
//!
//! A piece is a range of blocks. Moves that change only digits of the block index take whole blocks
//! from elsewhere: the host writes the source blocks in the order of the target's, so each source
//! is one piece for the card, however far its blocks are apart. The other moves stay within *runs* of
//! consecutive blocks, so a piece of whole runs needs nothing outside it: the smallest piece is one
//! run of the longest kind, and it sets the smallest budget.
//!
//! The limit is the bus: in each level every edge of the board carries one bitmap to the card, and every
//! target one back, where the memory engine reads and writes the same bytes in memory.

use super::{Capacity, Form, GpuPlan, TRANSFER};
use crate::error::GpuError;
use crate::passes::{Pass, Passes, targets_of};
use crate::program::Program;
use loyd_tiles::MetricName;
use loyd_tiles_enumerate::memory::{MemoryPlan, MemoryTask};

/// The largest distance of the parameters of two dispatches that a driver requires.
const ALIGNMENT: u64 = 256;

/// The part of a plan that only streamed bitmaps have.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stream {
    /// Pieces whose transfers overlap with the kernels of the one before: 1 or 2.
    in_flight: usize,
    /// Bytes of tables, lists and parameters.
    other_bytes: u64,
    /// Bitmaps that the transfers of a level comprise, both directions, at most.
    level_bitmaps: u64,
}

impl GpuPlan {
    /// Plans bitmaps in the memory of the host, with the largest pieces within the budget, and
    /// transfers that overlap with kernels if two sets of them fit.
    ///
    /// # Errors
    /// The errors of [`new`](GpuPlan::new).
    pub fn streamed(
        task: &MemoryTask,
        capacity: Capacity,
        adapter: &str,
        budget: u64,
    ) -> Result<Self, GpuError> {
        let bitmaps = MemoryPlan::new(MemoryTask { threads: 1, memory: None, ..task.clone() })?;
        let layout = bitmaps.layout.clone();
        let run = layout.span(layout.block_digits..layout.block_digits + layout.width - 1);
        let mut plan = GpuPlan {
            bitmaps,
            form: Form::Streamed,
            piece_blocks: run,
            stream: Stream { in_flight: 1, ..Stream::default() },
            capacity,
            adapter: adapter.to_owned(),
        };
        plan.check_limits()?;
        let passes = Passes::new(&plan);
        plan.stream.other_bytes = Program::new(&plan, ALIGNMENT).bytes() - plan.buffer_bytes();
        plan.stream.level_bitmaps =
            passes.of_level.iter().map(|level| transfers_of(level)).max().unwrap_or(0);
        let needed = plan.device_bytes();
        if needed > budget {
            let (adapter, puzzle) = (plan.adapter.clone(), plan.puzzle());
            return Err(GpuError::Budget { adapter, puzzle, needed, allowed: budget });
        }
        plan.stream.in_flight = 2;
        if plan.device_bytes() > budget {
            plan.stream.in_flight = 1;
        }
        let max_bytes = capacity.binding_bytes.min(TRANSFER);
        let fits = |runs: usize| {
            let plan = GpuPlan { piece_blocks: runs * run, ..plan.clone() };
            plan.device_bytes() <= budget
                && plan.piece_bytes() <= max_bytes
                && plan.check_limits().is_ok()
        };
        let runs = layout.blocks / run;
        let mut piece_runs = largest(runs, fits);
        // Pieces of equal size.
        piece_runs = runs.div_ceil(runs.div_ceil(piece_runs));
        plan.piece_blocks = piece_runs * run;
        Ok(plan)
    }

    /// Target pieces that the card computes, or that are on their way, at a time.
    pub(crate) fn in_flight(&self) -> usize {
        self.stream.in_flight
    }

    /// Buffers for sources: the pulls of the largest target.
    pub(crate) fn source_buffers(&self) -> usize {
        let layout = self.layout();
        match self.metric() {
            MetricName::Single => 2 + 2.min(layout.width - 1),
            MetricName::Multi => layout.width.max(layout.height),
        }
    }

    /// Bytes that a level sends over the bus at most, in both directions, accounts excluded: whole
    /// levels, of which pieces whose sources did not grow are skipped. 0 unless streamed.
    #[must_use]
    pub fn level_transfer_bytes(&self) -> u64 {
        self.stream.level_bitmaps * self.layout().map_bytes()
    }

    /// Bytes of the buffers on the card; those from which it takes what the host sends are included,
    /// since drivers may place them there.
    pub(super) fn streamed_device_bytes(&self) -> u64 {
        self.buffer_bytes() * (1 + self.stream.in_flight as u64) + self.stream.other_bytes
    }

    /// Bytes of the buffers of a piece, its sources and their accounts.
    fn buffer_bytes(&self) -> u64 {
        self.piece_buffers() as u64 * self.piece_bytes() + self.account_words() * 4
    }

    /// Bytes of bitmaps and accounts in the memory of the host, and of the buffers from which it
    /// takes what the card sends.
    pub(super) fn streamed_host_bytes(&self) -> u64 {
        let layout = self.layout();
        let download = self.piece_bytes() + self.account_words() * 4;
        let words = (self.bitmaps.maps + 2 * layout.cells()) * layout.blocks;
        self.bitmaps.bitmap_bytes
            + words as u64 * 4
            + self.stream.in_flight as u64 * download
    }
}

/// True if kernels read the former contents of a target: to list new states, or because it takes several
/// dispatches.
pub(crate) fn reads_target(target: &[Pass]) -> bool {
    target.len() > 1 || target.iter().any(|pass| pass.kernel.lists())
}

/// Bitmaps that cross the bus for a level.
fn transfers_of(level: &[Pass]) -> u64 {
    let of_target = |target: &[Pass]| {
        let sources: usize = target.iter().map(|pass| pass.pulls.len()).sum();
        let owns = target.iter().take(1).filter(|pass| pass.own.is_some()).count();
        let written = target.iter().take(1).filter(|pass| pass.kernel.writes_target()).count();
        (sources + owns + written) as u64 + u64::from(reads_target(target))
    };
    targets_of(level).map(of_target).sum()
}

/// The largest number from 1 to `max` that fits, where every smaller one does; 1 if none does.
fn largest(max: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (1, max);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if fits(middle) { low = middle } else { high = middle - 1 }
    }
    low
}
