//! Bitmaps that pass through a card of some MiB: levels, states, checkpoints, cancellation.

use crate::levels::check_published;
use crate::{enumerate, in_memory, plan_within, request, software};
use loyd_enumerate::checkpoint::MemoryCheckpoints;
use loyd_enumerate::{EngineName, Request, run_with};
use loyd_gpu::{Form, GpuLoop, GpuPlan, GpuStep};
use loyd_search::observe::Limit;
use loyd_tiles::MetricName;
use loyd_tiles::solver::Tiles;
use loyd_tiles_enumerate as tiles;
use loyd_tiles_enumerate::memory::MemoryTask;
use std::sync::atomic::{AtomicBool, Ordering};

const METRICS: [MetricName; 2] = [MetricName::Single, MetricName::Multi];

const MIB: u64 = 1 << 20;

/// The smallest budget of a request.
fn smallest(request: &Request<Tiles>) -> u64 {
    let adapter = software().expect("a driver");
    let task = GpuPlan::task(request);
    match GpuPlan::new(&task, adapter.capacity(), &adapter.name(), Some(1)) {
        Err(loyd_gpu::GpuError::Budget { needed, .. }) => needed,
        other => panic!("{other:?}"),
    }
}

/// Compares all levels within a budget with those of the memory engine.
fn check(request: &Request<Tiles>, budget: u64) {
    let job = loyd_gpu::job(request, &loyd_gpu::AdapterChoice::Software, Some(budget)).unwrap();
    let what = format!("{} {} within {budget}", request.start.size(), request.metric);
    assert_eq!(job.plan().form(), Form::Streamed, "{what}");
    assert!(job.plan().device_bytes() <= budget, "{what}");
    let result = enumerate(&plan_within(request, Some(budget)));
    assert_eq!(result.levels, in_memory(request).levels, "{what}");
    assert!(result.complete, "{what}");
}

#[test]
fn every_start_of_3x3_has_the_levels_of_the_memory_engine() {
    if software().is_none() {
        return;
    }
    for metric in METRICS {
        for start in 0..9 {
            check(&request(3, 3, metric, start), MIB);
        }
    }
}

#[test]
fn small_boards_have_the_levels_of_the_memory_engine_within_any_budget() {
    if software().is_none() {
        return;
    }
    for (width, height, start) in [(4, 2, 0), (2, 4, 5), (3, 3, 2), (5, 2, 0)] {
        for metric in METRICS {
            let request = request(width, height, metric, start);
            let smallest = smallest(&request);
            for budget in [smallest, 2 * smallest] {
                check(&request, budget);
            }
        }
    }
}

#[test]
fn published_levels_of_small_boards() {
    if software().is_some() {
        let checked = check_published(&[(4, 2), (3, 3), (5, 2)], Some(MIB));
        assert_eq!(checked, 6);
    }
}

#[test]
#[ignore = "takes minutes in software"]
fn published_levels_of_4x3() {
    if software().is_some() {
        for budget in [MIB, 4 * MIB] {
            assert_eq!(check_published(&[(4, 3)], Some(budget)), 2);
        }
    }
}

#[test]
#[ignore = "takes minutes in software"]
fn published_levels_of_6x2() {
    if software().is_some() {
        for budget in [MIB, 2 * MIB] {
            assert_eq!(check_published(&[(6, 2)], Some(budget)), 2);
        }
    }
}

/// The largest pieces that the driver can bind, and kernels with as few buffers as WebGPU grants.
#[test]
fn few_bindings_give_the_same_levels() {
    let Some(adapter) = software() else { return };
    for (width, height) in [(4, 2), (3, 3)] {
        for metric in METRICS {
            let mut capacity = adapter.capacity();
            capacity.storage_bindings = 7;
            let task = MemoryTask { start: 1, ..MemoryTask::new(width, height, metric) };
            let name = adapter.name();
            let plan = GpuPlan::with_form(&task, capacity, &name, Form::Streamed).unwrap();
            let mut run = GpuLoop::new(adapter.clone(), plan).unwrap();
            let cancel = AtomicBool::new(false);
            while run.step(1, &cancel, &mut |_| ()).unwrap() != GpuStep::Complete {}
            let expected = in_memory(&request(width, height, metric, 1)).levels;
            assert_eq!(run.levels(), expected, "{width}x{height} {metric}");
        }
    }
}

/// Antipodes and samples are those of bitmaps on the card.
#[test]
fn listed_states_do_not_depend_on_the_budget() {
    if software().is_none() {
        return;
    }
    for (width, height, metric) in [
        (4, 2, MetricName::Single),
        (3, 3, MetricName::Multi),
        (5, 2, MetricName::Single),
        (5, 2, MetricName::Multi),
    ] {
        let request = Request { antipodes: 500, samples: 7, ..request(width, height, metric, 1) };
        let resident = enumerate(&plan_within(&request, None));
        let streamed = enumerate(&plan_within(&request, Some(smallest(&request))));
        let what = format!("{width}x{height} {metric}");
        assert!(streamed.antipodes.is_some(), "{what}");
        assert_eq!(streamed.antipodes, resident.antipodes, "{what}");
        assert_eq!(streamed.samples, resident.samples, "{what}");
        assert_eq!(streamed.levels, resident.levels, "{what}");
    }
}

/// Every pair of the memory engine and bitmaps that are resident and streamed, at several depths.
#[test]
fn a_run_is_continued_by_every_other_form() {
    if software().is_none() {
        return;
    }
    for (width, height, metric, depths) in
        [(5, 2, MetricName::Single, &[7][..]), (3, 3, MetricName::Multi, &[0, 18])]
    {
        let whole = Request { antipodes: 500, samples: 3, ..request(width, height, metric, 1) };
        let smallest = smallest(&whole);
        let planned = |form: &str, request: &Request<Tiles>| match form {
            "memory" => {
                let request = Request { engine: Some(EngineName::Memory), ..request.clone() };
                tiles::plan(&request).unwrap()
            }
            "resident" => plan_within(request, None),
            _ => plan_within(request, Some(smallest)),
        };
        let expected = in_memory(&whole);
        for &depth in depths {
            let first = Request { depth: Some(depth), ..whole.clone() };
            for forms in [
                ["streamed", "memory"],
                ["memory", "streamed"],
                ["streamed", "resident"],
                ["resident", "streamed"],
            ] {
                let mut store = MemoryCheckpoints::default();
                let limit = Limit::none();
                run_with(&planned(forms[0], &first), &limit, &mut |_| (), Some(&mut store))
                    .unwrap();
                let resumed =
                    run_with(&planned(forms[1], &whole), &limit, &mut |_| (), Some(&mut store))
                        .unwrap();
                let what = format!("{width}x{height} {metric} at {depth}, {forms:?}");
                assert_eq!(resumed.levels, expected.levels, "{what}");
                assert_eq!(resumed.antipodes, expected.antipodes, "{what}");
                assert_eq!(resumed.resumed_at, Some(depth), "{what}");
            }
        }
    }
}

/// A level that is cancelled between two targets is computed again.
#[test]
fn a_cancelled_level_is_computed_again() {
    let Some(adapter) = software() else { return };
    for metric in METRICS {
        let request = request(3, 3, metric, 0);
        let (task, budget) = (GpuPlan::task(&request), Some(smallest(&request)));
        let plan = GpuPlan::new(&task, adapter.capacity(), &adapter.name(), budget).unwrap();
        let mut run = GpuLoop::new(adapter.clone(), plan).unwrap();
        let (go_on, cancel) = (AtomicBool::new(false), AtomicBool::new(false));
        while run.depth() < 12 {
            run.step(1, &go_on, &mut |_| ()).unwrap();
        }
        let step = run.step(1, &cancel, &mut |share| cancel.store(share > 0.3, Ordering::Relaxed));
        assert_eq!((step, run.depth()), (Ok(GpuStep::Interrupted), 12));
        while run.step(1, &go_on, &mut |_| ()).unwrap() != GpuStep::Complete {}
        assert_eq!(run.levels(), in_memory(&request).levels, "{metric}");
    }
}

#[test]
fn a_lost_device_is_an_error() {
    let Some(adapter) = software() else { return };
    let task = MemoryTask::new(4, 2, MetricName::Single);
    let plan = GpuPlan::new(&task, adapter.capacity(), &adapter.name(), Some(MIB)).unwrap();
    let mut run = GpuLoop::new(adapter, plan).unwrap();
    let cancel = AtomicBool::new(false);
    assert_eq!(run.step(5, &cancel, &mut |_| ()), Ok(GpuStep::Levels(1)));
    run.lose_device();
    for _ in 0..2 {
        let error = run.step(5, &cancel, &mut |_| ()).unwrap_err();
        assert!(matches!(error, loyd_gpu::GpuError::Lost { .. }), "{error}");
    }
    assert_eq!(run.levels().len(), 2, "the levels before are known");
}

/// Bytes over the bus: a level sends no more than the plan states, and skips pieces.
#[test]
fn levels_send_at_most_the_planned_bytes() {
    let Some(adapter) = software() else { return };
    let task = MemoryTask::new(5, 2, MetricName::Single);
    let budget = smallest(&request(5, 2, MetricName::Single, 0));
    let plan = GpuPlan::new(&task, adapter.capacity(), &adapter.name(), Some(budget)).unwrap();
    let planned = plan.level_transfer_bytes();
    let mut run = GpuLoop::new(adapter, plan).unwrap();
    let cancel = AtomicBool::new(false);
    while run.step(1, &cancel, &mut |_| ()).unwrap() != GpuStep::Complete {}
    let levels = run.levels().len() as u64;
    let sent = run.bytes_transferred();
    assert!(0 < sent && sent < levels * planned, "{sent} of {levels} times {planned}");
    assert!(run.bytes_moved().unwrap() > 0);
}
