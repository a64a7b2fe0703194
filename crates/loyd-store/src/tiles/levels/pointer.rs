//! `level.json`: the committed levels, the last one first.
//!
//! Older levels exist to fall back to if the last one is lost. Their number is part of the
//! document, so that a resumed run keeps as many as before: `keep` of them regardless of space, and
//! with `spare` one more while there is space.

use super::files::FileId;
use crate::document::{self, MOST_OF_RUN};
use crate::failure;
use crate::folder::LockedFolder;
use crate::names::FileName;
use loyd_enumerate::tiles::disk::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::HashSet;

const FORMAT: &str = "loyd level";
const VERSION: u32 = 1;
/// The maximum number of kept levels.
const MOST_KEPT: usize = 1_000_000;
pub(super) const NAME: FileName = FileName::fixed("level.json");

/// The files of a committed level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LevelFiles {
    pub(super) id: FileId,
    pub(super) data_bytes: u64,
    pub(super) index_hash: String,
}

/// The serialized form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Entry {
    depth: u32,
    data: String,
    data_bytes: u64,
    index: String,
    index_hash: String,
}

impl LevelFiles {
    pub(super) fn depth(&self) -> u32 {
        self.id.depth()
    }

    fn entry(&self) -> Entry {
        Entry {
            depth: self.depth(),
            data: self.id.data().to_string(),
            data_bytes: self.data_bytes,
            index: self.id.index().to_string(),
            index_hash: self.index_hash.clone(),
        }
    }
}

impl Entry {
    /// Returns the files, if their names are those of a level of that depth.
    fn files(self) -> Option<LevelFiles> {
        let id = FileId::of_data(&self.data)?;
        let same = id.depth() == self.depth && id.index().as_str() == self.index;
        let Entry { data_bytes, index_hash, .. } = self;
        same.then_some(LevelFiles { id, data_bytes, index_hash })
    }
}

/// The contents of `level.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Document {
    format: String,
    version: u32,
    #[serde(flatten)]
    last: Entry,
    #[serde(default)]
    older: Vec<Entry>,
    #[serde(default = "one")]
    keep: usize,
    /// Absent from documents of earlier versions.
    #[serde(default)]
    spare: bool,
}

fn one() -> usize {
    1
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
    /// The number of levels that are kept regardless of space.
    #[must_use]
    pub fn required(self) -> usize {
        match self {
            Retention::WhileSpace => 1,
            Retention::Exactly(levels) => levels.max(1),
        }
    }

    /// The number of levels that are kept if there is space.
    pub(super) fn maximum(self) -> usize {
        self.required() + usize::from(self == Retention::WhileSpace)
    }
}

/// Returns whether the levels are in descending order, each with files of its own. A committed
/// level that was unusable is made again at the same depth.
fn are_in_order(levels: &[LevelFiles]) -> bool {
    let mut known = HashSet::new();
    levels.is_sorted_by(|a, b| a.depth() >= b.depth())
        && levels.iter().all(|level| known.insert(level.id))
}

/// The committed levels, the last one first, and their retention.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct CommittedLevels {
    pub(super) levels: Vec<LevelFiles>,
    pub(super) retention: Retention,
    /// True if a failure left the contents of `level.json` uncertain.
    pub(super) is_doubtful: bool,
}

impl CommittedLevels {
    /// The levels that are not required.
    pub(super) fn optional(&self) -> &[LevelFiles] {
        self.levels.get(self.retention.required()..).unwrap_or_default()
    }

    /// The identities of their files.
    pub(super) fn ids(&self) -> Vec<FileId> {
        self.levels.iter().map(|level| level.id).collect()
    }

    /// Reads the document; `None` if there is none.
    pub(super) fn read(folder: &LockedFolder) -> Result<Option<Self>, StoreError> {
        let Some(members) = document::read(folder, &NAME, MOST_OF_RUN)? else { return Ok(None) };
        let place = folder.place(&NAME);
        let document: Document = serde_json::from_value(Value::Object(members))
            .map_err(|error| failure::damaged(&place, &error.to_string()))?;
        if document.format != FORMAT || document.version != VERSION {
            return Err(failure::damaged(&place, "it is of another version"));
        }
        let entries = std::iter::once(document.last).chain(document.older);
        let levels: Option<Vec<LevelFiles>> = entries.map(Entry::files).collect();
        let levels = levels
            .filter(|levels| are_in_order(levels))
            .ok_or_else(|| failure::damaged(&place, "the names of its levels are invalid"))?;
        if !(1..=MOST_KEPT).contains(&document.keep) {
            return Err(failure::damaged(&place, "its number of kept levels is impossible"));
        }
        let retention =
            if document.spare { Retention::WhileSpace } else { Retention::Exactly(document.keep) };
        Ok(Some(CommittedLevels { levels, retention, is_doubtful: false }))
    }

    /// Replaces the document.
    pub(super) fn write(&self, folder: &LockedFolder) -> Result<(), StoreError> {
        let Some((last, older)) = self.levels.split_first() else {
            return Err(failure::unsuited("there is no level to name".to_owned()));
        };
        let document = Document {
            format: FORMAT.into(),
            version: VERSION,
            last: last.entry(),
            older: older.iter().map(LevelFiles::entry).collect(),
            keep: self.retention.required(),
            spare: self.retention == Retention::WhileSpace,
        };
        let members = match serde_json::to_value(&document) {
            Ok(Value::Object(members)) => members,
            _ => Map::new(),
        };
        document::write(folder, &NAME, members).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_simulated_disk::SimulatedDisk;
    use std::path::Path;
    use std::sync::Arc;

    fn folder(disk: &SimulatedDisk) -> LockedFolder {
        LockedFolder::create(Arc::new(disk.clone()), Path::new("d")).unwrap()
    }

    fn written(disk: &SimulatedDisk, depths: &[u32]) -> CommittedLevels {
        let files = |&depth: &u32| LevelFiles {
            id: FileId::new(depth, 0),
            data_bytes: 5,
            index_hash: "00".into(),
        };
        let levels = depths.iter().map(files).collect();
        let written =
            CommittedLevels { levels, retention: Retention::WhileSpace, is_doubtful: false };
        written.write(&folder(disk)).unwrap();
        written
    }

    #[test]
    fn documents_of_earlier_versions_keep_what_they_kept() {
        let disk = SimulatedDisk::new();
        let written = written(&disk, &[7]);
        assert_eq!(CommittedLevels::read(&folder(&disk)), Ok(Some(written.clone())));
        for (without, keep) in [(vec!["spare"], 3), (vec!["spare", "keep", "older"], 1)] {
            let mut members = document::read(&folder(&disk), &NAME, 1000).unwrap().unwrap();
            members.insert("keep".into(), keep.into());
            for member in without {
                members.shift_remove(member);
            }
            let copy = folder(&disk.after_kill());
            document::write(&copy, &NAME, members).unwrap();
            let read = CommittedLevels::read(&copy).unwrap().unwrap();
            assert_eq!(
                read,
                CommittedLevels { retention: Retention::Exactly(keep), ..written.clone() }
            );
        }
    }

    #[test]
    fn names_of_other_files_are_refused() {
        let disk = SimulatedDisk::new();
        written(&disk, &[7, 6]);
        let members = document::read(&folder(&disk), &NAME, 1000).unwrap().unwrap();
        let refused = |member: &str, value: Value, older: bool| {
            let mut members = members.clone();
            let level = if older { &mut members["older"][0] } else { &mut members[member] };
            *(if older { &mut level[member] } else { level }) = value.clone();
            let copy = folder(&disk.after_kill());
            document::write(&copy, &NAME, members).unwrap();
            let error = CommittedLevels::read(&copy).expect_err(&format!("{member}: {value}"));
            assert!(error.message.contains("level.json is damaged"), "{error}");
        };
        for older in [false, true] {
            let depth = if older { 6 } else { 7 };
            for data in ["../units-0007-0.data", "/etc/passwd", "run.json", "units-0005-0.data", ""]
            {
                refused("data", data.into(), older);
            }
            refused("index", format!("units-000{depth}-1.index").into(), older);
            refused("index", format!("units-000{depth}-0.data").into(), older);
            refused("depth", 5.into(), older);
        }
        written(&disk, &[7, 7]);
        assert!(CommittedLevels::read(&folder(&disk)).is_err(), "one file for two levels");
        written(&disk, &[6, 7]);
        assert!(CommittedLevels::read(&folder(&disk)).is_err(), "the older one first");
        for depths in [[7, 7], [6, 7]] {
            written(&disk, &depths);
            assert!(CommittedLevels::read(&folder(&disk)).is_err(), "{depths:?}");
        }
        refused("keep", 0.into(), false);
        refused("keep", u64::MAX.into(), false);
    }
}
