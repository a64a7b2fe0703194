//! Folders that are not what a run has left: damaged at random, or forged with the checksums to it.
//! Whatever is in them, a process ends by itself, with an exit code of its own and no wrong result,
//! takes no more memory than it may, and changes nothing outside the folder.

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

/// Makes this many cases in turn of every seed, and tells what came of them.
fn all(cases: usize, seed: u64, change: impl Fn(&mut Random, &Seed, &Place) -> Option<String>) {
    let (place, mut random, mut tally) = (Place::new(), Random::new(seed), Tally::default());
    let seeds = seeds::all(&place);
    let mut made = 0;
    while made < cases {
        for seed in &seeds {
            place.lay_out(seed);
            let Some(what) = change(&mut random, seed, &place) else { continue };
            let what = format!("case {made}, {}: {what}", seed.name);
            for command in &seed.commands {
                tally.add(place.run(seed, command, &what));
            }
            place.assert_nothing_else_changed(&what);
            made += 1;
        }
    }
    eprintln!("{made} cases: {tally:?}");
    assert!(tally.refused * 20 > made, "hardly anything was noticed: {tally:?}");
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
        for (file, path, value) in forge::known(&place) {
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
