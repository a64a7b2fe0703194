//! Classes of states against their definition: all 96 images, one by one.

use loyd_cube::cube3::{Classes, Cube3, Cube3Space, Cube3Symmetry, parse_turns};
use loyd_cube::{Half, Metric, Quarter, Scrambler};
use loyd_search::puzzle::Classes as _;
use loyd_search::space::{StateSpace, Symmetry};
use std::collections::{HashMap, HashSet};

/// The 96 images of a state, each once.
fn orbit(symmetry: &Cube3Symmetry, cube: Cube3) -> HashSet<Cube3> {
    let both = [cube, cube.inverse()];
    let images = |cube| (0..48).map(move |element| symmetry.image(element, &cube));
    both.into_iter().flat_map(images).collect()
}

/// Levels by keys, each class with a state, beside levels by states.
///
/// Every state is known by the representative of `Cube3Symmetry`, which shares no table with keys
/// but those of single images: keys and representatives must correspond one to one, the classes
/// named by neighbours of a class must be those of all neighbours of all of its states, and the
/// number of states of a class must be that of its different images.
fn follow<M: Metric>(depth: usize) {
    let (classes, symmetry, space) =
        (Classes::<M>::new(), Cube3Symmetry::new(), Cube3Space::<M>::default());
    // Names of classes, by representative; found out level by level.
    let mut named: HashMap<Cube3, u64> = HashMap::from([(Cube3::SOLVED, classes.goal())]);
    let mut level = vec![Cube3::SOLVED];
    for _ in 0..depth {
        let mut next = HashSet::new();
        for cube in level {
            let key = named[&symmetry.canonical_with_inverse(cube)];
            let orbit = orbit(&symmetry, cube);
            assert_eq!(classes.states(&[key]), orbit.len() as u64, "{cube}");
            // Neighbours of every state of the class, by representative.
            let around: HashSet<Cube3> = orbit
                .iter()
                .flat_map(|state| space.moves(state).map(|turn| state.after(&[turn])))
                .map(|state| symmetry.canonical_with_inverse(state))
                .collect();
            let mut keys = Vec::new();
            classes.append(&[key], &mut keys);
            assert_eq!(keys.len(), classes.max_neighbours());
            let distinct: HashSet<u64> = keys.iter().copied().collect();
            assert_eq!(distinct.len(), around.len(), "{cube}");
            for &neighbour in &around {
                let key = *named.entry(neighbour).or_insert_with(|| {
                    next.insert(neighbour);
                    classes.key_of(neighbour)
                });
                assert!(distinct.contains(&key), "{neighbour}");
            }
        }
        level = next.into_iter().collect();
    }
    let names: HashSet<u64> = named.values().copied().collect();
    assert_eq!(names.len(), named.len(), "different classes have different keys");
}

/// All images of a state have its key, however symmetric it is.
#[test]
fn images_have_the_same_key() {
    let (classes, symmetry) = (Classes::<Half>::new(), Cube3Symmetry::new());
    let mut scrambler = Scrambler::new(17);
    let patterns = ["", "R2", "M2 E2 S2", "U D' R L' F B' U D'", "R U R' U'", "F2 B2 R2 L2"];
    let patterns = patterns.map(|text| Cube3::SOLVED.after(&parse_turns(text).expect("moves")));
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let superflip = Cube3::SOLVED.after(&parse_turns(superflip).expect("moves"));
    let random: Vec<Cube3> = (0..200).map(|_| scrambler.cube3()).collect();
    for cube in patterns.into_iter().chain([superflip]).chain(random) {
        let key = classes.key_of(cube);
        let images = orbit(&symmetry, cube);
        assert_eq!(classes.states(&[key]), images.len() as u64, "{cube}");
        for image in images {
            assert_eq!(classes.key_of(image), key, "{cube}");
        }
    }
    // All 96 maps leave the superflip unchanged.
    assert_eq!(classes.states(&[classes.key_of(superflip)]), 1);
}

#[test]
fn classes_are_the_images_of_a_state() {
    follow::<Half>(3);
    follow::<Quarter>(4);
}
