//! The 3x3x3 cube as a puzzle: everything by name, on cubes few moves away.

use super::nearby::near;
use loyd::observe::{Limit, Outcome, Report};
use loyd::puzzle::{Field, Puzzle, replay};
use loyd::search::AlgorithmName;
use loyd::solver::{Engine, Outlook, Plan, Settings};
use loyd_cube::cube3::{Cube3, InvalidText, ThreeByThree};
use loyd_cube::{MetricName, Scrambler, Stickers, Turn, parse_steps};
use proptest::prelude::*;

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

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
            // It refuses this metric, and has tests of its own.
            if name == AlgorithmName::TwoPhase {
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
    let known = [
        (0, "M2 E2 S2", 6),
        (0, "R U R' U'", 4),
        (0, "R L U2 F2 D' B' R2", 7),
        (1, "M2 E2 S2", 12),
        (1, "R U R' U'", 4),
    ];
    let engines =
        MetricName::ALL.map(|metric| engine(Cube3::SOLVED, metric, AlgorithmName::IdaStar, None));
    for (metric, scramble, length) in known {
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

#[test]
fn goals_shapes_and_columns() {
    let start = ThreeByThree::parse("F", None).expect("a move");
    assert_eq!(ThreeByThree::goal(None, &start), Ok(Cube3::SOLVED));
    assert_eq!(ThreeByThree::goal(Some("Solved"), &start), Ok(Cube3::SOLVED));
    assert_eq!(ThreeByThree::goal(Some("R2"), &start), ThreeByThree::parse("R2", None));
    assert_eq!(ThreeByThree::goal_name(&Cube3::SOLVED), "solved");
    assert_eq!(ThreeByThree::goal_name(&start), start.to_string());
    assert_eq!(ThreeByThree::format(&Cube3::SOLVED), SOLVED);
    assert_eq!(ThreeByThree::shape(&start), "cube3");
    let fields = ThreeByThree::fields(&start);
    assert_eq!(fields, [("facelets", Field::Text(start.to_string()))]);
    assert_eq!(ThreeByThree::solvable(&start, &Cube3::SOLVED), Ok(()));
}

#[test]
fn stickers_and_scrambles_are_told_apart() {
    let parse = |text: &str| ThreeByThree::parse(text, Some("cube3"));
    let scrambled = |text: &str| Ok(Cube3::scrambled(&parse_steps(text, 3).expect("moves")));
    assert_eq!(parse(SOLVED), Ok(Cube3::SOLVED));
    // The colours and the order of J. L. Lehman.
    let colours = "RRRRRRRRR GGGGGGGGG BBBBBBBBB OOOOOOOOO YYYYYYYYY WWWWWWWWW";
    assert_eq!(parse(colours), Ok(Cube3::SOLVED));
    for moves in ["R", "R U F", "R,U,Fw", "RU'F2", "(R U)3", "L2 D' B x", "R U // two", "M E S'"] {
        assert_eq!(parse(moves), scrambled(moves), "{moves}");
    }
    assert_eq!(parse(" \n"), Err(InvalidText::Empty));
    assert!(matches!(parse(&SOLVED[1..]), Err(InvalidText::Cube(_))));
    assert!(matches!(parse("R U' Q2"), Err(InvalidText::Moves(_))));
}

#[test]
fn heuristics_are_read_as_they_are_written() {
    type Heuristic = <ThreeByThree as Puzzle>::Heuristic;
    for info in ThreeByThree::heuristics() {
        let heuristic: Heuristic = info.name.parse().expect("its own name");
        assert_eq!(heuristic.to_string(), info.name);
        assert!(!info.summary.is_empty());
    }
    let text = |text: &str| text.parse::<Heuristic>().map(|heuristic| heuristic.to_string());
    let error = |wrong: &str| text(wrong).expect_err("not a heuristic").to_string();
    let maximum = "max(corner-permutation,pdb:corners)";
    assert_eq!(text(" MAX( corner_permutation, pdb:corners) ").as_deref(), Ok(maximum));
    assert!(error("corners").contains("did you mean pdb:corners?"));
    assert!(error("zero,slice").contains("max(A,B)"));
    for wrong in ["", "max()", "max(zero", "zero)", "manhattan"] {
        error(wrong);
    }
}

/// Steps of every kind.
const MOVES: [&str; 17] = [
    "U", "R2", "F'", "D'", "L2", "B", "x", "y'", "z2", "Rw", "d'", "B'", "L", "D2", "M'", "E", "S2",
];

proptest! {
    #[test]
    fn positions_are_read_again(seed: u64) {
        let cube = ThreeByThree::random(seed)(&Cube3::SOLVED);
        prop_assert_eq!(ThreeByThree::parse(&ThreeByThree::format(&cube), None), Ok(cube));
        let goal = ThreeByThree::goal(Some(&ThreeByThree::goal_name(&cube)), &Cube3::SOLVED);
        prop_assert_eq!(goal, Ok(cube));
    }

    /// The way back of a scramble solves it, whatever is turned.
    #[test]
    fn ways_back_are_solutions(
        moves in prop::collection::vec(prop::sample::select(&MOVES[..]), 1..12),
    ) {
        let steps = parse_steps(&moves.join(" "), 3).expect("moves");
        let start = ThreeByThree::parse(&format!("({})", moves.join(" ")), None).expect("moves");
        let back: Vec<String> = steps.iter().rev().map(|s| s.inverse().to_string()).collect();
        let solution = ThreeByThree::parse_moves(&back.join(" ")).expect("moves");
        for metric in MetricName::ALL {
            let replayed = replay::<ThreeByThree>(&start, &solution, metric);
            prop_assert_eq!(replayed.map(|end| end.0), Ok(Cube3::SOLVED));
        }
        let again = ThreeByThree::parse_moves(&ThreeByThree::format_moves(&solution));
        prop_assert_eq!(again, Ok(solution));
    }
}
