//! Folders damaged at random or forged with valid checksums: a process ends by itself with an exit code of
//! loyd and no wrong result, stays within its memory limit, and changes nothing outside the folder.

#![cfg(unix)]

mod case;
mod damage;
mod document;
mod forge;
#[path = "../cli/program.rs"]
#[allow(dead_code)]
mod program;
mod random;
mod seeds;

use case::{Place, Tally};
use random::Random;
use seeds::Seed;

/// Runs this many cases, in turn from every seed, and prints the exit codes.
fn all(cases: usize, seed: u64, change: impl Fn(&mut Random, &Seed, &Place) -> Option<String>) {
    let (place, mut random, mut tally) = (Place::new(), Random::new(seed), Tally::default());
    let seeds = seeds::all(&place);
    let mut count = 0;
    while count < cases {
        for seed in &seeds {
            place.lay_out(seed);
            let Some(what) = change(&mut random, seed, &place) else { continue };
            let what = format!("case {count}, {}: {what}", seed.name);
            for command in &seed.commands {
                tally.add(place.run(seed, command, &what));
            }
            place.assert_nothing_else_changed(&what);
            count += 1;
        }
    }
    eprintln!("{count} cases: {tally:?}");
    assert!(tally.refused * 20 > count, "hardly anything was noticed: {tally:?}");
}

/// Cases of the ordinary tests: some of every kind of folder.
const SOME: usize = 66;
const MANY: usize = 3_000;

#[test]
fn damaged_folders_do_no_harm() {
    all(SOME, 1, damage::change);
}

#[test]
fn forged_folders_do_no_harm() {
    all(SOME, 2, forge::change);
}

/// Forgeries that did harm once: names that lead outside, numbers that are added up or allocated.
#[test]
fn known_forgeries_are_refused() {
    let place = Place::new();
    let seeds = seeds::all(&place);
    let mut refused = 0;
    for seed in &seeds {
        for (file, path, value) in forge::forgeries(&place) {
            place.lay_out(seed);
            let Some(what) = forge::put(seed, &place, file, path, &value) else { continue };
            let what = format!("{}: {what}", seed.name);
            let codes = seed.commands.iter().map(|command| place.run(seed, command, &what));
            assert!(codes.collect::<Vec<_>>().iter().any(|&code| code != 0), "{what}: not noticed");
            place.assert_nothing_else_changed(&what);
            refused += 1;
        }
    }
    assert!(refused > 40, "{refused}");
}

#[test]
#[ignore = "minutes: cargo test -p loyd-cli --test forged -- --ignored --nocapture"]
fn three_thousand_damaged_folders_do_no_harm() {
    all(MANY, 3, damage::change);
}

#[test]
#[ignore = "minutes: cargo test -p loyd-cli --test forged -- --ignored --nocapture"]
fn three_thousand_forged_folders_do_no_harm() {
    all(MANY, 4, forge::change);
}
