//! Levels in files of any contents: common code of the stores of [lists](crate::lists) and of
//! [units](crate::tiles::levels) have in common.
//!
//! ```text
//! POINTER.json          the committed levels, the last one first             (a document)
//! PREFIX-0042-0.data    the blobs of a level in sequence
//! PREFIX-0042-0.index   the run, and where each blob is                      (a sealed file)
//! ```
//!
//! A level is committed by replacing the pointer, after all files that it names were made durable;
//! then older levels are removed. A name that the pointer may contain is never used again.
//!
//! | module | contents |
//! |---|---|
//! | [`names`] | [`LevelNames`]: the files of a kind of levels; [`FileId`]: those of one level |
//! | [`pointer`] | [`CommittedLevels`]: the pointer |
//! | [`blob`] | where a blob is, its checksum, and reading it |

pub(crate) mod blob;
pub(crate) mod names;
pub(crate) mod pointer;
