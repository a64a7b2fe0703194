//! Rules on prose: documentation comments begin with a noun or a verb, and some phrases have plainer words.

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

/// Phrases and names with the words that stand for them.
const PHRASES: [(&str, &str); 7] = [
    (concat!("goes", " on"), "continues"),
    (concat!("gone", " on"), "continued"),
    (concat!("go", " on with"), "continue"),
    (concat!("to be", " had"), "available"),
    (concat!("every so", " many"), "every few, or a number"),
    (concat!("MO", "ST_"), "MAX_"),
    (concat!("LEA", "ST_"), "MIN_"),
];

/// The phrases with plainer words, and "is" with "no" and a noun, outside of the history.
pub(crate) fn phrases(file: &File) -> Vec<Finding> {
    let is_prose = ["rs", "md", "ts", "tsx"].iter().any(|extension| file.is(extension));
    if !is_prose || file.path == "CHANGELOG.md" {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        for (phrase, word) in PHRASES {
            let ends = |at: usize| !line[at + phrase.len()..].starts_with(char::is_lowercase);
            if line.match_indices(phrase).any(|(at, _)| ends(at)) {
                findings.push(finding(file, number, format!("`{phrase}`: write {word}")));
            }
        }
        if let Some(noun) = denied_noun(line) {
            findings.push(finding(file, number, format!("`no {noun}`: write `not a {noun}`")));
        }
    }
    findings
}

/// The noun after "is no" that is not about existence ("there is no") or degree ("is no longer").
fn denied_noun(line: &str) -> Option<&str> {
    const DEGREES: [&str; 9] =
        ["such", "longer", "more", "less", "better", "worse", "further", "farther", "lower"];
    let words: Vec<&str> = line.split_whitespace().collect();
    let denied = words.windows(4).find(|four| {
        let before = four[0].rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let before = before.to_lowercase();
        let is_denial = ["is", "was"].contains(&four[1]) && four[2] == "no";
        let noun = four[3].trim_matches(|c: char| !c.is_alphabetic());
        is_denial
            && !["", "there", "here"].contains(&&before[..])
            && !DEGREES.contains(&noun)
            && noun.starts_with(char::is_lowercase)
    })?;
    Some(denied[3])
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

    fn clause_count(text: &str) -> usize {
        clauses(&File { path: "a.rs".into(), text: text.into() }).len()
    }

    #[test]
    fn phrases_have_plainer_words() {
        let phrase_count =
            |text: &str| phrases(&File { path: "a.md".into(), text: text.into() }).len();
        assert_eq!(phrase_count(concat!("The search goes", " on.")), 1);
        assert_eq!(phrase_count(concat!("The text is", " no board of this size.")), 1);
        assert_eq!(phrase_count("There is no board, and the search is no longer running."), 0);
    }

    #[test]
    fn a_comment_begins_with_a_noun_or_a_verb() {
        assert_eq!(clause_count("//! What this does.\n\n/// Whether it fits.\nfn fits() {}\n"), 2);
        assert_eq!(clause_count("//! Fits.\n//! What follows is the middle of a text.\n"), 0);
        let second = "/// True if it fits.\n///\n/// Where it does not, wait.\nfn a() {}\n";
        assert_eq!(clause_count(second), 1);
        let section = "/// Fits.\n///\n/// # Errors\n/// What is wrong with it.\nfn a() {}\n";
        assert_eq!(clause_count(section), 1);
        assert_eq!(clause_count("// How it works is a plain comment.\n"), 0);
    }
}
