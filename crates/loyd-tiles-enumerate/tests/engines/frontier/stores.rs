//! Stores that fail at any call, or give other bytes than they took.

use super::{METRICS, request, run_with};
use loyd_enumerate::checkpoint::StoreError;
use loyd_enumerate::lists::{ListError, ListExtent, ListNumber, ListStore, MemoryListStore};

use loyd_enumerate::{EnumerateError, Request, RunRecord};
use loyd_tiles::MetricName;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A store that fails after some calls, and counts them; it reports that its lists are not in memory.
#[derive(Debug)]
pub(crate) struct Shaky {
    store: MemoryListStore,
    remaining: AtomicUsize,
    /// Calls of begin, put, get, commit.
    calls: [AtomicUsize; 4],
}

impl Shaky {
    pub(crate) fn sound() -> Self {
        Self::failing_after(usize::MAX)
    }

    fn failing_after(calls: usize) -> Self {
        Self {
            store: MemoryListStore::new(),
            remaining: AtomicUsize::new(calls),
            calls: Default::default(),
        }
    }

    pub(crate) fn gets(&self) -> usize {
        self.calls[2].load(Ordering::Relaxed)
    }

    fn call(&self, which: usize) -> Result<(), StoreError> {
        self.calls[which].fetch_add(1, Ordering::Relaxed);
        let call = self.remaining.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |remaining| {
            remaining.checked_sub(1)
        });
        call.map(|_| ()).map_err(|_| StoreError::environment("no space left"))
    }
}

impl ListStore for Shaky {
    fn open(&self) -> Result<Option<RunRecord>, StoreError> {
        self.store.open()
    }
    fn begin(&self, depth: u32) -> Result<(), StoreError> {
        self.call(0)?;
        self.store.begin(depth)
    }
    fn put(&self, list: ListNumber, states: u32, bytes: &[u8]) -> Result<(), StoreError> {
        self.call(1)?;
        self.store.put(list, states, bytes)
    }
    fn lists(&self, depth: u32) -> Vec<(ListNumber, ListExtent)> {
        self.store.lists(depth)
    }
    fn get(&self, depth: u32, list: ListNumber, into: &mut Vec<u8>) -> Result<(), StoreError> {
        self.call(2)?;
        self.store.get(depth, list, into)
    }
    fn commit(&self, record: &RunRecord) -> Result<(), StoreError> {
        self.call(3)?;
        self.store.commit(record)
    }
    fn memory(&self) -> u64 {
        0
    }
}

#[test]
fn a_store_that_fails_at_any_call_stops_the_run_and_loses_nothing() {
    for metric in METRICS {
        let request = request(3, 2, metric, 1);
        let good = Arc::new(Shaky::sound());
        let levels = run_with(&request, &good, None).expect("it is right").levels;
        let calls = good.calls.iter().map(|calls| calls.load(Ordering::Relaxed));
        let calls: Vec<usize> = calls.collect();
        assert!(calls.iter().all(|&calls| calls >= levels.len()), "{calls:?}");
        for limit in 0..calls.iter().sum() {
            let store = Arc::new(Shaky::failing_after(limit));
            match run_with(&request, &store, None) {
                Err(error) => {
                    let failed = matches!(error.engine_cause(), Some(ListError::Store { .. }));
                    assert!(failed && error.to_string().contains("no space left"), "{error}");
                }
                // Threads do not read the same lists in the same order each time.
                Ok(result) => assert_eq!(result.levels, levels),
            }
            store.remaining.store(usize::MAX, Ordering::Relaxed);
            let resumed = run_with(&request, &store, None).expect("it is right");
            assert_eq!(resumed.levels, levels, "failed after {limit} calls");
        }
    }
}

#[test]
fn corrupt_lists_are_refused_or_counted_right() {
    for metric in METRICS {
        let request = Request { threads: 1, ..request(3, 2, metric, 0) };
        let good = Arc::new(MemoryListStore::new());
        let levels = run_with(&request, &good, Some(9)).expect("it is right").levels;
        let (mut refused, mut tried) = (0, 0);
        for (unit, extent) in good.lists(9) {
            for byte in (0..extent.bytes as usize).step_by(3) {
                let store = Arc::new(MemoryListStore::new());
                run_with(&request, &store, Some(9)).expect("it is right");
                assert!(store.spoil(9, unit, |bytes| bytes[byte] ^= 0x90));
                tried += 1;
                // A list may contain other states than before: then the sum at the end is wrong.
                match run_with(&request, &store, None) {
                    Err(EnumerateError::WrongTotal { .. }) => {}
                    Err(error) => {
                        let corrupt = matches!(
                            error.engine_cause(),
                            Some(ListError::Corrupt { depth: 9, .. })
                        );
                        assert!(corrupt, "{error}");
                        refused += 1;
                    }
                    Ok(result) => assert_eq!(result.levels[..10], levels[..10]),
                }
            }
        }
        assert!(refused > 0 && tried > 5, "{refused} of {tried}");
    }
}

#[test]
fn lists_that_contradict_their_counts_are_refused() {
    #[derive(Debug)]
    struct Lying(MemoryListStore);
    impl ListStore for Lying {
        fn open(&self) -> Result<Option<RunRecord>, StoreError> {
            self.0.open().map(|record| {
                record.map(|mut record| {
                    record.levels[4].states += 1;
                    record
                })
            })
        }
        fn begin(&self, depth: u32) -> Result<(), StoreError> {
            self.0.begin(depth)
        }
        fn put(&self, list: ListNumber, states: u32, bytes: &[u8]) -> Result<(), StoreError> {
            self.0.put(list, states, bytes)
        }
        fn lists(&self, depth: u32) -> Vec<(ListNumber, ListExtent)> {
            self.0.lists(depth)
        }
        fn get(&self, depth: u32, list: ListNumber, into: &mut Vec<u8>) -> Result<(), StoreError> {
            self.0.get(depth, list, into)
        }
        fn commit(&self, record: &RunRecord) -> Result<(), StoreError> {
            self.0.commit(record)
        }
        fn memory(&self) -> u64 {
            self.0.memory()
        }
    }
    let request = request(3, 2, MetricName::Single, 0);
    let store = Arc::new(Lying(MemoryListStore::new()));
    run_with(&request, &store, Some(5)).expect("it is right");
    let error = run_with(&request, &store, None).expect_err("it is refused");
    assert!(error.to_string().contains("contradict its counts"), "{error}");
}
