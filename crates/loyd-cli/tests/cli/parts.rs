//! Boards solved in parts, and the parts merged.

use crate::program::{command, file, folder, loyd};
use crate::run_folder::name;
use crate::solve_folder::LONG;
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// Eleven boards of several kinds: solvable, unreadable, unsolvable, with a column to pass through.
fn list() -> String {
    let scramble = ["scramble", "--size", "3x3", "--count", "9", "--seed", "7"];
    let scrambled = loyd(&[&scramble[..], &["--format", "text"]].concat());
    let mut text = "id,note,tiles\n".to_owned();
    for (index, board) in scrambled.succeeds().stdout.lines().enumerate() {
        let _ = writeln!(text, "b{index},note {index},{board}");
    }
    text + "bad,no board,1 2 3\nodd,never,2 1 3 4 5 6 7 8 0\n"
}

/// The lines of results as objects, without fields that differ between runs.
fn results(text: &str) -> Vec<Value> {
    let object = |line: &str| {
        let mut value: Value = serde_json::from_str(line).expect("a line of JSON");
        let fields = value.as_object_mut().expect("an object");
        // A folder has no text of invalid boards, and no statistics of lists.
        for field in ["seconds", "tiles", "message"] {
            fields.remove(field);
        }
        value
    };
    text.lines().map(object).collect()
}

fn solve_part(input: &str, part: &str, run: &Path) -> crate::program::Ran {
    loyd(&["solve", "-i", input, "--part", part, "--dir", name(run), "-q", "--format", "json"])
}

#[test]
fn merged_parts_equal_the_result_of_one_process() {
    let place = folder();
    let input = file(&place, "boards.csv", list());
    let whole = loyd(&["solve", "-i", &input, "--format", "json"]);
    whole.fails_with(2, "line 11");
    let whole = results(&whole.stdout);
    assert_eq!(whole.len(), 11);
    for parts in [1, 2, 4, 13] {
        let run = place.path().join(format!("run-{parts}"));
        let mut finished = 0;
        for part in 1..=parts {
            let ran = solve_part(&input, &format!("{part}/{parts}"), &run);
            assert!(matches!(ran.code, Some(0..=2)), "{}", ran.stderr);
            finished += ran.stdout.lines().count();
        }
        assert_eq!(finished, 11);
        let merged = loyd(&["merge", name(&run), "--format", "json"]);
        merged.fails_with(2, "line 11");
        assert_eq!(results(&merged.stdout), whole, "{parts} parts");
    }
    let text = loyd(&["merge", name(&place.path().join("run-2"))]);
    assert!(
        text.stdout.contains("11 boards: 9 solved, 1 unsolvable, 1 invalid"),
        "{}",
        text.stdout
    );
}

#[test]
fn unsolved_boards_are_listed() {
    let place = folder();
    let boards = format!("{LONG}\n1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n{LONG}\n");
    let input = file(&place, "boards.txt", boards);
    let run = place.path().join("run");
    let goal = ["--goal", "blank-first", "-H", "manhattan"];
    let part =
        |part| [&["solve", "-i", &input, "--part", part, "--dir", name(&run)], &goal[..]].concat();
    let limited = part("1/3");
    loyd(&[&limited[..], &["--max-nodes", "1e6"]].concat()).fails_with(3, "--resume");
    loyd(&part("2/3")).succeeds();
    let merged = loyd(&["merge", name(&run), "--format", "json"]);
    merged
        .fails_with(3, "1 of 3 boards have a result\nmissing: part 3/3\nhint: continue with `loyd");
    let status = |line: &str| -> Value { serde_json::from_str(line).expect("a line of JSON") };
    let results: Vec<Value> = merged.stdout.lines().map(status).collect();
    assert_eq!(results.len(), 2);
    assert_eq!(
        (&results[0]["status"], &results[0]["found_by"]),
        (&"stopped".into(), &"constructive".into())
    );
    let moves = results[0]["moves"].as_str().map(|moves| moves.split(' ').count() as u64);
    assert!(moves.is_some() && moves == results[0]["length"].as_u64(), "{}", results[0]);
    assert_eq!((&results[1]["status"], &results[1]["length"]), (&"solved".into(), &1.into()));
}

#[test]
#[cfg(unix)]
fn the_same_command_resumes_a_killed_part() {
    let place = folder();
    let boards = format!("1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n{LONG}\n");
    let input = file(&place, "boards.txt", boards);
    let run = place.path().join("run");
    let again = [
        &["solve", "-i", &input, "--part", "2/2", "--dir", name(&run)][..],
        &["-H", "manhattan", "--goal", "blank-first"],
        &["--checkpoint-every", "20ms", "--format", "json", "-q"],
    ]
    .concat();
    let mut child =
        command().args(&again).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("loyd");
    let checkpoint = run.join("part-2").join("board-1.json");
    while !checkpoint.exists() {
        assert!(
            child.try_wait().is_ok_and(|status| status.is_none()),
            "it ended before it was killed"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let resumed = loyd(&again);
    let alone =
        loyd(&["solve", LONG, "--goal", "blank-first", "-H", "manhattan", "--format", "json"]);
    let length = |text: &str| results(text)[0]["length"].clone();
    assert_eq!(length(&resumed.succeeds().stdout), length(&alone.succeeds().stdout));
    // Finished boards are not searched again.
    assert_eq!(loyd(&again).succeeds().stdout, resumed.stdout);
}

#[test]
fn parts_of_different_runs_are_refused() {
    let place = folder();
    let input = file(&place, "boards.csv", list());
    let at = |name: &str| place.path().join(name);
    let (run, other) = (at("run"), at("other"));
    for part in ["1/2", "2/2"] {
        solve_part(&input, part, &run);
    }
    // A list is the same at another path, and another one with other settings.
    let moved = file(&place, "same.csv", list());
    solve_part(&moved, "2/2", &other);
    let merged = |folders: &[&Path]| {
        let folders: Vec<&str> = folders.iter().map(|folder| name(folder)).collect();
        loyd(&[&["merge", "--format", "csv"], &folders[..]].concat())
    };
    let whole = merged(&[&run.join("part-1"), &other]);
    whole.fails_with(2, "line 11");
    assert_eq!(whole.stdout.lines().count(), 12);
    merged(&[&run, &other]).fails_with(2, "both are part 2/2");
    merged(&[&run, &run.join("part-1")]).fails_with(2, "named twice");
    let third = at("third");
    solve_part(&input, "2/3", &third);
    merged(&[&run.join("part-1"), &third]).fails_with(2, "different lists");
    let plain = at("plain");
    loyd(&["solve", "-i", &input, "--dir", name(&plain), "-q"]);
    merged(&[&plain]).fails_with(2, "no part of one");
    solve_part(&input, "1/3", &third).fails_with(2, "line 11");
    let changed = ["solve", "-i", &input, "--part", "1/3", "--dir", name(&third), "-m", "multi"];
    loyd(&changed).fails_with(2, "other settings");
    solve_part(&input, "2/4", &third).fails_with(2, "holds part 2/3");
    merged(&[place.path()]).fails_with(2, "holds no parts");
    merged(&[&at("missing")]).fails_with(4, "cannot look into");
    loyd(&["solve", "-i", &input, "--part", "3/2"]).fails_with(2, "such as 3/16");
    loyd(&["merge", name(&run), "-o", name(&run.join("part-1").join("solves.json"))])
        .fails_with(2, "");
}

#[test]
fn a_forged_part_is_no_result() {
    let place = folder();
    let input = file(&place, "boards.csv", list());
    let run = place.path().join("run");
    for part in ["1/2", "2/2"] {
        solve_part(&input, part, &run);
    }
    let manifest = run.join("part-1").join("solves.json");
    let text = fs::read_to_string(&manifest).expect("the boards");
    for (from, to) in [("\"of\": 2", "\"of\": 0"), ("\"boards\": 11", "\"boards\": 99")] {
        assert!(text.contains(from), "{text}");
        fs::write(&manifest, text.replace(from, to)).expect("a writable place");
        loyd(&["merge", name(&run)]).fails_with(2, "damaged");
    }
}

#[test]
fn cubes_are_merged_too() {
    let place = folder();
    let input = file(&place, "cubes.txt", "R U F\nR2 U'\nF R U2\n");
    let run = place.path().join("run");
    for part in ["1/2", "2/2"] {
        let dir = ["solve", "--puzzle", "cube2", "-i", &input, "--part", part, "--dir", name(&run)];
        loyd(&dir).succeeds();
    }
    let merged = loyd(&["merge", name(&run), "--format", "json"]);
    let lengths: Vec<Value> =
        results(&merged.succeeds().stdout).iter().map(|result| result["length"].clone()).collect();
    assert_eq!(lengths, [3, 2, 3]);
}
