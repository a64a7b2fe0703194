//! `cargo xtask test`: everything that must pass before a change is merged.
//!
//! The page is built in parallel with the lints, and tested in a browser in parallel with the build
//! of the tests: each of these steps leaves cores idle.

use crate::background::Background;
use crate::steps::{Outcome, Steps, cargo};
use crate::{drivers, duckdb, emulation, page, python, servers, structure, toolchain};
use std::ffi::OsString;
use std::process::Command;

/// Every crate, and every part of the program.
const EVERYTHING: [&str; 3] = ["--workspace", "--features", "loyd-cli/full"];

/// Examples have no tests, and the lints compile them.
const TARGETS: [&str; 3] = ["--lib", "--bins", "--tests"];

/// The files of tests whose fixtures take most of the time: the distances of all cubes of size 2, tables of cubes of
/// size 3, servers of databases. One process makes each fixture once; nextest would start a process a test.
const SHARED: [&str; 2] = ["cubes", "servers"];

/// The packages for the registry, made and not compiled.
const PACKAGES: &str = "package --workspace --no-verify --allow-dirty --offline --quiet \
    --exclude xtask --exclude loyd-web --exclude loyd-python --exclude loyd-c";

/// Runs all steps; `long` adds the tests that are marked `#[ignore]`, in release, and the program without its
/// optional parts.
pub(crate) fn run(long: bool) -> Outcome {
    let mut steps = Steps::begin();
    steps.run("tool chain", toolchain::complete)?;
    steps.command("format", cargo(&["fmt", "--all", "--check"]))?;
    steps.run("structure", structure::run)?;
    let page = Background::start("page", this_program("test-page")?)?;
    steps.command("packages", cargo(&PACKAGES.split(' ').collect::<Vec<_>>()))?;
    lint(&mut steps)?;
    page.finish(&mut steps)?;
    let browser = Background::start("page: browser tests", page::browser_tests())?;
    build(&mut steps)?;
    browser.finish(&mut steps)?;
    let variables: [(&str, OsString); 6] = [
        ("LOYD_DUCKDB", duckdb::folder().into_os_string()),
        ("LOYD_REQUIRE_DUCKDB", "1".into()),
        ("LOYD_REQUIRE_SERVERS", "1".into()),
        ("LOYD_REQUIRE_GPU", "1".into()),
        // Mounts of a user and a terminal: some systems lack them.
        ("LOYD_REQUIRE_SYSTEM", std::env::var_os("LOYD_REQUIRE_SYSTEM").unwrap_or("1".into())),
        // Else the driver asks for a display, and reports that it is missing.
        ("NODEVICE_SELECT", "1".into()),
    ];
    let mut tests = nextest(&[]);
    tests.envs(variables.clone());
    steps.tests("tests", tests)?;
    let mut shared = tests_with_fixtures(&[], &[]);
    shared.envs(variables.clone());
    steps.tests("tests: shared fixtures", shared)?;
    let documentation = [&["test"], &EVERYTHING[..], &["--doc"]].concat();
    steps.tests("tests: documentation", cargo(&documentation))?;
    page::test_server(&mut steps)?;
    python::test(&mut steps)?;
    if long {
        // Fifty crates have other features for it, and are compiled again.
        let lints = "clippy --package loyd-cli --lib --test left_out -- -D warnings";
        let lints = cargo(&lints.split(' ').collect::<Vec<_>>());
        steps.command("lints without optional parts", lints)?;
        let small = ["nextest", "run", "--package", "loyd-cli", "--test", "left_out"];
        steps.tests("program without its optional parts", cargo(&small))?;
        let mut long = nextest(&["--cargo-profile", "release", "--run-ignored", "only"]);
        long.envs(variables.clone());
        steps.tests("long tests", long)?;
        let mut shared = tests_with_fixtures(&["--release"], &["--ignored"]);
        shared.envs(variables);
        steps.tests("long tests: shared fixtures", shared)?;
        emulation::add_to(&mut steps)?;
    }
    steps.print_summary();
    Ok(())
}

/// Builds the tests, and with the same features of all crates the library that Python loads.
fn build(steps: &mut Steps) -> Outcome {
    let build = [&["build", "--profile", "test"], &EVERYTHING[..], &TARGETS[..]].concat();
    steps.command("tests: build", cargo(&build))
}

/// Tests wait for processes and servers: one more than the cores runs at a time.
fn threads() -> String {
    std::thread::available_parallelism().map_or(2, |cores| cores.get() + 1).to_string()
}

/// Runs all tests but those with shared fixtures and the examples of the documentation.
fn nextest(options: &[&str]) -> Command {
    let mut command =
        cargo(&[&["nextest", "run"], &EVERYTHING[..], &TARGETS[..], options].concat());
    let shared = SHARED.map(|name| format!("binary({name})")).join(" + ");
    command.args(["--test-threads", &threads(), "-E", &format!("not ({shared})")]);
    command
}

/// Runs the tests with shared fixtures.
fn tests_with_fixtures(options: &[&str], test_options: &[&str]) -> Command {
    let mut command = cargo(&[&["test"], &EVERYTHING[..], options].concat());
    command.args(SHARED.iter().flat_map(|name| ["--test", name]));
    command.args(["--", "--test-threads", &threads()]).args(test_options);
    command
}

/// Installs the needs of the tests that cargo does not bring; checks, tests and builds the page.
pub(crate) fn run_page() -> Outcome {
    let mut steps = Steps::begin();
    steps.run("database servers", servers::install)?;
    steps.run("duckdb", duckdb::install)?;
    steps.run("python", python::install)?;
    steps.run("graphics driver", drivers::install)?;
    page::test(&mut steps)?;
    steps.print_times();
    Ok(())
}

/// The tests of the Python package alone.
pub(crate) fn run_python() -> Outcome {
    let mut steps = Steps::begin();
    steps.run("python", python::install)?;
    build(&mut steps)?;
    python::test(&mut steps)?;
    steps.print_summary();
    Ok(())
}

fn lint(steps: &mut Steps) -> Outcome {
    let lint = [&["clippy"], &EVERYTHING[..], &["--all-targets", "--", "-D", "warnings"]].concat();
    steps.command("lints", cargo(&lint))?;
    let libraries = ["loyd-search", "loyd-tiles", "loyd-report", "loyd"];
    let mut bare = vec!["check", "--no-default-features"];
    bare.extend(libraries.iter().flat_map(|library| ["--package", library]));
    steps.command("libraries without features", cargo(&bare))?;
    let documentation = [&["doc"], &EVERYTHING[..], &["--no-deps", "--keep-going"]].concat();
    let mut documentation = cargo(&documentation);
    documentation.env("RUSTDOCFLAGS", "-D warnings");
    steps.command("documentation", documentation)
}

fn this_program(verb: &str) -> Result<Command, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg(verb);
    Ok(command)
}
