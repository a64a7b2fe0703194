//! The requests and results as types of TypeScript, which the page imports.

use super::SolveProgress;
use crate::fields::Fields;
use crate::solve::ListStatistics;
use crate::{
    Antipodes, CheckRequest, CheckResult, EnumerateRequest, EnumerateResult, PatternShare,
    PatternsResult, PuzzleInfo, ReplayRequest, ReplayResult, ScrambleRequest, ScrambleResult,
    SolutionCount, SolveRequest, SolveResult, Status, TableProgress, TraceEnd, TraceExpansion,
    TraceResult, TraceStep,
};
use serde_json::Map;
use ts_rs::{Config, TS};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/engine/src/results.ts");

const HEAD: &str = "\
// Generated from the structs of the crate `loyd`. To write it again:
// LOYD_WRITE_TYPES=1 cargo test -p loyd --lib types_of_the_page
";

/// The limits of a search.
#[derive(TS)]
#[ts(optional_fields)]
#[allow(dead_code, reason = "the page has the type")]
struct SearchLimits {
    /// The greatest number of expanded states.
    max_nodes: Option<u64>,
    /// The greatest number of seconds.
    max_time: Option<f64>,
    /// The greatest size of the open and closed lists in bytes.
    memory: Option<u64>,
}

/// The comment and the declaration of a type.
fn declaration<T: TS>() -> String {
    let docs = T::docs().unwrap_or_default().replace("/**\n * ", "/** ").replace("\n */\n", "");
    let summary = docs.split("\n *\n").next().unwrap_or_default().replace("\n * ", " ");
    let fields = T::decl(&Config::new().with_large_int("number"))
        .replace(" \n/**\n * ", "\n  /** ")
        .replace("\n */\n", " */\n  ")
        .replace("\n * ", " ")
        .replace(", }", ",\n}");
    format!("\n{summary} */\nexport {fields}\n")
}

/// The fields of types, each with a number.
fn fields(declarations: &[String]) -> Fields {
    let lines = declarations.iter().flat_map(|text| text.lines());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split_once(':'));
    let name = |name: &str| name.trim_end_matches('?').to_owned();
    let fields = names.filter(|(before, _)| !before.contains('*'));
    Fields::new(fields.map(|(before, _)| (name(before), "1".into())).collect::<Map<_, _>>())
}

#[test]
fn requests_have_the_fields_of_their_types() {
    let solve = fields(&[declaration::<SolveRequest>(), declaration::<SearchLimits>()]);
    assert!(solve.solve().is_ok_and(|it| it.shape.is_some() && it.limit.memory == Some(1)));
    assert_eq!(solve.deny_unknown(), Ok(()));
    let check = fields(&[declaration::<CheckRequest>()]);
    assert!(check.check().is_ok_and(|it| it.shape.is_some()));
    assert_eq!(check.deny_unknown(), Ok(()));
    let replay = fields(&[declaration::<ReplayRequest>()]);
    assert!(replay.replay().is_ok_and(|it| it.shape.is_some()));
    assert_eq!(replay.deny_unknown(), Ok(()));
    let scramble = fields(&[declaration::<ScrambleRequest>()]);
    assert!(scramble.scramble().is_ok_and(|it| it.shape.is_some()));
    assert_eq!(scramble.deny_unknown(), Ok(()));
    let levels = fields(&[declaration::<EnumerateRequest>()]);
    assert!(levels.enumerate().is_ok_and(|it| it.shape.is_some()));
    assert_eq!(levels.deny_unknown(), Ok(()));
}

#[test]
fn types_of_the_page_are_those_of_requests_and_results() {
    let declarations = [
        declaration::<SolveRequest>(),
        declaration::<SearchLimits>(),
        declaration::<CheckRequest>(),
        declaration::<ScrambleRequest>(),
        declaration::<ReplayRequest>(),
        declaration::<EnumerateRequest>(),
        declaration::<SolveResult>(),
        declaration::<Status>(),
        declaration::<SolutionCount>(),
        declaration::<ListStatistics>(),
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
        declaration::<PatternsResult>(),
        declaration::<PatternShare>(),
        declaration::<PuzzleInfo>(),
    ];
    let types = HEAD.to_owned() + &declarations.concat();
    if std::env::var_os("LOYD_WRITE_TYPES").is_some() {
        std::fs::write(FILE, &types).expect("a writable file");
    }
    let written = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(written == types, "{FILE} is stale: its first lines have the command that writes it");
}
