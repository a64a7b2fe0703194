//! Goals as they are written, and solutions that go from goal to goal.

use super::{Goals, Placing};
use crate::heuristic::{Manhattan, TileHeuristic};
use crate::observe::{Limit, Outcome, StopCause};
use crate::puzzle::tiles::{
    Board, Metric, MetricName, Multi, Position, Scrambler, Single, Size, Sliding, Wide, Word128,
};
use crate::search::AlgorithmSpec;
use crate::space::StateSpace;

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("a size")
}

/// The cells that each goal adds.
fn added(goals: &str, size: Size, blank: usize) -> Vec<Vec<usize>> {
    let goals = goals.parse::<Goals>().expect("goals").on(size, blank).expect("they fit");
    assert_eq!(goals.last().map(Vec::len), Some(size.cells()), "the last goal is the whole board");
    let mut before: &[usize] = &[];
    let mut added = Vec::new();
    for goal in &goals {
        let new = goal.strip_prefix(before).expect("goals hold those before them");
        assert!(!new.is_empty());
        added.push(new.to_vec());
        before = goal;
    }
    added
}

#[test]
fn goals_are_lines_away_from_the_blank() {
    let lines = added("rows-columns", size(5, 5), 24);
    assert_eq!(lines[0], [0, 1, 2, 3, 4]);
    assert_eq!(lines[1], [5, 10, 15, 20]);
    assert_eq!(lines[2], [6, 7, 8, 9]);
    assert_eq!(lines[3], [11, 16, 21]);
    assert_eq!(lines[4], [12, 13, 14, 17, 18, 19, 22, 23, 24]);
    assert_eq!(lines.len(), 5);
    assert_eq!(
        added("rows-columns", size(4, 4), 0)[..2],
        [[12, 13, 14, 15].to_vec(), vec![3, 7, 11]]
    );
    let rows = added("rows", size(4, 4), 15);
    assert_eq!(
        rows,
        [vec![0, 1, 2, 3], vec![4, 5, 6, 7], vec![8, 12], vec![9, 10, 11, 13, 14, 15]]
    );
    let tiles = added("tiles", size(4, 4), 15);
    assert_eq!(tiles[..5], [[0], [1], [2], [3], [4]]);
    assert_eq!(tiles.len(), 8);
    assert_eq!(added("rows-columns", size(3, 3), 8).len(), 1);
    assert_eq!(added("rows", size(1, 5), 4).len(), 1);
    assert_eq!(added("0-2/2.4/0-8", size(3, 3), 8), [vec![0, 1, 2], vec![4], vec![3, 5, 6, 7, 8]]);
}

#[test]
fn cells_beside_the_board_are_refused() {
    let goals = "0-3/99".parse::<Goals>().expect("it can be read");
    let error = goals.on(size(4, 4), 15).expect_err("it does not fit").to_string();
    assert!(error.contains("no cell 99") && error.contains("0 to 15"), "{error}");
}

/// Replays a solution goal by goal on a plain board; the length.
fn solve<B: Board, M: Metric>(start: &Position, goal: &Position, spec: &str) -> usize {
    let space = Sliding::<B, M>::new(goal);
    let manhattan = <Manhattan as TileHeuristic<B, M>>::new(&space).expect("manhattan");
    let spec: AlgorithmSpec = spec.parse().expect("an algorithm");
    let state = Sliding::<B, M>::board(start);
    let report = spec.run(&space, &manhattan, &state, 1, &Limit::none(), &mut ());
    let Outcome::Solved { path, cost, lower_bound, .. } = report.outcome else {
        panic!("{:?} of {start}", report.outcome)
    };
    assert!(lower_bound <= cost && cost as usize == path.len());
    assert!(M::NAME == MetricName::Multi || path.iter().all(|slide| slide.count == 1));
    let goals = space.intermediate(&spec.parameters.goals.unwrap_or_default()).expect("they fit");
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

/// Shortest within each goal is no worse than greedy, over some boards.
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
fn limits_hold_over_all_goals_together() {
    let goal = Position::blank_last(size(5, 5));
    let start = Scrambler::new(3).position(&goal);
    let space = Sliding::<Word128, Single>::new(&goal);
    let manhattan = <Manhattan as TileHeuristic<_, Single>>::new(&space).expect("manhattan");
    let spec: AlgorithmSpec = "human".parse().expect("an algorithm");
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

/// What 100 random boards take, beside the paper's figures: 30 moves and 288 states for the
/// 8-puzzle, 81 and 19,308 for the 15-puzzle, 189 and 355,714 for the 24-puzzle. Of the 8-puzzle, which
/// has one goal only, more states are expanded than the paper's; of the others fewer than a tenth.
#[test]
fn no_more_moves_and_states_than_the_paper() {
    for (side, moves, states) in [(3, 30, 400), (4, 81, 1_931), (5, 189, 35_571)] {
        let goal = Position::blank_last(size(side, side));
        let space = Sliding::<Word128, Single>::new(&goal);
        let manhattan = <Manhattan as TileHeuristic<_, Single>>::new(&space).expect("manhattan");
        let spec: AlgorithmSpec = "human".parse().expect("an algorithm");
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
