//! `cargo xtask page`: the web page, built into `web/dist`, and its tests in a browser.

use crate::steps::{Outcome, Steps, cargo, output, root, succeed};
use crate::toolchain::standard_library;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// The oldest Node.js with which the page is built.
const NODE: u32 = 20;

/// Builds the page.
pub(crate) fn build() -> Outcome {
    node()?;
    module()?;
    packages()?;
    succeed(&mut npm(&["run", "build"]))
}

/// Checks, tests and builds the page, and installs the browser.
pub(crate) fn test(steps: &mut Steps) -> Outcome {
    steps.run("page: browser", || node().and_then(|()| browser()))?;
    steps.run("page: module", module)?;
    steps.run("page: packages", packages)?;
    steps.command("page: types", npm(&["run", "check"]))?;
    steps.tests("page: unit tests", npm(&["test"]))?;
    steps.command("page: build", npm(&["run", "build"]))
}

/// The tests of the built page in a browser.
pub(crate) fn browser_tests() -> Command {
    npm(&["run", "test:browser"])
}

/// Tests the page as the program serves it, in a browser; the program must have been built.
pub(crate) fn test_server(steps: &mut Steps) -> Outcome {
    let mut tests = npm(&["run", "test:server"]);
    tests.env(
        "LOYD",
        target_folder().join("debug/loyd").with_extension(std::env::consts::EXE_EXTENSION),
    );
    steps.tests("page: server", tests)
}

fn folder() -> PathBuf {
    root().join("web")
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(folder()).env("NO_COLOR", "1");
    command
}

fn node() -> Outcome {
    let version = output(Command::new("node").arg("--version"));
    let major = version
        .as_deref()
        .and_then(|text| text.trim().strip_prefix('v')?.split('.').next()?.parse().ok());
    match major {
        Some(major) if NODE <= major => Ok(()),
        _ => Err(format!(
            "the page is built with Node.js {NODE} or later: install it from https://nodejs.org or \
             your system's packages"
        )),
    }
}

/// Compiles the solver to WebAssembly, where the page expects it.
fn module() -> Outcome {
    standard_library(TARGET)?;
    // The crate is an ordinary library but here: tests need no second one to load at run time.
    let what = ["--package", "loyd-web", "--lib", "--crate-type", "cdylib"];
    let mut build = cargo(&["rustc", "--profile", "web", "--target", TARGET]);
    build.args(what);
    // Names of functions would be a fifth of the compressed module.
    build.env("RUSTFLAGS", "-C target-feature=+simd128 -C link-arg=--strip-all");
    succeed(&mut build)?;
    let built = target_folder().join(TARGET).join("web/loyd_web.wasm");
    let wanted = folder().join("src/engine/loyd.wasm");
    std::fs::copy(&built, &wanted).map(drop).map_err(|error| {
        format!("cannot copy {} to {}: {error}", built.display(), wanted.display())
    })
}

fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Installs the packages of the lock file, unless they are there.
fn packages() -> Outcome {
    let age = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    let lock = age(&folder().join("package-lock.json"));
    let installed = age(&folder().join("node_modules/.package-lock.json"));
    if installed.is_some() && lock <= installed {
        println!("node_modules is up to date");
        return Ok(());
    }
    succeed(&mut npm(&["ci", "--no-audit", "--no-fund"]))
}

/// Finds Chromium, or installs it where this program may.
fn browser() -> Outcome {
    if let Some(version) = chromium() {
        println!("{}", version.trim());
        return Ok(());
    }
    println!("Chromium is missing: installing it with apt-get");
    let mut update = Command::new("apt-get");
    update.args(["update", "-qq"]);
    let mut install = Command::new("apt-get");
    install.args(["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
    install.env("DEBIAN_FRONTEND", "noninteractive");
    let installed = succeed(&mut update).and_then(|()| succeed(&mut install));
    if chromium().is_some() {
        return Ok(());
    }
    Err(format!(
        "the browser tests need Chromium: install the package chromium, or set CHROMIUM to its program\n{}",
        installed.err().unwrap_or_default()
    ))
}

fn chromium() -> Option<String> {
    let named = std::env::var_os("CHROMIUM");
    let programs = named.into_iter().chain(["/usr/bin/chromium".into()]);
    programs.into_iter().find_map(|program| output(Command::new(program).arg("--version")))
}
