//! Optimal solutions with distances to subgroups.

use super::nearby::{levels, near};
use loyd_cube::cube3::{
    Cube3, Cube3Space, Cube3Symmetry, Optimal, Rows, SubgroupDistance, ThreeByThree, parse_turns,
};
use loyd_cube::{Half, Metric, MetricName, Quarter, Scrambler, Stickers, Turn};
use loyd_search::observe::{Cancel, Limit, Outcome, StopCause};
use loyd_search::puzzle::replay;
use loyd_search::search::AlgorithmName;
use loyd_search::search::deepening::checkpoint::{Checkpoint, CheckpointStore, Persistence};
use loyd_search::solver::{Engine, Plan, Settings};
use loyd_search::space::{Heuristic, Symmetry};
use std::sync::OnceLock;

const NAME: &str = "pdb:g1";

fn engine<M: Metric>(goal: Cube3) -> Optimal<ThreeByThree, M> {
    let heuristic = Some(NAME.parse().expect("its name"));
    let settings = Settings::<ThreeByThree> { metric: M::NAME, heuristic, ..Settings::default() };
    let plan = Plan::new(&goal, &settings).expect("a plan");
    Optimal::new(&plan, Rows::One, NAME, 2).expect("36 MB")
}

/// The engine of the solved cube, whose table takes seconds.
fn half() -> &'static Optimal<ThreeByThree, Half> {
    static ENGINE: OnceLock<Optimal<ThreeByThree, Half>> = OnceLock::new();
    ENGINE.get_or_init(|| engine(Cube3::SOLVED))
}

fn quarter() -> &'static Optimal<ThreeByThree, Quarter> {
    static ENGINE: OnceLock<Optimal<ThreeByThree, Quarter>> = OnceLock::new();
    ENGINE.get_or_init(|| engine(Cube3::SOLVED))
}

fn check<M: Metric>(engine: &Optimal<ThreeByThree, M>, start: Cube3, distance: Option<u32>) -> u32 {
    let report = engine.solve(&start, 2, &Limit::none(), &mut |_| ());
    let Outcome::Solved { path, cost, lower_bound, proven: true } = report.outcome else {
        panic!("{start}: {:?}", report.outcome)
    };
    let goal = Engine::<ThreeByThree>::plan(engine).goal;
    assert_eq!(replay::<ThreeByThree>(&start, &path, M::NAME), Ok((goal, cost)));
    assert_eq!(Stickers::from(start).after(&path), Stickers::from(goal));
    assert!(lower_bound == cost && distance.is_none_or(|distance| distance == cost), "{start}");
    assert!(engine.estimate(&start).is_some_and(|estimate| estimate <= cost));
    cost
}

/// Cubes at known distances, those of every level to the fourth; and scrambles, whose solutions are
/// no longer than they are, nor longer than those of their inverses.
fn solves<M: Metric>(solved: &Optimal<ThreeByThree, M>, moves: usize) {
    let other = Scrambler::new(31).cube3();
    for (goal, engine) in [(Cube3::SOLVED, solved), (other, &engine::<M>(other))] {
        for (start, distance) in near(goal, M::NAME, 4) {
            check(engine, start, Some(distance));
        }
        let mut scrambler = Scrambler::new(32);
        for _ in 0..4 {
            let mut cube = Cube3::SOLVED;
            for _ in 0..moves {
                let pick = scrambler.cube3().rank() % M::TURNS.len() as u128;
                cube.turn(M::TURNS[pick as usize]);
            }
            let cost = check(engine, goal.then(cube), None);
            assert!(
                cost as usize <= moves
                    && (M::NAME == MetricName::Half || cost as usize % 2 == moves % 2)
            );
            assert_eq!(check(engine, goal.then(cube.inverse()), None), cost);
        }
    }
}

#[test]
fn shortest_paths_in_half_turns() {
    solves(half(), 11);
}

#[test]
fn shortest_paths_in_quarter_turns() {
    solves(quarter(), 13);
}

/// Cubes that some symmetry takes to themselves: their first turns are tried up to these symmetries.
fn symmetric_cubes<M: Metric>(
    engine: &Optimal<ThreeByThree, M>,
    farthest: u32,
    pons_asinorum: u32,
) {
    let symmetry = Cube3Symmetry::new();
    let mut seen = 0;
    let is_own = |start: &&Cube3| {
        (1..symmetry.order()).any(|element| symmetry.image(element, *start) == **start)
    };
    for (distance, level) in (0..).zip(levels(Cube3::SOLVED, M::NAME, farthest)) {
        for &start in level.iter().filter(is_own) {
            check(engine, start, Some(distance));
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
    let turns = parse_turns("U2 D2 R2 L2 F2 B2").expect("turns");
    check(engine, Cube3::SOLVED.after(&turns), Some(pons_asinorum));
}

#[test]
fn symmetric_cubes_are_solved() {
    symmetric_cubes(half(), 3, 6);
    symmetric_cubes(quarter(), 4, 12);
}

/// Along walks from the goal the estimate is never more than their length.
fn admissible<M: Metric>() {
    let goal = Scrambler::new(33).cube3();
    let heuristic =
        SubgroupDistance::new(&Cube3Space::<M>::new(goal), Rows::One, NAME, 2).expect("36 MB");
    let all: u64 = heuristic.levels().iter().sum();
    assert_eq!(all, 64_430 * 2_187);
    let (mut scrambler, mut largest) = (Scrambler::new(34), 0);
    for _ in 0..2000 {
        let mut cube = goal;
        for length in 0..26 {
            let value = heuristic.value(heuristic.start(&cube));
            assert!(value <= length && (length > 0 || value == 0));
            largest = largest.max(value);
            let pick = scrambler.cube3().rank() % M::TURNS.len() as u128;
            cube.turn(M::TURNS[pick as usize]);
        }
    }
    assert!(largest >= 10, "far cubes have larger estimates than near ones");
}

#[test]
fn estimates_are_admissible_on_walks() {
    admissible::<Half>();
    admissible::<Quarter>();
}

/// The numbers of entries, each standing for up to sixteen states, fit the numbers of states by
/// distance to G1 that H. Kociemba published: 1, 4, 50, 592, 7156, 87,236, 1,043,817, …
#[test]
fn levels_of_the_table_fit_published_ones() {
    let published = [1u64, 4, 50, 592, 7_156, 87_236, 1_043_817, 12_070_278, 124_946_368];
    let space = Cube3Space::<Half>::new(Cube3::SOLVED);
    let heuristic = SubgroupDistance::new(&space, Rows::One, NAME, 1).expect("36 MB");
    for (distance, (&entries, states)) in heuristic.levels().iter().zip(published).enumerate() {
        assert!(entries >= states.div_ceil(16) && entries <= states, "{distance}");
        assert!(distance < 6 || entries * 15 < states, "few states are symmetric");
    }
}

/// A stopped search has proved its bound, and continues from its checkpoint.
#[test]
fn stopped_searches_can_be_resumed() {
    struct Last(Option<Checkpoint<Turn>>);
    impl CheckpointStore<Turn> for Last {
        fn is_due(&mut self, boundary: bool) -> bool {
            boundary
        }
        fn save(&mut self, checkpoint: &Checkpoint<Turn>) {
            self.0 = Some(checkpoint.clone());
        }
    }
    let engine = half();
    let turns =
        loyd_cube::cube3::parse_turns("R U2 F' D L B2 U' R2 F L' D2 B' U R' F2").expect("moves");
    let cube = Cube3::SOLVED.after(&turns);
    let solve = |limit: &Limit| engine.solve(&cube, 1, limit, &mut |_| ());
    let whole = solve(&Limit::none());
    let distance = whole.outcome.path().expect("a path").len() as u32;
    let nodes = Limit { nodes: Some(whole.statistics.expanded / 3), ..Limit::none() };
    let Outcome::Stopped { cause: StopCause::Nodes, lower_bound, .. } = solve(&nodes).outcome
    else {
        panic!("it was stopped")
    };
    assert!(lower_bound <= distance && Some(lower_bound) >= engine.estimate(&cube));
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = solve(&Limit::cancelled_by(&cancel));
    let Outcome::Stopped { cause: StopCause::Cancelled, .. } = cancelled.outcome else {
        panic!("{:?}", cancelled.outcome)
    };
    let mut last = Last(None);
    let persistence = Persistence { from: None, keep: &mut last };
    engine.solve_persisted(&cube, 1, &nodes, persistence, &mut |_| ()).expect("it can be saved");
    let from = last.0.take();
    assert!(from.is_some());
    let persistence = Persistence { from, keep: &mut last };
    let resumed = engine.solve_persisted(&cube, 1, &Limit::none(), persistence, &mut |_| ());
    let resumed = resumed.expect("the same search");
    assert_eq!(resumed.outcome, whole.outcome);
}

/// All shortest paths, counted by making all strings of this many turns.
#[test]
fn all_shortest_paths_are_counted() {
    let engine = half();
    for (start, distance) in near(Cube3::SOLVED, MetricName::Half, 4) {
        let mut ways = std::collections::HashMap::from([(start, 1u128)]);
        for _ in 0..distance {
            let mut next = std::collections::HashMap::new();
            for (cube, count) in ways {
                for &turn in Half::TURNS {
                    *next.entry(cube.after(&[turn])).or_insert(0) += count;
                }
            }
            ways = next;
        }
        let all = engine.all(&start, distance, 100, &Limit::none()).expect("counted");
        assert!(all.paths.iter().all(|path| Stickers::from(start).after(path).is_solved()));
        assert_eq!(
            (Some(&all.count), all.paths.len() as u128),
            (ways.get(&Cube3::SOLVED), all.count)
        );
    }
}

#[test]
fn the_puzzle_has_it_by_name() {
    let settings = |algorithm: AlgorithmName| Settings::<ThreeByThree> {
        algorithm: Some(algorithm.into()),
        heuristic: Some(NAME.parse().expect("its name")),
        ..Settings::default()
    };
    let start = Cube3::SOLVED.after(&loyd_cube::cube3::parse_turns("R U F2 D' L").expect("moves"));
    for algorithm in [AlgorithmName::IdaStar, AlgorithmName::AStar] {
        let plan = Plan::new(&Cube3::SOLVED, &settings(algorithm)).expect("a plan");
        assert!(plan.proves());
        let report = plan.prepare().expect("36 MB").solve(&start, 1, &Limit::none(), &mut |_| ());
        let Outcome::Solved { cost: 5, proven: true, .. } = report.outcome else {
            panic!("{algorithm}: {:?}", report.outcome)
        };
    }
    let heuristic = Some("max(pdb:g1,slice)".parse().expect("a maximum"));
    let alone = Settings::<ThreeByThree> { heuristic, ..Settings::default() };
    let plan = Plan::new(&Cube3::SOLVED, &alone).expect("names are all right");
    assert!(plan.prepare().is_err_and(|refused| refused.name == NAME));
}
