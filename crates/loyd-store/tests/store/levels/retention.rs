//! The level before the last one stays as long as there is room, and never at the cost of the run.

use super::checkpoints::MARKED;
use super::older::{damaged, files};
use super::{FOLDER, How, attempt, attempt_as, locked, truth};
use loyd_store::disk::Disk;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::disk::simulated::{Fault, Point};
use loyd_store::{FileLevelStore, Retention};
use loyd_tiles_enumerate::disk::LevelStore;
use std::path::Path;

const LAST_ONLY: Option<Retention> = Some(Retention::Exactly(1));

/// A disk with so much room.
fn small(room: u64) -> SimulatedDisk {
    let disk = SimulatedDisk::new();
    disk.set_size(Some(room));
    disk
}

#[test]
fn by_default_a_damaged_level_costs_one_level() {
    let truth = truth();
    let disk = SimulatedDisk::new();
    attempt_as(&disk, How { stop_at: Some(19), ..How::PLAIN });
    let file_counts: Vec<usize> = (0..=19).map(|depth| files(&disk, depth).len()).collect();
    assert_eq!((file_counts.iter().sum::<usize>(), file_counts[18], file_counts[19]), (4, 2, 2));
    for name in files(&disk, 19) {
        for copy in damaged(&disk, &name) {
            let mut this = attempt_as(&copy, How::PLAIN);
            if let Err(error) = &this.result {
                assert!(error.contains("level 18 is still there: resume"), "{error}");
                this = attempt_as(&copy, How::PLAIN);
            }
            assert_eq!((this.resumed_at, this.result), (Some(18), Ok(truth.clone())), "{name}");
        }
    }
}

#[test]
fn a_resumed_run_can_change_the_retention() {
    let disk = SimulatedDisk::new();
    let there = |keep: Option<Retention>, depth: u32| {
        attempt_as(&disk, How { keep, stop_at: Some(depth), ..How::PLAIN });
        (0..=depth).map(|depth| files(&disk, depth).len()).sum::<usize>() / 2
    };
    assert_eq!(there(None, 12), 2);
    assert_eq!(there(LAST_ONLY, 13), 1);
    assert_eq!(there(None, 14), 1, "as before");
    assert_eq!(there(Some(Retention::WhileSpace), 15), 2);
    assert_eq!(there(Some(Retention::Exactly(3)), 17), 3);
    assert_eq!(there(Some(Retention::WhileSpace), 18), 2);
}

/// Bytes that the last lengths of numbers in documents may make a difference.
const SLACK: u64 = 400;

#[test]
fn a_disk_that_has_room_for_one_level_does_for_the_default() {
    let truth = truth();
    for marks in [false, true] {
        let how = How { marks, no_partials: marks, ..How::PLAIN };
        let (mut refused, mut dropped, mut retained) = (0, 0, 0);
        for room in (2_000..60_000).step_by(if marks { 5_300 } else { 910 }) {
            let last_only = attempt_as(&small(room), How { keep: LAST_ONLY, ..how });
            let disk = small(room + SLACK);
            let by_room = attempt_as(&disk, how);
            if last_only.result.is_err() {
                refused += 1;
                assert!(by_room.committed.max(Some(1)) >= last_only.committed, "room {room}");
                continue;
            }
            assert_eq!(by_room.result.as_deref(), Ok(&truth[..]), "room {room}, marks: {marks}");
            // At the end there is room for both levels in any case; on the way there may not be.
            if by_room.peak > last_only.peak { retained += 1 } else { dropped += 1 }
        }
        assert!(refused > 0 && retained > 3, "{refused} {dropped} {retained}");
    }
}

/// Disk sizes in which the default completes after it has dropped levels.
fn tight_rooms() -> Vec<u64> {
    let fits = |room: &u64| {
        let disk = small(*room);
        let this = attempt_as(&disk, How { keep: LAST_ONLY, ..How::PLAIN });
        this.result.is_ok()
    };
    let min_room = (2_000..60_000).step_by(200).find(fits).expect("it fits somewhere");
    [400, 1_500, 3_000, 6_000].map(|more| min_room + more).to_vec()
}

/// Ends processes on disks that are nearly full, at every few operations: without marks, with
/// marks. Returns how often.
fn ends_in_tight_rooms(strides: [usize; 2]) -> u32 {
    let truth = truth();
    let mut struck = 0;
    for (number, room) in tight_rooms().into_iter().enumerate() {
        let how = How { no_partials: true, ..if number % 2 == 1 { MARKED } else { How::PLAIN } };
        let whole = small(room + SLACK);
        assert_eq!(attempt_as(&whole, how).result.as_deref(), Ok(&truth[..]), "room {room}");
        let stride = strides[usize::from(how.marks)];
        for point in (0..whole.points()).skip(number).step_by(stride) {
            let disk = small(room + SLACK);
            disk.fail_at(point, Fault::End);
            let first = attempt_as(&disk, how);
            struck += u32::from(disk.failed_point().is_some());
            for after in [disk.after_kill(), disk.after_power_loss(point)] {
                after.set_size(Some(room + 2 * SLACK + 1_000));
                let second = attempt_as(&after, How { marks: false, ..how });
                let what = format!("room {room}, operation {point}");
                assert_eq!(second.result.as_deref(), Ok(&truth[..]), "{what}");
                assert!(second.resumed_at >= first.committed, "{what}: a level was lost");
                assert_eq!(second.fallback, None, "{what}");
            }
        }
    }
    struck
}

#[test]
fn giving_up_a_level_survives_its_end_at_every_operation() {
    let struck = ends_in_tight_rooms([41, 293]);
    assert!(struck > 30, "{struck}");
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-store --test store -- --ignored levels::retention --nocapture"]
fn giving_up_a_level_survives_its_end_at_every_single_operation() {
    eprintln!("{} ends on disks nearly full", ends_in_tight_rooms([1, 1]));
}

#[test]
fn a_write_that_is_refused_once_costs_the_spare_level_only() {
    let truth = truth();
    let whole = SimulatedDisk::new();
    attempt_as(&whole, How::PLAIN);
    let mut refused = 0;
    // From then on a level is spare.
    for point in (100..whole.points() - 20).step_by(17) {
        for how in [How::PLAIN, MARKED] {
            let disk = SimulatedDisk::new();
            disk.fail_at(point, Fault::Error(std::io::ErrorKind::StorageFull));
            let this = attempt_as(&disk, how);
            let struck = disk.failed_point();
            if !matches!(struck, Some(Point::Open | Point::Read)) {
                assert_eq!(this.result.as_deref(), Ok(&truth[..]), "{struck:?} at {point}");
                refused += 1;
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn an_error_while_a_level_is_dropped_preserves_the_run() {
    errors_in_tight_rooms(127);
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-store --test store -- --ignored levels::retention --nocapture"]
fn errors_at_every_operation_while_a_level_is_dropped_preserve_the_run() {
    errors_in_tight_rooms(1);
}

/// Refuses every few operations, once each, on disks that are nearly full.
fn errors_in_tight_rooms(stride: usize) {
    let truth = truth();
    for room in tight_rooms() {
        let whole = small(room + SLACK);
        attempt_as(&whole, How::PLAIN);
        for kind in [std::io::ErrorKind::StorageFull, std::io::ErrorKind::Other] {
            for point in (0..whole.points()).step_by(stride) {
                let disk = small(room + SLACK);
                disk.fail_at(point, Fault::Error(kind));
                let first = attempt_as(&disk, How::PLAIN);
                let after = disk.after_kill();
                let second = attempt_as(&after, How::PLAIN);
                let what = format!("room {room}, {kind:?} at operation {point}");
                assert_eq!(second.result.as_deref(), Ok(&truth[..]), "{what}");
                assert!(second.resumed_at >= first.committed, "{what}: a level was lost");
            }
        }
    }
}

#[test]
fn a_missing_older_level_is_not_resumed() {
    let disk = SimulatedDisk::new();
    attempt_as(&disk, How { stop_at: Some(19), ..How::PLAIN });
    for name in files(&disk, 18) {
        disk.remove(&Path::new(FOLDER).join(name)).unwrap();
    }
    let copy = disk.after_kill();
    assert_eq!(attempt_as(&copy, How::PLAIN).result, Ok(truth()), "the level is optional");
    let data = &files(&disk, 19)[0];
    disk.tamper(&Path::new(FOLDER).join(data), |bytes| bytes[9] ^= 1);
    for _ in 0..2 {
        let error = attempt_as(&disk, How::PLAIN).result.unwrap_err();
        assert!(error.contains("damaged") && error.contains("again"), "{error}");
    }
}

#[test]
fn the_peak_is_that_of_all_files() {
    let peak = |keep| {
        let disk = SimulatedDisk::new();
        attempt_as(&disk, How { keep, ..How::PLAIN }).peak
    };
    let [one, two] = [1, 2].map(|levels| peak(Some(Retention::Exactly(levels))));
    assert!(two > one * 5 / 4 && peak(None) > one * 5 / 4, "{one} {two} {}", peak(None));
    let store = FileLevelStore::new(locked(&SimulatedDisk::new()));
    assert_eq!(store.peak_bytes(), 0);
}

#[test]
fn clearing_the_levels_removes_all_files() {
    let disk = SimulatedDisk::new();
    attempt(&disk, Some(15));
    let store = FileLevelStore::new(locked(&disk));
    assert!(store.open().unwrap().is_some());
    store.clear();
    let names = disk.list(Path::new(FOLDER)).unwrap();
    assert!(names.iter().all(|name| name == "lock"), "{names:?}");
    drop(store);
    assert_eq!(attempt(&disk, Some(2)).resumed_at, None);
}

#[test]
fn a_store_that_has_seen_no_unit_trains_no_model() {
    let store = FileLevelStore::new(locked(&SimulatedDisk::new()));
    assert!(store.train().is_empty());
}
