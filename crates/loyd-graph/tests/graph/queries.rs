//! The queries of docs/graph.md, and views compared with the puzzle.

use super::{NEGATIVE, build_graph, check_documentation, connect, file, folder, path_of, tiles};
use loyd::PuzzleName;
use loyd_graph::{BuildRequest, DatabaseUrl, Strategy, export};
use loyd_search::observe::Cancel;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::collections::{BTreeMap, BTreeSet};

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
            ValueRef::Real(number) => number.to_string(),
            ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
            ValueRef::Blob(bytes) => format!("{} bytes", bytes.len()),
        };
        text += &(0..columns).map(value).collect::<Vec<_>>().join("|");
        text.push('\n');
    }
    text
}

#[test]
fn the_queries_of_the_documentation_print_what_it_says() {
    let folder = folder();
    let url = file(&folder, "8.db");
    build_graph(&tiles("3x3"), &mut *connect(&url));
    let connection = Connection::open(path_of(&url)).expect("a file");
    check_documentation(|sql| rows(&connection, sql));
}

/// The neighbours and parents that the views have are those of the puzzle.
fn views_are_right(url: &DatabaseUrl) {
    let mut backend = connect(url);
    let (mut levels, mut parents) = (BTreeMap::new(), BTreeMap::new());
    let write = &mut |block: &export::Block, _: &[_]| {
        for row in 0..block.rows.len() {
            let loyd_graph::key::Key::Number(key) = loyd_graph::key::Key::at(&block.rows.keys, row)
            else {
                panic!("a number")
            };
            levels.insert(key, block.rows.levels[row]);
            if let Some(loyd_graph::key::Key::Number(parent)) = &block.parents[row] {
                parents.insert(key, *parent);
            }
        }
        Ok(())
    };
    export::blocks(&mut *backend, &Cancel::new(), write).expect("states");
    drop(backend);
    let connection = Connection::open(path_of(url)).expect("a file");
    let pairs = |sql: &str| -> BTreeSet<(i64, i64)> {
        let mut statement = connection.prepare(sql).expect("a query");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        rows.map(|row| row.expect("integers, not floats")).collect()
    };
    let tree = pairs("SELECT key, parent FROM tree");
    assert_eq!(tree, parents.into_iter().collect());
    let neighbours = pairs("SELECT key, neighbour FROM neighbour");
    for &(one, other) in &neighbours {
        assert!(neighbours.contains(&(other, one)), "{one:x} to {other:x} and not back");
    }
    // Below the last level all neighbours are stored, one level away at most.
    let deepest = *levels.values().max().expect("levels");
    for (one, other) in neighbours {
        if levels[&one] < deepest {
            assert!(levels[&other].abs_diff(levels[&one]) <= 1, "{one:x} and {other:x}");
        }
    }
}

#[test]
fn views_of_boards_in_both_metrics() {
    let folder = folder();
    for (shape, depth) in [("2x2", None), ("3x2", None), ("4x4", Some(5))] {
        for metric in ["single", "multi"] {
            let url = file(&folder, &format!("{shape}-{metric}"));
            let goal = (shape == "4x4").then(|| NEGATIVE.to_owned());
            let request = BuildRequest { goal, ..request(shape, metric, depth, Strategy::Level) };
            build_graph(&request, &mut *connect(&url));
            let connection = Connection::open(path_of(&url)).expect("a file");
            let degree = rows(&connection, "SELECT count(*) FROM neighbour WHERE level = 0");
            let expected = match (shape, metric) {
                ("4x4", "multi") => "6\n",
                ("3x2", "multi") => "3\n",
                _ => "2\n",
            };
            assert_eq!(degree, expected, "{shape}, {metric}");
            drop(connection);
            let all = depth.is_none();
            if all {
                views_are_right(&url);
            } else {
                let mut backend = connect(&url);
                let mut file = Vec::new();
                export::csv::write(&mut *backend, &Cancel::new(), &mut file).expect("a file");
                drop(backend);
                let connection = Connection::open(path_of(&url)).expect("a file");
                for line in String::from_utf8(file).expect("text").lines().skip(1) {
                    let fields: Vec<&str> = line.split(',').collect();
                    let [key, _, _, _, parent] = fields[..] else { panic!("{line}") };
                    let sql = format!("SELECT parent FROM tree WHERE key = {key}");
                    assert_eq!(rows(&connection, &sql).trim(), parent, "{line}");
                }
            }
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
