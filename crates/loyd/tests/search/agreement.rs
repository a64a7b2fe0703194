//! All searches agree with breadth-first search.

use super::{size, solve, solver};
use loyd::heuristic::HeuristicName;
use loyd::observe::Outcome;
use loyd::puzzle::tiles::{MetricName, Position, Scrambler};
use loyd::search::AlgorithmName;
use loyd::solver::Solver;
use std::collections::HashMap;

/// Distances of all positions from `goal`, by the definition, on plain lists of tiles.
fn distances(goal: &Position, metric: MetricName) -> HashMap<Vec<u16>, u32> {
    let (w, h) = (goal.size().width() as i32, goal.size().height() as i32);
    let mut distance = HashMap::from([(goal.tiles().to_vec(), 0)]);
    let mut level = vec![goal.tiles().to_vec()];
    for depth in 1.. {
        let mut next = Vec::new();
        for tiles in &level {
            let blank = tiles.iter().position(|&tile| tile == 0).unwrap() as i32;
            for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
                let mut moved = tiles.clone();
                let (mut x, mut y) = (blank % w, blank / w);
                while (0..w).contains(&(x + dx)) && (0..h).contains(&(y + dy)) {
                    moved.swap((y * w + x) as usize, ((y + dy) * w + x + dx) as usize);
                    (x, y) = (x + dx, y + dy);
                    if !distance.contains_key(&moved) {
                        distance.insert(moved.clone(), depth);
                        next.push(moved.clone());
                    }
                    if metric == MetricName::Single {
                        break;
                    }
                }
            }
        }
        if next.is_empty() {
            return distance;
        }
        level = next;
    }
    unreachable!()
}

/// Every algorithm with every admissible heuristic finds the true distance, and a path that a
/// plain board agrees with.
#[test]
fn lengths_equal_breadth_first_distances() {
    for (size, count) in [(size(3, 3), 12), (size(4, 2), 12), (size(2, 3), 60), (size(1, 4), 4)] {
        for goal in [Position::blank_last(size), Position::blank_on(size, 1)] {
            for metric in [MetricName::Single, MetricName::Multi] {
                let distance = distances(&goal, metric);
                let mut scrambler = Scrambler::new(7);
                let starts: Vec<_> = (0..count).map(|_| scrambler.position(&goal)).collect();
                for &algorithm in AlgorithmName::ALL {
                    for &heuristic in HeuristicName::ALL {
                        if !heuristic.info().properties(metric).admissible {
                            continue;
                        }
                        // Uninformed depth-first search repeats too much.
                        let blind = matches!(heuristic.info().name, "zero" | "hamming")
                            && algorithm.info().name.starts_with("ida")
                            || algorithm == AlgorithmName::IdDfs;
                        let solver = solver(&goal, metric, algorithm, heuristic);
                        for start in &starts {
                            let expected = distance[start.tiles()];
                            if blind && expected > 14 {
                                continue;
                            }
                            check(&solver, start, &goal, expected);
                        }
                    }
                }
            }
        }
    }
}

fn check(solver: &Solver, start: &Position, goal: &Position, expected: u32) {
    let report = solve(solver, start, 2);
    let Outcome::Solved { path, cost, lower_bound, proven } = report.outcome else {
        panic!("{:?} of {start:?}", report.outcome)
    };
    let plan = solver.plan();
    assert!(proven || !plan.proves());
    // Some say so of any path as long as what is known of all; weighted and greedy searches do not.
    assert!(!proven || plan.proves() || lower_bound == cost);
    assert_eq!(path.len() as u32, cost);
    assert_eq!(start.replay(&path).as_ref(), Ok(goal));
    assert!(lower_bound <= expected && expected <= cost, "{lower_bound} {expected} {cost}");
    if !plan.algorithm.optimal() {
        return;
    }
    assert!(proven);
    assert_eq!(lower_bound, cost);
    assert_eq!(cost, expected, "{} + {} on {start}", plan.algorithm, plan.heuristic);
}
