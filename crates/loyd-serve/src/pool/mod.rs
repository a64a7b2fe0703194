//! Threads that search, and the queues before them.
//!
//! Searches differ by a factor of a million and nobody knows beforehand which is which, so every job
//! begins as a *short* one: it gets a slice of some milliseconds, and what is not done then starts
//! again as a *long* one. A hard board loses that slice once; an easy one never waits for a hard one:
//!
//! | threads | take |
//! |---|---|
//! | as many as there are cores | short jobs first; a long one as soon as it has waited a quarter of a second |
//! | a quarter as many more | short jobs only: there is always one that no hard board occupies |
//! | one more | preparations: tables are built one after the other |
//!
//! The operating system shares the cores among them; a thread that has slept is woken at once. A long
//! job may have further threads of its own. The next one is that of the client with the fewest threads
//! at work, so one client with many hard boards holds up its own only.
//!
//! Limits on the queue and on the jobs of a client hold for short jobs and for all others apart: where
//! no further hard board is taken, an easy one still is. A hard one is then refused after its slice.
//!
//! A job ends when its [`Ticket`] is dropped. One that waits is removed; one at work is cancelled.

mod queues;

use crate::error::ApiError;
use loyd_search::observe::Cancel;
use queues::{Queues, Waiting};
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The part of a job that is done in one go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// A slice of some milliseconds.
    Short,
    /// The whole of it.
    Long,
    /// Tables that it needs.
    Preparation,
}

/// A job after one of its stages.
pub(crate) enum Next {
    /// It is done.
    Done,
    /// It continues in another stage.
    Stage(Stage),
}

/// The work of a job. It sends its own result.
pub(crate) trait Work: Send {
    /// Does one stage.
    fn step(&mut self, stage: Stage, cancel: &Cancel) -> Next;

    /// Threads of the long stage.
    fn threads(&self) -> usize {
        1
    }

    /// Sends the reason why there will be no further stage.
    fn refuse(&mut self, why: ApiError);
}

/// A client: its address, or the network of an IPv6 address, whose other half a client may choose.
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
    /// Threads for jobs of any length.
    pub(crate) threads: usize,
    /// Short jobs that may wait, and others.
    pub(crate) queue: usize,
    /// Short jobs of one client, and others.
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

/// The threads; clones share them.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    limits: Limits,
    state: Mutex<State>,
    /// Signals short jobs, any but preparations, and preparations.
    short: Condvar,
    any: Condvar,
    preparation: Condvar,
}

#[derive(Default)]
struct State {
    queues: Queues,
    /// Jobs at work, by number.
    running: HashMap<u64, Running>,
    last: u64,
    completed: u64,
    stopping: bool,
}

struct Running {
    client: Option<Client>,
    cancel: Cancel,
    stage: Stage,
    threads: usize,
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
    /// If the client or all of them have too many, or the server is stopping.
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
            Waiting { number, client, cancel: cancel.clone(), work, since: Instant::now() };
        state.queues.add(stage, waiting);
        drop(state);
        self.0.signal(stage);
        (number, cancel)
    }

    /// The work in progress.
    pub(crate) fn load(&self) -> Load {
        let state = self.0.lock();
        let preparing = |running: &&Running| running.stage == Stage::Preparation;
        let preparing = state.running.values().filter(preparing).count();
        Load {
            running: state.running.len() - preparing,
            waiting: state.queues.len(),
            preparing,
            completed: state.completed,
        }
    }

    /// Cancels all jobs and takes no more.
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

    /// Waits until no job is at work, but not longer than this.
    pub(crate) fn wait_idle(&self, most: Duration) {
        let until = Instant::now() + most;
        while !self.0.lock().running.is_empty() && Instant::now() < until {
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

    /// The life of a thread.
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
            let hardens = stage == Stage::Short;
            let admitted =
                if hardens { state.admit(self.limits, job.client, next) } else { Ok(()) };
            match admitted {
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

    /// Waits for a job; `None` when there will be no more.
    fn next(&self, kind: Kind) -> Option<(Waiting, Stage)> {
        let mut state = self.lock();
        loop {
            if state.stopping {
                return None;
            }
            if let Some((job, stage)) = state.take(kind) {
                let Waiting { number, client, ref cancel, .. } = job;
                let (cancel, threads) = (cancel.clone(), job.work.threads());
                state.running.insert(number, Running { client, cancel, stage, threads });
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

impl State {
    fn take(&mut self, kind: Kind) -> Option<(Waiting, Stage)> {
        /// The time for which short jobs go before a long one.
        const PATIENCE: Duration = Duration::from_millis(250);
        match kind {
            Kind::Preparation => self.first(Stage::Preparation),
            Kind::Short => self.first(Stage::Short),
            Kind::Any => {
                let impatient = self.queues.oldest_long().is_some_and(|it| it.elapsed() > PATIENCE);
                let short = if impatient { None } else { self.first(Stage::Short) };
                short.or_else(|| self.long()).or_else(|| self.first(Stage::Short))
            }
        }
    }

    fn first(&mut self, stage: Stage) -> Option<(Waiting, Stage)> {
        self.queues.take(stage).map(|job| (job, stage))
    }

    fn long(&mut self) -> Option<(Waiting, Stage)> {
        let Self { queues, running, .. } = self;
        let at_work = |client: Client| {
            let is_long = |it: &&Running| it.stage == Stage::Long && it.client == Some(client);
            running.values().filter(is_long).map(|it| it.threads).sum()
        };
        queues.take_fairly(at_work).map(|job| (job, Stage::Long))
    }

    /// Refuses a job where the queue or the client has as many of its kind as it may.
    fn admit(&self, limits: Limits, client: Option<Client>, stage: Stage) -> Result<(), ApiError> {
        if self.stopping {
            return Err(ApiError::stopping());
        }
        let Limits { queue, jobs_per_client, .. } = limits;
        let same = |other: Stage| (other == Stage::Short) == (stage == Stage::Short);
        if self.queues.count(|_, other| same(other)) >= queue {
            let message = format!("{queue} requests are waiting, no more are taken: try again");
            return Err(ApiError::busy(message));
        }
        if client.is_none() {
            return Ok(());
        }
        let at_work = self.running.values().filter(|it| same(it.stage) && it.client == client);
        let waiting = self.queues.count(|job, other| same(other) && job.client == client);
        if at_work.count() + waiting < jobs_per_client {
            return Ok(());
        }
        Err(ApiError::busy(format!(
            "this address has {jobs_per_client} requests at work or waiting, which is as many as it \
             may: wait for one of them"
        )))
    }
}

/// The right to a job's result: the job ends when it is dropped.
pub(crate) struct Ticket {
    number: u64,
    cancel: Cancel,
    shared: Arc<Shared>,
}

impl Ticket {
    /// Removes the job if it still waits; returns false if it is at work or done.
    pub(crate) fn withdraw(&self) -> bool {
        let mut state = self.shared.lock();
        state.queues.remove(self.number).is_some()
    }

    /// True if the job is at work on its tables, which continue without it.
    pub(crate) fn is_preparing(&self) -> bool {
        let state = self.shared.lock();
        state.running.get(&self.number).is_some_and(|it| it.stage == Stage::Preparation)
    }

    /// True if all jobs are cancelled.
    pub(crate) fn is_stopping(&self) -> bool {
        self.shared.lock().stopping
    }

    /// Asks the job to stop within some milliseconds.
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
