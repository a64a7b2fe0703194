//! Long help on a terminal, through the user's pager.

use crate::platform::{self, shell};
use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};

/// The pager if `PAGER` names none.
const DEFAULT: &str = "less";

/// Shows a text that does not fit the terminal; `false` if standard output is not a terminal, or no pager ran.
pub(crate) fn show(text: &str) -> bool {
    let is_long = platform::rows().is_some_and(|rows| text.lines().count() >= rows);
    let pager = std::env::var_os("PAGER");
    let Some(mut command) = command(pager.as_deref()).filter(|_| is_long) else { return false };
    if std::env::var_os("LESS").is_none() {
        // Ends at once if the text fits, shows colours, and leaves the text on the screen.
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.stdin(Stdio::piped()).spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // The reader may leave before the end.
        let _ = input.write_all(text.as_bytes());
    }
    // A shell reports a command that it does not find by 127, and one that it cannot run by 126.
    child.wait().is_ok_and(|status| !matches!(status.code(), Some(126 | 127)))
}

/// The command of a pager; `None` if the user wants none.
fn command(pager: Option<&OsStr>) -> Option<Command> {
    match pager.map(OsStr::to_string_lossy) {
        None => Some(Command::new(DEFAULT)),
        Some(line) if ["", "cat"].contains(&line.trim()) => None,
        Some(line) => Some(shell::ungrouped(&line)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_pager_and_cat_mean_none() {
        for none in ["", " ", "cat"] {
            assert!(command(Some(OsStr::new(none))).is_none(), "{none:?}");
        }
        let pager = command(None).expect("a pager");
        assert_eq!(pager.get_program(), DEFAULT);
        let line = command(Some(OsStr::new("more -d"))).expect("a pager");
        assert_eq!(line.get_args().last(), Some(OsStr::new("more -d")));
    }
}
