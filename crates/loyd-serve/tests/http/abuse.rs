//! Clients that are slow, send too much, belong to other sites, or disconnect.

use crate::client::{BEFORE_SEARCHES_END, EASY, HARD, PATIENCE, Response, Running, options, post};
use loyd_serve::Options;
use serde_json::json;
use std::io::{BufReader, Read, Write};
use std::time::{Duration, Instant};

#[test]
fn large_bodies_are_refused() {
    let server = Running::start(options());
    let large = format!("{{\"board\": \"{}\"}}", "1 ".repeat(40_000));
    let announced = server.post("/api/v1/solve", &large);
    assert_eq!((announced.status, announced.what()), (413, "body".to_owned()));
    let chunk = format!("{:x}\r\n{large}\r\n", large.len());
    let chunked = server.raw(&format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}"
    ));
    assert_eq!((chunked.status, chunked.what()), (413, "body".to_owned()));
    let endless =
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n";
    assert_eq!(server.raw(endless).status, 413);
    let head = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a".repeat(100_000));
    let mut stream = server.connect();
    drop(stream.write_all(head.as_bytes()));
    let mut answer = String::new();
    drop(stream.read_to_string(&mut answer));
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
}

#[test]
fn slow_clients_are_disconnected() {
    let patience = Duration::from_millis(400);
    let server = Running::start(Options { patience, ..options() });
    let dribble = |text: &str| {
        let (mut stream, began) = (server.connect(), Instant::now());
        for byte in text.bytes() {
            if stream.write_all(&[byte]).is_err() {
                break;
            }
            std::thread::sleep(Duration::from_millis(30));
            if began.elapsed() > 3 * patience {
                break;
            }
        }
        let mut answer = String::new();
        drop(stream.read_to_string(&mut answer));
        (answer, began.elapsed())
    };
    std::thread::scope(|scope| {
        let head = scope.spawn(|| dribble(&"GET / HTTP/1.1\r\nHost: localhost\r\nX: ".repeat(3)));
        let (mut stream, began) = (server.connect(), Instant::now());
        let start =
            "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{";
        stream.write_all(start.as_bytes()).expect("a request");
        let late = Response::read(&mut BufReader::new(stream));
        assert_eq!((late.status, late.what()), (408, "body".to_owned()));
        assert!(began.elapsed() < PATIENCE);
        let (answer, took) = head.join().expect("no panic");
        assert!(!answer.starts_with("HTTP/1.1 2") && took < PATIENCE, "{took:?} {answer}");
        assert_eq!(server.get("/api/v1/health").status, 200);
    });
}

#[test]
fn disconnecting_cancels_a_search() {
    let server = Running::start(options());
    let hard = json!({ "board": HARD, "heuristic": "hamming", "max_time": 50 }).to_string();
    let mut clients = Vec::new();
    for _ in 0..5 {
        let mut stream = server.connect();
        stream.write_all(post("/api/v1/solve", &hard).as_bytes()).expect("a request");
        clients.push(stream);
    }
    let path =
        format!("/api/v1/solve/events?heuristic=zero&max_time=50&board={}", HARD.replace(' ', "+"));
    let mut events = server.connect();
    write!(events, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("a request");
    clients.push(events);
    server.settle(2, 4);
    drop(clients);
    let ended = server.wait_for("running", 0);
    assert!(ended < BEFORE_SEARCHES_END, "{ended:?}");
    assert_eq!(server.health("waiting"), 0);
}

#[test]
fn one_address_has_half_of_the_connections() {
    let server = Running::start(Options { connections: 8, ..options() });
    let mut clients: Vec<_> = (0..4).map(|_| server.connect()).collect();
    let health = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for client in &mut clients {
        client.write_all(health.as_bytes()).expect("a request");
        assert_eq!(Response::read(&mut BufReader::new(client)).status, 200);
    }
    let refused = server.get("/api/v1/health");
    assert_eq!((refused.status, refused.what()), (503, "busy".to_owned()));
    // The end of a connection permits another.
    clients.pop();
    let began = Instant::now();
    while server.get("/api/v1/health").status != 200 {
        assert!(began.elapsed() < PATIENCE, "still refused");
    }
}

#[test]
fn a_hundred_requests_at_once_are_answered() {
    let server = Running::start(Options { jobs_per_client: 200, ..options() });
    let request = json!({ "board": EASY, "heuristic": "manhattan" });
    std::thread::scope(|scope| {
        let one = || server.solve(&request).json()["length"].as_u64();
        let all: Vec<_> = (0..100).map(|_| scope.spawn(one)).collect();
        assert!(all.into_iter().all(|it| it.join().expect("no panic") == Some(31)));
    });
}

#[test]
fn other_methods_are_refused() {
    let server = Running::start(options());
    for (method, path, allowed) in [
        ("GET", "/api/v1/solve", "POST"),
        ("PUT", "/api/v1/check", "POST"),
        ("DELETE", "/api/v1/health", "GET,HEAD"),
        ("OPTIONS", "/api/v1/solve/events", "GET,HEAD"),
        ("POST", "/api/v1/levels/3x3", "GET,HEAD"),
        ("POST", "/", "GET,HEAD"),
    ] {
        let request =
            format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let response = server.raw(&request);
        assert_eq!(
            (response.status, response.what()),
            (405, "method".to_owned()),
            "{method} {path}"
        );
        assert_eq!(response.header("allow"), allowed, "{method} {path}");
    }
}

#[test]
fn foreign_hosts_pages_and_protocols_are_refused() {
    let server = Running::start(options());
    let with = |headers: &str| {
        server.raw(&format!("GET /api/v1/health HTTP/1.1\r\n{headers}Connection: close\r\n\r\n"))
    };
    for good in ["Host: localhost:8017\r\n", "Host: 127.0.0.1\r\n", "Host: [::1]:1\r\n"] {
        assert_eq!(with(good).status, 200, "{good}");
    }
    assert_eq!((with("Host: evil.example\r\n").status, with("").status), (403, 400));
    let origin = with("Host: localhost\r\nOrigin: http://evil.example\r\n");
    assert_eq!((origin.status, origin.what()), (403, "origin".to_owned()));
    assert_eq!(with("Host: localhost\r\nSec-Fetch-Site: cross-site\r\n").status, 403);
    let upgrade = with(
        "Host: localhost\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
    );
    assert_eq!((upgrade.status, upgrade.what()), (400, "upgrade".to_owned()));
    let named =
        Running::start(Options { allowed_hosts: vec!["class.example".into()], ..options() });
    let named = named.raw("GET / HTTP/1.1\r\nHost: class.example\r\nConnection: close\r\n\r\n");
    assert_eq!(named.status, 200);
}

#[test]
fn only_listed_heuristics_are_accepted() {
    let server = Running::start(options());
    for heuristic in [
        "pdb:/etc/passwd",
        "pdb:../../catalogue",
        "max(manhattan,pdb:file.pdb)",
        "pdb:1 2 3 0/4 5 6 0",
        "orbit:CORNERS",
        &"max(".repeat(100),
        &"m".repeat(5000),
    ] {
        let response = server.solve(&json!({ "board": HARD, "heuristic": heuristic }));
        assert_eq!(
            (response.status, response.what()),
            (400, "heuristic".to_owned()),
            "{heuristic}"
        );
        assert!(!response.text().contains("root"), "{heuristic}");
    }
    for puzzle in ["file.json", "/etc/passwd", "../puzzle.def"] {
        assert_eq!(server.solve(&json!({ "board": "R", "puzzle": puzzle })).what(), "puzzle");
    }
}
