//! Moves as text.

use loyd_cube::{Layers, Problem, Stickers, parse_steps};
use proptest::prelude::*;

proptest! {
    #[test]
    fn no_text_of_move_letters_makes_the_parser_panic(
        text in "[URFDLBurfdlbMESxyzw123'’() ,/\n]{0,60}",
    ) {
        for side in [2, 3] {
            if let Err(error) = parse_steps(&text, side) {
                prop_assert_eq!(&text[error.span.clone()], error.token.as_str());
            }
        }
    }
}

/// The same cube by other words.
fn assert_same_moves(a: &str, b: &str) {
    let after = |text| Stickers::solved(2).after(&parse_steps(text, 2).expect("moves"));
    assert_eq!(after(a), after(b), "{a} = {b}");
}

#[test]
fn all_notations_of_a_move_are_read() {
    assert_same_moves("R U2 F'", "RU2F’");
    assert_same_moves("R' U' F'", "R` U′ F3");
    assert_same_moves("R2'", "R2");
    assert_same_moves("R2'", "R'2");
    assert_same_moves("R1, U", "R U");
    assert_same_moves("Rw", "x");
    assert_same_moves("r2", "x2");
    assert_same_moves("Lw'", "x");
    assert_same_moves("l'", "x");
    assert_same_moves("(R U R' U')2", "R U R' U' R U R' U'");
    assert_same_moves("(R U F2)'", "F2 U' R'");
    assert_same_moves("((R U)2 F)2", "R U R U F R U R U F");
    assert_same_moves("R // the right face, U is next\nU", "R U");
    assert_same_moves("// nothing", "");
    assert_same_moves("()", "");
    assert_same_moves("L x", "R");
}

#[test]
fn errors_name_the_token_and_its_place() {
    let error = |text: &str, side| parse_steps(text, side).expect_err("no moves");
    let wrong = error("R U\nF Q2' U", 2);
    assert_eq!((wrong.token.as_str(), wrong.line, wrong.column), ("Q2'", 2, 3));
    assert_eq!((wrong.span, wrong.problem), (6..9, Problem::UnknownMove));
    assert!(error("R4", 2).to_string().starts_with("\"R4\" at character 1 is not a move"));
    for text in ["R''", "R22", "w", "xw", "rw", "Mw", "R/U", "2R", "ü"] {
        assert_eq!(error(text, 3).problem, Problem::UnknownMove, "{text}");
    }
    assert_eq!(error("R M", 2).problem, Problem::NoMiddleLayer { side: 2 });
    assert_eq!(parse_steps("M", 3).map(|steps| steps[0].layers), Ok(Layers::Middle));
    assert_eq!(error("(R U", 2).problem, Problem::Unclosed);
    assert_eq!(error("R) U", 2).problem, Problem::Unopened);
    assert_eq!(error("(R)0", 2).problem, Problem::Repetition);
    assert_eq!(error("(R)''", 2).problem, Problem::Repetition);
    assert_eq!(error("(R)99999999999999999999", 2).problem, Problem::Repetition);
    assert_eq!(error("(((R U)999)999)999", 2).problem, Problem::TooLong);
    assert_eq!(error(&"R".repeat(10_001), 2).problem, Problem::TooLong);
    assert!(parse_steps(&"R".repeat(10_000), 2).is_ok());
}
