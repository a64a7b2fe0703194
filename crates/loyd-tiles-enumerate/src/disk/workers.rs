//! The worker threads of a pass, their scratch memory, their shared statistics, and their first
//! failure.

use super::division::Division;
use super::error::DiskError;
use super::listed_levels::ListedBall;
use super::segmentation::Segmentation;
use super::store::{Bottleneck, LevelStore, UnitCodec, UnitCoder, UnitKind};
use super::unit_counts::UnitCounts;
use super::unit_transfer;
use loyd_tiles::arch::bitmap::{Line, Team};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The worker threads, with scratch memory for each.
pub(super) struct Workers {
    pub(super) team: Team,
    scratch: Vec<Mutex<WorkerScratch>>,
}

pub(super) struct WorkerScratch {
    pub(super) coder: Box<dyn UnitCoder>,
    pub(super) lines: Vec<Line>,
    pub(super) coded: Vec<u8>,
}

impl Workers {
    /// Starts `threads` workers for units of up to `lines` lines.
    pub(super) fn new(threads: usize, lines: usize, codec: &dyn UnitCodec) -> Self {
        let team = Team::new(threads);
        let scratch = |_| {
            let coded = Vec::with_capacity(codec.max_bytes(lines));
            Mutex::new(WorkerScratch {
                coder: codec.coder(),
                lines: vec![Line::ZERO; lines],
                coded,
            })
        };
        Workers { scratch: (0..team.size()).map(scratch).collect(), team }
    }

    /// Runs a job on all threads, each with its scratch memory.
    pub(super) fn work(&mut self, job: &(dyn Fn(&mut WorkerScratch) + Sync)) {
        let scratch = &self.scratch;
        self.team.run(&|number| job(&mut lock(&scratch[number])));
    }
}

impl Workers {
    /// Counts the units of a ball, encodes those that this process makes, and gives them to a store
    /// in which the level started; returns their bytes.
    pub(super) fn write(
        &mut self,
        ball: &ListedBall,
        depth: u32,
        segmentation: &Segmentation,
        unit_counts: &UnitCounts,
        division: &Division,
        store: &dyn LevelStore,
    ) -> Result<u64, DiskError> {
        let (next, written, failure) =
            (AtomicUsize::new(0), AtomicU64::new(0), FirstFailure::default());
        let one_at_a_time = Mutex::new(());
        self.work(&|scratch| {
            let WorkerScratch { coder, lines, coded } = scratch;
            while let Some(group) = ball.groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                let (unit, states) = (group.unit, group.states() as u64);
                unit_counts.record(UnitKind::Level, unit, states as u32);
                if states == u64::from(unit_counts.full(unit))
                    || !division.is_own(UnitKind::Level, unit)
                {
                    continue;
                }
                let shape = unit_transfer::shape(segmentation, unit);
                let lines = &mut lines[..shape.lines()];
                lines.fill(Line::ZERO);
                ball.fill(group, lines);
                coded.clear();
                coder.encode(&shape, states, Bottleneck::Disk, lines, coded);
                written.fetch_add(coded.len() as u64, Ordering::Relaxed);
                let turn = lock(&one_at_a_time);
                let put = store.put(depth, UnitKind::Level, unit, coded);
                drop(turn);
                if let Err(reason) = put {
                    let at = format!("writing {unit}");
                    failure.report(DiskError::Store { depth, at, reason });
                }
                if failure.is_set() {
                    return;
                }
            }
        });
        failure.take().map_or(Ok(written.into_inner()), Err)
    }
}

/// Bytes read from and written to the store, bytes of partials, and waiting times.
#[derive(Debug, Default)]
pub(super) struct IoStatistics {
    pub(super) read: AtomicU64,
    pub(super) written: AtomicU64,
    pub(super) partial: AtomicU64,
    /// Nanoseconds that worker threads waited, summed over the threads.
    pub(super) waited: AtomicU64,
}

#[derive(Debug, Default)]
pub(super) struct FirstFailure {
    first: Mutex<Option<DiskError>>,
    is_set: AtomicBool,
}

impl FirstFailure {
    pub(super) fn report(&self, error: DiskError) {
        lock(&self.first).get_or_insert(error);
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Returns whether any thread has failed.
    pub(super) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    pub(super) fn take(&self) -> Option<DiskError> {
        lock(&self.first).take()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The team propagates a panic of another thread; until then any value is fine.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
