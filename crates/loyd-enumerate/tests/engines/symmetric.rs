//! Levels by classes of states against published tables, a plain search over stickers, and the
//! engine for bitmaps.

use crate::pancakes::Pancakes;
use loyd_cube::cube2::{Cube2, TwoByTwo};
use loyd_cube::cube3::{Cube3, ThreeByThree};
use loyd_cube::{Amount, Face, MetricName, Scrambler, Stickers, Turn};
use loyd_enumerate::checkpoint::{MemoryCheckpoints, StoreFault};
use loyd_enumerate::{
    EngineName, EnumerateError, Enumeration, LevelProgress, LevelSummary, Plan, Request,
    Unsuitable, run, run_with,
};
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_search::puzzle::Puzzle;
use std::collections::HashSet;

const TABLES: &str = include_str!("../../../../data/cube_levels.csv");

/// The published levels of a cube.
pub(crate) fn published(puzzle: &str, metric: MetricName) -> Vec<u64> {
    let states = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (fields[..2] == [puzzle, metric.name()]).then(|| fields[3].parse().expect("a number"))
    };
    TABLES.lines().filter_map(states).collect()
}

fn request<P: Puzzle>(start: P::Position, metric: P::Metric, depth: u32) -> Request<P> {
    let engine = Some(EngineName::Symmetric);
    Request { metric, depth: Some(depth), engine, threads: 2, ..Request::new(start) }
}

fn enumerate<P: Puzzle>(request: &Request<P>) -> Enumeration<P> {
    let plan = Plan::new(request).expect("it can be planned");
    let result = run(&plan, &Limit::none(), &mut |_| ()).expect("memory");
    assert!(result.peak_memory_bytes <= plan.memory() && plan.memory() <= request.memory);
    result
}

fn cube(metric: MetricName, depth: u32) -> Enumeration<ThreeByThree> {
    let result = enumerate(&request(Cube3::SOLVED, metric, depth));
    assert_eq!((result.stopped, result.complete, result.radius), (None, false, None));
    result
}

fn agrees_with_publications(metric: MetricName, depth: u32) {
    let levels = cube(metric, depth).levels;
    assert_eq!(levels, published("3x3x3", metric)[..=depth as usize]);
}

#[test]
fn published_levels_with_quarter_turns() {
    agrees_with_publications(MetricName::Quarter, 8);
}

#[test]
fn published_levels_with_half_turns() {
    agrees_with_publications(MetricName::Half, 7);
}

/// Half a minute of two cores, 2 GiB.
#[test]
#[ignore = "minutes"]
fn published_levels_deeper_with_quarter_turns() {
    agrees_with_publications(MetricName::Quarter, 10);
}

/// A minute of two cores, 5 GiB.
#[test]
#[ignore = "minutes"]
fn published_levels_deeper_with_half_turns() {
    agrees_with_publications(MetricName::Half, 9);
}

/// The quarter-turn total to depth 6 of J. L. Lehman, *Exploring the Limits of Computing Through
/// Exhaustive Search*.
#[test]
fn the_total_of_the_paper() {
    assert_eq!(cube(MetricName::Quarter, 6).total, 983_926);
}

/// Breadth-first search over stickers, nothing reduced.
fn stickers(metric: MetricName, depth: u32) -> Vec<u64> {
    let amounts: &[Amount] = match metric {
        MetricName::Half => &Amount::ALL,
        MetricName::Quarter => &[Amount::Clockwise, Amount::Counterclockwise],
    };
    let turns = Face::ALL.iter().flat_map(|&face| amounts.iter().map(move |&a| (face, a)));
    let turns: Vec<Turn> = turns.map(|(face, amount)| Turn { face, amount }).collect();
    let mut seen = HashSet::from([Stickers::solved(3)]);
    let mut level = vec![Stickers::solved(3)];
    let mut levels = vec![1];
    for _ in 0..depth {
        let mut next = Vec::new();
        for cube in level {
            for turn in &turns {
                let after = cube.after(&[*turn]);
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        levels.push(next.len() as u64);
        level = next;
    }
    levels
}

#[test]
fn levels_are_those_of_a_plain_search() {
    for (metric, depth) in [(MetricName::Half, 3), (MetricName::Quarter, 4)] {
        assert_eq!(cube(metric, depth).levels, stickers(metric, depth));
    }
}

#[test]
#[ignore = "minutes"]
fn levels_are_those_of_a_plain_search_deeper() {
    for (metric, depth) in [(MetricName::Half, 4), (MetricName::Quarter, 5)] {
        assert_eq!(cube(metric, depth).levels, stickers(metric, depth));
    }
}

#[test]
fn every_start_has_the_same_levels() {
    let start = Scrambler::new(4).cube3();
    let result = enumerate(&request::<ThreeByThree>(start, MetricName::Half, 5));
    assert_eq!(result.levels, published("3x3x3", MetricName::Half)[..6]);
}

#[test]
fn threads_change_nothing() {
    for threads in [1, 3] {
        let request = Request { threads, ..request(Cube3::SOLVED, MetricName::Quarter, 7) };
        let levels = enumerate::<ThreeByThree>(&request).levels;
        assert_eq!(levels, published("3x3x3", MetricName::Quarter)[..8]);
    }
}

/// The whole space of the small cube: the engine stops at an empty level.
#[test]
fn a_space_is_counted_to_its_end() {
    for metric in MetricName::ALL {
        let all = Request { depth: None, ..request::<TwoByTwo>(Cube2::SOLVED, metric, 0) };
        let result = enumerate(&all);
        assert_eq!(result.levels, published("2x2x2", metric));
        assert_eq!((result.total, result.complete), (3_674_160, true));
        assert_eq!(result.radius, Some(result.levels.len() as u32 - 1));
    }
}

/// With less and less memory, levels are made in rounds, the last one in passes; no level is started that
/// does not fit, and none comes out wrong.
#[test]
fn little_memory_changes_no_level() {
    let table = published("3x3x3", MetricName::Quarter);
    let mut finished = HashSet::new();
    for memory in [64u64 << 20, 24 << 20, 14 << 20, 9 << 20, 7 << 20] {
        let request = Request { memory, ..request(Cube3::SOLVED, MetricName::Quarter, 8) };
        let result = enumerate::<ThreeByThree>(&request);
        assert_eq!(result.levels, table[..result.levels.len()], "{memory}");
        let stopped = (result.levels.len() < 9).then_some(StopCause::Memory);
        assert_eq!(result.stopped, stopped, "{memory}");
        finished.insert(result.levels.len());
    }
    assert!(finished.contains(&9) && finished.len() > 1, "{finished:?}");
}

#[test]
fn without_a_depth_the_run_ends_at_the_memory_limit() {
    let endless = Request {
        depth: None,
        memory: 16 << 20,
        ..request::<ThreeByThree>(Cube3::SOLVED, MetricName::Half, 0)
    };
    let result = enumerate(&endless);
    assert_eq!(result.stopped, Some(StopCause::Memory));
    assert!(result.levels.len() > 6);
    assert_eq!(result.levels, published("3x3x3", MetricName::Half)[..result.levels.len()]);
}

#[test]
fn a_run_can_be_cancelled_in_a_level() {
    let plan = Plan::new(&request::<ThreeByThree>(Cube3::SOLVED, MetricName::Half, 8)).expect("8");
    let cancel = Cancel::new();
    let result = run(&plan, &Limit::cancelled_by(&cancel), &mut |level| {
        if level.depth == 7 && level.finished {
            cancel.cancel();
        }
    });
    let result = result.expect("memory");
    assert_eq!(result.stopped, Some(StopCause::Cancelled));
    assert_eq!(result.levels, published("3x3x3", MetricName::Half)[..8]);
}

#[test]
fn the_engine_suits_the_large_cube_and_not_pancakes() {
    let choice =
        Request { engine: None, ..request::<ThreeByThree>(Cube3::SOLVED, MetricName::Half, 5) };
    assert_eq!(Plan::new(&choice).expect("a plan").engine(), Some(EngineName::Symmetric));
    let small = Request::<TwoByTwo>::new(Cube2::SOLVED);
    assert_eq!(Plan::new(&small).expect("a plan").engine(), Some(EngineName::Memory));
    let antipodes =
        Request { antipodes: 1, ..request::<TwoByTwo>(Cube2::SOLVED, MetricName::Half, 5) };
    assert!(matches!(
        Plan::new(&antipodes),
        Err(EnumerateError::Unsuited { reason: Unsuitable::Antipodes, .. })
    ));
    let engine = Some(EngineName::Symmetric);
    let stack = Request { engine, ..Request::<Pancakes<4>>::new([0, 1, 2, 3]) };
    assert!(matches!(
        Plan::new(&stack),
        Err(EnumerateError::Unsuited { reason: Unsuitable::NoSuchEngine, .. })
    ));
    let tiny =
        Request { memory: 1 << 20, ..request::<ThreeByThree>(Cube3::SOLVED, MetricName::Half, 5) };
    assert!(matches!(Plan::new(&tiny), Err(EnumerateError::DoesNotFit { .. })));
}

fn attempt(
    request: &Request<ThreeByThree>,
    checkpoints: &mut MemoryCheckpoints,
    stop_at: Option<u32>,
) -> Result<Enumeration<ThreeByThree>, EnumerateError> {
    let (plan, cancel) = (Plan::new(request).expect("a plan"), Cancel::new());
    assert!(plan.keeps_state());
    let mut watch = |level: &LevelProgress| {
        if level.finished && Some(level.depth) == stop_at {
            cancel.cancel();
        }
    };
    run_with(&plan, &Limit::cancelled_by(&cancel), &mut watch, Some(checkpoints))
}

#[test]
fn a_run_resumes_from_any_level() {
    let table = published("3x3x3", MetricName::Half);
    let whole = request(Cube3::SOLVED, MetricName::Half, 6);
    for stop_at in 0..6 {
        let mut checkpoints = MemoryCheckpoints::default();
        let stopped = attempt(&whole, &mut checkpoints, Some(stop_at)).expect("memory");
        assert_eq!(stopped.stopped, Some(StopCause::Cancelled));
        assert_eq!(stopped.saved, Some(Ok(())));
        let reached = stopped.levels.len() as u32 - 1;
        assert_eq!(stopped.levels, table[..=reached as usize]);
        let resumed = attempt(&whole, &mut checkpoints, None).expect("its own state");
        assert_eq!(resumed.levels, table[..7], "stopped at {stop_at}");
        assert_eq!(resumed.resumed_at, Some(reached.min(5)));
    }
    // A finished run can be resumed to a greater depth, from the level before its last one.
    let mut checkpoints = MemoryCheckpoints::default();
    attempt(&whole, &mut checkpoints, None).expect("memory");
    let deeper =
        attempt(&Request { depth: Some(7), ..whole }, &mut checkpoints, None).expect("memory");
    assert_eq!((deeper.resumed_at, &deeper.levels[..]), (Some(5), &table[..8]));
}

#[test]
fn foreign_and_damaged_states_are_refused() {
    let whole = request(Cube3::SOLVED, MetricName::Half, 5);
    let mut good = MemoryCheckpoints::default();
    attempt(&whole, &mut good, None).expect("memory");
    let refused = |request: &Request<ThreeByThree>, damage: &dyn Fn(&mut MemoryCheckpoints)| {
        let mut checkpoints = good.clone();
        damage(&mut checkpoints);
        match attempt(request, &mut checkpoints, None).map(|result| result.levels) {
            Err(EnumerateError::Store(error)) => Some(error.fault),
            Err(other) => panic!("{other}"),
            Ok(_) => None,
        }
    };
    assert_eq!(refused(&whole, &|_| ()), None);
    let data = Some(StoreFault::Data);
    let quarter = Request { metric: MetricName::Quarter, ..whole.clone() };
    assert_eq!(refused(&quarter, &|_| ()), data);
    let elsewhere = Request { start: Scrambler::new(1).cube3(), ..whole.clone() };
    assert_eq!(refused(&elsewhere, &|_| ()), data);
    let damages: [&dyn Fn(&mut MemoryCheckpoints); 7] = [
        &|checkpoints| levels(checkpoints)[4].states += 1,
        &|checkpoints| levels(checkpoints)[3].states -= 1,
        &|checkpoints| levels(checkpoints).clear(),
        &|checkpoints| checkpoints.saved.as_mut().expect("saved").record.form.push('1'),
        // One key fewer, keys in another order, a key twice.
        &|checkpoints| checkpoints.bytes[8] -= 1,
        &|checkpoints| checkpoints.bytes[16..].reverse(),
        &|checkpoints| checkpoints.bytes.copy_within(16..24, 24),
    ];
    for (number, damage) in damages.iter().enumerate() {
        assert_eq!(refused(&whole, damage), data, "damage {number}");
    }
    // A number of keys beyond the memory.
    let many = |checkpoints: &mut MemoryCheckpoints| checkpoints.bytes[8..16].fill(0xFF);
    assert_eq!(refused(&whole, &many), Some(StoreFault::Memory));
}

fn levels(checkpoints: &mut MemoryCheckpoints) -> &mut Vec<LevelSummary> {
    &mut checkpoints.saved.as_mut().expect("saved").record.levels
}
