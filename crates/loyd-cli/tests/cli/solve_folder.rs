//! Solves in folders: killed, stopped, damaged, continued.

use crate::events::{Killer, files_in, wait_until};
use crate::program::{HARD, Ran, command, file, folder, loyd};
use crate::run_folder::name;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// Korf's board 66: some hundred million expansions with Manhattan distance.
pub(crate) const LONG: &str = "11 6 14 12 3 5 1 15 8 0 10 13 9 7 4 2";

const SOLVE: [&str; 7] =
    ["solve", "--goal", "blank-first", "--heuristic", "manhattan", "--format", "json"];

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text:?}"))
}

/// The columns that must be equal after any number of interruptions.
fn result(object: &Value) -> [&Value; 6] {
    ["status", "length", "moves", "expanded", "generated", "heuristic"].map(|name| &object[name])
}

fn started(arguments: &[&str], threads: &str) -> std::process::Child {
    command()
        .args(arguments)
        .args(["--threads", threads])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("loyd starts")
}

/// Kills a solve until it gets through; returns its result and the number of kills.
pub(crate) fn kill_until_done(boards: &[&str], threads: &str, seed: u64) -> (String, u32) {
    let place = folder();
    let run = place.path().join("run");
    let begin = [&SOLVE, boards, &["--dir", name(&run), "--checkpoint-every", "40ms"]].concat();
    let resume =
        ["solve", "--resume", name(&run), "--checkpoint-every", "40ms", "--format", "json"];
    let mut killer = Killer::new(seed, 16);
    loop {
        let resumes = run.join("solves.json").exists();
        let mut child = started(if resumes { &resume } else { &begin }, threads);
        killer.kill(&mut child, || files_in(&run));
        let output = child.wait_with_output().expect("it ends");
        if output.status.success() {
            // Finished boards are printed again, without a search.
            let again = loyd(&resume);
            assert_eq!(again.succeeds().stdout, String::from_utf8_lossy(&output.stdout));
            return (again.stdout, killer.kills);
        }
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_none(), "{stderr}");
        killer.count();
    }
}

#[test]
#[cfg(unix)]
fn random_kills_change_no_count_of_a_solve() {
    let whole = loyd(&[&SOLVE[..], &[LONG, "--threads", "1"]].concat());
    let whole = object(&whole.succeeds().stdout);
    // On one thread; on two: `killing::five_hundred_kills_of_resumable_commands`.
    let (stdout, kills) = kill_until_done(&[LONG], "1", 1);
    assert_eq!(result(&object(&stdout)), result(&whole));
    assert!(kills >= 2, "only {kills} kills before the searches were done");
}

#[test]
#[cfg(unix)]
fn a_resumed_batch_solves_the_unfinished_boards() {
    let place = folder();
    let boards = format!(
        "id,note,tiles\na,first,14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\nb,bad,1 2 3\n\
         c,long,{LONG}\nd,odd,0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15\n"
    );
    let input = file(&place, "boards.csv", boards);
    let whole = loyd(&[&SOLVE[..], &["--input", &input, "--threads", "1"]].concat());
    whole.fails_with(2, "");
    let run = place.path().join("run");
    let begin = ["--input", &input, "--dir", name(&run), "--checkpoint-every", "10ms"];
    let child = started(&[&SOLVE[..], &begin].concat(), "1");
    wait_until("a state of the third board", || run.join("board-3.json").exists());
    let mut child = child;
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let stored = fs::read_to_string(run.join("results.json")).expect("results");
    assert!(stored.contains("\"length\": 57"), "{stored}");
    let rest = loyd(&["solve", "--resume", name(&run), "--format", "json", "--threads", "1"]);
    assert_eq!(rest.code, Some(2));
    let lines = |ran: &Ran| ran.stdout.lines().map(object).collect::<Vec<_>>();
    let (resumed, expected) = (lines(&rest), lines(&whole));
    assert_eq!(resumed.len(), 4);
    for (resumed, expected) in resumed.iter().zip(&expected) {
        assert_eq!(result(resumed), result(expected));
        assert_eq!((&resumed["id"], &resumed["note"]), (&expected["id"], &expected["note"]));
    }
    assert!(!run.join("board-3.json").exists(), "a finished board needs no state");
}

#[test]
#[cfg(unix)]
fn an_interrupt_prints_the_command_that_resumes() {
    let place = folder();
    let run = place.path().join("my run");
    let often = ["--checkpoint-every", "20ms"];
    let begin = [&["solve", HARD, "--dir", name(&run), "-H", "manhattan"], &often[..]].concat();
    let child = started(&begin, "2");
    wait_until("a state of the board", || run.join("board-1.json").exists());
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    ran.fails_with(3, "continue with `loyd solve --resume '");
    assert!(ran.stdout.contains("proved: at least "), "{}", ran.stdout);
    // A short resumed run: limits apply to it, counts to both.
    let stored = fs::read_to_string(run.join("board-1.json")).expect("a state");
    let nodes = |ran: &Ran| object(&ran.stdout)["expanded"].as_u64().expect("a number");
    let go_on = ["solve", "--resume", name(&run), "--format", "json", "--max-nodes"];
    let more = loyd(&[&go_on[..], &["1e7"]].concat());
    more.fails_with(3, "--resume");
    let before: u64 = object(&stored)["iterations"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|iteration| iteration[1].as_u64().expect("a number"))
        .sum();
    assert!(nodes(&more) >= before + 10_000_000, "{} after {before}", nodes(&more));
    assert!(object(&more.stdout)["lower_bound"].as_u64() >= Some(58));
}

/// A folder with a board in work, stopped by a limit.
fn stopped(place: &Path, board: &str) {
    let arguments = ["--dir", name(place), "--max-nodes", "3e7", "--threads", "1", board];
    loyd(&[&SOLVE[..], &arguments].concat()).fails_with(3, "--resume");
}

#[test]
fn damaged_and_foreign_folders_are_refused() {
    let place = folder();
    let (one, two) = (place.path().join("one"), place.path().join("two"));
    stopped(&one, LONG);
    stopped(&two, "10 0 2 4 5 1 6 12 11 13 9 7 15 3 14 8");
    let go_on = |limit: &str| {
        loyd(&["solve", "--resume", name(&one), "--max-nodes", limit, "--threads", "1"])
    };
    let state = one.join("board-1.json");
    let whole = fs::read_to_string(&state).expect("a state");
    let refused = |text: &str, what: &str| {
        fs::write(&state, text).expect("room");
        go_on("1e6").fails_with(2, what);
    };
    refused(&whole[..whole.len() / 2], "is damaged");
    refused("", "is damaged");
    refused(&whole.replacen("\"bound\": ", "\"bound\": 1", 1), "checksum does not fit");
    refused(&fs::read_to_string(two.join("board-1.json")).expect("a state"), "its start is 10 0 2");
    refused(&fs::read_to_string(one.join("solves.json")).expect("boards"), "which this loyd reads");
    // Without it the board begins anew; with it, it continues.
    fs::remove_file(&state).expect("a file");
    go_on("1e6").fails_with(3, "--resume");
    fs::write(&state, &whole).expect("room");
    go_on("1e6").fails_with(3, "--resume");
    let results = one.join("results.json");
    let choices = fs::read_to_string(&results).expect("choices");
    fs::write(&results, &choices[1..]).expect("room");
    go_on("1e6").fails_with(2, "results.json is damaged");
    fs::copy(two.join("results.json"), &results).expect("room");
    go_on("1e6").fails_with(2, "has results of other boards");
    fs::remove_file(&results).expect("a file");
    go_on("1e6").fails_with(3, "--resume");
    fs::write(one.join("solves.json"), "{}").expect("room");
    go_on("1e6").fails_with(2, "it has no checksum");
}

#[test]
fn conflicting_options_are_refused() {
    let place = folder();
    let run = place.path().join("run");
    stopped(&run, LONG);
    let refused = |arguments: &[&str], code: i32, what: &str| {
        loyd(&[&["solve"], arguments].concat()).fails_with(code, what);
    };
    let there = name(&run);
    refused(&["--dir", there, LONG], 2, "holds boards already (solves.json is in it): continue it");
    refused(&["--resume", there, LONG], 2, "cannot be used with");
    refused(&["--resume", there, "--heuristic", "zero"], 2, "cannot be used with");
    refused(&["--resume", there, "--pruning", "4"], 2, "cannot be used with");
    refused(&["--dir", there, "--all", LONG], 2, "cannot be used with");
    refused(&["--resume", name(place.path())], 2, "holds no boards to continue with");
    refused(&["--resume", "no such folder"], 2, "holds no boards to continue with");
    refused(&["--dir", there, "--checkpoint-every", "often", LONG], 2, "10s");
    loyd(&["enumerate", "--resume", there]).fails_with(2, "continue it with `loyd solve --resume");
    let in_the_way = file(&place, "file", "x");
    refused(&["--dir", &in_the_way, LONG], 4, "must be a folder");
    let enumeration = place.path().join("levels");
    loyd(&["enumerate", "3x3", "--dir", name(&enumeration)]).succeeds();
    refused(&["--dir", name(&enumeration), LONG], 2, "holds a run already (run.json is in it)");
    // An algorithm without subtrees has no checkpoints: only its result is stored.
    let plain = place.path().join("plain");
    let board = "8 6 7 2 5 4 3 0 1";
    let ran = loyd(&["solve", "--algorithm", "idastar-plain", "--dir", name(&plain), board]);
    ran.succeeds();
    assert!(ran.stderr.contains("only finished boards will be saved"), "{}", ran.stderr);
    let again = loyd(&["solve", "--resume", name(&plain), "--format", "json"]);
    assert_eq!(object(&again.succeeds().stdout)["length"], 31);
    // Without a folder nothing is written.
    let nowhere = folder();
    let mut plain = crate::program::command_in(&nowhere);
    Ran::of(plain.args(["solve", board])).succeeds();
    assert_eq!(fs::read_dir(nowhere.path()).expect("a folder").count(), 0);
}

/// Two processes do not work in one folder.
#[test]
#[cfg(unix)]
fn a_folder_is_used_by_one_process() {
    let place = folder();
    let run = place.path().join("run");
    let mut child = started(&["solve", HARD, "--dir", name(&run), "-H", "manhattan"], "1");
    wait_until("a folder with boards", || run.join("solves.json").exists());
    loyd(&["solve", "--resume", name(&run)]).fails_with(4, "is in use by another process");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

/// Files limited to some blocks of 512 bytes, as a quota or a full disk would.
#[test]
#[cfg(unix)]
fn a_full_disk_costs_no_result_and_is_reported() {
    let place = folder();
    let run = place.path().join("run");
    let limited = |blocks: u32, arguments: &[&str]| {
        let program = command();
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut shell = std::process::Command::new("sh");
        shell.arg("-c").arg(script).arg(program.get_program()).args(arguments);
        Ran::of(&mut shell)
    };
    let begin = ["--dir", name(&run), "--max-nodes", "3e7", "--threads", "1", LONG];
    let ran = limited(3, &[&SOLVE[..], &begin].concat());
    ran.fails_with(4, "board-1.json");
    assert!(ran.stderr.contains("warning: checkpoint not written"), "{}", ran.stderr);
    assert_eq!(object(&ran.stdout)["status"], "stopped");
    assert!(!run.join("board-1.json").exists());
    // With room again it continues.
    let ran = loyd(&["solve", "--resume", name(&run), "--max-nodes", "3e7", "--threads", "1"]);
    ran.fails_with(3, "--resume");
    assert!(run.join("board-1.json").exists());
}
