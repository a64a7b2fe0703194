//! Packed states against the plain cube.

use loyd::space::{MoveAlphabet, Packing, StateSpace};
use loyd_cube::cube2::{Cube2, Cube2Space, parse_cube, resolve};
use loyd_cube::{Amount, Face, Half, Layers, Quarter, Scrambler, Step, Stickers, Turn};
use proptest::prelude::*;

/// Turns of U, R and F.
fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let turn = (0usize..3, 0usize..3)
        .prop_map(|(face, amount)| Turn { face: Face::ALL[face], amount: Amount::ALL[amount] });
    prop::collection::vec(turn, 0..40)
}

/// Turns of all faces, wide turns and rotations.
pub(super) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let layers = prop::sample::select(vec![Layers::Outer, Layers::Wide, Layers::All]);
    let step = (0usize..6, layers, 0usize..3).prop_map(|(face, layers, amount)| Step {
        face: Face::ALL[face],
        layers,
        amount: Amount::ALL[amount],
    });
    prop::collection::vec(step, 0..40)
}

/// All 24 ways to hold a cube.
fn held(cube: &Stickers) -> Vec<Stickers> {
    let rotation = |face| Step { face, layers: Layers::All, amount: Amount::Clockwise };
    let mut ways = vec![cube.clone()];
    for way in 0.. {
        let Some(way) = ways.get(way).cloned() else { break };
        for face in [Face::R, Face::U] {
            let next = way.after(&[rotation(face)]);
            if !ways.contains(&next) {
                ways.push(next);
            }
        }
    }
    ways
}

proptest! {
    #[test]
    fn states_turn_as_the_plain_cube_does(turns in turns()) {
        let plain = Stickers::solved(2).after(&turns);
        let fast = Cube2::SOLVED.after(&turns);
        prop_assert_eq!(&Stickers::from(fast), &plain);
        prop_assert_eq!(Cube2::try_from(&plain), Ok(fast));
        prop_assert_eq!(parse_cube(&fast.to_string()), Ok(fast));
        prop_assert_eq!(plain.is_solved(), fast == Cube2::SOLVED);
    }

    #[test]
    fn every_way_to_write_a_turn_is_resolved(steps in steps()) {
        let plain = Stickers::solved(2).after(&steps);
        let resolved = Stickers::from(Cube2::SOLVED.after(&resolve(&steps)));
        // The same cube held differently: rotated in space until DBL is where it was, and with no
        // other step.
        prop_assert!(held(&plain).contains(&resolved));
        let outer = steps.iter().filter(|step| step.layers == Layers::Outer).count();
        prop_assert_eq!(resolve(&steps).len(), outer);
    }

    #[test]
    fn a_cube_in_any_hand_is_solved_as_it_is_held(steps in steps(), turns in turns()) {
        let plain = Stickers::solved(2).after(&steps);
        let state = Cube2::scrambled(&steps);
        prop_assert_eq!(Cube2::try_from(&plain), Ok(state));
        // Turns do the same to the state and to the cube in hand.
        prop_assert_eq!(Cube2::try_from(&plain.after(&turns)), Ok(state.after(&turns)));
        prop_assert_eq!(plain.after(&turns).is_solved(), state.after(&turns) == Cube2::SOLVED);
    }

    #[test]
    fn products_and_inverses_are_those_of_turns(first in turns(), second in turns()) {
        let (a, b) = (Cube2::SOLVED.after(&first), Cube2::SOLVED.after(&second));
        prop_assert_eq!(a.then(b), a.after(&second));
        let back: Vec<Turn> = first.iter().rev().map(|turn| turn.inverse()).collect();
        prop_assert_eq!(a.inverse(), Cube2::SOLVED.after(&back));
        prop_assert_eq!(a.then(a.inverse()), Cube2::SOLVED);
    }

    #[test]
    fn moves_are_undone_and_states_packed(turns in turns()) {
        let state = Cube2::SOLVED.after(&turns);
        let space = Cube2Space::<Half>::default();
        prop_assert_eq!(space.unpack(&space.pack(&state)), state);
        for letter in 0..space.letters() {
            let turn = space.move_of(letter);
            prop_assert_eq!(space.letter(turn), letter);
            let mut after = state;
            let effect = space.apply(&mut after, turn);
            prop_assert_ne!(after, state);
            let found = space.move_between(&space.pack(&state), &space.pack(&after));
            prop_assert_eq!(found, Some(turn));
            space.undo(&mut after, effect);
            prop_assert_eq!(after, state);
        }
        let quarter = Cube2Space::<Quarter>::default();
        for letter in 0..quarter.letters() {
            prop_assert_eq!(quarter.letter(quarter.move_of(letter)), letter);
        }
    }

    #[test]
    fn the_plain_cube_keeps_the_laws_of_any_side(
        side in 1usize..6,
        face in 0usize..6,
        layers in 0usize..4,
    ) {
        let layers = [Layers::Outer, Layers::Wide, Layers::Middle, Layers::All][layers];
        let step = Step { face: Face::ALL[face], layers, amount: Amount::Clockwise };
        let solved = Stickers::solved(side);
        prop_assert_eq!(&solved.after(&[step; 4]), &solved);
        prop_assert_eq!(&solved.after(&[step, step.inverse()]), &solved);
        let half = Step { amount: Amount::Half, ..step };
        prop_assert_eq!(solved.after(&[step, step]), solved.after(&[half]));
    }
}

/// Drawn by hand from a cube: the front's upper row goes to the left, the left's to the back.
#[test]
fn a_turn_of_u_is_drawn_right() {
    let u = loyd_cube::parse_steps("U", 2).expect("a move");
    let after = Stickers::solved(2).after(&u);
    assert_eq!(after.to_string(), "UUUU BBRR RRFF DDDD FFLL LLBB".replace(' ', ""));
    let r = loyd_cube::parse_steps("R", 3).expect("a move");
    let after = Stickers::solved(3).after(&r);
    let expected = "UUFUUFUUF RRRRRRRRR FFDFFDFFD DDBDDBDDB LLLLLLLLL UBBUBBUBB";
    assert_eq!(after.to_string(), expected.replace(' ', ""));
}

/// Known orders of products in the group: (R U) has order 15 on corners alone, the commutator of
/// two neighbouring faces 6.
#[test]
fn orders_of_products() {
    let order = |text: &str| {
        let turns = loyd_cube::cube2::parse_turns(text).expect("moves");
        let mut cube = Cube2::SOLVED.after(&turns);
        let mut order = 1;
        while cube != Cube2::SOLVED {
            cube = cube.after(&turns);
            order += 1;
        }
        order
    };
    assert_eq!(order("R"), 4);
    assert_eq!(order("R U R' U'"), 6);
    assert_eq!(order("R U"), 15);
}

/// A seed means the same cubes for ever.
#[test]
fn seeds_are_pinned() {
    let mut scrambler = Scrambler::new(1);
    let cubes: Vec<String> = (0..3).map(|_| scrambler.cube2().to_string()).collect();
    let pinned =
        ["DULDRRUDBBFFLRDFFULUBRLB", "BLDFDFRLRLUFRDDURBLFUUBB", "DBLURUFRBFDURLDFLULBRFDB"];
    assert_eq!(cubes, pinned);
}

/// Sixty draws for each of 5,040 permutations and 729 orientations: χ² within 5 standard
/// deviations of its mean.
#[test]
fn random_cubes_are_uniform() {
    let ranking = loyd_cube::cube2::Cube2Ranking::new();
    let (mut permutations, mut orientations) = (vec![0u32; 5040], vec![0u32; 729]);
    let mut scrambler = Scrambler::new(7);
    let draws = 60 * 5040;
    for _ in 0..draws {
        let coordinates = ranking.coordinates(scrambler.cube2());
        permutations[coordinates.permutation as usize] += 1;
        orientations[coordinates.orientation as usize] += 1;
    }
    for counts in [permutations, orientations] {
        let expected = f64::from(draws) / counts.len() as f64;
        let square = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
        let chi: f64 = counts.iter().map(square).sum();
        let freedom = counts.len() as f64 - 1.0;
        assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{chi} for {freedom}");
    }
}
