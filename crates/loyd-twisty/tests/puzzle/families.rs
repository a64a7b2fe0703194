//! Puzzles with numbers in their names, against published counts and searches on plain lists.

use super::{TWISTY_LEVELS, levels, levels_of_data, position};
use loyd_search::puzzle::Puzzle;
use loyd_twisty::{MetricName, NAMED, Twisty, by_name, find};
use std::collections::HashSet;

const PANCAKE_LEVELS: &str = include_str!("../../../../data/pancake_levels.csv");

/// The number of lists at each distance from the first one, if each move gives a list.
fn counted(first: Vec<i32>, moves: &dyn Fn(&[i32]) -> Vec<Vec<i32>>) -> Vec<u64> {
    let mut seen = HashSet::from([first.clone()]);
    let (mut level, mut levels) = (vec![first], Vec::new());
    while !level.is_empty() {
        levels.push(level.len() as u64);
        let after = level.iter().flat_map(|list| moves(list));
        let next: Vec<_> = after.filter(|list| seen.insert(list.clone())).collect();
        level = next;
    }
    levels
}

fn half_levels(name: &str) -> Vec<u64> {
    levels(&position(name, ""), MetricName::Half)
}

#[test]
fn pancakes_have_the_published_levels() {
    for count in 2..=8 {
        let rows = PANCAKE_LEVELS.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let of_count = rows.filter(|row| row[0] == count.to_string());
        let expected: Vec<u64> = of_count.map(|row| row[2].parse().expect("a number")).collect();
        assert_eq!(half_levels(&format!("pancake-{count}")), expected);
    }
}

#[test]
fn burnt_pancakes_are_counted_by_a_slow_search() {
    let flips = |stack: &[i32]| {
        let flip = |top: usize| {
            let mut after = stack.to_vec();
            after[..top].reverse();
            after[..top].iter_mut().for_each(|pancake| *pancake = -*pancake);
            after
        };
        (1..=stack.len()).map(flip).collect()
    };
    for count in 1..=5 {
        let expected = counted((1..=count).collect(), &flips);
        if count > 1 {
            assert_eq!(half_levels(&format!("burnt-pancake-{count}")), expected);
        }
    }
}

#[test]
fn top_spins_are_counted_by_a_slow_search() {
    for (count, turned) in [(6, 4), (7, 3), (5, 5), (6, 3)] {
        let moves = |ring: &[i32]| {
            let (mut left, mut right, mut turnstile) =
                (ring.to_vec(), ring.to_vec(), ring.to_vec());
            left.rotate_left(1);
            right.rotate_right(1);
            turnstile[..turned].reverse();
            vec![left, right, turnstile]
        };
        let expected = counted((0..count).collect(), &moves);
        let name = format!("topspin-{count}-{turned}");
        assert_eq!(levels(&position(&name, ""), MetricName::Quarter), expected, "{name}");
    }
}

#[test]
fn lamps_are_counted_by_a_slow_search() {
    for (width, height) in [(1, 1), (3, 3), (4, 3), (2, 5)] {
        let press = |lamps: &[i32]| {
            let press = |pressed: usize| {
                let near = |lamp: usize| {
                    (lamp / width).abs_diff(pressed / width)
                        + (lamp % width).abs_diff(pressed % width)
                        < 2
                };
                let after = |(lamp, &is_on): (usize, &i32)| is_on ^ i32::from(near(lamp));
                lamps.iter().enumerate().map(after).collect()
            };
            (0..lamps.len()).map(press).collect()
        };
        let expected = counted(vec![0; width * height], &press);
        let name = format!("lights-out-{width}x{height}");
        assert_eq!(half_levels(&name), expected, "{name}");
    }
    // The lamp of row 2 and column A, with those beside it.
    let pressed = position("lights-out-3x3", "2A");
    assert_eq!(Twisty::format(&pressed), "1+1 2 3 | 1+1 2+1 3 | 1+1 2 3");
}

#[test]
#[ignore = "half a minute: the 8,388,608 states of 25 lamps"]
fn twenty_five_lamps_have_the_published_levels() {
    for metric in MetricName::ALL {
        let expected = levels_of_data("lights-out-5x5", metric, TWISTY_LEVELS);
        assert_eq!(expected.len(), 16);
        assert_eq!(levels(&position("lights-out-5x5", ""), metric), expected);
    }
}

#[test]
fn names_of_families_are_checked() {
    for &(name, _) in NAMED {
        assert_eq!(by_name(name).expect("a puzzle").id(), name);
    }
    for (name, reason) in [
        ("pancake-65", "\"65\" is not a number from 2 to 64"),
        ("pancake-x", "\"x\" is not a number from 2 to 64"),
        ("pancakes-8", "pancake-8"),
        ("topspin-20", "\"20\" is not two numbers with '-' between them"),
        ("topspin-5-6", "\"6\" is not a number from 2 to 5"),
        ("lights-out-9x2", "\"9\" is not a number from 1 to 8"),
        ("burnt-pancake-", "\"\" is not a number from 2 to 64"),
    ] {
        assert!(by_name(name).is_none(), "{name}");
        let why = find(name).expect_err("an error").to_string();
        assert!(why.contains(reason), "{name}: {why}");
    }
}
