//! Beam search with tables of placements, beside optimal solutions.

use loyd_search::observe::{Cancel, Limit, Outcome, StopCause};
use loyd_search::puzzle::Puzzle;
use loyd_search::search::AlgorithmSpec;
use loyd_search::solver::{Engine, Settings};
use loyd_tiles::pdb::{Additive, Builder, Encoding, Partition, Pattern};
use loyd_tiles::search::beam::TileBeam;
use loyd_tiles::solver::{Outlook, Plan, Solver, Tiles};
use loyd_tiles::{Position, Scrambler, Size, Slide};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

fn solver(size: (usize, usize), algorithm: &str, heuristic: &str) -> Solver {
    let goal = Position::blank_first(Size::new(size.0, size.1).expect("a size"));
    let settings = Settings::<Tiles> {
        algorithm: Some(
            AlgorithmSpec::parse(algorithm, &Tiles::algorithms()).expect("an algorithm"),
        ),
        heuristic: Some(heuristic.parse().expect("a heuristic")),
        ..Settings::default()
    };
    let plan = Plan::choose(&goal, &settings, &Outlook::default()).expect("a plan");
    Solver::prepare(&plan).expect("tables")
}

/// The moves of a solution, replayed.
fn solve(solver: &Solver, start: &Position, threads: usize, limit: &Limit) -> Vec<Slide> {
    let report = solver.solve(start, threads, limit, &mut |_| ());
    let path = match report.outcome {
        Outcome::Solved { path, .. } | Outcome::Stopped { best: Some(path), .. } => path,
        other => panic!("{other:?}"),
    };
    let mut position = start.clone();
    position.slide_all(&path).expect("legal moves");
    assert_eq!(position, solver.plan().goal);
    path
}

#[test]
fn a_wide_beam_is_optimal_on_small_boards() {
    let optimal = solver((3, 3), "idastar", "manhattan");
    let [wide, narrow] =
        ["beam(100000)", "beam(20)"].map(|name| solver((3, 3), name, "pdb-excess:4-4"));
    let (mut scrambler, none, mut excess) = (Scrambler::new(1), Limit::none(), 0);
    for _ in 0..50 {
        let start = scrambler.position(&optimal.plan().goal);
        let length = solve(&optimal, &start, 1, &none).len();
        assert_eq!(solve(&wide, &start, 2, &none).len(), length);
        excess += solve(&narrow, &start, 1, &none).len() - length;
    }
    assert!(excess > 0, "a beam of 20 states is not optimal");
}

#[test]
fn a_beam_of_one_state_ends() {
    let beam = solver((3, 3), "beam(1)", "pdb-excess:4-4");
    let (mut scrambler, none, mut stopped) = (Scrambler::new(4), Limit::none(), 0);
    for _ in 0..20 {
        let start = scrambler.position(&beam.plan().goal);
        let report = beam.solve(&start, 1, &none, &mut |_| ());
        let cause = StopCause::Width;
        stopped +=
            u32::from(matches!(report.outcome, Outcome::Stopped { cause: c, .. } if c == cause));
    }
    assert!(stopped > 0, "a state alone walks in circles");
}

#[test]
fn every_number_of_threads_finds_the_same_solution() {
    let beam = solver((4, 4), "beam(20000)", "pdb-excess:5-5-5");
    let (mut scrambler, none) = (Scrambler::new(2), Limit::none());
    for _ in 0..2 {
        let start = scrambler.position(&beam.plan().goal);
        assert_eq!(solve(&beam, &start, 1, &none), solve(&beam, &start, 3, &none));
    }
}

#[test]
fn a_limit_of_time_gives_short_solutions_of_large_boards() {
    // No tables: the generic beam, with linear conflict.
    let beam = solver((6, 6), "beam", "linear-conflict");
    let start = Scrambler::new(3).position(&beam.plan().goal);
    let limit = Limit { time: Some(Duration::from_secs(2)), ..Limit::none() };
    let path = solve(&beam, &start, 2, &limit);
    let built = solver((6, 6), "constructive", "linear-conflict");
    assert!(path.len() < solve(&built, &start, 1, &Limit::none()).len());
}

/// The 35-puzzle in twelve patterns: tables that are built in no time.
const TRIPLES: &str = "\
_ A A B B B
C A D D E E
C C D F F E
G G H F I I
G J H H K I
J J L L K K
";

#[test]
fn weights_of_pairs_shorten_solutions_of_6x6_boards() {
    let size = Size::new(6, 6).expect("a size");
    let goal = Position::blank_last(size);
    let drawn = Partition::from_drawing(TRIPLES).expect("a drawing");
    let partition = drawn.turned_to(size, goal.blank()).expect("a corner");
    let table = |pattern: &Pattern| {
        let builder = Builder::new(size, pattern.tiles(), 1).expect("a small pattern");
        let cancel = Cancel::default();
        Ok::<_, Box<dyn Error>>(builder.additive(
            pattern,
            Encoding::Excess,
            &cancel,
            &mut |_| (),
        )?)
    };
    let additive = Additive::new(&goal, &[partition.patterns().to_vec()], 1, table);
    let additive = [Arc::new(additive.expect("tables"))];
    let with = TileBeam::new(&additive).expect("tables of placements");
    let without = TileBeam::with_weights(&additive, None).expect("tables of placements");
    let moves = |beam: &TileBeam, start: &Position, width, threads| {
        let report = beam.search(start, Some(width), threads, &Limit::none(), &mut |_| ());
        let (Outcome::Solved { path, .. } | Outcome::Stopped { best: Some(path), .. }) =
            report.outcome
        else {
            return None;
        };
        assert_eq!(start.replay(&path).expect("legal moves"), goal);
        Some(path)
    };
    let line = |line: &str| line.split(',').nth(1).map(str::to_owned);
    let board = |line: String| {
        let tiles: Vec<u64> =
            line.split_whitespace().map(|tile| tile.parse().expect("a tile")).collect();
        Position::new(size, &tiles).expect("a board")
    };
    let lines = loyd_data::DEEPCUBEA_35.lines().skip(1);
    let boards: Vec<Position> = lines.take(10).filter_map(line).map(board).collect();
    let mut shorter = 0;
    for start in &boards {
        let [with, without] =
            [&with, &without].map(|beam| moves(beam, start, 1000, 1).map(|path| path.len()));
        shorter += i32::from(with.unwrap_or(usize::MAX) < without.unwrap_or(usize::MAX));
    }
    assert!(shorter >= 8, "{shorter} of 10");
    // Levels of this width are shared out.
    let [one, two] = [1, 2].map(|threads| moves(&with, &boards[0], 10_000, threads));
    assert!(one.is_some() && one == two);
}
