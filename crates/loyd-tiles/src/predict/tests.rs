//! Distributions and counts compared with whole small spaces; predictions compared with searches.

#![allow(clippy::float_cmp)] // Whole numbers, exact as floats.

use super::{Distribution, Sampling, Strings, expected};
use crate::heuristic::{HeuristicName, HeuristicSpec};
use crate::{Direction, Position, Size, Slide, solvable};
use std::collections::HashSet;

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("a size")
}

/// Manhattan distance, implemented independently.
fn manhattan(goal: &Position, board: &Position) -> u32 {
    let size = goal.size();
    let of = |tile: u16| {
        let at = |board: &Position| board.tiles().iter().position(|&t| t == tile).expect("a tile");
        let (here, home) = (at(board), at(goal));
        size.column(here).abs_diff(size.column(home)) + size.row(here).abs_diff(size.row(home))
    };
    (1..size.cells() as u16).map(of).sum::<usize>() as u32
}

/// All boards that can reach the goal.
fn reachable_positions(goal: &Position) -> HashSet<Position> {
    let mut seen = HashSet::from([goal.clone()]);
    let mut frontier = vec![goal.clone()];
    while let Some(board) = frontier.pop() {
        for direction in Direction::ALL {
            let mut next = board.clone();
            if next.slide(Slide::one(direction)).is_ok() && seen.insert(next.clone()) {
                frontier.push(next);
            }
        }
    }
    seen
}

#[test]
fn distributions_are_those_of_the_whole_space() {
    for goal in [Position::blank_last(size(3, 3)), Position::blank_on(size(4, 2), 2)] {
        let cells = goal.size().cells();
        let value = |board: &Position| manhattan(&goal, board);
        let sampled = Distribution::sample(&goal, Sampling { samples: 60_000, seed: 7 }, value);
        let mut exact = vec![[0.0; 64]; cells];
        let boards = reachable_positions(&goal);
        let each = boards.len() as f64 / cells as f64;
        for board in &boards {
            exact[board.blank()][value(board) as usize] += 1.0 / each;
        }
        let (mut compared, mut errors) = (0, 0.0);
        for (cell, exact) in exact.iter().enumerate() {
            let mut below = 0.0;
            for (max_estimate, share) in exact.iter().enumerate() {
                below += share;
                let estimates: Vec<f64> = (0..sampled.blocks())
                    .map(|block| sampled.at_most(block, cell, max_estimate as u32))
                    .collect();
                let mean = estimates.iter().sum::<f64>() / estimates.len() as f64;
                if below == 0.0 {
                    assert_eq!(mean, 0.0, "{cell} {max_estimate}");
                } else {
                    // A value of one board, or of a few, is sampled less often.
                    let error = (mean / below - 1.0).abs();
                    assert!(
                        error < 0.4,
                        "cell {cell}, at most {max_estimate}: {mean} and not {below}"
                    );
                    (compared, errors) = (compared + 1, errors + error);
                }
            }
        }
        assert!(compared > 300 && errors / f64::from(compared) < 0.05, "{errors} of {compared}");
        let mean: f64 = boards.iter().map(|board| f64::from(value(board))).sum();
        assert!((sampled.mean() - mean / boards.len() as f64).abs() < 0.1);
    }
}

/// Permanents of polynomials by subsets of cells: exact numbers of 15-puzzles, ignoring the tiles'
/// parity, with each Manhattan distance and the blank on each cell.
#[test]
fn rare_values_of_the_15_puzzle_have_their_exact_frequency() {
    const MAX: usize = 24;
    let goal = Position::blank_first(size(4, 4));
    let mut ways = vec![[0.0f64; MAX + 1]; 1 << 16];
    ways[0][0] = 1.0;
    for set in 0..(1usize << 16) - 1 {
        let tile = set.count_ones() as usize + 1;
        for cell in (0..16usize).filter(|cell| set >> cell & 1 == 0 && tile < 16) {
            let apart = (cell % 4).abs_diff(tile % 4) + (cell / 4).abs_diff(tile / 4);
            for sum in 0..=MAX.saturating_sub(apart) {
                ways[set | 1 << cell][sum + apart] += ways[set][sum];
            }
        }
    }
    let all: f64 = (1..16).map(f64::from).product();
    let sampling = Sampling { samples: 100_000, seed: 3 };
    let sampled = Distribution::sample(&goal, sampling, |board| manhattan(&goal, board));
    let mut compared = 0;
    // Below ten the two parity classes of permutations differ.
    for max_estimate in 10..=MAX {
        let (mut sampled_share, mut exact) = (0.0, 0.0);
        for cell in 0..16 {
            let with_blank_here =
                ways[0xffff ^ 1 << cell].iter().take(max_estimate + 1).sum::<f64>();
            exact += with_blank_here / all / 16.0;
            let blocks = 0..sampled.blocks();
            let sum: f64 =
                blocks.map(|block| sampled.at_most(block, cell, max_estimate as u32)).sum();
            sampled_share += sum / sampled.blocks() as f64 / 16.0;
        }
        assert!(
            (sampled_share / exact - 1.0).abs() < 0.1,
            "at most {max_estimate}: {sampled_share:e}, not {exact:e}"
        );
        compared += 1;
    }
    assert_eq!(compared, 15);
}

#[test]
fn strings_of_two_are_all_walks_that_do_not_turn_back() {
    let size = size(3, 3);
    let solver = crate::solver::Solver::prepare(
        &crate::solver::Plan::new(
            &Position::blank_last(size),
            &crate::solver::Settings {
                heuristic: Some(HeuristicSpec::from(HeuristicName::Zero)),
                pruning: crate::solver::PruningChoice::LastMove,
                ..crate::solver::Settings::default()
            },
        )
        .expect("a plan"),
    )
    .expect("no tables");
    let predictor = solver.predictor(Sampling { samples: 16_000, seed: 1 }).expect("idastar");
    for blank in 0..9 {
        // Walks from a cell, with the last step, one at a time.
        let mut walks = vec![(blank, usize::MAX)];
        let mut sum = 0.0;
        for depth in 0..12 {
            sum += walks.len() as f64;
            let step = |&(at, before): &(usize, usize)| {
                let near = (0..9).filter(move |&to| {
                    (at % 3).abs_diff(to % 3) + (at / 3).abs_diff(to / 3) == 1 && to != before
                });
                near.map(move |to| (to, at))
            };
            let prediction = &predictor.iterations(blank, depth, depth)[0];
            assert_eq!(
                (prediction.expanded, prediction.error),
                (sum, 0.0),
                "blank {blank}, depth {depth}"
            );
            walks = walks.iter().flat_map(step).collect();
        }
    }
}

#[test]
fn strings_of_a_graph_are_counted() {
    // Two cells between which the blank may go back and forth for ever.
    let strings = Strings::explore(2, |_| 0, |_, cell| vec![(0, 1 - cell)]);
    assert_eq!(strings.levels(&[0, 1], 2), [[0.5, 0.5]; 3]);
    assert_eq!(strings.growth(), 1.0);
    let goal = Position::blank_last(size(2, 2));
    let distribution = Distribution::sample(&goal, Sampling { samples: 800, seed: 1 }, |_| 1);
    let levels = vec![vec![1.0, 0.0, 0.0, 0.0], vec![0.0, 2.0, 0.0, 0.0]];
    assert_eq!(expected(&levels, &distribution, 0).expanded, 0.0);
    assert_eq!(expected(&levels, &distribution, 1).expanded, 1.0);
    assert_eq!(expected(&levels, &distribution, 2).expanded, 3.0);
    assert!(solvable(goal.size(), goal.tiles(), goal.tiles()).is_ok());
}
