//! The dataflow, and the thread that runs it.
//!
//! ```text
//! outgoing blocks ──source──▶ exchange by receiver ──sink──▶ inboxes, windows, events
//! ```
//!
//! One worker in each process. It only moves blocks: units are stored by another thread, so that
//! signs of life are sent and received with a slow disk too. A process that was not heard of for
//! the limit is lost. A process that was suspended must not count that time against others.

use crate::block::{Block, ByReceiver, Kind};
use crate::failure::{Cause, Failure};
use crate::link::Link;
use crate::state::{Phase, State};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{Allocator, AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, WorkerGuards, initialize_from};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::operator::{Operator, source};
use timely::worker::Worker;

/// The worker looks at least this often for events.
const PARK: Duration = Duration::from_millis(50);
/// Between two signs of life, unless the limit is short.
const PULSE: Duration = Duration::from_secs(5);
/// A step that takes longer than this was suspended.
const SUSPENDED: Duration = Duration::from_secs(1);
/// The time after which the farewell of a process whose stream has ended must have been read.
const FAREWELL: Duration = Duration::from_secs(1);

/// Starts the threads of timely on connected sockets: `None` for this process.
pub(crate) fn start(links: Vec<Option<Link>>, state: Arc<State>) -> io::Result<WorkerGuards<()>> {
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(inner, links, state.process, 1, hooks)?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    initialize_from(builders, Box::new(guard), move |allocator| run(allocator, &state))
        .map_err(io::Error::other)
}

/// Records the end of the thread, also if it panics.
struct Over(Arc<State>);

impl Drop for Over {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let cause = Cause::Stopped("the thread of its dataflow failed".to_owned());
            self.0.fail(self.0.process, cause, None);
        }
        let mut inner = self.0.lock();
        (inner.phase, inner.activator) = (Phase::Over, None);
        drop(inner);
        self.0.notify();
    }
}

fn run(allocator: Allocator, state: &Arc<State>) {
    // Dropped after the worker: reading threads wait for that.
    let _over = Over(state.clone());
    // Without a clock it would never park. The cores belong to the engine: no spinning before that.
    let config = WorkerConfig::default().idle_spin(Duration::ZERO);
    let mut worker = Worker::new(config, allocator, Some(Instant::now()));
    build(&mut worker, state);
    let pulse = PULSE.min(state.options.stall_limit / 4);
    let mut pulsed = Instant::now();
    let mut stop_sent = false;
    let mut closed: Option<Instant> = None;
    loop {
        let start = Instant::now();
        worker.step_or_park(Some(PARK.min(pulse)));
        if !worker.has_dataflows() {
            return;
        }
        let gap = start.elapsed();
        let mut inner = state.lock();
        if let Some(failure) = &inner.failure {
            let bytes = failure.to_bytes();
            inner.queue_for_all(Kind::Failed, &bytes);
            drop(inner);
            // To the queues of the sending threads, which end when they are empty.
            for _ in 0..3 {
                worker.step();
            }
            return;
        }
        if gap > SUSPENDED {
            inner.peers.iter_mut().for_each(|peer| peer.heard += gap);
        }
        if state.options.cancel.is_cancelled() && !stop_sent {
            stop_sent = true;
            if !inner.is_closing() {
                inner.queue_for_all(Kind::Stop, &[]);
            }
            state.notify();
        }
        if pulsed.elapsed() >= pulse && !inner.is_closing() {
            pulsed = Instant::now();
            inner.queue_for_all(Kind::Pulse, &[]);
        }
        if inner.is_closing()
            && closed.get_or_insert_with(Instant::now).elapsed() > state.options.stall_limit
        {
            // All is done here, and others do not end: their connections are given up.
            drop(inner);
            state.fail(state.process, Cause::EndedEarly, None);
            return;
        }
        let missing = inner.peers.iter().enumerate().find_map(|(process, peer)| {
            if peer.bye {
                None
            } else if peer.ended.is_some_and(|ended| ended.elapsed() > FAREWELL) {
                Some((process, Cause::EndedEarly))
            } else if peer.heard.elapsed() > state.options.stall_limit {
                Some((process, Cause::Silent(state.options.stall_limit)))
            } else {
                None
            }
        });
        drop(inner);
        if let Some((process, cause)) = missing {
            state.fail(process, cause, None);
        }
    }
}

/// Builds the dataflow: blocks are moved as they are, none is interpreted before it is received.
fn build(worker: &mut Worker, state: &Arc<State>) {
    let (outgoing, incoming) = (state.clone(), state.clone());
    worker.dataflow::<u64, _, _>(|scope| {
        let worker = scope.worker();
        let outgoing = source::<_, CapacityContainerBuilder<Block>, _, _>(
            scope,
            "outgoing blocks",
            |capability, info| {
                outgoing.lock().activator = Some(worker.sync_activator_for(info.address.to_vec()));
                let mut capability = Some(capability);
                move |output| {
                    let mut inner = outgoing.lock();
                    let (blocks, closing) =
                        (std::mem::take(&mut inner.outgoing), inner.is_closing());
                    drop(inner);
                    if let Some(capability) = &capability {
                        let mut session = output.session(capability);
                        for mut block in blocks {
                            block.from = outgoing.process;
                            session.give_container(&mut block);
                        }
                    }
                    if closing {
                        capability = None;
                    }
                }
            },
        );
        outgoing.sink(
            DistributorPact(|_| ByReceiver),
            "incoming blocks",
            move |(input, _frontier)| {
                input.for_each(|_capability, block| receive(&incoming, std::mem::take(block)));
            },
        );
    });
}

/// Takes a block that has arrived. Its frame was checked: it is from another process.
fn receive(state: &State, block: Block) {
    let mut inner = state.lock();
    let peer = &mut inner.peers[block.from];
    peer.heard = Instant::now();
    match block.kind {
        Some(kind) if kind.is_ordered() => peer.inbox.push_back(block),
        Some(Kind::Credit) => {
            let bytes = block.bytes().try_into().map_or(0, u64::from_le_bytes);
            peer.credit = state.options.window.min(peer.credit.saturating_add(bytes as usize));
        }
        Some(Kind::Stop) => state.options.cancel.cancel(),
        Some(Kind::Bye) => peer.bye = true,
        Some(Kind::Failed) => {
            drop(inner);
            return match Failure::parse(block.bytes(), &state.hosts) {
                Some(failure) => state.record(failure, None),
                None => state.fail(block.from, Cause::EndedEarly, None),
            };
        }
        _ => {}
    }
    drop(inner);
    state.notify();
}
