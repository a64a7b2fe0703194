//! The crates of puzzles, for the rules of structure.

/// The puzzles: the crate of `cube` is `loyd-cube` in `crates/loyd-cube`.
const PUZZLES: [&str; 5] = ["cube", "edges", "hanoi", "tiles", "twisty"];

/// True for the name of a puzzle's crate.
pub(crate) fn is_crate(name: &str) -> bool {
    PUZZLES.iter().any(|puzzle| name.strip_prefix("loyd-") == Some(puzzle))
}

/// True for a path within a puzzle's crate.
pub(crate) fn has_path(path: &str) -> bool {
    path.strip_prefix("crates/").and_then(|path| path.split('/').next()).is_some_and(is_crate)
}

/// True if a line of code names a puzzle's crate.
pub(crate) fn are_named_in(line: &str) -> bool {
    PUZZLES.iter().any(|puzzle| line.contains(&format!("loyd_{puzzle}::")))
}
