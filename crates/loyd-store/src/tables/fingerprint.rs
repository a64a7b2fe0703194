//! Expected fingerprints of the tables of the catalogues.
//!
//! The checksums in a file show that the file is as it was written. They cannot show that the entries
//! were right: a computer with faulty memory may have built the table, another program may have
//! written it, or a user may have changed entries and checksums. The tables of the catalogues
//! therefore have fingerprints in the program, in `known.txt`. A file with another fingerprint
//! is refused when it is opened, and so is a table that was just built.
//!
//! ```text
//! fingerprint = XXH3-128(checksums of all parts, little-endian)
//! ```
//!
//! It takes no time: the checksums are in the head of the file, and [`TableFile::load`] verifies that the
//! entries fit them. XXH3 is not a cryptographic hash. It finds faults, and changes by anybody who
//! does not construct collisions.
//!
//! Other tables have no fingerprint: of partitions that users draw, and those too large to be listed.
//! See ADR 033.
//!
//! [`TableFile::load`]: super::TableFile::load

use super::check::checksums;
use super::subject::Subject;
use super::writing::Contents;
use loyd_enumerate::checkpoint::{StoreError, StoreFault};
use std::fmt;
use xxhash_rust::xxh3::xxh3_128;

/// A line for each table: the name of its file in a cache, without the extension, and its
/// fingerprint.
const CATALOGUE: &str = include_str!("known.txt");

/// The fingerprint of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// The fingerprint of a table with these checksums.
    pub(super) fn of(checksums: &[u64]) -> Self {
        let bytes: Vec<u8> = checksums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
        Self(xxh3_128(&bytes))
    }

    /// The fingerprint that the table of a subject must have; `None` if the catalogue lacks the table.
    #[must_use]
    pub fn expected<S: Subject>(subject: &S) -> Option<Self> {
        let name = subject.file_name();
        let mut tables = table_fingerprints();
        tables.find_map(|(table, fingerprint)| (table == name).then_some(fingerprint))
    }
}

/// 32 hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The file names and fingerprints of all tables of the catalogues.
pub fn table_fingerprints() -> impl Iterator<Item = (&'static str, Fingerprint)> {
    CATALOGUE.lines().filter_map(|line| {
        let (name, digits) = line.split_once(' ')?;
        Some((name, Fingerprint(u128::from_str_radix(digits, 16).ok()?)))
    })
}

/// Verifies a table that was built, if the catalogue has its fingerprint.
///
/// # Errors
/// If it differs: the computer or the program made a mistake.
pub fn check_built<S: Subject, C: Contents + ?Sized>(
    subject: &S,
    contents: &C,
) -> Result<(), StoreError> {
    let Some(expected) = Fingerprint::expected(subject) else { return Ok(()) };
    if Fingerprint::of(&checksums(contents)) == expected {
        return Ok(());
    }
    let message = format!(
        "the table {} was built with wrong entries, and nothing of it was used: its fingerprint is not \
         {expected}. Run the command again; if that fails too, test the memory of this computer",
        subject.file_name()
    );
    Err(StoreError { fault: StoreFault::Environment, message })
}
