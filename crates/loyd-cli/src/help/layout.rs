//! How the long texts of the help are laid out: by the terminal in the help, by roff in the manual.
//!
//! A text is paragraphs with empty lines between them. In a paragraph, lines without indentation
//! are one sequence of words, wherever they are broken in the source; indented lines are as they are.
//! A line without indentation before indented ones, ending with a colon, is a heading.

use clap::Command;

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

/// A text whose paragraphs are one line each.
fn flowing(text: &str) -> String {
    let mut flowing = String::new();
    let mut open = false;
    for line in text.lines() {
        let running = !line.is_empty() && !line.starts_with(' ');
        if running && open {
            flowing.push(' ');
        } else if !flowing.is_empty() {
            flowing.push('\n');
        }
        flowing += line;
        open = running && !line.ends_with(':');
    }
    flowing
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
                    page += &format!(".SH {}\n", escaped(&first.to_uppercase()));
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
            plain += &format!("\\[u{:04X}]", u32::from(letter));
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
    fn a_manual_has_sections_and_tables() {
        let text = "Examples:\n  a -b \\ …\n\nOne line,\nand another.\n\nLists, of all:\n  e\n";
        assert_eq!(
            roff(text),
            ".SH EXAMPLES\n.nf\n  a \\-b \\e \\[u2026]\n.fi\n.SH NOTES\nOne line, and another.\n\
             .SH LISTS\n.nf\n  e\n.fi\n"
        );
    }
}
