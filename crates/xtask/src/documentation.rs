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
const PHRASES: [(&str, &str); 8] = [
    ("goes on", "continues"),
    ("gone on", "continued"),
    ("go on with", "continue"),
    ("to be had", "available"),
    ("cannot be had", "is unavailable"),
    ("every so many", "every few, or a number"),
    ("MOST_", "MAX_"),
    ("LEAST_", "MIN_"),
];

/// The folders in which the following two lists hold too.
const PLAIN_FOLDERS: [&str; 4] = ["book/", "crates/", "docs/", "fuzz/"];

/// Whole words and names with the words that stand for them.
const WORDS: [(&str, &str); 20] = [
    ("kept", "stored, cached, saved, or the noun of the value"),
    ("told", "reported, or the noun of the value"),
    ("begun", "started, or the noun of the value"),
    ("wanted", "requested, expected, or the noun of the value"),
    ("at_hand", "cached"),
    ("at hand", "cached"),
    ("of its own", "separate"),
    ("of their own", "separate"),
    ("says so", "reports it"),
    ("there is none", "the condition"),
    ("there are none", "the condition"),
    ("There is none", "the condition"),
    ("There are none", "the condition"),
    ("there is no memory", "memory is insufficient"),
    ("There is no memory", "Memory is insufficient"),
    ("what is", "a noun"),
    ("whatever", "for any"),
    ("whoever", "a noun"),
    ("nobody", "a noun"),
    ("somebody", "a noun"),
];

/// Participles and superlatives that do not name a value.
const NOT_NOUNS: [&str; 9] =
    ["found", "known", "made", "held", "asked", "given", "taken", "most", "least"];

/// The phrases with plainer words, and "is" with "no" and a noun, outside of the history.
pub(crate) fn phrases(file: &File) -> Vec<Finding> {
    let is_prose = ["rs", "md", "ts", "tsx"].iter().any(|extension| file.is(extension));
    if !is_prose || file.path == "CHANGELOG.md" || file.path.ends_with("/documentation.rs") {
        return Vec::new();
    }
    let is_plain = PLAIN_FOLDERS.iter().any(|folder| file.path.starts_with(folder))
        && !file.path.starts_with("docs/runs/");
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
        if is_plain {
            findings.extend(plain_words(line).into_iter().map(|what| finding(file, number, what)));
        }
    }
    findings
}

/// The findings of a line in the folders with plain words only.
fn plain_words(line: &str) -> Vec<String> {
    let has = |word: &str| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        line.match_indices(word).any(|(at, _)| {
            !line[..at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part)
        })
    };
    let words = WORDS.iter().filter(|(word, _)| has(word));
    let mut findings: Vec<String> =
        words.map(|(word, better)| format!("`{word}`: write {better}")).collect();
    let names = NOT_NOUNS.iter().filter(|name| {
        ["let ", "let mut ", "let (", "let (mut "]
            .iter()
            .any(|start| has(&format!("{start}{name}")))
    });
    findings.extend(names.map(|name| format!("`{name}`: name the value by a noun")));
    let test = ["fn what_", "fn nothing_", "fn nobody_"].iter().find(|start| line.contains(*start));
    findings.extend(test.map(|start| format!("`{start}`: name the subject and the result")));
    if advises_omission(line) {
        findings.push("`leave … out`: write `requires …` or `remove …`".into());
    }
    findings
}

/// True for the advice to leave something out, which names neither the condition nor the remedy.
fn advises_omission(line: &str) -> bool {
    /// Words between the verb and its particle.
    const MAX_WORDS: usize = 4;
    let is_space = |c: char| c.is_whitespace() || c == '"';
    let words: Vec<&str> = line
        .split(is_space)
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect();
    let mut verbs = (0..words.len()).filter(|&at| words[at].eq_ignore_ascii_case("leave"));
    verbs.any(|at| words[at + 1..].iter().take(MAX_WORDS + 1).skip(1).any(|word| *word == "out"))
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
        assert_eq!(phrase_count("The search goes on."), 1);
        assert_eq!(phrase_count("The text is no board of this size."), 1);
        assert_eq!(phrase_count("There is no board, and the search is no longer running."), 0);
    }

    #[test]
    fn plain_folders_name_values_by_nouns() {
        let count =
            |path: &str, text: &str| phrases(&File { path: path.into(), text: text.into() }).len();
        assert_eq!(
            count("crates/loyd-codec/a.rs", "let mut found = kept(1); // whatever it is"),
            3
        );
        assert_eq!(count("crates/loyd-codec/a.rs", "fn what_is_lost_is_found() {}"), 1);
        assert_eq!(count("crates/loyd-codec/a.rs", "let found_by = kept_levels; // unwanted"), 0);
        assert_eq!(count("examples/a.rs", "let found = kept;"), 0);
        assert_eq!(count("crates/loyd-cli/a.rs", "// There is none, and it cannot be had."), 2);
    }

    #[test]
    fn advice_names_a_condition_or_a_remedy() {
        assert!(advises_omission("\"is for tiles: leave it out\""));
        assert!(advises_omission("format!(\"Leave {option} out, or add --dir\")"));
        assert!(!advises_omission("/// The moves that searches may leave out."));
        assert!(!advises_omission("a part that the build leaves out, and the rest"));
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
