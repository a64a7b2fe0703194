//! Documents as text: tables in columns, no pictures; nothing but commands is wider than the width
//! that the caller gives, so that a terminal breaks no line.

use super::model::{Document, Field, Part, Table};
use std::fmt::Write;

/// The allowed widths of lines, in characters; files have the widest.
pub const WIDTHS: std::ops::RangeInclusive<usize> = 40..=100;
/// The narrowest column of words that is broken to make a table fit.
const NARROWEST: usize = 10;

/// A document as text, in lines of at most `width` characters; a width outside of [`WIDTHS`] is the
/// nearest one inside.
pub fn text(document: &Document, width: usize) -> String {
    let limit = width.clamp(*WIDTHS.start(), *WIDTHS.end());
    let mut text = format!("{}\n\n", document.title);
    let widest = document.facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, what) in &document.facts {
        let name = format!("{name:<widest$}  ");
        if name.starts_with("command ") {
            // To be pasted: in one piece.
            let _ = writeln!(text, "{name}{what}");
        } else {
            text += &wrap(what, &name, &" ".repeat(widest + 2), limit);
        }
    }
    for alarm in &document.alarms {
        text.push('\n');
        text += &wrap(alarm, "ERROR: ", "       ", limit);
    }
    for section in &document.sections {
        let _ = write!(text, "\n== {} ==\n", section.title);
        for part in &section.parts {
            match part {
                Part::Paragraph(words) => {
                    text.push('\n');
                    text += &wrap(words, "", "", limit);
                }
                Part::List(items) => {
                    text.push('\n');
                    for item in items {
                        text += &wrap(item, "- ", "  ", limit);
                    }
                }
                Part::Table(table) => {
                    text.push('\n');
                    text += &in_columns(table, limit);
                }
                Part::Chart(_) => {}
            }
        }
    }
    text
}

/// Lines of at most `limit` characters.
fn wrap(words: &str, first: &str, other: &str, limit: usize) -> String {
    let (mut text, mut line) = (String::new(), first.to_owned());
    let mut has_words = false;
    for word in words.split_whitespace() {
        if has_words && line.chars().count() + 1 + word.chars().count() > limit {
            text += &line;
            text.push('\n');
            other.clone_into(&mut line);
            has_words = false;
        }
        if has_words {
            line.push(' ');
        }
        line.push_str(word);
        has_words = true;
    }
    text + &line + "\n"
}

/// A table; if it is too wide, its columns are in several blocks, each with the first columns of
/// the rows.
fn in_columns(table: &Table, limit: usize) -> String {
    let labels = table.columns.iter().take_while(|column| !column.numeric).count();
    let mut widths: Vec<usize> = (0..table.columns.len()).map(|at| width(table, at)).collect();
    let min_room = labels * (NARROWEST + 2);
    let others = || widths[labels..].iter().map(|width| width + 2);
    // The labels leave room for all other columns, or else for one of them.
    let for_all = limit.saturating_sub(others().sum());
    let for_one = limit.saturating_sub(others().max().unwrap_or(0)).max(min_room);
    let room = if for_all >= min_room { for_all } else { for_one };
    narrow(&mut widths[..labels], room);
    let of_labels: usize = widths[..labels].iter().map(|width| width + 2).sum();
    let mut text = wrap(&table.caption, "", "", limit);
    let mut blocks: Vec<Vec<usize>> = vec![Vec::new()];
    let mut used = of_labels;
    for (at, width) in widths.iter().enumerate().skip(labels) {
        let needs = width + 2;
        if used + needs > limit && blocks.last().is_some_and(|block| !block.is_empty()) {
            blocks.push(Vec::new());
            used = of_labels;
        }
        used += needs;
        if let Some(block) = blocks.last_mut() {
            block.push(at);
        }
    }
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        let columns: Vec<usize> = (0..labels).chain(block.iter().copied()).collect();
        let names: Vec<&str> = table.columns.iter().map(|column| &column.name[..]).collect();
        text += &line(table, &columns, &widths, &names);
        for row in &table.rows {
            let fields: Vec<&str> = row.iter().map(|Field { text, .. }| &text[..]).collect();
            text += &line(table, &columns, &widths, &fields);
        }
    }
    text
}

/// The widest field of a column.
fn width(table: &Table, column: usize) -> usize {
    let fields = table.rows.iter().filter_map(|row| row.get(column));
    let widest = fields.map(|field| field.text.chars().count()).max().unwrap_or(0);
    widest.max(table.columns[column].name.chars().count())
}

/// Makes columns fit by taking from the widest, two characters between them included.
fn narrow(widths: &mut [usize], room: usize) {
    while widths.iter().map(|width| width + 2).sum::<usize>() > room {
        let Some(widest) = widths.iter_mut().max() else { return };
        if *widest <= NARROWEST {
            return;
        }
        *widest -= 1;
    }
}

/// A row, of several lines where words do not fit.
fn line(table: &Table, columns: &[usize], widths: &[usize], fields: &[&str]) -> String {
    let pieces: Vec<Vec<String>> = columns
        .iter()
        .map(|&at| pieces(fields.get(at).copied().unwrap_or_default(), widths[at]))
        .collect();
    let lines = pieces.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let mut text = String::new();
    for number in 0..lines {
        let mut line = String::new();
        for (&at, pieces) in columns.iter().zip(&pieces) {
            let piece = pieces.get(number).map_or("", String::as_str);
            let width = widths[at];
            let _ = if table.columns[at].numeric {
                write!(line, "  {piece:>width$}")
            } else {
                write!(line, "  {piece:<width$}")
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Text in pieces of at most a width, broken behind commas, brackets and hyphens where there are any.
fn pieces(text: &str, width: usize) -> Vec<String> {
    let mut rest: Vec<char> = text.chars().collect();
    let mut pieces = Vec::new();
    while rest.len() > width {
        let fitting = &rest[..width];
        let at = fitting.iter().rposition(|character| ",(|- ".contains(*character));
        let at = at.map_or(width, |at| at + 1);
        let tail = rest.split_off(at);
        pieces.push(rest.iter().collect::<String>().trim_end().to_owned());
        rest = tail;
    }
    pieces.push(rest.into_iter().collect());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(columns: usize, word: &str) -> Table {
        let names: Vec<String> = (0..columns).map(|number| format!("#column {number}")).collect();
        let mut heads = vec!["algorithm", "heuristic"];
        heads.extend(names.iter().map(String::as_str));
        let mut table = Table::new("a table", &heads);
        for row in 0..3 {
            let mut fields = vec![Field::words(word), Field::words("manhattan")];
            fields.extend((0..columns).map(|at| Field::words(format!("{}", 1000 * row + at))));
            table.rows.push(fields);
        }
        table
    }

    #[test]
    fn tables_of_any_width_fit_and_lose_nothing() {
        let long = "wastar(1.5,ties=fifo)".repeat(9);
        for (columns, word) in [(2, "astar"), (14, "astar"), (40, "wastar(1.5)"), (9, &long)] {
            let table = wide(columns, word);
            for limit in [40, 80, 100] {
                let text = in_columns(&table, limit);
                assert!(text.lines().all(|line| line.chars().count() <= limit), "{text}");
                for row in &table.rows {
                    for field in &row[2..] {
                        assert!(text.split_whitespace().any(|shown| shown == field.text), "{text}");
                    }
                }
                // The pieces of a broken word make the word again.
                let begins = |line: &&str| line.starts_with("  ");
                let first = text.lines().filter(begins).skip(1);
                let shown: String =
                    first.map(|line| line.split_whitespace().next().unwrap_or_default()).collect();
                assert!(shown.contains(word), "{text}");
            }
        }
    }

    #[test]
    fn facts_and_alarms_are_wrapped_and_commands_are_not() {
        let long = "word ".repeat(60);
        let document = Document {
            title: "title".into(),
            facts: vec![("command".into(), long.clone()), ("boards".into(), long.clone())],
            alarms: vec![long.clone()],
            sections: Vec::new(),
        };
        for (width, limit) in [(40, 40), (80, 80), (100, 100), (5, 40), (1000, 100)] {
            let text = text(&document, width);
            let is_wide = |line: &&str| line.chars().count() > limit;
            let wide: Vec<&str> = text.lines().filter(is_wide).collect();
            assert_eq!(wide.len(), 1, "{text}");
            assert!(wide[0].starts_with("command  word word"));
        }
    }
}
