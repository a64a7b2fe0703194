//! The 2x2x2 cube as a puzzle: everything by name, against distances of the complete space.

use loyd_cube::cube2::{Coordinates, Cube2, Cube2Ranking, STATES, TurnTables, TwoByTwo, resolve};
use loyd_cube::cube3::TWO_PHASE;
use loyd_cube::{Amount, Face, MetricName, Scrambler, Turn, parse_steps};
use loyd_search::observe::{Expansion, Limit, Outcome, Report, StopCause};
use loyd_search::puzzle::{Puzzle, replay};
use loyd_search::search::deepening::checkpoint::{Checkpoint, CheckpointStore, Persistence};
use loyd_search::search::{AlgorithmName, AlgorithmSpec};
use loyd_search::solver::{Engine, NotPersisted, Plan, Settings, Watch};
use loyd_search::space::Ranking;
use std::sync::OnceLock;

const METRICS: [MetricName; 2] = MetricName::ALL;

/// The turns of U, R and F that are one move.
fn turns(metric: MetricName) -> Vec<Turn> {
    let all = [Face::U, Face::R, Face::F]
        .into_iter()
        .flat_map(|face| Amount::ALL.map(|amount| Turn { face, amount }));
    all.filter(|turn| metric == MetricName::Half || turn.amount != Amount::Half).collect()
}

/// Every distance to the solved cube, by rank: breadth-first search over coordinates.
fn distances(metric: MetricName) -> &'static [u8] {
    static DISTANCES: [OnceLock<Vec<u8>>; 2] = [OnceLock::new(), OnceLock::new()];
    DISTANCES[metric as usize].get_or_init(|| {
        let tables = TurnTables::new(&Cube2Ranking::new());
        let mut distances = vec![u8::MAX; STATES as usize];
        distances[Coordinates::SOLVED.rank() as usize] = 0;
        let (mut level, mut depth) = (vec![Coordinates::SOLVED], 0);
        while !level.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for here in level {
                for &turn in &turns(metric) {
                    let there = tables.turn(here, turn);
                    let distance = &mut distances[there.rank() as usize];
                    if *distance == u8::MAX {
                        *distance = depth;
                        next.push(there);
                    }
                }
            }
            level = next;
        }
        distances
    })
}

fn distance(metric: MetricName, from: Cube2, to: Cube2) -> u32 {
    static RANKING: OnceLock<Cube2Ranking> = OnceLock::new();
    let rank = RANKING.get_or_init(Cube2Ranking::new).rank(&to.inverse().then(from));
    distances(metric)[rank as usize].into()
}

/// Shortest solutions, counted by descending the distances.
fn ways(metric: MetricName, from: Cube2, to: Cube2) -> u128 {
    let here = distance(metric, from, to);
    let children = turns(metric).into_iter().map(|turn| from.after(&[turn]));
    let nearer = children.filter(|&child| distance(metric, child, to) < here);
    if here == 0 { 1 } else { nearer.map(|child| ways(metric, child, to)).sum() }
}

fn engine(
    goal: Cube2,
    metric: MetricName,
    algorithm: impl Into<AlgorithmSpec>,
    heuristic: &str,
) -> Box<dyn Engine<TwoByTwo>> {
    let settings = Settings {
        metric,
        algorithm: Some(algorithm.into()),
        heuristic: Some(heuristic.parse().expect("a heuristic")),
        ..Settings::default()
    };
    let plan = Plan::new(&goal, &settings).expect("the cube has it");
    plan.prepare().expect("a small table")
}

fn solve(engine: &dyn Engine<TwoByTwo>, start: Cube2, threads: usize) -> Report<Turn> {
    engine.solve(&start, threads, &Limit::none(), &mut |_| ())
}

/// The path leads to the goal on the plain cube, has the reported length, and is shortest if that
/// is claimed.
fn check(engine: &dyn Engine<TwoByTwo>, start: Cube2, report: &Report<Turn>) {
    let Plan { goal, metric, algorithm, heuristic, .. } = engine.plan();
    let name = format!("{} with {heuristic} from {start} to {goal}", algorithm.name);
    let Outcome::Solved { path, cost, proven, .. } = &report.outcome else {
        panic!("{name}: {:?}", report.outcome);
    };
    let replayed = replay::<TwoByTwo>(&start, path, *metric);
    assert_eq!(replayed, Ok((*goal, *cost)), "{name}");
    assert_eq!(path.len() as u32, *cost, "{name}");
    let distance = distance(*metric, start, *goal);
    assert!(*cost >= distance, "{name}");
    assert!(!proven || *cost == distance, "{name}");
    if engine.plan().proves() {
        assert!(*proven, "{name}");
    }
}

/// Cubes that few moves lead to, solved one included, and cubes anywhere.
fn near_and_far(seed: u64, goal: Cube2) -> (Vec<Cube2>, Vec<Cube2>) {
    let mut scrambler = Scrambler::new(seed);
    let far = vec![scrambler.cube2()];
    let moves = parse_steps("R U2 F' U R' F U", 2).expect("moves");
    let near = (0..=moves.len()).step_by(2).map(|count| goal.after(&resolve(&moves[..count])));
    (near.collect(), far)
}

fn every_algorithm(metric: MetricName) {
    let (near, far) = near_and_far(1, Cube2::SOLVED);
    for name in TwoByTwo::algorithms() {
        let blind = !name.info().informed && name != AlgorithmName::Bibfs;
        let heuristics: &[&str] = if name.info().informed {
            &["zero", "permutation", "pdb:corners-4", "max(orientation,pdb:corners-3)"]
        } else {
            &["zero"]
        };
        for heuristic in heuristics {
            let engine = engine(Cube2::SOLVED, metric, name, heuristic);
            let without = *heuristic == "zero" && name != AlgorithmName::Bibfs;
            let far = if blind || without { &[] } else { &far[..] };
            for &start in near.iter().chain(far) {
                check(&*engine, start, &solve(&*engine, start, 2));
            }
        }
    }
}

#[test]
fn every_algorithm_with_half_turns() {
    every_algorithm(MetricName::Half);
}

#[test]
fn every_algorithm_with_quarter_turns() {
    every_algorithm(MetricName::Quarter);
}

#[test]
fn algorithms_of_other_puzzles_are_refused() {
    assert_eq!(TwoByTwo::algorithms(), AlgorithmName::ALL);
    let settings =
        Settings { algorithm: Some(TWO_PHASE.into()), ..Settings::<TwoByTwo>::default() };
    assert!(Plan::new(&Cube2::SOLVED, &settings).is_err());
}

#[test]
fn the_usual_choices_solve_the_farthest_cubes() {
    let ranking = Cube2Ranking::new();
    for (metric, radius) in [(MetricName::Half, 11), (MetricName::Quarter, 14)] {
        let settings = Settings { metric, ..Settings::default() };
        let plan = Plan::<TwoByTwo>::new(&Cube2::SOLVED, &settings).expect("a plan");
        let engine = plan.prepare().expect("a small table");
        let farthest = (0..STATES).filter(|&rank| distances(metric)[rank as usize] == radius);
        let farthest: Vec<u64> = farthest.collect();
        for &rank in farthest.iter().step_by(farthest.len() / 4) {
            let start = ranking.unrank(rank);
            check(&*engine, start, &solve(&*engine, start, 1));
        }
    }
}

#[test]
fn any_cube_can_be_the_goal() {
    let mut scrambler = Scrambler::new(8);
    for metric in METRICS {
        let goal = scrambler.cube2();
        let (near, far) = near_and_far(4, goal);
        for name in [AlgorithmName::IdaStar, AlgorithmName::AStar, AlgorithmName::Nbs] {
            for heuristic in ["permutation", "pdb:corners-5", "max(pdb:corners-4,orientation)"] {
                let engine = engine(goal, metric, name, heuristic);
                for &start in near.iter().chain(&far) {
                    check(&*engine, start, &solve(&*engine, start, 1));
                }
            }
        }
        // With the true distance nothing is expanded beside the path.
        let engine = engine(goal, metric, AlgorithmName::IdaStar, "pdb:full");
        for start in far {
            let report = solve(&*engine, start, 1);
            check(&*engine, start, &report);
            let distance = distance(metric, start, goal);
            assert_eq!(engine.estimate(&start), Some(distance));
            assert_eq!(report.statistics.expanded, u64::from(distance));
        }
    }
}

struct Last(Option<Checkpoint<Turn>>);

impl CheckpointStore<Turn> for Last {
    fn is_due(&mut self, boundary: bool) -> bool {
        boundary
    }

    fn save(&mut self, checkpoint: &Checkpoint<Turn>) {
        self.0 = Some(checkpoint.clone());
    }
}

#[test]
fn a_stopped_search_can_be_resumed() {
    let mut scrambler = Scrambler::new(6);
    for metric in METRICS {
        // No heuristic, so that subtrees are large enough to be saved one by one.
        let engine = engine(Cube2::SOLVED, metric, AlgorithmName::IdaStar, "zero");
        let mut starts = std::iter::repeat_with(|| scrambler.cube2());
        let far = if metric == MetricName::Half { 9 } else { 11 };
        let is_far = |start: &Cube2| distance(metric, *start, Cube2::SOLVED) == far;
        let start = starts.find(is_far).expect("there are many");
        let whole = solve(&*engine, start, 1);
        let limit = Limit { nodes: Some(whole.statistics.expanded / 4), ..Limit::none() };
        let (mut last, mut stops) = (Last(None), 0);
        let report = loop {
            let persistence = Persistence { from: last.0.take(), keep: &mut last };
            let report = engine.solve_persisted(&start, 1, &limit, persistence, &mut |_| ());
            let report = report.expect("its own checkpoint");
            match &report.outcome {
                Outcome::Solved { .. } => break report,
                Outcome::Stopped { cause, .. } => assert_eq!(*cause, StopCause::Nodes),
                Outcome::Unsolvable(why) => panic!("{why}"),
            }
            stops += 1;
            assert!(stops < 50);
        };
        assert!(stops > 1, "{}", whole.statistics.expanded);
        check(&*engine, start, &report);
        let complete = whole.statistics.iterations.len() - 1;
        let iterations = |report: &Report<Turn>| report.statistics.iterations[..complete].to_vec();
        assert_eq!(iterations(&report), iterations(&whole));
    }
    let engine = engine(Cube2::SOLVED, MetricName::Half, AlgorithmName::AStar, "orientation");
    let persistence = Persistence { from: None, keep: &mut Last(None) };
    let refused =
        engine.solve_persisted(&Cube2::SOLVED, 1, &Limit::none(), persistence, &mut |_| ());
    assert_eq!(refused.err(), Some(NotPersisted::Engine));
}

/// Counts expansions, and checks their values.
struct ExpansionCheck {
    expansions: u64,
    start: Cube2,
    metric: MetricName,
}

impl Watch<TwoByTwo> for ExpansionCheck {
    fn expanding(&mut self, expansion: &Expansion<'_, Cube2>) {
        self.expansions += 1;
        if !expansion.backward {
            let nearest = distance(self.metric, *expansion.state, self.start);
            assert!(expansion.g >= nearest);
        }
    }
}

#[test]
fn every_expansion_can_be_watched() {
    let start = TwoByTwo::parse("R U' F2 R", None).expect("moves");
    for metric in METRICS {
        for name in TwoByTwo::algorithms() {
            let engine = engine(Cube2::SOLVED, metric, name, "permutation");
            let mut seen = ExpansionCheck { expansions: 0, start, metric };
            let report = engine.watch(&start, &Limit::none(), &mut seen);
            assert_eq!(report.is_some(), name.info().observed, "{name}");
            if let Some(report) = report {
                check(&*engine, start, &report);
                assert_eq!(seen.expansions, report.statistics.expanded, "{name}");
            }
        }
    }
}

#[test]
fn all_shortest_solutions_are_counted() {
    let mut scrambler = Scrambler::new(9);
    for metric in METRICS {
        let goal = scrambler.cube2();
        let engine = engine(goal, metric, AlgorithmName::IdaStar, "pdb:corners-4");
        let (near, far) = near_and_far(5, goal);
        for start in near.into_iter().chain(far) {
            let length = distance(metric, start, goal);
            let all = engine.all(&start, length, 1000, &Limit::none()).expect("no limit");
            assert_eq!(all.count, ways(metric, start, goal), "{start}");
            assert_eq!(all.paths.len() as u128, all.count.min(1000));
            for path in &all.paths {
                assert_eq!(replay::<TwoByTwo>(&start, path, metric), Ok((goal, length)));
            }
        }
    }
}

/// Databases and a maximum of different tables on every state; the tests of `cube2` do the same with
/// tables of coordinates, and compare the complete database with the distances.
fn audits(metric: MetricName, radius: u32, heuristics: &[&str]) {
    let goal = Scrambler::new(12).cube2();
    for heuristic in heuristics {
        let engine = engine(goal, metric, AlgorithmName::AStar, heuristic);
        let audit = engine.audit(2, &Limit::none(), &mut |_, _| ()).expect("no limit");
        assert_eq!(audit.radius, radius);
        let findings = audit.findings;
        assert_eq!(findings.states, STATES);
        assert_eq!(findings.moves, STATES * turns(metric).len() as u64);
        assert!(findings.admissible() && findings.consistent(), "{heuristic}");
        let properties = TwoByTwo::properties(&engine.plan().heuristic, metric);
        assert!(properties.admissible && properties.consistent);
    }
}

#[test]
fn heuristics_are_listed_weakest_first() {
    let mut scrambler = Scrambler::new(13);
    let (goal, cubes) = (scrambler.cube2(), [(); 500].map(|()| scrambler.cube2()));
    for metric in METRICS {
        let sum = |heuristic: &str| -> u32 {
            let engine = engine(goal, metric, AlgorithmName::AStar, heuristic);
            cubes.iter().filter_map(|cube| engine.estimate(cube)).sum()
        };
        let sums: Vec<u32> = TwoByTwo::heuristics().iter().map(|info| sum(info.name)).collect();
        assert!(sums.is_sorted_by(|weak, strong| weak < strong), "{sums:?}");
        let truth: u32 = cubes.iter().map(|&cube| distance(metric, cube, goal)).sum();
        assert_eq!(sums.last(), Some(&truth));
        let four = TwoByTwo::heuristics().iter().position(|info| info.name == "pdb:corners-4");
        assert!(sum("max(pdb:corners-4,permutation)") > sums[four.expect("it is listed")]);
    }
}

#[test]
fn audits_of_every_state_with_half_turns() {
    audits(MetricName::Half, 11, &["max(permutation,orientation,pdb:corners-4)"]);
}

#[test]
fn audits_of_every_state_with_quarter_turns() {
    audits(MetricName::Quarter, 14, &["pdb:corners-3"]);
}

#[test]
#[ignore = "half a minute: every state, five times"]
fn audits_of_every_state_with_further_heuristics() {
    audits(MetricName::Half, 11, &["pdb:corners-3", "pdb:corners-5"]);
    let largest = "max(permutation,orientation,pdb:corners-4)";
    audits(MetricName::Quarter, 14, &["pdb:corners-5", largest]);
}
