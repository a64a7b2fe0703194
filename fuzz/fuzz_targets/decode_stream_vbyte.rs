//! Reads any bytes as the positions of a unit, by Stream `VByte`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loyd_fuzz::codec::decode_positions(bytes));
