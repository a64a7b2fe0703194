//! Documents in Markdown, with the common form of tables; no pictures.

use super::model::{Document, Part, Table};
use std::fmt::Write;

/// A document in Markdown.
pub fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n\n", escape(&document.title));
    for (name, what) in &document.facts {
        let _ = if name == "command" {
            writeln!(text, "- {name}: `{}`", what.replace('`', "'"))
        } else {
            writeln!(text, "- {name}: {}", escape(what))
        };
    }
    for alarm in &document.alarms {
        let _ = writeln!(text, "\n> **ERROR**: {}", escape(alarm));
    }
    for section in &document.sections {
        let _ = writeln!(text, "\n## {}", escape(&section.title));
        for part in &section.parts {
            match part {
                Part::Paragraph(words) => {
                    let _ = writeln!(text, "\n{}", escape(words));
                }
                Part::List(items) => {
                    text.push('\n');
                    for item in items {
                        let _ = writeln!(text, "- {}", escape(item));
                    }
                }
                Part::Table(of) => text += &table(of),
                Part::Chart(_) => {}
            }
        }
    }
    text
}

fn table(table: &Table) -> String {
    let mut text = format!("\n**{}**\n\n", escape(&table.caption));
    text += &head(table.columns.iter().map(|column| (&column.name[..], column.numeric)));
    for line in &table.rows {
        text += &row(line.iter().map(|field| &field.text));
    }
    text
}

/// The first two lines of a table: the names of columns, and their alignment, right for numbers.
pub(crate) fn head<'a>(columns: impl Iterator<Item = (&'a str, bool)> + Clone) -> String {
    let rule = |numeric: bool| if numeric { "---:" } else { "---" };
    let rules: Vec<&str> = columns.clone().map(|(_, numeric)| rule(numeric)).collect();
    row(columns.map(|(name, _)| name)) + &format!("| {} |\n", rules.join(" | "))
}

/// A line of a table.
pub(crate) fn row(fields: impl Iterator<Item = impl AsRef<str>>) -> String {
    let fields: Vec<String> = fields.map(|field| escape(field.as_ref())).collect();
    format!("| {} |\n", fields.join(" | "))
}

/// Text without Markdown syntax.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            escaped.push('\\');
        }
        escaped.push(if character == '\n' { ' ' } else { character });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Field;

    #[test]
    fn tables_have_as_many_fields_as_columns() {
        let mut of = Table::new("a | b", &["name", "#number"]);
        of.rows.push(vec![Field::words("x|y"), Field::words("1")]);
        let text = table(&of);
        let lines: Vec<&str> = text.lines().skip(3).collect();
        assert_eq!(lines, ["| name | number |", "| --- | ---: |", "| x\\|y | 1 |"]);
    }
}
