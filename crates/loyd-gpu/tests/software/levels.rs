//! Every level, both metrics, several starts, both forms of the bitmaps.

use crate::{enumerate, in_memory, plan, plan_within, request, software};
use loyd_gpu::{Form, GpuLoop, GpuPlan, GpuStep};
use loyd_tiles::MetricName;
use loyd_tiles_enumerate::memory::MemoryTask;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

const TABLES: &str = include_str!("../../../../data/sliding_tile_levels.csv");
const METRICS: [MetricName; 2] = [MetricName::Single, MetricName::Multi];

/// Width, height, metric, start cell.
type Table = (usize, usize, String, usize);

/// The published tables: states at depth 0, 1, 2, …
fn published() -> BTreeMap<Table, Vec<u64>> {
    let mut tables: BTreeMap<Table, Vec<u64>> = BTreeMap::new();
    for line in TABLES.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |field: usize| fields[field].parse::<u64>().expect("a number");
        let table =
            (number(0) as usize, number(1) as usize, fields[2].to_owned(), number(4) as usize);
        tables.entry(table).or_default().push(number(6));
    }
    tables
}

/// Runs every published table of these shapes within a budget; returns how many.
pub(crate) fn check_published(shapes: &[(usize, usize)], budget: Option<u64>) -> usize {
    let mut checked = 0;
    for ((width, height, metric, start), levels) in published() {
        let metric = METRICS.into_iter().find(|it| it.to_string() == metric).expect("a metric");
        if !shapes.contains(&(width, height)) {
            continue;
        }
        let result = enumerate(&plan_within(&request(width, height, metric, start), budget));
        let what = format!("{width}x{height} {metric} from {start}, {budget:?}");
        assert_eq!(result.levels, levels, "{what}");
        assert!(result.complete);
        checked += 1;
    }
    checked
}

#[test]
fn published_levels_of_small_boards() {
    if software().is_some() {
        let checked = check_published(&[(4, 2), (3, 3), (5, 2)], None);
        assert!(checked >= 3, "{checked}");
    }
}

#[test]
#[ignore = "takes minutes in software"]
fn published_levels_of_large_boards() {
    if software().is_some() {
        let checked = check_published(&[(4, 3), (6, 2)], None);
        assert!(checked >= 2, "{checked}");
    }
}

#[test]
fn every_start_has_the_levels_of_the_memory_engine() {
    if software().is_none() {
        return;
    }
    for (width, height, starts) in [(4, 2, 0..8), (2, 4, 1..3), (3, 3, 0..5), (2, 5, 3..4)] {
        for (metric, start) in
            METRICS.into_iter().flat_map(|metric| starts.clone().map(move |start| (metric, start)))
        {
            let request = request(width, height, metric, start);
            let result = enumerate(&plan(&request));
            let what = format!("{width}x{height} {metric} from {start}");
            assert_eq!(result.levels, in_memory(&request).levels, "{what}");
        }
    }
}

/// Runs a board with bitmaps of a form, with buffers as WebGPU grants them or as the driver does.
fn levels(width: usize, height: usize, metric: MetricName, form: Form, few: bool) -> Vec<u64> {
    let adapter = software().expect("a driver");
    let mut capacity = adapter.capacity();
    if few {
        capacity.storage_bindings = 8;
    }
    let task = MemoryTask { start: 1, ..MemoryTask::new(width, height, metric) };
    let plan = GpuPlan::with_form(&task, capacity, &adapter.name(), form).expect("it fits");
    let mut run = GpuLoop::new(adapter, plan).expect("it opens");
    let cancel = AtomicBool::new(false);
    while run.step(usize::MAX, &cancel, &mut |_| ()).expect("it is right") != GpuStep::Complete {}
    run.levels().to_vec()
}

#[test]
fn cut_bitmaps_and_few_bindings_give_the_same_levels() {
    if software().is_none() {
        return;
    }
    for (width, height) in [(4, 2), (3, 3)] {
        for metric in METRICS {
            let expected = in_memory(&request(width, height, metric, 1)).levels;
            for (form, few) in [(Form::Cut, false), (Form::Cut, true), (Form::Whole, true)] {
                let result = levels(width, height, metric, form, few);
                assert_eq!(result, expected, "{width}x{height} {metric} {form:?} {few}");
            }
        }
    }
}

#[test]
#[ignore = "takes minutes in software"]
fn cut_bitmaps_of_large_boards_give_the_same_levels() {
    if software().is_none() {
        return;
    }
    for ((width, height), metric) in [((4, 3), MetricName::Single), ((5, 2), MetricName::Multi)] {
        let expected = in_memory(&request(width, height, metric, 1)).levels;
        assert_eq!(levels(width, height, metric, Form::Cut, false), expected);
    }
}
