//! The rule on dependencies between the crates of this workspace.

use crate::files::File;
use crate::findings::{Finding, finding};
use crate::puzzles;

/// The dependencies allowed between the crates of this workspace, but for those of and on [puzzles].
const ARROWS: [(&str, &[&str]); 19] = [
    ("loyd-data", &[]),
    ("loyd-search", &[]),
    // The instruction sets of kernels, and their limit.
    ("loyd-codec", &["loyd-search"]),
    ("loyd-report", &[]),
    ("loyd-enumerate", &["loyd-search", "loyd-cube"]),
    // A reduced large cube is a 3x3x3 cube.
    ("loyd-twisty", &["loyd-search", "loyd-data", "loyd-cube"]),
    ("loyd-tiles-enumerate", &["loyd-search", "loyd-tiles", "loyd-enumerate"]),
    (
        "loyd",
        &["loyd-search", "loyd-enumerate", "loyd-tiles-enumerate", "loyd-report", "loyd-store"],
    ),
    (
        "loyd-store",
        &[
            "loyd-search",
            "loyd-tiles",
            "loyd-cube",
            "loyd-codec",
            "loyd-enumerate",
            "loyd-tiles-enumerate",
            // Its tests use its own simulated disk.
            "loyd-store",
        ],
    ),
    (
        "loyd-cluster",
        &[
            "loyd-search",
            "loyd-tiles",
            "loyd-cube",
            "loyd-enumerate",
            "loyd-tiles-enumerate",
            "loyd-store",
        ],
    ),
    (
        "loyd-cli",
        &[
            "loyd-search",
            "loyd-data",
            "loyd-codec",
            "loyd-enumerate",
            "loyd-tiles-enumerate",
            "loyd-store",
            "loyd-cluster",
            "loyd-gpu",
            "loyd-report",
            "loyd",
            "loyd-graph",
            "loyd-lab",
            "loyd-serve",
        ],
    ),
    ("loyd-gpu", &["loyd-search", "loyd-tiles", "loyd-enumerate", "loyd-tiles-enumerate"]),
    ("loyd-serve", &["loyd-search", "loyd"]),
    ("loyd-graph", &["loyd-search", "loyd", "loyd-enumerate", "loyd-report"]),
    (
        "loyd-lab",
        &[
            "loyd-search",
            "loyd-tiles",
            "loyd-cube",
            "loyd-data",
            "loyd-enumerate",
            "loyd-tiles-enumerate",
            "loyd-store",
            "loyd-report",
            "loyd",
            "loyd-graph",
        ],
    ),
    ("loyd-web", &["loyd-search", "loyd-enumerate", "loyd"]),
    ("loyd-python", &["loyd", "loyd-report"]),
    ("loyd-c", &["loyd"]),
    ("xtask", &[]),
];

/// The dependencies allowed to every puzzle.
const OF_PUZZLES: [&str; 2] = ["loyd-search", "loyd-data"];

/// The crates that may depend on every puzzle: the one with their list, and the program that draws them.
const OF_ALL_PUZZLES: [&str; 2] = ["loyd", "loyd-cli"];

/// The dependencies of a crate that are not allowed, from its `Cargo.toml`.
pub(crate) fn forbidden(file: &File) -> Vec<Finding> {
    let Some(package) =
        file.path.strip_prefix("crates/").and_then(|p| p.strip_suffix("/Cargo.toml"))
    else {
        return vec![];
    };
    let arrows = ARROWS.iter().find(|(from, _)| *from == package).map(|(_, to)| *to);
    let Some(allowed) = arrows.or(puzzles::is_crate(package).then_some(&OF_PUZZLES[..])) else {
        return vec![finding(
            file,
            0,
            format!(
                "{package} is not in ARROWS: list its allowed dependencies, there and in ARCHITECTURE.md"
            ),
        )];
    };
    let mut in_dependencies = false;
    let mut findings = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        if line.starts_with('[') {
            in_dependencies = line.ends_with("dependencies]");
        }
        let used = line.split(['.', '=', ' ']).next().unwrap_or_default();
        let is_puzzle = puzzles::is_crate(used);
        let ours = is_puzzle || ARROWS.iter().any(|(crate_name, _)| *crate_name == used);
        let is_allowed = allowed.contains(&used) || is_puzzle && OF_ALL_PUZZLES.contains(&package);
        if in_dependencies && ours && !is_allowed {
            findings.push(finding(file, number, format!("{package} must not depend on {used}")));
        }
    }
    findings
}
