//! Rows as text: lines for `LOAD DATA LOCAL`, and `INSERT` statements of many rows.

use crate::key::{Keys, Rows};
use mysql::LocalInfileHandler;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of an `INSERT` beyond which longer ones are not faster.
const LONG: usize = 1 << 20;

/// Bytes of a statement that are not its rows.
const REST: usize = 256;

/// The rows that the server reads next as a file, under any name.
#[derive(Default)]
pub(super) struct RowFile(Arc<Mutex<Vec<u8>>>);

impl RowFile {
    /// The source of the file.
    pub(super) fn handler(&self) -> LocalInfileHandler {
        let rows = Arc::clone(&self.0);
        LocalInfileHandler::new(move |_, file| {
            let rows = std::mem::take(&mut *rows.lock().unwrap_or_else(PoisonError::into_inner));
            file.write_all(&rows)
        })
    }

    /// Replaces the contents: a line for each row, its fields separated by tabs.
    pub(super) fn fill(&self, rows: &Rows) {
        let mut text = String::with_capacity(32 * rows.len());
        for row in 0..rows.len() {
            match &rows.keys {
                Keys::Numbers(numbers) => push(&mut text, numbers[row]),
                Keys::Bytes { length, bytes } => hex(&mut text, &bytes[row * length..][..*length]),
            }
            text.push('\t');
            push(&mut text, rows.levels[row].into());
            text.push('\t');
            match rows.moves[row] {
                Some(mv) => push(&mut text, mv.into()),
                None => text.push_str("\\N"),
            }
            if let Some(position) = rows.positions.get(row) {
                text.push('\t');
                for c in position.chars() {
                    if matches!(c, '\\' | '\t' | '\n') {
                        text.push('\\');
                    }
                    text.push(c);
                }
            }
            text.push('\n');
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = text.into_bytes();
    }
}

/// The statement that reads the file.
pub(super) fn statement(rows: &Rows) -> String {
    let position = if rows.positions.is_empty() { "" } else { ", position" };
    let columns = match &rows.keys {
        Keys::Numbers(_) => format!("(\"key\", level, move{position})"),
        Keys::Bytes { .. } => format!("(@k, level, move{position}) SET \"key\" = unhex(@k)"),
    };
    format!("LOAD DATA LOCAL INFILE 'rows' INTO TABLE state CHARACTER SET utf8mb4 {columns}")
}

/// `INSERT` statements of at most this many bytes each.
pub(super) fn inserts(rows: &Rows, longest: usize) -> impl Iterator<Item = String> {
    let max_bytes = longest.min(LONG).saturating_sub(REST);
    let mut next = 0;
    std::iter::from_fn(move || {
        let mut statement = String::new();
        while next < rows.len() {
            let before = statement.len();
            statement.push_str(if before == 0 { "INSERT INTO state VALUES " } else { "," });
            values(&mut statement, rows, next);
            if before > 0 && statement.len() > max_bytes {
                statement.truncate(before);
                break;
            }
            next += 1;
        }
        (!statement.is_empty()).then_some(statement)
    })
}

fn values(text: &mut String, rows: &Rows, row: usize) {
    text.push('(');
    match &rows.keys {
        Keys::Numbers(numbers) => push(text, numbers[row]),
        Keys::Bytes { length, bytes } => {
            text.push_str("X'");
            hex(text, &bytes[row * length..][..*length]);
            text.push('\'');
        }
    }
    text.push(',');
    push(text, rows.levels[row].into());
    text.push(',');
    match rows.moves[row] {
        Some(mv) => push(text, mv.into()),
        None => text.push_str("NULL"),
    }
    if let Some(position) = rows.positions.get(row) {
        text.push_str(",'");
        for c in position.chars() {
            if matches!(c, '\\' | '\'') {
                text.push('\\');
            }
            text.push(c);
        }
        text.push('\'');
    }
    text.push(')');
}

fn push(text: &mut String, number: i64) {
    // Writing to a text cannot fail.
    let _ = write!(text, "{number}");
}

fn hex(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::{Key, KeyForm};

    fn rows(count: usize) -> Rows {
        let mut rows = Rows::new(KeyForm::Bytes(2));
        for number in 0..count {
            rows.keys.push(&Key::Bytes((number as u16).to_be_bytes().into()));
            rows.levels.push(7);
            rows.moves.push(Some(3).filter(|_| number > 0));
            rows.positions.push("a'b\\\t".to_owned());
        }
        rows
    }

    #[test]
    fn inserts_have_every_row_and_keep_to_the_limit() {
        let rows = rows(1000);
        for longest in [0, 300, 1000, 1 << 30] {
            let all: Vec<String> = inserts(&rows, longest).collect();
            let count: usize = all.iter().map(|one| one.matches("(X'").count()).sum();
            assert_eq!(count, 1000);
            assert!(all.iter().all(|one| one.len() <= longest.max(300)), "{longest}");
        }
        let first = inserts(&rows, 0).next();
        let expected = "INSERT INTO state VALUES (X'0000',7,NULL,'a\\'b\\\\\t')";
        assert_eq!(first.as_deref(), Some(expected));
    }

    #[test]
    fn lines_escape_what_separates_them() {
        let file = RowFile::default();
        file.fill(&rows(2));
        let text = String::from_utf8(file.0.lock().expect("rows").clone()).expect("text");
        assert_eq!(text, "0000\t7\t\\N\ta'b\\\\\\\t\n0001\t7\t3\ta'b\\\\\\\t\n");
    }
}
