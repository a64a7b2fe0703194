//! Reads any text as a board, a goal, a size, moves, or the name of a heuristic or an algorithm.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| loyd_fuzz::text::board(text));
