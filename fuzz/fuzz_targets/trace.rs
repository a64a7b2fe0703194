//! Reads any bytes as a trace.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loyd_fuzz::trace::read(bytes));
