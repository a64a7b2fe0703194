//! Rotations and reflections keep distances.

use super::Measured;
use loyd_cube::cube2::{Cube2, Cube2Ranking, Cube2Symmetry, STATES};
use loyd_cube::{Amount, Face, Half, Layers, Quarter, Scrambler, Step, Stickers};
use loyd_search::space::{Ranking, Symmetry};
use std::collections::HashSet;

fn keeps_distances<M: Measured>() {
    let (symmetry, distances) = (Cube2Symmetry::new(), M::distances());
    assert_eq!(symmetry.order(), 48);
    // A prime step visits all parts of the numbering.
    for rank in (0..STATES).step_by(37) {
        let cube = distances.ranking.unrank(rank);
        let distance = distances.of(cube);
        assert_eq!(distances.of(cube.inverse()), distance, "inverse");
        for element in 0..48 {
            let image = symmetry.image(element, &cube);
            assert_eq!(distances.of(image), distance, "{cube} {element}");
        }
    }
}

#[test]
fn images_and_inverses_have_the_same_distance() {
    keeps_distances::<Half>();
    keeps_distances::<Quarter>();
}

/// Each image is found by turning the image faces of the plain cube: a reflection turns the other
/// way round.
#[test]
fn images_are_those_of_geometry() {
    let symmetry = Cube2Symmetry::new();
    let mut scrambler = Scrambler::new(11);
    for _ in 0..50 {
        let draw = |scrambler: &mut Scrambler| {
            let rank = Cube2Ranking::new().rank(&scrambler.cube2()) as usize;
            let (face, amount) = (Face::ALL[rank % 6], Amount::ALL[rank / 6 % 3]);
            Step { face, layers: Layers::Outer, amount }
        };
        let steps: Vec<Step> = (0..12).map(|_| draw(&mut scrambler)).collect();
        let cube = Cube2::scrambled(&steps);
        for element in 0..48 {
            let faces = symmetry.faces(element);
            let image = steps.iter().map(|&step| Step {
                face: faces[step.face as usize],
                amount: if symmetry.is_rotation(element) {
                    step.amount
                } else {
                    step.amount.inverse()
                },
                ..step
            });
            let image: Vec<Step> = image.collect();
            let expected = Cube2::try_from(&Stickers::solved(2).after(&image));
            assert_eq!(Ok(symmetry.image(element, &cube)), expected, "element {element}");
        }
    }
}

#[test]
fn the_elements_are_a_group_of_permutations() {
    let symmetry = Cube2Symmetry::new();
    let different: HashSet<[Face; 6]> = (0..48).map(|element| symmetry.faces(element)).collect();
    assert_eq!(different.len(), 48);
    assert_eq!((0..48).filter(|&element| symmetry.is_rotation(element)).count(), 24);
    let cube = Scrambler::new(5).cube2();
    assert_eq!(symmetry.image(0, &cube), cube, "the identity is first");
    for a in 0..48 {
        assert_eq!(symmetry.image(a, &Cube2::SOLVED), Cube2::SOLVED);
        for b in 0..48 {
            let both = symmetry.faces(a).map(|face| symmetry.faces(b)[face as usize]);
            let product = (0..48).find(|&element| symmetry.faces(element) == both);
            let product = product.expect("closed");
            let twice = symmetry.image(b, &symmetry.image(a, &cube));
            assert_eq!(symmetry.image(product, &cube), twice);
        }
    }
}

/// An asymmetric state has 48 different images.
#[test]
fn images_differ() {
    let symmetry = Cube2Symmetry::new();
    let mut scrambler = Scrambler::new(5);
    let orbit = |cube: Cube2| (0..48).map(|element| symmetry.image(element, &cube)).collect();
    let largest = (0..20).map(|_| -> HashSet<Cube2> { orbit(scrambler.cube2()) });
    assert_eq!(largest.map(|orbit| orbit.len()).max(), Some(48));
}
