//! Tables of the multi-tile metric: stored, reused, chosen from the cache, and cancelled.

use crate::events::{PATIENCE, wait_until};
use crate::program::{Ran, command, folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A 15-puzzle of a few slides, and a board of 4x3.
const FIFTEEN: &str = "1 2 3 4 5 6 7 8 13 9 10 11 0 14 15 12";
const ELEVEN: &str = "1 2 3 4 / 9 5 6 7 / 0 10 11 8";

fn with_cache(cache: &Path, arguments: &[&str]) -> Command {
    let mut command = command();
    command.env("LOYD_CACHE", cache).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn solve(cache: &Path, arguments: &[&str]) -> Ran {
    let all = [&["solve", "--metric", "multi", "--format", "csv"], arguments].concat();
    Ran::of(&mut with_cache(cache, &all))
}

/// The tables in a cache, without the locks.
fn tables(cache: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(cache) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut tables: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|its| its != "lock")).collect();
    tables.sort();
    tables
}

/// Length and heuristic of the only board.
fn answer(ran: &Ran) -> (String, String) {
    let row = ran.succeeds().rows().remove(0);
    (row["length"].clone(), row["heuristic"].clone())
}

#[test]
fn tables_are_stored_in_the_cache_and_reused() {
    let place = folder();
    let cache = place.path().join("tables");
    let uncached = solve(&cache, &["--no-cache", "-H", "pdb:5-6", ELEVEN]);
    assert!(!cache.exists());
    let built = solve(&cache, &["-H", "pdb:5-6", ELEVEN]);
    let stored = tables(&cache);
    assert_eq!(stored.len(), 2);
    assert!(stored.iter().all(|path| path.to_string_lossy().ends_with("-class.pdb")), "{stored:?}");
    let contents: Vec<_> = stored.iter().map(|path| fs::read(path).expect("a table")).collect();
    let modified =
        |path: &PathBuf| fs::metadata(path).and_then(|data| data.modified()).expect("one");
    let times: Vec<_> = stored.iter().map(modified).collect();
    let again = solve(&cache, &["-H", "pdb:5-6", ELEVEN]);
    assert_eq!(stored.iter().map(modified).collect::<Vec<_>>(), times, "nothing was built again");
    let plain = solve(&cache, &["-H", "walking-distance", ELEVEN]);
    for ran in [&uncached, &built, &again] {
        assert_eq!(answer(ran).0, answer(&plain).0);
    }
    // The goal's other corners have the same tables; the single-tile metric has its own.
    let corner = "1 2 0 3 / 4 5 6 7 / 8 9 10 11";
    let turned = solve(&cache, &["-H", "pdb:5-6", "-g", "blank-first", corner]);
    assert_eq!(answer(&turned).0, "1");
    assert_eq!(tables(&cache), stored);
    Ran::of(&mut with_cache(&cache, &["solve", "-H", "pdb:5-6", ELEVEN])).succeeds();
    assert_eq!(tables(&cache).len(), 4);
    for (path, bytes) in stored.iter().zip(contents) {
        assert!(fs::read(path).expect("a table") == bytes);
    }
}

#[test]
fn a_damaged_table_is_built_again_with_a_warning() {
    let place = folder();
    let cache = place.path().join("tables");
    let first = answer(&solve(&cache, &["-H", "pdb:5-6", ELEVEN]));
    let table = tables(&cache).remove(0);
    let bytes = fs::read(&table).expect("a table");
    let mut turned = bytes.clone();
    *turned.last_mut().expect("not empty") ^= 1;
    for damaged in [&bytes[..100], &bytes[..bytes.len() / 2], b"1 2 3", &turned] {
        fs::write(&table, damaged).expect("a writable place");
        let again = solve(&cache, &["-H", "pdb:5-6", ELEVEN]);
        assert!(again.stderr.contains("it is built again now"), "{}", again.stderr);
        assert_eq!(answer(&again), first);
        assert!(fs::read(&table).expect("a table") == bytes);
    }
    // A table of the single-tile metric under this name is refused, too.
    Ran::of(&mut with_cache(&cache, &["pdb", "build", "5-6"])).succeeds();
    let name = table.to_string_lossy().replace("-class.pdb", "-bit.pdb");
    fs::copy(name, &table).expect("both are there");
    let again = solve(&cache, &["-H", "pdb:5-6", ELEVEN]);
    assert!(again.stderr.contains("another pattern or metric"), "{}", again.stderr);
    assert_eq!(answer(&again), first);
    assert!(fs::read(&table).expect("a table") == bytes);
}

#[test]
fn pdb_builds_lists_describes_and_verifies_them() {
    let place = folder();
    let cache = place.path().join("tables");
    let pdb =
        |arguments: &[&str]| Ran::of(&mut with_cache(&cache, &[&["pdb"], arguments].concat()));
    let built = pdb(&["build", "5-6", "--encoding", "class", "--format", "csv"]);
    for row in built.succeeds().rows() {
        assert_eq!(
            (&*row["encoding"], &*row["metric"], &*row["source"]),
            ("class", "multi", "built")
        );
    }
    let listed = pdb(&["list", "--format", "csv"]);
    let rows = listed.succeeds().rows();
    let stored: Vec<_> = rows.iter().filter(|row| row["kind"] == "table").collect();
    assert_eq!(stored.len(), 2);
    assert!(stored.iter().all(|row| row["metric"] == "multi" && row["encoding"] == "class"));
    assert!(pdb(&["list"]).succeeds().stdout.contains("multi-tile metric"));
    let info = pdb(&["info", "5-6"]);
    assert_eq!(info.succeeds().stdout.matches("classes in the multi-tile metric").count(), 2);
    let verified = pdb(&["verify", "5-6", "--samples", "500"]);
    assert_eq!(verified.succeeds().stdout.matches("checksums fit").count(), 2);
    let table = tables(&cache).remove(0);
    let name = table.to_str().expect("a path that is text");
    assert!(pdb(&["info", name]).succeeds().stdout.contains("class"));
    let mut bytes = fs::read(&table).expect("a table");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&table, bytes).expect("a writable place");
    pdb(&["verify", name]).fails_with(2, "the checksum of part");
}

#[test]
fn auto_uses_cached_tables() {
    let place = folder();
    let cache = place.path().join("tables");
    let before = answer(&solve(&cache, &[FIFTEEN]));
    assert_eq!(before.1, "pdb:5-5-5");
    let build = ["pdb", "build", "6-6-3", "--encoding", "class"];
    Ran::of(&mut with_cache(&cache, &build)).succeeds();
    let after = answer(&solve(&cache, &[FIFTEEN]));
    assert_eq!(after, (before.0.clone(), "pdb:6-6-3".to_owned()));
    assert_eq!(answer(&solve(&cache, &["--no-cache", FIFTEEN])), before);
}

#[test]
fn two_processes_build_a_table_once() {
    let place = folder();
    let cache = place.path().join("tables");
    let build = ["pdb", "build", "5-6", "--encoding", "class", "--format", "csv"];
    let start = || with_cache(&cache, &build).spawn().expect("loyd starts");
    let children = [start(), start(), start()];
    let mut built = 0;
    for child in children {
        let ran = Ran::from(child.wait_with_output().expect("it ends"));
        let rows = ran.succeeds().rows();
        built += rows.iter().filter(|row| row["source"] == "built").count();
    }
    assert_eq!((built, tables(&cache).len()), (2, 2), "each of the two tables once");
}

/// A running solve that is building its tables, which takes a while.
fn building(cache: &Path) -> Child {
    let arguments = ["solve", "--metric", "multi", "--memory", "2GiB", "-H", "pdb:7-8", FIFTEEN];
    let child = with_cache(cache, &arguments).spawn().expect("loyd starts");
    let locked = || {
        let entries = fs::read_dir(cache).into_iter().flatten().flatten();
        entries.filter(|entry| entry.path().extension().is_some_and(|its| its == "lock")).count()
    };
    wait_until("a locked table", || locked() > 0);
    child
}

#[test]
fn a_killed_build_leaves_no_obstacle() {
    let place = folder();
    let cache = place.path().join("tables");
    let mut child = building(&cache);
    std::thread::sleep(Duration::from_millis(200));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(tables(&cache).is_empty());
    // The lock is free again.
    let short =
        ["pdb", "build", "7-8", "--encoding", "class", "--memory", "2GiB", "--max-time", "300ms"];
    let stopped = Ran::of(&mut with_cache(&cache, &short));
    stopped.fails_with(3, "nothing was stored");
    assert!(!stopped.stderr.contains("waiting"), "{}", stopped.stderr);
    assert!(tables(&cache).is_empty());
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_a_build_and_stores_nothing() {
    let place = folder();
    let cache = place.path().join("tables");
    for milliseconds in [0, 700] {
        let child = building(&cache);
        std::thread::sleep(Duration::from_millis(milliseconds));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        let requested = Instant::now();
        let ran = Ran::from(child.wait_with_output().expect("it ends"));
        assert!(requested.elapsed() < PATIENCE, "{:?}", requested.elapsed());
        ran.fails_with(3, "stopping");
        let has_message =
            milliseconds == 0 || ran.stdout.contains("stopped while tables were built");
        // The solution without tables.
        let solved = milliseconds == 0 || ran.stdout.contains("moves  ");
        assert!(has_message && solved, "{}", ran.stdout);
        assert!(tables(&cache).is_empty(), "{:?}", tables(&cache));
    }
}

#[test]
fn unsolvable_boards_build_no_tables() {
    let place = folder();
    let cache = place.path().join("tables");
    for arguments in [["-H", "pdb:7-8", "-a", "astar"], ["-H", "pdb:7-8", "--memory", "20MiB"]] {
        let ran = solve(&cache, &[&arguments[..], &[FIFTEEN]].concat());
        assert!([Some(2), Some(4)].contains(&ran.code), "{:?}: {}", ran.code, ran.stderr);
        assert!(tables(&cache).is_empty());
    }
}
