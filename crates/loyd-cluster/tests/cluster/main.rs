//! Runs of several processes against the engine in memory and the reference engine.

mod group;

use group::{Storage, enumerate, request};
use loyd::observe::Cancel;
use loyd_enumerate::tiles;
use loyd_enumerate::tiles::disk::{MemoryLevelStore, RawCodec};
use loyd_enumerate::{EngineName, Request, run};
use loyd_simulated_disk::SimulatedDisk;
use loyd_store::{FileLevelStore, LockedFolder, Retention};
use loyd_tiles::MetricName;
use loyd_tiles::solver::Tiles;
use std::path::Path;
use std::sync::Arc;

/// The levels as another engine counts them.
fn expected(asked: &Request<Tiles>, engine: EngineName) -> Vec<u64> {
    let plan = tiles::plan(&Request { engine: Some(engine), ..asked.clone() }).unwrap();
    run(&plan, &Cancel::new(), &mut |_| ()).unwrap().levels
}

fn in_memory(_: usize) -> Storage {
    (Arc::new(MemoryLevelStore::new()), Arc::new(RawCodec))
}

/// A store with coded units on a disk, in a folder for each process.
fn on_disk(disk: &SimulatedDisk, process: usize) -> Storage {
    let folder = format!("process-{process}");
    let folder = LockedFolder::create(Arc::new(disk.clone()), Path::new(&folder)).unwrap();
    let store = Arc::new(FileLevelStore::new(folder).retaining(Some(Retention::Exactly(2))));
    let codec = Arc::new(store.codec());
    (store, codec)
}

#[test]
fn small_boards_in_both_metrics() {
    use MetricName::{Multi, Single};
    for (width, height, metric) in
        [(3, 3, Single), (4, 2, Single), (4, 2, Multi), (5, 2, Single), (5, 2, Multi)]
    {
        let asked = request(width, height, 1, metric);
        let levels = expected(&asked, EngineName::Reference);
        for processes in [2, 3, 4] {
            for end in enumerate(&asked, processes, in_memory, false) {
                assert_eq!(end.levels(), levels, "{width}x{height} {metric} by {processes}");
                assert!(end.traffic.sent > 0 && end.failure.is_none());
            }
        }
    }
}

#[test]
fn coded_units_in_files() {
    for (processes, metric) in [(2, MetricName::Single), (3, MetricName::Multi)] {
        let asked = request(5, 2, 3, metric);
        let levels = expected(&asked, EngineName::Reference);
        let disk = SimulatedDisk::new();
        for end in enumerate(&asked, processes, |process| on_disk(&disk, process), false) {
            assert_eq!(end.levels(), levels, "{metric} by {processes}");
        }
    }
}
