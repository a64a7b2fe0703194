//! CSV: `key,position,level,move,parent`, a line for each state.
//!
//! Keys that are integers are decimal numbers, others hexadecimal digits. `move` and `parent` of the
//! start are empty.

use super::blocks;
use crate::backend::Backend;
use crate::error::Result;
use crate::key::Key;
use loyd_search::observe::Cancel;
use std::fmt::Write as _;
use std::io::Write;

/// Writes all states; returns their number, or `None` if it was cancelled.
///
/// # Errors
/// If the database holds no graph or fails, or `to` fails.
pub fn write(
    backend: &mut dyn Backend,
    cancel: &Cancel,
    to: &mut dyn Write,
) -> Result<Option<u64>> {
    to.write_all(b"key,position,level,move,parent\n")?;
    let mut lines = String::new();
    blocks(backend, cancel, &mut |block, moves| {
        lines.clear();
        for row in 0..block.rows.len() {
            push_key(&mut lines, &Key::at(&block.rows.keys, row));
            lines.push(',');
            push_text(&mut lines, &block.positions[row]);
            let _ = write!(lines, ",{},", block.rows.levels[row]);
            let mv = block.rows.moves[row].and_then(|mv| moves.get(usize::from(mv)));
            lines.push_str(mv.map_or("", |mv| &mv.name));
            lines.push(',');
            if let Some(parent) = &block.parents[row] {
                push_key(&mut lines, parent);
            }
            lines.push('\n');
        }
        Ok(to.write_all(lines.as_bytes())?)
    })
}

fn push_key(line: &mut String, key: &Key) {
    match key {
        Key::Number(number) => {
            let _ = write!(line, "{number}");
        }
        Key::Bytes(bytes) => {
            for byte in bytes {
                let _ = write!(line, "{byte:02x}");
            }
        }
    }
}

/// Appends a text, quoted if it has to be.
fn push_text(line: &mut String, text: &str) {
    if text.contains([',', '"', '\n']) {
        let _ = write!(line, "\"{}\"", text.replace('"', "\"\""));
    } else {
        line.push_str(text);
    }
}
