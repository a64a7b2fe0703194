//! A table in a file that the user names.

use crate::exit::Failure;
use crate::faults::of_store;
use loyd_store::TableFile;
use loyd_store::disk::RealDisk;
use loyd_store::tables::{MAGIC, Subject};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Returns true if a file begins like a table; false for pipes, which are not read.
pub(crate) fn is_table(target: &str) -> bool {
    let mut magic = [0; MAGIC.len()];
    let place = Path::new(target);
    place.is_file()
        && File::open(place).and_then(|mut file| file.read_exact(&mut magic)).is_ok()
        && magic == *MAGIC
}

pub(crate) fn table_file<S: Subject>(target: &str) -> Result<Option<TableFile<S>>, Failure> {
    if !is_table(target) {
        return Ok(None);
    }
    crate::files::reading(Path::new(target))?;
    // A link that the user names is as good as the file.
    let place = std::fs::canonicalize(target).unwrap_or_else(|_| target.into());
    let file = TableFile::open(&RealDisk, &place);
    file.map(Some).map_err(|error| of_store(&error))
}
