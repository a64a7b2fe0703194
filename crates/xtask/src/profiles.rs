//! `cargo xtask profiles`: the profile `release`, which a clone builds, beside `dist`, which archives have.
//!
//! Both programs run each command in turn, so that a change of the machine's speed meets both alike; the
//! result is the median of the ratios of their processor times.

use crate::steps::{Outcome, cargo, root, succeed};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Commands whose time is spent in one kernel each: name, arguments, standard input.
const COMMANDS: [(&str, &str); 15] = [
    ("IDA*, Manhattan", "bench solve --set korf100 --count 12 -H manhattan --threads 1"),
    (
        "IDA*, linear conflict",
        "bench solve --set korf100 --count 12 -H linear-conflict --threads 1",
    ),
    (
        "IDA*, Walking Distance",
        "bench solve --set korf100 --count 60 -H walking-distance --threads 1",
    ),
    ("IDA*, 6-6-3", "bench solve --set korf100 -H pdb:6-6-3 --threads 1"),
    (
        "IDA*, 24-puzzle, 6-6-6-6",
        "bench solve --set korf-felner50 --ids 40 -H pdb:6-6-6-6 --threads 1",
    ),
    (
        "A*, linear conflict",
        "bench solve --set korf100 --count 4 -a astar -H linear-conflict --threads 1",
    ),
    (
        "IDA*, multi-tile",
        "bench solve --set korf100 --count 2 --metric multi -H linear-conflict --threads 1",
    ),
    (
        "cube, optimal",
        "solve --puzzle cube3 -a idastar -H pdb:g1 --threads 1 R U F' L2 D B R' U2 F L' D2 R B U' L F2",
    ),
    ("enumerate 4x3", "bench enumerate 4x3 --threads 1"),
    ("enumerate 4x3, multi-tile", "bench enumerate 4x3 --metric multi --threads 1"),
    ("enumerate on disk", "enumerate 4x3 --dir DIR --memory 20MiB --threads 1"),
    ("enumerate cube3", "enumerate cube3 --metric quarter --depth 8 --threads 1"),
    ("enumerate skewb", "enumerate skewb --threads 1"),
    ("graph in memory", "graph build cube2 --db memory: --depth 9 --threads 1"),
    ("audit", "audit linear-conflict --size 3x3 --threads 1"),
];

/// Builds both programs and runs each command this many times with each.
pub(crate) fn run(runs: usize) -> Outcome {
    let programs = [built("release")?, built("dist")?];
    let folder = root().join("target/profiles");
    println!("\n{:<28} {:>10} {:>10} {:>8}", "command", "release", "dist", "ratio");
    for (name, arguments) in COMMANDS {
        let mut times = [Vec::new(), Vec::new()];
        for run in 0..=runs {
            for (program, times) in programs.iter().zip(&mut times) {
                let seconds = seconds(program, arguments, &folder)?;
                // The first run builds tables and fills caches.
                if run > 0 {
                    times.push(seconds);
                }
            }
        }
        let ratios = times[0].iter().zip(&times[1]).map(|(release, dist)| release / dist).collect();
        let [release, dist] = times.map(median);
        println!("{name:<28} {release:>8.2} s {dist:>8.2} s {:>8.3}", median(ratios));
    }
    Ok(())
}

/// The program with every part, of a profile.
fn built(profile: &str) -> Result<PathBuf, String> {
    let options = ["build", "--package", "loyd-cli", "--features", "full", "--profile", profile];
    succeed(&mut cargo(&options))?;
    let folder = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let program = root().join(folder).join(profile).join("loyd");
    Ok(program.with_extension(std::env::consts::EXE_EXTENSION))
}

/// Processor seconds of a run, elapsed ones where the system does not report them.
fn seconds(program: &Path, arguments: &str, folder: &Path) -> Result<f64, String> {
    let explain = |error: std::io::Error| format!("{}: {error}", program.display());
    let run = folder.join("run");
    if run.exists() {
        std::fs::remove_dir_all(&run).map_err(explain)?;
    }
    std::fs::create_dir_all(folder).map_err(explain)?;
    let mut command = Command::new(program);
    for word in arguments.split(' ') {
        if word == "DIR" {
            command.arg(&run)
        } else {
            command.arg(word)
        };
    }
    command.env("LOYD_CACHE", folder.join("tables")).stdout(Stdio::null()).stderr(Stdio::null());
    let (before, began) = (children(), Instant::now());
    let status = command.status().map_err(explain)?;
    let (after, elapsed) = (children(), began.elapsed().as_secs_f64());
    if !status.success() {
        return Err(format!("`{} {arguments}` failed: {status}", program.display()));
    }
    Ok(before.zip(after).map_or(elapsed, |(before, after)| after - before))
}

/// Processor seconds of the processes that this one has waited for, from Linux.
fn children() -> Option<f64> {
    /// Of the times in that file, on every processor that Linux supports.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain spaces.
    let mut fields = stat.rsplit_once(") ")?.1.split(' ').skip(13);
    let ticks: f64 = fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?;
    Some(ticks / TICKS_PER_SECOND)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
