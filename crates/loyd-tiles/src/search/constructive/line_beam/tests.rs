//! Paths of beam search line by line lead to the goal, within their limits.

use super::super::solve;
use super::*;
use crate::{Goal, Scrambler};

fn path_of(start: &Position, goal: &Position, nodes: u64) -> Vec<Slide> {
    let limit = Limit { nodes: Some(nodes), ..Limit::none() };
    let path = improve(start, goal, usize::MAX, 1, &limit, &mut |_, _| ()).expect("a path");
    assert_eq!(start.replay(&path).as_ref(), Ok(goal), "{}", start.to_line());
    path
}

#[test]
fn boards_of_every_shape_and_goal_are_solved() {
    let mut scrambler = Scrambler::new(1);
    for (width, height) in
        [(2, 2), (3, 2), (2, 7), (3, 3), (4, 4), (5, 5), (9, 3), (4, 11), (13, 13)]
    {
        let size = Size::new(width, height).expect("a size");
        for cell in [0, size.cells() / 2, size.cells() - 1] {
            let goal = Position::blank_on(size, cell);
            let start = scrambler.position(&goal);
            path_of(&start, &goal, 20_000);
        }
    }
    let goal = Goal::default().position(Size::new(6, 6).expect("a size")).expect("a goal");
    assert!(path_of(&goal, &goal, 10).is_empty());
}

#[test]
fn a_pass_is_shorter_than_the_constructive_solution_and_repeats_itself() {
    let mut scrambler = Scrambler::new(2);
    for side in [8, 14] {
        let goal = Position::blank_last(Size::new(side, side).expect("a size"));
        let start = scrambler.position(&goal);
        let path = path_of(&start, &goal, 400_000);
        assert_eq!(path, path_of(&start, &goal, 400_000));
        let constructive = solve(&start, &goal).expect("a path");
        assert!(path.len() < constructive.len(), "{} {}", path.len(), constructive.len());
    }
}

#[test]
fn a_limit_of_nodes_leaves_the_rest_to_the_constructive_solver() {
    let goal = Position::blank_last(Size::new(10, 10).expect("a size"));
    let start = Scrambler::new(3).position(&goal);
    for nodes in [0, 1, 1000, 10_000] {
        path_of(&start, &goal, nodes);
    }
}

#[test]
fn paths_that_are_not_shorter_are_dropped() {
    let goal = Position::blank_last(Size::new(5, 5).expect("a size"));
    let start = Scrambler::new(4).position(&goal);
    let limit = Limit { nodes: Some(100_000), ..Limit::none() };
    let path = path_of(&start, &goal, 100_000);
    let shorter = improve(&start, &goal, path.len(), 1, &limit, &mut |_, _| ());
    assert!(shorter.is_none_or(|shorter| shorter.len() < path.len()));
}
