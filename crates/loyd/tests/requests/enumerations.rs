//! Enumerations by request, compared with solutions of their antipodes.

use loyd::record::json;
use loyd::{Antipodes, EnumerateRequest, EnumerateResult, Error, NoTables, Unreadable};
use loyd_search::observe::{Cancel, StopCause};
use std::collections::HashSet;
use std::time::Duration;

fn counted(request: &EnumerateRequest) -> EnumerateResult {
    request.run().expect("a good request")
}

fn refused(request: &EnumerateRequest) -> Error {
    request.run().expect_err("a bad request")
}

#[test]
fn optimal_solutions_of_antipodes_have_the_length_of_the_radius() {
    for (puzzle, shape, metric) in
        [("tiles", "3x3", "single"), ("tiles", "4x2", "multi"), ("cube2", "cube2", "half")]
    {
        let result =
            counted(&loyd::enumerate(puzzle).shape(shape).metric(metric).antipodes(10_000));
        assert_eq!((result.complete, result.total), (true, result.levels.iter().sum()));
        let Some(Antipodes { count: Some(count), positions: Some(positions), .. }) =
            &result.antipodes
        else {
            panic!("{:?}", result.antipodes)
        };
        assert_eq!(Some(count), result.levels.last());
        assert_eq!(positions.len() as u64, *count);
        for position in [positions.first(), positions.last()].into_iter().flatten() {
            let request = loyd::solve(puzzle, position).shape(shape).metric(metric);
            let solved = request
                .goal(&result.start)
                .run_with(NoTables { memory: 1 << 28 }, &mut |_| ())
                .expect("one");
            assert_eq!((solved.length, solved.proven), (result.radius, true), "{position}");
        }
    }
}

#[test]
fn a_depth_ends_an_enumeration_early() {
    let whole = counted(&loyd::enumerate("tiles").shape("3x3"));
    let depth = 7;
    for engine in ["memory", "reference"] {
        let part = loyd::enumerate("tiles").shape("3x3").engine(engine).antipodes(5).depth(depth);
        let part = counted(&part);
        assert_eq!(part.levels, whole.levels[..=depth as usize]);
        assert_eq!((part.complete, part.radius, part.engine), (false, None, Some(engine)));
        let object = json(&part);
        assert_eq!(object["levels"][7], whole.levels[7]);
        assert!(object["radius"].is_null() && object["antipodes"].is_null());
        assert!(part.antipodes.is_some_and(|it| it.positions.is_none() && it.count.is_none()));
    }
}

#[test]
fn a_flag_stops_after_reported_progress() {
    let cancel = Cancel::new();
    let mut reported = 0;
    let request = loyd::enumerate("tiles").shape("4x3").cancel(&cancel);
    let result = request.run_with(&mut |_| {
        reported += 1;
        cancel.cancel();
    });
    let result = result.expect("levels so far");
    assert!(reported > 0 && result.stopped.is_some() && !result.complete);
    let late = loyd::enumerate("tiles").shape("4x3").max_time(Duration::ZERO).run();
    assert_eq!(late.expect("the start").stopped, Some(StopCause::Time));
}

#[test]
fn wrong_requests_are_refused_by_kind() {
    let levels = || loyd::enumerate("tiles").shape("3x3");
    let unreadable = |error| matches!(error, Error::Unreadable(Unreadable::Start { .. }));
    assert!(unreadable(refused(&levels().start("9"))));
    assert!(unreadable(refused(&levels().start("middle"))));
    let shapeless = refused(&loyd::enumerate("tiles"));
    assert!(matches!(shapeless, Error::Unreadable(Unreadable::Shape { .. })));
    assert!(matches!(refused(&loyd::enumerate("cube9")), Error::Puzzle { .. }));
    assert!(matches!(refused(&levels().engine("disc")), Error::Engine(_)));
    let small = loyd::enumerate("tiles").shape("4x4").memory(1 << 20);
    assert!(matches!(refused(&small), Error::Enumerate(_)));
}

/// The digit of a free tile, which no goal of these tests names.
const FREE: u64 = 15;

/// The number of boards at each distance from a goal of tiles with `?`, by sets of boards on which the free tiles are
/// alike. Cell i is digit i of a board, in hexadecimal.
fn slow_levels(width: usize, height: usize, goal: &str, multi: bool) -> Vec<u64> {
    let digit = |board: u64, cell: usize| board >> (4 * cell) & 15;
    let with =
        |board: u64, cell: usize, tile: u64| board & !(15 << (4 * cell)) | tile << (4 * cell);
    let cells = width * height;
    let mut level: Vec<u64> = Vec::new();
    for pattern in goal.split(" or ") {
        let tile = |token: &str| token.parse().unwrap_or(if token == "?" { FREE } else { 0 });
        let tiles = pattern.split(' ').map(tile).enumerate();
        let board = tiles.fold(0, |board, (cell, tile)| with(board, cell, tile));
        if pattern.contains('_') {
            level.push(board);
        } else {
            let open = (0..cells).filter(|&cell| digit(board, cell) == FREE);
            level.extend(open.map(|cell| with(board, cell, 0)));
        }
    }
    let mut seen: HashSet<u64> = level.iter().copied().collect();
    let mut levels = Vec::new();
    while !level.is_empty() {
        levels.push(level.len() as u64);
        let mut next = Vec::new();
        for &board in &level {
            let blank = (0..cells).find(|&cell| digit(board, cell) == 0).expect("a blank");
            let (x, y) = (blank % width, blank / width);
            for (dx, dy) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let (mut board, mut blank) = (board, blank);
                let reach = if multi { width.max(height) as isize } else { 1 };
                for step in 1..=reach {
                    let (x, y) = (x as isize + step * dx, y as isize + step * dy);
                    if !(0..width as isize).contains(&x) || !(0..height as isize).contains(&y) {
                        break;
                    }
                    let cell = y as usize * width + x as usize;
                    board = with(with(board, blank, digit(board, cell)), cell, 0);
                    blank = cell;
                    if seen.insert(board) {
                        next.push(board);
                    }
                }
            }
        }
        level = next;
    }
    levels
}

#[test]
fn goals_with_free_tiles_have_the_levels_of_breadth_first_search() {
    for (width, height, goal, total) in [
        (3, 3, "1 2 3 ? ? ? ? ? ?", 9 * 8 * 7 * 6),
        (3, 3, "1 2 ? 4 5 6 7 ? ?", 362_880 / 2),
        (3, 2, "1 2 3 ? ? _", 360),
        (3, 3, "1 2 3 ? ? ? ? ? ? or ? ? ? ? ? ? 1 2 3", 9 * 8 * 7 * 6),
        (3, 2, "1 2 3 4 5 _ or _ 1 2 3 4 5", 360),
        (3, 2, "1 2 3 4 5 _ or 2 1 3 4 5 _", 720),
        (4, 3, "1 2 3 4 ? ? ? ? ? ? ? ?", 12 * 11 * 10 * 9 * 8),
        (4, 3, "1 ? ? ? 5 ? ? ? 9 ? ? _", 12 * 11 * 10 * 9),
        (6, 1, "1 ? 3 ? 5 _", 6),
    ] {
        for multi in [false, true] {
            let expected = slow_levels(width, height, goal, multi);
            assert_eq!(expected.iter().sum::<u64>(), total, "{goal}");
            let metric = if multi { "multi" } else { "single" };
            let request = loyd::enumerate("tiles").shape(format!("{width}x{height}"));
            for engine in ["auto", "reference"] {
                let request = request.clone().start(goal).metric(metric);
                let request = if engine == "auto" { request } else { request.engine(engine) };
                let result = counted(&request);
                assert_eq!(result.levels, expected, "{goal}, {metric}, {engine}");
                assert!(result.complete);
            }
        }
    }
}

/// The distances of all placements of the first row of the 15-puzzle, and the solution of a farthest one.
#[test]
fn the_first_row_of_the_15_puzzle_is_enumerated() {
    let goal = "1 2 3 4 ? ? ? ? ? ? ? ? ? ? ? ?";
    let result = counted(&loyd::enumerate("tiles").shape("4x4").start(goal).antipodes(4));
    assert_eq!(result.levels, slow_levels(4, 4, goal, false));
    assert_eq!((result.total, result.radius), (16 * 15 * 14 * 13 * 12, Some(46)));
    let positions = result.antipodes.and_then(|antipodes| antipodes.positions).expect("antipodes");
    let solved = loyd::solve("tiles", &positions[0]).goal(goal).run().expect("a result");
    assert_eq!((solved.length, solved.proven), (Some(46), true));
}
