//! Processes and connections that fail: no wrong table, no panic, no wait beyond the limit, and the
//! failure names the process.

use crate::group::{End, PATIENCE, Storage, member, options, process, request, sockets};
use crate::proxy::Proxy;
use crate::{expected, in_memory, on_disk};
use loyd_cluster::{Cause, NetworkOptions};
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::{EngineName, Request};
use loyd_store::disk::simulated::{Fault, SimulatedDisk};
use loyd_tiles::MetricName;
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate::disk::{LevelRecord, LevelStore, RawCodec, Unit, UnitKind};
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

/// Two processes, the second of which reaches the first through a proxy.
pub(crate) fn through(
    proxy: &Proxy,
    request: &Request<Tiles>,
    stall_limit: Duration,
    storage: impl Fn(usize) -> Storage + Sync,
    resume: bool,
) -> Vec<Result<End, String>> {
    let (listeners, hosts) = sockets(2);
    let by_proxy = vec![proxy.start(&hosts[0]), hosts[1].clone()];
    let lists = [hosts, by_proxy];
    thread::scope(|scope| {
        let threads: Vec<_> = listeners
            .into_iter()
            .enumerate()
            .map(|(number, listener)| {
                let (lists, storage) = (&lists, &storage);
                scope.spawn(move || {
                    let options = NetworkOptions { stall_limit, ..options() };
                    // Where the connection is closed during the handshake, nothing else is waited
                    // for.
                    let closes = proxy.close_after.is_some();
                    let patience = if closes { Duration::from_secs(2) } else { PATIENCE };
                    let member = loyd_cluster::Membership {
                        patience,
                        ..member(&lists[number], number, listener)
                    };
                    process(&member, options, request, storage(number), resume)
                        .map_err(|error| error.to_string())
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

/// The time after which a silent process is given up.
const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn a_closed_connection_ends_the_run_names_the_process_and_loses_no_level() {
    let request = request(4, 2, 1, MetricName::Single);
    let levels = expected(&request, EngineName::Reference);
    let whole = Proxy::default();
    let disk = SimulatedDisk::new();
    for end in through(&whole, &request, LIMIT, |process| on_disk(&disk, process), false) {
        assert_eq!(end.unwrap().levels(), levels);
    }
    let bytes = whole.passed.load(Ordering::Relaxed);
    assert!(bytes > 10_000, "{bytes}");
    let disk = SimulatedDisk::new();
    let mut failures = 0;
    // Small steps at first, where processes meet and agree.
    let cuts =
        (0..12).map(|step| step * 90 + 1).chain((1..24).map(|step| step * bytes / 24 + step));
    for (number, cut) in cuts.enumerate() {
        let proxy = Proxy { close_after: Some(cut), ..Proxy::default() };
        let start = Instant::now();
        let resume = number > 0;
        let ends = through(&proxy, &request, LIMIT, |process| on_disk(&disk, process), resume);
        assert!(start.elapsed() < PATIENCE, "{cut}: {:?}", start.elapsed());
        for (number, end) in ends.iter().enumerate() {
            match end {
                Err(message) => assert!(message.contains("process"), "{message}"),
                Ok(End { result: Ok(found), .. }) => assert_eq!(found.levels, levels),
                Ok(End { result: Err(error), failure, .. }) => {
                    failures += 1;
                    let failure = failure.as_ref().expect("a failure");
                    assert_eq!(failure.process, 1 - number, "{failure}");
                    assert!(matches!(failure.cause, Cause::Lost(_)), "{failure}");
                    assert!(error.to_string().contains("process"), "{error}");
                }
            }
        }
    }
    assert!(failures > 20, "{failures}");
    for end in through(&Proxy::default(), &request, LIMIT, |number| on_disk(&disk, number), true) {
        assert_eq!(end.unwrap().levels(), levels);
    }
}

#[test]
fn a_cut_link_is_noticed_within_the_limit() {
    let request = request(5, 2, 1, MetricName::Single);
    let proxy = Proxy { pause: Duration::from_millis(1), ..Proxy::default() };
    let limit = Duration::from_secs(1);
    let cutter = proxy.clone();
    let cutting = thread::spawn(move || {
        while cutter.passed.load(Ordering::Relaxed) < 30_000 {
            thread::sleep(Duration::from_millis(1));
        }
        cutter.cut.store(true, Ordering::Relaxed);
        Instant::now()
    });
    let ends = through(&proxy, &request, limit, in_memory, false);
    let waited = cutting.join().unwrap().elapsed();
    proxy.cut.store(false, Ordering::Relaxed);
    assert!(waited < PATIENCE, "{waited:?}");
    for (number, end) in ends.into_iter().enumerate() {
        let failure = end.unwrap().failure.expect("a failure");
        assert_eq!(failure.process, 1 - number);
        assert!(matches!(failure.cause, Cause::Silent(_) | Cause::Lost(_)), "{failure}");
    }
}

/// A store that takes its time.
#[derive(Debug)]
struct Slow(Arc<dyn LevelStore>);

impl LevelStore for Slow {
    fn open(&self) -> Result<Option<LevelRecord>, StoreError> {
        self.0.open()
    }

    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        thread::sleep(Duration::from_millis(5));
        self.0.begin(depth)
    }

    fn put(&self, depth: u32, kind: UnitKind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        thread::sleep(Duration::from_micros(300));
        self.0.put(depth, kind, unit, bytes)
    }

    fn get(
        &self,
        depth: u32,
        kind: UnitKind,
        unit: Unit,
        into: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        self.0.get(depth, kind, unit, into)
    }

    fn commit(&self, record: &LevelRecord) -> Result<(), StoreError> {
        thread::sleep(Duration::from_millis(20));
        self.0.commit(record)
    }

    fn release(&self, depth: u32) -> Result<(), StoreError> {
        self.0.release(depth)
    }
}

#[test]
fn a_slow_process_only_delays_the_others() {
    let request = request(5, 2, 1, MetricName::Single);
    let levels = expected(&request, EngineName::Reference);
    let slow = |process: usize| -> Storage {
        let (store, codec) = in_memory(process);
        if process == 1 { (Arc::new(Slow(store)), Arc::new(RawCodec)) } else { (store, codec) }
    };
    for end in crate::group::enumerate(&request, 3, slow, false) {
        assert_eq!(end.levels(), levels);
    }
}

/// One process of three has a disk that fails at an operation; then all continue.
fn fails_at(point: u64, fault: Fault, request: &Request<Tiles>, levels: &[u64]) -> bool {
    let disks: Vec<SimulatedDisk> = (0..3).map(|_| SimulatedDisk::new()).collect();
    let start = Instant::now();
    let attempt = |disks: &[SimulatedDisk], resume, fault: Option<(u64, Fault)>| {
        let (listeners, hosts) = sockets(3);
        let storage = |number: usize| crate::on_disk(&disks[number], number);
        let mut storage: Vec<Option<Storage>> = (0..3).map(storage).map(Some).collect();
        if let Some((point, fault)) = fault {
            disks[1].fail_at(disks[1].points() + point, fault);
        }
        thread::scope(|scope| {
            let threads: Vec<_> = listeners
                .into_iter()
                .enumerate()
                .map(|(number, listener)| {
                    let (hosts, storage) = (&hosts, storage[number].take().expect("once"));
                    scope.spawn(move || {
                        let member = member(hosts, number, listener);
                        process(&member, options(), request, storage, resume).unwrap()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Vec<End>>()
        })
    };
    let ends = attempt(&disks, false, Some((point, fault)));
    let failed = disks[1].failed_point().is_some();
    for (number, end) in ends.iter().enumerate() {
        match end {
            End { result: Ok(found), .. } => assert_eq!(found.levels, levels, "{point}"),
            End { failure, .. } => {
                let failure = failure.as_ref().expect("a failure");
                assert!(failed && failure.process == 1, "{point} {number}: {failure}");
                assert!(matches!(failure.cause, Cause::Stopped(_)), "{failure}");
            }
        }
    }
    assert!(start.elapsed() < PATIENCE);
    let after: Vec<SimulatedDisk> = disks.iter().map(SimulatedDisk::after_kill).collect();
    for end in attempt(&after, true, None) {
        assert_eq!(end.levels(), levels, "{point} {fault:?}");
    }
    failed
}

#[test]
fn a_disk_failure_ends_the_run_and_all_resume_from_a_common_level() {
    let request = request(3, 3, 1, MetricName::Single);
    let levels = expected(&request, EngineName::Reference);
    let faults = [Fault::End, Fault::Error(io::ErrorKind::StorageFull)];
    let mut failed = 0;
    // Spread over the operations of a run.
    for number in 0..24 {
        failed +=
            u32::from(fails_at(3 + number * 41, faults[number as usize % 2], &request, &levels));
    }
    assert!(failed > 12, "{failed}");
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-cluster --test cluster -- --ignored --nocapture"]
fn each_operation_of_a_disk_fails() {
    let request = request(3, 3, 1, MetricName::Single);
    let levels = expected(&request, EngineName::Reference);
    for fault in [Fault::End, Fault::Error(io::ErrorKind::StorageFull)] {
        let mut point = 0;
        while fails_at(point, fault, &request, &levels) {
            point += 1;
        }
        println!("{fault:?}: {point} operations");
        assert!(point > 200);
    }
}
