//! Databases of something else are refused and not changed.

use super::{build_graph, connect, file, folder, path_of, request};
use loyd::PuzzleName;
use loyd_graph::{
    Access, BuildRequest, DatabaseUrl, GraphError, Strategy, build, open, path, stats,
};
use loyd_search::observe::{Cancel, Limit};
use std::fs;

#[test]
fn other_puzzles_metrics_and_goals_change_nothing() {
    let folder = folder();
    let url = file(&folder, "graph");
    build_graph(&BuildRequest::new(PuzzleName::Tiles, Some("2x2")), &mut *connect(&url));
    let before = fs::read(path_of(&url)).expect("a file");
    let goal = Some("blank-first".to_owned());
    let refused = [
        ("puzzle", BuildRequest::new(PuzzleName::Tiles, Some("3x2"))),
        ("metric", request("2x2", "multi", None, Strategy::Row)),
        ("goal", BuildRequest { goal, ..BuildRequest::new(PuzzleName::Tiles, Some("2x2")) }),
    ];
    for (wrong, request) in refused {
        let why = build(&request, &mut *connect(&url), &Limit::none(), &mut |_| ());
        assert!(
            matches!(&why, Err(GraphError::OtherGraph { what, .. }) if *what == wrong),
            "{why:?}"
        );
    }
    let cube = BuildRequest { depth: Some(1), ..BuildRequest::new(PuzzleName::Cube2, None) };
    let why = build(&cube, &mut *connect(&url), &Limit::none(), &mut |_| ());
    assert!(matches!(why, Err(GraphError::OtherGraph { what: "puzzle", .. })));
    let rows = |bytes: &[u8]| {
        let copy = folder.path().join("copy");
        fs::write(&copy, bytes).expect("room");
        let connection = rusqlite::Connection::open(&copy).expect("a file");
        let sql = "SELECT (SELECT count(*) FROM state), group_concat(value) FROM meta";
        let row = connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)));
        let row: (i64, String) = row.expect("a row");
        row
    };
    assert_eq!(rows(&fs::read(path_of(&url)).expect("a file")), rows(&before));
}

#[test]
fn files_of_others_are_not_touched() {
    let folder = folder();
    let foreign = file(&folder, "foreign");
    let connection = rusqlite::Connection::open(path_of(&foreign)).expect("a file");
    connection.execute_batch("CREATE TABLE diary (day TEXT)").expect("a table");
    drop(connection);
    let text = file(&folder, "text");
    fs::write(path_of(&text), "This is a letter and no database at all. ".repeat(40))
        .expect("room");
    let short = file(&folder, "short");
    fs::write(path_of(&short), "short").expect("room");
    for url in [&foreign, &text, &short] {
        let before = fs::read(path_of(url)).expect("a file");
        for access in [Access::Build, Access::Read] {
            let Err(why) = open(url, access) else { panic!("{url} is not a graph") };
            assert!(matches!(why, GraphError::Foreign { .. }), "{url}: {why}");
        }
        assert!(fs::read(path_of(url)).expect("a file") == before, "{url}");
    }
    assert!(matches!(open(&file(&folder, "none"), Access::Read), Err(GraphError::Missing { .. })));
    assert!(!folder.path().join("none").exists());
    let inside = DatabaseUrl::Sqlite(folder.path().join("no/folder/a.db"));
    assert!(matches!(open(&inside, Access::Build), Err(GraphError::Unreachable { .. })));
    let dir = DatabaseUrl::Sqlite(folder.path().to_owned());
    assert!(matches!(open(&dir, Access::Build), Err(GraphError::Foreign { .. })));
}

#[test]
fn an_empty_file_becomes_a_graph() {
    let folder = folder();
    let url = file(&folder, "empty");
    fs::write(path_of(&url), "").expect("room");
    assert_eq!(
        build_graph(&BuildRequest::new(PuzzleName::Tiles, Some("2x2")), &mut *connect(&url)).stored,
        12
    );
}

/// A finished graph of the 5-puzzle that a statement damages.
fn damaged(sql: &str) -> (tempfile::TempDir, DatabaseUrl) {
    let folder = folder();
    let url = file(&folder, "graph");
    build_graph(&BuildRequest::new(PuzzleName::Tiles, Some("3x2")), &mut *connect(&url));
    let connection = rusqlite::Connection::open(path_of(&url)).expect("a file");
    connection.execute_batch(sql).expect("a change");
    drop(connection);
    (folder, url)
}

#[test]
fn other_versions_are_refused() {
    let (_folder, url) = damaged("UPDATE meta SET value = '2' WHERE name = 'format'");
    let Err(why) = open(&url, Access::Build) else { panic!("another version") };
    assert!(matches!(why, GraphError::Version { .. }), "{why}");
}

#[test]
fn damage_is_an_error_and_never_a_wrong_path() {
    for sql in [
        "UPDATE state SET move = NULL",
        "UPDATE state SET move = 99",
        "UPDATE state SET level = 5",
        "UPDATE state SET level = level + 1",
        "UPDATE state SET move = (move + 1) % 4",
        "DELETE FROM state WHERE level = 3",
        "DELETE FROM state",
        "UPDATE state SET key = key + 1000000000000",
        "DELETE FROM meta WHERE name = 'goal'",
        "UPDATE meta SET value = 'x' WHERE name = 'goal'",
        "UPDATE meta SET value = '9x9' WHERE name = 'shape'",
        "UPDATE meta SET value = 'rank' WHERE name = 'key'",
        "DROP TABLE state",
        "UPDATE state SET level = 'x'",
    ] {
        let (_folder, url) = damaged(sql);
        let result = open(&url, Access::Read)
            .and_then(|mut backend| path(&mut *backend, "4 5 0 / 1 2 3", Some(9)));
        assert!(result.is_err(), "{sql}: {result:?}");
    }
    let (_folder, url) = damaged("DELETE FROM level WHERE level = 3");
    let mut backend = open(&url, Access::Read).expect("a graph");
    assert!(matches!(stats(&mut *backend), Err(GraphError::Damaged { .. })));
}

#[test]
fn a_damaged_graph_is_not_extended() {
    for sql in [
        "UPDATE level SET states = -5 WHERE level = 2",
        "UPDATE level SET states = 9223372036854775807",
        "DELETE FROM level WHERE level = 1",
        "UPDATE state SET key = -key WHERE level = 3",
        "UPDATE state SET key = 8 * key WHERE level = 3",
    ] {
        for strategy in Strategy::ALL {
            let folder = folder();
            let url = file(&folder, "graph");
            let request = request("3x2", "single", Some(3), strategy);
            build_graph(&request, &mut *connect(&url));
            let connection = rusqlite::Connection::open(path_of(&url)).expect("a file");
            connection.execute_batch(sql).expect("a change");
            drop(connection);
            let deeper = BuildRequest { depth: Some(5), ..request };
            let result = open(&url, Access::Build)
                .and_then(|mut backend| build(&deeper, &mut *backend, &Limit::none(), &mut |_| ()));
            // Strategy row has put the states into its queue before, and does not read them again.
            let unread = strategy == Strategy::Row && sql.contains("state SET");
            assert!(
                unread || matches!(result, Err(GraphError::Damaged { .. })),
                "{sql}: {result:?}"
            );
        }
    }
}

#[test]
fn a_removed_graph_leaves_an_empty_file() {
    let folder = folder();
    let url = file(&folder, "graph");
    let mut backend = connect(&url);
    build_graph(&BuildRequest::new(PuzzleName::Tiles, Some("2x2")), &mut *backend);
    backend.remove().expect("removed");
    drop(backend);
    assert!(matches!(open(&url, Access::Read), Err(GraphError::Missing { .. })));
    assert!(
        build_graph(&BuildRequest::new(PuzzleName::Tiles, Some("3x2")), &mut *connect(&url))
            .meta
            .complete
    );
}

#[test]
fn changed_bytes_never_panic() {
    let folder = folder();
    let url = file(&folder, "graph");
    build_graph(&BuildRequest::new(PuzzleName::Tiles, Some("3x2")), &mut *connect(&url));
    let whole = fs::read(path_of(&url)).expect("a file");
    for at in (16..whole.len()).step_by(61) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        fs::write(path_of(&url), &bytes).expect("room");
        let _ = open(&url, Access::Read).and_then(|mut backend| {
            path(&mut *backend, "4 5 0 / 1 2 3", Some(9))?;
            loyd_graph::export::csv::write(&mut *backend, &Cancel::new(), &mut std::io::sink())
        });
    }
}

#[test]
fn a_second_build_waits_for_the_first() {
    let folder = folder();
    let url = file(&folder, "graph");
    let mut first = connect(&url);
    assert!(first.lock().expect("a file"));
    let mut second = open(&url, Access::Build);
    let result = second.as_mut().map(|second| {
        build(
            &BuildRequest::new(PuzzleName::Tiles, Some("2x2")),
            &mut **second,
            &Limit::none(),
            &mut |_| (),
        )
    });
    let busy = |why: &GraphError| matches!(why, GraphError::Busy { .. });
    assert!(
        result.as_ref().map_or_else(|why| busy(why), |result| result.as_ref().is_err_and(busy))
    );
    drop(second);
    built_again(&mut *first);
    drop(first);
    assert!(connect(&url).lock().expect("a file"), "the lock ends with the connection");
}

fn built_again(backend: &mut dyn loyd_graph::Backend) {
    build_graph(&BuildRequest::new(PuzzleName::Tiles, Some("2x2")), backend);
}

/// A row that another program removed.
#[test]
fn missing_levels_are_noticed() {
    let folder = folder();
    let url = file(&folder, "graph");
    build_graph(&BuildRequest::new(PuzzleName::Tiles, Some("3x2")), &mut *connect(&url));
    let connection = rusqlite::Connection::open(path_of(&url)).expect("a file");
    connection
        .execute("DELETE FROM state WHERE key = (SELECT max(key) FROM state)", [])
        .expect("a row");
    drop(connection);
    let mut backend = open(&url, Access::Read).expect("a graph");
    let result = stats(&mut *backend);
    assert!(matches!(result, Err(GraphError::Damaged { .. })), "{result:?}");
}
