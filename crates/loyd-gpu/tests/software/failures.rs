//! A device that is lost, and limits that are too low.

use crate::{request, software};
use loyd_enumerate::{EngineFault, EnumerateError, Request};
use loyd_gpu::{AdapterChoice, Capacity, GpuError, GpuLoop, GpuPlan, GpuStep};
use loyd_tiles::MetricName;
use loyd_tiles_enumerate::memory::MemoryTask;
use std::sync::atomic::AtomicBool;

#[test]
fn a_lost_device_is_one_error_each_time() {
    let Some(adapter) = software() else { return };
    let task = MemoryTask::new(3, 3, MetricName::Single);
    let plan = GpuPlan::resident(&task, adapter.capacity(), &adapter.name()).unwrap();
    let mut run = GpuLoop::new(adapter, plan).unwrap();
    let cancel = AtomicBool::new(false);
    assert_eq!(run.step(5, &cancel, &mut |_| ()), Ok(GpuStep::Levels(5)));
    run.lose_device();
    for _ in 0..2 {
        let error = run.step(5, &cancel, &mut |_| ()).unwrap_err();
        assert!(matches!(error, GpuError::Lost { .. }), "{error}");
        assert!(!error.to_string().contains('\n'));
    }
    let error = run.snapshot_bitmap(0).unwrap_err();
    assert!(matches!(error, GpuError::Lost { .. }), "{error}");
    assert_eq!(run.levels().len(), 6, "the levels before are known");
}

#[test]
fn too_large_boards_are_refused_before_allocation() {
    if software().is_none() {
        return;
    }
    for (width, height) in [(7, 2), (5, 3), (4, 4)] {
        let request = Request { memory: 1 << 40, ..request(width, height, MetricName::Single, 0) };
        let error = loyd_gpu::resident_job(&request, &AdapterChoice::Software).unwrap_err();
        let EnumerateError::Engine(error) = error else { panic!("{error}") };
        assert_eq!(error.fault(), EngineFault::Environment);
        assert!(matches!(error.cause::<GpuError>(), Some(GpuError::TooSmall { .. })), "{error}");
        // Streamed, they need the memory of the host.
        let request = Request { memory: 1 << 30, ..request };
        let error = loyd_gpu::job(&request, &AdapterChoice::Software, None).unwrap_err();
        assert!(matches!(error, EnumerateError::DoesNotFit { .. }), "{error}");
    }
}

#[test]
fn a_budget_below_the_smallest_piece_is_refused() {
    if software().is_none() {
        return;
    }
    let refused = |budget| {
        let request = request(4, 3, MetricName::Single, 0);
        let error = loyd_gpu::job(&request, &AdapterChoice::Software, Some(budget)).unwrap_err();
        let EnumerateError::Engine(error) = error else { panic!("{error}") };
        assert_eq!(error.fault(), EngineFault::Input);
        let Some(GpuError::Budget { needed, allowed, .. }) = error.cause() else {
            panic!("{error}")
        };
        assert_eq!(*allowed, budget);
        *needed
    };
    let smallest = refused(1000);
    assert_eq!(refused(smallest - 1), smallest);
    let request = request(4, 3, MetricName::Single, 0);
    let job = loyd_gpu::job(&request, &AdapterChoice::Software, Some(smallest)).unwrap();
    assert_eq!(job.plan().device_bytes(), smallest);
}

#[test]
fn boards_without_a_layout_and_low_memory_are_refused() {
    if software().is_none() {
        return;
    }
    let refused = |request| loyd_gpu::job(&request, &AdapterChoice::Software, None).unwrap_err();
    let small = refused(request(2, 2, MetricName::Single, 0));
    assert!(matches!(small, EnumerateError::Unsuited { .. }), "{small}");
    let poor = refused(Request { memory: 1 << 20, ..request(4, 3, MetricName::Single, 0) });
    assert!(matches!(poor, EnumerateError::DoesNotFit { .. }), "{poor}");
}

/// Limits are checked before a device is opened; were they wrong, the device's refusal would still
/// be an error and not the end of the program.
#[test]
fn a_refusal_of_the_device_is_an_error() {
    let Some(adapter) = software() else { return };
    let believed =
        Capacity { binding_bytes: 1 << 40, storage_bindings: 64, workgroups: u32::from(u16::MAX) };
    let task = MemoryTask::new(7, 2, MetricName::Single);
    let plan = GpuPlan::resident(&task, believed, &adapter.name()).unwrap();
    let error = GpuLoop::new(adapter, plan).unwrap_err();
    let refused = matches!(error, GpuError::Failed { .. } | GpuError::OutOfMemory { .. });
    assert!(refused && !error.to_string().contains('\n'), "{error}");
}
