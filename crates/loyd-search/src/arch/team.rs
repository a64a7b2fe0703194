//! A team of threads that runs closures borrowing from the caller.
//!
//! A level of a small board takes less than a millisecond, so threads are started once and
//! spin for a moment between levels before they sleep.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// Rounds of waiting before a thread sleeps: some tens of microseconds.
const SPINS: u32 = 2_000;

type Job = &'static (dyn Fn(usize) + Sync);

struct Shared {
    started: AtomicU64,
    /// Members that have not finished the current job.
    running: AtomicUsize,
    slot: Mutex<Slot>,
    /// Signalled when the slot changes or the last member finishes.
    changed: Condvar,
}

#[derive(Default)]
struct Slot {
    job: Option<Job>,
    leave: bool,
    panic: Option<Box<dyn Any + Send>>,
}

impl Shared {
    fn slot(&self) -> MutexGuard<'_, Slot> {
        // No user code runs under the lock, so the contents are sound even if poisoned.
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `ready`, first spinning, then sleeping.
    fn wait(&self, ready: impl Fn() -> bool) {
        for _ in 0..SPINS {
            if ready() {
                return;
            }
            core::hint::spin_loop();
        }
        let mut slot = self.slot();
        while !ready() {
            slot = self.changed.wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A fixed number of threads, the caller included.
pub struct Team {
    shared: Arc<Shared>,
    members: Vec<JoinHandle<()>>,
}

impl Team {
    /// Starts a team of `threads` (at least one). If the system refuses threads, the team is
    /// smaller.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let shared = Arc::new(Shared {
            started: AtomicU64::new(0),
            running: AtomicUsize::new(0),
            slot: Mutex::default(),
            changed: Condvar::new(),
        });
        let member = |number: usize| {
            let shared = Arc::clone(&shared);
            let name = format!("level-{number}");
            std::thread::Builder::new().name(name).spawn(move || serve(&shared, number)).ok()
        };
        let members = (1..threads).map_while(member).collect();
        Team { shared, members }
    }

    /// The number of threads, the caller included.
    #[must_use]
    pub fn size(&self) -> usize {
        self.members.len() + 1
    }

    /// Runs `job(i)` once for each i below [`size`](Team::size), job 0 on the calling thread,
    /// and returns when all are done.
    ///
    /// # Panics
    /// If a job panicked: with the same payload, after all others have finished.
    pub fn run(&mut self, job: &(dyn Fn(usize) + Sync)) {
        if self.members.is_empty() {
            job(0);
            return;
        }
        // SAFETY: the closure is used by the members only between here and the end of `wait`
        // below, which is always reached, since the caller's own share cannot unwind past it.
        let lasting: Job = unsafe { core::mem::transmute::<&(dyn Fn(usize) + Sync), Job>(job) };
        {
            let mut slot = self.shared.slot();
            slot.job = Some(lasting);
            self.shared.running.store(self.members.len(), Ordering::Relaxed);
            self.shared.started.fetch_add(1, Ordering::Release);
        }
        self.shared.changed.notify_all();
        let own = catch_unwind(AssertUnwindSafe(|| job(0)));
        self.shared.wait(|| self.shared.running.load(Ordering::Acquire) == 0);
        let theirs = {
            let mut slot = self.shared.slot();
            slot.job = None;
            slot.panic.take()
        };
        if let Some(payload) = own.err().or(theirs) {
            resume_unwind(payload);
        }
    }
}

fn serve(shared: &Shared, number: usize) {
    let mut seen = 0;
    loop {
        shared.wait(|| shared.started.load(Ordering::Acquire) != seen);
        seen += 1;
        let (job, leave) = {
            let slot = shared.slot();
            (slot.job, slot.leave)
        };
        if leave {
            return;
        }
        if let Some(job) = job
            && let Err(payload) = catch_unwind(AssertUnwindSafe(|| job(number)))
        {
            shared.slot().panic = Some(payload);
        }
        if shared.running.fetch_sub(1, Ordering::AcqRel) == 1 {
            // Under the lock, so that the notification cannot fall between a check and a sleep.
            let _slot = shared.slot();
            shared.changed.notify_all();
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        {
            let mut slot = self.shared.slot();
            slot.leave = true;
            self.shared.started.fetch_add(1, Ordering::Release);
        }
        self.shared.changed.notify_all();
        for member in self.members.drain(..) {
            // A member catches the panics of its jobs, so there is nothing to report.
            let _ = member.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_runs_each_job() {
        for threads in [0, 1, 2, 5] {
            let mut team = Team::new(threads);
            for _ in 0..200 {
                let runs: Vec<AtomicUsize> =
                    (0..team.size()).map(|_| AtomicUsize::new(0)).collect();
                team.run(&|i| {
                    runs[i].fetch_add(1, Ordering::Relaxed);
                });
                assert!(runs.iter().all(|r| r.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn a_panic_reaches_the_caller_and_the_team_survives() {
        let mut team = Team::new(3);
        for culprit in 0..team.size() {
            let failed =
                catch_unwind(AssertUnwindSafe(|| team.run(&|i| assert!(i != culprit, "oops"))));
            assert!(failed.is_err());
        }
        let sum = AtomicUsize::new(0);
        team.run(&|i| {
            sum.fetch_add(i, Ordering::Relaxed);
        });
        assert_eq!(sum.into_inner(), 3);
    }
}
