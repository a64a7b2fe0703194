//! `cargo xtask portability`: type-checks for systems other than this one.
//!
//! A check needs the target's standard library but neither its linker nor the system itself, so one
//! machine can check them all, and as strictly as `cargo xtask test` would there. Skipped targets
//! are reported.

use crate::page::VECTORS;
use crate::steps::{Outcome, cargo, succeed};
use crate::toolchain::{Std, standard_library};

/// A target, and the packages built for it.
struct Target {
    name: &'static str,
    packages: &'static [&'static str],
}

const EVERYTHING: &[&str] = &["--workspace", "--features", "loyd-cli/full"];
/// In a browser there are no threads and no files, so only the libraries are built for it.
const LIBRARY: &[&str] = &[
    "--package",
    "loyd-search",
    "--package",
    "loyd-tiles",
    "--package",
    "loyd",
    "--no-default-features",
    "--features",
    "loyd/enumerate",
];

const TARGETS: [Target; 6] = [
    Target { name: "x86_64-unknown-linux-musl", packages: EVERYTHING },
    Target { name: "x86_64-pc-windows-gnu", packages: EVERYTHING },
    Target { name: "x86_64-pc-windows-msvc", packages: EVERYTHING },
    Target { name: "aarch64-apple-darwin", packages: EVERYTHING },
    Target { name: "x86_64-apple-darwin", packages: EVERYTHING },
    Target { name: "wasm32-unknown-unknown", packages: LIBRARY },
];

/// Checks the targets named, or all.
pub(crate) fn run(options: &[&str]) -> Outcome {
    let strict = options.contains(&"--strict");
    let named: Vec<&str> =
        options.iter().copied().filter(|option| !option.starts_with('-')).collect();
    for name in &named {
        if !TARGETS.iter().any(|target| target.name == *name) {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            return Err(format!("{name} is not one of {}", names.join(", ")));
        }
    }
    let mut lines = Vec::new();
    let (mut checked, mut failed, mut missing) = (0, 0, 0);
    for target in TARGETS.iter().filter(|t| named.is_empty() || named.contains(&t.name)) {
        println!("\n== {}", target.name);
        let line = match standard_library(target.name) {
            Err(reason) => {
                missing += 1;
                format!("NOT CHECKED: {reason}")
            }
            Ok(std) => match check(target, std) {
                Ok(()) => {
                    checked += 1;
                    format!("checked ({})", describe(std))
                }
                Err(reason) => {
                    failed += 1;
                    format!("FAILED: {reason}")
                }
            },
        };
        lines.push(format!("{:<28} {line}", target.name));
    }
    println!("\n== summary\n{}", lines.join("\n"));
    println!("{checked} checked, {failed} failed, {missing} unavailable");
    if failed > 0 || checked == 0 || (strict && missing > 0) {
        return Err("not every target passed".into());
    }
    Ok(())
}

fn check(target: &Target, std: Std) -> Outcome {
    let mut command = cargo(&["clippy", "--target", target.name]);
    command.args(target.packages);
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", VECTORS);
    if std == Std::Source {
        command.arg("-Zbuild-std=std,panic_abort").env("RUSTC_BOOTSTRAP", "1");
    }
    command.args(["--", "-D", "warnings"]);
    succeed(&mut command)
}

fn describe(std: Std) -> &'static str {
    match std {
        Std::Installed => "standard library of the tool chain",
        Std::Added => "standard library installed with rustup",
        Std::Source => "standard library built from source",
    }
}
