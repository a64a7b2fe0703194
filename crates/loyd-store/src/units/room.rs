//! Room on the disk: what the next level may take, and what is given up for it.
//!
//! A level that is kept without need takes room only as long as nothing else wants it. It counts as
//! free where the effort of coding is chosen; it is given up before a level for which the room may
//! not do, and in the middle of one that the disk refuses.
//!
//! ```text
//! level.json is replaced by one that does not name it
//! where not even that has room:  its files are removed first, and level.json is replaced then
//! its files are removed
//! ```
//!
//! In the second case `level.json` may name a level that is not there. That does no harm: the last
//! level is whole, and an older one is looked at before it is trusted.

use super::coding::GROWTH;
use super::files::length;
use super::pointer::{Committed, LevelFiles};
use super::{UnitFiles, lock};
use loyd_enumerate::checkpoint::StoreFault;
use loyd_enumerate::disk::StoreError;

/// Indices, marks and what others write meanwhile, compared with the units.
const MARGIN: f64 = 1.1;

impl UnitFiles {
    /// A level begins, or is gone on with, of which so many bytes are there: how hard its units are
    /// coded, and whether older levels can stay.
    pub(super) fn plan_room(&self, made: u64) -> Result<(), StoreError> {
        let free = self.disk.free_space(&self.folder).unwrap_or(u64::MAX).saturating_add(made);
        let (last, handed) = lock(&self.source)
            .as_ref()
            .map_or((0, 0), |source| (length(&source.places), source.partial_bytes));
        let (surplus, may_stay) = {
            let committed = lock(&self.committed);
            let bytes: u64 = committed.surplus().iter().map(|level| level.data_bytes).sum();
            (bytes, committed.levels.len() <= committed.keep.most())
        };
        self.thrift.plan(last, free.saturating_add(surplus));
        let needed = (last + handed) as f64 * GROWTH * MARGIN;
        if !may_stay || (free as f64) < needed {
            self.give_up_surplus()?;
        }
        Ok(())
    }

    /// Gives up the levels that are not needed; whether there were any.
    pub(super) fn give_up_surplus(&self) -> Result<bool, StoreError> {
        let mut committed = lock(&self.committed);
        let surplus = committed.surplus().to_vec();
        if surplus.is_empty() {
            return Ok(false);
        }
        let mut rest = committed.clone();
        rest.levels.truncate(rest.keep.needed());
        rest.is_doubtful = false;
        committed.is_doubtful = true;
        let written = rest.write(&*self.disk, &self.folder);
        if is_full(&written) {
            self.remove(&surplus);
            rest.write(&*self.disk, &self.folder)?;
        } else {
            written?;
            self.remove(&surplus);
        }
        *committed = rest;
        Ok(true)
    }

    fn remove(&self, levels: &[LevelFiles]) {
        for name in levels.iter().flat_map(|level| [&level.data, &level.index]) {
            let _ = self.disk.remove(&self.folder.join(name));
        }
    }

    /// Points to a level that was made, and to as many older ones as there is room for.
    pub(super) fn point_to(&self, files: LevelFiles) -> Result<(), StoreError> {
        let mut committed = lock(&self.committed);
        let keep = self.keep.unwrap_or(committed.keep);
        let mut levels = committed.levels.clone();
        levels.insert(0, files);
        levels.truncate(keep.most());
        let mut next = Committed { levels, keep, is_doubtful: false };
        committed.is_doubtful = true;
        let written = next.write(&*self.disk, &self.folder);
        if is_full(&written) && !next.surplus().is_empty() {
            next.levels.truncate(keep.needed());
            next.write(&*self.disk, &self.folder)?;
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
