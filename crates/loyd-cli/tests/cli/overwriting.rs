//! No command overwrites a file that it reads, under any name and in any order.

use crate::program::{Ran, command, file, folder, loyd};
use std::fs::{self, File};
use std::process::Stdio;

const BOARDS: &str = "id,tiles\na,1 2 0 3\nb,0 1 3 2\n";

/// Runs a command that reads and writes the same file; returns true if the file is unchanged.
fn keeps(arguments: &[&str], read: &str) {
    let before = fs::read(read).expect("a file");
    let ran = loyd(arguments);
    ran.fails_with(2, "would be written over");
    assert_eq!(fs::read(read).expect("a file"), before, "{arguments:?}");
    assert_eq!(ran.stdout, "", "{arguments:?}");
}

#[test]
fn input_boards_are_never_overwritten() {
    let folder = folder();
    let boards = file(&folder, "boards.csv", BOARDS);
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let dotted = path("inner/../boards.csv");
    fs::create_dir(path("inner")).expect("a writable folder");
    let mut names = vec![boards.clone(), dotted];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&boards, path("link.csv")).expect("a writable folder");
        names.push(path("link.csv"));
    }
    fs::hard_link(&boards, path("hard.csv")).expect("a writable folder");
    if cfg!(unix) {
        names.push(path("hard.csv"));
    }
    for output in &names {
        for command in ["solve", "check"] {
            keeps(&[command, "--input", &boards, "-o", output], &boards);
            keeps(&[command, "--input", output, "-o", &boards], &boards);
        }
        keeps(&["compare", "-q", "--input", &boards, "-o", output], &boards);
        keeps(&["bench", "solve", "--input", &boards, "-o", output], &boards);
        keeps(&["plan", "solve", "--input", &boards, "-o", output], &boards);
    }
}

#[test]
fn traces_and_drawings_are_never_overwritten() {
    let folder = folder();
    let trace = folder.path().join("search.trace").to_str().expect("text").to_owned();
    loyd(&[
        "solve",
        "--trace",
        &trace,
        "-a",
        "astar",
        "1 2 3 0 4 5 6 7 8",
        "-g",
        "1 2 3 4 5 0 6 7 8",
    ]);
    keeps(&["replay", &trace, "-o", &trace], &trace);
    let board = file(&folder, "board.txt", "1 2 0 3\n");
    keeps(&["solve", "--input", &board, "--trace", &board], &board);
    let drawing = file(&folder, "patterns.txt", "_ A A\nB A A\nB B B\n");
    keeps(&["pdb", "info", &drawing, "-o", &drawing], &drawing);
}

#[test]
fn verify_does_not_overwrite_the_checked_folder() {
    let folder = folder();
    let run = folder.path().join("run").to_str().expect("text").to_owned();
    loyd(&["enumerate", "2x2", "--dir", &run]).succeeds();
    let certificate = format!("{run}/certificate.json");
    assert!(fs::metadata(&certificate).is_ok(), "{certificate}");
    keeps(&["verify", &run, "-o", &certificate], &certificate);
    keeps(&["enumerate", "--resume", &run, "-o", &certificate], &certificate);
    loyd(&["verify", &run, "-o", &format!("{run}/new.txt")]).succeeds();
}

#[cfg(unix)]
#[test]
fn standard_input_is_a_file_too() {
    let folder = folder();
    let boards = file(&folder, "boards.csv", BOARDS);
    let input = File::open(&boards).expect("a file");
    let output = command()
        .args(["solve", "-", "-o", &boards])
        .stdin(Stdio::from(input))
        .output()
        .expect("the program starts");
    Ran::from(output).fails_with(2, "would be written over");
    assert_eq!(fs::read_to_string(&boards).expect("a file"), BOARDS);
}

#[test]
fn unrelated_files_are_overwritten() {
    let folder = folder();
    let boards = file(&folder, "boards.csv", BOARDS);
    let solved = file(&folder, "solved.csv", "something else");
    loyd(&["solve", "--input", &boards, "--format", "csv", "-o", &solved]).succeeds();
    assert!(fs::read_to_string(&solved).expect("a file").starts_with("id,status"), "{solved}");
}
