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
//! 5x5x5       places of middle pieces, as that of wing 2 e if they were paired; parity of wings
//! ```

use super::beam::{Phase, Value};
use super::space::{Letter, Moves, PLACES, State};
use super::tables::{SetMove, Subsets, UNKNOWN, distances, is_odd, places};
use crate::cubes::solid::{FACES, Kind, Rotation, Solid, Vector};
use crate::orbit::Slot;
use std::ops::Range;
use std::sync::Arc;

/// The number of colours of centres of one kind.
const CENTRES: usize = 24;

/// The numbers of the faces in [`FACES`].
const U: u8 = 0;
const R: u8 = 1;
const D: u8 = 3;
const L: u8 = 4;

/// Bytes of a state of the 4x4x4 and of the 5x5x5 cube.
pub(super) const BYTES4: usize = 51;
pub(super) const BYTES5: usize = 85;

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
        };
        cube.moves.tracks = cube.tracks();
        cube.moves.letters =
            cube.rotations.iter().enumerate().map(|(index, it)| cube.letter(index, it)).collect();
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
            vec![self.wings(), first..first + 12, parity(first + 12)]
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
            parity(&mut image[3], !is_quarter && is_inner);
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
        let axis = rotation.face.iter().position(|&x| x != 0).unwrap_or(0);
        Letter { source, image, axis: axis as u8, generator: (index / 3) as u8 }
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
        Value::Score(16 * sum + self.cube.bad_edges(state))
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

    fn wing_parity<const N: usize>(&self, state: &State<N>) -> u32 {
        let at = self.wings().end + if self.solid.holds_corner() { 1 } else { 12 };
        state[at].into()
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
}

impl Faces {
    pub(super) fn new(cube: &Arc<Cube>, weights: Weights) -> Self {
        let letters = cube.letters_of_phase(2);
        let around = Subsets::new(SETS[0] | SETS[2], 8);
        let across = Subsets::new(SETS[1], 4);
        let table = |moves: &Vec<SetMove>| {
            let (around_moved, across_moved) = (moved(&around, moves, &letters), moved(&across, moves, &letters));
            let goals = closure(
                [R, L].map(|face| across.number(0xF << (4 * face))),
                &cube.letters_of_phase(3),
                |index, letter| across_moved[usize::from(letter)][index] as usize,
                across.len(),
            );
            let solved = around.number(SETS[0]);
            let goals = goals.into_iter().map(|index| solved * across.len() + index);
            distances(around.len() * across.len(), goals, &letters, |index, letter| {
                let (one, two) = (index / across.len(), index % across.len());
                let letter = usize::from(letter);
                around_moved[letter][one] as usize * across.len() + across_moved[letter][two] as usize
            })
        };
        let tables = cube.sets.iter().map(table).collect();
        Self { cube: cube.clone(), letters, weights, around, across, tables }
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
        let mut sum = 0;
        for (kind, table) in self.tables.iter().enumerate() {
            let colours = &state[kind * CENTRES..(kind + 1) * CENTRES];
            let around = places(colours, |colour| colour % 3 == U);
            let across = places(colours, |colour| colour == R);
            let index = self.around.number(around) * self.across.len() + self.across.number(across);
            sum += u32::from(table[index]);
        }
        let bad = self.cube.bad_edges(state) + self.cube.wing_parity(state);
        if sum + bad == 0 {
            return Value::Goal;
        }
        Value::Score(self.weights.centres * sum + self.weights.edges * bad)
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
        let parities = if cube.solid.holds_corner() { 2 } else { 1 };
        let centres = cube.sets.iter().map(|moves| {
            let moved = [0, 1, 2].map(|axis| moved(&halves[axis], moves, &letters));
            let size = 70 * 70 * 70 * parities;
            let goals = (0..8).filter(|turned: &u32| turned.count_ones() % 2 == 0).map(|turned| {
                let half = |axis: usize| {
                    let face = axis + if turned >> axis & 1 == 1 { 3 } else { 0 };
                    halves[axis].number(0xF << (4 * face))
                };
                ((half(0) * 70 + half(1)) * 70 + half(2)) * parities
            });
            distances(size, goals, &letters, |index, letter| {
                let (parity, index) = (index % parities, index / parities);
                let letter = usize::from(letter);
                let half = |axis: usize, index: usize| moved[axis][letter][index] as usize;
                let (a, b, c) = (half(0, index / 4900), half(1, index / 70 % 70), half(2, index % 70));
                let image = cube.moves.letters[letter].image.get(3);
                let parity = image.map_or(0, |image| image[parity].into());
                ((a * 70 + b) * 70 + c) * parities + parity
            })
        });
        let centres = centres.collect();
        let triples = cube.edge_maps(&letters).iter().map(|maps| triples(maps, &letters)).collect();
        Self { cube: cube.clone(), letters, weights, halves, centres, triples }
    }

    /// The edge of the wing of edge `e` in the first class and that in the other, and of the middle piece.
    fn edges<const N: usize>(&self, state: &State<N>) -> [[u8; 12]; 3] {
        let wings = &state[self.cube.wings()];
        let mut edges = [[0; 12]; 3];
        for (edge, pair) in wings.chunks_exact(2).enumerate() {
            let [low, high] = if self.cube.is_low(pair[0]) { [pair[0], pair[1]] } else { [pair[1], pair[0]] };
            (edges[0][edge], edges[1][edge]) = (low / 2, high / 2);
        }
        if !self.cube.solid.holds_corner() {
            for (edge, &place) in state[self.cube.wings().end..][..12].iter().enumerate() {
                edges[2][edge] = place / 2;
            }
        }
        edges
    }
}

/// The maps of edges that two kinds of pieces follow, by letter.
type EdgeMaps = (Vec<[u8; 12]>, Vec<[u8; 12]>);

impl Cube {
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

impl<const N: usize> Phase<N> for Pairs {
    fn letters(&self) -> &[u8] {
        &self.letters
    }

    fn value(&self, state: &State<N>) -> Value {
        let mut centres = 0;
        for (kind, table) in self.centres.iter().enumerate() {
            let colours = &state[kind * CENTRES..(kind + 1) * CENTRES];
            let half = |axis: usize| self.halves[axis].number(places(colours, |it| usize::from(it) == axis));
            let mut index = (half(0) * 70 + half(1)) * 70 + half(2);
            if self.cube.solid.holds_corner() {
                index = 2 * index + usize::from(state[self.cube.wings().end + 2]);
            }
            centres += u32::from(table[index]);
        }
        let edges = self.edges(state);
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
        if centres + sum == 0 {
            return Value::Goal;
        }
        Value::Score(self.weights.centres * centres + self.weights.edges * sum)
    }

    /// The 4x4x4 needs as many half turns of inner layers as make the permutation of edges that of the corners.
    fn enter(&self, mut state: State<N>) -> State<N> {
        if self.cube.solid.holds_corner() {
            let odd = is_odd(&self.edges(&state)[0]);
            let parities = self.cube.wings().end;
            state[parities + 2] = u8::from(odd) ^ state[parities];
        }
        state
    }
}

/// The colours D and L are those opposite to U and R.
const _: () = assert!(D == U + 3 && L == R + 3);
