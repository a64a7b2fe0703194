//! The memory engine equals the reference engine at every level, from every kind of start cell.

use loyd_enumerate::{EngineName, Enumeration, Request, run};
use loyd_search::observe::{Cancel, Limit};
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size, distinct_cells};
use loyd_tiles_enumerate as tiles;

/// Boards with two rows and columns of this many cells, in both orientations, that have bitmaps.
fn boards(cells: std::ops::RangeInclusive<usize>) -> Vec<Size> {
    let sides = || 2..=*cells.end() / 2;
    sides()
        .flat_map(|width| sides().map(move |height| (width, height)))
        .filter(|(width, height)| cells.contains(&(width * height)))
        .filter_map(|(width, height)| Size::new(width, height))
        .collect()
}

fn enumerate(request: &Request<Tiles>) -> Enumeration<Tiles> {
    run(&tiles::plan(request).expect("it fits"), &Limit::none(), &mut |_| ()).expect("it is right")
}

/// Compares start cells up to symmetry, all or one of `every` in turn; returns the number of runs.
fn compare(cells: std::ops::RangeInclusive<usize>, every: usize) -> usize {
    let (mut compared, mut number) = (0, 0);
    for size in boards(cells) {
        for metric in [MetricName::Single, MetricName::Multi] {
            for start_cell in distinct_cells(size) {
                number += 1;
                if number % every > 0 {
                    continue;
                }
                let with = |engine| {
                    let request =
                        Request { metric, threads: 2, ..tiles::request_from(size, start_cell) };
                    enumerate(&Request { engine: Some(engine), ..request })
                };
                let (fast, slow) = (with(EngineName::Memory), with(EngineName::Reference));
                assert_eq!(fast.levels, slow.levels, "{size} {metric} from {start_cell}");
                assert_eq!((fast.radius, fast.complete), (slow.radius, true));
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn boards_to_ten_cells() {
    // 4x2, 5x2 and their transposes from 2 and 3 cells, 3x3 from 3; in two metrics.
    assert_eq!(compare(8..=10, 1), 2 * (2 * 2 + 2 * 3 + 3));
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-tiles-enumerate --test engines -- --ignored against_reference"]
fn boards_of_twelve_cells() {
    // 4x3 and 3x4 from 4 cells, 6x2 and 2x6 from 3; in two metrics; one of three.
    assert_eq!(compare(12..=12, 3), 2 * (2 * 4 + 2 * 3) / 3);
}

#[test]
fn a_depth_ends_early() {
    let size = Size::new(4, 3).expect("a size");
    let request = Request { depth: Some(20), ..tiles::request(size) };
    let fast = enumerate(&Request { engine: Some(EngineName::Memory), ..request.clone() });
    let slow = enumerate(&Request { engine: Some(EngineName::Reference), ..request });
    assert_eq!(fast.levels, slow.levels);
    assert_eq!((fast.complete, fast.radius, fast.stopped), (false, None, None));
}

#[test]
fn automatic_choice_takes_bitmaps_where_there_are_any_and_lists_beyond() {
    let engine = |width, height, memory| {
        let size = Size::new(width, height).expect("a size");
        let depth = Some(3);
        tiles::plan(&Request { memory, depth, ..tiles::request(size) }).expect("it fits").engine()
    };
    assert_eq!(engine(4, 3, 8 << 30), Some(EngineName::Memory));
    assert_eq!(engine(3, 2, 8 << 30), Some(EngineName::Reference));
    assert_eq!(engine(1, 9, 8 << 30), Some(EngineName::Reference));
    assert_eq!(engine(5, 3, 8 << 30), Some(EngineName::Frontier));
    assert_eq!(engine(5, 5, 8 << 30), Some(EngineName::Frontier));
}

#[test]
fn a_cancelled_run_keeps_its_levels() {
    let size = Size::new(4, 3).expect("a size");
    let request = Request { engine: Some(EngineName::Memory), ..tiles::request(size) };
    let cancel = Cancel::new();
    let stopped = run(
        &tiles::plan(&request).expect("it fits"),
        &Limit::cancelled_by(&cancel),
        &mut |progress| {
            if progress.depth == 10 {
                cancel.cancel();
            }
        },
    )
    .expect("a cancelled run is not an error");
    assert_eq!(stopped.levels.len(), 11);
    assert!(!stopped.complete && stopped.stopped.is_some());
}

#[test]
fn oversized_and_unsuitable_boards_are_refused() {
    let refuse = |width, height| {
        let size = Size::new(width, height).expect("a size");
        let request = Request { engine: Some(EngineName::Memory), ..tiles::request(size) };
        tiles::plan(&request).expect_err("it is refused").to_string()
    };
    assert!(refuse(5, 3).contains("the memory engine needs"), "{}", refuse(5, 3));
    assert!(refuse(2, 2).contains("too small"), "{}", refuse(2, 2));
    assert!(refuse(5, 5).contains("5x5"), "{}", refuse(5, 5));
}
