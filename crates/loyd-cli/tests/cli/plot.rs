//! `loyd enumerate --plot`: pictures beside results of any format.

use crate::program::{file, folder, loyd};
use std::fs;

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("a path that is text").to_owned()
}

#[test]
fn a_picture_is_drawn_beside_results_of_any_format() {
    let folder = folder();
    for format in ["text", "json", "csv"] {
        let picture = path(&folder, &format!("{format}.png"));
        let with = loyd(&["enumerate", "3x2", "--format", format, "--plot", &picture]);
        let without = loyd(&["enumerate", "3x2", "--format", format]);
        let (with, without) = (&with.succeeds().stdout, &without.succeeds().stdout);
        assert_eq!(with.lines().count(), without.lines().count());
        assert!(fs::read(&picture).expect("the picture").starts_with(b"\x89PNG\r\n"));
        if format == "json" {
            let object: serde_json::Value = serde_json::from_str(with).expect("JSON");
            assert_eq!(object["radius"], 21);
        }
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3, "nothing is left over");
}

#[test]
fn a_run_that_ends_early_has_a_picture_too() {
    let folder = folder();
    let picture = path(&folder, "first.SVG");
    loyd(&["enumerate", "5x5", "--depth", "3", "--plot", &picture]).succeeds();
    let picture = fs::read_to_string(&picture).expect("the picture");
    assert!(picture.contains(">not reached<") && picture.contains("not all there are"));
    let stopped = path(&folder, "stopped.svg");
    let limits = ["--max-time", "0.2s", "--engine", "reference"];
    loyd(&[&["enumerate", "6x2", "--plot", &stopped], &limits[..]].concat())
        .fails_with(3, "stopped by");
    assert!(fs::read_to_string(&stopped).expect("the picture").contains(">not reached<"));
}

#[test]
fn other_formats_of_pictures_are_bad_usage() {
    for name in ["levels.pdf", "levels", "-"] {
        let ran = loyd(&["enumerate", "3x2", "--plot", name]);
        ran.fails_with(2, "pictures are .svg or .png");
        assert_eq!(ran.stdout, "");
    }
}

#[test]
fn an_unwritable_place_fails_before_the_run() {
    let folder = folder();
    let inside = path(&folder, "missing/levels.svg");
    let ran = loyd(&["enumerate", "6x2", "--engine", "reference", "--plot", &inside]);
    ran.fails_with(4, "create the folder first");
    assert_eq!(ran.stdout, "");
    fs::create_dir(folder.path().join("folder.png")).expect("a writable place");
    let ran = loyd(&["enumerate", "3x2", "--plot", &path(&folder, "folder.png")]);
    ran.fails_with(4, "it is a folder");
}

#[test]
fn picture_and_results_need_two_files() {
    let folder = folder();
    let one = file(&folder, "levels.svg", "old");
    let same = path(&folder, "./levels.svg");
    loyd(&["enumerate", "3x2", "-o", &one, "--plot", &same])
        .fails_with(2, "ends in no format of results");
    assert_eq!(fs::read_to_string(&one).expect("the file"), "old");
    let other = path(&folder, "levels.txt");
    loyd(&["enumerate", "3x2", "-o", &other, "--plot", &same]).succeeds();
    assert!(fs::read_to_string(&other).expect("the file").starts_with("3x2, single-tile"));
    assert!(fs::read_to_string(&one).expect("the file").starts_with("<svg "));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing is left over");
}
