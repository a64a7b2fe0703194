//! The Towers of Hanoi: published lengths, a slow reference that shares nothing with the space, texts.

use loyd_hanoi::{Hanoi, HanoiSpace, HeuristicName, Position, Shape};
use loyd_search::audit::Findings;
use loyd_search::observe::Limit;
use loyd_search::puzzle::{EveryMove, Puzzle, Space};
use loyd_search::search::AlgorithmName;
use loyd_search::solver::{Plan, Settings};
use loyd_search::space::{Ranking, StateSpace};
use std::collections::{BTreeMap, VecDeque};

fn shape(text: &str) -> Shape {
    text.parse().expect("a shape")
}

fn position(text: &str, shape: &str) -> Position {
    Hanoi::parse(text, Some(shape)).expect("a position")
}

/// Distances from a position by breadth-first search on lists of disks for each peg.
fn slow_distances(goal: &Position) -> BTreeMap<Vec<Vec<usize>>, u32> {
    let mut pegs = vec![Vec::new(); goal.shape().pegs()];
    for (disk, &peg) in goal.pegs().iter().enumerate() {
        pegs[usize::from(peg)].push(disk);
    }
    let mut distances = BTreeMap::from([(pegs.clone(), 0)]);
    let mut queue = VecDeque::from([pegs]);
    while let Some(pegs) = queue.pop_front() {
        let distance = distances[&pegs];
        for from in 0..pegs.len() {
            for to in 0..pegs.len() {
                let Some(&disk) = pegs[from].last() else { continue };
                if from == to || pegs[to].last().is_some_and(|&below| below > disk) {
                    continue;
                }
                let mut next = pegs.clone();
                next[from].pop();
                next[to].push(disk);
                if !distances.contains_key(&next) {
                    distances.insert(next.clone(), distance + 1);
                    queue.push_back(next);
                }
            }
        }
    }
    distances
}

fn stacks(position: &Position) -> Vec<Vec<usize>> {
    let mut pegs = vec![Vec::new(); position.shape().pegs()];
    for (disk, &peg) in position.pegs().iter().enumerate() {
        pegs[usize::from(peg)].push(disk);
    }
    pegs
}

#[test]
fn published_lengths_are_found_and_replayed() {
    const MAX_STATES: u64 = 60_000;
    let mut rows = 0;
    for row in loyd_data::HANOI_LENGTHS.lines().skip(1) {
        let fields: Vec<&str> = row.splitn(4, ',').collect();
        let [pegs, disks, moves] = [0, 1, 2].map(|field| fields[field].parse().expect("a number"));
        let shape = Shape::new(disks, pegs).expect("a shape");
        if HanoiSpace::new(&Position::on_peg(shape, 0))
            .ranking()
            .is_none_or(|r| r.size() > MAX_STATES)
        {
            continue;
        }
        rows += 1;
        let start = Position::on_peg(shape, 0);
        let goal = Hanoi::goal(None, &start).expect("the default goal");
        for heuristic in [
            HeuristicName::Misplaced,
            HeuristicName::Patterns(None),
            HeuristicName::Patterns(Some(4)),
        ] {
            let settings = Settings { heuristic: Some(heuristic), ..Settings::default() };
            let plan = Plan::<Hanoi>::new(&goal, &settings).expect("a plan");
            assert_eq!(plan.algorithm.name, AlgorithmName::AStar);
            let report =
                plan.prepare().expect("tables").solve(&start, 1, &Limit::none(), &mut |_| ());
            let path = report.outcome.path().expect("a solution");
            assert_eq!(path.len(), moves, "{shape} {heuristic}");
            let mut end = start.clone();
            Hanoi::apply_all(&mut end, path).expect("legal moves");
            assert_eq!(end, goal);
        }
    }
    assert_eq!(rows, 10 + 7 + 6);
}

#[test]
fn distances_equal_a_slow_search_from_every_kind_of_goal() {
    for (shape, goal) in [
        ("hanoi-5x3", "CCCCC"),
        ("hanoi-5x3", "ABCAB"),
        ("hanoi-4x4", "DDDD"),
        ("hanoi-4x4", "BADC"),
        ("hanoi-3x5", "EAB"),
    ] {
        let goal = position(goal, shape);
        let slow = slow_distances(&goal);
        let space = HanoiSpace::new(&goal);
        let ranking = space.ranking().expect("ranks");
        assert_eq!(ranking.size(), slow.len() as u64);
        for heuristic in ["zero", "misplaced", "patterns:2", "patterns"] {
            let settings = Settings {
                heuristic: Some(heuristic.parse().expect("a name")),
                ..Settings::default()
            };
            let engine =
                Plan::<Hanoi>::new(&goal, &settings).expect("a plan").prepare().expect("tables");
            let audit = engine.audit(1, &Limit::none(), &mut |_, _| ()).expect("an audit");
            let findings: &Findings<_, _> = &audit.findings;
            assert!(findings.consistent(), "{shape} {heuristic}");
            assert_eq!(audit.radius, *slow.values().max().expect("states"));
            for rank in 0..ranking.size() {
                let start = space.position(&ranking.unrank(rank));
                let estimate = engine.estimate(&start).expect("an estimate");
                let distance = slow[&stacks(&start)];
                assert!(estimate <= distance);
                assert!(heuristic != "patterns" || estimate == distance);
            }
        }
    }
}

#[test]
fn ranks_and_moves_on_ranks_equal_those_of_states() {
    for shape in ["hanoi-6x3", "hanoi-4x4", "hanoi-3x5", "hanoi-2x8"] {
        let space = HanoiSpace::new(&position("first-peg", shape));
        let (ranking, successors) =
            (space.ranking().expect("ranks"), space.successors().expect("successors"));
        for rank in 0..ranking.size() {
            let state = ranking.unrank(rank);
            assert_eq!(ranking.rank(&state), rank);
            assert_eq!(space.state(&space.position(&state)), state);
            let after = |mv| {
                let mut next = state;
                let effect = space.apply(&mut next, mv);
                let rank = ranking.rank(&next);
                space.undo(&mut next, effect);
                assert_eq!(next, state);
                rank
            };
            let expected: Vec<u64> = space.moves(&state).map(after).collect();
            let mut ranks = Vec::new();
            successors.append(&[rank], &mut ranks);
            assert_eq!(ranks, expected);
        }
    }
}

#[test]
fn every_algorithm_finds_a_solution() {
    let start = position("ABCAB", "hanoi-5x3");
    let goal = Hanoi::goal(None, &start).expect("the default goal");
    let distance = slow_distances(&goal)[&stacks(&start)] as usize;
    for algorithm in Hanoi::algorithms() {
        let settings = Settings { algorithm: Some(algorithm.into()), ..Settings::default() };
        let plan = Plan::<Hanoi>::new(&goal, &settings).expect("a plan");
        let report = plan.prepare().expect("tables").solve(&start, 2, &Limit::none(), &mut |_| ());
        let path =
            report.outcome.path().unwrap_or_else(|| panic!("{algorithm}: {:?}", report.outcome));
        let mut end = start.clone();
        Hanoi::apply_all(&mut end, path).expect("legal moves");
        assert_eq!(end, goal, "{algorithm}");
        assert!(if plan.proves() { path.len() == distance } else { path.len() >= distance });
    }
}

#[test]
fn texts_are_read_again() {
    assert_eq!(shape("hanoi-8"), Shape::new(8, 3).expect("a shape"));
    assert_eq!(shape("HANOI-10x4").to_string(), "hanoi-10x4");
    let start = position("a b C", "hanoi-3x3");
    assert_eq!(Hanoi::format(&start), "ABC");
    assert_eq!(Hanoi::parse("ABC", None), Ok(start));
    let moves = Hanoi::parse_moves("AC, AB ca").expect("moves");
    assert_eq!(Hanoi::format_moves(&moves), "AC AB CA");
    let named = position("first-peg", "hanoi-3x4");
    assert_eq!(
        (Hanoi::format(&named), Hanoi::goal_name(&named)),
        ("AAA".to_owned(), "first-peg".to_owned())
    );
    let mut random = Hanoi::random(7);
    let (one, two) = (random(&named), random(&named));
    assert_ne!(one, two);
    assert_eq!(Hanoi::random(7)(&named), one);
    assert_eq!(Hanoi::cost(moves[0], EveryMove), Some(1));
}

#[test]
fn errors_name_the_wrong_part() {
    let reason = |text: &str, shape: &str| {
        Hanoi::parse(text, Some(shape)).expect_err("an error").to_string()
    };
    assert_eq!(reason("AAD", "hanoi-3x3"), "peg D: hanoi-3x3 has the pegs A to C");
    assert_eq!(reason("AA", "hanoi-3x3"), "2 disks: hanoi-3x3 has 3 disks");
    assert_eq!(reason("A1A", "hanoi-3x3"), "1 in \"A1A\": pegs are letters from A");
    assert!(reason("A", "hanoi-x").contains("write hanoi-8x4"));
    assert_eq!(reason("A", "hanoi-0x3"), "0 disks: a shape has 1 to 32 disks");
    assert_eq!(reason("A", "hanoi-3x2"), "2 pegs: a shape has 3 to 8 pegs");
    assert_eq!(reason("A", "hanoi-32x4"), "32 disks on 4 pegs have 2^63 states or more");
    let moves = Hanoi::parse_moves("AC A").expect_err("an error");
    assert_eq!(
        moves.to_string(),
        "\"A\" is not a move: write the pegs from and to, for example AC"
    );

    let mut start = position("AAB", "hanoi-3x3");
    let mut apply = |text: &str| {
        let mv = Hanoi::parse_moves(text).expect("a move")[0];
        Hanoi::apply(&mut start, mv).expect_err("an illegal move")
    };
    assert_eq!(apply("AB"), "the disk on peg B is smaller");
    assert_eq!(apply("CA"), "peg C has no disk");
    assert_eq!(apply("AD"), "hanoi-3x3 has no peg D");
    assert_eq!(apply("AA"), "the disk on peg A is smaller");

    let goal = position("last-peg", "hanoi-30x4");
    let unavailable = |name: &str| {
        let settings =
            Settings { heuristic: Some(name.parse().expect("a name")), ..Settings::default() };
        let plan = Plan::<Hanoi>::new(&goal, &settings).expect("a plan");
        plan.prepare().err().expect("an error").reason
    };
    assert_eq!(
        unavailable("patterns:13"),
        "a table of 13 disks on 4 pegs is too large: 12 disks fit"
    );
    assert_eq!(
        unavailable("patterns:3"),
        "groups of 3 disks are more than 8: hanoi-30x4 needs groups of 4 or more"
    );
    assert!("patterns:0".parse::<HeuristicName>().is_err());
}
