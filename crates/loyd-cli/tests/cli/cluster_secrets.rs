//! The secret that the processes of several machines share.

use crate::processes::{SMALL, hosts, ran};
use crate::program::{Ran, command, file, folder, loyd};
use crate::run_folder::{name, published};
use std::path::Path;
use std::process::{Command, Stdio};

const VARIABLE: &str = "LOYD_CLUSTER_SECRET";
/// A secret that is easy to find in output and files.
const SECRET: &str = "correct-horse-battery";

/// A process of a list of hosts.
fn host(at: &Path, list: &str, number: &str) -> Command {
    let run = at.join(number);
    let mut command = command();
    command.args(["enumerate", "5x2", "--dir", name(&run), "--hosts", list, "--process", number]);
    command.args(SMALL).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove(VARIABLE);
    command
}

fn ends(commands: Vec<Command>) -> Vec<Ran> {
    let start = |mut command: Command| command.spawn().expect("loyd starts");
    let children: Vec<_> = commands.into_iter().map(start).collect();
    children.into_iter().map(ran).collect()
}

/// Keeps other users from reading a file, where the system has such permissions.
fn keep_private(file: &str, mode: &str) {
    let _ = cfg!(unix).then(|| Command::new("chmod").args([mode, file]).status());
}

#[test]
fn the_same_secret_from_a_file_and_from_the_environment_connects_and_is_stored_nowhere() {
    let at = folder();
    let list = hosts(&at, 2);
    let secret = file(&at, "secret", format!("{SECRET}\n"));
    keep_private(&secret, "600");
    let mut first = host(at.path(), &list, "0");
    // The option counts.
    first.args(["--secret-file", &secret]).env(VARIABLE, "another secret");
    let mut second = host(at.path(), &list, "1");
    second.env(VARIABLE, SECRET);
    let ends = ends(vec![first, second]);
    assert_eq!(ends[0].succeeds().stdout, published("5", "2", "single"));
    for end in &ends {
        end.succeeds();
        assert!(!end.stderr.contains(SECRET) && !end.stderr.contains("warning"), "{}", end.stderr);
    }
    for number in ["0", "1"] {
        let mut folders = vec![at.path().join(number)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                if entry.path().is_dir() {
                    folders.push(entry.path());
                    continue;
                }
                let bytes = std::fs::read(entry.path()).expect("a file");
                let has_secret =
                    bytes.windows(SECRET.len()).any(|bytes| bytes == SECRET.as_bytes());
                assert!(!has_secret, "{}", entry.path().display());
            }
        }
    }
}

#[test]
fn a_wrong_or_missing_secret_is_refused_with_the_remedy() {
    for (wrong, message) in [(Some("wrong"), "its secret is not that"), (None, "it has a secret")] {
        let at = folder();
        let list = hosts(&at, 2);
        let mut first = host(at.path(), &list, "0");
        first.args(["--stall-limit", "5s"]).env(VARIABLE, SECRET);
        let mut second = host(at.path(), &list, "1");
        if let Some(wrong) = wrong {
            second.env(VARIABLE, wrong);
        }
        let ends = ends(vec![first, second]);
        ends[0].fails_with(4, "process 1").fails_with(4, "give all processes the same secret");
        ends[1].fails_with(2, message).fails_with(2, "--secret-file or LOYD_CLUSTER_SECRET");
        for end in ends {
            assert!(!end.stderr.contains(SECRET), "{}", end.stderr);
        }
    }
}

#[test]
fn unusable_secrets_are_refused() {
    let at = folder();
    let list = hosts(&at, 2);
    let refused = |arguments: &[&str], variable: &str, message: &str| {
        let mut command = host(at.path(), &list, "0");
        command.args(arguments);
        if !variable.is_empty() {
            command.env(VARIABLE, variable);
        }
        Ran::of(&mut command).fails_with(2, message);
    };
    let empty = file(&at, "empty", "\n");
    refused(&["--secret-file", &empty], SECRET, "the secret is empty");
    refused(&[], "\n", "the secret is empty");
    let long = file(&at, "long", "x".repeat(10_000));
    refused(&["--secret-file", &long], "", "longer than 4096 bytes");
    refused(&["--secret-file", "nowhere"], "", "nowhere");
    refused(&["--secret-file", name(at.path())], "", "not a plain file");
    if cfg!(unix) {
        refused(&["--secret-file", "/dev/zero"], "", "not a plain file");
    }
    let alone = ["enumerate", "5x2", "--processes", "2", "--secret-file", &long];
    loyd(&alone).fails_with(2, "cannot be used with");
}

#[test]
#[cfg(unix)]
fn a_secret_that_others_can_read_is_used_with_a_warning() {
    let at = folder();
    let list = hosts(&at, 2);
    let secret = file(&at, "secret", SECRET);
    keep_private(&secret, "644");
    let mut command = host(at.path(), &list, "0");
    command.args(["--secret-file", &secret, "--stall-limit", "1s"]);
    Ran::of(&mut command).fails_with(4, "is not connected").fails_with(4, "chmod 600");
    command.arg("--quiet");
    let quiet = Ran::of(&mut command);
    assert!(!quiet.stderr.contains("chmod"), "{}", quiet.stderr);
}

#[test]
fn processes_of_one_machine_share_a_new_secret() {
    let at = folder();
    let run = at.path().join("run");
    let mut command = command();
    command.args(["enumerate", "5x2", "--dir", name(&run), "--processes", "3"]).args(SMALL);
    // It is not theirs.
    command.arg("--quiet").env(VARIABLE, "\n");
    assert_eq!(Ran::of(&mut command).succeeds().stdout, published("5", "2", "single"));
}
