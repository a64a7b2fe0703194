//! `scramble --easy` and `--hard`.

use crate::program::{loyd, loyd_reading};

/// The distances of 200 positions of the 8-puzzle.
fn distances(option: &str) -> Vec<u32> {
    let drawn = ["scramble", "--size", "3x3", option, "--count", "200", "--seed", "7"];
    let boards = loyd(&drawn);
    assert_eq!(boards.stdout, loyd(&drawn).stdout, "a seed gives the same boards");
    let rows = loyd_reading(&["distance", "-", "--format", "csv"], boards.stdout.as_bytes())
        .succeeds()
        .rows();
    rows.iter().map(|row| row["distance"].parse().expect("a number")).collect()
}

#[test]
fn easy_and_hard_boards_are_quarters_of_the_distances() {
    let counts: Vec<u64> = loyd(&["enumerate", "3x3", "--format", "csv"])
        .rows()
        .iter()
        .map(|row| row["states"].parse().expect("a number"))
        .collect();
    let total: u64 = counts.iter().sum();
    let below = |depth: usize| 4 * counts[..depth].iter().sum::<u64>();
    let easy = (0..32).find(|&depth| below(depth + 1) >= total).expect("a depth") as u32;
    let hard = (0..32).rfind(|&depth| 4 * total - below(depth) >= total).expect("a depth") as u32;
    let (near, far) = (distances("--easy"), distances("--hard"));
    assert!(near.iter().all(|&distance| (1..=easy).contains(&distance)), "{near:?}");
    assert!(far.iter().all(|&distance| (hard..=31).contains(&distance)), "{far:?}");
    assert!(near.contains(&easy) && far.contains(&hard), "the ends are drawn");
}

#[test]
fn large_boards_are_chosen_by_their_estimates() {
    let mean = |option: &[&str]| {
        let drawn = ["scramble", "--size", "4x4", "--count", "20", "--seed", "3"];
        let boards = loyd(&[&drawn[..], option].concat());
        let rows = loyd_reading(&["check", "-", "--format", "csv"], boards.stdout.as_bytes())
            .succeeds()
            .rows();
        rows.iter().map(|row| row["manhattan"].parse::<f64>().expect("a number")).sum::<f64>()
            / 20.0
    };
    let (easy, random, hard) = (mean(&["--easy"]), mean(&[]), mean(&["--hard"]));
    assert!(easy + 5.0 < random && random + 5.0 < hard, "{easy} {random} {hard}");
}

#[test]
fn other_choices_of_positions_are_refused() {
    for other in [&["--length", "5"][..], &["--hard"]] {
        loyd(&[&["scramble", "--easy"], other].concat()).fails_with(2, "--easy");
    }
    loyd(&["scramble", "--hard", "--length", "5"]).fails_with(2, "--length");
    loyd(&["scramble", "--easy", "--size", "1x1"]).fails_with(2, "1x1");
    loyd(&["scramble", "--easy=3"]).fails_with(2, "--easy");
    loyd(&["scramble", "--hard", "--size", "3x"]).fails_with(2, "3x");
}
