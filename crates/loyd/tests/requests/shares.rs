//! A search divided into independent parts.

use loyd::{Capacity, Error, NoTables, Session, SolveRequest, SolveResult, Status};
use loyd_search::observe::Share;

/// A session that prepares a solver once for all parts.
fn session() -> Session {
    let capacity = Capacity { choices: 1, with_tables: 1, positions: 100, by_goal: false };
    Session::new(|_| NoTables { memory: 1 << 28 }, capacity)
}

fn request(puzzle: &str, position: &str, metric: &str, heuristic: &str) -> SolveRequest {
    loyd::solve(puzzle, position).metric(metric).algorithm("idastar").heuristic(heuristic)
}

/// The result of part `part` of `parts`.
fn search(
    session: &Session,
    request: &SolveRequest,
    (part, parts): (usize, usize),
) -> Result<SolveResult, Error> {
    let mut request = request.clone();
    request.limit.share = Some(Share { part, parts });
    session.solve(&request, &mut |_| ())
}

#[test]
fn the_shortest_of_all_parts_is_optimal() {
    let cases = [
        ("tiles", "8 6 7 2 5 4 3 0 1", "single", "manhattan"),
        ("tiles", "8 6 7 2 5 4 3 0 1", "single", "hamming"),
        ("tiles", "8 6 7 2 5 4 3 0 1", "multi", "walking-distance"),
        ("tiles", "0 11 13 3 10 14 4 1 9 15 7 6 2 5 12 8", "single", "linear-conflict"),
        ("tiles", "0 11 13 3 10 14 4 1 9 15 7 6 2 5 12 8", "single", "pdb:6-6-3"),
        ("tiles", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", "single", "manhattan"),
        ("tiles", "1 2 3 4 5 6 7 8 0", "single", "manhattan"),
        ("tiles", "1 2 3 4 5 6 7 0 8", "single", "manhattan"),
        ("tiles", "3 1 2 0", "single", "manhattan"),
        ("cube2", "R U2 F' R U", "half", "auto"),
        ("cube3", "R U F2 D' L", "quarter", "auto"),
    ];
    let session = session();
    for (puzzle, position, metric, heuristic) in cases {
        let whole = request(puzzle, position, metric, heuristic);
        let best = session.solve(&whole, &mut |_| ()).expect("a good request");
        assert!(best.proven, "{position}");
        for parts in [1, 2, 5] {
            let mut lengths = Vec::new();
            for part in 0..parts {
                let result = search(&session, &whole, (part, parts)).expect("a part");
                // Only a solution without moves is proven, as a part does not know the other parts.
                let at_goal = result.length == Some(0);
                assert_eq!(result.proven, at_goal, "{position}: part {part} of {parts}");
                let Some(length) = result.length else {
                    assert_eq!(result.status, Status::Unsolvable, "{position}");
                    continue;
                };
                let moves = result.moves.expect("moves");
                let replayed = loyd::replay(puzzle, position, &moves).metric(metric).run();
                let replayed = replayed.expect("moves");
                assert_eq!((replayed.valid, replayed.length), (true, length), "{position}");
                lengths.push(length);
            }
            assert_eq!(lengths.iter().min(), best.length.as_ref(), "{position}: {parts} parts");
        }
    }
}

#[test]
fn parts_that_do_not_exist_are_refused() {
    let easy = request("tiles", "1 2 3 4 5 6 7 0 8", "single", "manhattan");
    for (part, parts) in [(0, 0), (2, 2), (0, 257), (usize::MAX, usize::MAX)] {
        let refused = search(&session(), &easy, (part, parts)).expect_err("no such part");
        assert_eq!(refused.what(), "share", "{refused}");
    }
    let other = easy.algorithm("astar");
    let refused = search(&session(), &other, (0, 2)).expect_err("astar has no parts");
    assert_eq!(refused.what(), "algorithm");
    assert!(refused.to_string().contains("idastar"), "{refused}");
}
