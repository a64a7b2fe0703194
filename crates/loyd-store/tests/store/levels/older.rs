//! Going back to an older level where the last one is lost.

use super::{FOLDER, How, attempt_as, locked, truth};
use loyd_store::disk::Disk;
use loyd_store::disk::simulated::Fault;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::{FileLevelStore, Retention};
use std::path::Path;

fn keeping(levels: usize, stop_at: Option<u32>) -> How {
    How { stop_at, keep: Some(Retention::Exactly(levels)), ..How::PLAIN }
}

pub(crate) fn files(disk: &SimulatedDisk, depth: u32) -> Vec<String> {
    let names = disk.list(Path::new(FOLDER)).unwrap();
    names.into_iter().filter(|name| name.starts_with(&format!("units-{depth:04}"))).collect()
}

/// All that can be wrong with a file.
pub(crate) fn damaged(disk: &SimulatedDisk, name: &str) -> Vec<SimulatedDisk> {
    let path = Path::new(FOLDER).join(name);
    let length = disk.read(&path).unwrap().len();
    let mut copies = Vec::new();
    for byte in (0..length).step_by(length.div_ceil(25)) {
        let copy = disk.after_kill();
        copy.tamper(&path, |bytes| bytes[byte] ^= 1 << (byte % 8));
        copies.push(copy);
    }
    for third in [0, 1, 2] {
        let copy = disk.after_kill();
        copy.tamper(&path, |bytes| bytes.truncate(length * third / 3));
        copies.push(copy);
    }
    let copy = disk.after_kill();
    copy.remove(&path).unwrap();
    copies.push(copy);
    copies
}

#[test]
fn the_requested_number_of_levels_is_retained() {
    for keep in 1..=4 {
        let disk = SimulatedDisk::new();
        attempt_as(&disk, keeping(keep, Some(17)));
        for depth in 0..=17 {
            let there = if depth + keep as u32 > 17 { 2 } else { 0 };
            assert_eq!(files(&disk, depth).len(), there, "level {depth} of {keep}");
        }
        // A resumed run retains the same number of levels.
        attempt_as(&disk, How { stop_at: Some(19), ..How::PLAIN });
        assert_eq!((0..=19).map(|depth| files(&disk, depth).len()).sum::<usize>(), 2 * keep);
    }
}

#[test]
fn a_run_with_a_damaged_last_level_resumes_from_the_older_one() {
    let truth = truth();
    let disk = SimulatedDisk::new();
    attempt_as(&disk, keeping(2, Some(19)));
    let (mut at_once, mut later) = (0, 0);
    for name in files(&disk, 19) {
        for copy in damaged(&disk, &name) {
            let first = attempt_as(&copy, keeping(2, None));
            if let Some(fallback) = first.fallback {
                // The index is wrong, or the file too short: that is seen when it is opened.
                assert!(
                    fallback.contains("damaged") && fallback.contains("level 18"),
                    "{fallback}"
                );
                assert_eq!((first.resumed_at, first.result), (Some(18), Ok(truth.clone())));
                at_once += 1;
                continue;
            }
            // A unit is wrong: that is seen when it is read.
            assert_eq!(first.resumed_at, Some(19));
            let error = first.result.unwrap_err();
            assert!(error.contains("damaged"), "{error}");
            assert!(error.contains("level 18 is still there: resume"), "{error}");
            let second = attempt_as(&copy, keeping(2, None));
            assert_eq!((second.resumed_at, second.result), (Some(18), Ok(truth.clone())));
            later += 1;
        }
    }
    assert!(at_once > 25 && later > 20, "{at_once} {later}");
}

#[test]
fn a_damaged_level_needs_an_intact_older_one() {
    let truth = truth();
    let disk = SimulatedDisk::new();
    attempt_as(&disk, keeping(1, Some(19)));
    for name in files(&disk, 19) {
        for copy in damaged(&disk, &name) {
            for _ in 0..2 {
                let this = attempt_as(&copy, keeping(1, None));
                let error = this.result.unwrap_err();
                assert!(error.contains("damaged") && error.contains("again"), "{error}");
            }
        }
    }
    let disk = SimulatedDisk::new();
    attempt_as(&disk, keeping(3, Some(19)));
    for depth in [19, 18] {
        for name in files(&disk, depth).iter().filter(|name| name.contains(".data")) {
            disk.tamper(&Path::new(FOLDER).join(name), |bytes| bytes[0] ^= 1);
        }
    }
    for (at, back) in [(19, Some("level 18")), (18, Some("level 17")), (17, None)] {
        let this = attempt_as(&disk, keeping(3, None));
        assert_eq!(this.resumed_at, Some(at));
        match back {
            Some(back) => assert!(this.result.unwrap_err().contains(back)),
            None => assert_eq!(this.result.as_deref(), Ok(&truth[..])),
        }
    }
}

#[test]
fn going_back_survives_its_end_at_every_operation() {
    ends_while_going_back(5);
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-store --test store -- --ignored levels::older --nocapture"]
fn going_back_survives_its_end_at_every_single_operation() {
    ends_while_going_back(1);
}

/// Ends processes that go back to an older level, at every few operations.
fn ends_while_going_back(stride: usize) {
    let truth = truth();
    let whole = SimulatedDisk::new();
    attempt_as(&whole, How { marks: true, ..keeping(2, Some(19)) });
    // Also in the middle of the level after it, with a mark.
    let middle = whole.after_kill();
    middle.fail_at(45, Fault::End);
    attempt_as(&middle, How { marks: true, ..keeping(2, None) });
    for disk in [whole, middle.after_kill()] {
        let names = files(&disk, 19);
        let (index, data) = (&names[1], &names[0]);
        assert!(index.contains(".index") && data.contains(".data"));
        for (name, points) in [(index, 40), (data, 120)] {
            for point in (0..points).step_by(stride) {
                let copy = disk.after_kill();
                copy.tamper(&Path::new(FOLDER).join(name), |bytes| bytes[7] ^= 1);
                copy.fail_at(point, Fault::End);
                attempt_as(&copy, keeping(2, None));
                for after in [copy.after_kill(), copy.after_power_loss(point)] {
                    let mut tries = 0;
                    let ended = loop {
                        let this = attempt_as(&after, How { marks: true, ..keeping(2, None) });
                        tries += 1;
                        if this.result.is_ok() || tries == 3 {
                            break this;
                        }
                    };
                    assert_eq!(ended.result.as_deref(), Ok(&truth[..]), "operation {point}");
                }
            }
        }
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

/// A run with one level in files, and the name of its index.
fn one_level() -> (SimulatedDisk, String) {
    let disk = SimulatedDisk::new();
    attempt_as(&disk, keeping(1, Some(19)));
    let index = files(&disk, 19).into_iter().find(|name| name.contains(".index"));
    (disk, index.expect("an index"))
}

#[test]
fn an_index_that_is_not_the_one_named_is_refused() {
    let (disk, index) = one_level();
    reseal(&disk, &index, |bytes| *bytes.last_mut().unwrap() ^= 1);
    let error = FileLevelStore::new(locked(&disk)).check().unwrap_err();
    assert!(error.message.contains("not the file that level.json names"), "{error}");
}

#[test]
fn a_level_of_another_depth_is_refused() {
    let (disk, _) = one_level();
    // Named as files of level 18, in a document whose checksum fits.
    for name in files(&disk, 19) {
        let there = Path::new(FOLDER).join(&name);
        disk.rename(&there, &Path::new(FOLDER).join(name.replace("0019", "0018"))).unwrap();
    }
    disk.tamper(&Path::new(FOLDER).join("level.json"), |bytes| {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let text = text.replace("0019", "0018").replace("\"depth\": 19", "\"depth\": 18");
        let mut members: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&text).unwrap();
        members.shift_remove("checksum").unwrap();
        let text = serde_json::to_string_pretty(&members).unwrap();
        let sum = format!("{:032x}", xxhash_rust::xxh3::xxh3_128(text.as_bytes()));
        members.insert("checksum".into(), sum.into());
        *bytes = serde_json::to_vec_pretty(&members).unwrap();
    });
    let error = FileLevelStore::new(locked(&disk)).check().unwrap_err();
    assert!(error.message.contains("not the file that level.json names"), "{error}");
}
