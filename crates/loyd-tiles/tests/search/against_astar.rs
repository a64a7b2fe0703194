//! Every algorithm against A\* on many boards: equal lengths, or lengths within the guaranteed ratio.

use super::{algorithms, size, solve};
use loyd_search::observe::Outcome;
use loyd_search::puzzle::Puzzle;
use loyd_search::search::{AlgorithmName, AlgorithmSpec};
use loyd_tiles::heuristic::HeuristicSpec;
use loyd_tiles::solver::{Plan, Settings, Solver, Tiles};
use loyd_tiles::{MetricName, Position, Scrambler, Size};

/// The greatest distance that uninformed depth-first search reaches in a millisecond.
const SHALLOW: u32 = 12;

/// Random boards of a size.
struct Boards {
    size: Size,
    heuristic: &'static str,
    count: usize,
    /// The number of boards for algorithms that expand most states of the puzzle.
    exhaustive: usize,
}

#[test]
fn lengths_agree_with_those_of_astar() {
    let heuristic = "manhattan";
    against_astar(&Boards { size: size(3, 3), heuristic, count: 60, exhaustive: 2 });
    let heuristic = "pdb:4-4";
    against_astar(&Boards { size: size(3, 3), heuristic, count: 20, exhaustive: 0 });
    let heuristic = "walking-distance";
    against_astar(&Boards { size: size(4, 3), heuristic, count: 2, exhaustive: 0 });
}

#[test]
#[ignore = "ten minutes: ten thousand boards of 3x3 with every algorithm"]
fn lengths_agree_with_those_of_astar_on_10_000_boards_of_3x3() {
    let heuristic = "manhattan";
    against_astar(&Boards { size: size(3, 3), heuristic, count: 10_000, exhaustive: 100 });
}

#[test]
#[ignore = "ten minutes: a thousand boards of 4x3 with every informed algorithm"]
fn lengths_agree_with_those_of_astar_on_1_000_boards_of_4x3() {
    let heuristic = "walking-distance";
    against_astar(&Boards { size: size(4, 3), heuristic, count: 1_000, exhaustive: 0 });
}

/// All algorithms that a heuristic suits, and some with parameters.
fn specs(heuristic: &str) -> Vec<AlgorithmSpec> {
    let algorithms = if heuristic.starts_with("pdb:") { Tiles::algorithms() } else { algorithms() };
    let with_parameters =
        ["wastar(1)", "wastar(1.2)", "focal(1)", "focal(1.2)", "arastar(2)", "astar(ties=fifo)"];
    let parse = |text| AlgorithmSpec::parse(text, &algorithms).expect("an algorithm");
    let plain = algorithms.iter().map(|&name| AlgorithmSpec::from(name));
    // Beam search of any width may end without a solution, and without a width it ends at a limit.
    let plain = plain.filter(|spec| spec.name != AlgorithmName::Beam);
    plain.chain(with_parameters.map(parse)).collect()
}

fn solver_of(goal: &Position, spec: &AlgorithmSpec, heuristic: &str) -> Solver {
    let heuristic: HeuristicSpec = heuristic.parse().expect("a heuristic");
    let settings = Settings {
        metric: MetricName::Single,
        algorithm: Some(spec.clone()),
        heuristic: Some(heuristic),
        ..Settings::default()
    };
    Solver::prepare(&Plan::new(goal, &settings).expect("a plan")).expect("a solver")
}

fn against_astar(boards: &Boards) {
    let goal = Position::blank_last(boards.size);
    let mut scrambler = Scrambler::new(40);
    let starts: Vec<_> = (0..boards.count).map(|_| scrambler.position(&goal)).collect();
    let astar = solver_of(&goal, &AlgorithmName::AStar.into(), boards.heuristic);
    let length_of =
        |start| solve(&astar, start, 1).outcome.path().expect("a solution").len() as u32;
    let lengths: Vec<u32> = starts.iter().map(length_of).collect();
    for spec in specs(boards.heuristic) {
        let solver = solver_of(&goal, &spec, boards.heuristic);
        let exhaustive = matches!(spec.name, AlgorithmName::Bfs | AlgorithmName::Ucs);
        let count = if exhaustive { boards.exhaustive } else { boards.count };
        for (start, &shortest) in starts.iter().zip(&lengths).take(count) {
            if spec.name == AlgorithmName::IdDfs && shortest > SHALLOW {
                continue;
            }
            check(&solver, &spec, start, &goal, shortest);
        }
    }
}

/// Checks the path, the bound and the guarantee of an algorithm.
fn check(solver: &Solver, spec: &AlgorithmSpec, start: &Position, goal: &Position, shortest: u32) {
    let report = solve(solver, start, 2);
    let Outcome::Solved { path, cost, lower_bound, .. } = report.outcome else {
        panic!("{spec} on {start}: {:?}", report.outcome)
    };
    assert_eq!(start.replay(&path).as_ref(), Ok(goal), "{spec} on {start}");
    assert_eq!(path.len() as u32, cost, "{spec} on {start}");
    assert!(lower_bound <= shortest && shortest <= cost, "{spec} on {start}: {lower_bound} {cost}");
    if let Some(ratio) = spec.max_ratio() {
        let (numerator, denominator) = ratio.fraction();
        let within =
            u64::from(cost) * u64::from(denominator) <= u64::from(shortest) * u64::from(numerator);
        assert!(within, "{spec} on {start}: {cost}, {shortest}");
    }
    assert!(!spec.optimal() || lower_bound == cost, "{spec} on {start}: {lower_bound} {cost}");
}
