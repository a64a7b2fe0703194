//! Faults of a store: it fails or panics at any call, or gives other bytes than it took.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::{counted, expected, min_memory, states, task};
use loyd_tiles::MetricName;
use loyd_tiles::bitmap::Layout;
use loyd_tiles_enumerate::disk::{
    DiskError, DiskLoop, DiskPlan, DiskStep, DiskTask, LevelCheckpoint, LevelRecord, LevelStore,
    MemoryLevelStore, RawCodec, Segmentation, StoreError, Unit, UnitKind,
};

/// A store that fails at one call.
#[derive(Debug)]
struct Failing {
    store: Arc<MemoryLevelStore>,
    remaining: AtomicUsize,
    calls: [AtomicUsize; 7],
}

impl Failing {
    fn call(&self, which: usize) -> Result<(), StoreError> {
        self.calls[which].fetch_add(1, Ordering::Relaxed);
        let call = self.remaining.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |remaining| {
            remaining.checked_sub(1)
        });
        call.map(|_| ()).map_err(|_| StoreError::environment("no space left"))
    }
}

impl LevelStore for Failing {
    fn open(&self) -> Result<Option<LevelRecord>, StoreError> {
        self.store.open()
    }
    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        self.call(0)?;
        self.store.begin(depth)
    }
    fn put(&self, depth: u32, kind: UnitKind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        self.call(1)?;
        self.store.put(depth, kind, unit, bytes)
    }
    fn get(
        &self,
        depth: u32,
        kind: UnitKind,
        unit: Unit,
        to: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        self.call(2)?;
        self.store.get(depth, kind, unit, to)
    }
    fn commit(&self, record: &LevelRecord) -> Result<(), StoreError> {
        self.call(3)?;
        self.store.commit(record)
    }
    fn release(&self, depth: u32) -> Result<(), StoreError> {
        self.call(4)?;
        self.store.release(depth)
    }
    fn save_checkpoint(&self, checkpoint: &LevelCheckpoint) -> Result<(), StoreError> {
        self.call(5)?;
        self.store.save_checkpoint(checkpoint)
    }
    fn resume_level(&self, depth: u32) -> Result<Option<LevelCheckpoint>, StoreError> {
        self.call(6)?;
        self.store.resume_level(depth)
    }
}

#[test]
fn a_store_that_fails_at_any_call_stops_the_run_and_loses_nothing() {
    failing_at_any_call(MetricName::Single, false, 29);
}

#[test]
fn the_same_in_the_multi_tile_metric() {
    failing_at_any_call(MetricName::Multi, false, 29);
}

#[test]
fn the_same_with_marks_in_both_metrics() {
    failing_at_any_call(MetricName::Single, true, 61);
    failing_at_any_call(MetricName::Multi, true, 61);
}

#[test]
#[ignore = "minutes: every call"]
fn the_same_at_every_call() {
    for metric in [MetricName::Single, MetricName::Multi] {
        failing_at_any_call(metric, false, 1);
        failing_at_any_call(metric, true, 1);
    }
}

/// Fails at every call of the first levels and of the last, and at every `stride`-th between.
fn failing_at_any_call(metric: MetricName, with_marks: bool, stride: usize) {
    let task = DiskTask { metric, ..task(4, 2, 0, 1 << 20) };
    let levels = counted(4, 2, 0, metric);
    let layout = Layout::new(4, 2).unwrap();
    let segmentation = Segmentation::new(&layout, 5, 3).unwrap();
    // No memory for partials: they go through the store too.
    let plan = || {
        let mut plan = DiskPlan::with_segmentation(&task, &segmentation, &RawCodec).unwrap();
        plan.partials = 0;
        plan.checkpoint_every = with_marks.then_some(Duration::ZERO);
        plan
    };
    let no_cancel = AtomicBool::new(false);
    let run_on = |mut run: DiskLoop, levels: usize| {
        for _ in 0..levels {
            if run.step(&no_cancel, &mut |_| ())? == DiskStep::Complete {
                break;
            }
        }
        Ok(states(&run))
    };
    let run_to_the_end = |run| run_on(run, usize::MAX);
    let failing = |limit: usize| Failing {
        store: Arc::default(),
        remaining: AtomicUsize::new(limit),
        calls: Default::default(),
    };
    let good = Arc::new(failing(usize::MAX));
    let run = DiskLoop::start(plan(), good.clone(), &RawCodec).unwrap();
    assert_eq!(run_to_the_end(run).as_ref(), Ok(&levels));
    let calls: Vec<usize> = good.calls.iter().map(|c| c.load(Ordering::Relaxed)).collect();
    let used = if with_marks { &calls[..] } else { &calls[..5] };
    assert!(used.iter().all(|&calls| calls >= levels.len() - 1), "{calls:?}");
    let all: usize = calls.iter().sum();
    let chosen = |limit: &usize| *limit < 25 || limit + 25 > all || limit.is_multiple_of(stride);
    for limit in (0..all).filter(chosen) {
        let store = Arc::new(failing(limit));
        let error =
            DiskLoop::start(plan(), store.clone(), &RawCodec).and_then(run_to_the_end).unwrap_err();
        assert!(matches!(error, DiskError::Store { .. }), "{error}");
        assert!(error.to_string().contains("no space left"));
        store.remaining.store(usize::MAX, Ordering::Relaxed);
        let resumed = match store.open().unwrap() {
            Some(record) => {
                let lost = store.store.units().iter().all(|unit| unit.0 == record.depth());
                assert!(lost || with_marks, "uncommitted units are dropped");
                DiskLoop::resume(plan(), &record, store, &RawCodec)
            }
            None => DiskLoop::start(plan(), store, &RawCodec),
        };
        let counts = resumed.and_then(|run| run_on(run, 3)).unwrap();
        assert_eq!(counts, levels[..counts.len()], "failed after {limit} calls");
    }
}

#[test]
fn a_store_that_panics_does_not_leave_threads_waiting() {
    let levels = expected(4, 2, 0);
    for kind in [0, 1] {
        let store =
            Arc::new(Panicking { store: Arc::default(), kind, remaining: AtomicUsize::new(90) });
        let plan = DiskPlan::new(&task(4, 2, 0, 1 << 20), &RawCodec).unwrap();
        let mut run = DiskLoop::start(plan.clone(), store.clone(), &RawCodec).unwrap();
        let no_cancel = AtomicBool::new(false);
        let ended = catch_unwind(AssertUnwindSafe(|| {
            while let Ok(DiskStep::Level(_)) = run.step(&no_cancel, &mut |_| ()) {}
        }));
        assert!(ended.is_err(), "the panic reaches the caller");
        let record = store.open().unwrap().unwrap();
        let mut run = DiskLoop::resume(plan, &record, store, &RawCodec).unwrap();
        while let DiskStep::Level(_) = run.step(&no_cancel, &mut |_| ()).unwrap() {}
        assert_eq!(states(&run), levels);
    }
}

/// A store that panics once, in a write (0) or in a read (1).
#[derive(Debug)]
struct Panicking {
    store: Arc<MemoryLevelStore>,
    kind: usize,
    remaining: AtomicUsize,
}

impl Panicking {
    fn call(&self, kind: usize) {
        let panics = kind == self.kind && self.remaining.fetch_sub(1, Ordering::Relaxed) == 1;
        assert!(!panics, "a defect of the store");
    }
}

impl LevelStore for Panicking {
    fn open(&self) -> Result<Option<LevelRecord>, StoreError> {
        self.store.open()
    }
    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        self.store.begin(depth)
    }
    fn put(&self, depth: u32, kind: UnitKind, unit: Unit, bytes: &[u8]) -> Result<(), StoreError> {
        self.call(0);
        self.store.put(depth, kind, unit, bytes)
    }
    fn get(
        &self,
        depth: u32,
        kind: UnitKind,
        unit: Unit,
        to: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        self.call(1);
        self.store.get(depth, kind, unit, to)
    }
    fn commit(&self, record: &LevelRecord) -> Result<(), StoreError> {
        self.store.commit(record)
    }
    fn release(&self, depth: u32) -> Result<(), StoreError> {
        self.store.release(depth)
    }
}

#[test]
fn a_damaged_unit_is_named() {
    let single = task(5, 2, 0, min_memory(5, 2));
    let multi = DiskTask { metric: MetricName::Multi, ..task(5, 2, 0, 1 << 20) };
    let no_cancel = AtomicBool::new(false);
    let mut damaged = 0;
    let depths = [1, 20, 30, 40].map(|depth| (&single, depth));
    for (task, depth) in depths.into_iter().chain([1, 10, 20].map(|depth| (&multi, depth))) {
        let store: Arc<MemoryLevelStore> = Arc::default();
        let plan = DiskPlan::new(task, &RawCodec).unwrap();
        let mut run = DiskLoop::start(plan, store.clone(), &RawCodec).unwrap();
        while run.depth() < depth {
            run.step(&no_cancel, &mut |_| ()).unwrap();
        }
        for key in store.units().into_iter().step_by(17) {
            assert!(store.spoil(key, |bytes| bytes[0] ^= 1));
            match run.step(&no_cancel, &mut |_| ()) {
                Err(DiskError::Corrupt { depth: damaged_depth, unit, .. }) => {
                    assert_eq!((damaged_depth, unit), (depth, key.2));
                    damaged += 1;
                }
                other => panic!("{key:?}: {other:?}"),
            }
            store.spoil(key, |bytes| bytes[0] ^= 1);
        }
        assert!(matches!(run.step(&no_cancel, &mut |_| ()), Ok(DiskStep::Level(_))), "repaired");
    }
    assert!(damaged > 15, "{damaged}");
}
