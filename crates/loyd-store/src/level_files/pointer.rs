//! The pointer: the committed levels of a run, the last one first.
//!
//! The number of retained levels is part of the document, so that a resumed run retains the same:
//! `keep` of them regardless of space, and with `spare` one more while there is space.

use super::names::{FileId, LevelNames};
use crate::document::{self, MAX_OF_RUN};
use crate::failure;
use crate::folder::LockedFolder;
use crate::names::FileName;
use loyd_enumerate::checkpoint::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::HashSet;

const VERSION: u32 = 2;
const MAX_RETAINED: usize = 1_000_000;
/// The maximum size of all retained levels: more than any file system holds.
const MAX_BYTES: u64 = 1 << 60;

/// A kind of pointer: its name, the format that it states, and the names of the files.
#[derive(Debug)]
pub(crate) struct PointerKind {
    pub(crate) name: FileName,
    pub(crate) format: &'static str,
    pub(crate) files: LevelNames,
}

/// The files of a committed level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LevelFiles {
    pub(crate) id: FileId,
    pub(crate) data_bytes: u64,
    /// The checksum of the index.
    pub(crate) index_hash: u64,
}

impl LevelFiles {
    pub(crate) fn depth(&self) -> u32 {
        self.id.depth()
    }
}

/// The serialized form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Entry {
    depth: u32,
    name: String,
    data_bytes: u64,
    index_hash: String,
}

impl Entry {
    fn of(files: &LevelFiles, names: &LevelNames) -> Self {
        Entry {
            depth: files.depth(),
            name: names.stem(files.id).to_string(),
            data_bytes: files.data_bytes,
            index_hash: format!("{:016x}", files.index_hash),
        }
    }

    /// Returns the files, if the name is that of a level of that depth.
    fn files(self, names: &LevelNames) -> Option<LevelFiles> {
        let id = names.parse(&self.name).filter(|id| id.depth() == self.depth)?;
        let index_hash = u64::from_str_radix(&self.index_hash, 16).ok()?;
        Some(LevelFiles { id, data_bytes: self.data_bytes, index_hash })
    }
}

#[derive(Serialize, Deserialize)]
struct Document {
    format: String,
    version: u32,
    program: String,
    levels: Vec<Entry>,
    keep: usize,
    spare: bool,
}

/// The number of levels to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Retention {
    /// The last one, and the one before it while there is space.
    #[default]
    WhileSpace,
    /// This many, including the last one.
    Exactly(usize),
}

impl Retention {
    /// The number of levels that are retained regardless of space.
    #[must_use]
    pub fn required(self) -> usize {
        match self {
            Retention::WhileSpace => 1,
            Retention::Exactly(levels) => levels.max(1),
        }
    }

    /// The number of levels that are retained if there is space.
    pub(crate) fn maximum(self) -> usize {
        self.required() + usize::from(self == Retention::WhileSpace)
    }
}

/// The committed levels, the last one first, and their retention.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct CommittedLevels {
    pub(crate) levels: Vec<LevelFiles>,
    pub(crate) retention: Retention,
    /// True if a failure left the contents of the pointer uncertain.
    pub(crate) is_doubtful: bool,
}

impl CommittedLevels {
    /// The levels that are not required.
    pub(crate) fn optional(&self) -> &[LevelFiles] {
        self.levels.get(self.retention.required()..).unwrap_or_default()
    }

    /// The identities of their files.
    pub(crate) fn ids(&self) -> Vec<FileId> {
        self.levels.iter().map(|level| level.id).collect()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.levels.iter().map(|level| level.data_bytes).sum()
    }

    /// Reads the document; `None` if it is missing.
    pub(crate) fn read(
        folder: &LockedFolder,
        kind: &PointerKind,
    ) -> Result<Option<Self>, StoreError> {
        let Some(members) = document::read(folder, &kind.name, MAX_OF_RUN)? else {
            return Ok(None);
        };
        let place = folder.place(&kind.name);
        document::ensure_version(&members, &place, kind.format, VERSION)?;
        let document: Document = serde_json::from_value(Value::Object(members))
            .map_err(|error| failure::damaged(&place, &error.to_string()))?;
        let levels: Option<Vec<LevelFiles>> =
            document.levels.into_iter().map(|entry| entry.files(&kind.files)).collect();
        let levels = levels
            .filter(|levels| are_in_order(levels))
            .ok_or_else(|| failure::damaged(&place, "the names of its levels are invalid"))?;
        let bytes = levels.iter().try_fold(0u64, |sum, level| sum.checked_add(level.data_bytes));
        if bytes.is_none_or(|bytes| bytes > MAX_BYTES) {
            return Err(failure::damaged(&place, "the sizes of its levels are impossible"));
        }
        if !(1..=MAX_RETAINED).contains(&document.keep) {
            return Err(failure::damaged(&place, "its number of retained levels is impossible"));
        }
        let retention =
            if document.spare { Retention::WhileSpace } else { Retention::Exactly(document.keep) };
        Ok(Some(CommittedLevels { levels, retention, is_doubtful: false }))
    }

    pub(crate) fn write(
        &self,
        folder: &LockedFolder,
        kind: &PointerKind,
    ) -> Result<(), StoreError> {
        if self.levels.is_empty() {
            return Err(failure::unsuited("no level is stored".to_owned()));
        }
        let document = Document {
            format: kind.format.into(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").into(),
            levels: self.levels.iter().map(|files| Entry::of(files, &kind.files)).collect(),
            keep: self.retention.required(),
            spare: self.retention == Retention::WhileSpace,
        };
        let members = match serde_json::to_value(&document) {
            Ok(Value::Object(members)) => members,
            // A structure with named fields is always an object.
            _ => Map::new(),
        };
        document::write(folder, &kind.name, members).map(|_| ())
    }
}

/// Returns whether there are levels, in descending order, each with separate files. An unusable
/// committed level is made again at the same depth.
fn are_in_order(levels: &[LevelFiles]) -> bool {
    let mut ids = HashSet::new();
    !levels.is_empty()
        && levels.is_sorted_by(|a, b| a.depth() >= b.depth())
        && levels.iter().all(|level| ids.insert(level.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::simulated::SimulatedDisk;
    use std::path::Path;
    use std::sync::Arc;

    const KIND: PointerKind = PointerKind {
        name: FileName::fixed("level.json"),
        format: "loyd level",
        files: LevelNames::new("units-"),
    };

    fn folder(disk: &SimulatedDisk) -> LockedFolder {
        LockedFolder::create(Arc::new(disk.clone()), Path::new("d")).unwrap()
    }

    fn written(disk: &SimulatedDisk, depths: &[u32]) -> CommittedLevels {
        let files =
            |&depth: &u32| LevelFiles { id: FileId::new(depth, 0), data_bytes: 5, index_hash: 0 };
        let levels = depths.iter().map(files).collect();
        let written =
            CommittedLevels { levels, retention: Retention::WhileSpace, is_doubtful: false };
        written.write(&folder(disk), &KIND).unwrap();
        written
    }

    #[test]
    fn documents_are_read_as_they_were_written_and_other_versions_refused() {
        let disk = SimulatedDisk::new();
        let written = written(&disk, &[7, 6]);
        assert_eq!(CommittedLevels::read(&folder(&disk), &KIND), Ok(Some(written)));
        let mut members = document::read(&folder(&disk), &KIND.name, 1000).unwrap().unwrap();
        members.insert("version".into(), 1.into());
        document::write(&folder(&disk), &KIND.name, members).unwrap();
        let error = CommittedLevels::read(&folder(&disk), &KIND).expect_err("an old version");
        assert!(error.message.contains("version"), "{error}");
    }

    #[test]
    fn names_of_other_files_are_refused() {
        let disk = SimulatedDisk::new();
        written(&disk, &[7, 6]);
        let members = document::read(&folder(&disk), &KIND.name, 1000).unwrap().unwrap();
        let refused = |path: &str, value: Value| {
            let mut whole = Value::Object(members.clone());
            *whole.pointer_mut(path).unwrap() = value.clone();
            let Value::Object(members) = whole else { unreachable!("it was an object") };
            let copy = folder(&disk.after_kill());
            document::write(&copy, &KIND.name, members).unwrap();
            let error = CommittedLevels::read(&copy, &KIND).expect_err(&format!("{path}: {value}"));
            assert!(error.message.contains("level.json is damaged"), "{error}");
        };
        for level in 0..2 {
            for name in ["../units-0007-0", "/etc/passwd", "run.json", "units-0005-0", ""] {
                refused(&format!("/levels/{level}/name"), name.into());
            }
            refused(&format!("/levels/{level}/depth"), 5.into());
            refused(&format!("/levels/{level}/index_hash"), "x".into());
            refused(&format!("/levels/{level}/data_bytes"), u64::MAX.into());
        }
        refused("/levels", Value::Array(Vec::new()));
        refused("/keep", 0.into());
        refused("/keep", u64::MAX.into());
        for depths in [[7, 7], [6, 7]] {
            written(&disk, &depths);
            assert!(CommittedLevels::read(&folder(&disk), &KIND).is_err(), "{depths:?}");
        }
    }
}
