//! `loyd enumerate`: formats, start cells, levels.

use crate::program::{HARD, loyd};

#[test]
fn csv_has_one_row_a_depth() {
    let ran = loyd(&["enumerate", "2x2", "--format", "csv"]);
    assert_eq!(ran.succeeds().stdout, "depth,states\n0,1\n1,2\n2,2\n3,2\n4,2\n5,2\n6,1\n");
}

#[test]
fn json_is_one_object_with_all_fields() {
    let ran = loyd(&["enumerate", "3x3", "--format", "json", "--start", "centre"]);
    let object: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
    let keys: Vec<&str> =
        object.as_object().expect("an object").keys().map(|key| &key[..]).collect();
    assert_eq!(
        keys.join(","),
        "puzzle,metric,start,start_cell,levels,total,complete,radius,engine,seconds,setup_seconds,\
         peak_memory_bytes,bytes_read,bytes_written,resumed_at_depth,reference"
    );
    assert_eq!(object["start"], "1 2 3 4 0 5 6 7 8");
    assert_eq!(object["start_cell"], 4);
    assert_eq!(object["total"], 181_440);
    assert_eq!(object["complete"], true);
    assert_eq!(object["radius"], 30);
}

#[test]
fn a_depth_that_ends_early_is_not_complete() {
    let ran = loyd(&["enumerate", "5x5", "--depth", "4", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
    assert_eq!(object["levels"], serde_json::json!([1, 2, 4, 10, 26]));
    assert_eq!(object["reference"], "none");
    assert_eq!((&object["complete"], &object["radius"]), (&false.into(), &serde_json::Value::Null));
}

#[test]
fn the_command_is_not_mistaken_for_a_board() {
    // A board, then a size: both are first arguments that begin with a digit.
    loyd(&["--max-nodes", "10", HARD]).fails_with(3, "larger limit");
    loyd(&["3x3"]).fails_with(2, "3x3 is a puzzle, and no position");
}

#[test]
fn antipodes_are_solved_in_radius_moves() {
    for (size, start, metric) in
        [("3x3", "1 2 3 4 5 6 7 8 0", "multi"), ("4x2", "1 2 3 4 5 6 7 0", "single")]
    {
        let ran =
            loyd(&["enumerate", size, "--metric", metric, "--antipodes", "3", "--format", "json"]);
        let object: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
        let boards = object["antipodes"].as_array().expect("boards");
        let count = object["antipode_count"].as_u64().expect("a number");
        assert_eq!(
            Some(&count.into()),
            object["levels"].as_array().and_then(|levels| levels.last())
        );
        assert_eq!(boards.len() as u64, count.min(3));
        for board in boards.iter().filter_map(|board| board.as_str()) {
            let solved = loyd(&[
                "solve", board, "--size", size, "--goal", start, "--metric", metric, "--format",
                "json",
            ]);
            let solved: serde_json::Value =
                serde_json::from_str(&solved.succeeds().stdout).expect("JSON");
            assert_eq!((&solved["length"], &solved["proven"]), (&object["radius"], &true.into()));
        }
    }
}

#[test]
fn all_antipodes_are_printed_on_request() {
    let ran = loyd(&["enumerate", "3x3", "--start", "4", "--antipodes", "148"]);
    let text = &ran.succeeds().stdout;
    let (_, boards) = text
        .split_once("antipodes 148, 30 moves from 1 2 3 4 0 5 6 7 8:\n")
        .expect("the number and the start");
    assert_eq!(boards.lines().count(), 148);
}

#[test]
fn a_line_has_one_antipode() {
    let ran = loyd(&["enumerate", "200x1", "--antipodes", "1"]);
    assert!(ran.succeeds().stdout.contains("antipodes 1, 199 moves from 1 2 3"), "{}", ran.stdout);
}

#[test]
fn a_run_is_compared_with_the_published_table_of_its_start() {
    let reference = |size: &str, start: &str| {
        let ran = loyd(&["enumerate", size, "--start", start, "--format", "json"]);
        let object: serde_json::Value = serde_json::from_str(&ran.succeeds().stdout).expect("JSON");
        object["reference"].as_str().map(str::to_owned)
    };
    assert_eq!(reference("2x5", "9").as_deref(), Some("match"));
    assert_eq!(reference("3x3", "centre").as_deref(), Some("none"));
    let first = loyd(&["enumerate", "4x4", "--depth", "8", "--start", "edge"]);
    assert!(first.succeeds().stdout.contains("matches the published table"), "{}", first.stdout);
}

#[test]
fn too_many_antipodes_are_refused() {
    loyd(&["enumerate", "3x3", "--antipodes", "1e12"]).fails_with(2, "at most 10000000");
}
