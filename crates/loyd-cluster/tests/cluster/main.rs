//! Runs of several processes against the engine in memory and the reference engine.

mod failures;
mod group;
mod keys;
mod meeting;
mod proxy;
mod strangers;

use group::{Storage, enumerate, enumerate_with, request};
use loyd_enumerate::{EngineName, Request, run};
use loyd_search::observe::Limit;
use loyd_store::disk::simulated::{Fault, SimulatedDisk};
use loyd_store::{FileLevelStore, LevelsInMemory, LockedFolder, Retention};
use loyd_tiles::MetricName;
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate as tiles;
use loyd_tiles_enumerate::disk::{MemoryLevelStore, RawCodec, RunOptions};
use std::path::Path;
use std::sync::Arc;

/// The levels as another engine counts them.
fn expected(request: &Request<Tiles>, engine: EngineName) -> Vec<u64> {
    let plan = tiles::plan(&Request { engine: Some(engine), ..request.clone() }).unwrap();
    run(&plan, &Limit::none(), &mut |_| ()).unwrap().levels
}

fn in_memory(_: usize) -> Storage {
    (Arc::new(MemoryLevelStore::new()), Arc::new(RawCodec))
}

/// A store with coded units on a disk, in a folder for each process; `None` if the disk fails.
fn try_on_disk(disk: &SimulatedDisk, process: usize) -> Option<Storage> {
    let folder = format!("process-{process}");
    let folder = LockedFolder::create(Arc::new(disk.clone()), Path::new(&folder)).ok()?;
    let store = Arc::new(FileLevelStore::new(folder).retaining(Some(Retention::Exactly(2))));
    let codec = Arc::new(store.codec());
    Some((store, codec))
}

fn on_disk(disk: &SimulatedDisk, process: usize) -> Storage {
    try_on_disk(disk, process).unwrap()
}

#[test]
fn small_boards_in_both_metrics() {
    use MetricName::{Multi, Single};
    for (width, height, metric) in
        [(3, 3, Single), (4, 2, Single), (4, 2, Multi), (5, 2, Single), (5, 2, Multi)]
    {
        let request = request(width, height, 1, metric);
        let levels = expected(&request, EngineName::Reference);
        for processes in [2, 3, 4] {
            for end in enumerate(&request, processes, in_memory, false) {
                assert_eq!(end.levels(), levels, "{width}x{height} {metric} by {processes}");
                assert!(end.traffic.sent > 0 && end.failure.is_none());
            }
        }
    }
}

#[test]
fn coded_units_in_files() {
    for (processes, metric) in [(2, MetricName::Single), (3, MetricName::Multi)] {
        let request = request(5, 2, 3, metric);
        let levels = expected(&request, EngineName::Reference);
        let disk = SimulatedDisk::new();
        for end in enumerate(&request, processes, |process| on_disk(&disk, process), false) {
            assert_eq!(end.levels(), levels, "{metric} by {processes}");
        }
    }
}

/// The level that lists hand over is coded by every process, and trains models in each: they must agree on
/// one.
#[test]
fn a_dense_level_may_be_the_first_in_files() {
    let request = request(5, 2, 9, MetricName::Single);
    let levels = expected(&request, EngineName::Reference);
    for (processes, listed) in [(2, 900_000), (3, 900_000), (3, 200_000), (4, 20_000)] {
        let disk = SimulatedDisk::new();
        let run_options =
            RunOptions { resume: false, listed_states: Some(listed), ..RunOptions::default() };
        for end in
            enumerate_with(&request, processes, |process| on_disk(&disk, process), run_options)
        {
            assert_eq!(end.levels(), levels, "{listed} states in lists, {processes} processes");
        }
    }
}

#[test]
fn every_start_cell() {
    for (width, height, metric) in [(3, 3, MetricName::Single), (5, 2, MetricName::Multi)] {
        for start in 0..width * height {
            let request = request(width, height, start, metric);
            let levels = expected(&request, EngineName::Memory);
            for end in enumerate(&request, 2, in_memory, false) {
                assert_eq!(end.levels(), levels, "{width}x{height} {metric} from {start}");
            }
        }
    }
}

#[test]
fn twelve_cells_in_both_metrics() {
    for (processes, metric) in [(4, MetricName::Single), (3, MetricName::Multi)] {
        let request = request(4, 3, 11, metric);
        let levels = expected(&request, EngineName::Memory);
        assert_eq!(levels.iter().sum::<u64>(), 239_500_800);
        let disk = SimulatedDisk::new();
        for end in enumerate(&request, processes, |process| on_disk(&disk, process), false) {
            assert_eq!(end.levels(), levels, "{metric} by {processes}");
        }
    }
}

#[test]
fn a_run_stopped_by_one_process_is_resumed_by_all() {
    let request = request(5, 2, 1, MetricName::Single);
    let levels = expected(&request, EngineName::Reference);
    let disk = SimulatedDisk::new();
    let mut stopped = 0;
    for attempt in 0..6 {
        let (listeners, hosts) = group::sockets(3);
        let ends: Vec<group::End> = std::thread::scope(|scope| {
            let threads: Vec<_> = listeners
                .into_iter()
                .enumerate()
                .map(|(number, listener)| {
                    let (hosts, request, disk) = (&hosts, &request, &disk);
                    scope.spawn(move || {
                        let member = group::member(hosts, number, listener);
                        let options = group::options();
                        let cancel = options.cancel.clone();
                        if number == attempt % 3 && attempt < 5 {
                            std::thread::spawn(move || {
                                let time = 150 + 40 * attempt as u64;
                                std::thread::sleep(std::time::Duration::from_millis(time));
                                cancel.cancel();
                            });
                        }
                        let storage = on_disk(disk, number);
                        group::process(&member, options, request, storage, attempt > 0).unwrap()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let mut finished = 0;
        for end in &ends {
            match &end.result {
                Ok(result) => {
                    assert!(levels.starts_with(&result.levels));
                    finished += usize::from(result.levels == levels);
                    stopped += usize::from(result.stopped.is_some());
                }
                Err(error) => {
                    let text = error.to_string();
                    assert!(text.contains("was stopped before") && attempt < 5, "{text}");
                    stopped += 1;
                }
            }
        }
        assert!(finished == 3 || attempt < 5, "{finished}");
    }
    assert!(stopped > 0);
}

/// Levels in memory, every third one copied to a disk.
fn copied(disk: &SimulatedDisk, process: usize) -> Option<Storage> {
    let folder = |name: &str| {
        let path = format!("process-{process}/{name}");
        LockedFolder::create(Arc::new(disk.clone()), Path::new(&path)).ok()
    };
    let store = LevelsInMemory::new(16 << 20, [folder("a")?, folder("b")?], 3).ok()?;
    let codec = Arc::new(store.codec());
    Some((Arc::new(store), codec))
}

#[test]
fn levels_in_memory_resume_from_a_common_copy() {
    let request = request(4, 2, 1, MetricName::Single);
    let levels = expected(&request, EngineName::Reference);
    let (mut failed, mut continued) = (0, 0);
    for number in 0..16 {
        let disks: Vec<SimulatedDisk> = (0..2).map(|_| SimulatedDisk::new()).collect();
        // The folders are there; something fails later.
        let storage: Vec<Storage> =
            (0..2).map(|process| copied(&disks[process], process).unwrap()).collect();
        let point = disks[number % 2].points() + number as u64 * 9;
        disks[number % 2].fail_at(point, Fault::End);
        for end in enumerate(&request, 2, |process| storage[process].clone(), false) {
            match end.result {
                Ok(result) => assert_eq!(result.levels, levels),
                Err(_) => failed += 1,
            }
        }
        drop(storage);
        let after: Vec<SimulatedDisk> = disks.iter().map(SimulatedDisk::after_kill).collect();
        let again = |process: usize| copied(&after[process], process).unwrap();
        let ends = enumerate(&request, 2, again, true);
        let depths = ends.iter().map(|end| end.result.as_ref().map_or(None, |end| end.resumed_at));
        let depths: Vec<Option<u32>> = depths.collect();
        assert!(depths.iter().all(|depth| *depth == depths[0]), "{number}: {depths:?}");
        assert!(depths[0].is_none_or(|depth| depth % 3 == 0), "{number}: {depths:?}");
        continued += u32::from(depths[0] > Some(0));
        for end in ends {
            assert_eq!(end.levels(), levels, "{number}");
        }
    }
    assert!(failed > 8 && continued > 8, "{failed} {continued}");
}
