//! A run that is killed, loses power or is refused by the disk at any operation whatsoever continues
//! from its last checkpoint and ends with the right table.

use loyd_enumerate::checkpoint::{StoreError, StoreFault};
use loyd_enumerate::{EnumerateError, Enumeration, Request, run, run_with};
use loyd_search::observe::{Cancel, Limit};
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::disk::simulated::{Fault, Point};
use loyd_store::tiles::check_colours;
use loyd_store::{Certificate, CheckpointInterval, RunFolder};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate as tiles;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

const FOLDER: &str = "run";

fn request(metric: MetricName) -> Request<Tiles> {
    let size = Size::new(4, 2).unwrap();
    Request { metric, samples: 3, antipodes: 100, ..tiles::request_from(size, 1) }
}

/// The work of a process before it ended.
struct Attempt {
    result: Result<Certificate, StoreError>,
    /// The last level that it had committed.
    committed: Option<u32>,
    resumed_at: Option<u32>,
}

/// One process: begins the run or continues it, and finishes it if it can. It stops
/// at `stop_at`.
fn attempt(disk: &SimulatedDisk, metric: MetricName, stop_at: Option<u32>) -> Attempt {
    let mut this = Attempt {
        result: Err(StoreError { fault: StoreFault::Environment, message: "stopped".into() }),
        committed: None,
        resumed_at: None,
    };
    let (folder, every) = (Path::new(FOLDER), CheckpointInterval::Levels(3));
    let shared: Arc<SimulatedDisk> = Arc::new(disk.clone());
    let opened = if disk.read(&folder.join("run.json")).is_some() {
        RunFolder::open(shared, folder, every)
    } else {
        let plan = tiles::plan(&request(metric)).unwrap();
        RunFolder::create(shared, folder, &request(metric), plan.engine(), every)
    };
    let mut run_folder = match opened {
        Ok(run_folder) => run_folder,
        Err(error) => return Attempt { result: Err(error), ..this },
    };
    match run_folder.certificate::<Tiles>() {
        Ok(None) => {}
        Ok(Some(certificate)) => return Attempt { result: Ok(certificate), ..this },
        Err(error) => return Attempt { result: Err(error), ..this },
    }
    let plan = tiles::plan(&run_folder.request().unwrap()).unwrap();
    let cancel = Cancel::new();
    let mut progress = |level: &loyd_enumerate::LevelProgress| {
        if Some(level.depth) == stop_at {
            cancel.cancel();
        }
    };
    match run_with(&plan, &Limit::cancelled_by(&cancel), &mut progress, Some(&mut run_folder)) {
        Ok(enumeration) => {
            this.resumed_at = enumeration.resumed_at;
            this.committed = run_folder.checkpoint_depth();
            if let Some(saved) = &enumeration.saved {
                if let Err(error) = saved {
                    this.result = Err(error.clone());
                }
            } else {
                this.result = run_folder.finish(&enumeration, 0);
            }
        }
        Err(EnumerateError::Store(error)) => {
            this.committed = run_folder.checkpoint_depth();
            this.result = Err(error);
        }
        Err(other) => panic!("{other}"),
    }
    this
}

fn truth(metric: MetricName) -> Enumeration<Tiles> {
    run(&tiles::plan(&request(metric)).unwrap(), &Limit::none(), &mut |_| ()).unwrap()
}

fn assert_right(certificate: &Certificate, truth: &Enumeration<Tiles>, what: &str) {
    assert_eq!(certificate.levels, truth.levels, "{what}");
    assert_eq!(certificate.radius, truth.radius, "{what}");
    for check in certificate.check::<Tiles>(check_colours(certificate)) {
        assert!(check.result.is_ok(), "{what}: {check:?}");
    }
}

/// Lets a process end at every operation in turn; returns how often each kind was hit.
fn end_everywhere(metric: MetricName, seeds: u64) -> BTreeMap<Point, u32> {
    let truth = truth(metric);
    let mut hit = BTreeMap::new();
    for point in 0.. {
        let disk = SimulatedDisk::new();
        disk.fail_at(point, Fault::End);
        // In the middle it is stopped and continued once.
        let mut first = attempt(&disk, metric, Some(17));
        if disk.failed_point().is_none() {
            first = attempt(&disk, metric, None);
        }
        let Some(struck) = disk.failed_point() else {
            assert!(first.result.is_ok());
            break;
        };
        *hit.entry(struck).or_insert(0) += 1;
        let ends = (0..seeds).map(|seed| disk.after_power_loss(seed * 977 + point));
        for (number, after) in ends.chain([disk.after_kill()]).enumerate() {
            let what = format!("{metric}: {struck:?}, operation {point}, end {number}");
            let second = attempt(&after, metric, None);
            let certificate = second.result.unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_right(&certificate, &truth, &what);
            if after.read(Path::new("run/certificate.json")).is_none() {
                assert!(second.resumed_at >= first.committed, "{what}: a level was lost");
            }
        }
    }
    hit
}

#[test]
fn a_run_survives_its_end_at_every_operation() {
    for metric in [MetricName::Single, MetricName::Multi] {
        let hit = end_everywhere(metric, 4);
        for point in [Point::Create, Point::Write, Point::Sync, Point::Rename] {
            assert!(hit.get(&point).is_some_and(|&times| times >= 10), "{point:?}: {hit:?}");
        }
        for point in [Point::SyncFolder, Point::Remove, Point::Open, Point::Read] {
            assert!(hit.get(&point).is_some_and(|&times| times >= 3), "{point:?}: {hit:?}");
        }
    }
}

#[test]
fn an_error_of_the_disk_never_makes_a_wrong_table() {
    let truth = truth(MetricName::Single);
    let mut failures = 0;
    for kind in [ErrorKind::StorageFull, ErrorKind::Other] {
        for point in 0.. {
            let disk = SimulatedDisk::new();
            disk.fail_at(point, Fault::Error(kind));
            let first = attempt(&disk, MetricName::Single, None);
            if disk.failed_point().is_none() {
                break;
            }
            let what = format!("{kind:?} at operation {point}");
            let certificate = first.result.or_else(|error| {
                let full = kind == ErrorKind::StorageFull;
                let fault = if full { StoreFault::Full } else { StoreFault::Environment };
                assert_eq!(error.fault, fault, "{what}: {error}");
                failures += 1;
                attempt(&disk, MetricName::Single, None).result
            });
            assert_right(
                &certificate.unwrap_or_else(|error| panic!("{what}: {error}")),
                &truth,
                &what,
            );
        }
    }
    assert!(failures > 4, "beginning and finishing cannot go without the disk");
}

#[test]
fn a_full_disk_leaves_saved_levels_intact() {
    let truth = truth(MetricName::Single);
    let mut stopped = 0;
    for room in (0..60_000).step_by(1_500) {
        let disk = SimulatedDisk::new();
        disk.set_size(Some(room));
        let first = attempt(&disk, MetricName::Single, Some(20));
        if let Err(error) = &first.result
            && error.message != "stopped"
        {
            assert!(error.message.contains("free some space"), "{error}");
            stopped += 1;
        }
        disk.set_size(None);
        let second = attempt(&disk, MetricName::Single, None);
        assert_right(&second.result.unwrap(), &truth, "after making room");
        assert!(second.resumed_at >= first.committed);
    }
    assert!(stopped >= 3, "{stopped} of the rooms were too small");
}

/// A disk with a run that was stopped, and the name of its checkpoint.
fn stopped_run(metric: MetricName) -> (SimulatedDisk, String) {
    let disk = SimulatedDisk::new();
    let first = attempt(&disk, metric, Some(14));
    assert!(first.committed.is_some_and(|depth| depth >= 14));
    let folder = Path::new(FOLDER);
    let names = loyd_store::disk::Disk::list(&disk, folder).unwrap();
    let mut containers = names.into_iter().filter(|name| name.starts_with("level-"));
    let name = containers.next().expect("a checkpoint");
    assert_eq!(containers.next(), None, "one checkpoint at a time");
    (disk, format!("{FOLDER}/{name}"))
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let (disk, name) = stopped_run(MetricName::Single);
    let path = Path::new(&name);
    let length = disk.read(path).unwrap().len();
    let refused = |change: &dyn Fn(&mut Vec<u8>), what: &str| {
        let copy = disk.after_kill();
        copy.tamper(path, change);
        let error = attempt(&copy, MetricName::Single, None).result.expect_err(what);
        assert_eq!(error.fault, StoreFault::Data, "{what}: {error}");
        assert!(error.message.contains(&name), "{what}: {error}");
    };
    for byte in (0..length).step_by(7) {
        refused(&|bytes| bytes[byte] ^= 1 << (byte % 8), &format!("a flipped bit in byte {byte}"));
    }
    for length in (0..length).step_by(331).chain([length - 1]) {
        refused(&|bytes| bytes.truncate(length), &format!("cut after {length} bytes"));
    }
    refused(&|bytes| bytes.push(0), "one byte more");
}

#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let (disk, name) = stopped_run(MetricName::Single);
    let (other, other_name) = stopped_run(MetricName::Multi);
    let foreign = other.read(Path::new(&other_name)).unwrap();
    disk.tamper(Path::new(&name), |bytes| *bytes = foreign);
    let error = attempt(&disk, MetricName::Single, None).result.expect_err("a foreign file");
    assert!(error.fault == StoreFault::Data && error.message.contains(&name), "{error}");
}

#[test]
fn a_missing_checkpoint_is_reported() {
    let (disk, name) = stopped_run(MetricName::Single);
    loyd_store::disk::Disk::remove(&disk, Path::new(&name)).unwrap();
    let error = attempt(&disk, MetricName::Single, None).result.expect_err("a missing file");
    assert!(error.message.contains(&name), "{error}");
}

#[test]
fn a_damaged_manifest_is_refused() {
    let (disk, _) = stopped_run(MetricName::Single);
    let place = Path::new("run/run.json");
    disk.tamper(place, |bytes| {
        let at = bytes.windows(6).position(|w| w == b"single").unwrap();
        bytes[at..at + 6].copy_from_slice(b"multi\"");
    });
    let error = attempt(&disk, MetricName::Single, None).result.expect_err("a changed file");
    assert!(error.message.contains("run.json is damaged"), "{error}");
}
