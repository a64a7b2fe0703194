//! Files in the place of tables: damaged, forged, or no files at all. Answers stay right, the table
//! is built again, and nothing outside the cache is touched.

#[cfg(target_os = "linux")]
use crate::events::wait_until;
use crate::program::{Ran, command, file, folder};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

fn loyd(cache: &Path, arguments: &[&str]) -> Ran {
    Ran::of(command().env("LOYD_CACHE", cache).args(arguments))
}

fn table(cache: &Path, with: &str) -> PathBuf {
    let entries = fs::read_dir(cache).expect("a cache").map(|entry| entry.expect("one").path());
    let mut tables = entries.filter(|path| {
        let name = path.to_string_lossy();
        name.contains(with) && name.ends_with(".pdb")
    });
    tables.next().expect("a table")
}

/// Changes one bit of a file.
fn flip(path: &Path, byte: u64, bit: u32) {
    let mut file = OpenOptions::new().read(true).write(true).open(path).expect("a table");
    let mut buffer = [0];
    file.seek(SeekFrom::Start(byte)).and_then(|_| file.read_exact(&mut buffer)).expect("a byte");
    buffer[0] ^= 1 << bit;
    file.seek(SeekFrom::Start(byte)).and_then(|_| file.write_all(&buffer)).expect("written");
}

/// Length and proof of the board, and standard error.
fn solve(cache: &Path, partition: &str, board: &str) -> (String, String, String) {
    let heuristic = format!("pdb:{partition}");
    let ran = loyd(cache, &["solve", "-H", &heuristic, "--format", "csv", board]);
    let row = ran.succeeds().rows().remove(0);
    (row["length"].clone(), row["proven"].clone(), ran.stderr)
}

/// A table of 67 parts of 256 KiB: one bit of a part that no sample would have met.
#[test]
fn a_flipped_bit_anywhere_in_a_table_is_noticed_and_the_table_built_again() {
    let (place, cache) = (folder(), folder());
    let partition = file(&place, "seven.txt", "_ A A A\nA A A A\nB B B B\nC C C C\n");
    let board = "1 2 3 4 5 6 7 8 13 9 10 11 0 14 15 12";
    let (length, proven, warning) = solve(cache.path(), &partition, board);
    assert_eq!((&*proven, &*warning), ("true", ""));
    let table = table(cache.path(), "1.2.3.4.5.6.7-bit");
    let intact = fs::read(&table).expect("a table");
    flip(&table, 33 * (256 << 10) + 77_777, 5);
    let again = solve(cache.path(), &partition, board);
    assert_eq!((&again.0, &*again.1), (&length, "true"));
    assert!(again.2.contains("does not fit") && again.2.contains("built again"), "{}", again.2);
    assert!(fs::read(&table).expect("a table") == intact, "it is whole again");
    assert_eq!(solve(cache.path(), &partition, board).2, "");
}

/// The bit, the board and the lengths of the report that made every part be checked.
#[test]
#[ignore = "half a minute: the tables of 7-8 are built twice"]
fn the_flipped_bit_that_made_51_of_49_is_noticed() {
    let cache = folder();
    let board = "10 0 3 6 5 8 15 7 13 12 9 2 14 11 4 1";
    loyd(cache.path(), &["pdb", "build", "7-8"]).succeeds();
    let table = table(cache.path(), "2.3.6.7.10.11.14.15-bit");
    let whole = solve(cache.path(), "7-8", board);
    flip(&table, 148_253_373, 0);
    let flipped = solve(cache.path(), "7-8", board);
    assert_eq!((&*whole.0, &*whole.1, &*whole.2), ("49", "true", ""));
    assert_eq!((&*flipped.0, &*flipped.1), ("49", "true"));
    assert!(flipped.2.contains("the checksum of part 565 does not fit"), "{}", flipped.2);
}

/// Every command that reads tables checks them.
#[test]
fn every_command_that_loads_a_table_checks_it() {
    let (place, cache) = (folder(), folder());
    loyd(cache.path(), &["pdb", "build", "5-6"]).succeeds();
    let table = table(cache.path(), "-bit");
    let intact = fs::read(&table).expect("a table");
    let board = "1 2 3 4 / 9 5 6 7 / 0 10 11 8";
    let random = loyd(cache.path(), &["scramble", "--size", "4x3", "--count", "2", "--seed", "1"]);
    let boards = file(&place, "boards.csv", &random.succeeds().stdout);
    for arguments in [
        &["solve", "-H", "pdb:5-6", board][..],
        &["solve", "-H", "pdb:5-6", "-a", "astar", board],
        &["compare", "--size", "4x3", "--count", "2", "-a", "idastar", "-H", "pdb:5-6"],
        &["audit", "pdb:5-6", "--size", "4x3", "--sample", "--count", "2"],
        &["plan", "solve", "-H", "pdb:5-6", "--size", "4x3"],
        &["bench", "solve", "-i", &boards, "-H", "pdb:5-6"],
        &["pdb", "build", "5-6"],
    ] {
        flip(&table, intact.len() as u64 - 5, 3);
        let ran = loyd(cache.path(), arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.stderr);
        let whole = fs::read(&table).expect("a table") == intact;
        assert!(whole && ran.stderr.contains("built again"), "{arguments:?}: {}", ran.stderr);
    }
    flip(&table, intact.len() as u64 - 5, 3);
    loyd(cache.path(), &["pdb", "verify", "5-6"]).fails_with(2, "does not fit");
}

/// Writes the checksums of a table anew, so that they fit entries that were changed.
fn seal(path: &Path) {
    const PART: usize = 256 << 10;
    let mut file = fs::read(path).expect("a table");
    let end = 16 + u32::from_le_bytes(file[12..16].try_into().expect("four")) as usize;
    let header: serde_json::Value = serde_json::from_slice(&file[16..end]).expect("JSON");
    let length = header["bytes"].as_u64().expect("a length") as usize;
    let (sums, entries) = (length.div_ceil(PART) * 8, file.len() - length);
    for number in 0..sums / 8 {
        let first = entries + number * PART;
        let last = file.len().min(first + PART);
        let sum = xxh3_64_with_seed(&file[first..last], number as u64);
        file[end + 8 * number..][..8].copy_from_slice(&sum.to_le_bytes());
    }
    let sum = xxh3_64(&file[..end + sums]);
    file[end + sums..][..8].copy_from_slice(&sum.to_le_bytes());
    fs::write(path, file).expect("a writable place");
}

/// A table that was built wrong, or changed with its checksums: they fit, and its entries are wrong.
#[test]
fn fingerprints_expose_wrong_tables_with_valid_checksums() {
    let cache = folder();
    let board = "1 2 3 4 / 9 5 6 7 / 0 10 11 8";
    let first = solve(cache.path(), "5-6", board);
    let verify = ["pdb", "verify", "5-6"];
    let verified = loyd(cache.path(), &verify);
    let known_fingerprints =
        verified.succeeds().stdout.matches("the fingerprint is the known one").count();
    assert_eq!(known_fingerprints, 2, "{}", verified.stdout);
    let table = table(cache.path(), "-bit");
    let intact = fs::read(&table).expect("a table");
    seal(&table);
    assert!(fs::read(&table).expect("a table") == intact, "sealed as loyd does it");
    for bit in 0..8 {
        flip(&table, intact.len() as u64 - 2_000, bit);
    }
    seal(&table);
    let why = "its fingerprint is not that of this table";
    loyd(cache.path(), &verify).fails_with(2, why);
    let solved = solve(cache.path(), "5-6", board);
    assert_eq!((&solved.0, &solved.1), (&first.0, &first.1));
    assert!(solved.2.contains(why) && solved.2.contains("built again"), "{}", solved.2);
    assert!(fs::read(&table).expect("a table") == intact, "it is the right one again");
    // Other tables have no fingerprint.
    let place = cache.path().join("own").to_str().expect("text").to_owned();
    loyd(cache.path(), &["pdb", "build", "--size", "4x3", "1,2,5", "-o", &place]).succeeds();
    let verified = loyd(cache.path(), &["pdb", "verify", &place]);
    assert!(verified.succeeds().stdout.contains("no fingerprint is known"), "{}", verified.stdout);
}

/// The checksums fitted, and then the file became shorter: no signal ends the process.
#[test]
#[cfg(target_os = "linux")]
fn a_table_truncated_in_use_ends_the_process_with_a_reason() {
    let place = folder();
    let table = place.path().join("own").to_str().expect("text").to_owned();
    let build = ["pdb", "build", "--size", "4x4", "1,2,3,5,6,7", "-o", &table];
    loyd(place.path(), &build).succeeds();
    let mut verify = command();
    verify.args(["pdb", "verify", &table, "--samples", "1000000000"]);
    verify.stdout(Stdio::piped()).stderr(Stdio::piped());
    let running = verify.spawn().expect("the program starts");
    let maps = format!("/proc/{}/maps", running.id());
    let maps_it = || fs::read_to_string(&maps).is_ok_and(|maps| maps.contains(&table));
    wait_until("the table mapped", maps_it);
    OpenOptions::new().write(true).open(&table).and_then(|file| file.set_len(0)).expect("cut");
    let output = running.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{stderr}");
    assert!(stderr.contains("another program shortened it, or its disk failed"), "{stderr}");
}

/// Files whose headers claim all memory.
#[test]
#[cfg(unix)]
fn a_sparse_file_of_a_terabyte_is_refused_in_little_memory() {
    let cache = folder();
    loyd(cache.path(), &["pdb", "build", "5-6"]).succeeds();
    let table = table(cache.path(), "-bit");
    let head = fs::read(&table).expect("a table");
    let forged = |length: u64, stated: u64| {
        let end = 16 + u32::from_le_bytes(head[12..16].try_into().expect("four")) as usize;
        let mut header: serde_json::Value = serde_json::from_slice(&head[16..end]).expect("JSON");
        header["bytes"] = stated.into();
        let header = serde_json::to_vec(&header).expect("JSON");
        let mut file = File::create(&table).expect("a writable place");
        file.write_all(&head[..12]).expect("written");
        file.write_all(&(header.len() as u32).to_le_bytes()).expect("written");
        file.write_all(&header).expect("written");
        file.set_len(length).is_ok()
    };
    let name = table.to_str().expect("text").to_owned();
    for stated in [1 << 39, 1 << 42, (1 << 43) - 4096, u64::MAX, u64::MAX - 8191] {
        for length in [1 << 30, 1 << 43] {
            if !forged(length, stated) {
                continue;
            }
            let script = "ulimit -v 300000; exec \"$0\" \"$@\"";
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", script]).arg(command().get_program()).args(["pdb", "info", &name]);
            Ran::of(&mut shell).fails_with(2, "is damaged");
        }
    }
}

/// Other things in the place of a table, and of the files that are made beside it.
#[test]
#[cfg(unix)]
fn special_files_are_refused_and_not_written() {
    use std::os::unix::fs::symlink;
    let (place, cache) = (folder(), folder());
    let board = "1 2 3 4 / 9 5 6 7 / 0 10 11 8";
    let first = solve(cache.path(), "5-6", board);
    let table = table(cache.path(), "-bit");
    let intact = fs::read(&table).expect("a table");
    let outside = place.path().join("outside");
    fs::write(&outside, &intact).expect("a writable place");
    let put = |kind: &str| {
        let _ = fs::remove_file(&table);
        match kind {
            "link" => symlink(&outside, &table).expect("a link"),
            "loose link" => symlink(place.path().join("nowhere"), &table).expect("a link"),
            "device" => symlink("/dev/zero", &table).expect("a link"),
            "pipe" => {
                let status = std::process::Command::new("mkfifo").arg(&table).status();
                assert!(status.expect("mkfifo runs").success());
            }
            _ => fs::create_dir(&table).expect("a folder"),
        }
    };
    for kind in ["link", "device", "pipe", "folder"] {
        put(kind);
        loyd(cache.path(), &["pdb", "info", "5-6"]).fails_with(2, "plain file");
        assert!(loyd(cache.path(), &["pdb", "list"]).succeeds().stdout.contains("plain file"));
        let solved = solve(cache.path(), "5-6", board);
        assert_eq!((&solved.0, &solved.1), (&first.0, &first.1), "{kind}");
        assert!(solved.2.contains("plain file"), "{kind}: {}", solved.2);
        if kind == "folder" {
            loyd(cache.path(), &["pdb", "build", "5-6"]).fails_with(4, "not stored");
            fs::remove_dir(&table).expect("it is empty");
        } else {
            assert!(table.symlink_metadata().expect("there").is_file(), "{kind}");
        }
        assert!(fs::read(&outside).expect("it is there") == intact, "{kind}");
    }
    put("loose link");
    solve(cache.path(), "5-6", board);
    assert!(!place.path().join("nowhere").exists());
    // No lock is created elsewhere, and none delays the command.
    fs::remove_file(&table).expect("a table");
    let lock = table.with_extension("lock");
    fs::remove_file(&lock).expect("a lock");
    symlink(place.path().join("nowhere"), &lock).expect("a link");
    let solved = solve(cache.path(), "5-6", board);
    assert!(solved.2.contains("not stored"), "{}", solved.2);
    loyd(cache.path(), &["pdb", "build", "5-6"]).fails_with(4, "not stored");
    assert!(!place.path().join("nowhere").exists());
    // A table's file that the user names may be a link.
    let named = place.path().join("named");
    symlink(&outside, &named).expect("a link");
    loyd(cache.path(), &["pdb", "info", named.to_str().expect("text")]).succeeds();
    for target in [named, PathBuf::from("/dev/null"), place.path().to_owned()] {
        let target = target.to_str().expect("text");
        let build = ["pdb", "build", "--size", "4x3", "1,2,5", "-o", target];
        loyd(cache.path(), &build).fails_with(2, "not a plain file");
    }
    assert!(fs::read(&outside).expect("it is there") == intact);
}
