//! Transcripts in `tests/golden`; `TRYCMD=overwrite cargo test -p loyd-cli` writes them anew.

#[test]
fn transcripts() {
    let cache = tempfile::tempdir().expect("a temporary folder");
    let cases = trycmd::TestCases::new();
    cases.env("LOYD_CACHE", cache.path().to_string_lossy());
    cases.case("tests/golden/*.trycmd").run();
}
