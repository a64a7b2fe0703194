//! Pattern databases: the cache and its faults.

use crate::events::{Killer, files_in};
use crate::program::{Ran, command, file, folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Runs loyd with its tables in a folder.
fn with_cache(cache: &Path, arguments: &[&str]) -> Ran {
    Ran::of(command_with_cache(cache).args(arguments))
}

fn command_with_cache(cache: &Path) -> Command {
    let mut command = command();
    command.env("LOYD_CACHE", cache);
    command
}

fn tables(cache: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(cache) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|its| its != "lock")).collect()
}

fn cache_of(place: &TempDir) -> PathBuf {
    place.path().join("new").join("tables")
}

const BUILD: [&str; 5] = ["pdb", "build", "5-6", "--format", "csv"];

fn sources(ran: &Ran) -> Vec<String> {
    ran.succeeds().rows().iter().map(|row| row["source"].clone()).collect()
}

#[test]
fn built_tables_are_reused() {
    let place = folder();
    let cache = cache_of(&place);
    let built = with_cache(&cache, &BUILD);
    assert_eq!(sources(&built), ["built", "built"]);
    assert_eq!(tables(&cache).len(), 2);
    let again = with_cache(&cache, &BUILD);
    assert_eq!(sources(&again), ["cache", "cache"]);
    for column in ["states", "bytes", "largest", "average", "file", "tiles"] {
        let of = |ran: &Ran| ran.rows().iter().map(|row| row[column].clone()).collect::<Vec<_>>();
        assert_eq!(of(&built), of(&again), "{column}");
    }
    // Turned to another corner, the tables are the same.
    let turned = with_cache(&cache, &[&BUILD[..], &["--goal", "blank-last"]].concat());
    assert_eq!(sources(&turned), ["cache", "cache"]);
    let verified = with_cache(&cache, &["pdb", "verify", "5-6", "--samples", "200"]);
    assert_eq!(verified.succeeds().stdout.matches("checksums fit").count(), 2);
}

/// Kills a build until it gets through; returns the number of kills. The tables are those of a build in one go.
pub(crate) fn kill_until_done(seed: u64) -> u32 {
    let place = folder();
    let [whole, killed] = ["whole", "killed"].map(|name| place.path().join(name));
    with_cache(&whole, &BUILD).succeeds();
    let mut killer = Killer::new(seed, 1);
    loop {
        let mut child = command_with_cache(&killed)
            .args(BUILD)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("loyd starts");
        killer.kill(&mut child, || files_in(&killed));
        let output = child.wait_with_output().expect("it ends");
        if output.status.code().is_none() {
            // Stored tables are complete after any kill.
            for table in
                tables(&killed).iter().filter(|path| path.extension().is_some_and(|e| e == "pdb"))
            {
                let other = whole.join(table.file_name().expect("a name"));
                assert_eq!(fs::read(table).expect("a table"), fs::read(other).expect("the other"));
            }
            killer.count();
            continue;
        }
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let names = |cache: &Path| {
            let mut names: Vec<_> =
                tables(cache).iter().map(|path| path.file_name().map(ToOwned::to_owned)).collect();
            names.sort();
            names
        };
        assert_eq!(names(&killed), names(&whole), "nothing unfinished is left");
        with_cache(&killed, &["pdb", "verify", "5-6", "--samples", "200"]).succeeds();
        return killer.kills;
    }
}

#[test]
fn without_the_cache_no_table_is_stored() {
    let place = folder();
    let cache = cache_of(&place);
    let built = with_cache(&cache, &[&BUILD[..], &["--no-cache"]].concat());
    assert_eq!(sources(&built), ["built", "built"]);
    assert!(!cache.exists());
}

#[test]
fn a_damaged_table_is_built_again() {
    let place = folder();
    let cache = cache_of(&place);
    with_cache(&cache, &BUILD).succeeds();
    for damage in [0, 2000] {
        let table = tables(&cache).remove(0);
        let bytes = fs::read(&table).expect("a table");
        fs::write(&table, &bytes[..damage]).expect("a writable place");
        let info = with_cache(&cache, &["pdb", "info", "5-6"]);
        info.fails_with(2, if damage == 0 { "is not a table" } else { "is damaged" });
        let again = with_cache(&cache, &BUILD);
        assert!(again.stderr.contains("it is built again now"), "{}", again.stderr);
        let mut tables = sources(&again);
        tables.sort_unstable();
        assert_eq!(tables, ["built", "cache"]);
        assert_eq!(fs::read(&table).expect("a table"), bytes);
    }
}

#[test]
fn tables_in_files_are_checked() {
    let place = folder();
    let path = place.path().join("corner.pdb");
    let name = path.to_str().expect("a path that is text");
    let arguments = ["pdb", "build", "--size", "4x3", "1,2,5", "-o", name, "--format", "json"];
    let built = with_cache(&cache_of(&place), &arguments);
    built.succeeds();
    assert!(built.stdout.contains("\"source\":\"built\"") && built.stdout.contains("histogram"));
    assert!(!cache_of(&place).exists());
    let verify = ["pdb", "verify", name];
    assert!(with_cache(&cache_of(&place), &verify).succeeds().stdout.contains("found again"));
    let bytes = fs::read(&path).expect("a table");
    let mut wrong = bytes.clone();
    *wrong.last_mut().expect("not empty") ^= 1;
    fs::write(&path, wrong).expect("a writable place");
    with_cache(&cache_of(&place), &verify).fails_with(2, "the checksum of part");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("a writable place");
    with_cache(&cache_of(&place), &verify).fails_with(2, "is damaged");
    let foreign = file(&place, "foreign", "1 2 3");
    with_cache(&cache_of(&place), &["pdb", "info", &foreign]).fails_with(2, "not a cell");
}

/// A board of 4x3, and its solution's length.
const ELEVEN: [&str; 2] = ["1 2 3 4 / 9 5 6 7 / 0 10 11 8", "5"];

/// The output of solving the board with the tables of a cache.
fn solve(command: &mut Command) -> Ran {
    let ran = Ran::of(command.args(["solve", "-H", "pdb:5-6", "--format", "csv", ELEVEN[0]]));
    let row = ran.succeeds().rows().remove(0);
    assert_eq!((&*row["length"], &*row["proven"]), (ELEVEN[1], "true"));
    ran
}

/// A file in place of the folder, which not even the superuser can create then.
#[test]
fn an_unwritable_table_fails_a_build_and_warns_a_search() {
    let place = folder();
    let cache = PathBuf::from(file(&place, "tables", "no folder"));
    let built = with_cache(&cache, &BUILD);
    built.fails_with(4, "was not stored");
    assert!(built.stderr.contains(cache.to_str().expect("text")), "{}", built.stderr);
    let quiet = with_cache(&cache, &[&BUILD[..], &["--quiet"]].concat());
    quiet.fails_with(4, "was not stored");
    let solved = solve(&mut command_with_cache(&cache));
    assert_eq!(solved.stderr.matches("tables are not stored").count(), 1, "{}", solved.stderr);
    // `--no-cache` prints no warning.
    let without = with_cache(&cache, &[&BUILD[..4], &["text", "--no-cache"]].concat());
    assert!(without.succeeds().stdout.trim_end().ends_with(", not stored"), "{}", without.stdout);
    assert!(without.stderr.is_empty(), "{}", without.stderr);
}

#[test]
fn without_a_cache_folder_builds_fail_at_once() {
    let homeless = || {
        let mut command = command();
        for variable in ["LOYD_CACHE", "HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"] {
            command.env_remove(variable);
        }
        command
    };
    Ran::of(homeless().args(BUILD)).fails_with(4, "LOYD_CACHE");
    solve(&mut homeless());
    let place = folder();
    let table = place.path().join("corner.pdb");
    let to_file = ["pdb", "build", "--size", "4x3", "1,2,5", "-o"];
    Ran::of(homeless().args(to_file).arg(&table)).succeeds();
    Ran::of(homeless().args(["pdb", "verify"]).arg(&table)).succeeds();
}

/// Fails as a full disk or a quota would.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_partial_table() {
    let place = folder();
    let cache = cache_of(&place);
    let limited = || {
        let script = "trap '' XFSZ; ulimit -f 20; exec \"$0\" \"$@\"";
        let mut shell = Command::new("sh");
        shell.env("LOYD_CACHE", &cache).arg("-c").arg(script).arg(command().get_program());
        shell
    };
    Ran::of(limited().args(BUILD)).fails_with(4, "was not stored");
    assert!(tables(&cache).is_empty());
    let solved = solve(&mut limited());
    assert!(solved.stderr.contains("tables are not stored"), "{}", solved.stderr);
    assert!(tables(&cache).is_empty());
}

#[test]
fn two_processes_build_a_table_once() {
    let place = folder();
    let cache = cache_of(&place);
    let start = || {
        let mut command = command_with_cache(&cache);
        command.args(BUILD).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("loyd starts")
    };
    let both = [start(), start(), start()];
    let mut built = 0;
    for child in both {
        let ran = Ran::from(child.wait_with_output().expect("it ends"));
        built += sources(&ran).iter().filter(|source| *source == "built").count();
    }
    assert_eq!(built, 2, "each of the two tables once");
    assert_eq!(tables(&cache).len(), 2);
}

#[test]
fn too_little_memory_and_time_are_reported() {
    let place = folder();
    let cache = cache_of(&place);
    let eight = "2,3,6,7,10,11,14,15";
    let little = ["pdb", "build", eight, "--size", "4x4", "--memory", "100MiB"];
    with_cache(&cache, &little).fails_with(4, "raise --memory");
    let short = ["pdb", "build", "7-8", "--max-time", "1ms", "--memory", "2GiB"];
    with_cache(&cache, &short).fails_with(3, "nothing was stored");
    assert!(tables(&cache).is_empty());
}

#[test]
fn invalid_partitions_are_refused() {
    let place = folder();
    let refused = |arguments: &[&str], message: &str| {
        let all = [&["pdb", "build", "--no-cache"], arguments].concat();
        with_cache(&cache_of(&place), &all).fails_with(2, message);
    };
    refused(&["7-9"], "did you mean");
    refused(&["7-9"], "there are 3x3: 4-4; 4x3: 5-6;");
    refused(&["7-9", "--size", "4x4"], "of 4x4 boards there are 5-5-5, 6-6-3, 7-8");
    refused(&["nonsense", "--size", "3x4"], "of 3x4 boards there are 5-6");
    refused(&["7-8", "--size", "3x3"], "of 3x3 boards there are 4-4");
    refused(&[""], "a partition needs a name; there are 3x3");
    refused(&["7-8", "--size", "3x3"], "7-8 is a partition of 4x4 boards");
    refused(&["1,2"], "give its --size");
    refused(&["1,2/2,3", "--size", "3x3"], "tile 2 is named twice");
    refused(&["1,9", "--size", "3x3"], "tile 9 is not on");
    refused(&["0,1", "--size", "3x3"], "the blank is not a tile");
    refused(&["0x1", "--size", "3x3"], "the blank is not a tile");
    refused(&["7-8", "--goal", "1 2 3 4 5 6 7 8 9 10 0 11 12 13 14 15"], "blank on cell 10");
    refused(&["7-8", "-o", "tables.pdb"], "one table");
    refused(&["1,2,3,4,5,6,7,8,9,10,11,12", "--size", "6x6"], "too many states");
    let drawing = file(&place, "drawing.txt", "_ A\nA\n");
    refused(&[&drawing], "row 2");
    // Messages shorten long arguments.
    let long = "7-9".repeat(10_000);
    let drawing = file(&place, "long.txt", "x".repeat(100_000));
    let marks = file(&place, "marks.txt", "x".repeat(50_000));
    for (target, why) in
        [(&long, "neither"), (&drawing, "too long for a drawing"), (&marks, "row 1")]
    {
        let all = ["pdb", "build", "--no-cache", target.as_str()];
        let ran = with_cache(&cache_of(&place), &all);
        ran.fails_with(2, why);
        assert!(ran.stderr.len() < 1_000, "{} bytes", ran.stderr.len());
    }
}

#[test]
fn clear_removes_only_tables() {
    let place = folder();
    let cache = cache_of(&place);
    with_cache(&cache, &["pdb", "build", "4-4"]);
    let built = tables(&cache).len();
    assert!(built > 0);
    std::fs::write(cache.join("notes.pdb"), "notes").unwrap();
    let cleaned = with_cache(&cache, &["cache", "clear"]);
    assert!(cleaned.stdout.starts_with(&format!("removed {built} table")), "{}", cleaned.stdout);
    assert!(cache.join("notes.pdb").exists());
    let again = with_cache(&cache, &["cache", "clear"]);
    assert!(again.stdout.starts_with("removed 0 tables, 0 B"), "{}", again.stdout);
}
