//! Puzzles from definition files: the file is read here, and its text or its rows handed to the library.

use crate::{files, rows};
use loyd::PuzzleName;
use loyd_search::quote::shortened;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The notes about the definitions that were read: the options are known only later.
static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Endings of files that hold definitions; tables of edges have the last ones.
pub(crate) const ENDINGS: [&str; 5] = ["json", "def", "tws", "csv", "parquet"];

/// Endings of tables.
const TABLES: [&str; 2] = ["csv", "parquet"];

/// Bytes of the longest definition file.
const MAX_BYTES: u64 = 1 << 23;

/// The puzzle and the shape that a file defines; `None` if the text does not name a definition file.
pub(super) fn read(text: &str) -> Option<Result<(PuzzleName, String), String>> {
    let path = Path::new(text);
    let ending = path.extension()?.to_str()?;
    let is_one = |endings: &[&str]| endings.iter().any(|it| ending.eq_ignore_ascii_case(it));
    is_one(&ENDINGS).then(|| {
        let (puzzle, shape) = if is_one(&TABLES) { table(path)? } else { define(path, text)? };
        add_notes(&shortened(text), puzzle, &shape);
        Ok((puzzle, shape))
    })
}

/// The puzzle of a file with a table, which is read once in a process.
fn table(path: &Path) -> Result<(PuzzleName, String), String> {
    static TABLES: Mutex<Vec<(PathBuf, PuzzleName, String)>> = Mutex::new(Vec::new());
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, puzzle, shape)) = tables.iter().find(|(known, ..)| known == path) {
        return Ok((*puzzle, shape.clone()));
    }
    let mut rows = rows::open(path).map_err(|failure| failure.to_string())?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let (puzzle, shape) = loyd::define_rows(&name, &mut *rows)
        .map_err(|why| format!("{}: {why}", shortened(&path.to_string_lossy())))?;
    tables.push((path.to_owned(), puzzle, shape.clone()));
    Ok((puzzle, shape))
}

/// Stores the notes about a definition until they are printed.
fn add_notes(name: &str, puzzle: PuzzleName, shape: &str) {
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    for note in loyd::definition_notes(puzzle, shape) {
        let note = format!("{name}: {note}");
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
}

/// Prints the notes about the definitions that were read: the parts of them that were skipped.
pub(crate) fn print_notes(quiet: bool) {
    let notes = std::mem::take(&mut *NOTES.lock().unwrap_or_else(PoisonError::into_inner));
    for note in notes.iter().filter(|_| !quiet) {
        let _ = writeln!(io::stderr(), "note: {note}");
    }
}

fn define(path: &Path, name: &str) -> Result<(PuzzleName, String), String> {
    let name = shortened(name);
    files::reading(path).map_err(|failure| failure.to_string())?;
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    let read = file.take(MAX_BYTES).read_to_end(&mut bytes);
    read.map_err(|error| format!("cannot read {name}: {error}"))?;
    loyd::define(&text_of_bytes(&bytes)).map_err(|why| format!("{name}: {why}"))
}

/// The text of bytes in UTF-8, in UTF-16 with a byte order mark, or else in Latin-1. Names and comments may have any
/// letters; everything else is ASCII.
pub(crate) fn text_of_bytes(bytes: &[u8]) -> String {
    let units = |unit: fn([u8; 2]) -> u16| {
        let pairs = bytes[2..].chunks(2).map(|pair| unit([pair[0], *pair.get(1).unwrap_or(&0)]));
        String::from_utf16_lossy(&pairs.collect::<Vec<u16>>())
    };
    match bytes {
        [0xFF, 0xFE, ..] => units(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => units(u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::text_of_bytes;

    #[test]
    fn texts_of_all_encodings_are_decoded() {
        let text = "Name Würfel # °\n";
        let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let wide = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
        };
        let encoded =
            [text.as_bytes().to_vec(), latin, wide(u16::to_le_bytes), wide(u16::to_be_bytes)];
        for bytes in encoded {
            assert_eq!(text_of_bytes(&bytes), text, "{bytes:?}");
        }
        assert_eq!(text_of_bytes(&[0xFE, 0xFF, 0]), "\0");
        assert_eq!(text_of_bytes(b""), "");
    }
}
