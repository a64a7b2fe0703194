//! `cargo xtask python`: the Python package as the tests see it, without an installation: the library that cargo
//! builds with the profile of tests, beside the modules of the package.

use crate::debian;
use crate::steps::{Outcome, Steps, output, root, succeed};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The packages of the tests.
const PACKAGES: [&str; 9] =
    ["pip", "numpy", "pandas", "polars", "networkx", "scipy", "pytest", "nbclient", "ipykernel"];

/// The oldest Python of the package.
const VERSION: (u32, u32) = (3, 10);

/// The virtual environment of the tests.
fn environment() -> PathBuf {
    root().join("target/python")
}

fn python() -> Command {
    let mut command = Command::new(environment().join("bin/python"));
    command.current_dir(root());
    command
}

/// Makes the virtual environment, with the packages of the tests.
pub(crate) fn install() -> Outcome {
    let check = format!("import sys; assert sys.version_info >= {VERSION:?}; print(sys.version)");
    let version = output(Command::new("python3").args(["-c", &check]));
    let version = version
        .ok_or_else(|| format!("the Python package needs python3 {}.{}", VERSION.0, VERSION.1))?;
    println!("Python {}", version.trim());
    let has_packages = || {
        let modules = PACKAGES.join(", ");
        output(python().args(["-c", &format!("import {modules}")])).is_some()
    };
    if has_packages() {
        return Ok(());
    }
    let create = || {
        let mut create = Command::new("python3");
        create.args(["-m", "venv", "--clear"]).arg(environment());
        succeed(&mut create)
    };
    if create().is_err() {
        debian::install(&["python3-venv"]);
        create()?;
    }
    let options = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    succeed(python().args(options).args(PACKAGES))
}

/// Runs the tests on the library that was built with those of the workspace.
pub(crate) fn test(steps: &mut Steps) -> Outcome {
    steps.run("python: package", assemble)?;
    let mut tests = python();
    tests.args(["-m", "pytest", "-q", "--durations=5", "-p", "no:cacheprovider"]);
    tests.env("PYTHONPATH", assembled()).env("PYTHONDONTWRITEBYTECODE", "1");
    steps.tests("python: tests", tests)
}

/// The folder of the assembled package.
fn assembled() -> PathBuf {
    root().join("target/python-package")
}

fn assemble() -> Outcome {
    let package = assembled().join("loyd");
    let failed = |error: std::io::Error| format!("{}: {error}", package.display());
    let _ = fs::remove_dir_all(&package);
    fs::create_dir_all(&package).map_err(failed)?;
    let source = root().join("crates/loyd-python/python/loyd");
    for entry in fs::read_dir(&source).map_err(failed)?.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == "py" || ending == "pyi") {
            fs::copy(&path, package.join(entry.file_name())).map_err(failed)?;
        }
    }
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = target.join("debug").join(format!("{prefix}_loyd{suffix}"));
    fs::copy(&library, package.join("_loyd.abi3.so"))
        .map(drop)
        .map_err(|error| format!("{}: {error}", library.display()))
}
