//! Puzzles with some of the moves of another, against breadth-first search with these moves on plain positions, and
//! solutions near the shortest, against all sequences of moves.
#![expect(clippy::mutable_key_type, reason = "the hash of a position is that of its slots")]

use super::{levels, position};
use loyd_search::observe::{Limit, Outcome};
use loyd_search::puzzle::{Puzzle, replay};
use loyd_search::search::every::Extent;
use loyd_search::solver::{Engine, Plan, Settings};
use loyd_search::space::Unsolvable;
use loyd_twisty::{MetricName, Position, Turn, Twisty, by_name, parse_turns};
use std::collections::HashMap;

fn engine(goal: &Position, metric: MetricName) -> Box<dyn Engine<Twisty>> {
    let settings = Settings { metric, ..Settings::default() };
    Plan::new(goal, &settings).expect("a plan").prepare().expect("small tables")
}

fn after(position: &Position, turn: Turn) -> Position {
    let mut position = position.clone();
    position.turn(turn).expect("a move");
    position
}

/// The distance of every position that these moves lead to from the solved one.
fn distances(solved: &Position, turns: &[Turn]) -> HashMap<Position, u32> {
    let mut distances = HashMap::from([(solved.clone(), 0)]);
    let mut level = vec![solved.clone()];
    for depth in 1.. {
        let mut next = Vec::new();
        for child in level.iter().flat_map(|from| turns.iter().map(|&turn| after(from, turn))) {
            distances.entry(child.clone()).or_insert_with(|| {
                next.push(child);
                depth
            });
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distances
}

/// The order of the group, and so the number of states.
fn order(name: &str) -> Option<u128> {
    by_name(name)?.order()
}

#[test]
fn groups_of_some_moves_have_their_known_orders() {
    assert_eq!(order("twisty3x3x3@U"), Some(4));
    assert_eq!(order("twisty3x3x3@U2"), Some(2));
    // The groups of two adjacent faces, of half turns, and of two adjacent half turns.
    assert_eq!(order("twisty3x3x3@U,R"), Some(73_483_200));
    assert_eq!(order("twisty3x3x3@U2,D2,R2,L2,F2,B2"), Some(663_552));
    assert_eq!(order("twisty3x3x3@U2,R2"), Some(12));
    assert_eq!(order("twisty2x2x2@U,R"), Some(29_160));
    assert_eq!(order("skewb@U,R,L,B"), order("skewb"));
}

#[test]
fn names_are_in_the_order_of_the_definition_without_repetition() {
    let id = |name: &str| by_name(name).map(|model| model.id().to_owned());
    let canonical = Some("twisty3x3x3@U2,R".to_owned());
    for name in ["twisty3x3x3@R,U2", "twisty3x3x3@U2,R',R2,R", "twisty3x3x3@ U2 R3"] {
        assert_eq!(id(name), canonical, "{name}");
    }
    // A power of order 3 generates all of them.
    assert_eq!(id("pyraminx@U2"), Some("pyraminx@U".to_owned()));
    let goal = "pyraminx@U,R:?,?,?,?,?,?|0,1,2,3";
    assert_eq!(id(goal), Some(goal.to_owned()));
    for wrong in ["pyraminx@", "pyraminx@Q", "pyraminx@U3", "skewb@x", "pyraminx@U@R", "no@U"] {
        assert_eq!(id(wrong), None, "{wrong}");
    }
}

#[test]
fn a_position_that_these_moves_do_not_reach_is_refused() {
    let read = |text: &str| position("pyraminx@U,R", text);
    assert_eq!(Twisty::solvable(&read("U R U' R"), &read("")), Ok(()));
    let reason = "no sequence of the moves U, R leads to the goal".to_owned();
    assert_eq!(Twisty::solvable(&read("L"), &read("")), Err(Unsolvable { reason }));
}

/// Each name with its moves, in the half-turn metric.
const PUZZLES: [(&str, &str); 4] = [
    ("pyraminx@U,R", "U U' R R'"),
    ("skewb@R,U", "R R' U U'"),
    ("twisty2x2x2@U2,R", "U2 R R2 R'"),
    ("twisty3x3x3@U2,R2,F2", "U2 R2 F2"),
];

#[test]
fn levels_and_solutions_are_those_of_a_plain_search() {
    for (name, moves) in PUZZLES {
        let turns = parse_turns(moves).expect("moves");
        let solved = position(name, "");
        let distances = distances(&solved, &turns);
        let mut counts = vec![0; 1 + *distances.values().max().expect("states") as usize];
        for &distance in distances.values() {
            counts[distance as usize] += 1;
        }
        assert_eq!(levels(&solved, MetricName::Half), counts, "{name}");
        let states = solved.model().order();
        assert_eq!(states, Some(distances.len() as u128), "{name}");
        let engine = engine(&solved, MetricName::Half);
        let mut starts: Vec<_> = distances.iter().collect();
        starts.sort_by_key(|(start, distance)| (**distance, start.to_string()));
        for &(start, &distance) in starts.iter().step_by(starts.len().div_ceil(40)) {
            let report = engine.solve(start, 1, &Limit::none(), &mut |_| ());
            let Outcome::Solved { path, cost, proven: true, .. } = report.outcome else {
                panic!("{name}: {:?}", report.outcome);
            };
            assert_eq!(cost, distance, "{name}");
            assert!(path.iter().all(|turn| turns.contains(turn)), "{name}: {path:?}");
            let replayed = replay::<Twisty>(start, &path, MetricName::Half);
            assert_eq!(replayed, Ok((solved.clone(), cost)));
        }
        // Moves that are not allowed are still read, and their positions refused.
        let other = position(name, if name.starts_with("twisty") { "F U" } else { "L B" });
        let report = engine.solve(&other, 1, &Limit::none(), &mut |_| ());
        assert!(matches!(report.outcome, Outcome::Unsolvable(_)), "{name}: {:?}", report.outcome);
    }
}

#[test]
fn a_goal_may_leave_pieces_free_of_fewer_moves() {
    let start = position("pyraminx@U,R", "U R U' R' U");
    let goal = Twisty::goal(Some("? ? ? ? ? ? | 0 1 2 3"), &start).expect("a goal");
    assert_eq!(Twisty::shape(&goal), "pyraminx@U,R:?,?,?,?,?,?,|,0,1,2,3");
    assert_eq!(Twisty::parse("", Some(&Twisty::shape(&goal))), Ok(goal.clone()));
    let engine = engine(&goal, MetricName::Half);
    let report = engine.solve(&Twisty::toward(start, &goal), 1, &Limit::none(), &mut |_| ());
    assert_eq!(report.outcome.path().map(<[Turn]>::len), Some(1));
    // Nine centres can be turned by two moves.
    assert_eq!(levels(&goal, MetricName::Half).iter().sum::<u64>(), 9);
}

#[test]
fn a_half_turn_alone_is_not_a_move_of_the_quarter_turn_metric() {
    let goal = position("twisty3x3x3@U,R2", "");
    let settings = Settings { metric: MetricName::Quarter, ..Settings::default() };
    let refused = Plan::<Twisty>::new(&goal, &settings).expect_err("no such metric");
    assert!(refused.to_string().contains("R2"), "{refused}");
}

/// All sequences of at most `left` moves that solve a position, without two moves of one corner in a row, and that do
/// not solve it before.
fn sequences(
    here: &Position,
    solved: &Position,
    turns: &[Turn],
    path: &mut Vec<Turn>,
    left: u32,
    found: &mut Vec<Vec<Turn>>,
) {
    if here == solved {
        found.push(path.clone());
        return;
    }
    if left == 0 {
        return;
    }
    for &turn in turns {
        if path.last().is_none_or(|last| last.name() != turn.name()) {
            path.push(turn);
            sequences(&after(here, turn), solved, turns, path, left - 1, found);
            path.pop();
        }
    }
}

#[test]
fn solutions_near_the_shortest_are_those_of_a_search_of_all_sequences() {
    let turns = parse_turns("U U' L L' R R' B B'").expect("moves");
    let solved = position("pyraminx", "");
    let engine = engine(&solved, MetricName::Half);
    for (text, length) in [("U", 1), ("U L'", 2), ("U L U", 3)] {
        let start = position("pyraminx", text);
        for slack in 0..=3 {
            let mut expected = Vec::new();
            sequences(&start, &solved, &turns, &mut Vec::new(), length + slack, &mut expected);
            expected.sort_by_key(Vec::len);
            assert_eq!(expected[0].len() as u32, length);
            let extent = Extent { length, slack, max_paths: 100_000 };
            let all = engine.all_within(&start, extent, &Limit::none()).expect("no limit");
            assert_eq!(all.count, expected.len() as u128, "{text}, {slack}");
            assert_eq!(all.paths, expected, "{text}, {slack}");
        }
    }
}
