//! Tests of the documents: every command in the `sh` and `console` blocks of the README and of the
//! book is run. Each document has a separate folder with a copy of `data/` and an empty table cache.
//!
//! - The exit code of a command is 0, or N after `# exits with N`.
//! - In `console` blocks commands begin with `$`. Every other line is output: the command must print
//!   it, except lines with `…`, which stand for output that varies.
//! - `loyd …` and `cargo run --release -- …` run the binary that was just built. Pipes and quotes
//!   work as in a shell; all other shell syntax is refused.
//! - A block marked `ignore` is not run.
//! - A block marked `feature=NAME[,NAME]` needs these features of the build. Its commands may also
//!   exit with 2 and name the missing feature.
//!
//! Pictures, recordings, reference and figures of the book are the program's: [`pictures`], `recordings`,
//! [`reference`], [`numbers`].
//! `TRYCMD=overwrite` writes them anew, as it does transcripts.

mod bars;
mod numbers;
mod pictures;
#[cfg(unix)]
mod recordings;
mod reference;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A test for each document with commands.
macro_rules! documents {
    ($($test:ident: $path:literal,)+) => {
        /// The documents that have a test.
        const TESTED: &[&str] = &[$($path),+];

        $(
            #[test]
            fn $test() {
                check_document($path, stringify!($test));
            }
        )+
    };
}

documents! {
    readme: "README.md",
    start: "book/src/start.md",
    state_spaces: "book/src/ideas/state-spaces.md",
    heuristic_functions: "book/src/ideas/heuristics.md",
    pattern_databases: "book/src/ideas/pattern-databases.md",
    enumeration: "book/src/ideas/enumeration.md",
    teacher: "book/src/recipes/teacher.md",
    researcher: "book/src/recipes/researcher.md",
    hobbyist: "book/src/recipes/hobbyist.md",
    embedder: "book/src/recipes/embedder.md",
    batches: "book/src/guide/batches.md",
    command_line: "book/src/guide/command-line.md",
    compare: "book/src/guide/compare.md",
    cubes: "book/src/guide/cubes.md",
    enumerate: "book/src/guide/enumerate.md",
    graphs: "book/src/guide/graphs.md",
    heuristics: "book/src/guide/heuristics.md",
    solve: "book/src/guide/solve.md",
    tables: "book/src/guide/tables.md",
    works: "book/src/works.md",
    fast: "book/src/fast.md",
    numbers: "book/src/numbers.md",
}

/// The pages of the book without commands that can be run; the reference has no commands either.
const PROSE_ONLY: &[&str] = &[
    "book/src/README.md",
    "book/src/SUMMARY.md",
    "book/src/guide/install.md",
    "book/src/guide/library.md",
    "book/src/guide/page-and-server.md",
];

/// A command of a document.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    line: usize,
    command: String,
    exit: i32,
    output: Vec<String>,
    features: Vec<String>,
}

/// The first line of a block: its language and the words after it.
#[derive(Debug)]
struct BlockInfo<'a> {
    language: &'a str,
    ignored: bool,
    features: Vec<String>,
}

impl<'a> BlockInfo<'a> {
    fn parse(info: &'a str) -> Self {
        let mut words = info.split_whitespace();
        let language = words.next().unwrap_or_default();
        let mut block = BlockInfo { language, ignored: false, features: vec![] };
        for word in words {
            match word.strip_prefix("feature=") {
                Some(names) => block.features.extend(names.split(',').map(str::to_owned)),
                None if word == "ignore" => block.ignored = true,
                None if word.starts_with("file=") => {}
                None => panic!("unknown word {word:?} after ```{language}"),
            }
        }
        block
    }
}

/// The files that a document shows, from blocks such as ```` ```python file=mine.py ````.
fn files(markdown: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut is_file = false;
    for line in markdown.lines() {
        if let Some(info) = line.strip_prefix("```") {
            let name = info.split_whitespace().find_map(|word| word.strip_prefix("file="));
            is_file = !is_file && name.is_some();
            if let (true, Some(name)) = (is_file, name) {
                files.push((name.to_owned(), String::new()));
            }
        } else if let (true, Some((_, content))) = (is_file, files.last_mut()) {
            *content += line;
            content.push('\n');
        }
    }
    files
}

/// The commands in the blocks that are run.
fn examples(markdown: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut block: Option<BlockInfo<'_>> = None;
    for (number, line) in markdown.lines().enumerate() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            block = block.is_none().then(|| BlockInfo::parse(info));
            continue;
        }
        let Some(block) = block.as_ref().filter(|block| !block.ignored) else { continue };
        let language = block.language;
        let typed = match language {
            "sh" => Some(line.trim()).filter(|line| !line.is_empty() && !line.starts_with('#')),
            "console" => line.trim().strip_prefix("$ "),
            _ => continue,
        };
        match (typed, examples.last_mut()) {
            (Some(typed), _) => {
                let (command, exit) = typed.split_once("# exits with ").unwrap_or((typed, "0"));
                let exit = exit.trim().parse().expect("a number after `# exits with`");
                let command = command.trim().to_owned();
                let features = block.features.clone();
                let line = number + 1;
                examples.push(Example { line, command, exit, output: vec![], features });
            }
            (None, Some(example)) if language == "console" => {
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

/// Runs a pipe; returns the exit code and the output of its last command.
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

/// The path and text of every page of the book.
fn pages() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    let mut folders = vec!["book/src".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).expect("the folder can be read").flatten() {
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(path);
            } else if entry.path().extension().is_some_and(|ending| ending == "md") {
                pages.push((path, fs::read_to_string(entry.path()).expect("the page is text")));
            }
        }
    }
    pages
}

/// Returns the difference between a file of the book and the text that the program makes for it; with
/// `TRYCMD=overwrite` the file is written instead.
fn stale_file(path: &str, made: &str) -> Option<String> {
    let file = root().join(path);
    if std::env::var("TRYCMD").is_ok_and(|wish| wish == "overwrite") {
        fs::write(&file, made).expect("the folder is there");
    }
    let stored = fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    let differs = stored.lines().zip(made.lines()).position(|(stored, made)| stored != made);
    let line = differs.unwrap_or_else(|| stored.lines().count().min(made.lines().count()));
    (stored != made).then(|| {
        let line = line + 1;
        format!("{path}:{line} is stale: TRYCMD=overwrite cargo test -p loyd-cli --test readme")
    })
}

/// An empty folder with a copy of `data/`.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("data")).expect("the folder can be made");
    for file in fs::read_dir(root().join("data")).expect("data/ is there").flatten() {
        fs::copy(file.path(), folder.join("data").join(file.file_name()))
            .expect("it can be copied");
    }
    folder
}

/// True if a command has printed that the build lacks one of these features.
fn is_left_out(features: &[String], code: Option<i32>, printed: &str) -> bool {
    let is_named = |name: &String| printed.contains(name.as_str());
    code == Some(2) && printed.contains("feature") && features.iter().any(is_named)
}

/// Runs the commands of a document and compares their exit codes and their output.
fn check_document(path: &str, name: &str) {
    let text = fs::read_to_string(root().join(path)).expect("the document is there");
    let examples = examples(&text);
    assert!(!examples.is_empty(), "{path} has no command to run: add it to PROSE_ONLY");
    let folder = folder(name);
    for (file, content) in files(&text) {
        fs::write(folder.join(file), content).expect("written");
    }
    let mut wrong = Vec::new();
    for Example { line, command, exit, output, features } in examples {
        let (code, printed) = run(&command, &folder);
        if is_left_out(&features, code, &printed) {
            continue;
        }
        let missing = output.iter().find(|expected| {
            !expected.contains('…') && !printed.lines().any(|printed| printed.trim() == **expected)
        });
        if code != Some(exit) {
            wrong.push(format!("{path}:{line}: {command}\nexit {code:?}, not {exit}:\n{printed}"));
        } else if let Some(expected) = missing {
            wrong.push(format!("{path}:{line}: {command}\nno line {expected:?} in\n{printed}"));
        }
    }
    wrong.extend(pictures::differences(&text, &folder));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn pages_of_the_book_have_a_test_or_are_prose() {
    for (path, text) in pages() {
        if TESTED.contains(&path.as_str()) {
            continue;
        }
        let is_prose = PROSE_ONLY.contains(&path.as_str()) || path.contains("/reference/");
        assert!(is_prose, "{path} has no test in tests/readme/main.rs");
        assert_eq!(examples(&text), [], "{path} is listed as prose only and has commands");
    }
}

#[test]
fn the_summary_lists_every_page_of_the_book() {
    let summary = fs::read_to_string(root().join("book/src/SUMMARY.md")).expect("the summary");
    for (path, _) in pages().iter().filter(|(path, _)| !path.ends_with("SUMMARY.md")) {
        let link = format!("]({})", path.trim_start_matches("book/src/"));
        assert_eq!(summary.matches(&link).count(), 1, "book/src/SUMMARY.md: {link}");
    }
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
        features: vec![],
    };
    let expected = [example(6, "loyd a", 3, &[]), example(9, "loyd b", 0, &["shown"])];
    assert_eq!(examples(markdown), expected);
}

#[test]
fn pipes_and_quotes_are_understood() {
    let expected = [vec!["loyd", "a b", "", "c|d"], vec!["loyd", "-"]];
    assert_eq!(stages("loyd \"a b\" '' 'c|d' | loyd -"), expected);
}

#[test]
fn a_missing_feature_is_accepted_only_in_marked_blocks() {
    let marked = examples("```sh feature=graph,parquet\nloyd graph\n```\n");
    assert_eq!(marked[0].features, ["graph", "parquet"]);
    let answer = "loyd graph is not in this build: install it with --features graph";
    assert!(is_left_out(&marked[0].features, Some(2), answer));
    assert!(!is_left_out(&marked[0].features, Some(1), answer));
    assert!(!is_left_out(&[], Some(2), answer));
    assert!(!is_left_out(&marked[0].features, Some(2), "unknown option"));
}
