//! `loyd graph`: builds that are killed, continued and refused; paths, sizes and exports.

use crate::events::{Killer, files_in};
use crate::program::{Ran, command, folder, loyd};
use serde_json::Value;
use std::fs;

fn json(ran: &Ran) -> Value {
    ran.succeeds();
    serde_json::from_str(&ran.stdout).expect("an object")
}

/// The address of a file.
fn at(folder: &tempfile::TempDir, name: &str) -> String {
    format!("sqlite:{}", folder.path().join(name).display())
}

/// The levels of the 8-puzzle, as `enumerate` prints them.
fn levels_of_8() -> Value {
    json(&loyd(&["enumerate", "3x3", "--format", "json"]))["levels"].clone()
}

#[test]
fn a_graph_is_built_read_and_exported() {
    let folder = folder();
    let db = at(&folder, "8.db");
    let built = json(&loyd(&["graph", "build", "3x3", "--db", &db, "--format", "json"]));
    assert_eq!(built["levels"], levels_of_8());
    assert_eq!((&built["total"], &built["complete"]), (&181_440.into(), &true.into()));
    assert!(built["bytes_per_state"].as_f64().expect("a number") < 20.0);
    // The folder has no other file.
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);

    let board = "8 6 7 2 5 4 3 0 1";
    let path = json(&loyd(&["graph", "path", board, "--db", &db, "--all=2", "--format", "json"]));
    let solved = json(&loyd(&["solve", board, "--all=2", "--format", "json"]));
    for field in ["status", "length", "proven", "lower_bound", "solutions", "tiles", "goal", "id"] {
        assert_eq!(path[field], solved[field], "{field}");
    }
    let moves = path["moves"].as_str().expect("moves");
    loyd(&["verify", "--moves", moves, board]).succeeds();
    assert_eq!(path["all_moves"].as_array().map(Vec::len), Some(2));
    let text = loyd(&["graph", "path", board, "--db", &db]);
    assert!(text.succeeds().stdout.contains("length    31, proven shortest"), "{}", text.stdout);
    let odd = loyd(&["graph", "path", "2 1 3 4 5 6 7 8 0", "--db", &db]);
    assert!(odd.code == Some(1) && odd.stdout.starts_with("unsolvable"), "{}", odd.stdout);
    loyd(&["graph", "path", "1 2 3 0", "--db", &db]).fails_with(2, "");

    let stats = json(&loyd(&["graph", "stats", "--db", &db, "--format", "json"]));
    assert_eq!((&stats["levels"], &stats["puzzle"]), (&built["levels"], &"3x3".into()));
    let text = loyd(&["graph", "stats", "--db", &db]);
    assert!(text.succeeds().stdout.contains("Table 1     9 bytes per state"), "{}", text.stdout);

    let file = folder.path().join("8.csv");
    loyd(&["graph", "export", "--db", &db, "-o", &file.display().to_string()]).succeeds();
    let exported = fs::read_to_string(&file).expect("a file");
    assert_eq!(exported.lines().count(), 181_441);
    let piped = loyd(&["graph", "export", "--db", &db]);
    assert!(piped.succeeds().stdout == exported);
    let file = folder.path().join("8.parquet");
    loyd(&["graph", "export", "--db", &db, "-o", &file.display().to_string()]).succeeds();
    let bytes = fs::read(&file).expect("a file");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    loyd(&["graph", "export", "--db", &db, "-o", "8.txt"]).fails_with(2, ".csv or .parquet");
    loyd(&["graph", "export", "--db", &db, "-o", "/dev/full"]).fails_with(4, "free some space");
}

#[test]
fn small_graphs_are_drawn() {
    let folder = folder();
    let draw = |arguments: &[&str], name: &str| {
        let file = folder.path().join(name);
        let ran =
            loyd(&[&["graph", "draw"], arguments, &["-o", &file.display().to_string()]].concat());
        (ran, fs::read(file))
    };
    let (ran, svg) = draw(&["3x2"], "a.svg");
    assert!(ran.succeeds().stderr.starts_with("360 states and 420 edges in "), "{}", ran.stderr);
    let svg = String::from_utf8(svg.expect("a file")).expect("text");
    assert!(roxmltree::Document::parse(&svg).is_ok() && svg.contains("level 21: "));
    let (ran, png) = draw(&["2x2", "--layout", "rings"], "a.png");
    ran.succeeds();
    assert!(png.expect("a file").starts_with(b"\x89PNG"));
    let (ran, dot) = draw(&["cube2", "--metric", "quarter", "--depth", "2"], "a.dot");
    ran.succeeds();
    assert!(dot.expect("a file").starts_with(b"graph \"cube2"));
    let (ran, none) = draw(&["4x4"], "b.svg");
    ran.fails_with(2, "give --depth");
    assert!(none.is_err(), "nothing is left");
    draw(&["3x2"], "b.jpg").0.fails_with(2, ".svg, .png or .dot");
    draw(&["3x2", "--layout", "star"], "b.svg").0.fails_with(2, "rings");
    draw(&["3x2", "--goal", "1 2 3"], "b.svg").0.fails_with(2, "");
}

#[test]
fn a_deeper_board_reports_its_lower_bound() {
    let folder = folder();
    let db = at(&folder, "few.db");
    loyd(&["graph", "build", "3x3", "--db", &db, "--depth", "5"]).succeeds();
    let far = loyd(&["graph", "path", "8 6 7 2 5 4 3 0 1", "--db", &db, "--format", "json"]);
    assert_eq!(far.code, Some(3));
    let object: Value = serde_json::from_str(&far.stdout).expect("an object");
    assert_eq!((&object["status"], &object["lower_bound"]), (&"stopped".into(), &6.into()));
    let text = loyd(&["graph", "path", "8 6 7 2 5 4 3 0 1", "--db", &db]);
    assert!(text.stdout.contains("deeper than the stored levels, which end at 5 moves"));
}

#[test]
fn cubes_and_twisty_puzzles_have_graphs() {
    let folder = folder();
    let db = at(&folder, "cube.db");
    let build = ["graph", "build", "cube3", "--metric", "quarter", "--depth", "3", "--db", &db];
    assert!(loyd(&build).succeeds().stdout.contains("1,068"));
    let path = loyd(&["graph", "path", "R U", "--db", &db, "--format", "json"]);
    assert_eq!(json(&path)["moves"], "U' R'");
    let db = at(&folder, "skewb.db");
    loyd(&["graph", "build", "skewb", "--depth", "3", "--db", &db]).succeeds();
    loyd(&["graph", "stats", "--db", &db]).succeeds();
}

#[test]
fn foreign_databases_are_refused_unchanged() {
    let folder = folder();
    let db = at(&folder, "a.db");
    loyd(&["graph", "build", "3x2", "--db", &db]).succeeds();
    loyd(&["graph", "build", "3x3", "--db", &db]).fails_with(2, "is of the puzzle 3x2");
    loyd(&["graph", "build", "3x2", "-m", "multi", "--db", &db]).fails_with(2, "metric");
    loyd(&["graph", "build", "3x2", "-g", "blank-first", "--db", &db]).fails_with(2, "goal");
    assert_eq!(json(&loyd(&["graph", "stats", "--db", &db, "--format", "json"]))["total"], 360);
    let text = folder.path().join("text");
    fs::write(&text, "not a database, but a text that is long enough to be read. ".repeat(20))
        .expect("room");
    let before = fs::read(&text).expect("a file");
    for command in [&["build", "3x2"][..], &["stats"], &["export"], &["path", "1 2 3 4 5 0"]] {
        let db = at(&folder, "text");
        let line = [&["graph"], command, &["--db", &db]].concat();
        loyd(&line).fails_with(2, "not a file of SQLite");
    }
    assert_eq!(fs::read(&text).expect("a file"), before);
    loyd(&["graph", "stats", "--db", &at(&folder, "none.db")])
        .fails_with(2, "has no graph: build it first");
    assert!(!folder.path().join("none.db").exists());
    loyd(&["graph", "build", "3x2", "--db", &at(&folder, "no/a.db")]).fails_with(4, "cannot open");
    loyd(&["graph", "build", "3x2", "--db", "oracle://me:secret@host/db"])
        .fails_with(2, "is not an address of a database");
    let bad = loyd(&["graph", "stats", "--db", "oracle://me:secret@host/db"]);
    assert!(!bad.stderr.contains("secret"), "{}", bad.stderr);
    loyd(&["graph", "build", "3x2", "--db", &db, "--strategy", "rows"]).fails_with(2, "row");
}

/// Kills a build after more and more changes of its files until one gets through.
#[cfg(unix)]
fn killed_until_done(strategy: &str, board: &str, db: &str) -> u32 {
    let build = ["graph", "build", board, "--db", db, "--strategy", strategy, "--quiet"];
    let place = std::path::Path::new(db).parent().expect("a folder");
    let mut killer = Killer::new(1, 8);
    loop {
        let mut loyd = command();
        let child = loyd.args(build).stdout(std::process::Stdio::null()).spawn();
        let mut child = child.expect("loyd starts");
        killer.kill(&mut child, || files_in(place));
        let status = child.wait().expect("a process");
        if status.code().is_some() {
            assert!(status.success(), "{strategy}: {status}");
            return killer.kills;
        }
        killer.count();
    }
}

#[test]
#[ignore = "half a minute: builds that are killed"]
#[cfg(unix)]
fn a_killed_build_is_completed_by_the_same_command() {
    let folder = folder();
    for (strategy, board) in [("row", "3x2"), ("level", "3x3"), ("bulk", "3x3")] {
        let db = at(&folder, strategy);
        let kills = killed_until_done(strategy, board, &db);
        let stats = json(&loyd(&["graph", "stats", "--db", &db, "--format", "json"]));
        let whole = json(&loyd(&["enumerate", board, "--format", "json"]));
        assert_eq!(stats["levels"], whole["levels"], "{strategy}, killed {kills} times");
        assert_eq!(stats["complete"], true);
        let csv = loyd(&["graph", "export", "--db", &db]);
        let states = whole["total"].as_u64().expect("a number") as usize;
        assert_eq!(csv.succeeds().stdout.lines().count(), states + 1, "{strategy}");
    }
}

#[test]
fn a_limit_of_time_stops_between_levels_and_prints_the_command_that_continues() {
    let folder = folder();
    let db = at(&folder, "8.db");
    let build = ["graph", "build", "3x3", "--db", &db, "--strategy", "row", "--max-time", "1s"];
    let ran = loyd(&build);
    ran.fails_with(3, "to continue, run");
    assert!(ran.stderr.contains(&format!("loyd graph build 3x3 --db {db} --strategy row")));
}

/// A disk of two mebibytes, where this user may mount one.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_and_the_build_resumes() {
    let place = folder();
    let disk = place.path().join("disk");
    fs::create_dir(&disk).expect("a folder");
    let script = "mount -t tmpfs -o size=2m loyd \"$1\" || exit 77
        \"$0\" graph build 3x3 --db \"sqlite:$1/8.db\" --strategy level
        code=$?
        mount -o remount,size=64m \"$1\"
        \"$0\" graph build 3x3 --db \"sqlite:$1/8.db\" --strategy level --format csv || exit 1
        exit $code";
    let mut unshare = std::process::Command::new("unshare");
    unshare.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]);
    let Ok(output) = unshare.arg(command().get_program()).arg(&disk).output() else {
        eprintln!("no unshare here: a full disk was not tried");
        return;
    };
    let ran = Ran::from(output);
    if ran.code == Some(77) || ran.stderr.contains("unshare") {
        eprintln!("no mounts for users here: a full disk was not tried");
        return;
    }
    ran.fails_with(4, "free some space");
    assert!(ran.stdout.ends_with("\n31,2\n"), "{}", ran.stdout);
}
