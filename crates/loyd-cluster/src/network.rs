//! The network of a run: units sent to their readers, bytes gathered from all processes, the end.

use crate::block::{Block, Kind, MAX_BLOCK_BYTES};
use crate::connect::Connections;
use crate::dataflow;
use crate::error::ClusterError;
use crate::failure::{Cause, Failure};
use crate::link::Link;
use crate::state::{NetworkOptions, Phase, State, Store, cost};
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::processes::{Deliver, KeyExchange, Processes};
use std::array;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use timely::communication::WorkerGuards;

/// The bytes that a process has exchanged with the others, with all overhead above TCP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes sent.
    pub sent: u64,
    /// Bytes received.
    pub received: u64,
}

/// The network of a process, from the connections to the end of the run.
pub struct Network {
    state: Arc<State>,
    min_memory: u64,
    max_threads: usize,
    /// For each process, locked while the parts of a message are sent one after another.
    sending: Vec<Mutex<()>>,
    threads: Mutex<Option<(WorkerGuards<()>, JoinHandle<()>)>>,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("process", &self.state.process).finish_non_exhaustive()
    }
}

/// A wait looks at least this often whether the run is being stopped.
const LOOK: Duration = Duration::from_millis(100);

impl Network {
    /// The least useful window: two blocks with a large unit each.
    pub const MIN_WINDOW: usize = 1 << 20;
    /// The largest useful window.
    pub const MAX_WINDOW: usize = 16 << 20;

    /// A window for each of some processes, and the bytes of memory that a process needs for all of
    /// them: a sixteenth of its memory, as far as windows of that size are of use.
    #[must_use]
    pub fn windows(memory: u64, processes: usize) -> (usize, u64) {
        let others = processes.saturating_sub(1).max(1) as u64;
        // A block on the way is in memory twice: at the sender until it is received, and there.
        let window = (memory / 32 / others) as usize;
        let window = window.clamp(Self::MIN_WINDOW, Self::MAX_WINDOW);
        (window, 2 * others * window as u64)
    }

    /// Starts the network on its connections.
    ///
    /// # Errors
    /// If the system refuses a thread or a setting of a socket.
    pub fn start(connections: Connections, options: NetworkOptions) -> Result<Self, ClusterError> {
        let Connections { hosts, process, peers, memory, threads } = connections;
        let sending = hosts.iter().map(|_| Mutex::default()).collect();
        let options = NetworkOptions { window: options.window.max(Self::MIN_WINDOW), ..options };
        let state = Arc::new(State::new(hosts, process, memory, options));
        let mut links = Vec::new();
        for (number, peer) in peers.into_iter().enumerate() {
            let link = peer.map(|(socket, _)| Link::new(socket, number, state.clone()));
            links.push(link.transpose()?);
        }
        let worker = dataflow::start(links, state.clone())?;
        let receiving = state.clone();
        let receiver = thread::Builder::new().name("receiver".to_owned());
        let receiver = receiver.spawn(move || receive(&receiving))?;
        Ok(Network {
            state,
            min_memory: memory,
            max_threads: threads,
            sending,
            threads: Mutex::new(Some((worker, receiver))),
        })
    }

    /// The bytes exchanged so far.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        let bytes = |count: &std::sync::atomic::AtomicU64| count.load(Ordering::Relaxed);
        Traffic { sent: bytes(&self.state.sent), received: bytes(&self.state.received) }
    }

    /// The first failure, if there was one.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        self.state.lock().failure.clone()
    }

    /// Sets the function that stores the contents of blocks, once.
    pub(crate) fn deliver(&self, deliver: Store) {
        let _ = self.state.deliver.set(deliver);
        self.state.notify();
    }

    /// The numbers of the other processes.
    pub(crate) fn others(&self) -> impl Iterator<Item = usize> {
        let process = self.process();
        (0..self.processes()).filter(move |&other| other != process)
    }

    /// Gathers some numbers of all processes before the run begins.
    pub(crate) fn gather_numbers<const NUMBERS: usize>(
        &self,
        own: [u32; NUMBERS],
    ) -> Result<Vec<[u32; NUMBERS]>, StoreError> {
        let stopped = || StoreError::environment("the run was stopped before it began");
        let all = self.gather(own.map(u32::to_le_bytes).concat())?.ok_or_else(stopped)?;
        let number = |bytes: &[u8], index: usize| {
            let bytes = bytes.get(4 * index..).and_then(<[u8]>::first_chunk);
            bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
        };
        Ok(all.iter().map(|bytes| array::from_fn(|index| number(bytes, index))).collect())
    }

    /// Sends bytes, in parts if they are many.
    fn send_ordered(
        &self,
        to: usize,
        kind: Kind,
        depth: u32,
        mut bytes: Vec<u8>,
    ) -> Result<(), StoreError> {
        let _turn = self.sending[to].lock().unwrap_or_else(PoisonError::into_inner);
        if bytes.len() > MAX_BLOCK_BYTES {
            let last = bytes.len() - (bytes.len() - 1) % MAX_BLOCK_BYTES - 1;
            for part in bytes[..last].chunks(MAX_BLOCK_BYTES) {
                self.send_block(Block::new(to, Kind::Part, depth, part.to_vec()))?;
            }
            bytes.drain(..last);
        }
        self.send_block(Block::new(to, kind, depth, bytes))
    }

    /// Sends a block; waits while the window is full, unless the run is being stopped: then the level
    /// will not be committed anywhere.
    fn send_block(&self, block: Block) -> Result<(), StoreError> {
        let (to, state, cost) = (block.to, &*self.state, cost(block.bytes().len()));
        let mut inner = state.lock();
        while inner.failure.is_none()
            && !inner.is_over()
            && !inner.void
            && inner.peers[to].credit < cost
        {
            inner.void = state.options.cancel.is_cancelled();
            inner = state.wait(inner, LOOK);
        }
        if inner.failure.is_some() || inner.is_over() {
            drop(inner);
            return Err(state.error());
        }
        // Without this block, those after it must not be taken for complete.
        if !inner.void {
            inner.peers[to].credit -= cost;
            inner.queue(block);
        }
        Ok(())
    }

    /// Allows the blocks of an epoch to be processed: the units of a level, the keys of a pass.
    pub(crate) fn begin_epoch(&self, depth: u32) {
        self.state.lock().epoch = Some(depth);
        self.state.notify();
    }

    /// Ends the run in order: tells the others, and waits until all have ended it. With `stopped`,
    /// the others are asked to stop.
    pub fn finish(&self, stopped: bool) {
        {
            let mut inner = self.state.lock();
            if stopped {
                inner.queue_for_all(Kind::Stop, &[]);
            }
            inner.queue_for_all(Kind::Bye, &[]);
            inner.phase = inner.phase.max(Phase::Closing);
        }
        self.join();
    }

    /// Ends the run because of an error of this process, which the others get.
    pub fn abort(&self, message: &str) {
        self.state.fail(self.process(), Cause::Stopped(message.to_owned()), None);
        self.join();
    }

    /// Ends the run because this process refuses the task; the others get the reason.
    pub fn refuse(&self, message: &str) {
        self.state.fail(self.process(), Cause::Refused(message.to_owned()), None);
        self.join();
    }

    fn join(&self) {
        let threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((worker, receiver)) = threads else { return };
        self.state.notify();
        // A panic of a thread was recorded as a failure.
        drop(worker.join());
        drop(receiver.join());
    }
}

impl Processes for Network {
    fn processes(&self) -> usize {
        self.state.hosts.len()
    }

    fn process(&self) -> usize {
        self.state.process
    }

    /// The lowest memory limit of all processes, without the windows of the network.
    fn min_memory(&self) -> u64 {
        self.min_memory.saturating_sub(Self::windows(self.min_memory, self.processes()).1)
    }

    fn max_threads(&self) -> usize {
        self.max_threads
    }

    fn gather(&self, own: Vec<u8>) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
        let state = &*self.state;
        for to in self.others() {
            self.send_ordered(to, Kind::Gather, 0, own.clone())?;
        }
        let mut inner = state.lock();
        loop {
            if inner.failure.is_some() || inner.is_over() {
                drop(inner);
                return Err(state.error());
            }
            if inner.void {
                return Ok(None);
            }
            if self.others().all(|process| !inner.peers[process].gathered.is_empty()) {
                let mut all = Vec::new();
                for process in 0..self.processes() {
                    let bytes = inner.peers[process].gathered.pop_front();
                    all.push(bytes.unwrap_or_default());
                }
                all[state.process] = own;
                return Ok(Some(all));
            }
            if state.options.cancel.is_cancelled() {
                return Ok(None);
            }
            let has_ended = |&process: &usize| {
                let peer = &inner.peers[process];
                peer.bye && peer.inbox.is_empty() && peer.gathered.is_empty()
            };
            if let Some(process) = self.others().find(has_ended) {
                drop(inner);
                state.fail(process, Cause::EndedEarly, None);
                return Err(state.error());
            }
            inner = state.wait(inner, LOOK);
        }
    }
}

impl KeyExchange for Network {
    fn receive(&self, deliver: Deliver) {
        self.deliver(Box::new(move |from, _, bytes| deliver(from, bytes)));
    }

    fn begin(&self, epoch: u32) {
        self.begin_epoch(epoch);
    }

    fn send(&self, to: usize, epoch: u32, bytes: Vec<u8>) -> Result<(), StoreError> {
        self.send_ordered(to, Kind::Units, epoch, bytes)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        if self.threads.get_mut().is_ok_and(|threads| threads.is_some()) {
            self.abort("it ended early");
        }
    }
}

/// Processes the ordered blocks of all processes, those of each in order, until the run ends.
fn receive(state: &State) {
    let mut turn = 0;
    let mut inner = state.lock();
    loop {
        if inner.is_over() {
            return;
        }
        let processes = inner.peers.len();
        let epoch = inner.epoch.filter(|_| state.deliver.get().is_some());
        let ready = (0..processes).map(|i| (turn + i) % processes).find(|&process| {
            let head = inner.peers[process].inbox.front();
            head.is_some_and(|block| block.kind != Some(Kind::Units) || epoch == Some(block.depth))
        });
        let Some(from) = ready.filter(|_| inner.failure.is_none()) else {
            inner = state.wait(inner, LOOK);
            continue;
        };
        turn = from + 1;
        let Some(block) = inner.peers[from].inbox.pop_front() else { continue };
        let bytes = block.bytes();
        let peer = &mut inner.peers[from];
        if peer.parts.len() as u64 + bytes.len() as u64 > state.max_message {
            drop(inner);
            let what = format!("more than {} bytes at once", state.max_message);
            state.fail(from, Cause::Broken(what), None);
            inner = state.lock();
            continue;
        }
        if block.kind != Some(Kind::Units) || !peer.parts.is_empty() {
            peer.parts.extend_from_slice(bytes);
        }
        match block.kind {
            Some(Kind::Units) => {
                let parts = std::mem::take(&mut peer.parts);
                drop(inner);
                let units = if parts.is_empty() { bytes } else { &parts };
                let deliver = state.deliver.get();
                if let Some(Err(error)) = deliver.map(|deliver| deliver(from, block.depth, units)) {
                    let cause = Cause::Stopped(error.message.clone());
                    state.fail(state.process, cause, Some(error));
                }
                inner = state.lock();
            }
            Some(Kind::Gather) => {
                let whole = std::mem::take(&mut peer.parts);
                peer.gathered.push_back(whole);
            }
            _ => {}
        }
        let cost = cost(bytes.len());
        inner.peers[from].owed += cost;
        inner.pay(from, state.options.window);
        state.notify();
    }
}
