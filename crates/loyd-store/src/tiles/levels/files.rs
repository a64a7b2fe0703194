//! The files of a level that is read, of one that is written, and of its partials.

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
/// The name of a level in a mark: that of its files without ending.
const NAME: Numbered = Numbered::new("units-", &[4, 1], "");
/// Files with these names are ours to remove.
pub(super) const FAMILIES: [Numbered; 3] = [DATA, INDEX, PARTIALS];

/// The files of a level: its depth, and a number that no other files of this depth have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FileId([u32; 2]);

impl FileId {
    pub(super) fn new(depth: u32, number: u32) -> Self {
        Self([depth, number])
    }

    fn of(family: Numbered, name: &str) -> Option<Self> {
        family.numbers(name)?.try_into().ok().map(Self)
    }

    /// By the name that a mark has.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        Self::of(NAME, name)
    }

    /// By the name of its units.
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

/// Where each unit lies.
pub(super) type Locations = HashMap<Unit, Location>;

/// The level that is read.
pub(super) struct CommittedLevel {
    pub(super) files: LevelFiles,
    pub(super) file: Box<dyn ReadableFile>,
    pub(super) places: Locations,
    /// Bytes of the partials that it took.
    pub(super) partial_bytes: u64,
}

/// A level that is written.
pub(super) struct NewLevel {
    pub(super) id: FileId,
    pub(super) spool: AppendFile,
    pub(super) places: Locations,
    /// The names of its files are safe.
    pub(super) is_named: bool,
}

/// What one pass hands to another.
pub(super) struct PartialsFile {
    pub(super) name: FileName,
    pub(super) spool: AppendFile,
    pub(super) places: Locations,
    pub(super) file: Option<Box<dyn ReadableFile>>,
}

/// Returns whether all units lie within so many bytes.
pub(super) fn lie_within(places: &Locations, bytes: u64) -> bool {
    let end = |place: &Location| place.offset.checked_add(u64::from(place.bytes));
    places.values().all(|place| end(place).is_some_and(|end| end <= bytes))
}

/// Bytes of all units.
pub(super) fn length(places: &Locations) -> u64 {
    places.values().map(|place| u64::from(place.bytes)).sum()
}

pub(super) fn missing(unit: Unit, depth: u32) -> StoreError {
    StoreError::data(format!("{unit} of level {depth} is missing"))
}

/// Reads a unit and compares its checksum.
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
