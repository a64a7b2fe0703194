//! The server as a program: it prints its address, solves with its tables, and ends on a signal.

use crate::events::PATIENCE;
use crate::program::{Ran, command, folder, loyd};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Instant;

/// A server, its address, and the rest of its output.
fn start(command: &mut Command, arguments: &[&str]) -> (Child, String, BufReader<ChildStderr>) {
    let command = command.args(["serve", "--port", "0"]).args(arguments);
    let mut child = command.stderr(Stdio::piped()).stdin(Stdio::null()).spawn().expect("it starts");
    let mut messages = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    messages.read_line(&mut line).expect("its address");
    let address = line.split("http://").nth(1).unwrap_or_else(|| panic!("no address: {line}"));
    (child, address.trim().trim_end_matches('/').to_owned(), messages)
}

/// The answer to a request to solve.
fn solve(address: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let length = body.len();
    write!(
        stream,
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn a_server_solves_logs_and_ends_with_success() {
    let cache = folder();
    let mut command = command();
    command.env("LOYD_CACHE", cache.path());
    let (mut child, address, mut messages) = start(&mut command, &["--prepare", "3x3=pdb:4-4"]);
    let answer = solve(&address, "{\"board\": \"8 6 7 2 5 4 3 0 1\", \"heuristic\": \"pdb:4-4\"}");
    assert!(answer.contains("\"length\":31") && answer.contains("\"pdb:4-4\""), "{answer}");
    assert!(cache.path().read_dir().expect("a folder").count() > 0, "its tables are stored");
    if cfg!(unix) {
        let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let began = Instant::now();
        let code = child.wait().expect("it ends").code();
        assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
        let mut log = String::new();
        messages.read_to_string(&mut log).expect("messages");
        assert_eq!(code, Some(0), "{log}");
        assert!(log.contains("127.0.0.1 POST /api/v1/solve 200 "), "{log}");
    } else {
        child.kill().expect("it runs");
    }
}

#[test]
fn a_server_that_cannot_start_prints_the_reason() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    loyd(&["serve", "--port", &port]).fails_with(4, "is in use");
    let none = ["serve", "--port", "0", "--prepare"];
    let with = |last: &str| -> Ran { loyd(&[&none[..], &[last]].concat()) };
    with("4x4=pdb:file").fails_with(2, "not in the list");
    with("7-8").fails_with(2, "4x4=pdb:7-8");
    loyd(&["serve", "--page", "/no/such/folder"]).fails_with(2, "/no/such/folder");
    loyd(&["serve", "--host", "no.such.host.invalid"]).fails_with(4, "--host");
}

#[test]
fn a_server_for_all_warns() {
    let (mut child, _, mut messages) =
        start(&mut command(), &["--host", "0.0.0.0", "--prepare", "none"]);
    let mut line = String::new();
    messages.read_line(&mut line).expect("a warning");
    child.kill().expect("it runs");
    drop(child.wait());
    assert!(line.contains("no encryption"), "{line}");
}
