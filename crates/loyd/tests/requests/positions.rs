//! Requests in texts, and results that are checked by replaying them.

use loyd::record::json;
use loyd::{Error, NoTables, SolveRequest, SolveResult, Status, Unreadable, puzzles};

const TABLES: NoTables = NoTables { memory: 1 << 28 };

fn solved(request: &SolveRequest) -> SolveResult {
    request.run_with(TABLES, &mut |_| ()).expect("a good request")
}

/// Replays the moves of a result, as another program would.
fn replayed(request: &SolveRequest, result: &SolveResult, moves: &str) -> (bool, u32) {
    let mut replay = loyd::replay(&request.puzzle, &request.position, moves).metric(&result.metric);
    (replay.shape, replay.goal) = (request.shape.clone(), request.goal.clone());
    let replay = replay.run().expect("moves");
    (replay.valid, replay.length)
}

fn random(puzzle: &str, shape: &str, count: usize) -> Vec<String> {
    loyd::scramble(puzzle).shape(shape).count(count).run().expect("a puzzle").positions
}

#[test]
fn every_metric_and_several_algorithms_agree_and_replay() {
    for (puzzle, shape) in [("tiles", "3x3"), ("cube2", "cube2")] {
        let info = puzzles().into_iter().find(|info| info.name == puzzle).expect("a puzzle");
        for position in random(puzzle, shape, 3) {
            for (metric, _) in info.metrics {
                let mut lengths = Vec::new();
                for algorithm in ["auto", "astar", "idastar"] {
                    let request =
                        loyd::solve(puzzle, &position).metric(*metric).algorithm(algorithm);
                    let result = solved(&request);
                    assert_eq!(result.status, Status::Solved);
                    assert!(result.proven);
                    let (length, moves) = (result.length.expect("one"), result.moves.as_deref());
                    assert_eq!(replayed(&request, &result, moves.expect("moves")), (true, length));
                    lengths.push(length);
                }
                lengths.dedup();
                assert_eq!(lengths.len(), 1, "{position} {metric}: {lengths:?}");
            }
        }
    }
}

#[test]
fn all_shortest_solutions_are_different_and_replay() {
    let position = &random("tiles", "3x3", 1)[0];
    let request = loyd::solve("tiles", position).all(1000);
    let result = solved(&request);
    let length = result.length.expect("solved");
    let (count, all_moves) = result.shortest().expect("counted");
    assert_eq!(count, all_moves.len() as u128);
    for moves in all_moves {
        assert_eq!(replayed(&request, &result, moves), (true, length));
    }
    let mut different = all_moves.to_vec();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), all_moves.len());
    assert!(all_moves.contains(result.moves.as_ref().expect("solved")));
}

#[test]
fn an_unsolvable_board_has_another_goal() {
    let request = loyd::solve("tiles", "1 2 3 4 / 5 7 6 0");
    let result = solved(&request);
    assert_eq!((result.status, result.moves), (Status::Unsolvable, None));
    let checked = loyd::check("tiles", &request.position).run().expect("a board");
    assert_eq!(checked.solvable, Some(false));
    assert_eq!(checked.other_goal.as_deref(), Some("blank-first"));
    let other = request.goal("blank-first");
    let result = solved(&other);
    let moves = result.moves.clone().expect("it can reach that goal");
    assert_eq!(replayed(&other, &result, &moves), (true, result.length.expect("solved")));
}

#[test]
fn admissible_heuristics_never_exceed_the_length() {
    for (puzzle, shape) in [("tiles", "3x3"), ("cube2", "cube2")] {
        let position = random(puzzle, shape, 1).remove(0);
        let length = solved(&loyd::solve(puzzle, &position)).length.expect("solved");
        let checked = loyd::check(puzzle, &position).run().expect("a position");
        assert_eq!(checked.solvable, Some(true));
        let value = |name| checked.heuristics.iter().find(|(known, _)| *known == name)?.1;
        assert_eq!(value("zero"), Some(0));
        for admissible in ["manhattan", "linear-conflict", "permutation", "orientation"] {
            assert!(value(admissible).is_none_or(|value| value <= length), "{admissible}");
        }
    }
}

#[test]
fn results_have_the_names_of_their_puzzle() {
    let result = solved(&loyd::solve("tiles", "1 2 3 / 4 5 0"));
    let names: Vec<String> =
        json(&result).as_object().expect("an object").keys().cloned().collect();
    let expected = [
        "status",
        "length",
        "proven",
        "lower_bound",
        "moves",
        "expanded",
        "generated",
        "seconds",
        "algorithm",
        "heuristic",
        "puzzle",
        "tiles",
        "width",
        "height",
        "goal",
        "metric",
    ];
    assert_eq!(names[..expected.len()], expected);
}

#[test]
fn a_stopped_search_reports_a_lower_bound() {
    let request = loyd::solve("tiles", &random("tiles", "4x4", 1)[0]).heuristic("manhattan");
    let result = solved(&request.max_nodes(1000));
    assert_eq!((result.status, result.proven), (Status::Stopped, false));
    assert!(result.lower_bound.is_some_and(|bound| bound > 0));
    assert!(result.remark.is_some());
}

#[test]
fn unknown_names_are_refused_by_kind() {
    let refused =
        |request: &SolveRequest| request.run_with(TABLES, &mut |_| ()).expect_err("it is refused");
    let with = |change: fn(&mut SolveRequest)| {
        let mut request = loyd::solve("tiles", "1 2 3 4 5 6 7 0 8");
        change(&mut request);
        refused(&request)
    };
    assert!(matches!(with(|it| it.puzzle = "tile".into()), Error::Puzzle { .. }));
    assert!(matches!(with(|it| it.metric = Some("half".into())), Error::Metric { .. }));
    assert!(matches!(with(|it| it.algorithm = Some("astra".into())), Error::Algorithm { .. }));
    assert!(matches!(with(|it| it.heuristic = Some("manhatan".into())), Error::Heuristic { .. }));
    assert!(matches!(with(|it| it.pruning = Some("much".into())), Error::Pruning { .. }));
    let unreadable = with(|it| it.position = "1 2 3 4 5".into());
    assert!(matches!(unreadable, Error::Unreadable(Unreadable::Position { .. })), "{unreadable}");
    let two = with(|it| it.goal = Some("1 2 3 0".into()));
    assert!(matches!(two, Error::Unreadable(Unreadable::TwoShapes { .. })), "{two}");
}

#[test]
fn a_replay_reports_the_first_impossible_move() {
    let request = |moves: &str| loyd::replay("tiles", "1 2 3 4 5 6 7 0 8", moves);
    let reached = request("L").run().expect("moves");
    assert_eq!((reached.valid, reached.length), (true, 1));
    assert_eq!(reached.end.as_deref(), Some("1 2 3 4 5 6 7 8 0"));
    let missed = request("R").run().expect("moves");
    assert_eq!((missed.valid, missed.illegal_move), (false, None));
    let illegal = request("L L").run().expect("moves");
    assert_eq!((illegal.valid, illegal.illegal_move, illegal.end), (false, Some(2), None));
    assert!(matches!(request("X").run(), Err(Error::Moves { .. })));
}

#[test]
fn every_puzzle_lists_names_and_reads_its_scrambles() {
    for info in puzzles() {
        assert!(!info.metrics.is_empty() && !info.goals.is_empty());
        assert!(!info.algorithms.is_empty() && !info.heuristics.is_empty());
        let random = loyd::scramble(info.name).run().expect("a puzzle");
        let checked = loyd::check(info.name, &random.positions[0]).shape(random.puzzle).run();
        assert_eq!(checked.expect("a position").solvable, Some(true), "{}", info.name);
    }
}
