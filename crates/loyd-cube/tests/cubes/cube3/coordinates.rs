//! Coordinates: whole ones are bijections, and turns act on some of them alone.

use super::turns;
use loyd_cube::cube3::{
    CORNER_ORIENTATIONS, CORNER_PERMUTATIONS, Coordinates, Cube3, EDGE_ORIENTATIONS,
    EDGE_PERMUTATIONS, SLICES, STATES, corner_orientation, corner_permutation, edge_orientation,
    edge_permutation, slice, with_slice,
};
use loyd_cube::{Edge, Scrambler};
use proptest::prelude::*;
use std::collections::HashSet;

/// Every value of the small coordinates occurs, each for one state.
#[test]
fn small_coordinates_are_bijections() {
    let zero = Coordinates::default();
    for number in 0..CORNER_ORIENTATIONS {
        let cube = Coordinates { corner_orientation: number as u16, ..zero }.cube();
        assert_eq!(cube.map(corner_orientation), Some(number));
    }
    for number in 0..EDGE_ORIENTATIONS {
        let cube = Coordinates { edge_orientation: number as u16, ..zero }.cube();
        assert_eq!(cube.map(edge_orientation), Some(number));
    }
    let mut even = 0;
    for number in 0..CORNER_PERMUTATIONS {
        let with = |edge_permutation| {
            Coordinates { corner_permutation: number as u16, edge_permutation, ..zero }.cube()
        };
        // Of two edge permutations that differ by an exchange, one has the right parity.
        assert!(with(0).is_some() != with(1).is_some());
        even += usize::from(with(0).is_some());
        assert_eq!(with(0).or(with(1)).map(corner_permutation), Some(number));
    }
    assert_eq!(even, CORNER_PERMUTATIONS / 2);
    for number in 0..SLICES {
        assert_eq!(slice(with_slice(number)), number);
    }
    assert_eq!((slice(Cube3::SOLVED), Coordinates::of(Cube3::SOLVED)), (0, zero));
}

/// A stride that shares no factor with 12! visits permutations of every kind.
#[test]
fn edge_permutations_are_a_bijection() {
    for number in (0..EDGE_PERMUTATIONS).step_by(4_001) {
        let with = |corner_permutation| {
            let edge_permutation = number as u32;
            Coordinates { corner_permutation, edge_permutation, ..Coordinates::default() }.cube()
        };
        assert_eq!(with(0).or(with(1)).map(edge_permutation), Some(number));
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let zero = Coordinates::default();
    assert_eq!(Coordinates { corner_permutation: 40_320, ..zero }.cube(), None);
    assert_eq!(Coordinates { corner_orientation: 2_187, ..zero }.cube(), None);
    assert_eq!(Coordinates { edge_permutation: 479_001_600, ..zero }.cube(), None);
    assert_eq!(Coordinates { edge_orientation: 2_048, ..zero }.cube(), None);
    assert_eq!(Cube3::unrank(STATES), None);
    assert_eq!(STATES, 43_252_003_274_489_856_000);
}

/// Slices against a plain look at which edges are there.
#[test]
fn slice_coordinates_depend_on_places_only() {
    let places = |cube: Cube3| -> Vec<bool> {
        Edge::ALL.iter().map(|&place| cube.edge(place).0 >= Edge::FR).collect()
    };
    let all: HashSet<Vec<bool>> = (0..SLICES).map(|number| places(with_slice(number))).collect();
    assert_eq!(all.len(), SLICES);
    let mut scrambler = Scrambler::new(4);
    for _ in 0..1_000 {
        let cube = scrambler.cube3();
        assert_eq!(places(with_slice(slice(cube))), places(cube));
    }
}

proptest! {
    #[test]
    fn ranks_are_a_bijection(rank in 0..STATES) {
        let cube = Cube3::unrank(rank).expect("below the number of states");
        prop_assert_eq!(cube.rank(), rank);
        prop_assert_eq!(Coordinates::of(cube).cube(), Some(cube));
    }

    #[test]
    fn ranks_round_trip(turns in turns()) {
        let cube = Cube3::SOLVED.after(&turns);
        prop_assert_eq!(Cube3::unrank(cube.rank()), Some(cube));
    }
}
