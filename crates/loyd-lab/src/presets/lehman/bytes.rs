//! The bytes of states: in each form here, and in the paper's table 1, computed anew.

use super::cube;
use loyd_report::document::{Field, Part, Section, Table};
use loyd_report::numbers::{bytes, grouped};
use loyd_search::space::Packing;
use loyd_tiles::{Bytes, Nibbles, Single, Size, Sliding, solvable_states};
use std::mem::size_of;

/// A form in which a state is stored.
struct Form {
    puzzle: &'static str,
    name: &'static str,
    states: f64,
    bytes: f64,
    whence: &'static str,
}

/// Bytes of a state in the lists of searches, for boards of up to 16 cells.
const PACKED: usize = size_of::<<Sliding<Nibbles<4, 16>, Single> as Packing>::Packed>();

fn forms() -> Vec<Form> {
    let states =
        |side: usize| Size::new(side, side).and_then(solvable_states).unwrap_or_default() as f64;
    let (eight, fifteen) = (states(3), states(4));
    let bits = |states: f64| states.log2().ceil() / 8.0;
    let form = |puzzle, name, states, bytes, whence| Form { puzzle, name, states, bytes, whence };
    let computed = "computed";
    let measured = "measured: size of the type";
    vec![
        form("8-puzzle", "characters", eight, 9.0, computed),
        form("8-puzzle", "nibbles", eight, 4.5, computed),
        form("8-puzzle", "a 64-bit word, in lists of searches", eight, PACKED as f64, measured),
        form("8-puzzle", "rank, in whole bits", eight, bits(eight), computed),
        form("8-puzzle", "a bit at its rank", eight, 0.125, computed),
        form("15-puzzle", "characters", fifteen, 16.0, computed),
        form(
            "15-puzzle",
            "bytes and the blank",
            fifteen,
            size_of::<Bytes<4, 16>>() as f64,
            measured,
        ),
        form(
            "15-puzzle",
            "a word and the blank, in a search",
            fifteen,
            size_of::<Nibbles<4, 16>>() as f64,
            measured,
        ),
        form(
            "15-puzzle",
            "nibbles: a 64-bit word, in lists of searches",
            fifteen,
            PACKED as f64,
            measured,
        ),
        form("15-puzzle", "cells of 15 tiles, a byte each", fifteen, 15.0, computed),
        form("15-puzzle", "cells of 15 tiles, a nibble each", fifteen, 7.5, computed),
        form("15-puzzle", "rank, in whole bits", fifteen, bits(fifteen), computed),
        form("15-puzzle", "a bit at its rank", fifteen, 0.125, computed),
    ]
}

/// The bytes of a state, and of all states.
pub(super) fn costs() -> Section {
    let mut section = Section::new("What the states cost in bytes");
    section.say(
        "All states of a puzzle in each form. A bit at \
         its rank is what `loyd enumerate` keeps of a board that fits in memory: the rank says which \
         state it is, so the state itself is not stored.",
    );
    let columns = ["puzzle", "form", "#bytes a state", "#all states", "#TB", "#TiB", "whence"];
    let mut table = Table::new("Ours", &columns);
    for form in forms() {
        let total = form.states * form.bytes;
        let shown = |total: f64| {
            if total < 0.001 { format!("{total:.2e}") } else { format!("{total:.4}") }
        };
        table.rows.push(vec![
            Field::words(form.puzzle),
            Field::words(form.name),
            Field::number(Some(form.bytes), |bytes| format!("{bytes}")),
            Field::number(Some(total), |total| bytes(total as u64)),
            Field::number(Some(total / 1e12), shown),
            Field::number(Some(total / 1024_f64.powi(4)), shown),
            Field::words(form.whence),
        ]);
    }
    section.parts.push(Part::Table(table));
    section.parts.push(Part::Table(cube::costs()));
    section.parts.push(Part::Table(printed()));
    section
}

/// The paper's table of storage, computed anew.
fn printed() -> Table {
    let columns = ["puzzle", "#states", "#bytes a state", "printed", "#TB", "#TiB"];
    let mut table = Table::new("The paper's table 1, and the same computed anew", &columns);
    let mut reader = ::csv::Reader::from_reader(loyd_data::LEHMAN_STORAGE.as_bytes());
    for record in reader.records().flatten() {
        let number = |at: usize| record.get(at).and_then(|text| text.parse::<f64>().ok());
        let total = number(1).zip(number(2)).map(|(states, bytes)| states * bytes);
        let text = |at: usize| Field::words(record.get(at).unwrap_or_default());
        table.rows.push(vec![
            text(0),
            Field::number(number(1), |states| thousands(states as u128)),
            Field::number(number(2), |bytes| format!("{bytes}")),
            text(3),
            Field::number(total.map(|total| total / 1e12), |total| format!("{total:.6}")),
            Field::number(total.map(|total| total / 1024_f64.powi(4)), |total| {
                format!("{total:.6}")
            }),
        ]);
    }
    table
}

/// Digits in threes; there are more states of the cube than 64 bits can count.
fn thousands(number: u128) -> String {
    let (high, low) = (number / 1_000_000, number % 1_000_000);
    if high == 0 {
        return grouped(low as u64);
    }
    format!("{},{:03},{:03}", grouped(high as u64), low / 1000, low % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_totals_are_in_tebibytes() {
        let table = printed();
        let words: Vec<(&str, f64)> = table
            .rows
            .iter()
            .map(|row| (&row[3].text[..], row[5].value.expect("a total")))
            .collect();
        for (printed, computed) in words {
            let (number, unit) = printed.split_once(' ').expect("a unit");
            let number: f64 = number.replace(',', "").parse().expect("a number");
            let number = if unit == "MB" { number / 1024.0 / 1024.0 } else { number };
            assert!((computed - number).abs() <= 1.0, "{printed}: {computed}");
        }
    }
}
