//! Searches with some of the turns of the 3x3x3 cube, against breadth-first search with these turns.

use loyd_cube::cube3::{Cube3, TWO_PHASE, ThreeByThree};
use loyd_cube::{MetricName, Scrambler, Turn};
use loyd_search::observe::{Limit, Outcome};
use loyd_search::puzzle::{Puzzle, replay};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::{Plan, Settings};
use std::collections::HashMap;

const METRICS: [MetricName; 2] = [MetricName::Half, MetricName::Quarter];

/// The distance of every cube that a few of these turns lead to from a goal.
fn distances(goal: Cube3, turns: &[Turn], depth: u32) -> HashMap<Cube3, u32> {
    let (mut distances, mut level) = (HashMap::from([(goal, 0)]), vec![goal]);
    for depth in 1..=depth {
        let children = level.iter().flat_map(|cube| turns.iter().map(|&turn| cube.after(&[turn])));
        let children: Vec<Cube3> = children.collect();
        level.clear();
        for child in children {
            distances.entry(child).or_insert_with(|| {
                level.push(child);
                depth
            });
        }
    }
    distances
}

fn settings(list: &str, metric: MetricName) -> Settings<ThreeByThree> {
    let moves = ThreeByThree::only_moves(list, metric).expect("turns");
    Settings { metric, moves, ..Settings::default() }
}

#[test]
fn solutions_have_only_these_turns_and_are_shortest() {
    let heuristics = ["max(pdb:corners-orientation,corner-permutation)", "pdb:g1"];
    for (list, depth) in [("U,R", 7), ("U,D,F", 5), ("L", 2)] {
        for metric in METRICS {
            let goal = Scrambler::new(4).cube3();
            let allowed = settings(list, metric).moves;
            let mut starts: Vec<_> = distances(goal, &allowed, depth).into_iter().collect();
            starts.sort_by_key(|(cube, distance)| (*distance, cube.to_string()));
            for (name, heuristic) in [
                (AlgorithmName::IdaStar, heuristics[0]),
                (AlgorithmName::IdaStar, heuristics[1]),
                (AlgorithmName::AStar, heuristics[0]),
                (AlgorithmName::Bibfs, "zero"),
            ] {
                // The table takes seconds.
                if heuristic == "pdb:g1" && (list, metric) != ("U,R", MetricName::Half) {
                    continue;
                }
                let (algorithm, heuristic) = (Some(name.into()), heuristic.parse().ok());
                let settings = Settings { algorithm, heuristic, ..settings(list, metric) };
                let engine = Plan::new(&goal, &settings).expect("a plan").prepare();
                let engine = engine.expect("a table");
                for &(start, distance) in starts.iter().step_by(starts.len().div_ceil(10)) {
                    let report = engine.solve(&start, 1, &Limit::none(), &mut |_| ());
                    let Outcome::Solved { path, cost, proven: true, .. } = report.outcome else {
                        panic!("{list}, {name}: {:?}", report.outcome);
                    };
                    assert_eq!(cost, distance, "{list}, {name} from {start}");
                    assert!(path.iter().all(|turn| allowed.contains(turn)), "{path:?}");
                    assert_eq!(replay::<ThreeByThree>(&start, &path, metric), Ok((goal, cost)));
                }
            }
        }
    }
}

#[test]
fn cubes_that_these_turns_do_not_solve_are_refused() {
    let settings = Settings {
        algorithm: Some(AlgorithmName::Bibfs.into()),
        ..settings("U2,R", MetricName::Half)
    };
    let engine = Plan::new(&Cube3::SOLVED, &settings).expect("a plan").prepare().expect("no table");
    for text in ["F", "U", "R U R'"] {
        let start = ThreeByThree::parse(text, None).expect("a cube");
        let report = engine.solve(&start, 1, &Limit::none(), &mut |_| ());
        let Outcome::Unsolvable(why) = report.outcome else { panic!("{text} is solved") };
        assert_eq!(why.reason, "no sequence of the moves U2, R leads to the goal");
    }
}

#[test]
fn two_phases_need_all_turns() {
    let settings =
        Settings { algorithm: Some(TWO_PHASE.into()), ..settings("U,R", MetricName::Half) };
    let refused = Plan::new(&Cube3::SOLVED, &settings).expect_err("two phases");
    assert!(refused.to_string().contains("need all turns"), "{refused}");
}
