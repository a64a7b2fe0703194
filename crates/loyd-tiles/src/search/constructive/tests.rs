//! Solutions lead to the goal, on boards of every kind.

use super::{Built, NotBuilt, WORK, improve, merged, shorten, solve, solve_within};
use crate::heuristic::{Manhattan, TileHeuristic};
use crate::search::CONSTRUCTIVE;
use crate::{
    Direction, MetricName, Position, Scrambler, Single, Size, Slide, Sliding, Wide, parse_moves,
    parse_position,
};
use loyd_search::observe::{Cancel, Limit, Outcome, StopCause};
use loyd_search::search::{AlgorithmSpec, bibfs};

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("a size")
}

/// Checks that a path has the metric's form and leads from start to goal on a plain board.
fn check(start: &Position, goal: &Position, path: &[Slide], metric: MetricName) {
    let single = path.iter().all(|slide| slide.count == 1);
    assert!(metric == MetricName::Multi || single, "{start}");
    let turns = path.windows(2).all(|pair| match metric {
        MetricName::Single => pair[0].direction != pair[1].direction.inverse(),
        MetricName::Multi => pair[0].direction.is_vertical() != pair[1].direction.is_vertical(),
    });
    assert!(turns, "moves that undo each other: {start}");
    assert_eq!(start.replay(path).as_ref(), Ok(goal), "{start}");
}

fn directions(path: &[Slide]) -> Vec<Direction> {
    path.iter().map(|slide| slide.direction).collect()
}

/// Goals with any arrangement of tiles and the blank on any cell.
fn goals(size: Size, scrambler: &mut Scrambler) -> Vec<Position> {
    let any = scrambler.position(&Position::blank_last(size));
    let mut goals = vec![Position::blank_last(size), Position::blank_first(size), any];
    if !size.is_line() {
        // An odd permutation of the first.
        let mut odd = goals[0].tiles().to_vec();
        odd.swap(0, 1);
        goals.push(Position::from_permutation(size, odd));
        goals.push(Position::blank_on(size, size.cells() / 2));
    }
    goals
}

#[test]
fn boards_of_every_shape_are_solved() {
    let mut scrambler = Scrambler::new(1);
    for width in 1..=9 {
        for height in 1..=9 {
            for goal in goals(size(width, height), &mut scrambler) {
                for _ in 0..12 {
                    let start = scrambler.position(&goal);
                    let path = solve(&start, &goal).expect("it can be solved");
                    check(&start, &goal, &path, MetricName::Single);
                    let multi = merged(&directions(&path), MetricName::Multi);
                    check(&start, &goal, &multi, MetricName::Multi);
                }
            }
        }
    }
}

#[test]
fn every_cell_may_be_blank_in_the_goal() {
    for size in [size(3, 3), size(4, 2), size(2, 4), size(4, 4), size(3, 5)] {
        let mut scrambler = Scrambler::new(2);
        for goal in (0..size.cells()).map(|cell| Position::blank_on(size, cell)) {
            for _ in 0..100 {
                let start = scrambler.position(&goal);
                let path = solve(&start, &goal).expect("it can be solved");
                check(&start, &goal, &path, MetricName::Single);
            }
            assert_eq!(solve(&goal, &goal), Ok(vec![]));
        }
    }
}

#[test]
fn large_and_long_boards_take_cubically_many_moves() {
    let mut scrambler = Scrambler::new(3);
    for (width, height) in [(30, 30), (100, 7), (7, 100), (2, 50), (50, 2), (40, 25), (1, 300)] {
        let size = size(width, height);
        for goal in goals(size, &mut scrambler) {
            let start = scrambler.position(&goal);
            let path = solve(&start, &goal).expect("it can be solved");
            check(&start, &goal, &path, MetricName::Single);
            let sides = size.cells() * (width + height);
            assert!(path.len() < 3 * sides, "{size}: {} moves", path.len());
        }
    }
}

#[test]
fn unsolvable_boards_are_refused() {
    let start = parse_position("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", None).expect("a board");
    assert!(solve(&start, &Position::blank_last(start.size())).is_err());
    let line = Position::new(size(4, 1), &[2, 1, 3, 0]).expect("a board");
    assert!(solve(&line, &Position::blank_last(line.size())).is_err());
}

#[test]
fn moves_that_undo_each_other_are_removed() {
    let moves = |text: &str| parse_moves(text).expect("moves");
    let merge = |text: &str, metric| merged(&directions(&moves(text)), metric);
    assert_eq!(merge("U D", MetricName::Single), []);
    assert_eq!(merge("L U D R U", MetricName::Single), moves("U"));
    assert_eq!(merge("L L U", MetricName::Multi), moves("L2 U"));
    assert_eq!(merge("L L R U U D D R", MetricName::Multi), []);
    assert_eq!(merge("L L R", MetricName::Multi), moves("L"));
}

#[test]
fn shortened_pieces_keep_their_end() {
    let mut scrambler = Scrambler::new(4);
    for (width, height) in [(4, 4), (5, 5), (6, 3), (2, 9)] {
        let goal = Position::blank_last(size(width, height));
        for metric in [MetricName::Single, MetricName::Multi] {
            let (mut before, mut after) = (0, 0);
            for _ in 0..8 {
                let start = scrambler.position(&goal);
                let path = solve(&start, &goal).expect("it can be solved");
                let limit = Limit { nodes: Some(300_000), ..Limit::none() };
                let shortened = shorten(&start, path.clone(), metric, &limit);
                check(&start, &goal, &shortened.path, metric);
                assert_eq!(shortened, shorten(&start, path.clone(), metric, &limit));
                assert!(shortened.nodes.expanded <= 300_000);
                before += merged(&directions(&path), metric).len();
                after += shortened.path.len();
            }
            assert!(after < before, "{width}x{height} {metric}: {before} to {after}");
        }
    }
}

#[test]
fn windows_that_grow_to_the_whole_path_end_with_a_shortest_one() {
    let mut scrambler = Scrambler::new(7);
    for ((width, height), count) in [((3, 3), 20), ((3, 4), 2)] {
        let goal = Position::blank_last(size(width, height));
        let space = Sliding::<Wide, Single>::new(&goal);
        for _ in 0..count {
            let start = scrambler.position(&goal);
            let path = solve(&start, &goal).expect("it can be solved");
            let run = |limit: &Limit| {
                improve(&start, path.clone(), MetricName::Single, limit, &mut |_| ()).path
            };
            let shortest = run(&Limit::none());
            check(&start, &goal, &shortest, MetricName::Single);
            let board = Sliding::<Wide, Single>::board(&start);
            let distance = bibfs::search(&space, &board, &Limit::none(), &mut ()).outcome;
            assert_eq!(Some(shortest.len()), distance.path().map(<[Slide]>::len), "{start}");
            let few = Limit { nodes: Some(1000), ..Limit::none() };
            let shorter = run(&few);
            check(&start, &goal, &shorter, MetricName::Single);
            assert_eq!(shorter, run(&few));
            assert!((shortest.len()..=path.len()).contains(&shorter.len()));
        }
    }
}

#[test]
fn detours_are_removed() {
    let start = Position::blank_last(size(5, 5));
    // Three times around four cells is the identity.
    let circle = parse_moves("D R U L D R U L D R U L").expect("moves");
    let round = shorten(&start, circle.clone(), MetricName::Single, &Limit::none());
    assert_eq!(start.replay(&circle).expect("legal"), start.clone());
    assert_eq!(round.path, []);
}

/// Takes time linear in the moves: an algorithm of n⁴ steps or more would take minutes here.
#[test]
fn boards_of_thousands_of_cells_are_solved_made_shorter_and_replayed() {
    large_boards([(64, 64), (2, 1000), (200, 5), (1, 10_000)]);
}

#[test]
#[ignore = "some seconds: 16,384 cells"]
fn the_largest_boards_are_solved_made_shorter_and_replayed() {
    large_boards([(128, 128), (2, 2000), (500, 5), (1, 10_000)]);
}

/// Solves a random board of each size, in both metrics.
fn large_boards(sizes: [(usize, usize); 4]) {
    let mut scrambler = Scrambler::new(5);
    for (width, height) in sizes {
        for metric in [MetricName::Single, MetricName::Multi] {
            let goal = Position::blank_last(size(width, height));
            let start = scrambler.position(&goal);
            let path = solve(&start, &goal).expect("it can be solved");
            let limit = Limit { nodes: Some(WORK), ..Limit::none() };
            let shortened = shorten(&start, path.clone(), metric, &limit);
            check(&start, &goal, &shortened.path, metric);
            assert!(shortened.nodes.expanded <= WORK && shortened.path.len() <= path.len());
        }
    }
}

#[test]
fn limits_hold_while_a_solution_is_built() {
    let goal = Position::blank_last(size(40, 40));
    let start = Scrambler::new(6).position(&goal);
    let stopped = |limit: &Limit| match solve_within(&start, &goal, limit) {
        Err(NotBuilt::Stopped(cause, _)) => Some(cause),
        Err(NotBuilt::Unsolvable(why)) => panic!("{why}"),
        Ok(Built { path, .. }) => {
            check(&start, &goal, &path, MetricName::Single);
            None
        }
    };
    let zero = std::time::Duration::ZERO;
    let cancel = Cancel::new();
    let cancelled = Limit::cancelled_by(&cancel);
    assert_eq!(stopped(&Limit::none()), None);
    assert_eq!(stopped(&cancelled), None);
    cancel.cancel();
    assert_eq!(stopped(&cancelled), Some(StopCause::Cancelled));
    let timed = Limit { time: Some(zero), ..Limit::none() };
    assert_eq!(stopped(&timed), Some(StopCause::Time));
    let few = Limit { nodes: Some(50), ..Limit::none() };
    assert_eq!(stopped(&few), Some(StopCause::Nodes));
}

/// Counts cover the states that the searches expanded, not their limits.
#[test]
fn counts_are_those_of_its_searches() {
    let spec = AlgorithmSpec::from(CONSTRUCTIVE);
    let mut scrambler = Scrambler::new(8);
    for side in [3, 4, 12] {
        let goal = Position::blank_last(size(side, side));
        let space = Sliding::<Wide, Single>::new(&goal);
        let manhattan = <Manhattan as TileHeuristic<_, Single>>::new(&space).expect("manhattan");
        let mut count = || {
            let start = Sliding::<Wide, Single>::board(&scrambler.position(&goal));
            let report = spec.run(&space, &manhattan, &start, 1, &Limit::none(), &mut ());
            assert!(matches!(report.outcome, Outcome::Solved { .. }));
            let (expanded, generated) = (report.statistics.expanded, report.statistics.generated);
            assert!(
                expanded < generated && generated <= 3 * expanded + 1,
                "{expanded} {generated}"
            );
            expanded
        };
        let counts: Vec<u64> = (0..4).map(|_| count()).collect();
        assert!(counts.windows(2).all(|pair| pair[0] != pair[1]), "{side}: {counts:?}");
    }
}
