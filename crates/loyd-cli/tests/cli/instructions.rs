//! The limit of the instruction sets of kernels: `--cpu` and `LOYD_CPU`.

use crate::program::{Ran, command, loyd};
use loyd_search::arch::cpu::InstructionSet;

const BENCH: [&str; 7] = ["bench", "codec", "3x3", "--every", "20", "--format", "csv"];

/// The kernels and the bytes of the codecs that a benchmark reports.
fn codecs(ran: &Ran) -> (String, Vec<String>) {
    let rows = ran.succeeds().rows();
    let kernels = rows[0]["kernels"].clone();
    assert!(rows.iter().all(|row| row["kernels"] == kernels));
    (kernels, rows.into_iter().map(|row| row["bytes"].clone()).collect())
}

#[test]
fn a_limit_chooses_the_kernels_and_not_the_bytes() {
    let (_, expected) = codecs(&loyd(&BENCH));
    for set in InstructionSet::present() {
        let option = loyd(&[&BENCH[..], &["--cpu", set.name()]].concat());
        assert_eq!(codecs(&option), (set.name().to_owned(), expected.clone()));
        let variable = Ran::of(command().args(BENCH).env("LOYD_CPU", set.name()));
        assert_eq!(codecs(&variable), (set.name().to_owned(), expected.clone()));
        // The option counts.
        let both =
            Ran::of(command().args(BENCH).args(["--cpu", "portable"]).env("LOYD_CPU", set.name()));
        assert_eq!(codecs(&both).0, "portable");
    }
}

#[test]
fn all_kernels_are_measured_beside_each_other() {
    let ran = loyd(&[&BENCH[..], &["--all-kernels"]].concat());
    let rows = ran.succeeds().rows();
    for set in InstructionSet::present() {
        let rows = rows.iter().filter(|row| row["kernels"] == set.name());
        assert_eq!(rows.count(), 7, "{set}");
    }
}

#[test]
fn all_kernels_search_and_build_the_same() {
    let solve = &["bench", "solve", "--count", "3", "-H", "manhattan", "-a", "idastar"][..];
    let pdb = &["bench", "pdb", "6-6-3", "--runs", "1"];
    for (command, signature) in [(solve, "generated"), (pdb, "distances")] {
        let more = ["--threads", "1", "--all-kernels", "--format", "csv"];
        let ran = loyd(&[command, &more].concat());
        let rows = ran.succeeds().rows();
        let sets: Vec<_> = rows.iter().map(|row| row["kernels"].clone()).collect();
        let present: Vec<_> = InstructionSet::present().map(InstructionSet::name).collect();
        assert_eq!(sets, present);
        assert!(rows.iter().all(|row| row[signature] == rows[0][signature]), "{signature}");
        assert_ne!(rows[0][signature], "0");
    }
}

#[test]
fn sets_that_are_unknown_or_lacking_are_refused() {
    loyd(&["solve", "--cpu", "sse", "1 2 3 4 5 6 7 0 8"])
        .fails_with(2, "[possible values: auto, portable, avx2, avx512, neon]");
    let variable = |value: &str| {
        Ran::of(command().args(["solve", "1 2 3 4 5 6 7 0 8"]).env("LOYD_CPU", value))
    };
    variable("sse").fails_with(2, "LOYD_CPU: unknown instruction set \"sse\": use portable,");
    variable("").succeeds();
    variable("auto").succeeds();
    for set in InstructionSet::ALL.into_iter().filter(|set| !set.is_present()) {
        variable(set.name())
            .fails_with(2, "this processor lacks that instruction set; it has portable");
    }
}
