//! Definitions of twisty puzzles in both forms, and positions and moves of one.

use loyd_twisty::{Definition, Position, by_name, format_turns, parse_turns};

/// Reads the text as a definition, and as a position and moves of a puzzle. A position that is read
/// must be the same when it is printed and read again; so must moves.
pub fn definition(text: &str) {
    if let Ok(definition) = Definition::parse(text) {
        assert!(!definition.moves().is_empty());
        assert!(definition.orbits().iter().all(|orbit| !orbit.slots().is_empty()));
    }
    if let Ok(turns) = parse_turns(text) {
        assert_eq!(parse_turns(&format_turns(&turns)).as_ref(), Ok(&turns));
    }
    let model = by_name("skewb").expect("it comes with the crate");
    if let Ok(position) = Position::parse(text, &model) {
        let again = Position::parse(&position.to_string(), &model);
        assert_eq!(again, Ok(position));
    }
}
