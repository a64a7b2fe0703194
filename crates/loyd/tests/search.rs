//! All searches agree: with breadth-first search, with each other, with published node counts.

use loyd::heuristic::{HeuristicName, HeuristicSpec};
use loyd::observe::{Limit, Outcome, Report, StopCause};
use loyd::puzzle::tiles::{
    MetricName, Position, Scrambler, Size, Slide, parse_position, random_position,
};
use loyd::search::AlgorithmName;
use loyd::solver::{Plan, PruningChoice, Settings, Solver};
use std::collections::HashMap;

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

fn solver(
    goal: &Position,
    metric: MetricName,
    algorithm: AlgorithmName,
    heuristic: HeuristicName,
) -> Solver {
    let settings = Settings {
        metric,
        algorithm: Some(algorithm),
        heuristic: Some(heuristic.into()),
        ..Settings::default()
    };
    Solver::prepare(&Plan::new(goal, &settings).unwrap()).unwrap()
}

fn solve(solver: &Solver, start: &Position, threads: usize) -> Report<Slide> {
    solver.solve(start, threads, &Limit::none(), &mut |_| ())
}

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
                        let blind = matches!(heuristic.info().name, "zero" | "hamming");
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
    let Outcome::Solved { path, cost, proven } = report.outcome else {
        panic!("{:?} of {start:?}", report.outcome)
    };
    let plan = solver.plan();
    assert!(proven);
    assert_eq!(cost, expected, "{} + {} on {start}", plan.algorithm, plan.heuristic);
    assert_eq!(path.len() as u32, cost);
    assert_eq!(start.replay(&path).as_ref(), Ok(goal));
}

/// One thread counts exactly what Korf's algorithm counts, however the tree is cut into prefixes;
/// several threads find the same path.
#[test]
fn prefixes_change_neither_counts_nor_paths() {
    let goal = Position::blank_first(size(4, 4));
    let plain =
        solver(&goal, MetricName::Single, AlgorithmName::IdaStarPlain, HeuristicName::Manhattan);
    let pruned = Settings {
        algorithm: Some(AlgorithmName::IdaStar),
        heuristic: Some(HeuristicName::Manhattan.into()),
        pruning: PruningChoice::LastMove,
        ..Settings::default()
    };
    let split = Solver::prepare(&Plan::new(&goal, &pruned).unwrap()).unwrap();
    for row in korf().into_iter().filter(|row| row.nodes < 8_000_000).take(3) {
        let reference = solve(&plain, &row.start, 1);
        assert_eq!(reference.statistics.generated, row.nodes);
        assert_eq!(reference.outcome.path().map(<[_]>::len), Some(row.length as usize));
        let one = solve(&split, &row.start, 1);
        assert_eq!(one.statistics.iterations, reference.statistics.iterations);
        assert_eq!(one.outcome, reference.outcome);
        assert_eq!(solve(&split, &row.start, 3).outcome, reference.outcome);
    }
}

struct Korf {
    start: Position,
    length: u32,
    nodes: u64,
}

fn korf() -> Vec<Korf> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/korf100.csv");
    let mut reader = csv::Reader::from_path(file).unwrap();
    let headers = reader.headers().unwrap().clone();
    let column = |name| headers.iter().position(|header| header == name).unwrap();
    let (tiles, length, nodes) =
        (column("tiles"), column("optimal_length"), column("measured_nodes"));
    let rows: Vec<Korf> = reader
        .records()
        .map(|record| {
            let record = record.unwrap();
            Korf {
                start: parse_position(&record[tiles], None).unwrap(),
                length: record[length].parse().unwrap(),
                nodes: record[nodes].parse().unwrap(),
            }
        })
        .collect();
    assert_eq!(rows.len(), 100);
    assert_eq!(rows.iter().map(|row| row.length).sum::<u32>(), 5305);
    rows
}

#[test]
fn unsolvable_boards_are_refused_at_once_by_every_algorithm() {
    let start = parse_position("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", None).unwrap();
    let goal = Position::blank_last(start.size());
    for &algorithm in AlgorithmName::ALL {
        let solver = solver(&goal, MetricName::Single, algorithm, HeuristicName::Manhattan);
        let outcome = solve(&solver, &start, 2).outcome;
        assert!(matches!(outcome, Outcome::Unsolvable(_)), "{algorithm}: {outcome:?}");
    }
}

#[test]
fn a_stopped_search_proves_a_bound() {
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let start = parse_position(hard, None).unwrap();
    let goal = Position::blank_last(start.size());
    for &algorithm in AlgorithmName::ALL {
        let solver = solver(&goal, MetricName::Single, algorithm, HeuristicName::Manhattan);
        let limit = Limit { nodes: Some(300_000), ..Limit::none() };
        let report = solver.solve(&start, 2, &limit, &mut |_| ());
        let Outcome::Stopped { cause, lower_bound, best: None } = report.outcome else {
            panic!("{algorithm}: {:?}", report.outcome)
        };
        assert_eq!(cause, StopCause::Nodes);
        assert!((58..=80).contains(&lower_bound), "{algorithm}: {lower_bound}");
        assert!(report.statistics.expanded >= 300_000);
        assert!(report.statistics.expanded < 2_000_000, "{algorithm} overran its limit");
    }
}

#[test]
fn a_cancelled_search_stops() {
    let start = random_position(size(5, 5), 3);
    let goal = Position::blank_last(start.size());
    let cancel = loyd::observe::Cancel::new();
    cancel.cancel();
    let limit = Limit { cancel: Some(cancel), ..Limit::none() };
    let settings = Settings { heuristic: Some(spec("manhattan")), ..Settings::default() };
    let solver = Solver::prepare(&Plan::new(&goal, &settings).unwrap()).unwrap();
    let outcome = solver.solve(&start, 2, &limit, &mut |_| ()).outcome;
    assert!(matches!(outcome, Outcome::Stopped { cause: StopCause::Cancelled, .. }));
}

fn spec(name: &str) -> HeuristicSpec {
    name.parse().unwrap()
}
