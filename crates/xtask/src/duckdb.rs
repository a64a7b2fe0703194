//! `DuckDB`, a program that is not ours, for the tests of exported files.

use crate::debian;
use crate::steps::{Outcome, output, root, succeed};
use std::path::PathBuf;
use std::process::Command;

/// The version of the Python package.
const PACKAGE: &str = "duckdb==2.0.0";

pub(crate) fn folder() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("duckdb")
}

/// Installs the package into its folder, unless it is there.
pub(crate) fn install() -> Outcome {
    if is_there() {
        return Ok(());
    }
    if output(python().args(["-m", "pip", "--version"])).is_none() {
        debian::install(&["python3-pip"]);
    }
    let mut pip = python();
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip.args(["--root-user-action", "ignore", "--upgrade", "--target"]).arg(folder()).arg(PACKAGE);
    succeed(&mut pip).map_err(|reason| {
        format!(
            "the tests of exported files need Python 3 with pip (Debian: python3-pip): {reason}"
        )
    })
}

fn is_there() -> bool {
    let mut version = python();
    version.args(["-c", "import duckdb; print('duckdb==' + duckdb.__version__)"]);
    version.env("PYTHONPATH", folder());
    output(&mut version).is_some_and(|found| found.trim() == PACKAGE)
}

fn python() -> Command {
    Command::new("python3")
}
