//! Findings of the rules, and the lines that the rules read.

use crate::files::File;

/// A fault and its place.
pub(crate) struct Finding {
    pub(crate) place: String,
    pub(crate) what: String,
}

/// A finding in a line of a file, counted from 0.
pub(crate) fn finding(file: &File, line: usize, what: impl Into<String>) -> Finding {
    Finding { place: format!("{}:{}", file.path, line + 1), what: what.into() }
}

/// The lines of a file without the tests at its end.
pub(crate) fn code_lines(file: &File) -> impl Iterator<Item = (usize, &str)> {
    file.text.lines().enumerate().take_while(|(_, line)| {
        !["#[cfg(test)]", "#[cfg(all(test"].iter().any(|test| line.starts_with(test))
    })
}
