//! `cargo xtask emulation`: the kernels of 64-bit Arm, tested on other processors under QEMU.
//!
//! The tests are static programs, linked by the linker that comes with the compiler. An emulator shows that
//! kernels are right, not that they are fast.

use crate::steps::{Outcome, Steps, cargo, output};
use crate::toolchain::{Std, standard_library};
use std::process::Command;

const TARGET: &str = "aarch64-unknown-linux-musl";
/// The emulator, by the names that systems give it.
const EMULATORS: [&str; 2] = ["qemu-aarch64", "qemu-aarch64-static"];
/// Package, and the choice of its tests: for the others a processor is as good as another.
const TESTS: [(&str, &str, &str); 4] = [
    ("codecs on 64-bit Arm", "loyd-codec", "arch::"),
    ("bitmaps on 64-bit Arm", "loyd-tiles", "arch::bitmap::"),
    ("pattern databases on 64-bit Arm", "loyd-tiles", "arch::pdb::"),
    ("batched searches on 64-bit Arm", "loyd-tiles", "slack::tests::every_kernel"),
];

pub(crate) fn run() -> Outcome {
    let mut steps = Steps::begin();
    add_to(&mut steps)?;
    steps.print_summary();
    Ok(())
}

/// Runs the tests as steps.
pub(crate) fn add_to(steps: &mut Steps) -> Outcome {
    let is_there = |name: &&str| output(Command::new(name).arg("-version")).is_some();
    let emulator = EMULATORS.into_iter().find(is_there);
    let emulator =
        emulator.ok_or("no emulator of 64-bit Arm: install qemu-user or qemu-user-static")?;
    if standard_library(TARGET)? == Std::Source {
        return Err(format!("no standard library: `rustup target add {TARGET}`"));
    }
    for (name, package, choice) in TESTS {
        let arguments = ["test", "--target", TARGET, "--package", package, "--lib", choice];
        let mut command = cargo(&arguments);
        command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER", "rust-lld");
        command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER", emulator);
        steps.tests(name, command)?;
    }
    Ok(())
}
