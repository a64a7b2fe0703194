//! Audits agree with a slow reference implementation: breadth-first search over a map of positions,
//! one heuristic value at a time.

use loyd_search::audit::{Distances, Findings, Incomplete, Thoroughness, along, exhaustive};
use loyd_search::observe::{Cancel, Limit, StopCause};
use loyd_search::space::{Heuristic, Properties, Ranking, StateSpace};
use loyd_tiles::heuristic::{HeuristicName, Manhattan, Maximum, TileHeuristic};
use loyd_tiles::{
    Board, BoardRanking, Metric, MetricName, Multi, Position, Single, Size, Slid, Slide, Sliding,
    Wide,
};
use std::collections::{HashMap, VecDeque};
use std::slice::from_ref;

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

fn position(size: Size, tiles: &[u16]) -> Position {
    Position::new(size, &tiles.iter().map(|&tile| u64::from(tile)).collect::<Vec<_>>()).unwrap()
}

/// Three times the Manhattan distance on some states, 0 on others: neither admissible nor
/// consistent.
#[derive(Clone)]
struct Erratic(Manhattan, u32);

impl<M: Metric> Heuristic<Sliding<Wide, M>> for Erratic {
    type Memo = (<Manhattan as loyd_tiles::heuristic::Memoised>::Memo, bool);
    const PROPERTIES: Properties = Properties::NONE;

    fn start(&self, state: &Wide) -> Self::Memo {
        (Heuristic::<Sliding<Wide, M>>::start(&self.0, state), state.tile(1).is_multiple_of(3))
    }
    fn step(&self, memo: Self::Memo, after: &Wide, slid: Slid) -> Self::Memo {
        let manhattan = Heuristic::<Sliding<Wide, M>>::step(&self.0, memo.0, after, slid);
        (manhattan, after.tile(1).is_multiple_of(3))
    }
    fn value(&self, memo: Self::Memo) -> u32 {
        let manhattan = Heuristic::<Sliding<Wide, M>>::value(&self.0, memo.0);
        if memo.1 { manhattan * self.1 } else { 0 }
    }
}

/// Distances from the goal, computed on plain positions only.
fn naive<M: Metric>(goal: &Position) -> HashMap<Vec<u16>, u32> {
    let mut distances = HashMap::from([(goal.tiles().to_vec(), 0)]);
    let mut queue = VecDeque::from([goal.clone()]);
    while let Some(position) = queue.pop_front() {
        let next = distances[position.tiles()] + 1;
        for mv in moves(&position, M::NAME) {
            let successor = position.replay(&[mv]).expect("a legal move");
            if !distances.contains_key(successor.tiles()) {
                distances.insert(successor.tiles().to_vec(), next);
                queue.push_back(successor);
            }
        }
    }
    distances
}

fn moves(position: &Position, metric: MetricName) -> Vec<Slide> {
    let longest = match metric {
        MetricName::Single => 1,
        MetricName::Multi => 8,
    };
    let words = "UDLR".chars().flat_map(|way| (1..=longest).map(move |n| format!("{way}{n}")));
    let slides = words.map(|word| loyd_tiles::parse_moves(&word).unwrap()[0]);
    slides.filter(|&slide| position.replay(&[slide]).is_ok()).collect()
}

fn audit<M: Metric, H: Heuristic<Sliding<Wide, M>> + Sync>(
    goal: &Position,
    heuristic: &H,
    threads: usize,
) -> (Findings<Wide, Slide>, Distances) {
    let space = Sliding::<Wide, M>::new(goal);
    let ranking = BoardRanking::<Wide>::new(goal).unwrap();
    let none = Limit::none();
    let distances =
        Distances::of(&space, &ranking, from_ref(space.goal()), threads, &none, &mut |_| ())
            .unwrap();
    let findings =
        exhaustive(&space, &ranking, &distances, heuristic, threads, &none, &mut |_| ()).unwrap();
    (findings, distances)
}

/// Compares all counts of an audit with those of the reference implementation.
fn compare<M: Metric, H: Heuristic<Sliding<Wide, M>> + Sync>(goal: &Position, heuristic: &H) {
    let space = Sliding::<Wide, M>::new(goal);
    let truth = naive::<M>(goal);
    let value = |tiles: &[u16]| heuristic.value(heuristic.start(&Wide::new(goal.size(), tiles)));
    let (mut over, mut worst, mut drops, mut steepest, mut edges) = (0, 0, 0, 0, 0);
    let mut pairs = std::collections::BTreeMap::new();
    for (tiles, &distance) in &truth {
        let before = value(tiles);
        *pairs.entry((distance, before)).or_insert(0u64) += 1;
        over += u64::from(before > distance);
        worst = worst.max(before.saturating_sub(distance));
        let here = position(goal.size(), tiles);
        for mv in moves(&here, M::NAME) {
            let after = value(here.replay(&[mv]).unwrap().tiles());
            edges += 1;
            drops += u64::from(before > after + 1);
            steepest = steepest.max(before.saturating_sub(after + 1));
        }
    }
    for threads in [1, 3] {
        let (findings, distances) = audit::<M, H>(goal, heuristic, threads);
        assert_eq!(findings.thoroughness, Thoroughness::EveryState);
        assert_eq!((findings.states, findings.moves), (truth.len() as u64, edges));
        assert_eq!((findings.overestimates, findings.inconsistencies), (over, drops));
        let all: Vec<_> = findings.joint.pairs().collect();
        assert_eq!(all, pairs.iter().map(|(&(d, h), &n)| (d, h, n)).collect::<Vec<_>>());
        assert_eq!(distances.radius(), truth.values().copied().max().unwrap());
        assert_eq!(findings.worst.is_some(), over > 0);
        if let Some(example) = findings.worst {
            assert_eq!(truth[&example.state.tiles()], example.distance);
            assert_eq!(value(&example.state.tiles()), example.estimate);
            assert_eq!(example.estimate - example.distance, worst);
        }
        assert_eq!(findings.steepest.is_some(), drops > 0);
        if let Some(example) = findings.steepest {
            let mut state = example.state.clone();
            assert_eq!(value(&state.tiles()), example.before);
            space.apply(&mut state, example.mv);
            assert_eq!(value(&state.tiles()), example.after);
            assert_eq!(example.before - example.after - example.cost, steepest);
        }
    }
}

/// Compares all heuristics of the registry and an erratic one, for several goals.
fn compare_all<M: Metric>(goals: &[Position]) {
    for goal in goals {
        let space = Sliding::<Wide, M>::new(goal);
        for name in HeuristicName::ALL {
            compare::<M, _>(goal, &Maximum::of(&[*name], &space).unwrap());
        }
        compare::<M, _>(goal, &Erratic(Manhattan::new(&space).unwrap(), 3));
        compare::<M, _>(goal, &Erratic(Manhattan::new(&space).unwrap(), 1));
    }
}

#[test]
fn audits_of_small_boards_equal_a_slow_search() {
    let goals = [
        Position::blank_last(size(3, 2)),
        Position::blank_on(size(3, 2), 1),
        Position::blank_first(size(2, 4)),
        Position::blank_last(size(5, 1)),
        Position::new(size(2, 3), &[4, 1, 0, 5, 3, 2]).unwrap(),
    ];
    compare_all::<Single>(&goals);
    compare_all::<Multi>(&goals);
}

#[test]
fn the_eight_puzzle_has_the_levels_of_the_published_table_and_paths_lead_to_the_goal() {
    let goal = Position::blank_last(size(3, 3));
    let space = Sliding::<Wide, Single>::new(&goal);
    let manhattan = Manhattan::new(&space).unwrap();
    let (findings, distances) = audit::<Single, _>(&goal, &manhattan, 2);
    let mut levels = vec![0; 32];
    for (distance, _, states) in findings.joint.pairs() {
        levels[distance as usize] += states;
    }
    // A. Reinefeld, IJCAI 1993; OEIS A089473.
    let published = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(levels, published);
    assert!(findings.admissible() && findings.consistent());

    let ranking = BoardRanking::<Wide>::new(&goal).unwrap();
    let starts: Vec<Wide> =
        (0..ranking.size()).step_by(997).map(|rank| ranking.unrank(rank)).collect();
    let paths: Vec<Vec<Slide>> =
        starts.iter().map(|start| distances.path(&space, &ranking, start)).collect();
    for (start, path) in starts.iter().zip(&paths) {
        let start_position = position(goal.size(), &start.tiles());
        assert_eq!(start_position.replay(path).unwrap(), goal);
        assert_eq!(distances.get(ranking.rank(start)), Some(path.len() as u32));
    }

    // The same states as a sample: the known facts about them are the same.
    let pairs = || starts.iter().zip(paths.iter().map(Vec::as_slice));
    let sampled = along(&space, &manhattan, pairs());
    assert_eq!(sampled.thoroughness, Thoroughness::Sample);
    assert_eq!(sampled.joint.states(), starts.len() as u64);
    let on_paths: u64 = paths.iter().map(|path| path.len() as u64 + 1).sum();
    assert_eq!(sampled.states, on_paths);
    assert!(sampled.admissible() && sampled.consistent());
    let erratic = along(&space, &Erratic(manhattan, 3), pairs());
    assert!(erratic.overestimates > 0 && erratic.inconsistencies > 0);
}

#[test]
fn limits_stop_an_audit() {
    let goal = Position::blank_last(size(3, 3));
    let space = Sliding::<Wide, Single>::new(&goal);
    let ranking = BoardRanking::<Wide>::new(&goal).unwrap();
    let distances = |limit: &Limit| {
        Distances::of(&space, &ranking, from_ref(space.goal()), 1, limit, &mut |_| ())
            .map(|found| found.radius())
    };
    let small = Limit { memory: Some(1000), ..Limit::none() };
    assert!(matches!(distances(&small), Err(Incomplete::TooLarge { states: 181_440, .. })));
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = Limit::cancelled_by(&cancel);
    let stopped = Incomplete::Stopped(StopCause::Cancelled);
    assert_eq!(distances(&cancelled), Err(stopped));
    let all =
        Distances::of(&space, &ranking, from_ref(space.goal()), 1, &Limit::none(), &mut |_| ())
            .unwrap();
    let manhattan = Manhattan::new(&space).unwrap();
    let end = exhaustive(&space, &ranking, &all, &manhattan, 1, &cancelled, &mut |_| ());
    assert_eq!(end.map(|_| ()), Err(stopped));
}
