//! `cargo xtask page`: the web page, and its tests in a browser.
//!
//! The page is built into `web/dist`, for static hosts, and from there compressed into
//! `crates/loyd-serve/page`, which is part of the repository: so every binary has the page, and only
//! changes need Node.js. `test` builds the page again and compares.

use crate::debian;
use crate::steps::{Outcome, Steps, cargo, output, root, succeed};
use crate::toolchain::{standard_library, sysroot, version};
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// The option of the compiler for the vectors of the module.
pub(crate) const VECTORS: &str = "-Ctarget-feature=+simd128";

/// The page in `loyd-serve`, from `web`.
const EMBEDDED: &str = "../crates/loyd-serve/page";

/// The WebAssembly module of the page in the npm package, from `web`.
const MODULE: &str = "engine/loyd.wasm";

/// The module of the npm package with every puzzle, from `web`.
const TWISTY_MODULE: &str = "engine/twisty.wasm";

/// The oldest Node.js with which the page is built.
const NODE: u32 = 20;

/// Builds the page, and replaces the one in `loyd-serve`.
pub(crate) fn build() -> Outcome {
    node()?;
    modules()?;
    packages()?;
    succeed(&mut npm(&["run", "build"]))?;
    embedded_page(&["write", "dist", EMBEDDED, &compiler()?])
}

/// Checks, tests and builds the page, and installs the browser.
pub(crate) fn test(steps: &mut Steps) -> Outcome {
    steps.run("page: browser", || node().and_then(|()| browser()))?;
    steps.run("page: modules", modules)?;
    steps.run("page: packages", packages)?;
    steps.command("page: types", npm(&["run", "check"]))?;
    steps.tests("page: unit tests", npm(&["test"]))?;
    steps.command("page: build", npm(&["run", "build"]))?;
    steps.run("page: embedded files", compare)
}

/// Compares the page in `loyd-serve` with the one in `web/dist`.
///
/// Other compilers make other modules of the same source. With one of these, the rest of the page is
/// built around the module in `loyd-serve`, because scripts name the module by a hash of its bytes.
fn compare() -> Outcome {
    let (recorded, running) = (recorded_compiler()?, compiler()?);
    let comparison = if recorded == running {
        embedded_page(&["check", "dist", EMBEDDED])
    } else {
        println!(
            "the WebAssembly module is not compared: it was built by {recorded}, and this is {running}"
        );
        compare_without_module()
    };
    comparison.map_err(|reason| {
        format!(
            "the page in crates/loyd-serve/page is stale: run `cargo xtask page` and commit it\n({reason})"
        )
    })
}

fn compare_without_module() -> Outcome {
    let (module, built) = (folder().join(MODULE), target_folder().join("embedded-page"));
    let built = built.to_str().ok_or("the name of the target folder is not UTF-8")?;
    let own = std::fs::read(&module).map_err(|error| format!("{}: {error}", module.display()))?;
    let comparison = embedded_page(&["module", EMBEDDED, MODULE])
        .and_then(|()| {
            let arguments = ["run", "build", "--", "--emptyOutDir", "--outDir", built];
            succeed(&mut npm(&arguments))
        })
        .and_then(|()| embedded_page(&["check", built, EMBEDDED]));
    let restored = std::fs::write(&module, own);
    comparison.and(restored.map_err(|error| format!("{}: {error}", module.display())))
}

/// Runs `web/build/embedded-page.js`, which reads and writes the files in `loyd-serve`.
fn embedded_page(arguments: &[&str]) -> Outcome {
    let mut script = Command::new("node");
    script.arg("build/embedded-page.js").args(arguments).current_dir(folder());
    succeed(&mut script)
}

/// The compiler of the module in `loyd-serve`.
fn recorded_compiler() -> Result<String, String> {
    let file = folder().join(EMBEDDED).join("compiler.txt");
    let text = std::fs::read_to_string(&file);
    text.map(|text| text.trim().to_owned()).map_err(|error| format!("{}: {error}", file.display()))
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

/// Compiles the solver to WebAssembly, into the npm package.
fn modules() -> Outcome {
    standard_library(TARGET)?;
    module(TWISTY_MODULE, &["--features", "more-puzzles"])?;
    module(MODULE, &[])
}

fn module(file: &str, features: &[&str]) -> Outcome {
    // The crate is an ordinary library but here: tests need no second one to load at run time.
    let what = ["--package", "loyd-web", "--lib", "--crate-type", "cdylib"];
    let mut build = cargo(&["rustc", "--profile", "web", "--target", TARGET]);
    build.args(what).args(features);
    build.env("CARGO_ENCODED_RUSTFLAGS", flags()?.join("\u{1f}"));
    build.env_remove("RUSTFLAGS");
    succeed(&mut build)?;
    let built = target_folder().join(TARGET).join("web/loyd_web.wasm");
    let module = folder().join(file);
    std::fs::copy(&built, &module).map(drop).map_err(|error| {
        format!("cannot copy {} to {}: {error}", built.display(), module.display())
    })
}

/// The flags of the compiler. The same source gives the same module wherever it and its dependencies
/// are: names of files in messages of panics begin where these folders end.
fn flags() -> Result<Vec<String>, String> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let home = home.ok_or("neither CARGO_HOME nor a home folder is known")?;
    let library = format!("/rustc/{}/library", version("commit-hash")?);
    let sources = sysroot()?.join("lib/rustlib/src/rust/library");
    let remapped = [(root(), "loyd"), (home, "cargo"), (sources, library.as_str())];
    let options = [
        VECTORS,
        // Names of functions would be a fifth of the compressed module.
        "-Clink-arg=--strip-all",
        // Numbers of functions and addresses in as few bytes as they need.
        "-Clink-arg=--compress-relocations",
        // That of "z" is 5, which keeps calls in the innermost loops; that of "s" is 50, not faster and 13 KB more.
        "-Cllvm-args=--inline-threshold=25",
    ];
    let mut flags = options.map(str::to_owned).to_vec();
    for (folder, name) in remapped {
        let folder = folder.to_str().ok_or("the name of a folder is not UTF-8")?.to_owned();
        flags.push(format!("--remap-path-prefix={folder}={name}"));
    }
    Ok(flags)
}

/// The compiler in words: its version and this machine, as both can change the module.
fn compiler() -> Result<String, String> {
    Ok(format!("rustc {} on {}", version("release")?, version("host")?))
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
    debian::install(&["chromium"]);
    match chromium() {
        Some(_) => Ok(()),
        None => Err("the browser tests need Chromium: install the package chromium, or set CHROMIUM to its \
                     program"
            .to_owned()),
    }
}

fn chromium() -> Option<String> {
    let named = std::env::var_os("CHROMIUM");
    let programs = named.into_iter().chain(["/usr/bin/chromium".into()]);
    programs.into_iter().find_map(|program| output(Command::new(program).arg("--version")))
}
