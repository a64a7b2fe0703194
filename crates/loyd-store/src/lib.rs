//! What loyd keeps on disk: runs that can be stopped and continued, the certificates of finished
//! ones, and the tables of pattern databases.
//!
//! A folder holds one run:
//!
//! ```text
//! run.json           what is counted, and which checkpoint is the valid one    (a document)
//! level-0042.ball    the bitmaps of a finished level                           (a container)
//! level.json, units-…   the levels of an engine that keeps them in files       (see [`units`])
//! lists.json, lists-…   the lists of one that keeps those                       (see [`lists`])
//! certificate.json   what a finished run found                                 (a document)
//! lock               held by the process at work
//! ```
//!
//! Whatever happens (a kill, a crash, a full disk) the folder holds the last checkpoint that was
//! complete: a container is written and synchronised under a name that nothing refers to, then
//! `run.json` is replaced by renaming, and only then the older container is removed.
//!
//! | file | what |
//! |---|---|
//! | [`disk`] | the few operations on files that all of this is made of; a real disk and a simulated one that fails when told |
//! | [`names`] | [`FileName`](names::FileName): what files in a folder can be called |
//! | [`folder`] | [`LockedFolder`]: all reading and writing in a folder, once no other process does |
//! | `document.rs` | JSON with a checksum, replaced atomically |
//! | `container.rs` | bitmaps with checksums, written and read in one pass |
//! | `sealed.rs`, `plausible.rs` | lengths and values of files, compared with what can be before they are used |
//! | [`run`] | [`RunFolder`]: a run on disk |
//! | [`units`] | [`UnitFiles`]: the levels of the engine for disks |
//! | [`lists`] | [`ListFiles`]: the lists of a frontier search |
//! | [`solves`] | [`SolveFolder`]: boards that are solved over several runs, in a folder of their own |
//! | [`tables`] | pattern databases: files that are mapped, and a cache of them |
//! | [`journal`] | [`Journal`]: results kept one by one, of comparisons |
//! | [`certificate`] | [`Certificate`]: what a finished run found, and what must hold of it |
#![deny(unsafe_code)]

pub mod certificate;
mod container;
pub mod disk;
mod document;
mod failure;
pub mod folder;
pub mod journal;
pub mod lists;
pub mod names;
mod plausible;
pub mod run;
mod sealed;
pub mod solves;
pub mod tables;
pub mod units;

pub use certificate::Certificate;
pub use folder::{FolderKind, LockedFolder};
pub use journal::Journal;
pub use lists::ListFiles;
pub use run::{Every, RunFolder};
pub use solves::SolveFolder;
pub use tables::{Cache, Encoding, TableFile, TableInfo};
pub use units::{Keep, LevelCodec, UnitFiles};
