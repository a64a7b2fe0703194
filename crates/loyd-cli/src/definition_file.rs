//! Puzzles from definition files: the file is read here, and its text handed to the library.

use crate::files;
use loyd::PuzzleName;
use loyd_search::quote::shortened;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Endings of files that hold definitions.
const ENDINGS: [&str; 3] = ["json", "def", "tws"];

/// Bytes of the longest definition file.
const MAX_BYTES: u64 = 1 << 23;

/// The puzzle and the shape that a file defines; `None` if the text does not name a definition file.
pub(super) fn read(text: &str) -> Option<Result<(PuzzleName, String), String>> {
    let path = Path::new(text);
    let ending = path.extension()?.to_str()?;
    ENDINGS
        .iter()
        .any(|known_ending| ending.eq_ignore_ascii_case(known_ending))
        .then(|| define(path, text))
}

fn define(path: &Path, name: &str) -> Result<(PuzzleName, String), String> {
    let name = shortened(name);
    files::reading(path).map_err(|failure| failure.to_string())?;
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    let read = file.take(MAX_BYTES).read_to_end(&mut bytes);
    read.map_err(|error| format!("cannot read {name}: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{name} is not text in UTF-8"))?;
    loyd::define(&text).map_err(|why| format!("{name}: {why}"))
}
