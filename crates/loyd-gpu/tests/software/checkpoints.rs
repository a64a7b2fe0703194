//! Runs that are stopped and continued, by this engine and by the memory engine.

use crate::{plan, request, software};
use loyd_enumerate::checkpoint::{Boundary, Checkpoints, Snapshot, StoreError};
use loyd_enumerate::{EngineName, EnumerateError, Enumeration, Plan, Request, run_with, tiles};
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_tiles::MetricName;
use loyd_tiles::solver::Tiles;

/// A run kept in memory: the last level saved, and its bytes.
#[derive(Clone, Default)]
struct Kept {
    saved: Option<Snapshot>,
    bytes: Vec<u8>,
    /// Bytes that were loaded.
    loaded: usize,
    often: bool,
}

impl Checkpoints for Kept {
    fn is_due(&mut self, _depth: u32) -> bool {
        self.often
    }

    fn save(&mut self, boundary: &Boundary<'_>) -> Result<u64, StoreError> {
        self.saved = Some(boundary.snapshot.clone());
        self.bytes = boundary.bytes()?;
        Ok(0)
    }

    fn saved(&mut self) -> Result<Option<(Snapshot, u64)>, StoreError> {
        self.loaded = 0;
        Ok(self.saved.clone().map(|saved| (saved, self.bytes.len() as u64)))
    }

    fn load(&mut self, bytes: &mut [u8]) -> Result<u64, StoreError> {
        bytes.copy_from_slice(&self.bytes[self.loaded..][..bytes.len()]);
        self.loaded += bytes.len();
        Ok(bytes.len() as u64)
    }
}

fn memory(request: &Request<Tiles>) -> Plan<Tiles> {
    tiles::plan(&Request { engine: Some(EngineName::Memory), ..request.clone() }).unwrap()
}

fn go(plan: &Plan<Tiles>, kept: &mut Kept) -> Result<Enumeration<Tiles>, EnumerateError> {
    run_with(plan, &Limit::none(), &mut |_| (), Some(kept))
}

/// Every combination of engines, at several depths, ends in the same levels and antipodes.
#[test]
fn a_run_is_continued_by_either_engine() {
    if software().is_none() {
        return;
    }
    for (width, height, metric) in
        [(4, 2, MetricName::Single), (3, 3, MetricName::Multi), (3, 3, MetricName::Single)]
    {
        let whole = Request { antipodes: 500, samples: 3, ..request(width, height, metric, 1) };
        let expected = go(&memory(&whole), &mut Kept::default()).unwrap();
        for depth in [0, 1, 6, 13] {
            let first = Request { depth: Some(depth), ..whole.clone() };
            for engines in [[true, true], [true, false], [false, true]] {
                let planned = |gpu: bool, request: &Request<Tiles>| {
                    if gpu { plan(request) } else { memory(request) }
                };
                let mut kept = Kept::default();
                go(&planned(engines[0], &first), &mut kept).unwrap();
                assert_eq!(kept.saved.as_ref().unwrap().record.depth(), depth);
                let found = go(&planned(engines[1], &whole), &mut kept).unwrap();
                let what = format!("{width}x{height} {metric} at {depth}, {engines:?}");
                assert_eq!(found.levels, expected.levels, "{what}");
                assert_eq!(found.antipodes, expected.antipodes, "{what}");
                assert_eq!(found.resumed_at, Some(depth), "{what}");
            }
        }
    }
}

#[test]
fn a_cancelled_run_keeps_its_last_level() {
    if software().is_none() {
        return;
    }
    let request = request(5, 2, MetricName::Single, 0);
    let expected = go(&memory(&request), &mut Kept::default()).unwrap();
    let mut kept = Kept { often: true, ..Kept::default() };
    let cancel = Cancel::new();
    let stopped = run_with(
        &plan(&request),
        &Limit::cancelled_by(&cancel),
        &mut |progress| {
            if progress.depth >= 20 {
                cancel.cancel();
            }
        },
        Some(&mut kept),
    )
    .unwrap();
    assert_eq!(stopped.stopped, Some(StopCause::Cancelled));
    assert_eq!(stopped.saved, Some(Ok(())));
    assert!(stopped.levels.len() > 20 && stopped.levels.len() < expected.levels.len());
    assert_eq!(stopped.levels[..], expected.levels[..stopped.levels.len()]);
    let found = go(&plan(&request), &mut kept).unwrap();
    assert_eq!(found.levels, expected.levels);
}

#[test]
fn foreign_and_damaged_checkpoints_are_refused() {
    if software().is_none() {
        return;
    }
    let whole = request(3, 3, MetricName::Single, 0);
    let first = Request { depth: Some(9), ..whole.clone() };
    let mut kept = Kept::default();
    go(&plan(&first), &mut kept).unwrap();
    let refused = |kept: &mut Kept, request: &Request<Tiles>| {
        let error = go(&plan(request), kept).unwrap_err();
        assert!(matches!(error, EnumerateError::Store(_)), "{error}");
    };
    refused(&mut kept.clone(), &request(3, 3, MetricName::Single, 1));
    refused(&mut kept.clone(), &request(3, 3, MetricName::Multi, 0));
    let mut less = kept.clone();
    let byte = less.bytes.iter().position(|&byte| byte != 0).unwrap();
    less.bytes[byte] = 0;
    refused(&mut less, &whole);
    let mut outside = kept.clone();
    *outside.bytes.last_mut().unwrap() = 1;
    refused(&mut outside, &whole);
}
