//! The two forms of definitions: contents and errors.

use loyd_twisty::{Definition, MetricName, Position, built_in_text, learn};
use serde_json::{Value, json};

/// Two slots that a move exchanges with a twist.
fn small() -> Value {
    json!({
        "name": "Small",
        "orbits": [{ "orbitName": "P", "numPieces": 3, "numOrientations": 2 }],
        "defaultPattern": { "P": { "pieces": [0, 1, 2], "orientation": [0, 0, 0] } },
        "moves": {
            "C": { "P": { "permutation": [2, 0, 1], "orientationDelta": [1, 0, 0] } },
            "x": { "P": { "permutation": [1, 0, 2], "orientationDelta": [0, 0, 0] } }
        },
        "derivedMoves": { "D": "[C: x]", "E": "D2' C" }
    })
}

#[test]
fn json_and_text_are_equivalent() {
    let json = Definition::parse(&small().to_string()).expect("a definition");
    // In the text, orientations are listed by the slot from which a piece comes.
    let text = "Name Small # a comment\nSet P 3 2\nSolved\nP\n1 2 3\nEnd\nMove C\nP\n3 1 2\n0 0 1\nEnd\n\
                MoveTransformation x\nP\n1 0 2\nEnd\n";
    let text = Definition::parse(text).expect("a definition");
    for (a, b) in json.moves().iter().zip(text.moves()) {
        assert_eq!(a, b);
    }
    assert!(json.moves()[1].is_rotation() && json.moves()[0].order() == 6);
}

#[test]
fn derived_moves_are_made_of_the_others() {
    let model = learn(&small().to_string()).expect("a definition");
    let position = |text: &str| Position::parse(text, &model).expect("moves");
    assert_eq!(position("D"), position("C x C'"));
    assert_eq!(position("E"), position("(C x C')2' C // as defined"));
}

/// Public files have fields of editors and pages, orbits of a larger puzzle, moves defined twice, amounts in
/// names, and derived moves that are more than one move.
#[test]
fn files_of_other_programs_are_read() {
    let mut definition = small();
    definition["$schema"] = json!("https://example.org/kpuzzle.json");
    definition["experimentalPuzzleDescription"] = json!({ "cuts": [] });
    definition["defaultPattern"]["P"]["note"] = json!("solved");
    definition["moves"]["C"]["Q"] = json!({ "permutation": [0], "orientationDelta": [0] });
    definition["moves"]["Fw2"] =
        json!({ "P": { "permutation": [1, 0, 2], "orientationDelta": [0, 0, 0] } });
    definition["derivedMoves"] = json!({ "C": "x", "D": "[x: C]", "E": "D C", "y2": "x2" });
    let read = Definition::parse(&definition.to_string()).expect("a definition");
    let moves: Vec<(&str, bool)> =
        read.moves().iter().map(|mv| (mv.name(), mv.is_move())).collect();
    assert_eq!(
        moves,
        [("C", true), ("x", false), ("Fw", true), ("D", true), ("E", false), ("y", false)]
    );
    let model = learn(&definition.to_string()).expect("a definition");
    let position = |text: &str| Position::parse(text, &model).expect("moves");
    assert_eq!(position("C Fw2 Fw2'"), position("C"));
    assert_eq!(position("E"), position("x C x' C"));
    assert!(Position::parse("Fw", &model).is_err(), "the puzzle has only its half turn");
    assert_eq!(read.moves()[2].order(), 2);
}

#[test]
fn errors_name_the_fault_and_its_place() {
    let change = |path: &[&str], value: Value| {
        let mut definition = small();
        let place = path.iter().fold(&mut definition, |at, key| match key.parse::<usize>() {
            Ok(index) => &mut at[index],
            Err(_) => &mut at[*key],
        });
        *place = value;
        Definition::parse(&definition.to_string()).expect_err("it is wrong").to_string()
    };
    let c = ["moves", "C", "P", "permutation"];
    for (path, value, words) in [
        (&c[..], json!([2, 0]), "move \"C\", orbit \"P\": permutation has 2 entries instead of 3"),
        (&c, json!([2, 0, 0]), "the entry 0 is there twice"),
        (&c, json!([2, 0, 3]), "the entry 3 is not the number of a slot"),
        (&c, json!([2, 0, -1]), "not a puzzle definition"),
        (&["moves", "C", "P", "orientationDelta"], json!([2, 0, 0]), "there are 2 orientations"),
        (&["moves", "C"], json!({}), "move \"C\", orbit \"P\": it is missing"),
        (&["moves", "R0"], json!({}), "\"R0\" is not a name of a move"),
        (&["moves"], json!({}), "unknown move"),
        (&["derivedMoves", "D"], json!("E"), "made of itself"),
        (&["derivedMoves", "D"], json!("F"), "unknown move F"),
        (&["derivedMoves", "D"], json!("(C"), "derived move \"D\""),
        (&["defaultPattern"], json!({}), "default pattern, orbit \"P\": it is missing"),
        (
            &["defaultPattern", "P", "orientation"],
            json!([0, 0, 2]),
            "this piece has 2 orientations",
        ),
        (&["defaultPattern", "P", "orientationMod"], json!([0, 3, 0]), "it must divide 2"),
        (&["defaultPattern", "P", "pieces"], json!([0, 1, 90_000]), "at most 65534"),
        (&["orbits", "0", "numPieces"], json!(1_000_000), "from 1 to 2304"),
        (&["orbits", "0", "numOrientations"], json!(0), "from 1 to 127"),
    ] {
        let message = change(path, value);
        assert!(message.contains(words), "{path:?}: {message}");
    }
    let many: serde_json::Map<String, Value> = (0..10_000)
        .map(|number| {
            let name: String = format!("{number:04}").bytes().map(|b| char::from(b + 17)).collect();
            (name, small()["moves"]["C"].clone())
        })
        .collect();
    assert!(change(&["moves"], many.into()).contains("10002 moves, and the limit is 256"));
    let twice = small().to_string().replace("\"x\":", "\"C\":");
    assert!(
        Definition::parse(&twice).unwrap_err().to_string().contains("move \"C\" is defined twice")
    );
    let field = small().to_string().replace("orbits", &"o".repeat(1 << 20));
    let error = Definition::parse(&field).unwrap_err().to_string();
    assert!(error.contains("missing field `orbits`") && error.len() < 500, "{error}");
    let long = " ".repeat(1 << 23);
    assert!(Definition::parse(&long).unwrap_err().to_string().contains("at most 4194304 bytes"));
    for (text, words) in [
        ("", "no orbits"),
        ("Set P 3 2\nMove C\nP\n1 2\nEnd", "line 5, column 1: \"End\" is not a slot"),
        ("Set P 3 2\nMove C\nQ\n1 2 3\nEnd", "line 3, column 1: unknown set \"Q\""),
        ("Set P 3 2\nMove C\nP\n1 2 3", "line 4, column 6: the text ends"),
        (
            "Set P 3 2\nMove C\nP\n0 1 2\nEnd",
            "line 3: move \"C\", orbit \"P\": not a permutation: the entry 0",
        ),
        ("Set P 99999999999999999999 2", "is not the number of pieces"),
        (
            "Set P 9999999999999 2\nMove C\nP\n1 2 3\nEnd",
            "line 1, column 7: the number of pieces is from 1 to 2304",
        ),
        ("Set P 3 2\nBlock\nP\n1 2\nEnd", "line 2, column 1: Block ties pieces together"),
        ("Set P 3 2\nSet P 3 2\nMove C\nP\n2 3 1\nEnd", "orbit \"P\" is defined twice"),
        ("Set P 3 2\nTurn C", "line 2, column 1: \"Turn\" is not a command"),
    ] {
        let error = Definition::parse(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Files of twsearch and ksolve: lines that end like those of a Mac or of Windows, moves made of others, names of moves,
/// any pieces, and commands that do not change the puzzle.
#[test]
fn texts_of_other_programs_are_read() {
    let text = "\u{feff}# made by hand\rName Two words\r\nSet P 4 3\r\nSolved\r\nP\r\n1 2 ? ?\r\n0 ? 0 0\r\nEnd\r\n\
        MoveSequence R C2 x'  # before the moves that it is made of\r\nMove C\rP\r2 1 3 4\r1 0 0 0\rEnd\r\
        Move x\nP\n2 3 4 1\nEnd\nMove U2\nP\n1 2 4 3\nEnd\nMoveAlias Q R'\nReplaceMoves R' (C,C),3\n\
        ForbiddenPairs\nR R\nU2 R\nEnd\nReplaceMoves Q R\n";
    let read = Definition::parse(text).expect("a definition");
    assert_eq!(read.name(), "Two words");
    let notes = [
        "line 24: ReplaceMoves is skipped: it changes how another program prints solutions",
        "line 25: ForbiddenPairs is skipped: it shortens the searches of another program",
    ];
    assert_eq!(read.notes(), notes);
    let moves: Vec<(&str, bool, usize)> =
        read.moves().iter().map(|mv| (mv.name(), mv.is_move(), mv.order())).collect();
    let expected =
        [("C", true, 6), ("x", false, 4), ("U", true, 2), ("R", true, 12), ("Q", true, 12)];
    assert_eq!(moves, expected);
    let model = learn(text).expect("a definition");
    let position = |text: &str| Position::parse(text, &model).expect("moves");
    assert_eq!(position("R"), position("C C x'"));
    assert_eq!(position("Q"), position("R'"));
    // Two pieces are any pieces, and the orientation of another one is ignored.
    assert!(position("U2").is_solved());
    assert_eq!(position("C2").to_string(), "1+1 2 3 3");
    let twice = text.replace("Move U2", "Move C2");
    let error = Definition::parse(&twice).expect_err("C2 is not C twice").to_string();
    assert!(error.contains("move \"C2\": it is another move than C done 2 times"), "{error}");
}

#[test]
fn no_change_of_a_text_makes_the_reader_panic() {
    let text = "Name A\nSet P 3 2\nSolved\nP\n1 1 2\n0 0 ?\nEnd\nMoveSequence D C C\nReplaceMoves C D\nMove C\nP\n3 1 2\n0 1 1\nEnd\n";
    let sources =
        [small().to_string(), text.to_owned(), built_in_text("skewb").unwrap().to_owned()];
    let mut state = 1u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % n
    };
    let (mut good, mut bad) = (0, 0);
    for source in &sources {
        for _ in 0..3_000 {
            let mut bytes = source.clone().into_bytes();
            for _ in 0..=below(3) {
                let at = below(bytes.len());
                match below(4) {
                    0 => bytes[at] = b"0123456789 {}[],:\"-#?EndMove\n"[below(29)],
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, b"019 ,[]{}\""[below(10)]),
                    _ => bytes.truncate(at.max(1)),
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            match Definition::parse(&text) {
                Ok(definition) => {
                    good += 1;
                    assert!(!definition.moves().is_empty());
                }
                Err(error) => {
                    bad += 1;
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    }
    assert!(good > 100 && bad > 1_000, "{good} {bad}");
}

#[test]
fn positions_are_refused_with_the_reason() {
    let model = learn(&small().to_string()).expect("a definition");
    for (text, words) in [
        ("C Q", "unknown move \"Q\""),
        ("C $", "\"$\" at character 3"),
        ("0 1", "pieces has 2 entries instead of 3"),
        ("0 1 2 | 0", "2 parts"),
        ("0 1 1", "piece 1 is there 2 times"),
        ("0 1 7", "the orbit has no piece 7"),
        ("0 1 2+2", "2 orientations"),
        ("{\"P\": {\"pieces\": [0, 1, 2]}}", "missing field"),
        ("{}", "it is missing"),
    ] {
        let error = Position::parse(text, &model).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    assert!(Position::parse("SOLVED", &model).is_ok_and(|position| position.is_solved()));
    assert_eq!(MetricName::default().to_string(), "half");
}
