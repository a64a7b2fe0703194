//! Tables of pattern databases.

use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::disk::Disk;
use loyd_store::{NamedTable, TableFile};
use loyd_tiles::pdb::PatternTable;
use std::path::Path;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

const PLACE: &str = "cache/table.pdb";
/// Bytes of a part with a separate checksum.
const PART: usize = 256 << 10;

/// Reads the bytes as a table, and again as a header in JSON, a zero, and entries that are put
/// together with the checksums that fit them.
pub fn read(bytes: &[u8]) {
    look(bytes);
    let cut = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (header, entries) = (&bytes[..cut], bytes.get(cut + 1..).unwrap_or_default());
    let mut file = b"loydtabl".to_vec();
    file.extend(1u32.to_le_bytes());
    file.extend((header.len() as u32).to_le_bytes());
    file.extend(header);
    for (part, number) in entries.chunks(PART).zip(0..) {
        file.extend(xxh3_64_with_seed(part, number).to_le_bytes());
    }
    file.extend(xxh3_64(&file).to_le_bytes());
    file.resize(file.len().next_multiple_of(4096), 0);
    file.extend(entries);
    look(&file);
}

fn look(bytes: &[u8]) {
    let disk = SimulatedDisk::new();
    let place = Path::new(PLACE);
    disk.create_folder(Path::new("cache")).expect("a folder");
    let mut file = disk.create(place).expect("a new file");
    file.write_all(bytes).expect("a write");
    drop(file);
    if let Ok(table) = TableFile::<PatternTable>::open(&disk, place) {
        let _ = table.info().average();
        let _ = table.load(&disk, 1);
    }
    if let Ok(table) = TableFile::<NamedTable>::open(&disk, place) {
        let _ = table.info().average();
        let _ = table.load(&disk, 1);
    }
}
