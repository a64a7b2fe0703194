//! Reads any text as a file of boards: CSV, or a board a line.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = loyd_cli::read_boards(text);
});
