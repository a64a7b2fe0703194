//! `cargo xtask miri`: the kernels' portable forms under Miri, an interpreter that notices undefined
//! behaviour.
//!
//! Miri reports a processor without AVX, so every kernel takes its portable form. Provenance is
//! strict: no pointer may come from a number. `madvise` is skipped: Miri does not support it. Tests
//! do less there (`cfg!(miri)`), as it is slow.

use crate::steps::{Outcome, Steps, output};
use std::process::Command;

/// Package, and the choice of its tests. A name is found anywhere, so `arch::` is also a part of
/// `search::`, whose tests would take hours.
const TESTS: [(&str, &str, &[&str]); 3] = [
    ("kernels of loyd", "loyd-search", &["arch::", "--skip", "search::", "--skip", "arch::slots"]),
    ("kernels of loyd-tiles", "loyd-tiles", &["arch::", "--skip", "search::"]),
    ("kernels of loyd-codec", "loyd-codec", &["arch::", "--skip", "search::"]),
];

pub(crate) fn run() -> Outcome {
    if output(nightly().arg("--version")).is_none() {
        return Err("Miri is missing: get it with\n    rustup toolchain install nightly\n    \
                    rustup component add --toolchain nightly miri rust-src"
            .into());
    }
    let mut steps = Steps::begin();
    for (name, package, choice) in TESTS {
        let mut command = nightly();
        command.args(["test", "--package", package, "--lib", "--"]).args(choice);
        command.env("MIRIFLAGS", "-Zmiri-strict-provenance -Zmiri-disable-isolation");
        command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1").env("RUST_BACKTRACE", "0");
        steps.tests(name, command)?;
    }
    steps.print_summary();
    Ok(())
}

/// `cargo miri` of the nightly tool chain, which rustup's cargo alone can call.
fn nightly() -> Command {
    let mut command = Command::new("cargo");
    command.args(["+nightly", "miri"]).current_dir(crate::steps::root());
    // Of the tool chain that runs this program.
    for variable in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "RUSTDOC"] {
        command.env_remove(variable);
    }
    command
}
