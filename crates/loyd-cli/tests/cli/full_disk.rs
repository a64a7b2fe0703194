//! Levels in files on a disk that is really full: at whatever it is written when the room is gone,
//! the run says so, and goes on when there is room.

use crate::program::{command, folder};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// On a disk of so many KiB: begins a run; makes room; goes on with it to its end.
const SCRIPT: &str = r#"
    disk=$1/disk size=$2; shift 2
    mkdir "$disk" && mount -t tmpfs -o size=${size}k loyd "$disk" || exit 77
    "$0" enumerate "$@" --dir "$disk/run" --format json > "$disk/../first.json" 2> "$disk/../first.txt"
    echo $? > "$disk/../first.code"
    cp "$disk/run/level.json" "$disk/.." 2> /dev/null
    mount -o remount,size=256m loyd "$disk" || exit 77
    go_on="--resume"
    [ -e "$disk/run/run.json" ] || go_on="$1 --dir"
    "$0" enumerate $go_on "$disk/run" --depth 99 --memory 20MiB --format json || exit $?
    "$0" verify "$disk/run" --max-time 100ms > /dev/null
"#;

/// What happened on a disk of some size.
struct Filled {
    /// What the first process said.
    said: String,
}

impl Filled {
    /// The kind of file for which there was no room.
    fn file(&self) -> &'static str {
        const KINDS: [&str; 10] = [
            ".index",
            ".data",
            ".partials",
            "level.mark",
            "level.json",
            "run.json",
            "statistics.csv",
            "certificate.json",
            "lock",
            "run",
        ];
        let refused = self.said.split("cannot ").nth(1).unwrap_or_default();
        KINDS.into_iter().find(|kind| refused.contains(kind)).unwrap_or("none")
    }
}

/// `None` where this user may not mount.
fn fill(kib: u32, arguments: &[&str]) -> Option<Filled> {
    let place = folder();
    let mut unshare = Command::new("unshare");
    unshare.args(["--user", "--map-root-user", "--mount", "sh", "-c", SCRIPT]);
    unshare.arg(command().get_program()).arg(place.path()).arg(kib.to_string()).args(arguments);
    let output = unshare.output().ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() == Some(77) || said.contains("unshare") {
        return None;
    }
    let read = |file: &str| fs::read_to_string(place.path().join(file)).unwrap_or_default();
    let code: i32 = read("first.code").trim().parse().expect("a code");
    let first = read("first.txt");
    let what = format!("{kib} KiB, {arguments:?}: first {code}: {first}; then: {said}");
    assert!(output.status.success(), "{what}");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&found["reference"], &found["stopped"]),
        (&"match".into(), &serde_json::Value::Null)
    );
    if code == 0 {
        assert!(!first.contains("error"), "{what}");
    } else {
        assert!(code == 4 && first.contains("free some space"), "{what}");
    }
    if let Ok(pointer) = serde_json::from_str::<serde_json::Value>(&read("level.json")) {
        let resumed = found["resumed_at_depth"].as_u64();
        assert!(resumed >= pointer["depth"].as_u64(), "a level was lost: {what}");
    }
    Some(Filled { said: first })
}

/// Runs of several kinds on disks of some sizes; how often each kind of file did not fit.
fn fill_all(runs: &[(&[&str], Vec<u32>)]) -> BTreeMap<&'static str, u32> {
    let mut hit = BTreeMap::new();
    for (run, sizes) in runs {
        for &kib in sizes {
            for marks in ["1ms", "99levels"] {
                let how = ["--engine", "disk", "--memory", "20MiB", "--checkpoint-every", marks];
                let Some(filled) = fill(kib, &[*run, &how[..]].concat()) else {
                    eprintln!("no mounts for users here: full disks are left to the simulated one");
                    return BTreeMap::new();
                };
                *hit.entry(filled.file()).or_insert(0) += 1;
            }
        }
    }
    hit
}

const TWO_KEPT: [&str; 5] = ["5x2", "--depth", "30", "--keep-levels", "2"];

#[test]
fn a_run_on_a_full_disk_says_so_and_goes_on_when_there_is_room() {
    let hit = fill_all(&[
        (&["5x2"], vec![4, 8, 32, 108, 132, 180]),
        (&TWO_KEPT, vec![112, 116]),
        (&["4x3", "--depth", "20"], vec![256]),
    ]);
    assert!(hit.is_empty() || hit.len() > 3, "{hit:?}");
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-cli --test cli -- --ignored --nocapture full_disks"]
fn full_disks_of_every_size() {
    let every = |first: u32, step: usize, last: u32| (first..=last).step_by(step).collect();
    let hit = fill_all(&[
        (&["5x2"], every(4, 4, 240)),
        (&TWO_KEPT, every(4, 4, 180)),
        (&["5x2", "--metric", "multi"], every(4, 12, 480)),
        (&["4x3", "--depth", "24"], every(64, 96, 4_000)),
        (&["6x2"], every(1_000, 2_000, 19_000)),
    ]);
    eprintln!("{hit:?}");
    for file in [".data", ".index", ".partials", "level.mark", "level.json", "certificate.json"] {
        assert!(hit.is_empty() || hit.contains_key(file), "{file}: {hit:?}");
    }
}
