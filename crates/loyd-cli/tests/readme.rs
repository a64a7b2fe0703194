//! The README's commands do what it says: every command of its `sh` and `console` blocks is run
//! in a folder of its own beside a copy of `data/`.
//!
//! - A command ends with the exit code 0, or with N where it is followed by `# exits with N`.
//! - In `console` blocks commands begin with `$`. Every other line is output: it must occur in
//!   what the command prints, except lines with `…`, which stand for what varies.
//! - `loyd …` and `cargo run --release -- …` run the binary that was just built. Pipes and quotes
//!   work as in a shell; nothing else of a shell does.
//! - A block marked `ignore` is not run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command of the README.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    line: usize,
    command: String,
    exit: i32,
    output: Vec<String>,
}

/// The commands in the blocks that are to be run.
fn examples(markdown: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut language: Option<&str> = None;
    for (number, line) in markdown.lines().enumerate() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            language = language.is_none().then_some(info);
            continue;
        }
        let typed = match language {
            Some("sh") => {
                Some(line.trim()).filter(|line| !line.is_empty() && !line.starts_with('#'))
            }
            Some("console") => line.trim().strip_prefix("$ "),
            _ => continue,
        };
        match (typed, examples.last_mut()) {
            (Some(typed), _) => {
                let (command, exit) = typed.split_once("# exits with ").unwrap_or((typed, "0"));
                let exit = exit.trim().parse().expect("a number after `# exits with`");
                let command = command.trim().to_owned();
                examples.push(Example { line: number + 1, command, exit, output: vec![] });
            }
            (None, Some(example)) if language == Some("console") => {
                example.output.push(line.trim().to_owned());
            }
            _ => {}
        }
    }
    examples
}

/// The arguments of each command of a pipe.
fn stages(command: &str) -> Vec<Vec<String>> {
    let mut stages = vec![vec![]];
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for character in command.chars().chain([' ']) {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, ' ' | '|') => {
                let stage = stages.last_mut().expect("there is a first stage");
                stage.extend(word.take());
                if character == '|' {
                    stages.push(vec![]);
                }
            }
            (None, '<' | '>' | '&' | ';' | '$' | '\\' | '`') => {
                panic!("{command}: only pipes and quotes are understood")
            }
            _ => word.get_or_insert_default().push(character),
        }
    }
    assert!(quote.is_none(), "{command}: a quote is not closed");
    stages
}

/// The arguments given to loyd.
fn arguments(stage: &[String]) -> &[String] {
    let words: Vec<&str> = stage.iter().map(String::as_str).collect();
    match words[..] {
        ["loyd", ..] => &stage[1..],
        ["cargo", "run", "--release", "--", ..] => &stage[4..],
        _ => panic!("{}: only loyd can be run here", stage.join(" ")),
    }
}

/// Runs a pipe: the exit code of its last command, and what that printed.
fn run(command: &str, folder: &Path) -> (Option<i32>, String) {
    let mut input = Stdio::null();
    let mut children = Vec::new();
    let stages = stages(command);
    for (index, stage) in stages.iter().enumerate() {
        let last = index + 1 == stages.len();
        let mut child = Command::new(env!("CARGO_BIN_EXE_loyd"))
            .args(arguments(stage))
            .current_dir(folder)
            .env("LOYD_CACHE", folder.join("tables"))
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(if last { Stdio::piped() } else { Stdio::null() })
            .spawn()
            .expect("the binary starts");
        input = match child.stdout.take_if(|_| !last) {
            Some(stdout) => stdout.into(),
            None => Stdio::null(),
        };
        children.push(child);
    }
    let last = children.pop().expect("a command has a stage");
    let output = last.wait_with_output().expect("the binary ends");
    for mut child in children {
        child.wait().expect("the binary ends");
    }
    let both = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&both).into_owned())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An empty folder with a copy of `data/`.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("data")).expect("the folder can be made");
    for file in fs::read_dir(root().join("data")).expect("data/ is there").flatten() {
        fs::copy(file.path(), folder.join("data").join(file.file_name()))
            .expect("it can be copied");
    }
    folder
}

#[test]
fn every_command_of_the_readme_does_what_it_says() {
    let readme = fs::read_to_string(root().join("README.md")).expect("README.md is there");
    let examples = examples(&readme);
    assert!(!examples.is_empty(), "the README has no command that can be run");
    let folder = folder();
    let mut wrong = Vec::new();
    for Example { line, command, exit, output } in examples {
        let (code, printed) = run(&command, &folder);
        let missing = output.iter().find(|shown| {
            !shown.contains('…') && !printed.lines().any(|printed| printed.trim() == **shown)
        });
        if code != Some(exit) {
            wrong.push(format!(
                "README.md:{line}: {command}\nexit {code:?}, not {exit}:\n{printed}"
            ));
        } else if let Some(shown) = missing {
            wrong.push(format!("README.md:{line}: {command}\nno line {shown:?} in\n{printed}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn commands_are_found_in_the_blocks_that_are_run() {
    let markdown = "```sh ignore\nno\n```\n```sh\n# why\nloyd a # exits with 3\n```\n\
                    ```console\n$ loyd b\nshown\n```\ntext\n```rust\nno\n```\n";
    let example = |line, command: &str, exit, output: &[&str]| Example {
        line,
        command: command.into(),
        exit,
        output: output.iter().map(|&line| line.into()).collect(),
    };
    let expected = [example(6, "loyd a", 3, &[]), example(9, "loyd b", 0, &["shown"])];
    assert_eq!(examples(markdown), expected);
}

#[test]
fn pipes_and_quotes_are_understood() {
    let expected = [vec!["loyd", "a b", "", "c|d"], vec!["loyd", "-"]];
    assert_eq!(stages("loyd \"a b\" '' 'c|d' | loyd -"), expected);
}
