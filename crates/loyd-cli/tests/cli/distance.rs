//! `loyd distance`: lengths of shortest solutions, looked up.

use crate::program::{file, folder, loyd, loyd_reading};

#[test]
fn distances_are_the_lengths_of_solve() {
    for (drawn, options) in [
        (&["--size", "3x3"][..], &[][..]),
        (&["--size", "3x3", "--goal", "blank-first"], &["-m", "multi"]),
        (&["--puzzle", "cube2"], &["--puzzle", "cube2", "-m", "quarter"]),
    ] {
        let boards = loyd(&[&["scramble", "--count", "12", "--seed", "4"], drawn].concat());
        let results = |command| {
            let arguments = [&[command, "-", "--format", "csv"], options].concat();
            loyd_reading(&arguments, boards.stdout.as_bytes()).succeeds().rows()
        };
        let (distances, solved) = (results("distance"), results("solve"));
        assert_eq!((distances.len(), solved.len()), (12, 12));
        for (distance, solved) in distances.iter().zip(&solved) {
            assert_eq!(distance["distance"], solved["length"], "{distance:?}");
            assert_eq!(
                (&distance["goal"], &distance["metric"]),
                (&solved["goal"], &solved["metric"])
            );
        }
    }
}

#[test]
fn columns_pass_and_bad_lines_are_reported() {
    let folder = folder();
    let text =
        "id,tiles,note\na,1 2 3 4 5 6 7 0 8,x\nb,2 1 3 4 5 6 7 8 0,y\nc,1 1 3 4 5 6 7 8 0,z\n";
    let path = file(&folder, "boards.csv", text);
    let ran = loyd(&["distance", "--input", &path, "--format", "csv"]);
    ran.fails_with(2, &format!("line 4 of {path}: tile 1 appears twice"));
    let rows = ran.rows();
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("distance"), ["1", "", ""]);
    assert_eq!(column("note"), ["x", "y", "z"]);
    let text = loyd(&["distance", "1 2 3 4 5 6 7 0 8", "2 1 3 4 5 6 7 8 0"]);
    assert_eq!(text.code, Some(1));
    assert!(text.stdout.starts_with("     1  1 move\n     2  unsolvable: "), "{}", text.stdout);
}

#[test]
fn large_puzzles_are_refused_with_their_size() {
    let ran = loyd(&["distance", "4 8 9 12 13 6 2 14 11 3 5 1 0 10 7 15"]);
    ran.fails_with(2, "4x4 has 10,461,394,944,000 states");
    ran.fails_with(2, "loyd solve");
    let ran = loyd(&["distance", "--puzzle", "cube3", "R U"]);
    ran.fails_with(2, "cube3 has 43252003274489856000 states");
    let board = "1 2 3 4 5 6 7 8 9 10 0 11";
    let ran = loyd(&["distance", "--size", "4x3", "--memory", "1MiB", board]);
    ran.fails_with(2, "allow more --memory");
}

#[test]
fn graphs_have_the_distances_of_their_levels() {
    let folder = folder();
    let url = format!("sqlite:{}", folder.path().join("8.db").display());
    let build = ["graph", "build", "3x3", "--depth", "20", "--quiet", "--db", &url];
    loyd(&build).succeeds();
    let board = "1 2 3 4 5 6 7 0 8";
    assert_eq!(loyd(&["distance", "--db", &url, board]).succeeds().stdout, "1 move\n");
    let ran = loyd(&["distance", "--db", &url, "8 6 7 2 5 4 3 0 1"]);
    ran.fails_with(3, "");
    assert!(
        ran.stdout.contains("deeper than the stored levels, which end at 20"),
        "{}",
        ran.stdout
    );
    let unsolvable = loyd(&["distance", "--db", &url, "2 1 3 4 5 6 7 8 0"]);
    assert_eq!(unsolvable.code, Some(1), "{}", unsolvable.stderr);
    let cube = loyd(&["distance", "--db", &url, "--puzzle", "cube2", "R U"]);
    cube.fails_with(2, "the graph is of the puzzle tiles, not of --puzzle cube2");
    loyd(&["distance", "--db", &url, "-m", "multi", board]).fails_with(2, "--metric");
    loyd(&["distance", "--db", "sqlite:missing.db", board]).fails_with(2, "missing.db");
    loyd(&["distance", "--db", "8.db", board]).fails_with(2, "8.db");
}

#[test]
fn missing_positions_are_refused() {
    loyd_reading(&["distance"], b"").fails_with(2, "no board given");
    loyd(&["distance", "--input", "missing.csv"]).fails_with(2, "missing.csv");
    loyd(&["distance", "--metric", "half", "1 2 3 0"]).fails_with(2, "half");
}
