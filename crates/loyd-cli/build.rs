//! Names the target, the features and the commit of a build, for `loyd --version`.
//!
//! Only optimised builds name the commit: in those of developers, each commit would compile the program and its
//! tests again.
#![forbid(unsafe_code)]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=LOYD_COMMIT");
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=LOYD_TARGET={target}");
    let is_optimised = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let named = env::var("LOYD_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = named.or_else(|| is_optimised.then(|| packaged().or_else(checked_out))?);
    println!("cargo::rustc-env=LOYD_COMMIT={}", commit.unwrap_or_else(|| "unknown".into()));
    let mut features: Vec<String> = env::vars().filter_map(|(key, _)| feature(&key)).collect();
    features.sort();
    if features.is_empty() {
        features.push("none".into());
    }
    println!("cargo::rustc-env=LOYD_FEATURES={}", features.join(", "));
}

/// The feature that a variable of cargo names. `full` is the sum of others.
fn feature(key: &str) -> Option<String> {
    let feature = key.strip_prefix("CARGO_FEATURE_")?.to_lowercase();
    (feature != "full").then_some(feature)
}

/// The commit of a package of the registry, where cargo has written it.
fn packaged() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    Some(rest.chars().take_while(char::is_ascii_hexdigit).take(12).collect())
}

/// The commit of a checkout of this repository; another repository may contain this folder.
fn checked_out() -> Option<String> {
    if git(&["rev-parse", "--show-prefix"])? != "crates/loyd-cli/" {
        return None;
    }
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = output.status.success().then(|| String::from_utf8(output.stdout).ok())??;
    Some(text.trim().to_owned())
}
