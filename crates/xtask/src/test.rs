//! `cargo xtask test`: everything that must pass before a change is merged.
//!
//! The page is built beside the lints, and tested in a browser beside the build of the tests: each of
//! these steps leaves cores idle. The build of the tests begins when the page is built, because the
//! program contains it.

use crate::beside::Beside;
use crate::steps::{Outcome, Steps, cargo};
use crate::{binaries, drivers, duckdb, page, servers, structure, toolchain};
use std::process::Command;

/// Runs all steps; `long` adds the program without its features, and the tests that are marked `#[ignore]`, in
/// release.
pub(crate) fn run(long: bool) -> Outcome {
    let mut steps = Steps::begin();
    steps.run("tool chain", toolchain::complete)?;
    steps.command("format", cargo(&["fmt", "--all", "--check"]))?;
    steps.run("structure", structure::run)?;
    let page = Beside::start("page", again("test-page")?)?;
    lint(&mut steps)?;
    page.finish(&mut steps)?;
    let browser = Beside::start("page: browser tests", page::browser_tests())?;
    let binaries = binaries::build(&mut steps)?;
    browser.finish(&mut steps)?;
    let variables = [
        ("LOYD_DUCKDB", duckdb::folder().into_os_string()),
        ("LOYD_REQUIRE_DUCKDB", "1".into()),
        ("LOYD_REQUIRE_SERVERS", "1".into()),
        ("LOYD_REQUIRE_GPU", "1".into()),
        // Mounts of a user and a terminal: some systems have none.
        ("LOYD_REQUIRE_SYSTEM", std::env::var_os("LOYD_REQUIRE_SYSTEM").unwrap_or("1".into())),
        // Else the driver asks for a display, and says that there is none.
        ("NODEVICE_SELECT", "1".into()),
    ];
    binaries::run(&mut steps, binaries, &variables)?;
    page::test_server(&mut steps)?;
    if long {
        // Fifty crates have other features for it, and are compiled again.
        let file_only = ["check", "--package", "loyd-cli", "--no-default-features"];
        steps.command("program without servers", cargo(&file_only))?;
        let mut long = cargo(&["test", "--workspace", "--release", "--", "--ignored"]);
        long.envs(variables);
        steps.tests("long tests", long)?;
    }
    steps.print_summary();
    Ok(())
}

/// Installs what the tests need and cargo does not bring; checks, tests and builds the page.
pub(crate) fn run_page() -> Outcome {
    let mut steps = Steps::begin();
    steps.run("database servers", servers::install)?;
    steps.run("duckdb", duckdb::install)?;
    steps.run("graphics driver", drivers::install)?;
    page::test(&mut steps)?;
    steps.print_times();
    Ok(())
}

fn lint(steps: &mut Steps) -> Outcome {
    let lint = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    steps.command("lints", cargo(&lint))?;
    let libraries = ["loyd", "loyd-tiles", "loyd-report", "loyd-facade"];
    let mut bare = vec!["check", "--no-default-features"];
    bare.extend(libraries.iter().flat_map(|library| ["--package", library]));
    steps.command("libraries without features", cargo(&bare))?;
    let mut documentation = cargo(&["doc", "--workspace", "--no-deps", "--keep-going"]);
    documentation.env("RUSTDOCFLAGS", "-D warnings");
    steps.command("documentation", documentation)
}

/// This program with another verb.
fn again(verb: &str) -> Result<Command, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg(verb);
    Ok(command)
}
