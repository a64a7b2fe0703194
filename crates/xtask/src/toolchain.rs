//! The contents of the tool chain, and the parts that rustup can add. Nothing here needs root.

use crate::steps::{Outcome, cargo, output, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The parts of the tool chain that `cargo xtask test` calls: subcommand, rustup component.
const COMPONENTS: [(&str, &str); 2] = [("fmt", "rustfmt"), ("clippy", "clippy")];

/// Installs the components and the test runner if they are missing, saying so.
pub(crate) fn complete() -> Outcome {
    for (subcommand, component) in COMPONENTS {
        if let Some(version) = output(&mut cargo(&[subcommand, "--version"])) {
            println!("{component}: {}", version.trim());
            continue;
        }
        println!("{component} is missing: installing it with rustup");
        succeed(rustup().args(["component", "add", component])).map_err(|reason| {
            format!(
                "cargo {subcommand} is missing. Install {component} with your system's packages, \
                 or Rust from https://rustup.rs\n({reason})"
            )
        })?;
    }
    nextest()
}

/// Finds the test runner, or compiles it, which takes some minutes.
fn nextest() -> Outcome {
    let version = || output(&mut cargo(&["nextest", "--version"]));
    if version().is_none() {
        println!(
            "cargo-nextest is missing: compiling it (https://nexte.st has it compiled for most systems)"
        );
        succeed(&mut cargo(&["install", "cargo-nextest", "--locked"]))?;
    }
    let version = version().ok_or("cargo-nextest was installed, but `cargo nextest` fails")?;
    println!("{}", version.lines().next().unwrap_or_default());
    Ok(())
}

fn rustup() -> Command {
    Command::new("rustup")
}

/// The compiler that cargo uses.
fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// The target of this machine.
pub(crate) fn host() -> Result<String, String> {
    version("host")
}

/// A line of `rustc -vV`, by its name.
pub(crate) fn version(name: &str) -> Result<String, String> {
    let lines = output(rustc().arg("-vV")).ok_or("rustc -vV failed")?;
    let line = lines.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    Ok(line.ok_or_else(|| format!("rustc -vV has no line {name}"))?.to_owned())
}

/// The source of the standard library for a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Std {
    /// It is part of the tool chain.
    Installed,
    /// It has just been installed with rustup.
    Added,
    /// Only its source is here: cargo has to build it, which needs an unstable option.
    Source,
}

/// Finds the standard library for a target, or installs it.
///
/// # Errors
/// The reason why it is unavailable.
pub(crate) fn standard_library(target: &str) -> Result<Std, String> {
    if installed(target) {
        return Ok(Std::Installed);
    }
    println!("the standard library for {target} is missing: trying rustup target add {target}");
    if output(rustup().args(["target", "add", target])).is_some() && installed(target) {
        return Ok(Std::Added);
    }
    if sysroot().is_ok_and(|root| root.join("lib/rustlib/src/rust/library/std").is_dir()) {
        return Ok(Std::Source);
    }
    Err(format!(
        "no standard library: `rustup target add {target}` does not give it, and the tool chain \
         has no rust-src to build it from"
    ))
}

/// The folder of the tool chain.
pub(crate) fn sysroot() -> Result<PathBuf, String> {
    let path = output(rustc().args(["--print", "sysroot"]));
    Ok(PathBuf::from(path.ok_or("rustc --print sysroot failed")?.trim()))
}

fn installed(target: &str) -> bool {
    let folder = output(rustc().args(["--print", "target-libdir", "--target", target]));
    let entries = folder.and_then(|folder| Path::new(folder.trim()).read_dir().ok());
    entries.is_some_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
    })
}
