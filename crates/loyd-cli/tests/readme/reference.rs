//! The reference of the book: usage and options of every command, and the lists of its long help.
//!
//! An option that many commands have with the same text is described once, in `options.md`. Examples and
//! notes are in `loyd help COMMAND` only.

use crate::{root, stale_file};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

const FOLDER: &str = "book/src/reference";

/// Lists at the end of the long help.
const LISTS: [&str; 2] = ["\n\nAlgorithms:\n", "\n\nEngines:\n"];

/// The number of commands from which on an option is described once.
const MANY: usize = 5;

fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_loyd")).args(arguments).output();
    let output = output.expect("the binary starts");
    assert!(output.status.success(), "loyd {arguments:?}");
    String::from_utf8(output.stdout).expect("help is text").replace("\r\n", "\n")
}

/// The names in the list `Commands:` of a help text.
fn commands(help: &str) -> Vec<String> {
    let (_, list) = help.split_once("\nCommands:\n").unwrap_or_default();
    let entries = list.lines().take_while(|line| !line.is_empty());
    // The text of an entry can continue, indented further.
    let names = entries.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !["", "help"].contains(name)).map(str::to_owned).collect()
}

/// A command or subcommand with its help.
struct Page {
    words: Vec<String>,
    /// Lines of the help up to the examples, an option with all its lines in one.
    lines: Vec<String>,
    lists: String,
    subcommands: Vec<Page>,
}

impl Page {
    fn new(words: Vec<String>) -> Self {
        let arguments =
            |option| -> Vec<&str> { words.iter().map(String::as_str).chain([option]).collect() };
        let long = help(&arguments("--help"));
        let lists = LISTS.iter().filter_map(|list| long.find(list)).min();
        let subcommand = |name: String| Self::new([&words[..], &[name]].concat());
        Page {
            lines: entries(&compact(&long)),
            lists: lists.map_or(String::new(), |start| long[start..].trim_end().to_owned()),
            subcommands: commands(&long).into_iter().map(subcommand).collect(),
            words,
        }
    }

    /// This command and its subcommands.
    fn all(&self) -> Vec<&Page> {
        [self].into_iter().chain(self.subcommands.iter().flat_map(Page::all)).collect()
    }

    fn markdown(&self, heading: &str, shared: &[String]) -> String {
        let line = |line: &String| match option(line) {
            Some((_, name, _)) if shared.contains(&words_of(line)) => name.to_owned(),
            _ => line.clone(),
        };
        let text = self.lines.iter().map(line).collect::<Vec<_>>().join("\n");
        let (command, lists) = (self.words.join(" "), &self.lists);
        let text = format!("{heading} loyd {command}\n\n```text\n{text}{lists}\n```\n");
        let below = |page: &Page| format!("\n{}", page.markdown(&format!("{heading}#"), shared));
        text + &self.subcommands.iter().map(below).collect::<String>()
    }
}

/// The columns of a page.
const COLUMNS: usize = 100;

/// A help text with each option and its description side by side, as where the descriptions are short.
fn compact(help: &str) -> String {
    let mut lines = help.lines().peekable();
    let mut compact: Vec<String> = Vec::new();
    // The options of a section and their descriptions.
    let mut section: Vec<(&str, String)> = Vec::new();
    while let Some(line) = lines.next() {
        let is_described = |next: &&&str| next.starts_with(DESCRIPTION);
        if line.starts_with("  ") && lines.peek().as_ref().is_some_and(is_described) {
            let mut text: Vec<&str> = Vec::new();
            while let Some(next) =
                lines.next_if(|next| next.is_empty() || next.starts_with(DESCRIPTION))
            {
                text.push(next.trim_start());
            }
            section.push((line, description(&text)));
            continue;
        }
        if !section.is_empty() {
            side_by_side(&std::mem::take(&mut section), &mut compact);
            compact.push(String::new());
        }
        compact.push(line.to_owned());
    }
    side_by_side(&section, &mut compact);
    compact.join("\n") + "\n"
}

/// The indentation of descriptions below their options.
const DESCRIPTION: &str = "          ";

/// A description in one line, the names of possible values without their meanings.
fn description(lines: &[&str]) -> String {
    let mut words = Vec::new();
    let mut values: Vec<&str> = Vec::new();
    for line in lines.iter().filter(|line| **line != "Possible values:") {
        match line.strip_prefix("- ") {
            Some(value) => values.push(value.split(':').next().unwrap_or(value)),
            // The text of a value continues.
            None if !values.is_empty() && !line.starts_with('[') => {}
            None => words.push(*line),
        }
    }
    let text = words_of(&words.join(" "));
    match values[..] {
        [] => text,
        _ => format!("{text} [possible values: {}]", values.join(", ")),
    }
}

fn side_by_side(section: &[(&str, String)], lines: &mut Vec<String>) {
    let widths = section.iter().map(|(option, _)| option.chars().count());
    let left = widths.max().unwrap_or(0) + 2;
    for (option, text) in section {
        let mut line = format!("{option:<left$}");
        for (index, word) in text.split(' ').enumerate() {
            if index > 0 && line.chars().count() + 1 + word.chars().count() > COLUMNS {
                lines.push(std::mem::replace(&mut line, " ".repeat(left)));
            } else if index > 0 {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
}

/// The lines of a help text up to its examples; the lines of an option are one entry.
fn entries(help: &str) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    for line in help.split("\nExamples:").next().unwrap_or_default().trim_end().lines() {
        let continues = line.starts_with(&" ".repeat(12));
        match entries.last_mut().filter(|last| continues && option(last).is_some()) {
            Some(last) => *last = format!("{last}\n{line}"),
            None => entries.push(line.to_owned()),
        }
    }
    entries
}

/// The entry of an option: its line up to the description, its name, its description.
fn option(entry: &str) -> Option<(&str, &str, String)> {
    let indent = entry.len() - entry.trim_start().len();
    if !entry.trim_start().starts_with('-') || indent == 0 {
        return None;
    }
    let name_end = entry[indent..].find("  ").map_or(entry.len(), |end| indent + end);
    let description = words_of(&entry[name_end..]);
    Some((&entry[indent..name_end], &entry[..name_end], description))
}

fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The options that many commands have.
fn shared(pages: &[&Page]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let options = pages.iter().flat_map(|page| &page.lines).filter(|line| option(line).is_some());
    options.for_each(|line| *counts.entry(words_of(line)).or_default() += 1);
    counts.retain(|_, count| *count >= MANY);
    counts.into_keys().collect()
}

/// The page of options that many commands have.
fn options_page(pages: &[&Page], shared: &[String]) -> String {
    let text = "# Options of several commands\n\nThe pages of the commands show only the names of these \
                options. `loyd help COMMAND` adds examples and\nnotes.\n\n| option | meaning |\n|---|---|\n";
    let line = |words: &String| {
        let lines = pages.iter().flat_map(|page| &page.lines);
        let entry = lines.into_iter().find(|line| words_of(line) == *words)?;
        let (name, _, description) = option(entry)?;
        // A bar would end the cell, in code too.
        let [name, description] = [name.trim(), &description].map(|text| text.replace('|', "\\|"));
        Some(format!("| `{name}` | {description} |\n"))
    };
    text.to_owned() + &shared.iter().filter_map(line).collect::<String>()
}

#[test]
fn the_reference_is_the_help_of_the_program() {
    let names = commands(&help(&["--help"]));
    assert!(names.len() > 10, "{names:?}");
    let pages: Vec<Page> = names.iter().map(|name| Page::new(vec![name.clone()])).collect();
    let all: Vec<&Page> = pages.iter().flat_map(Page::all).collect();
    let shared = shared(&all);
    let mut texts = vec![("options".to_owned(), options_page(&all, &shared))];
    texts.extend(pages.iter().map(|page| (page.words[0].clone(), page.markdown("#", &shared))));
    let stale =
        texts.iter().filter_map(|(name, text)| stale_file(&format!("{FOLDER}/{name}.md"), text));
    let stale: Vec<String> = stale.collect();
    assert!(stale.is_empty(), "{}", stale.join("\n"));
    for entry in fs::read_dir(root().join(FOLDER)).expect("the reference").flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let is_page = texts.iter().any(|(name, _)| file == format!("{name}.md"));
        assert!(is_page, "{FOLDER}/{file} is of no command");
    }
}

#[test]
fn long_descriptions_are_beside_their_options() {
    let help = "Does it\n\nOptions:\n      --color <WHEN>\n          Colours\n\n          Possible values:\n          \
                - auto: on a\n            terminal\n          - never: no\n\n          [default: auto]\n\n  \
                -q\n          Quiet\n\nExamples:\n  loyd it\n";
    let expected = "Does it\n\nOptions:\n      --color <WHEN>  Colours [default: auto] [possible values: auto, \
                    never]\n  -q                  Quiet\n\nExamples:\n  loyd it\n";
    assert_eq!(compact(help), expected);
    assert_eq!(compact(expected), expected);
}

#[test]
fn an_option_has_a_name_and_a_description() {
    let help = "Does it\n\nOptions:\n      --color <WHEN>  Colours\n                      or none\n  -q  Quiet\n\n\
                Examples:\n  loyd it -q\n";
    let entries = entries(help);
    assert_eq!(
        entries[2..],
        ["Options:", "      --color <WHEN>  Colours\n                      or none", "  -q  Quiet"]
    );
    let colour = option(&entries[3]).expect("an option");
    assert_eq!(colour, ("--color <WHEN>", "      --color <WHEN>", "Colours or none".to_owned()));
    assert_eq!(option("  name  -x"), None);
}
