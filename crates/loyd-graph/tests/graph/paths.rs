//! Paths traced through stored graphs are optimal and complete.

use super::{build_graph, built, connect, file, folder, in_memory, request, try_build};
use loyd::{NoTables, SolveResult, Status};
use loyd_graph::key::Representation;
use loyd_graph::{Backend, BuildRequest, DatabaseUrl, GraphError, Strategy, export, path};
use loyd_search::observe::Cancel;

/// The position and level of some stored states.
fn states(backend: &mut dyn Backend, every: usize) -> Vec<(String, u32)> {
    let mut states = Vec::new();
    let mut number = 0;
    let write = &mut |block: &export::Block, _: &[_]| {
        for (position, &level) in block.positions.iter().zip(&block.rows.levels) {
            if number % every == 0 {
                states.push((position.clone(), level));
            }
            number += 1;
        }
        Ok(())
    };
    export::blocks(backend, &Cancel::new(), write).expect("states");
    states
}

/// Every traced path is replayed by the library; its length is the level.
fn traced(backend: &mut dyn Backend, every: usize) {
    for (position, level) in states(backend, every) {
        let solution = path(backend, &position, None).expect("a path");
        assert_eq!(solution.status, Status::Solved, "{position}: {:?}", solution.remark);
        assert_eq!((solution.length, solution.proven), (Some(level), true), "{position}");
    }
}

#[test]
fn path_lengths_equal_levels() {
    let folder = folder();
    for strategy in Strategy::ALL {
        for shape in ["2x2", "3x2", "2x3"] {
            for metric in ["single", "multi"] {
                let url = file(&folder, &format!("{strategy}-{shape}-{metric}"));
                let mut backend = built(&request(shape, metric, None, strategy), &url);
                traced(&mut *backend, 1);
            }
        }
    }
}

#[test]
fn paths_of_the_8_puzzle_cubes_and_twisty_puzzles() {
    for strategy in [Strategy::Row, Strategy::Bulk] {
        let mut backend = in_memory(&request("3x3", "multi", None, strategy));
        traced(&mut *backend, 97);
        let mut backend = in_memory(&request("cube2", "quarter", Some(4), strategy));
        traced(&mut *backend, 3);
        let mut backend = in_memory(&request("cube3", "half", Some(2), strategy));
        traced(&mut *backend, 1);
        let mut backend = in_memory(&request("skewb", "quarter", Some(3), strategy));
        traced(&mut *backend, 1);
    }
}

#[test]
fn each_representation_of_keys_stores_the_same_levels_and_paths() {
    let folder = folder();
    let all = || Representation::ALL.map(Some).into_iter().chain([None]);
    for strategy in Strategy::ALL {
        for representation in all() {
            let name = representation.map_or("default", Representation::name);
            let mut backend = connect(&file(&folder, &format!("tiles-{strategy}-{name}")));
            let request = request("3x2", "multi", None, strategy);
            let graph = build_graph(&BuildRequest { representation, ..request }, &mut *backend);
            assert_eq!(graph.levels.iter().sum::<u64>(), 360, "{name}");
            traced(&mut *backend, 1);
        }
    }
    for representation in all().filter(|&of| of != Some(Representation::Rank)) {
        let mut backend = connect(&DatabaseUrl::Memory);
        let request = request("cube3", "half", Some(2), Strategy::Bulk);
        let graph = build_graph(&BuildRequest { representation, ..request }, &mut *backend);
        assert_eq!(graph.levels, [1, 18, 243]);
        traced(&mut *backend, 1);
    }
}

#[test]
fn a_representation_that_a_puzzle_lacks_is_refused() {
    let refused = |result: loyd_graph::error::Result<_>| match result {
        Err(GraphError::Unsuited { reason }) => reason,
        _ => panic!("a graph"),
    };
    let mut backend = connect(&DatabaseUrl::Memory);
    let of = |shape, representation| BuildRequest {
        representation: Some(representation),
        ..request(shape, if shape == "5x5" { "single" } else { "half" }, Some(1), Strategy::Bulk)
    };
    let ranks = of("5x5", Representation::Rank);
    let reason = refused(try_build(&ranks, &mut *backend));
    assert!(reason.contains("ranks"), "{reason}");
    let texts = of("skewb", Representation::Text);
    let reason = refused(try_build(&texts, &mut *backend));
    assert!(reason.contains("lengths"), "{reason}");
}

#[test]
fn all_paths_are_those_that_the_solver_counts() {
    let mut backend = in_memory(&request("3x3", "single", None, Strategy::Bulk));
    for board in
        ["8 6 7 2 5 4 3 0 1", "1 2 3 4 5 6 7 8 0", "0 8 7 6 5 4 3 2 1", "5 4 8 0 7 2 6 1 3"]
    {
        let Ok(solution) = path(&mut *backend, board, Some(1000)) else { panic!("{board}") };
        let solved = loyd::solve("tiles", board)
            .all(1000)
            .run_with(NoTables { memory: 1 << 30 }, &mut |_| ())
            .expect("a solution");
        assert_eq!((solution.status, solution.length), (solved.status, solved.length), "{board}");
        let sorted = |result: &SolveResult| {
            let (count, moves) = result.shortest()?;
            let mut moves = moves.to_vec();
            moves.sort();
            Some((count, moves))
        };
        assert_eq!(sorted(&solution), sorted(&solved), "{board}");
    }
    let few = path(&mut *backend, "8 6 7 2 5 4 3 0 1", Some(3)).expect("paths");
    assert_eq!(few.shortest().map(|(count, moves)| (count, moves.len())), Some((40, 3)));
}

#[test]
fn boards_that_are_not_stored_are_deeper_or_unsolvable() {
    let mut backend = in_memory(&request("3x3", "single", Some(10), Strategy::Bulk));
    let deep = path(&mut *backend, "8 6 7 2 5 4 3 0 1", None).expect("a result");
    assert_eq!((deep.status, deep.lower_bound, deep.moves), (Status::Stopped, Some(11), None));
    let odd = path(&mut *backend, "2 1 3 4 5 6 7 8 0", Some(5)).expect("a result");
    assert_eq!(odd.status, Status::Unsolvable);
    assert!(path(&mut *backend, "1 2 3 0", None).is_err());
    assert!(path(&mut *backend, "R U", None).is_err());
}
