//! `cargo xtask fuzz`: runs the fuzz targets for a fixed time each, with the address sanitizer.
//!
//! It needs cargo-fuzz and a nightly compiler. New inputs go to `target/fuzz-corpus`; the inputs in
//! `fuzz/corpus` are read and stay as they are.

use crate::steps::{Outcome, root, succeed};
use std::fs;
use std::process::Command;

/// Seconds for each target unless `--seconds` says otherwise.
const SECONDS: u64 = 600;

/// Runs the targets named, or all of them.
pub(crate) fn run(options: &[&str]) -> Outcome {
    let (seconds, named) = match options {
        ["--seconds", seconds, named @ ..] => {
            let parsed = seconds.parse().map_err(|_| format!("{seconds:?} is not a number"))?;
            (parsed, named)
        }
        named => (SECONDS, named),
    };
    let all = targets()?;
    if let Some(unknown) = named.iter().find(|name| !all.iter().any(|target| target == **name)) {
        return Err(format!("{unknown} is not one of {}", all.join(", ")));
    }
    let chosen: Vec<&String> =
        all.iter().filter(|t| named.is_empty() || named.contains(&t.as_str())).collect();
    for target in &chosen {
        println!("\n== {target}, {seconds} s");
        let new_inputs = root().join("target/fuzz-corpus").join(target);
        fs::create_dir_all(&new_inputs)
            .map_err(|error| format!("{}: {error}", new_inputs.display()))?;
        let mut command = Command::new("cargo");
        command.current_dir(root()).env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
        command.args(["+nightly", "fuzz", "run", "--fuzz-dir", "fuzz", target]);
        command.arg(&new_inputs);
        let seeds = root().join("fuzz/corpus").join(target);
        if seeds.is_dir() {
            command.arg(seeds);
        }
        command.args(["--", "-print_final_stats=1", "-rss_limit_mb=2048", "-timeout=20"]);
        command.arg(format!("-max_total_time={seconds}"));
        succeed(&mut command)?;
    }
    println!("\n{} targets, no finding", chosen.len());
    Ok(())
}

/// The targets, by the names of their files.
fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = entries.filter_map(|entry| {
        let name = entry.ok()?.file_name().to_string_lossy().into_owned();
        name.strip_suffix(".rs").map(str::to_owned)
    });
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_in_the_manifest() {
        let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
        let names = targets().unwrap();
        assert!(!names.is_empty());
        for name in &names {
            assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        }
        assert_eq!(manifest.matches("[[bin]]").count(), names.len());
    }
}
