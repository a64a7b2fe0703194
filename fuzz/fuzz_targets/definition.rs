//! Definitions of twisty puzzles in both forms, and positions of what was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use loyd_twisty::{Definition, Position, known, parse_turns};

fuzz_target!(|text: &str| {
    if let Ok(definition) = Definition::parse(text) {
        assert!(!definition.moves().is_empty());
        assert!(definition.orbits().iter().all(|orbit| !orbit.slots().is_empty()));
    }
    let _ = parse_turns(text);
    let model = known("skewb").expect("it comes with the crate");
    if let Ok(position) = Position::parse(text, &model) {
        let again = Position::parse(&position.to_string(), &model);
        assert_eq!(again, Ok(position));
    }
});
