//! The engine for disks with its levels in files: a process that ends, loses power or is refused at
//! any operation whatsoever costs the level in progress and nothing else.

mod marks;
mod older;

use loyd::bitmap::Layout;
use loyd::observe::Cancel;
use loyd::puzzle::tiles::{MetricName, Size};
use loyd_codec::Effort;
use loyd_enumerate::disk::{self, Cut, DiskLoop, Step, Task};
use loyd_enumerate::{EngineName, Plan, Request, run};
use loyd_store::UnitFiles;
use loyd_store::disk::simulated::{Fault, Point};
use loyd_store::disk::{Disk, SimulatedDisk};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const FOLDER: &str = "run";

fn task() -> Task {
    Task {
        width: 4,
        height: 2,
        metric: MetricName::Single,
        start: 1,
        threads: 1,
        memory: 64 << 20,
        samples: 2,
    }
}

/// Many small units.
fn cut() -> Cut {
    let layout = Layout::new(4, 2).unwrap();
    Cut::new(&layout, *Cut::digits(&layout).start(), 2).unwrap()
}

/// What a process did.
#[derive(Debug)]
struct Attempt {
    /// All levels, or why it stopped.
    result: Result<Vec<u64>, String>,
    /// The last level that it committed.
    committed: Option<u32>,
    resumed_at: Option<u32>,
    /// Level, pass and segments of the first and the last report of progress.
    places: Option<(At, At)>,
    /// Why it went on from an older level.
    setback: Option<String>,
}

type At = (u32, usize, usize);

/// How a process goes about it.
#[derive(Clone, Copy, Default)]
struct How {
    /// The level after which it leaves off.
    stop_at: Option<u32>,
    /// Marks after every segment.
    marks: bool,
    /// No memory for partials.
    no_partials: bool,
    /// Levels to keep.
    keep: Option<usize>,
}

/// Begins or goes on, to the end if it can; `stop_at`: the level after which it leaves off.
fn attempt(disk: &SimulatedDisk, stop_at: Option<u32>) -> Attempt {
    attempt_as(disk, How { stop_at, ..How::default() })
}

fn attempt_as(disk: &SimulatedDisk, how: How) -> Attempt {
    let mut this = Attempt {
        result: Err("not opened".into()),
        committed: None,
        resumed_at: None,
        places: None,
        setback: None,
    };
    let store = UnitFiles::new(Arc::new(disk.clone()), Path::new(FOLDER)).keeping(how.keep);
    let store = Arc::new(store);
    let codec = store.codec().with_effort(Effort::Dense);
    let record = match disk::LevelStore::open(&*store) {
        Ok(record) => record,
        Err(error) => return Attempt { result: Err(error.to_string()), ..this },
    };
    this.resumed_at = record.as_ref().map(disk::Record::depth);
    this.setback = store.setback();
    let planned = match &record {
        Some(record) => disk::Plan::resume(&task(), record, &codec),
        None => disk::Plan::with_cut(&task(), &cut(), &codec),
    };
    let mut plan = planned.unwrap();
    if how.no_partials {
        plan.partials = 0;
    }
    plan.mark_every = how.marks.then_some(Duration::ZERO);
    let begun = match &record {
        Some(record) => DiskLoop::resume(plan, record, store.clone(), &codec),
        None => DiskLoop::start(plan, store.clone(), &codec),
    };
    let mut levels = match begun {
        Ok(levels) => levels,
        Err(error) => return Attempt { result: Err(error.to_string()), ..this },
    };
    let go_on = AtomicBool::new(false);
    loop {
        this.committed = Some(levels.depth());
        if how.stop_at.is_some_and(|depth| levels.depth() >= depth) {
            return Attempt { result: Err("left off".into()), ..this };
        }
        let step = levels.step(&go_on, &mut |progress| {
            let at = (progress.depth, progress.pass, progress.segments);
            let first = this.places.map_or(at, |(first, _)| first);
            this.places = Some((first, at));
        });
        match step {
            Ok(Step::Complete) => {
                let counts = levels.levels().iter().map(|level| level.states).collect();
                return Attempt { result: Ok(counts), ..this };
            }
            Ok(_) => {}
            Err(error) => return Attempt { result: Err(error.to_string()), ..this },
        }
    }
}

fn truth() -> Vec<u64> {
    let request = Request { start_cell: 1, ..Request::new(Size::new(4, 2).unwrap()) };
    let request = Request { engine: Some(EngineName::Reference), ..request };
    run(&Plan::new(&request).unwrap(), &Cancel::new(), &mut |_| ()).unwrap().levels
}

#[test]
fn a_run_survives_its_end_at_every_operation() {
    let truth = truth();
    let mut hit: BTreeMap<Point, u32> = BTreeMap::new();
    // Every operation of the first levels and of the last, every seventh between.
    let whole = SimulatedDisk::new();
    assert_eq!(attempt(&whole, None).result.as_deref(), Ok(&truth[..]));
    let operations = whole.points();
    let dense = |point: u64| point < 120 || point + 60 > operations || point.is_multiple_of(7);
    for point in (0..operations).filter(|&point| dense(point)) {
        let disk = SimulatedDisk::new();
        disk.fail_at(point, Fault::End);
        let first = attempt(&disk, None);
        // Two threads use the disk: how many operations there are differs a little.
        let Some(struck) = disk.struck() else {
            assert_eq!(first.result.as_deref(), Ok(&truth[..]));
            continue;
        };
        *hit.entry(struck).or_insert(0) += 1;
        let ends = (0..2).map(|seed| disk.after_power_loss(seed * 977 + point));
        for (number, after) in ends.chain([disk.after_kill()]).enumerate() {
            let what = format!("{struck:?}, operation {point}, end {number}");
            let second = attempt(&after, None);
            assert_eq!(second.result.as_deref(), Ok(&truth[..]), "{what}");
            assert!(second.resumed_at >= first.committed, "{what}: a level was lost");
        }
    }
    for point in [Point::Create, Point::Write, Point::Sync, Point::Rename, Point::SyncFolder] {
        assert!(hit.get(&point).is_some_and(|&times| times >= 5), "{point:?}: {hit:?}");
    }
    for point in [Point::Remove, Point::Open, Point::Read] {
        assert!(hit.get(&point).is_some_and(|&times| times >= 5), "{point:?}: {hit:?}");
    }
}

#[test]
fn an_error_of_the_disk_is_reported_and_costs_a_level_at_most() {
    let truth = truth();
    let mut reported = 0;
    for kind in [ErrorKind::StorageFull, ErrorKind::Other] {
        for point in (0..).step_by(5) {
            let disk = SimulatedDisk::new();
            disk.fail_at(point, Fault::Error(kind));
            let first = attempt(&disk, None);
            if disk.struck().is_none() {
                break;
            }
            if let Err(error) = &first.result {
                assert!(!error.is_empty());
                reported += 1;
            }
            let second = attempt(&disk, None);
            assert_eq!(second.result.as_deref(), Ok(&truth[..]), "{kind:?} at operation {point}");
            assert!(second.resumed_at >= first.committed, "a level was lost");
        }
    }
    assert!(reported > 50, "{reported}");
}

#[test]
fn a_full_disk_stops_the_run_and_room_lets_it_go_on() {
    let truth = truth();
    let mut stopped = 0;
    for room in (100..30_000).step_by(1_900) {
        let disk = SimulatedDisk::new();
        disk.set_room(Some(room));
        let first = attempt(&disk, None);
        if let Err(error) = &first.result {
            assert!(error.contains("free some space"), "{error}");
            stopped += 1;
        }
        disk.set_room(None);
        let second = attempt(&disk, None);
        assert_eq!(second.result.as_deref(), Ok(&truth[..]));
        assert!(second.resumed_at >= first.committed);
    }
    assert!(stopped >= 3, "{stopped}");
}

#[test]
fn damage_in_any_file_is_found() {
    let truth = truth();
    let disk = SimulatedDisk::new();
    assert_eq!(attempt(&disk, Some(19)).committed, Some(19));
    let names = disk.list(Path::new(FOLDER)).unwrap();
    assert!(names.iter().any(|name| name.contains(".data")), "{names:?}");
    let mut found = 0;
    for name in names.iter().filter(|name| !name.starts_with("partials")) {
        let path = Path::new(FOLDER).join(name);
        let length = disk.read(&path).unwrap().len();
        for byte in (0..length).step_by(length.div_ceil(60)) {
            let copy = disk.after_kill();
            copy.tamper(&path, |bytes| bytes[byte] ^= 1 << (byte % 8));
            match attempt(&copy, None).result {
                Ok(levels) => assert_eq!(levels, truth, "{name}: byte {byte}"),
                Err(error) => {
                    assert!(error.contains("damaged"), "{name}: {error}");
                    found += 1;
                }
            }
        }
        let copy = disk.after_kill();
        copy.tamper(&path, |bytes| bytes.truncate(length / 2));
        assert!(attempt(&copy, None).result.is_err(), "{name}: cut");
        let copy = disk.after_kill();
        copy.remove(&path).unwrap();
        match attempt(&copy, None).result {
            Ok(levels) => assert!(name == "level.json" && levels == truth),
            Err(error) => assert!(error.contains(name.as_str()), "{name}: {error}"),
        }
    }
    assert!(found > 100, "only {found} of the changes were found");
}

#[test]
fn a_level_in_files_can_be_checked_whole() {
    let disk = SimulatedDisk::new();
    attempt(&disk, Some(15));
    let store = UnitFiles::new(Arc::new(disk.clone()), Path::new(FOLDER));
    let record = store.check().unwrap().expect("a level");
    assert_eq!(record.depth(), 15);
    let names = disk.list(Path::new(FOLDER)).unwrap();
    let data = names
        .iter()
        .find(|name| name.starts_with("units") && name.contains(".data"))
        .expect("units");
    disk.tamper(&Path::new(FOLDER).join(data), |bytes| *bytes.last_mut().unwrap() ^= 1);
    assert!(store.check().unwrap_err().to_string().contains("checksum"));
}

#[test]
fn classes_go_through_files_in_both_directions_and_across_processes() {
    let request = Request {
        start_cell: 1,
        metric: MetricName::Multi,
        engine: Some(EngineName::Reference),
        ..Request::new(Size::new(5, 2).unwrap())
    };
    let truth = run(&Plan::new(&request).unwrap(), &Cancel::new(), &mut |_| ()).unwrap().levels;
    let task = Task { width: 5, metric: MetricName::Multi, samples: 0, ..task() };
    let layout = Layout::new(5, 2).unwrap();
    // Partials go up only where the cut is not along the last row but one: in the first case.
    for (digit, column_lines) in [(5, 6), (7, layout.block_lines)] {
        let cut = Cut::new(&layout, digit, column_lines).unwrap();
        let disk = SimulatedDisk::new();
        let go_on = AtomicBool::new(false);
        let mut found = Vec::new();
        for process in 0.. {
            let store = Arc::new(UnitFiles::new(Arc::new(disk.clone()), Path::new(FOLDER)));
            let codec = store.codec().with_effort(Effort::Dense);
            let record = disk::LevelStore::open(&*store).unwrap();
            let planned = match &record {
                Some(record) => disk::Plan::resume(&task, record, &codec),
                None => disk::Plan::with_cut(&task, &cut, &codec),
            };
            // No memory for partials: they are read from a file that grows.
            let mut plan = planned.unwrap();
            plan.partials = 0;
            let begun = match &record {
                Some(record) => DiskLoop::resume(plan, record, store.clone(), &codec),
                None => DiskLoop::start(plan, store.clone(), &codec),
            };
            let mut levels = begun.unwrap();
            let last = levels.depth() + 9;
            let mut is_done = false;
            while levels.depth() < last && !is_done {
                is_done = levels.step(&go_on, &mut |_| ()).unwrap() == Step::Complete;
            }
            if is_done {
                found = levels.levels().iter().map(|level| level.states).collect();
                assert!(process > 2, "{process}");
                break;
            }
        }
        assert_eq!(found, truth, "cut at {digit}");
    }
}
