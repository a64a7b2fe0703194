//! Fingerprints: of tables that are built, of files that were written wrong, and of the catalogue.

use super::built;
use loyd_enumerate::checkpoint::StoreFault;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::tables::{Fingerprint, Subject, check_built, table_fingerprints, write};
use loyd_store::tiles::tables::{Cache, TableFile};
use loyd_tiles::Size;
use loyd_tiles::pdb::catalogue::CATALOGUE;
use loyd_tiles::pdb::{Encoding, PatternTable};
use loyd_tiles::pdb::{Layout, Pattern, StandardTable, multi};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// A table of 4-4, and one of tiles that no name has.
const NAMED: [usize; 4] = [1, 2, 4, 5];
const UNNAMED: [usize; 4] = [1, 2, 3, 4];

fn pattern(cells: &[usize]) -> Pattern {
    Pattern::new(Size::new(3, 3).unwrap(), 0, cells).unwrap().canonical().0
}

/// The case that no checksum can find: the file is as it was written, but its entries are wrong.
#[test]
fn wrong_entries_with_right_checksums_are_refused_by_fingerprint() {
    for encoding in Encoding::ALL {
        let disk = SimulatedDisk::new();
        let cache = Cache::new(Arc::new(disk.clone()), Path::new("cache"));
        for (cells, in_catalogue) in [(NAMED, true), (UNNAMED, false)] {
            let (info, mut bytes) = built(&pattern(&cells), encoding, 1);
            let expected = Fingerprint::expected(&info.subject);
            assert_eq!(expected.is_some(), in_catalogue);
            cache.store(&info, &bytes).unwrap();
            let file = cache.find(&info.subject).unwrap().expect("a table");
            assert!(expected.is_none_or(|expected| expected == file.fingerprint()));
            let right = file.fingerprint();

            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
            cache.store(&info, &bytes).unwrap();
            let loaded = cache.load(&info.subject, 2);
            if in_catalogue {
                let error = loaded.expect_err("another fingerprint");
                assert_eq!(error.fault, StoreFault::Data);
                assert!(error.message.contains("its fingerprint is not that"), "{error}");
                assert!(error.message.contains("build the table again"), "{error}");
            } else {
                loaded.unwrap().expect("a table without an expected fingerprint");
                let file = cache.find(&info.subject).unwrap().expect("a table");
                assert_ne!(file.fingerprint(), right);
            }
        }
    }
}

/// The fingerprint belongs to the pattern in the header, not to the name of the file.
#[test]
fn files_with_any_name_are_compared() {
    let (info, mut bytes) = built(&pattern(&NAMED), Encoding::Bit, 1);
    let (disk, place) = (SimulatedDisk::new(), Path::new("d/mine"));
    write(&disk, place, &info, &bytes).unwrap();
    TableFile::open(&disk, place).unwrap();
    bytes[0] ^= 1;
    write(&disk, place, &info, &bytes).unwrap();
    let error = TableFile::open(&disk, place).expect_err("another fingerprint");
    assert!(error.message.contains("d/mine is damaged: its fingerprint"), "{error}");
}

#[test]
fn a_table_built_wrong_is_an_error_of_the_computer() {
    for encoding in Encoding::ALL {
        let (info, mut bytes) = built(&pattern(&NAMED), encoding, 1);
        check_built(&info.subject, &bytes).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 0x10;
        let error = check_built(&info.subject, &bytes).expect_err("a wrong entry");
        assert_eq!(error.fault, StoreFault::Environment);
        assert!(error.message.contains("test the memory of this computer"), "{error}");
        let (info, mut bytes) = built(&pattern(&UNNAMED), encoding, 1);
        bytes[0] ^= 1;
        check_built(&info.subject, &bytes).unwrap();
    }
}

#[test]
fn every_line_of_the_list_is_a_name_and_a_fingerprint() {
    let lines = include_str!("../../../src/tables/known.txt").lines().count();
    let names: Vec<&str> = table_fingerprints().map(|(name, _)| name).collect();
    assert_eq!(names.len(), lines);
    assert!(names.is_sorted() && names.iter().collect::<HashSet<_>>().len() == lines);
    let fingerprints: HashSet<String> =
        table_fingerprints().map(|(_, fingerprint)| fingerprint.to_string()).collect();
    assert_eq!(fingerprints.len(), lines, "no two tables are the same");
    assert!(fingerprints.iter().all(|digits| digits.len() == 32));
}

/// The tables of all partitions with a name, in every encoding that they have, with their bytes.
fn catalogue() -> Vec<(PatternTable, u64)> {
    let mut tables: Vec<(PatternTable, u64)> = Vec::new();
    for entry in CATALOGUE {
        for pattern in entry.partition().patterns() {
            let pattern = pattern.canonical().0;
            let (size, tiles) = (pattern.size(), pattern.tiles());
            for encoding in Encoding::ALL {
                let bytes = match encoding {
                    Encoding::Bit => Layout::byte_range(size, tiles).map(|bytes| *bytes.end()),
                    Encoding::Excess => StandardTable::bytes_of(size, tiles),
                    Encoding::Class => {
                        multi::Places::new(size, tiles).map(|places| places.table_bytes() as u64)
                    }
                };
                let subject = PatternTable { pattern: pattern.clone(), encoding };
                if let Ok(bytes) = bytes
                    && tables.iter().all(|(table, _)| *table != subject)
                {
                    tables.push((subject, bytes));
                }
            }
        }
    }
    tables
}

/// Builds the tables of the catalogue with sizes in a range, and compares them with the list.
fn compare(sizes: std::ops::Range<u64>, threads: usize) -> usize {
    let mut compared = 0;
    for (subject, bytes) in catalogue() {
        if sizes.contains(&bytes) && Fingerprint::expected(&subject).is_some() {
            let (info, entries) = built(&subject.pattern, subject.encoding, threads);
            assert_eq!(info.subject, subject);
            check_built(&subject, &entries).unwrap();
            compared += 1;
        }
    }
    compared
}

const SMALL: u64 = 1 << 20;
const LARGE: u64 = 1 << 29;

#[test]
fn small_tables_have_the_fingerprints_of_the_catalogue() {
    for (subject, bytes) in catalogue() {
        let in_catalogue = Fingerprint::expected(&subject).is_some();
        // The bit tables of six tiles on 6x6 are the only ones of such a size with a fingerprint.
        let is_large = match subject.encoding {
            Encoding::Excess => bytes > LARGE,
            _ => subject.pattern.size().cells() == 49 && bytes > LARGE,
        };
        assert_eq!(in_catalogue, !is_large, "{}", subject.file_name());
    }
    assert_eq!(compare(0..SMALL, 1), 40);
    assert_eq!(compare(0..SMALL, 3), 40);
}

#[test]
#[ignore = "minutes: every table of the catalogue with a fingerprint is built again"]
fn large_tables_have_the_fingerprints_of_the_catalogue() {
    assert_eq!(compare(SMALL..u64::MAX, 2), 99);
}
