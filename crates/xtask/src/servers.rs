//! Tests on database servers: `MariaDB` and `PostgreSQL`, private ones that the tests start.

use crate::debian;
use crate::steps::{Outcome, output};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Servers: name, package of Debian, program.
const SERVERS: [(&str, &str, &str); 2] =
    [("MariaDB", "mariadb-server", "mariadbd"), ("PostgreSQL", "postgresql", "postgres")];

/// Finds the servers, or installs them where this program may.
pub(crate) fn install() -> Outcome {
    let missing: Vec<_> =
        SERVERS.into_iter().filter(|(.., program)| version(program).is_none()).collect();
    if !missing.is_empty() {
        let packages: Vec<&str> = missing.iter().map(|(_, package, _)| *package).collect();
        debian::install(&packages);
    }
    for (name, package, program) in SERVERS {
        match version(program) {
            Some(version) => println!("{name}: {}", version.trim()),
            None => {
                return Err(format!(
                    "the tests of databases need {name}: install the package {package} (they start \
                     their own servers, and touch no other)"
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
