//! Levels in files on a disk that is really full: for each file that does not fit, the run reports it and
//! resumes once the disk has space.

use crate::program::{command, folder, leave_out};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// Begins a run on a disk of this many KiB; or, after a depth, fills the disk of a run to this depth until
/// this many KiB are free, and lets it write its certificate. Then frees space, and resumes to the end.
const SCRIPT: &str = r#"
    place=$1 disk=$1/disk prior=$2 size=$3; shift 3
    [ "$prior" = 0 ] && all=$size || all=65536
    mkdir "$disk" && mount -t tmpfs -o size=${all}k loyd "$disk" || exit 77
    run=$disk/run
    if [ "$prior" = 0 ]; then
        "$0" enumerate "$@" --dir "$run" --format json > "$place/first.json" 2> "$place/first.txt"
    else
        "$0" enumerate "$@" --depth "$prior" --dir "$run" > "$place/prior.txt" || exit 78
        rm "$run/certificate.json" "$run/statistics.csv" || exit 78
        left=$(df -k "$disk" | tail -n 1 | awk '{ print $4 }')
        dd if=/dev/zero of="$disk/filler" bs=1k count=$((left - size)) 2> "$place/dd.txt" || exit 79
        "$0" enumerate --resume "$run" --memory 20MiB > "$place/first.json" 2> "$place/first.txt"
    fi
    echo $? > "$place/first.code"
    cp "$run/level.json" "$place" 2> "$place/cp.txt"
    mount -o remount,size=256m loyd "$disk" || exit 77
    go_on="--resume"
    [ -e "$run/run.json" ] || go_on="$1 --dir"
    "$0" enumerate $go_on "$run" --depth 99 --memory 20MiB --format json || exit $?
    "$0" verify "$run" --max-time 100ms > "$place/verify.txt"
"#;

/// The events on a disk of some size.
struct Filled {
    /// The output of the first process.
    stderr: String,
}

impl Filled {
    /// The kind of the file that did not fit.
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
        let refused = self.stderr.split("cannot ").nth(1).unwrap_or_default();
        KINDS.into_iter().find(|kind| refused.contains(kind)).unwrap_or("none")
    }
}

/// `None` where this user may not mount.
fn fill(prior: u32, kib: u32, arguments: &[&str]) -> Option<Filled> {
    let place = folder();
    let mut unshare = Command::new("unshare");
    unshare.args(["--user", "--map-root-user", "--mount", "sh", "-c", SCRIPT]);
    unshare.arg(command().get_program()).arg(place.path());
    unshare.args([prior, kib].map(|number| number.to_string())).args(arguments);
    let output = unshare.output().ok()?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() == Some(77) || stderr.contains("unshare") {
        return None;
    }
    let read = |file: &str| fs::read_to_string(place.path().join(file)).unwrap_or_default();
    let code: i32 = read("first.code").trim().parse().expect("a code");
    let first = read("first.txt");
    let what = format!("{kib} KiB, {arguments:?}: first {code}: {first}; then: {stderr}");
    assert!(output.status.success(), "{what}");
    let enumeration: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&enumeration["reference"], &enumeration["stopped"]),
        (&"match".into(), &serde_json::Value::Null)
    );
    if code == 0 {
        assert!(!first.contains("error"), "{what}");
    } else {
        assert!(code == 4 && first.contains("free some space"), "{what}");
    }
    if let Ok(pointer) = serde_json::from_str::<serde_json::Value>(&read("level.json")) {
        let resumed = enumeration["resumed_at_depth"].as_u64();
        assert!(resumed >= pointer["levels"][0]["depth"].as_u64(), "a level was lost: {what}");
    }
    Some(Filled { stderr: first })
}

/// A run, its depth before the disk is filled, and the free space.
type Case<'a> = (&'a [&'a str], u32, Vec<u32>);

/// The times between marks: many in a level, and none.
const MARKS: [&str; 2] = ["1ms", "99levels"];

/// The number of times that each kind of file did not fit; `both` times between marks for each size of a
/// disk, or one of them in turn.
fn fill_all(runs: &[Case<'_>], both: bool) -> BTreeMap<&'static str, u32> {
    let mut hit = BTreeMap::new();
    for (run, prior, sizes) in runs {
        for (number, &kib) in sizes.iter().enumerate() {
            for marks in if both { &MARKS[..] } else { &MARKS[number % 2..][..1] } {
                let how = ["--engine", "disk", "--memory", "20MiB", "--checkpoint-every", *marks];
                let Some(filled) = fill(*prior, kib, &[*run, &how[..]].concat()) else {
                    leave_out("this user may not mount full disks");
                    return BTreeMap::new();
                };
                *hit.entry(filled.file()).or_insert(0) += 1;
            }
        }
    }
    hit
}

const KEEP_TWO: [&str; 5] = ["5x2", "--depth", "30", "--keep-levels", "2"];
const KEEP_ONE: [&str; 3] = ["5x2", "--keep-levels", "1"];

#[test]
#[ignore = "half a minute: a run on disks of several sizes"]
fn a_run_on_a_full_disk_reports_it_and_resumes() {
    let hit = fill_all(
        &[
            (&["5x2"], 0, vec![4, 132]),
            (&KEEP_ONE, 30, vec![0, 8]),
            (&["5x2"], 30, vec![0]),
            (&["4x3", "--depth", "20"], 0, vec![256]),
        ],
        false,
    );
    assert!(hit.is_empty() || hit.len() > 3, "{hit:?}");
}

#[test]
#[ignore = "minutes: cargo test --release -p loyd-cli --test cli -- --ignored --nocapture full_disks"]
fn full_disks_of_every_size() {
    let every = |first: u32, step: usize, last: u32| (first..=last).step_by(step).collect();
    let hit = fill_all(
        &[
            (&["5x2"], 0, every(4, 8, 240)),
            (&["5x2"], 30, every(0, 4, 32)),
            (&KEEP_ONE, 30, every(0, 4, 32)),
            (&KEEP_TWO, 0, every(4, 8, 180)),
            (&["5x2", "--metric", "multi"], 0, every(4, 28, 480)),
            (&["4x3", "--depth", "24"], 0, every(64, 196, 4_000)),
            (&["6x2"], 0, every(1_000, 4_000, 17_000)),
        ],
        true,
    );
    eprintln!("{hit:?}");
    // Partials and statistics fill the disk by chance.
    for file in [".data", ".index", "level.mark", "level.json", "certificate.json"] {
        assert!(hit.is_empty() || hit.contains_key(file), "{file}: {hit:?}");
    }
}
