//! Habits of command lines: short and long help, `--json`, the cache of tables.

use crate::program::{Ran, command, file, folder, loyd};
use serde_json::Value;

fn cache(folder: &std::path::Path, arguments: &[&str]) -> Ran {
    Ran::of(command().env("LOYD_CACHE", folder).args([&["cache"], arguments].concat()))
}

#[test]
fn the_short_help_points_to_the_long_one() {
    let short = loyd(&["solve", "-h"]);
    short.succeeds();
    assert!(short.stdout.lines().count() <= 40, "{}", short.stdout);
    assert!(short.stdout.contains("`--help` describes all options."));
    assert!(!short.stdout.contains("--pixels"));
    let long = loyd(&["solve", "--help"]);
    assert!(long.stdout.lines().count() > 200 && long.stdout.contains("--pixels"));
    // The options are the same ones.
    loyd(&["solve", "--pixels", "0", "1 2 3 4 5 6 7 0 8"]).fails_with(2, "--pixels");
    let program = loyd(&["-h"]).stdout;
    assert_eq!(program, loyd(&[]).stdout);
    assert!(program.lines().count() <= 40, "{program}");
}

/// Standard output is a pipe here, not a terminal.
#[test]
fn without_a_terminal_no_pager_runs() {
    let folder = folder();
    let mark = folder.path().join("ran");
    let pager = format!("echo > '{}'", mark.display());
    let ran = Ran::of(command().env("PAGER", pager).args(["compare", "--help"]));
    ran.succeeds();
    assert!(ran.stdout.contains("Algorithms:"));
    assert!(!mark.exists());
}

#[test]
fn json_is_an_alias_of_a_format() {
    let board = "1 2 3 4 5 6 7 0 8";
    let object = |ran: Ran| -> Value {
        ran.succeeds();
        let mut object: Value = serde_json::from_str(ran.stdout.trim()).expect("JSON");
        object.as_object_mut().expect("an object").remove("seconds");
        object
    };
    let expected = object(loyd(&["solve", "--format", "json", board]));
    for arguments in
        [&["solve", "--json", board][..], &["solve", board, "--json"], &["--json", board]]
    {
        assert_eq!(object(loyd(arguments)), expected, "{arguments:?}");
    }
    for arguments in [
        &["pdb", "list", "--no-cache", "--json"][..],
        &["compare", "--size", "2x2", "--count", "1", "--json"],
        &["check", "--json", board],
    ] {
        let ran = loyd(arguments);
        ran.succeeds();
        assert!(ran.stdout.starts_with('{'), "{arguments:?}: {}", ran.stdout);
    }
}

#[test]
fn an_alias_with_another_format_is_refused() {
    let board = "1 2 3 4 5 6 7 0 8";
    for (arguments, what) in [
        (&["solve", "--json", "--format", "csv", board][..], "--format"),
        (&["solve", "--json", "--json", board], "--json"),
        (&["solve", "--json", "-o", "x.csv", board], "two formats"),
        (&["solve", "--json=yes", board], "--json"),
        (&["play", "--json"], "--json"),
        (&["man", "--json"], "--json"),
        (&["completions", "bash", "--json"], "--json"),
        (&["cache", "list", "--json", "--format", "text"], "--format"),
        (&["solve", "--", "--json"], "--json"),
        (&["solve", "--json", "1 2 3"], "3 tiles"),
    ] {
        loyd(arguments).fails_with(2, what);
    }
    // An error is an object too.
    let ran = loyd(&["solve", "--json", "-a", "astr", board]);
    assert!(ran.stdout.contains("\"status\":\"error\""), "{}", ran.stdout);
}

#[test]
fn the_cache_is_listed_measured_and_emptied() {
    let folder = folder();
    let place = folder.path().join("tables");
    cache(&place, &["list"]).succeeds();
    assert!(cache(&place, &["size"]).stdout.starts_with("0 tables, 0 B, in "));
    let built = Ran::of(command().env("LOYD_CACHE", &place).args(["pdb", "build", "4-4", "-q"]));
    built.succeeds();
    std::fs::write(place.join("notes.pdb"), "notes").expect("a file");
    let files = || std::fs::read_dir(&place).expect("the folder").flatten();
    let sizes: Vec<u64> = files()
        .filter(|file| {
            file.file_name() != "notes.pdb" && file.path().extension().is_some_and(|it| it == "pdb")
        })
        .map(|file| file.metadata().expect("a file").len())
        .collect();
    assert!(!sizes.is_empty());
    let rows = cache(&place, &["list", "--format", "csv"]).rows();
    let listed: Vec<u64> = rows.iter().map(|row| row["bytes"].parse().expect("a number")).collect();
    assert!(listed.is_sorted_by(|one, other| one >= other));
    assert_eq!(listed.iter().sum::<u64>(), sizes.iter().sum::<u64>());
    assert!(rows.iter().all(|row| std::path::Path::new(&row["file"]).is_file()));
    let total: Value =
        serde_json::from_str(&cache(&place, &["size", "--json"]).stdout).expect("JSON");
    assert_eq!(
        (&total["tables"], &total["bytes"]),
        (&sizes.len().into(), &sizes.iter().sum::<u64>().into())
    );
    assert!(
        cache(&place, &["clear"]).stdout.starts_with(&format!("removed {} table", sizes.len()))
    );
    assert!(cache(&place, &["size"]).stdout.starts_with("0 tables"));
    assert!(place.join("notes.pdb").exists(), "other files stay");
}

#[test]
fn a_cache_that_is_unusable_is_named() {
    let folder = folder();
    let not_a_folder = file(&folder, "file", "text");
    for action in ["list", "size", "clear"] {
        let ran = cache(std::path::Path::new(&not_a_folder), &[action]);
        ran.fails_with(4, "LOYD_CACHE names the folder");
        assert!(ran.stderr.starts_with("error: cannot read "), "{}", ran.stderr);
    }
    let place = folder.path();
    for (arguments, what) in [
        (&["lst"][..], "lst"),
        (&["list", "extra"], "extra"),
        (&["list", "--format", "xml"], "xml"),
        (&["list", "-o", "tables.pdf"], "tables.pdf"),
        (&["clear", "-o", "tables.pdf"], "tables.pdf"),
        (&["clear", "--all"], "--all"),
        (&["size", "--no-cache"], "--no-cache"),
    ] {
        cache(place, arguments).fails_with(2, what);
    }
    cache(place, &[]).fails_with(2, "Usage");
}
