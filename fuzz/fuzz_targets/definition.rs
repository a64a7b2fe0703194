//! Reads any text as a definition of a twisty puzzle, and as a position and moves of one.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| loyd_fuzz::twisty::definition(text));
