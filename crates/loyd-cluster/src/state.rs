//! The state that the threads of a process share: the blocks received of each process, the bytes
//! that may be sent to it, and the first failure.
//!
//! A window bounds the bytes on the way to each process: a sender waits until the receiver has
//! processed enough of them. Ordered blocks wait in an inbox until they can be processed, so all
//! inboxes together hold at most a window for each other process.

use crate::block::{Block, Kind};
use crate::failure::{Cause, Failure};
use loyd_enumerate::checkpoint::StoreError;
use loyd_search::observe::Cancel;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use timely::scheduling::SyncActivator;

/// The settings of a network.
#[derive(Clone, Debug)]
pub struct NetworkOptions {
    /// Set when the run is to be stopped: by the caller, or by the network if another process stops.
    pub cancel: Cancel,
    /// A process that was not heard of for this time is lost.
    pub stall_limit: Duration,
    /// Bytes that may be on the way to each other process.
    pub window: usize,
}

/// A function that stores the contents of a block: sender, level, bytes.
pub(crate) type Store = Box<dyn Fn(usize, u32, &[u8]) -> Result<(), StoreError> + Send + Sync>;

/// The shared state of a process.
pub(crate) struct State {
    pub(crate) hosts: Vec<String>,
    pub(crate) process: usize,
    pub(crate) options: NetworkOptions,
    /// Most bytes that are put together from parts.
    pub(crate) max_message: u64,
    inner: Mutex<Inner>,
    changed: Condvar,
    failed: AtomicBool,
    /// Stores the contents of blocks.
    pub(crate) deliver: OnceLock<Store>,
    pub(crate) sent: AtomicU64,
    pub(crate) received: AtomicU64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    #[default]
    Open,
    /// This process has nothing more to send.
    Closing,
    /// The thread of the dataflow has ended.
    Over,
}

/// The part of the state that changes together.
#[derive(Default)]
pub(crate) struct Inner {
    pub(crate) failure: Option<Failure>,
    /// The error of this process behind it, if it is at fault.
    pub(crate) error: Option<StoreError>,
    pub(crate) failed_at: Option<Instant>,
    /// A block was dropped during a stop: nothing may be sent after it.
    pub(crate) void: bool,
    pub(crate) phase: Phase,
    /// The current level: its units can be stored.
    pub(crate) epoch: Option<u32>,
    pub(crate) peers: Vec<PeerState>,
    pub(crate) outgoing: VecDeque<Block>,
    pub(crate) activator: Option<SyncActivator>,
}

/// Another process. The entry of this one counts as ended and is otherwise unused.
pub(crate) struct PeerState {
    /// Bytes that may still be sent.
    pub(crate) credit: usize,
    /// Bytes that it has sent and that were not yet acknowledged.
    pub(crate) unacknowledged: usize,
    pub(crate) heard: Instant,
    /// It has nothing more to send.
    pub(crate) bye: bool,
    /// The time at which its stream has ended in order.
    pub(crate) ended: Option<Instant>,
    /// Ordered blocks that were received and not yet processed.
    pub(crate) inbox: VecDeque<Block>,
    /// Bytes that were processed since the last acknowledgement.
    pub(crate) owed: usize,
    /// The parts of units, or of gathered bytes.
    pub(crate) parts: Vec<u8>,
    /// The bytes that were gathered and not yet taken.
    pub(crate) gathered: VecDeque<Vec<u8>>,
}

/// The bytes for which a block counts in a window.
pub(crate) fn cost(bytes: usize) -> usize {
    bytes.max(1)
}

impl State {
    pub(crate) fn new(
        hosts: Vec<String>,
        process: usize,
        memory: u64,
        options: NetworkOptions,
    ) -> Self {
        let window = options.window;
        let peer = |number| PeerState {
            credit: window,
            unacknowledged: 0,
            heard: Instant::now(),
            bye: number == process,
            ended: (number == process).then(Instant::now),
            inbox: VecDeque::new(),
            owed: 0,
            parts: Vec::new(),
            gathered: VecDeque::new(),
        };
        let peers = (0..hosts.len()).map(peer).collect();
        let inner = Inner { peers, ..Inner::default() };
        State {
            hosts,
            process,
            options,
            // No process has more to send: it fits its memory.
            max_message: memory.max(window as u64),
            inner: Mutex::new(inner),
            changed: Condvar::new(),
            failed: AtomicBool::new(false),
            deliver: OnceLock::new(),
            sent: AtomicU64::new(0),
            received: AtomicU64::new(0),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        // No code under the lock leaves it half changed.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a change, at most for a time.
    pub(crate) fn wait<'a>(
        &self,
        inner: MutexGuard<'a, Inner>,
        max_time: Duration,
    ) -> MutexGuard<'a, Inner> {
        self.changed.wait_timeout(inner, max_time).unwrap_or_else(PoisonError::into_inner).0
    }

    pub(crate) fn notify(&self) {
        self.changed.notify_all();
    }

    /// Returns whether the run has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Records a failure; the first one counts.
    pub(crate) fn fail(&self, process: usize, cause: Cause, error: Option<StoreError>) {
        let address = self.hosts.get(process).cloned().unwrap_or_default();
        self.record(Failure { process, address, cause }, error);
    }

    pub(crate) fn record(&self, failure: Failure, error: Option<StoreError>) {
        let mut inner = self.lock();
        if inner.failure.is_none() {
            (inner.failure, inner.error) = (Some(failure), error);
            inner.failed_at = Some(Instant::now());
            self.failed.store(true, Ordering::Relaxed);
        }
        inner.activate();
        drop(inner);
        self.notify();
    }

    /// Counts an ordered block that a process sends; returns false if its window does not allow that.
    pub(crate) fn hold(&self, process: usize, bytes: usize) -> bool {
        let mut inner = self.lock();
        let unacknowledged = &mut inner.peers[process].unacknowledged;
        *unacknowledged += cost(bytes);
        *unacknowledged <= self.options.window
    }

    /// Records that the connection to a process has ended.
    pub(crate) fn report_loss(&self, process: usize, why: &str) {
        let expected = {
            let inner = self.lock();
            inner.is_over() || inner.peers[process].bye
        };
        if !expected {
            self.fail(process, Cause::Lost(why.to_owned()), None);
        }
    }

    /// The error for a caller after a failure.
    pub(crate) fn error(&self) -> StoreError {
        let inner = self.lock();
        match (&inner.error, &inner.failure) {
            (Some(error), _) => error.clone(),
            (None, Some(failure)) => StoreError::environment(failure.to_string()),
            (None, None) => StoreError::environment("the other processes are gone"),
        }
    }
}

impl Inner {
    /// Returns whether the thread of the dataflow has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Returns whether this process has nothing more to send.
    pub(crate) fn is_closing(&self) -> bool {
        self.phase >= Phase::Closing
    }

    pub(crate) fn queue(&mut self, block: Block) {
        self.outgoing.push_back(block);
        self.activate();
    }

    /// Queues a block for all other processes that can still be sent to.
    pub(crate) fn queue_for_all(&mut self, kind: Kind, bytes: &[u8]) {
        for to in 0..self.peers.len() {
            if self.peers[to].ended.is_none() {
                self.outgoing.push_back(Block::new(to, kind, 0, bytes.to_vec()));
            }
        }
        self.activate();
    }

    fn activate(&self) {
        if let Some(activator) = &self.activator {
            // The thread of the dataflow may be gone.
            let _ = activator.activate();
        }
    }

    /// Tells a process how much was processed, if it is worth telling.
    pub(crate) fn pay(&mut self, peer: usize, window: usize) {
        let state = &mut self.peers[peer];
        if state.owed > 0 && (state.owed >= window / 4 || state.inbox.is_empty()) {
            let owed = std::mem::take(&mut state.owed);
            state.unacknowledged = state.unacknowledged.saturating_sub(owed);
            let owed = owed as u64;
            self.queue(Block::new(peer, Kind::Credit, 0, owed.to_le_bytes().to_vec()));
        }
    }
}
