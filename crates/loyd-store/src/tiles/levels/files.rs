//! The files of the committed level, of the new level, and of its partials.

use crate::append_file::AppendFile;
use crate::disk::ReadableFile;
use crate::level_files::blob::Blob;
use crate::level_files::names::FileId;
use crate::level_files::pointer::LevelFiles;
use crate::names::FileName;
use loyd_tiles_enumerate::disk::{StoreError, Unit};
use std::collections::HashMap;

/// The location of each unit.
pub(super) type Locations = HashMap<Unit, Blob>;

/// The committed level, open for reading.
pub(super) struct CommittedLevel {
    pub(super) files: LevelFiles,
    pub(super) file: Box<dyn ReadableFile>,
    pub(super) places: Locations,
    /// Bytes of the partials of the level.
    pub(super) partial_bytes: u64,
}

/// The new level, being written.
pub(super) struct NewLevel {
    pub(super) id: FileId,
    pub(super) spool: AppendFile,
    pub(super) places: Locations,
    /// True if the names of its files are durable.
    pub(super) is_named: bool,
}

/// The partials of the new level.
pub(super) struct PartialsFile {
    pub(super) name: FileName,
    pub(super) spool: AppendFile,
    pub(super) places: Locations,
    pub(super) file: Option<Box<dyn ReadableFile>>,
}

/// Returns whether all units lie within a file of this length.
pub(super) fn lie_within(places: &Locations, bytes: u64) -> bool {
    places.values().all(|place| place.lies_within(bytes))
}

/// The total size of all units.
pub(super) fn length(places: &Locations) -> u64 {
    places.values().map(|place| u64::from(place.bytes)).sum()
}

pub(super) fn missing(unit: Unit, depth: u32) -> StoreError {
    StoreError::data(format!("{unit} of level {depth} is missing"))
}
