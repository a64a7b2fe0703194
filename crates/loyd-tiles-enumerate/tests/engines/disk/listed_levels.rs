//! First levels by lists of states, handed over to bitmaps at any level.

use super::{counted, min_memory};
use loyd_enumerate::{Enumeration, Plan, Request, run};
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate as tiles;
use loyd_tiles_enumerate::disk::{self, LevelStore, MemoryLevelStore, RawCodec, RunOptions};
use std::sync::Arc;

/// Resumes from a store, with lists for this many states; `stop_at`: the level at which the run is
/// cancelled.
fn count(
    request: &Request<Tiles>,
    store: &Arc<MemoryLevelStore>,
    lists: u64,
    stop_at: Option<u32>,
) -> Enumeration<Tiles> {
    let terms = RunOptions { listed_states: Some(lists), ..RunOptions::default() };
    let job = disk::job(request, store.clone(), Arc::new(RawCodec), terms).unwrap();
    let plan = Plan::with_job(request, None, job);
    let cancel = Cancel::new();
    run(&plan, &Limit::cancelled_by(&cancel), &mut |report| {
        if report.finished && Some(report.depth) == stop_at {
            cancel.cancel();
        }
    })
    .unwrap()
}

fn request(width: usize, height: usize, start_cell: usize) -> Request<Tiles> {
    // Lists need additional memory, those of whole levels of twelve cells the maximum.
    let memory =
        min_memory(width, height) + (if width * height < 12 { 256 << 20 } else { 2 << 30 });
    let size = Size::new(width, height).unwrap();
    Request { memory, threads: 2, samples: 3, ..tiles::request_from(size, start_cell) }
}

/// For each level the number of states with which the lists end there.
fn limits(levels: &[u64]) -> Vec<u64> {
    let totals = levels.iter().scan(0, |total, &level| {
        *total += level;
        Some(*total)
    });
    // The level after `total` states is made if the limit is twice this number.
    [1].into_iter().chain(totals.map(|total| 2 * total)).take(levels.len()).collect()
}

#[test]
fn every_level_can_be_handed_over() {
    handed_over_at_every_level(&[(4, 2, 0), (2, 4, 3), (3, 3, 4)]);
}

#[test]
#[ignore = "two minutes: cargo test --release -p loyd-tiles-enumerate --test engines -- --ignored disk::listed_levels"]
fn every_level_of_ten_cells_can_be_handed_over() {
    handed_over_at_every_level(&[(5, 2, 1), (5, 2, 7)]);
}

/// Counts boards from the start, once for each level that lists hand over.
fn handed_over_at_every_level(boards: &[(usize, usize, usize)]) {
    for &(width, height, start) in boards {
        let levels = counted(width, height, start, MetricName::Single);
        for (depth, lists) in limits(&levels).into_iter().enumerate() {
            let store: Arc<MemoryLevelStore> = Arc::default();
            let request = request(width, height, start);
            let only = Request { depth: Some(depth as u32), ..request.clone() };
            let listed = count(&only, &store, lists, None);
            assert_eq!(listed.levels, levels[..=depth], "{width}x{height}");
            assert_eq!(store.open().unwrap().unwrap().depth() as usize, depth);
            let sizes: Vec<usize> = listed.samples.iter().map(Vec::len).collect();
            let are_sampled = sizes.iter().all(|size| (1..=3).contains(size));
            assert!(are_sampled, "{width}x{height} at {depth}: {sizes:?}");
            let result = count(&request, &store, lists, None);
            assert_eq!(
                result.levels, levels,
                "{width}x{height} from {start}, handed over at {depth}"
            );
            assert!(result.complete);
        }
    }
}

#[test]
fn twelve_cells_are_handed_over_at_any_thin_level() {
    handed_over(&[(4, 3, 0)], 300_000, 1);
}

#[test]
#[ignore = "half an hour: cargo test --release -p loyd-tiles-enumerate --test engines -- --ignored disk::listed_levels"]
fn twelve_cells_are_handed_over_at_every_fifth_level() {
    handed_over(&[(4, 3, 0), (6, 2, 0), (3, 4, 5)], u64::MAX, 5);
}

/// At levels up to this many states, one of every few, and two levels further.
fn handed_over(boards: &[(usize, usize, usize)], max_states: u64, every: usize) {
    for &(width, height, start) in boards {
        let levels = counted(width, height, start, MetricName::Single);
        let mut deep = 0;
        for (depth, lists) in limits(&levels).into_iter().enumerate().step_by(every) {
            if lists > max_states {
                break;
            }
            let last = Some(depth as u32 + 2);
            let request = Request { depth: last, ..request(width, height, start) };
            let result = count(&request, &Arc::default(), lists, None);
            let is_sampled = |boards: &Vec<_>| (1..=3).contains(&boards.len());
            assert!(result.samples[..=depth].iter().all(is_sampled), "no lists at {depth}");
            let expected = &levels[..levels.len().min(depth + 3)];
            assert_eq!(result.levels, expected, "{width}x{height} handed over at {depth}");
            deep = depth;
        }
        assert!(deep >= 17, "{deep}");
        let result = count(&request(width, height, start), &Arc::default(), 300_000, None);
        assert_eq!(result.levels, levels, "{width}x{height}");
    }
}

#[test]
fn the_levels_of_lists_remain_after_a_stop() {
    let levels = counted(5, 2, 0, MetricName::Single);
    let store: Arc<MemoryLevelStore> = Arc::default();
    let request = request(5, 2, 0);
    for stop_at in [0, 4, 9, 30] {
        let stopped = count(&request, &store, 5_000, Some(stop_at));
        assert_eq!(stopped.stopped, Some(StopCause::Cancelled));
        let depth = stopped.levels.len() - 1;
        assert!(depth >= stop_at as usize, "{depth}");
        assert_eq!(stopped.levels, levels[..=depth]);
        assert_eq!(store.open().unwrap().unwrap().depth() as usize, depth);
    }
    assert_eq!(count(&request, &store, 5_000, None).levels, levels);
}

#[test]
fn lists_are_planned_where_they_fit() {
    use loyd_tiles_enumerate::disk::{DiskPlan, DiskTask};
    let task = |width, height, metric, memory| DiskTask {
        width,
        height,
        metric,
        start: 0,
        threads: 1,
        memory,
        samples: 0,
    };
    let lists = |task: &DiskTask| DiskPlan::new(task, &RawCodec).unwrap().listed_states;
    let sixteen = lists(&task(4, 4, MetricName::Single, 8 << 30));
    assert!((100_000_000..200_000_000).contains(&sixteen), "{sixteen}");
    assert_eq!(lists(&task(4, 3, MetricName::Single, 8 << 30)), 239_500_800 / 2048);
    assert_eq!(lists(&task(4, 3, MetricName::Multi, 8 << 30)), 0);
}
