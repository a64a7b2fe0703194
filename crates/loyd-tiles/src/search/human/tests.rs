//! Goals in written form, and solutions that go from goal to goal.

use super::{Goals, Placing, cells_of};
use crate::heuristic::{Manhattan, TileHeuristic};
use crate::search::HUMAN;
use crate::solver::Tiles;
use crate::{
    Board, Direction, Metric, MetricName, Multi, Position, Scrambler, Single, Size, Sliding, Wide,
    Word128,
};
use loyd_search::observe::{Limit, Outcome, StopCause};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::{AlgorithmSpec, UnknownAlgorithm};
use loyd_search::space::StateSpace;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("a size")
}

/// The cells that each goal adds.
fn added(goals: &str, size: Size, blank: usize) -> Vec<Vec<usize>> {
    let added = cells_of(&goals.parse().expect("goals"), size, blank).expect("they fit");
    assert!(added.iter().all(|new| !new.is_empty()));
    let mut all = added.concat();
    all.sort_unstable();
    assert_eq!(all, (0..size.cells()).collect::<Vec<_>>(), "every cell once");
    added
}

#[test]
fn goals_are_lines_away_from_the_blank() {
    let lines = added("rows-columns", size(5, 5), 24);
    assert_eq!(lines[0], [0, 1, 2, 3, 4]);
    assert_eq!(lines[1], [5, 10, 15, 20]);
    assert_eq!(lines[2], [6, 7, 8, 9]);
    assert_eq!(lines[3], [11, 16, 21]);
    assert_eq!(lines[4..], [vec![12, 13, 14], vec![17, 22], vec![18, 19, 23, 24]]);
    assert_eq!(
        added("rows-columns", size(4, 4), 0)[..2],
        [[12, 13, 14, 15].to_vec(), vec![3, 7, 11]]
    );
    let rows = added("rows", size(4, 4), 15);
    assert_eq!(
        rows,
        [vec![0, 1, 2, 3], vec![4, 5, 6, 7], vec![8, 12], vec![9, 13], vec![10, 11, 14, 15]]
    );
    let eight = [vec![0, 1, 2], vec![3, 6], vec![4, 5, 7, 8]];
    assert_eq!(added("rows-columns", size(3, 3), 8), eight);
    assert_eq!(added("rows", size(3, 3), 8), eight);
    assert_eq!(added("rows-columns", size(2, 2), 3).len(), 1);
    assert_eq!(added("rows", size(1, 5), 4).len(), 1);
    assert_eq!(added("0-2/2.4/0-8", size(3, 3), 8), [vec![0, 1, 2], vec![4], vec![3, 5, 6, 7, 8]]);
}

/// The tiles of the paper's section in their order, with the blank added to the last of them.
#[test]
fn goals_of_tiles_are_those_of_the_paper() {
    for side in 2..=7 {
        let cells = added("tiles", size(side, side), side * side - 1);
        assert_eq!(cells.len(), side * side - 1);
        let tiles: Vec<usize> = cells.iter().map(|cells| cells[0] + 1).collect();
        assert_eq!(tiles, order(side), "{side}x{side}");
    }
    assert_eq!(order(3), [1, 2, 3, 4, 7, 5, 6, 8]);
    assert_eq!(order(4), [1, 2, 3, 4, 5, 9, 13, 6, 7, 8, 10, 14, 11, 12, 15]);
    let wide = added("tiles", size(4, 2), 7).concat();
    assert_eq!(wide, [0, 1, 2, 3, 4, 5, 6, 7]);
    let blank_first = added("tiles", size(3, 3), 0).concat();
    assert_eq!(blank_first, [6, 7, 8, 2, 5, 3, 4, 1, 0]);
    assert_eq!(added("tiles", size(1, 5), 4).len(), 1);
}

/// The paper's order: 1, 2, 3, … of the first row, then n + 1, 2n + 1, … of the first column, then
/// the same for the remaining n − 1 x n − 1 puzzle.
fn order(n: usize) -> Vec<usize> {
    let mut tiles = Vec::new();
    for first in 0..n {
        tiles.extend((first..n).map(|column| first * n + column + 1));
        tiles.extend((first + 1..n).map(|row| row * n + first + 1));
    }
    tiles.pop();
    tiles
}

/// The paper's program, in simple form: Algorithm 1 with f = d + W h from each goal to the next.
/// Returns the moves of the blank, the states put in the frontiers and the states taken from them.
fn program(start: &[u16], n: usize, weight: usize) -> (Vec<Direction>, u64, u64) {
    let distance = |tiles: &[u16], goal: &[usize]| -> usize {
        let of = |&tile: &usize| {
            let cell = tiles.iter().position(|&other| other as usize == tile).expect("a tile");
            (cell % n).abs_diff((tile - 1) % n) + (cell / n).abs_diff((tile - 1) / n)
        };
        goal.iter().map(of).sum()
    };
    let tiles = order(n);
    let (mut board, mut moves) = (start.to_vec(), Vec::new());
    let (mut inserted, mut explored) = (0, 0);
    for placed in 1..=tiles.len() {
        let goal = &tiles[..placed];
        // Least f first, then the deepest, then the newest.
        let mut frontier = BinaryHeap::new();
        let mut visited = HashSet::from([board.clone()]);
        let f = |d: usize, tiles: &[u16]| Reverse(d + weight * distance(tiles, goal));
        frontier.push((f(0, &board), 0, 0, board.clone(), Vec::new()));
        inserted += 1;
        let (reached, way) = loop {
            let (_, d, _, tiles, way) = frontier.pop().expect("it can be solved");
            if distance(&tiles, goal) == 0 {
                break (tiles, way);
            }
            explored += 1;
            let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
            let (column, row) = (blank % n, blank / n);
            let children = [
                (row > 0, blank.wrapping_sub(n), Direction::Down),
                (column > 0, blank.wrapping_sub(1), Direction::Right),
                (column + 1 < n, blank + 1, Direction::Left),
                (row + 1 < n, blank + n, Direction::Up),
            ];
            for (_, from, direction) in children.into_iter().filter(|child| child.0) {
                let (mut tiles, mut way) = (tiles.clone(), way.clone());
                tiles.swap(blank, from);
                if visited.insert(tiles.clone()) {
                    way.push(direction);
                    inserted += 1;
                    frontier.push((f(d + 1, &tiles), d + 1, inserted, tiles, way));
                }
            }
        };
        board = reached;
        moves.extend(way);
    }
    (moves, inserted, explored)
}

fn read(text: &str) -> Result<AlgorithmSpec, UnknownAlgorithm> {
    AlgorithmSpec::parse(text, &Tiles::algorithms())
}

fn is_the_program(side: usize, boards: usize, weight: usize, spec: &str) {
    let goal = Position::blank_last(size(side, side));
    let space = Sliding::<Word128, Single>::new(&goal);
    let manhattan = <Manhattan as TileHeuristic<_, Single>>::new(&space).expect("manhattan");
    let spec = read(spec).expect("an algorithm");
    let mut scrambler = Scrambler::new(7);
    for _ in 0..boards {
        let start = scrambler.position(&goal);
        let state = Sliding::<Word128, Single>::board(&start);
        let report = spec.run(&space, &manhattan, &state, 1, &Limit::none(), &mut ());
        let path = report.outcome.path().expect("it can be solved");
        let directions: Vec<Direction> = path.iter().map(|slide| slide.direction).collect();
        let (moves, inserted, explored) = program(start.tiles(), side, weight);
        assert_eq!(directions, moves, "{start}");
        assert_eq!(report.statistics.inserted, inserted, "{start}");
        assert_eq!(report.statistics.expanded, explored, "{start}");
        assert_eq!(start.replay(path).as_ref(), Ok(&goal));
    }
}

/// Compares move by move and state by state.
#[test]
fn tiles_are_placed_as_by_the_program_of_the_paper() {
    is_the_program(2, 8, 1, "human(tiles)");
    is_the_program(3, 60, 1, "human(tiles)");
    is_the_program(3, 20, 3, "human(tiles,3)");
    is_the_program(4, 3, 1, "human(tiles)");
    is_the_program(4, 8, 3, "human(3,tiles)");
}

/// Checked on 3x3, where a last goal of all nine cells would make it weighted A*.
#[test]
fn human_search_is_not_weighted_a_star() {
    let goal = Position::blank_last(size(3, 3));
    let space = Sliding::<Word128, Single>::new(&goal);
    let manhattan = <Manhattan as TileHeuristic<_, Single>>::new(&space).expect("manhattan");
    let counts = |spec: &str| -> Vec<u64> {
        let spec = read(spec).expect("an algorithm");
        let mut scrambler = Scrambler::new(1);
        let mut count = |_| {
            let state = Sliding::<Word128, Single>::board(&scrambler.position(&goal));
            let report = spec.run(&space, &manhattan, &state, 1, &Limit::none(), &mut ());
            report.statistics.expanded
        };
        (0..50).map(&mut count).collect()
    };
    let (weighted, shortest) = (counts("wastar(3)"), counts("astar"));
    for spec in ["human", "human(rows)", "human(tiles)", "human(tiles,3)", "human(1)"] {
        let other = counts(spec);
        for known in [&weighted, &shortest] {
            let same = other.iter().zip(known).filter(|(a, b)| a == b).count();
            assert!(same < 10, "{spec}: the same states on {same} of 50 boards");
        }
    }
}

#[test]
fn texts_are_read_and_written_in_one_form() {
    for (text, canonical) in [
        ("human", "human"),
        ("human(rows,3)", "human(rows,3)"),
        ("human(greedy, goals=rows-columns)", "human(rows-columns,greedy)"),
        ("human(0-3/4.8.12.13,1)", "human(goals=0-3/4.8.12-13,1)"),
        ("human(goals=4)", "human(goals=4)"),
        ("human(goals=4,2)", "human(goals=4,2)"),
    ] {
        for text in [text, canonical] {
            assert_eq!(read(text).map(|spec| spec.to_string()).as_deref(), Ok(canonical), "{text}");
        }
    }
}

#[test]
fn errors_name_the_argument() {
    for (text, hint) in [
        ("human(row)", "not a list of goals"),
        ("human(goals=)", "not a list of goals"),
        ("human(goals=3-1)", "not a list of goals"),
        ("human(goals=1/99999)", "not a list of goals"),
        ("human(rows,rows)", "given twice"),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(hint) && error.contains(&format!("{text:?}")), "{text}: {error}");
    }
}

#[test]
fn cells_beside_the_board_are_refused() {
    let goals = "0-3/99".parse::<Goals>().expect("it can be read");
    let error = cells_of(&goals, size(4, 4), 15).expect_err("it does not fit").to_string();
    assert!(error.contains("cell 99 is not on") && error.contains("0 to 15"), "{error}");
}

/// Replays a solution goal by goal on a plain board; returns the length.
fn solve<B: Board, M: Metric>(start: &Position, goal: &Position, spec: &str) -> usize {
    let space = Sliding::<B, M>::new(goal);
    let manhattan = <Manhattan as TileHeuristic<B, M>>::new(&space).expect("manhattan");
    let spec = read(spec).expect("an algorithm");
    let state = Sliding::<B, M>::board(start);
    let report = spec.run(&space, &manhattan, &state, 1, &Limit::none(), &mut ());
    let Outcome::Solved { path, cost, lower_bound, .. } = report.outcome else {
        panic!("{:?} of {start}", report.outcome)
    };
    assert!(lower_bound <= cost && cost as usize == path.len());
    assert!(M::NAME == MetricName::Multi || path.iter().all(|slide| slide.count == 1));
    let goals = space.intermediate(&spec.parameters.get().unwrap_or_default()).expect("they fit");
    let mut cells = Vec::new();
    let mut goals: Vec<Vec<usize>> = goals
        .into_iter()
        .map(|new| {
            cells.extend(new);
            cells.clone()
        })
        .collect();
    goals.dedup();
    let mut goals = goals.into_iter().peekable();
    let mut position = start.clone();
    let mut slides = path.iter();
    loop {
        let reached = |cells: &Vec<usize>| {
            cells.iter().all(|&cell| position.tiles()[cell] == goal.tiles()[cell])
        };
        while goals.next_if(reached).is_some() {}
        let Some(&slide) = slides.next() else { break };
        position.slide(slide).expect("a legal move");
    }
    assert_eq!((goals.next(), &position), (None, goal), "{start}");
    path.len()
}

#[test]
fn all_boards_and_goals_in_both_metrics() {
    let mut scrambler = Scrambler::new(1);
    for (width, height) in [(3, 3), (4, 4), (5, 4), (3, 6), (2, 7), (5, 2), (1, 6), (5, 5)] {
        let size = size(width, height);
        let any = scrambler.position(&Position::blank_last(size));
        for goal in [Position::blank_last(size), Position::blank_first(size), any] {
            let start = scrambler.position(&goal);
            for spec in ["human", "human(rows)", "human(tiles,greedy)", "human(goals=0/1,2)"] {
                // The last goal of these is nearly the whole board.
                if spec.contains("0/1") && size.cells() > 12 {
                    continue;
                }
                solve::<Word128, Single>(&start, &goal, spec);
                solve::<Word128, Multi>(&start, &goal, spec);
            }
        }
    }
    let goal = Position::blank_on(size(7, 6), 20);
    solve::<Wide, Single>(&scrambler.position(&goal), &goal, "human");
    solve::<Wide, Multi>(&scrambler.position(&goal), &goal, "human(rows,greedy)");
}

/// Over some boards, optimal search within each goal is no worse than greedy search.
#[test]
fn weights_trade_moves_for_states() {
    let goal = Position::blank_last(size(4, 4));
    let boards = |spec: &str| -> usize {
        let mut scrambler = Scrambler::new(2);
        (0..10).map(|_| solve::<Word128, Single>(&scrambler.position(&goal), &goal, spec)).sum()
    };
    let (shortest, three, greedy) = (boards("human(1)"), boards("human"), boards("human(greedy)"));
    assert!(shortest < three && three < greedy, "{shortest}, {three}, {greedy}");
}

#[test]
fn limits_hold_over_the_sum_of_all_goals() {
    let goal = Position::blank_last(size(5, 5));
    let start = Scrambler::new(3).position(&goal);
    let space = Sliding::<Word128, Single>::new(&goal);
    let manhattan = <Manhattan as TileHeuristic<_, Single>>::new(&space).expect("manhattan");
    let spec = AlgorithmSpec::from(HUMAN);
    let limit = Limit { nodes: Some(100), ..Limit::none() };
    let state = Sliding::<Word128, Single>::board(&start);
    let report = spec.run(&space, &manhattan, &state, 1, &limit, &mut ());
    let Outcome::Stopped { cause: StopCause::Nodes, lower_bound, best: None } = report.outcome
    else {
        panic!("{:?}", report.outcome)
    };
    assert!(report.statistics.expanded <= 100 && lower_bound > 20);
    assert!(!space.is_goal(&state));
}

/// The cost of 100 random boards, compared with the paper's figures: 30 moves and 288 states for
/// the 8-puzzle, 81 and 19,308 for the 15-puzzle, 189 and 355,714 for the 24-puzzle. For the
/// 8-puzzle, which has only one goal, more states are expanded than in the paper; for the others
/// fewer than a tenth.
#[test]
fn no_more_moves_and_states_than_the_paper() {
    for (side, moves, states) in [(3, 30, 400), (4, 81, 1_931), (5, 189, 35_571)] {
        let goal = Position::blank_last(size(side, side));
        let space = Sliding::<Word128, Single>::new(&goal);
        let manhattan = <Manhattan as TileHeuristic<_, Single>>::new(&space).expect("manhattan");
        let spec = AlgorithmSpec::from(HUMAN);
        let mut scrambler = Scrambler::new(1);
        let (mut length, mut expanded) = (0, 0);
        for _ in 0..100 {
            let state = Sliding::<Word128, Single>::board(&scrambler.position(&goal));
            let report = spec.run(&space, &manhattan, &state, 1, &Limit::none(), &mut ());
            length += report.outcome.path().expect("it can be solved").len() as u64;
            expanded += report.statistics.expanded;
        }
        assert!(length <= 100 * moves, "{side}x{side}: {length} moves of 100 boards");
        assert!(expanded <= 100 * states, "{side}x{side}: {expanded} states of 100 boards");
    }
}
