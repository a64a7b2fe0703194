//! Relative links of the Markdown files: their targets must exist.

use crate::files::File;
use std::path::Path;

/// The broken links: their places and errors.
pub(crate) fn broken(files: &[File], root: &Path) -> Vec<(String, String)> {
    let mut broken = Vec::new();
    for file in files.iter().filter(|file| file.is("md")) {
        let folder = root.join(&file.path);
        let folder = folder.parent().unwrap_or(root);
        for (line, target) in links(&file.text) {
            let path = target.split('#').next().unwrap_or_default();
            if !path.is_empty() && !folder.join(path).exists() {
                let place = format!("{}:{line}", file.path);
                broken.push((place, format!("the link to {target} leads nowhere")));
            }
        }
    }
    broken
}

/// Line number and target of every relative link `[…](target)` outside code blocks.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    let mut in_code = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        for (at, opening) in line.match_indices("](") {
            let rest = &line[at + opening.len()..];
            let target = rest.split([')', ' ']).next().unwrap_or_default();
            if !target.contains("://") && !target.starts_with("mailto:") {
                links.push((number + 1, target.to_owned()));
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_links_outside_code_are_found() {
        let text = "See [a](a.md#x) and [b](https://b.org).\n```text\n[c](c.md)\n```\n[d](d/)";
        assert_eq!(links(text), [(1, "a.md#x".to_owned()), (5, "d/".to_owned())]);
    }

    #[test]
    fn a_link_to_a_missing_file_is_broken() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = "[one](Cargo.toml) [two](no-such-file) [three](#here)".to_owned();
        let broken = broken(&[File { path: "a.md".into(), text }], root);
        assert_eq!(broken, [("a.md:1".into(), "the link to no-such-file leads nowhere".into())]);
    }
}
