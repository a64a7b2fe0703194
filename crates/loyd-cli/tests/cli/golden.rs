//! Transcripts in `tests/golden`; `TRYCMD=overwrite cargo test -p loyd-cli` writes them anew.

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/golden/*.trycmd").run();
}
