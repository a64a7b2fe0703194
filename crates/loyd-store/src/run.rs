//! A run in a folder: begun, checkpointed, continued, finished.

use crate::certificate::{Certificate, STATISTICS};
use crate::container::{self, Container, Seal};
use crate::disk::{Disk, Lock};
use crate::document;
use crate::failure::{damaged, refused, unsuited};
use crate::lists::ListFiles;
use crate::units::UnitFiles;
use loyd::puzzle::tiles::parse_size;
use loyd_enumerate::checkpoint::{Boundary, Checkpoints, Saved, StoreError};
use loyd_enumerate::{EngineName, Enumeration, Request};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

const FORMAT: &str = "loyd run";
const VERSION: u32 = 1;
const MANIFEST: &str = "run.json";
const CERTIFICATE: &str = "certificate.json";
const LOCK: &str = "lock";
/// Files with these names are ours to remove.
const PREFIX: &str = "level-";
const SUFFIX: &str = ".ball";

/// When a checkpoint is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Every {
    /// So long after the last one, at the end of the level.
    Time(Duration),
    /// After so many levels.
    Levels(u32),
}

/// What `run.json` says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Manifest {
    format: String,
    version: u32,
    program: String,
    puzzle: String,
    metric: String,
    start_cell: usize,
    depth: Option<u32>,
    engine: Option<String>,
    antipodes: usize,
    samples: usize,
    checkpoint: Option<Pointer>,
}

impl Manifest {
    fn of(request: &Request, engine: Option<EngineName>) -> Self {
        Self {
            format: FORMAT.into(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").into(),
            puzzle: request.size.to_string(),
            metric: request.metric.name().into(),
            start_cell: request.start_cell,
            depth: request.depth,
            engine: engine.map(|engine| engine.info().name.into()),
            antipodes: request.antipodes,
            samples: request.samples,
            checkpoint: None,
        }
    }

    /// What is to be counted.
    fn request(&self) -> Option<Request> {
        let engine = match &self.engine {
            Some(name) => Some(name.parse().ok()?),
            None => None,
        };
        let size = parse_size(&self.puzzle).ok()?;
        Some(Request {
            metric: document::metric(&self.metric)?,
            start_cell: Some(self.start_cell).filter(|&cell| cell < size.cells())?,
            depth: self.depth,
            engine,
            antipodes: self.antipodes,
            samples: self.samples,
            ..Request::new(size)
        })
    }
}

/// The checkpoint that is valid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Pointer {
    file: String,
    depth: u32,
    bytes: u64,
    hash: String,
}

/// A run in a folder. While it exists no other process can use the folder.
pub struct RunFolder {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    manifest: Manifest,
    request: Request,
    every: Every,
    last: Instant,
    last_depth: u32,
    reading: Option<Container>,
    _lock: Option<Lock>,
}

impl RunFolder {
    /// Begins a run in a folder, which is made if need be.
    ///
    /// # Errors
    /// If the folder cannot be written, is in use, or holds a run already.
    pub fn create(
        disk: Arc<dyn Disk>,
        folder: &Path,
        request: &Request,
        engine: Option<EngineName>,
        every: Every,
    ) -> Result<Self, StoreError> {
        let made = disk.create_folder(folder);
        made.map_err(|error| refused("make the folder", folder, &error))?;
        let lock = lock(&*disk, folder)?;
        let names = disk.list(folder).map_err(|error| refused("look into", folder, &error))?;
        if names.iter().any(|name| name == MANIFEST || name == CERTIFICATE) {
            let shown = folder.display();
            return Err(unsuited(format!(
                "{shown} holds a run already: continue it with --resume {shown}, or choose another folder"
            )));
        }
        let manifest = Manifest::of(request, engine);
        let run = Self::with(disk, folder, manifest, request.clone(), every, lock);
        run.write_manifest()?;
        Ok(run)
    }

    /// Opens a run to continue it or to look at it.
    ///
    /// # Errors
    /// If there is no run, it is in use or damaged, or was made by a newer loyd.
    pub fn open(disk: Arc<dyn Disk>, folder: &Path, every: Every) -> Result<Self, StoreError> {
        let shown = folder.display();
        let Some(members) = document::read(&*disk, folder, MANIFEST)? else {
            return Err(unsuited(format!(
                "{shown} holds no run (there is no {MANIFEST}): begin one with --dir {shown}"
            )));
        };
        let place = folder.join(MANIFEST);
        let manifest: Manifest = serde_json::from_value(Value::Object(members))
            .map_err(|error| damaged(&place, &error.to_string()))?;
        if manifest.format != FORMAT || manifest.version != VERSION {
            return Err(unsuited(format!(
                "{} is a {:?} of version {}, this loyd reads a {FORMAT:?} of version {VERSION}",
                place.display(),
                manifest.format,
                manifest.version
            )));
        }
        let lock = lock(&*disk, folder)?;
        let unclear = || damaged(&place, "what is to be counted is not clear");
        let request = manifest.request().ok_or_else(unclear)?;
        Ok(Self::with(disk, folder, manifest, request, every, lock))
    }

    fn with(
        disk: Arc<dyn Disk>,
        folder: &Path,
        manifest: Manifest,
        request: Request,
        every: Every,
        lock: Lock,
    ) -> Self {
        Self {
            disk,
            folder: folder.to_owned(),
            last_depth: manifest.checkpoint.as_ref().map_or(0, |pointer| pointer.depth),
            manifest,
            request,
            every,
            last: Instant::now(),
            reading: None,
            _lock: Some(lock),
        }
    }

    /// The engine that the run was begun with.
    #[must_use]
    pub fn engine(&self) -> Option<EngineName> {
        self.request.engine
    }

    /// The store for the levels of an engine that keeps them in files.
    #[must_use]
    pub fn units(&self) -> UnitFiles {
        UnitFiles::new(self.disk.clone(), &self.folder)
    }

    /// The store for the lists of a frontier search.
    #[must_use]
    pub fn lists(&self) -> ListFiles {
        ListFiles::new(self.disk.clone(), &self.folder)
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The last level that can be continued from; `None` if the run would begin anew.
    #[must_use]
    pub fn checkpoint_depth(&self) -> Option<u32> {
        self.manifest.checkpoint.as_ref().map(|pointer| pointer.depth)
    }

    /// What the run counts; memory and threads are not part of it.
    #[must_use]
    pub fn request(&self) -> Request {
        self.request.clone()
    }

    /// The certificate, if the run is finished.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn certificate(&self) -> Result<Option<Certificate>, StoreError> {
        let Some(members) = document::read(&*self.disk, &self.folder, CERTIFICATE)? else {
            return Ok(None);
        };
        let place = self.folder.join(CERTIFICATE);
        Certificate::from_members(members).map(Some).map_err(|what| damaged(&place, &what))
    }

    /// Writes the certificate of a run that ended by itself. If every state was counted, its
    /// checkpoint is needed no more.
    ///
    /// # Errors
    /// If it cannot be written; the checkpoint is then still there.
    pub fn finish(
        &mut self,
        found: &Enumeration,
        peak_file_bytes: u64,
    ) -> Result<Certificate, StoreError> {
        let certificate = Certificate { peak_file_bytes, ..Certificate::of(found) };
        let statistics = certificate.statistics_table();
        if !statistics.is_empty() {
            document::write_text(&*self.disk, &self.folder, STATISTICS, &statistics)?;
        }
        document::write(&*self.disk, &self.folder, CERTIFICATE, certificate.members())?;
        self.reading = None;
        if !found.complete {
            return Ok(certificate);
        }
        self.manifest.checkpoint = None;
        self.write_manifest()?;
        self.sweep();
        Ok(certificate)
    }

    /// Reads the checkpoint from end to end; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn check_checkpoint(&self) -> Result<Option<Saved>, StoreError> {
        let Some((container, pointer)) = self.container()? else { return Ok(None) };
        let (saved, seal) = (container.saved()?, container.check()?);
        self.compare(pointer, &seal)?;
        Ok(Some(saved))
    }

    fn container(&self) -> Result<Option<(Container, &Pointer)>, StoreError> {
        let Some(pointer) = &self.manifest.checkpoint else { return Ok(None) };
        let path = self.folder.join(&pointer.file);
        let container = Container::open(&*self.disk, &path)?;
        let levels = container.saved()?.snapshot.levels.len();
        if levels != pointer.depth as usize + 1 {
            return Err(damaged(&path, "it is of another level than run.json says"));
        }
        Ok(Some((container, pointer)))
    }

    fn compare(&self, pointer: &Pointer, seal: &Seal) -> Result<(), StoreError> {
        if seal.bytes == pointer.bytes && format!("{:016x}", seal.hash) == pointer.hash {
            return Ok(());
        }
        Err(damaged(&self.folder.join(&pointer.file), "it is not the file that run.json names"))
    }

    fn write_manifest(&self) -> Result<u64, StoreError> {
        let members = match serde_json::to_value(&self.manifest) {
            Ok(Value::Object(members)) => members,
            _ => Map::new(),
        };
        document::write(&*self.disk, &self.folder, MANIFEST, members)
    }

    /// A name that no container has: one that `run.json` may name is never written again, not even
    /// after a failure that left open which one it names.
    fn free_name(&self, depth: u32) -> String {
        let taken = self.disk.list(&self.folder).unwrap_or_default();
        let mut names = (0u32..).map(|i| format!("{PREFIX}{depth:04}-{i}{SUFFIX}"));
        names.find(|name| !taken.contains(name)).unwrap_or_default()
    }

    /// Removes containers that nothing refers to; what cannot be removed does no harm.
    fn sweep(&self) {
        let valid = self.manifest.checkpoint.as_ref().map(|pointer| pointer.file.as_str());
        for name in self.disk.list(&self.folder).unwrap_or_default() {
            let ours = name.starts_with(PREFIX) && name.ends_with(SUFFIX);
            if ours && Some(name.as_str()) != valid {
                let _ = self.disk.remove(&self.folder.join(name));
            }
        }
    }
}

pub(crate) fn lock(disk: &dyn Disk, folder: &Path) -> Result<Lock, StoreError> {
    let place = folder.join(LOCK);
    match disk.lock(&place) {
        Ok(Some(lock)) => Ok(lock),
        Ok(None) => Err(StoreError::environment(format!(
            "{} is in use by another process: wait for it, or choose another folder",
            folder.display()
        ))),
        Err(error) => Err(refused("write to", folder, &error)),
    }
}

impl Checkpoints for RunFolder {
    fn is_due(&mut self, depth: u32) -> bool {
        match self.every {
            Every::Time(time) => self.last.elapsed() >= time,
            Every::Levels(levels) => depth >= self.last_depth + levels,
        }
    }

    fn save(&mut self, boundary: &Boundary<'_>) -> Result<u64, StoreError> {
        // Also after a failure: the next attempt comes as late as the next checkpoint would.
        self.last = Instant::now();
        let depth = boundary.snapshot.levels.len().saturating_sub(1) as u32;
        self.last_depth = depth;
        if self.checkpoint_depth() == Some(depth) {
            return Ok(0);
        }
        let file = self.free_name(depth);
        let path = self.folder.join(&file);
        // Its name must be safe before run.json names it.
        let written = container::write(&*self.disk, &path, boundary)
            .and_then(|seal| self.disk.sync_folder(&self.folder).map(|()| seal));
        let seal = written.map_err(|error| {
            let _ = self.disk.remove(&path);
            refused("write", &path, &error)
        })?;
        let pointer =
            Pointer { file, depth, bytes: seal.bytes, hash: format!("{:016x}", seal.hash) };
        let before = self.manifest.checkpoint.replace(pointer);
        match self.write_manifest() {
            Ok(bytes) => {
                self.sweep();
                Ok(seal.bytes + bytes)
            }
            Err(error) => {
                self.manifest.checkpoint = before;
                Err(error)
            }
        }
    }

    fn saved(&mut self) -> Result<Option<Saved>, StoreError> {
        self.sweep();
        self.last = Instant::now();
        let Some((container, pointer)) = self.container()? else { return Ok(None) };
        let saved = container.saved()?;
        let (snapshot, wanted) = (&saved.snapshot, self.request());
        let size = wanted.size;
        let same = (snapshot.width, snapshot.height) == (size.width(), size.height())
            && snapshot.metric == wanted.metric
            && snapshot.start == wanted.start_cell;
        if !same {
            let path = self.folder.join(&pointer.file);
            return Err(damaged(&path, "it is of another run than run.json"));
        }
        self.reading = Some(container);
        Ok(Some(saved))
    }

    fn load(&mut self, index: usize, bitmap: &mut [u8]) -> Result<u64, StoreError> {
        let Some(container) = &mut self.reading else {
            return Err(unsuited("no checkpoint was opened".into()));
        };
        let bytes = container.load(index, bitmap)?;
        match (container.seal(), &self.manifest.checkpoint) {
            (Some(seal), Some(pointer)) => self.compare(pointer, &seal).map(|()| bytes),
            _ => Ok(bytes),
        }
    }
}
