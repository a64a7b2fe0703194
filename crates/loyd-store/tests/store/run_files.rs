//! The files of a run beside its levels.

use loyd_enumerate::checkpoint::{Bit, Boundary, Checkpoints, Snapshot, StoreError};
use loyd_enumerate::{EngineName, LevelSummary, Request, RunRecord, run};
use loyd_search::observe::Limit;
use loyd_store::disk::Disk;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::{Certificate, CheckpointInterval, FolderKind, Journal, RunFolder, Share};
use loyd_tiles::Size;
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate as tiles;
use serde_json::Map;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Bytes of a bitmap that are stored as one part.
const PART: usize = 256 << 10;

pub(crate) fn folder() -> &'static Path {
    Path::new("run")
}

pub(crate) fn request() -> Request<Tiles> {
    tiles::request(Size::new(3, 2).unwrap())
}

pub(crate) fn new_run(disk: &SimulatedDisk, every: CheckpointInterval) -> RunFolder {
    let (disk, engine) = (Arc::new(disk.clone()), Some(EngineName::Reference));
    RunFolder::create(disk, folder(), &request(), engine, every).unwrap()
}

pub(crate) fn opened(disk: &SimulatedDisk) -> Result<RunFolder, StoreError> {
    RunFolder::open(Arc::new(disk.clone()), folder(), CheckpointInterval::Levels(1))
}

/// A level boundary whose levels have one state each.
pub(crate) fn snapshot(depth: usize) -> Snapshot {
    let level = LevelSummary { states: 1, ..LevelSummary::default() };
    let record =
        RunRecord { levels: vec![level; depth + 1], ..RunRecord::of(&request(), "bitmaps 1") };
    Snapshot { record, deepest: None, elapsed: Duration::ZERO }
}

/// Saves a level whose two bitmaps are filled with a byte.
pub(crate) fn save(run: &mut RunFolder, depth: usize, filling: u8) -> Result<u64, StoreError> {
    let bitmap = [filling; 100];
    let part = &|_| Ok(Cow::from(&bitmap[..]));
    run.save(&Boundary { snapshot: snapshot(depth), parts: vec![100; 2], part })
}

#[test]
fn the_document_in_a_folder_determines_its_kind() {
    let disk = SimulatedDisk::new();
    assert_eq!(FolderKind::of(&disk, folder()), None);
    drop(new_run(&disk, CheckpointInterval::Levels(1)));
    assert_eq!(FolderKind::of(&disk, folder()), Some(FolderKind::Enumeration));
    let other = Path::new("other");
    drop(Journal::create(Arc::new(disk.clone()), other, Map::new()).unwrap());
    assert_eq!(FolderKind::of(&disk, other), Some(FolderKind::Comparison));
}

#[test]
fn a_checkpoint_is_due_after_an_interval() {
    let disk = SimulatedDisk::new();
    let mut run = new_run(&disk, CheckpointInterval::Levels(4));
    assert_eq!([3, 4, 5].map(|depth| run.is_due(depth)), [false, true, true]);
    save(&mut run, 5, 7).unwrap();
    assert_eq!([8, 9].map(|depth| run.is_due(depth)), [false, true]);
    let disk = SimulatedDisk::new();
    assert!(new_run(&disk, CheckpointInterval::Time(Duration::ZERO)).is_due(1));
    let disk = SimulatedDisk::new();
    assert!(!new_run(&disk, CheckpointInterval::Time(Duration::from_secs(3600))).is_due(9));
}

#[test]
fn a_discarded_checkpoint_is_removed() {
    let disk = SimulatedDisk::new();
    let mut run = new_run(&disk, CheckpointInterval::Levels(1));
    save(&mut run, 3, 7).unwrap();
    let files = || disk.list(folder()).unwrap();
    let checkpoints = |names: Vec<String>| names.iter().filter(|it| it.contains(".ball")).count();
    assert_eq!((run.checkpoint_depth(), checkpoints(files())), (Some(3), 1));
    run.discard_checkpoint().unwrap();
    assert_eq!(checkpoints(files()), 0);
    let run = opened(&disk.after_kill()).unwrap();
    assert_eq!(run.checkpoint_depth(), None);
}

#[test]
fn statistics_belong_to_a_certificate() {
    let disk = SimulatedDisk::new();
    let mut run_folder = new_run(&disk, CheckpointInterval::Levels(1));
    let plan = tiles::plan(&request()).unwrap();
    let mut result = run(&plan, &Limit::none(), &mut |_| ()).unwrap();
    let without = run_folder.finish(&result, 0).unwrap();
    assert_eq!(run_folder.has_statistics_of(&without).unwrap(), None);
    let level = |&states: &u64| LevelSummary { states, seconds: 0.5, ..LevelSummary::default() };
    result.statistics = result.levels.iter().map(level).collect();
    let certificate = run_folder.finish(&result, 0).unwrap();
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
fn shares_are_read_back_and_impossible_ones_refused() {
    let disk = SimulatedDisk::new();
    let mut run = new_run(&disk, CheckpointInterval::Levels(1));
    assert_eq!(run.share(), None);
    for (processes, process, possible) in [(2, 0, true), (2, 1, true), (2, 2, false), (1, 5, false)]
    {
        let share = Share { run: 0xfeed_0000_0000_0007, processes, process };
        run.set_share(&share).unwrap();
        assert_eq!(run.share(), possible.then_some(share), "{process} of {processes}");
    }
    run.set_share(&Share { run: 7, processes: 3, process: 1 }).unwrap();
    drop(run);
    let run = opened(&disk.after_kill()).unwrap();
    assert_eq!(run.share(), Some(Share { run: 7, processes: 3, process: 1 }));
}

#[test]
fn parts_of_any_length_are_read_in_any_pieces() {
    let all: Vec<u8> = (0..3 * PART + 50).map(|at| (at % 251) as u8).collect();
    for lengths in [vec![16, PART + 9, 0, 2 * PART, 25], vec![PART + 10; 3], vec![all.len()]] {
        let length: usize = lengths.iter().sum();
        let ends = lengths.iter().scan(0, |end, length| {
            *end += length;
            Some(*end)
        });
        let ends: Vec<usize> = ends.collect();
        let disk = SimulatedDisk::new();
        let boundary = Boundary {
            snapshot: snapshot(1),
            parts: lengths.iter().map(|&length| length as u64).collect(),
            part: &|index| Ok(Cow::from(&all[ends[index] - lengths[index]..ends[index]])),
        };
        new_run(&disk, CheckpointInterval::Levels(1)).save(&boundary).unwrap();
        opened(&disk).unwrap().check_checkpoint().unwrap().expect("a checkpoint");
        for piece in [1_000, PART, PART + 1, 2 * PART, length] {
            let mut run = opened(&disk).unwrap();
            assert_eq!(run.saved().unwrap().expect("a checkpoint").1, length as u64);
            let mut read = vec![0; length];
            read.chunks_mut(piece).for_each(|bytes| assert!(run.load(bytes).is_ok()));
            assert!(read == all[..length], "{lengths:?} by {piece}");
        }
    }
}

#[test]
fn a_checkpoint_is_read_as_it_was_written() {
    let disk = SimulatedDisk::new();
    let deepest = vec![Bit { part: 0, rank: 5 }, Bit { part: 1, rank: 799 }];
    // A part without states is stored in one byte; the second bitmap has two parts.
    let bitmaps = [vec![0; PART + 7], (0..PART + 7).map(|at| (at % 251) as u8).collect::<Vec<_>>()];
    let boundary = Boundary {
        snapshot: Snapshot {
            deepest: Some(deepest.clone()),
            elapsed: Duration::from_nanos(12_345),
            ..snapshot(1)
        },
        parts: bitmaps.iter().map(|bitmap| bitmap.len() as u64).collect(),
        part: &|index| Ok(Cow::from(&bitmaps[index][..])),
    };
    let bytes = new_run(&disk, CheckpointInterval::Levels(1)).save(&boundary).unwrap();
    assert!(bytes > PART as u64 && bytes < PART as u64 + 2_000, "{bytes}");
    let read = |disk: &SimulatedDisk| {
        let mut run = opened(disk).unwrap();
        let (saved, bytes) = run.saved()?.expect("a checkpoint");
        assert_eq!(bytes, bitmaps.concat().len() as u64);
        assert_eq!(
            (saved.deepest.as_ref(), saved.elapsed),
            (Some(&deepest), Duration::from_nanos(12_345))
        );
        let mut loaded = 0;
        for (index, whole) in bitmaps.iter().enumerate() {
            let mut bitmap = vec![0xaa; whole.len()];
            loaded += run.load(&mut bitmap)?;
            assert!(bitmap == *whole, "bitmap {index}");
        }
        Ok::<u64, StoreError>(loaded)
    };
    assert!(read(&disk).is_ok_and(|loaded| loaded <= bytes));
    // What comes after the end, or an end that is not there, is damage.
    let name =
        disk.list(folder()).unwrap().into_iter().find(|name| name.contains(".ball")).unwrap();
    let changes: [fn(&mut Vec<u8>); 2] =
        [|bytes| bytes.push(0), |bytes| bytes.truncate(bytes.len() - 1)];
    for change in changes {
        let changed = disk.after_kill();
        changed.tamper(&folder().join(&name), change);
        assert!(read(&changed).is_err());
    }
    let mut run = opened(&disk).unwrap();
    run.saved().unwrap().expect("a checkpoint");
    let mut bitmap = vec![0; PART + 7];
    for _ in 0..2 {
        run.load(&mut bitmap).unwrap();
    }
    assert!(run.load(&mut bitmap[..1]).is_err(), "another size");
}
