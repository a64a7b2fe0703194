//! Levels of classes as lists in a store, against published tables and the engine in memory.

use crate::pancakes::Pancakes;
use crate::symmetric::published;
use loyd_cube::MetricName;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_cube::cube3::{Cube3, ThreeByThree};
use loyd_enumerate::lists::{ListError, ListStore, MemoryListStore};
use loyd_enumerate::symmetric::{exceeds_memory, in_lists};
use loyd_enumerate::{
    EngineFault, EngineName, EnumerateError, Enumeration, Plan, Request, Unsuitable, run,
};
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_search::puzzle::Puzzle;
use std::sync::Arc;

fn request(metric: MetricName, depth: u32) -> Request<ThreeByThree> {
    Request { metric, depth: Some(depth), threads: 2, ..Request::new(Cube3::SOLVED) }
}

/// Runs until the depth of the request, or until it has finished level `stop_at`.
fn attempt<P: Puzzle>(
    request: &Request<P>,
    store: &Arc<MemoryListStore>,
    stop_at: Option<u32>,
) -> Result<Enumeration<P>, EnumerateError> {
    let job = in_lists(request, store.clone(), true)?;
    let plan = Plan::with_job(request, Some(EngineName::Disk), job);
    let cancel = Cancel::new();
    run(&plan, &Limit::cancelled_by(&cancel), &mut |level| {
        if level.finished && Some(level.depth) == stop_at {
            cancel.cancel();
        }
    })
}

#[test]
fn levels_are_the_published_ones_and_those_of_the_engine_in_memory() {
    for (metric, depth) in [(MetricName::Quarter, 7), (MetricName::Half, 6)] {
        let request = request(metric, depth);
        let result = attempt(&request, &Arc::default(), None).expect("memory");
        assert_eq!(result.levels, published("3x3x3", metric)[..=depth as usize]);
        let symmetric = Request { engine: Some(EngineName::Symmetric), ..request };
        let plan = Plan::new(&symmetric).expect("a plan");
        let in_memory = run(&plan, &Limit::none(), &mut |_| ()).expect("memory");
        assert_eq!(result.levels, in_memory.levels);
    }
}

#[test]
fn a_space_is_counted_to_its_end() {
    for metric in MetricName::ALL {
        let all = Request { metric, threads: 2, ..Request::<TwoByTwo>::new(Cube2::SOLVED) };
        let result = attempt(&all, &Arc::default(), None).expect("memory");
        assert_eq!(result.levels, published("2x2x2", metric));
        assert!(result.complete);
    }
}

/// With less memory, levels need several passes, and the counts stay the same.
#[test]
fn little_memory_changes_no_level() {
    let table = published("3x3x3", MetricName::Quarter);
    let mut traffic = Vec::new();
    for memory in [256u64 << 20, 24 << 20, 14 << 20] {
        let request = Request { memory, ..request(MetricName::Quarter, 8) };
        let result = attempt(&request, &Arc::default(), None).expect("memory");
        assert_eq!(result.levels, table[..9], "{memory}");
        assert!(result.peak_memory_bytes <= memory, "{} of {memory}", result.peak_memory_bytes);
        traffic.push(result.statistics[8].bytes_read);
    }
    // Every pass reads the level before.
    assert!(traffic[0] < traffic[1] && 2 * traffic[0] < traffic[2], "{traffic:?}");
}

#[test]
fn a_run_resumes_from_any_level() {
    let table = published("3x3x3", MetricName::Half);
    let whole = request(MetricName::Half, 5);
    for stop_at in 0..5 {
        let store = Arc::default();
        let stopped = attempt(&whole, &store, Some(stop_at)).expect("memory");
        assert_eq!(stopped.stopped, Some(StopCause::Cancelled));
        assert_eq!(stopped.levels, table[..=stop_at as usize]);
        let resumed = attempt(&whole, &store, None).expect("its own lists");
        assert_eq!((resumed.resumed_at, &resumed.levels[..]), (Some(stop_at), &table[..6]));
    }
    // A finished run can be resumed to a greater depth, from the level before its last one.
    let store = Arc::default();
    attempt(&whole, &store, None).expect("memory");
    let deeper = attempt(&request(MetricName::Half, 6), &store, None).expect("its own lists");
    assert_eq!((deeper.resumed_at, &deeper.levels[..]), (Some(4), &table[..7]));
}

#[test]
fn foreign_and_damaged_lists_are_refused() {
    let whole = request(MetricName::Quarter, 5);
    let stored = || {
        let store: Arc<MemoryListStore> = Arc::default();
        attempt(&whole, &store, Some(4)).expect("memory");
        store
    };
    let half = Request { metric: MetricName::Half, ..whole.clone() };
    let error = attempt(&half, &stored(), None).expect_err("another metric");
    assert!(error.to_string().contains("another metric"), "{error}");
    let (list, extent) = stored().lists(4)[0];
    let mut refused = 0;
    for byte in 0..(extent.bytes as usize).min(400) {
        let store = stored();
        assert!(store.spoil(4, list, |bytes| bytes[byte] ^= 0x11));
        // A list may name other classes than before; then their states do not add up.
        match attempt(&whole, &store, None) {
            Err(EnumerateError::Engine(error)) => {
                let corrupt = error.cause::<ListError>();
                assert!(corrupt.is_some() && error.fault() == EngineFault::Input, "{error}");
                refused += 1;
            }
            Err(other) => panic!("{other}"),
            Ok(_) => {}
        }
        if byte > 20 && refused > 30 {
            break;
        }
    }
    assert!(refused > 10, "{refused}");
}

#[test]
fn the_engine_needs_classes_and_refuses_antipodes() {
    let stack = Request::<Pancakes<4>>::new([0, 1, 2, 3]);
    let store: Arc<MemoryListStore> = Arc::default();
    let error = in_lists(&stack, store.clone(), true).expect_err("no classes");
    assert!(matches!(error, EnumerateError::Unsuited { reason: Unsuitable::NoSuchEngine, .. }));
    assert!(!exceeds_memory(&stack));
    let antipodes = Request { antipodes: 1, ..request(MetricName::Half, 3) };
    let error = in_lists(&antipodes, store.clone(), true).expect_err("no antipodes");
    assert!(matches!(error, EnumerateError::Unsuited { reason: Unsuitable::Antipodes, .. }));
    let tiny = Request { memory: 1 << 20, ..request(MetricName::Half, 3) };
    let error = in_lists(&tiny, store, true).expect_err("too little");
    assert!(matches!(error, EnumerateError::DoesNotFit { .. }));
    assert!(!exceeds_memory(&request(MetricName::Half, 7)));
    assert!(exceeds_memory(&request(MetricName::Half, 11)));
}
