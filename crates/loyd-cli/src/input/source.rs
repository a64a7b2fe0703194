//! A file or standard input as text.

use crate::exit::Failure;
use crate::files;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

/// Maximum number of bytes of a list of boards.
const MAX_BYTES: usize = 1 << 30;

/// The name of a file in messages.
pub(crate) fn name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".into() } else { file.display().to_string() }
}

/// The text of a file, `-` being standard input.
pub(crate) fn read(file: &Path, quiet: bool) -> Result<String, Failure> {
    let name = name(file);
    let unreadable = |error: io::Error| {
        let what = match error.kind() {
            io::ErrorKind::IsADirectory => "it is a folder".into(),
            io::ErrorKind::NotFound => "the file does not exist".into(),
            io::ErrorKind::PermissionDenied => "you may not read it".into(),
            _ => error.to_string(),
        };
        Failure::input(format!("cannot read {name}: {what}"))
    };
    let bytes = if file == Path::new("-") {
        files::reading_standard_input()?;
        if io::stdin().is_terminal() && !quiet {
            let _ = writeln!(
                io::stderr(),
                "reading boards from the terminal, one a line; end with Ctrl-D (Windows: Ctrl-Z, \
                 Enter)"
            );
        }
        text_bytes(&mut io::stdin().lock())
    } else if let Err(why) = files::reading(file) {
        return Err(why);
    } else if file.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        File::open(file).and_then(|mut file| text_bytes(&mut file))
    }
    .map_err(unreadable)?;
    match bytes {
        Content::Text(text) => Ok(text),
        Content::Binary { offset } => Err(Failure::input(format!(
            "{name} is not text (byte {offset} is not UTF-8): boards are read from text or CSV"
        ))),
        Content::Endless => Err(Failure::input(format!(
            "{name} is longer than {} MiB: split it into parts",
            MAX_BYTES >> 20
        ))),
    }
}

enum Content {
    Text(String),
    Binary { offset: usize },
    Endless,
}

/// Reads to the end, or to the first sign that this is not a text.
fn text_bytes(reader: &mut dyn Read) -> io::Result<Content> {
    let mut bytes = Vec::new();
    loop {
        let before = bytes.len();
        if reader.take(1 << 16).read_to_end(&mut bytes)? == 0 {
            break;
        }
        if let Some(nul) = bytes[before..].iter().position(|&byte| byte == 0) {
            return Ok(Content::Binary { offset: before + nul });
        }
        if bytes.len() > MAX_BYTES {
            return Ok(Content::Endless);
        }
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Content::Text(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => Content::Binary { offset: error.utf8_error().valid_up_to() },
    })
}
