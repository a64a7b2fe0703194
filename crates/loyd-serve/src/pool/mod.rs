//! Threads that search, and their queues.
//!
//! The times of searches differ by a factor of a million and cannot be predicted, so every job begins as a
//! *short* job with a slice of some milliseconds. A search that needs more time starts again as a *long* job.
//! A hard board loses its slice once; an easy board never waits for a hard board:
//!
//! | threads | jobs |
//! |---|---|
//! | one for each core | short jobs first; a long job after it has waited a quarter of a second |
//! | a quarter of that number | short jobs only, so hard boards never occupy all threads |
//! | one | preparations: tables are built one after the other |
//!
//! The operating system distributes the cores; a thread that has slept runs at once. A long job may start
//! further threads. The next long job belongs to the client with the fewest threads at work, so a client
//! with many hard boards delays only its own jobs.
//!
//! The limits of the queue and of the jobs of a client apply to short jobs and to other jobs separately: the
//! pool accepts easy boards even if its queue of hard boards is full. It then refuses a hard board after its
//! slice.
//!
//! Dropping the [`Ticket`] of a job removes a waiting job and cancels a running job.

mod queues;
mod state;

use crate::error::ApiError;
use loyd_search::observe::Cancel;
use queues::WaitingJob;
use state::{RunningJob, State};
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A part of a job that runs without interruption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// A slice of some milliseconds.
    Short,
    /// The whole search.
    Long,
    /// The construction of its tables.
    Preparation,
}

/// A job after one of its stages.
pub(crate) enum Next {
    /// The job is done.
    Done,
    /// The job continues in another stage.
    Stage(Stage),
}

/// The work of a job, which sends its own result.
pub(crate) trait Work: Send {
    /// Runs one stage.
    fn step(&mut self, stage: Stage, cancel: &Cancel) -> Next;

    /// Threads of the long stage.
    fn threads(&self) -> usize {
        1
    }

    /// Sends the reason why the job ends without a result.
    fn refuse(&mut self, why: ApiError);
}

/// A client: an IPv4 address, or the network half of an IPv6 address, as clients choose the other half.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                let local = address.is_loopback();
                IpAddr::V6(if local { address } else { Ipv6Addr::from(network) })
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

/// Limits of the pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Threads for short and long jobs.
    pub(crate) threads: usize,
    /// The greatest number of waiting short jobs, and of other waiting jobs.
    pub(crate) queue: usize,
    /// The greatest number of short jobs of a client, and of its other jobs.
    pub(crate) jobs_per_client: usize,
}

/// The work in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Load {
    pub(crate) running: usize,
    pub(crate) waiting: usize,
    pub(crate) preparing: usize,
    pub(crate) completed: u64,
}

/// A pool of threads; clones share it.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    limits: Limits,
    state: Mutex<State>,
    /// Signals for threads of each kind.
    short: Condvar,
    any: Condvar,
    preparation: Condvar,
}

/// The kinds of threads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Short,
    Any,
    Preparation,
}

/// Bytes of a thread's stack: recursive searches go as deep as solutions are long.
const STACK: usize = 64 << 20;

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// If the system refuses one.
    pub(crate) fn start(limits: Limits) -> io::Result<Self> {
        let shared = Shared {
            limits,
            state: Mutex::default(),
            short: Condvar::new(),
            any: Condvar::new(),
            preparation: Condvar::new(),
        };
        let pool = Self(Arc::new(shared));
        let reserved = limits.threads.div_ceil(4);
        let kinds = [(Kind::Any, limits.threads), (Kind::Short, reserved), (Kind::Preparation, 1)];
        for (kind, count) in kinds {
            for _ in 0..count {
                let shared = pool.0.clone();
                let thread = std::thread::Builder::new().name("search".to_owned());
                if let Err(error) = thread.stack_size(STACK).spawn(move || shared.work(kind)) {
                    pool.stop();
                    return Err(error);
                }
            }
        }
        Ok(pool)
    }

    /// Adds a job of a client.
    ///
    /// # Errors
    /// If the client or all clients have too many jobs, or the server is stopping.
    pub(crate) fn submit(
        &self,
        client: Client,
        stage: Stage,
        work: Box<dyn Work>,
    ) -> Result<Ticket, ApiError> {
        let state = self.0.lock();
        state.admit(self.0.limits, Some(client), stage)?;
        let (number, cancel) = self.add(state, Some(client), stage, work);
        Ok(Ticket { number, cancel, shared: self.0.clone() })
    }

    /// Adds a job of the server itself.
    pub(crate) fn submit_own(&self, stage: Stage, work: Box<dyn Work>) {
        self.add(self.0.lock(), None, stage, work);
    }

    fn add(
        &self,
        mut state: MutexGuard<'_, State>,
        client: Option<Client>,
        stage: Stage,
        work: Box<dyn Work>,
    ) -> (u64, Cancel) {
        state.last += 1;
        let (number, cancel) = (state.last, Cancel::new());
        let waiting =
            WaitingJob { number, client, cancel: cancel.clone(), work, since: Instant::now() };
        state.queues.add(stage, waiting);
        drop(state);
        self.0.signal(stage);
        (number, cancel)
    }

    /// The work in progress.
    pub(crate) fn load(&self) -> Load {
        let state = self.0.lock();
        let preparing = |running: &&RunningJob| running.stage == Stage::Preparation;
        let preparing = state.running.values().filter(preparing).count();
        Load {
            running: state.running.len() - preparing,
            waiting: state.queues.len(),
            preparing,
            completed: state.completed,
        }
    }

    /// Cancels all jobs and refuses new ones.
    pub(crate) fn stop(&self) {
        let mut state = self.0.lock();
        state.stopping = true;
        state.queues.clear();
        for running in state.running.values() {
            running.cancel.cancel();
        }
        drop(state);
        for signal in [&self.0.short, &self.0.any, &self.0.preparation] {
            signal.notify_all();
        }
    }

    /// Waits until no job runs, at most for this time.
    pub(crate) fn wait_idle(&self, max: Duration) {
        let deadline = Instant::now() + max;
        while !self.0.lock().running.is_empty() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn signal(&self, stage: Stage) {
        match stage {
            Stage::Short => {
                self.short.notify_one();
                self.any.notify_one();
            }
            Stage::Long => self.any.notify_one(),
            Stage::Preparation => self.preparation.notify_one(),
        }
    }

    /// The loop of a thread.
    fn work(&self, kind: Kind) {
        while let Some((mut job, stage)) = self.next(kind) {
            let step = catch_unwind(AssertUnwindSafe(|| job.work.step(stage, &job.cancel)));
            let mut state = self.lock();
            state.running.remove(&job.number);
            let next = match step {
                Ok(Next::Stage(next)) if !job.cancel.is_cancelled() => next,
                _ => {
                    state.completed += 1;
                    continue;
                }
            };
            let was_short = stage == Stage::Short;
            let admission =
                if was_short { state.admit(self.limits, job.client, next) } else { Ok(()) };
            match admission {
                Ok(()) => {
                    job.since = Instant::now();
                    state.queues.add(next, job);
                    drop(state);
                    self.signal(next);
                }
                Err(why) => {
                    state.completed += 1;
                    drop(state);
                    job.work.refuse(why);
                }
            }
        }
    }

    /// Waits for a job; `None` if the pool is stopping.
    fn next(&self, kind: Kind) -> Option<(WaitingJob, Stage)> {
        let mut state = self.lock();
        loop {
            if state.stopping {
                return None;
            }
            if let Some((job, stage)) = state.take(kind) {
                let WaitingJob { number, client, ref cancel, .. } = job;
                let (cancel, threads) = (cancel.clone(), job.work.threads());
                state.running.insert(number, RunningJob { client, cancel, stage, threads });
                return Some((job, stage));
            }
            let signal = match kind {
                Kind::Short => &self.short,
                Kind::Any => &self.any,
                Kind::Preparation => &self.preparation,
            };
            state = signal.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The handle of a job. Dropping it ends the job.
pub(crate) struct Ticket {
    number: u64,
    cancel: Cancel,
    shared: Arc<Shared>,
}

impl Ticket {
    /// Removes the job if it is waiting; returns false if it is running or done.
    pub(crate) fn withdraw(&self) -> bool {
        let mut state = self.shared.lock();
        state.queues.remove(self.number).is_some()
    }

    /// True if the job is building tables; their construction continues without the job.
    pub(crate) fn is_preparing(&self) -> bool {
        let state = self.shared.lock();
        state.running.get(&self.number).is_some_and(|it| it.stage == Stage::Preparation)
    }

    /// True if the pool is stopping.
    pub(crate) fn is_stopping(&self) -> bool {
        self.shared.lock().stopping
    }

    /// Cancels the job, which then stops within some milliseconds.
    pub(crate) fn cancel(&self) {
        self.cancel.cancel();
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.withdraw();
    }
}
