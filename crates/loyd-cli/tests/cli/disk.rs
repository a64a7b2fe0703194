//! Enumeration with levels in files.

use crate::program::{folder, loyd};
use crate::run_folder::{kill_until_done, name, published};
use std::fs;

#[test]
fn a_board_larger_than_the_memory_is_counted_in_files() {
    let place = folder();
    let run = place.path().join("run");
    let arguments = ["enumerate", "4x3", "--memory", "20MiB", "--dir", name(&run)];
    let ran = loyd(&[&arguments[..], &["--format", "json"]].concat());
    ran.succeeds();
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((&object["engine"], &object["reference"]), (&"disk".into(), &"match".into()));
    assert!(object["bytes_written"].as_u64() > Some(50_000_000), "{}", object["bytes_written"]);
    assert!(object["peak_memory_bytes"].as_u64() <= Some(20 << 20));
    let statistics = fs::read_to_string(run.join("statistics.csv")).expect("statistics");
    assert_eq!(statistics.lines().count(), 55);
    assert!(statistics.starts_with("depth,states,seconds,bytes_read,bytes_written"));
    loyd(&["verify", name(&run)]).succeeds();
    let files: Vec<_> =
        fs::read_dir(&run).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(files.len(), 4, "no levels: {files:?}");
}

#[test]
fn start_cells_and_coding_do_not_change_the_table() {
    for (start, coding) in [("0", "fast"), ("1", "dense"), ("4", "auto")] {
        let place = folder();
        let run = name(place.path());
        let board = ["enumerate", "5x2", "--start", start, "--format", "csv"];
        let disk = ["--engine", "disk", "--memory", "16MiB", "--coding", coding, "--dir", run];
        let in_files = loyd(&[&board[..], &disk[..]].concat());
        in_files.succeeds();
        let in_memory = loyd(&board);
        assert_eq!(in_files.stdout, in_memory.stdout, "from cell {start}, {coding}");
    }
}

#[test]
fn the_multi_tile_metric_is_counted_in_files_too() {
    let place = folder();
    let run = name(place.path());
    let board = ["enumerate", "4x3", "--metric", "multi", "--memory", "20MiB", "--dir", run];
    let disk = ["--engine", "disk", "--depth", "20"];
    loyd(&[&board[..], &disk].concat()).succeeds();
    loyd(&["verify", run]).succeeds();
    let rest =
        ["enumerate", "--resume", run, "--depth", "99", "--memory", "20MiB", "--format", "csv"];
    let ran = loyd(&rest);
    ran.succeeds();
    assert_eq!(ran.stdout, published("4", "3", "multi"));
    loyd(&["verify", run]).succeeds();
}

#[test]
#[ignore = "half a minute: `killing` has the same with marks within levels"]
#[cfg(unix)]
fn random_kills_change_no_table() {
    let board = ["4x3", "--engine", "disk"];
    let options = ["--memory", "20MiB", "--checkpoint-every", "1level"];
    let kills = kill_until_done(&board, &options, 7, &published("4", "3", "single"));
    assert!(kills >= 8, "only {kills} kills before the run was done");
}

#[test]
#[ignore = "half a minute: 4x3 in files three times"]
fn by_default_a_run_goes_back_to_the_older_level() {
    let place = folder();
    let run = name(place.path());
    let board = ["enumerate", "4x3", "--engine", "disk", "--memory", "20MiB", "--dir", run];
    loyd(&[&board[..], &["--depth", "30"]].concat()).succeeds();
    let file = |ending: &str| {
        let path = |entry: fs::DirEntry| entry.path();
        let mut files: Vec<_> =
            fs::read_dir(place.path()).expect("a folder").flatten().map(path).collect();
        files.retain(|path| {
            name(path).contains("units-0030") && path.extension().is_some_and(|is| is == ending)
        });
        files.pop().expect("the last level")
    };
    let units = file("data");
    let mut bytes = fs::read(&units).expect("units");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    fs::write(&units, &bytes).expect("room on the disk");
    assert_eq!(loyd(&["verify", run]).code, Some(1));
    let resume = ["enumerate", "--resume", run, "--memory", "20MiB", "--depth", "31"];
    loyd(&resume).fails_with(2, "level 29 is still there: resume to continue from it");
    loyd(&resume).succeeds();
    fs::remove_file(
        fs::read_dir(place.path())
            .expect("a folder")
            .flatten()
            .map(|e| e.path())
            .find(|path| name(path).contains("units-0031") && name(path).ends_with("index"))
            .expect("an index"),
    )
    .expect("it goes");
    let rest = [&resume[..5], &["--depth", "60", "--format", "csv"]].concat();
    let ran = loyd(&rest);
    ran.succeeds();
    assert!(ran.stderr.contains("going back to level 30"), "{}", ran.stderr);
    assert_eq!(ran.stdout, published("4", "3", "single"));
}

#[test]
fn a_run_in_files_stops_and_resumes() {
    let place = folder();
    let run = name(place.path());
    let board = ["enumerate", "4x3", "--engine", "disk", "--memory", "20MiB", "--dir", run];
    loyd(&[&board[..], &["--depth", "25"]].concat()).succeeds();
    let verified = loyd(&["verify", run]);
    verified.succeeds();
    assert!(verified.stdout.contains("depth 25, every checksum fits"), "{}", verified.stdout);
    let rest =
        ["enumerate", "--resume", run, "--depth", "99", "--memory", "24MiB", "--format", "csv"];
    let ran = loyd(&rest);
    ran.succeeds();
    assert_eq!(ran.stdout, published("4", "3", "single"));
    // The totals are of both parts.
    let certificate = fs::read(place.path().join("certificate.json")).expect("a certificate");
    let certificate: serde_json::Value = serde_json::from_slice(&certificate).expect("JSON");
    let mut table = csv::Reader::from_path(place.path().join("statistics.csv")).expect("a table");
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    for (column, total) in [(3, "bytes_read"), (4, "bytes_written")] {
        let sum: u64 = rows.iter().map(|row| row[column].parse::<u64>().expect("bytes")).sum();
        assert!(sum > 1_000_000 && certificate[total].as_u64() == Some(sum), "{total}: {sum}");
    }
}

#[test]
fn damaged_files_are_never_used() {
    let place = folder();
    let run = name(place.path());
    let board = ["enumerate", "4x3", "--engine", "disk", "--memory", "20MiB", "--dir", run];
    loyd(&[&board[..], &["--depth", "30", "--keep-levels", "1"]].concat()).succeeds();
    let level = fs::read_dir(place.path())
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|extension| extension == "data"))
        .expect("units of a level");
    let mut bytes = fs::read(&level).expect("units");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    fs::write(&level, &bytes).expect("room on the disk");
    let resume = ["enumerate", "--resume", run, "--memory", "20MiB", "--depth", "60"];
    loyd(&resume).fails_with(2, "damaged");
    assert_eq!(loyd(&["verify", run]).code, Some(1));
    bytes.pop();
    fs::write(&level, &bytes).expect("room on the disk");
    loyd(&resume).fails_with(2, "its length has changed");
}

#[test]
fn impossible_requests_are_refused() {
    let place = folder();
    let run = name(place.path());
    loyd(&["enumerate", "4x3", "--engine", "disk"]).fails_with(2, "name one with --dir");
    let multi = ["enumerate", "3x3", "--engine", "disk", "--dir", run, "--metric", "multi"];
    loyd(&multi).fails_with(2, "use the memory engine");
    let far = ["enumerate", "4x3", "--engine", "disk", "--dir", run, "--antipodes", "3"];
    loyd(&far).fails_with(2, "cannot be listed: its levels are counted without their positions");
    let small = ["enumerate", "5x3", "--dir", run, "--memory", "1MiB"];
    loyd(&small).fails_with(2, "allow more");
    loyd(&["enumerate", "5x3", "--memory", "1GiB"]).fails_with(2, "--dir FOLDER");
    loyd(&["enumerate", "5x3", "--dir", run, "--coding", "best"]).fails_with(2, "fast or dense");
    loyd(&["enumerate", "5x3", "--dir", run, "--keep-levels", "0"]).fails_with(2, "say room");
    assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 0, "no file was created");
    // A plan to a depth does not run the sample, which takes a while.
    let planned = ["plan", "enumerate", "5x3", "--dir", run, "--memory", "4GiB", "--depth", "200"];
    let plan = loyd(&[&planned[..], &["--format", "json"]].concat());
    plan.succeeds();
    let object: serde_json::Value = serde_json::from_str(&plan.stdout).expect("JSON");
    assert_eq!(object["engine"], "disk");
    assert!(object["disk_bytes"].as_u64() > Some(20 << 30), "{}", object["disk_bytes"]);
}

#[test]
fn boards_of_sixteen_cells_fit_in_four_gibibytes_in_either_metric() {
    for board in ["4x4", "8x2"] {
        for (metric, passes) in [("single", 2), ("multi", 3)] {
            for memory in [4, 8, 64] {
                let limit = format!("{memory}GiB");
                let planned = ["plan", "enumerate", board, "--metric", metric, "--dir", "nowhere"];
                let more = ["--memory", &limit, "--depth", "200", "--format", "json"];
                let plan = loyd(&[&planned[..], &more].concat());
                let object: serde_json::Value =
                    serde_json::from_str(&plan.succeeds().stdout).expect("JSON");
                assert_eq!(object["engine"], "disk");
                assert_eq!(object["passes"].as_array().map(Vec::len), Some(passes), "{object}");
                assert!(object["memory_bytes"].as_u64() <= Some(memory << 30), "{object}");
            }
        }
    }
}
