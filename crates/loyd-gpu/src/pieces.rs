//! The choice between bitmaps on the card and streamed ones, and of the pieces of these.
//!
//! A piece is a range of blocks. Moves that change only digits of the block index take whole blocks
//! from elsewhere: the host writes the source blocks in the order of the target's, so each source
//! is one piece for the card, however far its blocks are apart. The other moves stay within *runs* of
//! consecutive blocks, so a piece of whole runs needs nothing outside it: the smallest piece is one
//! run of the longest kind, and it sets the smallest budget.
//!
//! The limit is the bus: in each level every edge of the board carries one bitmap to the card, and every
//! target one back, where the memory engine reads and writes the same bytes in memory.

use crate::error::GpuError;
use crate::passes::{Pass, Passes, reads_target, targets_of};
use crate::plan::{Capacity, Form, GpuPlan, Stream, TRANSFER};
use crate::program::Program;
use loyd_tiles_enumerate::memory::{MemoryPlan, MemoryTask};

/// The largest distance of the parameters of two dispatches that a driver requires.
const ALIGNMENT: u64 = 256;

impl GpuPlan {
    /// Plans a run that uses at most `budget` bytes of the card: bitmaps on the card if they fit, else
    /// streamed. `adapter` is the name for error messages.
    ///
    /// # Errors
    /// [`GpuError::Bitmaps`] if board or start are unsuitable, [`GpuError::TooSmall`] if a limit of
    /// the adapter is too low, [`GpuError::Budget`] if the budget is.
    pub fn new(
        task: &MemoryTask,
        capacity: Capacity,
        adapter: &str,
        budget: Option<u64>,
    ) -> Result<Self, GpuError> {
        let budget = budget.unwrap_or(u64::MAX);
        match Self::resident(task, capacity, adapter) {
            Ok(plan) if plan.device_bytes() <= budget => Ok(plan),
            Ok(_) | Err(GpuError::TooSmall { .. }) => {
                Self::streamed(task, capacity, adapter, budget)
            }
            Err(error) => Err(error),
        }
    }

    /// Plans a run with a chosen form and no budget.
    ///
    /// # Errors
    /// The errors of [`new`](GpuPlan::new).
    pub fn with_form(
        task: &MemoryTask,
        capacity: Capacity,
        adapter: &str,
        form: Form,
    ) -> Result<Self, GpuError> {
        match form {
            Form::Whole | Form::Cut => Self::on_card(task, capacity, adapter, form),
            Form::Streamed => Self::streamed(task, capacity, adapter, u64::MAX),
        }
    }

    /// Plans bitmaps in the memory of the host, with the largest pieces within the budget, and
    /// transfers that overlap with kernels if two sets of them fit.
    ///
    /// # Errors
    /// The errors of [`new`](GpuPlan::new).
    fn streamed(
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
            return Err(GpuError::Budget { puzzle: plan.puzzle(), needed, allowed: budget });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Program;
    use loyd_tiles::MetricName;

    const CARD: Capacity =
        Capacity { binding_bytes: (2 << 30) - 1, storage_bindings: 16, workgroups: 65_535 };

    fn plan(task: &MemoryTask, budget: u64) -> Result<GpuPlan, GpuError> {
        GpuPlan::streamed(task, CARD, "card", budget)
    }

    /// The buffers of a program are within its budget, from the smallest one on; pieces are whole runs,
    /// and a larger budget has no smaller pieces.
    #[test]
    fn plans_stay_within_their_budget() {
        for (width, height) in [(4, 2), (3, 3), (5, 2), (6, 2), (4, 3), (7, 2), (5, 3)] {
            for metric in [MetricName::Single, MetricName::Multi] {
                let task = MemoryTask::new(width, height, metric);
                let Err(GpuError::Budget { needed, .. }) = plan(&task, 0) else {
                    panic!("{width}x{height} fits nothing")
                };
                assert!(plan(&task, needed - 1).is_err());
                let mut piece_blocks = 0;
                for budget in [needed, needed + 1, 2 * needed, 8 * needed, u64::MAX] {
                    let plan = plan(&task, budget).unwrap();
                    let what = format!("{width}x{height} {metric} within {budget}");
                    assert!(plan.device_bytes() <= budget, "{what}");
                    let program = Program::new(&plan, ALIGNMENT);
                    assert!(program.bytes() <= plan.device_bytes(), "{what}");
                    let layout = plan.layout();
                    let digits = layout.block_digits..layout.block_digits + layout.width - 1;
                    assert_eq!(plan.piece_blocks() % layout.span(digits), 0, "{what}");
                    assert!(plan.piece_blocks() <= layout.blocks, "{what}");
                    assert!(plan.piece_blocks() >= piece_blocks, "{what}");
                    piece_blocks = plan.piece_blocks();
                }
            }
        }
    }

    /// Each edge of the board carries a bitmap to the card, and each target one back.
    #[test]
    fn a_level_sends_a_bitmap_for_each_edge_and_each_target() {
        let plan = plan(&MemoryTask::new(4, 3, MetricName::Single), u64::MAX).unwrap();
        assert_eq!(plan.level_transfer_bytes(), (17 + 6) * plan.layout().map_bytes());
        let resident = GpuPlan::new(&plan.bitmaps.request, CARD, "card", None).unwrap();
        assert_eq!((resident.form(), resident.level_transfer_bytes()), (Form::Whole, 0));
    }

    #[test]
    fn boards_that_exceed_the_limits_of_a_card_are_streamed() {
        for (width, height) in [(4, 4), (8, 2)] {
            let task = MemoryTask::new(width, height, MetricName::Single);
            let plan = GpuPlan::new(&task, CARD, "card", None).unwrap();
            assert_eq!(plan.form(), Form::Streamed, "{width}x{height}");
            assert!(plan.piece_bytes() <= CARD.binding_bytes);
        }
    }
}
