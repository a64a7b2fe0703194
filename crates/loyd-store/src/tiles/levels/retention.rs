//! Disk space: planning the next level, and dropping optional levels for it.
//!
//! An optional level remains only while its space is not needed. It counts as free space
//! in the choice of the coding effort. It is dropped before a level that may not fit, and during a
//! level for which the disk becomes full.
//!
//! ```text
//! level.json is replaced by one that does not name it
//! if even that does not fit:  its files are removed first, then level.json is replaced
//! its files are removed
//! ```
//!
//! In the second case `level.json` may name a level that does not exist. That is harmless: the last
//! level is complete, and an older one is verified before it is used.

use super::effort_policy::GROWTH;
use super::files::length;
use super::{FILES, FileLevelStore, POINTER, lock};
use crate::level_files::pointer::{CommittedLevels, LevelFiles};
use loyd_enumerate::checkpoint::StoreFault;
use loyd_tiles_enumerate::disk::StoreError;

/// A margin for indices, checkpoints and other programs, relative to the units.
const MARGIN: f64 = 1.1;

impl FileLevelStore {
    /// Plans the space of a new or resumed level, of which `written_bytes` bytes exist: sets the coding
    /// effort, and drops optional levels if necessary.
    pub(super) fn plan_space(&self, written_bytes: u64) -> Result<(), StoreError> {
        let free = self.folder.free_space().unwrap_or(u64::MAX).saturating_add(written_bytes);
        let (last, handed) = lock(&self.source)
            .as_ref()
            .map_or((0, 0), |source| (length(&source.places), source.partial_bytes));
        let (optional, optional_fit) = {
            let committed = lock(&self.committed);
            let bytes: u64 = committed.optional().iter().map(|level| level.data_bytes).sum();
            (bytes, committed.levels.len() <= committed.retention.maximum())
        };
        self.effort_policy.plan(last, handed, free.saturating_add(optional));
        let needed = (last + handed) as f64 * GROWTH * MARGIN;
        if !optional_fit || (free as f64) < needed {
            self.drop_optional_levels()?;
        }
        Ok(())
    }

    /// Drops the optional levels; returns whether there were any.
    pub(super) fn drop_optional_levels(&self) -> Result<bool, StoreError> {
        let mut committed = lock(&self.committed);
        let optional = committed.optional().to_vec();
        if optional.is_empty() {
            return Ok(false);
        }
        let mut rest = committed.clone();
        rest.levels.truncate(rest.retention.required());
        rest.is_doubtful = false;
        committed.is_doubtful = true;
        let written = rest.write(&self.folder, &POINTER);
        if is_full(&written) {
            self.remove(&optional);
            rest.write(&self.folder, &POINTER)?;
        } else {
            written?;
            self.remove(&optional);
        }
        *committed = rest;
        Ok(true)
    }

    fn remove(&self, levels: &[LevelFiles]) {
        for name in levels.iter().flat_map(|level| [FILES.data(level.id), FILES.index(level.id)]) {
            let _ = self.folder.remove_file(&name);
        }
    }

    /// Commits a level in `level.json`, with the older ones that fit the free space.
    pub(super) fn commit_pointer(&self, files: LevelFiles) -> Result<(), StoreError> {
        let mut committed = lock(&self.committed);
        let retention = self.retention.unwrap_or(committed.retention);
        let mut levels = committed.levels.clone();
        levels.insert(0, files);
        levels.truncate(retention.maximum());
        let mut next = CommittedLevels { levels, retention, is_doubtful: false };
        committed.is_doubtful = true;
        let written = next.write(&self.folder, &POINTER);
        if is_full(&written) && !next.optional().is_empty() {
            next.levels.truncate(retention.required());
            next.write(&self.folder, &POINTER)?;
        } else {
            written?;
        }
        *committed = next;
        Ok(())
    }
}

fn is_full(written: &Result<(), StoreError>) -> bool {
    matches!(written, Err(error) if error.fault == StoreFault::Full)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::simulated::SimulatedDisk;
    use crate::folder::LockedFolder;
    use crate::level_files::pointer::Retention;
    use loyd_enumerate::RunRecord;
    use loyd_tiles_enumerate::disk::{LevelRecord, LevelStore, LevelSummary, Unit, UnitKind};
    use std::path::Path;
    use std::sync::Arc;

    /// Bytes of each level.
    const LEVEL: usize = 10_000;

    fn record(levels: usize) -> LevelRecord {
        let summary = LevelSummary { states: 1, ..LevelSummary::default() };
        LevelRecord {
            run: RunRecord { levels: vec![summary; levels], ..RunRecord::default() },
            block_digits: 4,
            digit: 4,
            column_lines: 1,
            counts: Vec::new(),
        }
    }

    /// Commits some levels and begins the next one, with `free` bytes free in addition to the
    /// optional level; returns whether the optional level exists, and the share of units that are
    /// coded densely.
    fn begin_level(retention: Retention, free: u64) -> (bool, u32) {
        let disk = SimulatedDisk::new();
        let folder = LockedFolder::create(Arc::new(disk.clone()), Path::new("d")).unwrap();
        let store = FileLevelStore::new(folder).retaining(Some(retention));
        for depth in 0..3 {
            store.begin(depth).unwrap();
            let unit = Unit { cell: 0, band: 0, column: 0 };
            store.put(depth, UnitKind::Level, unit, &vec![depth as u8; LEVEL]).unwrap();
            store.commit(&record(depth as usize + 1)).unwrap();
        }
        let is_spare = |level: &str| disk.read(&Path::new("d").join(level)).is_some();
        let spare = u64::from(is_spare("units-0001-0.data")) * LEVEL as u64;
        let now = {
            disk.set_size(Some(u64::MAX));
            u64::MAX - crate::disk::Disk::free_space(&disk, Path::new("d")).unwrap()
        };
        disk.set_size(Some(now - spare + free));
        store.begin(3).unwrap();
        (is_spare("units-0001-0.data"), store.effort_policy.share())
    }

    #[test]
    fn a_spare_level_stays_while_the_next_one_has_room() {
        let needed = (LEVEL as f64 * GROWTH * MARGIN) as u64;
        assert!(
            !begin_level(Retention::WhileSpace, needed).0,
            "the free space without the optional level"
        );
        // The free space must suffice without it, and its index takes some, too.
        assert!(begin_level(Retention::WhileSpace, needed + LEVEL as u64 + 1_000).0);
        assert!(!begin_level(Retention::Exactly(1), 5 * needed).0);
        assert!(begin_level(Retention::Exactly(2), needed).0);
    }

    #[test]
    fn a_spare_level_does_not_change_how_hard_units_are_coded() {
        let mut shares = std::collections::BTreeSet::new();
        for free in (0..40_000).step_by(2_500).map(|more| (256 << 20) + more) {
            let (_, share) = begin_level(Retention::WhileSpace, free);
            assert_eq!(share, begin_level(Retention::Exactly(1), free).1, "{free}");
            shares.insert(share);
        }
        assert!(shares.len() > 3, "{shares:?}");
    }
}
