//! Levels of the 3x3x3 cube in files: a run that is killed, loses power, is refused by the disk or
//! finds its files damaged continues from the last intact level, or reports the reason.

use crate::attempts::{Attempt, FOLDER, Run, locked};
use crate::damage::Stopped;
use loyd_cube::MetricName;
use loyd_cube::cube3::{Cube3, ThreeByThree};
use loyd_enumerate::checkpoint::{Boundary, Checkpoints, MemoryCheckpoints};
use loyd_enumerate::lists::ListError;
use loyd_enumerate::symmetric::in_lists;
use loyd_enumerate::{EngineName, Plan, Request, run, run_with};
use loyd_search::observe::{Cancel, Limit};
use loyd_store::disk::Disk;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::{CheckpointInterval, FileListStore, RunFolder};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// Published: states at depths 0 to 4, quarter turns (<https://cube20.org/qtm/>).
const LEVELS: [u64; 5] = [1, 12, 114, 1068, 10_011];

fn request() -> Request<ThreeByThree> {
    let (metric, depth) = (MetricName::Quarter, Some(LEVELS.len() as u32 - 1));
    Request { metric, depth, threads: 1, ..Request::new(Cube3::SOLVED) }
}

/// One process: begins or continues a run, until level `stop_at`.
fn attempt(disk: &SimulatedDisk, stop_at: Option<u32>) -> Attempt {
    let store = Arc::new(FileListStore::new(locked(disk)));
    let mut committed = None;
    let counted = in_lists(&request(), store, true).and_then(|job| {
        let plan = Plan::with_job(&request(), Some(EngineName::Disk), job);
        let cancel = Cancel::new();
        run(&plan, &Limit::cancelled_by(&cancel), &mut |progress| {
            // The last level is only counted.
            if progress.finished && progress.depth + 1 < LEVELS.len() as u32 {
                committed = Some(progress.depth);
                if committed == stop_at {
                    cancel.cancel();
                }
            }
        })
    });
    let resumed_at = counted.as_ref().ok().and_then(|result| result.resumed_at);
    let result = match counted {
        Ok(result) if result.stopped.is_none() => Ok(result.levels),
        Ok(_) => Err("stopped".to_owned()),
        Err(error) => {
            assert!(error.engine_cause::<ListError>().is_some(), "{error}");
            Err(error.to_string())
        }
    };
    Attempt { result, committed, resumed_at }
}

const RUN: Run<'static> = Run { levels: &LEVELS, attempt: &attempt };

#[test]
fn a_run_survives_its_end_at_every_operation() {
    assert!(RUN.ends(5, 2, 1..2) > 10);
}

#[test]
#[ignore = "half a minute: cargo test --release -p loyd-store --test store -- --ignored class_lists"]
fn a_run_survives_its_end_at_every_single_operation() {
    assert!(RUN.ends(1, 2, 1..2) > 50);
}

#[test]
fn an_error_of_the_disk_never_makes_a_wrong_table() {
    assert!(RUN.errors(9) > 4);
}

#[test]
#[ignore = "half a minute: cargo test --release -p loyd-store --test store -- --ignored class_lists"]
fn an_error_at_any_operation_never_makes_a_wrong_table() {
    assert!(RUN.errors(1) > 40);
}

#[test]
fn damage_in_any_file_is_reported() {
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
    let reported = stopped.assert_damage_is_reported(15);
    assert!(reported > 50, "only {reported} of the changes were reported");
}

/// The checkpoints of the engine that keeps its levels in memory: those of this version, and those of
/// earlier ones, whose bytes are cut into pages.
#[test]
fn checkpoints_in_one_piece_and_in_pages_are_resumed() {
    const PAGE: usize = 1 << 20;
    let less = Request { depth: Some(LEVELS.len() as u32 - 2), ..request() };
    let [plan, first] = [request(), less].map(|request| Plan::new(&request).unwrap());
    let mut memory = MemoryCheckpoints::default();
    run_with(&first, &Limit::none(), &mut |_| (), Some(&mut memory)).unwrap();
    let MemoryCheckpoints { saved, bytes, .. } = memory;
    for parts in [vec![bytes.len()], vec![PAGE; bytes.len() / PAGE], vec![16, bytes.len() - 16]] {
        let disk = Arc::new(SimulatedDisk::new());
        let every = CheckpointInterval::Levels(1);
        let mut folder =
            RunFolder::create(disk, Path::new(FOLDER), &request(), plan.engine(), every).unwrap();
        let begin = |index: usize| parts[..index].iter().sum::<usize>();
        let boundary = Boundary {
            snapshot: saved.clone().expect("a checkpoint"),
            parts: parts.iter().map(|&length| length as u64).collect(),
            part: &|index| Ok(Cow::from(&bytes[begin(index)..begin(index + 1)])),
        };
        folder.save(&boundary).unwrap();
        let result = run_with(&plan, &Limit::none(), &mut |_| (), Some(&mut folder)).unwrap();
        assert_eq!((result.levels, result.resumed_at), (LEVELS.to_vec(), Some(2)), "{parts:?}");
    }
}
