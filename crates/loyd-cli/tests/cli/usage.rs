//! Options without effect are refused, wrong arguments are answered with an example, and messages
//! shorten long arguments.

use crate::program::{file, folder, loyd, loyd_reading};

const BOARD: &str = "1 2 3 4 5 6 7 0 8";

#[test]
fn options_without_effect_are_refused() {
    let folder = folder();
    let run = folder.path().join("run").to_str().expect("text").to_owned();
    loyd(&["enumerate", "2x2", "--dir", &run]).succeeds();
    let table = file(&folder, "t.csv", "tiles,width,height,goal\n1 2 3 4 0 5,3,2,blank-last\n");
    let trace = folder.path().join("t.trace").to_str().expect("text").to_owned();
    for (arguments, message) in [
        (&["solve", "--all", "-a", "greedy", BOARD][..], "proves none to be shortest"),
        (&["solve", "--all", "-a", "wastar(2)", BOARD], "proves none to be shortest"),
        (&["solve", "--all", "-m", "multi", "-H", "lc", BOARD], "may overestimate"),
        (&["solve", "-a", "bfs", "-H", "manhattan", BOARD], "bfs takes no heuristic"),
        (
            &["solve", "-a", "astar", "--pruning", "12", BOARD],
            "--pruning requires --algorithm idastar",
        ),
        (&["solve", "--checkpoint-every", "5s", BOARD], "--dir <FOLDER>"),
        (&["solve", "--trace", &trace, "--threads", "2", BOARD], "--trace requires one thread"),
        (&["solve", "--size", "2x3", "--input", &table], "width and height say 3x2"),
        (&["solve", "--goal", "blank-first", "--input", &table], "says blank-last, and --goal"),
        (&["enumerate", "3x3", "--antipodes", "2", "--format", "csv"], "a row for each depth"),
        (&["enumerate", "3x3", "--checkpoint-every", "5s"], "--dir <FOLDER>"),
        (&["enumerate", "3x3", "--keep-levels", "2"], "is for the bitmaps of the disk engine"),
        (&["enumerate", "3x3", "--coding", "fast"], "is for the bitmaps of the disk engine"),
        (&["plan", "enumerate", "3x3", "--plot", "x.svg"], "a plan runs nothing"),
        (&["plan", "enumerate", "3x3", "--max-time", "1s"], "a plan runs nothing"),
        (&["plan", "solve", "--max-nodes", "5", BOARD], "a plan searches only for a moment"),
        (&["plan", "pdb", "4-4", "--max-time", "1s"], "a plan builds nothing"),
        (&["verify", &run, "--size", "2x2"], "--size is for boards"),
        (&["verify", &run, "--metric", "single"], "--metric is for boards"),
        (&["verify", "--moves", "L", "--threads", "2", BOARD], "--threads is for the folder"),
        (&["bench", "solve", "--set", "korf100", "--input", &table], "cannot be used with"),
        (&["compare", "--set", "korf100", "--seed", "3"], "cannot be used with"),
        (&["compare", "--set", "korf100", "--goal", "blank-first"], "their own goals"),
    ] {
        let ran = loyd(arguments);
        ran.fails_with(2, message);
        assert_eq!(ran.stdout, "", "{arguments:?}");
    }
    loyd(&["verify", &run]).succeeds();
}

#[test]
fn a_trace_has_no_step_beyond_its_end() {
    let folder = folder();
    let trace = folder.path().join("t.trace").to_str().expect("text").to_owned();
    loyd(&["solve", "--trace", &trace, BOARD]).succeeds();
    let ran = loyd(&["replay", &trace, "--format", "csv"]);
    let steps = ran.succeeds().rows().len();
    assert!(steps > 0);
    loyd(&["replay", &trace, "--from", &(steps - 1).to_string()]).succeeds();
    loyd(&["replay", &trace, "--from", &steps.to_string()])
        .fails_with(2, &format!("--from {steps} is beyond the end"));
}

#[test]
fn uncounted_solutions_are_reported_as_such() {
    let ran = loyd(&["solve", "--all", "-a", "arastar(3)", "--max-nodes", "400", "867254301"]);
    let line = "all       counting the shortest solutions was stopped by the node limit\n";
    assert!(ran.stdout.contains(line), "{} {}", ran.stdout, ran.stderr);
}

#[test]
fn wrong_arguments_are_repeated_with_an_example() {
    for (arguments, messages) in [
        (&["enumerate", "3x3", "--depth", "x"][..], &["'x'", "such as 20"][..]),
        (&["enumerate", "3x3", "--depth", "-5"], &["'-5'", "-5 is negative"]),
        (&["enumerate", "3x3", "--start", "-1"], &["'-1'", "corner, edge, centre"]),
        (&["scramble", "--seed", "1.5"], &["'1.5'", "such as 42"]),
        (&["audit", "md", "--size", "2x2", "--seed", "x"], &["such as 42"]),
        (&["compare", "--seed", "x"], &["such as 42"]),
        (&["replay", "t", "--from", "x"], &["such as 1000"]),
        (&["solve", "--max-nodes", "-5", BOARD], &["'-5'", "-5 is negative", "1e9"]),
        (&["solve", "--max-time", "-5s", BOARD], &["'-5s'", "write 10s, 5m"]),
        (&["solve", "--threads", "two", BOARD], &["such as 8"]),
        (&["solve", "-H", "nothing-known", BOARD], &["walking-distance, pdb:NAME, max(A,B)"]),
        (&["solve", "-H", "7-8", BOARD], &["did you mean pdb:7-8?"]),
        (&["scramble", "3x3"], &["--size 3x3"]),
    ] {
        let ran = loyd(arguments);
        for message in messages {
            ran.fails_with(2, message);
        }
        assert!(
            !ran.stderr.contains("invalid digit") && !ran.stderr.contains("' -"),
            "{arguments:?}"
        );
    }
}

/// Every option of every command that takes a value, with a value that fits no option.
#[test]
fn messages_shorten_long_arguments() {
    let long = "9".repeat(100_000);
    let words = format!("z{long}");
    let (weight, cells) = (format!("wastar({long})"), format!("human(goals={long})"));
    let (pdb, max, slide) = (format!("pdb:{words}"), format!("max({words})"), format!("U{long}"));
    let option = format!("--{words}");
    for arguments in [
        &["solve", "BOARD", "--size", &long][..],
        &["solve", &long],
        &["solve", &words],
        &[&words],
        &["solve", &option, BOARD],
        &["solve", "--goal", &words, BOARD],
        &["solve", "--algorithm", &words, BOARD],
        &["solve", "--algorithm", &weight, BOARD],
        &["solve", "--algorithm", &cells, BOARD],
        &["solve", "--heuristic", &pdb, BOARD],
        &["solve", "--heuristic", &max, BOARD],
        &["solve", "--metric", &words, BOARD],
        &["solve", "--pruning", &words, BOARD],
        &["solve", "--max-nodes", &long, BOARD],
        &["solve", "--max-time", &long, BOARD],
        &["solve", "--memory", &words, BOARD],
        &["solve", "--threads", &words, BOARD],
        &["solve", "--format", &words, BOARD],
        &["solve", "--input", &words],
        &["solve", "--resume", &words],
        &["enumerate", &words],
        &["enumerate", "3x3", "--start", &words],
        &["enumerate", "3x3", "--depth", &long],
        &["enumerate", "3x3", "--engine", &words],
        &["enumerate", "--resume", &words],
        &["enumerate", "3x3", "--plot", &words],
        &["diameter", &words],
        &["scramble", "--seed", &words],
        &["scramble", "--count", &words],
        &["verify", &words],
        &["verify", "--moves", &slide, BOARD],
        &["pdb", "build", &words],
        &["pdb", "info", &words],
        &["audit", &words],
        &["replay", &words],
        &["compare", "--algorithms", &words],
        &["compare", "--set", "korf100", "--ids", &words],
        &["compare", "--output", &words],
        &["bench", "solve", "--ids", &words],
        &["man", &words],
    ] {
        let ran = loyd(arguments);
        let short: Vec<&str> = arguments.iter().map(|text| &text[..text.len().min(30)]).collect();
        assert!(matches!(ran.code, Some(2 | 4)), "{short:?}: {:?}", ran.code);
        assert!(ran.stderr.len() < 4000, "{short:?}: {} bytes", ran.stderr.len());
        assert!(ran.stdout.len() < 4000, "{short:?}: {} bytes", ran.stdout.len());
    }
    let huge = "1 2 / ".repeat(1 << 18);
    let ran = loyd_reading(&["solve", "-"], huge.as_bytes());
    ran.fails_with(2, "rows");
    assert!(ran.stderr.len() < 4000, "{} bytes", ran.stderr.len());
}

/// With --format json the error is on standard output too.
#[test]
fn errors_are_json_in_json_format() {
    for arguments in [
        &["solve", "--format", "json", "--no-such-option"][..],
        &["solve", "--format=json", "--algorithm", "magic", "1 2 3 0"],
        &["enumerate", "--format", "json", "3x3", "--resume", "no such folder"],
        &["solve", "--format", "json", "--input", "no such file"],
    ] {
        let ran = loyd(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}");
        let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one object");
        assert_eq!(object["status"], "error", "{arguments:?}");
        assert!(object["message"].as_str().is_some_and(|text| text.len() > 10), "{object}");
    }
    assert_eq!(loyd(&["solve", "--no-such-option"]).stdout, "");
}

#[test]
fn a_board_in_a_pipe_is_solved_without_a_command() {
    let solved = loyd_reading(&[], b"8 6 7 2 5 4 3 0 1\n");
    assert!(
        solved.succeeds().stdout.contains("length    31, proven shortest"),
        "{}",
        solved.stdout
    );
    let nothing = loyd_reading(&[], b"");
    assert!(nothing.succeeds().stdout.contains("Usage: loyd"), "{}", nothing.stdout);
}
