//! A server in this process, and a client that writes HTTP by hand.

use loyd::NoTables;
use loyd_search::observe::Cancel;
use loyd_serve::{Options, ServeError, Server, TableBudget};
use serde_json::Value;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A board 80 moves from its goal, for minutes of search with weak heuristics.
pub(crate) const HARD: &str = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";

/// A board 31 moves from its goal, the greatest distance on 3x3.
pub(crate) const EASY: &str = "8 6 7 2 5 4 3 0 1";

/// The limit of every wait, generous for busy machines.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// The limit for requests that must not wait for searches of [`HARD`] with a `max_time` of 50 seconds.
pub(crate) const BEFORE_SEARCHES_END: Duration = Duration::from_secs(30);

/// A server that stops when it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Cancel,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

/// Options for tests: any port, two threads, no prepared tables.
pub(crate) fn options() -> Options {
    Options { port: 0, threads: 2, prepared: Vec::new(), quiet: true, ..Options::default() }
}

impl Running {
    pub(crate) fn start(options: Options) -> Self {
        let server = Server::bind(options).expect("a free port");
        let (address, stop) = (server.address(), Cancel::new());
        let flag = stop.clone();
        let tables = |budget: &TableBudget| NoTables { memory: budget.memory };
        let thread = std::thread::spawn(move || server.run(tables, &flag));
        Self { address, stop, thread: Some(thread) }
    }

    /// Stops the server; returns the time.
    pub(crate) fn stop(mut self) -> Duration {
        let began = Instant::now();
        self.end();
        began.elapsed()
    }

    fn end(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("no panic").expect("a server that ran");
        }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Sends the text of a request and reads the response.
    pub(crate) fn raw(&self, request: &str) -> Response {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("a request");
        Response::read(&mut BufReader::new(stream))
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Response {
        self.raw(&post(path, body))
    }

    /// The answer to a request to solve.
    pub(crate) fn solve(&self, body: &Value) -> Response {
        self.post("/api/v1/solve", &body.to_string())
    }

    /// A number of `/api/v1/health`.
    pub(crate) fn health(&self, name: &str) -> u64 {
        self.get("/api/v1/health").json()[name].as_u64().expect("a number")
    }

    /// Waits until a number of `/api/v1/health` has a value; returns the time.
    pub(crate) fn wait_for(&self, name: &str, expected: u64) -> Duration {
        let began = Instant::now();
        while self.health(name) != expected {
            assert!(began.elapsed() < PATIENCE, "{name} is never {expected}");
            std::thread::sleep(Duration::from_millis(10));
        }
        began.elapsed()
    }

    /// Waits until these numbers of jobs run and wait, all after their first slice.
    pub(crate) fn settle(&self, running: u64, waiting: u64) {
        const CHECKS: u32 = 6;
        let (began, mut same) = (Instant::now(), 0);
        while same < CHECKS {
            assert!(began.elapsed() < PATIENCE, "never {running} and {waiting}");
            let health = self.get("/api/v1/health").json();
            let is_same = health["running"] == running && health["waiting"] == waiting;
            same = if is_same { same + 1 } else { 0 };
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// The text of a request with a body.
pub(crate) fn post(path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

/// A response.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// Reads one to the end of the connection, or of its length.
    pub(crate) fn read(reader: &mut impl BufRead) -> Self {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a status");
        let status = line.split(' ').nth(1).and_then(|it| it.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status: {line:?}"));
        let mut headers = HashMap::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a header");
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.insert(name.to_ascii_lowercase(), value.to_owned());
        }
        let mut body = Vec::new();
        match headers.get("content-length").and_then(|it| it.parse().ok()) {
            Some(length) => {
                body.resize(length, 0);
                // Answers to HEAD have no body.
                if reader.read_exact(&mut body).is_err() {
                    body.clear();
                }
            }
            None => drop(reader.read_to_end(&mut body)),
        }
        Self { status, headers, body }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(String::as_str).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The field that an error names.
    pub(crate) fn what(&self) -> String {
        let error = &self.json()["error"];
        assert!(error["message"].as_str().is_some_and(|it| !it.is_empty()), "{error}");
        error["what"].as_str().expect("a text").to_owned()
    }
}
