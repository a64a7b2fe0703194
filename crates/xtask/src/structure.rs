//! `cargo xtask structure`: the rules of ARCHITECTURE.md and CONTRIBUTING.md that can be checked
//! by reading the files.
//!
//! A rule is a function from a file to findings. The code is looked at line by line with comments
//! and string contents taken out, which is enough for code that rustfmt has laid out.

use crate::dependencies;
use crate::documentation;
use crate::files::{File, collect};
use crate::findings::{Finding, code_lines, finding};
use crate::layering;
use crate::links;
use crate::packages;
use crate::puzzles;
use crate::steps::{Outcome, root};

/// A file this long should be split when it is next worked on …
const LONG: usize = 400;
/// … and one this long before anything else.
const TOO_LONG: usize = 500;

/// The files that may contain `unsafe`.
const UNSAFE_FILES: [&str; 10] = [
    "crates/loyd-search/src/arch/",
    "crates/loyd-tiles/src/arch/",
    "crates/loyd-codec/src/arch/",
    "crates/loyd-c/src/ffi.rs",
    "crates/loyd-web/src/abi.rs",
    "crates/loyd-cli/src/platform/abort.rs",
    "crates/loyd-cli/src/platform/arenas.rs",
    "crates/loyd-cli/src/platform/peak.rs",
    "crates/loyd-store/src/disk/mmap.rs",
    "crates/loyd-cli/src/platform/stdout.rs",
];

/// Names that differ between systems …
const SYSTEM: [&str; 10] = [
    "std::os::",
    "libc::",
    "rustix::",
    "nix::",
    "windows_sys::",
    "signal_hook::",
    "ctrlc::",
    "cfg(unix)",
    "cfg(windows)",
    "target_os",
];
/// … and the files that may name them, each with a portable version: files, memory and processors in
/// `platform`, signals in `interrupt`.
const SYSTEM_FILES: [&str; 4] = ["/platform.rs", "/platform/", "/interrupt.rs", "/arch/memory.rs"];

/// The libraries that leave all of the following to their callers.
const PURE: [&str; 3] = ["crates/loyd-search/src/", "crates/loyd-report/src/", "crates/loyd/src/"];

/// Files, environment, processes, the terminal.
const OUTSIDE: [&str; 9] = [
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
    "static mut",
];

/// Words that do not belong in a finished change, cut in two so that this file may hold them.
const WORDS: [&str; 9] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X:"),
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
    concat!("dbg", "!("),
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
];

/// Names that say nothing about their contents.
const EMPTY_NAMES: [&str; 6] = ["utils", "util", "common", "helpers", "manager", "misc"];

/// Checks every file; prints the findings.
pub(crate) fn run() -> Outcome {
    let mut files = Vec::new();
    collect(&root(), "", &mut files).map_err(|error| format!("reading the tree: {error}"))?;
    let mut findings: Vec<Finding> = files.iter().flat_map(check).collect();
    findings.extend(
        links::broken(&files, &root()).into_iter().map(|(place, what)| Finding { place, what }),
    );
    let circles = layering::circles(&files).into_iter();
    findings.extend(circles.map(|(place, what)| Finding { place, what }));
    findings.extend(layering::puzzles_elsewhere(&files));
    findings.extend(packages::incomplete(&files, &root()));
    for file in files.iter().filter(|file| file.is("rs")) {
        let lines = file.text.lines().count();
        if lines > LONG && lines <= TOO_LONG {
            println!("note: {}: {lines} lines; split it before it grows", file.path);
        }
    }
    for (place, what) in files.iter().flat_map(placeholders) {
        println!("note: {place}: {what}");
    }
    if findings.is_empty() {
        println!("{} files, all in order", files.len());
        return Ok(());
    }
    for Finding { place, what } in &findings {
        println!("{place}: {what}");
    }
    Err(format!("{} findings; repeat it with\n    cargo xtask structure", findings.len()))
}

fn check(file: &File) -> Vec<Finding> {
    let mut findings = words(file);
    findings.extend(documentation::phrases(file));
    if file.is("rs") {
        findings.extend(length(file));
        findings.extend(heading(file));
        findings.extend(documentation::clauses(file));
        findings.extend(name(file));
        findings.extend(unsafe_files(file));
        findings.extend(one_place_for_systems(file));
        findings.extend(pure_library(file));
        findings.extend(layering::advice_of_programs(file));
    }
    findings.extend(dependencies::forbidden(file));
    findings
}

fn words(file: &File) -> Vec<Finding> {
    let lines = file.text.lines().enumerate();
    lines
        .filter_map(|(line, text)| {
            let word = WORDS.iter().find(|word| text.contains(**word))?;
            Some(finding(file, line, format!("`{word}` does not belong in a finished change")))
        })
        .collect()
}

fn length(file: &File) -> Option<Finding> {
    let lines = file.text.lines().count();
    (lines > TOO_LONG).then(|| {
        finding(file, lines, format!("{lines} lines, at most {TOO_LONG}: split it by idea"))
    })
}

fn heading(file: &File) -> Option<Finding> {
    let mut code = file.text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = code.find(|line| !line.starts_with("#!["))?;
    (!first.starts_with("//!")).then(|| finding(file, 0, "no `//!` says what this file is for"))
}

fn name(file: &File) -> Option<Finding> {
    let words = file.path.trim_end_matches(".rs").split('/');
    let empty = words.into_iter().find(|word| EMPTY_NAMES.contains(word))?;
    Some(finding(file, 0, format!("`{empty}` says nothing: name it for its role")))
}

fn unsafe_files(file: &File) -> Vec<Finding> {
    let allowed = UNSAFE_FILES.iter().any(|place| file.path.contains(place));
    let mut findings = Vec::new();
    if !allowed {
        findings.extend(uses(file, &["unsafe "], "`unsafe` outside the files that may contain it"));
    }
    let is_crate_root = file.path.ends_with("/src/lib.rs") || file.path.ends_with("/src/main.rs");
    let guarded = ["#![forbid(unsafe_code)]", "#![deny(unsafe_code)]"];
    if is_crate_root && !allowed && !guarded.iter().any(|guard| file.text.contains(guard)) {
        findings.push(finding(
            file,
            0,
            "a crate begins with #![forbid(unsafe_code)], or deny if it has files with kernels",
        ));
    }
    findings
}

fn one_place_for_systems(file: &File) -> Vec<Finding> {
    if file.path.contains("/tests/") {
        return vec![];
    }
    if SYSTEM_FILES.iter().any(|place| file.path.contains(place)) {
        let paired = |one: &str, other: &str| !file.text.contains(one) || file.text.contains(other);
        let whole = paired("cfg(unix)", "not(unix)") && paired("cfg(windows)", "not(windows)")
            || file.text.contains("not(any(unix, windows))");
        return if whole {
            vec![]
        } else {
            vec![finding(file, 0, "no portable version for other systems")]
        };
    }
    uses(
        file,
        &SYSTEM,
        "differs between systems: it belongs in platform.rs, interrupt.rs or arch/memory.rs",
    )
}

fn pure_library(file: &File) -> Vec<Finding> {
    let is_pure = PURE.iter().any(|folder| file.path.starts_with(folder))
        || puzzles::has_path(&file.path) && file.path.contains("/src/");
    if !is_pure || file.path.ends_with("/tests.rs") {
        return vec![];
    }
    uses(file, &OUTSIDE, "the libraries do no input or output; their callers do")
}

/// The lines whose code, tests at the end of the file left out, contains one of the words.
fn uses(file: &File, words: &[&str], why: &str) -> Vec<Finding> {
    code_lines(file)
        .filter_map(|(number, line)| {
            let code = code_of(line);
            let word = words.iter().find(|word| contains_word(&code, word))?;
            Some(finding(file, number, format!("`{}`: {why}", word.trim())))
        })
        .collect()
}

/// True if `code` contains `word` not preceded by a letter, digit or underscore.
fn contains_word(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        !code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
    })
}

/// A line without its comment and without the contents of its strings.
fn code_of(line: &str) -> String {
    let mut code = String::new();
    let mut quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if quoted => drop(characters.next()),
            '"' => {
                quoted = !quoted;
                code.push('"');
            }
            '/' if !quoted && characters.peek() == Some(&'/') => break,
            _ if !quoted => code.push(character),
            _ => {}
        }
    }
    code
}

/// Gaps that a person has still to fill.
fn placeholders(file: &File) -> Vec<(String, String)> {
    let lines = file.text.lines().enumerate();
    let gap = concat!("<!-- fi", "ll");
    lines
        .filter(|(_, line)| line.contains(gap))
        .map(|(number, _)| (format!("{}:{}", file.path, number + 1), "a number is missing".into()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(path: &str, text: &str) -> Vec<String> {
        let file = File { path: path.into(), text: text.into() };
        check(&file).into_iter().map(|finding| finding.what).collect()
    }

    #[test]
    fn a_correct_file_has_no_findings() {
        assert_eq!(wrong("crates/loyd-search/src/a.rs", "//! A.\nfn a() {}\n"), [""; 0]);
    }

    #[test]
    fn unsafe_code_stays_in_its_files() {
        let text = "//! A.\nfn a() { unsafe { b() } }\n";
        assert_eq!(wrong("crates/loyd-search/src/a.rs", text).len(), 1);
        assert_eq!(wrong("crates/loyd-search/src/arch/a.rs", text).len(), 0);
        assert_eq!(
            wrong(
                "crates/loyd-search/src/a.rs",
                "//! A.\n// unsafe { }\nlet a = \"unsafe { }\";\n"
            )
            .len(),
            0
        );
    }

    #[test]
    fn crates_forbid_unsafe_code() {
        assert_eq!(wrong("crates/loyd-search/src/lib.rs", "//! A.\n").len(), 1);
        assert_eq!(
            wrong("crates/loyd-search/src/lib.rs", "//! A.\n#![forbid(unsafe_code)]\n").len(),
            0
        );
    }

    #[test]
    fn files_have_a_heading_and_a_maximum_length() {
        assert_eq!(wrong("crates/loyd-search/src/a.rs", "fn a() {}\n").len(), 1);
        let long = format!("//! A.\n{}", "fn a() {}\n".repeat(TOO_LONG));
        assert_eq!(wrong("crates/loyd-search/src/a.rs", &long).len(), 1);
        assert_eq!(wrong("crates/loyd-search/src/utils.rs", "//! A.\n").len(), 1);
    }

    #[test]
    fn system_names_stay_in_the_platform_files() {
        let unix = "//! A.\nuse std::os::unix::fs::FileExt;\n";
        assert_eq!(wrong("crates/loyd-cli/src/a.rs", unix).len(), 1);
        let alone = "//! A.\n#[cfg(unix)]\nfn a() {}\n";
        assert_eq!(wrong("crates/loyd-cli/src/platform.rs", alone).len(), 1);
        let both = "//! A.\n#[cfg(unix)]\nfn a() {}\n#[cfg(not(unix))]\nfn a() {}\n";
        assert_eq!(wrong("crates/loyd-cli/src/platform.rs", both).len(), 0);
    }

    #[test]
    fn the_library_neither_reads_nor_prints() {
        let prints = "//! A.\nfn a() { println!() }\n";
        assert_eq!(wrong("crates/loyd-search/src/a.rs", prints).len(), 1);
        assert_eq!(wrong("crates/loyd-cli/src/a.rs", prints).len(), 0);
        let test = "//! A.\n#[cfg(test)]\nmod tests { fn a() { println!() } }\n";
        assert_eq!(wrong("crates/loyd-search/src/a.rs", test).len(), 0);
    }

    #[test]
    fn arrows_point_one_way() {
        let up = "[dependencies]\nloyd-cli.workspace = true\n";
        assert_eq!(
            wrong("crates/loyd-search/Cargo.toml", up),
            ["loyd-search must not depend on loyd-cli"]
        );
        let down = "[dependencies]\nloyd-search.workspace = true\n";
        assert_eq!(wrong("crates/loyd-enumerate/Cargo.toml", down).len(), 0);
        assert_eq!(wrong("crates/loyd-new/Cargo.toml", down).len(), 1);
    }

    #[test]
    fn unfinished_work_is_found() {
        let text = format!("//! A.\n// {}: later\n", WORDS[0]);
        assert_eq!(wrong("crates/loyd-search/src/a.rs", &text).len(), 1);
    }
}
