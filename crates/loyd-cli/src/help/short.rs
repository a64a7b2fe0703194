//! The short help (`-h`): at most 40 lines for a command. `--help` has everything.

use clap::builder::Resettable;
use clap::{Arg, Command};

/// The maximum number of lines.
const MAX_LINES: usize = 40;

/// The maximum number of examples.
const MAX_EXAMPLES: usize = 3;

const MORE: &str = "`--help` describes all options.";

/// Options that are omitted, the first ones first, until the rest fits.
const OPTIONAL: &[&str] = &[
    "theme",
    "pixels",
    "speed",
    "strip",
    "trace_steps",
    "checkpoint_every",
    "keep_levels",
    "coding",
    "levels",
    "stall_limit",
    "samples",
    "secret",
    "secret_file",
    "pruning",
    "progress",
    "part",
    "trace",
    "no_cache",
    "adapter",
    "network",
    "process",
    "hosts",
    "processes",
    "export",
    "slack",
    "within",
    "preset",
    "db",
    "ids",
    "max_nodes",
    "full",
    "warmup",
    "all",
    "moves",
    "antipodes",
    "plot",
    "encoding",
    "strategy",
    "quiet",
    "show",
    "seed",
    "memory",
    "metric",
    "engine",
    "set",
    "resume",
    "dir",
    "threads",
    "start",
    "count",
    "format",
    "goal",
    "max_time",
    "output",
];

/// The program with a short help for the subcommand that the words name, if its help is long.
pub(crate) fn shortened(program: Command, words: &[&str]) -> Command {
    let path = path(&program, words);
    let lines = |program: &Command| help(program, &path).lines().count();
    if lines(&program) <= MAX_LINES {
        return program;
    }
    let program = program.mut_arg("color", |argument| argument.hide_short_help(true));
    let mut program = edited(program, &path, &brief);
    for option in OPTIONAL {
        if lines(&program) <= MAX_LINES {
            break;
        }
        program = edited(program, &path, &|command| without(command, option));
    }
    if lines(&program) <= MAX_LINES {
        return program;
    }
    edited(program, &path, &|command| command.after_help(MORE))
}

/// The names of a command and its subcommand among the words.
fn path(program: &Command, words: &[&str]) -> Vec<String> {
    let mut command = program;
    let mut path = Vec::new();
    for word in words {
        if let Some(below) = command.find_subcommand(word) {
            command = below;
            path.push(below.get_name().to_owned());
        }
    }
    path
}

/// The program with one of its commands changed.
fn edited(program: Command, path: &[String], edit: &dyn Fn(Command) -> Command) -> Command {
    match path {
        [] => edit(program),
        [name, rest @ ..] => program.mut_subcommand(name, |below| edited(below, rest, edit)),
    }
}

/// The short help of a command of the program.
fn help(program: &Command, path: &[String]) -> String {
    let mut program = program.clone();
    program.build();
    let mut command = &mut program;
    for name in path {
        command = command.find_subcommand_mut(name).expect("a command of the path");
    }
    command.render_help().to_string()
}

/// A command with the first sentences of its texts and its first examples.
fn brief(command: Command) -> Command {
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    command.mut_args(brief_argument).after_help(first_examples(&after))
}

/// A command whose short help omits an option.
fn without(command: Command, option: &str) -> Command {
    if command.get_arguments().any(|argument| argument.get_id() == option) {
        return command.mut_arg(option, |argument| argument.hide_short_help(true));
    }
    command
}

fn brief_argument(argument: Arg) -> Arg {
    let text = argument.get_help().map(|text| first_sentence(&text.to_string()));
    let argument = argument.help_heading(Resettable::Reset);
    match text {
        Some(text) => argument.help(text),
        None => argument,
    }
}

/// A text up to its first full stop or semicolon.
fn first_sentence(text: &str) -> String {
    let end = [". ", "; "].iter().filter_map(|end| text.find(end)).min();
    text[..end.unwrap_or(text.len())].to_owned()
}

/// The first lines of the examples, and where the rest is.
fn first_examples(after: &str) -> String {
    let lines = after.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = lines.take_while(|line| line.starts_with("  "));
    // Remarks are indented further.
    let commands = lines.filter(|line| !line.starts_with("   ")).take(MAX_EXAMPLES);
    let commands: Vec<&str> = commands.collect();
    if commands.is_empty() {
        return MORE.to_owned();
    }
    format!("Examples:\n{}\n\n{MORE}", commands.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::program;

    /// The words of every command and subcommand.
    fn all(command: &Command, before: &[String]) -> Vec<Vec<String>> {
        let mut lists = vec![before.to_vec()];
        for below in command.get_subcommands().filter(|it| it.get_name() != "help") {
            lists.extend(all(below, &[before, &[below.get_name().to_owned()]].concat()));
        }
        lists
    }

    fn short(words: &[&str], width: usize) -> String {
        let program = shortened(program().term_width(width), words);
        help(&program, &path(&program, words))
    }

    #[test]
    fn every_short_help_has_at_most_40_lines() {
        for width in [80, 100] {
            for words in all(&program(), &[]) {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let text = short(&words, width);
                let lines = text.lines().count();
                assert!(lines <= MAX_LINES, "{lines} lines of {words:?} at {width}:\n{text}");
                let longest = text.lines().map(|line| line.chars().count()).max();
                assert!(longest.is_some_and(|longest| longest <= width), "{words:?}:\n{text}");
            }
        }
    }

    #[test]
    fn the_short_help_of_solve_has_the_important_options_and_no_rare_ones() {
        let text = short(&["solve"], 100);
        for option in ["--input", "--puzzle", "--goal", "--algorithm", "--heuristic", "--max-time"]
        {
            assert!(text.contains(option), "{option} in\n{text}");
        }
        for option in ["--pixels", "--trace-steps", "--checkpoint-every"] {
            assert!(!text.contains(option), "{option} in\n{text}");
        }
        assert!(text.trim_end().ends_with(MORE));
    }

    #[test]
    fn sentences_and_examples_are_cut() {
        let text = "Time limit, such as 1.5s; for each. More";
        assert_eq!(first_sentence(text), "Time limit, such as 1.5s");
        assert_eq!(first_sentence("The size"), "The size");
        let after = "Examples:\n  a\n      remark\n  b   c\n  d\n  e\n\nNotes.";
        assert_eq!(first_examples(after), format!("Examples:\n  a\n  b   c\n  d\n\n{MORE}"));
        assert_eq!(first_examples("Notes."), MORE);
    }
}
