//! Ranks of all states.

use super::all_states;
use loyd_cube::cube2::{Coordinates, Cube2, Cube2Ranking, Cube2Space, STATES};
use loyd_cube::{Corner, Half};
use loyd_search::space::{Packing, Ranking};

/// The definition: how many smaller pieces stand behind each, in mixed radix; then the twists in
/// base three.
fn naive(cube: Cube2) -> u64 {
    let places = || Corner::ALL.into_iter().filter(|&place| place != Corner::DBL);
    let pieces: Vec<Corner> = places().map(|place| cube.corner(place).0).collect();
    let mut rank = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let smaller = pieces[index + 1..].iter().filter(|behind| *behind < piece).count();
        rank = rank * (pieces.len() - index) as u64 + smaller as u64;
    }
    let twists: Vec<u64> = places().map(|place| cube.corner(place).1.into()).collect();
    twists[..6].iter().rev().fold(0, |sum, twist| 3 * sum + twist) + 729 * rank
}

#[test]
fn ranks_and_states_are_one_to_one() {
    let ranking = Cube2Ranking::new();
    assert_eq!(ranking.size(), STATES);
    let space = Cube2Space::<Half>::default();
    for (rank, cube) in all_states(&ranking).enumerate() {
        let rank = rank as u64;
        assert_eq!(ranking.rank(&cube), rank);
        assert_eq!(naive(cube), rank);
        assert_eq!(Coordinates::of_rank(rank).rank(), rank);
        assert_eq!(space.unpack(&space.pack(&cube)), cube);
    }
    assert_eq!(ranking.unrank(0), Cube2::SOLVED);
    assert_eq!(ranking.coordinates(Cube2::SOLVED), Coordinates::SOLVED);
}
