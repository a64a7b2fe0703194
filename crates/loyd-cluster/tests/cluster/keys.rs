//! Puzzles whose states are keys, shared by their hash: counts, passes, checkpoints.

use crate::group::{member, options, sockets};
use loyd_cluster::{ClusterCheckpoints, Membership, Network, connect};
use loyd_cube::MetricName;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_cube::cube3::{Cube3, ThreeByThree};
use loyd_enumerate::checkpoint::{Checkpoints, StoreError};
use loyd_enumerate::{EngineName, Enumeration, Plan, Request, run, run_with, symmetric};
use loyd_search::observe::{Limit, StopCause};
use loyd_search::puzzle::Puzzle;
use loyd_store::disk::simulated::{Fault, SimulatedDisk};
use loyd_store::{CheckpointInterval, FolderKind, RunFolder};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::thread;

const TABLES: &str = include_str!("../../../../data/cube_levels.csv");

fn published(puzzle: &str, metric: MetricName) -> Vec<u64> {
    let states = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (fields[..2] == [puzzle, metric.name()]).then(|| fields[3].parse().expect("a number"))
    };
    TABLES.lines().filter_map(states).collect()
}

fn request<P: Puzzle>(start: P::Position, metric: P::Metric, depth: Option<u32>) -> Request<P> {
    Request { metric, depth, memory: 128 << 20, threads: 1, ..Request::new(start) }
}

/// The places for checkpoints of a process.
fn places<P: Puzzle>(
    disk: &SimulatedDisk,
    request: &Request<P>,
    process: usize,
) -> Result<[RunFolder; 2], StoreError> {
    let every = CheckpointInterval::Levels(1);
    let place = |name: &str| {
        let folder = format!("{process}-{name}");
        let (disk, folder) = (Arc::new(disk.clone()), Path::new(&folder));
        match FolderKind::of(&*disk, folder) {
            Some(_) => RunFolder::open(disk, folder, every),
            None => RunFolder::create(disk, folder, request, Some(EngineName::Symmetric), every),
        }
    };
    Ok([place("a")?, place("b")?])
}

/// The end of a process, and the bytes that it has sent.
type End<P> = (Result<Enumeration<P>, String>, u64);

/// A run; with disks, checkpoints are saved after each level.
fn shared<P: Puzzle>(
    request: &Request<P>,
    processes: usize,
    memory: u64,
    disks: Option<&[SimulatedDisk]>,
) -> Vec<End<P>>
where
    P::Position: Send + Sync,
    P::Metric: Send + Sync,
{
    let (listeners, hosts) = sockets(processes);
    let process = |number: usize, listener: TcpListener| -> End<P> {
        let member = Membership { memory, ..member(&hosts, number, listener) };
        let connections = match connect(&member, &mut || None) {
            Ok(connections) => connections,
            Err(error) => return (Err(error.to_string()), 0),
        };
        let options = options();
        let cancel = options.cancel.clone();
        let network = Arc::new(Network::start(connections, options).unwrap());
        let request = Request { memory, ..request.clone() };
        let counted = || -> Result<Enumeration<P>, String> {
            let text = |error: StoreError| error.to_string();
            let mut checkpoints = match disks {
                Some(disks) => {
                    let places = places(&disks[number], &request, number).map_err(text)?;
                    Some(ClusterCheckpoints::new(network.clone(), places))
                }
                None => None,
            };
            let checkpoints = checkpoints.as_mut().map(|places| places as &mut dyn Checkpoints);
            let job = symmetric::job_of_processes(&request, network.clone());
            let job = job.map_err(|error| error.to_string())?;
            let plan = Plan::with_job(&request, Some(EngineName::Symmetric), job);
            let result = run_with(&plan, &Limit::cancelled_by(&cancel), &mut |_| (), checkpoints);
            result.map_err(|error| error.to_string())
        };
        let counted = counted();
        match &counted {
            // All stop for lack of memory by themselves.
            Ok(result) => network.finish(result.stopped == Some(StopCause::Cancelled)),
            Err(message) => network.abort(message),
        }
        (counted, network.traffic().sent)
    };
    let process = &process;
    thread::scope(|scope| {
        let threads: Vec<_> = listeners
            .into_iter()
            .enumerate()
            .map(|(number, listener)| scope.spawn(move || process(number, listener)))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

#[test]
fn the_first_levels_of_the_3x3x3_are_the_published_ones() {
    for (metric, depth) in [(MetricName::Quarter, 7), (MetricName::Half, 6)] {
        let request = request::<ThreeByThree>(Cube3::SOLVED, metric, Some(depth));
        for processes in [2, 3, 4] {
            for (result, sent) in shared(&request, processes, 128 << 20, None) {
                let levels = result.unwrap().levels;
                assert_eq!(levels, published("3x3x3", metric)[..=depth as usize]);
                assert!(sent > 100_000);
            }
        }
    }
}

#[test]
fn all_states_of_the_2x2x2_by_their_ranks() {
    for metric in [MetricName::Quarter, MetricName::Half] {
        let request = request::<TwoByTwo>(Cube2::SOLVED, metric, None);
        let plan = Plan::new(&request).unwrap();
        let levels = run(&plan, &Limit::none(), &mut |_| ()).unwrap().levels;
        for (result, _) in shared(&request, 3, 256 << 20, None) {
            let result = result.unwrap();
            assert!(result.complete);
            assert_eq!(result.levels, levels, "{metric}");
        }
    }
}

/// A puzzle that no crate of the workspace knows: one file, written against the contracts alone.
#[allow(dead_code, reason = "the example solves and audits too")]
#[path = "../../../loyd-search/examples/pancakes.rs"]
mod pancakes;

#[test]
fn eight_pancakes_over_three_processes() {
    const TABLE: &str = include_str!("../../../../data/pancake_levels.csv");
    let states = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (fields[0] == "8").then(|| fields[2].parse().expect("a number"))
    };
    let published: Vec<u64> = TABLE.lines().filter_map(states).collect();
    let start = std::array::from_fn(|place| place as u8);
    let request =
        Request::<pancakes::Pancakes<8>> { memory: 128 << 20, threads: 1, ..Request::new(start) };
    for (result, sent) in shared(&request, 3, 128 << 20, None) {
        let result = result.unwrap();
        assert!(result.complete && sent > 0);
        assert_eq!(result.levels, published);
    }
}

#[test]
fn a_last_level_that_exceeds_the_memory_is_made_in_passes_or_the_run_stops() {
    let request = request::<ThreeByThree>(Cube3::SOLVED, MetricName::Quarter, Some(8));
    let table = published("3x3x3", MetricName::Quarter);
    let (mut whole, mut stopped) = (0, 0);
    for memory in 8..17 {
        let ends = shared(&request, 2, memory << 20, None);
        for (result, _) in &ends {
            let Ok(result) = result.as_ref().inspect_err(|error| eprintln!("{memory}: {error}"))
            else {
                continue;
            };
            assert!(table.starts_with(&result.levels), "{memory} MiB: {:?}", result.levels);
            match result.stopped {
                None => whole += 1,
                Some(cause) => {
                    eprintln!("{memory}: {cause:?} {:?}", result.levels.len());
                    stopped += 1;
                }
            }
        }
        let same = ends.iter().all(|(result, _)| {
            result.as_ref().ok().map(|result| &result.levels)
                == ends[0].0.as_ref().ok().map(|result| &result.levels)
        });
        assert!(same, "{memory} MiB");
    }
    assert!(whole > 2 && stopped == 0, "{whole} whole, {stopped} stopped");
    // A level that the next one needs cannot be made in passes.
    let deeper = Request { depth: Some(10), ..request };
    for (result, _) in shared(&deeper, 2, 14 << 20, None) {
        let result = result.unwrap();
        assert_eq!(result.stopped, Some(StopCause::Memory));
        assert!(result.levels.len() > 6 && table.starts_with(&result.levels));
    }
}

#[test]
fn all_resume_from_a_common_checkpoint_after_any_end() {
    assert!(ends(5) > 5);
}

#[test]
#[ignore = "half a minute: ends at 30 operations"]
fn all_resume_from_a_common_checkpoint_after_any_of_many_ends() {
    assert!(ends(1) > 30);
}

/// Ends one of three processes, at every few of 30 operations; returns how many processes failed.
fn ends(stride: usize) -> usize {
    let request = request::<ThreeByThree>(Cube3::SOLVED, MetricName::Quarter, Some(5));
    let table = &published("3x3x3", MetricName::Quarter)[..6];
    let mut failed = 0;
    for number in (0..30).step_by(stride) {
        let disks: Vec<SimulatedDisk> = (0..3).map(|_| SimulatedDisk::new()).collect();
        disks[number % 3].fail_at(number as u64 * 5, Fault::End);
        for (result, _) in shared(&request, 3, 128 << 20, Some(&disks)) {
            match result {
                Ok(result) => assert_eq!(result.levels, table),
                Err(message) => {
                    assert!(!message.is_empty());
                    failed += 1;
                }
            }
        }
        let after: Vec<SimulatedDisk> = disks.iter().map(SimulatedDisk::after_kill).collect();
        for (result, _) in shared(&request, 3, 128 << 20, Some(&after)) {
            assert_eq!(result.unwrap_or_else(|error| panic!("{number}: {error}")).levels, table);
        }
    }
    failed
}
