//! A build without a part prints the command that builds it, and exits with 2. Tests of a build with every
//! part are in `cli`.
#![cfg(not(feature = "full"))]

use std::path::Path;
use std::process::Command;

/// A command that needs a feature.
const COMMANDS: &[(&str, &[&str])] = &[
    ("graph", &["graph", "build", "3x3", "--db", "sqlite:8.db"]),
    ("graph", &["graph", "--help"]),
    ("graph", &["graph"]),
    ("graph", &["bench", "graph", "--runs", "1"]),
    ("graph", &["compare", "--preset", "lehman", "--db", "mysql://me@localhost/graph"]),
    ("graph", &["distance", "--db", "sqlite:8.db", "1 2 3 0"]),
    ("parquet", &["audit", "table:values.parquet", "--size", "2x2"]),
    ("gpu", &["gpu", "list"]),
    ("gpu", &["bench", "gpu", "3x3"]),
    ("gpu", &["enumerate", "3x3", "--engine", "gpu"]),
    ("gpu", &["diameter", "3x3", "--engine", "gpu"]),
    ("cluster", &["enumerate", "3x3", "--processes", "2", "--dir", "run"]),
    ("cluster", &["enumerate", "3x3", "--hosts", "hosts.txt", "--process", "0"]),
    ("cluster", &["plan", "enumerate", "4x3", "--processes", "2"]),
    ("png", &["enumerate", "3x3", "--plot", "levels.png"]),
];

/// True if this build has a feature.
fn has(feature: &str) -> bool {
    match feature {
        "graph" => cfg!(feature = "graph"),
        "gpu" => cfg!(feature = "gpu"),
        "cluster" => cfg!(feature = "cluster"),
        "parquet" => cfg!(feature = "parquet"),
        "png" => cfg!(feature = "png"),
        _ => panic!("{feature} is not a feature of these tests"),
    }
}

#[test]
fn missing_parts_print_the_build_command() {
    let missing: Vec<_> = COMMANDS.iter().filter(|(feature, _)| !has(feature)).collect();
    assert!(!missing.is_empty(), "a build with every part should not run this test");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("left_out");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (feature, arguments) in missing {
        let output = Command::new(env!("CARGO_BIN_EXE_loyd"))
            .args(*arguments)
            .current_dir(&folder)
            .output()
            .expect("the program starts");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        let answer = format!("--features {feature}`");
        assert!(message.contains(&answer), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    let files = std::fs::read_dir(&folder).expect("the folder").count();
    assert_eq!(files, 0, "a refused command leaves no file");
}

#[test]
fn help_names_the_parts_that_are_missing() {
    let output = Command::new(env!("CARGO_BIN_EXE_loyd")).arg("--help").output().expect("help");
    let help = String::from_utf8_lossy(&output.stdout);
    let missing = ["graph", "gpu"].iter().filter(|feature| !has(feature)).count();
    assert_eq!(help.matches("not in this build").count(), missing, "{help}");
}
