//! The 3x3x3 cube as a puzzle: everything by name, on cubes few moves away.

use super::nearby::near;
use loyd_cube::cube3::{Cube3, TWO_PHASE, ThreeByThree};
use loyd_cube::{MetricName, Scrambler, Stickers, Turn};
use loyd_search::observe::{Limit, Outcome, Report};
use loyd_search::puzzle::{Puzzle, replay};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::{Engine, Outlook, Plan, Settings};

fn engine(
    goal: Cube3,
    metric: MetricName,
    algorithm: AlgorithmName,
    heuristic: Option<&str>,
) -> Box<dyn Engine<ThreeByThree>> {
    let heuristic = heuristic.map(|text| text.parse().expect("a heuristic"));
    let algorithm = Some(algorithm.into());
    let settings = Settings { metric, algorithm, heuristic, ..Settings::default() };
    let plan = Plan::<ThreeByThree>::new(&goal, &settings).expect("the cube has it");
    plan.prepare().expect("a small table")
}

/// Nodes of a search: more than any needs that proves its solution, but a greedy one may go astray.
const NODES: u64 = 100_000;

fn solve(engine: &dyn Engine<ThreeByThree>, start: Cube3, nodes: Option<u64>) -> Report<Turn> {
    let limit = Limit { nodes, ..Limit::none() };
    engine.solve(&start, 2, &limit, &mut |_| ())
}

/// The path leads to the goal on stickers, and is proven as short as `distance`.
fn check(engine: &dyn Engine<ThreeByThree>, start: Cube3, distance: u32) {
    let Plan { goal, metric, algorithm, heuristic, .. } = engine.plan();
    let report = solve(engine, start, Some(NODES));
    let name = format!("{} with {heuristic} from {start} to {goal}", algorithm.name);
    let Outcome::Solved { path, cost, proven, .. } = &report.outcome else {
        assert!(!engine.plan().proves(), "{name}: {:?}", report.outcome);
        return;
    };
    assert_eq!(replay::<ThreeByThree>(&start, path, *metric), Ok((*goal, *cost)), "{name}");
    assert_eq!(Stickers::from(start).after(path), Stickers::from(*goal), "{name}");
    assert!(*cost >= distance && (!proven || *cost == distance), "{name}");
    assert!(*proven || !engine.plan().proves(), "{name}");
}

#[test]
fn every_algorithm_solves_cubes_nearby() {
    for metric in MetricName::ALL {
        for name in ThreeByThree::algorithms() {
            // It refuses this metric, and has separate tests.
            if name == TWO_PHASE {
                continue;
            }
            let informed = name.info().informed;
            let heuristic = "max(edge-orientation,corner-orientation,slice)";
            let heuristic = if informed { heuristic } else { "zero" };
            let engine = engine(Cube3::SOLVED, metric, name, Some(heuristic));
            for (start, distance) in near(Cube3::SOLVED, metric, 3) {
                check(&*engine, start, distance);
            }
        }
    }
}

#[test]
fn any_cube_can_be_the_goal() {
    let goal = Scrambler::new(8).cube3();
    for metric in MetricName::ALL {
        for (name, heuristic) in [
            (AlgorithmName::IdaStar, "pdb:edges-orientation"),
            (AlgorithmName::AStar, "max(pdb:corners-orientation,corner-permutation)"),
            (AlgorithmName::Nbs, "corner-orientation"),
        ] {
            let engine = engine(goal, metric, name, Some(heuristic));
            for (start, distance) in near(goal, metric, 4) {
                check(&*engine, start, distance);
            }
        }
    }
}

/// Scrambles of published lengths, and the choices made without asking.
#[test]
fn the_usual_choices_solve_known_cubes() {
    let cubes = [
        (0, "M2 E2 S2", 6),
        (0, "R U R' U'", 4),
        (0, "R L U2 F2 D' B' R2", 7),
        (1, "M2 E2 S2", 12),
        (1, "R U R' U'", 4),
    ];
    let engines =
        MetricName::ALL.map(|metric| engine(Cube3::SOLVED, metric, AlgorithmName::IdaStar, None));
    for (metric, scramble, length) in cubes {
        let (engine, metric) = (&engines[metric], MetricName::ALL[metric]);
        let start = ThreeByThree::parse(scramble, None).expect("moves");
        let report = solve(&**engine, start, None);
        let Outcome::Solved { path, cost, proven: true, .. } = report.outcome else {
            panic!("{scramble} {:?}", report.outcome);
        };
        assert_eq!(cost, length, "{scramble} {metric}");
        assert!(Stickers::from(start).after(&path).is_solved());
    }
}

#[test]
fn many_cubes_are_worth_large_databases_where_there_is_room() {
    let plan = |name: AlgorithmName, boards, memory| {
        let outlook = Outlook { boards, memory, ..Outlook::default() };
        let algorithm = Some(name.into());
        let settings = Settings::<ThreeByThree> { algorithm, ..Settings::default() };
        let plan = Plan::choose(&Cube3::SOLVED, &settings, &outlook).expect("a plan");
        plan.heuristic.to_string()
    };
    let korf = "max(pdb:corners,pdb:edges-6a,pdb:edges-6b)";
    assert_eq!(plan(AlgorithmName::AStar, 100, 1 << 30), korf);
    assert_ne!(plan(AlgorithmName::AStar, 100, 64 << 20), korf);
    assert_ne!(plan(AlgorithmName::AStar, 1, 1 << 30), korf);
    let idastar = |boards, memory| plan(AlgorithmName::IdaStar, boards, memory);
    assert_eq!(idastar(1, u64::MAX), "pdb:g1");
    assert_eq!(idastar(1000, 1 << 30), "pdb:g1");
    assert_eq!(idastar(1000, 2 << 30), "pdb:g1-35");
    assert_eq!(idastar(1000, 3 << 30), "pdb:g1-70");
    assert!(idastar(1000, 32 << 20).starts_with("max("));
    let settings = Settings::<ThreeByThree> {
        heuristic: Some("slice".parse().unwrap()),
        ..Settings::default()
    };
    let outlook = Outlook { boards: 100, ..Outlook::default() };
    let plan = Plan::choose(&Cube3::SOLVED, &settings, &outlook).expect("a plan");
    assert_eq!(plan.heuristic.to_string(), "slice");
}
