//! Runs of several processes as threads of one, over sockets of this machine.

use loyd_cluster::{
    ClusterError, ClusterStore, Failure, Membership, Network, NetworkOptions, Traffic, connect,
};
use loyd_enumerate::{EngineName, EnumerateError, Enumeration, Plan, Request, run};
use loyd_search::observe::{Cancel, Limit};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate::disk::{self, LevelStore, RunOptions, UnitCodec};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

pub(crate) type Storage = (Arc<dyn LevelStore>, Arc<dyn UnitCodec>);

#[derive(Debug)]
pub(crate) struct End {
    pub(crate) result: Result<Enumeration<Tiles>, EnumerateError>,
    pub(crate) failure: Option<Failure>,
    pub(crate) traffic: Traffic,
}

impl End {
    pub(crate) fn levels(&self) -> &[u64] {
        &self.result.as_ref().expect("it is right").levels
    }
}

pub(crate) fn request(
    width: usize,
    height: usize,
    start: usize,
    metric: MetricName,
) -> Request<Tiles> {
    let size = Size::new(width, height).unwrap();
    let start = loyd_tiles::Position::blank_on(size, start);
    Request { metric, memory: 64 << 20, threads: 1, ..Request::new(start) }
}

/// Sockets of this machine and their addresses.
pub(crate) fn sockets(processes: usize) -> (Vec<TcpListener>, Vec<String>) {
    let bound = |_| TcpListener::bind("127.0.0.1:0").unwrap();
    let listeners: Vec<TcpListener> = (0..processes).map(bound).collect();
    let hosts = listeners.iter().map(|l| l.local_addr().unwrap().to_string()).collect();
    (listeners, hosts)
}

/// The limit of every wait: on a busy machine everything takes many times longer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

pub(crate) fn member(hosts: &[String], process: usize, listener: TcpListener) -> Membership {
    Membership {
        hosts: hosts.to_vec(),
        process,
        listener,
        version: "test".to_owned(),
        run: 7,
        task: 8,
        folder: 0,
        memory: 64 << 20,
        threads: 1,
        secret: None,
        patience: PATIENCE,
    }
}

pub(crate) fn options() -> NetworkOptions {
    NetworkOptions { cancel: Cancel::new(), stall_limit: PATIENCE, window: Network::MIN_WINDOW }
}

pub(crate) fn process(
    membership: &Membership,
    options: NetworkOptions,
    request: &Request<Tiles>,
    storage: Storage,
    resume: bool,
) -> Result<End, ClusterError> {
    let run_options = RunOptions { resume, retained_levels: 2, ..RunOptions::default() };
    process_with(membership, options, request, storage, run_options)
}

fn process_with(
    membership: &Membership,
    options: NetworkOptions,
    request: &Request<Tiles>,
    (store, codec): Storage,
    run_options: RunOptions,
) -> Result<End, ClusterError> {
    let connections = connect(membership, &mut || None)?;
    let cancel = options.cancel.clone();
    let network = Arc::new(Network::start(connections, options)?);
    let store = Arc::new(ClusterStore::new(network.clone(), store));
    let job = disk::job_of_group(request, store.clone(), codec, run_options, store.clone());
    let result = job.and_then(|job| {
        run(
            &Plan::with_job(request, Some(EngineName::Disk), job),
            &Limit::cancelled_by(&cancel),
            &mut |_| (),
        )
    });
    match &result {
        Ok(found) => network.finish(found.stopped.is_some()),
        Err(error) => network.abort(&error.to_string()),
    }
    Ok(End { result, failure: network.failure(), traffic: network.traffic() })
}

/// All processes of a run; `storage` makes the store of each.
pub(crate) fn enumerate(
    request: &Request<Tiles>,
    processes: usize,
    storage: impl Fn(usize) -> Storage + Sync,
    resume: bool,
) -> Vec<End> {
    let run_options = RunOptions { resume, retained_levels: 2, ..RunOptions::default() };
    enumerate_with(request, processes, storage, run_options)
}

/// The same with all options of the engine.
pub(crate) fn enumerate_with(
    request: &Request<Tiles>,
    processes: usize,
    storage: impl Fn(usize) -> Storage + Sync,
    run_options: RunOptions,
) -> Vec<End> {
    let (listeners, hosts) = sockets(processes);
    thread::scope(|scope| {
        let spawn = |(number, listener): (usize, TcpListener)| {
            let (hosts, storage) = (&hosts, &storage);
            scope.spawn(move || {
                let member = member(hosts, number, listener);
                process_with(&member, options(), request, storage(number), run_options).unwrap()
            })
        };
        let threads: Vec<_> = listeners.into_iter().enumerate().map(spawn).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}
