//! Reads any text as a partition of the tiles into patterns.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| loyd_fuzz::text::partition(text));
