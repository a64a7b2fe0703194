//! Searches with some of the turns, against breadth-first search with these turns, and solutions near the shortest,
//! against all sequences of turns.

use loyd_cube::MetricName;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_cube::{Scrambler, Turn};
use loyd_search::observe::{Limit, Outcome};
use loyd_search::puzzle::{Puzzle, replay};
use loyd_search::search::AlgorithmName;
use loyd_search::search::every::Extent;
use loyd_search::solver::{Engine, Plan, Settings};
use std::collections::HashMap;

fn turns(list: &str, metric: MetricName) -> Vec<Turn> {
    TwoByTwo::only_moves(list, metric).expect("turns")
}

/// The distance of every cube that these turns lead to from a goal.
fn distances(goal: Cube2, turns: &[Turn]) -> HashMap<Cube2, u32> {
    let (mut distances, mut level) = (HashMap::from([(goal, 0)]), vec![goal]);
    for depth in 1.. {
        let mut next = Vec::new();
        for cube in level {
            for &turn in turns {
                let child = cube.after(&[turn]);
                distances.entry(child).or_insert_with(|| {
                    next.push(child);
                    depth
                });
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distances
}

fn engine(
    goal: Cube2,
    (list, metric): (&str, MetricName),
    algorithm: Option<AlgorithmName>,
) -> Box<dyn Engine<TwoByTwo>> {
    let algorithm = algorithm.map(Into::into);
    let settings =
        Settings { metric, algorithm, moves: turns(list, metric), ..Settings::default() };
    Plan::new(&goal, &settings).expect("a plan").prepare().expect("small tables")
}

const LISTS: [(&str, MetricName, usize); 4] = [
    ("U,R", MetricName::Half, 29_160),
    ("U,R", MetricName::Quarter, 29_160),
    ("U2,R2,F2", MetricName::Half, 24),
    ("U2,R", MetricName::Half, 0),
];

#[test]
fn solutions_have_only_these_turns_and_are_shortest() {
    let algorithms = [
        None,
        Some(AlgorithmName::AStar),
        Some(AlgorithmName::Bibfs),
        Some(AlgorithmName::Nbs),
        Some(AlgorithmName::IdaStarPlain),
    ];
    for (list, metric, states) in LISTS {
        let (allowed, goal) = (turns(list, metric), Scrambler::new(7).cube2());
        let distances = distances(goal, &allowed);
        assert!(states == 0 || distances.len() == states, "{list}: {}", distances.len());
        let mut starts: Vec<_> = distances.iter().collect();
        starts.sort_by_key(|(cube, distance)| (**distance, cube.to_string()));
        // Deep cubes take plain searches long.
        let starts: Vec<_> = starts.into_iter().filter(|(_, distance)| **distance < 10).collect();
        let step = starts.len().div_ceil(12);
        for algorithm in algorithms {
            let engine = engine(goal, (list, metric), algorithm);
            for &(&start, &distance) in starts.iter().step_by(step) {
                let report = engine.solve(&start, 1, &Limit::none(), &mut |_| ());
                let Outcome::Solved { path, cost, proven: true, .. } = report.outcome else {
                    panic!("{list}, {algorithm:?}: {:?}", report.outcome);
                };
                assert_eq!(cost, distance, "{list}, {algorithm:?} from {start}");
                assert!(path.iter().all(|turn| allowed.contains(turn)), "{path:?}");
                assert_eq!(replay::<TwoByTwo>(&start, &path, metric), Ok((goal, cost)));
            }
        }
    }
}

/// The group decides, on every cube of a sample.
#[test]
fn cubes_that_these_turns_do_not_solve_are_refused() {
    for (list, metric, _) in LISTS {
        let goal = Cube2::SOLVED;
        let distances = distances(goal, &turns(list, metric));
        let engine = engine(goal, (list, metric), None);
        let mut scrambler = Scrambler::new(3);
        let others = (0..200).map(|_| scrambler.cube2()).filter(|it| !distances.contains_key(it));
        for start in others {
            let report = engine.solve(&start, 1, &Limit::none(), &mut |_| ());
            let Outcome::Unsolvable(why) = report.outcome else {
                panic!("{list}: {start} is not a product of these turns");
            };
            assert!(why.reason.contains("no sequence of the moves U"), "{}", why.reason);
        }
    }
}

/// All sequences of at most `left` turns that solve a cube, without a turn of the last face, and that do not come
/// to the goal before.
fn sequences(
    cube: Cube2,
    goal: Cube2,
    turns: &[Turn],
    path: &mut Vec<Turn>,
    left: u32,
    found: &mut Vec<Vec<Turn>>,
) {
    if cube == goal {
        found.push(path.clone());
        return;
    }
    if left == 0 {
        return;
    }
    for &turn in turns {
        if path.last().is_none_or(|last| last.face != turn.face) {
            path.push(turn);
            sequences(cube.after(&[turn]), goal, turns, path, left - 1, found);
            path.pop();
        }
    }
}

#[test]
fn solutions_near_the_shortest_are_those_of_a_search_of_all_sequences() {
    for list in ["U,R", "U,R2,F2", "U,R,F"] {
        let (allowed, goal) = (turns(list, MetricName::Half), Cube2::SOLVED);
        let engine = engine(goal, (list, MetricName::Half), None);
        for text in ["U", "R2 U", "U R2 U'"] {
            let start = TwoByTwo::parse(text, None).expect("a cube");
            let report = engine.solve(&start, 1, &Limit::none(), &mut |_| ());
            let length = report.outcome.path().expect("a solution").len() as u32;
            for slack in 0..=3 {
                let mut expected = Vec::new();
                sequences(start, goal, &allowed, &mut Vec::new(), length + slack, &mut expected);
                expected.sort_by_key(Vec::len);
                let extent = Extent { length, slack, max_paths: 100_000 };
                let all = engine.all_within(&start, extent, &Limit::none()).expect("no limit");
                assert_eq!(all.count, expected.len() as u128, "{list}, {text}, {slack}");
                assert_eq!(all.paths, expected, "{list}, {text}, {slack}");
                if slack == 0 {
                    let shortest = engine.all(&start, length, 100_000, &Limit::none());
                    assert_eq!(shortest.expect("no limit").paths, expected);
                }
            }
        }
    }
}
