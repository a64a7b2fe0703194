//! The files that loyd keeps: runs that can be stopped and continued, certificates of finished runs,
//! and tables of pattern databases.
//!
//! A folder contains one run:
//!
//! ```text
//! run.json             the request, and the name of the valid checkpoint           (a document)
//! level-0042.ball      the bitmaps of a finished level                          (a container)
//! level.json, units-…  the levels of an engine that stores them in files        (tiles::levels)
//! lists.json, lists-…  the levels of an engine that keeps them as lists             (lists)
//! certificate.json     the results of a finished run                            (a document)
//! lock                 locked by the process that works in the folder
//! ```
//!
//! After a kill, a crash or a full disk the folder contains the last complete checkpoint: a
//! container is written and synchronised under a name that nothing refers to, then `run.json` is
//! replaced by renaming, and only then the older container is removed.
//!
//! | module | contents |
//! |---|---|
//! | [`disk`] | the file operations that everything else uses; the only `unsafe`, in `disk/mmap.rs` |
//! | [`names`] | [`FileName`](names::FileName): the names that files in a folder can have |
//! | [`folder`] | [`LockedFolder`]: reading and writing in a folder that this process has locked |
//! | `document` | JSON with a checksum, replaced atomically |
//! | `container` | bitmaps with checksums, written and read in one pass |
//! | `append_file` | files that grow at their end |
//! | `sealed` | binary files with a header in JSON and a checksum, validated before they are used |
//! | `record` | a run at a level boundary, as headers state it |
//! | `level_files` | what all levels in files have in common: names, the pointer, blobs |
//! | [`lists`] | [`FileListStore`]: levels as numbered lists |
//! | `puzzle_text` | metrics and positions as files name them |
//! | [`run`] | [`RunFolder`]: a run in a folder |
//! | [`solves`] | [`SolveFolder`]: boards that are solved over several runs, with the checkpoint of each search; `part` and `merged`: lists in parts |
//! | [`journal`] | [`Journal`]: results stored one by one |
//! | [`certificate`] | [`Certificate`]: the results of a finished run, and checks of them |
//! | [`tables`] | [`TableFile`] and [`Cache`]: tables of pattern databases, of any puzzle |
//! | [`tiles`] | files of sliding tiles: bitmaps of levels, their pattern databases |
#![deny(unsafe_code)]

mod append_file;
pub mod certificate;
mod container;
pub mod disk;
mod document;
mod failure;
pub mod folder;
pub mod journal;
mod level_files;
pub mod lists;
pub mod names;
mod puzzle_text;
mod record;
pub mod run;
mod sealed;
pub mod solves;
pub mod tables;
pub mod tiles;

pub use certificate::Certificate;
pub use folder::{FolderKind, LockedFolder};
pub use journal::Journal;
pub use level_files::pointer::Retention;
pub use lists::FileListStore;
pub use run::{CheckpointInterval, RunFolder, Share};
pub use solves::SolveFolder;
pub use tables::{Cache, NamedTable, TableFile, TableInfo};
pub use tiles::levels::{FileLevelStore, LevelCodec, LevelsInMemory};
