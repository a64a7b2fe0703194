//! The files of a run beside its levels: what a folder says of them.

use loyd::observe::Cancel;
use loyd_enumerate::checkpoint::{Boundary, Checkpoints, Snapshot};
use loyd_enumerate::{EngineName, LevelSummary, Request, RunRecord, run, tiles};
use loyd_simulated_disk::SimulatedDisk;
use loyd_store::{Certificate, CheckpointInterval, FolderKind, Journal, RunFolder, Share};
use loyd_tiles::Size;
use loyd_tiles::solver::Tiles;
use serde_json::Map;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn folder() -> &'static Path {
    Path::new("run")
}

fn request() -> Request<Tiles> {
    tiles::request(Size::new(3, 2).unwrap())
}

fn begun(disk: &SimulatedDisk, every: CheckpointInterval) -> RunFolder {
    let (disk, engine) = (Arc::new(disk.clone()), Some(EngineName::Reference));
    RunFolder::create(disk, folder(), &request(), engine, every).unwrap()
}

fn save(run: &mut RunFolder, depth: usize) {
    let level = LevelSummary { states: 1, ..LevelSummary::default() };
    let record =
        RunRecord { levels: vec![level; depth + 1], ..RunRecord::of(&request(), "bitmaps 1") };
    let snapshot = Snapshot { record, deepest: None, elapsed: Duration::ZERO };
    let bitmap = [7; 100];
    let bitmap = &|_| Ok(Cow::from(&bitmap[..]));
    run.save(&Boundary { snapshot, bitmaps: 1, bitmap_bytes: 100, bitmap }).unwrap();
}

#[test]
fn a_folder_is_known_by_the_document_in_it() {
    let disk = SimulatedDisk::new();
    assert_eq!(FolderKind::of(&disk, folder()), None);
    drop(begun(&disk, CheckpointInterval::Levels(1)));
    assert_eq!(FolderKind::of(&disk, folder()), Some(FolderKind::Enumeration));
    let other = Path::new("other");
    drop(Journal::create(Arc::new(disk.clone()), other, Map::new()).unwrap());
    assert_eq!(FolderKind::of(&disk, other), Some(FolderKind::Comparison));
}

#[test]
fn a_checkpoint_is_due_after_an_interval() {
    let disk = SimulatedDisk::new();
    let mut run = begun(&disk, CheckpointInterval::Levels(4));
    assert_eq!([3, 4, 5].map(|depth| run.is_due(depth)), [false, true, true]);
    save(&mut run, 5);
    assert_eq!([8, 9].map(|depth| run.is_due(depth)), [false, true]);
    let disk = SimulatedDisk::new();
    assert!(begun(&disk, CheckpointInterval::Time(Duration::ZERO)).is_due(1));
    let disk = SimulatedDisk::new();
    assert!(!begun(&disk, CheckpointInterval::Time(Duration::from_secs(3600))).is_due(9));
}

#[test]
fn a_checkpoint_that_is_discarded_is_gone() {
    let disk = SimulatedDisk::new();
    let mut run = begun(&disk, CheckpointInterval::Levels(1));
    save(&mut run, 3);
    let files = || loyd_store::disk::Disk::list(&disk, folder()).unwrap();
    let checkpoints = |names: Vec<String>| names.iter().filter(|it| it.contains(".ball")).count();
    assert_eq!((run.checkpoint_depth(), checkpoints(files())), (Some(3), 1));
    run.discard_checkpoint().unwrap();
    assert_eq!(checkpoints(files()), 0);
    let disk = Arc::new(disk.after_kill());
    let run = RunFolder::open(disk, folder(), CheckpointInterval::Levels(1)).unwrap();
    assert_eq!(run.checkpoint_depth(), None);
}

#[test]
fn statistics_belong_to_a_certificate() {
    let disk = SimulatedDisk::new();
    let mut run_folder = begun(&disk, CheckpointInterval::Levels(1));
    let plan = tiles::plan(&request()).unwrap();
    let mut found = run(&plan, &Cancel::new(), &mut |_| ()).unwrap();
    let without = run_folder.finish(&found, 0).unwrap();
    assert_eq!(run_folder.has_statistics_of(&without).unwrap(), None);
    let level = |&states: &u64| LevelSummary { states, seconds: 0.5, ..LevelSummary::default() };
    found.statistics = found.levels.iter().map(level).collect();
    let certificate = run_folder.finish(&found, 0).unwrap();
    let belongs = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        run_folder.has_statistics_of(&changed).unwrap()
    };
    assert_eq!(belongs(&|_| ()), Some(true));
    // A run that went deeper meanwhile has more lines than its old certificate.
    assert_eq!(belongs(&|it| it.statistics.truncate(2)), Some(true));
    assert_eq!(belongs(&|it| it.statistics[1].seconds = 0.75), Some(false));
    let more = certificate.statistics[0];
    let longer = |it: &mut Certificate| {
        it.levels.push(1);
        it.statistics.push(more);
    };
    assert_eq!(belongs(&longer), Some(false));
}

#[test]
fn a_share_is_read_as_it_was_written_and_one_that_cannot_be_is_none() {
    let disk = SimulatedDisk::new();
    let mut run = begun(&disk, CheckpointInterval::Levels(1));
    assert_eq!(run.share(), None);
    for (processes, process, possible) in [(2, 0, true), (2, 1, true), (2, 2, false), (1, 5, false)]
    {
        let share = Share { run: 0xfeed_0000_0000_0007, processes, process };
        run.set_share(&share).unwrap();
        assert_eq!(run.share(), possible.then_some(share), "{process} of {processes}");
    }
    run.set_share(&Share { run: 7, processes: 3, process: 1 }).unwrap();
    drop(run);
    let disk = Arc::new(disk.after_kill());
    let run = RunFolder::open(disk, folder(), CheckpointInterval::Levels(1)).unwrap();
    assert_eq!(run.share(), Some(Share { run: 7, processes: 3, process: 1 }));
}
