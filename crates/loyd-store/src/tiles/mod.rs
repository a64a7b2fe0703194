//! Files of sliding tiles.
//!
//! | module | contents |
//! |---|---|
//! | [`levels`] | [`FileLevelStore`]: the levels of the disk engine |
//! | [`lists`] | [`FileListStore`]: the lists of a frontier search |
//! | [`tables`] | pattern databases as subjects of table files |
//! | `colour_check` | [`check_colours`]: a check of certificates that only tiles have |

mod colour_check;
pub mod levels;
pub mod lists;
pub mod tables;

pub use colour_check::check_colours;

use crate::RunFolder;
use levels::FileLevelStore;
use lists::FileListStore;
use loyd_tiles::MetricName;

impl RunFolder {
    /// Returns the store for the levels of the disk engine in this folder.
    #[must_use]
    pub fn level_store(&self) -> FileLevelStore {
        FileLevelStore::new(self.locked_folder().clone())
    }

    /// Returns the store for the lists of a frontier search in this folder.
    #[must_use]
    pub fn list_store(&self) -> FileListStore {
        FileListStore::new(self.locked_folder().clone())
    }
}

/// Returns the metric of a name in a file; `None` if it is unknown.
fn metric(name: &str) -> Option<MetricName> {
    [MetricName::Single, MetricName::Multi].into_iter().find(|metric| metric.name() == name)
}
