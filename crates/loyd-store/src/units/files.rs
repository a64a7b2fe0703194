//! The files of a level that is read, of one that is written, and of its partials.

use super::index::Place;
use super::pointer::LevelFiles;
use super::spool::Spool;
use crate::disk::Reading;
use loyd_enumerate::disk::{StoreError, Unit};
use std::collections::HashMap;
use std::io;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Where each unit lies.
pub(super) type Places = HashMap<Unit, Place>;

/// The level that is read.
pub(super) struct Source {
    pub(super) files: LevelFiles,
    pub(super) file: Box<dyn Reading>,
    pub(super) places: Places,
    /// Bytes of the partials that it took.
    pub(super) partial_bytes: u64,
}

/// A level that is written.
pub(super) struct Target {
    pub(super) depth: u32,
    /// The name of its files without ending.
    pub(super) name: String,
    pub(super) spool: Spool,
    pub(super) places: Places,
    /// The names of its files are safe.
    pub(super) is_named: bool,
}

/// What one pass hands to another.
pub(super) struct Partials {
    pub(super) name: String,
    pub(super) spool: Spool,
    pub(super) places: Places,
    pub(super) file: Option<Box<dyn Reading>>,
}

/// Bytes of all units.
pub(super) fn length(places: &Places) -> u64 {
    places.values().map(|place| u64::from(place.bytes)).sum()
}

pub(super) fn missing(unit: Unit, depth: u32) -> StoreError {
    StoreError::data(format!("{unit} of level {depth} is missing"))
}

/// Reads a unit and compares its checksum.
pub(super) fn fetch(
    file: &dyn Reading,
    place: Place,
    name: &Path,
    unit: Unit,
    into: &mut Vec<u8>,
) -> Result<(), StoreError> {
    into.resize(place.bytes as usize, 0);
    match file.read_at(into, place.offset) {
        Ok(()) if xxh3_64(into) as u32 == place.hash => Ok(()),
        Ok(()) => Err(StoreError::data(format!(
            "{} is damaged: the checksum of {unit} does not fit",
            name.display()
        ))),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            let name = name.display();
            Err(StoreError::data(format!("{name} is damaged: it ends before {unit}")))
        }
        Err(error) => {
            let what = format!("cannot read {unit} from {}: {error}", name.display());
            Err(StoreError::environment(what))
        }
    }
}
