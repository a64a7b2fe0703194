//! The example that adds a puzzle, compared with searches that share nothing with the library.

#[path = "../examples/pancakes.rs"]
mod pancakes;

use loyd::abstraction::{Abstraction, Maximum, Options, PatternDatabase, Storage, Sum, build};
use loyd::audit::{Distances, exhaustive};
use loyd::observe::Limit;
use loyd::search::every;
use loyd::space::{Heuristic, Ranking, Reversible, StateSpace};
use pancakes::{Gap, Kept, Pancakes, solve};
use std::collections::HashMap;

const GOAL: [u8; 6] = [0, 1, 2, 3, 4, 5];

/// Turns over the top of a stack.
fn flipped(stack: &[u8], k: usize) -> Vec<u8> {
    stack[..k].iter().rev().chain(&stack[k..]).copied().collect()
}

/// Distances of all stacks whose pancakes may be equal, by relaxing every flip until nothing
/// changes; `charge` is that of the pancake on top.
fn naive(goal: &[u8], charge: impl Fn(u8) -> u32) -> HashMap<Vec<u8>, u32> {
    let mut stacks = vec![goal.to_vec()];
    let mut seen: HashMap<Vec<u8>, u32> = HashMap::new();
    while let Some(stack) = stacks.pop() {
        if seen.insert(stack.clone(), u32::MAX).is_none() {
            stacks.extend((2..=goal.len()).map(|k| flipped(&stack, k)));
        }
    }
    let mut distances = seen;
    distances.insert(goal.to_vec(), 0);
    loop {
        let lower = |(stack, &known): (&Vec<u8>, &u32)| {
            let ways = (2..=goal.len()).map(|k| distances[&flipped(stack, k)]);
            let best = ways.min().unwrap_or(0).saturating_add(charge(stack[0]));
            (best < known).then(|| (stack.clone(), best))
        };
        let lowered: Vec<_> = distances.iter().filter_map(lower).collect();
        if lowered.is_empty() {
            return distances;
        }
        distances.extend(lowered);
    }
}

fn database<const K: usize>(
    pancakes: [u8; K],
    every_flip: bool,
    storage: Storage,
) -> PatternDatabase<Pancakes<6>, Kept<K>> {
    let options = Options { storage, ..Options::default() };
    PatternDatabase::new(Kept { pancakes, every_flip }, &[GOAL], &options, &mut |_| ()).unwrap()
}

#[test]
fn the_example_runs() {
    pancakes::main();
}

#[test]
fn every_search_that_is_optimal_finds_the_true_distance() {
    let distances = naive(&GOAL, |_| 1);
    assert_eq!(distances.len(), 720);
    let space = Pancakes(GOAL);
    let gap = Gap::new(&GOAL);
    let sum = [[0, 1, 2], [3, 4, 5]].map(|pancakes| database(pancakes, false, Storage::Residues));
    let databases = Maximum((Sum::new(sum).unwrap(), database([1, 3, 5, 4], true, Storage::Bytes)));
    for rank in (0..720).step_by(11) {
        let start = space.unrank(rank);
        let distance = distances[&start.to_vec()];
        let found = [solve(&space, &gap, &start), solve(&space, &databases, &start)];
        for (place, (name, report)) in found.concat().into_iter().enumerate() {
            let path = report.outcome.path().expect(name);
            let end = path.iter().fold(start.to_vec(), |stack, &k| flipped(&stack, k as usize));
            assert_eq!(end, GOAL, "{name}");
            // The first two of each heuristic are not optimal.
            if place % found[0].len() > 1 {
                assert_eq!(path.len() as u32, distance, "{name} from {start:?}");
            }
        }
        let all =
            every::search(&space, &gap, &start, distance, usize::MAX, &Limit::none()).unwrap();
        assert_eq!(all.count, paths(&distances, &start));
        assert_eq!(all.paths.len() as u128, all.count);
    }
}

/// Number of shortest paths: the sum of those of all stacks that are nearer.
fn paths(distances: &HashMap<Vec<u8>, u32>, stack: &[u8]) -> u128 {
    let distance = distances[stack];
    let next = (2..=stack.len()).map(|k| flipped(stack, k));
    let nearer = next.filter(|next| distances[next] + 1 == distance);
    if distance == 0 { 1 } else { nearer.map(|next| paths(distances, &next)).sum() }
}

#[test]
fn another_goal_is_another_space() {
    let (space, goal) = (Pancakes(GOAL), [3, 5, 0, 1, 4, 2]);
    let space = space.reversed(&goal);
    let distances = naive(&goal, |_| 1);
    for rank in (0..720).step_by(101) {
        let start = space.unrank(rank);
        for (name, report) in solve(&space, &Gap::new(&goal), &start).into_iter().skip(2) {
            let length = report.outcome.path().expect(name).len() as u32;
            assert_eq!(length, distances[&start.to_vec()], "{name}");
        }
    }
}

#[test]
fn every_entry_of_a_database_equals_that_of_the_slow_search() {
    fn check<const K: usize>(pancakes: [u8; K]) {
        const MERGED: u8 = 9;
        let merge = |stack: &[u8]| -> Vec<u8> {
            stack.iter().map(|&p| if pancakes.contains(&p) { p } else { MERGED }).collect()
        };
        for every_flip in [true, false] {
            let naive = naive(&merge(&GOAL), |top| u32::from(every_flip || top != MERGED));
            let exact = database(pancakes, every_flip, Storage::Bytes);
            let nibbles = database(pancakes, every_flip, Storage::Nibbles { maximum: 3 });
            let residues = database(pancakes, every_flip, Storage::Residues);
            let size = Abstraction::<Pancakes<6>>::size(exact.abstraction());
            assert_eq!(size, naive.len() as u64);
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
    // Tables of several pieces, so that threads do share them.
    let goal: [u8; 9] = std::array::from_fn(|p| p as u8);
    for every_flip in [true, false] {
        for storage in [Storage::Bytes, Storage::Nibbles { maximum: 5 }, Storage::Residues] {
            let made = |threads| {
                let kept = Kept { pancakes: [1, 2, 4, 5, 6, 8, 7], every_flip };
                let options = Options { storage, threads, ..Options::default() };
                build::<Pancakes<9>, _>(&kept, &[goal], &options, &mut |_| ()).unwrap()
            };
            let (one, four) = (made(1), made(4));
            assert_eq!(one.histogram(), four.histogram());
            for rank in 0..one.size() {
                assert_eq!(one.value(rank), four.value(rank));
                assert_eq!(one.residue(rank), four.residue(rank));
            }
        }
    }
}

#[test]
fn heuristics_are_admissible_and_consistent_for_every_stack() {
    fn audit<H: Heuristic<Pancakes<6>> + Sync>(heuristic: &H) -> f64 {
        let (space, none) = (Pancakes(GOAL), Limit::none());
        let distances = Distances::of(&space, &space, &GOAL, 1, &none, &mut |_| ()).unwrap();
        let found =
            exhaustive(&space, &space, &distances, heuristic, 1, &none, &mut |_| ()).unwrap();
        assert!(found.admissible() && found.consistent());
        assert_eq!((found.states, found.moves), (720, 720 * 5));
        found.joint.estimate().mean
    }
    let gap = audit(&Gap::new(&GOAL));
    for storage in [Storage::Bytes, Storage::Nibbles { maximum: 3 }, Storage::Residues] {
        let parts = || [[0, 1, 2], [3, 4, 5]].map(|own| database(own, false, storage));
        let sum = audit(&Sum::new(parts()).unwrap());
        assert!(parts().iter().all(|part| audit(part) < sum));
        let pair = audit(&Maximum((Gap::new(&GOAL), database([0, 1, 2, 3], true, storage))));
        assert!(pair >= gap);
    }
}

#[test]
fn a_sum_that_charges_a_flip_twice_is_refused() {
    let parts =
        |every_flip| [[0, 1, 2], [2, 4, 5]].map(|p| database(p, every_flip, Storage::Bytes));
    assert_eq!(Sum::new(parts(false)).err().unwrap().action, Some(2));
    assert_eq!(Sum::new(parts(true)).err().unwrap().action, Some(0));
}

/// Stacks by distance, by flipping whole levels.
fn counted(n: u8) -> Vec<u64> {
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
    fn enumerated<const N: usize>(storage: Storage) -> Vec<u64> {
        let goal = std::array::from_fn(|p| p as u8);
        let all = Kept { pancakes: goal, every_flip: true };
        let options = Options { storage, threads: 2, ..Options::default() };
        let table = build::<Pancakes<N>, _>(&all, &[goal], &options, &mut |_| ()).unwrap();
        assert_eq!(table.unreached(), 0);
        table.histogram().to_vec()
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
        assert_eq!(counted(n), published[&n]);
    }
    assert_eq!(enumerated::<6>(Storage::Bytes), published[&6]);
    assert_eq!(enumerated::<7>(Storage::Nibbles { maximum: 14 }), published[&7]);
    assert_eq!(enumerated::<8>(Storage::Residues), published[&8]);
    assert_eq!(enumerated::<9>(Storage::Bytes), published[&9]);
}
