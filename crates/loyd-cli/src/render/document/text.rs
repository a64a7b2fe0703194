//! A report as text: tables in columns, no pictures.

use crate::compare::document::{Document, Part, Table};
use std::fmt::Write;

/// The report.
pub(crate) fn text(document: &Document) -> String {
    let mut text = format!("{}\n\n", document.title);
    let widest = document.facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, what) in &document.facts {
        let _ = writeln!(text, "{name:<widest$}  {what}");
    }
    for alarm in &document.alarms {
        let _ = writeln!(text, "\nERROR: {alarm}");
    }
    for section in &document.sections {
        let _ = write!(text, "\n== {} ==\n", section.title);
        for part in &section.parts {
            match part {
                Part::Paragraph(words) => {
                    text.push('\n');
                    text += &wrapped(words, "", "");
                }
                Part::List(items) => {
                    text.push('\n');
                    for item in items {
                        text += &wrapped(item, "- ", "  ");
                    }
                }
                Part::Table(table) => {
                    text.push('\n');
                    text += &in_columns(table);
                }
                Part::Chart(_) => {}
            }
        }
    }
    text
}

/// Lines of at most a hundred characters.
fn wrapped(words: &str, first: &str, other: &str) -> String {
    const WIDTH: usize = 100;
    let (mut text, mut line) = (String::new(), first.to_owned());
    let mut begun = false;
    for word in words.split_whitespace() {
        if begun && line.chars().count() + 1 + word.chars().count() > WIDTH {
            text += &line;
            text.push('\n');
            other.clone_into(&mut line);
            begun = false;
        }
        if begun {
            line.push(' ');
        }
        line.push_str(word);
        begun = true;
    }
    text + &line + "\n"
}

fn in_columns(table: &Table) -> String {
    let width = |column: usize| {
        let fields = table.rows.iter().filter_map(|row| row.get(column));
        let widest = fields.map(|field| field.text.chars().count()).max().unwrap_or(0);
        widest.max(table.columns[column].name.chars().count())
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let line = |fields: &mut dyn Iterator<Item = &str>| {
        let mut line = String::from(" ");
        for ((field, column), width) in fields.zip(&table.columns).zip(&widths) {
            let _ = if column.numeric {
                write!(line, " {field:>width$} ")
            } else {
                write!(line, " {field:<width$} ")
            };
        }
        format!("{}\n", line.trim_end())
    };
    let mut text = format!("{}\n", table.caption);
    text += &line(&mut table.columns.iter().map(|column| &column.name[..]));
    for row in &table.rows {
        text += &line(&mut row.iter().map(|field| &field.text[..]));
    }
    text
}
