//! The phases of the 5x5x5 cube: to a 3x3x3 cube.
//!
//! ```text
//! phase 1  all moves                                         centres of the colours R and L on the faces R and L
//! phase 2  any turns of faces, Rw and Lw, half turns else    centres of U and D on U and D; wings permuted evenly
//! phase 3  any turns of faces, half turns else               centres complete
//! phase 4  turns of faces, and sequences                     each edge with its two wings
//! ```
//!
//! A sequence of phase 4 turns two layers aside, puts another edge in the place of one of theirs, and turns them back:
//! `Uw R U R' Uw'`. The centres stay complete, and so does the parity of wings.

use super::beam::{Extent, Phase, Value};
use super::chain::Stage;
use super::cube::{
    BYTES5, CENTRES, Cube, D, L, MIDDLES, R, SETS, U, WING_PARITY5, WING_TRACK, WINGS5, moved,
};
use super::space::{Number, State};
use super::tables::{SetMove, Subsets, distances, places};
use crate::cubes::solid::{FACES, Rotation, dot};
use std::sync::Arc;

/// The number of the rotations.
const ROTATIONS: usize = 36;

/// The cube with the sequences of the last phase behind its moves.
pub(super) fn with_sequences(mut cube: Cube) -> Cube {
    let of = |cube: &Cube, face, last, quarters| {
        let rotation = Rotation { face, layers: 0..=last, quarters };
        cube.rotations.iter().position(|known| *known == rotation)
    };
    for (_, wide) in FACES {
        for (_, side) in FACES.into_iter().filter(|(_, side)| dot(*side, wide) == 0) {
            for number in 0..27 {
                let (aside, turn, quarters) = (1 + number / 9, 1 + number / 3 % 3, 1 + number % 3);
                let word = [
                    of(&cube, wide, 1, aside),
                    of(&cube, side, 0, turn),
                    of(&cube, wide, 0, quarters),
                    of(&cube, side, 0, 4 - turn),
                    of(&cube, wide, 1, 4 - aside),
                ];
                if let Some(word) = word.into_iter().collect::<Option<Vec<usize>>>() {
                    cube.moves.add_sequence(&word);
                }
            }
        }
    }
    cube
}

/// No limit to the states of a layer that are of one cell.
const ALL: usize = 1 << 20;

/// The phases.
pub(super) fn stages(cube: &Arc<Cube>) -> Vec<Stage<BYTES5>> {
    let exhaustive = |stage| Stage { is_exhaustive: true, ..stage };
    let deep = |stage: Stage<BYTES5>, depth| {
        let extent = Extent { depth, ..stage.extent };
        Stage { extent, ..stage }
    };
    vec![
        deep(Stage::new(Axis::new(cube), 80_000, ALL, 500), 14),
        // A few moves away, where the distances of parts do not lead a beam.
        exhaustive(Stage::new(Faces::new(cube), 0, 0, 100)),
        exhaustive(Stage::new(Centres::new(cube), 0, 0, 50)),
        deep(Stage::new(Edges::new(cube), 1_000, ALL, 20), 60),
    ]
}

/// The sets of each kind of centres under each letter.
fn kinds(cube: &Cube) -> [&[SetMove]; 2] {
    [&cube.sets, &cube.other_sets]
}

/// The colours of each kind of centres.
fn colours(state: &State<BYTES5>) -> [&[u8]; 2] {
    [&state[..CENTRES], &state[CENTRES..2 * CENTRES]]
}

/// The first phase.
struct Axis {
    letters: Vec<Number>,
    /// Places of R and L colours.
    subsets: Subsets,
    /// The distances of both kinds of centres.
    tables: [Vec<u8>; 2],
}

impl Axis {
    fn new(cube: &Cube) -> Self {
        let letters = cube.letters_of_phase(1);
        let subsets = Subsets::new(0xFF_FFFF, 8);
        let tables = kinds(cube).map(|moves| {
            let goal = subsets.number(SETS[1]);
            distances(subsets.len(), [goal], &letters, |index, letter| {
                subsets.number(moves[usize::from(letter)].after(subsets.set(index)))
            })
        });
        Self { letters, subsets, tables }
    }

    fn distances(&self, state: &State<BYTES5>) -> [u32; 2] {
        let colours = colours(state);
        [0, 1].map(|kind| {
            let set = places(colours[kind], |colour| colour % 3 == R);
            self.tables[kind][self.subsets.number(set)].into()
        })
    }
}

impl Phase<BYTES5> for Axis {
    fn letters(&self) -> &[Number] {
        &self.letters
    }

    fn value(&self, state: &State<BYTES5>) -> Value {
        // Squares prefer equal distances: far fewer of the states with them have no way to the goal nearby.
        let [one, two] = self.distances(state);
        let score = 3 * (one * one + two * two);
        if score == 0 { Value::Goal } else { Value::Score(score, 0) }
    }
}

/// The second phase.
struct Faces {
    letters: Vec<Number>,
    /// Places of U and D colours on four faces.
    around: Subsets,
    /// The distances of both kinds of centres, with the parity of wings.
    tables: [Vec<u8>; 2],
}

impl Faces {
    fn new(cube: &Cube) -> Self {
        let letters = cube.letters_of_phase(2);
        let around = Subsets::new(SETS[0] | SETS[2], 8);
        let tables = kinds(cube).map(|moves| {
            let after = moved(&around, moves, &letters);
            let goal = 2 * around.number(SETS[0]);
            distances(2 * around.len(), [goal], &letters, |index, letter| {
                let letter = usize::from(letter);
                let parity = cube.moves.letters[letter].image[WING_TRACK][index % 2];
                2 * after[letter][index / 2] as usize + usize::from(parity)
            })
        });
        Self { letters, around, tables }
    }

    fn distances(&self, state: &State<BYTES5>) -> [u32; 2] {
        let colours = colours(state);
        [0, 1].map(|kind| {
            let set = places(colours[kind], |colour| colour % 3 == U);
            let index = 2 * self.around.number(set) + usize::from(state[WING_PARITY5]);
            self.tables[kind][index].into()
        })
    }
}

impl Phase<BYTES5> for Faces {
    fn letters(&self) -> &[Number] {
        &self.letters
    }

    fn value(&self, state: &State<BYTES5>) -> Value {
        let [one, two] = self.distances(state);
        if one + two == 0 { Value::Goal } else { Value::Score(one + two, 0) }
    }

    fn bound(&self, state: &State<BYTES5>) -> u32 {
        let [one, two] = self.distances(state);
        one.max(two)
    }
}

/// Three halves of centres: for each, its kind and its axis. A turn changes both kinds, so distances of one kind alone
/// are low bounds: these are of one kind, or of an axis with both kinds and one half more.
const TRIPLES: [[(usize, usize); 3]; 14] = [
    [(0, 0), (0, 1), (0, 2)],
    [(1, 0), (1, 1), (1, 2)],
    [(0, 0), (1, 0), (0, 1)],
    [(0, 0), (1, 0), (1, 1)],
    [(0, 0), (1, 0), (0, 2)],
    [(0, 0), (1, 0), (1, 2)],
    [(0, 1), (1, 1), (0, 0)],
    [(0, 1), (1, 1), (1, 0)],
    [(0, 1), (1, 1), (0, 2)],
    [(0, 1), (1, 1), (1, 2)],
    [(0, 2), (1, 2), (0, 0)],
    [(0, 2), (1, 2), (1, 0)],
    [(0, 2), (1, 2), (0, 1)],
    [(0, 2), (1, 2), (1, 1)],
];

/// The third phase.
struct Centres {
    letters: Vec<Number>,
    /// Places of the colours of one face of each axis.
    halves: [Subsets; 3],
    tables: Vec<Vec<u8>>,
}

impl Centres {
    fn new(cube: &Cube) -> Self {
        let letters = cube.letters(|_, last| last == 0);
        let halves = SETS.map(|set| Subsets::new(set, 4));
        let after =
            kinds(cube).map(|moves| [0, 1, 2].map(|axis| moved(&halves[axis], moves, &letters)));
        let table = |triple: &[(usize, usize); 3]| {
            let goal = triple.map(|(_, axis)| halves[axis].number(0xF << (4 * axis)));
            distances(70 * 70 * 70, [index(goal)], &letters, |at, letter| {
                let halves = [at / 4900, at / 70 % 70, at % 70];
                index([0, 1, 2].map(|part| {
                    let (kind, axis) = triple[part];
                    after[kind][axis][usize::from(letter)][halves[part]] as usize
                }))
            })
        };
        let tables = TRIPLES.iter().map(table).collect();
        Self { letters, halves, tables }
    }
}

fn index([a, b, c]: [usize; 3]) -> usize {
    (a * 70 + b) * 70 + c
}

impl Phase<BYTES5> for Centres {
    fn letters(&self) -> &[Number] {
        &self.letters
    }

    fn value(&self, state: &State<BYTES5>) -> Value {
        let distance = self.bound(state);
        if distance == 0 { Value::Goal } else { Value::Score(distance, 0) }
    }

    fn bound(&self, state: &State<BYTES5>) -> u32 {
        let halves = colours(state).map(|colours| {
            [0, 1, 2].map(|axis| {
                let set = places(colours, |colour| usize::from(colour) == axis);
                self.halves[axis].number(set)
            })
        });
        let distance = |(triple, table): (&[(usize, usize); 3], &Vec<u8>)| {
            u32::from(table[index(triple.map(|(kind, axis)| halves[kind][axis]))])
        };
        TRIPLES.iter().zip(&self.tables).map(distance).max().unwrap_or(0)
    }
}

/// The fourth phase.
struct Edges {
    letters: Vec<Number>,
}

impl Edges {
    fn new(cube: &Cube) -> Self {
        let mut letters: Vec<Number> = (0..ROTATIONS)
            .filter(|&letter| *cube.rotations[letter].layers.end() == 0)
            .map(|letter| letter as Number)
            .collect();
        letters.extend((ROTATIONS..cube.moves.letters.len()).map(|it| it as Number));
        Self { letters }
    }
}

impl Phase<BYTES5> for Edges {
    fn letters(&self) -> &[Number] {
        &self.letters
    }

    fn value(&self, state: &State<BYTES5>) -> Value {
        let (wings, middles) = (&state[WINGS5], &state[MIDDLES]);
        let bad = |(pair, &beside): (&[u8], &u8)| {
            u32::from(pair[0] != beside) + u32::from(pair[1] != beside ^ 1)
        };
        let bad: u32 = wings.chunks_exact(2).zip(middles).map(bad).sum();
        if bad == 0 { Value::Goal } else { Value::Score(3 * bad, 0) }
    }
}

/// The colours D and L are those opposite to U and R.
const _: () = assert!(D == U + 3 && L == R + 3);
