//! Rotations and reflections take turns to turns.

use super::turns;
use loyd_cube::cube3::{Cube3, Cube3Symmetry};
use loyd_cube::{Face, Scrambler, Stickers, Turn};
use loyd_search::space::Symmetry;
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::OnceLock;

fn symmetry() -> &'static Cube3Symmetry {
    static SYMMETRY: OnceLock<Cube3Symmetry> = OnceLock::new();
    SYMMETRY.get_or_init(Cube3Symmetry::new)
}

/// The turn of the image face; the other way round after a reflection.
fn image(element: usize, turn: Turn) -> Turn {
    let amount = if symmetry().is_rotation(element) { turn.amount } else { turn.amount.inverse() };
    Turn { face: symmetry().faces(element)[turn.face as usize], amount }
}

proptest! {
    /// The image of a state is the plain cube after the images of its turns.
    #[test]
    fn images_are_those_of_geometry(turns in turns(), element in 0usize..48) {
        let turned: Vec<Turn> = turns.iter().map(|&turn| image(element, turn)).collect();
        let expected = Cube3::try_from(&Stickers::solved(3).after(&turned));
        let cube = Cube3::SOLVED.after(&turns);
        prop_assert_eq!(Ok(symmetry().image(element, &cube)), expected);
    }

    #[test]
    fn images_of_inverses_are_inverses_of_images(seed: u64, element in 0usize..48) {
        let cube = Scrambler::new(seed).cube3();
        let image = |cube| symmetry().image(element, &cube);
        prop_assert_eq!(image(cube.inverse()), image(cube).inverse());
    }

    #[test]
    fn representatives_are_the_same_for_all_images(seed: u64, element in 0usize..48) {
        let cube = Scrambler::new(seed).cube3();
        let image = symmetry().image(element, &cube);
        let canonical = symmetry().canonical(cube);
        prop_assert_eq!(symmetry().canonical(image), canonical);
        let both = symmetry().canonical_with_inverse(cube);
        prop_assert_eq!(symmetry().canonical_with_inverse(image), both);
        prop_assert_eq!(symmetry().canonical_with_inverse(image.inverse()), both);
        let orbit: HashSet<Cube3> =
            (0..48).map(|element| symmetry().image(element, &cube)).collect();
        prop_assert!(orbit.contains(&canonical));
        prop_assert!(orbit.contains(&both) || orbit.contains(&both.inverse()));
    }
}

#[test]
fn the_elements_are_a_group_of_permutations() {
    let different: HashSet<[Face; 6]> = (0..48).map(|element| symmetry().faces(element)).collect();
    assert_eq!(different.len(), 48);
    assert_eq!((0..48).filter(|&element| symmetry().is_rotation(element)).count(), 24);
    let cube = Scrambler::new(5).cube3();
    assert_eq!(symmetry().image(0, &cube), cube, "the identity is first");
    for a in 0..48 {
        assert_eq!(symmetry().image(a, &Cube3::SOLVED), Cube3::SOLVED);
        for b in 0..48 {
            let both = symmetry().faces(a).map(|face| symmetry().faces(b)[face as usize]);
            let product = (0..48).find(|&element| symmetry().faces(element) == both);
            let twice = symmetry().image(b, &symmetry().image(a, &cube));
            assert_eq!(symmetry().image(product.expect("closed"), &cube), twice);
        }
    }
}

/// An asymmetric state has 48 different images.
#[test]
fn images_differ() {
    let mut scrambler = Scrambler::new(5);
    let orbit = |cube: Cube3| (0..48).map(|element| symmetry().image(element, &cube)).collect();
    let largest = (0..20).map(|_| -> HashSet<Cube3> { orbit(scrambler.cube3()) });
    assert_eq!(largest.map(|orbit| orbit.len()).max(), Some(48));
}
