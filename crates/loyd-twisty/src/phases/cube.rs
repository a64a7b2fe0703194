//! Large cubes without fixed parts, and the phases of the 4x4x4 cube: to a 3x3x3 cube, after the three-phase reduction of S. Chen (TPR-4x4x4-Solver).
//!
//! ```text
//! phase 1  all moves                                        centres of the colours R and L on the faces R and L
//! phase 2  any turns of faces and of Rw, half turns else    centres of U and D on U and D; edges paired by half turns
//! phase 3  half turns but of U, D, F, B                     centres and edges complete
//! ```
//!
//! The moves of phase 3 leave two classes of twelve wing places each, one of each class at every edge. An edge can be
//! paired if its wings are of different classes. Wings must be an even permutation, an even number of edges must be
//! flipped when they are paired, and the parity of half turns of inner layers is that which the corners need.
//!
//! The cube has no fixed part here: it is solved up to a rotation. Bytes of a state:
//!
//! ```text
//! 24          colours of centres
//! 24          places of wings; the wings of edge e are 2 e and 2 e + 1
//! 3           parities of corners, of wings, of half turns of inner layers that phase 3 needs
//! ```
//!
//! Bytes of a state of the 5x5x5 cube, whose phases are in `five`:
//!
//! ```text
//! 48          colours of centres, first those at the corners of faces
//! 24          places of wings
//! 12          for each middle piece, the place at which wing 2 e is beside it
//! 1           the parity of wings
//! ```

use super::beam::{Phase, Value};
use super::space::{Letter, Moves, Number, PLACES, State};
use super::tables::{SetMove, Subsets, UNKNOWN, distances, is_odd, places};
use crate::cubes::solid::{FACES, Kind, Rotation, Solid, Vector};
use crate::orbit::Slot;
use std::ops::Range;
use std::sync::Arc;

/// The number of centres.
pub(super) const CENTRES: usize = 24;

/// The bytes of wings, and those of the parities.
pub(super) const WINGS: Range<usize> = CENTRES..CENTRES + 24;
pub(super) const CORNER_PARITY: usize = WINGS.end;
const WING_PARITY: usize = WINGS.end + 1;
pub(super) const HALF_TURNS: usize = WINGS.end + 2;

/// The tracks of the parities of wings and of half turns of inner layers.
pub(super) const WING_TRACK: usize = 2;
pub(super) const HALF_TURN_TRACK: usize = 3;

/// The numbers of the faces in [`FACES`].
pub(super) const U: u8 = 0;
pub(super) const R: u8 = 1;
pub(super) const D: u8 = 3;
pub(super) const L: u8 = 4;

/// Bytes of a state of the 4x4x4 cube.
pub(super) const BYTES4: usize = 51;

/// The bytes of wings of the 5x5x5 cube, of its middle pieces, and the parity of wings.
pub(super) const WINGS5: Range<usize> = 2 * CENTRES..2 * CENTRES + 24;
pub(super) const MIDDLES: Range<usize> = WINGS5.end..WINGS5.end + 12;
pub(super) const WING_PARITY5: usize = MIDDLES.end;

/// Bytes of a state of the 5x5x5 cube.
pub(super) const BYTES5: usize = WING_PARITY5 + 1;

/// A cube without a fixed part, and its moves.
pub(super) struct Cube {
    pub(super) solid: Solid,
    pub(super) kinds: Vec<Kind>,
    /// The rotation of each letter.
    pub(super) rotations: Vec<Rotation>,
    pub(super) moves: Moves,
    /// Sets of centres of the first kind under each letter, and of the second kind.
    pub(super) sets: Vec<SetMove>,
    pub(super) other_sets: Vec<SetMove>,
    /// The wing places of the first class.
    low: u32,
}

impl Cube {
    pub(super) fn new(solid: Solid) -> Self {
        let kinds = solid.kinds(false);
        let axes: [[Vector; 2]; 3] = [0, 1, 2].map(|face| [FACES[face].1, FACES[face + 3].1]);
        let mut rotations = Vec::new();
        for [front, back] in axes {
            let blocks = [(front, 0), (front, 1), (back, 0), (back, 1)];
            // Without fixed centres, the other inner layer is turned by turning the rest.
            for (face, last) in blocks.into_iter().take(if solid.holds_corner() { 3 } else { 4 }) {
                rotations.extend((1..4).map(|quarters| Rotation {
                    face,
                    layers: 0..=last,
                    quarters,
                }));
            }
        }
        let parity = |at: usize| at..at + 1;
        let tracks = if solid.holds_corner() {
            let parities = [CORNER_PARITY, WING_PARITY, HALF_TURNS];
            [WINGS].into_iter().chain(parities.map(parity)).collect()
        } else {
            vec![WINGS5, MIDDLES, parity(WING_PARITY5)]
        };
        let mut cube = Self {
            solid,
            kinds,
            rotations,
            moves: Moves { letters: Vec::new(), tracks },
            sets: Vec::new(),
            other_sets: Vec::new(),
            low: 0,
        };
        cube.moves.letters =
            cube.rotations.iter().enumerate().map(|(index, it)| cube.letter(index, it)).collect();
        let sets = |kind: usize| {
            let set = |letter: &Letter| {
                let of_kind = letter.source.iter().skip(kind * CENTRES).take(CENTRES);
                let places = of_kind.map(|&from| from - (kind * CENTRES) as u8);
                SetMove::new(&places.collect::<Vec<_>>())
            };
            cube.moves.letters.iter().map(set).collect()
        };
        (cube.sets, cube.other_sets) = (sets(0), sets(1));
        cube.low = cube.low_wings();
        cube
    }

    fn letter(&self, index: usize, rotation: &Rotation) -> Letter {
        let mut image = vec![[0; PLACES]; self.moves.tracks.len()];
        let (mut source, mut first, mut wings) = (Vec::new(), 0, 0);
        let change = self.solid.transformation(&self.kinds, rotation);
        for kind in &self.kinds {
            let from = &change.source[first..first + kind.places.len()];
            if kind.name == "WINGS" {
                wings = first;
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
        // A turn of two layers is one of the face and one of the inner layer.
        if self.solid.holds_corner() {
            parity(&mut image[1], is_quarter);
            parity(&mut image[WING_TRACK], is_quarter && is_inner);
            parity(&mut image[HALF_TURN_TRACK], !is_quarter && is_inner);
        } else {
            // A face takes its middle pieces with its wings.
            let outer = Rotation { layers: 0..=0, ..rotation.clone() };
            let change = self.solid.transformation(&self.kinds, &outer);
            for (to, &from) in change.source[wings..wings + 24].iter().enumerate() {
                image[1][usize::from(from) - wings] = to as u8;
            }
            parity(&mut image[WING_TRACK], is_quarter && is_inner);
        }
        let axis = rotation.face.iter().position(|&x| x != 0).unwrap_or(0);
        Letter {
            source,
            image,
            word: vec![index as Number],
            axis: axis as u8,
            generator: (index / 3) as u8,
        }
    }

    /// The letters whose quarter turns a test allows, by face and number of layers; others only as half turns.
    pub(super) fn letters(&self, quarters: impl Fn(char, usize) -> bool) -> Vec<Number> {
        let rotations = self.rotations.iter().enumerate().filter(|(_, rotation)| {
            let face = FACES.iter().find(|(_, normal)| *normal == rotation.face);
            let letter = face.map_or(' ', |(letter, _)| *letter);
            rotation.quarters == 2 || quarters(letter, *rotation.layers.end())
        });
        rotations.map(|(index, _)| index as Number).collect()
    }

    pub(super) fn letters_of_phase(&self, phase: usize) -> Vec<Number> {
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
    pub(super) fn is_low(&self, place: u8) -> bool {
        self.low >> place & 1 == 1
    }

    /// A state from the slots of the cube in the order of its kinds.
    pub(super) fn state<const N: usize>(&self, slots: &[Slot], colours: [u8; 6]) -> State<N> {
        let mut state = [0; N];
        let (mut first, mut centre) = (0, 0);
        let wings = self.moves.tracks[0].clone();
        for kind in &self.kinds {
            let slots = &slots[first..first + kind.places.len()];
            match kind.name {
                "WINGS" => {
                    for (place, slot) in slots.iter().enumerate() {
                        state[wings.start + usize::from(slot.piece)] = place as u8;
                    }
                }
                "EDGES" => {
                    for (edge, slot) in slots.iter().enumerate() {
                        state[MIDDLES.start + usize::from(slot.piece)] = self.beside(edge, *slot);
                    }
                }
                "CORNERS" if self.solid.holds_corner() => {
                    let pieces: Vec<u8> = slots.iter().map(|slot| slot.piece as u8).collect();
                    state[CORNER_PARITY] = is_odd(&pieces).into();
                }
                "CORNERS" => {}
                _ => {
                    for slot in slots {
                        state[centre] = colours[usize::from(slot.piece)];
                        centre += 1;
                    }
                }
            }
            first += kind.places.len();
        }
        let parity = if self.solid.holds_corner() { WING_PARITY } else { WING_PARITY5 };
        state[parity] = is_odd(&state[wings]).into();
        state
    }

    /// The place at which the first wing of a middle piece in a slot is beside it.
    fn beside(&self, edge: usize, slot: Slot) -> u8 {
        let wings = self.kinds.iter().find(|kind| kind.name == "WINGS").map(|kind| &kind.places);
        let hand = |place: usize| wings.map(|wings| wings[place].hand());
        // A wing keeps its hand; a flipped piece has the other one there.
        let same = hand(2 * usize::from(slot.piece)) == hand(2 * edge);
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
    letters: Vec<Number>,
    subsets: Subsets,
    table: Vec<u8>,
}

/// The places of the faces U and D, R and L, F and B.
pub(super) const SETS: [u32; 3] = [0xF00F, 0xF_00F0, 0xF0_0F00];

impl Axis {
    pub(super) fn new(cube: &Arc<Cube>) -> Self {
        let letters = cube.letters_of_phase(1);
        let subsets = Subsets::new(0xFF_FFFF, 8);
        let after = |index, letter: Number| {
            subsets.number(cube.sets[usize::from(letter)].after(subsets.set(index)))
        };
        let table = distances(subsets.len(), [subsets.number(SETS[1])], &letters, after);
        Self { cube: cube.clone(), letters, subsets, table }
    }
}

impl<const N: usize> Phase<N> for Axis {
    fn letters(&self) -> &[Number] {
        &self.letters
    }

    fn value(&self, state: &State<N>) -> Value {
        let set = places(&state[..CENTRES], |colour| colour % 3 == R);
        let sum = u32::from(self.table[self.subsets.number(set)]);
        if sum == 0 {
            return Value::Goal;
        }
        let bad = self.cube.bad_edges(state);
        Value::Score(16 * sum + bad, (32 * sum + bad) as usize)
    }
}

impl Cube {
    /// The number of edges that cannot be paired by the moves of phase 3.
    fn bad_edges<const N: usize>(&self, state: &State<N>) -> u32 {
        let bad = |pair: &[u8]| u32::from(self.is_low(pair[0]) == self.is_low(pair[1]));
        state[WINGS].chunks_exact(2).map(bad).sum()
    }

    /// The parity of the edges whose wings have exchanged their classes, which are flipped when they are
    /// paired.
    fn flip_parity<const N: usize>(&self, state: &State<N>) -> u32 {
        let places = (0..24).step_by(2).map(|wing| (wing, state[WINGS.start + usize::from(wing)]));
        let flipped = places.filter(|&(wing, place)| self.is_low(wing) != self.is_low(place));
        flipped.count() as u32 % 2
    }
}

/// The second phase.
pub(super) struct Faces {
    cube: Arc<Cube>,
    letters: Vec<Number>,
    weights: Weights,
    /// Places of U and D colours on four faces; of R colours on the other two.
    around: Subsets,
    across: Subsets,
    table: Vec<u8>,
}

impl Faces {
    pub(super) fn new(cube: &Arc<Cube>, weights: Weights) -> Self {
        let letters = cube.letters_of_phase(2);
        let around = Subsets::new(SETS[0] | SETS[2], 8);
        let across = Subsets::new(SETS[1], 4);
        let around_moved = moved(&around, &cube.sets, &letters);
        let across_moved = moved(&across, &cube.sets, &letters);
        let goals = closure(
            [R, L].map(|face| across.number(0xF << (4 * face))),
            &cube.letters_of_phase(3),
            |index, letter| across_moved[usize::from(letter)][index] as usize,
            across.len(),
        );
        let solved = around.number(SETS[0]);
        let goals = goals.into_iter().map(|index| 2 * (solved * across.len() + index));
        let table = distances(2 * around.len() * across.len(), goals, &letters, |index, letter| {
            let (index, parity) = (index / 2, index % 2);
            let letter = usize::from(letter);
            let one = around_moved[letter][index / across.len()] as usize;
            let two = across_moved[letter][index % across.len()] as usize;
            let parity = cube.moves.letters[letter].image[WING_TRACK][parity];
            2 * (one * across.len() + two) + usize::from(parity)
        });
        Self { cube: cube.clone(), letters, weights, around, across, table }
    }
}

/// The number of each set after each letter; empty for other letters.
pub(super) fn moved(subsets: &Subsets, moves: &[SetMove], letters: &[Number]) -> Vec<Vec<u32>> {
    let of = |letter: usize| {
        if letters.contains(&(letter as Number)) {
            subsets.moved(&moves[letter..=letter]).remove(0)
        } else {
            Vec::new()
        }
    };
    (0..moves.len()).map(of).collect()
}

/// All indices that letters reach.
fn closure(
    starts: impl IntoIterator<Item = usize>,
    letters: &[Number],
    successor: impl Fn(usize, Number) -> usize,
    size: usize,
) -> Vec<usize> {
    let table = distances(size, starts, letters, successor);
    (0..size).filter(|&index| table[index] != UNKNOWN).collect()
}

impl<const N: usize> Phase<N> for Faces {
    fn letters(&self) -> &[Number] {
        &self.letters
    }

    fn value(&self, state: &State<N>) -> Value {
        let sum = self.distance(state);
        let (bad, odd) = (self.cube.bad_edges(state), self.cube.flip_parity(state));
        if sum + odd + bad == 0 {
            return Value::Goal;
        }
        let score = self.weights.centres * sum + self.weights.edges * (bad + odd);
        Value::Score(score, (32 * sum + bad) as usize)
    }

    fn bound(&self, state: &State<N>) -> u32 {
        self.distance(state)
    }
}

impl Faces {
    /// The distance of the centres, with the parity of wings.
    fn distance<const N: usize>(&self, state: &State<N>) -> u32 {
        let around = places(&state[..CENTRES], |colour| colour % 3 == U);
        let across = places(&state[..CENTRES], |colour| colour == R);
        let index = self.around.number(around) * self.across.len() + self.across.number(across);
        u32::from(self.table[2 * index + usize::from(state[WING_PARITY])])
    }
}

/// The colours D and L are those opposite to U and R.
const _: () = assert!(D == U + 3 && L == R + 3);
