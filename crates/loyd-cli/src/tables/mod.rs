//! Tables of pattern databases: their cache, and the resources that searches may spend on them.
//!
//! | file | contents |
//! |---|---|
//! | `terminal` | warnings and progress on standard error |

mod terminal;

pub(crate) use terminal::Terminal;

use crate::args::LimitArgs;
use crate::exit::Failure;
use crate::platform;
use crate::registry::texts;
use clap::Args;
use loyd::choices::SearchChoices;
use loyd::erased::{AnySolvers, Chosen};
use loyd::{CachedTables, PuzzleName};
use loyd_search::observe::Cancel;
use loyd_store::Cache;
use loyd_store::disk::RealDisk;
use loyd_store::tables::Subject;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The build time that a table is granted even if `--max-time` is shorter: the cache serves later searches.
const MIN_BUILD_TIME: Duration = Duration::from_secs(5);

/// The options of the table cache.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Tables")]
pub(crate) struct CacheArgs {
    /// Neither read nor write the cache of tables; `loyd cache size` prints its folder.
    #[arg(long)]
    pub(crate) no_cache: bool,
}

impl CacheArgs {
    /// Tables for searches, within the limits of a command.
    pub(crate) fn limited(&self, limits: &LimitArgs, quiet: bool, cancel: &Cancel) -> CachedTables {
        let (threads, memory) = (limits.resources.threads(), limits.resources.memory());
        let tables = self.cached().threads(threads).memory(memory).cancel(cancel);
        let mut tables = tables.observer(Terminal::new(quiet));
        tables.set_max_time(limits.resources.max_time.map(|time| time.max(MIN_BUILD_TIME)));
        tables
    }

    /// Tables of the cache; tables that are built and stored nowhere without one.
    pub(crate) fn cached(&self) -> CachedTables {
        self.folder().map_or_else(CachedTables::unstored, |folder| CachedTables::in_folder(&folder))
    }

    /// The tables in the cache that have a subject of this type.
    pub(crate) fn cache<S: Subject>(&self) -> Option<Cache<S>> {
        self.folder().map(|folder| Cache::new(Arc::new(RealDisk), &folder))
    }

    /// Solvers of `boards` positions with tables of the cache, and with the heuristics that earlier runs
    /// chose.
    pub(crate) fn solvers(
        &self,
        puzzle: PuzzleName,
        choices: &SearchChoices,
        (limits, quiet, cancel): (&LimitArgs, bool, &Cancel),
        (boards, chosen): (usize, &[Chosen]),
    ) -> Result<Box<dyn AnySolvers>, Failure> {
        let tables = self.limited(limits, quiet, cancel);
        Ok(texts(puzzle).solvers(&choices.names(), tables, (boards, chosen))?)
    }

    /// The folder of the cache, unless the options exclude it or the system has no place for one.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        platform::cache_folder().filter(|_| !self.no_cache)
    }
}

/// The message for a search whose tables turned out to hold no distances, although their checksums
/// fit: no table that loyd wrote is like that.
pub(crate) fn broken(heuristic: &str) -> String {
    format!(
        "a table of {heuristic} holds no distances, although its checksums fit: it was not made by \
         loyd. Its values were not used. `loyd cache size` names the folder of tables, `loyd pdb \
         verify` finds the wrong one: remove it, and it is built again"
    )
}
