//! `loyd graph` and addresses of servers: clear errors, and no password in any of them.

use crate::program::{Ran, command};

const PASSWORD: &str = "s3cret";

/// Runs `loyd graph`; its output must not contain the password.
fn graph(arguments: &[&str]) -> Ran {
    let mut command = command();
    command.arg("graph").args(arguments).env("LOYD_DB_PASSWORD", PASSWORD);
    let ran = Ran::of(&mut command);
    assert!(!ran.stdout.contains(PASSWORD) && !ran.stderr.contains(PASSWORD), "{}", ran.stderr);
    ran
}

#[test]
fn addresses_that_cannot_be_read_are_not_repeated() {
    for bad in [
        "mysql://me:s3cret@host",
        "mysql://me:s3cret/graph",
        "mysql:me:s3cret@host/graph",
        "postgres://me:s3cret@host:port/graph",
        "postgres://me:s3cret@host/graph?sslmode=require",
        "postgres://host/graph?password=s3cret",
        "oracle://me:s3cret@host/graph",
    ] {
        graph(&["build", "3x3", "--db", bad]).fails_with(2, "not an address of a database");
        graph(&["stats", "--db", bad]).fails_with(2, "not an address of a database");
        // An argument that is not an address.
        graph(&["build", "3x3", bad]).fails_with(2, "unexpected argument");
    }
}

#[test]
fn servers_that_cannot_be_reached() {
    for (scheme, built) in
        [("mysql", cfg!(feature = "mysql")), ("postgres", cfg!(feature = "postgres"))]
    {
        let db = format!("{scheme}://me:{PASSWORD}@127.0.0.1:1/graph");
        let address = format!("{scheme}://me@127.0.0.1:1/graph");
        for what in [&["build", "3x3"][..], &["path", "1 2 0"], &["stats"], &["export"]] {
            let ran = graph(&[what, &["--db", &db]].concat());
            if built {
                ran.fails_with(4, &address);
            } else {
                ran.fails_with(2, &format!("--features {scheme}"));
            }
        }
    }
}
