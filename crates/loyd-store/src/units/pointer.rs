//! `level.json`: which levels are committed, the last one first.
//!
//! An older level is there to go back to where the last one is lost. How many are kept is part of
//! the document, so that a run that is continued keeps as many as before: `keep` of them whatever
//! the room, and with `spare` one more while there is room.

use crate::disk::Disk;
use crate::document;
use crate::failure;
use loyd_enumerate::disk::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::Path;

const FORMAT: &str = "loyd level";
const VERSION: u32 = 1;
pub(super) const NAME: &str = "level.json";

/// The files of a level that was committed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct LevelFiles {
    pub(super) depth: u32,
    pub(super) data: String,
    pub(super) data_bytes: u64,
    pub(super) index: String,
    pub(super) index_hash: String,
}

/// What `level.json` says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Document {
    format: String,
    version: u32,
    #[serde(flatten)]
    last: LevelFiles,
    #[serde(default)]
    older: Vec<LevelFiles>,
    #[serde(default = "one")]
    keep: usize,
    /// Documents of earlier versions do not say it.
    #[serde(default)]
    spare: bool,
}

fn one() -> usize {
    1
}

/// How many levels are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keep {
    /// The last one, and the one before it as long as there is room.
    #[default]
    ByRoom,
    /// So many, the last one included.
    Exactly(usize),
}

impl Keep {
    /// Levels that are kept whatever the room.
    #[must_use]
    pub fn needed(self) -> usize {
        match self {
            Keep::ByRoom => 1,
            Keep::Exactly(levels) => levels.max(1),
        }
    }

    /// Levels that are kept where there is room.
    pub(super) fn most(self) -> usize {
        self.needed() + usize::from(self == Keep::ByRoom)
    }
}

/// The levels that are committed, the last one first, and how many there are to be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Committed {
    pub(super) levels: Vec<LevelFiles>,
    pub(super) keep: Keep,
    /// A failure has left open whether `level.json` says this.
    pub(super) is_doubtful: bool,
}

impl Committed {
    /// Levels that are there and not needed.
    pub(super) fn surplus(&self) -> &[LevelFiles] {
        self.levels.get(self.keep.needed()..).unwrap_or_default()
    }

    /// The names of all files.
    pub(super) fn names(&self) -> Vec<&str> {
        self.levels.iter().flat_map(|level| [level.data.as_str(), level.index.as_str()]).collect()
    }

    /// Reads the document; `None` if there is none.
    pub(super) fn read(disk: &dyn Disk, folder: &Path) -> Result<Option<Self>, StoreError> {
        let Some(members) = document::read(disk, folder, NAME)? else { return Ok(None) };
        let place = folder.join(NAME);
        let document: Document = serde_json::from_value(Value::Object(members))
            .map_err(|error| failure::damaged(&place, &error.to_string()))?;
        if document.format != FORMAT || document.version != VERSION {
            return Err(failure::damaged(&place, "it is of another version"));
        }
        let levels = std::iter::once(document.last).chain(document.older).collect();
        let keep = if document.spare { Keep::ByRoom } else { Keep::Exactly(document.keep) };
        Ok(Some(Committed { levels, keep, is_doubtful: false }))
    }

    /// Replaces the document.
    pub(super) fn write(&self, disk: &dyn Disk, folder: &Path) -> Result<(), StoreError> {
        let Some((last, older)) = self.levels.split_first() else {
            return Err(failure::unsuited("there is no level to be named".to_owned()));
        };
        let document = Document {
            format: FORMAT.into(),
            version: VERSION,
            last: last.clone(),
            older: older.to_vec(),
            keep: self.keep.needed(),
            spare: self.keep == Keep::ByRoom,
        };
        let members = match serde_json::to_value(&document) {
            Ok(Value::Object(members)) => members,
            _ => Map::new(),
        };
        document::write(disk, folder, NAME, members).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::SimulatedDisk;

    #[test]
    fn documents_of_earlier_versions_keep_what_they_kept() {
        let (disk, folder) = (SimulatedDisk::new(), Path::new("d"));
        let files = LevelFiles {
            depth: 7,
            data: "units-0007-0.data".into(),
            data_bytes: 5,
            index: "units-0007-0.index".into(),
            index_hash: "00".into(),
        };
        let written = Committed { levels: vec![files], keep: Keep::ByRoom, is_doubtful: false };
        written.write(&disk, folder).unwrap();
        assert_eq!(Committed::read(&disk, folder), Ok(Some(written.clone())));
        for (without, keep) in [(vec!["spare"], 3), (vec!["spare", "keep", "older"], 1)] {
            let mut members = document::read(&disk, folder, NAME).unwrap().unwrap();
            members.insert("keep".into(), keep.into());
            for member in without {
                members.shift_remove(member);
            }
            let copy = disk.after_kill();
            document::write(&copy, folder, NAME, members).unwrap();
            let read = Committed::read(&copy, folder).unwrap().unwrap();
            assert_eq!(read, Committed { keep: Keep::Exactly(keep), ..written.clone() });
        }
    }
}
