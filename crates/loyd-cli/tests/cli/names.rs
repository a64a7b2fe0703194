//! Help, manual page and completions know every name of the registries.

use crate::program::{Ran, command_in, file, folder, loyd};
use loyd_tiles::heuristic::HeuristicName;

#[test]
fn every_name_is_in_the_help_and_can_be_used() {
    let help = loyd(&["solve", "--help"]).stdout;
    let script = loyd(&["completions", "bash"]).stdout;
    for name in HeuristicName::ALL.iter().map(|name| name.info().name) {
        assert!(help.contains(name) && script.contains(name), "{name}");
        loyd(&["solve", "--heuristic", name, "1 2 3 4 5 6 7 0 8"]).succeeds();
    }
    for algorithm in loyd::algorithms() {
        let name = algorithm.info().name;
        assert!(help.contains(name) && script.contains(name), "{name}");
        let arguments = match name {
            "two-phase" => ["--puzzle", "cube3", "R U F'"].as_slice(),
            "phases" => &["--puzzle", "cube4", "R U Fw"],
            _ => &["1 2 3 4 5 6 7 0 8"],
        };
        loyd(&[&["solve", "--algorithm", name], arguments].concat()).succeeds();
    }
}

#[test]
fn common_other_names_are_accepted() {
    for (option, alias, name) in [
        ("-a", "a*", "astar"),
        ("-a", "IDA*", "idastar"),
        ("-a", "dijkstra", "ucs"),
        ("-a", "wa*(2)", "wastar(2)"),
        ("-a", "breadth-first", "bfs"),
        ("-a", "bidirectional", "bibfs"),
        ("-H", "md", "manhattan"),
        ("-H", "lc", "linear-conflict"),
        ("-H", "WD", "walking-distance"),
        ("-H", "misplaced", "hamming"),
        ("-H", "max(md,lc)", "max(manhattan,linear-conflict)"),
    ] {
        let ran = loyd(&["solve", option, alias, "--format", "csv", "1 2 3 4 5 6 7 0 8"]);
        let row = &ran.succeeds().rows()[0];
        assert!(row["algorithm"] == name || row["heuristic"] == name, "{alias}: {row:?}");
    }
}

#[test]
fn every_command_has_a_manual_page_and_help() {
    for command in ["solve", "enumerate", "scramble", "check", "verify", "bench", "man"] {
        let page = loyd(&["man", command]).succeeds().stdout.clone();
        assert!(page.contains(".SH NAME") && page.contains(&format!("loyd\\-{command}")), "{page}");
        loyd(&["help", command]).succeeds();
    }
    assert!(loyd(&["man"]).succeeds().stdout.contains(".TH loyd 1"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(loyd(&["completions", shell]).succeeds().stdout.contains("scramble"), "{shell}");
    }
}

#[test]
fn the_bare_program_with_an_empty_pipe_prints_its_help() {
    let ran = crate::program::loyd_reading(&[], b"");
    assert!(ran.succeeds().stdout.contains("Examples:"), "{}", ran.stdout);
}

/// The examples that need no file and no pipe.
fn examples(help: &str) -> Vec<Vec<String>> {
    let commands = help.lines().filter_map(|line| line.strip_prefix("  loyd "));
    let alone = commands.filter(|line| {
        ![
            "|",
            ">",
            "--input",
            "--max-time",
            "5x5",
            "bench",
            "merge parts",
            "a/part-1",
            "command:",
            "table:",
        ]
        .iter()
        .any(|other| line.contains(other))
    });
    alone.map(|line| arguments(line.split("   ").next().unwrap_or_default())).collect()
}

/// Splits at spaces outside of quotes.
pub(crate) fn arguments(line: &str) -> Vec<String> {
    let mut arguments = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => arguments.push(String::new()),
            (c, _) => arguments.last_mut().expect("never empty").push(c),
        }
    }
    arguments
}

#[test]
fn the_examples_in_the_help_work() {
    let mut count = 0;
    // Some of them write files, and read what others wrote.
    let place = folder();
    file(&place, "boards.csv", "tiles\n8 6 7 2 5 4 3 0 1\n1 2 3 4 5 6 7 0 8\n");
    for command in [
        &["--help"][..],
        &["solve", "--help"],
        &["merge", "--help"],
        &["enumerate", "--help"],
        &["scramble", "--help"],
        &["check", "--help"],
        &["verify", "--help"],
    ] {
        for example in examples(&loyd(command).stdout) {
            let example: Vec<&str> = example.iter().map(String::as_str).collect();
            let ran = Ran::of(command_in(&place).args(&example));
            assert!(matches!(ran.code, Some(0 | 1)), "{example:?}: {}", ran.stderr);
            assert!(ran.code == Some(0) || example[0] == "check", "{example:?}: {}", ran.stdout);
            count += 1;
        }
    }
    assert!(count >= 15, "only {count} examples");
}
