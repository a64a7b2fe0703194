//! The parts of a list, merged.

use super::part::{PREFIX, PartOfList};
use super::{Part, SolveFolder, UncheckedSolves};
use crate::disk::Disk;
use crate::failure::{missing, refused, unsuited};
use crate::folder::FolderKind;
use loyd_enumerate::checkpoint::StoreError;
use loyd_search::puzzle::Puzzle;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Returns the folders of parts that a path names: itself, or the parts in it, by their numbers.
///
/// # Errors
/// If the folder cannot be listed, or contains no parts.
pub fn part_folders(disk: &dyn Disk, path: &Path) -> Result<Vec<PathBuf>, StoreError> {
    if FolderKind::of(disk, path) == Some(FolderKind::Solves) {
        return Ok(vec![path.to_path_buf()]);
    }
    let names = disk.list(path);
    let names = names.map_err(|error| refused("look into", path, &error))?;
    let number = |name: &String| name.strip_prefix(PREFIX)?.parse::<u32>().ok();
    let mut numbers: Vec<u32> = names.iter().filter_map(number).collect();
    numbers.sort_unstable();
    let folders = numbers.iter().map(|number| path.join(format!("{PREFIX}{number}")));
    let folders: Vec<PathBuf> =
        folders.filter(|folder| FolderKind::of(disk, folder) == Some(FolderKind::Solves)).collect();
    if folders.is_empty() {
        let shown = path.display();
        return Err(missing(format!("{shown} holds no parts of a list of boards")));
    }
    Ok(folders)
}

/// The parts of one list, not all of them perhaps. While it exists no other process can use their
/// folders.
pub struct MergedParts {
    parts: Vec<SolveFolder>,
}

/// A board of a list, in the folder that has it.
pub struct BoardOfPart<'a> {
    /// The folder of its part.
    pub folder: &'a SolveFolder,
    /// Its index in the part.
    pub index: usize,
}

impl MergedParts {
    /// Checks that folders are different parts of the same list, and every result in them by
    /// replaying its moves.
    ///
    /// # Errors
    /// If a folder has no part, parts are of different lists or settings, a part occurs twice, or a
    /// result does not fit its board.
    pub fn check<P: Puzzle>(parts: Vec<UncheckedSolves>) -> Result<Self, StoreError> {
        for (index, folder) in parts.iter().enumerate() {
            let (shown, first) = (folder.folder.path().display(), &parts[0]);
            let Some(part) = &folder.solves.part else {
                return Err(unsuited(format!(
                    "{shown} holds a list of boards, and no part of one"
                )));
            };
            if !folder.solves.is_of_same_list(&first.solves) {
                return Err(unsuited(format!(
                    "{} and {shown} are parts of different lists, settings or numbers of parts: \
                     merge the parts of one list only",
                    first.folder.path().display()
                )));
            }
            let is_same = |other: &&UncheckedSolves| other.solves.part.as_ref() == Some(part);
            if let Some(other) = parts[..index].iter().find(is_same) {
                return Err(unsuited(format!(
                    "{} and {shown} both are part {}: give only one of them",
                    other.folder.path().display(),
                    part.part
                )));
            }
        }
        let parts = parts.into_iter().map(UncheckedSolves::check::<P>).collect::<Result<_, _>>()?;
        Ok(Self { parts })
    }

    /// Returns the folders.
    #[must_use]
    pub fn folders(&self) -> &[SolveFolder] {
        &self.parts
    }

    /// Returns the parts without a folder.
    #[must_use]
    pub fn missing(&self) -> Vec<Part> {
        let Some(of) = self.parts().map(|part| part.part.of()).next() else { return Vec::new() };
        let numbers: BTreeSet<u32> = self.parts().map(|part| part.part.number()).collect();
        let missing = (1..=of).filter(|number| !numbers.contains(number));
        missing.filter_map(|number| Part::new(number, of)).collect()
    }

    fn parts(&self) -> impl Iterator<Item = &PartOfList> {
        self.parts.iter().filter_map(|folder| folder.solves.part.as_ref())
    }

    /// Returns the number of boards in the list, those of missing parts included.
    #[must_use]
    pub fn boards_of_list(&self) -> usize {
        self.parts().map(|part| part.boards).next().unwrap_or(0)
    }

    /// Returns the boards in the order of the list, without those of missing parts.
    #[must_use]
    pub fn boards(&self) -> Vec<BoardOfPart<'_>> {
        let mut boards: Vec<(usize, BoardOfPart<'_>)> = Vec::new();
        for (folder, part) in self.parts.iter().zip(self.parts()) {
            let indices = 0..folder.solves.boards.len();
            boards.extend(
                indices.map(|index| (part.part.place(index), BoardOfPart { folder, index })),
            );
        }
        boards.sort_unstable_by_key(|(place, _)| *place);
        boards.into_iter().map(|(_, board)| board).collect()
    }
}
