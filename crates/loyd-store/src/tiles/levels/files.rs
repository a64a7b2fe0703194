//! The files of the committed level, of the new level, and of its partials.

use super::index::Location;
use super::pointer::LevelFiles;
use crate::append_file::AppendFile;
use crate::names::{FileName, Numbered};
use loyd_disk::{ReadableFile, resize};
use loyd_enumerate::tiles::disk::{StoreError, Unit};
use std::collections::HashMap;
use std::io;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

const DATA: Numbered = Numbered::new("units-", &[4, 1], ".data");
pub(super) const INDEX: Numbered = Numbered::new("units-", &[4, 1], ".index");
pub(super) const PARTIALS: Numbered = Numbered::new("units-", &[4, 1], ".partials");
/// The name of a level in a checkpoint: that of its files without extension.
const NAME: Numbered = Numbered::new("units-", &[4, 1], "");
/// The families of files that this store removes.
pub(super) const FAMILIES: [Numbered; 3] = [DATA, INDEX, PARTIALS];

/// The identity of a level's files: its depth, and a number that is unique for this depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FileId([u32; 2]);

impl FileId {
    pub(super) fn new(depth: u32, number: u32) -> Self {
        Self([depth, number])
    }

    fn of(family: Numbered, name: &str) -> Option<Self> {
        family.numbers(name)?.try_into().ok().map(Self)
    }

    /// Parses the name in a checkpoint.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        Self::of(NAME, name)
    }

    /// Parses the name of a data file.
    pub(super) fn of_data(name: &str) -> Option<Self> {
        Self::of(DATA, name)
    }

    pub(super) fn depth(self) -> u32 {
        self.0[0]
    }

    pub(super) fn has(self, numbers: &[u32]) -> bool {
        self.0[..] == *numbers
    }

    pub(super) fn name(self) -> FileName {
        NAME.name(&self.0)
    }

    pub(super) fn data(self) -> FileName {
        DATA.name(&self.0)
    }

    pub(super) fn index(self) -> FileName {
        INDEX.name(&self.0)
    }

    pub(super) fn partials(self) -> FileName {
        PARTIALS.name(&self.0)
    }
}

/// The location of each unit.
pub(super) type Locations = HashMap<Unit, Location>;

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
    let end = |place: &Location| place.offset.checked_add(u64::from(place.bytes));
    places.values().all(|place| end(place).is_some_and(|end| end <= bytes))
}

/// The total size of all units.
pub(super) fn length(places: &Locations) -> u64 {
    places.values().map(|place| u64::from(place.bytes)).sum()
}

pub(super) fn missing(unit: Unit, depth: u32) -> StoreError {
    StoreError::data(format!("{unit} of level {depth} is missing"))
}

/// Reads a unit and verifies its checksum.
pub(super) fn fetch(
    file: &dyn ReadableFile,
    place: Location,
    name: &Path,
    unit: Unit,
    into: &mut Vec<u8>,
) -> Result<(), StoreError> {
    let read = resize(into, place.bytes as usize);
    match read.and_then(|()| file.read_at(into, place.offset)) {
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
