//! Hostile texts: each is refused in one short line, with its place, at once.

use loyd_twisty::{Definition, MAX_SLOTS};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A definition in JSON with one field replaced.
fn json(field: &str, value: &str) -> String {
    let mut fields = [
        ("name", r#""Small""#),
        ("orbits", r#"[{ "orbitName": "P", "numPieces": 3, "numOrientations": 2 }]"#),
        ("defaultPattern", r#"{ "P": { "pieces": [0, 1, 2], "orientation": [0, 0, 0] } }"#),
        (
            "moves",
            r#"{ "C": { "P": { "permutation": [2, 0, 1], "orientationDelta": [0, 0, 0] } } }"#,
        ),
        ("derivedMoves", "{}"),
    ];
    for (known, old) in &mut fields {
        if *known == field {
            *old = value;
        }
    }
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
    format!("{{\n{}\n}}", fields.join(",\n"))
}

/// A definition as text, with more lines at its end.
fn text(end: &str) -> String {
    format!("Name Small\nSet P 3 2\nSolved\nP\n1 2 3\nEnd\nMove C\nP\n3 1 2\nEnd\n{end}")
}

/// Refuses a text within a second, in one line of a few hundred characters that has these words.
fn refused(text: &str, words: &[&str]) {
    let shown: String = text.chars().take(60).collect();
    let start = Instant::now();
    let error = Definition::parse(text).expect_err(&shown).to_string();
    assert!(start.elapsed() < Duration::from_secs(1), "{shown}: {:?}", start.elapsed());
    for word in words {
        assert!(error.contains(word), "{shown}: {error}");
    }
    assert!(error.len() < 600 && !error.contains(['\n', '\r', '\0']), "{shown}: {error}");
}

#[test]
fn the_texts_that_are_changed_are_definitions() {
    assert!(Definition::parse(&json("", "")).is_ok());
    assert!(Definition::parse(&text("MoveSequence D C C\n")).is_ok());
}

#[test]
fn empty_texts_have_no_orbits() {
    for empty in ["", " \r\n\t", "\u{feff}", "# only a comment"] {
        refused(empty, &["the puzzle has no orbits"]);
    }
    refused("{}", &["missing field `name`", "line 1 column 2"]);
    refused(&json("orbits", "[]"), &["the puzzle has no orbits"]);
    refused(&json("moves", "{}"), &["no move of the puzzle moves anything"]);
    refused("{", &["line 1 column 1"]);
}

#[test]
fn moves_made_of_themselves_are_refused() {
    let cycle = json("derivedMoves", r#"{ "A": "B", "B": "C D", "D": "[A: C]" }"#);
    refused(&cycle, &["derived move \"D\"", "A is made of itself"]);
    let cycle = text("MoveAlias A B\nMoveAlias B A\n");
    refused(&cycle, &["line 12: derived move \"B\": A is made of itself"]);
    refused(&text("MoveSequence A A"), &["line 11", "A is made of itself"]);
    // Each of 200 moves is the one before it twice: their transformations are made once each.
    let mut doubled = String::from("MoveSequence Ma C C\n");
    let name = |n: usize| format!("M{}", "a".repeat(n % 30 + 1)) + &"_".repeat(n / 30);
    for n in 1..200 {
        let _ = writeln!(doubled, "MoveSequence {} {} {}", name(n), name(n - 1), name(n - 1));
    }
    let start = Instant::now();
    assert!(Definition::parse(&text(&doubled)).is_ok());
    let many = (0..200)
        .map(|n| format!("MoveSequence {} (C)9999\n", name(n)))
        .collect::<Vec<_>>()
        .concat();
    refused(&text(&many), &["derived moves are made of more than 4096 moves"]);
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn counts_are_limited_before_anything_is_stored() {
    let orbit = |pieces: &str, orientations: &str| {
        let name = r#""orbitName": "P""#;
        let numbers = format!(r#""numPieces": {pieces}, "numOrientations": {orientations}"#);
        json("orbits", &format!("[{{ {name}, {numbers} }}]"))
    };
    refused(&orbit("1000000000", "2"), &["orbit \"P\"", "1000000000", "from 1 to 2304"]);
    refused(&orbit("3", "1000000000000"), &["orbit \"P\"", "from 1 to 127"]);
    refused(&orbit("1e9", "2"), &["orbits[0].numPieces: invalid type", "line 3 column"]);
    refused(&orbit("-1", "2"), &["orbits[0].numPieces: invalid value"]);
    refused(&orbit("1e999", "2"), &["number out of range"]);
    refused("Name A\nSet P 1000000000 1\n", &["line 2, column 7", "from 1 to 2304"]);
    refused("Set P 3 1000000000\n", &["line 1, column 9", "from 1 to 127"]);
    refused("Set P 99999999999999999999999 1\n", &["line 1, column 7"]);
    refused("Set P 0 1\n", &["line 1, column 7"]);
    let sets = (0..20).map(|n| format!("Set P{n} 200 1\n")).collect::<Vec<_>>().concat();
    refused(&sets, &["line 12: the puzzle: 2400 pieces, and the limit is 2304"]);
    let sets = (0..20).map(|n| format!("Set P{n} 10 120\n")).collect::<Vec<_>>().concat();
    refused(&sets, &["line 4: the puzzle: 4800 pieces in orientations, and the limit is 4096"]);
    let pattern = |field: &str| {
        let start = r#"{ "P": { "pieces": [0, 1, 2], "orientation": [0, 0, 0]"#;
        json("defaultPattern", &format!("{start}, {field} }} }}"))
    };
    let modulus = pattern(r#""orientationMod": [0, 0, 1000000000000]"#);
    refused(&modulus, &["default pattern, orbit \"P\": orientationMod", "it must divide 2"]);
    refused(&pattern(r#""orientationMod": [0]"#), &["orientationMod has 1 entries instead of 3"]);
    refused(&"x".repeat(5 << 20), &["at most 4194304 bytes"]);
}

#[test]
fn deep_nesting_is_refused_without_recursion() {
    let deep = "[".repeat(100_000);
    refused(&json("orbits", &deep), &["orbits[0][0]: invalid type", "line 3 column"]);
    refused(&format!("{{\"a\":{}", "{\"a\":".repeat(100_000)), &["EOF"]);
    refused(&deep, &["line 1, column 1", "is not a command"]);
    refused(
        &json("derivedMoves", &format!("{{ \"A\": \"{}\" }}", "(".repeat(100_000))),
        &["nested"],
    );
    refused(&text(&format!("MoveSequence A {}C", "[C:".repeat(100_000))), &["line 11", "nested"]);
    // A field that the reader does not know may have any depth.
    let closed = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let ignored = json("name", &format!("\"Small\", \"extra\": {closed}"));
    assert!(Definition::parse(&ignored).is_ok());
}

#[test]
fn moves_that_are_not_permutations_are_refused() {
    let change = |permutation: &str, delta: &str| {
        let lists = format!(r#""permutation": [{permutation}], "orientationDelta": [{delta}]"#);
        json("moves", &format!(r#"{{ "C": {{ "P": {{ {lists} }} }} }}"#))
    };
    let place = "move \"C\", orbit \"P\": not a permutation: the entry";
    refused(&change("2, 0, 0", "0, 0, 0"), &[place, "0 is there twice"]);
    refused(
        &change("2, 0, 18446744073709551615", "0, 0, 0"),
        &[place, "is not the number of a slot"],
    );
    refused(
        &change("2, 0, 1", "0, 0, 18446744073709551615"),
        &["orientationDelta", "2 orientations"],
    );
    refused(&change("2, 0, true", "0, 0, 0"), &["moves.C.P.permutation[2]: invalid type"]);
    refused(
        &text("Move D\nP\n3 3 1\nEnd"),
        &["line 12: move \"D\", orbit \"P\"", "3 is there twice"],
    );
    refused(&text("Move D\nP\n3 0 1\nEnd"), &["line 12", "0 is not the number of a slot"]);
    refused(&text("Move D\nP\n3 2 1\n0 0 9\nEnd"), &["line 12", "2 orientations"]);
    // Cycles whose lengths are primes: the order of the move does not fit into 64 bits.
    let primes = (2..160).filter(|n| (2..*n).all(|d| n % d > 0)).take_while(|n| n * n < 20_000);
    let mut images: Vec<usize> = Vec::new();
    for prime in primes {
        let first = images.len();
        if first + prime <= MAX_SLOTS {
            images.extend((0..prime).map(|at| first + (at + 1) % prime));
        }
    }
    let list = images.iter().map(|image| (image + 1).to_string()).collect::<Vec<_>>().join(" ");
    let long = format!("Set P {} 1\nMove C\nP\n{list}\nEnd\n", images.len());
    refused(&long, &["line 2: move C", "moves with their powers, and the limit is 512"]);
}

#[test]
fn names_that_occur_twice_are_refused() {
    let orbit = r#"{ "orbitName": "P", "numPieces": 3, "numOrientations": 2 }"#;
    refused(&json("orbits", &format!("[{orbit}, {orbit}]")), &["orbit \"P\" is defined twice"]);
    let mv = r#"{ "P": { "permutation": [2, 0, 1], "orientationDelta": [0, 0, 0] } }"#;
    refused(
        &json("moves", &format!(r#"{{ "C": {mv}, "C": {mv} }}"#)),
        &["move \"C\" is defined twice"],
    );
    refused(&json("derivedMoves", r#"{ "D": "C", "D": "C2" }"#), &["move \"D\" is defined twice"]);
    refused(&json("name", r#""A", "name": "B""#), &["duplicate field `name`", "line 2 column"]);
    refused(&text("Move C\nP\n3 1 2\nEnd"), &["line 11, column 6", "move \"C\" is defined twice"]);
    refused(&text("MoveAlias C C"), &["line 11, column 11", "defined twice"]);
    refused(
        "Set P 3 1\nSet P 3 1\nMove C\nP\n3 1 2\nEnd",
        &["line 2: orbit \"P\" is defined twice"],
    );
    refused("Set P 3 1\nMove C\nP\n3 1 2\nP\n3 1 2\nEnd", &["line 5, column 1", "here twice"]);
    refused("Name A\nName B\n", &["line 2, column 1: there are two names"]);
}

#[test]
fn bytes_that_no_text_has_are_refused() {
    refused("Name A\nSet P\0 3 1\n", &["line 2, column 6", "a byte 0"]);
    refused("N\0a\0m\0e\0", &["line 1, column 2", "UTF-8"]);
    refused(&json("name", "\"A\0\""), &["line 2, column", "a byte 0"]);
    refused(&json("name", "\"A\u{1}\""), &["control character", "line 2 column"]);
    let named = json("moves", &format!(r#"{{ "{}": {{}} }}"#, "R\\n".repeat(1 << 16)));
    refused(&named, &["it has at most 36 characters"]);
    refused(&format!("Set {} 3 1", "P$".repeat(1 << 16)), &["line 1", "is not a name of an orbit"]);
}
