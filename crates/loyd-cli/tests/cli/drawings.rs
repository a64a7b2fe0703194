//! Drawn boards are read from arguments, files and CSV; results can be read again.

use crate::program::{Ran, file, folder, loyd, loyd_reading};

/// The boards of a result, with their sizes.
fn boards(ran: &Ran) -> Vec<String> {
    let rows = ran.rows();
    rows.iter().map(|row| format!("{}x{} {}", row["width"], row["height"], row["tiles"])).collect()
}

#[test]
fn drawn_boards_are_read_as_arguments() {
    const EIGHT: &str = "3x3 1 2 3 4 5 6 7 0 8";
    for (arguments, board) in [
        (&["1 2 3 / 4 5 6 / 7 _ 8"][..], EIGHT),
        (&["1 2 3", "4 5 6", "7 . 8"], EIGHT),
        (&["[1,2,3,4,5,6,7,0,8]"], EIGHT),
        (&["[[1,2,3],[4,5,6],[7,null,8]]"], EIGHT),
        (&["123/456/7x8"], EIGHT),
        (&["123", "456", "7-8"], EIGHT),
        (&["1", "2", "3", "4", "5", "6", "7", "·", "8"], EIGHT),
        (&["1", "2", "3", "/", "4", "0", "5"], "3x2 1 2 3 4 0 5"),
        (&["1 2 3 4 / 5 6 0 7"], "4x2 1 2 3 4 5 6 0 7"),
    ] {
        let ran = loyd(&[&["solve", "--format", "csv"][..], arguments].concat());
        assert_eq!(boards(ran.succeeds()), [board], "{arguments:?}");
    }
}

#[test]
fn drawings_that_contradict_are_refused() {
    for (arguments, message) in [
        (&["--size", "3x3", "1 2 3 4 / 5 6 7 0"][..], "which is 4x2, but the size given is 3x3"),
        (&["--size", "2x3", "1 2 3 / 4 5 0"], "drawn in 2 rows of 3 tiles"),
        (&["1 2 3 / 4 5 / 6 7 8 0"], "row 2 has 2 tiles, and row 1 has 3 tiles"),
        (&["1 2 3\n4 5 6\n7 8"], "row 3 has 2 tiles"),
        (&["[[1,2,3],[4,0]]"], "row 2 has 2 tiles"),
        (&["1 2 3 4 5 6 7 8"], "; the blank (0) is missing"),
        (&["1 2 3 4 5 6 7 8 9"], "; the blank (0) is missing"),
    ] {
        let ran = loyd(&[&["solve"][..], arguments].concat());
        ran.fails_with(2, message);
        assert_eq!(ran.stdout, "", "{arguments:?}");
    }
}

#[test]
fn files_may_have_a_row_in_each_line() {
    let folder = folder();
    for (text, expected) in [
        ("1 2 3\n4 5 6\n7 0 8\n", vec!["3x3 1 2 3 4 5 6 7 0 8"]),
        ("1 2\n0 3\n\n0 1\n3 2\n", vec!["2x2 1 2 0 3", "2x2 0 1 3 2"]),
        ("123\n405\n", vec!["3x2 1 2 3 4 0 5"]),
        ("[[1, 2],\n [0, 3]]\n", vec!["2x2 1 2 0 3"]),
        ("1 2 0 3\n0 1 3 2\n", vec!["2x2 1 2 0 3", "2x2 0 1 3 2"]),
        ("id;note;tiles\na;x,y;1 2 0 3\n", vec!["2x2 1 2 0 3"]),
        ("id\ttiles\na\t1,2,0,3\n", vec!["2x2 1 2 0 3"]),
    ] {
        let path = file(&folder, "boards.txt", text);
        let ran = loyd(&["solve", "--format", "csv", "--input", &path]);
        assert_eq!(boards(ran.succeeds()), expected, "{text:?}");
        let read = loyd_reading(&["check", "-", "--format", "csv"], text.as_bytes());
        assert_eq!(boards(&read), expected, "{text:?}");
    }
    let ragged = file(&folder, "ragged.txt", "1 2 3\n4 5\n6 7 0\n");
    loyd(&["solve", "--input", &ragged]).fails_with(2, "lines 1 to 3 of");
}

#[test]
fn results_carry_the_board_and_can_be_solved_again() {
    let input = "id,metric,status,tiles,width,height,goal\n\
                 a,old,x,1 2 0 3,2,2,blank-last\n\
                 b,old,y,0 1 3 2 5 4,3,2,0 1 2 3 4 5\n\
                 c,old,z,9 9 9,,,\n";
    let first = loyd_reading(&["solve", "-", "--format", "csv"], input.as_bytes());
    first.fails_with(2, "line 4");
    let rows = first.rows();
    let column = |name: &str| rows.iter().map(|row| &row[name][..]).collect::<Vec<_>>();
    assert_eq!(column("tiles"), ["1 2 0 3", "0 1 3 2 5 4", "9 9 9"]);
    assert_eq!(column("width"), ["2", "3", ""]);
    assert_eq!(column("height"), ["2", "2", ""]);
    assert_eq!(column("goal"), ["blank-last", "blank-first", ""]);
    assert_eq!(column("metric"), ["single"; 3]);
    assert_eq!(column("input_metric"), ["old"; 3]);
    assert_eq!(column("input_status"), ["x", "y", "z"]);
    let second = loyd_reading(&["solve", "-", "--format", "csv"], first.stdout.as_bytes());
    let again = second.rows();
    for (one, other) in rows.iter().zip(&again) {
        for name in ["id", "status", "length", "moves", "tiles", "width", "height", "goal"] {
            assert_eq!(one[name], other[name], "{name}");
        }
        assert_eq!(one["status"], other["input_status"]);
        assert_eq!(one["input_status"], other["input_input_status"]);
    }
    let object = loyd(&["solve", "--format", "json", "-m", "multi", "1 2 / 0 3"]);
    let object: serde_json::Value = serde_json::from_str(&object.succeeds().stdout).expect("JSON");
    assert_eq!(object["tiles"], "1 2 0 3");
    assert_eq!((&object["width"], &object["height"]), (&2.into(), &2.into()));
    assert_eq!((&object["goal"], &object["metric"]), (&"blank-last".into(), &"multi".into()));
    let text = loyd(&["1 2 / 0 3"]);
    let line = "board     1 2 0 3 (2x2, single-tile metric), to blank-last\n";
    assert!(text.succeeds().stdout.ends_with(line), "{}", text.stdout);
}
