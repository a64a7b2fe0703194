//! Positions in the forms of other programs: patterns of cubing.js and scrambles of twsearch.

use super::position;
use loyd_twisty::{Position, learn};

/// Corners and edges with numbers from 1, of which two corners are identical.
const TEXT: &str = "Set E 4 2\nSet C 3 3\nSolved\nE\n1 2 3 4\nC\n1 2 2\nEnd\n\
    Move R\nE\n2 3 1 4\n1 0 0 0\nC\n2 1 3\nEnd\nMove U\nE\n1 4 3 2\nC\n3 1 2\n1 1 1\nEnd\n";

#[test]
fn scrambles_of_twsearch_are_positions() {
    let model = learn(TEXT).expect("a definition");
    let parse = |text: &str| Position::parse(text, &model);
    let read = |text: &str| parse(text).expect(text).to_string();
    let expected = "2 1+1 4 3 | 2+1 1 2";
    for text in [
        expected,
        "# a comment\nScramble mine\r\nE\r\n2 1 4 3\r\n0 1 0 0\r\nC\r\n2 1 2\r\n1 0 0\r\nEnd\r\n",
        "Scramble\nC\n2 1 2\n1 0 0\nE\n2 1 4 3 0 1 0 0\nEnd",
        "\u{feff}ScrambleState from-zero\nE\n1 0 3 2\n0 1 0 0\nC\n1 0 1\n1 0 0\nEnd\n",
        r#"{ "E": { "pieces": [2, 1, 4, 3], "orientation": [0, 1, 0, 0], "orientationMod": [0, 0, 0, 0] },
             "C": { "pieces": [2, 1, 2], "orientation": [1, 0, 0] } }"#,
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    assert_eq!(read("StartState x\nE\n1 0 2 3\nEnd"), "2 1 3 4 | 1 2 2");
    assert_eq!(parse("ScrambleAlg T\n  R U R'\n U2\nEnd\n"), parse("R U R' U2"));
    for (text, words) in [
        ("Scramble a\nE\n2 1 4 3\nEnd\nScramble b\nEnd", "line 5, column 1: a second scramble"),
        ("Scramble a\nE\n2 1 4 4\nEnd", "line 2: orbit \"E\": piece 3 is there 0 times"),
        ("Scramble a\nE\n2 1 4 9\nEnd", "line 2: orbit \"E\": the orbit has no piece 9"),
        ("Scramble a\nE\n2 1 4 0\nEnd", "pieces are numbered from 1"),
        ("Scramble a\nE\n2 1 4\nEnd", "line 4, column 1: \"End\" is not a piece"),
        ("Scramble a\nQ\nEnd", "line 2, column 1: unknown set \"Q\""),
        ("Scramble a", "the text ends"),
        ("ScrambleAlg a\nR Q\nEnd", "unknown move \"Q\""),
        ("ScrambleAlg a\nR U", "the text ends"),
        (r#"{ "E": { "pieces": [2, "x"] } }"#, "E.pieces[1]: invalid type: string \"x\""),
        (
            r#"{ "E": { "pieces": [2], "orientation": [0], "orientationMod": [] } }"#,
            "orientationMod",
        ),
    ] {
        let error = parse(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn every_position_is_read_from_its_json_and_its_numbers() {
    for (puzzle, moves) in [("skewb", "R U' B L"), ("megaminx", "R U DBR F2")] {
        let start = position(puzzle, moves);
        for text in [start.json().to_string(), start.to_string()] {
            assert_eq!(Position::parse(&text, start.model()), Ok(start.clone()), "{text}");
            assert_eq!(Position::parse_goal(&text, &start), Ok(start.clone()), "{text}");
        }
    }
}
