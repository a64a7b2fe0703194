//! The memory engine against published tables, an independent breadth-first search, and itself
//! interrupted.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::AtomicBool;

use loyd_enumerate::checkpoint::Snapshot;
use loyd_tiles::MetricName;
use loyd_tiles::arch::bitmap::Kernels;
use loyd_tiles_enumerate::memory::{MemoryError, MemoryLoop, MemoryPlan, MemoryStep, MemoryTask};

const TABLES: &str = include_str!("../../../../data/sliding_tile_levels.csv");

type Key = (usize, usize, &'static str, usize);

fn tables() -> BTreeMap<Key, Vec<u64>> {
    let mut tables: BTreeMap<Key, Vec<u64>> = BTreeMap::new();
    for row in TABLES.lines().filter(|row| row.starts_with(|c: char| c.is_ascii_digit())) {
        let fields: Vec<&str> = row.split(',').collect();
        let number = |i: usize| fields[i].parse::<u64>().unwrap();
        let table = tables
            .entry((number(0) as usize, number(1) as usize, fields[2], number(4) as usize))
            .or_default();
        assert_eq!(table.len() as u64, number(5), "rows in order");
        table.push(number(6));
    }
    tables
}

fn enumerate(task: MemoryTask, kernels: Kernels) -> MemoryLoop {
    let mut run = MemoryLoop::with_kernels(MemoryPlan::new(task).unwrap(), kernels).unwrap();
    let no_cancel = AtomicBool::new(false);
    while let MemoryStep::Level(level) = run.step(&no_cancel).unwrap() {
        assert_eq!(level.total, run.levels().iter().sum::<u64>());
    }
    assert!(run.is_complete());
    run
}

/// Breadth-first search over boards as vectors; returns the levels, each as a set.
fn search(w: usize, h: usize, start: usize, metric: MetricName) -> Vec<HashSet<Vec<u8>>> {
    let mut tiles = 1..;
    let board: Vec<u8> =
        (0..w * h).map(|c| if c == start { 0 } else { tiles.next().unwrap() }).collect();
    let mut seen = HashSet::from([board.clone()]);
    let mut levels = vec![HashSet::from([board])];
    loop {
        let mut next = HashSet::new();
        for board in levels.last().unwrap() {
            for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
                let mut board = board.clone();
                let mut blank = board.iter().position(|&t| t == 0).unwrap();
                loop {
                    let (x, y) = ((blank % w) as isize + dx, (blank / w) as isize + dy);
                    if x < 0 || y < 0 || x >= w as isize || y >= h as isize {
                        break;
                    }
                    let cell = y as usize * w + x as usize;
                    board.swap(blank, cell);
                    blank = cell;
                    if seen.insert(board.clone()) {
                        next.insert(board.clone());
                    }
                    if metric == MetricName::Single {
                        break;
                    }
                }
            }
        }
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

#[test]
fn published_tables_are_reproduced() {
    for ((width, height, metric, start), table) in tables() {
        if width * height < 8 || width * height > 12 {
            continue;
        }
        let metric = if metric == "single" { MetricName::Single } else { MetricName::Multi };
        for (width, height) in [(width, height), (height, width)] {
            let task = MemoryTask { start, ..MemoryTask::new(width, height, metric) };
            let run = enumerate(task, Kernels::detect());
            assert_eq!(run.levels(), table, "{width}x{height} {metric:?} from {start}");
        }
    }
}

#[test]
fn every_start_cell_and_kernel_agrees_with_a_plain_search() {
    for (width, height) in [(4, 2), (2, 4), (3, 3)] {
        for metric in [MetricName::Single, MetricName::Multi] {
            for start in 0..width * height {
                let levels = search(width, height, start, metric);
                let counts: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
                for kernels in Kernels::available() {
                    let task = MemoryTask {
                        start,
                        deepest_limit: 1000,
                        ..MemoryTask::new(width, height, metric)
                    };
                    let run = enumerate(task, kernels);
                    let what =
                        format!("{width}x{height} {metric:?} from {start}, {}", kernels.name());
                    assert_eq!(run.levels(), counts, "{what}");
                    let deepest: HashSet<Vec<u8>> = run.deepest().unwrap().into_iter().collect();
                    assert_eq!(&deepest, levels.last().unwrap(), "{what}");
                }
            }
        }
    }
}

/// Compares the levels of 5x2 from a cell and from its images under reflections of the board.
fn ten_cells(start: usize, metric: MetricName) {
    let levels = search(5, 2, start, metric);
    let counts: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
    for mirrored in [start, 4 - start, 5 + start, 9 - start] {
        let task = MemoryTask { start: mirrored, ..MemoryTask::new(5, 2, metric) };
        let result = enumerate(task, Kernels::detect());
        assert_eq!(result.levels(), counts, "{metric:?} from {mirrored}");
    }
}

#[test]
fn ten_cells_agree_with_a_plain_search() {
    ten_cells(1, MetricName::Multi);
}

#[test]
#[ignore = "a minute: the plain search is slow"]
fn ten_cells_agree_with_a_plain_search_from_every_cell() {
    // Cells that are not images of each other under reflections of the board.
    for start in [0, 1, 2] {
        for metric in [MetricName::Single, MetricName::Multi] {
            ten_cells(start, metric);
        }
    }
}

#[test]
fn kernels_and_threads_do_not_change_the_result() {
    for metric in [MetricName::Single, MetricName::Multi] {
        let task = |threads| MemoryTask { threads, ..MemoryTask::new(4, 3, metric) };
        let reference = enumerate(task(1), Kernels::detect());
        for kernels in Kernels::available() {
            let run = enumerate(MemoryTask { deepest_limit: 100, ..task(3) }, kernels);
            assert_eq!(run.levels(), reference.levels(), "{metric:?} {}", kernels.name());
            assert_eq!(run.deepest().map(|d| d.len() as u64), run.levels().last().copied());
        }
    }
}

#[test]
fn plans_state_bytes_and_refuse_oversized_runs() {
    let bytes = |w, h, metric| MemoryPlan::new(MemoryTask::new(w, h, metric)).unwrap().bytes();
    assert!((6.7e9..7.0e9).contains(&(bytes(7, 2, MetricName::Single) as f64)));
    assert!((9.3e10..9.6e10).contains(&(bytes(5, 3, MetricName::Single) as f64)));
    assert!((1.3e12..1.5e12).contains(&(bytes(4, 4, MetricName::Single) as f64)));
    assert!(bytes(8, 2, MetricName::Multi) > 1 << 40);
    let task = MemoryTask { memory: Some(1 << 30), ..MemoryTask::new(5, 3, MetricName::Single) };
    let refused = MemoryLoop::new(MemoryPlan::new(task).unwrap()).err();
    assert!(
        matches!(refused, Some(MemoryError::TooBig { allowed: 0x4000_0000, .. })),
        "{refused:?}"
    );
    for (w, h) in [(1, 5), (2, 2), (3, 2), (2, 3)] {
        assert!(matches!(
            MemoryPlan::new(MemoryTask::new(w, h, MetricName::Single)),
            Err(MemoryError::Layout(_))
        ));
    }
    let outside = MemoryTask { start: 12, ..MemoryTask::new(4, 3, MetricName::Single) };
    assert!(matches!(MemoryPlan::new(outside), Err(MemoryError::Start(_))));
}

/// Interrupts, saves and resumes at every level; the tables must not change.
#[test]
fn a_run_may_be_resumed_at_every_level() {
    let no_cancel = AtomicBool::new(false);
    for (width, height, start, metric) in [
        (3, 3, 1, MetricName::Single),
        (3, 3, 4, MetricName::Multi),
        (4, 2, 1, MetricName::Multi),
        (5, 2, 0, MetricName::Single),
    ] {
        let task =
            MemoryTask { start, deepest_limit: 10_000, ..MemoryTask::new(width, height, metric) };
        let reference = enumerate(task.clone(), Kernels::detect());
        let mut run = MemoryLoop::new(MemoryPlan::new(task.clone()).unwrap()).unwrap();
        loop {
            let cancelled = AtomicBool::new(true);
            assert_eq!(run.step(&cancelled).unwrap(), MemoryStep::Interrupted);
            let maps: Vec<Vec<u8>> =
                (0..run.snapshot_maps()).map(|i| run.snapshot_bytes(i).to_vec()).collect();
            let fill = |i: usize, buffer: &mut [u8]| {
                buffer.copy_from_slice(&maps[i]);
                Ok::<(), MemoryError>(())
            };
            let mut resumed =
                MemoryLoop::resume(MemoryPlan::new(task.clone()).unwrap(), &run.snapshot(), fill)
                    .unwrap();
            while resumed.step(&no_cancel).unwrap() != MemoryStep::Complete {}
            assert_eq!(
                resumed.levels(),
                reference.levels(),
                "{width}x{height} {metric:?} from {start}"
            );
            // Only the level right after the snapshot is not collected.
            if run.levels().len() + 1 != reference.levels().len() {
                assert_eq!(resumed.deepest(), reference.deepest());
            }
            if run.step(&no_cancel).unwrap() == MemoryStep::Complete {
                break;
            }
        }
        assert_eq!(run.deepest(), reference.deepest());
    }
}

#[test]
fn foreign_and_damaged_snapshots_are_refused() {
    let task = MemoryTask::new(3, 3, MetricName::Single);
    let mut run = MemoryLoop::new(MemoryPlan::new(task.clone()).unwrap()).unwrap();
    for _ in 0..12 {
        run.step(&AtomicBool::new(false)).unwrap();
    }
    let good = run.snapshot();
    let attempt = |task: &MemoryTask, snapshot: &Snapshot, damage: fn(usize, &mut [u8])| {
        let fill = |i: usize, buffer: &mut [u8]| {
            buffer.copy_from_slice(run.snapshot_bytes(i));
            damage(i, buffer);
            Ok::<(), MemoryError>(())
        };
        MemoryLoop::resume(MemoryPlan::new(task.clone()).unwrap(), snapshot, fill).map(|_| ())
    };
    assert_eq!(attempt(&task, &good, |_, _| ()), Ok(()));
    let mut levels = good.clone();
    levels.record.levels[4].states += 1;
    let mut empty = good.clone();
    empty.record.levels.clear();
    let elsewhere = MemoryTask { start: 1, ..task.clone() };
    let multi = MemoryTask { metric: MetricName::Multi, ..task.clone() };
    let bad = [
        attempt(&elsewhere, &good, |_, _| ()),
        attempt(&multi, &good, |_, _| ()),
        attempt(&MemoryTask::new(4, 2, MetricName::Single), &good, |_, _| ()),
        attempt(&task, &good, |i, b| b[0] ^= u8::from(i == 2)),
        attempt(&task, &good, |_, b| b[1] |= 0x80),
        attempt(&task, &good, |_, b| *b.last_mut().unwrap() = 1),
        attempt(&task, &levels, |_, _| ()),
        attempt(&task, &empty, |_, _| ()),
    ];
    for result in bad {
        assert!(matches!(result, Err(MemoryError::Snapshot { .. })), "{result:?}");
    }
}
