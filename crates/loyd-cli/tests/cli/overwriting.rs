//! No command writes over a file that it reads, by whichever name and in whichever order.

use crate::program::{Ran, command, file, folder, loyd};
use std::fs::{self, File};
use std::process::Stdio;

const BOARDS: &str = "id,tiles\na,1 2 0 3\nb,0 1 3 2\n";

/// Runs a command that reads and writes the same file, and says whether the file is as it was.
fn keeps(arguments: &[&str], read: &str) {
    let before = fs::read(read).expect("a file");
    let ran = loyd(arguments);
    ran.fails_with(2, "would be written over");
    assert_eq!(fs::read(read).expect("a file"), before, "{arguments:?}");
    assert_eq!(ran.stdout, "", "{arguments:?}");
}

#[test]
fn boards_are_never_written_over() {
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
fn a_trace_and_a_drawing_are_never_written_over() {
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
fn what_is_kept_in_a_folder_is_not_written_over_by_its_check() {
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
fn other_files_are_written_as_ever() {
    let folder = folder();
    let boards = file(&folder, "boards.csv", BOARDS);
    let solved = file(&folder, "solved.csv", "something else");
    loyd(&["solve", "--input", &boards, "--format", "csv", "-o", &solved]).succeeds();
    assert!(fs::read_to_string(&solved).expect("a file").starts_with("id,status"), "{solved}");
}
