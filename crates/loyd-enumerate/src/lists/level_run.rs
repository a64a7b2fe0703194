//! A level under construction: the state that its threads share, its store and its progress.

use super::{CorruptList, ListNumber, ListStore, StoreError};
use crate::Monitor;
use crate::checkpoint::StoreFault;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The reason why a level was not finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LevelFault {
    /// The store failed.
    Store(StoreError),
    /// A list read from the store differs from the written one.
    Corrupt {
        /// The level that was read.
        depth: u32,
        /// The list.
        list: ListNumber,
        /// The damage.
        reason: CorruptList,
    },
    /// A part of the level does not fit its memory limit.
    OutOfMemory,
    /// It was cancelled.
    Cancelled,
    /// Another thread has failed.
    OtherThread,
}

/// Memory refused by the system is treated like the memory limit.
fn refused(error: StoreError) -> LevelFault {
    if error.fault == StoreFault::Memory {
        LevelFault::OutOfMemory
    } else {
        LevelFault::Store(error)
    }
}

/// The state that the threads of a level share.
pub struct LevelRun<'a> {
    /// The store of the lists.
    pub store: &'a dyn ListStore,
    cancel: &'a AtomicBool,
    failed: AtomicBool,
    next: AtomicUsize,
    /// Finished work of the level, in arbitrary units.
    done: AtomicU64,
    of: u64,
    pub(crate) read: AtomicU64,
    pub(crate) written: AtomicU64,
    /// Bytes of transferred states.
    pub transferred: AtomicU64,
    /// Maximum memory of transferred states.
    pub heap: AtomicU64,
    waited: AtomicU64,
}

/// Interval between reports to the monitor.
const LOOK_EVERY: Duration = Duration::from_millis(50);

impl<'a> LevelRun<'a> {
    /// The state at the beginning of a level; `of` is the total of [`add_done`](LevelRun::add_done).
    pub(crate) fn new(store: &'a dyn ListStore, cancel: &'a AtomicBool, of: u64) -> Self {
        Self {
            store,
            cancel,
            failed: AtomicBool::new(false),
            next: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            of: of.max(1),
            read: AtomicU64::new(0),
            written: AtomicU64::new(0),
            transferred: AtomicU64::new(0),
            heap: AtomicU64::new(0),
            waited: AtomicU64::new(0),
        }
    }

    /// Reads a list of an earlier level into a buffer, replacing its contents.
    ///
    /// # Errors
    /// The error of the store.
    pub fn get(&self, depth: u32, list: ListNumber, into: &mut Vec<u8>) -> Result<(), LevelFault> {
        let clock = Instant::now();
        self.store.get(depth, list, into).map_err(LevelFault::Store)?;
        self.read.fetch_add(into.len() as u64, Ordering::Relaxed);
        self.wait(clock);
        Ok(())
    }

    /// Stores a list of the level.
    ///
    /// # Errors
    /// The error of the store.
    pub fn put(&self, list: ListNumber, states: u32, bytes: &[u8]) -> Result<(), LevelFault> {
        let clock = Instant::now();
        self.store.put(list, states, bytes).map_err(refused)?;
        self.written.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        self.wait(clock);
        Ok(())
    }

    fn wait(&self, clock: Instant) {
        self.waited.fetch_add(clock.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }

    /// Seconds that threads spent in the store.
    pub(crate) fn waited(&self) -> f64 {
        self.waited.load(Ordering::Relaxed) as f64 * 1e-9
    }

    /// Adds finished work, in the unit of [`ListForm::work`](super::form::ListForm::work).
    pub fn add_done(&self, work: u64) {
        self.done.fetch_add(work, Ordering::Relaxed);
    }

    /// Takes the next of `tasks` tasks; `None` after the last one.
    ///
    /// # Errors
    /// If the level is cancelled, or another thread has failed.
    pub fn task(&self, tasks: usize) -> Result<Option<usize>, LevelFault> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(LevelFault::Cancelled);
        }
        if self.failed.load(Ordering::Relaxed) {
            return Err(LevelFault::OtherThread);
        }
        let task = self.next.fetch_add(1, Ordering::Relaxed);
        Ok(Some(task).filter(|&task| task < tasks))
    }

    /// Runs `work` on every worker, which takes tasks with [`task`](LevelRun::task), while
    /// reporting progress to the monitor.
    ///
    /// # Errors
    /// The first failure of a worker.
    pub fn team<W: Send>(
        &self,
        workers: &mut [W],
        monitor: &mut Monitor<'_>,
        depth: u32,
        memory: u64,
        work: impl Fn(&mut W) -> Result<(), LevelFault> + Sync,
    ) -> Result<(), LevelFault> {
        self.next.store(0, Ordering::Relaxed);
        self.failed.store(false, Ordering::Relaxed);
        let parts: Vec<_> = workers.iter_mut().map(|worker| Mutex::new(Some(worker))).collect();
        let begin = |part: &Mutex<Option<&mut W>>| {
            let worker = part.lock().unwrap_or_else(PoisonError::into_inner).take();
            let result = worker.map_or(Ok(()), &work);
            if result.is_err() {
                self.failed.store(true, Ordering::Relaxed);
            }
            result
        };
        let begin = &begin;
        std::thread::scope(|scope| {
            let (sender, ends) = channel::<()>();
            let mut at_work = Vec::new();
            for part in &parts {
                let sender = sender.clone();
                let thread = std::thread::Builder::new().spawn_scoped(scope, move || {
                    let result = begin(part);
                    drop(sender);
                    result
                });
                // The other threads take over the tasks of a thread that the system refuses.
                let Ok(thread) = thread else { break };
                at_work.push(thread);
            }
            drop(sender);
            if at_work.is_empty() {
                return parts.first().map_or(Ok(()), begin);
            }
            while ends.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                let bytes =
                    self.read.load(Ordering::Relaxed) + self.written.load(Ordering::Relaxed);
                let share = self.done.load(Ordering::Relaxed) as f64 / self.of as f64;
                monitor.share(depth, share.min(1.0), bytes, memory);
            }
            let mut result = Ok(());
            for thread in at_work {
                match thread.join() {
                    Ok(Err(fault)) if result.is_ok() || fault != LevelFault::OtherThread => {
                        result = Err(fault);
                    }
                    Ok(_) => {}
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            result
        })
    }
}
