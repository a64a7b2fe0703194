//! `cargo xtask dist`: an archive of the binary with the page in it, its licences and its documents.

use crate::elf;
use crate::steps::{Outcome, cargo, output, root, succeed};
use crate::toolchain::{Std, host, standard_library};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The files in the archive beside the binary: file, name there.
const DOCUMENTS: [(&str, &str); 5] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    // Of the font that is part of the binary.
    ("crates/loyd-report/font/OFL.txt", "LICENSE-FONT"),
];
/// Rendered by the binary itself where it can be run: file, arguments.
const RENDERED: [(&str, &[&str]); 5] = [
    ("loyd.1", &["man"]),
    ("completions/loyd.bash", &["completions", "bash"]),
    ("completions/_loyd", &["completions", "zsh"]),
    ("completions/loyd.fish", &["completions", "fish"]),
    ("completions/_loyd.ps1", &["completions", "powershell"]),
];

/// Builds and packs for a target; without one, for this machine, statically on Linux.
pub(crate) fn run(target: Option<&str>) -> Outcome {
    let host = host()?;
    let target = target.map_or_else(|| default_target(&host), |name| Ok(name.to_owned()))?;
    packed(&target, &host, Linking::Static)
}

/// Builds and packs for this machine, with the C library of the system: only such a binary can load
/// the driver of a graphics card on Linux.
pub(crate) fn run_dynamic() -> Outcome {
    let host = host()?;
    packed(&host, &host, Linking::Dynamic)
}

/// The way in which the C library becomes part of the binary.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Linking {
    Static,
    Dynamic,
}

fn packed(target: &str, host: &str, linking: Linking) -> Outcome {
    if standard_library(target)? == Std::Source {
        return Err(format!("{target}: releases are built with the published standard library"));
    }
    let binary = build(target, host, linking)?;
    let file = fs::read(&binary).map_err(|error| format!("{}: {error}", binary.display()))?;
    if target.contains("-linux-") {
        let (is_static, should_be_static) = (elf::is_static(&file)?, linking == Linking::Static);
        let what = if is_static { "static" } else { "dynamic" };
        println!("{} is {what}", binary.display());
        if is_static != should_be_static {
            return Err(format!("it should not be {what}"));
        }
    }
    let suffix = if linking == Linking::Dynamic { "-dynamic" } else { "" };
    pack(&binary, &format!("{target}{suffix}"))
}

/// musl on Linux: its libc is made to be linked statically.
fn default_target(host: &str) -> Result<String, String> {
    let Some((machine, "unknown-linux-gnu")) = host.split_once('-') else {
        return Ok(host.to_owned());
    };
    let musl = format!("{machine}-unknown-linux-musl");
    match standard_library(&musl) {
        Ok(Std::Installed | Std::Added) => Ok(musl),
        _ => Err(format!(
            "the standard library for {musl} is unavailable; a binary linked statically with glibc \
             is built by\n    cargo xtask dist --target {host}"
        )),
    }
}

fn build(target: &str, host: &str, linking: Linking) -> Result<std::path::PathBuf, String> {
    // cargo-zigbuild brings the linker of another machine.
    let machine = |target: &str| target.split('-').next().map(str::to_owned);
    let foreign =
        machine(target) != machine(host) || target.contains("-linux-") != host.contains("-linux-");
    let zig = foreign && output(&mut cargo(&["zigbuild", "--version"])).is_some();
    let verb = if zig { "zigbuild" } else { "build" };
    let mut command = cargo(&[verb, "--profile", "dist", "--locked", "--package", "loyd-cli"]);
    command.args(["--features", "full", "--target", target]);
    if linking == Linking::Static && !target.contains("-apple-") {
        command.env("RUSTFLAGS", "-C target-feature=+crt-static");
    }
    succeed(&mut command)?;
    let folder = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let name = if target.contains("-windows-") { "loyd.exe" } else { "loyd" };
    Ok(root().join(folder).join(target).join("dist").join(name))
}

fn pack(binary: &Path, target: &str) -> Outcome {
    let name = format!("loyd-{}-{target}", env!("CARGO_PKG_VERSION"));
    let dist = root().join("dist");
    let folder = dist.join(&name);
    let explain = |what: &Path, error: &std::io::Error| format!("{}: {error}", what.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| explain(&folder, &error))?;
    }
    fs::create_dir_all(folder.join("completions")).map_err(|error| explain(&folder, &error))?;
    let mut files = vec![(binary.to_path_buf(), binary.file_name().unwrap_or_default().into())];
    files.extend(DOCUMENTS.map(|(document, name)| (root().join(document), name.into())));
    for (from, to) in files {
        let to: std::path::PathBuf = folder.join::<std::path::PathBuf>(to);
        fs::copy(&from, to).map_err(|error| explain(&from, &error))?;
    }
    for (file, arguments) in RENDERED {
        match output(Command::new(binary).args(arguments)) {
            Some(text) => fs::write(folder.join(file), text).map_err(|e| explain(&folder, &e))?,
            None => println!("without {file}: this machine cannot run the binary"),
        }
    }
    let archive = format!("{name}.{}", if target.contains("-windows-") { "zip" } else { "tar.gz" });
    // bsdtar, which Windows and macOS have, chooses the format by the name; GNU tar needs no zip.
    succeed(Command::new("tar").args(["-a", "-c", "-f", &archive, &name]).current_dir(&dist))?;
    let bytes = fs::metadata(dist.join(&archive)).map_err(|e| explain(&dist, &e))?.len();
    println!("dist/{archive}: {:.1} MB", bytes as f64 / 1e6);
    Ok(())
}
