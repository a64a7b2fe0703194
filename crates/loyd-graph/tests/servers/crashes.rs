//! Builds whose program, server or connection dies: committed levels remain, and the same request
//! completes the graph.

use super::server::Server;
use super::{KINDS, build_graph, built, connect, request, servers, try_build};
use loyd_graph::url::Server as Kind;
use loyd_graph::{BuildRequest, DatabaseUrl, GraphError, Strategy};
use std::env;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// States of the 15-puzzle by distance from a corner (A151944).
const LEVELS: [u64; 17] =
    [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15_544, 30_821, 60_842, 119_000];

/// The request of the process that is killed.
fn long(strategy: Strategy) -> BuildRequest {
    let depth = if strategy == Strategy::Bulk { 16 } else { 12 };
    request("4x4", "single", Some(depth), strategy)
}

/// The variables with the strategy and the address of the child process.
const ADDRESS: &str = "LOYD_TEST_DATABASE";
const STRATEGY: &str = "LOYD_TEST_STRATEGY";

/// Passes at once, unless a test below runs it as a child process.
#[test]
fn build_in_child_process() {
    let (Ok(url), Ok(strategy)) = (env::var(ADDRESS), env::var(STRATEGY)) else { return };
    let url: DatabaseUrl = url.parse().expect("an address");
    let url = url.with_password(|name| env::var(name).ok());
    build_graph(&long(strategy.parse().expect("a strategy")), &mut *connect(&url));
}

fn process(url: &DatabaseUrl, strategy: Strategy) -> Child {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["--exact", "crashes::build_in_child_process"]);
    command.env(ADDRESS, url.to_string()).env(STRATEGY, strategy.name());
    command.env("LOYD_DB_PASSWORD", super::server::PASSWORD);
    command.stdout(Stdio::null()).spawn().expect("a process")
}

/// Waits until a query returns at least `min`.
fn wait_for(server: &Server, database: &str, sql: &str, min: u64) {
    let began = Instant::now();
    loop {
        // There may be no table yet.
        let value = server.try_rows(database, sql).ok();
        if value.and_then(|text| text.trim().parse().ok()).is_some_and(|value: u64| value >= min) {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(300), "{sql}: never {min}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A query, and the value that a build of a strategy reaches in its middle.
fn middle(strategy: Strategy) -> (&'static str, u64) {
    match strategy {
        Strategy::Row => ("SELECT count(*) FROM state", 500),
        Strategy::Level => ("SELECT count(*) FROM level", 8),
        Strategy::Bulk => ("SELECT count(*) FROM level", 12),
    }
}

/// The same request completes the graph, and counted anew its levels are right.
fn completes(server: &Server, database: &str, strategy: Strategy) {
    let request = long(strategy);
    let levels = &LEVELS[..=request.depth.expect("a depth") as usize];
    let graph = build_graph(&request, &mut *connect(&server.url(database)));
    assert_eq!(graph.levels, levels, "{strategy} on {}", server.kind.name());
    let counts = server.rows(
        database,
        "SELECT level, count(*), count(DISTINCT s.key) FROM state s GROUP BY level ORDER BY level",
    );
    let lines =
        levels.iter().enumerate().map(|(level, states)| format!("{level}|{states}|{states}\n"));
    assert_eq!(counts, lines.collect::<String>(), "{strategy} on {}", server.kind.name());
}

#[test]
fn a_killed_program_loses_no_committed_transaction() {
    for server in servers() {
        for strategy in Strategy::ALL {
            let database = server.database();
            let mut process = process(&server.url(&database), strategy);
            let (sql, min) = middle(strategy);
            wait_for(server, &database, sql, min);
            process.kill().expect("a running process");
            let status = process.wait().expect("a process");
            assert!(!status.success(), "{strategy} was done before it was killed");
            completes(server, &database, strategy);
        }
    }
}

/// Kills a server while a graph is built on it, and starts it again.
fn survives_its_server(kind: Kind, strategy: Strategy) {
    let Some(server) = Server::start(kind, &[]) else { return };
    let database = server.database();
    let url = server.url(&database);
    let (sql, min) = middle(strategy);
    // The build continues by itself: it waits for the server.
    thread::scope(|scope| {
        let building = scope.spawn(|| try_build(&long(strategy), &mut *connect(&url)));
        wait_for(&server, &database, sql, min);
        server.kill();
        server.restart();
        let graph = building.join().expect("no panic").expect("a graph");
        let levels = &LEVELS[..=long(strategy).depth.expect("a depth") as usize];
        assert_eq!((&graph.levels[..], graph.resumed_at), (levels, None), "{strategy}");
    });
    completes(&server, &database, strategy);
}

#[test]
fn a_build_outlives_a_killed_server_that_comes_back() {
    for kind in KINDS {
        survives_its_server(kind, Strategy::Bulk);
    }
}

#[test]
fn a_build_state_by_state_outlives_a_killed_server() {
    for kind in KINDS {
        survives_its_server(kind, Strategy::Row);
    }
}

#[test]
fn a_connection_dropped_between_levels_is_reopened() {
    for server in servers() {
        let database = server.database();
        let mut backend =
            built(&request("4x4", "single", Some(3), Strategy::Bulk), &server.url(&database));
        disconnect(server, &database);
        let more = build_graph(&request("4x4", "single", Some(5), Strategy::Bulk), &mut *backend);
        assert_eq!((&more.levels[..], more.resumed_at), (&LEVELS[..6], Some(3)));
        // A lost transaction is not repeated blindly.
        backend.begin().expect("a transaction");
        disconnect(server, &database);
        let lost = backend.add_level(6, LEVELS[6]);
        assert!(matches!(lost, Err(GraphError::Lost { .. })), "{lost:?}");
        assert!(matches!(backend.commit(), Err(GraphError::Lost { .. })));
        backend.rollback().expect("nothing to take back");
        assert_eq!(backend.levels().expect("a new connection"), LEVELS[..6]);
    }
}

/// Ends all connections to a database but that of the query itself.
fn disconnect(server: &Server, database: &str) {
    match server.kind {
        Kind::Postgres => server.run(
            "",
            &format!(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity \
                 WHERE datname = '{database}'"
            ),
        ),
        Kind::Mysql => {
            let sql =
                format!("SELECT id FROM information_schema.processlist WHERE db = '{database}'");
            for id in server.rows("", &sql).lines() {
                server.run("", &format!("KILL {id}"));
            }
            thread::sleep(Duration::from_millis(100));
        }
    }
}
