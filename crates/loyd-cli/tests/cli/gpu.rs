//! `--engine gpu` on a software driver, and without one: levels, runs in folders that two engines
//! share, one line and the exit code of each failure.
//!
//! Without a driver only its absence is tested, unless `LOYD_REQUIRE_GPU` is set: then the
//! tests fail.

use crate::program::{Ran, command, folder, loyd};
use crate::run_folder::{name, published};

const SOFTWARE: [&str; 4] = ["--engine", "gpu", "--adapter", "software"];

/// Returns whether there is a software driver.
fn is_there() -> bool {
    let listed = loyd(&["gpu", "list", "--format", "csv"]);
    let software = listed.succeeds().rows().iter().any(|row| row["kind"] == "software");
    let required = std::env::var_os("LOYD_REQUIRE_GPU").is_some();
    assert!(software || !required, "no software driver: {}", listed.stdout);
    software
}

/// Returns whether there is a graphics card.
fn is_card() -> bool {
    loyd(&["gpu", "list", "--format", "csv"]).rows().iter().any(|row| row["kind"] != "software")
}

/// A failed run prints one line.
fn one_line(ran: &Ran, message: &str) {
    ran.fails_with(4, message);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert_eq!(ran.stdout, "");
}

#[test]
fn levels_are_the_published_ones() {
    if !is_there() {
        return;
    }
    let csv = ["--format", "csv", "--quiet"];
    let run = |arguments: &[&str]| loyd(&[&["enumerate"], arguments, &SOFTWARE, &csv].concat());
    assert_eq!(run(&["3x3"]).succeeds().stdout, published("3", "3", "single"));
    let multi = ["4x2", "--metric", "multi", "--start", "1"];
    let reference = [&["enumerate"], &multi[..], &["--engine", "reference"], &csv].concat();
    assert_eq!(run(&multi).succeeds().stdout, loyd(&reference).succeeds().stdout);
    let diameter = loyd(&[&["diameter", "4x2", "--format", "json"], &SOFTWARE[..]].concat());
    assert!(diameter.succeeds().stdout.contains("\"diameter\":36"), "{}", diameter.stdout);
}

#[test]
fn antipodes_are_those_of_the_memory_engine() {
    if !is_there() {
        return;
    }
    let command = ["enumerate", "3x3", "--antipodes", "10", "--format", "json"];
    let antipodes = |options: &[&str]| {
        let ran = loyd(&[&command, options].concat());
        let enumeration: serde_json::Value =
            serde_json::from_str(&ran.succeeds().stdout).expect("one object");
        enumeration["antipodes"].clone()
    };
    let boards = antipodes(&SOFTWARE);
    assert!(boards.as_array().is_some_and(|boards| !boards.is_empty()), "{boards}");
    assert_eq!(boards, antipodes(&["--engine", "memory"]));
}

#[test]
fn a_run_in_a_folder_passes_from_engine_to_engine() {
    if !is_there() {
        return;
    }
    let at = folder();
    let run = at.path().join("run");
    let csv = ["--format", "csv", "--quiet"];
    let begin = ["enumerate", "3x3", "--depth", "9", "--dir", name(&run)];
    loyd(&[&begin, &SOFTWARE[..], &csv].concat()).succeeds();
    let go_on = ["enumerate", "--resume", name(&run)];
    // Without a card the engine of the run cannot continue it.
    if !is_card() {
        let ran = loyd(&[&go_on[..], &["--depth", "12"]].concat());
        one_line(&ran, "no graphics card was found");
        assert!(ran.stderr.contains("--engine memory continues a run"), "{}", ran.stderr);
    }
    let memory = ["--engine", "memory", "--depth", "15"];
    loyd(&[&go_on[..], &memory, &csv].concat()).succeeds();
    let streamed = ["--gpu-memory", "1MiB", "--depth", "20"];
    loyd(&[&go_on[..], &SOFTWARE, &streamed, &csv].concat()).succeeds();
    let memory = ["--engine", "memory", "--depth", "24"];
    loyd(&[&go_on[..], &memory, &csv].concat()).succeeds();
    let rest = loyd(&[&go_on[..], &["--adapter", "software", "--depth", "99"], &csv].concat());
    assert_eq!(rest.succeeds().stdout, published("3", "3", "single"));
    let verified = loyd(&["verify", name(&run)]);
    assert!(verified.succeeds().stdout.contains("the levels are the published ones"));
}

#[test]
fn a_missing_driver_prints_one_line() {
    let nowhere = |arguments: &[&str]| {
        let mut command = command();
        command.args(arguments).env("NODEVICE_SELECT", "1");
        command.env("VK_DRIVER_FILES", "/nowhere.json").env("VK_ICD_FILENAMES", "/nowhere.json");
        Ran::of(&mut command)
    };
    if cfg!(not(target_os = "linux")) {
        return;
    }
    for adapter in [&["--engine", "gpu"][..], &SOFTWARE] {
        let ran = nowhere(&[&["enumerate", "3x3"], adapter].concat());
        one_line(&ran, "no graphics adapter was found");
    }
    let listed = nowhere(&["gpu", "list"]);
    assert!(listed.succeeds().stdout.contains("no graphics adapter was found"));
}

#[test]
fn a_software_driver_is_used_only_on_request() {
    if !is_there() || is_card() {
        return;
    }
    let ran = loyd(&["enumerate", "3x3", "--engine", "gpu"]);
    one_line(&ran, "allow this driver with --adapter software");
    let ran = loyd(&["enumerate", "3x3", "--engine", "gpu", "--adapter", "llvmpipe"]);
    one_line(&ran, "no graphics card is called \"llvmpipe\"");
    let planned = loyd(&["plan", "enumerate", "7x2", "--format", "json", "--memory", "8GiB"]);
    assert!(planned.stdout.contains("\"engine\":\"memory\""), "{}", planned.stdout);
}

#[test]
fn a_board_that_is_too_large_is_refused_with_advice() {
    if !is_there() {
        return;
    }
    let refused = |arguments: &[&str], advice: &[&str]| {
        let ran = loyd(&[&["enumerate", "5x3"], &SOFTWARE[..], arguments].concat());
        ran.fails_with(2, "5x3");
        assert_eq!((ran.stderr.lines().count(), ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
        for advice in advice {
            assert!(ran.stderr.contains(advice), "{}", ran.stderr);
        }
    };
    // The driver binds less than a bitmap, so it would stay in the memory of the host.
    refused(&["--memory", "8GiB"], &["set --memory", "--dir FOLDER"]);
    let budget = ["--memory", "200GiB", "--gpu-memory", "1MiB"];
    refused(&budget, &["needs at least", "KiB on the card", "raise --gpu-memory"]);
    let bench = loyd(&["bench", "gpu", "5x3", "--adapter", "software"]);
    bench.fails_with(4, "name smaller boards");
}

#[test]
fn a_card_smaller_than_the_space_counts_the_same_levels() {
    if !is_there() {
        return;
    }
    let budget = ["--gpu-memory", "1MiB", "--format", "csv", "--quiet"];
    for board in ["3x3", "4x2"] {
        let ran = loyd(&[&["enumerate", board], &SOFTWARE[..], &budget].concat());
        let memory =
            loyd(&["enumerate", board, "--engine", "memory", "--format", "csv", "--quiet"]);
        assert_eq!(ran.succeeds().stdout, memory.succeeds().stdout, "{board}");
    }
    let plan = loyd(&[&["plan", "enumerate", "4x3"], &SOFTWARE[..], &budget[..2]].concat());
    let text = &plan.succeeds().stdout;
    let card = text.lines().find(|line| line.starts_with("card")).expect("a line of the card");
    assert!(card.ends_with("to and from it for each level"), "{text}");
    let json = ["--format", "json"];
    let plan = loyd(&[&["plan", "enumerate", "4x3"], &SOFTWARE[..], &budget[..2], &json].concat());
    let plan: serde_json::Value = serde_json::from_str(&plan.succeeds().stdout).expect("json");
    let number = |name: &str| plan[name].as_u64().expect("a number");
    assert!(number("device_memory_bytes") <= 1 << 20, "{plan}");
    // Each of the 17 edges of the board carries a bitmap, and each of 6 targets one back.
    let (bitmap, transfers) = (2520 * 1472, number("device_transfer_bytes_per_level"));
    assert_eq!(transfers, 23 * bitmap, "{plan}");
    assert!(number("memory_bytes") > 12 * bitmap, "{plan}");
}

#[test]
fn options_without_use_are_refused() {
    loyd(&["enumerate", "3x3", "--adapter", "software"]).fails_with(2, "--engine gpu");
    loyd(&["enumerate", "cube2", "--engine", "gpu"]).fails_with(2, "no such engine");
    loyd(&["diameter", "3x3", "--adapter", "software"]).fails_with(2, "--engine gpu");
    loyd(&["enumerate", "3x3", "--gpu-memory", "1MiB"]).fails_with(2, "--engine gpu");
}

#[test]
fn a_plan_states_form_and_memory_without_a_run() {
    if !is_there() {
        return;
    }
    let plan = loyd(&[&["plan", "enumerate", "4x3"], &SOFTWARE[..]].concat());
    let text = &plan.succeeds().stdout;
    assert!(text.contains("engine    gpu") && text.contains("runs nothing on a card"), "{text}");
}

#[test]
fn a_benchmark_verifies_every_level() {
    if !is_there() {
        return;
    }
    let bench = ["bench", "gpu", "4x2", "3x3", "--adapter", "software", "--format", "csv"];
    let rows = loyd(&bench).succeeds().rows();
    assert_eq!(rows.len(), 4, "two boards, two metrics");
    let streamed = loyd(&[&bench[..], &["--memory", "1MiB"]].concat()).succeeds().rows();
    assert_eq!(streamed.len(), 4);
    for (form, row) in
        rows.iter().map(|row| ("whole", row)).chain(streamed.iter().map(|row| ("streamed", row)))
    {
        assert!(["match", "memory engine"].contains(&row["reference"].as_str()), "{row:?}");
        let number = |column: &str| row[column].parse::<u64>().expect("a number");
        assert!(number("moved_bytes") > 0, "{row:?}");
        assert_eq!((row["form"].as_str(), number("sent_bytes") > 0), (form, form == "streamed"));
    }
}
