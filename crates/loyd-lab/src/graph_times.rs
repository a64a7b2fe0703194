//! Times of builds of graphs, beside a raw load of the same rows and those of the paper.

use loyd_graph::measure::{Contents, RawLoad, refuse_full};
use loyd_graph::url::ServerUrl;
use loyd_graph::{
    Access, Backend, BuildRequest, Built, DatabaseUrl, GraphError, Strategy, build, open,
};
use loyd_search::observe::{Cancel, Limit};
use std::fs;
use std::path::{Path, PathBuf};

/// A database to be measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// A file of SQLite, made for the measurement.
    Sqlite,
    /// The memory of the process.
    Memory,
    /// An empty database on a server, which is empty again afterwards.
    Server(ServerUrl),
}

impl Database {
    /// The databases that need no server, and those of the servers.
    pub fn all(servers: &[ServerUrl]) -> Vec<Self> {
        let servers = servers.iter().cloned().map(Self::Server);
        [Self::Sqlite, Self::Memory].into_iter().chain(servers).collect()
    }

    /// The name in tables.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Memory => "memory",
            Self::Server(url) => url.server.scheme(),
        }
    }
}

/// The times of the paper in seconds: shape, states, in memory or in its database, strategy.
const PAPER: [(&str, u64, bool, Strategy, f64); 5] = [
    ("3x3", 181_440, false, Strategy::Row, 4.5 * 3600.0),
    ("3x3", 181_440, false, Strategy::Level, 30.0 * 60.0),
    ("3x3", 181_440, false, Strategy::Bulk, 12.0),
    ("3x3", 181_440, true, Strategy::Bulk, 8.0),
    ("4x4", 12_318_701, false, Strategy::Bulk, 20.0 * 60.0),
];

/// A build that was measured.
pub struct Timed {
    /// The database.
    pub database: Database,
    /// The strategy.
    pub strategy: Strategy,
    /// The result of the build.
    pub built: Built,
    /// Bytes of the database.
    bytes: u64,
    raw: Option<RawLoad>,
}

impl Timed {
    /// States of the graph.
    pub fn states(&self) -> u64 {
        self.built.levels.iter().sum()
    }

    /// Seconds in the paper, for the same states in memory or in its database.
    pub fn paper(&self) -> Option<f64> {
        let in_memory = self.database == Database::Memory;
        let same = |(shape, states, memory, strategy, _): &&(&str, u64, bool, Strategy, f64)| {
            (*shape, *states) == (&*self.built.meta.shape, self.states())
                && (*memory, *strategy) == (in_memory, self.strategy)
        };
        PAPER.iter().find(same).map(|row| row.4)
    }

    /// Bytes of the database for each state.
    pub fn bytes_per_state(&self) -> f64 {
        self.bytes as f64 / self.states().max(1) as f64
    }

    /// Seconds of the raw load; of strategy `bulk` only.
    pub fn raw_seconds(&self) -> Option<f64> {
        self.raw.map(|raw| raw.seconds + raw.rebuild_seconds)
    }
}

/// A build to be measured.
pub struct Measurement<'a> {
    /// The graph and the strategy.
    pub request: &'a BuildRequest,
    /// The database.
    pub database: &'a Database,
    /// Number of runs; the median is reported.
    pub runs: u64,
    /// The folder for files, which are removed at the end.
    pub folder: &'a Path,
    /// Stops the build.
    pub cancel: &'a Cancel,
}

impl Measurement<'_> {
    /// The median of the runs; `None` if one was stopped.
    ///
    /// # Errors
    /// If the database is not empty, or fails.
    pub fn run(&self) -> Result<Option<Timed>, GraphError> {
        let mut runs = Vec::new();
        for _ in 0..self.runs.max(1) {
            let Some(timed) = self.once()? else { return Ok(None) };
            runs.push(timed);
        }
        runs.sort_by(|one, other| one.built.seconds.total_cmp(&other.built.seconds));
        let median = runs.len() / 2;
        Ok(Some(runs.swap_remove(median)))
    }

    fn once(&self) -> Result<Option<Timed>, GraphError> {
        // Removed after the database is closed.
        let file = Temporary(self.folder.join(format!("loyd-{}-graph.db", std::process::id())));
        let url = match self.database {
            Database::Sqlite => DatabaseUrl::Sqlite(file.0.clone()),
            Database::Memory => DatabaseUrl::Memory,
            Database::Server(url) => DatabaseUrl::Server(url.clone()),
        };
        let mut backend = open(&url, Access::Build)?;
        refuse_full(&mut *backend)?;
        let measured = self.measure(&mut *backend);
        // The first failure is the one to report.
        let removed = backend.remove();
        measured.and_then(|timed| removed.map(|()| timed))
    }

    /// Measures a build, and a raw load after it, in an empty database.
    fn measure(&self, backend: &mut dyn Backend) -> Result<Option<Timed>, GraphError> {
        let (database, strategy) = (self.database.clone(), self.request.strategy);
        let built = build(self.request, backend, &Limit::cancelled_by(self.cancel), &mut |_| ())?;
        if built.stopped.is_some() {
            return Ok(None);
        }
        let bytes = backend.sizes()?.total;
        let raw = if strategy == Strategy::Bulk {
            let contents = Contents::read(backend)?;
            backend.remove()?;
            Some(contents.load(backend)?)
        } else {
            None
        };
        Ok(Some(Timed { database, strategy, built, bytes, raw }))
    }
}

/// A database file that is removed at the end, with its log.
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
