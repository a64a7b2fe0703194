//! The engine beyond memory against the one in memory: every cut of small boards, every start
//! cell, interrupted at every level and every segment, failing at every call of its store.

mod checkpoints;
mod faults;
mod listed_levels;
mod multi_tile;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use loyd_enumerate::run;
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_tiles::bitmap::Layout;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate as tiles;
use loyd_tiles_enumerate::disk::{
    self, DiskError, DiskLoop, DiskPlan, DiskStep, DiskTask, LevelRecord, LevelStore,
    MemoryLevelStore, RawCodec, RunOptions, Segmentation, UnitKind,
};
use loyd_tiles_enumerate::memory;

fn task(width: usize, height: usize, start: usize, memory: u64) -> DiskTask {
    DiskTask { width, height, metric: MetricName::Single, start, threads: 2, memory, samples: 0 }
}

/// The levels as the engine in memory counts them.
fn expected(width: usize, height: usize, start: usize) -> Vec<u64> {
    counted(width, height, start, MetricName::Single)
}

/// The levels in a metric as the engine in memory counts them.
fn counted(width: usize, height: usize, start: usize, metric: MetricName) -> Vec<u64> {
    let task = memory::MemoryTask { start, ..memory::MemoryTask::new(width, height, metric) };
    let mut run = memory::MemoryLoop::new(memory::MemoryPlan::new(task).unwrap()).unwrap();
    let no_cancel = AtomicBool::new(false);
    while let memory::MemoryStep::Level(_) = run.step(&no_cancel).unwrap() {}
    run.levels().to_vec()
}

fn states(run: &DiskLoop) -> Vec<u64> {
    run.levels().iter().map(|level| level.states).collect()
}

fn enumerate(plan: DiskPlan, store: &Arc<MemoryLevelStore>) -> Vec<u64> {
    let mut run = DiskLoop::start(plan, store.clone(), &RawCodec).unwrap();
    let no_cancel = AtomicBool::new(false);
    while let DiskStep::Level(_) = run.step(&no_cancel, &mut |_| ()).unwrap() {}
    states(&run)
}

/// The minimum memory of a plan for a board.
fn min_memory(width: usize, height: usize) -> u64 {
    match DiskPlan::new(&task(width, height, 0, 0), &RawCodec).unwrap_err() {
        DiskError::TooBig { needed, allowed: 0, .. } => needed,
        other => panic!("{other}"),
    }
}

#[test]
fn every_cut_of_small_boards_gives_the_right_levels() {
    every_cut(&[(3, 3), (4, 2)]);
}

#[test]
#[ignore = "half a minute: ten cells"]
fn every_cut_of_ten_cells_gives_the_right_levels() {
    every_cut(&[(2, 5)]);
}

/// Counts boards from cell 1, cut at every digit into columns of several widths.
fn every_cut(boards: &[(usize, usize)]) {
    for &(width, height) in boards {
        let layout = Layout::new(width, height).unwrap();
        let levels = expected(width, height, 1);
        for digit in Segmentation::digits(&layout) {
            let row = Segmentation::new(&layout, digit, 1).unwrap().row_lines();
            let widths = [1, 2, 5, layout.block_lines, layout.block_lines * 2, row];
            for column_lines in widths.into_iter().filter(|width| (1..=row).contains(width)) {
                let Some(segmentation) = Segmentation::new(&layout, digit, column_lines) else {
                    continue;
                };
                let plan = DiskPlan::with_segmentation(
                    &task(width, height, 1, 1 << 30),
                    &segmentation,
                    &RawCodec,
                )
                .unwrap();
                assert_eq!(
                    enumerate(plan, &Arc::default()),
                    levels,
                    "{width}x{height} at {digit}, {column_lines} lines"
                );
            }
        }
    }
}

#[test]
fn every_start_cell_with_minimal_memory() {
    for (width, height) in [(3, 3), (2, 4), (5, 2)] {
        let memory = min_memory(width, height);
        for start in (0..width * height).step_by(if width == 5 { 4 } else { 1 }) {
            let plan = DiskPlan::new(&task(width, height, start, memory), &RawCodec).unwrap();
            assert!(plan.bytes() <= memory);
            let store = Arc::default();
            assert_eq!(enumerate(plan, &store), expected(width, height, start));
        }
    }
}

#[test]
fn twelve_cells_in_a_fraction_of_their_memory() {
    in_a_fraction_of_their_memory(&[(3, 4, 4, 3), (6, 2, 0, 8)]);
}

#[test]
#[ignore = "half a minute: more boards of twelve cells"]
fn twelve_cells_fit_in_a_fraction_of_their_memory() {
    in_a_fraction_of_their_memory(&[(4, 3, 0, 4), (3, 4, 4, 3), (6, 2, 0, 8), (2, 6, 5, 3)]);
}

/// Counts boards of twelve cells from a start with a share of the memory of their bitmaps.
fn in_a_fraction_of_their_memory(boards: &[(usize, usize, usize, u64)]) {
    for &(width, height, start, share) in boards {
        let levels = expected(width, height, start);
        assert_eq!(levels.iter().sum::<u64>(), 239_500_800);
        let layout = Layout::new(width, height).unwrap();
        let memory = layout.map_bytes() * layout.cells() as u64 / share;
        let plan = DiskPlan::new(&task(width, height, start, memory), &RawCodec).unwrap();
        assert!(plan.segmentation.bands() > 1 && plan.segmentation.columns() > 1);
        assert!(plan.bytes() <= memory);
        assert_eq!(enumerate(plan, &Arc::default()), levels);
    }
}

#[test]
fn too_little_memory_is_refused_with_the_minimum() {
    for (width, height) in [(4, 3), (5, 3), (4, 4), (8, 2)] {
        let needed = min_memory(width, height);
        let error = DiskPlan::new(&task(width, height, 0, needed - 1), &RawCodec).unwrap_err();
        let allowed = needed - 1;
        assert!(
            matches!(&error, DiskError::TooBig { needed: n, allowed: a, .. } if (*n, *a) == (needed, allowed)),
            "{error}"
        );
        assert!(error.to_string().contains(&needed.to_string()));
        assert!(DiskPlan::new(&task(width, height, 0, needed), &RawCodec).is_ok());
    }
    let fifteen = DiskPlan::new(&task(5, 3, 0, 2 << 30), &RawCodec).unwrap();
    assert_eq!(
        (fifteen.segmentation.digit, fifteen.segmentation.columns(), fifteen.segmentation.bands()),
        (8, 90, 360)
    );
    assert!(matches!(DiskPlan::new(&task(2, 2, 0, 1 << 30), &RawCodec), Err(DiskError::Layout(_))));
    assert!(matches!(DiskPlan::new(&task(3, 3, 9, 1 << 30), &RawCodec), Err(DiskError::Start(_))));
}

#[test]
fn columns_never_cross_the_end_of_a_block() {
    for (width, height) in [(3, 3), (5, 2), (4, 3), (6, 2), (7, 2), (5, 3), (4, 4), (8, 2)] {
        let needed = min_memory(width, height);
        for memory in [needed, 2 * needed, 3 * needed, 40 * needed] {
            let segmentation =
                DiskPlan::new(&task(width, height, 0, memory), &RawCodec).unwrap().segmentation;
            let block = segmentation.layout.block_lines;
            for lines in (0..segmentation.columns()).map(|column| segmentation.lines(column)) {
                let is_whole = lines.start.is_multiple_of(block) && lines.end.is_multiple_of(block);
                let is_in_one = lines.start / block == (lines.end - 1) / block;
                assert!(is_whole || is_in_one, "{width}x{height} in {memory} bytes: {lines:?}");
            }
        }
    }
}

#[test]
fn a_run_resumes_from_every_level() {
    let task = task(5, 2, 3, min_memory(5, 2));
    let levels = expected(5, 2, 3);
    let store: Arc<MemoryLevelStore> = Arc::default();
    let mut run =
        DiskLoop::start(DiskPlan::new(&task, &RawCodec).unwrap(), store.clone(), &RawCodec)
            .unwrap();
    let no_cancel = AtomicBool::new(false);
    let mut resumed = 0;
    loop {
        // Unfinished: half of the units of the next level, lost at the end of the process.
        let passes = AtomicUsize::new(0);
        let cancel = AtomicBool::new(false);
        let interrupted = run.step(&cancel, &mut |progress| {
            assert_eq!(progress.depth as usize, run_depth(&levels, resumed) + 1);
            if passes.fetch_add(1, Ordering::Relaxed) == resumed % 7 {
                cancel.store(true, Ordering::Relaxed);
            }
        });
        if interrupted == Ok(DiskStep::Complete) {
            break;
        }
        assert_eq!(interrupted, Ok(DiskStep::Interrupted));
        drop(run);
        let record = store.open().unwrap().unwrap();
        assert_eq!(record.depth() as usize, resumed);
        assert!(
            store
                .units()
                .iter()
                .all(|&(depth, kind, _)| { depth == record.depth() && kind == UnitKind::Level })
        );
        let plan = DiskPlan::resume(&task, &record, &RawCodec).unwrap();
        run = DiskLoop::resume(plan, &record, store.clone(), &RawCodec).unwrap();
        assert!(matches!(run.step(&no_cancel, &mut |_| ()), Ok(DiskStep::Level(_))));
        resumed += 1;
    }
    assert_eq!(states(&run), levels);
}

/// The depth at which a run stands that has been resumed so often.
fn run_depth(levels: &[u64], resumed: usize) -> usize {
    resumed.min(levels.len() - 1)
}

#[test]
fn records_of_other_runs_are_refused() {
    let task = task(4, 2, 0, 1 << 20);
    let store: Arc<MemoryLevelStore> = Arc::default();
    let plan = DiskPlan::new(&task, &RawCodec).unwrap();
    let run = DiskLoop::start(plan.clone(), store.clone(), &RawCodec).unwrap();
    let record = run.record();
    assert_eq!(store.open().unwrap().as_ref(), Some(&record));
    let resume = |record: &LevelRecord| {
        let plan = DiskPlan::resume(&task, record, &RawCodec)?;
        DiskLoop::resume(plan, record, store.clone(), &RawCodec).map(|_| ())
    };
    assert_eq!(resume(&record), Ok(()));
    let changes: [fn(&mut LevelRecord); 9] = [
        |r| r.run.puzzle = "5x2".into(),
        |r| r.run.start.push_str(" 1"),
        |r| r.block_digits = 5,
        |r| r.digit = 99,
        |r| r.column_lines = 0,
        |r| r.counts[3] = u32::MAX,
        |r| r.counts.push(0),
        |r| r.run.levels.clear(),
        |r| r.run.levels[0].states = 2,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut record = record.clone();
        change(&mut record);
        assert!(matches!(resume(&record), Err(DiskError::Record { .. })), "change {number}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn fourteen_cells_in_a_tenth_of_their_memory() {
    let levels = expected(7, 2, 0);
    let plan = DiskPlan::new(&task(7, 2, 0, 600 << 20), &RawCodec).unwrap();
    assert_eq!(enumerate(plan, &Arc::default()), levels);
}

#[test]
fn a_job_resumes_a_cancelled_one() {
    let mut request = tiles::request(Size::new(5, 2).unwrap());
    request.memory = 600 << 10;
    let store: Arc<MemoryLevelStore> = Arc::default();
    let levels = expected(5, 2, 0);
    let mut runs = 0;
    loop {
        let job =
            disk::job(&request, store.clone(), Arc::new(RawCodec), RunOptions::default()).unwrap();
        assert!(job.memory() <= request.memory);
        let plan = loyd_enumerate::Plan::with_job(&request, None, job);
        let cancel = Cancel::new();
        let mut last = None;
        let result = run(&plan, &Limit::cancelled_by(&cancel), &mut |report| {
            assert!(report.share.is_none_or(|share| (0.0..=1.0).contains(&share)));
            last = Some(report.depth);
            if report.depth as usize == 9 * (runs + 1) {
                cancel.cancel();
            }
        })
        .unwrap();
        assert_eq!(result.levels, levels[..result.levels.len()]);
        runs += 1;
        if result.complete {
            assert_eq!(result.levels, levels);
            assert_eq!(result.radius, Some(55));
            break;
        }
        assert_eq!(result.stopped, Some(StopCause::Cancelled));
    }
    assert_eq!(runs, 7);
    request.metric = MetricName::Multi;
    let refused =
        disk::job(&request, store, Arc::new(RawCodec), RunOptions::default()).unwrap_err();
    assert!(matches!(refused.engine_cause(), Some(DiskError::Record { .. })), "{refused}");
}
