//! The results as types of TypeScript, which the page imports.

use super::SolveProgress;
use crate::{
    Antipodes, CheckResult, EnumerateResult, PuzzleInfo, ReplayResult, ScrambleResult,
    TableProgress, TraceEnd, TraceExpansion, TraceResult, TraceStep,
};
use ts_rs::{Config, TS};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/engine/src/results.ts");

const HEAD: &str = "\
// Generated from the structs of the crate `loyd`. To write it again:
// LOYD_WRITE_TYPES=1 cargo test -p loyd --lib types_of_the_page
";

/// The comment and the declaration of a type.
fn declaration<T: TS>() -> String {
    let comment = T::docs().unwrap_or_default().replace("/**\n * ", "/** ").replace("\n */", " */");
    let fields = T::decl(&Config::new().with_large_int("number"))
        .replace(" \n/**\n * ", "\n  /** ")
        .replace("\n */\n", " */\n  ")
        .replace(", }", ",\n}");
    format!("\n{comment}export {fields}\n")
}

#[test]
fn types_of_the_page_are_those_of_results() {
    let declarations = [
        declaration::<SolveProgress>(),
        declaration::<TableProgress>(),
        declaration::<CheckResult>(),
        declaration::<ScrambleResult>(),
        declaration::<ReplayResult>(),
        declaration::<TraceResult>(),
        declaration::<TraceStep>(),
        declaration::<TraceExpansion>(),
        declaration::<TraceEnd>(),
        declaration::<EnumerateResult>(),
        declaration::<Antipodes>(),
        declaration::<PuzzleInfo>(),
    ];
    let types = HEAD.to_owned() + &declarations.concat();
    if std::env::var_os("LOYD_WRITE_TYPES").is_some() {
        std::fs::write(FILE, &types).expect("a writable file");
    }
    let written = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(written == types, "{FILE} is stale: its first lines have the command that writes it");
}
