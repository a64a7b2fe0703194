//! Rules on which part of the code may name which: puzzles, options of programs, and circles
//! between the modules of a crate.

use crate::files::File;
use crate::findings::{Finding, code_lines, finding};
use crate::puzzles;
use std::collections::{BTreeMap, BTreeSet};

/// Programs: they may give advice in terms of a command line.
const PROGRAMS: [&str; 2] = ["crates/loyd-cli/", "crates/xtask/"];

/// Beside the crates of puzzles, the engines, files and commands made for one puzzle, and the list of
/// puzzles.
const PUZZLE_PLACES: [&str; 8] = [
    "crates/loyd-tiles-enumerate/",
    // An engine of tiles alone; its tests are inside.
    "crates/loyd-gpu/",
    "crates/loyd-store/src/tiles/",
    "crates/loyd/src/puzzles.rs",
    "crates/loyd/src/puzzles/",
    "crates/loyd-lab/src/presets/",
    "crates/loyd-cli/src/puzzles/",
    "crates/loyd-cli/src/tiles/",
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

/// True if a text has a word that begins with two hyphens.
fn names_option(text: &str) -> bool {
    text.match_indices("--").any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + 2..].chars().next();
        before.is_none_or(|c| matches!(c, ' ' | '`' | '(' | '"'))
            && after.is_some_and(|c| c.is_ascii_lowercase())
    })
}

/// The files that name a puzzle where any puzzle is meant.
pub(crate) fn puzzles_elsewhere(files: &[File]) -> Vec<Finding> {
    let generic = |file: &&File| {
        file.is("rs")
            && is_library_code(file)
            && !puzzles::has_path(&file.path)
            && !PUZZLE_PLACES.iter().any(|place| file.path.starts_with(place))
    };
    let named = |file: &File| {
        code_lines(file)
            .find(|(_, line)| puzzles::are_named_in(literals(line)))
            .map(|(number, _)| number)
    };
    let named_puzzles = files.iter().filter(generic).filter_map(|file| Some((file, named(file)?)));
    named_puzzles
        .map(|(file, line)| finding(file, line, "a puzzle is named where any is meant"))
        .collect()
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
    let mut circles = Vec::new();
    for (package, uses) in &uses {
        for (one, others) in uses {
            for other in others.iter().filter(|other| one < *other) {
                if uses.get(other).is_some_and(|back| back.contains(one)) {
                    let what = format!("modules that name each other: {one} and {other}");
                    circles.push((format!("crates/{package}/src"), what));
                }
            }
        }
    }
    circles
}

/// The modules at the root of the crate that a line names: after `crate::`, and after the
/// `super::`s that lead to the root from a file of this depth.
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
        let findings =
            |text: &str| advice_of_programs(&file("crates/loyd-search/src/a.rs", text)).len();
        assert_eq!(findings("//! A.\nlet a = \"raise --memory\";\n"), 1);
        assert_eq!(findings("//! A.\n// raise --memory\n#[cfg(test)]\nlet a = \"--memory\";\n"), 0);
        assert_eq!(advice_of_programs(&file("crates/loyd-cli/src/a.rs", "\"--memory\"")).len(), 0);
    }

    #[test]
    fn circles_are_found() {
        let a = file("crates/x/src/a/mod.rs", "//! A.\nuse crate::b::B;\n");
        let b = file("crates/x/src/b.rs", "//! B.\nuse super::a::A;\n");
        let c = file("crates/x/src/c.rs", "//! C.\nuse crate::b::B;\n");
        let what = "modules that name each other: a and b";
        assert_eq!(circles(&[a, b, c]), [("crates/x/src".to_owned(), what.to_owned())]);
    }

    #[test]
    fn puzzles_are_found_where_any_is_meant() {
        let text = "//! A.\nuse loyd_tiles::Position;\n";
        let findings = |path: &str| puzzles_elsewhere(&[file(path, text)]).len();
        assert_eq!(findings("crates/loyd-cli/src/a.rs"), 1);
        assert_eq!(findings("crates/loyd/src/puzzles.rs"), 0);
        assert_eq!(findings("crates/loyd-enumerate/src/a.rs"), 1);
        assert_eq!(findings("crates/loyd-tiles-enumerate/src/a.rs"), 0);
    }
}
