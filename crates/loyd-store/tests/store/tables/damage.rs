//! Files in place of tables, damaged by chance or forged on purpose: none of them makes a panic, a
//! large allocation or a wrong proof.
//!
//! *By chance*: bits, ranges, ends. *Forged*: any field of the header has any value, with checksums
//! that fit. A forger who makes the checksums of the entries fit too can make a table that looks
//! right: searches with such tables must only end without a panic.

use super::built;
use loyd_enumerate::checkpoint::StoreFault;
use loyd_search::observe::{Limit, Outcome, StopCause};
use loyd_search::search::AlgorithmName;
use loyd_store::disk::Disk;
use loyd_store::disk::simulated::SimulatedDisk;
use loyd_store::tables::MAGIC;
use loyd_store::tiles::tables::{Cache, Loaded, TableInfo};
use loyd_tiles::heuristic::HeuristicSpec;
use loyd_tiles::pdb::Partition;
use loyd_tiles::pdb::{AdditiveTable, Encoding};
use loyd_tiles::solver::{Engine, KnownTables, Plan, Settings, Solver, tables_of};
use loyd_tiles::{Position, Scrambler, Size};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

const PART: usize = 256 << 10;

/// Numbers without order, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides.max(1)
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// The tables of 3x3 in an encoding, and what boards are solved with them. They are not in the
/// catalogue: those would be refused by their fingerprints.
struct Intact {
    encoding: Encoding,
    tables: Vec<(TableInfo, Vec<u8>)>,
    boards: Vec<(Position, u32)>,
}

fn plan(encoding: Encoding) -> Plan {
    let heuristic: HeuristicSpec = "pdb:rows".parse().unwrap();
    let rows = Partition::from_drawing("A A A\nA B B\nB B _").unwrap();
    let settings = Settings {
        partitions: vec![("rows".into(), rows)],
        metric: encoding.metric(),
        algorithm: Some(AlgorithmName::IdaStar.into()),
        heuristic: Some(heuristic),
        ..Settings::default()
    };
    Plan::new(&Position::blank_last(Size::new(3, 3).unwrap()), &settings).unwrap()
}

impl Intact {
    fn new(encoding: Encoding) -> Self {
        let plan = plan(encoding);
        let tables: Vec<_> =
            tables_of(&plan).iter().map(|table| built(&table.pattern, encoding, 1)).collect();
        let mut scrambler = Scrambler::new(1);
        let boards: Vec<Position> = (0..4).map(|_| scrambler.position(&plan.goal)).collect();
        let mut intact = Self { encoding, tables, boards: Vec::new() };
        if encoding != Encoding::Excess {
            // By a heuristic that needs no tables.
            let mut settings = Settings { metric: encoding.metric(), ..Settings::default() };
            settings.heuristic = Some("walking-distance".parse().unwrap());
            let solver = Solver::prepare(&Plan::new(&plan.goal, &settings).unwrap()).unwrap();
            let length = |board: &Position| match solver
                .solve(board, 1, &Limit::none(), &mut |_| ())
                .outcome
            {
                Outcome::Solved { cost, proven: true, .. } => cost,
                outcome => panic!("{outcome:?}"),
            };
            intact.boards =
                boards.into_iter().map(|board| (board.clone(), length(&board))).collect();
        }
        intact
    }

    fn cache(&self) -> (SimulatedDisk, Cache) {
        let disk = SimulatedDisk::new();
        let cache = Cache::new(Arc::new(disk.clone()), Path::new("cache"));
        for (info, bytes) in &self.tables {
            cache.store(info, bytes).unwrap();
        }
        (disk, cache)
    }

    /// Solves the boards with the first table replaced by this one. `trusted`: its entries are the
    /// right ones.
    fn solve(&self, loaded: &Loaded, trusted: bool) {
        let mut tables = KnownTables::default();
        match loaded {
            Loaded::Bit(table) => tables.single.push(AdditiveTable::States(table.clone())),
            Loaded::Class(table) => tables.multi.push(table.clone()),
            Loaded::Excess(_) => return,
        }
        let solver = Solver::with_tables(&plan(self.encoding), &tables).unwrap();
        let limit = Limit { nodes: Some(200_000), ..Limit::none() };
        for (board, length) in &self.boards {
            let outcome = solver.solve(board, 1, &limit, &mut |_| ()).outcome;
            let expected = matches!(outcome, Outcome::Solved { cost, .. } if cost == *length);
            assert!(expected || !trusted, "{outcome:?}");
            if let Outcome::Stopped { cause: StopCause::BrokenTable, lower_bound, .. } = outcome {
                assert_eq!(lower_bound, 0, "nothing is claimed");
            }
        }
    }
}

/// The change of a file.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Change {
    /// By chance, or with a head that does not fit the entries.
    Damage,
    /// With all checksums as they must be.
    Forgery,
}

fn damage(file: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let length = file.len();
    let range = |random: &mut Random| {
        let first = random.below(length);
        first..length.min(first + 1 + random.below(5000))
    };
    match random.below(9) {
        0..=2 => {
            for _ in 0..=random.below(4) {
                file[random.below(length)] ^= 1 << random.below(8);
            }
        }
        3 => file[range(random)].fill(0),
        4 => file[range(random)].fill(0xff),
        5 => file.truncate(random.below(length)),
        6 => file.extend((0..=random.below(9000)).map(|i| i as u8)),
        7 => {
            let (from, to) = (range(random), random.below(length));
            let piece = file[from].to_vec();
            let end = length.min(to + piece.len());
            file[to..end].copy_from_slice(&piece[..end - to]);
        }
        _ => {
            let at = random.below(length.min(other.len()));
            file[..at].copy_from_slice(&other[..at]);
        }
    }
}

fn nasty(random: &mut Random) -> Value {
    const NUMBERS: [u64; 24] = [
        0,
        1,
        2,
        3,
        4,
        5,
        7,
        8,
        9,
        12,
        15,
        16,
        25,
        63,
        64,
        65,
        255,
        256,
        65_535,
        65_536,
        1 << 32,
        1 << 53,
        1 << 63,
        u64::MAX,
    ];
    let number = |random: &mut Random| *random.of(&NUMBERS);
    match random.below(12) {
        0..=4 => json!(number(random)),
        5 => json!(-1),
        6 => json!(1e30),
        7 => Value::Null,
        8 => json!(["bit", "excess", "class", "", "../../x", "/etc/passwd"][random.below(6)]),
        9 => json!(vec![number(random); random.below(20)]),
        10 => json!((0..random.below(2000)).map(|_| number(random)).collect::<Vec<_>>()),
        _ => json!({ "a": [[], {}], "b": "x".repeat(random.below(3000)) }),
    }
}

/// A file with this header and these entries, all checksums as they must be.
fn written(header: &Value, entries: &[u8], sums: usize, version: u32, lie: i64) -> Vec<u8> {
    let header = serde_json::to_vec(header).unwrap();
    let mut head = MAGIC.to_vec();
    head.extend(version.to_le_bytes());
    head.extend(((header.len() as i64 + lie).max(0) as u32).to_le_bytes());
    head.extend(header);
    let parts: Vec<&[u8]> = entries.chunks(PART).collect();
    for number in 0..sums {
        let part = parts.get(number).copied().unwrap_or_default();
        head.extend(xxh3_64_with_seed(part, number as u64).to_le_bytes());
    }
    head.extend(xxh3_64(&head).to_le_bytes());
    head.resize(head.len().next_multiple_of(4096), 0);
    head.extend(entries);
    head
}

fn forge(intact: &Intact, random: &mut Random) -> (Vec<u8>, Change) {
    let (info, bytes) = &intact.tables[0];
    let mut header = json!({
        "program": "0.1.0", "width": 3, "height": 3, "blank": info.subject.pattern.blank(),
        "cells": info.subject.pattern.cells(), "encoding": info.subject.encoding.name(),
        "histogram": info.histogram, "bytes": bytes.len(),
    });
    let keys = ["width", "height", "blank", "cells", "encoding", "histogram", "bytes", "program"];
    for _ in 0..random.below(3) {
        let key = *random.of(&keys);
        if random.below(10) == 0 {
            header.as_object_mut().unwrap().remove(key);
        } else {
            header[key] = nasty(random);
        }
    }
    if random.below(6) == 0 {
        // Another pattern with the same number of tiles.
        header["cells"] =
            json!([[1, 2, 3, 4], [1, 2, 4, 8], [5, 6, 7, 8], [2, 3, 5, 6]][random.below(4)]);
    }
    let mut entries = bytes.clone();
    match random.below(4) {
        0 => {
            let stated = header["bytes"].as_u64().unwrap_or(0);
            entries.resize((stated as usize).min(1 << 20), 0x5a);
        }
        1 => {
            let length = entries.len();
            for _ in 0..=random.below(200) {
                entries[random.below(length)] ^= 1 << random.below(8);
            }
        }
        _ => {}
    }
    let mut sums = entries.len().div_ceil(PART);
    if random.below(8) == 0 {
        sums = random.below(5);
    }
    let version = if random.below(20) == 0 { random.below(5) as u32 } else { 1 };
    let lie = if random.below(20) == 0 { random.below(1 << 21) as i64 - (1 << 20) } else { 0 };
    (written(&header, &entries, sums, version, lie), Change::Forgery)
}

/// The outcomes for changed files.
#[derive(Default, Debug)]
struct Tally {
    refused: u32,
    harmless: u32,
    believed: u32,
}

fn try_files(files: u32, seed: u64) {
    for encoding in Encoding::ALL {
        let intact = Intact::new(encoding);
        let other =
            Intact::new(if encoding == Encoding::Bit { Encoding::Class } else { Encoding::Bit });
        let (info, bytes) = &intact.tables[0];
        let read = |intact: &Intact| {
            let (disk, cache) = intact.cache();
            disk.read(&cache.place(&intact.tables[0].0.subject)).unwrap()
        };
        let (whole, foreign) = (read(&intact), read(&other));
        let mut random = Random(seed + encoding as u64);
        for kind in [Change::Damage, Change::Forgery] {
            let mut tally = Tally::default();
            for number in 0..files {
                let (file, change) = if kind == Change::Damage {
                    let mut file = whole.clone();
                    damage(&mut file, &foreign, &mut random);
                    (file, Change::Damage)
                } else {
                    forge(&intact, &mut random)
                };
                let (disk, cache) = intact.cache();
                let place = cache.place(&info.subject);
                disk.tamper(&place, |bytes| *bytes = file);
                cache.list().unwrap();
                match cache.load(&info.subject, 2) {
                    Err(error) => {
                        assert_eq!(error.fault, StoreFault::Data, "{number}: {error}");
                        assert!(error.message.len() < 500, "{error}");
                        tally.refused += 1;
                    }
                    Ok(None) => panic!("{number}: a file that is there was overlooked"),
                    Ok(Some((stored, loaded))) => {
                        assert_eq!(stored.subject, info.subject);
                        assert!(stored.average() >= 0.0 && stored.states() < u64::MAX);
                        let same = loaded.bytes() == bytes;
                        assert!(same || change == Change::Forgery, "{number}: damage was believed");
                        intact.solve(&loaded, same);
                        *(if same { &mut tally.harmless } else { &mut tally.believed }) += 1;
                    }
                }
                // It is built again, and the cache is restored.
                cache.store(info, bytes).unwrap();
                let (_, loaded) = cache.load(&info.subject, 1).unwrap().unwrap();
                assert!(loaded.bytes() == bytes);
                assert_eq!(disk.list(Path::new("cache")).unwrap().len(), intact.tables.len());
            }
            assert!(tally.refused > files / 3, "{encoding:?} {kind:?}: {tally:?}");
            assert!(tally.refused + tally.harmless + tally.believed == files);
            eprintln!("{encoding:?} {kind:?}: {tally:?}");
        }
    }
}

#[test]
fn damaged_and_forged_files_are_refused_or_harmless() {
    try_files(150, 1);
}

#[test]
#[ignore = "a minute: 3,000 damaged and 3,000 forged files of every encoding"]
fn three_thousand_damaged_and_forged_files_of_every_encoding() {
    try_files(3_000, 1_000);
}

/// Fields whose values made loyd panic or allocate too much memory.
#[test]
fn headers_that_lie_are_refused_with_the_reason() {
    let intact = Intact::new(Encoding::Bit);
    let (info, bytes) = &intact.tables[0];
    let header = json!({
        "program": "0.1.0", "width": 3, "height": 3, "blank": info.subject.pattern.blank(),
        "cells": info.subject.pattern.cells(), "encoding": "bit",
        "histogram": info.histogram, "bytes": bytes.len(),
    });
    let why = |key: &str, value: Value| {
        let mut header = header.clone();
        header[key] = value;
        let (disk, cache) = intact.cache();
        let place = cache.place(&info.subject);
        let file = written(&header, bytes, bytes.len().div_ceil(PART), 1, 0);
        disk.tamper(&place, |bytes| *bytes = file);
        match cache.load(&info.subject, 1) {
            Ok(_) => "believed".to_owned(),
            Err(error) => error.message,
        }
    };
    assert_eq!(why("program", json!("9.9.9")), "believed");
    let no_pattern = "its header names no pattern";
    for blank in [9, 15, 255, 256, 1 << 20] {
        assert!(why("blank", json!(blank)).contains(no_pattern));
    }
    for cells in [0u64, 1, 9, 1 << 40, u64::MAX] {
        assert!(why("width", json!(cells)).contains("its header"), "{cells} columns");
        assert!(why("height", json!(cells)).contains("its header"), "{cells} rows");
    }
    for cells in [json!([]), json!([1, 1]), json!([9]), json!([0])] {
        assert!(why("cells", cells).contains(no_pattern));
    }
    let length = "states a number of bytes that no table of this pattern has";
    for wrong in [0, 1, 1 << 20, 1 << 40, u64::MAX] {
        assert!(why("bytes", json!(wrong)).contains(length), "{wrong}");
    }
    assert!(why("cells", json!([1, 2])).contains("another pattern"));
    assert!(why("cells", json!([1, 2, 3, 4, 5, 6])).contains(length));
    assert!(why("encoding", json!("class")).contains(length));
    let more = "counts more states than there are";
    assert!(why("histogram", json!([u64::MAX, 1])).contains(more));
    assert!(why("histogram", json!([u64::MAX])).contains(more));
    assert!(why("histogram", json!(vec![0; 1 << 17])).contains(more));
    assert!(why("histogram", json!([-1])).contains("cannot be read"));
}
