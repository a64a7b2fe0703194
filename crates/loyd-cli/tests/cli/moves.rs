//! Solutions with only some moves, and solutions that are a little longer than the shortest.

use crate::program::{Ran, file, folder, loyd};
use crate::run_folder::name;
use serde_json::Value;

fn object(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).expect("JSON")
}

fn solved(arguments: &[&str]) -> Value {
    let solve = [&["solve", "--format", "json"], arguments].concat();
    let result = object(loyd(&solve).succeeds());
    assert_eq!(result["proven"], true, "{arguments:?}");
    result
}

#[test]
fn only_the_named_moves_are_made() {
    for (puzzle, moves, scramble, allowed) in [
        ("cube2", "U,R2", "R2 U R2 U' R2 U2", &["U", "U2", "U'", "R2"][..]),
        ("cube3", "U,R", "R U R' U' R U2", &["U", "U2", "U'", "R", "R2", "R'"]),
        ("pyraminx", "U,R", "U R U' R' U", &["U", "U'", "R", "R'"]),
        ("twisty3x3x3", "U2,R", "R U2 R' U2", &["U2", "R", "R2", "R'"]),
    ] {
        let result = solved(&["--puzzle", puzzle, "--moves", moves, scramble]);
        let solution = result["moves"].as_str().expect("moves");
        assert!(solution.split(' ').all(|turn| allowed.contains(&turn)), "{puzzle}: {solution}");
        let verify = ["verify", "--puzzle", puzzle, "--moves", solution, scramble];
        loyd(&verify).succeeds();
        let (first, rest) = moves.split_once(',').expect("two moves");
        let twice = ["--puzzle", puzzle, "--moves", first, "--moves", rest, scramble];
        assert_eq!(solved(&twice)["length"], result["length"], "{puzzle}");
        let ran = loyd(&["solve", "--puzzle", puzzle, "--moves", first, scramble]);
        let ran = ran.fails_with(1, "");
        assert!(ran.stdout.contains("no sequence of the moves U"), "{puzzle}: {}", ran.stdout);
    }
    // The shortest solution with all moves is shorter.
    let all = solved(&["--puzzle", "cube3", "R2 U2 R2 U2 R2 U2 F2"]);
    assert_eq!(all["length"], 7);
}

#[test]
fn the_name_of_a_twisty_puzzle_has_its_moves() {
    let result = solved(&["--puzzle", "skewb", "--moves", "U,R", "R U' R"]);
    assert_eq!((&result["puzzle"], &result["length"]), (&"skewb@R,U".into(), &3.into()));
    let same = solved(&["--puzzle", "skewb@R,U", "R U' R"]);
    assert_eq!((&same["puzzle"], &same["moves"]), (&result["puzzle"], &result["moves"]));
    let goal = "? ? ? ? ? ? | 0 1 2 3";
    let free = solved(&["--puzzle", "pyraminx", "--moves", "U,R", "-g", goal, "U R U' R' U"]);
    assert_eq!(
        (&free["puzzle"], &free["length"]),
        (&"pyraminx@U,R:?,?,?,?,?,?,|,0,1,2,3".into(), &1.into())
    );
    let levels = |arguments: &[&str]| {
        let enumerate = [&["enumerate", "--format", "json"], arguments].concat();
        object(loyd(&enumerate).succeeds())
    };
    let counted = levels(&["skewb", "--moves", "U,R"]);
    assert_eq!(counted["puzzle"], "skewb@R,U");
    assert_eq!(counted["complete"], true);
    assert_eq!(counted["levels"], levels(&["skewb@R,U"])["levels"]);
    let place = folder();
    let run = place.path().join("run");
    loyd(&["enumerate", "skewb@R,U", "--depth", "3", "--dir", name(&run)]).succeeds();
    let on = levels(&["--resume", name(&run), "--depth", "99"]);
    assert_eq!(on["levels"], counted["levels"]);
    loyd(&["verify", name(&run)]).succeeds();
    let scrambled = loyd(&["scramble", "--puzzle", "skewb@R,U", "-n", "3", "--seed", "1"]);
    let table = file(&place, "positions.csv", &scrambled.succeeds().stdout);
    for row in scrambled.rows() {
        assert!(row["scramble"].split(' ').all(|mv| mv.starts_with(['R', 'U'])), "{row:?}");
    }
    loyd(&["solve", "--puzzle", "skewb@R,U", "-i", &table]).succeeds();
}

#[test]
fn a_folder_keeps_the_moves() {
    let place = folder();
    for (puzzle, scramble) in [("cube2", "R2 U R2 U' R2 U2"), ("skewb", "R U' R U")] {
        let solving = place.path().join(puzzle);
        let moves = if puzzle == "cube2" { "U,R2" } else { "U,R" };
        let dir =
            ["solve", "--puzzle", puzzle, "--moves", moves, scramble, "--dir", name(&solving)];
        let first = loyd(&[&dir[..], &["--format", "json"]].concat());
        let again = loyd(&["solve", "--resume", name(&solving), "--format", "json"]);
        let (first, again) = (object(first.succeeds()), object(again.succeeds()));
        assert_eq!(first["moves"], again["moves"]);
    }
}

#[test]
fn wrong_lists_and_algorithms_that_need_all_moves_are_refused() {
    let refused = |arguments: &[&str], why: &str| {
        loyd(&[&["solve"], arguments].concat()).fails_with(2, why);
    };
    refused(&["--moves", "U", "8 6 7 2 5 4 3 0 1"], "searches of tiles make all moves");
    refused(&["--puzzle", "cube2", "--moves", "L", "R"], "DBL is held fixed");
    refused(&["--puzzle", "cube3", "--moves", "M", "R"], "not a turn of one face");
    refused(&["--puzzle", "cube3", "--moves", "R2", "-m", "quarter", "R2"], "two moves");
    let two_phase = ["--puzzle", "cube3", "--moves", "R", "-a", "two-phase", "R2"];
    refused(&two_phase, "its phases need all turns");
    refused(&["--puzzle", "pyraminx", "--moves", "Q", "R"], "the puzzle has no such move");
    refused(&["--puzzle", "pyraminx@Q", "R"], "the puzzle has no such move");
    refused(&["--puzzle", "piraminx@U", "R"], "did you mean pyraminx?");
    refused(&["--puzzle", "pyraminx", "--moves", "", "R"], "the list of moves is empty");
    loyd(&["enumerate", "cube2", "--moves", "U"]).fails_with(2, "twisty2x2x2");
}

#[test]
fn a_slack_lists_solutions_by_length() {
    let shortest = solved(&["--all=1000", "8 6 7 2 5 4 3 0 1"]);
    let none = solved(&["--slack", "0", "--all=1000", "8 6 7 2 5 4 3 0 1"]);
    assert_eq!(none["all_moves"], shortest["all_moves"]);
    assert_eq!(none["solutions"], shortest["solutions"]);
    let near = solved(&["--slack", "2", "--all=100000", "8 6 7 2 5 4 3 0 1"]);
    let listed = near["all_moves"].as_array().expect("a list");
    let lengths: Vec<usize> =
        listed.iter().map(|moves| moves.as_str().expect("moves").split(' ').count()).collect();
    assert!(lengths.is_sorted() && lengths.first() == Some(&31) && lengths.last() == Some(&33));
    assert_eq!(near["solutions"], lengths.len());
    let count = lengths.iter().filter(|&&length| length == 31).count();
    assert_eq!(shortest["solutions"], count);
    let ran = loyd(&["solve", "--slack", "1", "--puzzle", "pyraminx", "R U' L"]);
    assert!(ran.succeeds().stdout.contains("1 solution of at most 4 moves:"), "{}", ran.stdout);
    let cube = solved(&["--puzzle", "cube2", "--moves", "U,R", "--slack", "1", "R U"]);
    assert_eq!((&cube["length"], &cube["slack"]), (&2.into(), &1.into()));
    for algorithm in ["greedy", "wastar(2)", "human", "beam(10)"] {
        let arguments = ["solve", "--slack", "1", "-a", algorithm, "8 6 7 2 5 4 3 0 1"];
        loyd(&arguments).fails_with(2, "--slack counts solutions near the shortest");
    }
    loyd(&["solve", "--slack", "21", "8 6 7 2 5 4 3 0 1"]).fails_with(2, "21 is not in 0..=20");
}

#[test]
fn boards_to_order_have_exactly_the_length() {
    for (shape, length) in [("3x3", "12"), ("3x2", "21"), ("4x4", "18")] {
        let scramble =
            ["scramble", "--size", shape, "--length", length, "--count", "3", "--seed", "5"];
        let boards = loyd(&[&scramble[..], &["--format", "csv", "--quiet"]].concat())
            .succeeds()
            .stdout
            .clone();
        let again = loyd(&[&scramble[..], &["--format", "csv", "--quiet"]].concat())
            .succeeds()
            .stdout
            .clone();
        assert_eq!(boards, again, "a seed has one result");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("boards.csv");
        std::fs::write(&file, &boards).expect("written");
        let name = file.display().to_string();
        let solved =
            loyd(&["solve", "--input", &name, "--format", "json"]).succeeds().stdout.clone();
        let lengths: Vec<String> = solved
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
            .map(|result| result["length"].to_string())
            .collect();
        assert_eq!(lengths, [length; 3], "{shape}");
    }
    let far = loyd(&["scramble", "--size", "3x3", "--length", "32"]);
    assert_eq!(far.code, Some(2), "{}", far.stderr);
    assert!(far.stderr.contains("the farthest position of 3x3 is 31 moves"), "{}", far.stderr);
}
