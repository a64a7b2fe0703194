//! Tables in files: read back, refused when changed, and complete or missing after any fault.

mod damage;
mod fingerprints;
mod named;

use loyd_enumerate::checkpoint::StoreFault;
use loyd_search::observe::Cancel;
use loyd_store::disk::simulated::Fault;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::disk::{Disk, RealDisk};
use loyd_store::tables::write;
use loyd_store::tiles::tables::{Cache, Loaded, TableFile, TableInfo};
use loyd_tiles::Size;
use loyd_tiles::pdb::{Builder, Layout, Pattern, multi};
use loyd_tiles::pdb::{Encoding, PatternTable};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

fn pattern(cells: &[usize]) -> Pattern {
    Pattern::new(Size::new(4, 3).unwrap(), 0, cells).unwrap().canonical().0
}

/// The table of a pattern.
fn of(cells: &[usize], encoding: Encoding) -> PatternTable {
    PatternTable { pattern: pattern(cells), encoding }
}

/// The table of a pattern, and its entries.
fn built(pattern: &Pattern, encoding: Encoding, threads: usize) -> (TableInfo, Vec<u8>) {
    let (pattern, cancel) = (pattern.clone(), Cancel::new());
    let builder = || Builder::new(pattern.size(), pattern.tiles(), threads).unwrap();
    let (histogram, bytes) = match encoding {
        Encoding::Bit => {
            let built = builder().table(&pattern, &cancel, &mut |_| ()).unwrap();
            (built.histogram, built.table.bytes().to_vec())
        }
        Encoding::Excess => {
            let built = builder().standard(&pattern, &cancel, &mut |_| ()).unwrap();
            (built.histogram, built.table.bytes().to_vec())
        }
        Encoding::Class => {
            let built = multi::build_watched(&pattern, threads, &cancel, &mut |_| ()).unwrap();
            (built.histogram, built.table.all_bytes().to_vec())
        }
    };
    (TableInfo { subject: PatternTable { pattern, encoding }, histogram }, bytes)
}

/// A table and its entries.
fn sample(encoding: Encoding) -> (TableInfo, Vec<u8>) {
    built(&pattern(&[1, 2, 4, 5]), encoding, 1)
}

#[test]
fn written_tables_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let simulated = SimulatedDisk::new();
    let disks: [(&dyn Disk, &Path); 2] = [(&simulated, Path::new("d")), (&RealDisk, folder.path())];
    for (disk, folder) in disks {
        for encoding in Encoding::ALL {
            let (info, bytes) = sample(encoding);
            let values = (0..).zip(&info.histogram);
            let sum: f64 =
                values.map(|(value, &states): (i32, _)| f64::from(value) * states as f64).sum();
            let difference = info.average() - sum / info.states() as f64;
            assert!(sum > 0.0 && difference.abs() < 1e-9, "{difference}");
            let place = folder.join(encoding.name());
            let length = write(disk, &place, &info, &bytes).unwrap();
            let file = TableFile::open(disk, &place).unwrap();
            assert_eq!((file.info(), file.bytes()), (&info, bytes.len()));
            assert_eq!(length as usize % 4096, bytes.len() % 4096, "entries begin at a page");
            for threads in [1, 2, 5] {
                assert!(file.load(disk, threads).unwrap().bytes() == bytes);
            }
            assert_eq!(disk.list(folder).unwrap().iter().filter(|n| n.ends_with("new")).count(), 0);
        }
    }
}

#[test]
fn tables_of_classes_are_those_that_were_built() {
    let (disk, place) = (SimulatedDisk::new(), Path::new("d/t"));
    let (info, bytes) = sample(Encoding::Class);
    write(&disk, place, &info, &bytes).unwrap();
    let loaded = TableFile::open(&disk, place).unwrap().load(&disk, 2).unwrap();
    let Loaded::Class(loaded) = loaded else { panic!("another kind of table") };
    let built = multi::build(&info.subject.pattern, 2).unwrap();
    let mut compared = 0;
    for target in multi::Axis::ALL {
        for axis in multi::Axis::ALL {
            assert!(loaded.bytes(target, axis) == built.bytes(target, axis));
            compared += built.bytes(target, axis).len();
        }
    }
    assert_eq!(compared, bytes.len());
    multi::audit::classes(&loaded, 1000, 1).unwrap();
}

/// The names may be mixed up, and the lengths may agree: the header decides.
#[test]
fn a_table_of_one_metric_is_refused_for_the_other() {
    let disk = SimulatedDisk::new();
    let cache = Cache::new(Arc::new(disk.clone()), Path::new("d"));
    for (stored, requested) in [(Encoding::Bit, Encoding::Class), (Encoding::Class, Encoding::Bit)]
    {
        let (info, bytes) = sample(stored);
        cache.store(&info, &bytes).unwrap();
        let pattern = info.subject.pattern.clone();
        let other = PatternTable { pattern, encoding: requested };
        assert!(cache.load(&other, 2).unwrap().is_none());
        disk.rename(&cache.place(&info.subject), &cache.place(&other)).unwrap();
        let error = cache.load(&other, 2).expect_err("of the other metric");
        assert!(error.message.contains("another pattern"), "{error}");
        disk.remove(&cache.place(&other)).unwrap();
        // A header that lies about the encoding states another length than that encoding has.
        let lying = TableInfo { subject: other.clone(), ..info.clone() };
        cache.store(&lying, &bytes).unwrap();
        let error = cache.load(&other, 2).expect_err("of the other metric");
        // By what a table of that encoding may have, or by what this one has.
        let reasons = ["number of bytes that no table", "bytes, not"];
        assert!(reasons.iter().any(|why| error.message.contains(why)), "{error}");
        disk.remove(&cache.place(&other)).unwrap();
    }
}

#[test]
fn a_loaded_table_stays_when_its_file_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("table");
    let (info, bytes) = sample(Encoding::Bit);
    write(&RealDisk, &place, &info, &bytes).unwrap();
    let loaded = TableFile::open(&RealDisk, &place).unwrap().load(&RealDisk, 2).unwrap();
    let (other, other_bytes) = sample(Encoding::Excess);
    write(&RealDisk, &place, &other, &other_bytes).unwrap();
    assert!(loaded.bytes() == bytes);
    assert_eq!(TableFile::open(&RealDisk, &place).unwrap().info(), &other);
}

#[test]
fn changed_bits_and_missing_ends_are_noticed() {
    let (disk, place) = (SimulatedDisk::new(), Path::new("d/t"));
    let (info, bytes) = sample(Encoding::Bit);
    let length = write(&disk, place, &info, &bytes).unwrap() as usize;
    let head = length - bytes.len();
    let check = |disk: &SimulatedDisk| {
        TableFile::open(disk, place).and_then(|file| file.load(disk, 2).map(|_| ()))
    };
    let zeros = {
        let file = disk.read(place).unwrap();
        file[..head].iter().rev().take_while(|&&byte| byte == 0).count()
    };
    for bit in (0..(head - zeros) * 8).chain((head * 8..length * 8).step_by(61)) {
        let copy = disk.after_kill();
        copy.tamper(place, |bytes| bytes[bit / 8] ^= 1 << (bit % 8));
        let error = check(&copy).expect_err("a changed bit");
        assert_eq!(error.fault, StoreFault::Data, "{error}");
    }
    for shorter in (0..length).step_by(37) {
        let copy = disk.after_kill();
        copy.tamper(place, |bytes| bytes.truncate(shorter));
        assert_eq!(check(&copy).expect_err("a part").fault, StoreFault::Data);
    }
    // The header suffices: a listing of tables reads nothing else.
    let opened = |change: &dyn Fn(&mut Vec<u8>)| {
        let copy = disk.after_kill();
        copy.tamper(place, change);
        TableFile::open(&copy, place).expect_err("another length").message
    };
    assert!(opened(&|bytes| bytes.push(0)).contains("its length is not"));
    assert!(opened(&|bytes| bytes.truncate(length - 1)).contains("its length is not"));
}

/// A table of 67 parts: the check must cover every part for any number of parts.
#[test]
fn a_changed_bit_is_noticed_in_every_part_of_a_large_table() {
    let (disk, place) = (SimulatedDisk::new(), Path::new("d/t"));
    let size = Size::new(4, 4).unwrap();
    // No table of the catalogue: those have a fingerprint.
    let pattern = Pattern::new(size, 0, &[1, 2, 3, 4, 5, 6, 8]).unwrap().canonical().0;
    let length = Layout::new(size, 7).unwrap().bytes();
    let parts = length.div_ceil(256 << 10);
    assert!(parts > 64);
    // The entries need not be distances here.
    let bytes: Vec<u8> = (0..length).map(|i| ((i * 7) >> 5) as u8).collect();
    let subject = PatternTable { pattern, encoding: Encoding::Bit };
    let info = TableInfo { subject, histogram: vec![1] };
    let head = write(&disk, place, &info, &bytes).unwrap() as usize - length;
    TableFile::open(&disk, place).unwrap().load(&disk, 2).unwrap();
    for part in 0..parts {
        let at = head + (part * (256 << 10) + part * 3_701 % (256 << 10)).min(length - 1);
        disk.tamper(place, |file| file[at] ^= 1 << (part % 8));
        let error = TableFile::open(&disk, place).unwrap().load(&disk, 2).expect_err("changed");
        assert!(error.message.contains(&format!("part {part} does not fit")), "{error}");
        assert_eq!(error.fault, StoreFault::Data);
        disk.tamper(place, |file| file[at] ^= 1 << (part % 8));
    }
}

#[test]
fn foreign_and_newer_files_are_refused_with_the_reason() {
    let (disk, place) = (SimulatedDisk::new(), Path::new("t"));
    let (info, bytes) = sample(Encoding::Bit);
    write(&disk, place, &info, &bytes).unwrap();
    let why = |change: &dyn Fn(&mut Vec<u8>)| {
        let copy = disk.after_kill();
        copy.tamper(place, change);
        TableFile::open(&copy, place).expect_err("refused").message
    };
    assert!(why(&|bytes| bytes[0] = b'X').contains("not a table of loyd"));
    assert!(why(&|bytes| bytes.clear()).contains("not a table of loyd"));
    assert!(why(&|bytes| bytes[8] = 9).contains("version 9"));
    assert!(why(&|bytes| bytes[15] = 200).contains("ends within its header"));
    assert!(why(&|bytes| bytes[20] ^= 1).contains("damaged"));
    let missing = TableFile::open(&disk, Path::new("none")).expect_err("no file");
    assert_eq!(missing.fault, StoreFault::Environment);
}

#[test]
fn an_ended_process_leaves_a_complete_table_or_none() {
    let place = Path::new("d/t");
    let (old, old_bytes) = sample(Encoding::Excess);
    let (new, new_bytes) = sample(Encoding::Bit);
    let mut complete = 0;
    for replaces in [false, true] {
        for point in 0.. {
            let disk = SimulatedDisk::new();
            if replaces {
                write(&disk, place, &old, &old_bytes).unwrap();
            }
            disk.fail_at(disk.points() + point, Fault::End);
            let written = write(&disk, place, &new, &new_bytes);
            if disk.failed_point().is_none() {
                written.unwrap();
                break;
            }
            let ends = (0..30).map(|seed| disk.after_power_loss(seed * 31 + point));
            for after in ends.chain([disk.after_kill()]) {
                if after.read(place).is_none() {
                    assert!(!replaces, "the old one was lost");
                    continue;
                }
                let file = TableFile::open(&after, place).unwrap();
                file.load(&after, 2).unwrap();
                complete += u32::from(file.info() == &new);
                assert!(file.info() == &new || replaces);
            }
        }
    }
    assert!(complete > 0, "some processes ended after the renaming");
}

#[test]
fn a_failed_write_leaves_no_partial_table() {
    let (info, bytes) = sample(Encoding::Bit);
    for room in [0, 100, 5000, 6000] {
        let disk = SimulatedDisk::new();
        disk.set_size(Some(room));
        let cache = Cache::new(Arc::new(disk.clone()), Path::new("d"));
        let error = cache.store(&info, &bytes).expect_err("no room");
        assert!(error.message.contains("free some space"), "{error}");
        assert_eq!(disk.list(Path::new("d")).unwrap(), Vec::<String>::new());
    }
    for point in 0.. {
        let disk = SimulatedDisk::new();
        disk.fail_at(point, Fault::Error(ErrorKind::Other));
        let cache = Cache::new(Arc::new(disk.clone()), Path::new("d"));
        let stored = cache.store(&info, &bytes);
        if disk.failed_point().is_none() {
            stored.unwrap();
            break;
        }
        // After the renaming it is whole, though its name may not be safe yet.
        let loaded = cache.load(&info.subject, 2).unwrap();
        let files = disk.list(Path::new("d")).unwrap();
        assert_eq!(files.len(), usize::from(loaded.is_some()), "{files:?}");
    }
}

#[test]
fn the_cache_knows_patterns_by_name_and_does_not_trust_names() {
    let disk = SimulatedDisk::new();
    let cache = Cache::new(Arc::new(disk.clone()), Path::new("d"));
    let (info, bytes) = sample(Encoding::Bit);
    assert!(cache.load(&info.subject, 2).unwrap().is_none());
    assert!(cache.list().unwrap().is_empty());
    cache.store(&info, &bytes).unwrap();
    let (stored, loaded) = cache.load(&info.subject, 2).unwrap().unwrap();
    assert!(stored == info && loaded.bytes() == bytes);
    let excess = PatternTable { encoding: Encoding::Excess, ..info.subject.clone() };
    assert!(cache.load(&excess, 2).unwrap().is_none());
    let other = of(&[1, 2, 3], Encoding::Bit);
    let there = cache.place(&info.subject);
    disk.rename(&there, &cache.place(&other)).unwrap();
    let error = cache.load(&other, 2).expect_err("another pattern's");
    assert!(error.message.contains("another pattern"), "{error}");
    assert_eq!(cache.list().unwrap().len(), 1);
}

#[test]
fn one_process_makes_a_table_and_unfinished_files_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(Arc::new(RealDisk), &folder.path().join("tables"));
    let table = of(&[1, 2], Encoding::Bit);
    let first = cache.claim(&table).unwrap();
    assert!(first.is_some());
    assert!(cache.claim(&table).unwrap().is_none());
    assert!(cache.claim(&of(&[1, 2], Encoding::Excess)).unwrap().is_some());
    let unfinished = cache.place(&table).with_extension("pdb.17.new");
    std::fs::write(&unfinished, b"half").unwrap();
    drop(first);
    assert!(cache.claim(&table).unwrap().is_some());
    assert!(!unfinished.exists());
}

/// Tables that others are making, and files that only look as if they were unfinished.
#[test]
fn a_claim_leaves_other_tables_intact() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(Arc::new(RealDisk), folder.path());
    let (info, bytes) = sample(Encoding::Bit);
    cache.store(&info, &bytes).unwrap();
    let mine = cache.place(&of(&[1, 2], Encoding::Bit));
    let name = |place: &Path| place.file_name().unwrap().to_string_lossy().into_owned();
    let others = [
        cache.place(&of(&[1, 2], Encoding::Excess)),
        cache.place(&of(&[1, 2, 4], Encoding::Bit)),
        cache.place(&info.subject),
    ];
    let mut foreign: Vec<String> =
        others.iter().map(|other| format!("{}.17.new", name(other))).collect();
    for strange in ["new", ".new", ".17.new.pdb", ".17", ".x.new", ".1x.new", "..new", ".17.NEW"] {
        foreign.push(format!("{}{strange}", name(&mine)));
    }
    foreign.extend([
        ".new".to_owned(),
        "17.new".to_owned(),
        format!("{}.17.new", &name(&mine)[1..]),
    ]);
    let unfinished = [".17.new", ".4294967295.new"].map(|end| format!("{}{end}", name(&mine)));
    for file in foreign.iter().chain(&unfinished) {
        std::fs::write(folder.path().join(file), b"half").unwrap();
    }
    std::fs::create_dir(folder.path().join(format!("{}.18.new", name(&mine)))).unwrap();
    assert!(cache.claim(&of(&[1, 2], Encoding::Bit)).unwrap().is_some());
    for file in &foreign {
        assert!(folder.path().join(file).exists(), "{file} was removed");
    }
    for file in &unfinished {
        assert!(!folder.path().join(file).exists(), "{file} was not removed");
    }
    assert!(cache.load(&info.subject, 1).unwrap().is_some());
}
