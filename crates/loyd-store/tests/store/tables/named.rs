//! Tables with a name, of other puzzles than tiles: in one folder with those of tiles.

use super::sample;
use loyd_enumerate::checkpoint::StoreFault;
use loyd_store::disk::Disk;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::tables::{Contents, NamedTable};
use loyd_store::{Cache, TableFile, TableInfo};
use loyd_tiles::pdb::{Encoding, PatternTable};
use std::path::Path;
use std::sync::Arc;

const FOLDER: &str = "d";

fn named(table: &str, layout: u32) -> NamedTable {
    let (puzzle, metric) = ("wheel".to_owned(), "half".to_owned());
    NamedTable { puzzle, table: table.to_owned(), metric, layout }
}

/// A table whose bytes are computed when they are read: one and a half parts more than a buffer.
struct Computed;

impl Computed {
    const LENGTH: usize = 17 * (256 << 10) + (128 << 10) + 3;

    fn byte(offset: usize) -> u8 {
        ((offset * 7) >> 3) as u8
    }
}

impl Contents for Computed {
    fn length(&self) -> usize {
        Self::LENGTH
    }

    fn read(&self, offset: usize, buffer: &mut [u8]) {
        for (number, byte) in buffer.iter_mut().enumerate() {
            *byte = Self::byte(offset + number);
        }
    }
}

#[test]
fn bytes_that_are_computed_are_read_again() {
    let disk = SimulatedDisk::new();
    let cache = Cache::<NamedTable>::new(Arc::new(disk.clone()), Path::new(FOLDER));
    let info = TableInfo { subject: named("rim", 1), histogram: vec![1, 2, 3] };
    cache.store(&info, &Computed).unwrap();
    let (loaded, bytes) = cache.load(&info.subject, 2).unwrap().unwrap();
    let bytes = (*bytes).as_ref();
    assert_eq!((&loaded, bytes.len()), (&info, Computed::LENGTH));
    assert!(bytes.iter().enumerate().all(|(offset, &byte)| byte == Computed::byte(offset)));
    assert_eq!((loaded.states(), loaded.largest()), (6, 2));
    // The file is the one that the same bytes in memory make.
    let in_memory: Vec<u8> = (0..Computed::LENGTH).map(Computed::byte).collect();
    let place = cache.place(&info.subject);
    let file = disk.read(&place).unwrap();
    cache.store(&info, &in_memory).unwrap();
    assert!(disk.read(&place).unwrap() == file);
    // Any bit of it matters.
    let head = file.len() - Computed::LENGTH;
    for at in [16, 40, head, head + (256 << 10), file.len() - 1] {
        disk.tamper(&place, |bytes| bytes[at] ^= 4);
        let error = cache.load(&info.subject, 2).map(drop).expect_err("a changed bit");
        assert_eq!(error.fault, StoreFault::Data, "{at}: {error}");
        disk.tamper(&place, |bytes| bytes[at] ^= 4);
    }
    assert!(cache.load(&info.subject, 1).unwrap().is_some());
}

#[test]
fn tables_of_another_name_or_layout_are_not_used() {
    let disk = SimulatedDisk::new();
    let cache = Cache::<NamedTable>::new(Arc::new(disk.clone()), Path::new(FOLDER));
    let info = TableInfo { subject: named("rim", 1), histogram: vec![8] };
    cache.store(&info, &[5; 100]).unwrap();
    let why = |subject: &NamedTable| cache.load(subject, 1).map(drop).expect_err("another").message;
    assert!(why(&named("rim", 2)).contains("version"));
    disk.rename(&cache.place(&info.subject), &cache.place(&named("hub", 1))).unwrap();
    assert!(why(&named("hub", 1)).contains("another pattern"));
    assert!(cache.load(&info.subject, 1).unwrap().is_none());
    // A name that is none could be that of a file elsewhere.
    for name in ["", "../rim", "a b", "RIM"] {
        let info = TableInfo { subject: named(name, 1), histogram: vec![8] };
        let place = Path::new("d/strange.pdb");
        loyd_store::tables::write(&disk, place, &info, &[5; 100]).unwrap();
        let error = TableFile::<NamedTable>::open(&disk, place).expect_err("no name");
        assert!(error.message.contains("names no pattern"), "{name}: {error}");
    }
}

#[test]
fn each_puzzle_lists_its_own_tables() {
    let disk = SimulatedDisk::new();
    let of_names = Cache::<NamedTable>::new(Arc::new(disk.clone()), Path::new(FOLDER));
    let of_tiles = Cache::<PatternTable>::new(Arc::new(disk.clone()), Path::new(FOLDER));
    let info = TableInfo { subject: named("rim", 1), histogram: vec![8] };
    let (tiles, bytes) = sample(Encoding::Bit);
    of_names.store(&info, &[5; 100]).unwrap();
    of_tiles.store(&tiles, &bytes).unwrap();
    let [named] = &of_names.list().unwrap()[..] else { panic!("one is named") };
    assert_eq!(named.0, of_names.place(&info.subject));
    let [tile] = &of_tiles.list().unwrap()[..] else { panic!("one is of tiles") };
    assert_eq!(tile.0, of_tiles.place(&tiles.subject));
    // A file of one puzzle is not a table of the other under any name.
    let error = TableFile::<PatternTable>::open(&disk, &named.0).expect_err("of a wheel");
    assert!(error.message.contains("another puzzle"), "{error}");
    let error = TableFile::<NamedTable>::open(&disk, &tile.0).expect_err("of tiles");
    assert!(error.message.contains("another puzzle"), "{error}");
    // A damaged file is listed by both puzzles.
    disk.tamper(&named.0, |bytes| bytes.truncate(30));
    assert_eq!(of_tiles.list().unwrap().iter().filter(|(_, file)| file.is_err()).count(), 1);
    assert_eq!(of_names.list().unwrap().iter().filter(|(_, file)| file.is_err()).count(), 1);
}
