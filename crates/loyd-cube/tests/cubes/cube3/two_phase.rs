//! The two-phase algorithm: solutions that solve and soon are short, and their bounds.

use super::nearby::near;
use loyd_cube::cube3::{Cube3, TWO_PHASE, ThreeByThree, TwoPhaseTables, parse_turns};
use loyd_cube::{MetricName, Scrambler, Stickers, Turn};
use loyd_search::observe::{Cancel, Limit, Outcome, StopCause};
use loyd_search::solver::{Plan, Settings};
use std::sync::OnceLock;

fn tables() -> &'static TwoPhaseTables {
    static TABLES: OnceLock<TwoPhaseTables> = OnceLock::new();
    TABLES.get_or_init(|| TwoPhaseTables::build(2).expect("45 MB"))
}

fn nodes(nodes: u64) -> Limit {
    Limit { nodes: Some(nodes), ..Limit::none() }
}

/// The path and the lower bound of a search that ends with a path.
fn solve(start: Cube3, goal: Cube3, threads: usize, limit: &Limit) -> (Vec<Turn>, u32) {
    let report = tables().solve(start, goal, threads, limit, &mut |_| ());
    let Outcome::Solved { path, cost, lower_bound, proven } = report.outcome else {
        panic!("{start} to {goal}: {:?}", report.outcome)
    };
    assert_eq!(Stickers::from(start).after(&path), Stickers::from(goal));
    assert_eq!(cost as usize, path.len());
    assert!(lower_bound <= cost && proven == (lower_bound == cost));
    (path, lower_bound)
}

#[test]
fn random_cubes_are_solved_in_some_twenty_moves() {
    let (mut scrambler, mut moves) = (Scrambler::new(11), 0);
    for number in 0..30 {
        let cube = scrambler.cube3();
        let (path, lower_bound) = solve(cube, Cube3::SOLVED, 1 + number % 2, &nodes(150_000));
        assert!(lower_bound <= 20, "no cube is farther away");
        moves += path.len();
    }
    assert!(moves <= 30 * 21, "{moves} moves for 30 cubes");
}

const SUPERFLIP: &str = "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U";

/// Without a limit it ends with the first path of at most 21 moves, even of cubes that are as far away
/// as any, and soon: this would take hours to the end.
#[test]
fn without_a_limit_the_first_path_of_at_most_21_moves_is_enough() {
    let mut scrambler = Scrambler::new(17);
    let mut cubes: Vec<Cube3> = (0..30).map(|_| scrambler.cube3()).collect();
    cubes.push(Cube3::SOLVED.after(&parse_turns(SUPERFLIP).expect("moves")));
    for (number, cube) in cubes.into_iter().enumerate() {
        let (path, lower_bound) = solve(cube, Cube3::SOLVED, 1 + number % 2, &Limit::none());
        assert!(path.len() <= 21 && lower_bound <= 20, "{cube}: {path:?}");
        // A limit makes it search for shorter paths.
        if number == 0 {
            let (improved, _) = solve(cube, Cube3::SOLVED, 1, &nodes(3_000_000));
            assert!(improved.len() < path.len(), "{} moves", improved.len());
        }
    }
}

#[test]
fn a_limit_before_the_first_path_stops_the_search() {
    let superflip = Cube3::SOLVED.after(&parse_turns(SUPERFLIP).expect("moves"));
    let report = tables().solve(superflip, Cube3::SOLVED, 1, &nodes(1), &mut |_| ());
    let Outcome::Stopped { cause: StopCause::Nodes, best: None, .. } = report.outcome else {
        panic!("{:?}", report.outcome)
    };
}

/// More nodes never make paths longer, and on one thread the same nodes make the same paths.
#[test]
fn paths_get_shorter() {
    let cube = Scrambler::new(12).cube3();
    let lengths = [150_000, 300_000, 600_000].map(|max_nodes| {
        let (path, _) = solve(cube, Cube3::SOLVED, 1, &nodes(max_nodes));
        assert_eq!(solve(cube, Cube3::SOLVED, 1, &nodes(max_nodes)).0, path);
        path.len()
    });
    assert!(lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
}

/// Cubes at known distances: paths that are proved shortest have that length.
#[test]
fn cubes_nearby_are_solved_by_shortest_paths() {
    for goal in [Cube3::SOLVED, Scrambler::new(13).cube3()] {
        for (start, distance) in near(goal, MetricName::Half, 4) {
            let (path, lower_bound) = solve(start, goal, 1, &nodes(1 << 20));
            assert_eq!((path.len() as u32, lower_bound), (distance, distance), "{start}");
        }
    }
}

/// Twenty moves, as published by M. Reid (1995): nothing shorter is found, and no more is claimed.
#[test]
fn the_superflip_takes_twenty_moves() {
    let turns = parse_turns(SUPERFLIP).expect("moves");
    let superflip = Cube3::SOLVED.after(&turns);
    assert_eq!(superflip, superflip.inverse());
    let report = tables().solve(superflip, Cube3::SOLVED, 2, &nodes(500_000), &mut |_| ());
    // It has so few short solutions that this may be too little for a first one.
    match report.outcome {
        Outcome::Solved { path, lower_bound, .. } => {
            assert!(Stickers::from(superflip).after(&path).is_solved());
            assert!(path.len() >= 20 && lower_bound <= 20);
        }
        Outcome::Stopped { cause: StopCause::Nodes, lower_bound, best: None } => {
            assert!(lower_bound <= 20);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn stored_tables_equal_the_built_ones() {
    let mut bytes = vec![0; usize::try_from(TwoPhaseTables::STORED).expect("35 MB")];
    let (first, rest) = bytes.split_at_mut(1 << 20);
    tables().read_bytes(0, first);
    tables().read_bytes(first.len(), rest);
    let of = |bytes: &[u8]| TwoPhaseTables::from_bytes(tables().levels().to_vec(), bytes);
    let again = of(&bytes).expect("the same tables");
    assert_eq!(again.bytes(), tables().bytes());
    let cube = Scrambler::new(14).cube3();
    let solved = |tables: &TwoPhaseTables| {
        tables.solve(cube, Cube3::SOLVED, 1, &nodes(150_000), &mut |_| ())
    };
    assert_eq!(solved(&again), solved(tables()));
    assert!(of(&bytes[1..]).is_err() && of(&bytes[8..]).is_err());
    // Entries that are not distances are noticed.
    for byte in [0, 0x55, 0xFF] {
        let broken = of(&vec![byte; bytes.len()]).expect("the same length");
        let report = solved(&broken);
        let Outcome::Stopped { cause: StopCause::BrokenTable, lower_bound: 0, best: None } =
            report.outcome
        else {
            panic!("{:?}", report.outcome)
        };
    }
}

#[test]
fn an_interrupt_stops_the_search() {
    let cancel = Cancel::new();
    cancel.cancel();
    let limit = Limit::cancelled_by(&cancel);
    let cube = Scrambler::new(15).cube3();
    let report = tables().solve(cube, Cube3::SOLVED, 2, &limit, &mut |_| ());
    let Outcome::Stopped { cause: StopCause::Cancelled, lower_bound, .. } = report.outcome else {
        panic!("{:?}", report.outcome)
    };
    assert!(lower_bound <= 12, "nothing was searched");
}

#[test]
fn the_puzzle_has_it_by_name_in_half_turns() {
    let plan = |metric| {
        let algorithm = Some(TWO_PHASE.into());
        let settings = Settings::<ThreeByThree> { metric, algorithm, ..Settings::default() };
        Plan::new(&Cube3::SOLVED, &settings)
    };
    let refused = plan(MetricName::Quarter).expect_err("half turns only");
    assert_eq!(refused.name, "two-phase");
    let plan = plan(MetricName::Half).expect("half turns");
    assert!(!plan.proves());
    let engine = plan.prepare().expect("45 MB");
    let cube = Scrambler::new(16).cube3();
    let report = engine.solve(&cube, 1, &nodes(150_000), &mut |_| ());
    let path = report.outcome.path().expect("a path");
    assert!(Stickers::from(cube).after(path).is_solved());
    assert_eq!(engine.estimate(&cube), None);
}
