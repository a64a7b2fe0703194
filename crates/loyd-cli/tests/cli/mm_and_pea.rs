//! Wrong input for `mm`, `pea` and `scramble --easy|--hard`: each has its message and exit code.

use crate::program::loyd;

const BOARD: &str = "8 6 7 2 5 4 3 0 1";
const LONG: &str = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";

/// Runs `solve` and expects an exit code and a message.
fn fails(arguments: &[&str], code: i32, message: &str) {
    loyd(&[&["solve"], arguments].concat()).fails_with(code, message);
}

#[test]
fn wrong_input_of_mm_is_refused() {
    fails(&[BOARD, "-a", "mm(2)"], 2, "mm takes no parameters");
    fails(&[BOARD, "-a", "mm()"], 2, "mm takes no parameters");
    fails(&[BOARD, "-a", "mm("], 2, "its brackets do not match");
    fails(&[BOARD, "-a", "mm2"], 2, "did you mean mm?");
    fails(&[BOARD, "-a", "mm", "-H", "command:true"], 2, "mm takes no heuristic from outside");
    fails(&[BOARD, "-a", "mm", "-H", "euclid"], 2, "\"euclid\" is not a heuristic");
    fails(&[BOARD, "-a", "mm", "-H", "max(manhattan,"], 2, "max(manhattan,");
    fails(&[BOARD, "-a", "mm", "--pruning", "5"], 2, "mm has no duplicate pruning");
    fails(&[BOARD, "-a", "mm", "--memory", "0"], 2, "0 leaves nothing to work with");
    fails(&[LONG, "-a", "mm", "-H", "manhattan", "--memory", "1MiB"], 3, "");
    fails(&[LONG, "-a", "mm", "-H", "manhattan", "--max-nodes", "9"], 3, "");
    fails(&["1 2 3 4 5 6 8 7 0", "-a", "mm"], 1, "");
    let several = ["--goal", "1 2 3 4 5 6 7 8 0", "--goal", "0 1 2 3 4 5 6 7 8"];
    loyd(&[&["solve", BOARD, "-a", "mm"], &several[..]].concat()).succeeds();
}

#[test]
fn wrong_input_of_pea_is_refused() {
    fails(&[BOARD, "-a", "pea(2)"], 2, "pea takes no parameters");
    fails(&[BOARD, "-a", "pea(-1)"], 2, "pea takes no parameters");
    fails(&[BOARD, "-a", "pea)"], 2, "is not an algorithm");
    fails(&[BOARD, "-a", "peas"], 2, "did you mean pea?");
    fails(&[BOARD, "-a", "pea", "-H", "table:none.csv"], 2, "pea takes no heuristic from outside");
    fails(&[BOARD, "-a", "pea", "-H", "inversion"], 2, "\"inversion\" is not a heuristic");
    fails(&[BOARD, "-a", "pea", "--pruning", "5"], 2, "pea has no duplicate pruning");
    fails(&[BOARD, "-a", "pea", "--memory", "-1"], 2, "--memory");
    fails(&[LONG, "-a", "pea", "-H", "manhattan", "--memory", "1MiB"], 3, "");
    fails(&[LONG, "-a", "pea", "-H", "manhattan", "--max-nodes", "9"], 3, "");
    fails(&["1 2 3 4 5 6 8 7 0", "-a", "pea"], 1, "");
    let free = ["--goal", "1 2 3 ? ? ? ? ? ?"];
    loyd(&[&["solve", BOARD, "-a", "pea"], &free[..]].concat()).succeeds();
}

#[test]
fn wrong_input_of_easy_and_hard_scrambles_is_refused() {
    for (arguments, message) in [
        (&["--easy", "--hard"][..], "cannot be used with '--hard'"),
        (&["--easy", "--length", "5"], "cannot be used with '--length <N>'"),
        (&["--easy", "5"], "unexpected argument '5'"),
        (&["--hard=3"], "unexpected value '3'"),
        (&["--hard", "--size", "1000x1000"], "is too large"),
        (&["--hard", "-n", "0"], "0 leaves nothing to work with"),
        (&["--easy", "-n", "-1"], "-1 is negative"),
        (&["--hard", "--seed", "x"], "is not a number"),
        (&["--easy", "--goal", "1,2"], "do not make a square board"),
        (&["--hard", "--puzzle", "hanoi-40"], "1 to 32 disks"),
        (&["--easy", "--puzzle", "cubes"], "did you mean"),
    ] {
        loyd(&[&["scramble"], arguments].concat()).fails_with(2, message);
    }
}
