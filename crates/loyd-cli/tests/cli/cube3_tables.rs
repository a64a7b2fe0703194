//! Tables of the 3x3x3 cube in the cache: built once, checked at every load, built again if damaged;
//! searches work without a cache.

use crate::program::{Ran, command, file, folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A cube nine moves away, and its distance.
const NINE: [&str; 2] = ["R U2 F' D L B2 U' R F2", "9"];

fn with_cache(cache: &Path, arguments: &[&str]) -> Ran {
    Ran::of(command().env("LOYD_CACHE", cache).args(arguments).args(["--puzzle", "cube3"]))
}

/// Solves the cube by the smallest of the large tables; its moves and nodes.
fn solve(command: &mut Command) -> (Ran, [String; 3]) {
    let arguments =
        ["solve", "--puzzle", "cube3", "-H", "pdb:g1", "--threads", "1", "--format", "csv"];
    let ran = Ran::of(command.args(arguments).arg(NINE[0]));
    let row = ran.succeeds().rows().remove(0);
    assert_eq!((&row["length"][..], &row["proven"][..]), (NINE[1], "true"));
    let counts = ["moves", "expanded", "generated"].map(|column| row[column].clone());
    (ran, counts)
}

fn solve_with(cache: &Path) -> (Ran, [String; 3]) {
    solve(command().env("LOYD_CACHE", cache))
}

fn files(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.retain(|name| std::path::Path::new(name).extension().is_none_or(|it| it != "lock"));
    names.sort();
    names
}

/// An invalid file in place of a table, the table that replaces it, its use by other processes, and a
/// changed bit.
#[test]
fn a_table_is_built_once_and_again_when_it_is_damaged() {
    const NAME: &str = "cube3-half-g1.pdb";
    let place = folder();
    let cache = place.path().join("tables");
    fs::create_dir(&cache).expect("a folder");
    fs::write(cache.join(NAME), "no table at all").expect("a file");
    let (built, first) = solve_with(&cache);
    assert!(built.stderr.contains("is not a table of loyd; it is built again"), "{}", built.stderr);
    assert_eq!(files(&cache), [NAME]);
    let (from_cache, again) = solve_with(&cache);
    assert_eq!((&from_cache.stderr[..], &again), ("", &first));
    // `auto` chooses the table if it is stored; otherwise easy cubes are solved without it.
    let auto = |cache: &Path| {
        let ran = with_cache(cache, &["solve", "--format", "csv", "R U F'"]);
        ran.succeeds().rows()[0]["heuristic"].clone()
    };
    assert_eq!(auto(&cache), "pdb:g1");
    let other = place.path().join("other");
    assert!(auto(&other).starts_with("max(") && !other.exists());
    described(&cache, NAME);

    let table = cache.join(NAME);
    let whole = fs::read(&table).expect("a table");
    let mut bytes = whole.clone();
    bytes[20_000_000] ^= 0x10;
    fs::write(&table, &bytes).expect("a file");
    with_cache(&cache, &["pdb", "verify", "g1"]).fails_with(2, "the checksum of part");
    let (mended, again) = solve_with(&cache);
    assert!(mended.stderr.contains("is damaged"), "{}", mended.stderr);
    assert!(mended.stderr.contains("it is built again"), "{}", mended.stderr);
    assert_eq!(again, first);
    assert!(fs::read(&table).expect("a table") == whole, "it is the same table");
    assert_eq!(files(&cache), [NAME]);
}

/// The output of `pdb` for the table in the cache.
fn described(cache: &Path, name: &str) {
    let build = ["pdb", "build", "pdb:g1", "--format", "csv"];
    let row = with_cache(cache, &build).succeeds().rows().remove(0);
    assert_eq!((&row["source"][..], &row["states"][..]), ("cache", "140908410"));
    assert_eq!((&row["partition"][..], &row["metric"][..]), ("g1", "half"));
    let list = with_cache(cache, &["pdb", "list", "--format", "csv"]);
    let rows = list.succeeds().rows();
    let stored: Vec<_> = rows.iter().filter(|row| row["kind"] == "table").collect();
    assert_eq!(stored.len(), 1);
    assert_eq!(format!("{}.pdb", stored[0]["name"]), name);
    let partitions: Vec<&str> = rows.iter().map(|row| &row["name"][..]).collect();
    assert!(partitions.starts_with(&["two-phase", "g1", "g1-35", "g1-70"]), "{partitions:?}");
    let tiles = Ran::of(command().env("LOYD_CACHE", cache).args(["pdb", "list"]));
    assert!(!tiles.succeeds().stdout.contains("cube3"), "tables of cubes are not tables of tiles");
    // The levels are those of the states that H. Kociemba counted, up to symmetry: 1, 4, 50, …
    let info = with_cache(cache, &["pdb", "info", "g1", "--format", "json"]);
    let info: serde_json::Value = serde_json::from_str(&info.succeeds().stdout).expect("JSON");
    let levels = info["histogram"].as_array().expect("levels");
    let entries: u64 = levels.iter().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!((levels[0].as_u64(), entries), (Some(1), 140_908_410));
    let text = with_cache(cache, &["pdb", "info", "g1"]);
    assert!(text.succeeds().stdout.contains("or more on average"), "{}", text.stdout);
    let verified = with_cache(cache, &["pdb", "verify", "g1", "--samples", "600"]);
    assert!(
        verified
            .succeeds()
            .stdout
            .contains("checksums fit; the fingerprint is the known one; 600 states"),
        "{}",
        verified.stdout
    );
    let by_name = cache.join(name).display().to_string();
    with_cache(cache, &["pdb", "info", &by_name]).succeeds();
    let of_tiles = Ran::of(command().args(["pdb", "info", &by_name]));
    of_tiles.fails_with(2, "a table of another puzzle");
}

/// A complete table of six edges: an enumeration with its levels, stored and checked, and a heuristic.
#[test]
#[ignore = "half a minute: 42,577,920 states"]
fn a_table_of_edges_is_an_enumeration_and_a_heuristic() {
    let place = folder();
    let cache = place.path().join("tables");
    let build = ["pdb", "build", "edges-6a", "--format", "csv"];
    let row = with_cache(&cache, &build).succeeds().rows().remove(0);
    assert_eq!((&row["source"][..], &row["states"][..]), ("built", "42577920"));
    assert_eq!((&row["encoding"][..], &row["bytes"][..]), ("nibbles", "21288960"));
    assert_eq!(files(&cache), ["cube3-half-edges-6a.pdb"]);
    let info = with_cache(&cache, &["pdb", "info", "pdb:edges-6a", "--format", "json"]);
    let info: serde_json::Value = serde_json::from_str(&info.succeeds().stdout).expect("JSON");
    let levels = info["histogram"].as_array().expect("levels");
    let levels: Vec<u64> = levels.iter().filter_map(serde_json::Value::as_u64).collect();
    // Every turn but those of D moves one of these edges; R. E. Korf (1997): at most 10 moves.
    assert_eq!((levels[..2].to_vec(), levels.len()), (vec![1, 15], 11));
    assert_eq!(levels.iter().sum::<u64>(), 42_577_920);
    let text = with_cache(&cache, &["pdb", "info", "edges-6a"]);
    let text = &text.succeeds().stdout;
    assert!(text.contains("values to 10, 7.") && !text.contains("16 states"), "{text}");
    let verified = with_cache(&cache, &["pdb", "verify", "edges-6a", "--samples", "600"]);
    assert!(verified.succeeds().stdout.contains("600 states"), "{}", verified.stdout);
    let solve =
        ["solve", "-H", "max(pdb:edges-6a,corner-permutation)", "--format", "csv", "R U F'"];
    let ran = with_cache(&cache, &solve);
    assert_eq!((&ran.succeeds().rows()[0]["length"][..], &ran.stderr[..]), ("3", ""));
    assert_eq!(files(&cache), ["cube3-half-edges-6a.pdb"]);
    let plan = with_cache(&cache, &["plan", "pdb", "corners", "-m", "quarter"]);
    assert!(plan.succeeds().stdout.contains("88,179,840"), "{}", plan.stdout);
}

#[test]
fn without_the_cache_no_file_is_written() {
    let place = folder();
    let cache = place.path().join("tables");
    with_cache(&cache, &["solve", "--no-cache", "R U F2"]).succeeds();
    with_cache(&cache, &["pdb", "build", "g1-35", "--no-cache", "--max-time", "50ms"])
        .fails_with(3, "nothing was stored");
    assert!(!cache.exists());
    let listed = with_cache(&cache, &["pdb", "list", "--no-cache"]);
    assert!(!listed.succeeds().stdout.contains("0 tables"), "{}", listed.stdout);
}

#[test]
fn a_build_that_is_stopped_or_cannot_be_stored_is_reported() {
    let place = folder();
    let cache = place.path().join("tables");
    let stopped = with_cache(&cache, &["pdb", "build", "g1", "--max-time", "50ms"]);
    stopped.fails_with(3, "nothing was stored");
    assert_eq!(files(&cache), Vec::<String>::new());
    // A file in place of the folder: the build fails at once.
    let no_folder = PathBuf::from(file(&place, "file", "no folder"));
    with_cache(&no_folder, &["pdb", "build", "g1"]).fails_with(4, "was not stored");
    let memory = ["pdb", "build", "g1-70", "--memory", "1GiB"];
    with_cache(&cache, &memory).fails_with(4, "raise --memory");
    with_cache(&cache, &["pdb", "verify", "g1"]).fails_with(2, "has no table of g1");
    let info = with_cache(&cache, &["pdb", "info", "g1-70", "-m", "quarter"]);
    assert!(info.succeeds().stdout.contains("not built yet"), "{}", info.stdout);
    assert!(info.stdout.contains("quarter-turn metric"), "{}", info.stdout);
    let plan = with_cache(&cache, &["plan", "pdb", "g1-35", "--memory", "1GiB"]);
    assert!(plan.succeeds().stdout.contains("and 1.0 GiB are allowed"), "{}", plan.stdout);
}

#[test]
fn options_of_other_puzzles_are_refused() {
    let place = folder();
    let cache = place.path().join("tables");
    let refused = |arguments: &[&str], reason: &str| {
        with_cache(&cache, arguments).fails_with(2, reason);
    };
    refused(&["pdb", "build", "g2"], "\"g2\" is not a table of the cube: did you mean g1");
    refused(&["pdb", "build", "7-8"], "is not a table of the cube");
    refused(&["pdb", "build", ""], "is not a table of the cube");
    refused(&["pdb", "build", "g1", "--encoding", "bit"], "--encoding is for tiles");
    refused(&["pdb", "build", "g1", "--size", "4x4"], "--size is for tiles");
    refused(&["pdb", "info", "g1", "--goal", "blank-first"], "--goal is for tiles");
    refused(&["pdb", "build", "two-phase", "-m", "quarter"], "half-turn metric");
    refused(&["plan", "pdb", "g1", "--max-time", "1s"], "a plan builds nothing");
    let tiles = Ran::of(command().args(["pdb", "info", "4-4", "--metric", "multi"]));
    tiles.fails_with(2, "--metric is for cubes");
    for subcommand in ["build", "info", "verify"] {
        let cube2 = Ran::of(command().args(["pdb", subcommand, "g1", "--puzzle", "cube2"]));
        cube2.fails_with(2, "--puzzle cube2");
    }
    assert!(!cache.exists());
}
