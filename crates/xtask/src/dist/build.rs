//! The binary of a release, compiled so that its bytes depend on the commit, the tool chain and the target
//! alone.

use super::notices::cargo_home;
use crate::debian;
use crate::steps::{cargo, output, root, succeed};
use crate::toolchain::sysroot;
use std::path::PathBuf;
use std::process::Command;

/// The way in which the C library becomes part of the binary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Linking {
    Static,
    Dynamic,
}

/// The commit of a checkout, and its time in seconds since 1970.
pub(super) struct Origin {
    pub(super) commit: String,
    pub(super) time: u64,
}

impl Origin {
    /// Of this checkout. Without git the commit is unknown, and `SOURCE_DATE_EPOCH` has the time.
    pub(super) fn of_checkout() -> Self {
        let git = |arguments: &[&str]| {
            let text = output(Command::new("git").args(arguments).current_dir(root()))?;
            Some(text.trim().to_owned())
        };
        let time = std::env::var("SOURCE_DATE_EPOCH").ok();
        let time = time.or_else(|| git(&["log", "-1", "--format=%ct"]));
        Self {
            commit: git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_default(),
            time: time.and_then(|time| time.parse().ok()).unwrap_or_default(),
        }
    }
}

/// Compiles the program with every part, and returns the path of the binary.
pub(super) fn build(
    target: &str,
    host: &str,
    linking: Linking,
    origin: &Origin,
) -> Result<PathBuf, String> {
    let zig = needs_zig(target, host)?;
    let verb = if zig { "zigbuild" } else { "build" };
    let mut command = cargo(&[verb, "--profile", "dist", "--locked", "--package", "loyd-cli"]);
    command.args(["--features", "full", "--target", target]);
    if target.ends_with("-linux-musl") && !zig {
        if !is_there("musl-gcc") {
            debian::install(&["musl-tools"]);
        }
        if !is_there("musl-gcc") {
            return Err("musl-gcc, which compiles SQLite, is missing: install musl-tools".into());
        }
        command.env(format!("CC_{}", target.replace('-', "_")), "musl-gcc");
    }
    let folder = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let folder = root().join(folder);
    let flags = flags(&folder, linking == Linking::Static && !target.contains("-apple-"))?;
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    command.env("SOURCE_DATE_EPOCH", origin.time.to_string());
    command.env("LOYD_COMMIT", &origin.commit);
    succeed(&mut command)?;
    let name = if target.contains("-windows-") { "loyd.exe" } else { "loyd" };
    Ok(folder.join(target).join("dist").join(name))
}

/// True if cargo-zigbuild has the compiler and the linker for the target, false if the system or MinGW has them.
fn needs_zig(target: &str, host: &str) -> Result<bool, String> {
    let machine = |target: &str| target.split('-').next().map(str::to_owned);
    let is = |system: &str| (target.contains(system), host.contains(system));
    let missing = |what| Err(format!("{target}: the linker is missing: {what}"));
    match (is("-windows-"), is("-apple-"), is("-linux-")) {
        ((true, false), ..) if target.ends_with("-gnu") && !is_there("x86_64-w64-mingw32-gcc") => {
            missing("install gcc-mingw-w64-x86-64")
        }
        ((true, _), ..) | (_, (true, true), _) => Ok(false),
        (.., (true, true)) if machine(target) == machine(host) => Ok(false),
        // wgpu and sysinfo link with frameworks, such as Metal and IOKit, that only Apple's SDK has.
        (_, (true, false), _) if std::env::var_os("SDKROOT").is_none() => {
            missing("build on a Mac, or set SDKROOT to Apple's SDK")
        }
        _ if !is_there("cargo-zigbuild") => missing("`pip install cargo-zigbuild`"),
        _ => Ok(true),
    }
}

fn is_there(program: &str) -> bool {
    output(Command::new(program).arg("--version")).is_some()
}

/// Flags for rustc: no path of this machine in messages; the last that fits a path holds.
fn flags(target_folder: &std::path::Path, is_static: bool) -> Result<Vec<String>, String> {
    let paths = [
        (cargo_home()?.join("registry").join("src"), "/registry"),
        (sysroot()?.join("lib/rustlib/src/rust"), "/rustc"),
        (root(), "/loyd"),
        (target_folder.to_owned(), "/target"),
    ];
    let remap =
        |(path, name): (PathBuf, &str)| format!("--remap-path-prefix={}={name}", path.display());
    let mut flags: Vec<String> = paths.map(remap).into();
    if is_static {
        flags.extend(["-C".into(), "target-feature=+crt-static".into()]);
    }
    Ok(flags)
}
