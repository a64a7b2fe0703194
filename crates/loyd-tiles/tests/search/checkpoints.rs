//! Searches that are stopped repeatedly and resumed from their last resume point.

use super::korf::{goal, korf};
use super::size;
use loyd_search::observe::{Limit, Outcome, Report};
use loyd_search::search::AlgorithmName;
use loyd_search::search::deepening::checkpoint::{
    Checkpoint, CheckpointStore, ForeignCheckpoint, Persistence,
};
use loyd_tiles::heuristic::{HeuristicName, HeuristicSpec};
use loyd_tiles::search::IDASTAR_PROBE;
use loyd_tiles::solver::{Engine, NotPersisted, Plan, Settings, Solver};
use loyd_tiles::{MetricName, Position, Scrambler, Slide};

/// Stores checkpoints in memory, as on a disk that loses some: a killed run leaves only the earlier
/// ones.
struct Memory {
    last: Option<Checkpoint<Slide>>,
    random: u64,
    lose_some: bool,
}

impl Memory {
    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.random >> 33
    }
}

impl CheckpointStore<Slide> for Memory {
    fn is_due(&mut self, boundary: bool) -> bool {
        boundary || self.next().is_multiple_of(5)
    }

    fn save(&mut self, checkpoint: &Checkpoint<Slide>) {
        if !self.lose_some || self.next().is_multiple_of(2) {
            self.last = Some(checkpoint.clone());
        }
    }
}

fn solver(goal: &Position, metric: MetricName, heuristic: HeuristicSpec) -> Solver {
    of_algorithm(AlgorithmName::IdaStar, goal, metric, heuristic)
}

fn of_algorithm(
    algorithm: AlgorithmName,
    goal: &Position,
    metric: MetricName,
    heuristic: HeuristicSpec,
) -> Solver {
    let algorithm = Some(algorithm.into());
    let settings =
        Settings { metric, algorithm, heuristic: Some(heuristic), ..Settings::default() };
    Solver::prepare(&Plan::new(goal, &settings).unwrap()).unwrap()
}

/// Runs of this many nodes each until one finishes; returns the number of runs.
fn in_pieces(
    solver: &Solver,
    start: &Position,
    threads: usize,
    nodes: u64,
    lose_some: bool,
) -> (Report<Slide>, u32) {
    let mut memory = Memory { last: None, random: 11, lose_some };
    let limit = Limit { nodes: Some(nodes), ..Limit::none() };
    for runs in 1..2000 {
        let persistence = Persistence { from: memory.last.clone(), keep: &mut memory };
        let report =
            solver.solve_persisted(start, threads, &limit, persistence, &mut |_| ()).unwrap();
        match report.outcome {
            Outcome::Stopped { lower_bound, .. } => {
                let bound = report.statistics.iterations.last().unwrap().bound;
                assert_eq!(lower_bound, bound);
            }
            _ => return (report, runs),
        }
    }
    panic!("it does not get on");
}

fn same_as_in_one_go(solver: &Solver, start: &Position, nodes: u64, min_runs: u32) {
    let limit = Limit::none();
    let whole = solver.solve(start, 1, &limit, &mut |_| ());
    for (threads, lose_some) in [(1, false), (1, true), (2, false), (2, true)] {
        let (report, runs) = in_pieces(solver, start, threads, nodes, lose_some);
        let name = solver.plan().heuristic.to_string();
        assert!(runs >= min_runs, "{name}, {threads} threads: only {runs} runs");
        let iterations = |report: &Report<Slide>| {
            let all = report.statistics.iterations.clone();
            all[..all.len() - 1].to_vec()
        };
        assert_eq!(iterations(&report), iterations(&whole), "{name}, {threads} threads");
        let length = |report: &Report<Slide>| report.outcome.path().map(<[_]>::len);
        assert_eq!(length(&report), length(&whole));
        assert_eq!(start.replay(report.outcome.path().unwrap()), Ok(solver.plan().goal.clone()));
        if threads == 1 {
            assert_eq!(report, whole, "{name}: one thread counts the last iteration too");
        }
    }
}

/// The first of Korf's boards whose published node count is at least this number and less than
/// twice it.
fn of_nodes(min_nodes: u64) -> Position {
    let mut rows = korf().into_iter();
    rows.find(|row| (min_nodes..2 * min_nodes).contains(&row.nodes)).unwrap().start
}

#[test]
fn kernels_resume_from_checkpoints() {
    let solver = solver(&goal(), MetricName::Single, HeuristicName::WalkingDistance.into());
    same_as_in_one_go(&solver, &of_nodes(400_000_000), 4_000_000, 3);
}

#[test]
fn pattern_databases_resume_from_checkpoints() {
    let solver = solver(&goal(), MetricName::Single, HeuristicSpec::databases_of("5-5-5"));
    same_as_in_one_go(&solver, &korf()[87].start, 1_000_000, 3);
}

/// A checkpoint has no cut nodes, so the iterations of a resumed search may have no probes and other counts.
#[test]
fn probing_searches_resume_with_the_same_length() {
    let start = korf().swap_remove(87).start;
    let heuristic = HeuristicSpec::databases_of("5-5-5");
    let solver = of_algorithm(IDASTAR_PROBE, &goal(), MetricName::Single, heuristic);
    let whole = solver.solve(&start, 1, &Limit::none(), &mut |_| ());
    for (threads, lose_some) in [(1, false), (2, true)] {
        let (report, runs) = in_pieces(&solver, &start, threads, 1_000_000, lose_some);
        assert!(runs >= 2, "only {runs} runs");
        let path = report.outcome.path().expect("a solution");
        assert_eq!(start.replay(path), Ok(goal()));
        assert_eq!(Some(path.len()), whole.outcome.path().map(<[_]>::len));
    }
}

#[test]
fn searches_of_any_board_and_metric_can_be_resumed() {
    // Each of the two alone has kernels.
    let both = "max(hamming,manhattan)".parse().unwrap();
    let general = solver(&goal(), MetricName::Single, both);
    same_as_in_one_go(&general, &of_nodes(20_000_000), 1_000_000, 2);

    let goal = Position::blank_last(size(3, 3));
    let board = Scrambler::new(9).position(&goal);
    let multi = solver(&goal, MetricName::Multi, HeuristicName::Manhattan.into());
    same_as_in_one_go(&multi, &board, 1_000_000, 1);
    let multi = solver(&goal, MetricName::Multi, HeuristicSpec::databases_of("4-4"));
    same_as_in_one_go(&multi, &board, 1_000_000, 1);
}

#[test]
fn checkpoints_of_other_searches_are_refused() {
    let ours = solver(&goal(), MetricName::Single, HeuristicName::WalkingDistance.into());
    let rows = korf();
    let mut memory = Memory { last: None, random: 1, lose_some: false };
    let limit = Limit { nodes: Some(3_000_000), ..Limit::none() };
    let persistence = Persistence { from: None, keep: &mut memory };
    ours.solve_persisted(&rows[21].start, 1, &limit, persistence, &mut |_| ()).unwrap();
    let checkpoint = memory.last.clone().expect("it was stopped");
    assert!(checkpoint.subtrees.len() > 10);
    let refused = |start: &Position, checkpoint: Checkpoint<Slide>| {
        let mut memory = Memory { last: None, random: 1, lose_some: false };
        let persistence = Persistence { from: Some(checkpoint), keep: &mut memory };
        let report = ours.solve_persisted(start, 1, &limit, persistence, &mut |_| ());
        assert_eq!(report.err(), Some(NotPersisted::ForeignCheckpoint(ForeignCheckpoint)));
    };
    // Another board has its blank on another cell.
    let blank = rows[21].start.blank();
    let other = rows.iter().find(|row| row.start.blank().abs_diff(blank) > 4).unwrap();
    refused(&other.start, checkpoint.clone());
    refused(&rows[21].start, Checkpoint { subtrees: Vec::new(), ..checkpoint.clone() });
    refused(&rows[21].start, Checkpoint { bound: 0, ..checkpoint.clone() });
    let mut counted_twice = checkpoint.clone();
    counted_twice.subtrees.insert(0, checkpoint.subtrees[0].clone());
    refused(&rows[21].start, counted_twice);
    let mut contained = checkpoint.clone();
    contained.subtrees[0].path.clone_from(&checkpoint.subtrees[1].path);
    contained.subtrees[0].path.pop();
    refused(&rows[21].start, contained);
    let mut there_and_back = checkpoint;
    let first = there_and_back.subtrees[0].path[0];
    there_and_back.subtrees[0].path = vec![first, first.inverse()];
    refused(&rows[21].start, there_and_back);
    let plain =
        Settings { algorithm: Some(AlgorithmName::IdaStarPlain.into()), ..Settings::default() };
    let plain = Solver::prepare(&Plan::new(&goal(), &plain).unwrap()).unwrap();
    let persistence = Persistence { from: None, keep: &mut memory };
    let report = plain.solve_persisted(&rows[21].start, 1, &limit, persistence, &mut |_| ());
    assert_eq!(report.err(), Some(NotPersisted::Engine));
}
