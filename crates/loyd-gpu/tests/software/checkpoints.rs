//! Runs that are stopped and continued, by this engine and by the memory engine.

use crate::{plan, request, software};
use loyd_enumerate::checkpoint::MemoryCheckpoints;
use loyd_enumerate::{EngineName, EnumerateError, Enumeration, Plan, Request, run_with};
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_tiles::MetricName;
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate as tiles;

fn memory(request: &Request<Tiles>) -> Plan<Tiles> {
    tiles::plan(&Request { engine: Some(EngineName::Memory), ..request.clone() }).unwrap()
}

fn enumerate_with(
    plan: &Plan<Tiles>,
    store: &mut MemoryCheckpoints,
) -> Result<Enumeration<Tiles>, EnumerateError> {
    run_with(plan, &Limit::none(), &mut |_| (), Some(store))
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
        let expected = enumerate_with(&memory(&whole), &mut MemoryCheckpoints::default()).unwrap();
        for depth in [0, 1, 6, 13] {
            let first = Request { depth: Some(depth), ..whole.clone() };
            for engines in [[true, true], [true, false], [false, true]] {
                let planned = |gpu: bool, request: &Request<Tiles>| {
                    if gpu { plan(request) } else { memory(request) }
                };
                let mut store = MemoryCheckpoints::default();
                enumerate_with(&planned(engines[0], &first), &mut store).unwrap();
                assert_eq!(store.saved.as_ref().unwrap().record.depth(), depth);
                let resumed = enumerate_with(&planned(engines[1], &whole), &mut store).unwrap();
                let what = format!("{width}x{height} {metric} at {depth}, {engines:?}");
                assert_eq!(resumed.levels, expected.levels, "{what}");
                assert_eq!(resumed.antipodes, expected.antipodes, "{what}");
                assert_eq!(resumed.resumed_at, Some(depth), "{what}");
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
    let expected = enumerate_with(&memory(&request), &mut MemoryCheckpoints::default()).unwrap();
    let mut store = MemoryCheckpoints::default();
    let cancel = Cancel::new();
    let stopped = run_with(
        &plan(&request),
        &Limit::cancelled_by(&cancel),
        &mut |progress| {
            if progress.depth >= 20 {
                cancel.cancel();
            }
        },
        Some(&mut store),
    )
    .unwrap();
    assert_eq!(stopped.stopped, Some(StopCause::Cancelled));
    assert_eq!(stopped.saved, Some(Ok(())));
    assert!(stopped.levels.len() > 20 && stopped.levels.len() < expected.levels.len());
    assert_eq!(stopped.levels[..], expected.levels[..stopped.levels.len()]);
    let resumed = enumerate_with(&plan(&request), &mut store).unwrap();
    assert_eq!(resumed.levels, expected.levels);
}

#[test]
fn foreign_and_damaged_checkpoints_are_refused() {
    if software().is_none() {
        return;
    }
    let whole = request(3, 3, MetricName::Single, 0);
    let first = Request { depth: Some(9), ..whole.clone() };
    let mut store = MemoryCheckpoints::default();
    enumerate_with(&plan(&first), &mut store).unwrap();
    let refused = |store: &mut MemoryCheckpoints, request: &Request<Tiles>| {
        let error = enumerate_with(&plan(request), store).unwrap_err();
        assert!(matches!(error, EnumerateError::Store(_)), "{error}");
    };
    refused(&mut store.clone(), &request(3, 3, MetricName::Single, 1));
    refused(&mut store.clone(), &request(3, 3, MetricName::Multi, 0));
    let mut less = store.clone();
    let byte = less.bytes.iter().position(|&byte| byte != 0).unwrap();
    less.bytes[byte] = 0;
    refused(&mut less, &whole);
    let mut outside = store.clone();
    *outside.bytes.last_mut().unwrap() = 1;
    refused(&mut outside, &whole);
}
