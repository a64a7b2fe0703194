//! The phases of a large cube: to a 3x3x3 cube, after the three-phase reduction of S. Chen (TPR-4x4x4-Solver).
//!
//! ```text
//! phase 1  all moves                                        centres of the colours R and L on the faces R and L
//! phase 2  any turns of faces and of Rw, half turns else    centres of U and D on U and D; edges paired by half turns
//! phase 3  half turns but of U, D, F, B                     centres and edges complete
//! ```
//!
//! The moves of phase 3 leave two classes of twelve wing places each, one of each class at every edge. An edge can be
//! paired if its wings are of different classes; on the 5x5x5, of those that its middle piece needs. Wings must be an
//! even permutation; on the 4x4x4, which has no middle pieces, the parity of half turns of inner layers is that which
//! the corners need.
//!
//! The cube has no fixed part here: it is solved up to a rotation. Bytes of a state:
//!
//! ```text
//! 24 or 48    colours of centres
//! 24          places of wings; the wings of edge e are 2 e and 2 e + 1
//! 4x4x4       parities of corners, of wings, of half turns of inner layers that phase 3 needs
//! 5x5x5       places of middle pieces, as that of wing 2 e if they were paired; the last two of these parities
//! ```

use super::beam::{Phase, Value};
use super::space::{Letter, Moves, PLACES, State};
use super::tables::{SetMove, Subsets, UNKNOWN, distances, is_odd, places};
use crate::cubes::solid::{FACES, Kind, Rotation, Solid, Vector, dot, normal};
use crate::orbit::Slot;
use std::ops::Range;
use std::sync::Arc;

/// The number of colours of centres of one kind.
const CENTRES: usize = 24;

/// The track of the parity of wings.
const WING_PARITY: usize = 2;

/// The track of the parity of half turns of inner layers.
const HALF_TURNS: usize = 3;

/// The numbers of the faces in [`FACES`].
const U: u8 = 0;
const R: u8 = 1;
const D: u8 = 3;
const L: u8 = 4;

/// Bytes of a state of the 4x4x4 and of the 5x5x5 cube.
pub(super) const BYTES4: usize = 51;
pub(super) const BYTES5: usize = 86;

/// A cube without a fixed part, and its moves.
pub(super) struct Cube {
    pub(super) solid: Solid,
    pub(super) kinds: Vec<Kind>,
    /// The rotation of each letter.
    pub(super) rotations: Vec<Rotation>,
    pub(super) moves: Moves,
    /// Sets of centres under each letter, by kind.
    sets: Vec<Vec<SetMove>>,
    /// The wing places of the first class.
    low: u32,
    /// The numbers of sequences that change classes and that exchange edges.
    sequences: [usize; 2],
}

impl Cube {
    pub(super) fn new(solid: Solid) -> Self {
        let kinds = solid.kinds(false);
        let axes: [[Vector; 2]; 3] = [0, 1, 2].map(|face| [FACES[face].1, FACES[face + 3].1]);
        let mut rotations = Vec::new();
        for [front, back] in axes {
            let blocks = [(front, 0), (front, 1), (back, 0), (back, 1)];
            for (face, last) in blocks.into_iter().take(if solid.holds_corner() { 3 } else { 4 }) {
                rotations.extend((1..4).map(|quarters| Rotation { face, layers: 0..=last, quarters }));
            }
        }
        let mut cube = Self {
            solid,
            kinds,
            rotations,
            moves: Moves { letters: Vec::new(), tracks: Vec::new() },
            sets: Vec::new(),
            low: 0,
            sequences: [0; 2],
        };
        cube.moves.tracks = cube.tracks();
        cube.moves.letters =
            cube.rotations.iter().enumerate().map(|(index, it)| cube.letter(index, it)).collect();
        if !solid.holds_corner() {
            cube.add_sequences();
        }
        let of_kind = |kind: usize| {
            let set = |letter: &Letter| {
                let first = kind * CENTRES;
                let places = &letter.source[first..first + CENTRES];
                SetMove::new(&places.iter().map(|&from| from - first as u8).collect::<Vec<_>>())
            };
            cube.moves.letters.iter().map(set).collect()
        };
        cube.sets = (0..cube.centre_kinds()).map(of_kind).collect();
        cube.low = cube.low_wings();
        cube
    }

    /// The sequences that change the classes of wings and leave the colours of the centres on their faces: an inner layer
    /// aside, an edge turned over, and back: `Rw F R F' Rw'`.
    fn add_sequences(&mut self) {
        let letter = |face: char, last: usize, quarters: i16| {
            let rotation = Rotation { face: normal(face)?, layers: 0..=last, quarters };
            self.rotations.iter().position(|known| *known == rotation)
        };
        let mut words = Vec::new();
        for (side, face) in ['R', 'L'].into_iter().flat_map(|side| "UFDB".chars().map(move |f| (side, f))) {
            for (wide, turn) in [(1, 1), (1, 3), (3, 1), (3, 3)] {
                for quarters in 1..4 {
                    let word = [
                        letter(side, 1, wide),
                        letter(face, 0, turn),
                        letter(side, 0, quarters),
                        letter(face, 0, 4 - turn),
                        letter(side, 1, 4 - wide),
                    ];
                    words.extend(word.into_iter().collect::<Option<Vec<usize>>>());
                }
            }
        }
        let classes = words.len();
        // Those that exchange edges: layers aside, an edge replaced, and back: `Uw2 R U R' Uw2`.
        for wide in ['U', 'R', 'F'] {
            let axis = normal(wide).unwrap_or_default();
            for face in FACES.iter().filter(|(_, normal)| dot(*normal, axis) == 0).map(|(face, _)| *face) {
                for (turn, quarters) in [1, 2, 3].into_iter().flat_map(|a| [1, 2, 3].map(|b| (a, b))) {
                    let word = [
                        letter(wide, 1, 2),
                        letter(face, 0, turn),
                        letter(wide, 0, quarters),
                        letter(face, 0, 4 - turn),
                        letter(wide, 1, 2),
                    ];
                    words.extend(word.into_iter().collect::<Option<Vec<usize>>>());
                }
            }
        }
        self.sequences = [classes, words.len() - classes];
        for word in words {
            self.moves.add_sequence(&word);
        }
    }

    fn centre_kinds(&self) -> usize {
        if self.solid.holds_corner() { 1 } else { 2 }
    }

    fn wings(&self) -> Range<usize> {
        let first = self.centre_kinds() * CENTRES;
        first..first + 24
    }

    fn tracks(&self) -> Vec<Range<usize>> {
        let first = self.wings().end;
        let parity = |at: usize| at..at + 1;
        if self.solid.holds_corner() {
            vec![self.wings(), parity(first), parity(first + 1), parity(first + 2)]
        } else {
            vec![self.wings(), first..first + 12, parity(first + 12), parity(first + 13)]
        }
    }

    fn letter(&self, index: usize, rotation: &Rotation) -> Letter {
        let mut image = vec![[0; PLACES]; self.moves.tracks.len()];
        let (mut source, mut first) = (Vec::new(), 0);
        let change = self.solid.transformation(&self.kinds, rotation);
        for kind in &self.kinds {
            let from = &change.source[first..first + kind.places.len()];
            if kind.name == "WINGS" {
                for (to, &from) in from.iter().enumerate() {
                    image[0][usize::from(from) - first] = to as u8;
                }
            } else if kind.name.ends_with("CENTERS") {
                let start = source.len();
                source.extend(from.iter().map(|&slot| (usize::from(slot) - first + start) as u8));
            }
            first += kind.places.len();
        }
        let is_quarter = rotation.quarters % 2 != 0;
        let is_inner = *rotation.layers.end() > 0;
        let parity = |track: &mut [u8; PLACES], changes: bool| {
            (track[0], track[1]) = if changes { (1, 0) } else { (0, 1) };
        };
        if self.solid.holds_corner() {
            // A turn of two layers is one of the face and one of the inner layer.
            parity(&mut image[1], is_quarter);
            parity(&mut image[2], is_quarter && is_inner);
        } else {
            // Middle pieces move as the wings beside them do when the face turns.
            let outer = Rotation { layers: 0..=0, ..rotation.clone() };
            let change = self.solid.transformation(&self.kinds, &outer);
            let first = self.first_wing_slot();
            for to in 0..24 {
                image[1][usize::from(change.source[first + to]) - first] = to as u8;
            }
            parity(&mut image[2], is_quarter && is_inner);
        }
        parity(&mut image[3], !is_quarter && is_inner);
        let axis = rotation.face.iter().position(|&x| x != 0).unwrap_or(0);
        Letter { source, image, word: vec![index as u8], axis: axis as u8, generator: (index / 3) as u8 }
    }

    fn first_wing_slot(&self) -> usize {
        let before = self.kinds.iter().take_while(|kind| kind.name != "WINGS");
        before.map(|kind| kind.places.len()).sum()
    }

    /// The letters whose quarter turns a test allows, by face and number of layers; others only as half turns.
    fn letters(&self, quarters: impl Fn(char, usize) -> bool) -> Vec<u8> {
        let rotations = self.rotations.iter().enumerate().filter(|(_, rotation)| {
            let face = FACES.iter().find(|(_, normal)| *normal == rotation.face);
            let letter = face.map_or(' ', |(letter, _)| *letter);
            rotation.quarters == 2 || quarters(letter, *rotation.layers.end())
        });
        rotations.map(|(index, _)| index as u8).collect()
    }

    fn letters_of_phase(&self, phase: usize) -> Vec<u8> {
        match phase {
            1 => self.letters(|_, _| true),
            2 => self.letters(|face, last| last == 0 || matches!(face, 'R' | 'L')),
            _ => self.letters(|face, last| last == 0 && !matches!(face, 'R' | 'L')),
        }
    }

    /// The wing places that the moves of phase 3 reach from the first one.
    fn low_wings(&self) -> u32 {
        let letters = self.letters_of_phase(3);
        let (mut set, mut next) = (0, 1_u32);
        while next != set {
            set = next;
            for place in (0..24).filter(|place| set >> place & 1 == 1) {
                for &letter in &letters {
                    next |= 1 << self.moves.letters[usize::from(letter)].image[0][place];
                }
            }
        }
        set
    }

    #[inline]
    fn is_low(&self, place: u8) -> bool {
        self.low >> place & 1 == 1
    }

    /// A state from the slots of the cube in the order of its kinds.
    pub(super) fn state<const N: usize>(&self, slots: &[Slot], colours: [u8; 6]) -> State<N> {
        let mut state = [0; N];
        let (mut first, mut centre) = (0, 0);
        let mut middles = Vec::new();
        let wings = self.wings();
        for kind in &self.kinds {
            let slots = &slots[first..first + kind.places.len()];
            match kind.name {
                "WINGS" => {
                    for (place, slot) in slots.iter().enumerate() {
                        state[wings.start + usize::from(slot.piece)] = place as u8;
                    }
                }
                "EDGES" => middles = slots.to_vec(),
                "CORNERS" => {
                    let pieces: Vec<u8> = slots.iter().map(|slot| slot.piece as u8).collect();
                    if self.solid.holds_corner() {
                        state[wings.end] = is_odd(&pieces).into();
                    }
                }
                _ => {
                    for slot in slots {
                        state[centre] = colours[usize::from(slot.piece)];
                        centre += 1;
                    }
                }
            }
            first += kind.places.len();
        }
        let odd = is_odd(&state[wings.clone()]);
        if self.solid.holds_corner() {
            state[wings.end + 1] = odd.into();
        } else {
            for (edge, slot) in middles.iter().enumerate() {
                state[wings.end + usize::from(slot.piece)] = self.flag(edge, *slot);
            }
            state[wings.end + 12] = odd.into();
        }
        state
    }

    /// The place of wing 2 e if it were beside its middle piece e, which is in this slot.
    fn flag(&self, edge: usize, slot: Slot) -> u8 {
        let wings = self.kinds.iter().find(|kind| kind.name == "WINGS");
        let wings = &wings.unwrap_or_else(|| unreachable!("cubes have wings")).places;
        let home = &wings[2 * usize::from(slot.piece)];
        // The wing that has the same hand if the middle piece is not flipped, else the other one.
        let same = home.hand() == wings[2 * edge].hand();
        (2 * edge + usize::from(same == (slot.orientation == 1))) as u8
    }
}

/// The weights of estimates in a score.
#[derive(Clone, Copy)]
pub(super) struct Weights {
    pub(super) centres: u32,
    pub(super) edges: u32,
}

/// The first phase.
pub(super) struct Axis {
    cube: Arc<Cube>,
    letters: Vec<u8>,
    subsets: Subsets,
    /// By kind of centres.
    tables: Vec<Vec<u8>>,
}

/// The places of the faces U and D, R and L, F and B.
const SETS: [u32; 3] = [0xF00F, 0xF_00F0, 0xF0_0F00];

impl Axis {
    pub(super) fn new(cube: &Arc<Cube>) -> Self {
        let letters = cube.letters_of_phase(1);
        let subsets = Subsets::new(0xFF_FFFF, 8);
        let table = |moves: &Vec<SetMove>| {
            let after =
                |index, letter: u8| subsets.number(moves[usize::from(letter)].after(subsets.set(index)));
            distances(subsets.len(), [subsets.number(SETS[1])], &letters, after)
        };
        let tables = cube.sets.iter().map(table).collect();
        Self { cube: cube.clone(), letters, subsets, tables }
    }
}

impl<const N: usize> Phase<N> for Axis {
    fn letters(&self) -> &[u8] {
        &self.letters
    }

    fn value(&self, state: &State<N>) -> Value {
        let mut sum = 0;
        for (kind, table) in self.tables.iter().enumerate() {
            let colours = &state[kind * CENTRES..(kind + 1) * CENTRES];
            let set = places(colours, |colour| colour % 3 == R);
            sum += u32::from(table[self.subsets.number(set)]);
        }
        if sum == 0 {
            return Value::Goal;
        }
        let bad = self.cube.bad_edges(state);
        Value::Score(16 * sum + bad, (32 * sum + bad) as usize)
    }
}

impl Cube {
    /// The number of edges, or of wings on the 5x5x5, that cannot be paired by the moves of phase 3.
    fn bad_edges<const N: usize>(&self, state: &State<N>) -> u32 {
        let wings = &state[self.wings()];
        if self.solid.holds_corner() {
            let bad = |pair: &[u8]| u32::from(self.is_low(pair[0]) == self.is_low(pair[1]));
            return wings.chunks_exact(2).map(bad).sum();
        }
        let middles = &state[self.wings().end..self.wings().end + 12];
        let bad = |(pair, &middle): (&[u8], &u8)| {
            let low = self.is_low(middle);
            u32::from(self.is_low(pair[0]) != low) + u32::from(self.is_low(pair[1]) == low)
        };
        wings.chunks_exact(2).zip(middles).map(bad).sum()
    }

    /// The byte of the parity of half turns of inner layers.
    fn half_turns(&self) -> usize {
        self.wings().end + if self.solid.holds_corner() { 2 } else { 13 }
    }

    /// The parity of the permutation of wings, which phase 3 cannot change.
    fn wing_parity<const N: usize>(&self, state: &State<N>) -> u8 {
        state[self.wings().end + if self.solid.holds_corner() { 1 } else { 12 }]
    }

    /// The parity of the edges of the 4x4x4 whose wings have exchanged their classes, which are flipped when they are
    /// paired.
    fn flip_parity<const N: usize>(&self, state: &State<N>) -> u32 {
        let wings = self.wings();
        if !self.solid.holds_corner() {
            return 0;
        }
        let places = (0..24).step_by(2).map(|wing| (wing, state[wings.start + usize::from(wing)]));
        let flipped = places.filter(|&(wing, place)| self.is_low(wing) != self.is_low(place));
        flipped.count() as u32 % 2
    }
}

/// The second phase.
pub(super) struct Faces {
    cube: Arc<Cube>,
    letters: Vec<u8>,
    weights: Weights,
    /// Places of U and D colours on four faces; of R colours on the other two.
    around: Subsets,
    across: Subsets,
    tables: Vec<Vec<u8>>,
    /// True for the numbers of the sets across of all kinds, and a parity of half turns, from which phase 3 leads to the
    /// solved cube.
    solvable: Vec<bool>,
}

impl Faces {
    pub(super) fn new(cube: &Arc<Cube>, weights: Weights) -> Self {
        let letters = cube.letters_of_phase(2);
        let around = Subsets::new(SETS[0] | SETS[2], 8);
        let across = Subsets::new(SETS[1], 4);
        let table = |moves: &Vec<SetMove>| {
            let (around_moved, across_moved) = (moved(&around, moves, &letters), moved(&across, moves, &letters));
            let goals = closure(
                [R, L]
                    .into_iter()
                    .take(if cube.solid.holds_corner() { 2 } else { 1 })
                    .map(|face| across.number(0xF << (4 * face))),
                &cube.letters_of_phase(3),
                |index, letter| across_moved[usize::from(letter)][index] as usize,
                across.len(),
            );
            let solved = around.number(SETS[0]);
            let goals = goals.into_iter().map(|index| 2 * (solved * across.len() + index));
            distances(2 * around.len() * across.len(), goals, &letters, |index, letter| {
                let (index, parity) = (index / 2, index % 2);
                let (one, two) = (index / across.len(), index % across.len());
                let letter = usize::from(letter);
                let parity = cube.moves.letters[letter].image[WING_PARITY][parity];
                let (one, two) = (around_moved[letter][one] as usize, across_moved[letter][two] as usize);
                2 * (one * across.len() + two) + usize::from(parity)
            })
        };
        let tables = cube.sets.iter().map(table).collect();
        let solvable = solvable(cube, &across);
        Self { cube: cube.clone(), letters, weights, around, across, tables, solvable }
    }
}

/// The number of each set after each letter; empty for other letters.
fn moved(subsets: &Subsets, moves: &[SetMove], letters: &[u8]) -> Vec<Vec<u32>> {
    let of = |letter: usize| {
        if letters.contains(&(letter as u8)) {
            subsets.moved(&moves[letter..=letter]).remove(0)
        } else {
            Vec::new()
        }
    };
    (0..moves.len()).map(of).collect()
}

/// For the numbers of the sets across of all kinds and a parity of half turns, true if phase 3 leads to the solved cube.
fn solvable(cube: &Cube, across: &Subsets) -> Vec<bool> {
    let letters = cube.letters_of_phase(3);
    let moved: Vec<_> = cube.sets.iter().map(|moves| moved(across, moves, &letters)).collect();
    let index_of = |faces: u8| cube.sets.iter().fold(0, |index, _| {
        index * across.len() + across.number(0xF << (4 * faces))
    });
    let faces = if cube.solid.holds_corner() { &[R, L][..] } else { &[R] };
    let size = 2 * across.len().pow(cube.sets.len() as u32);
    let table = distances(size, faces.iter().map(|&face| 2 * index_of(face)), &letters, |index, letter| {
        let letter = usize::from(letter);
        let parity = cube.moves.letters[letter].image[HALF_TURNS][index % 2];
        let (mut rest, mut factor, mut after) = (index / 2, 1, 0);
        for moved in moved.iter().rev() {
            after += moved[letter][rest % across.len()] as usize * factor;
            rest /= across.len();
            factor *= across.len();
        }
        2 * after + usize::from(parity)
    });
    let reached = table.iter().map(|&distance| distance != UNKNOWN).collect::<Vec<bool>>();
    if std::env::var("TRACE").is_ok() { eprintln!("solvable {} of {size}", reached.iter().filter(|x| **x).count()); }
    reached
}

/// All indices that letters reach.
fn closure(
    starts: impl IntoIterator<Item = usize>,
    letters: &[u8],
    successor: impl Fn(usize, u8) -> usize,
    size: usize,
) -> Vec<usize> {
    let table = distances(size, starts, letters, successor);
    (0..size).filter(|&index| table[index] != UNKNOWN).collect()
}

impl<const N: usize> Phase<N> for Faces {
    fn letters(&self) -> &[u8] {
        &self.letters
    }

    fn value(&self, state: &State<N>) -> Value {
        let sum = self.distances(state).sum::<u32>();
        let (bad, odd) = (self.cube.bad_edges(state), self.cube.flip_parity(state));
        let maxbad = std::env::var("MAXBAD").map_or(0, |v| v.parse().unwrap());
        if sum + odd == 0 {
            let is_goal = if bad == 0 {
                self.is_solvable(state, self.cube.needed_parity(state))
            } else {
                let one = [0, 1].iter().any(|&parity| self.is_solvable(state, parity));
                !self.cube.solid.holds_corner() && bad <= maxbad && one
            };
            if is_goal {
                return Value::Goal;
            }
        }
        let score = self.weights.centres * sum + self.weights.edges * (bad + odd);
        Value::Score(score, (32 * sum + bad) as usize)
    }

    fn bound(&self, state: &State<N>) -> u32 {
        self.distances(state).max().unwrap_or(0)
    }
}

impl Faces {
    /// True if phase 3 can solve the sets across, with this parity of half turns.
    fn is_solvable<const N: usize>(&self, state: &State<N>, parity: usize) -> bool {
        let index = (0..self.tables.len()).fold(0, |index, kind| {
            let colours = &state[kind * CENTRES..(kind + 1) * CENTRES];
            index * self.across.len() + self.across.number(places(colours, |colour| colour == R))
        });
        self.solvable[2 * index + parity]
    }

    /// The distances of each kind of centres.
    fn distances<const N: usize>(&self, state: &State<N>) -> impl Iterator<Item = u32> {
        self.tables.iter().enumerate().map(|(kind, table)| {
            let colours = &state[kind * CENTRES..(kind + 1) * CENTRES];
            let around = places(colours, |colour| colour % 3 == U);
            let across = places(colours, |colour| colour == R);
            let index = self.around.number(around) * self.across.len() + self.across.number(across);
            u32::from(table[2 * index + usize::from(self.cube.wing_parity(state))])
        })
    }
}

/// The phase of the 5x5x5 between the second and the third: the wings of each class.
pub(super) struct Classes {
    faces: Arc<Faces>,
    letters: Vec<u8>,
}

impl Classes {
    pub(super) fn new(faces: &Arc<Faces>) -> Self {
        let cube = &faces.cube;
        let first = cube.rotations.len();
        let sequences = first..first + cube.sequences[0];
        let mut letters = cube.letters_of_phase(3);
        letters.retain(|&letter| *cube.rotations[usize::from(letter)].layers.end() == 0);
        letters.extend(sequences.map(|letter| letter as u8));
        Self { faces: faces.clone(), letters }
    }
}

impl<const N: usize> Phase<N> for Classes {
    fn letters(&self) -> &[u8] {
        &self.letters
    }

    fn value(&self, state: &State<N>) -> Value {
        let bad = self.faces.cube.bad_edges(state);
        let sum = self.faces.distances(state).sum::<u32>();
        if bad + sum == 0 && self.faces.is_solvable(state, self.faces.cube.needed_parity(state)) {
            return Value::Goal;
        }
        Value::Score(2 * bad + sum, (32 * sum + bad) as usize)
    }
}

/// The third phase.
pub(super) struct Pairs {
    cube: Arc<Cube>,
    letters: Vec<u8>,
    weights: Weights,
    /// Places of the colours of one face of each axis.
    halves: [Subsets; 3],
    /// Distances of the centres, by kind; on the 4x4x4 with a parity.
    centres: Vec<Vec<u8>>,
    /// Distances of three pairs of wings, or of three wings of one class and middle pieces, by [`triple`].
    triples: Vec<Vec<u8>>,
    /// The sum of distances of edges at the goal: the 5x5x5 has a phase for the last ones.
    max_edges: u32,
}

/// Places of three edges.
const TRIPLES: usize = 12 * 12 * 12;

/// Edges whose distances are added.
const PARTS: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [9, 10, 11],
    [0, 3, 6],
    [1, 4, 9],
    [2, 7, 10],
    [5, 8, 11],
];

impl Pairs {
    pub(super) fn new(cube: &Arc<Cube>, weights: Weights) -> Self {
        let letters = cube.letters_of_phase(3);
        let halves = SETS.map(|set| Subsets::new(set, 4));
                let centres = cube.sets.iter().map(|moves| {
            let moved = [0, 1, 2].map(|axis| moved(&halves[axis], moves, &letters));
            let size = 70 * 70 * 70 * 2;
            // Half turns of the whole cube, unless it has fixed centres.
            let is_goal = |turned: &u32| match cube.solid.holds_corner() {
                true => turned.count_ones() % 2 == 0,
                false => *turned == 0,
            };
            let goals = (0..8).filter(is_goal).map(|turned| {
                let half = |axis: usize| {
                    let face = axis + if turned >> axis & 1 == 1 { 3 } else { 0 };
                    halves[axis].number(0xF << (4 * face))
                };
                ((half(0) * 70 + half(1)) * 70 + half(2)) * 2
            });
            distances(size, goals, &letters, |index, letter| {
                let (parity, index) = (index % 2, index / 2);
                let letter = usize::from(letter);
                let half = |axis: usize, index: usize| moved[axis][letter][index] as usize;
                let (a, b, c) = (half(0, index / 4900), half(1, index / 70 % 70), half(2, index % 70));
                let parity = usize::from(cube.moves.letters[letter].image[HALF_TURNS][parity]);
                ((a * 70 + b) * 70 + c) * 2 + parity
            })
        });
        let centres = centres.collect();
        let triples = cube.edge_maps(&letters).iter().map(|maps| triples(maps, &letters)).collect();
        let max_edges = if cube.solid.holds_corner() { 0 } else { std::env::var("MAXE").map_or(24, |v| v.parse().unwrap()) };
        Self { cube: cube.clone(), letters, weights, halves, centres, triples, max_edges }
    }
}

/// The maps of edges that two kinds of pieces follow, by letter.
type EdgeMaps = (Vec<[u8; 12]>, Vec<[u8; 12]>);

impl Cube {
    /// The edge of the wing of edge `e` in the first class and that in the other, and of the middle piece.
    fn edges<const N: usize>(&self, state: &State<N>) -> [[u8; 12]; 3] {
        let wings = &state[self.wings()];
        let mut edges = [[0; 12]; 3];
        for (edge, pair) in wings.chunks_exact(2).enumerate() {
            let [low, high] = if self.is_low(pair[0]) { [pair[0], pair[1]] } else { [pair[1], pair[0]] };
            (edges[0][edge], edges[1][edge]) = (low / 2, high / 2);
        }
        if !self.solid.holds_corner() {
            for (edge, &place) in state[self.wings().end..][..12].iter().enumerate() {
                edges[2][edge] = place / 2;
            }
        }
        edges
    }

    /// The parity of half turns of inner layers that make the permutation of edges that of the corners on the 4x4x4, and
    /// the permutation of wings that of the middle pieces on the 5x5x5.
    fn needed_parity<const N: usize>(&self, state: &State<N>) -> usize {
        let edges = self.edges(state);
        let other = match self.solid.holds_corner() {
            true => state[self.wings().end] == 1,
            false => is_odd(&edges[2]),
        };
        usize::from(is_odd(&edges[0]) != other)
    }

    /// On the 4x4x4 the first class of wings and the other; on the 5x5x5 each class and the middle pieces.
    fn edge_maps(&self, letters: &[u8]) -> Vec<EdgeMaps> {
        let map = |track: usize, low: bool| -> Vec<[u8; 12]> {
            let of = |(index, letter): (usize, &Letter)| {
                let mut map = [0; 12];
                if letters.contains(&(index as u8)) {
                    for place in (0..24).filter(|&place| self.is_low(place) == low) {
                        map[usize::from(place) / 2] = letter.image[track][usize::from(place)] / 2;
                    }
                }
                map
            };
            self.moves.letters.iter().enumerate().map(of).collect()
        };
        if self.solid.holds_corner() {
            return vec![(map(0, true), map(0, false))];
        }
        vec![(map(0, true), map(1, true)), (map(0, false), map(1, true))]
    }
}

fn triple(edges: &[u8; 12], part: [usize; 3]) -> usize {
    let [a, b, c] = part.map(|edge| usize::from(edges[edge]));
    (a * 12 + b) * 12 + c
}

/// The distances of three edges with two pieces each from being paired.
fn triples((one, two): &EdgeMaps, letters: &[u8]) -> Vec<u8> {
    let expand = |maps: &[[u8; 12]]| -> Vec<Vec<u16>> {
        let of = |map: &[u8; 12]| {
            let edge = |index: usize| usize::from(map[index]);
            (0..TRIPLES)
                .map(|at| ((edge(at / 144) * 12 + edge(at / 12 % 12)) * 12 + edge(at % 12)) as u16)
                .collect()
        };
        maps.iter().map(of).collect()
    };
    let (one, two) = (expand(one), expand(two));
    let distinct = |at: &usize| {
        let (a, b, c) = (at / 144, at / 12 % 12, at % 12);
        a != b && b != c && a != c
    };
    let goals = (0..TRIPLES).filter(distinct).map(|at| at * TRIPLES + at);
    distances(TRIPLES * TRIPLES, goals, letters, |index, letter| {
        let letter = usize::from(letter);
        let (a, b) = (index / TRIPLES, index % TRIPLES);
        usize::from(one[letter][a]) * TRIPLES + usize::from(two[letter][b])
    })
}

impl Pairs {
    /// The distances of the centres, and of parts of the edges, added.
    fn distances<const N: usize>(&self, state: &State<N>) -> (u32, u32) {
        let mut centres = 0;
        for (kind, table) in self.centres.iter().enumerate() {
            let colours = &state[kind * CENTRES..(kind + 1) * CENTRES];
            let half = |axis: usize| self.halves[axis].number(places(colours, |it| usize::from(it) == axis));
            let index = (half(0) * 70 + half(1)) * 70 + half(2);
            let index = 2 * index + usize::from(state[self.cube.half_turns()]);
            centres += u32::from(table[index]);
        }
        let edges = self.cube.edges(state);
        let mut sum = 0;
        for (number, table) in self.triples.iter().enumerate() {
            let (one, two) = if self.triples.len() == 1 {
                (&edges[0], &edges[1])
            } else {
                (&edges[number], &edges[2])
            };
            for part in PARTS {
                sum += u32::from(table[triple(one, part) * TRIPLES + triple(two, part)]);
            }
        }
        (centres, sum)
    }
}

impl<const N: usize> Phase<N> for Pairs {
    fn letters(&self) -> &[u8] {
        &self.letters
    }

    fn value(&self, state: &State<N>) -> Value {
        let (centres, sum) = self.distances(state);
        if centres == 0 && sum <= self.max_edges {
            return Value::Goal;
        }
        Value::Score(self.weights.centres * centres + self.weights.edges * sum, (64 * centres + sum) as usize)
    }

    fn enter(&self, mut state: State<N>) -> State<N> {
        state[self.cube.half_turns()] = self.cube.needed_parity(&state) as u8;
        state
    }
}

/// The last phase of the 5x5x5: the last edges, by turns of faces and sequences.
pub(super) struct LastEdges {
    pairs: Arc<Pairs>,
    letters: Vec<u8>,
}

impl LastEdges {
    pub(super) fn new(pairs: &Arc<Pairs>) -> Self {
        let cube = &pairs.cube;
        let end = cube.moves.letters.len();
        let mut letters = cube.letters_of_phase(1);
        letters.retain(|&letter| *cube.rotations[usize::from(letter)].layers.end() == 0);
        letters.extend((end - cube.sequences[1]..end).map(|letter| letter as u8));
        Self { pairs: pairs.clone(), letters }
    }
}

impl<const N: usize> Phase<N> for LastEdges {
    fn letters(&self) -> &[u8] {
        &self.letters
    }

    fn value(&self, state: &State<N>) -> Value {
        match self.pairs.distances(state) {
            (0, 0) => Value::Goal,
            (centres, sum) => Value::Score(16 * centres + sum, (64 * centres + sum) as usize),
        }
    }
}

/// The colours D and L are those opposite to U and R.
const _: () = assert!(D == U + 3 && L == R + 3);
