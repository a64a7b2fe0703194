//! The names of the files of levels.

use crate::failure::refused;
use crate::folder::LockedFolder;
use crate::names::{FileName, Numbered};
use loyd_enumerate::checkpoint::StoreError;
use std::io;

/// The minimum digits of a depth, and of the number of its files.
const DIGITS: &[usize] = &[4, 1];

/// The names of the files of one kind of levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LevelNames {
    data: Numbered,
    index: Numbered,
    partials: Numbered,
    /// The name of a level in documents: that of its files without extension.
    stem: Numbered,
}

impl LevelNames {
    pub(crate) const fn new(prefix: &'static str) -> Self {
        Self {
            data: Numbered::new(prefix, DIGITS, ".data"),
            index: Numbered::new(prefix, DIGITS, ".index"),
            partials: Numbered::new(prefix, DIGITS, ".partials"),
            stem: Numbered::new(prefix, DIGITS, ""),
        }
    }

    /// The blobs of a level.
    pub(crate) fn data(&self, id: FileId) -> FileName {
        self.data.name(&id.0)
    }

    /// The index of a level.
    pub(crate) fn index(&self, id: FileId) -> FileName {
        self.index.name(&id.0)
    }

    /// The file of the partial results that one pass over a level leaves for another.
    pub(crate) fn partials(&self, id: FileId) -> FileName {
        self.partials.name(&id.0)
    }

    /// The name of a level in documents.
    pub(crate) fn stem(&self, id: FileId) -> FileName {
        self.stem.name(&id.0)
    }

    /// Parses the name of a level.
    pub(crate) fn parse(&self, stem: &str) -> Option<FileId> {
        self.stem.numbers(stem)?.try_into().ok().map(FileId)
    }

    fn families(&self) -> [Numbered; 3] {
        [self.data, self.index, self.partials]
    }

    /// Returns an unused identity: files that a document may name are never overwritten.
    pub(crate) fn unused(&self, folder: &LockedFolder, depth: u32) -> Result<FileId, StoreError> {
        let free = || {
            let mut next = 0u32;
            for family in self.families() {
                for numbers in folder.numbered(&family)? {
                    if numbers[0] == depth {
                        next = next.max(numbers[1].saturating_add(1));
                    }
                }
            }
            let none = || io::Error::other("all numbers of files of this level are in use");
            (next < u32::MAX).then_some(FileId([depth, next])).ok_or_else(none)
        };
        free().map_err(|error| refused("look into", folder.path(), &error))
    }

    /// Removes the files of levels, except those of committed levels, and data and partials of the
    /// `unfinished` one. A file that remains does no harm.
    pub(crate) fn sweep(
        &self,
        folder: &LockedFolder,
        committed: &[FileId],
        unfinished: Option<FileId>,
    ) {
        for family in self.families() {
            for numbers in folder.numbered(&family).unwrap_or_default() {
                let is_of = |id: &FileId| id.0[..] == numbers[..];
                let is_level = family != self.partials && committed.iter().any(is_of);
                let is_unfinished = family != self.index && unfinished.as_ref().is_some_and(is_of);
                if !is_level && !is_unfinished {
                    let _ = folder.remove_file(&family.name(&numbers));
                }
            }
        }
    }
}

/// The identity of a level's files: its depth, and a number that is unique for this depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FileId([u32; 2]);

impl FileId {
    #[cfg(test)]
    pub(crate) fn new(depth: u32, number: u32) -> Self {
        Self([depth, number])
    }

    pub(crate) fn depth(self) -> u32 {
        self.0[0]
    }
}
