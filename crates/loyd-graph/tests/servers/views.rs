//! Views and the queries of the documentation give the same results on servers as in SQLite.

use super::{
    NEGATIVE, build_graph, built, check_documentation, connect, in_memory, request, servers, tiles,
};
use loyd_graph::{BuildRequest, Strategy, export, path};
use loyd_search::observe::Cancel;

#[test]
fn the_queries_of_the_documentation_print_what_it_says() {
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
            let mut backend = connect(&server.url(&database));
            let graph = build_graph(&request, &mut *backend);
            let mut file = Vec::new();
            let count = export::csv::write(&mut *backend, &Cancel::new(), &mut file);
            count.expect("a file");
            let exported = String::from_utf8(file).expect("text");
            let mut parents: Vec<String> = exported
                .lines()
                .skip(1)
                .filter_map(|line| {
                    let fields: Vec<&str> = line.split(',').collect();
                    let [key, _, level, _, parent] = fields[..] else { panic!("{line}") };
                    (!parent.is_empty()).then(|| format!("{key}|{level}|{parent}"))
                })
                .collect();
            parents.sort_unstable();
            let rows = server.rows(&database, "SELECT t.key, t.level, t.parent FROM tree t");
            let mut rows: Vec<&str> = rows.lines().collect();
            rows.sort_unstable();
            assert_eq!(rows, parents, "{shape}, {metric} on {}", server.kind.name());
            // Each neighbour is at the next level, or one of those before.
            let far = "SELECT count(*) FROM neighbour n LEFT JOIN state s ON s.key = n.neighbour \
                       WHERE abs(coalesce(s.level, n.level + 1) - n.level) > 1";
            assert_eq!(server.rows(&database, far), "0\n");
            let last = graph.levels.len() - 1;
            let open = format!(
                "SELECT count(*) FROM neighbour n LEFT JOIN state s ON s.key = n.neighbour \
                 WHERE s.key IS NULL AND n.level < {last}"
            );
            assert_eq!(server.rows(&database, &open), "0\n");
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
