//! Rules on which part of the code may name which: puzzles, options of programs, and circles
//! between the modules of a crate.

use crate::files::File;
use crate::findings::{Finding, code_lines, finding};
use std::collections::{BTreeMap, BTreeSet};

/// Programs: what may give advice in terms of a command line.
const PROGRAMS: [&str; 2] = ["crates/loyd-cli/", "crates/xtask/"];

/// The crates of puzzles.
const PUZZLES: [&str; 2] = ["loyd_tiles::", "loyd_cube::"];

/// The crates of puzzles, engines and files made for tiles, and the one place of each program that
/// lists the puzzles.
const PUZZLE_PLACES: [&str; 6] = [
    "crates/loyd-tiles/",
    "crates/loyd-cube/",
    "crates/loyd-enumerate/src/tiles/",
    "crates/loyd-store/src/tiles/",
    "crates/loyd-cli/src/puzzles.rs",
    "crates/loyd-cli/src/puzzles/",
];

/// Files elsewhere that name a puzzle. The number may only fall.
const PUZZLE_DEBT: usize = 30;

/// Modules of one crate that name each other, as `crate: one two`. The list may only get shorter.
const CIRCLES: &[&str] = &[
    "loyd: puzzle solver",
    "loyd-cli: commands puzzles",
    "loyd-cli: enumerable keeping",
    "loyd-cli: enumerable published",
    "loyd-cli: progress render",
];

/// A library gives data, and the program that has the options the advice: the same library serves a
/// page and other programs.
pub(crate) fn advice_of_programs(file: &File) -> Vec<Finding> {
    let is_program = PROGRAMS.iter().any(|program| file.path.starts_with(program));
    if is_program || !is_library_code(file) {
        return vec![];
    }
    let lines = code_lines(file).filter(|(_, line)| names_option(literals(line)));
    lines
        .map(|(number, _)| finding(file, number, "a library names an option of a command line"))
        .collect()
}

fn is_library_code(file: &File) -> bool {
    file.path.starts_with("crates/")
        && file.path.contains("/src/")
        && !file.path.ends_with("/tests.rs")
        && !file.path.contains("/tests/")
}

/// The part of a line that may be in string literals: all but comments.
fn literals(line: &str) -> &str {
    if line.trim_start().starts_with("//") { "" } else { line }
}

/// Whether a text has a word that begins with two hyphens.
fn names_option(text: &str) -> bool {
    text.match_indices("--").any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + 2..].chars().next();
        before.is_none_or(|c| matches!(c, ' ' | '`' | '(' | '"'))
            && after.is_some_and(|c| c.is_ascii_lowercase())
    })
}

/// The files that name a puzzle where any puzzle is meant.
pub(crate) fn puzzles_elsewhere(files: &[File]) -> Vec<String> {
    let elsewhere = |file: &&File| {
        file.is("rs")
            && is_library_code(file)
            && !PUZZLE_PLACES.iter().any(|place| file.path.starts_with(place))
            && code_lines(file)
                .any(|(_, line)| PUZZLES.iter().any(|name| literals(line).contains(name)))
    };
    files.iter().filter(elsewhere).map(|file| file.path.clone()).collect()
}

/// Findings about the number of files that name a puzzle where any puzzle is meant.
pub(crate) fn puzzle_debt(files: &[File]) -> Option<(String, String)> {
    let debt = puzzles_elsewhere(files).len();
    let place = "crates/xtask/src/layering.rs".to_owned();
    match debt.cmp(&PUZZLE_DEBT) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some((
            place,
            format!(
                "{debt} files name a puzzle where any puzzle is meant, {PUZZLE_DEBT} are known"
            ),
        )),
        std::cmp::Ordering::Less => {
            Some((place, format!("PUZZLE_DEBT has fallen to {debt}: write it down")))
        }
    }
}

/// The modules of each crate that name each other, directly or through others of the crate.
pub(crate) fn circles(files: &[File]) -> Vec<(String, String)> {
    let mut uses: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for file in files.iter().filter(|file| file.is("rs") && is_library_code(file)) {
        let Some((package, path)) =
            file.path.strip_prefix("crates/").and_then(|path| path.split_once("/src/"))
        else {
            continue;
        };
        let parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
        if matches!(parts[..], ["lib" | "main"]) {
            continue;
        }
        let module = parts[0].to_owned();
        let depth = parts.len() - usize::from(parts.last() == Some(&"mod"));
        let named = code_lines(file).flat_map(|(_, line)| named_modules(line, depth));
        let named = named.filter(|other| *other != module).collect::<Vec<_>>();
        uses.entry(package.to_owned()).or_default().entry(module).or_default().extend(named);
    }
    let mut found = Vec::new();
    for (package, uses) in &uses {
        for (one, others) in uses {
            for other in others.iter().filter(|other| one < *other) {
                if uses.get(other).is_some_and(|back| back.contains(one)) {
                    found.push(format!("{package}: {one} {other}"));
                }
            }
        }
    }
    let place = || "crates/xtask/src/layering.rs".to_owned();
    let new = found.iter().filter(|circle| !CIRCLES.contains(&circle.as_str()));
    let new = new.map(|circle| (place(), format!("modules that name each other: {circle}")));
    let gone = CIRCLES.iter().filter(|known| !found.iter().any(|circle| circle == *known));
    let gone = gone.map(|known| (place(), format!("`{known}` is no circle any more: remove it")));
    new.chain(gone).collect()
}

/// The modules at the root of the crate that a line names: after `crate::`, and after as many
/// `super::` as lead to the root from a file of this depth.
fn named_modules(line: &str, depth: usize) -> Vec<String> {
    let line = literals(line);
    let mut named = Vec::new();
    let mut take = |rest: &str| {
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if word.starts_with(|c: char| c.is_ascii_lowercase()) && word != "super" {
            named.push(word);
        }
    };
    for (at, _) in line.match_indices("crate::") {
        take(&line[at + "crate::".len()..]);
    }
    let up = "super::".repeat(depth);
    for (at, _) in line.match_indices(&up) {
        take(&line[at + up.len()..]);
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn options_are_found_in_texts_and_not_in_comments() {
        assert!(names_option("use --memory") && names_option("`--dir`"));
        assert!(!names_option("a--b") && !names_option("-- ") && !names_option("---"));
        let found = |text: &str| advice_of_programs(&file("crates/loyd/src/a.rs", text)).len();
        assert_eq!(found("//! A.\nlet a = \"raise --memory\";\n"), 1);
        assert_eq!(found("//! A.\n// raise --memory\n#[cfg(test)]\nlet a = \"--memory\";\n"), 0);
        assert_eq!(advice_of_programs(&file("crates/loyd-cli/src/a.rs", "\"--memory\"")).len(), 0);
    }

    #[test]
    fn circles_are_found() {
        let a = file("crates/x/src/a/mod.rs", "//! A.\nuse crate::b::B;\n");
        let b = file("crates/x/src/b.rs", "//! B.\nuse super::a::A;\n");
        let c = file("crates/x/src/c.rs", "//! C.\nuse crate::b::B;\n");
        assert_eq!(circles(&[a, b, c]).len(), 1 + CIRCLES.len());
    }

    #[test]
    fn puzzles_are_found_where_any_is_meant() {
        let text = "//! A.\nuse loyd_tiles::Position;\n";
        let found = |path: &str| puzzles_elsewhere(&[file(path, text)]).len();
        assert_eq!(found("crates/loyd-cli/src/a.rs"), 1);
        assert_eq!(found("crates/loyd-cli/src/puzzles.rs"), 0);
        assert_eq!(found("crates/loyd-enumerate/src/tiles/a.rs"), 0);
    }
}
