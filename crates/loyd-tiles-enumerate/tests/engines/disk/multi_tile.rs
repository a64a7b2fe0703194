//! The multi-tile metric beyond memory against the engine in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{counted, enumerate, states};
use loyd_enumerate::Request;
use loyd_tiles::bitmap::Layout;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate as tiles;
use loyd_tiles_enumerate::disk::{
    self, DiskError, DiskLoop, DiskPlan, DiskStep, DiskTask, LevelRecord, LevelStore,
    MemoryLevelStore, RawCodec, RunOptions, Segmentation,
};

fn task(width: usize, height: usize, start: usize, memory: u64) -> DiskTask {
    DiskTask { width, height, metric: MetricName::Multi, start, threads: 2, memory, samples: 9 }
}

fn expected(width: usize, height: usize, start: usize) -> Vec<u64> {
    counted(width, height, start, MetricName::Multi)
}

/// The minimum memory of a plan for a board.
fn min_memory(width: usize, height: usize) -> u64 {
    match DiskPlan::new(&task(width, height, 0, 0), &RawCodec).unwrap_err() {
        DiskError::TooBig { needed, allowed: 0, .. } => needed,
        other => panic!("{other}"),
    }
}

#[test]
fn every_cut_gives_the_right_levels() {
    every_cut(&[(4, 2, 1), (5, 2, 3)]);
}

#[test]
#[ignore = "half a minute: ten cells in columns"]
fn every_cut_of_ten_cells_in_columns_gives_the_right_levels() {
    every_cut(&[(2, 5, 3)]);
}

/// Counts boards from cell 1, cut at every digit; of these this many suit.
fn every_cut(boards: &[(usize, usize, usize)]) {
    for &(width, height, cuts) in boards {
        let layout = Layout::new(width, height).unwrap();
        let levels = expected(width, height, 1);
        let mut suitable = 0;
        for digit in Segmentation::digits(&layout) {
            let row = Segmentation::new(&layout, digit, 1).unwrap().row_lines();
            let widths = [1, 5, layout.block_lines, layout.block_lines * 2, row];
            for column_lines in widths.into_iter().filter(|width| (1..=row).contains(width)) {
                let Some(segmentation) = Segmentation::new(&layout, digit, column_lines) else {
                    continue;
                };
                suitable += usize::from(column_lines == 1);
                let plan = DiskPlan::with_segmentation(
                    &task(width, height, 1, 1 << 30),
                    &segmentation,
                    &RawCodec,
                );
                assert_eq!(
                    enumerate(plan.unwrap(), &Arc::default()),
                    levels,
                    "{width}x{height} at {digit}, {column_lines} lines"
                );
            }
        }
        assert_eq!(suitable, cuts, "{width}x{height}");
    }
}

#[test]
fn mixed_cells_in_two_rows_of_three() {
    cut_across_rows(&[(4, 3, 0, 7, 23), (3, 4, 5, 6, 5)]);
}

#[test]
#[ignore = "a minute: more cuts of twelve cells"]
fn mixed_cells_in_any_rows_of_twelve_cells() {
    cut_across_rows(&[
        (4, 3, 11, 6, 1),
        (4, 3, 2, 8, 7),
        (3, 4, 1, 7, 1),
        (6, 2, 3, 6, 40),
        (6, 2, 0, 8, 10),
        (2, 6, 5, 9, 23),
    ]);
}

/// Counts boards of twelve cells from a start, cut at a digit into columns of some lines.
fn cut_across_rows(boards: &[(usize, usize, usize, usize, usize)]) {
    for &(width, height, start, digit, column_lines) in boards {
        let layout = Layout::new(width, height).unwrap();
        let segmentation = Segmentation::new(&layout, digit, column_lines).unwrap();
        let task = task(width, height, start, 1 << 30);
        let plan = DiskPlan::with_segmentation(&task, &segmentation, &RawCodec).unwrap();
        let levels = enumerate(plan, &Arc::default());
        assert_eq!(levels, expected(width, height, start), "{width}x{height} at {digit}");
    }
}

#[test]
fn every_start_cell_with_minimal_memory() {
    for (width, height) in [(2, 4), (5, 2)] {
        let memory = min_memory(width, height);
        for start in (0..width * height).step_by(if width == 5 { 4 } else { 1 }) {
            let plan = DiskPlan::new(&task(width, height, start, memory), &RawCodec).unwrap();
            assert!(plan.bytes() <= memory);
            assert_eq!(enumerate(plan, &Arc::default()), expected(width, height, start));
        }
    }
}

#[test]
fn twelve_cells_in_a_fraction_of_their_memory() {
    in_a_fraction_of_their_memory(&[(4, 3, 0, 4), (3, 4, 5, 3)]);
}

#[test]
#[ignore = "half a minute: a long board"]
fn a_long_board_of_twelve_cells_in_a_fraction_of_its_memory() {
    in_a_fraction_of_their_memory(&[(6, 2, 3, 6)]);
}

/// Counts boards of twelve cells from a start with a share of the memory of their bitmaps.
fn in_a_fraction_of_their_memory(boards: &[(usize, usize, usize, u64)]) {
    for &(width, height, start, share) in boards {
        let levels = expected(width, height, start);
        assert_eq!(levels.iter().sum::<u64>(), 239_500_800);
        let layout = Layout::new(width, height).unwrap();
        let memory = 2 * layout.map_bytes() * (width + height) as u64 / share;
        let plan = DiskPlan::new(&task(width, height, start, memory), &RawCodec).unwrap();
        assert!(plan.segmentation.bands() > 1 && plan.segmentation.columns() > 1);
        assert!(plan.bytes() <= memory);
        assert_eq!(enumerate(plan, &Arc::default()), levels, "{width}x{height}");
    }
}

#[test]
fn a_run_resumes_from_every_level_and_in_every_pass() {
    let task = task(5, 2, 3, 1 << 20);
    let layout = Layout::new(5, 2).unwrap();
    let levels = expected(5, 2, 3);
    for digit in [5, 6, 7] {
        let segmentation = Segmentation::new(&layout, digit, 11).unwrap();
        let store: Arc<MemoryLevelStore> = Arc::default();
        let plan = DiskPlan::with_segmentation(&task, &segmentation, &RawCodec).unwrap();
        let mut run = DiskLoop::start(plan, store.clone(), &RawCodec).unwrap();
        let no_cancel = AtomicBool::new(false);
        for resumed in 0.. {
            let cancel = AtomicBool::new(false);
            let interrupted = run.step(&cancel, &mut |progress| {
                assert_eq!(progress.passes, 3);
                assert!((0.0..=1.0).contains(&progress.share()));
                if progress.pass == resumed % 3 {
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
            let plan = DiskPlan::resume(&task, &record, &RawCodec).unwrap();
            run = DiskLoop::resume(plan, &record, store.clone(), &RawCodec).unwrap();
            // An unfinished level, once on the same run and once on another.
            assert!(matches!(run.step(&no_cancel, &mut |_| ()), Ok(DiskStep::Level(_))));
        }
        assert_eq!(states(&run), levels, "cut at {digit}");
        assert!(run.samples().iter().all(Vec::is_empty));
    }
}

#[test]
fn records_that_contradict_themselves_are_refused() {
    let task = task(5, 2, 0, 1 << 20);
    let store: Arc<MemoryLevelStore> = Arc::default();
    let plan = DiskPlan::new(&task, &RawCodec).unwrap();
    let mut run = DiskLoop::start(plan, store.clone(), &RawCodec).unwrap();
    for _ in 0..12 {
        run.step(&AtomicBool::new(false), &mut |_| ()).unwrap();
    }
    let record = run.record();
    let resume = |record: &LevelRecord| {
        let plan = DiskPlan::resume(&task, record, &RawCodec)?;
        DiskLoop::resume(plan, record, store.clone(), &RawCodec).map(|_| ())
    };
    assert_eq!(resume(&record), Ok(()));
    let changes: [fn(&mut LevelRecord); 5] = [
        |r| r.run.metric = "single".into(),
        |r| r.counts.iter_mut().for_each(|count| *count = 0),
        |r| r.counts.push(0),
        |r| r.run.levels[12].states *= 100,
        |r| r.run.levels.truncate(6),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut record = record.clone();
        change(&mut record);
        assert!(matches!(resume(&record), Err(DiskError::Record { .. })), "change {number}");
    }
}

#[test]
fn boards_with_too_few_digits_are_refused_with_advice() {
    let refused = DiskPlan::new(&task(3, 3, 0, 1 << 30), &RawCodec).unwrap_err();
    assert_eq!(refused, DiskError::Metric);
    assert!(refused.to_string().contains("use the memory engine"));
    let request = Request { metric: MetricName::Multi, ..tiles::request(Size::new(3, 3).unwrap()) };
    let job = disk::job(
        &request,
        Arc::new(MemoryLevelStore::new()),
        Arc::new(RawCodec),
        RunOptions::default(),
    );
    assert_eq!(job.unwrap_err().engine_cause(), Some(&DiskError::Metric));
    for (width, height) in [(4, 2), (4, 3), (7, 2), (5, 3), (8, 2)] {
        assert!(
            DiskPlan::new(&task(width, height, 0, 8 << 30), &RawCodec).is_ok(),
            "{width}x{height}"
        );
    }
    for (width, height) in [(4, 4), (8, 2)] {
        let needed = min_memory(width, height);
        assert!(needed < 4 << 30, "{width}x{height}: {needed}");
        for memory in [needed, 4 << 30, 8 << 30, 64 << 30] {
            let plan = DiskPlan::new(&task(width, height, 0, memory), &RawCodec).unwrap();
            assert!(plan.bytes() <= memory);
        }
    }
}
