//! Files of sliding tiles.
//!
//! | module | contents |
//! |---|---|
//! | [`levels`] | [`FileLevelStore`]: the levels of the disk engine |
//! | [`tables`] | pattern databases as subjects of table files |
//! | `colour_check` | [`check_colours`]: a check of certificates that only tiles have |

mod colour_check;
pub mod levels;
pub mod tables;

pub use colour_check::check_colours;

use crate::RunFolder;
use levels::FileLevelStore;

impl RunFolder {
    /// Returns the store for the levels of the disk engine in this folder.
    #[must_use]
    pub fn level_store(&self) -> FileLevelStore {
        FileLevelStore::new(self.locked_folder().clone())
    }
}
