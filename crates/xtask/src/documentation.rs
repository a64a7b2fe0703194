//! A rule on documentation comments: they begin with a noun or a verb.

use crate::files::File;
use crate::findings::{Finding, finding};

/// First words of a clause that stands where a noun or a verb belongs.
const CLAUSES: [&str; 11] =
    ["What", "Whether", "Those", "How", "Where", "Why", "Who", "Whoever", "Which", "Some", "As"];

/// The paragraphs whose first word begins a clause: "Whether it fits" instead of "True if it fits".
pub(crate) fn clauses(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut before = None;
    for (number, line) in file.text.lines().enumerate() {
        let comment = documentation(line);
        let begins = before.is_none_or(|before: &str| before.is_empty() || before.starts_with('#'));
        if let Some(text) = comment.filter(|_| begins) {
            let first = text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            if CLAUSES.contains(&first) {
                let what =
                    format!("a paragraph begins with `{first}`: begin with a noun or a verb");
                findings.push(finding(file, number, what));
            }
        }
        before = comment;
    }
    findings
}

/// The text of a documentation comment.
fn documentation(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
    Some(text.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> usize {
        clauses(&File { path: "a.rs".into(), text: text.into() }).len()
    }

    #[test]
    fn a_comment_begins_with_a_noun_or_a_verb() {
        assert_eq!(found("//! What this does.\n\n/// Whether it fits.\nfn fits() {}\n"), 2);
        assert_eq!(found("//! Fits.\n//! What follows is the middle of a text.\n"), 0);
        let second = "/// True if it fits.\n///\n/// Where it does not, wait.\nfn a() {}\n";
        assert_eq!(found(second), 1);
        let section = "/// Fits.\n///\n/// # Errors\n/// What is wrong with it.\nfn a() {}\n";
        assert_eq!(found(section), 1);
        assert_eq!(found("// How it works is a plain comment.\n"), 0);
    }
}
