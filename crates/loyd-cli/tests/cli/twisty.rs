//! Twisty puzzles on the command line: by name and from definition files, in every command that takes
//! any puzzle.

use crate::program::{Ran, file, folder, loyd};
use crate::run_folder::name;
use serde_json::Value;

const LEVELS: &str = include_str!("../../../../data/twisty_levels.csv");
const SKEWB: &str = include_str!("../../../loyd-twisty/definitions/skewb.json");

/// `TopSpin`: nine numbers in a ring, and a window that turns over the first three.
const TOPSPIN: &str = "\
Name topspin-9-3
Set NUMBERS 9 1
Solved
NUMBERS
1 2 3 4 5 6 7 8 9
End
Move S
NUMBERS
9 1 2 3 4 5 6 7 8
End
Move F
NUMBERS
3 2 1 4 5 6 7 8 9
End
";

/// The Pyraminx as another program has it: text, pieces from 1, twists by the slot left.
const PYRAMINX: &str = "\
Name MyPyraminx
# no tips
Set EDGES 6 2
Set CENTERS 4 3

Solved
EDGES
1 2 3 4 5 6
CENTERS
1 2 3 4
End

Move U
EDGES
2 3 1 4 5 6
CENTERS
1 2 3 4
1 0 0 0
End
Move R
EDGES
1 4 3 5 2 6
0 1 0 0 1 0
CENTERS
1 2 3 4
0 0 1 0
End
Move L
EDGES
6 2 3 1 5 4
1 0 0 1 0 0
CENTERS
1 2 3 4
0 1 0 0
End
Move B
EDGES
1 2 5 4 6 3
0 0 1 0 0 1
CENTERS
1 2 3 4
0 0 0 1
End
";

fn levels(puzzle: &str) -> Vec<String> {
    let rows = LEVELS.lines().map(|line| line.split(',').collect::<Vec<_>>());
    rows.filter(|row| row[0] == puzzle && row[1] == "half").map(|row| row[3].to_owned()).collect()
}

fn counts_of(ran: &Ran) -> Vec<String> {
    ran.succeeds().rows().iter().map(|row| row["states"].clone()).collect()
}

fn object(ran: &Ran) -> Value {
    serde_json::from_str(&ran.succeeds().stdout).expect("JSON")
}

#[test]
fn levels_are_the_published_ones_by_name_and_by_file() {
    let place = folder();
    let text = file(&place, "mine.def", PYRAMINX);
    for which in [&["pyraminx"][..], &["--puzzle", "pyraminx"], &[&text], &["--puzzle", &text]] {
        let arguments = [&["enumerate", "--format", "csv"], which].concat();
        assert_eq!(counts_of(&loyd(&arguments)), levels("pyraminx"), "{which:?}");
    }
    let result = object(&loyd(&["enumerate", "skewb", "--format", "json", "--antipodes", "100"]));
    assert_eq!((&result["complete"], &result["radius"]), (&true.into(), &11.into()));
    assert_eq!(result["total"], 3_149_280);
    assert_eq!(result["antipodes"].as_array().map(Vec::len), Some(90));
    let reference = loyd(&["enumerate", "pyraminx", "--engine", "reference", "--format", "csv"]);
    assert_eq!(counts_of(&reference), levels("pyraminx"));
    let deep = loyd(&["enumerate", "megaminx", "--depth", "3", "--format", "csv"]);
    assert_eq!(counts_of(&deep)[..2], ["1", "48"]);
}

#[test]
fn a_scramble_is_solved_verified_checked_and_replayed() {
    let place = folder();
    let skewb = file(&place, "skewb.json", SKEWB);
    for puzzle in ["skewb", &skewb] {
        let solve = ["solve", "R U' L B", "--puzzle", puzzle, "--format", "json"];
        let solved = object(&loyd(&solve));
        assert_eq!((&solved["status"], &solved["length"]), (&"solved".into(), &4.into()));
        let moves = solved["moves"].as_str().expect("moves");
        let verify = ["verify", "R U' L B", "--moves", moves, "--puzzle", puzzle];
        assert!(loyd(&verify).succeeds().stdout.contains("reaches the goal in 4 moves"));
        let checked = object(&loyd(&["check", "R U'", "--puzzle", puzzle, "--format", "json"]));
        assert_eq!((&checked["solvable"], &checked["zero"]), (&true.into(), &0.into()));
        assert!(checked["orbits"].as_u64().is_some_and(|value| (1..=2).contains(&value)));
    }
    let ran = loyd(&["verify", "R", "--moves", "Q", "--puzzle", "skewb"]);
    assert!(ran.fails_with(1, "").stdout.contains("unknown move"), "{}", ran.stdout);
    let trace = place.path().join("t.trace");
    let record = ["solve", "R U'", "--puzzle", "pyraminx", "-a", "astar", "--trace", name(&trace)];
    loyd(&record).succeeds();
    let replayed = loyd(&["replay", name(&trace)]);
    assert!(replayed.succeeds().stdout.contains("U R'"), "{}", replayed.stdout);
    let record = ["solve", "R U'", "--puzzle", &skewb, "-a", "astar", "--trace", name(&trace)];
    loyd(&record).succeeds();
    loyd(&["replay", name(&trace)]).fails_with(2, "");
    let replayed = loyd(&["replay", name(&trace), "--puzzle", &skewb]);
    assert!(replayed.succeeds().stdout.contains("U R'"), "{}", replayed.stdout);
}

#[test]
fn random_positions_come_back_from_a_table() {
    let place = folder();
    for puzzle in ["pyraminx", "skewb"] {
        let scrambled = loyd(&["scramble", "-n", "5", "--seed", "3", "--puzzle", puzzle]);
        let table = file(&place, "positions.csv", &scrambled.succeeds().stdout);
        let arguments = ["solve", "-i", &table, "--puzzle", puzzle, "--format", "csv"];
        let rows = loyd(&arguments).succeeds().rows();
        assert_eq!(rows.len(), 5);
        assert!(rows.iter().all(|row| row["status"] == "solved" && row["proven"] == "true"));
        assert!(rows.iter().all(|row| row["puzzle"] == puzzle));
    }
}

/// The moves of each position make its pattern; positions of a puzzle with too many states have none.
#[test]
fn random_positions_have_the_moves_that_make_them() {
    let place = folder();
    let topspin = file(&place, "topspin.def", TOPSPIN);
    for (puzzle, count) in [("pyraminx", "4"), ("skewb", "4"), (&topspin, "4"), ("cube4", "1")] {
        let scramble = ["scramble", "-n", count, "--seed", "3", "--puzzle", puzzle, "-q"];
        let rows = loyd(&scramble).succeeds().rows();
        assert_eq!(rows.len().to_string(), count);
        for row in rows {
            let checked = ["check", "--puzzle", puzzle, "--format", "csv", &row["scramble"]];
            assert_eq!(loyd(&checked).rows()[0]["pattern"], row["pattern"], "{row:?}");
        }
        let text = loyd(&[&scramble[..], &["--format", "text"]].concat());
        assert!(text.succeeds().stdout.lines().all(|line| !line.contains('|')), "{}", text.stdout);
    }
    let some_moves = "cube5@U,Uw,R,Rw,F,Fw";
    let ran = loyd(&["scramble", "--puzzle", some_moves, "-n", "2", "--seed", "3"]);
    let rows = ran.succeeds().rows();
    assert!(rows.len() == 2 && rows.iter().all(|row| row["scramble"].is_empty()), "{rows:?}");
    assert_eq!(ran.stderr.matches("note: positions without moves").count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("too many states, more than 10^38"), "{}", ran.stderr);
}

#[test]
fn heuristics_are_audited_and_compared() {
    let audit = ["audit", "orbits", "--puzzle", "pyraminx", "--format", "json", "--count", "2"];
    let audited = object(&loyd(&audit));
    assert_eq!(
        (&audited["admissible"], &audited["consistent"]),
        (&"proved".into(), &"proved".into())
    );
    let compared = loyd(&[
        "compare",
        "--puzzle",
        "pyraminx",
        "-n",
        "2",
        "--algorithms",
        "idastar",
        "--heuristics",
        "orientations,orbits",
    ]);
    assert!(compared.succeeds().stdout.contains("orbits"));
    let unknown = ["solve", "R", "--puzzle", "skewb", "-H", "orbit:NONE"];
    loyd(&unknown).fails_with(2, "its orbits are CORNERS, CENTERS");
}

#[test]
fn a_stopped_run_is_continued() {
    let place = folder();
    let run = place.path().join("run");
    let start = ["enumerate", "pyraminx", "--depth", "5", "--dir", name(&run), "--format", "csv"];
    assert_eq!(counts_of(&loyd(&start)), levels("pyraminx")[..6]);
    let on = ["enumerate", "--resume", name(&run), "--depth", "99", "--format", "csv"];
    assert_eq!(counts_of(&loyd(&on)), levels("pyraminx"));
    loyd(&["verify", name(&run)]).succeeds();
}

#[test]
fn unsolvable_positions_are_reported_at_once() {
    let twisted = "0+1 1 2 3 4 5 | 0 1 2 3";
    let ran = loyd(&["solve", twisted, "--puzzle", "pyraminx"]);
    ran.fails_with(1, "");
    assert!(ran.stdout.contains("sum of the orientations"), "{}", ran.stdout);
}

#[test]
fn wrong_names_positions_and_definitions_are_refused() {
    let place = folder();
    loyd(&["solve", "R", "--puzzle", "pyraminks"]).fails_with(2, "did you mean pyraminx?");
    loyd(&["solve", "R", "--puzzle", "twisty"]).fails_with(2, "name of its puzzle");
    loyd(&["solve", "R Q", "--puzzle", "skewb"]).fails_with(2, "unknown move \"Q\"");
    loyd(&["solve", "R", "--puzzle", "no-such.json"]).fails_with(2, "cannot read no-such.json");
    let other = file(&place, "other.json", SKEWB.replace("\"numPieces\": 7", "\"numPieces\": 8"));
    loyd(&["solve", "R", "--puzzle", &other]).fails_with(2, "instead of 8");
    let large = file(&place, "large.json", " ".repeat(9 << 20));
    loyd(&["solve", "R", "--puzzle", &large]).fails_with(2, "at most 4194304 bytes");
}

/// Hostile texts end with one line, its place, and exit code 2, within a second or two.
#[test]
fn hostile_definitions_are_refused_at_once() {
    let place = folder();
    let json = |orbits: &str, end: &str| {
        format!(
            "{{ \"name\": \"A\",\n\"orbits\": {orbits}, \"defaultPattern\": {{}}, \"moves\": {{}}{end} }}"
        )
    };
    let orbit = |pieces: &str, orientations: &str| {
        format!(
            "[{{ \"orbitName\": \"P\", \"numPieces\": {pieces}, \"numOrientations\": {orientations} }}]"
        )
    };
    let cycle = ", \"derivedMoves\": { \"A\": \"B\", \"B\": \"A\" }";
    for (name, text, words) in [
        ("empty.json", String::new(), "no orbits"),
        ("empty.tws", "# nothing\n".to_owned(), "no orbits"),
        ("billion.json", json(&orbit("1000000000", "1"), ""), "orbit \"P\""),
        ("billion.tws", "Name A\nSet P 1000000000 1\n".to_owned(), "line 2, column 7"),
        ("modulus.json", json(&orbit("3", "99999999999"), ""), "from 1 to 127"),
        ("deep.json", json(&"[".repeat(100_000), ""), "line 2 column"),
        ("field.json", json(&orbit("\"3\"", "1"), ""), "orbits[0].numPieces: invalid type"),
        ("cycle.json", json(&orbit("3", "1"), cycle), "default pattern"),
        ("cycle.tws", format!("{TOPSPIN}MoveAlias A B\nMoveAlias B A\n"), "line 16: derived move"),
        ("permutation.tws", TOPSPIN.replace("9 1 2", "9 9 2"), "line 8: move \"S\""),
        ("twice.tws", TOPSPIN.replace("Move F", "Move S"), "line 11, column 6: move \"S\""),
        ("nul.def", TOPSPIN.replace("Solved", "Sol\0ved"), "line 3, column 4"),
    ] {
        let hostile = file(&place, name, text);
        let start = std::time::Instant::now();
        let ran = loyd(&["check", "S", "--puzzle", &hostile]);
        ran.fails_with(2, words);
        assert!(start.elapsed().as_secs() < 5, "{name}: {:?}", start.elapsed());
        assert!(ran.stderr.len() < 900, "{name}: {}", ran.stderr);
    }
}

/// Starts and goals in files of cubing.js and of twsearch, as arguments and as input.
#[test]
fn positions_and_goals_are_read_from_files() {
    let place = folder();
    let pattern = |edges: &str, centers: &str, moduli: &str| {
        format!(
            "{{\n  \"EDGES\": {{ \"pieces\": [{edges}], \"orientation\": [0, 0, 0, 0, 0, 0] }},\n  \
             \"CENTERS\": {{ \"pieces\": [{centers}], \"orientation\": [0, 0, 0, 0]{moduli} }}\n}}\n"
        )
    };
    let solved = file(&place, "solved.json", pattern("0, 1, 2, 3, 4, 5", "0, 1, 2, 3", ""));
    let moduli = ", \"orientationMod\": [1, 1, 1, 1]";
    let edges = file(&place, "edges.json", pattern("0, 1, 2, 3, 4, 5", "0, 1, 2, 3", moduli));
    let moves = file(&place, "moves.scr", "# two moves\nScrambleAlg Two\nR U'\nEnd\n");
    let length = |start: &[&str], goal: &str| {
        let solve = ["solve", "--puzzle", "pyraminx", "--goal", goal, "--format", "json"];
        object(&loyd(&[&solve[..], start].concat()))["length"].clone()
    };
    assert_eq!(length(&[&moves], &solved), 2);
    assert_eq!(length(&["--input", &moves], "solved"), 2);
    assert_eq!(length(&[&solved], "solved"), 0);
    assert_eq!(length(&["--input", &solved], "R"), 1);
    // The goal ignores twists of centres, so only moves of edges count, and each turn moves edges.
    assert_eq!(length(&["0 1 2 3 4 5 | 0+1 1 2 3"], &edges), 0);
    let count = loyd(&["enumerate", "pyraminx", "--start", &edges, "--format", "csv"]);
    let total: u64 =
        counts_of(&count).iter().map(|count| count.parse::<u64>().expect("a count")).sum();
    assert_eq!(total, 360 * 32);
    let missing = ["solve", "R", "--puzzle", "pyraminx", "--goal", "no-such.json"];
    loyd(&missing).fails_with(2, "cannot read no-such.json");
    loyd(&["solve", "no-such.scr", "--puzzle", "pyraminx"])
        .fails_with(2, "cannot read no-such.scr");
    let other = file(&place, "other.json", "{ \"EDGES\": { \"pieces\": [0, true] } }");
    loyd(&["check", &other, "--puzzle", "pyraminx"]).fails_with(2, "EDGES.pieces[1]: invalid type");
}

/// A name in Latin-1, lines of Windows, and a command of another program, which is noted once and changes nothing.
#[test]
fn definitions_of_other_programs_are_read_with_notes() {
    let place = folder();
    let text = format!("# W\u{fc}rfel\n{PYRAMINX}ReplaceMoves U R\nReplaceMoves L R\n");
    let latin: Vec<u8> = text.replace('\n', "\r\n").chars().map(|c| c as u8).collect();
    let definition = file(&place, "other.tws", latin);
    let note = "note: ";
    let checked = loyd(&["check", "R U'", "--puzzle", &definition]);
    assert!(checked.succeeds().stdout.contains("solvable"), "{}", checked.stdout);
    let notes: Vec<&str> = checked.stderr.lines().filter(|line| line.starts_with(note)).collect();
    assert!(notes.len() == 1 && notes[0].contains("line 45: ReplaceMoves is skipped"), "{notes:?}");
    let quiet = loyd(&["check", "R U'", "--puzzle", &definition, "--quiet"]);
    assert_eq!((&quiet.succeeds().stdout, &quiet.stderr[..]), (&checked.stdout, ""));
}

#[test]
fn a_hundred_damaged_definitions_are_refused_without_a_panic() {
    let place = folder();
    let mut state = 9u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % n
    };
    let (mut refused, mut read) = (0, 0);
    while refused < 100 {
        let (source, ending) = if below(2) == 0 { (SKEWB, "json") } else { (PYRAMINX, "def") };
        let mut bytes = source.as_bytes().to_vec();
        for _ in 0..=below(3) {
            let at = below(bytes.len());
            match below(4) {
                0 => bytes[at] = b"09 {}[],:\"-#?EM\n\xff"[below(17)],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"019 ,[]{}\""[below(10)]),
                _ => bytes.truncate(at),
            }
        }
        let damaged = file(&place, &format!("damaged.{ending}"), &bytes);
        let ran = loyd(&["check", "R", "--puzzle", &damaged, "--quiet"]);
        match ran.code {
            Some(0) => read += 1,
            Some(1 | 2) => refused += 1,
            code => panic!("{code:?}: {}", ran.stderr),
        }
        assert!(!ran.stderr.contains("internal error"), "{}", ran.stderr);
    }
    assert!(read < 100, "{read}");
}

/// Its 362,880 states have no ranks, since their coordinates are too large; the levels are those of a plain
/// search with closures.
#[test]
fn topspin_is_a_definition_file() {
    let folder = folder();
    let topspin = file(&folder, "topspin.def", TOPSPIN);
    let successors = |ring: &[u8; 9]| {
        let spun = (1..9).map(|by| {
            let mut ring = *ring;
            ring.rotate_right(by);
            ring
        });
        let mut flipped = *ring;
        flipped[..3].reverse();
        spun.chain([flipped]).collect()
    };
    let plain = loyd::search::problem::problem(successors, |_: &[u8; 9]| false);
    let levels = loyd::search::problem::levels(
        &plain,
        &[1, 2, 3, 4, 5, 6, 7, 8, 9],
        &loyd_search::observe::Limit::none(),
    );
    let ran = loyd(&["enumerate", &topspin, "--format", "csv", "-q"]);
    let counts: Vec<u64> =
        ran.succeeds().rows().iter().map(|row| row["states"].parse().expect("a count")).collect();
    assert_eq!(counts, levels.counts);
    assert_eq!(counts.iter().sum::<u64>(), 362_880);
    let solved = loyd(&["solve", "--puzzle", &topspin, "S F S2 F S3 F", "-q"]);
    assert!(solved.succeeds().stdout.contains("proven shortest"), "{}", solved.stdout);
}
