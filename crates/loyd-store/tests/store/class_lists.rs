//! Levels of the 3x3x3 cube in files: a run that is killed, loses power, is refused by the disk or
//! finds its files damaged goes on from the last whole level, or says why not.

use crate::damage::Stopped;
use loyd::observe::Cancel;
use loyd_cube::MetricName;
use loyd_cube::cube3::{Cube3, ThreeByThree};
use loyd_enumerate::lists::ListError;
use loyd_enumerate::symmetric::in_lists;
use loyd_enumerate::{EngineName, Plan, Request, run};
use loyd_simulated_disk::{Fault, SimulatedDisk};
use loyd_store::disk::Disk;
use loyd_store::{FileListStore, LockedFolder};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

const FOLDER: &str = "run";
/// Published: states at depths 0 to 4, quarter turns (<https://cube20.org/qtm/>).
const LEVELS: [u64; 5] = [1, 12, 114, 1068, 10_011];

fn request() -> Request<ThreeByThree> {
    let (metric, depth) = (MetricName::Quarter, Some(LEVELS.len() as u32 - 1));
    Request { metric, depth, threads: 1, ..Request::new(Cube3::SOLVED) }
}

fn locked(disk: &SimulatedDisk) -> LockedFolder {
    LockedFolder::create(Arc::new(disk.clone()), Path::new(FOLDER)).unwrap()
}

/// The work of a process before it ended.
struct Attempt {
    result: Result<Vec<u64>, String>,
    /// The last level that it had committed.
    committed: Option<u32>,
    resumed_at: Option<u32>,
}

/// One process: begins or continues a run, until level `stop_at`.
fn attempt(disk: &SimulatedDisk, stop_at: Option<u32>) -> Attempt {
    let store = Arc::new(FileListStore::new(locked(disk)));
    let mut committed = None;
    let counted = in_lists(&request(), store, true).and_then(|job| {
        let plan = Plan::with_job(&request(), Some(EngineName::Disk), job);
        let cancel = Cancel::new();
        run(&plan, &cancel, &mut |progress| {
            // The last level is only counted.
            if progress.finished && progress.depth + 1 < LEVELS.len() as u32 {
                committed = Some(progress.depth);
                if committed == stop_at {
                    cancel.cancel();
                }
            }
        })
    });
    let resumed_at = counted.as_ref().ok().and_then(|found| found.resumed_at);
    let result = match counted {
        Ok(found) if found.stopped.is_none() => Ok(found.levels),
        Ok(_) => Err("stopped".to_owned()),
        Err(error) => {
            assert!(error.engine_cause::<ListError>().is_some(), "{error}");
            Err(error.to_string())
        }
    };
    Attempt { result, committed, resumed_at }
}

#[test]
fn a_run_survives_its_end_at_every_operation() {
    assert!(ends(5) > 10);
}

#[test]
#[ignore = "half a minute: cargo test --release -p loyd-store --test store -- --ignored class_lists"]
fn a_run_survives_its_end_at_every_single_operation() {
    assert!(ends(1) > 50);
}

/// Ends a run at every so many operations; returns how often.
fn ends(stride: usize) -> u32 {
    let mut points = 0;
    for point in (0..).step_by(stride) {
        let disk = SimulatedDisk::new();
        disk.fail_at(point, Fault::End);
        // In the middle it is stopped and continued once.
        let mut first = attempt(&disk, Some(2));
        if disk.failed_point().is_none() {
            first = attempt(&disk, None);
        }
        let Some(struck) = disk.failed_point() else { break };
        points += 1;
        let lost = disk.after_power_loss(977 + point);
        for (number, after) in [lost, disk.after_kill()].into_iter().enumerate() {
            let what = format!("{struck:?}, operation {point}, end {number}");
            let second = attempt(&after, None);
            assert_eq!(second.result.as_deref(), Ok(&LEVELS[..]), "{what}");
            assert!(second.resumed_at >= first.committed, "{what}: a level was lost");
        }
    }
    points
}

#[test]
fn an_error_of_the_disk_never_makes_a_wrong_table() {
    assert!(errors(9) > 4);
}

#[test]
#[ignore = "half a minute: cargo test --release -p loyd-store --test store -- --ignored class_lists"]
fn an_error_at_any_operation_never_makes_a_wrong_table() {
    assert!(errors(1) > 40);
}

/// Refuses every so many operations, once each; returns how many runs failed.
fn errors(stride: usize) -> u32 {
    let mut failures = 0;
    for kind in [ErrorKind::StorageFull, ErrorKind::Other] {
        for point in (0..).step_by(stride) {
            let disk = SimulatedDisk::new();
            disk.fail_at(point, Fault::Error(kind));
            let first = attempt(&disk, None);
            if disk.failed_point().is_none() {
                break;
            }
            let result = first.result.or_else(|_| {
                failures += 1;
                attempt(&disk, None).result
            });
            assert_eq!(result.as_deref(), Ok(&LEVELS[..]), "{kind:?} at operation {point}");
        }
    }
    failures
}

#[test]
fn damage_in_any_file_is_found() {
    let disk = SimulatedDisk::new();
    assert_eq!(attempt(&disk, Some(3)).committed, Some(3));
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
        levels: &LEVELS,
        resume: &|disk| attempt(disk, None).result,
    };
    let found = stopped.assert_damage_is_found(15);
    assert!(found > 50, "only {found} of the changes were found");
}
