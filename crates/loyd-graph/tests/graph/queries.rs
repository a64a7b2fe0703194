//! The queries of docs/graph.md, and views compared with the puzzle.

use super::{
    NEGATIVE, build_graph, built, check_documentation, check_views, connect, file, folder, path_of,
    request, tiles,
};
use loyd::PuzzleName;
use loyd_graph::{BuildRequest, Strategy};
use rusqlite::Connection;
use rusqlite::types::ValueRef;

/// The rows of a query, columns separated by `|` as the shell of `SQLite` prints them.
fn rows(connection: &Connection, sql: &str) -> String {
    let mut statement = connection.prepare(sql).unwrap_or_else(|why| panic!("{sql}: {why}"));
    let columns = statement.column_count();
    let mut rows = statement.query([]).expect("a query");
    let mut text = String::new();
    while let Some(row) = rows.next().unwrap_or_else(|why| panic!("{sql}: {why}")) {
        let value = |column| match row.get_ref(column).expect("a value") {
            ValueRef::Null => String::new(),
            ValueRef::Integer(number) => number.to_string(),
            // Unlike an integer with a point.
            ValueRef::Real(number) => format!("{number:?}"),
            ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
            ValueRef::Blob(bytes) => format!("{} bytes", bytes.len()),
        };
        text += &(0..columns).map(value).collect::<Vec<_>>().join("|");
        text.push('\n');
    }
    text
}

#[test]
fn documented_queries_print_the_documented_output() {
    let folder = folder();
    let url = file(&folder, "8.db");
    build_graph(&tiles("3x3"), &mut *connect(&url));
    let connection = Connection::open(path_of(&url)).expect("a file");
    check_documentation(|sql| rows(&connection, sql));
}

#[test]
fn views_of_boards_in_both_metrics() {
    let folder = folder();
    for (shape, depth) in [("2x2", None), ("3x2", None), ("4x4", Some(5))] {
        for metric in ["single", "multi"] {
            let url = file(&folder, &format!("{shape}-{metric}"));
            let goal = (shape == "4x4").then(|| NEGATIVE.to_owned());
            let request = BuildRequest { goal, ..request(shape, metric, depth, Strategy::Level) };
            let backend = built(&request, &url);
            let query = |sql: &str| rows(&Connection::open(path_of(&url)).expect("a file"), sql);
            check_views(backend, query);
            let expected = match (shape, metric) {
                ("4x4", "multi") => "6\n",
                ("3x2", "multi") => "3\n",
                _ => "2\n",
            };
            let degree = query("SELECT count(*) FROM neighbour WHERE level = 0");
            assert_eq!(degree, expected, "{shape}, {metric}");
        }
    }
}

#[test]
fn positions_of_cubes_can_be_read() {
    let folder = folder();
    let url = file(&folder, "cube2");
    let request = BuildRequest { depth: Some(1), ..BuildRequest::new(PuzzleName::Cube2, None) };
    build_graph(&request, &mut *connect(&url));
    let connection = Connection::open(path_of(&url)).expect("a file");
    let solved = rows(&connection, "SELECT move, position FROM position WHERE level = 0");
    assert_eq!(solved, "|UUUURRRRFFFFDDDDLLLLBBBB\n");
    let moves = rows(&connection, "SELECT move FROM position WHERE level = 1 ORDER BY move");
    assert_eq!(moves, "F\nF'\nF2\nR\nR'\nR2\nU\nU'\nU2\n");
}
