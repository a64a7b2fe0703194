//! Files appear whole or not at all; a closed pipe is success.

use crate::program::{HARD, command, file, folder, loyd};
use std::fs;
use std::process::Stdio;

#[test]
fn a_file_replaces_the_old_one_when_complete() {
    let folder = folder();
    let path = file(&folder, "out.json", "old");
    let ran = loyd(&["solve", "--format", "json", "-o", &path, "1 2 3 0"]);
    assert_eq!(ran.succeeds().stdout, "");
    assert!(fs::read_to_string(&path).expect("the file").starts_with("{\"id\":\"1\""));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left over");
}

#[test]
fn a_failure_leaves_the_old_file() {
    let folder = folder();
    let path = file(&folder, "out", "old");
    loyd(&["bench", "solve", "-o", &path, "--input", "/no/such/file"]).fails_with(2, "cannot read");
    assert_eq!(fs::read_to_string(&path).expect("the file"), "old");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left over");
}

#[test]
fn unwritable_output_fails_before_the_search() {
    let folder = folder();
    let path = folder.path().to_str().expect("a path that is text");
    loyd(&["solve", "-o", path, HARD]).fails_with(4, "it is a folder");
    let inside = folder.path().join("no/such/place");
    let inside = inside.to_str().expect("a path that is text");
    loyd(&["solve", "-o", inside, HARD]).fails_with(4, "create the folder first");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_a_device_is_not_replaced() {
    loyd(&["scramble", "-o", "/dev/full", "--seed", "1"]).fails_with(4, "free some space");
    loyd(&["scramble", "-o", "/dev/null", "--seed", "1"]).succeeds();
    assert!(!fs::metadata("/dev/null").expect("it is still there").is_file());
}

#[test]
#[cfg(unix)]
fn a_link_stays_a_link() {
    let folder = folder();
    let target = file(&folder, "target", "old");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    loyd(&["scramble", "--seed", "1", "-o", link.to_str().expect("text")]).succeeds();
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert!(fs::read_to_string(&target).expect("the file").starts_with("id,"));
}

#[test]
fn a_closed_pipe_is_success() {
    let easy = "1 2 3 4 5 6 7 0 8";
    // More than a pipe holds; and a search without a reader.
    let unread: [&[&str]; 2] = [
        &["scramble", "--count", "1e6", "--quiet", "--format", "json"],
        &["solve", "--threads", "2", "--format", "json", easy, HARD],
    ];
    for arguments in unread {
        let mut child = command()
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}
