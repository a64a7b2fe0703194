//! Positions and goals in separate files: patterns of cubing.js and scrambles of twsearch.

use crate::definition_file::text_of_bytes;
use crate::files;
use std::path::Path;

/// Endings of files that hold a position.
const ENDINGS: [&str; 4] = ["json", "scr", "tws", "def"];

/// Bytes of the longest file.
const MAX_BYTES: u64 = 1 << 22;

/// The text of a position: that of the file if the argument names one by its ending, else the argument.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn text(argument: &str) -> Result<String, String> {
    let path = Path::new(argument.trim());
    let ending = path.extension().and_then(|ending| ending.to_str());
    let is_known = |ending: &str| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known));
    if argument.contains('\n') || !ending.is_some_and(is_known) {
        return Ok(argument.to_owned());
    }
    let bytes = files::read(path, MAX_BYTES).map_err(|failure| failure.to_string())?;
    Ok(text_of_bytes(&bytes))
}
