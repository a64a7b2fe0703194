//! Requests that servers refuse, and databases that are left alone: clear errors, never a password.

use super::server::{NOBODY, PASSWORD, Server, USER, shared};
use super::{build_graph, connect, request, servers, tiles, try_build};
use loyd::PuzzleName;
use loyd_graph::measure::Contents;
use loyd_graph::url::{Server as Kind, ServerUrl};
use loyd_graph::{Access, BuildRequest, DatabaseUrl, GraphError, Strategy, open};
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Command;

/// The error of opening a database to build in; it shows no password, in words or as data.
fn refused(url: &DatabaseUrl) -> GraphError {
    refused_for(url, Access::Build)
}

fn refused_for(url: &DatabaseUrl, access: Access) -> GraphError {
    let error = open(url, access).err().unwrap_or_else(|| panic!("{url} is not refused"));
    hides_passwords(&error);
    error
}

fn hides_passwords(error: &GraphError) {
    let text = format!("{error} {error:?}");
    for secret in [PASSWORD, "s3cret", "wr0ng"] {
        assert!(!text.contains(secret), "{text}");
    }
}

fn changed(url: DatabaseUrl, change: impl FnOnce(&mut ServerUrl)) -> DatabaseUrl {
    let DatabaseUrl::Server(mut url) = url else { panic!("a server") };
    change(&mut url);
    DatabaseUrl::Server(url)
}

#[test]
fn wrong_users_passwords_and_databases() {
    for server in servers() {
        let database = server.database();
        for (user, password) in [(USER, "wr0ng"), ("unknown-user", PASSWORD)] {
            let error = refused(&server.url_with(&database, user, password));
            assert!(matches!(error, GraphError::Login { .. }), "{error:?}");
        }
        let without = changed(server.url(&database), |url| url.password = None);
        let error = refused(&without);
        assert!(matches!(error, GraphError::Login { .. }), "{error:?}");
        let error = refused(&server.url("nowhere"));
        assert!(error.to_string().contains("CREATE DATABASE nowhere"), "{error}");
        let error = refused_for(&server.url(&database), Access::Read);
        assert!(matches!(error, GraphError::Missing { .. }), "{error:?}");
    }
}

#[test]
fn unreachable_servers_are_reported() {
    for server in servers() {
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        for url in [
            changed(server.url("graph"), |url| url.port = Some(port)),
            changed(server.url("graph"), |url| url.socket = Some("/nowhere/socket".into())),
            changed(server.url("graph"), |url| url.host = "nowhere.invalid".to_owned()),
        ] {
            let error = refused(&url);
            assert!(matches!(error, GraphError::Unreachable { .. }), "{error:?}");
        }
    }
}

#[test]
fn a_unix_socket_leads_to_the_same_database() {
    for server in servers() {
        let database = server.database();
        let there = server.socket_url(&database);
        let request = tiles("2x2");
        let levels = build_graph(&request, &mut *connect(&there)).levels;
        let mut backend = connect(&server.url(&database));
        assert_eq!(backend.levels().expect("levels"), levels);
        let text = there.to_string();
        let again: DatabaseUrl = text.parse().expect("an address that can be given again");
        assert_eq!(again.to_string(), text);
    }
}

#[test]
fn tables_of_others_and_other_graphs_are_left_alone() {
    for server in servers() {
        for name in ["state", "meta", "customers"] {
            let database = server.database();
            server.run(&database, &format!("CREATE TABLE {name} (name INTEGER)"));
            let error = refused(&server.url(&database));
            assert!(matches!(error, GraphError::Foreign { .. }), "{error:?}");
            assert!(error.to_string().contains(name), "{error}");
            assert_eq!(server.rows(&database, &format!("SELECT count(*) FROM {name}")), "0\n");
        }
        let database = server.database();
        let url = server.url(&database);
        let small = request("2x2", "single", None, Strategy::Bulk);
        build_graph(&small, &mut *connect(&url));
        let before = server.rows(&database, "SELECT * FROM meta ORDER BY name");
        for other in [
            request("3x2", "single", None, Strategy::Bulk),
            request("2x2", "multi", None, Strategy::Level),
            BuildRequest { goal: Some("blank-first".to_owned()), ..small.clone() },
        ] {
            let error = try_build(&other, &mut *connect(&url));
            let error = error.expect_err("another graph");
            assert!(matches!(error, GraphError::OtherGraph { .. }), "{error:?}");
        }
        let cube = request("cube2", "half", Some(1), Strategy::Row);
        let error = try_build(&cube, &mut *connect(&url));
        assert!(matches!(error, Err(GraphError::OtherGraph { what: "puzzle", .. })), "{error:?}");
        assert_eq!(server.rows(&database, "SELECT * FROM meta ORDER BY name"), before);
        server.run(&database, "UPDATE meta SET value = '99' WHERE name = 'format'");
        let error = refused(&url);
        assert!(matches!(error, GraphError::Version { .. }), "{error:?}");
    }
}

#[test]
fn users_without_rights() {
    for server in servers() {
        let (database, other) = (server.database(), server.database());
        let user = format!("reader_{database}");
        let url = server.url_with(&database, &user, PASSWORD);
        match server.kind {
            Kind::Postgres => {
                server.run("", &format!("CREATE ROLE {user} LOGIN PASSWORD '{PASSWORD}'"));
            }
            Kind::Mysql => {
                server.run("", &format!("CREATE USER {user} IDENTIFIED BY '{PASSWORD}'"));
                server.run("", &format!("GRANT SELECT ON {database}.* TO {user}"));
                let error = refused(&server.url_with(&other, &user, PASSWORD));
                assert!(matches!(error, GraphError::Denied { .. }), "{error:?}");
            }
        }
        // An empty database in which the user may not create tables.
        let small = request("2x2", "single", None, Strategy::Bulk);
        let error = try_build(&small, &mut *connect(&url));
        let error = error.expect_err("no right to create");
        assert!(matches!(error, GraphError::Denied { .. }), "{error:?}");
        hides_passwords(&error);
        // A graph that the user may read, and only read.
        build_graph(&small, &mut *connect(&server.url(&database)));
        if server.kind == Kind::Postgres {
            server
                .run(&database, &format!("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {user}"));
        }
        let mut reader = open(&url, Access::Read).expect("a graph");
        assert_eq!(reader.levels().expect("levels"), [1, 2, 2, 2, 2, 2, 1]);
        drop(reader);
        let deeper = BuildRequest { strategy: Strategy::Row, ..small };
        server.run(&database, "UPDATE meta SET value = 'no' WHERE name = 'complete'");
        let error = try_build(&deeper, &mut *connect(&url));
        assert!(matches!(error, Err(GraphError::Denied { .. })), "{error:?}");
    }
}

#[test]
fn concurrent_builds_of_a_graph_exclude_each_other() {
    for server in servers() {
        let database = server.database();
        let first = connect(&server.url(&database));
        let error = refused(&server.url(&database));
        assert!(matches!(error, GraphError::Busy { .. }), "{error:?}");
        drop(first);
        connect(&server.url(&database));
    }
}

#[test]
fn an_interrupted_creation_is_repeated() {
    let Some(server) = shared(Kind::Mysql) else { return };
    let database = server.database();
    server.run(
        &database,
        "CREATE TABLE meta (name VARCHAR(64) PRIMARY KEY, value TEXT NOT NULL) COMMENT = 'loyd graph'",
    );
    server.run(&database, "CREATE TABLE move (id INTEGER)");
    let error = refused_for(&server.url(&database), Access::Read);
    assert!(matches!(error, GraphError::Missing { .. }), "{error:?}");
    let request = tiles("2x2");
    assert!(build_graph(&request, &mut *connect(&server.url(&database))).meta.complete);
}

#[test]
fn a_server_that_refuses_local_files_gets_inserts() {
    // Packets are as small as the server allows, so that many statements are needed.
    let options = ["--local-infile=0", "--max-allowed-packet=16384"];
    let Some(server) = Server::start(Kind::Mysql, &options) else { return };
    let url = server.url(&server.database());
    let built_there = build_graph(&tiles("3x3"), &mut *connect(&url));
    assert_eq!(built_there.levels.iter().sum::<u64>(), 181_440);
    let cube = request("cube2", "half", Some(3), Strategy::Bulk);
    let url = server.url(&server.database());
    assert_eq!(build_graph(&cube, &mut *connect(&url)).levels, [1, 9, 54, 321]);
}

#[test]
fn a_full_table_space_is_reported_and_the_build_resumes() {
    // All tables are in one file, which may not grow far.
    let options =
        ["--skip-innodb-file-per-table", "--innodb-data-file-path=ibdata1:12M:autoextend:max:20M"];
    let Some(server) = Server::start(Kind::Mysql, &options) else { return };
    let url = server.url(&server.database());
    let request = request("4x4", "single", Some(17), Strategy::Bulk);
    let mut backend = connect(&url);
    let error = try_build(&request, &mut *backend);
    assert!(matches!(error, Err(GraphError::Full { .. })), "{error:?}");
    let levels = backend.levels().expect("committed levels");
    assert!(levels.len() > 8 && levels.len() < 18, "{levels:?}");
    let counts: Vec<u64> =
        (0..levels.len() as u32).map(|level| backend.count(level).expect("a count")).collect();
    assert_eq!(counts, levels);
    assert_eq!(backend.count(levels.len() as u32).expect("a count"), 0);
}

/// A small file system, unmounted at the end.
struct Mounted(PathBuf);

impl Mounted {
    /// Mounts one of this many MiB for a server; `None`, with a printed line, without the right.
    fn new(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder").keep();
        let options = format!("size={megabytes}m,uid={NOBODY},gid={NOBODY},mode=700");
        let mut mount = Command::new("mount");
        let mount = mount.args(["-t", "tmpfs", "-o", &options, "loyd"]).arg(&folder).output();
        if mount.is_ok_and(|mount| mount.status.success()) {
            return Some(Self(folder));
        }
        let _ = fs::remove_dir(&folder);
        let _ = std::io::stderr().write_all(b"\nSKIPPED: a full disk; mount is refused\n");
        None
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
        let _ = fs::remove_dir(&self.0);
    }
}

#[test]
fn a_full_disk_is_reported_and_the_build_resumes() {
    let Some(disk) = Mounted::new(16) else { return };
    let Some(server) = Server::start(Kind::Postgres, &[]) else { return };
    let database = server.database();
    let small = disk.0.display();
    server.run("postgres", &format!("CREATE TABLESPACE small LOCATION '{small}'"));
    server.run("postgres", &format!("ALTER DATABASE {database} SET default_tablespace = small"));
    let url = server.url(&database);
    let request = request("4x4", "single", Some(18), Strategy::Bulk);
    let mut backend = connect(&url);
    let error = try_build(&request, &mut *backend);
    assert!(matches!(error, Err(GraphError::Full { .. })), "{error:?}");
    let levels = backend.levels().expect("committed levels");
    assert!(levels.len() > 8 && levels.len() < 19, "{levels:?}");
    assert_eq!(backend.count(levels.len() as u32).expect("a count"), 0);
    let room = Command::new("mount").args(["-o", "remount,size=256m"]).arg(&disk.0).status();
    assert!(room.is_ok_and(|room| room.success()), "no room could be made");
    let complete = build_graph(&request, &mut *backend);
    assert_eq!(complete.levels.len(), 19);
    assert_eq!(complete.levels[..levels.len()], levels);
}

#[test]
fn a_removed_graph_leaves_an_empty_database() {
    for server in servers() {
        let url = server.url(&server.database());
        let mut backend = connect(&url);
        let request = tiles("2x2");
        for _ in 0..2 {
            assert!(build_graph(&request, &mut *backend).meta.complete);
            let contents = Contents::read(&mut *backend).expect("a graph");
            let error = contents.load(&mut *backend);
            assert!(matches!(error, Err(GraphError::Foreign { .. })), "{error:?}");
            backend.remove().expect("removed");
            assert_eq!(contents.load(&mut *backend).expect("room").rows, 12);
            backend.remove().expect("removed");
        }
        drop(backend);
        let error = refused_for(&url, Access::Read);
        assert!(matches!(error, GraphError::Missing { .. }), "{error:?}");
        // Of another puzzle, whose keys are bytes.
        assert_eq!(build_graph(&request_of_a_cube(), &mut *connect(&url)).levels, [1, 9]);
    }
}

fn request_of_a_cube() -> BuildRequest {
    request("cube2", "half", Some(1), Strategy::Bulk)
}

#[test]
fn rows_of_another_form_are_damage() {
    for server in servers() {
        let (key, bytes) = match server.kind {
            Kind::Postgres => ("key", "'\\x0102'"),
            Kind::Mysql => ("s.key", "X'0102'"),
        };
        for sql in [
            format!("UPDATE state s SET {key} = {bytes} WHERE s.level = 0"),
            "UPDATE level SET states = -5".to_owned(),
            "UPDATE level SET states = 9223372036854775807".to_owned(),
        ] {
            let database = server.database();
            let url = server.url(&database);
            let cube =
                BuildRequest { depth: Some(1), ..BuildRequest::new(PuzzleName::Cube3, None) };
            build_graph(&cube, &mut *connect(&url));
            server.run(&database, &sql);
            let deeper = BuildRequest { depth: Some(2), ..cube };
            let error = try_build(&deeper, &mut *connect(&url));
            assert!(matches!(error, Err(GraphError::Damaged { .. })), "{sql}: {error:?}");
        }
    }
}
