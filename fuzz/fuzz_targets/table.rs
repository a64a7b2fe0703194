//! Reads any bytes as a table of a pattern database.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loyd_fuzz::table::read(bytes));
