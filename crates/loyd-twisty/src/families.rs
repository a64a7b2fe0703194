//! Permutation puzzles with a number in their name, as definitions in the text form of ksolve.
//!
//! | name | pieces | moves |
//! |---|---|---|
//! | `pancake-N` | a stack of N pancakes | `kF` turns over the top k, for k from 2 |
//! | `burnt-pancake-N` | pancakes with a burnt side, which must be below | `kF`, for k from 1 |
//! | `topspin-N-K` | N numbers in a ring | `S` shifts the ring by one place, `T` reverses K places |
//! | `lights-out-WxH` | lamps that are on or off | `rC` toggles the lamp in row r and column C, and its neighbours |

use loyd_search::quote::quoted;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// The numbers of pancakes and of pieces in a ring.
const PIECES: RangeInclusive<usize> = 2..=64;

/// The numbers of rows and columns of lamps.
const SIDES: RangeInclusive<usize> = 1..=8;

/// A name of each family, with its description.
pub(crate) const EXAMPLES: [(&str, &str); 4] = [
    ("pancake-8", "a stack of 8 pancakes, 40,320 states; other numbers likewise"),
    ("burnt-pancake-6", "6 pancakes with a burnt side, 46,080 states; other numbers likewise"),
    (
        "topspin-20-4",
        "Top Spin: 20 pieces, 4 in the turnstile, 10^18 states; other numbers likewise",
    ),
    ("lights-out-5x5", "Lights Out, 8,388,608 solvable states; other sizes likewise"),
];

/// The definition of a puzzle of a family; `None` if the name is not of a family.
///
/// # Errors
/// The number in the name that is out of range.
pub(crate) fn definition(name: &str) -> Option<Result<String, String>> {
    let (family, numbers) = name.rsplit_once(|c: char| c.is_ascii_lowercase() && c != 'x')?;
    let family = &name[..=family.len()];
    let numbers = numbers.strip_prefix('-')?;
    Some(match family {
        "pancake" => number(numbers, PIECES).map(|count| pancakes(name, count, false)),
        "burnt-pancake" => number(numbers, PIECES).map(|count| pancakes(name, count, true)),
        "topspin" => pair(numbers, '-', PIECES)
            .and_then(|(count, turned)| Ok((count, number(&turned.to_string(), 2..=count)?)))
            .map(|(count, turned)| top_spin(name, count, turned)),
        "lights-out" => pair(numbers, 'x', SIDES).map(|(width, height)| lamps(name, width, height)),
        _ => return None,
    })
}

fn number(text: &str, range: RangeInclusive<usize>) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    let (first, last) = range.into_inner();
    number.ok_or_else(|| format!("{} is not a number from {first} to {last}", quoted(text)))
}

fn pair(text: &str, between: char, range: RangeInclusive<usize>) -> Result<(usize, usize), String> {
    let (one, two) = text.split_once(between).ok_or_else(|| {
        format!("{} is not two numbers with {between:?} between them", quoted(text))
    })?;
    Ok((number(one, range.clone())?, number(two, range)?))
}

/// The definition of a puzzle with one orbit: for each move its name, the slot from which the piece of each slot
/// comes, and the twist of each slot, all from 0.
fn definition_of(
    name: &str,
    (orbit, pieces, orientations): (&str, usize, usize),
    moves: impl Iterator<Item = (String, Vec<usize>, Vec<usize>)>,
) -> String {
    let words = |numbers: &[usize], first: usize| {
        let words = numbers.iter().map(|number| (number + first).to_string());
        words.collect::<Vec<_>>().join(" ")
    };
    let mut text = format!("Name {name}\nSet {orbit} {pieces} {orientations}\n");
    for (letter, from, twists) in moves {
        let twists = if orientations > 1 { words(&twists, 0) } else { String::new() };
        let _ = write!(text, "Move {letter}\n{orbit}\n{}\n{twists}\nEnd\n", words(&from, 1));
    }
    text
}

fn pancakes(name: &str, count: usize, burnt: bool) -> String {
    let flip = |top: usize| {
        let from = (0..top).rev().chain(top..count).collect();
        let twists = (0..count).map(|slot| usize::from(slot < top)).collect();
        (format!("{top}F"), from, twists)
    };
    let (smallest, orientations) = if burnt { (1, 2) } else { (2, 1) };
    definition_of(name, ("PANCAKES", count, orientations), (smallest..=count).map(flip))
}

fn top_spin(name: &str, count: usize, turned: usize) -> String {
    let shift = (1..count).chain([0]).collect();
    let reverse = (0..turned).rev().chain(turned..count).collect();
    let still = vec![0; count];
    let moves = [("S".to_owned(), shift, still.clone()), ("T".to_owned(), reverse, still)];
    definition_of(name, ("PIECES", count, 1), moves.into_iter())
}

/// Each row is an orbit, so that its lamps are a small coordinate of a rank.
fn lamps(name: &str, width: usize, height: usize) -> String {
    let mut text = format!("Name {name}\n");
    for row in 1..=height {
        let _ = writeln!(text, "Set ROW{row} {width} 2");
    }
    let places: Vec<String> = (1..=width).map(|place| place.to_string()).collect();
    for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
        let letter = char::from(b'A' + column as u8);
        let _ = writeln!(text, "Move {}{letter}", row + 1);
        for near in row.saturating_sub(1)..height.min(row + 2) {
            let is_near = |other: usize| row.abs_diff(near) + column.abs_diff(other) <= 1;
            let twists: Vec<&str> =
                (0..width).map(|other| if is_near(other) { "1" } else { "0" }).collect();
            let _ = writeln!(text, "ROW{}\n{}\n{}", near + 1, places.join(" "), twists.join(" "));
        }
        text.push_str("End\n");
    }
    text
}
