//! `--export`: pictures of the moves of every puzzle that has them.

use crate::program::{file, folder, loyd};
use std::fs;

/// A written picture.
fn drawn(name: &str, arguments: &[&str]) -> Vec<u8> {
    let folder = folder();
    let path = folder.path().join(name).display().to_string();
    loyd(&[arguments, &["--export", &path]].concat()).succeeds();
    fs::read(path).expect("the picture")
}

#[test]
fn cubes_of_every_size_are_drawn() {
    for (puzzle, title) in [
        ("cube2", "2x2x2 cube"),
        ("cube3", "3x3x3 cube"),
        ("cube4", "4x4x4 cube"),
        ("cube5", "5x5x5 cube"),
        ("twisty2x2x2", "2x2x2 cube"),
        ("twisty3x3x3", "3x3x3 cube"),
        ("cube4@R,U", "4x4x4 cube"),
    ] {
        let show = ["show", "--puzzle", puzzle, "R U", "--moves", "U' R'"];
        let picture = drawn("moves.svg", &show);
        let picture = String::from_utf8(picture).expect("text");
        assert!(picture.contains(title) && picture.contains("<animate "), "{puzzle}");
        assert!(drawn("moves.gif", &show).starts_with(b"GIF89a"), "{puzzle}");
        assert!(drawn("moves.png", &show).starts_with(b"\x89PNG"), "{puzzle}");
    }
    let strip =
        drawn("moves.svg", &["show", "--puzzle", "cube4", "Rw", "--moves", "Rw'", "--strip"]);
    let strip = String::from_utf8(strip).expect("text");
    assert!(strip.contains("1. Rw'") && !strip.contains("<animate"));
    let solved = drawn("solution.html", &["solve", "--puzzle", "cube4", "R Uw2 F'"]);
    assert!(String::from_utf8_lossy(&solved).contains("4x4x4 cube"));
}

#[test]
fn stickers_that_a_goal_leaves_free_are_grey() {
    let cross = "????U???? ????R??R? ????F??F? ?D?DDD?D? ????L??L? ????B??B?";
    let solve = ["solve", "--puzzle", "cube3", "R U F D2 L B'", "--goal", cross];
    let picture = String::from_utf8(drawn("cross.svg", &solve)).expect("text");
    assert!(picture.contains("#8a8f96") && picture.contains('?'));
}

#[test]
fn puzzles_without_pictures_are_refused_before_the_search() {
    let folder = folder();
    let path = folder.path().join("moves.svg").display().to_string();
    let ring = "Name Ring\nSet PIECES 3 1\nMove C  PIECES 3 1 2  End\n";
    let ring = file(&folder, "ring.def", ring);
    for (puzzle, moves) in
        [("pyraminx", "R U"), ("skewb", "R U"), ("megaminx", "R U F L BR BL DR DL"), (&ring, "C")]
    {
        for command in ["solve", "show"] {
            let ran = loyd(&[command, "--puzzle", puzzle, moves, "--export", &path]);
            ran.fails_with(
                2,
                "--export draws tiles and cubes (cube2, cube3, cube4, cube5), and this is",
            );
            assert_eq!(ran.stdout, "", "{puzzle}");
            assert!(!fs::exists(&path).expect("the folder"), "{puzzle}");
        }
    }
}
