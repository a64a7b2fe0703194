//! `cargo xtask`: the chores of this repository, on any system that has cargo and nothing else.
#![forbid(unsafe_code)]

mod background;
mod book;
mod debian;
mod dependencies;
mod dist;
mod documentation;
mod drivers;
mod duckdb;
mod emulation;
mod files;
mod findings;
mod fuzz;
mod layering;
mod links;
mod miri;
mod packages;
mod page;
mod portability;
mod profiles;
mod puzzles;
mod python;
mod servers;
mod steps;
mod structure;
mod test;
mod toolchain;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask VERB

  test [--long]              everything that must pass before a change is merged:
                             tool chain, format, structure, lints, the libraries without default
                             features, documentation, tests, those on database servers included;
                             --long adds the long tests, which run in release, those of the
                             program without its optional parts, and emulation
  test-page                  the part of test that runs in parallel with the lints: installs the needs of the tests, checks and builds the page and runs its unit tests
  structure                  only the rules of ARCHITECTURE.md that a program can check
  portability [--strict] [TARGET…]
                             type-checks for the other systems whose standard library is available;
                             --strict fails where one is not
  fuzz [--seconds N] [TARGET…]
                             runs the fuzz targets, 600 s each by default; needs
                             cargo-fuzz and a nightly compiler
  miri                       the portable kernels under Miri: undefined behaviour, provenance of
                             pointers; needs a nightly tool chain, minutes
  emulation                  the kernels of 64-bit Arm under QEMU; needs qemu-user, minutes
  page                       the web page, which is the solver as WebAssembly and scripts: in web/dist for
                             static hosts, and compressed in crates/loyd-serve/page, which is committed
                             and part of every binary; needs Node.js
  book                       the book as pages in book/dist; needs mdBook
  python                     the Python package, built for this machine and tested; needs python3
  profiles [RUNS]            the speed of the profile release beside dist, command by command
  dist [--target TARGET | --dynamic | --index]
                             an archive in dist/, on Linux of a static binary and with a package of Debian,
                             or with --dynamic of one that can load the drivers of graphics cards;
                             --index writes only the checksums and the formula of the archives there
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["test"] => test::run(false),
        ["test", "--long"] => test::run(true),
        ["test-page"] => test::run_page(),
        ["structure"] => structure::run(),
        ["portability", ref options @ ..] => portability::run(options),
        ["fuzz", ref options @ ..] => fuzz::run(options),
        ["miri"] => miri::run(),
        ["emulation"] => emulation::run(),
        ["page"] => page::build(),
        ["book"] => book::build(),
        ["python"] => test::run_python(),
        ["profiles"] => profiles::run(5),
        ["profiles", runs] => match runs.parse() {
            Ok(runs) if runs > 0 => profiles::run(runs),
            _ => Err(format!("{runs} is not a number of runs")),
        },
        ["dist"] => dist::run(None),
        ["dist", "--target", target] => dist::run(Some(target)),
        ["dist", "--dynamic"] => dist::run_dynamic(),
        ["dist", "--index"] => dist::index(),
        ["dist", ref options @ ..] => Err(format!(
            "dist takes --target TARGET, --dynamic, --index or nothing, not {}",
            options.join(" ")
        )),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\nerror: {message}");
            ExitCode::FAILURE
        }
    }
}
