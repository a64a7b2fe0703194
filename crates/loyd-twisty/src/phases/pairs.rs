//! The third phase of the 4x4x4 cube: centres and edges complete.

use super::beam::{Phase, Value};
use super::cube::{
    CENTRES, CORNER_PARITY, Cube, HALF_TURN_TRACK, HALF_TURNS, SETS, WINGS, Weights, moved,
};
use super::space::{Letter, Number, State};
use super::tables::{Subsets, distances, is_odd, places};
use std::sync::Arc;

/// The third phase.
pub(super) struct Pairs {
    cube: Arc<Cube>,
    letters: Vec<Number>,
    weights: Weights,
    /// Places of the colours of one face of each axis.
    halves: [Subsets; 3],
    /// Distances of the centres, with a parity of half turns.
    centres: Vec<u8>,
    /// Distances of three pairs of wings, by [`triple`].
    triples: Vec<u8>,
}

/// Places of three edges.
const TRIPLES: usize = 12 * 12 * 12;

/// Edges whose distances are added.
const PARTS: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11], [0, 3, 6], [1, 4, 9], [2, 7, 10], [5, 8, 11]];

impl Pairs {
    pub(super) fn new(cube: &Arc<Cube>, weights: Weights) -> Self {
        let letters = cube.letters_of_phase(3);
        let halves = SETS.map(|set| Subsets::new(set, 4));
        let moved = [0, 1, 2].map(|axis| moved(&halves[axis], &cube.sets, &letters));
        // Half turns of the whole cube.
        let goals =
            (0..8).filter(|turned: &u32| turned.count_ones().is_multiple_of(2)).map(|turned| {
                let half = |axis: usize| {
                    let face = axis + if turned >> axis & 1 == 1 { 3 } else { 0 };
                    halves[axis].number(0xF << (4 * face))
                };
                ((half(0) * 70 + half(1)) * 70 + half(2)) * 2
            });
        let centres = distances(70 * 70 * 70 * 2, goals, &letters, |index, letter| {
            let (parity, index) = (index % 2, index / 2);
            let letter = usize::from(letter);
            let half = |axis: usize, index: usize| moved[axis][letter][index] as usize;
            let (a, b, c) = (half(0, index / 4900), half(1, index / 70 % 70), half(2, index % 70));
            let parity = usize::from(cube.moves.letters[letter].image[HALF_TURN_TRACK][parity]);
            ((a * 70 + b) * 70 + c) * 2 + parity
        });
        let triples = triples(&cube.edge_maps(&letters), &letters);
        Self { cube: cube.clone(), letters, weights, halves, centres, triples }
    }
}

/// The maps of edges that the wings of each class follow, by letter.
type EdgeMaps = (Vec<[u8; 12]>, Vec<[u8; 12]>);

impl Cube {
    /// The place of the wing of edge `e` in the first class, and that in the other, as edges.
    fn edges<const N: usize>(&self, state: &State<N>) -> [[u8; 12]; 2] {
        let mut edges = [[0; 12]; 2];
        for (edge, pair) in state[WINGS].chunks_exact(2).enumerate() {
            let [low, high] =
                if self.is_low(pair[0]) { [pair[0], pair[1]] } else { [pair[1], pair[0]] };
            (edges[0][edge], edges[1][edge]) = (low / 2, high / 2);
        }
        edges
    }

    /// The maps of the wings of each class.
    fn edge_maps(&self, letters: &[Number]) -> EdgeMaps {
        let map = |low: bool| -> Vec<[u8; 12]> {
            let of = |(index, letter): (usize, &Letter)| {
                let mut map = [0; 12];
                if letters.contains(&(index as Number)) {
                    for place in (0..24).filter(|&place| self.is_low(place) == low) {
                        map[usize::from(place) / 2] = letter.image[0][usize::from(place)] / 2;
                    }
                }
                map
            };
            self.moves.letters.iter().enumerate().map(of).collect()
        };
        (map(true), map(false))
    }
}

fn triple(edges: &[u8; 12], part: [usize; 3]) -> usize {
    let [a, b, c] = part.map(|edge| usize::from(edges[edge]));
    (a * 12 + b) * 12 + c
}

/// The distances of three edges with two pieces each from being paired.
fn triples((one, two): &EdgeMaps, letters: &[Number]) -> Vec<u8> {
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
        let half = |axis: usize| {
            self.halves[axis]
                .number(places(&state[..CENTRES], |colour| usize::from(colour) == axis))
        };
        let index = (half(0) * 70 + half(1)) * 70 + half(2);
        let centres = u32::from(self.centres[2 * index + usize::from(state[HALF_TURNS])]);
        let [low, high] = self.cube.edges(state);
        let part = |&part: &[usize; 3]| {
            u32::from(self.triples[triple(&low, part) * TRIPLES + triple(&high, part)])
        };
        (centres, PARTS.iter().map(part).sum())
    }
}

impl<const N: usize> Phase<N> for Pairs {
    fn letters(&self) -> &[Number] {
        &self.letters
    }

    fn value(&self, state: &State<N>) -> Value {
        let (centres, sum) = self.distances(state);
        if centres + sum == 0 {
            return Value::Goal;
        }
        Value::Score(
            self.weights.centres * centres + self.weights.edges * sum,
            (64 * centres + sum) as usize,
        )
    }

    /// Half turns of inner layers give the permutation of edges the parity of that of the corners.
    fn enter(&self, mut state: State<N>) -> State<N> {
        let [low, _] = self.cube.edges(&state);
        state[HALF_TURNS] = u8::from(is_odd(&low)) ^ state[CORNER_PARITY];
        state
    }
}
