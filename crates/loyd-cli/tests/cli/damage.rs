//! A bit flipped in any file of a run with levels in files is noticed or has no effect; the table is
//! never wrong.

use crate::program::{folder, loyd};
use crate::run_folder::name;
#[cfg(unix)]
use crate::run_folder::published;
#[cfg(unix)]
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const MEMORY: [&str; 2] = ["--memory", "16MiB"];

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<_> = entries.map(|entry| name(&entry.path()).to_owned()).collect();
    names.retain(|file| !file.ends_with("lock"));
    names.sort();
    names
}

/// The kind of a file: its name, or its ending if that has numbers.
fn kind(file: &str) -> String {
    let path = Path::new(file);
    let text = if file.contains("units-") { path.extension() } else { path.file_name() };
    text.and_then(|text| text.to_str()).expect("a name").to_owned()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder");
    for file in files(from) {
        let to = to.join(Path::new(&file).file_name().expect("a name"));
        fs::copy(file, to).expect("room on the disk");
    }
}

/// Copies of a folder with one bit changed in a file each, some for each file.
fn with_flipped_bits(run: &Path, times: usize, look: &mut dyn FnMut(&str, &Path)) {
    for file in files(run) {
        let whole = fs::read(&file).expect("a file");
        assert!(!whole.is_empty(), "{file}");
        for number in 0..times {
            let place = folder();
            let changed = place.path().join("run");
            copy(run, &changed);
            let at = (whole.len() - 1) * number / (times - 1);
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (number % 7);
            let there = changed.join(Path::new(&file).file_name().expect("a name"));
            fs::write(there, bytes).expect("room on the disk");
            look(&format!("{}, byte {at}", kind(&file)), &changed);
        }
    }
}

/// The run that is stopped: on a fast machine its later levels take long enough to be marked.
#[cfg(unix)]
const STOPPED: [&str; 5] = ["--depth", "31", "--memory", "20MiB", "--checkpoint-every=1ms"];

/// The kinds of files in the folder of a run.
#[cfg(unix)]
fn kinds_in(run: &Path) -> BTreeSet<String> {
    crate::events::files_in(run)
        .iter()
        .filter_map(|(file, ..)| Some(kind(file.to_str()?)))
        .collect()
}

/// A run that was stopped in the middle of a level: killed when its mark and partials are there.
#[cfg(unix)]
fn stopped(run: &Path) {
    use crate::events::wait_until;
    use crate::program::command;
    let board = ["enumerate", "4x3", "--engine", "disk", "--dir", name(run)];
    for attempt in 0..1_000 {
        let _ = fs::remove_dir_all(run);
        let mut child = command()
            .args([&board[..], &STOPPED].concat())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("loyd starts");
        // Within a level, which may end before the kill arrives.
        wait_until("a mark and partials", || {
            child.try_wait().expect("a process").is_some()
                || run.join("level.mark").exists() && kinds_in(run).contains("partials")
        });
        std::thread::sleep(std::time::Duration::from_millis(attempt % 20));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let kinds = kinds_in(run);
        let expected = ["level.mark", "partials", "data", "index", "level.json", "run.json"];
        let is_filled = |file: &String| fs::metadata(file).is_ok_and(|file| file.len() > 0);
        let whole = files(run).iter().all(is_filled) && !kinds.contains("certificate.json");
        if whole && expected.iter().all(|kind| kinds.contains(*kind)) {
            return;
        }
    }
    panic!("it was never killed within a level");
}

#[test]
#[ignore = "half a minute: a run is continued after each flipped bit"]
#[cfg(unix)]
fn a_flipped_bit_in_a_stopped_run_never_makes_a_wrong_table() {
    let place = folder();
    let run = place.path().join("stopped");
    stopped(&run);
    let table: String = published("4", "3", "single").split_inclusive('\n').take(33).collect();
    let mut noticed = BTreeSet::new();
    with_flipped_bits(&run, 2, &mut |what, changed| {
        let resume = ["enumerate", "--resume", name(changed), "--format", "csv"];
        let mut ran = loyd(&[&resume[..], &STOPPED].concat());
        if ran.code != Some(0) {
            ran.fails_with(2, "damaged");
            noticed.insert(what.split(',').next().expect("a kind").to_owned());
            if !ran.stderr.contains("is still there: resume") {
                return;
            }
            ran = loyd(&[&resume[..], &STOPPED].concat());
        } else if ran.stderr.contains("going back") {
            noticed.insert("index".to_owned());
        }
        ran.succeeds();
        assert_eq!(ran.stdout, table, "{what}");
    });
    // Damage of a mark or of partials only repeats the level.
    for kind in ["run.json", "level.json", "data", "index"] {
        assert!(noticed.contains(kind), "{kind}: {noticed:?}");
    }
}

#[test]
fn a_flipped_bit_in_any_file_of_a_finished_run_is_found() {
    let place = folder();
    let run = place.path().join("finished");
    let board = ["enumerate", "5x2", "--engine", "disk", "--dir", name(&run)];
    loyd(&[&board[..], &MEMORY].concat()).succeeds();
    let kinds: Vec<String> = files(&run).iter().map(|file| kind(file)).collect();
    assert_eq!(kinds, ["certificate.json", "run.json", "statistics.csv"]);
    let verify = |run: &Path| loyd(&["verify", name(run), "--max-time", "1s"]);
    verify(&run).succeeds();
    with_flipped_bits(&run, 25, &mut |what, changed| {
        let ran = verify(changed);
        // The checksum is that of the values: one white space is as good as another, and 1e-6 is 1E-6.
        let is_same = |member: &str| {
            let read = |run: &Path| fs::read(run.join(member)).expect("a document");
            let values = |run| serde_json::from_slice::<serde_json::Value>(&read(run)).ok();
            let whole = values(run.as_path());
            whole.is_some() && whole == values(changed)
        };
        if ran.code == Some(0) {
            assert!(what.contains(".json"), "{what} was not noticed");
            assert!(is_same("run.json") && is_same("certificate.json"), "{what} was not noticed");
        }
    });
}
