//! Runs that several processes share: the part of each, and their folders.

use super::RunFolder;
use super::manifest::{Share, ShareEntry};
use crate::folder::{LockedFolder, PROCESS_PREFIX};
use loyd_enumerate::checkpoint::StoreError;

impl RunFolder {
    /// The part of the run that is stored here, if several processes share it.
    #[must_use]
    pub fn share(&self) -> Option<Share> {
        self.manifest.share.as_ref().and_then(ShareEntry::share)
    }

    /// Changes the part of the run that is stored here, before anything is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn set_share(&mut self, share: &Share) -> Result<(), StoreError> {
        self.manifest.share = Some(ShareEntry::of(share));
        self.write_manifest().map(|_| ())
    }

    /// The folder of the levels of a process that shares the run, locked; it is created if necessary.
    ///
    /// # Errors
    /// If it cannot be created or written to, or another process has locked it.
    pub fn part(&self, process: usize) -> Result<LockedFolder, StoreError> {
        self.folder.subfolder(&format!("{PROCESS_PREFIX}{process}"))
    }

    /// The folder of the run, locked as long as it exists.
    #[must_use]
    pub fn own_folder(&self) -> LockedFolder {
        self.folder.clone()
    }

    /// The processes whose folders are in that of the run.
    ///
    /// # Errors
    /// The error of the system.
    pub fn parts(&self) -> Result<Vec<usize>, StoreError> {
        let names = self.folder.names()?;
        let number = |name: &String| name.strip_prefix(PROCESS_PREFIX)?.parse::<usize>().ok();
        let mut parts: Vec<usize> = names.iter().filter_map(number).collect();
        parts.sort_unstable();
        parts.dedup();
        Ok(parts)
    }
}
