//! Runs that continue in the middle of a level.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{counted, states};
use loyd_tiles::MetricName;
use loyd_tiles::bitmap::Layout;
use loyd_tiles_enumerate::disk::{
    DiskError, DiskLoop, DiskPlan, DiskProgress, DiskStep, DiskTask, LevelStore, MemoryLevelStore,
    RawCodec, Segmentation, UnitKind,
};

/// A board in many small units.
fn plan(metric: MetricName, partials: Option<usize>) -> DiskPlan {
    plan_of(metric, partials, (4, 5, 3))
}

/// A board of this many columns and two rows, cut at a digit into columns of some lines.
fn plan_of(
    metric: MetricName,
    partials: Option<usize>,
    (width, digit, column_lines): (usize, usize, usize),
) -> DiskPlan {
    let layout = Layout::new(width, 2).unwrap();
    let task = DiskTask { metric, threads: 2, ..super::task(width, 2, 1, 1 << 20) };
    let segmentation = Segmentation::new(&layout, digit, column_lines).unwrap();
    let mut plan = DiskPlan::with_segmentation(&task, &segmentation, &RawCodec).unwrap();
    plan.partials = partials.unwrap_or(plan.partials);
    plan.checkpoint_every = Some(Duration::ZERO);
    plan
}

/// Resumes, or starts.
fn process(plan: DiskPlan, store: &Arc<MemoryLevelStore>) -> DiskLoop {
    match store.open().unwrap() {
        Some(record) => DiskLoop::resume(plan, &record, store.clone(), &RawCodec).unwrap(),
        None => DiskLoop::start(plan, store.clone(), &RawCodec).unwrap(),
    }
}

fn place(progress: &DiskProgress) -> (u32, usize, usize) {
    (progress.depth, progress.pass, progress.segments)
}

#[test]
fn any_number_of_stops_repeats_no_segment() {
    for (metric, cut) in [
        (MetricName::Single, (4, 5, 3)),
        (MetricName::Multi, (4, 5, 3)),
        // The mixed cells are parts of two rows.
        (MetricName::Multi, (5, 6, 11)),
    ] {
        let levels = counted(cut.0, 2, 1, metric);
        // Partials in the store only, in memory as far as a few go, and all in memory.
        for partials in [Some(0), Some(3000), None] {
            let store: Arc<MemoryLevelStore> = Arc::default();
            let (mut last, mut processes) = ((0, 0, 0), 0);
            let counts = loop {
                let mut run = process(plan_of(metric, partials, cut), &store);
                let cancel = AtomicBool::new(false);
                let mut stop_in: usize = processes % 4;
                let ended = loop {
                    let step = run.step(&cancel, &mut |progress| {
                        assert!(place(progress) > last, "{:?} after {last:?}", place(progress));
                        last = place(progress);
                        cancel.store(stop_in == 0, Ordering::Relaxed);
                        stop_in = stop_in.saturating_sub(1);
                    });
                    match step.unwrap() {
                        DiskStep::Level(_) if !cancel.load(Ordering::Relaxed) => {}
                        ended => break ended,
                    }
                };
                processes += 1;
                if ended == DiskStep::Complete {
                    break states(&run);
                }
            };
            assert_eq!(counts, levels, "{metric}");
            assert!(processes + 5 > levels.len(), "{processes} processes");
        }
    }
}

#[test]
fn a_stopped_run_resumes_in_the_same_process() {
    let levels = counted(4, 2, 1, MetricName::Single);
    let store: Arc<MemoryLevelStore> = Arc::default();
    let mut run = process(plan(MetricName::Single, None), &store);
    let (mut last, mut stops) = ((0, 0, 0), 0);
    loop {
        let cancel = AtomicBool::new(false);
        let step = run.step(&cancel, &mut |progress| {
            assert!(place(progress) > last);
            last = place(progress);
            stops += 1;
            cancel.store(stops % 3 == 0, Ordering::Relaxed);
        });
        if step.unwrap() == DiskStep::Complete {
            break;
        }
    }
    assert_eq!(states(&run), levels);
    assert!(run.levels().iter().skip(1).all(|level| level.seconds > 0.0));
}

#[test]
fn a_checkpoint_with_damaged_partials_is_discarded() {
    let levels = counted(4, 2, 1, MetricName::Multi);
    let store: Arc<MemoryLevelStore> = Arc::default();
    let mut run = process(plan(MetricName::Multi, Some(0)), &store);
    let no_cancel = AtomicBool::new(false);
    while run.depth() < 9 {
        run.step(&no_cancel, &mut |_| ()).unwrap();
    }
    let cancel = AtomicBool::new(false);
    let stopped = run.step(&cancel, &mut |progress| {
        cancel.store(progress.pass == 1, Ordering::Relaxed);
    });
    assert_eq!(stopped, Ok(DiskStep::Interrupted));
    let handed_on: Vec<_> =
        store.units().into_iter().filter(|&(_, kind, _)| kind == UnitKind::Partial).collect();
    assert!(handed_on.len() > 2, "{}", handed_on.len());
    for key in handed_on {
        store.spoil(key, |bytes| bytes.iter_mut().for_each(|byte| *byte ^= 1));
    }
    let mut run = process(plan(MetricName::Multi, Some(0)), &store);
    let mut first = None;
    let mut again = false;
    let step = run.step(&no_cancel, &mut |progress| {
        first.get_or_insert(place(progress));
        again |= progress.pass == 0;
    });
    assert!(matches!(step, Ok(DiskStep::Level(level)) if level.states == levels[10]), "{step:?}");
    assert!(again, "{first:?}: the level was started again");
}

#[test]
fn a_restart_does_not_repair_a_damaged_level() {
    let store: Arc<MemoryLevelStore> = Arc::default();
    let mut run = process(plan(MetricName::Single, None), &store);
    let no_cancel = AtomicBool::new(false);
    while run.depth() < 20 {
        run.step(&no_cancel, &mut |_| ()).unwrap();
    }
    for key in store.units() {
        store.spoil(key, |bytes| bytes[0] ^= 1);
    }
    for _ in 0..2 {
        let step = run.step(&no_cancel, &mut |_| ());
        assert!(matches!(step, Err(DiskError::Corrupt { depth: 20, .. })), "{step:?}");
    }
}
