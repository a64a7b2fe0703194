//! Databases of something else are refused and not changed.

use super::{build_graph, change, connect, file, folder, path_of, request, tiles, try_build};
use loyd::PuzzleName;
use loyd_graph::{Access, BuildRequest, DatabaseUrl, GraphError, Strategy, open, path, stats};
use loyd_search::observe::Cancel;
use std::fs;

#[test]
fn other_puzzles_metrics_and_goals_change_nothing() {
    let folder = folder();
    let url = file(&folder, "graph");
    build_graph(&tiles("2x2"), &mut *connect(&url));
    let before = fs::read(path_of(&url)).expect("a file");
    let goal = Some("blank-first".to_owned());
    let refused = [
        ("puzzle", tiles("3x2")),
        ("metric", request("2x2", "multi", None, Strategy::Row)),
        ("goal", BuildRequest { goal, ..tiles("2x2") }),
    ];
    for (wrong, request) in refused {
        let why = try_build(&request, &mut *connect(&url));
        assert!(
            matches!(&why, Err(GraphError::OtherGraph { what, .. }) if *what == wrong),
            "{why:?}"
        );
    }
    let cube = BuildRequest { depth: Some(1), ..BuildRequest::new(PuzzleName::Cube2, None) };
    let why = try_build(&cube, &mut *connect(&url));
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
    change(&foreign, "CREATE TABLE diary (day TEXT)");
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
    assert_eq!(build_graph(&tiles("2x2"), &mut *connect(&url)).stored, 12);
}

/// A finished graph of the 5-puzzle that a statement damages.
fn damaged(sql: &str) -> (tempfile::TempDir, DatabaseUrl) {
    let folder = folder();
    let url = file(&folder, "graph");
    build_graph(&tiles("3x2"), &mut *connect(&url));
    change(&url, sql);
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
            change(&url, sql);
            let deeper = BuildRequest { depth: Some(5), ..request };
            let result =
                open(&url, Access::Build).and_then(|mut backend| try_build(&deeper, &mut *backend));
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
    // The second queue begins at the number of the first one.
    for strategy in [Strategy::Row, Strategy::Row, Strategy::Bulk] {
        let built = build_graph(&BuildRequest { strategy, ..tiles("2x2") }, &mut *backend);
        assert_eq!((built.stored, built.meta.complete), (12, true));
        backend.remove().expect("removed");
    }
    drop(backend);
    assert!(matches!(open(&url, Access::Read), Err(GraphError::Missing { .. })));
    assert!(build_graph(&tiles("3x2"), &mut *connect(&url)).meta.complete);
}

#[test]
fn changed_bytes_never_panic() {
    let folder = folder();
    let url = file(&folder, "graph");
    build_graph(&tiles("3x2"), &mut *connect(&url));
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
    let second = open(&url, Access::Build);
    let busy = second.and_then(|mut second| try_build(&tiles("2x2"), &mut *second));
    assert!(matches!(busy, Err(GraphError::Busy { .. })), "{busy:?}");
    build_graph(&tiles("2x2"), &mut *first);
    drop(first);
    assert!(connect(&url).lock().expect("a file"), "the lock ends with the connection");
}

/// Rows that another program removed.
#[test]
fn missing_levels_are_noticed() {
    for sql in [
        "DELETE FROM level WHERE level = 3",
        "DELETE FROM state WHERE key = (SELECT max(key) FROM state)",
    ] {
        let (_folder, url) = damaged(sql);
        let result = open(&url, Access::Read).and_then(|mut backend| stats(&mut *backend));
        assert!(matches!(result, Err(GraphError::Damaged { .. })), "{sql}: {result:?}");
    }
}
