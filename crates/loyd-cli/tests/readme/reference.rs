//! The reference of the book: the help of every command, and the lists of its long help.

use crate::{compare, root};
use std::fs;
use std::process::Command;

/// Lists at the end of the long help.
const LISTS: [&str; 2] = ["\n\nAlgorithms:\n", "\n\nEngines:\n"];

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

/// Returns true for the paragraph of options that every command has.
fn is_common(paragraph: &str) -> bool {
    let mut lines = paragraph.lines();
    lines.next() == Some("Options:")
        && lines.all(|line| ["--color", "-h, --help", "-V, --version"].iter().any(|name| line.trim_start().starts_with(name)))
}

/// The help of a command in Markdown, with that of its subcommands.
fn section(heading: &str, words: &[&str]) -> String {
    let short = help(&[words, &["-h"]].concat());
    let paragraphs = short.trim_end().split("\n\n").filter(|paragraph| !is_common(paragraph));
    let mut text = paragraphs.collect::<Vec<_>>().join("\n\n");
    let long = help(&[words, &["--help"]].concat());
    if let Some(start) = LISTS.iter().filter_map(|list| long.find(list)).min() {
        text += long[start..].trim_end();
    }
    let command = words.join(" ");
    let mut page = format!("{heading} loyd {command}\n\n```text\n{text}\n```\n");
    for name in commands(&short) {
        page = page + "\n" + &section(&format!("{heading}#"), &[words, &[&name]].concat());
    }
    page
}

#[test]
fn the_reference_is_the_help_of_the_program() {
    let names = commands(&help(&["-h"]));
    assert!(names.len() > 10, "{names:?}");
    let mut stale = Vec::new();
    for name in &names {
        let page = section("#", &[name]);
        stale.extend(compare(&format!("book/src/reference/{name}.md"), &page));
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
    for entry in fs::read_dir(root().join("book/src/reference")).expect("the reference").flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let name = file.trim_end_matches(".md").to_owned();
        assert!(names.contains(&name), "book/src/reference/{file} is of no command");
    }
}
