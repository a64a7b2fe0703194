//! Checkpoints as containers: bitmaps in parts, read as they were written.

use loyd_enumerate::checkpoint::{Bit, Boundary, Checkpoints, Snapshot, StoreError};
use loyd_enumerate::{EngineName, LevelSummary, Request, RunRecord, tiles};
use loyd_simulated_disk::SimulatedDisk;
use loyd_store::disk::Disk;
use loyd_store::{CheckpointInterval, RunFolder};
use loyd_tiles::Size;
use loyd_tiles::solver::Tiles;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Bytes of a bitmap that are stored as one part.
const PART: usize = 256 << 10;

fn folder() -> &'static Path {
    Path::new("run")
}

fn request() -> Request<Tiles> {
    Request { samples: 1, ..tiles::request_from(Size::new(3, 2).unwrap(), 0) }
}

fn begun(disk: &SimulatedDisk) -> RunFolder {
    let (disk, engine) = (Arc::new(disk.clone()), Some(EngineName::Memory));
    RunFolder::create(disk, folder(), &request(), engine, CheckpointInterval::Levels(1)).unwrap()
}

fn opened(disk: &SimulatedDisk) -> Result<RunFolder, StoreError> {
    RunFolder::open(Arc::new(disk.clone()), folder(), CheckpointInterval::Levels(1))
}

#[test]
fn a_checkpoint_is_read_as_it_was_written() {
    let disk = SimulatedDisk::new();
    let deepest = vec![Bit { part: 0, rank: 5 }, Bit { part: 1, rank: 799 }];
    // A part without states is stored in one byte; the second bitmap has two parts.
    let bitmaps = [vec![0; PART + 7], (0..PART + 7).map(|at| (at % 251) as u8).collect::<Vec<_>>()];
    let boundary = Boundary {
        snapshot: Snapshot {
            record: RunRecord {
                levels: vec![LevelSummary { states: 1, ..LevelSummary::default() }; 2],
                ..RunRecord::of(&request(), "bitmaps 1")
            },
            deepest: Some(deepest.clone()),
            elapsed: Duration::from_nanos(12_345),
        },
        bitmaps: 2,
        bitmap_bytes: bitmaps[0].len() as u64,
        bitmap: &|index| Ok(Cow::from(&bitmaps[index][..])),
    };
    let bytes = begun(&disk).save(&boundary).unwrap();
    assert!(bytes > PART as u64 && bytes < PART as u64 + 2_000, "{bytes}");
    let read = |disk: &SimulatedDisk| {
        let mut run = opened(disk).unwrap();
        let saved = run.saved()?.expect("a checkpoint");
        assert_eq!(
            (saved.deepest.as_ref(), saved.elapsed),
            (Some(&deepest), Duration::from_nanos(12_345))
        );
        let mut loaded = 0;
        for (index, whole) in bitmaps.iter().enumerate() {
            let mut bitmap = vec![0xaa; whole.len()];
            loaded += run.load(index, &mut bitmap)?;
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
    assert!(run.load(1, &mut bitmap).is_err(), "the first one comes first");
    assert!(run.load(0, &mut bitmap[1..]).is_err(), "another size");
}
