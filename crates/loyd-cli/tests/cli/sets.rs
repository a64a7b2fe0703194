//! Published boards: `--set` and `--ids`.

use crate::program::{file, folder, loyd, loyd_reading};

#[test]
fn boards_of_a_set_have_their_published_values() {
    let ran = loyd(&["solve", "--set", "korf100", "--ids", "42,55", "--format", "csv"]);
    let rows = ran.succeeds().rows();
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("id"), ["42", "55"]);
    assert_eq!(column("length"), ["42", "41"]);
    assert_eq!(column("published_length"), column("length"));
    assert!(rows.iter().all(|row| row["published_nodes"].parse::<u64>().is_ok()), "{rows:?}");
}

#[test]
fn ranges_choose_boards_in_every_command() {
    let drawn = loyd(&["scramble", "--set", "korf100", "--ids", "3,10-12"]).succeeds().rows();
    let ids = |rows: &[std::collections::HashMap<String, String>]| {
        rows.iter().map(|row| row["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&drawn), ["3", "10", "11", "12"]);
    assert_eq!(drawn[0]["published_length"], "59");
    let checked = ["check", "--set", "korf100", "--ids", "3,10-12", "--format", "csv"];
    assert_eq!(ids(&loyd(&checked).succeeds().rows()), ids(&drawn));
    let bench = ["bench", "solve", "--ids", "42,55-55", "--format", "csv"];
    assert_eq!(loyd(&bench).succeeds().rows()[0]["solved"], "2");
    let input = ["distance", "--ids", "2", "1 2 3 0", "1 2 0 3", "--format", "csv"];
    assert_eq!(ids(&loyd(&input).succeeds().rows()), ["2"]);
    let two = loyd(&["scramble", "--set", "hardest15", "--count", "2"]);
    assert_eq!(two.succeeds().rows().len(), 2);
}

#[test]
fn cubes_have_a_set() {
    let arguments = ["scramble", "--puzzle", "cube3", "--set", "korf-rubik10", "--ids", "1,9-10"];
    let rows = loyd(&arguments).succeeds().rows();
    let lengths: Vec<&str> = rows.iter().map(|row| &row["published_length"][..]).collect();
    assert_eq!(lengths, ["16", "18", "18"]);
    assert!(rows.iter().all(|row| row["facelets"].len() == 54), "{rows:?}");
}

#[test]
fn a_contradiction_of_a_published_length_is_a_failed_check() {
    let folder = folder();
    let text = "tiles,published_length\n1 2 3 4 5 6 7 0 8,3\n1 2 3 4 5 0 7 8 6,1\n";
    let path = file(&folder, "boards.csv", text);
    for format in ["text", "json", "csv"] {
        let ran = loyd(&["solve", "--input", &path, "--format", format]);
        ran.fails_with(1, "line 2 of");
        ran.fails_with(1, "the published length is 3, and this solution has 1 move");
        assert!(!ran.stderr.contains("line 3 of"), "{}", ran.stderr);
    }
    // The published lengths are those of the default metric.
    loyd(&["solve", "--input", &path, "--metric", "multi"]).succeeds();
    let other = file(&folder, "other.csv", "tiles,optimal_length\n1 2 3 4 5 6 7 0 8,3\n");
    loyd(&["solve", "--input", &other]).succeeds();
}

#[test]
fn bad_sets_are_refused() {
    for (arguments, message) in [
        (&["solve", "--set", "korf"][..], "korf"),
        (&["solve", "--set", "korf100", "1 2 3 0"], "--set"),
        (&["solve", "--set", "korf100", "--input", "boards.csv"], "--set"),
        (&["solve", "--set", "korf100", "--size", "4x4"], "--size is not for --set"),
        (&["solve", "--set", "korf100", "--goal", "blank-last"], "--goal is not for --set"),
        (
            &["solve", "--set", "korf100", "--puzzle", "cube3"],
            "korf100 has positions of tiles, and --puzzle says cube3",
        ),
        (&["scramble", "--set", "korf-rubik10"], "has positions of cube3, and --puzzle says tiles"),
        (&["solve", "--set", "korf100", "--ids", "101"], "no board of korf100 has the id 101"),
        (&["solve", "--set", "korf100", "--ids", "200-300"], "has the id 200-300"),
        (&["solve", "--set", "korf100", "--ids", "20-10"], "write 10-20"),
        (&["solve", "--set", "korf100", "--ids", "3,,4"], "an id is missing"),
        (&["solve", "--ids", "3", "1 2 3 0"], "no board of the input has the id 3"),
        (&["scramble", "--ids", "3"], "--ids chooses from published positions: add --set"),
        (&["solve", "--resume", "folder", "--ids", "3"], "--resume"),
        (&["scramble", "--set", "korf100", "--seed", "3"], "--seed is for random positions"),
        (&["scramble", "--set", "korf100", "--easy"], "--easy is for random positions"),
        (&["distance", "--set", "korf100", "--ids", "3"], "4x4 has 10,461,394,944,000 states"),
        (&["bench", "solve", "--ids", "0"], "no board of korf100 has the id 0"),
    ] {
        loyd(arguments).fails_with(2, message);
    }
    loyd_reading(&["check", "--set", "korf100", "--ids", "1", "-"], b"").fails_with(2, "--set");
}
