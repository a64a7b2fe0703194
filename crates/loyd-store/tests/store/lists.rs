//! Lists in files: a run that is killed, loses power, is refused by the disk or finds its files damaged
//! resumes from the last intact level, or reports the reason; its counts are never wrong.

use crate::attempts::{Attempt, FOLDER, Run, locked};
use crate::damage::Stopped;
use loyd_enumerate::checkpoint::StoreFault;
use loyd_enumerate::lists::ListError;
use loyd_enumerate::{EngineName, Plan, Request, run};
use loyd_search::observe::{Cancel, Limit};
use loyd_store::FileListStore;
use loyd_store::disk::Disk;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate as tiles;
use loyd_tiles_enumerate::frontier;
use serde_json::{Map, Value};
use std::path::Path;
use std::sync::Arc;

const METRICS: [MetricName; 2] = [MetricName::Single, MetricName::Multi];

fn request(metric: MetricName) -> Request<Tiles> {
    let size = Size::new(3, 2).unwrap();
    Request { metric, samples: 2, threads: 1, ..tiles::request_from(size, 1) }
}

fn truth(metric: MetricName) -> Vec<u64> {
    let request = Request { engine: Some(EngineName::Reference), ..request(metric) };
    run(&tiles::plan(&request).unwrap(), &Limit::none(), &mut |_| ()).unwrap().levels
}

/// One process: begins or continues a run, until level `stop_at`.
fn attempt(disk: &SimulatedDisk, metric: MetricName, stop_at: Option<u32>) -> Attempt {
    let store = Arc::new(FileListStore::new(locked(disk)));
    let mut committed = None;
    let counted = frontier::job(&request(metric), store, true).and_then(|job| {
        let plan = Plan::with_job(&request(metric), Some(EngineName::Frontier), job);
        let cancel = Cancel::new();
        run(&plan, &Limit::cancelled_by(&cancel), &mut |progress| {
            if progress.finished {
                committed = Some(progress.depth);
                if committed == stop_at {
                    cancel.cancel();
                }
            }
        })
    });
    let resumed_at = counted.as_ref().ok().and_then(|result| result.resumed_at);
    let result = match counted {
        Ok(result) if result.complete => Ok(result.levels),
        Ok(_) => Err("stopped".to_owned()),
        Err(error) => {
            let store = matches!(error.engine_cause(), Some(ListError::Store { .. }));
            assert!(store, "{error}");
            Err(error.to_string())
        }
    };
    Attempt { result, committed, resumed_at }
}

#[test]
fn lists_go_through_files_and_leave_two_levels() {
    for metric in METRICS {
        let disk = SimulatedDisk::new();
        assert_eq!(attempt(&disk, metric, None).result, Ok(truth(metric)));
        let names = disk.list(Path::new(FOLDER)).unwrap();
        let data = names.iter().filter(|name| name.contains(".data"));
        // Of the level after the last, which is empty, there may be a file too.
        assert!((2..=3).contains(&data.count()), "{names:?}");
        FileListStore::new(locked(&disk)).clear();
        assert_eq!(disk.list(Path::new(FOLDER)).unwrap(), [""; 0]);
    }
}

#[test]
fn a_run_survives_its_end_at_every_operation() {
    assert!(ends(5) > 40);
}

#[test]
#[ignore = "half a minute: cargo test --release -p loyd-store --test store -- --ignored lists"]
fn a_run_survives_its_end_at_every_single_operation() {
    assert!(ends(1) > 200);
}

/// Ends a run at every few operations. Returns how often, in the metric that has fewer.
fn ends(stride: usize) -> u32 {
    let in_metric = |metric| in_run(metric, |run| run.ends(stride, 11, 0..2));
    METRICS.map(in_metric).into_iter().min().unwrap()
}

/// Tries a run in a metric.
fn in_run<T>(metric: MetricName, of: impl FnOnce(Run<'_>) -> T) -> T {
    of(Run { levels: &truth(metric), attempt: &|disk, stop_at| attempt(disk, metric, stop_at) })
}

#[test]
fn an_error_of_the_disk_never_makes_a_wrong_table() {
    let failures = in_run(MetricName::Single, |run| run.errors(3));
    assert!(failures > 50, "{failures}");
}

#[test]
fn damage_in_any_file_is_reported() {
    let metric = MetricName::Single;
    let truth = truth(metric);
    let disk = SimulatedDisk::new();
    assert_eq!(attempt(&disk, metric, Some(12)).committed, Some(12));
    let names = disk.list(Path::new(FOLDER)).unwrap();
    assert_eq!(
        names.len(),
        5,
        "two files of each of two levels, and one that names them: {names:?}"
    );
    let stopped = Stopped {
        disk: &disk,
        folder: Path::new(FOLDER),
        names: &names,
        pointer: "lists.json",
        levels: &truth,
        resume: &|disk| attempt(disk, metric, None).result,
    };
    let reported = stopped.assert_damage_is_reported(40);
    assert!(reported > 100, "only {reported} of the changes were reported");
}

#[test]
fn levels_in_files_can_be_checked_whole() {
    let disk = SimulatedDisk::new();
    attempt(&disk, MetricName::Multi, Some(10));
    let store = FileListStore::new(locked(&disk));
    assert_eq!(store.check().unwrap().expect("a level").depth(), 10);
    let names = disk.list(Path::new(FOLDER)).unwrap();
    let data = names.iter().filter(|name| name.contains(".data"));
    for name in data {
        let copy = disk.after_kill();
        copy.tamper(&Path::new(FOLDER).join(name), |bytes| *bytes.last_mut().unwrap() ^= 1);
        let error = FileListStore::new(locked(&copy)).check().unwrap_err();
        assert!(error.fault == StoreFault::Data && error.message.contains("checksum"), "{error}");
    }
}

/// Gives a file whose last eight bytes are the checksum of the rest another content.
fn reseal(disk: &SimulatedDisk, name: &str, change: impl FnOnce(&mut Vec<u8>)) {
    disk.tamper(&Path::new(FOLDER).join(name), |bytes| {
        bytes.truncate(bytes.len() - 8);
        change(bytes);
        let sum = xxhash_rust::xxh3::xxh3_64(bytes);
        bytes.extend(sum.to_le_bytes());
    });
}

fn stopped(at: u32) -> (SimulatedDisk, Vec<String>) {
    let disk = SimulatedDisk::new();
    assert_eq!(attempt(&disk, MetricName::Single, Some(at)).committed, Some(at));
    let names = disk.list(Path::new(FOLDER)).unwrap();
    (disk, names.into_iter().filter(|name| name.contains(".index")).collect())
}

#[test]
fn an_index_that_is_not_the_one_named_is_refused() {
    let (disk, indices) = stopped(12);
    for name in indices {
        let copy = disk.after_kill();
        // The last two lists change places: length and state count stay the same.
        reseal(&copy, &name, |bytes| {
            let entries = bytes.len() - 48;
            let (first, second) = bytes[entries..].split_at_mut(24);
            first[..4].swap_with_slice(&mut second[..4]);
        });
        let error = FileListStore::new(locked(&copy)).check().unwrap_err();
        assert!(error.message.contains("not the file that lists.json names"), "{name}: {error}");
    }
}

#[test]
fn an_index_that_says_it_is_longer_than_its_file_is_refused() {
    let (disk, indices) = stopped(12);
    for lists in ["0", "1", "1000000", "18446744073709551615"] {
        let copy = disk.after_kill();
        reseal(&copy, &indices[1], |bytes| {
            let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
            let mut header: Map<String, Value> =
                serde_json::from_slice(&bytes[16..16 + length]).unwrap();
            header.insert("lists".into(), serde_json::from_str(lists).unwrap());
            let header = serde_json::to_vec(&header).unwrap();
            bytes[12..16].copy_from_slice(&(header.len() as u32).to_le_bytes());
            bytes.splice(16..16 + length, header);
        });
        let error = FileListStore::new(locked(&copy)).check().unwrap_err();
        assert!(error.message.contains("not the one that it states"), "{lists}: {error}");
    }
}
