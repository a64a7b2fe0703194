//! The sampled states of every level are at that level, by a search that shares no code with the
//! engines; and they do not depend on threads.

use loyd_enumerate::{EngineName, Request, run};
use loyd_search::observe::Limit;
use loyd_tiles::bitmap::Layout;
use loyd_tiles::{MetricName, Position, Size};
use loyd_tiles_enumerate as tiles;
use loyd_tiles_enumerate::disk::{self, DiskLoop, MemoryLevelStore, RawCodec, Segmentation};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The distance of every board from the start, tiles in reading order.
fn distances(size: Size, start: usize, metric: MetricName) -> HashMap<Vec<u8>, u32> {
    let (w, h) = (size.width() as isize, size.height() as isize);
    let mut tiles = 1..;
    let board: Vec<u8> = (0..size.cells())
        .map(|cell| if cell == start { 0 } else { tiles.next().expect("a tile") })
        .collect();
    let mut depths = HashMap::from([(board.clone(), 0)]);
    let mut level = vec![board];
    for depth in 1.. {
        let mut next = Vec::new();
        for board in &level {
            for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
                let mut board = board.clone();
                let mut blank = board.iter().position(|&tile| tile == 0).expect("a blank") as isize;
                loop {
                    let (x, y) = (blank % w + dx, blank / w + dy);
                    if x < 0 || y < 0 || x >= w || y >= h {
                        break;
                    }
                    board.swap(blank as usize, (y * w + x) as usize);
                    blank = y * w + x;
                    if !depths.contains_key(&board) {
                        depths.insert(board.clone(), depth);
                        next.push(board.clone());
                    }
                    if metric == MetricName::Single {
                        break;
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    depths
}

fn tiles(position: &Position) -> Vec<u8> {
    position.to_line().split(' ').map(|tile| tile.parse().expect("a tile")).collect()
}

#[test]
fn samples_of_the_memory_engine_are_at_their_level() {
    for (width, height) in [(4, 2), (3, 3)] {
        let size = Size::new(width, height).expect("a size");
        for metric in [MetricName::Single, MetricName::Multi] {
            for start_cell in [0, 1, 3] {
                let depths = distances(size, start_cell, metric);
                let samples = |threads| {
                    let engine = Some(EngineName::Memory);
                    let request = Request {
                        engine,
                        metric,
                        threads,
                        samples: 5,
                        ..tiles::request_from(size, start_cell)
                    };
                    let plan = tiles::plan(&request).expect("it fits");
                    run(&plan, &Limit::none(), &mut |_| ()).expect("it is right")
                };
                let result = samples(1);
                assert_eq!(result.samples.len(), result.levels.len());
                for (depth, (boards, &states)) in
                    result.samples.iter().zip(&result.levels).enumerate()
                {
                    assert_eq!(boards.len() as u64, states.min(5), "{size} {metric} depth {depth}");
                    for board in boards {
                        assert_eq!(depths[&tiles(board)], depth as u32, "{size} {metric}");
                    }
                }
                assert_eq!(samples(3).samples, result.samples);
            }
        }
    }
}

#[test]
fn samples_of_the_disk_engine_are_at_their_level() {
    let size = Size::new(3, 3).expect("a size");
    let depths = distances(size, 4, MetricName::Single);
    let layout = Layout::new(3, 3).expect("a layout");
    for digit in Segmentation::digits(&layout) {
        for column_lines in [1, 3, layout.block_lines] {
            let cut = Segmentation::new(&layout, digit, column_lines).expect("a cut");
            let task = disk::DiskTask {
                width: 3,
                height: 3,
                metric: MetricName::Single,
                start: 4,
                threads: 2,
                memory: 64 << 20,
                samples: 4,
            };
            let plan = disk::DiskPlan::with_segmentation(&task, &cut, &RawCodec).expect("it fits");
            let store = Arc::new(MemoryLevelStore::new());
            let mut levels =
                DiskLoop::start(plan.clone(), store.clone(), &RawCodec).expect("it begins");
            let cancel = AtomicBool::new(false);
            // The run stops and resumes once.
            while levels.depth() < 15 {
                levels.step(&cancel, &mut |_| ()).expect("it is right");
            }
            let record = levels.record();
            let mut levels =
                DiskLoop::resume(plan, &record, store, &RawCodec).expect("it continues");
            while levels.step(&cancel, &mut |_| ()).expect("it is right")
                != disk::DiskStep::Complete
            {}
            let mut checked = 0;
            for (depth, boards) in levels.samples().iter().enumerate() {
                for board in boards {
                    assert_eq!(depths[board], depth as u32, "digit {digit}, {column_lines} lines");
                    checked += 1;
                }
            }
            assert!(checked > 20, "only {checked} boards were sampled");
        }
    }
}
