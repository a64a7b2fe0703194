//! Measures a server under load, in this process: random 15-puzzles by 20 clients, its memory, and how
//! soon the page and easy boards are answered while a hundred hard boards are searched.
//!
//! ```text
//! cargo run --release -p loyd-serve --example load [REQUESTS]
//! ```

use loyd::NoTables;
use loyd_search::observe::Cancel;
use loyd_serve::{Options, Server, TableBudget};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const CLIENTS: usize = 20;
const REQUESTS: usize = 10_000;

/// A board 80 moves from its goal.
const HARD: &str = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";

type Failed = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failed> {
    let requests = std::env::args().nth(1).map_or(Ok(REQUESTS), |it| it.parse())?;
    let options = Options { port: 0, quiet: true, jobs_per_client: 200, ..Options::default() };
    let threads = options.threads;
    let server = Server::bind(options)?;
    let (address, stop) = (server.address(), Cancel::new());
    let flag = stop.clone();
    let tables = |budget: &TableBudget| NoTables { memory: budget.memory };
    let running = std::thread::spawn(move || server.run(tables, &flag));

    let began = Instant::now();
    prepared(address)?;
    println!("{threads} threads; tables ready after {:.1} s", began.elapsed().as_secs_f64());
    let boards = loyd::scramble("tiles").shape("4x4").count(requests + CLIENTS).seed(17).run()?;
    let (first, others) = boards.positions.split_at(CLIENTS);
    solve_all(address, first)?;
    let before = resident();
    let (seconds, times) = solve_all(address, others)?;
    println!(
        "{requests} random 15-puzzles, {CLIENTS} clients: {:.0} a second; p50 {:.1} ms, p99 {:.1} ms, \
         longest {:.1} ms",
        requests as f64 / seconds,
        percentile(&times, 0.5),
        percentile(&times, 0.99),
        percentile(&times, 1.0),
    );
    println!("resident memory: {before} KiB before, {} KiB after", resident());
    beside_hard_boards(address)?;
    stop.cancel();
    running.join().map_err(|_| "the server failed")??;
    Ok(())
}

/// Waits until the tables are prepared.
fn prepared(address: SocketAddr) -> Result<(), Failed> {
    loop {
        let health = Client::new(address)?.request(&get("/api/v1/health"))?;
        let health: serde_json::Value = serde_json::from_str(&health)?;
        if health["preparing"] == 0 && health["waiting"] == 0 {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Solves boards by all clients; the seconds that it took, and the milliseconds of each, sorted.
fn solve_all(address: SocketAddr, boards: &[String]) -> Result<(f64, Vec<f64>), Failed> {
    let next = AtomicUsize::new(0);
    let began = Instant::now();
    let one = || -> Result<Vec<f64>, Failed> {
        let (mut client, mut times) = (Client::new(address)?, Vec::new());
        while let Some(board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
            let began = Instant::now();
            let answer = client.request(&solve(board, ""))?;
            if !answer.contains("\"proven\":true") {
                return Err(answer.into());
            }
            times.push(began.elapsed().as_secs_f64() * 1e3);
        }
        Ok(times)
    };
    let times = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(one)).collect();
        let join = |it: std::thread::ScopedJoinHandle<'_, _>| it.join().expect("no panic");
        clients.into_iter().map(join).collect::<Result<Vec<_>, Failed>>()
    })?;
    let mut times = times.concat();
    times.sort_by(f64::total_cmp);
    Ok((began.elapsed().as_secs_f64(), times))
}

/// Measures the page and easy boards while a hundred hard ones are searched.
fn beside_hard_boards(address: SocketAddr) -> Result<(), Failed> {
    let mut hard = Vec::new();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(address)?;
        let fields = ",\"heuristic\":\"manhattan\",\"max_time\":60";
        stream.write_all(solve(HARD, fields).as_bytes())?;
        hard.push(stream);
    }
    std::thread::sleep(Duration::from_secs(3));
    let mut client = Client::new(address)?;
    let easy = "8 6 7 2 5 4 3 0 1";
    for (name, request) in [("/", get("/")), ("a 3x3 board", solve(easy, ""))] {
        let mut times = Vec::new();
        for _ in 0..200 {
            let began = Instant::now();
            client.request(&request)?;
            times.push(began.elapsed().as_secs_f64() * 1e3);
            std::thread::sleep(Duration::from_millis(5));
        }
        times.sort_by(f64::total_cmp);
        println!(
            "beside 100 hard boards, {name}: p50 {:.1} ms, p99 {:.1} ms",
            percentile(&times, 0.5),
            percentile(&times, 0.99)
        );
    }
    drop(hard);
    let began = Instant::now();
    while !client.request(&get("/api/v1/health"))?.contains("\"running\":0") {
        std::thread::sleep(Duration::from_millis(5));
    }
    println!(
        "their clients gone: all cancelled after {:.0} ms",
        began.elapsed().as_secs_f64() * 1e3
    );
    Ok(())
}

fn percentile(sorted: &[f64], share: f64) -> f64 {
    let index = (sorted.len() as f64 * share) as usize;
    sorted.get(index.min(sorted.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
}

/// KiB of resident memory of this process, 0 if unknown.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|it| it.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
}

fn solve(board: &str, fields: &str) -> String {
    let body = format!("{{\"board\":\"{board}\"{fields}}}");
    let length = body.len();
    format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

/// A persistent connection.
struct Client(BufReader<TcpStream>);

impl Client {
    fn new(address: SocketAddr) -> Result<Self, Failed> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream)))
    }

    fn request(&mut self, request: &str) -> Result<String, Failed> {
        self.0.get_mut().write_all(request.as_bytes())?;
        let (mut length, mut line) = (0, String::new());
        while self.0.read_line(&mut line)? > 2 {
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
                length = value.trim().parse()?;
            }
            line.clear();
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body)?;
        Ok(String::from_utf8(body)?)
    }
}
