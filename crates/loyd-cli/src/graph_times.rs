//! Times of builds of graphs, beside a raw load of the same rows and those of the paper.

use crate::exit::Failure;
use crate::family::Family;
use crate::faults;
use loyd::observe::Cancel;
use loyd_graph::measure::{RawLoad, raw_load};
use loyd_graph::{Access, Backend, BuildRequest, Built, DatabaseUrl, Strategy, build, open};
use std::fs;
use std::path::{Path, PathBuf};

/// The databases that need no server.
pub(crate) const DATABASES: [&str; 2] = ["sqlite", "memory"];

/// The times of the paper in seconds: shape, states, database, strategy.
const PAPER: [(&str, u64, &str, Strategy, f64); 5] = [
    ("3x3", 181_440, "sqlite", Strategy::Row, 4.5 * 3600.0),
    ("3x3", 181_440, "sqlite", Strategy::Level, 30.0 * 60.0),
    ("3x3", 181_440, "sqlite", Strategy::Bulk, 12.0),
    ("3x3", 181_440, "memory", Strategy::Bulk, 8.0),
    ("4x4", 12_318_701, "sqlite", Strategy::Bulk, 20.0 * 60.0),
];

/// A build that was measured.
pub(crate) struct Timed {
    pub(crate) database: &'static str,
    pub(crate) strategy: Strategy,
    pub(crate) built: Built,
    /// Bytes of the database.
    bytes: u64,
    raw: Option<RawLoad>,
}

impl Timed {
    /// States of the graph.
    pub(crate) fn states(&self) -> u64 {
        self.built.levels.iter().sum()
    }

    /// Seconds in the paper, for the same states in a database of the same kind.
    pub(crate) fn paper(&self) -> Option<f64> {
        let same = |(shape, states, database, strategy, _): &&(&str, u64, &str, Strategy, f64)| {
            (*shape, *states) == (&*self.built.meta.shape, self.states())
                && (*database, *strategy) == (self.database, self.strategy)
        };
        PAPER.iter().find(same).map(|row| row.4)
    }

    /// Bytes of the database for each state.
    pub(crate) fn bytes_per_state(&self) -> f64 {
        self.bytes as f64 / self.states().max(1) as f64
    }

    /// Seconds of the raw load; of strategy `bulk` only.
    pub(crate) fn raw_seconds(&self) -> Option<f64> {
        self.raw.map(|raw| raw.seconds + raw.rebuild_seconds)
    }
}

/// A build to be measured.
pub(crate) struct Measurement<'a> {
    pub(crate) request: &'a BuildRequest,
    pub(crate) database: &'static str,
    /// Number of runs; the median is reported.
    pub(crate) runs: u64,
    /// The folder for files, which are removed at the end.
    pub(crate) folder: &'a Path,
    pub(crate) cancel: &'a Cancel,
}

impl Measurement<'_> {
    /// The median of the runs; `None` if one was stopped.
    pub(crate) fn run<P: Family>(&self) -> Result<Option<Timed>, Failure> {
        let mut runs = Vec::new();
        for _ in 0..self.runs.max(1) {
            let Some(timed) = self.once::<P>()? else { return Ok(None) };
            runs.push(timed);
        }
        runs.sort_by(|one, other| one.built.seconds.total_cmp(&other.built.seconds));
        let median = runs.len() / 2;
        Ok(Some(runs.swap_remove(median)))
    }

    fn once<P: Family>(&self) -> Result<Option<Timed>, Failure> {
        let (database, strategy) = (self.database, self.request.strategy);
        let (built_file, raw_file) = (self.file("graph"), self.file("raw"));
        let mut backend = self.open(&built_file)?;
        let built = build::<P>(self.request, &mut *backend, self.cancel, &mut |_| ());
        let built = built.map_err(faults::of_graph)?;
        if built.stopped {
            return Ok(None);
        }
        let bytes = backend.sizes().map_err(faults::of_graph)?.total;
        let raw = if strategy == Strategy::Bulk {
            let mut into = self.open(&raw_file)?;
            Some(raw_load::<P>(&mut *backend, &mut *into).map_err(faults::of_graph)?)
        } else {
            None
        };
        Ok(Some(Timed { database, strategy, built, bytes, raw }))
    }

    fn file(&self, what: &str) -> Temporary {
        Temporary(self.folder.join(format!("loyd-{}-{what}.db", std::process::id())))
    }

    fn open(&self, file: &Temporary) -> Result<Box<dyn Backend>, Failure> {
        let url = match self.database {
            "sqlite" => DatabaseUrl::Sqlite(file.0.clone()),
            _ => DatabaseUrl::Memory,
        };
        open(&url, Access::Build).map_err(faults::of_graph)
    }
}

/// A database file that is removed at the end, with what is beside it.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let mut name = self.0.clone().into_os_string();
            name.push(suffix);
            let _ = fs::remove_file(Path::new(&name));
        }
    }
}
