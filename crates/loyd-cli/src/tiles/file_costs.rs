//! The processor time and the bytes of files of a run on large boards, from a run of 4x3, or of 6x2 for boards of two
//! rows or columns.
//!
//! Small boards cost more time a state: their units are short, and their levels thin. The factor is the mean of these
//! measurements (see `docs/complete-solution.md`; two cores with AVX-512, CPU time and bytes a state):
//!
//! ```text
//! single-tile   5x3 / 4x3   3.9 / 7.5 ns   1.19 / 1.20 bytes
//!               7x2 / 6x2   5.6 / 9.9 ns   1.48 / 1.41 bytes
//! multi-tile    5x3 / 4x3        -         0.83 / 1.18 bytes
//!               7x2 / 6x2   6.0 / 7.5 ns   1.49 / 1.75 bytes
//! ```
//!
//! With the factors 5x3 is predicted at 41 min of processor time and 7x2 at 3 min 24 s, multi-tile 4 min 10 s; measured
//! were 42 min 18 s, 4 min 5 s and 4 min 20 s. The range covers these measurements, and that threads wait for each other
//! for a tenth of the time.

use super::enumerations::without_files;
use crate::enumerations::{Estimate, ShortRun};
use crate::run_folder::RunFolderArgs;
use loyd_enumerate::{LevelSummary, Plan, Request};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Position, Size};
use std::time::Duration;

/// The number of cells of boards that need no factor.
const SMALL: usize = 12;

/// The factors of CPU time and of bytes from a state of a sample to one of a large board.
pub(super) fn factors(size: Size, metric: MetricName) -> (f64, f64) {
    match metric {
        _ if size.cells() <= SMALL => (1.0, 1.0),
        MetricName::Single => (0.58, 1.02),
        MetricName::Multi => (0.88, 0.82),
    }
}

/// The sample of a board: with as few rows or columns as the board.
pub(super) fn sample(size: Size) -> Option<Size> {
    let (width, height) = if size.width().min(size.height()) == 2 { (6, 2) } else { (4, 3) };
    Size::new(width, height)
}

/// Runs the sample to its end in files that stay in memory. `None` if the number of states is unknown.
pub(super) fn estimate(run_folder: &RunFolderArgs, plan: &Plan<Tiles>) -> Option<Estimate> {
    /// Units of the size that large boards have.
    const MEMORY: u64 = 48 << 20;
    /// Twice what the sample takes to its end, on one thread and in the multi-tile metric: its first levels
    /// have far more bytes a state than the others.
    const LONGER: Duration = Duration::from_secs(15);
    let states = plan.states().filter(|_| plan.request().depth.is_none())? as f64;
    let size = sample(plan.request().start.size())?;
    let start = Position::blank_last(size);
    let request = Request { start, memory: MEMORY, ..plan.request().clone() };
    let sample = without_files(run_folder, &request).ok()?.into();
    let run = ShortRun::new(&sample, Some(LONGER))?;
    let (cpu, bytes) = factors(plan.request().start.size(), plan.request().metric);
    let of_states = |amount: f64| amount / run.states as f64 * states;
    let bytes_of = |level: &LevelSummary| level.bytes_read + level.bytes_written;
    let traffic = run.enumeration.statistics().iter().map(bytes_of).sum::<u64>() as f64;
    Some(Estimate {
        cpu_seconds: cpu * of_states(run.cpu_seconds),
        setup_seconds: run.setup_seconds,
        traffic: bytes * of_states(traffic),
        range: Estimate::FILES_RANGE,
        sample: size.to_string(),
    })
}
