//! Goals that admit several positions, on the command line.

use crate::program::{folder, loyd};
use crate::run_folder::name;
use serde_json::Value;

const BOARD: &str = "8 6 7 2 5 4 3 0 1";

fn solved(arguments: &[&str]) -> Value {
    let solve = [&["solve", "--format", "json"], arguments].concat();
    let ran = loyd(&solve);
    serde_json::from_str(&ran.succeeds().stdout).expect("a result")
}

#[test]
fn a_goal_leaves_tiles_free() {
    let row = solved(&["--goal", "1 2 3 ? ? ? ? ? ?", BOARD]);
    assert_eq!(row["goal"], "1 2 3 ? ? ? ? ? ?");
    assert_eq!((&row["proven"], &row["tiles"]), (&true.into(), &BOARD.into()));
    let moves = row["moves"].as_str().expect("moves");
    let verified = ["verify", "--moves", moves, "--goal", "1 2 3 ? ? ? ? ? ?", BOARD];
    loyd(&verified).succeeds();
    loyd(&["verify", "--moves", moves, BOARD]).fails_with(1, "");
    loyd(&["check", "--goal", "1 2 3 ? ? ? ? ? ?", BOARD]).succeeds();
    loyd(&["plan", "solve", "--goal", "1 2 3 ? ? ? ? ? ?", BOARD]).fails_with(2, "single board");
    let human = ["solve", "-a", "human", "--goal", "1 2 3 ? ? ? ? ? ?", BOARD];
    loyd(&human).fails_with(2, "this goal admits several");
}

#[test]
fn the_nearest_of_several_goals_counts() {
    let length = |arguments: &[&str]| solved(&[arguments, &[BOARD]].concat())["length"].as_u64();
    let (last, first) = (length(&[]), length(&["--goal", "blank-first"]));
    let nearest = length(&["--goal", "blank-last", "--goal", "blank-first"]);
    assert_eq!(nearest, last.min(first));
    let differ = ["solve", "--goal", "1 ? ? ? ? ? ? ? ?", "--goal", "blank-last", BOARD];
    loyd(&differ).fails_with(2, "leave different tiles free");
}

#[test]
fn a_goal_with_free_tiles_is_enumerated() {
    let ran = loyd(&["enumerate", "3x3", "--start", "1 2 3 ? ? ? ? ? ?", "--format", "json"]);
    let result: Value = serde_json::from_str(&ran.succeeds().stdout).expect("a result");
    assert_eq!((&result["total"], &result["radius"]), (&(9 * 8 * 7 * 6).into(), &22.into()));
    let place = folder();
    let run = place.path().join("run");
    let folder = name(&run);
    let start = ["enumerate", "3x3", "--start", "1 2 3 ? ? ? ? ? ?", "--dir", folder];
    loyd(&start).fails_with(2, "admits several positions");
    let one = ["enumerate", "3x3", "--start", "1 2 3 _ ? ? ? ? ?", "--dir", folder];
    loyd(&one).succeeds();
    loyd(&["verify", folder]).succeeds();
    let single = ["enumerate", "3x3", "--start", "1 2 3 4 5 6 7 8 ?"];
    loyd(&single).fails_with(2, "it is a single board");
}

#[test]
fn goals_of_the_cube_leave_stickers_free() {
    let cross = "????U???? ????R??R? ????F??F? ?D?DDD?D? ????L??L? ????B??B?";
    let result = solved(&["--puzzle", "cube3", "--goal", cross, "R U F"]);
    assert_eq!((&result["proven"], result["length"].as_u64()), (&true.into(), Some(2)));
    let either = solved(&["--puzzle", "cube3", "--goal", "solved", "--goal", "R U", "R U F"]);
    assert_eq!(either["length"].as_u64(), Some(1));
    let unclear = format!("U????????{}", "?????????".repeat(5));
    let unclear = ["solve", "--puzzle", "cube3", "--goal", &unclear, "R U F"];
    loyd(&unclear).fails_with(2, "different sets of corners");
}
