//! `cargo xtask dist`: an archive of the binary with the page in it, its licences and its documents; on static
//! Linux a package of Debian too.
//!
//! | file | contents |
//! |---|---|
//! | `build` | the binary, without paths and times of this machine |
//! | `archive`, `deb` | tar, zip and Debian's packages, whose bytes depend on their contents alone |
//! | `notices` | the bill of materials, and the licences of all dependencies |
//! | `index` | checksums of everything, the formula for Homebrew |
//! | `elf` | a check: static or dynamic |

mod archive;
mod build;
mod deb;
mod elf;
mod index;
mod notices;

pub(crate) use index::write as index;

use crate::steps::{Outcome, output, root};
use crate::toolchain::{Std, host, standard_library};
use archive::Entry;
use build::{Linking, Origin};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The greatest size of an archive that xz compressed, and of a zip archive, which Windows opens by itself only if
/// it is compressed with deflate: the program took 11.4 MB with xz and 15.7 MB so, before 0.6 MB
/// of weights (with deflate) were added.
const MAX_ARCHIVE: usize = 15_000_000;
const MAX_ZIP: usize = 17_000_000;

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
    ("man/loyd.1", &["man"]),
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

fn packed(target: &str, host: &str, linking: Linking) -> Outcome {
    if standard_library(target)? == Std::Source {
        return Err(format!("{target}: releases are built with the published standard library"));
    }
    let origin = Origin::of_checkout();
    let binary = build::build(target, host, linking, &origin)?;
    let file = read(&binary)?;
    if target.contains("-linux-") {
        let (is_static, should_be_static) = (elf::is_static(&file)?, linking == Linking::Static);
        let what = if is_static { "static" } else { "dynamic" };
        println!("{} is {what}", binary.display());
        if is_static != should_be_static {
            return Err(format!("it should not be {what}"));
        }
    }
    let suffix = if linking == Linking::Dynamic { "-dynamic" } else { "" };
    let files = contents(&binary, file, target, &origin)?;
    write(files, &format!("{target}{suffix}"), &origin)?;
    index()
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

/// The files of an archive, by their paths below its folder.
fn contents(
    binary: &Path,
    file: Vec<u8>,
    target: &str,
    origin: &Origin,
) -> Result<Vec<Entry>, String> {
    let entry = |path: &str, contents| Entry { path: path.into(), contents, is_program: false };
    let name = binary.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut files = vec![Entry { path: name, contents: file, is_program: true }];
    for (document, name) in DOCUMENTS {
        files.push(entry(name, read(&root().join(document))?));
    }
    let packages = notices::packages(target)?;
    let materials = notices::bill_of_materials(&packages, &origin.commit);
    files.push(entry("loyd.cdx.json", materials.into_bytes()));
    files.push(entry("THIRD-PARTY.txt", notices::licences(&packages)?.into_bytes()));
    let Some(help) = output(runner(binary, target).arg("--help")) else {
        println!("without man pages and completions: this machine cannot run the binary");
        return Ok(files);
    };
    for (file, arguments) in RENDERED {
        let text = output(runner(binary, target).args(arguments));
        files.push(entry(file, text.ok_or("the binary fails")?.into_bytes()));
    }
    for command in commands(&help) {
        let text = output(runner(binary, target).args(["man", command]));
        files.push(entry(
            &format!("man/loyd-{command}.1"),
            text.ok_or_else(|| format!("loyd man {command} fails"))?.into_bytes(),
        ));
    }
    Ok(files)
}

/// The commands in the help of the program, without `help`.
fn commands(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let indented = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    lines
        .filter(indented)
        .filter_map(|line| line.split_whitespace().next())
        .filter(|c| *c != "help")
}

/// The binary, run by the program that cargo has for the target, such as an emulator.
fn runner(binary: &Path, target: &str) -> Command {
    let name = format!("CARGO_TARGET_{}_RUNNER", target.replace('-', "_").to_uppercase());
    match std::env::var(name) {
        Ok(program) => {
            let mut command = Command::new(program);
            command.arg(binary);
            command
        }
        Err(_) => Command::new(binary),
    }
}

/// Writes the archive, and the package of Debian if the target has one.
fn write(mut files: Vec<Entry>, target: &str, origin: &Origin) -> Outcome {
    let dist = root().join("dist");
    fs::create_dir_all(&dist).map_err(|error| format!("{}: {error}", dist.display()))?;
    let package = deb::package(&files, target, origin.time)?;
    let name = format!("loyd-{}-{target}", env!("CARGO_PKG_VERSION"));
    for file in &mut files {
        file.path.insert_str(0, &format!("{name}/"));
    }
    let archive = if target.contains("-windows-") {
        (format!("{name}.zip"), archive::zip(&files)?)
    } else {
        (format!("{name}.tar.xz"), archive::xz(&archive::tar(&files, origin.time))?)
    };
    for (name, bytes) in [Some(archive), package].into_iter().flatten() {
        println!("dist/{name}: {:.1} MB", bytes.len() as f64 / 1e6);
        fs::write(dist.join(&name), &bytes).map_err(|error| format!("{name}: {error}"))?;
        let max = if target.contains("-windows-") { MAX_ZIP } else { MAX_ARCHIVE };
        if bytes.len() > max {
            return Err(format!("{name} has more than {} MB", max / 1_000_000));
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn commands_are_read_from_the_help() {
        let help = "Usage: loyd\n\nCommands:\n  solve  Find\n         more\n  help   Print\n\nOptions:\n  -h  Help\n";
        assert_eq!(super::commands(help).collect::<Vec<_>>(), ["solve"]);
    }
}
