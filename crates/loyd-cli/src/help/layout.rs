//! The layout of the long texts of the help: by the terminal in the help, by roff in the manual.
//!
//! A text is paragraphs with empty lines between them. In a paragraph, lines without indentation
//! are one sequence of words, wrapped anew; indented lines stay unchanged.
//! A line without indentation before indented ones, ending with a colon, is a heading.

use clap::Command;
use std::fmt::Write;

/// The whole program with its texts ready to be wrapped to the width of any terminal.
pub(crate) fn laid_out(command: Command) -> Command {
    let short = command.get_after_help().map(|text| flowing(&text.to_string()));
    let long = command.get_after_long_help().map(|text| flowing(&text.to_string()));
    let mut command = command;
    if let Some(text) = short {
        command = command.after_help(text);
    }
    if let Some(text) = long {
        command = command.after_long_help(text);
    }
    command.mut_subcommands(laid_out)
}

/// A text whose paragraphs are one line each, its tables fit for a terminal of usual width.
fn flowing(text: &str) -> String {
    let mut flowing: Vec<String> = Vec::new();
    let mut lines = text.lines().peekable();
    let mut open = false;
    while let Some(line) = lines.next() {
        if line.starts_with(' ') {
            let mut table = vec![line];
            while let Some(line) = lines.next_if(|next| next.starts_with(' ')) {
                table.push(line);
            }
            flowing.extend(fitted(&table));
            open = false;
        } else if open && !line.is_empty() {
            let last = flowing.last_mut().expect("a line that is open");
            *last = format!("{last} {line}");
            open = !line.ends_with(':');
        } else {
            flowing.push(line.to_owned());
            open = !line.is_empty() && !line.ends_with(':');
        }
    }
    flowing.join("\n")
}

/// Columns that every terminal has.
const COLUMNS: usize = 80;

/// Indented lines that fit the usual width: where a table of commands and remarks does not, the remarks
/// come below the commands; remarks are wrapped.
fn fitted(table: &[&str]) -> Vec<String> {
    /// Remarks are indented so far.
    const REMARK: &str = "      ";
    let is_wide = table.iter().any(|line| line.chars().count() > COLUMNS);
    let mut lines: Vec<String> = Vec::new();
    for line in table {
        let parts = line.trim_start().split_once("  ").filter(|_| is_wide);
        match parts.filter(|_| !line.starts_with(REMARK)) {
            Some((command, remark)) => {
                lines.push(format!("  {command}"));
                lines.extend(wrapped(remark.trim_start(), REMARK.len()));
            }
            None if line.chars().count() > COLUMNS && line.starts_with(REMARK) => {
                lines.extend(wrapped(line.trim_start(), indentation(line)));
            }
            None => lines.push((*line).to_owned()),
        }
    }
    lines
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Words in lines with an indentation.
fn wrapped(words: &str, indentation: usize) -> Vec<String> {
    let mut lines = vec![" ".repeat(indentation)];
    for word in words.split_whitespace() {
        let last = lines.last_mut().expect("there is one");
        if last.trim().is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() < COLUMNS {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(" ".repeat(indentation) + word);
        }
    }
    lines
}

/// A text as sections of a manual page.
pub(crate) fn roff(text: &str) -> String {
    let mut page = String::new();
    let mut in_examples = false;
    for paragraph in flowing(text).split("\n\n") {
        let mut lines = paragraph.lines().peekable();
        while let Some(line) = lines.next() {
            let heading = line.strip_suffix(':').filter(|_| !line.starts_with(' '));
            let before_table = lines.peek().is_some_and(|next| next.starts_with(' '));
            match heading.filter(|_| before_table) {
                Some(heading) => {
                    in_examples = heading == "Examples";
                    let first = heading.split(',').next().unwrap_or_default();
                    let _ = writeln!(page, ".SH {}", escaped(&first.to_uppercase()));
                }
                None if line.starts_with(' ') => {
                    page += ".nf\n";
                    page += &escaped(line);
                    page.push('\n');
                    while let Some(line) = lines.next_if(|next| next.starts_with(' ')) {
                        page += &escaped(line);
                        page.push('\n');
                    }
                    page += ".fi\n";
                }
                None => {
                    page += if std::mem::take(&mut in_examples) { ".SH NOTES\n" } else { ".PP\n" };
                    page += &escaped(line);
                    page.push('\n');
                }
            }
        }
    }
    page
}

/// Text that roff shows as it is, in ASCII.
fn escaped(line: &str) -> String {
    let mut text = String::new();
    if line.starts_with(['.', '\'']) {
        text += "\\&";
    }
    for letter in line.chars() {
        match letter {
            '\\' => text += "\\e",
            '-' => text += "\\-",
            _ => text.push(letter),
        }
    }
    ascii(&text)
}

/// Letters beyond ASCII as roff names them.
pub(crate) fn ascii(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        if letter.is_ascii() {
            plain.push(letter);
        } else {
            let _ = write!(plain, "\\[u{:04X}]", u32::from(letter));
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_flow_and_tables_stay() {
        let text = "Examples:\n  a   b\n  c   d\n\nOne line,\nand another.\n\nTwo:\n  e\nmore";
        assert_eq!(
            flowing(text),
            "Examples:\n  a   b\n  c   d\n\nOne line, and another.\n\nTwo:\n  e\nmore"
        );
    }

    #[test]
    fn a_table_that_is_too_wide_has_its_remarks_below() {
        let wide = "  loyd a              ".to_owned() + &"word ".repeat(14);
        let text = format!("Examples:\n{}\n  loyd b              remark", wide.trim_end());
        let below = "      ".to_owned() + "word ".repeat(14).trim_end();
        assert_eq!(flowing(&text), format!("Examples:\n  loyd a\n{below}\n  loyd b\n      remark"));
    }

    #[test]
    fn every_help_fits_every_terminal() {
        fn check(command: &Command) {
            let texts = [command.get_after_help(), command.get_after_long_help()];
            for text in texts.into_iter().flatten().map(ToString::to_string) {
                for line in text.lines().filter(|line| line.starts_with(' ')) {
                    let name = command.get_name();
                    assert!(line.chars().count() <= COLUMNS, "{name}: {line:?} would be broken");
                }
            }
            command.get_subcommands().for_each(check);
        }
        check(&crate::cli::program());
    }

    #[test]
    fn a_manual_has_sections_and_tables() {
        let text = "Examples:\n  a -b \\ …\n\nOne line,\nand another.\n\nLists, of all:\n  e\n";
        assert_eq!(
            roff(text),
            ".SH EXAMPLES\n.nf\n  a \\-b \\e \\[u2026]\n.fi\n.SH NOTES\nOne line, and another.\n\
             .SH LISTS\n.nf\n  e\n.fi\n"
        );
    }
}
