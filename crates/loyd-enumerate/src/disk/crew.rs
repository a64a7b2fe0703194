//! Who works at a pass: the threads that compute, what each of them owns, what all of them count,
//! and the first failure of any.

use super::error::DiskError;
use super::store::{Codec, Coder};
use loyd::arch::bitmap::{Line, Team};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The threads that compute, and what each of them owns.
pub(super) struct Crew {
    pub(super) team: Team,
    benches: Vec<Mutex<Bench>>,
}

pub(super) struct Bench {
    pub(super) coder: Box<dyn Coder>,
    pub(super) lines: Vec<Line>,
    pub(super) coded: Vec<u8>,
}

impl Crew {
    /// A crew of `threads` for units of up to `lines` lines.
    pub(super) fn new(threads: usize, lines: usize, codec: &dyn Codec) -> Self {
        let team = Team::new(threads);
        let bench = |_| {
            let coded = Vec::with_capacity(codec.most_bytes(lines));
            Mutex::new(Bench { coder: codec.coder(), lines: vec![Line::ZERO; lines], coded })
        };
        Crew { benches: (0..team.size()).map(bench).collect(), team }
    }

    /// Lets all threads work, each at its bench.
    pub(super) fn work(&mut self, job: &(dyn Fn(&mut Bench) + Sync)) {
        let benches = &self.benches;
        self.team.run(&|number| job(&mut lock(&benches[number])));
    }
}

/// Bytes that went through the store, those of partials, and how long they were waited for.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    pub(super) read: AtomicU64,
    pub(super) written: AtomicU64,
    pub(super) partial: AtomicU64,
    /// Nanoseconds that computing threads waited, added up.
    pub(super) waited: AtomicU64,
}

/// The first failure of any thread.
#[derive(Debug, Default)]
pub(super) struct Failure {
    first: Mutex<Option<DiskError>>,
    is_set: AtomicBool,
}

impl Failure {
    pub(super) fn report(&self, error: DiskError) {
        lock(&self.first).get_or_insert(error);
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Whether something has failed.
    pub(super) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// What failed first.
    pub(super) fn take(&self) -> Option<DiskError> {
        lock(&self.first).take()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic of another thread is raised again by the team; until then any value will do.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
