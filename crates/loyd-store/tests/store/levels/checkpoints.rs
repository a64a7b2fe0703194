//! Restart within a level: marked units are never made again, and counts are never wrong.

use super::{Attempt, FOLDER, How, attempt_as, truth};
use loyd_store::Retention;
use loyd_store::disk::Disk;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::disk::simulated::{Fault, Point};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub(crate) const MARKED: How = How { marks: true, ..How::PLAIN };

/// Work done before the mark is not repeated.
pub(crate) fn assert_nothing_lost(first: &Attempt, second: &Attempt, what: &str) {
    assert!(second.resumed_at >= first.committed, "{what}: a level was lost");
    if let (Some((_, marked)), Some((again, _))) = (first.places, second.places) {
        assert!(again > marked, "{what}: {again:?} after {marked:?}, a segment was lost");
    }
}

/// Ends again and again, each process at another operation, with another kind of end.
#[test]
fn a_run_that_ends_again_and_again_arrives() {
    let truth = truth();
    let mut hit: BTreeMap<Point, u32> = BTreeMap::new();
    for seed in 0..4 {
        let mut disk = SimulatedDisk::new();
        let mut last: Option<Attempt> = None;
        for process in 0u64.. {
            assert!(process < 4000, "it does not arrive");
            // Early operations, of reopening a level, in turn with such as come after some segments.
            let early = process / 3 % 24;
            let late = process * 31 % (60 + 30 * seed);
            disk.fail_at(if process % 3 == 0 { early } else { late }, Fault::End);
            let how = How { no_partials: seed < 2, ..MARKED };
            let this = attempt_as(&disk, how);
            // Some do not even get to know what there is.
            if let Some(last) = last.as_ref().filter(|_| this.resumed_at.is_some()) {
                assert_nothing_lost(last, &this, &format!("process {process} of {seed}"));
            }
            let Some(struck) = disk.failed_point() else {
                assert_eq!(this.result.as_deref(), Ok(&truth[..]));
                break;
            };
            *hit.entry(struck).or_insert(0) += 1;
            disk = match process % 4 {
                0 => disk.after_kill(),
                _ => disk.after_power_loss(process * 131 + seed),
            };
            // What was marked stays marked, also by those that did not get far enough to see it.
            if this.places.is_some() || last.is_none() {
                last = Some(this);
            }
        }
    }
    assert!(hit.get(&Point::Truncate).is_some_and(|&times| times >= 10), "{hit:?}");
    for (point, times) in hit {
        assert!(times >= 5, "{point:?} only {times} times");
    }
}

fn files(disk: &SimulatedDisk, ending: &str) -> Vec<PathBuf> {
    let names = disk.list(Path::new(FOLDER)).unwrap();
    let ours = names.into_iter().filter(|name| name.ends_with(ending));
    ours.map(|name| Path::new(FOLDER).join(name)).collect()
}

/// Disks with a level that was marked, ended here and there in its middle.
fn marked() -> Vec<SimulatedDisk> {
    let before = SimulatedDisk::new();
    let last_only = How { stop_at: Some(18), keep: Some(Retention::Exactly(1)), ..How::PLAIN };
    assert_eq!(attempt_as(&before, last_only).committed, Some(18));
    let ended = |points: u64| {
        let disk = before.after_kill();
        disk.fail_at(points, Fault::End);
        let first = attempt_as(&disk, How { no_partials: true, ..MARKED });
        let last = first.places.filter(|_| first.committed == Some(18));
        let disk = disk.after_kill();
        last.filter(|_| files(&disk, ".mark").len() == 1).map(|(_, at)| (at, disk))
    };
    let mut disks: Vec<_> = (0..200).filter_map(ended).collect();
    disks.dedup_by_key(|(at, _)| *at);
    assert!(disks.len() > 2 && disks.iter().any(|(at, _)| at.1 == 1), "{}", disks.len());
    disks.into_iter().map(|(_, disk)| disk).collect()
}

#[test]
fn a_restarted_level_has_the_same_bytes() {
    let stop = |marks| {
        let keep = Some(Retention::Exactly(1));
        How { stop_at: Some(19), marks, no_partials: true, keep, ..How::PLAIN }
    };
    let whole = SimulatedDisk::new();
    assert_eq!(attempt_as(&whole, stop(false)).committed, Some(19));
    for (number, disk) in marked().into_iter().enumerate() {
        assert_eq!(attempt_as(&disk, stop(false)).committed, Some(19));
        let read = |disk: &SimulatedDisk| {
            let data = files(disk, ".data");
            assert_eq!(data.len(), 1, "{data:?}");
            disk.read(&data[0]).unwrap()
        };
        assert!(read(&disk) == read(&whole), "ended after segment {number}");
        // The next model is learned from all of the level, too.
        for disk in [&disk, &whole] {
            let next = How { stop_at: Some(20), ..stop(false) };
            assert_eq!(attempt_as(&disk.after_kill(), next).committed, Some(20));
        }
    }
}

#[test]
fn damage_in_files_of_a_marked_level_never_makes_a_wrong_table() {
    let truth = truth();
    let mut disks = marked();
    let disk = disks.remove(disks.len() * 2 / 3);
    let (mut restarts, mut reported) = (0, 0);
    let units = files(&disk, ".data");
    assert_eq!(units.len(), 2, "{units:?}");
    for path in [files(&disk, ".mark"), files(&disk, ".partials"), units].concat() {
        let length = disk.read(&path).unwrap().len();
        assert!(length > 0, "{path:?}");
        let mut changed = Vec::new();
        for byte in (0..length).step_by(length.div_ceil(40)) {
            let copy = disk.after_kill();
            copy.tamper(&path, |bytes| bytes[byte] ^= 1 << (byte % 8));
            changed.push(copy);
        }
        let copy = disk.after_kill();
        copy.tamper(&path, |bytes| bytes.truncate(length / 2));
        changed.push(copy);
        let copy = disk.after_kill();
        copy.remove(&path).unwrap();
        changed.push(copy);
        for copy in changed {
            let this = attempt_as(&copy, How { no_partials: true, ..MARKED });
            match this.result {
                Ok(levels) => {
                    assert_eq!(levels, truth, "{path:?}");
                    restarts += u32::from(this.places.is_some_and(|at| at.0 == (19, 0, 1)));
                }
                Err(error) => {
                    assert!(error.contains("damaged"), "{path:?}: {error}");
                    reported += 1;
                }
            }
        }
    }
    assert!(restarts > 40 && reported > 40, "{restarts} {reported}");
}
