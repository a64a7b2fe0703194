//! `loyd pdb clean`: removes the tables in the cache, of all puzzles.

use super::files::is_table;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::platform;
use loyd_report::numbers::{bytes, plural};
use std::fs;
use std::io::ErrorKind;

/// Runs the command. Other files in the folder stay.
pub(crate) fn run() -> Result<Exit, Failure> {
    let Some(folder) = platform::cache_folder() else {
        return Err(Failure::environment(
            "this system names no folder for a cache: set LOYD_CACHE",
        ));
    };
    let name = folder.display();
    let failed = |error: std::io::Error| {
        Failure::environment(format!("cannot remove tables from {name}: {error}"))
    };
    let (mut tables, mut size) = (0, 0);
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        entries => Some(entries.map_err(failed)?),
    };
    for entry in entries.into_iter().flatten() {
        let path = entry.map_err(failed)?.path();
        let is_named = path.extension().is_some_and(|ending| ending == "pdb");
        if is_named && path.to_str().is_some_and(is_table) {
            let length = fs::metadata(&path).map_err(failed)?.len();
            fs::remove_file(&path).map_err(failed)?;
            (tables, size) = (tables + 1, size + length);
        }
    }
    let mut output = Output::open(None)?;
    output.write(&format!(
        "removed {}, {}, from {name}\n",
        plural(tables, "table"),
        bytes(size)
    ))?;
    output.commit()?;
    Ok(Exit::Done)
}
