//! Many clients on one server: queues, limits, and its end.

use crate::client::{BEFORE_SEARCHES_END, EASY, HARD, PATIENCE, Response, Running, options, post};
use loyd_serve::{Options, Preparation};
use serde_json::json;
use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Begins a request that takes minutes.
fn begin(server: &Running) -> TcpStream {
    let hard = json!({ "board": HARD, "heuristic": "hamming", "max_time": 50 }).to_string();
    let mut stream = server.connect();
    stream.write_all(post("/api/v1/solve", &hard).as_bytes()).expect("a request");
    stream
}

#[test]
fn a_full_queue_refuses_hard_boards() {
    let options = Options { threads: 1, queue: 2, ..options() };
    let server = Running::start(options);
    let mut hard = vec![begin(&server)];
    server.settle(1, 0);
    for waiting in 1..=2 {
        hard.push(begin(&server));
        server.settle(1, waiting);
    }
    refused(&server);
    assert_eq!(server.get("/").status, 200);
    drop(hard);
    server.wait_for("waiting", 0);
}

/// A further hard board is refused, an easy one is solved.
fn refused(server: &Running) {
    let refused = server.solve(&json!({ "board": HARD, "heuristic": "hamming", "max_time": 50 }));
    assert_eq!((refused.status, refused.what()), (429, "busy".to_owned()));
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(server.solve(&json!({ "board": EASY })).json()["length"], 31);
}

#[test]
fn a_client_has_a_limit_of_jobs() {
    let server = Running::start(Options { jobs_per_client: 3, ..options() });
    let hard: Vec<TcpStream> = (0..3).map(|_| begin(&server)).collect();
    server.settle(2, 1);
    refused(&server);
    drop(hard);
    server.wait_for("running", 0);
    assert_eq!(server.solve(&json!({ "board": EASY })).status, 200);
}

#[test]
fn easy_boards_do_not_wait_for_hard_ones() {
    let server = Running::start(Options { jobs_per_client: 100, ..options() });
    let hard: Vec<TcpStream> = (0..20).map(|_| begin(&server)).collect();
    server.settle(2, 18);
    for board in [EASY, "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15"] {
        let began = Instant::now();
        let result = server.solve(&json!({ "board": board, "heuristic": "manhattan" })).json();
        assert_eq!(result["status"], "solved", "{result}");
        assert!(began.elapsed() < BEFORE_SEARCHES_END, "{:?}", began.elapsed());
    }
    drop(hard);
}

#[test]
fn the_time_limit_includes_waiting() {
    let server = Running::start(Options { threads: 1, ..options() });
    let hard: Vec<TcpStream> = (0..2).map(|_| begin(&server)).collect();
    server.settle(1, 1);
    let began = Instant::now();
    let request = json!({ "board": HARD, "heuristic": "manhattan", "max_time": "300ms" });
    let result = server.solve(&request).json();
    assert_eq!(result["status"], "stopped", "{result}");
    // The bound of the first slice is reported.
    assert!(result["lower_bound"].as_u64() >= Some(30), "{result}");
    assert!(began.elapsed() < BEFORE_SEARCHES_END, "{:?}", began.elapsed());
    drop(hard);
}

#[test]
fn a_search_waits_for_its_tables() {
    let server = Running::start(Options { memory: 1 << 30, ..options() });
    let hard =
        json!({ "board": "5 1 2 4 9 6 3 8 13 10 7 11 14 15 0 12", "heuristic": "pdb:5-5-5" });
    let result = server.solve(&hard).json();
    let expected =
        server.solve(&json!({ "board": hard["board"], "heuristic": "manhattan" })).json();
    assert_eq!(result["status"], "solved", "{result}");
    assert_eq!(result["length"], expected["length"]);
}

#[test]
fn auto_chooses_prepared_tables() {
    let prepared = Preparation { puzzle: "3x3".to_owned(), heuristic: "pdb:4-4".to_owned() };
    let server = Running::start(Options { prepared: vec![prepared], ..options() });
    let heuristic = || server.solve(&json!({ "board": EASY })).json()["heuristic"].clone();
    let began = Instant::now();
    while heuristic() != "pdb:4-4" {
        assert!(began.elapsed() < PATIENCE, "auto never chooses the table");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_server_stops_while_searches_run() {
    let server = Running::start(options());
    let hard: Vec<TcpStream> = (0..4).map(|_| begin(&server)).collect();
    server.settle(2, 2);
    let took = server.stop();
    assert!(took < BEFORE_SEARCHES_END, "{took:?}");
    for stream in hard {
        let answer = Response::read(&mut BufReader::new(stream));
        assert!([200, 503].contains(&answer.status), "{}", answer.text());
    }
}
