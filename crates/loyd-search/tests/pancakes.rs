//! The example that adds a puzzle, compared with searches that share nothing with the library.

#[path = "../examples/pancakes.rs"]
mod pancakes;

use loyd_search::abstraction::{Maximum, Options, PatternDatabase, Storage, Sum, build};
use loyd_search::audit::{Distances, exhaustive};
use loyd_search::observe::{Limit, SearchEvent};
use loyd_search::prune::wrongly_forbidden;
use loyd_search::puzzle::{EveryMove, Puzzle, replay};
use loyd_search::search::{AlgorithmName, AlgorithmSpec};
use loyd_search::solver::{Engine, Plan, Settings, Watch};
use loyd_search::space::{Heuristic, Ranking, StateSpace};
use loyd_search::trace::{End, Ending, Header, Origin, Recorder, Step, Trace};
use pancakes::{Pancakes, Pattern};
use std::collections::HashMap;

type Six = Pancakes<6>;

const GOAL: [u8; 6] = [0, 1, 2, 3, 4, 5];

/// Turns over the top of a stack.
fn flipped(stack: &[u8], k: usize) -> Vec<u8> {
    stack[..k].iter().rev().chain(&stack[k..]).copied().collect()
}

/// Distances of all stacks whose pancakes may be equal, by relaxing every flip until nothing
/// changes.
fn naive(goal: &[u8]) -> HashMap<Vec<u8>, u32> {
    let mut stacks = vec![goal.to_vec()];
    let mut distances: HashMap<Vec<u8>, u32> = HashMap::new();
    while let Some(stack) = stacks.pop() {
        if distances.insert(stack.clone(), u32::MAX).is_none() {
            stacks.extend((2..=goal.len()).map(|k| flipped(&stack, k)));
        }
    }
    distances.insert(goal.to_vec(), 0);
    loop {
        let lower = |(stack, &known): (&Vec<u8>, &u32)| {
            let ways = (2..=goal.len()).map(|k| distances[&flipped(stack, k)]);
            let best = ways.min().unwrap_or(0).saturating_add(1);
            (best < known).then(|| (stack.clone(), best))
        };
        let lowered: Vec<_> = distances.iter().filter_map(lower).collect();
        if lowered.is_empty() {
            return distances;
        }
        distances.extend(lowered);
    }
}

/// Number of shortest paths: the sum over all neighbouring stacks that are nearer.
fn paths(distances: &HashMap<Vec<u8>, u32>, stack: &[u8]) -> u128 {
    let distance = distances[stack];
    let next = (2..=stack.len()).map(|k| flipped(stack, k));
    let nearer = next.filter(|next| distances[next] + 1 == distance);
    if distance == 0 { 1 } else { nearer.map(|next| paths(distances, &next)).sum() }
}

fn engine(goal: [u8; 6], algorithm: &str, heuristic: &str) -> Box<dyn Engine<Six>> {
    let settings = Settings {
        algorithm: Some(AlgorithmSpec::parse(algorithm, AlgorithmName::ALL).expect("an algorithm")),
        heuristic: Some(heuristic.to_owned()),
        ..Settings::default()
    };
    Plan::new(&goal, &settings).expect("any").prepare().expect("a small table")
}

#[test]
fn the_example_is_one_short_file_and_runs() {
    assert!(include_str!("../examples/pancakes.rs").lines().count() <= 150);
    pancakes::main();
}

#[test]
fn every_algorithm_by_name_finds_the_true_distance() {
    let no = Limit::none();
    for goal in [GOAL, [3, 5, 0, 1, 4, 2]] {
        let distances = naive(&goal);
        assert_eq!(distances.len(), 720);
        for name in Six::algorithms() {
            for heuristic in ["zero", "pdb"] {
                let engine = engine(goal, name.info().name, heuristic);
                for rank in (0..720).step_by(23) {
                    let start = Pancakes(goal).unrank(rank);
                    let distance = distances[&start.to_vec()];
                    let report = engine.solve(&start, 2, &no, &mut |_| ());
                    let path = report.outcome.path().expect("solved");
                    let end = path.iter().fold(start.to_vec(), |s, &k| flipped(&s, k as usize));
                    assert_eq!(end, goal, "{name} {heuristic}");
                    let replayed = replay::<Six>(&start, path, EveryMove);
                    assert_eq!(replayed, Ok((goal, path.len() as u32)));
                    assert!(path.len() as u32 >= distance);
                    if engine.plan().proves() {
                        assert_eq!(path.len() as u32, distance, "{name} {heuristic}");
                    }
                    let all = engine.all(&start, distance, usize::MAX, &no).expect("no limit");
                    assert_eq!(all.count, paths(&distances, &start));
                    assert_eq!(all.paths.len() as u128, all.count);
                }
            }
        }
    }
}

#[test]
fn expansions_can_be_watched() {
    struct Count(u64);
    impl Watch<Six> for Count {
        fn expanding(&mut self, _: &loyd_search::observe::Expansion<'_, [u8; 6]>) {
            self.0 += 1;
        }
    }
    for name in Six::algorithms().into_iter().filter(|name| name.info().observed) {
        let mut count = Count(0);
        let engine = engine(GOAL, name.info().name, "pdb");
        let report = engine.watch(&[4, 0, 5, 2, 1, 3], &Limit::none(), &mut count);
        assert_eq!(report.expect("observed").statistics.expanded, count.0, "{name}");
    }
}

#[test]
fn text_can_be_parsed_again_and_errors_are_reported() {
    let mut random = Six::random(5);
    let stacks: std::collections::HashSet<_> = (0..200).map(|_| random(&GOAL)).collect();
    assert!(stacks.len() > 120);
    for stack in stacks {
        assert_eq!(Six::parse(&Six::format(&stack), None), Ok(stack));
    }
    assert_eq!(Six::goal(None, &GOAL), Ok(GOAL));
    assert_eq!(Six::goal(Some("5 4 3 2 1 0"), &GOAL), Ok([5, 4, 3, 2, 1, 0]));
    assert_eq!(Six::parse_moves(&Six::format_moves(&[2, 6])), Ok(vec![2, 6]));
    for wrong in ["", "0 1 2 3 4", "0 1 2 3 4 4", "0 1 2 3 4 6", "0 1 2 3 4 x"] {
        assert!(Six::parse(wrong, None).is_err(), "{wrong}");
    }
    assert_eq!(replay::<Six>(&GOAL, &[3, 7], EveryMove).unwrap_err().0, 1);
    assert_eq!(
        (Six::shape(&GOAL), Six::goal_name(&GOAL)),
        ("pancakes".into(), "0 1 2 3 4 5".into())
    );
    let settings = Settings { heuristic: Some("gaps".to_owned()), ..Settings::default() };
    assert!(Plan::<Six>::new(&GOAL, &settings).unwrap().prepare().is_err());
}

#[test]
fn only_the_same_flip_is_a_detour() {
    assert_eq!(wrongly_forbidden(&Pancakes(GOAL), &GOAL), None);
}

fn database<const K: usize>(
    pancakes: [u8; K],
    storage: Storage,
) -> PatternDatabase<Six, Pattern<K>> {
    let options = Options { storage, ..Options::default() };
    PatternDatabase::new(Pattern(pancakes), &[GOAL], &options, &mut |_| ()).unwrap()
}

#[test]
fn every_entry_of_a_database_equals_that_of_the_slow_search() {
    fn check<const K: usize>(pancakes: [u8; K]) {
        const MERGED: u8 = 9;
        let merge = |stack: &[u8]| -> Vec<u8> {
            stack.iter().map(|&p| if pancakes.contains(&p) { p } else { MERGED }).collect()
        };
        let naive = naive(&merge(&GOAL));
        let exact = database(pancakes, Storage::Bytes);
        let nibbles = database(pancakes, Storage::Nibbles { maximum: 3 });
        let residues = database(pancakes, Storage::Residues);
        let reached = exact.table().size() - exact.table().unreached();
        assert_eq!(reached, naive.len() as u64);
        let space = Pancakes(GOAL);
        for rank in 0..720 {
            let stack = space.unrank(rank);
            let distance = naive[&merge(&stack)];
            assert_eq!(exact.start(&stack), distance);
            assert_eq!(nibbles.start(&stack), distance.min(3));
            assert_eq!(residues.start(&stack), distance);
            for k in space.moves(&stack) {
                let mut after = stack;
                space.apply(&mut after, k);
                let expected = naive[&merge(&after)];
                assert_eq!(residues.step(distance, &after, k), expected);
                assert_eq!(exact.step(distance, &after, k), expected);
            }
        }
    }
    check([]);
    check([2]);
    check([0, 5]);
    check([4, 1, 3]);
    check([5, 4, 3, 2]);
    check(GOAL);
}

#[test]
fn threads_change_no_entry() {
    // Tables of several pieces, so that threads really share them.
    let goal: [u8; 9] = std::array::from_fn(|p| p as u8);
    for storage in [Storage::Bytes, Storage::Nibbles { maximum: 5 }, Storage::Residues] {
        let build_with = |threads| {
            let options = Options { storage, threads, ..Options::default() };
            build::<Pancakes<9>, _>(&Pattern([1, 2, 4, 5, 6, 8]), &[goal], &options, &mut |_| ())
                .unwrap()
        };
        let (one, four) = (build_with(1), build_with(4));
        assert_eq!(one.histogram(), four.histogram());
        for rank in 0..one.size() {
            assert_eq!(one.residue(rank), four.residue(rank));
        }
    }
}

#[test]
fn heuristics_are_admissible_and_consistent_for_every_stack() {
    fn audit<H: Heuristic<Six> + Sync>(heuristic: &H) -> f64 {
        let (space, none) = (Pancakes(GOAL), Limit::none());
        let distances = Distances::of(&space, &space, &[GOAL], 1, &none, &mut |_| ()).unwrap();
        let findings =
            exhaustive(&space, &space, &distances, heuristic, 1, &none, &mut |_| ()).unwrap();
        assert!(findings.admissible() && findings.consistent());
        assert_eq!((findings.states, findings.moves), (720, 720 * 5));
        findings.joint.estimate().mean
    }
    for storage in [Storage::Bytes, Storage::Nibbles { maximum: 3 }, Storage::Residues] {
        let parts = || [[0, 1, 2], [3, 4, 5]].map(|pancakes| database(pancakes, storage));
        let larger = audit(&Maximum(parts()));
        assert!(parts().iter().all(|part| audit(part) < larger));
        let pair = Maximum((Maximum(parts()), database([0, 1, 3, 4], storage)));
        assert!(audit(&pair) >= larger);
    }
    for heuristic in ["zero", "pdb"] {
        let audit = engine(GOAL, "astar", heuristic).audit(1, &Limit::none(), &mut |_, _| ());
        let audit = audit.expect("no limit");
        assert_eq!((audit.radius, audit.findings.states), (7, 720));
        assert!(audit.findings.admissible() && audit.findings.consistent());
    }
}

/// A flip moves pancakes of both.
#[test]
fn databases_that_charge_every_flip_have_no_sum() {
    let parts = [[0, 1, 2], [3, 4, 5]].map(|pancakes| database(pancakes, Storage::Bytes));
    assert_eq!(Sum::new(parts).err().map(|error| (error.action, error.charged)), Some((2, 2)));
}

/// Stacks by distance, by flipping whole levels.
fn level_counts(n: u8) -> Vec<u64> {
    let goal: Vec<u8> = (0..n).collect();
    let mut seen = std::collections::HashSet::from([goal.clone()]);
    let (mut level, mut counts) = (vec![goal], Vec::new());
    while !level.is_empty() {
        counts.push(level.len() as u64);
        let all = level.iter().flat_map(|stack| (2..=n as usize).map(|k| flipped(stack, k)));
        level = all.filter(|stack| seen.insert(stack.clone())).collect();
    }
    counts
}

#[test]
fn levels_are_the_published_ones() {
    /// By the engine of the puzzle: an audit examines the distance of every stack.
    fn enumerated<const N: usize>() -> Vec<u64> {
        let goal = std::array::from_fn(|p| p as u8);
        let plan = Plan::<Pancakes<N>>::new(&goal, &Settings::default()).unwrap();
        let audit = plan.prepare().unwrap().audit(2, &Limit::none(), &mut |_, _| ()).unwrap();
        let mut levels = vec![0; audit.radius as usize + 1];
        for (distance, _, stacks) in audit.findings.joint.pairs() {
            levels[distance as usize] += stacks;
        }
        levels
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/pancake_levels.csv");
    let mut published: HashMap<u8, Vec<u64>> = HashMap::new();
    for record in csv::Reader::from_path(path).unwrap().deserialize() {
        let (pancakes, depth, states): (u8, usize, u64) = record.unwrap();
        let levels = published.entry(pancakes).or_default();
        assert_eq!(levels.len(), depth);
        levels.push(states);
    }
    assert_eq!(published.len(), 9);
    for n in 2..=7 {
        assert_eq!(level_counts(n), published[&n]);
    }
    assert_eq!(enumerated::<6>(), published[&6]);
    assert_eq!(enumerated::<7>(), published[&7]);
    assert_eq!(enumerated::<8>(), published[&8]);
    assert_eq!(enumerated::<9>(), published[&9]);
}

/// A recorded search, and the steps that it reported.
struct Recording {
    recorder: Recorder<Six>,
    expansions: Vec<([u8; 6], bool, u32)>,
}

impl Watch<Six> for Recording {
    fn expanding(&mut self, expansion: &loyd_search::observe::Expansion<'_, [u8; 6]>) {
        self.recorder.expansion(expansion);
        self.expansions.push((*expansion.state, expansion.backward, expansion.g));
    }

    fn event(&mut self, event: SearchEvent) {
        self.recorder.event(event);
    }
}

/// Traces need no code in the puzzle.
#[test]
fn traces_round_trip() {
    let start = [4, 0, 5, 2, 1, 3];
    for name in Six::algorithms().into_iter().filter(|name| name.info().observed) {
        let header: Header<Six> = Header {
            start,
            goal: GOAL,
            metric: EveryMove,
            algorithm: name.info().name.into(),
            heuristic: "pdb".into(),
            program: "loyd test".into(),
        };
        let mut recording =
            Recording { recorder: Recorder::new(&header, u32::MAX), expansions: Vec::new() };
        let engine = engine(GOAL, name.info().name, "pdb");
        let report = engine.watch(&start, &Limit::none(), &mut recording).expect("observed");
        let path = report.outcome.path().unwrap().to_vec();
        let (expanded, generated) = (report.statistics.expanded, report.statistics.generated);
        let ending = Ending::Solved { path: path.clone(), proven: true };
        let bytes = recording.recorder.end(&End { ending, expanded, generated });

        let trace = Trace::<Six>::read(&bytes).unwrap();
        let mut read = Vec::new();
        for (number, step) in trace.steps.iter().enumerate() {
            let Step::Expansion(expansion) = step else { continue };
            let stack = trace.position(number).unwrap();
            let root = if expansion.backward { GOAL } else { start };
            assert_eq!(expansion.g == 0, matches!(expansion.origin, Origin::Root(_)));
            assert!(expansion.g > 0 || stack == root, "{name}");
            assert_eq!(trace.line(number).len() as u32, expansion.g + 1, "{name}");
            read.push((stack, expansion.backward, expansion.g));
        }
        assert_eq!(read, recording.expansions, "{name}");
        let end = trace.end.unwrap();
        assert!(matches!(end.ending, Ending::Solved { path: read, .. } if read == path));
    }
}
