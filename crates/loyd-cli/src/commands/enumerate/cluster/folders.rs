//! The folders of a run of several processes.
//!
//! ```text
//! DIR               the run of process 0: task, certificate
//! DIR/process-0     its levels
//! DIR/process-1     the run and the levels of process 1, on its machine; and so on
//! …/checkpoint-a    two places for checkpoints, of puzzles without levels in files
//! …/checkpoint-b
//! ```

use super::{Part, task_of};
use crate::cluster::Role;
use crate::commands::enumerate::EnumerateArgs;
use crate::exit::Failure;
use crate::faults;
use crate::files;
use crate::run_folder::ensure_kind;
use loyd::LevelsRequest;
use loyd_cluster::ClusterCheckpoints;
use loyd_enumerate::checkpoint::StoreError;
use loyd_store::disk::RealDisk;
use loyd_store::{FileLevelStore, FolderKind, LockedFolder, RunFolder, Share};
use loyd_tiles_enumerate::disk::LevelStore;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of this process: process 0 has the whole one.
pub(super) fn folder_of(folder: &Path, role: &Role) -> PathBuf {
    match role.process() {
        0 => folder.to_path_buf(),
        process => folder.join(format!("process-{process}")),
    }
}

/// Opens the run of `--resume`.
pub(super) fn resumed(args: &EnumerateArgs, role: &Role) -> Result<Option<RunFolder>, Failure> {
    let Some(folder) = &args.run_folder.resume else { return Ok(None) };
    files::reading(folder)?;
    let folder = folder_of(folder, role);
    ensure_kind(&folder, FolderKind::Enumeration)?;
    let run = RunFolder::open(Arc::new(RealDisk), &folder, args.run_folder.every());
    let run = run.map_err(|error| faults::of_store(&error))?;
    let Some(share) = run.share() else {
        return Err(Failure::input(format!(
            "{} holds a run of one process: continue it without --processes and --hosts",
            folder.display()
        )));
    };
    if (share.processes, share.process) != (role.processes(), role.process()) {
        return Err(Failure::input(format!(
            "{} belongs to process {} of {}, not to process {} of {}: use the same number of \
             processes as before",
            folder.display(),
            share.process,
            share.processes,
            role.process(),
            role.processes(),
        )));
    }
    Ok(Some(run))
}

/// Refuses a folder that holds a run, before other processes start.
pub(super) fn ensure_unused(folder: &Path) -> Result<(), Failure> {
    if FolderKind::of(&RealDisk, folder).is_none() {
        return Ok(());
    }
    let name = folder.display();
    Err(Failure::input(format!(
        "{name} holds a run already: continue it with --resume, or choose another folder"
    )))
}

/// Removes checkpoints of a complete run.
pub(super) fn clear(checkpoints: Option<ClusterCheckpoints<RunFolder>>) {
    for place in checkpoints.into_iter().flat_map(ClusterCheckpoints::into_places) {
        // A remaining checkpoint only takes space.
        let _ = place.discard_checkpoint();
    }
}

/// The folders of checkpoints in that of a part.
const PLACES: [&str; 2] = ["checkpoint-a", "checkpoint-b"];

impl Part<'_> {
    /// Makes the folder of this process. That of process 0 comes last: where it exists, all exist.
    pub(super) fn create(&self) -> Result<RunFolder, Failure> {
        let Some(folder) = &self.args.run_folder.dir else {
            return Err(Failure::input("name a folder with --dir"));
        };
        let folder = folder_of(folder, self.role);
        let number = RandomState::new().build_hasher().finish().max(1);
        let all = self.gather(&number.to_le_bytes())?;
        let number = all[0].as_slice().try_into().map(u64::from_le_bytes);
        let run =
            number.map_err(|_| Failure::environment("process 0 sent no number for the run"))?;
        let (processes, process) = (self.role.processes(), self.role.process());
        let share = Share { run, processes, process };
        if process == 0 {
            self.gather(&[])?;
            return self.create_in(&folder, share);
        }
        let run = match self.left_over(&folder, share)? {
            Some(run) => run,
            None => self.create_in(&folder, share)?,
        };
        self.gather(&[])?;
        Ok(run)
    }

    /// Two places for checkpoints, in folders of the part.
    pub(super) fn checkpoints(
        &self,
        folder: &LockedFolder,
    ) -> Result<ClusterCheckpoints<RunFolder>, Failure> {
        let every = self.args.run_folder.every();
        let place = |name: &str| {
            let place = folder.path().join(name);
            if FolderKind::of(&RealDisk, &place) == Some(FolderKind::Enumeration) {
                return RunFolder::open(Arc::new(RealDisk), &place, every);
            }
            let place = (Arc::new(RealDisk) as _, &*place);
            self.request.create_run(place, self.request.engine, every, None)
        };
        let places = PLACES.map(|name| place(name).map_err(|error| faults::of_store(&error)));
        let [one, other] = places;
        Ok(ClusterCheckpoints::new(self.network.clone(), [one?, other?]))
    }

    fn create_in(&self, folder: &Path, share: Share) -> Result<RunFolder, Failure> {
        let (place, every) = ((Arc::new(RealDisk) as _, folder), self.args.run_folder.every());
        let run = self.request.create_run(place, self.request.engine, every, Some(share));
        run.map_err(|error| faults::of_store(&error))
    }

    /// The folder of an attempt that ended before the run began.
    fn left_over(&self, folder: &Path, share: Share) -> Result<Option<RunFolder>, Failure> {
        if FolderKind::of(&RealDisk, folder) != Some(FolderKind::Enumeration) {
            return Ok(None);
        }
        let of_store = |error: StoreError| faults::of_store(&error);
        let every = self.args.run_folder.every();
        let mut run = RunFolder::open(Arc::new(RealDisk), folder, every).map_err(of_store)?;
        let level = FileLevelStore::new(run.own_folder()).open().map_err(of_store)?;
        let place = |name: &str| FolderKind::of(&RealDisk, &folder.join(name)).is_some();
        let is_same = LevelsRequest::of_run(self.request.puzzle(), &run)
            .is_ok_and(|request| task_of(&request) == task_of(self.request));
        let is_used = level.is_some() || PLACES.into_iter().any(place);
        if is_used || !is_same || run.share().is_none() {
            return Ok(None);
        }
        run.set_share(&share).map_err(of_store)?;
        Ok(Some(run))
    }
}
