//! Tests on database servers: `MariaDB` and `PostgreSQL`, private ones that the tests start.

use crate::steps::{Outcome, Steps, cargo, output, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Servers: name, package of Debian, program.
const SERVERS: [(&str, &str, &str); 2] =
    [("MariaDB", "mariadb-server", "mariadbd"), ("PostgreSQL", "postgresql", "postgres")];

/// The drivers of servers as features, and the tests that need them.
const TESTS: [&str; 8] = [
    "test",
    "--package",
    "loyd-graph",
    "--package",
    "loyd-cli",
    "--features",
    "loyd-graph/mysql,loyd-graph/postgres,loyd-cli/mysql,loyd-cli/postgres",
    "--test",
];

/// Checks the drivers and runs the tests; `long` runs those that take minutes.
pub(crate) fn test(steps: &mut Steps, long: bool) -> Outcome {
    steps.run("servers: programs", programs)?;
    let lint = ["clippy", "--package", "loyd-graph", "--package", "loyd-cli", "--all-targets"];
    let mut lint = cargo(&lint);
    lint.args(["--all-features", "--", "-D", "warnings"]);
    steps.command("servers: lints", lint)?;
    let mut tests = cargo(&TESTS);
    tests.arg("servers").env("LOYD_REQUIRE_SERVERS", "1");
    if long {
        tests.args(["--release", "--", "--include-ignored"]);
    }
    steps.tests("servers: tests", tests)
}

/// Finds the servers, or installs them where this program may.
fn programs() -> Outcome {
    let missing: Vec<_> =
        SERVERS.into_iter().filter(|(.., program)| version(program).is_none()).collect();
    if !missing.is_empty() {
        let packages: Vec<&str> = missing.iter().map(|(_, package, _)| *package).collect();
        println!("{} missing: installing with apt-get", packages.join(", "));
        let mut update = Command::new("apt-get");
        update.args(["update", "-qq"]);
        let mut install = Command::new("apt-get");
        install.args(["install", "-y", "-qq", "--no-install-recommends"]).args(&packages);
        install.env("DEBIAN_FRONTEND", "noninteractive");
        // What counts is found below.
        let _ = succeed(&mut update).and_then(|()| succeed(&mut install));
    }
    for (name, package, program) in SERVERS {
        match version(program) {
            Some(version) => println!("{name}: {}", version.trim()),
            None => {
                return Err(format!(
                    "the tests of databases need {name}: install the package {package} (they start \
                     servers of their own, and touch no other)"
                ));
            }
        }
    }
    Ok(())
}

/// The version of a program on the path or in the folders of Debian.
fn version(program: &str) -> Option<String> {
    let versions = Path::new("/usr/lib/postgresql").read_dir().into_iter().flatten().flatten();
    let mut programs = vec![PathBuf::from(program), Path::new("/usr/sbin").join(program)];
    programs.extend(versions.map(|version| version.path().join("bin").join(program)));
    programs.iter().find_map(|program| output(Command::new(program).arg("--version")))
}
