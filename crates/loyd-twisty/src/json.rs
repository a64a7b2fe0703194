//! Definitions in JSON, as the library cubing.js has them (`KPuzzle`).
//!
//! ```text
//! { "name": …,
//!   "orbits": [ { "orbitName": …, "numPieces": N, "numOrientations": O }, … ],
//!   "defaultPattern": { ORBIT: { "pieces": […], "orientation": […], "orientationMod": […] }, … },
//!   "moves": { NAME: { ORBIT: { "permutation": […], "orientationDelta": […] }, … }, … },
//!   "derivedMoves": { NAME: MOVES, … } }
//! ```
//!
//! Numbers begin with 0. After a move, the piece in slot i is the one that was in slot
//! `permutation[i]`, twisted by `orientationDelta[i]`. An entry m of `orientationMod` says that
//! orientations of the piece that differ by m look the same; 0 stands for `numOrientations`.
//! `orientationMod` and `derivedMoves` are optional; other fields (`$schema`, `orbitOrdering`,
//! `experimentalPuzzleDescription`) are ignored. A move may change orbits that the puzzle lacks: files of
//! parts of a puzzle keep the moves of the whole.
//!
//! The name of a move may end in an amount: `Rw2` is the half turn of `Rw`, if the file does not define `Rw`.
//! A derived move is a move of a search if it makes one move besides turns of the whole puzzle (`[x: U]`);
//! longer ones are notation.

use crate::error::{DefinitionError, Place};
use crate::json_path::path_at;
use crate::source::{
    ChangeSource, DerivedSource, MoveSource, OrbitSource, Pattern, PatternSource, Source,
};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    name: String,
    orbits: Vec<OrbitEntry>,
    default_pattern: Entries<PatternEntry>,
    moves: Entries<Entries<Change>>,
    derived_moves: Option<Entries<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OrbitEntry {
    #[serde(rename = "orbitName")]
    name: String,
    num_pieces: u64,
    num_orientations: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PatternEntry {
    pieces: Vec<u64>,
    orientation: Vec<u64>,
    orientation_mod: Option<Vec<u64>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Change {
    permutation: Vec<u64>,
    orientation_delta: Vec<u64>,
}

/// The entries of an object, in order; a name may occur twice, which is noticed later.
struct Entries<T>(Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entry<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entry<T> {
            type Value = Entries<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(Entry(PhantomData))
    }
}

/// Refuses a name that occurs twice.
fn distinct<T>(entries: &[(String, T)], what: &'static str) -> Result<(), DefinitionError> {
    let mut names: Vec<&String> = entries.iter().map(|(name, _)| name).collect();
    names.sort();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(DefinitionError::Twice { what, name: pair[0].clone() }),
        None => Ok(()),
    }
}

/// The message of the parser with the field. It may repeat a name of any length; the place is at its end.
fn wrong(error: &serde_json::Error, what: &'static str, json: &str) -> DefinitionError {
    const MAX: usize = 100;
    let text: Vec<char> = error.to_string().chars().collect();
    let reason = if text.len() <= 4 * MAX {
        text.iter().collect()
    } else {
        let (head, tail) = (&text[..MAX], &text[text.len() - MAX..]);
        head.iter().chain(&['…']).chain(tail).collect()
    };
    let path = path_at(json, error.line(), error.column());
    DefinitionError::Json { what, path, reason }
}

pub(crate) fn parse(text: &str) -> Result<Source, DefinitionError> {
    let wrong = |error| wrong(&error, "puzzle definition", text);
    let file: File = serde_json::from_str(text).map_err(wrong)?;
    distinct(&file.moves.0, "move")?;
    for (_, orbits) in &file.moves.0 {
        distinct(&orbits.0, "orbit")?;
    }
    let orbit = |orbit: OrbitEntry| OrbitSource {
        name: orbit.name,
        pieces: orbit.num_pieces,
        orientations: orbit.num_orientations,
        line: 0,
    };
    let change = |(orbit, change): (String, Change)| {
        let Change { permutation, orientation_delta: delta } = change;
        (orbit, ChangeSource { permutation, delta, line: 0 })
    };
    let orbits: Vec<OrbitSource> = file.orbits.into_iter().map(orbit).collect();
    let exists = |(name, _): &(String, Change)| orbits.iter().any(|orbit| orbit.name == *name);
    let moved = |(name, changes): (String, Entries<Change>)| MoveSource {
        name,
        orbits: changes.0.into_iter().filter(exists).map(change).collect(),
        first: 0,
        by_origin: false,
        line: 0,
    };
    let derived = file.derived_moves.map(|derived| derived.0).unwrap_or_default();
    distinct(&derived, "move")?;
    let derived = derived.into_iter().map(|(name, moves)| DerivedSource {
        name,
        moves,
        is_move: false,
        line: 0,
    });
    let moves = file.moves.0.into_iter().map(moved).collect();
    Ok(Source {
        name: file.name,
        orbits,
        pattern: pattern_of(file.default_pattern)?,
        moves,
        derived: derived.collect(),
        ..Source::default()
    })
}

/// Reads a pattern alone, in the form of `defaultPattern`.
pub(crate) fn parse_pattern(text: &str) -> Result<Pattern, DefinitionError> {
    let wrong = |error| wrong(&error, "pattern", text);
    let entries = serde_json::from_str(text).map_err(wrong)?;
    pattern_of(entries)
}

fn pattern_of(entries: Entries<PatternEntry>) -> Result<Pattern, DefinitionError> {
    distinct(&entries.0, "orbit")?;
    let pattern = |(orbit, pattern): (String, PatternEntry)| {
        let PatternEntry { pieces, orientation, orientation_mod } = pattern;
        let moduli = match orientation_mod {
            Some(moduli) if moduli.len() != pieces.len() => {
                return Err(DefinitionError::Length {
                    place: Place::Pattern(orbit),
                    list: "orientationMod",
                    found: moduli.len(),
                    expected: pieces.len(),
                });
            }
            other => other.unwrap_or_default(),
        };
        Ok((orbit, PatternSource { pieces, orientation, moduli, line: 0 }))
    };
    entries.0.into_iter().map(pattern).collect()
}
