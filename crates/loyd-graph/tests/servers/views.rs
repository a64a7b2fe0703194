//! Views and the queries of the documentation give the same results on servers as in SQLite.

use super::{
    NEGATIVE, build_graph, built, check_documentation, check_views, connect, in_memory, request,
    servers, tiles,
};
use loyd_graph::{BuildRequest, Strategy, path};

#[test]
fn documented_queries_print_the_documented_output() {
    for server in servers() {
        let database = server.database();
        let request = tiles("3x3");
        build_graph(&request, &mut *connect(&server.url(&database)));
        check_documentation(|sql| server.rows(&database, sql));
    }
}

#[test]
fn views_have_the_parents_of_the_puzzle() {
    for server in servers() {
        for (shape, metric, depth, goal) in [
            ("3x2", "single", None, None),
            ("2x2", "multi", None, None),
            ("4x4", "single", Some(5), Some(NEGATIVE)),
            ("4x4", "multi", Some(3), Some(NEGATIVE)),
        ] {
            let database = server.database();
            let goal = goal.map(str::to_owned);
            let request = BuildRequest { goal, ..request(shape, metric, depth, Strategy::Level) };
            let backend = built(&request, &server.url(&database));
            check_views(backend, |sql| server.rows(&database, sql));
        }
    }
}

#[test]
fn positions_of_cubes_can_be_read() {
    for server in servers() {
        for strategy in Strategy::ALL {
            let database = server.database();
            let request = request("cube2", "half", Some(2), strategy);
            build_graph(&request, &mut *connect(&server.url(&database)));
            let sql = "SELECT move, position FROM position WHERE level = 0";
            assert_eq!(server.rows(&database, sql), "|UUUURRRRFFFFDDDDLLLLBBBB\n");
            let sql = "SELECT count(DISTINCT position), count(*) FROM state";
            assert_eq!(server.rows(&database, sql), "64|64\n", "{strategy}");
        }
    }
}

#[test]
fn traced_solutions_are_as_long_as_in_memory() {
    let request = request("3x2", "single", None, Strategy::Bulk);
    let mut memory = in_memory(&request);
    for server in servers() {
        let mut backend = built(&request, &server.url(&server.database()));
        for board in ["4 5 0 / 1 2 3", "5 4 3 / 2 1 0", "1 2 3 / 0 4 5"] {
            let there = path(&mut *backend, board, Some(10));
            let here = path(&mut *memory, board, Some(10));
            match (there, here) {
                (Ok(there), Ok(here)) => assert_eq!(there.length, here.length, "{board}"),
                (there, here) => assert_eq!(there.is_err(), here.is_err(), "{board}"),
            }
        }
    }
}
