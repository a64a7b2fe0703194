//! Rows as the lines of a file for `LOAD DATA LOCAL`.

use crate::key::{Keys, Rows};
use mysql::LocalInfileHandler;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

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
    fn lines_escape_separators() {
        let file = RowFile::default();
        file.fill(&rows(2));
        let text = String::from_utf8(file.0.lock().expect("rows").clone()).expect("text");
        assert_eq!(text, "0000\t7\t\\N\ta'b\\\\\\\t\n0001\t7\t3\ta'b\\\\\\\t\n");
    }
}
