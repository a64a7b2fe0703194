//! The engine against a plain search written from scratch: boards as vectors of bytes, one set of all
//! that were seen. It shares no code with what it tests.

use loyd_enumerate::{EngineName, Request, run};
use loyd_search::observe::Limit;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate as tiles;
use std::collections::HashSet;

/// All levels by the reference engine, the blank of the start on a cell.
fn reference_from(size: Size, cell: usize) -> Request<Tiles> {
    Request { engine: Some(EngineName::Reference), ..tiles::request_from(size, cell) }
}

/// Slides the blank of `board` by up to `reach` cells in every direction.
fn neighbours(board: &[u8], width: usize, height: usize, reach: usize) -> Vec<Vec<u8>> {
    let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
    let mut boards = Vec::new();
    for (dx, dy) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
        let (mut x, mut y) = ((blank % width) as isize, (blank / width) as isize);
        let mut slid = board.to_vec();
        for _ in 0..reach {
            let hole = y as usize * width + x as usize;
            x += dx;
            y += dy;
            if x < 0 || y < 0 || x >= width as isize || y >= height as isize {
                break;
            }
            slid[hole] = slid[y as usize * width + x as usize];
            slid[y as usize * width + x as usize] = 0;
            boards.push(slid.clone());
        }
    }
    boards
}

/// States at depth 0, 1, 2, … down to `depth`.
fn levels(width: usize, height: usize, reach: usize, cell: usize, depth: usize) -> Vec<u64> {
    let mut start: Vec<u8> = (1..width * height).map(|tile| tile as u8).collect();
    start.insert(cell, 0);
    let mut seen = HashSet::from([start.clone()]);
    let mut level = vec![start];
    let mut counts = Vec::new();
    while !level.is_empty() && counts.len() <= depth {
        counts.push(level.len() as u64);
        let mut next = Vec::new();
        for board in &level {
            for neighbour in neighbours(board, width, height, reach) {
                if seen.insert(neighbour.clone()) {
                    next.push(neighbour);
                }
            }
        }
        level = next;
    }
    counts
}

const METRICS: [(MetricName, usize); 2] = [(MetricName::Single, 1), (MetricName::Multi, 99)];

/// Compares all levels from every start cell, in both metrics, as bitmaps and as sets.
fn compare(width: usize, height: usize) {
    let size = Size::new(width, height).unwrap();
    for (metric, reach) in METRICS {
        for start_cell in 0..size.cells() {
            let request = Request { metric, ..reference_from(size, start_cell) };
            let plan = tiles::plan(&request).unwrap();
            let result = run(&plan, &Limit::none(), &mut |_| ()).unwrap();
            let plain = levels(width, height, reach, start_cell, usize::MAX);
            assert_eq!(result.levels, plain, "{size} {metric} from cell {start_cell}");
            assert!(result.complete);
            assert_eq!(result.radius, Some(plain.len() as u32 - 1));
        }
    }
}

#[test]
fn every_start_of_every_board_to_eight_cells() {
    for width in 1..=8 {
        for height in 1..=8 / width {
            compare(width, height);
        }
    }
}

#[test]
fn every_start_of_the_boards_of_nine_cells() {
    compare(9, 1);
    compare(1, 9);
    compare(3, 3);
}

#[test]
fn long_lines() {
    for (width, height) in [(200, 1), (1, 30)] {
        for (metric, reach) in METRICS {
            let size = Size::new(width, height).unwrap();
            let request = Request { metric, ..reference_from(size, 7) };
            let result = run(&tiles::plan(&request).unwrap(), &Limit::none(), &mut |_| ()).unwrap();
            assert_eq!(
                result.levels,
                levels(width, height, if reach == 1 { 1 } else { 999 }, 7, usize::MAX)
            );
        }
    }
}

/// Boards far too large for bitmaps: one word a key, two, four, eleven.
#[test]
fn the_first_levels_of_large_boards() {
    for (width, height, start_cell, single, multi) in
        [(5, 3, 4, 14, 6), (5, 5, 12, 10, 5), (4, 5, 0, 12, 5), (6, 6, 7, 9, 4), (10, 10, 44, 7, 3)]
    {
        let size = Size::new(width, height).unwrap();
        for ((metric, reach), depth) in METRICS.into_iter().zip([single, multi]) {
            let request =
                Request { metric, depth: Some(depth), ..reference_from(size, start_cell) };
            let plan = tiles::plan(&request).unwrap();
            let result = run(&plan, &Limit::none(), &mut |_| ()).unwrap();
            let plain = levels(width, height, reach, start_cell, depth as usize);
            assert_eq!(result.levels, plain, "{size} {metric}");
            assert!(!result.complete && result.radius.is_none() && result.stopped.is_none());
            assert!(result.peak_memory_bytes <= plan.memory(), "{size} {metric}");
        }
    }
}
