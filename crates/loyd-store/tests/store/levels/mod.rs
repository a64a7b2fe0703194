//! The engine for disks with its levels in files: a process that ends, loses power or is refused at
//! any operation costs the level in progress and nothing else.

mod checkpoints;
mod older;
mod operations;
mod retention;

use crate::attempts::{FOLDER, locked};
use crate::damage::Stopped;
use loyd_codec::Effort;
use loyd_enumerate::{EngineName, Request, run};
use loyd_search::observe::Limit;
use loyd_store::disk::Disk;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::{FileLevelStore, Retention};
use loyd_tiles::bitmap::Layout;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate as tiles;
use loyd_tiles_enumerate::disk::{self, DiskLoop, DiskStep, DiskTask, Segmentation};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn task(metric: MetricName) -> DiskTask {
    DiskTask {
        width: 4,
        height: 2,
        metric,
        start: 1,
        threads: 1,
        memory: 64 << 20,
        samples: if metric == MetricName::Single { 2 } else { 0 },
    }
}

/// Many small units.
fn cut(metric: MetricName) -> Segmentation {
    let layout = Layout::new(4, 2).unwrap();
    let digit = match metric {
        MetricName::Single => *Segmentation::digits(&layout).start(),
        MetricName::Multi => 5,
    };
    Segmentation::new(&layout, digit, 2).unwrap()
}

/// The work of a process.
#[derive(Debug)]
struct Attempt {
    /// All levels, or why it stopped.
    result: Result<Vec<u64>, String>,
    /// The last level that it committed.
    committed: Option<u32>,
    resumed_at: Option<u32>,
    /// Level, pass and segments of the first and the last report of progress.
    places: Option<(At, At)>,
    /// The reason why it resumed from an older level.
    fallback: Option<String>,
    /// The peak size of all levels.
    peak: u64,
}

type At = (u32, usize, usize);

/// The options of a process.
#[derive(Clone, Copy, Debug)]
struct How {
    metric: MetricName,
    /// The level after which it leaves off.
    stop_at: Option<u32>,
    /// Marks after every segment.
    marks: bool,
    no_partials: bool,
    keep: Option<Retention>,
}

impl How {
    const PLAIN: How = How {
        metric: MetricName::Single,
        stop_at: None,
        marks: false,
        no_partials: false,
        keep: None,
    };
}

/// Begins or continues, to the end if it can; `stop_at`: the level after which it leaves off.
fn attempt(disk: &SimulatedDisk, stop_at: Option<u32>) -> Attempt {
    attempt_as(disk, How { stop_at, ..How::PLAIN })
}

fn attempt_as(disk: &SimulatedDisk, how: How) -> Attempt {
    let mut this = Attempt {
        result: Err("not opened".into()),
        committed: None,
        resumed_at: None,
        places: None,
        fallback: None,
        peak: 0,
    };
    let store = FileLevelStore::new(locked(disk)).retaining(how.keep);
    let store = Arc::new(store);
    let codec = store.codec().with_effort(Effort::Dense);
    let record = match disk::LevelStore::open(&*store) {
        Ok(record) => record,
        Err(error) => return Attempt { result: Err(error.to_string()), ..this },
    };
    this.resumed_at = record.as_ref().map(disk::LevelRecord::depth);
    this.fallback = store.fallback();
    let planned = match &record {
        Some(record) => disk::DiskPlan::resume(&task(how.metric), record, &codec),
        None => disk::DiskPlan::with_segmentation(&task(how.metric), &cut(how.metric), &codec),
    };
    let mut plan = planned.unwrap();
    if how.no_partials {
        plan.partials = 0;
    }
    plan.checkpoint_every = how.marks.then_some(Duration::ZERO);
    let opened = match &record {
        Some(record) => DiskLoop::resume(plan, record, store.clone(), &codec),
        None => DiskLoop::start(plan, store.clone(), &codec),
    };
    let mut levels = match opened {
        Ok(levels) => levels,
        Err(error) => return Attempt { result: Err(error.to_string()), ..this },
    };
    let cancel = AtomicBool::new(false);
    loop {
        this.committed = Some(levels.depth());
        this.peak = store.peak_bytes();
        if how.stop_at.is_some_and(|depth| levels.depth() >= depth) {
            return Attempt { result: Err("left off".into()), ..this };
        }
        let step = levels.step(&cancel, &mut |progress| {
            let at = (progress.depth, progress.pass, progress.segments);
            let first = this.places.map_or(at, |(first, _)| first);
            this.places = Some((first, at));
        });
        match step {
            Ok(DiskStep::Complete) => {
                let counts = levels.levels().iter().map(|level| level.states).collect();
                return Attempt { result: Ok(counts), ..this };
            }
            Ok(_) => {}
            Err(error) => return Attempt { result: Err(error.to_string()), ..this },
        }
    }
}

fn truth() -> Vec<u64> {
    truth_of(MetricName::Single)
}

fn truth_of(metric: MetricName) -> Vec<u64> {
    let request = Request { metric, ..tiles::request_from(Size::new(4, 2).unwrap(), 1) };
    let request = Request { engine: Some(EngineName::Reference), ..request };
    run(&tiles::plan(&request).unwrap(), &Limit::none(), &mut |_| ()).unwrap().levels
}

#[test]
fn a_full_disk_stops_the_run_and_free_space_lets_it_resume() {
    let truth = truth();
    let mut stopped = 0;
    for room in (100..30_000).step_by(1_900) {
        let disk = SimulatedDisk::new();
        disk.set_size(Some(room));
        let first = attempt(&disk, None);
        if let Err(error) = &first.result {
            assert!(error.contains("free some space"), "{error}");
            stopped += 1;
        }
        disk.set_size(None);
        let second = attempt(&disk, None);
        assert_eq!(second.result.as_deref(), Ok(&truth[..]));
        assert!(second.resumed_at >= first.committed);
    }
    assert!(stopped >= 3, "{stopped}");
}

#[test]
fn damage_in_any_file_is_reported() {
    let truth = truth();
    let disk = SimulatedDisk::new();
    let last_only = How { stop_at: Some(19), keep: Some(Retention::Exactly(1)), ..How::PLAIN };
    assert_eq!(attempt_as(&disk, last_only).committed, Some(19));
    let mut names = disk.list(Path::new(FOLDER)).unwrap();
    assert!(names.iter().any(|name| name.contains(".data")), "{names:?}");
    names.retain(|name| !name.starts_with("partials"));
    let stopped = Stopped {
        disk: &disk,
        folder: Path::new(FOLDER),
        names: &names,
        pointer: "level.json",
        levels: &truth,
        resume: &|disk| attempt(disk, None).result,
    };
    let reported = stopped.assert_damage_is_reported(60);
    assert!(reported > 100, "only {reported} of the changes were reported");
}

#[test]
fn a_level_in_files_can_be_checked_whole() {
    let disk = SimulatedDisk::new();
    attempt(&disk, Some(15));
    let store = FileLevelStore::new(locked(&disk));
    let record = store.check().unwrap().expect("a level");
    assert_eq!(record.depth(), 15);
    let names = disk.list(Path::new(FOLDER)).unwrap();
    let data = names
        .iter()
        .find(|name| name.starts_with("units-0015") && name.contains(".data"))
        .expect("units");
    disk.tamper(&Path::new(FOLDER).join(data), |bytes| *bytes.last_mut().unwrap() ^= 1);
    assert!(store.check().unwrap_err().to_string().contains("checksum"));
}

#[test]
fn classes_go_through_files_in_both_directions_and_across_processes() {
    let request = Request {
        metric: MetricName::Multi,
        engine: Some(EngineName::Reference),
        ..tiles::request_from(Size::new(5, 2).unwrap(), 1)
    };
    let truth = run(&tiles::plan(&request).unwrap(), &Limit::none(), &mut |_| ()).unwrap().levels;
    let task = DiskTask { width: 5, ..task(MetricName::Multi) };
    let layout = Layout::new(5, 2).unwrap();
    // Partials go up where a mixed cell is above the last row but one: both in the first case, one in
    // the second.
    for (digit, column_lines) in [(5, 6), (6, layout.block_lines), (7, layout.block_lines)] {
        let cut = Segmentation::new(&layout, digit, column_lines).unwrap();
        let disk = SimulatedDisk::new();
        let cancel = AtomicBool::new(false);
        let mut counts = Vec::new();
        for process in 0.. {
            let store = Arc::new(FileLevelStore::new(locked(&disk)));
            let codec = store.codec().with_effort(Effort::Dense);
            let record = disk::LevelStore::open(&*store).unwrap();
            let planned = match &record {
                Some(record) => disk::DiskPlan::resume(&task, record, &codec),
                None => disk::DiskPlan::with_segmentation(&task, &cut, &codec),
            };
            // No memory for partials: they are read from a file that grows.
            let mut plan = planned.unwrap();
            plan.partials = 0;
            let opened = match &record {
                Some(record) => DiskLoop::resume(plan, record, store.clone(), &codec),
                None => DiskLoop::start(plan, store.clone(), &codec),
            };
            let mut levels = opened.unwrap();
            let last = levels.depth() + 9;
            let mut is_done = false;
            while levels.depth() < last && !is_done {
                is_done = levels.step(&cancel, &mut |_| ()).unwrap() == DiskStep::Complete;
            }
            if is_done {
                counts = levels.levels().iter().map(|level| level.states).collect();
                assert!(process > 2, "{process}");
                break;
            }
        }
        assert_eq!(counts, truth, "cut at {digit}");
    }
}
