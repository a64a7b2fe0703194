//! Relative links of the Markdown files: their targets must exist, and the headings that they name.

use crate::files::File;
use std::fs;
use std::path::Path;

/// The broken links: their places and errors.
pub(crate) fn broken(files: &[File], root: &Path) -> Vec<(String, String)> {
    let mut broken = Vec::new();
    for file in files.iter().filter(|file| file.is("md")) {
        let folder = root.join(&file.path);
        let folder = folder.parent().unwrap_or(root);
        for (line, target) in links(&file.text) {
            let (path, heading) = target.split_once('#').unwrap_or((&target, ""));
            let page = folder.join(path);
            let is_there = if path.is_empty() {
                has_heading(&file.text, heading)
            } else if !heading.is_empty()
                && page.extension().is_some_and(|extension| extension == "md")
            {
                fs::read_to_string(&page).is_ok_and(|text| has_heading(&text, heading))
            } else {
                page.exists()
            };
            if !is_there {
                let place = format!("{}:{line}", file.path);
                broken.push((place, format!("the link to {target} leads nowhere")));
            }
        }
    }
    broken
}

/// True if a text has the heading to which an address with this fragment leads.
fn has_heading(text: &str, fragment: &str) -> bool {
    let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
    headings.map(|heading| heading.trim_start_matches('#').trim()).any(|heading| {
        let is_in_fragment = |c: &char| c.is_alphanumeric() || ['-', '_', ' '].contains(c);
        heading.to_lowercase().chars().filter(is_in_fragment).collect::<String>().replace(' ', "-")
            == fragment
    })
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
        let text = "# Is it here?\n[one](Cargo.toml) [two](no-such-file) [three](#is-it-here)\
                    [four](#not-here)"
            .to_owned();
        let broken = broken(&[File { path: "a.md".into(), text }], root);
        let targets = ["no-such-file", "#not-here"];
        let expected =
            targets.map(|target| ("a.md:2".into(), format!("the link to {target} leads nowhere")));
        assert_eq!(broken, expected);
    }
}
